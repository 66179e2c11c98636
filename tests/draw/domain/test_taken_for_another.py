"""Two balls that were taken for each other; and what is put right after the end (rule 5.9)."""

from __future__ import annotations

import pytest

from services.draw.domain.game.corrections import CorrectCall
from services.draw.domain.game.rules import Place
from services.draw.domain.game.state import Ended
from services.draw.domain.game.words import Ending, ErrorKind
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    LINE,
    NOT_VALID,
    VALID,
    ball_called,
    call_out,
    called_out,
    confirmed,
    decide,
    decided,
    end,
    ended,
    game,
    in_play,
    select,
)
from tests.draw.domain.righting import (
    KEYED,
    SHOWN,
    SPOKEN,
    approve,
    approved,
    correct,
    corrected,
    entered,
    numbers,
    playing,
    profile,
    proposed_correction,
    proposed_voiding,
    reject,
    rejected,
    standing_out,
    void_winners,
    voided,
)

# 42, then ball 17; it was read, entered and spoken as 71.
MISREAD = (*in_play(42, selector=BALLS), entered(2, 71), ball_called(2, 71))

# -- taken for each other --------------------------------------------------------------------------

# Ball 9 was read, entered and spoken as 6; then 30; then ball 6 as 9.
CROSSED = in_play(6, 30, 9, selector=BALLS)


@pytest.mark.parametrize("kind", [SPOKEN, KEYED])
def test_two_balls_that_were_taken_for_each_other_are_put_right_in_one_step(
    kind: ErrorKind,
) -> None:
    crossed = game(*CROSSED)
    refused = crossed.when(correct(1, kind, 6, 9, by=BEN)).refused("CALLED_BEFORE", "NZB-5.8")
    assert refused.facts["position"] == "3"
    for position, wrong, right, other in ((1, 6, 9, 3), (3, 9, 6, 1)):
        right_one = correct(position, kind, wrong, right, by=BEN, swaps=other, second=9)
        after = crossed.when(right_one).then(
            corrected(position, kind, wrong, right, by=BEN, swaps=other, second=9)
        )
        assert numbers(after.state) == (9, 30, 6)
        calls = playing(after.state).calls
        assert [[error.wrong for error in each.errors] for each in calls] == [[6], [], [9]]
        assert [each.confirmed for each in calls] == [False, True, False]


def test_who_called_out_on_either_is_judged_on_what_was_announced_before() -> None:
    heard = (called_out(1, 1, late=True), called_out(2, 3), called_out(3, 3), decided(3, NOT_VALID))
    crossed = game(*CROSSED, *heard)
    spoken = crossed.when(correct(1, SPOKEN, 6, 9, by=BEN, swaps=3, second=9))
    after = spoken.then(corrected(1, SPOKEN, 6, 9, 3, by=BEN, swaps=3, second=9))
    assert standing_out(after.state) == ((1, 0, True), (2, 2, False), (3, 2, False))
    keyed = crossed.when(correct(1, KEYED, 6, 9, by=BEN, swaps=3, second=9))
    restated = keyed.then(corrected(1, KEYED, 6, 9, 3, by=BEN, swaps=3, second=9))
    assert standing_out(restated.state) == ((1, 1, True), (2, 3, False), (3, 3, False))


def test_the_winners_on_either_are_voided_with_it_by_two_persons() -> None:
    won = (called_out(1, 1), decided(1, VALID, LINE))
    first = (*in_play(6, selector=BALLS), *won, *CROSSED[-6:])
    told = game(*first).when(correct(3, SPOKEN, 9, 6, by=BEN, swaps=1))
    waits = told.then(proposed_correction(1, 3, SPOKEN, 9, 6, LINE, by=BEN, swaps=1))
    signed = waits.when(approve(1, by=ANA))
    assert playing(signed.state).won == ()
    assert numbers(signed.state) == (9, 30, 6)


