"""The showdown: hands exposed and matched one by one, losers picked up at once (9.3(f) to (h))."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, clause, happened
from services.paigow.domain.sitting.chips import LOSING_AREA, Move, move, wager_of
from services.paigow.domain.sitting.confirming import BANKS_HAND_NOT_SET, bank_is_ready
from services.paigow.domain.sitting.differences import DifferenceFound, differs
from services.paigow.domain.sitting.rounds import Hand, Outcome, Round, Step
from services.paigow.domain.sitting.setting import (
    DISTURBED,
    NOT_ALL_SET,
    all_others_set,
    hand_at,
)
from services.paigow.domain.sitting.state import Differing, InPlay, Table, Told
from services.paigow.domain.sitting.steps import (
    at_step,
    gone_on,
    law_of,
    next_to_expose,
    to_clear,
    with_moves,
)
from services.paigow.domain.tiles import ranking

NOT_THE_NEXT_HAND = Reason(
    "NOT_THE_NEXT_HAND",
    "The next hand is that of box {next}, not of box {box}.",
    "Expose and match counter clockwise from the bank's box.",
)
NOT_EXPOSED = Reason(
    "NOT_EXPOSED",
    "The hand of box {box} has not been exposed.",
    "Expose and match it first, when its turn comes.",
)
EXPOSED_ALREADY = Reason(
    "EXPOSED_ALREADY",
    "The bank's hand is exposed.",
    "Go on with the players' hands.",
)
BANK_COMES_FIRST = Reason(
    "BANK_COMES_FIRST",
    "The bank's hand has not been exposed.",
    "Expose the bank's hand first.",
)
LOSER_NOT_PICKED_UP = Reason(
    "LOSER_NOT_PICKED_UP",
    "The losing wager of box {box} lies there still.",
    "Pick it up into the losing wager area and its tiles into the designated area, at once.",
)
PUSH_NOT_CLEARED = Reason(
    "PUSH_NOT_CLEARED",
    "The tiles of the push at box {box} lie there still.",
    "Remove the tiles to the designated area; the wager remains.",
)
NOT_LOST = Reason(
    "NOT_LOST",
    "The wager of box {box} is not lost: the hand is {outcome}.",
    "Leave the wager where it is.",
)
NOT_A_PUSH = Reason(
    "NOT_A_PUSH",
    "The hand of box {box} is no push: it is {outcome}.",
    "Pick up the wager of a loser; a winner's tiles stay until it is paid.",
)


@dataclass(frozen=True, slots=True)
class ExposeBankersHand(Told):
    """The bank's hand is turned over."""


@dataclass(frozen=True, slots=True)
class ExposeHand(Told):
    """A player's hand is turned over and matched; `outcome` is what the dealer calls."""

    box: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class CollectWager(Told):
    """A losing wager of `amount` and its tiles are picked up."""

    box: int
    amount: int


@dataclass(frozen=True, slots=True)
class ClearPush(Told):
    """The tiles of a push are removed."""

    box: int


@dataclass(frozen=True, slots=True)
class BankersHandExposed:
    """Everybody sees the bank's hand."""


@dataclass(frozen=True, slots=True)
class HandExposed:
    """A hand was matched against the bank's: what it comes to, and how the two rank."""

    box: int
    outcome: Outcome
    words: str


@dataclass(frozen=True, slots=True)
class WagerCollected:
    """A losing wager lies in the losing wager area, its tiles in the designated area."""

    box: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class PushCleared:
    """The tiles of a push are removed, and the wager remains."""

    box: int


def expose_bankers_hand(command: ExposeBankersHand, table: InPlay) -> Decision[BankersHandExposed]:
    """When all hands are set and the bank's is confirmed, the bank's is exposed first."""
    if table.round is not None and table.round.step is Step.EXPOSING:
        raise EXPOSED_ALREADY()
    current = at_step(table, Step.SETTING, co="PG-9.3(f)")
    all_others_set(current)
    bank_is_ready(table, current)
    return happened(BankersHandExposed())


def bankers_hand_exposed(table: Table, current: Round, _: BankersHandExposed) -> Table:
    """The showdown has begun."""
    shown = current.with_hand(current.bank.box, exposed=True)
    return replace(table, round=gone_on(table, replace(shown, step=Step.EXPOSING)))


