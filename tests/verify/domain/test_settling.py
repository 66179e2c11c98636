"""Prizes are settled: when, among whom, and what becomes of it afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from services.verify.domain.desk.claim import PUT_RIGHT
from services.verify.domain.desk.claims import ClaimReopened, TakeRighting, VoidedStage, WinVoided
from services.verify.domain.desk.contesting import CLAIM_UNDECIDED
from services.verify.domain.desk.course import (
    PlayEnded,
    PlayWentOn,
    PrizesAnnounced,
    TakePlay,
    TakePrizes,
)
from services.verify.domain.desk.deciding import DecideClaim
from services.verify.domain.desk.paying import NO_SUCH_SHARE, NOT_SETTLED
from services.verify.domain.desk.prizes import OddCents, StagePrize
from services.verify.domain.desk.rules import PrizeRules
from services.verify.domain.desk.settling import (
    RecoveryDue,
    SettlementReopened,
    StageSettled,
    settled,
)
from services.verify.domain.game import game
from services.verify.domain.game.answering import Cry
from tests.kit.law import permits, refuses
from tests.verify.domain.claims import BINGO, HALL, LINE, ROOM, TOP, Told, found
from tests.verify.domain.prizes import OF_STAGE, PRIZES, Till, tied
from tests.verify.domain.prizes import settled as settled_till
from tests.verify.domain.sales import at, nzd


def of(outcome: Any, *kinds: type) -> list[Any]:
    """The events of these kinds that came of a step."""
    return [each for each in outcome.events if isinstance(each, kinds)]


# -- when ------------------------------------------------------------------------------------------


def test_a_stage_is_settled_when_the_next_number_is_called_and_not_before() -> None:
    till = tied(2)
    assert till.state.settlements == ()
    went, made = till.go_on().events
    assert (went, made.kind, made.stage, made.round) == (
        PlayWentOn(16, made.at),
        OF_STAGE,
        LINE,
        1,
    )
    assert (made.title, made.pattern, made.position) == ("line", "any_row", 15)
    assert [each.amount for each in made.shares] == [nzd(5_000), nzd(5_000)]


def test_the_end_of_the_game_settles_what_was_won_on_its_last_number() -> None:
    till = tied(1)
    *_, ended, made = till.end().events
    assert ended == PlayEnded(False, False, made.at)
    assert isinstance(made, StageSettled)


def test_a_number_that_settles_nothing_leaves_no_mark() -> None:
    till = Till(Told().call(*TOP))
    till.when(TakePlay(False, 5, False, False, False, at(101))).nothing()
    till.go_on().nothing()
    settled_till(1).go_on(89).nothing()


def test_the_number_that_is_called_out_for_is_not_the_one_that_ends_the_time_for_it() -> None:
    till = tied(1)  # on call 15
    till.when(TakePlay(False, 15, False, False, False, at(101))).nothing()
    assert till.when(TakePlay(False, 16, False, False, False, at(102))).events


def test_what_was_put_right_says_how_far_the_game_is_then() -> None:
    till = tied(1)  # on call 15
    play = TakePlay(False, 16, False, False, False, at(101))
    went_on, made = till.when(TakeRighting((), (), at(101), play=play)).events
    assert went_on == PlayWentOn(16, at(101))
    assert isinstance(made, StageSettled)


def test_nothing_is_settled_while_a_call_out_for_the_same_number_is_undecided() -> None:
    till = Till(Told().call(*TOP))
    first, _ = till.cry(), till.cry()
    till.win(first)
    assert not of(till.go_on(), StageSettled)
    assert not of(till.go_on(89), StageSettled)


def test_the_decision_of_the_last_claim_settles_what_had_waited_for_it() -> None:
    till = Till(Told().call(*TOP))
    first, second = till.cry(), till.cry()
    till.win(first)
    till.go_on()
    (made,) = of(till.decide(second, None), StageSettled)
    assert [each.call_outs for each in made.shares] == [(first,)]


def test_a_claim_that_the_draw_has_not_taken_over_yet_keeps_the_prize_waiting() -> None:
    till = tied(0)
    one, two = till.cry(), till.cry()
    till.win(one, 1)
    till.examined(two, 2)
    assert not of(till.go_on(), StageSettled)
    (made,) = of(till.follow(two), StageSettled)
    assert [each.cards for each in made.shares] == [(1,), (2,)]


def test_what_was_won_in_a_game_that_is_void_stays_won_and_is_settled() -> None:
    till = tied(1)
    assert of(till.end(void=True), StageSettled)
    assert till.pay().refusal is None


# -- among whom ------------------------------------------------------------------------------------


@permits("NZB-5.4")
def test_nzb_5_4_players_who_called_out_after_the_same_number_share_equally() -> None:
    assert settled_till(3).amounts() == [3_334, 3_334, 3_334]


@refuses("NZB-5.4")
def test_nzb_5_4_who_completed_and_did_not_call_out_has_no_share() -> None:
    till = settled_till(2)  # the third card has its line as well
    refused = till.pay(3, 3_334)
    refused.refused(NO_SUCH_SHARE, "NZB-5.4")
    assert "1 and 2" in refused.refusal.sentence


def named(till: Till, number: int, card: int, *same: int) -> None:
    """A claim is decided, whose player is found to have made others."""
    till.collect(number, card)
    till.read(number)
    till.verify(number)
    seen = till.told.seen(number)
    command = DecideClaim(number, ROOM, False, found(card), seen, "sup", at(64), same)
    assert till.when(command).refusal is None
    till.follow(number)


def test_nzb_5_4_a_player_with_two_cards_has_one_share() -> None:
    till = tied(0)
    one, two, three = till.cry(), till.cry(), till.cry()
    named(till, one, 1)
    named(till, two, 2)
    named(till, three, 3, one)
    till.go_on()
    assert till.amounts() == [5_000, 5_000]
    first, second = till.settlement().shares
    assert (first.call_outs, first.cards) == ((one, three), (1, 3))
    assert second.call_outs == (two,)


def test_nzb_5_4_the_supervisor_says_that_two_call_outs_are_one_player() -> None:
    till = settled_till(3)
    (told, made) = till.tell(1, 3).events
    assert told.same
    assert [each.call_outs for each in made.shares] == [(1, 3), (2,)]
    assert till.amounts() == [5_000, 5_000]
    till.tell(1, 3).nothing()


def test_nzb_5_4_two_players_of_one_name_are_told_apart() -> None:
    till = tied(0)
    one, two = till.cry(), till.cry()
    named(till, one, 1)
    named(till, two, 2, one)
    till.go_on()
    assert till.amounts() == [10_000]
    till.tell(one, two, same=False)
    assert till.amounts() == [5_000, 5_000]


def test_nzb_5_4_who_was_told_apart_and_is_one_player_after_all_is_so_for_good() -> None:
    """Names that are heard later join them as those of one player."""
    till = tied(0)
    one, two, three = till.cry(), till.cry(), till.cry()
    till.tell(one, two, same=False)
    till.tell(one, two)
    assert (till.state.same, till.state.apart) == ((frozenset({one, two}),), frozenset())
    named(till, one, 1)
    named(till, three, 3, one)
    assert till.state.same == (frozenset({one, two, three}),)


def test_nzb_5_4_a_name_does_not_join_one_call_out_with_one_that_was_told_apart() -> None:
    till = tied(0)
    one, two, three = till.cry(), till.cry(), till.cry()
    till.tell(one, three, same=False)
    named(till, one, 1)
    named(till, two, 2, one)
    assert till.state.same == ()


def test_the_order_is_by_sale_then_by_card_number() -> None:
    till = tied(0)
    sold_at = {1: at(30), 2: at(20), 3: at(20)}
    numbers = {card: till.cry() for card in (1, 3, 2)}
    for card, number in numbers.items():
        till.collect(number, card, found=found(card, sold_at=sold_at[card]))
        till.read(number, found=found(card, sold_at=sold_at[card]))
        till.verify(number)
        till.decide(number, card, found=found(card, sold_at=sold_at[card]))
        till.follow(number)
    till.go_on()
    assert [each.cards for each in till.settlement().shares] == [(2,), (3,), (1,)]


def test_a_hall_that_plays_along_pays_what_its_players_won() -> None:
    till = tied(1)
    far = till.cry(room=HALL)
    till.follow(far, unverified=True)
    till.go_on()
    assert [each.venue for each in till.settlement().shares] == ["akl", "wlg"]


def test_each_stage_is_settled_for_itself() -> None:
    every = [*TOP, 44, 51, 61, 71, 81, 5, 15, 25, 35, 55]
    till = Till(Told().call(*every))
    both = till.cry(cry=Cry.BINGO)
    till.examined(both)
    till.follow(both, LINE, BINGO)
    till.end()
    assert (till.amounts(), till.amounts(BINGO)) == ([10_000], [50_000])


# -- what is divided -------------------------------------------------------------------------------


def test_what_was_announced_is_divided() -> None:
    till = tied(2)
    told = (StagePrize(LINE, nzd(7_000), "any_row", 0), PRIZES[1])
    till.when(TakePrizes(told, till.tick())).then(PrizesAnnounced(told, at(till.seconds)))
    till.go_on()
    assert till.amounts() == [3_500, 3_500]


def test_the_prizes_as_they_are_leave_no_mark() -> None:
    tied(1).when(TakePrizes(PRIZES, at(99))).nothing()


def test_a_prize_that_is_no_money_is_settled_and_owes_nothing() -> None:
    till = settled_till(2, stages=(StagePrize(LINE, None, "any_row", 0),))
    settlement = till.settlement()
    assert [each.amount for each in settlement.shares] == [None, None]
    assert [each.owed for each in settlement.accounts] == [0, 0]


@pytest.mark.parametrize(
    ("policy", "each", "odd"),
    [(OddCents.JACKPOT, 3_334, 2), (OddCents.ROUND_UP, 3_334, 2), (OddCents.HOUSE_KEEPS, 3_333, 1)],
)
def test_odd_cents_go_where_the_profile_says(policy: OddCents, each: int, odd: int) -> None:
    till = settled_till(3, prizes=PrizeRules(odd_cents=policy))
    assert till.amounts() == [each] * 3
    assert till.settlement().odd_cents == nzd(odd)
    kept = policy is OddCents.HOUSE_KEEPS  # without a jackpot there is none that they could go to
    assert till.settlement().to is (OddCents.HOUSE_KEEPS if kept else OddCents.ROUND_UP)
    assert till.settlement().jackpot == ""


# -- afterwards ------------------------------------------------------------------------------------


def test_a_winner_who_is_voided_leaves_the_prize_to_the_others() -> None:
    till = settled_till(2)
    voided, reopened, made = till.void(1).events
    assert voided == WinVoided(1, LINE, reopened.at)
    assert (reopened.round, made.round) == (1, 2)
    assert till.amounts() == [10_000]
    assert till.settlement().shares[0].share == 2, "a player keeps the share's number"
    till.pay(1).refused(NO_SUCH_SHARE, "NZB-5.4")
    assert till.pay(2).refusal is None


def test_a_settlement_without_a_winner_is_open_until_somebody_wins() -> None:
    till = settled_till(1)
    assert of(till.void(1), SettlementReopened, StageSettled)[0].reason == "winners were voided"
    till.pay().refused(NOT_SETTLED)
    again = till.cry(after=15)
    till.rule(again, True)
    till.win(again, 2)
    assert till.settlement().round == 2
    assert till.amounts() == [10_000]
    assert till.pay(2).refusal is None


def test_what_was_paid_to_a_voided_winner_is_to_be_recovered() -> None:
    till = settled_till(2)
    till.pay(1, 5_000)
    due = of(till.void(1), RecoveryDue)
    assert due == [RecoveryDue(OF_STAGE, LINE, 1, nzd(5_000), at(till.seconds))]
    assert [each.owed for each in till.settlement().accounts] == [10_000, 0]


def test_a_winner_who_is_found_later_shares_and_what_was_paid_too_much_is_due() -> None:
    till = settled_till(1)
    till.pay()
    late = till.cry(after=15)
    till.rule(late, True)
    till.win(late, 2)
    made = till.settlement()
    assert (made.round, till.amounts()) == (2, [5_000, 5_000])
    assert [(each.owed, each.due) for each in made.accounts] == [(0, 5_000), (5_000, 0)]


def test_a_correction_in_one_commit_voids_reopens_and_makes_due() -> None:
    till = settled_till(1)
    till.pay()
    other = till.cry(after=15)
    till.decide(other, None)
    till.told.tell(game.WinnersVoided(LINE.value, (1,)))
    outcome = till.when(TakeRighting((other,), (VoidedStage(LINE, (1,)),), till.tick()))
    kinds = [type(each) for each in outcome.events]
    assert kinds == [WinVoided, ClaimReopened, SettlementReopened, RecoveryDue]


def test_nothing_happens_to_a_desk_that_has_no_prizes() -> None:
    till = Till()
    assert settled(till.state, till.state, at()) == ()


# -- Tennessee 13 ----------------------------------------------------------------------------------


def corrected() -> tuple[Till, int, int]:
    """A line was won on call 15; another player's card was wrong by a number that had been keyed
    wrongly, and is right since the record was corrected."""
    till = Till(Told(law="TNB").call(*(1, 11, 21, 31), *(2, 12, 22, 40), 41, 42))
    won, wrong = till.cry(after=10), till.cry(after=10)
    till.collect(wrong, 2)
    till.decide(wrong, 2)
    till.told.tell(game.KeyedWrongly(8, 32))
    return till, won, wrong


@permits("TNB-13-award")
def test_tnb_13_a_player_whose_bingo_the_correction_completes_has_the_prize() -> None:
    till, won, wrong = corrected()
    till.decide(won, None)
    till.when(TakeRighting((wrong,), (), till.tick()))
    till.win(wrong, 2)
    till.go_on()
    assert [each.call_outs for each in till.settlement().shares] == [(wrong,)]
    assert till.pay().refusal is None


@refuses("TNB-13-award")
def test_tnb_13_nobody_is_paid_before_the_player_whom_the_correction_completes_is_judged() -> None:
    till = tied(0)
    till.told.game = Told(law="TNB").call(*(1, 11, 21, 31), 41).game
    till.told.calls = 5
    one, two = till.cry(after=5), till.cry(after=5)
    till.win(one, 1)
    till.decide(two, None)
    till.go_on()
    reopened = till.when(TakeRighting((two,), (), till.tick())).events
    assert reopened[0].reason == PUT_RIGHT
    till.pay().refused(CLAIM_UNDECIDED, "TNB-13-award")
    till.decide(two, None)
    assert till.pay().refusal is None
