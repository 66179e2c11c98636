"""Whether a card wins, and what its players are told (rules 5.7(c), 5.9, 5.10; TNB-13)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.law import Refused
from services.verify.domain.cards.judging import (
    FORFEITED,
    NOT_ON_LAST_NUMBER,
    NUMBER_NOT_CALLED,
    NUMBER_NOT_DRAWN,
    Examined,
    Mark,
    examine,
    last_numbers,
    winning,
)
from services.verify.domain.cards.layout import NINETY, SEVENTY_FIVE, Card, Layout
from services.verify.domain.cards.patterns import Pattern, arrangements
from services.verify.domain.cards.readings import Forfeits, Readings, WindowEnds
from services.verify.domain.game.announcing import (
    Announcements,
    Said,
    called,
    counted,
    counts,
    heard,
    keyed_wrongly,
    said_wrongly,
    taken_back,
)
from tests.kit.law import means, permits, refuses
from tests.verify.domain.cards import BOTTOM, CARD, FACE, MIDDLE, TOP

LINE, HOUSE, TWO = Pattern("any_row"), Pattern("full_card"), Pattern("two_rows")
AS_A_RULE = Readings()


def calls(*numbers: int) -> Announcements:
    """These numbers, announced one after another."""
    said: Announcements = ()
    for position, number in enumerate(numbers, start=1):
        said = called(said, position, number)
    return said


def judge(
    card: Card,
    layout: Layout,
    pattern: Pattern,
    said: Sequence[Said],
    readings: Readings,
    stage: str,
) -> Examined:
    """The card as it is found, if it wins the stage."""
    found = examine(card, layout, pattern, said, readings)
    winning(found, said, readings, stage)
    return found


def line(said: Sequence[Said], readings: Readings = AS_A_RULE) -> Examined:
    """The card judged for a line."""
    return judge(CARD, NINETY, LINE, said, readings, "line")


def refusal(said: Sequence[Said], readings: Readings = AS_A_RULE) -> Refused:
    """Why the card wins no line."""
    with pytest.raises(Refused) as refused:
        line(said, readings)
    return refused.value


# -- every number was called -----------------------------------------------------------------------


@permits("NZB-5.7(c)(ii)", "NZB-5.7(c)(iii)")
def test_nzb_5_7_c_a_row_complete_on_the_last_number_wins_a_line() -> None:
    found = line(calls(5, 20, 1, 42, 61, 80))
    assert (found.complete_on, found.wins_on, found.last) == (6, 6, 6)
    assert found.arrangement == TOP
    assert found.missing == ()
    assert found.called == (Mark(5, 1), Mark(20, 2), Mark(42, 4), Mark(61, 5), Mark(80, 6))


def test_before_the_first_number_none_is_the_last_and_nothing_wins() -> None:
    found = examine(CARD, NINETY, LINE, (), AS_A_RULE)
    assert (found.last, found.called, found.wins_on) == (0, (), 0)


@refuses("NZB-5.7(c)(ii)")
def test_nzb_5_7_c_ii_a_number_that_was_not_called_wins_nothing() -> None:
    told = refusal(calls(5, 20, 42, 61, 13))
    assert (told.reason, told.clause) == (NUMBER_NOT_CALLED, "NZB-5.7(c)(ii)")
    assert told.sentence == "The line is not complete. Not called yet: 80."
    assert refusal(calls()).facts["missing"] == "5, 20, 42, 61 and 80"


def test_what_is_missing_is_what_the_nearest_arrangement_lacks() -> None:
    found = examine(CARD, NINETY, LINE, calls(5, 13, 33, 53), AS_A_RULE)
    assert (found.missing, found.arrangement) == ((70, 81), MIDDLE)
    assert (found.complete_on, found.wins_on, found.last) == (0, 0, 4)


@permits("TNB-13-undrawn")
def test_tnb_13_a_bingo_of_drawn_numbers_is_one() -> None:
    said = said_wrongly(calls(5, 20, 42, 61, 80), 5, 8, 80, 5)
    assert line(said).wins_on == 5


@refuses("TNB-13-undrawn")
def test_tnb_13_a_bingo_with_a_number_that_was_not_drawn_is_none() -> None:
    told = refusal(said_wrongly(calls(5, 20, 42, 61, 8), 5, 80, 8, 5))
    assert (told.reason, told.clause) == (NUMBER_NOT_DRAWN, "TNB-13-undrawn")
    assert told.sentence == ("The line needs 80, which was announced by mistake and was not drawn.")


@means("NZB-5.9", side="inside")
def test_nzb_5_9_a_wrong_announcement_was_never_made() -> None:
    wrong, right = said_wrongly(calls(42), 1, 24, 42, 1)
    assert (right.number, right.correction) == (42, True)
    assert not counts(wrong)


@means("NZB-5.9", side="outside")
def test_nzb_5_9_a_right_announcement_counts() -> None:
    wrong, right = said_wrongly(calls(42), 1, 24, 42, 1)
    assert wrong.number == 24
    assert counts(right)


def test_a_number_that_was_said_wrongly_and_is_called_later_counts_from_then_on() -> None:
    said = called(said_wrongly(calls(5, 20, 42, 61), 4, 80, 61, 4), 5, 80)
    assert line(said).wins_on == 5


# -- on the last number ----------------------------------------------------------------------------


@refuses("NZB-5.7(c)(iii)")
def test_nzb_5_7_c_iii_a_row_that_was_slept_wins_nothing() -> None:
    told = refusal(calls(5, 20, 42, 61, 80, 1))
    assert (told.reason, told.clause) == (NOT_ON_LAST_NUMBER, "NZB-5.7(c)(iii)")
    assert told.sentence == (
        "The line was complete on call 5; the last number before the call out was call 6."
    )


def test_a_row_that_was_slept_spoils_no_second_row() -> None:
    found = line(calls(*TOP, *MIDDLE))
    assert (found.complete_on, found.wins_on) == (5, 10)
    assert found.arrangement == MIDDLE


@refuses("NZB-5.10")
def test_nzb_5_10_by_profile_the_whole_stage_is_forfeited() -> None:
    told = refusal(calls(*TOP, *MIDDLE), Readings(forfeits=Forfeits.STAGE))
    assert (told.reason, told.clause) == (FORFEITED, "NZB-5.10")
    assert told.sentence == (
        "The player had the line complete on call 5 and let the next number come."
    )


@permits("NZB-5.10")
def test_nzb_5_10_nothing_else_is_forfeited() -> None:
    found = judge(CARD, NINETY, TWO, calls(*TOP, *MIDDLE), Readings(forfeits=Forfeits.STAGE), "")
    assert (found.complete_on, found.wins_on) == (10, 10)


def test_two_rows_at_once_are_one_claim() -> None:
    card = examine(CARD, NINETY, HOUSE, calls(*TOP, *MIDDLE, *BOTTOM), AS_A_RULE)
    assert (card.complete_on, card.wins_on, len(card.arrangement)) == (15, 15, 15)


def test_where_a_profile_asks_for_no_last_number_a_row_wins_at_any_time() -> None:
    readings = Readings(last_number=False, forfeits=Forfeits.STAGE)
    found = line(calls(5, 20, 42, 61, 80, 1), readings)
    assert (found.complete_on, found.wins_on, found.last) == (5, 5, 6)


def test_a_wrong_announcement_closes_no_window() -> None:
    """42 completes, the next one is a mistake: whoever calls out after it is in time."""
    said = taken_back(calls(5, 20, 61, 80, 42, 24), 6)
    found = line(said)
    assert (found.wins_on, found.last) == (5, 5)


def test_a_correction_that_completes_is_answered_like_a_call() -> None:
    """77 was to be 80, and 1 came before that was noticed."""
    said = said_wrongly(calls(5, 20, 42, 61, 80, 1), 5, 77, 80, 5)
    assert line(said).wins_on == 5
    assert refusal(called(said, 7, 2)).reason is NOT_ON_LAST_NUMBER


def test_after_a_correction_the_call_before_it_is_in_time_unless_the_corrected_is_the_last() -> (
    None
):
    said = calls(5, 20, 42, 8, 61, 80)
    assert line(said_wrongly(said, 4, 77, 8, 4)).wins_on == 6
    late = refusal(said_wrongly(said, 4, 77, 8, 7))
    assert late.reason is NOT_ON_LAST_NUMBER


def test_by_profile_the_window_stays_open_until_the_wrong_call_is_put_right() -> None:
    """Complete on 5; call 6 was wrong; 7 came before anybody noticed."""
    readings = Readings(window_ends=WindowEnds.CORRECTED)
    said = taken_back(calls(*TOP, 24, 1), 6)
    assert refusal(said).reason is NOT_ON_LAST_NUMBER
    assert line(said, readings).wins_on == 5
    put_right = (*said, Said(6, 25, correction=True))
    assert refusal(put_right, readings).reason is NOT_ON_LAST_NUMBER


def test_a_keyed_error_restates_the_record_in_place() -> None:
    said = keyed_wrongly(calls(5, 20, 42, 61, 8, 1), 5, 80)
    assert [each.number for each in said] == [5, 20, 42, 61, 80, 1]
    assert refusal(said).facts["complete_on"] == "5"
    assert line(said[:5]).wins_on == 5


def test_a_player_has_heard_the_calls_up_to_theirs_and_the_corrections_before_the_next() -> None:
    said = said_wrongly(calls(5, 20, 42), 2, 21, 20, 2)
    assert heard(said, 0) == 0
    assert heard(said, 2) == 2
    assert heard(said, 3) == 4, "the correction of 2 came after call 3"
    later = called(said, 4, 61)
    assert heard(later, 3) == 4
    assert heard(later, 9) == 5


def test_before_any_announcement_there_is_no_last_number() -> None:
    assert last_numbers((), AS_A_RULE) == frozenset()
    assert last_numbers(taken_back(calls(5), 1), AS_A_RULE) == frozenset()


def test_a_free_centre_needs_no_call() -> None:
    found = judge(FACE, SEVENTY_FIVE, Pattern("any_line"), calls(3, 18, 48, 63), AS_A_RULE, "bingo")
    assert (found.wins_on, found.arrangement) == (4, (3, 18, 48, 63))


# -- in another way --------------------------------------------------------------------------------


def naively(card: tuple[int, ...], pattern: Pattern, said: Sequence[Said]) -> tuple[bool, int]:
    """Whether the card wins, and on which call it was first complete: by the numbers ticked off on
    paper, one announcement after another, wrong ones crossed out."""
    layout = NINETY if len(card) == 27 else SEVENTY_FIVE
    paper = [(each.position, each.number, each.correction) for each in said if not each.taken_back]
    first, wins = 0, False
    for each in arrangements(pattern, card, layout):
        ticked: set[int] = set()
        for position, number, _ in paper:
            ticked.add(number)
            if each <= ticked:
                before = sum(1 for p, _, _ in paper if p == first)
                if not before or paper_index(paper, position) < paper_index(paper, first):
                    first = position
                break
    final = {number for position, number, _ in paper if position == max(p for p, _, _ in paper)}
    for _, number, correction in reversed(paper):
        if not correction:
            break
        final.add(number)
    everything = {number for _, number, _ in paper}
    for each in arrangements(pattern, card, layout):
        wins = wins or (each <= everything and any(number in each for number in final))
    return wins, first


def paper_index(paper: Sequence[tuple[int, int, bool]], position: int) -> int:
    """Where on the paper a position stands."""
    return next(at for at, (each, _, _) in enumerate(paper) if each == position)


@given(data=st.data())
def test_judging_is_what_it_is_on_paper(data: st.DataObject) -> None:
    """On random games with corrections of both kinds and calls taken back."""
    card = data.draw(st.sampled_from([CARD, FACE]))
    layout, numbers = (NINETY, 90) if card is CARD else (SEVENTY_FIVE, 75)
    pattern = data.draw(st.sampled_from([LINE, TWO, HOUSE, Pattern("corners")]))
    ours = [number for number in card if number]
    likely = st.permutations(ours) if data.draw(st.booleans()) else st.just(ours)
    order = data.draw(likely) + [n for n in range(1, numbers + 1) if n not in card]
    said = calls()
    for position, number in enumerate(order[: data.draw(st.integers(1, 30))], start=1):
        said = called(said, position, number)
        wrong, spare = data.draw(st.integers(1, position)), data.draw(st.integers(1, numbers))
        counts_there = [each for each in counted(said) if each.position == wrong]
        free = spare not in {each.number for each in said}
        what = data.draw(st.integers(0, 9))
        if what == 0 and free and counts_there:
            said = said_wrongly(said, wrong, spare, counts_there[0].number, wrong)
        elif what == 1 and free:
            said = keyed_wrongly(said, wrong, spare)
        elif what == 2:
            said = taken_back(said, wrong)
    until = data.draw(st.integers(0, len(said)))
    found = examine(card, layout, pattern, said[:until], AS_A_RULE)
    if not counted(said[:until]):
        assert (found.wins_on, found.complete_on) == (0, 0)
        return
    wins, first = naively(card, pattern, said[:until])
    assert bool(found.wins_on) == wins
    assert found.complete_on == first
    assert bool(found.missing) == (first == 0)
