"""Paying the winners and dividing what is left (rules 9.2(j) to (l), 9.3(i) to (l))."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, clause, happened
from services.paigow.domain.sitting.chips import (
    FLOAT,
    LOSING_AREA,
    Move,
    lying,
    move,
    player_of,
    wager_of,
)
from services.paigow.domain.sitting.differences import DifferenceFound, differs
from services.paigow.domain.sitting.rounds import Hand, Mode, Outcome, Round, Step
from services.paigow.domain.sitting.setting import hand_at
from services.paigow.domain.sitting.settlement import Division, Payment, division, payment
from services.paigow.domain.sitting.state import Differing, InPlay, Table, Told
from services.paigow.domain.sitting.steps import (
    at_step,
    law_of,
    next_to_pay,
    over,
    with_moves,
)

NOT_ALL_EXPOSED = Reason(
    "NOT_ALL_EXPOSED",
    "Not all hands at the table have been exposed, and nobody is paid before.",
    "Expose and match the other hands first.",
)
NOT_THE_NEXT_WINNER = Reason(
    "NOT_THE_NEXT_WINNER",
    "The next winner is box {next}, not box {box}.",
    "Pay box by box, counter clockwise from the bank's box.",
)
NOT_WON = Reason(
    "NOT_WON",
    "The wager of box {box} is not won, or paid already.",
    "Leave it: a push is not paid, and a winner is paid once.",
    clause="PG-6.16",
)
WINNERS_NOT_PAID = Reason(
    "WINNERS_NOT_PAID",
    "The winner at box {next} has not been paid.",
    "Pay all winning wagers first; what is left then is divided.",
)


@dataclass(frozen=True, slots=True)
class PayWinner(Told):
    """The dealer pays a winner out of the losing wager area, and out of the bank what that lacks;
    `commission` is what the dealer keeps back of it."""

    box: int
    from_losing_area: int
    from_bank: int
    commission: int


@dataclass(frozen=True, slots=True)
class HandOverRest(Told):
    """The dealer hands over what is left: to the banker, to the float, and the commission."""

    to_banker: int
    to_float: int
    commission: int


@dataclass(frozen=True, slots=True)
class WinnerPaid:
    """A winner has wager and winnings, and the tiles lie in the designated area."""

    box: int
    winnings: int
    from_losing_area: int
    from_bank: int
    commission: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """What was left is handed over: the round is over."""

    to_banker: int
    to_float: int
    commission: int
    moves: tuple[Move, ...]


@clause("PG-6.16", "PG-9.2(j)", "PG-9.2(l)", "PG-9.3(i)", "PG-9.3(l)")
def pay_winner(command: PayWinner, table: InPlay) -> Decision[WinnerPaid | DifferenceFound]:
    """When all hands are exposed, box by box from the bank's; the tiles go with the payment."""
    current = _all_are_exposed(table)
    hand = hand_at(command.box, current)
    wager = current.wager(command.box)
    if hand.outcome is not Outcome.WIN or hand.cleared or wager is None:
        raise NOT_WON(box=command.box)
    due = next_to_pay(table, current)
    if due is not None and due.box != command.box:
        law = law_of(current.bank.mode, co="PG-9.3(i)", player="PG-9.2(j)")
        raise NOT_THE_NEXT_WINNER(clause=law, next=due.box, box=command.box)
    owed = payment(current, wager.amount, table.rules, table.smallest)
    paid = Payment(
        command.from_losing_area + command.from_bank,
        command.from_losing_area,
        command.from_bank,
        command.commission,
    )
    if paid != owed:
        law = _law_of_payment(paid, owed, current.bank.mode)
        said, right = _paid(paid, table), _paid(owed, table)
        return differs(command.by, Differing.PAYMENT, command.box, said, right, law)
    moves = _payment_moves(command.box, wager.amount, owed, current)
    return happened(
        WinnerPaid(
            command.box,
            owed.winnings,
            owed.from_losing_area,
            owed.from_bank,
            owed.commission,
            moves,
        )
    )


def winner_paid(table: Table, current: Round, event: WinnerPaid) -> Table:
    """The box is settled."""
    return with_moves(table, current.with_hand(event.box, cleared=True), event.moves)


