"""How a sitting is written in the journal: every event there and back, and what is closed."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.paigow.v1 import events_pb2, sitting_pb2
from services.kernel.law import Opening, Secret
from services.kernel.record.seal import take_sealed
from services.paigow.codec import restrictions as restriction
from services.paigow.codec.sitting import CODEC
from services.paigow.domain import restrictions
from services.paigow.domain.sitting.chips import Move, Place, Spot
from services.paigow.domain.sitting.dealing import HandDealt
from services.paigow.domain.sitting.mixing import ShoeShuffled
from services.paigow.domain.sitting.rounds import Laid, Wager
from services.paigow.domain.sitting.settling import WinnerPaid
from services.paigow.domain.sitting.sitting import EVENTS
from services.paigow.domain.sitting.state import Shoe
from services.paigow.domain.sitting.wagers import WagerPlaced

OPENING = Opening(7, b"salt" * 8, b"content")
INSTANTS = st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
SCALARS: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(st.characters(codec="utf-8"), max_size=20),
    int: st.integers(0, 2**31 - 1),
    bool: st.booleans(),
    bytes: st.binary(max_size=32),
    datetime: INSTANTS,
    Opening: st.just(OPENING),
}


@cache
def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a field's type. The same strategy each time: to make and check one takes longer
    than what is drawn from it."""
    if hint in SCALARS:
        return SCALARS[hint]
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        # Of a scalar nothing is told from None, so a decided flag or a given value is true.
        (arm,) = [each for each in inner if each is not types.NoneType]
        return st.none() | values(arm)
    if origin is tuple:
        return st.lists(values(inner[0]), max_size=3).map(tuple)
    if origin is Secret:
        return values(inner[0]).map(lambda value: Secret(value, OPENING))
    if issubclass(hint, enum.Enum):
        return st.sampled_from(hint)
    hints = typing.get_type_hints(hint)
    fields = {field.name: values(hints[field.name]) for field in dataclasses.fields(hint)}
    return st.builds(hint, **fields)


@pytest.mark.parametrize("event", EVENTS, ids=lambda each: each.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_every_event_comes_back_as_it_was(event: type, data: st.DataObject) -> None:
    happened = data.draw(values(event))
    message = CODEC.message(happened)
    assert CODEC.event(message, OPENING) == happened
    assert type(message).DESCRIPTOR.full_name == f"eyesdown.paigow.v1.{event.__name__}"


@pytest.mark.parametrize("event", typing.get_args(restrictions.Event))
@settings(max_examples=25)
@given(data=st.data())
def test_so_does_every_event_of_restrictions(event: type, data: st.DataObject) -> None:
    happened = data.draw(values(event))
    assert restriction.CODEC.event(restriction.CODEC.message(happened), None) == happened


def spot(place: sitting_pb2.Place.ValueType, box: int = 0) -> sitting_pb2.Spot:
    return sitting_pb2.Spot(place=place, box=box)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (
            WagerPlaced(
                Wager(2, "p2", 50_00),
                (Move(Spot(Place.PLAYER, 2), Spot(Place.WAGER, 2), 50_00),),
            ),
            events_pb2.WagerPlaced(
                wager=sitting_pb2.Wager(box=2, player="p2", amount=50_00),
                moves=[
                    sitting_pb2.Move(
                        source=spot(sitting_pb2.PLACE_PLAYER, 2),
                        target=spot(sitting_pb2.PLACE_WAGER, 2),
                        amount=50_00,
                    )
                ],
            ),
        ),
        (
            HandDealt(2, (0, 1, 2, 3), Laid((0, 1), (2, 3)), ("step 1: keep both pairs",), None),
            events_pb2.HandDealt(
                box=2,
                tiles=[0, 1, 2, 3],
                house_way=sitting_pb2.Laid(high=[0, 1], low=[2, 3]),
                steps=["step 1: keep both pairs"],
            ),
        ),
        (
            WinnerPaid(6, 35_00, 20_00, 15_00, 1_50, ()),
            events_pb2.WinnerPaid(
                box=6, winnings=35_00, from_losing_area=20_00, from_bank=15_00, commission=1_50
            ),
        ),
    ],
)
def test_how_some_are_written(event: Any, message: Any) -> None:
    assert CODEC.message(event) == message
    assert CODEC.event(message, None) == event


def test_the_order_of_a_recorded_shuffle_is_closed_with_its_entropy() -> None:
    message = CODEC.message(ShoeShuffled(Secret(Shoe(tuple(range(32)), bytes(range(32))))))
    closed = take_sealed(message)
    assert closed
    assert not message.HasField("shoe")
    facts = events_pb2.SittingFacts(entropy=bytes(range(32)), gaming_day="2026-11-29")
    assert take_sealed(facts)
    assert facts == events_pb2.SittingFacts(gaming_day="2026-11-29")