@clause("PG-9.3(f)", "PG-9.3(g)", "PG-9.3(h)", "PG-10.15")
def expose_hand(command: ExposeHand, table: InPlay) -> Decision[HandExposed | DifferenceFound]:
    """One by one, counter clockwise from the bank's box; what was lost or pushed is dealt with
    before the next."""
    if table.round is not None and table.round.step is Step.SETTING:
        raise BANK_COMES_FIRST(clause=law_of(table.round.bank.mode, co="PG-9.3(f)"))
    current = at_step(table, Step.EXPOSING, co="PG-9.3(f)")
    hand = hand_at(command.box, current)
    _all_is_cleared(current)
    due = next_to_expose(table, current)
    if due is None or due.box != command.box:
        box = due.box if due else 0
        law = law_of(current.bank.mode, co="PG-9.3(f)")
        raise NOT_THE_NEXT_HAND(clause=law, next=box, box=command.box)
    if hand.laid is None:
        raise DISTURBED(box=hand.box) if hand.disturbed else NOT_ALL_SET(box=hand.box)
    bank = bank_is_ready(table, current)
    outcome, words = matched(hand, bank, table)
    if command.outcome is not outcome:
        entered, computed = _said(command.outcome), _said(outcome)
        return differs(command.by, Differing.RESULT, hand.box, entered, computed)
    return happened(HandExposed(hand.box, outcome, words))


def hand_exposed(table: Table, current: Round, event: HandExposed) -> Table:
    """Everybody sees it."""
    shown = current.with_hand(event.box, exposed=True, outcome=event.outcome)
    return replace(table, round=gone_on(table, shown))


@clause("PG-9.3(g)", "PG-9.3(h)")
def collect_wager(
    command: CollectWager, table: InPlay
) -> Decision[WagerCollected | DifferenceFound]:
    """A lost wager goes to the losing wager area at once; one that is not lost stays."""
    current = at_step(table, Step.EXPOSING, co="PG-9.3(g)")
    hand = _exposed(command.box, current)
    if hand.outcome is not Outcome.LOSE or hand.cleared:
        push = hand.outcome is Outcome.PUSH
        law = law_of(current.bank.mode, co="PG-9.3(h)" if push else "PG-9.3(g)")
        raise NOT_LOST(clause=law, box=hand.box, outcome=_stands(hand))
    wager = current.wager(command.box)
    amount = wager.amount if wager else 0
    if command.amount != amount:
        entered, computed = table.shown(command.amount), table.shown(amount)
        law = law_of(current.bank.mode, co="PG-9.3(g)")
        return differs(command.by, Differing.COLLECTION, hand.box, entered, computed, law)
    return happened(WagerCollected(hand.box, move(wager_of(hand.box), LOSING_AREA, amount)))


def wager_collected(table: Table, current: Round, event: WagerCollected) -> Table:
    """It lies in the losing wager area."""
    return with_moves(table, current.with_hand(event.box, cleared=True), event.moves)


@clause("PG-9.3(h)")
def clear_push(command: ClearPush, table: InPlay) -> Decision[PushCleared]:
    """The tiles go, the wager remains."""
    current = at_step(table, Step.EXPOSING, co="PG-9.3(h)")
    hand = _exposed(command.box, current)
    if hand.outcome is not Outcome.PUSH:
        law = law_of(current.bank.mode, co="PG-9.3(h)")
        raise NOT_A_PUSH(clause=law, box=hand.box, outcome=_stands(hand))
    return Decision() if hand.cleared else happened(PushCleared(hand.box))


def push_cleared(table: Table, current: Round, event: PushCleared) -> Table:
    """The wager lies where it lay."""
    return replace(table, round=gone_on(table, current.with_hand(event.box, cleared=True)))


def matched(hand: Hand, bank: Hand, table: Table) -> tuple[Outcome, str]:
    """What a player's hand comes to against the bank's, and how their halves rank."""
    if hand.laid is None or bank.laid is None:
        raise BANKS_HAND_NOT_SET()
    ours, theirs, settings = hand.laid.setting, bank.laid.setting, table.rules.settings
    outcome = Outcome[ranking.outcome(ours, theirs, settings).name]
    high, low = (
        f"{ranking.rank(mine, settings).name} against {ranking.rank(other, settings).name}"
        for mine, other in ((ours.high, theirs.high), (ours.low, theirs.low))
    )
    return outcome, f"high {high}, low {low}"


@clause("PG-9.3(g)", "PG-9.3(h)")
def _all_is_cleared(current: Round) -> None:
    hand = to_clear(current)
    if hand is None:
        return
    mode = current.bank.mode
    if hand.outcome is Outcome.LOSE:
        raise LOSER_NOT_PICKED_UP(clause=law_of(mode, co="PG-9.3(g)"), box=hand.box)
    raise PUSH_NOT_CLEARED(clause=law_of(mode, co="PG-9.3(h)"), box=hand.box)


def _exposed(box: int, current: Round) -> Hand:
    hand = hand_at(box, current)
    if hand.outcome is None:
        raise NOT_EXPOSED(clause=law_of(current.bank.mode, co="PG-9.3(f)"), box=box)
    return hand


def _stands(hand: Hand) -> str:
    said = _said(hand.outcome) if hand.outcome else "not matched"
    return f"{said}, and dealt with" if hand.cleared else said


def _said(outcome: Outcome) -> str:
    return {Outcome.WIN: "a win", Outcome.LOSE: "a loss", Outcome.PUSH: "a push"}[outcome]
