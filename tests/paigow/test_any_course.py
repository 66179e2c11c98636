"""Any course of a table, right or wrong: chips are conserved, and the record tells it all.

A dealer who mostly does what is due, and at times something else, is played at random; everything
that goes wrong at a table is tried at any moment. What the law lets through is folded.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from services.kernel.law import Refused
from services.paigow.codec.sitting import CODEC
from services.paigow.domain.sitting import (
    accidents,
    boxes,
    closing,
    confirming,
    correcting,
    dealing,
    differences,
    directions,
    disputes,
    exposing,
    exposures,
    mixing,
    opening,
    removal,
    setting,
    settling,
    staff,
    voids,
    wagers,
)
from services.paigow.domain.sitting.chips import Chips, Place
from services.paigow.domain.sitting.exposing import matched
from services.paigow.domain.sitting.next_steps import next_steps
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, Round, SetBy, Step
from services.paigow.domain.sitting.settlement import division, payment
from services.paigow.domain.sitting.sitting import SITTINGS, Command, Event
from services.paigow.domain.sitting.state import Finding, Gone, Limits, Post, State, Table
from services.paigow.domain.sitting.steps import next_to_expose, next_to_pay, to_clear
from services.paigow.domain.tiles.ranking import arrangements
from tests.paigow.domain.sitting.play import (
    CASINO,
    CASINO2,
    DAY,
    DEALER,
    FLOAT_TOTAL,
    SECOND,
    SUPERVISOR,
    opened,
    seat,
)

STEPS = 600
OUTSIDE = (Place.FLOAT, Place.PLAYER)


def right(table: Table, rng: Random) -> Command:
    """What a dealer does next who knows the rules."""
    current = table.round
    waiting = [case for case in table.disputes if not case.reviewed_by]
    if waiting and rng.random() < 0.3:
        case = waiting[0]
        if case.ruling is not None:
            return disputes.ReviewDispute(CASINO2, case.dispute)
        finding = rng.choice(list(Finding))
        amount = 0 if finding is Finding.STANDS else 50 * rng.randint(1, 100)
        return disputes.RuleDispute(CASINO, case.dispute, finding, amount, "seen")
    if current is None:
        match table.tiles.mixed.name:
            case "TO_SHUFFLE":
                return mixing.ShuffleTiles(DEALER, rng.randbytes(32))
            case "SHUFFLED":
                return mixing.StackTiles(DEALER, rng.choice((0, 0, 0, 1)))
            case "LAJA_DUE":
                return mixing.PerformLaja(DEALER, rng.choice((0, 1, 3)))
        waits = next((each.removal for each in table.removals if each.out is None), 0)
        if waits:
            told = removal.AcknowledgeNotice(CASINO, waits)
            decided = removal.DecideRemoval(CASINO, waits, rng.random() < 0.5)
            return decided if table.removals[waits - 1].acknowledged_by else told
        unnamed = [each for each in table.removals if each.gone is Gone.BOX and not each.box]
        if any(each.out for each in unnamed):
            # 3 dots are box 3, 4 dots box 4: one of the two is neither the bank's nor off
            number = next(each.removal for each in unnamed if each.out)
            off = 4 if table.bank.box == 3 or 3 in table.off else 3
            return removal.ShakeForRemoval(DEALER, number, (1, 1, off - 2), off)
        if table.off and rng.random() < 0.5:
            back = next(each for each in table.removals if each.box in table.off and not each.over)
            return removal.Reinstate(CASINO, back.removal)
        return mixing.CutTiles(DEALER, DAY.isoformat(), ())
    for hand in current.hands:
        early = current.step in (Step.DEALING, Step.SETTING) and not (hand.viewed or hand.laid)
        if early and not hand.void and len(hand.shown) > 1 and rng.random() < 0.5:
            return exposures.CallHandVoid(DEALER, hand.box)
    return _STEPS[current.step](table, current, rng)


def _wagers(table: Table, current: Round, rng: Random) -> Command:
    free = [
        each.box
        for each in table.seats
        if not current.wager(each.box)
        and each.box != current.bank.box
        and each.box not in table.off
    ]
    if free and (not current.wagers or rng.random() < 0.6):
        return wagers.PlaceWager(DEALER, rng.choice(free), 50 * rng.randint(10, 20))
    if current.bank.mode is Mode.HOUSE:
        return wagers.CloseWagers(DEALER)
    half = current.bank.mode is Mode.CO and rng.random() < 0.5
    amount = -(-current.total // 100) * 50 if half else current.total
    return wagers.PlaceBankersWager(DEALER, amount + 50 * rng.randint(0, 3))


def _dealing(table: Table, current: Round, rng: Random) -> Command:
    dealt = {tile for hand in current.hands for tile in hand.tiles}
    left = sorted(set(range(32)) - dealt)
    box = current.order[len(current.hands)]
    return dealing.DealHand(DEALER, box, tuple(rng.sample(left, 4)))


def _setting(table: Table, current: Round, rng: Random) -> Command:
    bank = current.bankers_hand
    assert bank is not None
    mode = current.bank.mode
    if mode is Mode.CO and not current.bankers_tiles_placed:
        return dealing.PlaceBankersTiles(DEALER)
    if mode is Mode.CO and not (bank.laid or bank.shown_by_player) and rng.random() < 0.2:
        return setting.ExposeCoBankersTiles(DEALER, tuple(rng.sample(bank.tiles, 2)))
    hands = [*current.players_hands, *([bank] if mode is Mode.PLAYER else [])]
    hands.sort(key=lambda hand: hand.box not in boxes.first_boxes(table))
    for hand in hands:
        seated = table.seat(hand.box)
        if hand.laid is None and seated is not None and seated.absent:
            return setting.SetHouseWay(DEALER, hand.box, SetBy.ABSENT)
        if hand.laid is None:
            ways = arrangements(hand.tiles, table.rules.settings)
            return setting.SetHand(DEALER, hand.box, Laid.of(rng.choice(ways)))
    if bank.laid is None:
        others = arrangements(bank.tiles, table.rules.settings)
        laid = Laid.of(rng.choice(others)) if rng.random() < 0.5 else bank.house_way
        return setting.SetBankersHand(DEALER, laid)
    if not current.confirmed and bank.set_by is not SetBy.PLAYER:
        if not bank.is_house_way(table.rules.settings):
            return setting.SetBankersHand(DEALER, bank.house_way)
        return confirming.ConfirmHouseWay(SUPERVISOR)
    return exposing.ExposeBankersHand(DEALER)


def _exposing(table: Table, current: Round, rng: Random) -> Command:
    waits, bank = to_clear(current), current.bankers_hand
    if waits is not None and waits.outcome is Outcome.LOSE:
        wager = current.wager(waits.box)
        return exposing.CollectWager(DEALER, waits.box, wager.amount if wager else 0)
    if waits is not None:
        return exposing.ClearPush(DEALER, waits.box)
    hand = next_to_expose(table, current)
    assert hand is not None
    assert bank is not None
    if bank.laid is None:
        if current.bank.mode is Mode.PLAYER:
            return setting.SetHouseWay(DEALER, bank.box, SetBy.REQUEST)
        return setting.SetBankersHand(DEALER, bank.house_way)
    if not current.confirmed and bank.set_by is not SetBy.PLAYER:
        return confirming.ConfirmHouseWay(SUPERVISOR)
    if hand.laid is None and hand.disturbed:
        return setting.SetHouseWay(DEALER, hand.box, SetBy.DISTURBED)
    if hand.laid is None:
        seated = table.seat(hand.box)
        away = seated is not None and seated.absent
        return setting.SetHouseWay(DEALER, hand.box, SetBy.ABSENT if away else SetBy.REQUEST)
    return exposing.ExposeHand(DEALER, hand.box, matched(hand, bank, table)[0])


def _paying(table: Table, current: Round, rng: Random) -> Command:
    hand = next_to_pay(table, current)
    assert hand is not None
    wager = current.wager(hand.box)
    assert wager is not None
    owed = payment(current, wager.amount, table.rules, table.smallest)
    return settling.PayWinner(
        DEALER, hand.box, owed.from_losing_area, owed.from_bank, owed.commission
    )


def _dividing(table: Table, current: Round, rng: Random) -> Command:
    owed = division(current, table.rules, table.smallest)
    return settling.HandOverRest(DEALER, owed.to_banker, owed.to_float, owed.commission)


_STEPS = {
    Step.WAGERS: _wagers,
    Step.MATCHING: lambda table, current, rng: wagers.MatchBankersWager(
        DEALER, current.bankers_wager
    ),
    Step.DICE: lambda table, current, rng: dealing.ShakeDice(
        DEALER, tuple(rng.randint(1, 6) for _ in range(3))
    ),
    Step.DEALING: _dealing,
    Step.SETTING: _setting,
    Step.EXPOSING: _exposing,
    Step.PAYING: _paying,
    Step.DIVIDING: _dividing,
}


def wrong(table: Table, rng: Random) -> Command:
    """Anything at all, by whomever it belongs to."""
    box, amount = rng.randint(1, 8), 50 * rng.randint(0, 300)
    current = table.round
    if current is not None and rng.random() < 0.8:
        box = rng.choice([current.bank.box, *(each.box for each in current.hands)])
    hand = current.hand(box) if current else None
    four = hand.tiles if hand else (0, 1, 2, 3)
    ways = tuple(Laid.of(each) for each in arrangements(four, table.rules.settings))
    some = tuple(rng.sample(four, rng.randint(1, 3)))
    chips = (Chips(rng.choice(table.denominations), rng.randint(0, 3)),)
    dice = tuple(rng.randint(1, 6) for _ in range(3))
    mode = rng.choice(list(Mode))
    number = rng.randint(1, 3)
    return rng.choice(
        (
            seat(box),
            boxes.LeaveBox(DEALER, box),
            boxes.MarkAbsent(DEALER, box, rng.random() < 0.4),
            boxes.GiveBank(DEALER, mode, box, 1 if mode is Mode.HOUSE else box),
            mixing.CutTiles(DEALER, DAY.isoformat(), ()),
            wagers.PlaceWager(DEALER, box, amount),
            wagers.TakeBackWager(DEALER, box),
            wagers.PlaceBankersWager(DEALER, amount),
            setting.SetHand(DEALER, box, rng.choice(ways)),
            setting.SetHouseWay(DEALER, box, rng.choice(list(SetBy))),
            setting.SetBankersHand(DEALER, rng.choice(ways)),
            setting.ExposeCoBankersTiles(DEALER, some),
            confirming.ReportNotHouseWay(SUPERVISOR, rng.choice(ways)),
            exposing.ExposeHand(DEALER, box, rng.choice(list(Outcome))),
            exposing.CollectWager(DEALER, box, amount),
            settling.PayWinner(DEALER, box, amount, amount, 0),
            settling.HandOverRest(DEALER, amount, 0, 0),
            exposures.RecordExposure(DEALER, box, some, rng.random() < 0.7),
            exposures.RecordViewed(DEALER, box),
            exposures.CallHandVoid(DEALER, box),
            exposures.OrderReshuffle(SUPERVISOR, "seen"),
            accidents.DeclareMisdeal(SUPERVISOR, "five tiles"),
            accidents.RecordDisturbed(DEALER, box),
            accidents.RecordFouled(DEALER, box, Laid(ways[0].low, ways[0].high)),
            correcting.CorrectDeal(SUPERVISOR, box, tuple(rng.sample(range(32), 4))),
            correcting.CorrectDice(SUPERVISOR, dice),
            accidents.RecordMixedHands(SUPERVISOR, (box, box % 8 + 1), rng.random() < 0.3),
            voids.CallOffRound(SUPERVISOR, "nobody"),
            removal.OrderRemoval(SUPERVISOR, rng.choice(list(Gone)), box, "signs"),
            removal.ShakeForRemoval(DEALER, number, dice, rng.choice((0, box))),
            removal.Reinstate(CASINO, number),
            directions.DirectToSetFirst(CASINO, (box,), "looks"),
            directions.DirectToSetFirst(CASINO, (), "over"),
            opening.TakeFill(SUPERVISOR, chips, "sam"),
            opening.TakeCredit(SUPERVISOR, chips, "sam"),
            opening.SetLimits(SUPERVISOR, Limits(5_00, 50 * rng.randint(20, 100))),
            disputes.OpenDispute(SUPERVISOR, number, box, "a push", ""),
            disputes.RuleDispute(CASINO, number, rng.choice(list(Finding)), amount, "seen"),
            disputes.ReviewDispute(CASINO2, number),
            staff.AssignStaff(SUPERVISOR, Post.DEALER, "dan"),
            closing.SignClosing(SECOND),
        )
    )


class Books:
    """Where every chip is, kept by an accountant who sees nothing but the moves."""

    def __init__(self) -> None:
        self.heaps: Counter[tuple[Place, int]] = Counter()
        self.drop = 0

    def enter(self, event: Event) -> None:
        """The moves of an event, and what fills and credits bring and take."""
        for move in getattr(event, "moves", ()):
            assert move.amount > 0
            self.heaps[(move.source.place, move.source.box)] -= move.amount
            self.heaps[(move.target.place, move.target.box)] += move.amount
        if isinstance(event, opening.FloatFilled):
            self.drop += event.entry.total
        if isinstance(event, opening.FloatCredited):
            self.drop -= event.entry.total

    def agree(self, table: Table) -> None:
        """What the table says is what the accountant has, and nothing is less than nothing."""
        for (place, box), amount in self.heaps.items():
            assert place in OUTSIDE or amount >= 0, (place, box, amount)
        layout = {key: n for key, n in self.heaps.items() if key[0] not in OUTSIDE and n}
        said = (
            {(p.spot.place, p.spot.box): p.amount for p in table.round.piles} if table.round else {}
        )
        assert said == layout
        assert table.float_total == FLOAT_TOTAL + self.drop + self.heaps[(Place.FLOAT, 0)]
        assert table.float_total >= 0
        assert sum(self.heaps.values()) == 0


@cache
def played(seed: int) -> tuple[State, list[Event], Counter[str]]:
    """A table played at random."""
    rng, play, books, seen = Random(seed), opened(), Books(), Counter[str]()
    for box in range(2, rng.choice((4, 9))):
        play.do(seat(box))
    state = play.state
    assert isinstance(state, Table)
    for _ in range(STEPS):
        assert isinstance(state, Table)
        if state.difference is not None:
            command: Command = differences.DecideDifference(
                SUPERVISOR, rng.random() < 0.3, "looked"
            )
        else:
            command = right(state, rng) if rng.random() < 0.75 else wrong(state, rng)
        try:
            decision = SITTINGS.decide(command, state)
        except Refused as refused:
            seen[refused.reason.code] += 1
            continue
        for event in decision.events:
            play.events.append(event)
            seen[type(event).__name__] += 1
            books.enter(event)
            state = SITTINGS.evolve(state, event)
            assert isinstance(state, Table)
        books.agree(state)
        next_steps(state)  # what may be done next can always be told
    return state, play.events, seen


@pytest.mark.parametrize("seed", range(40))
def test_chips_are_conserved_whatever_is_done(seed: int) -> None:
    played(seed)


@pytest.mark.parametrize("seed", range(5))
def test_the_record_read_again_is_the_table_as_it_was_live(seed: int) -> None:
    live, events, _ = played(seed)
    again: Any = SITTINGS.initial
    for event in events:
        again = SITTINGS.evolve(again, CODEC.event(CODEC.message(event), None))
    assert again == live


def test_in_these_courses_everything_happens() -> None:
    """Or the tests above would be about nothing."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        seen += played(seed)[2]
    for name in (
        *("RoundSettled", "RoundVoided", "HandVoided", "HandDisturbed", "HandsMixed"),
        *("DifferenceFound", "HouseWayMissed", "CoBankersTilesExposed", "BankersWagerMatched"),
        *("DisputeReviewed", "RemovalOrdered", "TilesExposed", "LajaPerformed", "WinnerPaid"),
    ):
        assert seen[name], f"{name} never happened"
