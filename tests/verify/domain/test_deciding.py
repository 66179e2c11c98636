"""What a claim comes to: which stage it wins, why it does not, and who was too late (rules 5.4 to
5.11)."""

from __future__ import annotations

from dataclasses import replace

from services.verify.domain.cards.readings import Forfeits, WindowEnds
from services.verify.domain.desk import barring, claims, collecting, deciding
from services.verify.domain.desk.claim import (
    Outcome,
    Ruling,
    Verdict,
    together,
)
from services.verify.domain.desk.claims import (
    DecidedElsewhere,
    TakeRighting,
    TakeVerdict,
    VoidedStage,
)
from services.verify.domain.desk.rules import ClaimRules, StandsFor
from services.verify.domain.game import game
from services.verify.domain.game.answering import Cry, came_late, judged_on
from tests.kit.law import permits, refuses
from tests.verify.domain.claims import (
    BINGO,
    LINE,
    REST,
    TOP,
    Desk,
    Told,
    allowed,
    decided,
    desk_refused,
    found,
    on_record,
    refused,
)
from tests.verify.domain.sales import at

# -- which stages ----------------------------------------------------------------------------------


def test_one_call_out_stands_for_every_stage_that_the_number_completes() -> None:
    desk = Desk(Told().call(*REST, *TOP))
    assert allowed(desk.examined(desk.cry(cry=Cry.BINGO))) == (LINE, BINGO)


def test_by_profile_it_stands_for_the_stage_that_the_word_names() -> None:
    named = ClaimRules(stands_for=StandsFor.NAMED_STAGE)
    for cry, won in ((Cry.LINE, (LINE,)), (Cry.BINGO, (BINGO,)), (Cry.NOISE, (LINE, BINGO))):
        desk = Desk(Told().call(*REST, *TOP), named)
        assert allowed(desk.examined(desk.cry(cry=cry))) == won


def test_a_stage_that_is_not_played_for_is_told_so() -> None:
    named = ClaimRules(stands_for=StandsFor.NAMED_STAGE)
    told = Told().call(*TOP)
    told.game = replace(told.game, stages=told.game.stages[1:])
    desk = Desk(told, named)
    line = desk.cry()
    desk.collect(line)
    assert refused(desk.decide(line)) == ("NOTHING_CLAIMED", "NZB-5.2")


def test_those_who_called_out_after_the_same_call_are_kept_together() -> None:
    desk = Desk(Told().call(2, 12, 22, 32, 1, 11, 21, 31, 42, 41))
    first, second = desk.cry(), desk.cry()
    earlier = desk.cry(after=3)
    assert together(desk.state.claims, desk.claim(first)) == (second,)
    assert together(desk.state.claims, desk.claim(earlier)) == ()
    assert allowed(desk.examined(first, 1)) == (LINE,)
    assert refused(desk_refused(desk, second, 2))[0] == "NOT_ON_LAST_NUMBER"


def test_one_number_completes_several_cards() -> None:
    both = found(2, face=(*TOP, *found(2).face[5:]))
    desk = Desk(Told().call(*TOP))
    first, second = desk.cry(), desk.cry()
    assert allowed(desk.examined(first, 1)) == (LINE,)
    desk.collect(second, found=both)
    desk.read(second, found=both)
    desk.verify(second)
    assert allowed(desk.decide(second, found=both)) == (LINE,)


def test_a_stage_that_was_won_on_an_earlier_call_is_not_won_again() -> None:
    desk = Desk(Told().call(*TOP))
    assert allowed(desk.examined(desk.cry())) == (LINE,)
    desk.told.call(2, 12, 22, 32, 42)
    later = desk.cry()
    assert refused(desk_refused(desk, later, 2)) == ("STAGE_WON_BEFORE", "NZB-5.4")
    told = desk.claim(later).collected.examination.finding(LINE)
    assert told.says == "The line was won on call 5; this claim is for call 10."


def test_a_stage_that_the_draw_has_a_winner_of_is_won() -> None:
    told = Told().call(*TOP)
    told.tell(game.Decided(told.cry(), (LINE.value,), False)).call(2, 12, 22, 32, 42)
    desk = Desk(told)
    later = desk.cry()
    assert refused(desk_refused(desk, later, 2))[0] == "STAGE_WON_BEFORE"


