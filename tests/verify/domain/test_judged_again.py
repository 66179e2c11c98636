"""What a claim is judged by after it was told: the draw's word, what is judged again, and what bars
nobody (rule 5.11)."""

from __future__ import annotations

import pytest

from services.verify.domain.block.state import Span
from services.verify.domain.desk import claims, collecting
from services.verify.domain.desk.claim import (
    PUT_RIGHT,
    Elsewhere,
    Outcome,
    Verdict,
)
from services.verify.domain.desk.claims import (
    ClaimReopened,
    OpenClaim,
    TakeRighting,
    TakeVerdict,
    VoidedStage,
    WinVoided,
)
from services.verify.domain.desk.course import WinRecorded
from services.verify.domain.desk.late import SalesAmended, SalesReduced, TakeBack, TakeLateSale
from services.verify.domain.desk.selling import CloseSales
from services.verify.domain.desk.state import GivenBack
from services.verify.domain.game import game
from services.verify.domain.game.answering import Cry
from tests.kit.law import permits
from tests.verify.domain.claims import (
    BINGO,
    LINE,
    REST,
    ROOM,
    TOP,
    Desk,
    Told,
    allowed,
    decided,
    desk_refused,
    found,
    refused,
)
from tests.verify.domain.sales import at, nzd

# -- following the draw ----------------------------------------------------------------------------


def test_a_call_out_opens_its_claim_once() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    again = OpenClaim(line, ROOM, 5, Cry.LINE, False, "", False, at(90))
    desk.when(again).nothing()


def test_what_this_desk_has_told_comes_back_and_has_won_then() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.examined(line)
    back = TakeVerdict(line, Verdict.VALID, (LINE,), False, False, "sup", at(66))
    assert desk.when(back).events == (WinRecorded(line, (LINE,), 5, at(66)),)
    desk.when(back).nothing()
    other = desk.cry()
    desk.decide(other, None)
    refused_ = TakeVerdict(other, Verdict.NOT_VALID, (), False, False, "sup", at(67))
    desk.when(refused_).nothing()


def test_the_win_is_on_the_call_that_was_judged_and_not_the_one_that_was_answered() -> None:
    told = Told().call(*TOP, 90)
    told.tell(game.SaidWrongly(6, 90, 89, 6, at(50)))
    desk = Desk(told)
    line = desk.cry(heard=40)  # of the call that was wrong, before it was put right
    assert allowed(desk.examined(line)) == (LINE,)
    assert desk.claim(line).after_position == 6
    back = TakeVerdict(line, Verdict.VALID, (LINE,), False, False, "sup", at(66))
    assert desk.when(back).events == (WinRecorded(line, (LINE,), 5, at(66)),)


def test_what_a_supervisor_decided_alone_is_examined_all_the_same() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.when(TakeVerdict(line, Verdict.NOT_VALID, (), True, False, "sup", at(66)))
    assert desk.claim(line).elsewhere.verdict is Verdict.NOT_VALID
    assert allowed(desk.examined(line)) == (LINE,)


def test_a_game_of_which_the_desk_knows_no_claim_changes_nothing() -> None:
    desk = Desk(Told())
    desk.when(TakeVerdict(7, Verdict.VALID, (LINE,), True, False, "sup", at(66))).nothing()
    desk.when(TakeRighting((7,), (VoidedStage(LINE, (7,)),), at(66))).nothing()


def test_a_claim_that_was_decided_on_a_wrong_record_is_judged_again_at_the_same_call() -> None:
    desk = Desk(Told().call(1, 11, 21, 31, 40))
    line = desk.cry()
    assert refused(desk_refused(desk, line, 1))[0] == "NUMBER_NOT_CALLED"
    desk.told.tell(game.KeyedWrongly(5, 41))
    reopened = desk.when(TakeRighting((line,), (), at(70))).events
    assert reopened == (ClaimReopened(line, PUT_RIGHT, at(70)),)
    assert desk.claim(line).reopened
    assert desk.claim(line).collected.card == 1
    made = decided(desk.examined(line))
    assert (made.outcome, made.position) == (Outcome.ALLOWED, 5)
    assert not desk.claim(line).reopened


def test_an_undecided_claim_is_not_opened_again() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.when(TakeRighting((line,), (), at(70))).nothing()


def test_what_was_read_and_verified_on_a_wrong_record_is_done_anew() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.examined(line)
    desk.when(TakeRighting((line,), (), at(70)))
    desk.decide(line).refused(collecting.NUMBERS_NOT_READ)


def test_case_b2_winners_that_were_voided_have_not_won() -> None:
    desk = Desk(Told().call(*REST, *TOP))
    bingo = desk.cry(cry=Cry.BINGO)
    desk.examined(bingo)
    voided = desk.when(TakeRighting((), (VoidedStage(LINE, (bingo,)),), at(70))).events
    assert voided == (WinVoided(bingo, LINE, at(70)),)
    assert desk.claim(bingo).decided.standing == (BINGO,)
    desk.when(TakeRighting((), (VoidedStage(LINE, (bingo,)),), at(71))).nothing()


