"""Objects that were put back into the receptacle in mid-game (Tennessee 12)."""

from __future__ import annotations

import pytest

from services.draw.domain.game.checks import InspectEquipment
from services.draw.domain.game.remedies import (
    NO_CARD_READ,
    NOT_DISINTERESTED,
    NOT_INSPECTED_AGAIN,
    NUMBERS_DIFFER,
    READ_TWICE,
    disinterested,
)
from services.draw.domain.game.selecting import BALL_DRAWN_BEFORE
from services.draw.domain.game.state import InPlay
from services.kernel.law import Refused
from tests.draw.domain import memphis
from tests.draw.domain.games import (
    BEN,
    at,
    game,
    keyed,
    select,
)
from tests.draw.domain.standing import (
    REBUILT,
    RETURNED,
    decide,
    found,
    looked_over,
    settled,
)
from tests.kit.law import permits, refuses

MEMPHIS = memphis.in_play(42, 17)


@permits("TNB-12", "TNB-6")
def test_tnb_12_the_called_numbers_are_told_from_disinterested_players_cards() -> None:
    spilt = game(*MEMPHIS, found(RETURNED), looked_over())
    told = decide(REBUILT, cards=("1204", "1310"), numbers=(17, 42))
    removed = spilt.when(told).then(settled(REBUILT, cards=("1204", "1310")))
    assert isinstance(removed.state, InPlay)
    assert not removed.state.undecided
    assert removed.state.called == {42, 17}
    drawn = removed.when(select(3, 60))
    assert drawn.refusal is None
    removed.when(select(3, 17)).refused(BALL_DRAWN_BEFORE, "TNB-6")


@refuses("TNB-12")
def test_tnb_12_a_count_proves_that_the_called_objects_were_removed() -> None:
    told = decide(REBUILT, cards=("1204",), numbers=(17, 42))
    for since in ((), (looked_over(objects=75),), (looked_over(objects=74),)):
        game(*MEMPHIS, found(RETURNED), *since).when(told).refused(NOT_INSPECTED_AGAIN, "TNB-12")


@permits("TNB-12")
@refuses("TNB-12")
def test_tnb_12_a_ball_that_was_drawn_and_not_called_is_removed_as_well() -> None:
    """No card shows it; 75 less the two called and the one drawn are 72."""
    spilt = game(*MEMPHIS, keyed(3, 61), found(RETURNED))
    told = decide(REBUILT, cards=("1204",), numbers=(17, 42))
    for objects, fits in ((73, False), (72, True)):
        look = InspectEquipment(objects, True, "main", BEN, at())
        counted = spilt.when(look).then(looked_over(objects=objects, out=3))
        if fits:
            counted.when(told).then(settled(REBUILT, cards=("1204",)))
        else:
            counted.when(told).refused(NOT_INSPECTED_AGAIN, "TNB-12")


@refuses("TNB-12")
def test_tnb_12_at_least_one_card_is_read() -> None:
    spilt = game(*MEMPHIS, found(RETURNED))
    spilt.when(decide(REBUILT, numbers=(42, 17))).refused(NO_CARD_READ, "TNB-12")
    twice = decide(REBUILT, cards=("1204", "1310", "1204"), numbers=(42, 17))
    assert spilt.when(twice).refused(READ_TWICE, "").facts == {"card": "1204"}


@refuses("TNB-12")
@pytest.mark.parametrize(
    ("numbers", "differences"),
    [
        ((42,), "17 on record and not read off"),
        ((), "17, 42 on record and not read off"),
        ((42, 17, 60), "60 read off and not on record"),
        ((42, 71), "71 read off and not on record; 17 on record and not read off"),
    ],
)
def test_tnb_12_what_the_cards_tell_is_what_the_record_does(
    numbers: tuple[int, ...], differences: str
) -> None:
    spilt = game(*MEMPHIS, found(RETURNED))
    refused = spilt.when(decide(REBUILT, cards=("1204",), numbers=numbers))
    assert refused.refused(NUMBERS_DIFFER, "TNB-12").facts == {"differences": differences}


@permits("TNB-12")
@refuses("TNB-12")
@pytest.mark.parametrize(
    ("player", "what"),
    [
        ("Pat Jones", ""),
        ("ana", "of the staff"),
        (" DOT ", "of the staff"),
        ("kim  park", "a claimant"),
    ],
)
def test_tnb_12_neither_staff_nor_a_claimant_is_disinterested(player: str, what: str) -> None:
    state = game(*MEMPHIS, found(RETURNED)).state
    assert isinstance(state, InPlay)
    claimants = frozenset({"Kim Park"})
    disinterested(("Lee Wong",), state, claimants)
    if not what:
        disinterested(("Lee Wong", player), state, claimants)
        for refused in ("ana", "Kim Park"):
            with pytest.raises(Refused):
                disinterested((refused,), state, claimants)
        return
    with pytest.raises(Refused) as raised:
        disinterested(("Lee Wong", player), state, claimants)
    assert raised.value.reason is NOT_DISINTERESTED
    assert raised.value.facts == {"person": player, "what": what}