def test_a_claim_before_the_winners_waits_until_they_are_voided() -> None:
    desk = Desk(Told().call(2, 12, 22, 32, 42))
    early = desk.cry(heard=60)
    desk.told.call(*TOP)
    late = desk.cry()
    assert allowed(desk.examined(late, 1)) == (LINE,)
    desk.collect(early, 2)
    told = desk.decide(early, 2).refused(barring.CLAIM_BEFORE_THE_WINNER, "NZB-5.10")
    assert told.sentence == "This claim is for call 5, before the line was won on call 10."
    desk.when(TakeRighting((), (VoidedStage(LINE, (late,)),), at(70)))
    desk.collect(early, 2)
    desk.read(early)
    desk.verify(early)
    assert allowed(desk.decide(early, 2)) == (LINE,)


def test_in_a_void_game_nothing_more_is_won() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.told.tell(game.Ended(void=True))
    desk.collect(line)
    assert refused(desk.decide(line)) == ("WON_IN_A_VOID_GAME", "")


# -- refusals --------------------------------------------------------------------------------------


@refuses("NZB-5.7(c)(ii)")
def test_nzb_5_7_c_ii_a_number_that_was_not_called_is_named() -> None:
    desk = Desk(Told().call(1, 11, 21, 31))
    line = desk.cry()
    desk.collect(line)
    finding = desk.claim(line).collected.examination.finding(LINE)
    assert finding.says == "The line is not complete. Not called yet: 41."
    assert refused(desk.decide(line)) == ("NUMBER_NOT_CALLED", "NZB-5.7(c)(ii)")


@refuses("NZB-5.7(c)(iii)")
def test_nzb_5_7_c_iii_a_row_that_was_slept_is_not_on_the_last_number() -> None:
    desk = Desk(Told().call(*TOP, 90))
    assert refused(desk_refused(desk, desk.cry(), 1)) == ("NOT_ON_LAST_NUMBER", "NZB-5.7(c)(iii)")


def test_without_the_last_number_rule_it_wins() -> None:
    desk = Desk(Told().call(*TOP, 90), ClaimRules(last_number=False))
    assert allowed(desk.examined(desk.cry())) == (LINE,)


def test_an_earlier_slept_row_spoils_nothing_or_by_profile_the_stage() -> None:
    told = Told().call(*TOP, 90, 44, 51, 61, 71, 81)
    desk = Desk(told)
    assert allowed(desk.examined(desk.cry())) == (LINE,)
    strict = Desk(told.sees(), ClaimRules(forfeits=Forfeits.STAGE))
    assert refused(desk_refused(strict, strict.cry(), 1)) == ("FORFEITED", "NZB-5.10")


def test_what_the_player_is_told_is_of_the_stage_that_was_called_out() -> None:
    desk = Desk(Told().call(*TOP, 90))
    assert refused(desk_refused(desk, desk.cry(cry=Cry.BINGO), 1))[0] == "NUMBER_NOT_CALLED"
    assert refused(desk_refused(desk, desk.cry(cry=Cry.LINE), 2))[0] == "NUMBER_NOT_CALLED"
    assert refused(desk_refused(desk, desk.cry(cry=Cry.NOISE), 3))[0] == "NUMBER_NOT_CALLED"


def test_a_player_without_a_card_is_refused() -> None:
    desk = Desk(Told().call(*TOP))
    assert refused(desk.decide(desk.cry(), None)) == ("NO_CARD_SHOWN", "NZB-5.7(c)")


def test_a_noise_on_anothers_behalf_is_no_call_out() -> None:
    desk = Desk(Told().call(*TOP))
    noise = desk.cry(cry=Cry.NOISE, on_behalf=True)
    assert refused(desk_refused(desk, noise, 1)) == ("NOISE_FOR_ANOTHER", "NZB-5.3")
    word = desk.cry(cry=Cry.LINE, on_behalf=True)
    assert allowed(desk.examined(word)) == (LINE,)


