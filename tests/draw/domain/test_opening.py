"""Opening a game and announcing it to the players (rules 5.2 and 5.6(a))."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from services.draw.domain.game.announcing import (
    ALREADY_ANNOUNCED,
    ANNOUNCED_OTHER_VERSION,
    NOT_ANNOUNCED,
    PRIZE_DIFFERS,
    PRIZE_NOT_ANNOUNCED,
    PRIZE_SAID_TWICE,
    SERIAL_DIFFERS,
    SERIAL_NOT_ANNOUNCED,
)
from services.draw.domain.game.ending import GAME_ENDED
from services.draw.domain.game.game import (
    Event,
)
from services.draw.domain.game.opening import (
    DAY_NOT_OPEN,
    OTHER_CURRENCY,
    PRIZE_ZERO,
    SELECTOR_NOT_ALLOWED,
    STAGES_DIFFER,
)
from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.staff import NOT_THE_CALLER
from services.draw.domain.game.state import InPlay, Waiting
from services.draw.domain.game.words import Ending, Selector
from services.kernel.approval import PROFILE_NOT_APPROVED
from services.kernel.money import Money
from tests.draw.domain.games import (
    BALLS,
    BEN,
    BINGO,
    BOTH,
    CALLER,
    CLEO,
    ELECTRONIC,
    FULL,
    LINE,
    ONLY_BINGO,
    ONLY_LINE,
    PROFILE,
    ROW,
    SERIAL,
    announce,
    announced,
    attempted,
    call,
    called,
    confirm,
    ended,
    game,
    in_play,
    nzd,
    open_game,
    opened,
    select,
    selected,
    waiting,
)
from tests.kit.law import means, permits, refuses
from tests.kit.standing import STANDS, WAITS

UNFIXED = (StagePrize(LINE, None, ROW), StagePrize(BINGO, None, FULL))


# -- opening ---------------------------------------------------------------------------------------


@means("NZB-5.2", side="inside")
@pytest.mark.parametrize(
    ("version", "stages"), [(1, ONLY_BINGO), (2, ONLY_LINE), (3, BOTH)], ids=["1", "2", "3"]
)
def test_nzb_5_2_a_game_is_played_as_one_of_the_versions(
    version: int, stages: tuple[StagePrize, ...]
) -> None:
    game().when(open_game(version, stages)).then(opened(version, stages))


@means("NZB-5.2", side="outside")
@pytest.mark.parametrize(
    ("version", "stages"),
    [
        (1, BOTH),
        (1, ONLY_LINE),
        (2, ONLY_BINGO),
        (3, ONLY_LINE),
        (3, ONLY_BINGO),
        (3, (*BOTH, *ONLY_LINE)),
        (1, (*ONLY_BINGO, *ONLY_BINGO)),
        (4, ONLY_BINGO),
        (0, ()),
    ],
)
def test_nzb_5_2_any_other_set_of_prizes_is_no_version(
    version: int, stages: tuple[StagePrize, ...]
) -> None:
    game().when(open_game(version, stages)).refused(STAGES_DIFFER, "NZB-5.2")


def test_the_stages_stand_in_the_order_of_play_however_they_are_named() -> None:
    game().when(open_game(3, BOTH[::-1])).then(opened(3, BOTH))


def test_a_game_that_is_opened_waits_for_its_announcement() -> None:
    state = game(opened()).state
    assert isinstance(state, Waiting)
    assert (state.profile, state.rules) == ("nz-casino-bingo", PROFILE.rules)
    assert (state.game_version, state.stages, state.serial_number) == (3, BOTH, "A-1042")
    assert (state.selector, state.rooms) == (ELECTRONIC, ("main", "mezz"))
    assert (state.staff, state.calls, state.call_outs, state.won) == ((), (), (), ())


@permits("NZB-5.6(b)")
@pytest.mark.parametrize("selector", [ELECTRONIC, BALLS])
def test_nzb_5_6_b_a_game_is_drawn_with_a_selector_of_its_profile(selector: Selector) -> None:
    game().when(open_game(selector=selector)).then(opened(selector=selector))


@refuses("NZB-5.6(b)")
def test_nzb_5_6_b_a_selector_that_the_profile_lacks_is_refused() -> None:
    by_hand = replace(PROFILE, selectors=frozenset({BALLS}))
    game().when(open_game(profile=by_hand)).refused(SELECTOR_NOT_ALLOWED, "NZB-5.6(b)")


def test_a_game_is_opened_by_rules_that_two_persons_stand_for() -> None:
    game().when(replace(open_game(), approval=WAITS)).refused(PROFILE_NOT_APPROVED, "")
    game().when(replace(open_game(), approval=STANDS)).then(opened())


def test_prizes_are_in_the_currency_of_the_venue() -> None:
    dollars = (StagePrize(LINE, nzd(100)), StagePrize(BINGO, Money("USD", 125_000)))
    game().when(open_game(3, dollars)).refused(OTHER_CURRENCY)
    game().when(open_game(currency="AUD")).refused(OTHER_CURRENCY)


def test_a_prize_is_not_nothing() -> None:
    nothing = (StagePrize(LINE, nzd(0)), BOTH[1])
    assert game().when(open_game(3, nothing)).refused(PRIZE_ZERO).facts["stage"] == "line"
    game(*waiting(3, UNFIXED)).when(announce(3, nothing)).refused(PRIZE_ZERO)
    game().when(open_game(3, UNFIXED)).then(opened(3, UNFIXED))


def test_blanks_around_a_serial_number_are_not_of_it() -> None:
    game().when(open_game(serial="A-1042 ")).then(opened())


@pytest.mark.parametrize(
    "day", [date(2026, 11, 29), date(2026, 12, 30)], ids=["today", "in 31 days"]
)
def test_a_game_is_opened_for_its_gaming_day_or_up_to_31_days_before(day: date) -> None:
    game().when(open_game(day=day, today=date(2026, 11, 29))).then(opened())


@pytest.mark.parametrize(
    "day", [date(2026, 11, 28), date(2026, 12, 31)], ids=["yesterday", "in 32 days"]
)
def test_a_game_of_another_day_is_not_opened(day: date) -> None:
    game().when(open_game(day=day, today=date(2026, 11, 29))).refused(DAY_NOT_OPEN)


# -- the announcement ------------------------------------------------------------------------------


@permits("NZB-5.6(a)(i)", "NZB-5.6(a)(ii)", "NZB-5.6(a)(iii)")
def test_nzb_5_6_a_the_caller_announces_version_prizes_and_serial_number() -> None:
    state = game(*waiting()).when(announce()).then(announced()).state
    assert isinstance(state, InPlay)
    assert (state.stages, state.serial_number, state.selected) == (BOTH, "A-1042", None)
    assert state.next_position == 1


@refuses("NZB-5.6(a)(i)")
@pytest.mark.parametrize("said", [1, 2, 4, 0])
def test_nzb_5_6_a_i_the_announced_version_is_the_one_that_is_played(said: int) -> None:
    game(*waiting()).when(announce(said)).refused(ANNOUNCED_OTHER_VERSION, "NZB-5.6(a)(i)")


@refuses("NZB-5.6(a)(i)")
def test_nzb_5_6_a_i_a_stage_that_is_not_played_is_not_announced() -> None:
    bingo = game(*waiting(1, ONLY_BINGO))
    bingo.when(announce(1, BOTH)).refused(ANNOUNCED_OTHER_VERSION, "NZB-5.6(a)(i)")


@refuses("NZB-5.6(a)(i)")
@pytest.mark.case("B13")
@pytest.mark.parametrize(
    "command", [select(1), call(1), confirm(1)], ids=lambda c: type(c).__name__
)
def test_case_B13_nzb_5_6_a_i_no_number_comes_before_the_announcement(command: object) -> None:
    game(*waiting()).when(command).refused(NOT_ANNOUNCED, "NZB-5.6(a)(i)")  # type: ignore[arg-type]


@permits("NZB-5.6(a)(i)")
def test_nzb_5_6_a_i_numbers_come_after_the_announcement() -> None:
    (event,) = game(*in_play()).when(select(1)).events
    assert type(event).__name__ == "NumberSelected"


@refuses("NZB-5.6(a)(i)")
def test_nzb_5_6_a_i_the_caller_announces_and_nobody_else() -> None:
    for by in BEN, CLEO:
        game(*waiting()).when(announce(by=by)).recorded_refusal(
            NOT_THE_CALLER, "NZB-5.6(a)(i)", events=(attempted(CALLER, by),)
        )


@permits("NZB-5.6(a)(ii)")
def test_nzb_5_6_a_ii_the_announcement_fixes_prizes_that_were_open() -> None:
    state = game(*waiting(3, UNFIXED)).when(announce(3, BOTH[::-1])).then(announced(3, BOTH)).state
    assert isinstance(state, InPlay)
    assert state.stages == BOTH


@refuses("NZB-5.6(a)(ii)")
@pytest.mark.parametrize("fixed", [BOTH, UNFIXED], ids=["fixed", "not fixed"])
@pytest.mark.parametrize(
    "said", [(), ONLY_LINE, ONLY_BINGO, (BOTH[0], UNFIXED[1])], ids=["no", "line", "bingo", "open"]
)
def test_nzb_5_6_a_ii_version_3_needs_both_amounts(
    fixed: tuple[StagePrize, ...], said: tuple[StagePrize, ...]
) -> None:
    opened_game = game(*waiting(3, fixed))
    opened_game.when(announce(3, said)).refused(PRIZE_NOT_ANNOUNCED, "NZB-5.6(a)(ii)")


@refuses("NZB-5.6(a)(ii)")
def test_nzb_5_6_a_ii_an_amount_that_was_fixed_is_announced_as_it_is() -> None:
    more = (BOTH[0], StagePrize(BINGO, nzd(1251)))
    refused = game(*waiting()).when(announce(3, more)).refused(PRIZE_DIFFERS, "NZB-5.6(a)(ii)")
    assert (refused.facts["said"], refused.facts["fixed"]) == ("NZD 1,251.00", "NZD 1,250.00")


@refuses("NZB-5.6(a)(ii)")
def test_nzb_5_6_a_ii_two_amounts_for_one_stage_are_none() -> None:
    unclear = (*BOTH, StagePrize(LINE, nzd(200)))
    opened_game = game(*waiting(3, UNFIXED))
    opened_game.when(announce(3, unclear)).refused(PRIZE_SAID_TWICE, "NZB-5.6(a)(ii)")
    opened_game.when(announce(3, (*BOTH, *BOTH))).then(announced(3, BOTH))


@permits("NZB-5.6(a)(ii)")
@pytest.mark.parametrize(
    ("version", "stages"), [(1, ONLY_BINGO), (2, ONLY_LINE)], ids=["bingo", "line"]
)
def test_nzb_5_6_a_ii_only_version_3_has_amounts_to_announce(
    version: int, stages: tuple[StagePrize, ...]
) -> None:
    fixed = game(*waiting(version, stages))
    fixed.when(announce(version, ())).then(announced(version, stages))
    open_prize = (replace(stages[0], prize=None),)
    unfixed = game(*waiting(version, open_prize))
    unfixed.when(announce(version, ())).then(announced(version, open_prize))
    unfixed.when(announce(version, stages)).then(announced(version, stages))


def test_an_announced_prize_is_in_the_currency_of_the_venue() -> None:
    said = (BOTH[0], StagePrize(BINGO, Money("USD", 125_000)))
    game(*waiting(3, UNFIXED)).when(announce(3, said)).refused(OTHER_CURRENCY)


@permits("NZB-5.6(a)(iii)")
@pytest.mark.parametrize("opened_with", ["", "A-1042"])
def test_nzb_5_6_a_iii_the_serial_number_of_the_cards_is_announced(opened_with: str) -> None:
    opened_game = game(*waiting(serial=opened_with))
    state = opened_game.when(announce(serial=" A-1042 ")).then(announced()).state
    assert isinstance(state, InPlay)
    assert state.serial_number == "A-1042"


@refuses("NZB-5.6(a)(iii)")
@pytest.mark.parametrize("opened_with", ["", "A-1042"])
@pytest.mark.parametrize("said", ["", "  "])
def test_nzb_5_6_a_iii_no_game_without_its_serial_number(opened_with: str, said: str) -> None:
    opened_game = game(*waiting(serial=opened_with))
    opened_game.when(announce(serial=said)).refused(SERIAL_NOT_ANNOUNCED, "NZB-5.6(a)(iii)")


@refuses("NZB-5.6(a)(iii)")
def test_nzb_5_6_a_iii_another_serial_number_is_not_the_game_s() -> None:
    game(*waiting()).when(announce(serial="A-1043")).refused(SERIAL_DIFFERS, "NZB-5.6(a)(iii)")


@pytest.mark.case("B22")
def test_case_B22_a_second_start_is_refused_and_changes_nothing() -> None:
    game(*in_play(42)).when(announce()).refused(ALREADY_ANNOUNCED, "NZB-5.6(a)(i)")
    over = game(*in_play(42), ended(Ending.ABANDONED, "power cut"))
    over.when(announce()).refused(GAME_ENDED)


# -- what was announced wrongly --------------------------------------------------------------------

OPEN_PRIZES = (StagePrize(LINE, None, ROW), StagePrize(BINGO, None, FULL))
TWELVE = (BOTH[0], StagePrize(BINGO, nzd(12), FULL))


@permits("NZB-5.6(a)(ii)", "NZB-5.6(a)(iii)")
def test_nzb_5_6_a_what_was_said_wrongly_is_said_again_before_the_first_number() -> None:
    """A bingo of $1250 was announced as $12, with a wrong serial number."""
    wrong = replace(announced(3, TWELVE), serial_number="B-7")
    said = game(*waiting(3, OPEN_PRIZES, serial=""), wrong)
    right = said.when(announce()).then(announced())
    assert isinstance(right.state, InPlay)
    assert (right.state.stages, right.state.serial_number) == (BOTH, SERIAL)
    right.when(announce()).nothing()
    right.when(announce(3, TWELVE)).then(announced(3, TWELVE))


@refuses("NZB-5.6(a)(i)")
@pytest.mark.parametrize("drawn", [(selected(1, 42),), (selected(1, 42), called(1, 42))])
def test_nzb_5_6_a_once_a_number_was_drawn_the_announcement_stands(
    drawn: tuple[Event, ...],
) -> None:
    said = game(*waiting(3, OPEN_PRIZES, serial=""), announced(3, TWELVE), *drawn)
    said.when(announce()).refused(ALREADY_ANNOUNCED, "NZB-5.6(a)(i)")


@refuses("NZB-5.6(a)(ii)", "NZB-5.6(a)(iii)")
def test_nzb_5_6_a_what_was_fixed_when_the_game_was_opened_stays_fixed() -> None:
    said = game(*waiting(), announced())
    said.when(announce(3, TWELVE)).refused(PRIZE_DIFFERS, "NZB-5.6(a)(ii)")
    said.when(announce(serial="B-7")).refused(SERIAL_DIFFERS, "NZB-5.6(a)(iii)")
    tried = said.when(announce(3, TWELVE, by=BEN))
    tried.recorded_refusal(NOT_THE_CALLER, events=(attempted(CALLER, BEN),))
