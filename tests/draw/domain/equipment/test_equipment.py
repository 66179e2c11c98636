"""Equipment is inspected before use, and what is found wrong is acted on (Tennessee 2)."""

from __future__ import annotations

import pytest

from services.draw.domain.equipment.defects import (
    DEFECT_NOT_REPAIRED,
    NOT_INSPECTED_SINCE,
    NOT_OUT_OF_SERVICE,
    FailInGame,
)
from services.draw.domain.equipment.equipment import EQUIPMENT, EQUIPMENT_RETIRED
from services.draw.domain.equipment.inspecting import (
    INSPECTED_BY_REPAIRER,
    NO_SUCH_OBJECT,
    NOT_COMPARED,
    SELECTOR_HAS_NO_OBJECTS,
    WITNESS_IS_INSPECTOR,
    YEAR_NOT_OPEN,
)
from services.draw.domain.equipment.state import (
    Defect,
    InService,
    OutOfService,
    Registered,
    Respect,
    Retired,
    Unknown,
)
from services.kernel.law import Standing
from tests.draw.domain.equipment.pieces import (
    ALL,
    BALLS,
    CAGE,
    CRACKED,
    GAME,
    IN_SERVICE,
    INES,
    OUT,
    REPAIRED,
    ROB,
    SELECTOR,
    examine,
    examined,
    fail,
    failed,
    piece,
    register,
    registered,
    repair,
    repaired,
    retire,
    retired,
    return_,
    returned,
    take_out,
    taken_out,
)
from tests.kit.law import permits, refuses

# -- inspection ------------------------------------------------------------------------------------


def test_equipment_is_registered_in_its_year_and_waits_for_its_inspection() -> None:
    after = piece().when(register()).then(registered())
    assert after.state == Registered(CAGE, BALLS, 75)
    assert EQUIPMENT.standing(after.state) is Standing.WAITING
    piece().when(register(year=2025)).refused(YEAR_NOT_OPEN)


@permits("TNB-2")
def test_tnb_2_objects_equal_in_every_respect_and_all_there_are_fit_for_use() -> None:
    after = piece(registered()).when(examine()).then(examined())
    assert isinstance(after.state, InService)
    assert after.state.examination.by == INES
    assert EQUIPMENT.standing(after.state) is Standing.IN_PLAY


@refuses("TNB-2")
@pytest.mark.parametrize("respect", ALL)
def test_tnb_2_objects_are_compared_in_size_shape_weight_and_balance(respect: Respect) -> None:
    others = tuple(each for each in ALL if each is not respect)
    refused = piece(registered()).when(examine(others)).refused(NOT_COMPARED, "TNB-2")
    assert respect.name.lower() in refused.sentence


@permits("TNB-2")
def test_tnb_2_an_inspection_that_finds_a_defect_is_on_record_and_takes_it_out() -> None:
    lighter = Defect(5, "lighter than the others")
    found = examine(ALL[:2], 75, (CRACKED, lighter))
    after = (
        piece(registered()).when(found).then(examined(ALL[:2], 75, (CRACKED, lighter), fit=False))
    )
    assert isinstance(after.state, OutOfService)
    assert after.state.reason == "ball 17: cracked; ball 5: lighter than the others"
    assert after.state.defects == (CRACKED, lighter)


@pytest.mark.parametrize("counted", [74, 76])
def test_a_set_that_is_not_complete_is_not_fit(counted: int) -> None:
    for so_far in ((registered(),), IN_SERVICE):
        given = piece(*so_far).when(examine(counted=counted))
        after = given.then(examined(counted=counted, fit=False))
        assert isinstance(after.state, OutOfService)
        assert after.state.reason == f"{counted} of 75 objects were counted"
        after.when(examine()).then(examined()).when(return_()).then(returned())


def test_the_order_of_what_was_compared_does_not_matter() -> None:
    backwards = tuple(reversed(ALL))
    piece(registered()).when(examine(backwards)).then(examined(ALL))


def test_a_witness_is_another_person() -> None:
    piece(registered()).when(examine(witness=ROB)).then(examined(witness=ROB))
    piece(registered()).when(examine(witness="INES ")).refused(WITNESS_IS_INSPECTOR)


def test_a_defect_is_one_of_an_object_that_there_is() -> None:
    piece(registered()).when(examine(defects=(Defect(76, "red"),))).refused(NO_SUCH_OBJECT)
    piece(*IN_SERVICE).when(take_out(Defect(76, "red"))).refused(NO_SUCH_OBJECT)
    piece(*SELECTOR).when(take_out(Defect(1, "red"))).refused(NO_SUCH_OBJECT)
    last, cage = Defect(75, "red"), Defect(0, "the hopper jams")
    piece(*IN_SERVICE).when(take_out(last, cage)).then(taken_out(last, cage))


def test_an_electronic_selector_has_no_objects_to_compare() -> None:
    for wrong in (examine(ALL, 0), examine((), 90)):
        piece(*SELECTOR).when(wrong).refused(SELECTOR_HAS_NO_OBJECTS)
    after = piece(*SELECTOR).when(examine((), 0)).then(examined((), 0))
    assert isinstance(after.state, InService)
    dark = Defect(0, "the screen is dark")
    piece(*SELECTOR).when(examine((), 0, (dark,))).then(examined((), 0, (dark,), fit=False))


# -- defects ---------------------------------------------------------------------------------------


@permits("TNB-2")
def test_tnb_2_a_defect_takes_it_out_of_service_and_the_inspection_counts_no_more() -> None:
    after = piece(*IN_SERVICE).when(take_out(CRACKED)).then(taken_out(CRACKED))
    assert isinstance(after.state, OutOfService)
    assert (after.state.reason, after.state.defects) == ("looks wrong", (CRACKED,))
    assert after.state.examination is None
    assert EQUIPMENT.standing(after.state) is Standing.WAITING