def test_a_call_that_was_spoken_is_first_put_on_record() -> None:
    desk = Desk(Told().call(1, 11, 21, 31))
    line = desk.cry(after=5)
    desk.collect(line)
    desk.decide(line).refused(collecting.CALL_NOT_ON_RECORD, "NZB-5.7(c)(iii)")
    desk.told.call(41)
    assert allowed(desk.examined(line)) == (LINE,)


def test_a_call_of_which_only_the_letter_was_spoken_was_none() -> None:
    told = Told().call(1, 11, 21, 31)
    desk = Desk(told)
    line = desk.cry(after=5)
    told.tell(game.CutOff(5))
    desk.collect(line)
    assert decided(desk.decide(line)).position == 4


# -- 5.11 ------------------------------------------------------------------------------------------


@permits("NZB-5.11")
def test_nzb_5_11_a_player_who_was_wrong_plays_on_and_may_win_later() -> None:
    desk = Desk(Told().call(1, 11, 21, 31))
    assert refused(desk_refused(desk, desk.cry(), 1))[0] == "NUMBER_NOT_CALLED"
    desk.told.call(41)
    assert allowed(desk.examined(desk.cry())) == (LINE,)


@refuses("NZB-5.11")
def test_nzb_5_11_the_same_card_is_not_checked_twice_at_the_same_call() -> None:
    desk = Desk(Told().call(*TOP))
    first, again, other = desk.cry(), desk.cry(), desk.cry()
    assert allowed(desk.examined(first)) == (LINE,)
    assert refused(desk_refused(desk, again, 1)) == ("ALREADY_CHECKED", "NZB-5.11")
    told = desk.claim(again).collected.examination.finding(LINE)
    assert told.says == "Card 1 was checked for the line at call 5 with claim 1: allowed."
    assert refused(desk_refused(desk, other, 2))[0] == "NUMBER_NOT_CALLED"


def test_the_claim_that_was_first_is_not_barred_by_the_one_that_repeated_it() -> None:
    desk = Desk(Told().call(*TOP))
    first, again = desk.cry(), desk.cry()
    desk.examined(first)
    assert refused(desk_refused(desk, again, 1))[0] == "ALREADY_CHECKED"
    desk.when(TakeRighting((first,), (), at(70)))
    assert allowed(desk.examined(first)) == (LINE,)


def test_by_profile_it_may_be_checked_for_another_stage_at_the_same_call() -> None:
    desk = Desk(Told().call(*REST, *TOP), ClaimRules(stands_for=StandsFor.NAMED_STAGE))
    assert allowed(desk.examined(desk.cry(cry=Cry.LINE))) == (LINE,)
    assert allowed(desk.examined(desk.cry(cry=Cry.BINGO))) == (BINGO,)


# -- late ------------------------------------------------------------------------------------------


@permits("NZB-5.10")
def test_nzb_5_10_a_late_call_out_that_was_in_time_in_the_hall_wins() -> None:
    desk = Desk(Told().call(*TOP, 90))
    line = desk.cry(after=5)
    desk.collect(line)
    desk.read(line)
    desk.verify(line)
    desk.decide(line).refused(claims.CLAIM_TO_BE_RULED, "NZB-5.10")
    desk.rule(line, True)
    assert desk.claim(line).ruling is Ruling.IN_TIME
    made = decided(desk.decide(line))
    assert (made.outcome, made.position, made.ruled_in_time) == (Outcome.ALLOWED, 5, True)


@refuses("NZB-5.10")
def test_nzb_5_10_a_late_call_out_forfeits_the_prize_and_nothing_else() -> None:
    desk = Desk(Told().call(*TOP, 90))
    late = desk.cry(after=5)
    desk.decide(late, found=found()).refused(collecting.CARD_NOT_COLLECTED)
    desk.collect(late)
    desk.decide(late).refused(claims.CLAIM_TO_BE_RULED, "NZB-5.10")
    made = decided(desk.rule(late, False))
    assert (made.outcome, made.reason, made.clause) == (
        *(Outcome.FORFEITED, "FORFEITED", "NZB-5.10"),
    )
    desk.told.call(*REST[:5])
    assert allowed(desk.examined(desk.cry())) == (LINE,)