def test_what_the_draw_alone_had_valid_is_voided_beside_the_claim() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.when(TakeVerdict(line, Verdict.VALID, (LINE,), True, False, "sup", at(66)))
    desk.when(TakeRighting((), (VoidedStage(LINE, (line,)),), at(70)))
    assert desk.claim(line).elsewhere.verdict is Verdict.VOIDED


def test_a_win_that_was_voided_in_the_draw_counts_for_no_other_claim() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.when(TakeVerdict(line, Verdict.VALID, (LINE,), True, False, "sup", at(66)))
    desk.when(TakeRighting((), (VoidedStage(LINE, (line,)),), at(70)))
    assert allowed(desk.examined(line)) == (LINE,)
    desk.told.call(2, 12, 22, 32, 42)
    assert allowed(desk.examined(desk.cry(), 2)) == (LINE,)


def test_of_two_stages_that_the_draw_alone_had_valid_the_other_one_stands() -> None:
    desk = Desk(Told().call(*REST, *TOP))
    bingo = desk.cry(cry=Cry.BINGO)
    desk.when(TakeVerdict(bingo, Verdict.VALID, (LINE, BINGO), True, False, "sup", at(66)))
    desk.when(TakeRighting((), (VoidedStage(LINE, (bingo,)),), at(70)))
    assert desk.claim(bingo).elsewhere == Elsewhere(Verdict.VALID, (BINGO,), "sup")
    desk.when(TakeRighting((), (VoidedStage(BINGO, (bingo,)),), at(71)))
    assert desk.claim(bingo).elsewhere == Elsewhere(Verdict.VOIDED, (), "sup")


def test_case_b25_a_late_entered_sale_has_the_claim_judged_again_at_the_same_call() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.collect(line, found=found(seller=""))
    assert refused(desk.decide(line, found=found(seller="")))[0] == "CARD_NOT_SOLD"
    desk.told.call(90)
    sale = TakeLateSale(6, nzd(1_000), at(80), Span(1, 6))
    events = desk.when(sale).events
    assert events[0] == SalesAmended(6, nzd(1_000), at(80))
    assert events[1:] == (ClaimReopened(line, claims.SOLD_AFTER_ALL, at(80)),)
    made = decided(desk.examined(line))
    assert (made.outcome, made.position) == (Outcome.ALLOWED, 5)


@pytest.mark.parametrize("cards", [Span(2, 6), None])
def test_other_cards_open_nothing_again(cards: Span | None) -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.collect(line, found=found(seller=""))
    desk.decide(line, found=found(seller=""))
    sale = TakeLateSale(5, nzd(1_000), at(80), cards)
    assert desk.when(sale).events == (SalesAmended(5, nzd(1_000), at(80)),)


def test_a_claim_that_is_decided_is_decided() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.examined(line)
    for step in (desk.collect, desk.read, desk.verify, desk.decide):
        told = step(line).refused(collecting.CLAIM_DECIDED, "NZB-5.7(c)")
        assert told.sentence == "Claim 1 was decided before: allowed."
    desk.rule(line, True).refused(collecting.CLAIM_DECIDED)


# -- what bars nobody ------------------------------------------------------------------------------


@permits("NZB-5.11")
def test_nzb_5_11_another_games_card_of_the_same_number_bars_nobody() -> None:
    desk = Desk(Told().call(*TOP))
    other, honest = desk.cry(), desk.cry()
    desk.collect(other, serial_number="B 77")
    assert refused(desk.decide(other))[0] == "SERIAL_NOT_OF_THIS_GAME"
    assert allowed(desk.examined(honest)) == (LINE,)


@permits("NZB-5.11")
def test_nzb_5_11_a_serial_number_that_was_mistyped_bars_nobody() -> None:
    desk = Desk(Told().call(*TOP))
    mistyped, again = desk.cry(), desk.cry()
    desk.collect(mistyped, serial_number="A 1240")
    desk.decide(mistyped)
    assert allowed(desk.examined(again)) == (LINE,)


def test_a_card_that_was_not_sold_then_bars_nobody_who_bought_it() -> None:
    desk = Desk(Told().call(*TOP))
    unsold, bought = desk.cry(), desk.cry()
    desk.collect(unsold, found=found(seller=""))
    assert refused(desk.decide(unsold, found=found(seller="")))[0] == "CARD_NOT_SOLD"
    assert allowed(desk.examined(bought)) == (LINE,)


def test_a_claim_that_won_with_a_card_whose_sale_was_none_is_judged_again() -> None:
    desk = Desk(Told().call(*TOP))
    first, other = desk.cry(), desk.cry()
    desk.examined(first)
    desk.examined(other, 2)
    desk.when(CloseSales(at(65)))
    outcome = desk.when(TakeBack(1, nzd(200), at(66), Span(1, 3)))
    again = ClaimReopened(first, "the sale of its card was voided", at(66))
    assert outcome.events == (SalesReduced(1, nzd(200), at(66)), again)
    assert desk.when(TakeBack(1, nzd(200), at(67))).events == (SalesReduced(1, nzd(200), at(67)),)
    assert desk.state.sales.back == GivenBack(2, nzd(400))
    assert desk.claim(first).decided is None
    desk.collect(first, found=found(seller=""))
    assert refused(desk.decide(first, found=found(seller="")))[0] == "CARD_NOT_SOLD"
