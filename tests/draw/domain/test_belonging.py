"""Opening a game in a session, with a piece of equipment, or in place of one that is void."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from services.draw.domain.game.announcing import PATTERN_DIFFERS, SALES_OPEN
from services.draw.domain.game.belonging import (
    EQUIPMENT_UNFIT,
    NOT_IN_THE_PROGRAMME,
    NOT_TO_START_OVER,
    PLAYED_BEFORE,
    PROGRAMME_DIFFERS,
    SESSION_NOT_OPEN,
    STAGE_COMPLETED_BEFORE,
    EquipmentSeen,
    RestartSeen,
    SessionSeen,
    Turn,
)
from services.draw.domain.game.opening import (
    PATTERN_NOT_ALLOWED,
    SHARE_OF_UNKNOWN,
    STAGES_DIFFER,
    GameOpened,
    OpenGame,
)
from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.staff import DEPUTY_MISSING, AssignStaff
from services.draw.domain.game.state import Waiting
from services.draw.domain.game.words import Post, Sales, Selector, Stage
from services.kernel.law import Reason
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    BOTH,
    CALLER,
    FULL,
    LINE,
    ROW,
    SUPERVISOR,
    TENNESSEE,
    announce,
    announced,
    assigned,
    at,
    but,
    game,
    nzd,
    open_game,
    opened,
    waiting,
)
from tests.draw.domain.memphis import PRIZES, usd
from tests.kit.law import permits, refuses

SESSION = "venues/akl/sessions/2026-11-29-evening"
VOID = "venues/akl/games/2026-11-29-01"
CAGE = "venues/akl/equipment/2026-cage-2"
SEEN = SessionSeen(SESSION, 3, 9, True, True, "nz-casino-bingo", 3, BOTH, False, "")
RESTART = RestartSeen(VOID, 40, True, ())


def opening(command: OpenGame) -> dict[str, Any]:
    """The fields of the event that opens the game."""
    (event,) = game().when(command).events
    return {name: getattr(event, name) for name in event.__dataclass_fields__}


# -- the session -----------------------------------------------------------------------------------


def test_a_game_is_opened_as_the_programme_has_it() -> None:
    made = opening(replace(open_game(), session=SEEN))
    assert (made["session"], made["programme_number"]) == (SESSION, 3)


def test_what_the_programme_leaves_open_is_fixed_at_the_opening() -> None:
    left_open = tuple(replace(each, prize=None, pattern="") for each in BOTH)
    made = opening(replace(open_game(), session=replace(SEEN, stages=left_open)))
    assert made["stages"] == BOTH


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        ({"open": False}, SESSION_NOT_OPEN),
        ({"listed": False}, NOT_IN_THE_PROGRAMME),
        ({"played_as": VOID}, PLAYED_BEFORE),
        ({"profile": "tn-charity-bingo"}, PROGRAMME_DIFFERS),
        ({"game_version": 1}, PROGRAMME_DIFFERS),
        ({"practice": True}, PROGRAMME_DIFFERS),
        ({"stages": (BOTH[0], replace(BOTH[1], prize=nzd(1251)))}, PROGRAMME_DIFFERS),
        ({"stages": (BOTH[0],)}, PROGRAMME_DIFFERS),
        ({"stages": (replace(BOTH[0], pattern="corners"), BOTH[1])}, PROGRAMME_DIFFERS),
    ],
)
def test_a_game_that_the_programme_has_otherwise_is_not_opened(
    seen: dict[str, Any], reason: Reason
) -> None:
    session = replace(SEEN, **seen)
    game().when(replace(open_game(), session=session)).refused(reason)


def test_of_two_for_one_place_the_other_is_told_which_place_and_which_game_has_it() -> None:
    first, *staff = waiting()
    assert isinstance(first, GameOpened)
    ours = replace(first, session=SESSION, programme_number=3)
    told = replace(announce(), turn=Turn(played_as=VOID))
    refused = game(ours, *staff).when(told).refused(PLAYED_BEFORE)
    assert refused.facts == {"number": "3", "game": VOID}


def test_a_void_game_of_the_programme_is_played_again_under_its_number() -> None:
    again = replace(open_game(), session=replace(SEEN, played_as=VOID), restart=RESTART)
    assert opening(again)["restart_of"] == VOID
    state = game(*game().when(again).events).state
    assert isinstance(state, Waiting)
    assert state.restart_of == VOID


@pytest.mark.case("B23")
def test_case_b23_a_practice_game_is_marked_from_its_opening() -> None:
    assert opening(replace(open_game(), practice=True))["practice"] is True


# -- started over ----------------------------------------------------------------------------------


@refuses("TNB-14")
def test_tnb_14_a_game_that_is_not_void_is_not_started_over() -> None:
    valid = replace(RESTART, voided=False)
    game().when(replace(open_game(), restart=valid)).refused(NOT_TO_START_OVER, "")
    tennessee = open_game(3, PRIZES, profile=TENNESSEE, selector=BALLS, currency="USD")
    game().when(replace(tennessee, restart=valid)).refused(NOT_TO_START_OVER, "TNB-14")


@permits("TNB-15")
def test_tnb_15_only_what_was_not_completed_is_played_again() -> None:
    rest = open_game(3, PRIZES[1:], profile=TENNESSEE, selector=BALLS, currency="USD")
    made = opening(replace(rest, restart=replace(RESTART, completed=(LINE,))))
    assert made["stages"] == PRIZES[1:]


@refuses("TNB-15")
def test_tnb_15_what_was_completed_is_not_played_again() -> None:
    whole = open_game(3, PRIZES, profile=TENNESSEE, selector=BALLS, currency="USD")
    again = replace(whole, restart=replace(RESTART, completed=(LINE,)))
    game().when(again).refused(STAGE_COMPLETED_BEFORE, "TNB-15")


def test_tnb_15_and_nothing_that_was_not_completed_is_left_out() -> None:
    series = open_game(3, PRIZES[1:], profile=TENNESSEE, selector=BALLS, currency="USD")
    game().when(replace(series, restart=RESTART)).refused(STAGES_DIFFER)


# -- the equipment ---------------------------------------------------------------------------------


FIT = EquipmentSeen(CAGE, 4, True, True, Selector.RECEPTACLE, 90)


@permits("TNB-2", "TNB-3")
def test_tnb_2_a_game_is_opened_with_equipment_that_is_fit() -> None:
    assert opening(replace(open_game(selector=BALLS), equipment=FIT))["equipment"] == CAGE


@refuses("TNB-2")
@pytest.mark.case("B26")
@pytest.mark.parametrize(
    ("piece", "why"),
    [
        (replace(FIT, in_service=False), "it is out of service"),
        (replace(FIT, inspected=False), "it was not inspected since it was last put right"),
        (replace(FIT, selector=Selector.ELECTRONIC), "it is no receptacle"),
        (FIT, "it is for 90 numbers, and this game is played with 75"),
    ],
)
def test_case_b26_equipment_that_is_not_fit_is_not_played_with(
    piece: EquipmentSeen, why: str
) -> None:
    command = open_game(3, PRIZES, profile=TENNESSEE, selector=BALLS, currency="USD")
    refused = game().when(replace(command, equipment=piece)).refused(EQUIPMENT_UNFIT, "TNB-2")
    assert refused.facts["why"] == why


# -- arrangements and shares -----------------------------------------------------------------------


def stages(pattern: str, share: int = 0) -> tuple[StagePrize, ...]:
    return (StagePrize(LINE, nzd(100), pattern, share), BOTH[1])


@permits("NZB-5.2", "TNB-1")
@pytest.mark.parametrize(
    ("pattern", "wins"),
    [("", ROW), ("corners", "corners"), ("x.......x|.........|x.......x",) * 2],
)
def test_an_arrangement_is_one_of_the_profile_s_or_drawn_as_a_mask(pattern: str, wins: str) -> None:
    made = opening(open_game(3, stages(pattern)))
    assert [each.pattern for each in made["stages"]] == [wins, FULL]


@refuses("NZB-5.2")
@pytest.mark.parametrize(
    "pattern",
    [
        *("frame", "full_card", "diamond"),
        *("x", ".........", ".........|.........|.........", "x.......x|.........|x......x"),
        *("x....|.x...|..x..|...x.|....x", "x.......x|.........|x.......x|", "x.......x|........."),
    ],
)
def test_another_arrangement_is_refused(pattern: str) -> None:
    game().when(open_game(3, stages(pattern))).refused(PATTERN_NOT_ALLOWED, "NZB-5.2")


@refuses("TNB-1")
def test_tnb_1_what_wins_is_not_changed_once_the_game_was_opened() -> None:
    """Cards were bought for what was published: the same for each card, before the first call."""
    posts = (assigned(CALLER, ANA), assigned(SUPERVISOR, BEN), assigned(Post.ANNOUNCER, BEN))
    tennessee = game(opened(3, PRIZES, profile=TENNESSEE, selector=BALLS), *posts)
    other = (replace(PRIZES[0], pattern="corners"), PRIZES[1])
    command = announce(3, other, currency="USD")
    tennessee.when(command).refused(PATTERN_DIFFERS, "TNB-1")


@permits("TNB-1")
def test_tnb_1_what_wins_may_be_said_again_as_it_was_opened() -> None:
    posts = (assigned(CALLER, ANA), assigned(SUPERVISOR, BEN), assigned(Post.ANNOUNCER, BEN))
    tennessee = game(opened(3, PRIZES, profile=TENNESSEE, selector=BALLS), *posts)
    tennessee.when(announce(3, PRIZES, currency="USD")).then(announced(3, PRIZES))


def test_a_share_of_receipts_needs_somebody_who_keeps_account_of_them() -> None:
    command = open_game(3, (StagePrize(LINE, None, ROW, 3000), BOTH[1]))
    game().when(command).refused(SHARE_OF_UNKNOWN)
    made = opening(replace(command, sales=Sales.VERIFY))
    assert made["sales"] is Sales.VERIFY
    assert made["stages"] == (StagePrize(LINE, None, ROW, 3000), BOTH[1])


@refuses("NZB-5.6(a)(ii)")
def test_nzb_5_6_a_ii_a_share_is_announced_when_it_is_an_amount() -> None:
    share = (StagePrize(LINE, None, ROW, 3000), BOTH[1])
    first, *rest = waiting(3, share)
    on_sale = but(first, sales=Sales.VERIFY)
    game(on_sale, *rest).when(announce(3, BOTH)).refused(SALES_OPEN, "NZB-5.6(a)(ii)")


# -- a hall that plays along -----------------------------------------------------------------------


def test_a_linked_hall_has_a_deputy_supervisor_before_the_game_is_announced() -> None:
    hall = "venues/wlg/rooms/main"
    first, *rest = waiting()
    linked = game(but(first, rooms=("main", hall)), *rest)
    linked.when(announce()).refused(DEPUTY_MISSING, "NZB-5.5")
    command = AssignStaff(Post.DEPUTY_SUPERVISOR, "wiremu", at(), hall)
    (deputy,) = linked.when(command).events
    assert game(*linked.events, deputy).when(announce()).events


def test_stages_of_one_sort_twice_are_no_version() -> None:
    twice = (*BOTH, StagePrize(Stage.SECOND_PART_SERIES, nzd(5), ROW), StagePrize(BINGO, nzd(6)))
    game().when(open_game(3, twice)).refused(STAGES_DIFFER, "NZB-5.2")
    game().when(open_game(3, twice[:3])).refused(STAGES_DIFFER, "NZB-5.2")


def test_part_series_are_numbered_without_a_gap() -> None:
    gap = (PRIZES[0], StagePrize(Stage.THIRD_PART_SERIES, usd(9), "x"), PRIZES[1])
    command = open_game(3, gap, profile=TENNESSEE, selector=BALLS, currency="USD")
    game().when(command).refused(STAGES_DIFFER)
