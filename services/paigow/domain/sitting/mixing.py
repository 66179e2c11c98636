"""The tiles before a round: shuffled, stacked, cut (rules 10.1, 10.2 and reshuffles)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, Secret, clause, happened, pick
from services.paigow.domain.sitting.boxes import Apart, box_is_on, kept_apart
from services.paigow.domain.sitting.opening import no_round
from services.paigow.domain.sitting.removal import removals_decided
from services.paigow.domain.sitting.rounds import Bank, Mode, Round
from services.paigow.domain.sitting.state import InPlay, Mixed, Shoe, Table, Tiles, Told
from services.paigow.domain.tiles.tiles import ALL_TILES

MOST_EVENTS = 19_000
"""After this many events a sitting begins no round, so that it stays under 20,000 commits."""
LAJA_SHOWS = 2
"""More tiles than these exposed in a laja lead to a reshuffle."""

NOT_SHUFFLED = Reason(
    "NOT_SHUFFLED",
    "The tiles have not been shuffled{why}.",
    "Shuffle all the tiles, then stack them.",
)
NOT_STACKED = Reason(
    "NOT_STACKED",
    "The tiles have not been stacked.",
    "Stack the tiles in eight stacks of four, then cut them.",
)
LAJA_NEEDED = Reason(
    "LAJA_NEEDED",
    "A tile was exposed while the tiles were stacked.",
    "Perform a laja first.",
    clause="PG-10.1",
)
NO_LAJA_DUE = Reason(
    "NO_LAJA_DUE",
    "The tiles are not stacked, so no laja can be performed.",
    "Shuffle and stack the tiles first.",
    clause="PG-10.1",
)
DAY_OVER = Reason(
    "DAY_OVER",
    "The gaming day {day} of this sitting is over.",
    "Count the float and close the table; open it again for the new day.",
)
SITTING_FULL = Reason(
    "SITTING_FULL",
    "The record of this sitting is full.",
    "Count the float and close the table; go on in another sitting.",
)


@dataclass(frozen=True, slots=True)
class ShuffleTiles(Told):
    """Mix all the tiles. `entropy` (32 bytes) decides their order on a training table."""

    entropy: bytes


@dataclass(frozen=True, slots=True)
class StackTiles(Told):
    """Stack the tiles in eight stacks of four; `exposed` were seen meanwhile."""

    exposed: int


@dataclass(frozen=True, slots=True)
class PerformLaja(Told):
    """Mix once more; `exposed` tiles were seen meanwhile."""

    exposed: int


@dataclass(frozen=True, slots=True)
class CutTiles(Told):
    """Cut the tiles into eight sets: a round begins. `today` is the venue's gaming day, `apart`
    its restrictions in force."""

    today: str
    apart: tuple[Apart, ...]


@dataclass(frozen=True, slots=True)
class TilesShuffled:
    """All the tiles were mixed."""


@dataclass(frozen=True, slots=True)
class ShoeShuffled:
    """On a training table: the order in which the tiles will come, closed until they are dealt."""

    shoe: Secret[Shoe]


@dataclass(frozen=True, slots=True)
class TilesStacked:
    """The tiles are stacked; with `exposed` a laja is due."""

    exposed: int


@dataclass(frozen=True, slots=True)
class LajaPerformed:
    """A laja was performed; with more than two `exposed` the tiles are shuffled again."""

    exposed: int


@dataclass(frozen=True, slots=True)
class TilesCut:
    """A round has begun."""

    round: int
    bank: Bank


@clause("PG-10.1")
def shuffle_tiles(command: ShuffleTiles, table: InPlay) -> Decision[TilesShuffled | ShoeShuffled]:
    """The tiles are shuffled between rounds, as often as one likes, but not in place of a laja."""
    no_round(table)
    if table.tiles.mixed is Mixed.LAJA_DUE:
        raise LAJA_NEEDED()
    if not table.practice:
        return happened(TilesShuffled())
    return happened(ShoeShuffled(Secret(Shoe(ordered(command.entropy), command.entropy))))


def tiles_shuffled(table: Table, event: TilesShuffled) -> Table:
    """They can be stacked."""
    return replace(table, tiles=Tiles(Mixed.SHUFFLED))


def shoe_shuffled(table: Table, event: ShoeShuffled) -> Table:
    """They can be stacked; in which order they lie nobody is told."""
    return replace(table, tiles=Tiles(Mixed.SHUFFLED, shoe=event.shoe))


def ordered(entropy: bytes) -> tuple[int, ...]:
    """All tiles in an order, every order equally likely; anyone with the entropy can repeat it."""
    left, order = list(ALL_TILES), list[int]()
    while left:
        drawn = hashlib.sha256(entropy + len(order).to_bytes(1, "big")).digest()
        order.append(pick(drawn, tuple(left)))
        left.remove(order[-1])
    return tuple(order)


@clause("PG-10.1")
def stack_tiles(command: StackTiles, table: InPlay) -> Decision[TilesStacked]:
    """Stacked when shuffled; a tile that shows makes a laja due."""
    no_round(table)
    tiles_are_shuffled(table.tiles)
    if table.tiles.mixed is Mixed.LAJA_DUE:
        raise LAJA_NEEDED()
    return happened(TilesStacked(command.exposed))


def tiles_stacked(table: Table, event: TilesStacked) -> Table:
    """They can be cut, or a laja is due."""
    mixed = Mixed.LAJA_DUE if event.exposed else Mixed.STACKED
    return replace(table, tiles=replace(table.tiles, mixed=mixed))


@clause("PG-10.1", "PG-10.2")
def perform_laja(command: PerformLaja, table: InPlay) -> Decision[LajaPerformed]:
    """A laja of stacked tiles; one that shows more than two tiles is not good enough."""
    no_round(table)
    tiles_are_shuffled(table.tiles)
    if table.tiles.mixed is Mixed.SHUFFLED:
        raise NO_LAJA_DUE()
    return happened(LajaPerformed(command.exposed))


def laja_performed(table: Table, event: LajaPerformed) -> Table:
    """The tiles are mixed and stacked; or all are shuffled again."""
    if event.exposed > LAJA_SHOWS:
        return replace(table, tiles=Tiles(Mixed.TO_SHUFFLE, "PG-10.2"))
    # The order of a recorded shuffle stays: what is mixed by hand is for practice only.
    return replace(table, tiles=replace(table.tiles, mixed=Mixed.STACKED))


@clause("PG-10.2", "PG-10.3(b)", "PG-10.5", "PG-10.14")
def tiles_are_shuffled(tiles: Tiles) -> None:
    """Refused until the tiles are shuffled, by the clause that asks for it."""
    if tiles.mixed is Mixed.TO_SHUFFLE:
        why = f" since rule {tiles.because.removeprefix('PG-')} asked for it"
        raise NOT_SHUFFLED(clause=tiles.because, why=why if tiles.because else "")


@clause("PG-10.1")
def tiles_are_stacked(tiles: Tiles) -> None:
    """Refused until the tiles lie in stacks, after a laja where one is due."""
    tiles_are_shuffled(tiles)
    if tiles.mixed is Mixed.LAJA_DUE:
        raise LAJA_NEEDED()
    if tiles.mixed is not Mixed.STACKED:
        raise NOT_STACKED()


def cut_tiles(command: CutTiles, table: InPlay) -> Decision[TilesCut]:
    """A round begins with the cut: tiles stacked, what was decided done, nobody there who may not
    be."""
    no_round(table)
    tiles_are_stacked(table.tiles)
    removals_decided(table)
    if table.bank.mode is not Mode.HOUSE:
        box_is_on(table.bank.box, table)
    kept_apart((seat.player for seat in table.seats), command.apart)
    if command.today != table.day:
        raise DAY_OVER(day=table.day)
    if table.events >= MOST_EVENTS:
        raise SITTING_FULL()
    return happened(TilesCut(table.current, table.bank))


def tiles_cut(table: Table, event: TilesCut) -> Table:
    """Wagers can be placed."""
    return replace(table, round=Round(event.round, event.bank))
