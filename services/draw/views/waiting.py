"""What waits for a second person in a game, a session, a dispute: words that metrics count."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from services.draw.domain.dispute import state as disputes
from services.draw.domain.game import state as games
from services.draw.domain.game.parts import Acknowledgement
from services.draw.domain.game.showing import lacking
from services.draw.domain.session import state as sessions
from services.kernel.names import Name

Seen = Callable[[Name, games.Game], tuple[Acknowledgement, ...]]
"""What the rooms' screens have of a game's newest calls at this moment."""


def in_games(seen: Seen) -> Callable[[Name, games.State], Iterator[str]]:
    """What is proposed, irregular, or kept from going on by a room that lacks the last number."""

    def waits(name: Name, game: games.State) -> Iterator[str]:
        if not isinstance(game, games.Game) or game.practice:
            return
        yield from (each.kind.name.lower() for each in game.proposals)
        yield from ("irregularity" for _ in game.undecided)
        # Whatever else it stands still for comes first: nobody is asked to go on without a room.
        goes_on = not (game.stands_still or game.paused) and game.rules.rooms_before_next
        if goes_on and isinstance(game, games.InPlay) and lacking(seen(name, game), game):
            yield "room"

    return waits


def moves(game: games.State) -> bool:
    """Whether what waits in a game may change without a commit: with what a room's screens show."""
    return isinstance(game, games.InPlay) and game.rules.rooms_before_next


def in_session(name: Name, session: sessions.State) -> Iterator[str]:
    """A programme, a change of it, or figures that one person has signed."""
    if isinstance(session, sessions.Planned):
        yield "programme"
    if isinstance(session, sessions.Opened) and session.amending is not None:
        yield "amendment"
    if isinstance(session, sessions.Closing):
        yield "session_figures"


def in_dispute(name: Name, dispute: disputes.State) -> Iterator[str]:
    """A ruling that another person is to review."""
    if isinstance(dispute, disputes.Ruled):
        yield "dispute_review"
