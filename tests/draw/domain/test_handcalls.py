"""Numbers that were called by hand while the system was down: entered, signed for, and marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.announcing import NOT_ANNOUNCED
from services.draw.domain.game.authority import NOT_OF_THE_STAFF
from services.draw.domain.game.calling import NO_MORE_NUMBERS, NumberCalled
from services.draw.domain.game.checks import (
    SALES_NOT_CLOSED,
)
from services.draw.domain.game.deciding import CALL_NOT_FINISHED
from services.draw.domain.game.game import Event
from services.draw.domain.game.handcalls import CALLED_OUT_OF_ORDER, CalledByHand
from services.draw.domain.game.holding import SIGNATURE_AWAITED
from services.draw.domain.game.parts import Call, HandCall
from services.draw.domain.game.proposals import OVERTAKEN, PROPOSED_ALREADY, SIGNED_BY_ONE
from services.draw.domain.game.selecting import BALL_DRAWN_BEFORE, NO_SUCH_BALL
from services.draw.domain.game.state import InPlay
from services.draw.domain.game.words import Post, Sales
from services.kernel.law import Secret
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    ANA,
    BEN,
    BINGO,
    CLEO,
    NOT_VALID,
    ONLY_BINGO,
    VALID,
    announced,
    assigned,
    at,
    but,
    call,
    call_out,
    called,
    called_out,
    decided,
    game,
    in_play,
    opening,
    select,
    selected,
    waiting,
)
from tests.draw.domain.games import decide as decide_call_out
from tests.draw.domain.memphis import DOT
from tests.draw.domain.standing import (
    MIA,
    POWER,
    approve,
    by_hand,
    heard,
    held,
    proposed,
    reject,
    resumed,
    signed,
)

DARK = (*in_play(42), held(POWER))
THREE = (heard(8, 10), heard(60, 20), heard(90, 30))


def state_after(*events: Event) -> InPlay:
    state = game(*events).state
    assert isinstance(state, InPlay)
    return state


# -- entered ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [ANA, BEN, MIA])
@pytest.mark.parametrize("so_far", [DARK, in_play(42)], ids=["held", "in play"])
def test_what_the_hall_heard_is_entered_and_waits_for_a_second_person(
    by: str, so_far: tuple[Event, ...]
) -> None:
    entered = game(*so_far).when(by_hand(*THREE, position=2, by=by))
    waits = entered.then(proposed(*THREE, by=by)).state
    assert isinstance(waits, InPlay)
    assert waits.stands_still
    assert waits.called == {42}, "nothing counts yet"


def test_who_has_no_post_in_the_game_enters_nothing() -> None:
    game(*DARK).when(by_hand(*THREE, position=2, by=CLEO)).refused(NOT_OF_THE_STAFF, "")
    game(*waiting()).when(by_hand(*THREE, position=1)).refused(NOT_ANNOUNCED)


@pytest.mark.parametrize("position", [1, 3])
def test_they_follow_on_the_last_call_on_record(position: int) -> None:
    stale = game(*DARK).when(by_hand(*THREE, position=position)).stale()
    assert stale.facts["what"] == "next call"


@pytest.mark.parametrize(
    ("calls", "wrong"),
    [
        ((heard(1),), ""),
        ((heard(90),), ""),
        ((heard(91),), "NO_SUCH_BALL"),
        ((heard(8, 10), heard(0, 20)), "NO_SUCH_BALL"),
        ((heard(8, 10), heard(42, 20)), "BALL_DRAWN_BEFORE"),
        ((heard(8, 10), heard(60, 20), heard(8, 30)), "BALL_DRAWN_BEFORE"),
    ],
)
def test_each_is_a_number_of_the_game_that_had_not_come(
    calls: tuple[HandCall, ...], wrong: str
) -> None:
    outcome = game(*DARK).when(by_hand(*calls, position=2))
    if wrong:
        outcome.refused(wrong, "NZB-5.6(b)")
    else:
        outcome.then(proposed(*calls))


def test_the_call_that_had_it_before_is_named() -> None:
    twice = (heard(8, 10), heard(60, 20), heard(8, 30))
    refused = game(*DARK).when(by_hand(*twice, position=2)).refused(BALL_DRAWN_BEFORE)
    assert refused.facts == {"ball": "8", "position": "2"}
    refused = game(*DARK).when(by_hand(heard(42), position=2)).refused(BALL_DRAWN_BEFORE)
    assert refused.facts == {"ball": "42", "position": "1"}
    game(*memphis.in_play()).when(by_hand(heard(76), position=1)).refused(NO_SUCH_BALL)


@pytest.mark.parametrize(
    ("instants", "than"),
    [
        ((5, 5, 60), ""),  # the last call was at 5, it is 60 now
        ((5, 20, 19), "before 60"),
        ((4, 20, 30), "before 42"),
        ((5, 20, 61), "after this moment"),
    ],
)
def test_they_were_called_one_after_the_other_and_are_not_yet_to_come(
    instants: tuple[int, int, int], than: str
) -> None:
    so_far = (*in_play(), selected(1, 42), called(1, 42, second=5), held(POWER))
    calls = tuple(heard(n, second) for n, second in zip((8, 60, 90), instants, strict=True))
    outcome = game(*so_far).when(by_hand(*calls, position=2))
    if than:
        assert outcome.refused(CALLED_OUT_OF_ORDER, "").facts["than"] == than
    else:
        outcome.then(proposed(*calls))


def test_none_was_called_once_the_game_was_played_out() -> None:
    only = in_play(42, version=1, stages=ONLY_BINGO)
    won = game(*only, called_out(1, 1), decided(1, VALID, BINGO))
    won.when(by_hand(heard(8), position=2)).refused(NO_MORE_NUMBERS, "")


def test_entered_twice_it_waits_once_and_another_proposal_comes_first() -> None:
    waits = game(*DARK, proposed(*THREE))
    waits.when(by_hand(*THREE, position=2)).nothing()
    waits.when(by_hand(*THREE, position=2, by=ANA)).refused(PROPOSED_ALREADY)
    waits.when(by_hand(heard(8), position=2)).refused(SIGNATURE_AWAITED, "")


def test_a_call_that_a_player_has_called_out_on_comes_first() -> None:
    begun = game(*in_play(42), selected(2, 17), called_out(1, 2))
    refused = begun.when(by_hand(heard(8), position=2)).refused(CALL_NOT_FINISHED)
    assert refused.facts == {"position": "2"}
    finished = begun.when(call(2)).then(called(2, 17))
    finished.when(by_hand(heard(8), position=3)).then(proposed(heard(8)))


# -- signed for ------------------------------------------------------------------------------------


def test_the_second_person_signs_and_they_are_calls_like_others_and_marked() -> None:
    waits = game(*DARK, proposed(*THREE))
    state = waits.when(approve()).then(*signed(*THREE, position=2)).state
    assert isinstance(state, InPlay)
    assert not state.proposals
    assert state.calls[1:] == tuple(
        Call(
            position,
            number,
            at(second),
            confirmed=True,
            called_by=ANA,
            supervised_by=BEN,
            confirmed_by=MIA,
            confirmed_at=at(61),
            by_hand=True,
        )
        for position, number, second in ((2, 8, 10), (3, 60, 20), (4, 90, 30))
    )
    assert state.next_position == 5


def test_where_there_are_letters_each_has_its_own() -> None:
    calls = (heard(1, 10), heard(75, 20))
    so_far = (*memphis.in_play(), proposed(*calls), *signed(*calls, position=1))
    state = state_after(*so_far)
    assert [(c.letter, c.number) for c in state.calls] == [("B", 1), ("O", 75)]


def test_one_person_signs_once() -> None:
    waits = game(*DARK, proposed(*THREE))
    waits.when(approve(by=BEN)).refused(SIGNED_BY_ONE)
    waits.when(approve(by=" Ben ")).refused(SIGNED_BY_ONE)
    waits.when(select(2)).refused("HELD")
    game(*DARK, proposed(*THREE), resumed()).when(select(2)).refused(SIGNATURE_AWAITED, "")


def test_rejected_nothing_of_it_counts() -> None:
    rejected = game(*DARK, proposed(*THREE)).when(reject())
    state = rejected.state
    assert isinstance(state, InPlay)
    assert state.called == {42}
    assert not state.proposals


def test_afterwards_play_goes_on_with_what_is_left() -> None:
    by_now = game(*DARK, proposed(*THREE), *signed(*THREE, position=2), resumed())
    number = by_now.when(select(5)).events
    assert len(number) == 1
    by_now.when(call_out(4)).then(called_out(1, 4))


def test_what_does_not_fit_any_more_is_not_signed_for() -> None:
    """A number on record since then, however it came there."""
    overtaken = game(*in_play(42), proposed(*THREE), selected(2, 8), called(2, 8))
    overtaken.when(approve()).refused(OVERTAKEN)


# -- a number that was selected when the system went down ------------------------------------------


@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_of_them_it_was_announced_by_hand_and_is_opened(place: int) -> None:
    numbers = [8, 60]
    numbers.insert(place, 17)
    calls = tuple(heard(number, 10 * n) for n, number in enumerate(numbers, start=1))
    waits = game(*in_play(42), selected(2, 17), proposed(*calls))
    state = waits.when(approve()).then(*signed(*calls, position=2, opening=opening(2))).state
    assert isinstance(state, InPlay)
    assert state.selected is None
    assert state.next_position == 5


def test_none_of_them_it_was_not_announced_and_stays_the_next() -> None:
    waits = game(*in_play(42), selected(2, 17), proposed(*THREE))
    state = waits.when(approve()).then(*signed(*THREE, position=2)).state
    assert isinstance(state, InPlay)
    assert isinstance(state.selected, Secret)
    assert state.selected.reveal().number == 17
    later = game(*in_play(42), selected(2, 17), proposed(*THREE), *signed(*THREE, position=2))
    later.when(call(5, second=70)).then(NumberCalled(5, 17, opening(2), at(70)))


def test_a_letter_that_was_cut_off_went_with_it() -> None:
    calls = (heard(60, 10),)
    broken_off = (*memphis.in_play(42), selected(2, 60), memphis.was_cut_off(2, "G"))
    with_it = signed(*calls, position=2, opening=opening(2))
    assert state_after(*broken_off, proposed(*calls), *with_it).cut_off == ""
    others = (heard(61, 10),)
    left = (*broken_off, proposed(*others), *signed(*others, position=2))
    assert state_after(*left).cut_off == "G"


def test_the_announcer_may_say_what_was_heard_too() -> None:
    game(*memphis.in_play(42)).when(by_hand(heard(7), position=2, by=DOT)).then(
        proposed(heard(7), by=DOT)
    )


# -- what was so before they were called -----------------------------------------------------------


@pytest.mark.case("B13")
def test_case_b13_no_number_was_called_by_hand_before_the_game_was_announced() -> None:
    """It was announced at second 10."""
    *before, _ = in_play()
    late = game(*before, replace(announced(), at=at(10)))
    refused = late.when(by_hand(heard(8, 9), position=1)).refused(CALLED_OUT_OF_ORDER)
    assert refused.sentence == (
        "By the time given with it, 8 was called before the game was announced."
    )
    late.when(by_hand(heard(8, 10), position=1)).then(proposed(heard(8, 10)))


@pytest.mark.case("B14")
def test_case_b14_no_number_was_called_by_hand_while_cards_were_being_sold() -> None:
    first, *rest = in_play()
    on_sale = game(but(first, sales=Sales.VERIFY), *rest)
    on_sale.when(by_hand(heard(8), position=1)).refused(SALES_NOT_CLOSED, "")


# -- call outs, and who was in charge --------------------------------------------------------------


def test_nzb_5_7_who_called_out_on_a_number_called_by_hand_is_judged_on_it() -> None:
    """The system went down at call 1; a player cried on the third; they were entered afterwards."""
    claimed = game(*in_play(42)).when(call_out(3, second=50))
    dark = claimed.then(called_out(1, 1, heard=50, second=50, asked=3))
    entered = game(*dark.events, proposed(*THREE[:2]))
    two = entered.when(approve()).then(*signed(*THREE[:2], position=2))
    (claim,) = state_after(*two.events).call_outs
    assert (claim.after_position, claim.judged_on, claim.late) == (3, 3, False)
    two.when(decide_call_out(1, VALID, BINGO)).then(decided(1, VALID, BINGO))


def test_nzb_5_10_who_was_entered_after_the_next_number_was_called_by_hand_is_ruled_on() -> None:
    claims = (called_out(1, 1, heard=5, second=15), called_out(2, 1, heard=5, second=5))
    after = state_after(*in_play(42), *claims, proposed(*THREE), *signed(*THREE, position=2))
    assert [(each.judged_on, each.late) for each in after.call_outs] == [(1, True), (1, False)]


def test_nzb_5_10_what_was_decided_on_a_call_on_record_is_not_judged_anew() -> None:
    """It was entered in time as far as was on record; the numbers called by hand came before."""
    decided_before = (called_out(1, 1, heard=5, second=15), decided(1, NOT_VALID))
    so_far = (*in_play(42), *decided_before, proposed(*THREE))
    (before,) = state_after(*so_far).call_outs
    assert state_after(*so_far, *signed(*THREE, position=2)).call_outs == (before,)


def test_who_was_turned_away_before_the_number_was_on_record_is_judged_again() -> None:
    turned_away = (called_out(1, 1, asked=3, heard=50, second=50), decided(1, NOT_VALID))
    waits = game(*in_play(42), *turned_away, proposed(*THREE))
    after = waits.when(approve()).then(
        *(
            but(each, reopened=(1,)) if isinstance(each, CalledByHand) else each
            for each in signed(*THREE, position=2)
        )
    )
    (claim,) = state_after(*after.events).call_outs
    assert (claim.decided, claim.reopened, claim.judged_on) == (None, True, 3)


def test_tnb_9_who_cried_on_a_letter_is_not_judged_on_its_number_called_by_hand() -> None:
    cut = (*memphis.in_play(42), selected(2, 60), called_out(1, 2), memphis.was_cut_off(2, "G"))
    with_it = but(signed(heard(60, 10), position=2)[1], opening=opening(2))
    after = state_after(*cut, proposed(heard(60, 10)), with_it)
    assert [(each.judged_on, each.after_position) for each in after.call_outs] == [(1, 1)]


def test_nzb_5_5_who_was_in_charge_then_and_not_who_is_now() -> None:
    relieved = (assigned(Post.CALLER, CLEO, 15), assigned(Post.SUPERVISOR, MIA, 25))
    after = state_after(*in_play(42), *relieved, proposed(*THREE), *signed(*THREE, position=2))
    in_charge = [(each.called_by, each.supervised_by) for each in after.calls[1:]]
    assert in_charge == [(ANA, BEN), (CLEO, BEN), (CLEO, MIA)]