@clause("PG-6.17", "PG-9.2(k)", "PG-9.3(j)", "PG-9.3(k)", "PG-9.3(l)")
def hand_over_rest(
    command: HandOverRest, table: InPlay
) -> Decision[RoundSettled | DifferenceFound]:
    """With all winners paid, the rest is the bank's, less commission; pushes are as they were."""
    current = _all_are_paid(table)
    owed = division(current, table.rules, table.smallest)
    entered = Division(command.to_banker, command.to_float, command.commission)
    if entered != owed:
        law = _law_of_division(entered, owed, current)
        said, right = _divided(entered, table), _divided(owed, table)
        return differs(command.by, Differing.DIVISION, 0, said, right, law)
    moves = _division_moves(owed, current)
    return happened(RoundSettled(owed.to_banker, owed.to_float, owed.commission, moves))


def round_settled(table: Table, current: Round, event: RoundSettled) -> Table:
    """The round is over, and the tiles are shuffled for the next."""
    after = with_moves(table, replace(current, step=Step.SETTLED), event.moves)
    return after if after.round is None else over(after, after.round, "")


@clause("PG-9.2(j)", "PG-9.3(i)")
def _all_are_exposed(table: Table) -> Round:
    current = table.round
    if current is not None and current.step in (Step.SETTING, Step.EXPOSING):
        law = law_of(current.bank.mode, co="PG-9.3(i)", player="PG-9.2(j)")
        raise NOT_ALL_EXPOSED(clause=law)
    return at_step(table, Step.PAYING, co="PG-9.3(i)", player="PG-9.2(j)")


@clause("PG-9.2(k)", "PG-9.3(j)")
def _all_are_paid(table: Table) -> Round:
    current = table.round
    if current is not None and current.step is Step.PAYING:
        due: Hand | None = next_to_pay(table, current)
        law = law_of(current.bank.mode, co="PG-9.3(j)", player="PG-9.2(k)")
        raise WINNERS_NOT_PAID(clause=law, next=due.box if due else 0)
    return at_step(table, Step.DIVIDING, co="PG-9.3(j)", player="PG-9.2(k)")


def _payment_moves(box: int, wager: int, owed: Payment, current: Round) -> tuple[Move, ...]:
    """Winnings are put beside the wager; commission goes to the float, the rest to the player."""
    return (
        *move(LOSING_AREA, wager_of(box), owed.from_losing_area),
        *move(current.bank_spot, wager_of(box), owed.from_bank),
        *move(wager_of(box), FLOAT, owed.commission),
        *move(wager_of(box), player_of(box), wager + owed.winnings - owed.commission),
    )


def _division_moves(owed: Division, current: Round) -> tuple[Move, ...]:
    """First everything that goes to the float, then the banker's; pushes are free again."""
    banker = player_of(current.bank.box)
    moves: list[Move] = []
    house, theirs = owed.to_float + owed.commission, owed.to_banker
    for spot in (LOSING_AREA, current.bank_spot):
        here = 0 if spot == FLOAT else lying(current.piles, spot)
        to_house = min(here, house)
        moves += move(spot, FLOAT, to_house)
        to_them = min(here - to_house, theirs)
        moves += move(spot, banker, to_them)
        house, theirs = house - to_house, theirs - to_them
    for hand in current.players_hands:
        if hand.outcome is Outcome.PUSH:
            kept = lying(current.piles, wager_of(hand.box))
            moves += move(wager_of(hand.box), player_of(hand.box), kept)
    return tuple(moves)


def _law_of_payment(paid: Payment, owed: Payment, mode: Mode) -> str:
    if paid.winnings != owed.winnings:
        return "PG-6.16"
    if paid.commission != owed.commission:
        return "PG-6.17"
    return law_of(mode, co="PG-9.3(l)", player="PG-9.2(l)")


def _law_of_division(entered: Division, owed: Division, current: Round) -> str:
    if entered.commission != owed.commission:
        return "PG-6.17"
    short = current.bank_left < 2 * current.bankers_wager
    both = entered.to_float != owed.to_float and entered.to_banker != owed.to_banker
    co = "PG-9.3(l)" if short else "PG-9.3(j)" if both else "PG-9.3(k)"
    return law_of(current.bank.mode, co=co, player="PG-9.2(k)")


def _paid(paid: Payment, table: Table) -> str:
    losing, bank = table.shown(paid.from_losing_area), table.shown(paid.from_bank)
    taken = table.shown(paid.commission)
    return f"{losing} from the losing wager area and {bank} from the bank, less {taken}"


def _divided(made: Division, table: Table) -> str:
    banker, house = table.shown(made.to_banker), table.shown(made.to_float)
    return (
        f"{banker} to the banker, {house} to the float and {table.shown(made.commission)} "
        "commission"
    )
