"""What comes when: the moment of each step of a round, and where a round goes next."""

from __future__ import annotations

from dataclasses import replace

from services.kernel.law import Reason
from services.paigow.domain.sitting.chips import (
    BANKER_AREA,
    FLOAT,
    LOSING_AREA,
    Move,
    lying,
    move,
    moved,
    player_of,
    to_float,
    wager_of,
)
from services.paigow.domain.sitting.rounds import Hand, Mode, Outcome, Round, Step
from services.paigow.domain.sitting.state import HOUSE_BANKS, Gone, Mixed, Seat, Table, Tiles

NO_ROUND = Reason(
    "NO_ROUND",
    "There is no round: the tiles have not been cut.",
    "Shuffle, stack and cut the tiles first.",
)
NOT_NOW = Reason(
    "NOT_NOW",
    "This is not the moment for it: in round {round} {now}.",
    "Do first what is due; `eyesdown sitting explain` says what that is.",
)


def law_of(mode: Mode, *, co: str = "", player: str = "") -> str:
    """The clause of a step where the house and a player co-bank, or a player banks alone."""
    return {Mode.CO: co, Mode.PLAYER: player, Mode.HOUSE: ""}[mode]


def at_step(table: Table, *steps: Step, co: str = "", player: str = "") -> Round:
    """The round, if it is at one of these steps; refused otherwise, by the clause of the step."""
    current = table.round
    if current is None:
        law = law_of(table.bank.mode, co=co, player=player)
        raise NO_ROUND(clause=law)
    if current.step not in steps:
        law = law_of(current.bank.mode, co=co, player=player)
        raise NOT_NOW(clause=law, round=current.number, now=current.step.said)
    return current


def next_to_expose(table: Table, current: Round) -> Hand | None:
    """The next player's hand, counter clockwise from the bank's box; None when all are exposed."""
    left = {hand.box: hand for hand in current.players_hands if not hand.exposed}
    order = table.after(current.bank.box, tuple(left))
    return left[order[0]] if order else None


def to_clear(current: Round) -> Hand | None:
    """The exposed hand whose wager or tiles have not been dealt with."""
    return next(
        (
            hand
            for hand in current.players_hands
            if hand.exposed and not hand.cleared and hand.outcome is not Outcome.WIN
        ),
        None,
    )


def next_to_pay(table: Table, current: Round) -> Hand | None:
    """The next winner, counter clockwise from the bank's box; None when all are paid."""
    left = {
        hand.box: hand
        for hand in current.players_hands
        if hand.outcome is Outcome.WIN and not hand.cleared
    }
    order = table.after(current.bank.box, tuple(left))
    return left[order[0]] if order else None


def gone_on(table: Table, current: Round) -> Round:
    """The round at its next step, where what was due is done."""
    step = current.step
    if step is Step.EXPOSING and not next_to_expose(table, current) and not to_clear(current):
        step = Step.PAYING
    if step is Step.PAYING and not next_to_pay(table, current):
        step = Step.DIVIDING
    return replace(current, step=step)


def with_moves(table: Table, current: Round, moves: tuple[Move, ...]) -> Table:
    """The table with this round after chips have moved, at its next step."""
    laid = gone_on(table, replace(current, piles=moved(current.piles, moves)))
    return replace(table, round=laid, float_total=table.float_total + to_float(moves))


def all_back(current: Round) -> tuple[Move, ...]:
    """Everything on the layout goes back to whose it was: what a void round comes to."""
    moves: list[Move] = []
    for wager in current.wagers:
        box = wager.box
        moves += move(wager_of(box), player_of(box), lying(current.piles, wager_of(box)))
        hand = current.hand(box)
        if hand is not None and hand.outcome is Outcome.LOSE and hand.cleared:
            moves += move(LOSING_AREA, player_of(box), wager.amount)
    bank = current.bank.box
    moves += move(wager_of(bank), player_of(bank), lying(current.piles, wager_of(bank)))
    area = lying(current.piles, BANKER_AREA)
    moves += move(BANKER_AREA, player_of(bank), min(area, current.bankers_wager))
    moves += move(BANKER_AREA, FLOAT, area - min(area, current.bankers_wager))
    return tuple(moves)


def over(table: Table, ended: Round, because: str) -> Table:
    """The table when a round is over: the tiles are shuffled, and who was removed has gone."""
    gone = {each.player for each in table.removals if each.gone is Gone.PLAYER and not each.over}
    after = replace(
        table,
        round=None,
        difference=None,
        rounds=(*table.rounds, ended),
        tiles=Tiles(Mixed.TO_SHUFFLE, because),
    )
    return seats_left(after, tuple(seat for seat in table.seats if seat.player not in gone))


def without_difference(table: Table, box: int) -> Table:
    """The table when nothing that was entered about a box waits for a decision any more."""
    waits = table.difference
    return replace(table, difference=None) if waits is not None and waits.box == box else table


def seats_left(table: Table, seats: tuple[Seat, ...]) -> Table:
    """The table with these seats; the house banks when the banker's is not among them."""
    banks = table.bank.mode is Mode.HOUSE or any(seat.box == table.bank.box for seat in seats)
    return replace(table, seats=seats, bank=table.bank if banks else HOUSE_BANKS)
