"""Games that cannot be put right: void, and started over or not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.announcing import NOT_ANNOUNCED
from services.draw.domain.game.authority import NOT_THE_GAME_MANAGER
from services.draw.domain.game.belonging import (
    NOT_TO_START_OVER,
    STAGE_COMPLETED_BEFORE,
    RestartSeen,
)
from services.draw.domain.game.calling import PAUSED
from services.draw.domain.game.deciding import GAME_VOID
from services.draw.domain.game.ending import GAME_ENDED
from services.draw.domain.game.game import Event
from services.draw.domain.game.opening import OpenGame
from services.draw.domain.game.parts import Ending, IrregularityKind, Remedy, Stage
from services.draw.domain.game.staff import NOT_THE_SUPERVISOR
from services.draw.domain.game.state import Ended
from services.draw.domain.game.voiding import (
    CORRECTION_FIRST,
    MUST_START_OVER,
    NOTHING_TO_VOID,
    VOID_REASON_NEEDED,
    continues,
)
from services.kernel.law import KeyMissing, Secret
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    CLEO,
    LINE,
    NOT_VALID,
    ONLY_BINGO,
    SUPERVISOR,
    TENNESSEE,
    VALID,
    attempted,
    called_out,
    decided,
    game,
    in_play,
    keyed,
    open_game,
    opening,
    selected,
    waiting,
)
from tests.draw.domain.games import decide as rule_on
from tests.draw.domain.standing import (
    DEFECT,
    MIA,
    RETURNED,
    SELECTOR,
    SPILT,
    STUCK,
    approve,
    found,
    heard,
    held,
    looked_over,
    proposed,
    report,
    settled,
    void,
    voided,
)
from tests.kit.law import permits, refuses

MEMPHIS = memphis.in_play(42, 17)
LINE_WON = (called_out(1, 2), decided(1, VALID, LINE))
WHY = "nobody knows which numbers were called"


# -- who, and why ----------------------------------------------------------------------------------


@permits("TNB-14")
@refuses("TNB-14")
def test_tnb_14_a_game_is_not_started_over_if_the_error_can_be_corrected() -> None:
    playing = game(*MEMPHIS)
    for why in ("", "  "):
        playing.when(void(why=why)).refused(CORRECTION_FIRST, "TNB-14")
    state = playing.when(void(f" {SPILT} ", f" {WHY} ")).then(voided(why=WHY)).state
    assert isinstance(state, Ended)
    assert (state.ending, state.reason, state.start_over) == (Ending.VOID, SPILT, True)


@permits("TNB-12")
@refuses("TNB-12")
def test_tnb_12_the_game_manager_voids_it_and_not_the_supervisor() -> None:
    spilt = game(*MEMPHIS, found(RETURNED))
    spilt.when(void(by=BEN)).refused(NOT_THE_GAME_MANAGER, "TNB-12")
    spilt.when(void()).then(voided())


@pytest.mark.parametrize("by", [BEN, MIA])
def test_elsewhere_the_supervisor_does_or_the_manager_who_is_set_over_both(by: str) -> None:
    playing = game(*in_play(42))
    playing.when(void(why=WHY, by=by)).then(voided(why=WHY, by=by))
    playing.when(void(by=by)).refused(CORRECTION_FIRST, "")


@pytest.mark.parametrize("by", [ANA, CLEO])
def test_nobody_else_does_and_who_tries_is_on_record(by: str) -> None:
    game(*in_play(42)).when(void(why=WHY, by=by)).recorded_refusal(
        NOT_THE_SUPERVISOR, "", events=(attempted(SUPERVISOR, by),)
    )


def test_what_has_happened_is_said() -> None:
    game(*in_play(42)).when(void(" ", WHY, by=BEN)).refused(VOID_REASON_NEEDED, "")


@pytest.mark.parametrize("kind", [STUCK, RETURNED, DEFECT, SELECTOR])
def test_that_it_cannot_be_corrected_goes_without_saying_of_some(kind: IrregularityKind) -> None:
    happened = game(*MEMPHIS, found(kind))
    if kind in (STUCK, RETURNED):
        happened.when(void()).then(voided())
    else:
        happened.when(void()).refused(CORRECTION_FIRST, "TNB-14")
        happened.when(void(why=WHY)).then(voided(why=WHY))


def test_of_what_was_decided_before_it_does_not() -> None:
    right = (found(RETURNED), settled(Remedy.REBUILT, cards=("1204",)))
    game(*MEMPHIS, *right).when(void()).refused(CORRECTION_FIRST, "TNB-14")


@permits("TNB-14")
@refuses("TNB-14")
def test_tnb_14_with_a_stuck_object_it_is_started_over() -> None:
    stuck = game(*MEMPHIS).when(report(STUCK, 60)).then(found(STUCK, 60))
    refused = stuck.when(void(start_over=False)).refused(MUST_START_OVER, "TNB-14")
    assert refused.facts == {"what": "an object is stuck in the receptacle"}
    stuck.when(void()).then(voided())


@permits("TNB-12")
@refuses("TNB-12")
def test_tnb_12_void_because_objects_were_put_back_it_is_started_over() -> None:
    spilt = game(*MEMPHIS, found(RETURNED))
    spilt.when(void(start_over=False)).refused(MUST_START_OVER, "TNB-12")
    spilt.when(void()).then(voided())


def test_for_another_reason_it_need_not_be() -> None:
    state = game(*MEMPHIS).when(void(why=WHY, start_over=False)).state
    assert isinstance(state, Ended)
    assert not state.start_over


# -- when ------------------------------------------------------------------------------------------


def test_a_game_that_was_not_announced_or_has_ended_is_not_voided() -> None:
    game(*waiting()).when(void(why=WHY, by=BEN)).refused(NOT_ANNOUNCED)
    over = game(*in_play(42), voided(why=WHY, by=BEN))
    over.when(void(why=WHY, by=BEN)).refused(GAME_ENDED, "")


def test_who_called_out_is_judged_first_since_what_is_won_stays_won() -> None:
    claimed = game(*MEMPHIS, called_out(1, 2), found(STUCK, 60))
    assert claimed.when(void()).refused(PAUSED).facts == {"call_out": "1"}
    for verdict, stages in ((VALID, (LINE,)), (NOT_VALID, ())):
        judged = claimed.when(rule_on(1, verdict, *stages)).then(decided(1, verdict, *stages))
        state = judged.when(void()).then(voided()).state
        assert isinstance(state, Ended)
        assert [won.stage for won in state.won] == list(stages)


def test_where_all_is_won_there_is_nothing_left_to_void() -> None:
    only = in_play(42, version=1, stages=ONLY_BINGO)
    won = game(*only, called_out(1, 1), decided(1, VALID, BINGO))
    won.when(void(why=WHY, by=BEN)).refused(NOTHING_TO_VOID, "")
    game(*in_play(*range(1, 91))).when(void(why=WHY, by=BEN)).then(voided(why=WHY, by=BEN))


def test_held_or_waiting_for_a_signature_it_is_void_all_the_same_and_nothing_waits() -> None:
    both = game(*in_play(42), held(), proposed(heard(8)))
    over = both.when(void(why=WHY, by=BEN)).then(voided(why=WHY, by=BEN))
    state = over.state
    assert isinstance(state, Ended)
    assert (state.hold, state.proposals, state.stands_still) == (None, (), False)
    over.when(approve()).refused(GAME_ENDED, "")


# -- what becomes of it ----------------------------------------------------------------------------


def test_a_number_that_was_never_announced_is_opened() -> None:
    drawn = game(*in_play(42), selected(2, 17)).when(void(why=WHY, by=BEN))
    state = drawn.then(voided(why=WHY, by=BEN, opening=opening(2))).state
    assert isinstance(state, Ended)
    assert len(state.calls) == 1, "opened, and yet not a call"
    in_hand = game(*MEMPHIS, keyed(3, 60), found(STUCK, 61)).when(void())
    in_hand.then(voided(opening=opening(3)))


def test_a_game_is_not_voided_on_a_selection_whose_key_is_away() -> None:
    closed = game(*in_play(42), type(selected(2, 17))(2, Secret(None)))
    with pytest.raises(KeyMissing):
        closed.when(void(why=WHY, by=BEN))


def test_whatever_had_happened_to_the_equipment_is_decided_with_it() -> None:
    so_far = (
        *MEMPHIS,
        found(DEFECT, 7),
        looked_over(),
        settled(Remedy.PUT_RIGHT),
        found(STUCK, 60, number=2),
        found(RETURNED, number=3),
    )
    state = game(*so_far).when(void()).then(voided()).state
    assert isinstance(state, Ended)
    assert not state.undecided
    remedies = [(each.remedy, each.decided_by) for each in state.irregularities]
    assert remedies == [
        (Remedy.PUT_RIGHT, MIA),
        (Remedy.VOID, MIA),
        (Remedy.VOID, MIA),
    ]
    assert state.irregularities[1].decision == SPILT


def test_everything_else_stays_as_it_is() -> None:
    before = game(*in_play(42, 17), *LINE_WON, selected(3, 8)).state
    after = game(*in_play(42, 17), *LINE_WON, selected(3, 8), voided(why=WHY)).state
    assert isinstance(after, Ended)
    kept = {name: value for name, value in vars(before).items() if name in vars(after)}
    changed = {"ending": Ending.VOID, "reason": SPILT, "start_over": True}
    assert vars(after) == {**kept, **changed}


@refuses("TNB-15")
@permits("TNB-15")
def test_tnb_15_in_a_void_game_nothing_more_is_won_but_what_was_won_is_shared() -> None:
    late_entries = (called_out(2, 2, outside_play=True), called_out(3, 2, outside_play=True))
    over = game(*MEMPHIS, *LINE_WON, found(STUCK, 60), voided(), *late_entries)
    refused = over.when(rule_on(2, VALID, BINGO)).refused(GAME_VOID, "TNB-15")
    assert refused.facts == {"stage": "bingo"}
    over.when(rule_on(2, VALID, LINE)).then(decided(2, VALID, LINE))
    over.when(rule_on(3, NOT_VALID)).then(decided(3, NOT_VALID))


# -- what the game in its place is for -------------------------------------------------------------


def restart(*stages: Stage, void_game: bool = True) -> RestartSeen:
    """What is known of the void game when another is opened in its place."""
    return RestartSeen("venues/mem/games/2026-11-29-07", 30, void_game, stages)


@permits("TNB-15")
@refuses("TNB-15")
@pytest.mark.parametrize(
    ("won", "completed"),
    [
        ((), ()),
        (LINE_WON, (LINE,)),
    ],
)
def test_tnb_15_only_what_was_not_completed_is_played_again(
    won: tuple[Event, ...], completed: tuple[Stage, ...]
) -> None:
    state = game(*MEMPHIS, *won, found(STUCK, 60), voided()).state
    assert isinstance(state, Ended)
    assert continues(state) == completed
    opening_it = _open(restart(*completed), *(s for s in (LINE, BINGO) if s not in completed))
    assert game().when(opening_it).refusal is None
    line_again = _open(restart(LINE), LINE, BINGO)
    game().when(line_again).refused(STAGE_COMPLETED_BEFORE, "TNB-15")


@permits("TNB-14")
@refuses("TNB-14")
def test_tnb_14_completed_games_are_valid_and_not_played_again() -> None:
    game().when(_open(restart(void_game=False), LINE, BINGO)).refused(NOT_TO_START_OVER, "TNB-14")
    assert game().when(_open(restart(), LINE, BINGO)).refusal is None


def _open(seen: RestartSeen, *stages: Stage) -> OpenGame:
    """Open a game under Tennessee's profile in the place of the void one."""
    prizes = tuple(each for each in memphis.PRIZES if each.stage in stages)
    made = open_game(3, prizes, profile=TENNESSEE, selector=BALLS, currency="USD")
    return replace(made, restart=seen)