def test_they_keep_their_places_where_a_late_correction_counts_last() -> None:
    """Both had been announced."""
    last = game(*in_play(6, 30, 9, 50, selector=BALLS, profile=profile(Place.LAST)))
    right = last.when(correct(1, SPOKEN, 6, 9, by=BEN, swaps=3))
    right.then(corrected(1, SPOKEN, 6, 9, by=BEN, swaps=3))


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (correct(1, SPOKEN, 6, 9, by=BEN, swaps=4), "CALL_DOES_NOT_COUNT"),
        (correct(1, SPOKEN, 6, 9, by=BEN, swaps=2), "NOT_EXCHANGED"),
        (correct(1, KEYED, 9, 6, by=BEN, swaps=3), "NOT_EXCHANGED"),
        (correct(1, SHOWN, 6, 9, by=BEN, swaps=3), "NOT_EXCHANGED"),
        (correct(1, KEYED, 6, 9, by=BEN, swaps=1), "NOT_EXCHANGED"),
    ],
)
def test_they_are_on_record_as_each_other(command: CorrectCall, code: str) -> None:
    game(*CROSSED).when(command).refused(code)


def test_what_the_selector_drew_was_taken_for_no_other() -> None:
    drawn = game(*in_play(6, 30, 9))
    drawn.when(correct(1, SPOKEN, 6, 9, by=BEN, swaps=3)).refused("NOT_EXCHANGED", "NZB-5.8")


# -- after the end ---------------------------------------------------------------------------------


def test_nzb_5_9_after_the_end_the_record_is_put_right_and_no_number_comes_of_it() -> None:
    """The bingo was won on 71, which was 17; found when the game had ended."""
    won = (*MISREAD, confirmed(2, 71), called_out(1, 2), decided(1, VALID, LINE, BINGO))
    over = game(*won).when(end()).state
    assert isinstance(over, Ended)
    ended_game = game(*won, ended(Ending.COMPLETED))
    waits = ended_game.when(correct(2, SPOKEN, 71, 17)).then(
        proposed_correction(1, 2, SPOKEN, 71, 17, LINE, BINGO)
    )
    after = waits.when(approve(1)).then(
        approved(1), voided(LINE, 1), voided(BINGO, 1), corrected(2, SPOKEN, 71, 17)
    )
    state = after.state
    assert isinstance(state, Ended)
    assert (state.won, [call.number for call in state.calls]) == ((), [42, 17])
    assert state.calls[1].confirmed, "it is displayed no more"
    after.when(select(3, 8)).refused("GAME_ENDED")
    after.when(correct(2, SPOKEN, 71, 17)).nothing()
    heard = call_out(2, second=5)
    late = after.when(heard).then(called_out(2, 2, heard=5, second=5, outside_play=True))
    late.when(decide(2, VALID, BINGO)).then(decided(2, VALID, BINGO))


def test_after_the_end_a_corrected_number_keeps_its_place() -> None:
    last = (*in_play(42, 17, 8, profile=profile(Place.LAST)), ended(Ending.ABANDONED, "rain"))
    right = game(*last).when(correct(2, SPOKEN, 70, 17, by=BEN))
    right.then(corrected(2, SPOKEN, 70, 17, by=BEN))


def test_after_the_end_winners_are_voided_by_two_persons_and_the_next_one_wins() -> None:
    won = (*in_play(42, 17), called_out(1, 2), decided(1, VALID, LINE, BINGO))
    turned_away = called_out(2, 1, late=True, outside_play=True, witnesses=("people/7a",))
    over = game(*won, ended(Ending.COMPLETED), turned_away)
    over.when(decide(2, VALID, BINGO, in_time=True)).refused("EARLIER_THAN_THE_WINNER")
    waits = over.when(void_winners(BINGO)).then(proposed_voiding(1, BINGO))
    after = waits.when(approve(1, by=ANA)).then(
        approved(1, by=ANA), voided(BINGO, 1, by=BEN, second=ANA)
    )
    after.when(decide(2, VALID, BINGO, in_time=True)).then(decided(2, VALID, BINGO, in_time=True))
    again = over.when(void_winners(BINGO)).then(proposed_voiding(1, BINGO))
    again.when(reject(1, by=ANA)).then(rejected(1, by=ANA))
