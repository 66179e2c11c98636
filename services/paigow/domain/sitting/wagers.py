"""Wagers: the players', then the banker's, then the house's beside it (rules 9.3(b), 9.3(c))."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, clause, happened
from services.paigow.domain.sitting.boxes import box_is_on, seated
from services.paigow.domain.sitting.chips import (
    BANKER_AREA,
    FLOAT,
    Move,
    move,
    player_of,
    wager_of,
)
from services.paigow.domain.sitting.opening import float_holds, in_chips
from services.paigow.domain.sitting.rounds import Mode, Round, Step, Wager
from services.paigow.domain.sitting.state import InPlay, Table, Told
from services.paigow.domain.sitting.steps import at_step, with_moves

BANKS_HERE = Reason(
    "BANKS_HERE",
    "Box {box} has the chung: no player's wager goes there.",
    "Place the wager on another box; what a banker wagers comes after all others.",
)
OFF_LIMITS = Reason(
    "OFF_LIMITS",
    "A wager of {amount} is off the limits of this table, {least} to {most}.",
    "Place a wager within the limits that the sign shows.",
)
NO_WAGER_THERE = Reason(
    "NO_WAGER_THERE",
    "There is no wager on box {box}.",
    "Look at the layout again.",
)
NO_WAGERS = Reason(
    "NO_WAGERS",
    "Nobody has wagered.",
    "Wait for a wager; without one there is no round.",
)
BANKER_WAGERS_LAST = Reason(
    "BANKER_WAGERS_LAST",
    "The {banker} has wagered, and no other wager comes after that.",
    "Play the round with the wagers that lie there.",
)
HOUSE_BANKS = Reason(
    "HOUSE_BANKS",
    "The house banks this round, and wagers nothing.",
    "Close the wagers instead.",
)
BANKERS_WAGER_DUE = Reason(
    "BANKERS_WAGER_DUE",
    "The {banker} wagers before the wagers are closed.",
    "Place the banker's wager.",
)
BANKERS_WAGER_TOO_SMALL = Reason(
    "BANKERS_WAGER_TOO_SMALL",
    "The {banker} wagers {amount}, and that must be {least} or more: the others wager {total}.",
    "Have the banker add to the wager, or give the bank on.",
)
NOT_MATCHED = Reason(
    "NOT_MATCHED",
    "The house puts {amount} beside the co-banker's wager, which is {wager}.",
    "Take exactly as much from the float as the co-banker wagered, and put both into the banker "
    "wager area.",
    clause="PG-9.3(c)",
)


@dataclass(frozen=True, slots=True)
class PlaceWager(Told):
    """A player's wager on a box; another one takes the place of the one that lies there."""

    box: int
    amount: int


@dataclass(frozen=True, slots=True)
class TakeBackWager(Told):
    """A player takes a wager back before wagers are closed."""

    box: int


@dataclass(frozen=True, slots=True)
class CloseWagers(Told):
    """No more wagers; the house banks."""


@dataclass(frozen=True, slots=True)
class PlaceBankersWager(Told):
    """The wager of a player/banker or co-banker, in their own box."""

    amount: int


@dataclass(frozen=True, slots=True)
class MatchBankersWager(Told):
    """The dealer takes `amount` from the float, and puts both wagers into the banker wager area."""

    amount: int


@dataclass(frozen=True, slots=True)
class WagerPlaced:
    """A wager lies on a box."""

    wager: Wager
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class WagerTakenBack:
    """A wager went back to its player."""

    box: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class WagersClosed:
    """No more wagers come."""


@dataclass(frozen=True, slots=True)
class BankersWagerPlaced:
    """The banker has wagered; no player's wager comes any more."""

    amount: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class BankersWagerMatched:
    """The house wagers as much, and both wagers lie in the banker wager area."""

    moves: tuple[Move, ...]


@clause("PG-9.3(b)")
def place_wager(command: PlaceWager, table: InPlay) -> Decision[WagerPlaced]:
    """In the limits, in the table's chips, on a box in play that has a player and not the chung.

    After the banker's wager none is placed.
    """
    current = _wagers_are_open(table)
    box_is_on(command.box, table)
    seat = seated(command.box, table)
    if command.box == current.bank.box:
        raise BANKS_HERE(box=command.box)
    limits = table.limits
    if not limits.least <= command.amount <= limits.most:
        shown = map(table.shown, (command.amount, limits.least, limits.most))
        raise OFF_LIMITS(**dict(zip(("amount", "least", "most"), shown, strict=True)))
    in_chips(command.amount, table)
    before = current.wager(command.box)
    if before is not None and before.amount == command.amount:
        return Decision()
    back = move(wager_of(command.box), player_of(command.box), before.amount if before else 0)
    placed = move(player_of(command.box), wager_of(command.box), command.amount)
    return happened(WagerPlaced(Wager(command.box, seat.player, command.amount), (*back, *placed)))


