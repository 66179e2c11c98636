"""Which of our aggregates belong to which game."""

from __future__ import annotations

from services.kernel.names import Name
from services.verify.domain.block.block import BLOCKS
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.roll import ROLLS

GAMES = "games"
"""The kind of the draw's games."""

SESSIONS = "sessions"
"""The kind of the draw's sessions."""


def desk_of(game: Name) -> Name:
    """The desk of a game, for life."""
    return Name(game.venue, DESKS.kind, game.id)


def game_of(desk: Name) -> Name:
    """The game of a desk."""
    return Name(desk.venue, GAMES, desk.id)


def game_id(ours: Name) -> str:
    """The id of the game that a desk or block is of: what its traces have in common."""
    return (desk_of_block(ours) if ours.kind == BLOCKS.kind else ours).id


def block_of(desk: Name, first_card: int) -> Name:
    """The sales block of a game that begins with this card."""
    return Name(desk.venue, BLOCKS.kind, f"{desk.id}-{first_card:07}")


def desk_of_block(block: Name) -> Name:
    """The desk of the game that a block sells for."""
    return Name(block.venue, DESKS.kind, block.id.rpartition("-")[0])


def roll_of(venue: str, day: str) -> Name:
    """The receipt roll of a venue's gaming day."""
    return Name(venue, ROLLS.kind, day)