def test_where_the_law_has_no_rule_on_late_ones_the_house_cites_none() -> None:
    desk = Desk(Told(law="TNB").call(*TOP, 90))
    late = desk.cry(after=5)
    desk.collect(late)
    made = decided(desk.rule(late, False))
    assert (made.outcome, made.reason, made.clause) == (Outcome.FORFEITED, "FORFEITED", "")


def test_only_a_late_one_is_ruled_on_and_once() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.rule(line, True).refused(deciding.CLAIM_IN_TIME, "NZB-5.10")
    desk.told.call(90)
    desk.rule(line, False).refused(deciding.CLAIM_IN_TIME)
    late = desk.cry(after=5)
    on_record(desk.rule(late, True, by="cal"), collecting.NOT_IN_CHARGE)
    desk.rule(late, True)
    desk.rule(late, False).refused(deciding.CLAIM_RULED_BEFORE, "NZB-5.10")


def test_a_ruling_in_the_draw_is_a_ruling() -> None:
    desk = Desk(Told().call(*TOP, 90))
    line = desk.cry(after=5)
    desk.told.tell(game.Decided(line, (LINE.value,), in_time=True))
    taken = TakeVerdict(line, Verdict.VALID, (LINE,), True, True, "sup", at(65))
    assert isinstance(desk.when(taken).events[0], DecidedElsewhere)
    assert decided(desk.examined(line)).ruled_in_time


# -- what was said wrongly (5.9, Tennessee 13) -----------------------------------------------------


def test_a_wrong_announcement_makes_nobody_late() -> None:
    told = Told().call(*TOP, 90)
    line = told.cry(after=5)
    assert came_late(told.game.said, told.game.call_outs[0], WindowEnds.NEXT_SELECTED)
    told.tell(game.SaidWrongly(6, 90, 89, 6, at(100)))
    assert not came_late(told.game.said, told.game.call_outs[0], WindowEnds.NEXT_SELECTED)
    assert judged_on(told.game.said, told.game.call_outs[0]) == 5
    assert line == 1


def test_a_call_after_the_wrong_one_makes_late_unless_the_profile_waits_for_the_correction() -> (
    None
):
    told = Told().call(*TOP, 90, 89)
    told.cry(after=5)
    told.tell(game.SaidWrongly(6, 90, 88, 6, at(100)))
    said, made = told.game.said, told.game.call_outs[0]
    assert came_late(said, made, WindowEnds.NEXT_SELECTED)
    assert not came_late(said, made, WindowEnds.CORRECTED)


def test_a_correction_that_was_heard_before_the_call_out_counts() -> None:
    told = Told().call(1, 11, 21, 31, 40)
    told.tell(game.SaidWrongly(5, 40, 41, 5, at(50)))
    desk = Desk(told)
    assert allowed(desk.examined(desk.cry(heard=60))) == (LINE,)


def test_one_that_was_not_heard_does_not() -> None:
    told = Told().call(1, 11, 21, 31, 40)
    told.tell(game.SaidWrongly(5, 40, 41, 5, at(50)))
    desk = Desk(told)
    line = desk.cry(heard=40)
    desk.collect(line)
    assert desk.claim(line).collected.examination.position == 4


@refuses("TNB-13-undrawn")
def test_tnb_13_undrawn_no_prize_for_a_number_that_was_not_drawn() -> None:
    told = Told(law="TNB").call(*TOP)
    told.tell(game.SaidWrongly(5, 41, 40, 5, at(50)))
    desk = Desk(told, ClaimRules(last_number=False))
    assert refused(desk_refused(desk, desk.cry(), 1)) == ("NUMBER_NOT_DRAWN", "TNB-13-undrawn")


@permits("TNB-13-undrawn")
def test_tnb_13_undrawn_a_bingo_of_numbers_that_were_drawn_wins() -> None:
    told = Told(law="TNB").call(1, 11, 21, 31, 40)
    told.tell(game.SaidWrongly(5, 40, 41, 5, at(50)))
    desk = Desk(told, ClaimRules(last_number=False))
    assert allowed(desk.examined(desk.cry())) == (LINE,)