def wager_placed(table: Table, current: Round, event: WagerPlaced) -> Table:
    """It lies there."""
    others = (wager for wager in current.wagers if wager.box != event.wager.box)
    wagers = tuple(sorted((*others, event.wager), key=lambda wager: wager.box))
    return with_moves(table, replace(current, wagers=wagers), event.moves)


@clause("PG-9.3(b)")
def take_back_wager(command: TakeBackWager, table: InPlay) -> Decision[WagerTakenBack]:
    """Until the wagers are closed, or the banker has wagered, a wager is its player's."""
    current = _wagers_are_open(table)
    wager = current.wager(command.box)
    if wager is None:
        raise NO_WAGER_THERE(box=command.box)
    back = move(wager_of(command.box), player_of(command.box), wager.amount)
    return happened(WagerTakenBack(command.box, back))


def wager_taken_back(table: Table, current: Round, event: WagerTakenBack) -> Table:
    """The box is empty."""
    wagers = tuple(wager for wager in current.wagers if wager.box != event.box)
    return with_moves(table, replace(current, wagers=wagers), event.moves)


def close_wagers(command: CloseWagers, table: InPlay) -> Decision[WagersClosed]:
    """The house banks when there is a wager, and when its float can pay all of them."""
    current = at_step(table, Step.WAGERS)
    if current.bank.mode is not Mode.HOUSE:
        law = "PG-9.3(b)" if current.bank.mode is Mode.CO else ""
        raise BANKERS_WAGER_DUE(clause=law, banker=_banker(current))
    _some_wager(current)
    float_holds(current.total, table)
    return happened(WagersClosed())


def wagers_closed(table: Table, current: Round, _: WagersClosed) -> Table:
    """The dice are due."""
    return replace(table, round=replace(current, step=Step.DICE))


@clause("PG-9.3(b)")
def place_bankers_wager(command: PlaceBankersWager, table: InPlay) -> Decision[BankersWagerPlaced]:
    """After all others: a co-banker at least half of what they wager, a player/banker all of it.

    Until it is matched, or the dice are shaken, another one takes its place.
    """
    current = _banker_may_wager(table)
    if current.bank.mode is Mode.HOUSE:
        raise HOUSE_BANKS()
    _some_wager(current)
    in_chips(command.amount, table)
    co = current.bank.mode is Mode.CO
    times = 2 if co else 1
    least = -(-current.total // (times * table.smallest)) * table.smallest
    if command.amount < least:
        raise BANKERS_WAGER_TOO_SMALL(
            clause="PG-9.3(b)" if co else "",
            banker=_banker(current),
            amount=table.shown(command.amount),
            least=table.shown(least),
            total=table.shown(current.total),
        )
    box = current.bank.box
    before = current.bankers_wager
    if before == command.amount:
        return Decision()
    back = move(wager_of(box), player_of(box), before)
    placed = move(player_of(box), wager_of(box), command.amount)
    return happened(BankersWagerPlaced(command.amount, (*back, *placed)))


def bankers_wager_placed(table: Table, current: Round, event: BankersWagerPlaced) -> Table:
    """It lies in the banker's box; a co-banker's has to be matched."""
    step = Step.MATCHING if current.bank.mode is Mode.CO else Step.DICE
    wagered = replace(current, bankers_wager=event.amount, step=step)
    return with_moves(table, wagered, event.moves)


@clause("PG-9.3(c)")
def match_bankers_wager(command: MatchBankersWager, table: InPlay) -> Decision[BankersWagerMatched]:
    """The house wagers as much as the co-banker, and both go to the banker wager area."""
    current = at_step(table, Step.MATCHING, co="PG-9.3(c)")
    wager = current.bankers_wager
    if command.amount != wager:
        raise NOT_MATCHED(amount=table.shown(command.amount), wager=table.shown(wager))
    float_holds(wager, table)
    box = current.bank.box
    moves = (*move(wager_of(box), BANKER_AREA, wager), *move(FLOAT, BANKER_AREA, wager))
    return happened(BankersWagerMatched(moves))


def bankers_wager_matched(table: Table, current: Round, event: BankersWagerMatched) -> Table:
    """The dice are due."""
    return with_moves(table, replace(current, step=Step.DICE), event.moves)


@clause("PG-9.3(b)")
def _wagers_are_open(table: Table) -> Round:
    current = table.round
    if current is not None and current.bankers_wager and current.step in (Step.MATCHING, Step.DICE):
        law = "PG-9.3(b)" if current.bank.mode is Mode.CO else ""
        raise BANKER_WAGERS_LAST(clause=law, banker=_banker(current))
    return at_step(table, Step.WAGERS)


def _banker_may_wager(table: Table) -> Round:
    current = table.round
    waits = {Mode.CO: Step.MATCHING, Mode.PLAYER: Step.DICE}
    if current is not None and current.step is waits.get(current.bank.mode):
        return current
    return _wagers_are_open(table)


def _some_wager(current: Round) -> None:
    if not current.wagers:
        raise NO_WAGERS()


def _banker(current: Round) -> str:
    return "co-banker" if current.bank.mode is Mode.CO else "player/banker"
