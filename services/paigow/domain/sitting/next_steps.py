"""What may be done at a table now, whose it is, and which clause asks for it.

It decides nothing: each step's own chapter does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from services.paigow.domain.sitting.rounds import Hand, Mode, Outcome, Round, SetBy, Step
from services.paigow.domain.sitting.setting import CO_BANKER_SEES
from services.paigow.domain.sitting.state import (
    BOXES,
    Counted,
    Gone,
    InPlay,
    Mixed,
    Opened,
    State,
    Table,
)
from services.paigow.domain.sitting.steps import law_of, next_to_expose, next_to_pay, to_clear

DEALER, SUPERVISOR, CASINO = "dealer", "game supervisor", "casino supervisor"


@dataclass(frozen=True, slots=True)
class NextStep:
    """Something that may be done: by which RPC, whose it is, by which clause, in a sentence."""

    method: str
    who: str
    clause: str
    says: str


_STAFF = NextStep("AssignStaff", SUPERVISOR, "", "Relieve the dealer or the game supervisor.")


def next_steps(sitting: State) -> tuple[NextStep, ...]:
    """What may be done now, the next step of the round first; irregularities last."""
    match sitting:
        case Opened():
            again = NextStep("CountFloat", SUPERVISOR, "", "If the count was wrong, make it again.")
            sign = NextStep("SignOpening", "second person", "", "Count the float and sign.")
            return (sign, again, _STAFF)
        case Counted():
            return tuple(_counted(sitting))
        case InPlay() if sitting.difference is not None:
            says = "Decide what differs; until then the table stands still."
            decide = NextStep("DecideDifference", SUPERVISOR, "", says)
            return (decide, *_notices(sitting), *_while_still(sitting))
        case InPlay() if sitting.round is None:
            return (*_notices(sitting), *_between(sitting), *_disputes(sitting), _STAFF)
        case InPlay():
            current = sitting.round
            steps = _STEPS[current.step](sitting, current) if current else ()
            wrong = _irregular(sitting)
            return (*_notices(sitting), *steps, *wrong, *_disputes(sitting), _STAFF)
    return ()


def _counted(sitting: Counted) -> Iterator[NextStep]:
    yield NextStep("SignClosing", "second person", "", "Count the float again and sign.")
    yield NextStep("DecideCount", CASINO, "", "If the count differs, decide with a reason.")


def _notices(table: Table) -> Iterator[NextStep]:
    for each in table.removals:
        if not each.acknowledged_by:
            says = f"Acknowledge the notice of removal {each.removal}."
            yield NextStep("AcknowledgeNotice", CASINO, "PG-10.9", says)
        elif each.out is None:
            says = f"Decide whether removal {each.removal} holds in later rounds."
            yield NextStep("DecideRemoval", CASINO, "PG-10.9", says)
        if each.gone is Gone.BOX and not each.box and each.out is not False:
            says = f"Shake the dice for the box of removal {each.removal}."
            yield NextStep("ShakeForRemoval", DEALER, "PG-10.10", says)


def _between(table: Table) -> Iterator[NextStep]:
    law = table.tiles.because
    match table.tiles.mixed:
        case Mixed.TO_SHUFFLE:
            yield NextStep("ShuffleTiles", DEALER, law, "Shuffle all the tiles.")
        case Mixed.SHUFFLED:
            yield NextStep("StackTiles", DEALER, "", "Stack the tiles in eight stacks of four.")
        case Mixed.LAJA_DUE:
            yield NextStep("PerformLaja", DEALER, "PG-10.1", "A tile showed: perform a laja.")
        case Mixed.STACKED:
            yield NextStep("CutTiles", DEALER, "", "Cut the tiles: a round begins.")
    yield NextStep("GiveBank", DEALER, "PG-9.3(a)", "Offer the bank round; the chung goes with it.")
    yield NextStep("SeatPlayer", DEALER, "PG-10.12", "Seat players at free boxes.")
    yield NextStep("OrderReshuffle", SUPERVISOR, "PG-10.5", "Have the tiles reshuffled.")
    yield NextStep("TakeCredit", SUPERVISOR, "", "Take a fill or a credit.")
    yield from _removal(table)
    yield NextStep("CountFloat", SUPERVISOR, "", "Count the float to close the table.")


def _wagers(table: Table, current: Round) -> Iterator[NextStep]:
    yield NextStep("PlaceWager", DEALER, "", "Take wagers.")
    if current.bank.mode is Mode.HOUSE:
        yield NextStep("CloseWagers", DEALER, "", "Close the wagers.")
    else:
        law = law_of(current.bank.mode, co="PG-9.3(b)")
        yield NextStep("PlaceBankersWager", DEALER, law, "After all others the banker wagers.")


def _matching(table: Table, current: Round) -> Iterator[NextStep]:
    amount = table.shown(current.bankers_wager)
    yield NextStep(
        "MatchBankersWager", DEALER, "PG-9.3(c)", f"Put {amount} from the float beside it."
    )


def _dice(table: Table, current: Round) -> Iterator[NextStep]:
    yield NextStep("ShakeDice", DEALER, "", "Shake the dice; the chung's box counts as one.")


def _dealing(table: Table, current: Round) -> Iterator[NextStep]:
    box = current.order[len(current.hands)]
    law = law_of(current.bank.mode, co="PG-9.3(a)") if box == current.bank.box else ""
    yield NextStep("DealHand", DEALER, law, f"The next set goes to box {box}.")


def _setting(table: Table, current: Round) -> Iterator[NextStep]:
    mode = current.bank.mode
    if mode is Mode.CO and _may_show(current):
        says = "The co-banker may be let expose two of the bank's tiles."
        yield NextStep("ExposeCoBankersTiles", DEALER, "PG-9.3(e)", says)
    if mode is Mode.CO and not current.bankers_tiles_placed:
        says = "Put the bank's tiles in front of the float tray."
        yield NextStep("PlaceBankersTiles", DEALER, "PG-9.3(d)", says)
    waiting = [hand for hand in current.players_hands if hand.laid is None]
    bank = current.bankers_hand
    if mode is Mode.PLAYER and bank is not None and bank.laid is None:
        waiting.append(bank)
    for hand in waiting:
        yield _to_set(hand, table)
    if waiting or bank is None:
        return
    if bank.laid is None:
        law = law_of(mode, co="PG-9.3(e)")
        yield NextStep("SetBankersHand", DEALER, law, "Set the bank's hand the house way.")
        return
    yield from _bank_to_confirm(table, current, bank)
    yield NextStep("ExposeBankersHand", DEALER, "", "Expose the bank's hand.")


def _may_show(current: Round) -> bool:
    bank = current.bankers_hand
    free = bank is not None and bank.laid is None and len(bank.shown_by_player) < CO_BANKER_SEES
    return free and current.bankers_tiles_placed


def _to_set(hand: Hand, table: Table) -> NextStep:
    seat = table.seat(hand.box)
    if seat is not None and seat.absent:
        says = f"Set the hand of box {hand.box} the house way: its player is away."
        return NextStep("SetHouseWay", DEALER, "PG-10.17", says)
    return NextStep("SetHand", DEALER, "", f"The player of box {hand.box} sets the hand.")


def _bank_to_confirm(table: Table, current: Round, bank: Hand) -> Iterator[NextStep]:
    dealers = bank.set_by is not SetBy.PLAYER
    if dealers and table.rules.house_way_confirmed and not current.confirmed:
        says = "Confirm that the bank's hand is set the house way."
        yield NextStep("ConfirmHouseWay", SUPERVISOR, "PG-10.8(a)", says)


def _exposing(table: Table, current: Round) -> Iterator[NextStep]:
    mode, hand = current.bank.mode, to_clear(current)
    bank = current.bankers_hand
    if bank is not None and bank.laid is None:
        command = "SetHouseWay" if mode is Mode.PLAYER else "SetBankersHand"
        yield NextStep(command, DEALER, "PG-10.8(a)", "Set the bank's hand again, the house way.")
    elif bank is not None:
        yield from _bank_to_confirm(table, current, bank)
    if hand is not None and hand.outcome is Outcome.LOSE:
        says = f"Pick up the losing wager and the tiles of box {hand.box}."
        yield NextStep("CollectWager", DEALER, law_of(mode, co="PG-9.3(g)"), says)
        return
    if hand is not None:
        says = f"Remove the tiles of the push at box {hand.box}; the wager remains."
        yield NextStep("ClearPush", DEALER, law_of(mode, co="PG-9.3(h)"), says)
        return
    following = next_to_expose(table, current)
    if following is not None and following.disturbed and following.laid is None:
        says = f"Set the disturbed tiles of box {following.box} the house way."
        yield NextStep("SetHouseWay", DEALER, "PG-10.15", says)
    elif following is not None and following.laid is None:
        yield _to_set(following, table)
    elif following is not None:
        says = f"Expose and match the hand of box {following.box}."
        yield NextStep("ExposeHand", DEALER, law_of(mode, co="PG-9.3(f)"), says)


def _paying(table: Table, current: Round) -> Iterator[NextStep]:
    winner = next_to_pay(table, current)
    if winner is not None:
        law = law_of(current.bank.mode, co="PG-9.3(i)", player="PG-9.2(j)")
        yield NextStep(
            "PayWinner", DEALER, law or "PG-6.16", f"Pay the winner at box {winner.box}."
        )


def _dividing(table: Table, current: Round) -> Iterator[NextStep]:
    law = law_of(current.bank.mode, co="PG-9.3(j)", player="PG-9.2(k)")
    yield NextStep("HandOverRest", DEALER, law, "Hand over what is left.")


def _irregular(table: Table) -> Iterator[NextStep]:
    """What may be done about what goes wrong, at this step."""
    step = table.round.step if table.round else Step.SETTLED
    early = step.value < Step.EXPOSING.value
    dealt = Step.DEALING.value <= step.value <= Step.EXPOSING.value
    unpaid = Step.DEALING.value <= step.value <= Step.DIVIDING.value
    if step.value < Step.DEALING.value:
        yield NextStep("CallOffRound", SUPERVISOR, "", "Call the round off: everything goes back.")
    if early:
        yield NextStep("OrderReshuffle", SUPERVISOR, "PG-10.5", "Void the round and reshuffle.")
    if early and dealt:
        yield NextStep("RecordExposure", DEALER, "PG-10.4", "Record tiles that were exposed.")
        says = "A player calls the hand void, two tiles or more exposed by the dealer."
        yield NextStep("CallHandVoid", DEALER, "PG-10.3(a)", says)
        yield NextStep("MarkAbsent", DEALER, "PG-10.17", "Record that a player is away, or back.")
        yield NextStep("CorrectDice", SUPERVISOR, "", "Correct dice that were entered wrongly.")
    if unpaid and not _somebody_is_paid(table):
        yield NextStep("DeclareMisdeal", SUPERVISOR, "PG-10.14", "Void a round dealt wrongly.")
    if unpaid and not early and _dealer_set_the_bank(table):
        says = "Report that the bank's hand is not set the house way."
        yield NextStep("ReportNotHouseWay", SUPERVISOR, "PG-10.8(a)", says)
    if dealt:
        yield NextStep("CorrectDeal", SUPERVISOR, "", "Correct a hand that was entered wrongly.")
        yield NextStep("RecordMixedHands", SUPERVISOR, "PG-10.16", "Record hands that were mixed.")
    if step is Step.EXPOSING:
        says = "Record that the hand being exposed was knocked down."
        yield NextStep("RecordDisturbed", DEALER, "PG-10.15", says)
        says = "Record that a hand was found with its high hand lower than its low hand."
        yield NextStep("RecordFouled", DEALER, "", says)
    if table.round is not None:
        yield from _removal(table)


def _removal(table: Table) -> Iterator[NextStep]:
    bank = table.bank
    houses = {bank.box} if bank.mode is Mode.HOUSE else set()
    taken = houses | {seat.box for seat in table.seats}
    if bank.mode is not Mode.PLAYER and taken == set(BOXES) and not table.off:
        says = "Take a box or a player out for talking of tiles."
        yield NextStep("OrderRemoval", SUPERVISOR, "PG-10.9", says)


def _while_still(table: Table) -> Iterator[NextStep]:
    """What may be done while a difference waits: what does not turn on it, or takes it away."""
    able = {
        *("DeclareMisdeal", "RecordDisturbed", "RecordFouled", "RecordMixedHands"),
        "CorrectDeal",
    }
    yield from (each for each in _irregular(table) if each.method in able)
    yield NextStep("TakeFill", SUPERVISOR, "", "Take a fill.")
    yield _STAFF


def _disputes(table: Table) -> Iterator[NextStep]:
    for case in table.disputes:
        if case.ruling is None:
            yield NextStep("RuleDispute", CASINO, "", f"Rule dispute {case.dispute}.")
        elif not case.reviewed_by:
            says = f"Another casino supervisor reviews dispute {case.dispute}."
            yield NextStep("ReviewDispute", CASINO, "", says)


def _somebody_is_paid(table: Table) -> bool:
    hands = table.round.players_hands if table.round else ()
    return any(hand.outcome is Outcome.WIN and hand.cleared for hand in hands)


def _dealer_set_the_bank(table: Table) -> bool:
    bank = table.round.bankers_hand if table.round else None
    return bank is not None and bank.laid is not None and bank.set_by is not SetBy.PLAYER


_STEPS = {
    Step.WAGERS: _wagers,
    Step.MATCHING: _matching,
    Step.DICE: _dice,
    Step.DEALING: _dealing,
    Step.SETTING: _setting,
    Step.EXPOSING: _exposing,
    Step.PAYING: _paying,
    Step.DIVIDING: _dividing,
}