@permits("TNB-2")
@pytest.mark.case("B26")
def test_case_b26_a_ball_that_cracks_in_a_game_takes_the_set_out_of_service() -> None:
    after = piece(*IN_SERVICE).when(fail()).then(failed(Defect(17, "defective: cracked")))
    assert isinstance(after.state, OutOfService)
    assert after.state.game == GAME
    assert after.state.reason == "defective: cracked, in a game"


@refuses("TNB-2")
@pytest.mark.case("B26")
def test_case_b26_a_cracked_ball_does_not_come_back_unrepaired_or_uninspected() -> None:
    cracked = piece(*IN_SERVICE, failed(Defect(17, "cracked")))
    refused = cracked.when(return_()).refused(DEFECT_NOT_REPAIRED, "TNB-2")
    assert "ball 17: cracked" in refused.sentence
    looked_at = cracked.when(examine()).then(examined())
    looked_at.when(return_()).refused(DEFECT_NOT_REPAIRED, "TNB-2")
    mended = looked_at.when(repair()).then(repaired())
    mended.when(return_()).refused(NOT_INSPECTED_SINCE, "TNB-2")
    seen = mended.when(examine()).then(examined())
    back = seen.when(return_()).then(returned())
    assert isinstance(back.state, InService)
    assert back.state.examination.by == INES


def test_what_a_game_finds_of_an_object_that_the_set_has_not_is_told_in_words() -> None:
    piece(*IN_SERVICE).when(fail(90)).then(failed(Defect(0, "ball 90: defective: cracked")))
    dark = "the selector does not work"
    piece(*SELECTOR, examined((), 0)).when(fail(0, dark)).then(failed(Defect(0, dark), dark))


def test_what_a_game_finds_on_equipment_that_there_is_no_more_changes_nothing() -> None:
    """As refused it could not go on record, and the game would be followed no further."""
    piece().when(fail()).nothing()
    piece(registered(), retired()).when(fail()).nothing()
    assert EQUIPMENT.anytime == (FailInGame,)


def test_what_is_found_later_joins_in_and_the_repairer_stays_known() -> None:
    cage = Defect(0, "the hopper jams")
    given = piece(*REPAIRED, examined())
    after = given.when(take_out(cage)).then(taken_out(cage))
    assert isinstance(after.state, OutOfService)
    assert after.state.reason == "looks wrong; looks wrong"
    assert (after.state.defects, after.state.examination) == ((cage,), None)
    after.when(examine(by=ROB)).refused(INSPECTED_BY_REPAIRER, "TNB-2")


# -- the way back ----------------------------------------------------------------------------------


@permits("TNB-2")
def test_tnb_2_it_returns_after_repair_and_inspection_by_another_person() -> None:
    after = piece(*REPAIRED).when(examine()).then(examined())
    assert isinstance(after.state, OutOfService), "until it is returned"
    assert isinstance(after.when(return_()).then(returned()).state, InService)


@refuses("TNB-2")
@pytest.mark.parametrize("spelling", ["rob", "ROB", " Rob", "r\u200bob"])
def test_tnb_2_who_repaired_it_does_not_inspect_it(spelling: str) -> None:
    piece(*REPAIRED).when(examine(by=spelling)).refused(INSPECTED_BY_REPAIRER, "TNB-2")


def test_a_second_repair_needs_another_inspection_by_neither_repairer() -> None:
    given = piece(*REPAIRED, examined()).when(repair(by=INES)).then(repaired(INES))
    given.when(return_()).refused(NOT_INSPECTED_SINCE)
    for repairer in (ROB, INES):
        given.when(examine(by=repairer)).refused(INSPECTED_BY_REPAIRER)
    given.when(examine(by="mere")).then(examined(by="mere")).when(return_()).then(returned())


def test_an_inspection_that_finds_more_wrong_keeps_it_out_and_remembers_who_repaired() -> None:
    after = piece(*REPAIRED).when(examine(counted=74)).then(examined(counted=74, fit=False))
    assert isinstance(after.state, OutOfService)
    assert after.state.reason == "74 of 75 objects were counted"
    after.when(return_()).refused(NOT_INSPECTED_SINCE)
    after.when(examine(by=ROB)).refused(INSPECTED_BY_REPAIRER)
    more = Defect(9, "dented")
    worse = piece(*OUT).when(examine(defects=(more,))).then(examined(defects=(more,), fit=False))
    assert isinstance(worse.state, OutOfService)
    assert worse.state.defects == (CRACKED, more)


def test_only_what_is_out_of_service_is_repaired_and_returned() -> None:
    for so_far in ((registered(),), IN_SERVICE):
        for command in (repair(), return_()):
            piece(*so_far).when(command).refused(NOT_OUT_OF_SERVICE, "")


def test_what_was_in_service_before_is_inspected_again_by_anybody() -> None:
    given = piece(*REPAIRED, examined(), returned())
    given.when(examine(by=ROB)).then(examined(by=ROB))


def test_equipment_is_given_up_for_good() -> None:
    for so_far in ((registered(),), IN_SERVICE, OUT):
        before = piece(*so_far)
        after = before.when(retire()).then(retired())
        assert isinstance(after.state, Retired)
        assert not isinstance(before.state, Unknown)
        assert (after.state.title, after.state.selector, after.state.numbers) == (
            before.state.title,
            before.state.selector,
            before.state.numbers,
        )
        assert EQUIPMENT.standing(after.state) is Standing.ENDED
        for command in (examine(), take_out(), repair(), return_(), retire()):
            after.when(command).refused(EQUIPMENT_RETIRED)
