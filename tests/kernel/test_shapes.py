"""Dataclasses and messages fit, field by field, or are refused when the shape is made."""

import enum
from dataclasses import dataclass, make_dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, get_args

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.journal.v1 import commit_pb2
from services.kernel.law import Opening, Secret
from services.kernel.record.shapes import NoWord, Shape, instant, paired, timestamp
from tests.kit.toy import jar
from tests.kit.toy.v1 import toy_pb2

NOON = datetime(2026, 11, 29, 12, 0, 0, 123456, UTC)


def cls(**fields: Any) -> Any:
    """A dataclass with these fields."""
    return make_dataclass("Thing", fields.items(), frozen=True)


def both_ways(shape: Shape[Any], value: Any) -> Any:
    """The message of a value, read back from its bytes."""
    message = shape.to(value)
    return shape.of(type(message).FromString(message.SerializeToString()))


SORTS: Shape[Any] = Shape(cls(text=str, number=int, truth=bool, raw=bytes), toy_pb2.Sorts)


# -- each row of the table -------------------------------------------------------------------


def test_texts_numbers_truths_and_bytes_are_the_same():
    sorts = SORTS.cls("text", -(2**63), True, b"\x00\xff")
    assert SORTS.to(sorts) == toy_pb2.Sorts(
        text="text", number=-(2**63), truth=True, raw=b"\x00\xff"
    )
    assert both_ways(SORTS, sorts) == sorts
    nothing = SORTS.cls("", 0, False, b"")
    assert both_ways(SORTS, nothing) == nothing


def test_an_opening_is_the_contracts():
    shape = Shape(Opening, commit_pb2.Opening)
    opening = Opening(7, b"\x00\xff", b"content")
    assert shape.to(opening) == commit_pb2.Opening(version=7, salt=b"\x00\xff", content=b"content")
    assert both_ways(shape, opening) == opening


def test_an_enum_is_an_enum_of_the_same_words():
    shape = Shape(jar.Handful, toy_pb2.Handful)
    handful = jar.Handful(2, jar.Colour.DEEP_BLUE)
    assert shape.to(handful) == toy_pb2.Handful(count=2, colour=toy_pb2.COLOUR_DEEP_BLUE)
    assert both_ways(shape, handful) == handful


def test_an_instant_is_a_timestamp_to_the_microsecond():
    shape = Shape(jar.JarEmptied, toy_pb2.JarEmptied)
    assert shape.to(jar.JarEmptied(NOON)).at == Timestamp(seconds=1_795_953_600, nanos=123_456_000)
    assert both_ways(shape, jar.JarEmptied(NOON)) == jar.JarEmptied(NOON)


def test_an_instant_before_1970_and_one_of_another_zone():
    early = datetime(1969, 12, 31, 23, 59, 59, 999999, UTC)
    assert timestamp(early) == Timestamp(seconds=-1, nanos=999_999_000)
    assert instant(timestamp(early)) == early
    auckland = NOON.astimezone(timezone(timedelta(hours=13)))
    assert timestamp(auckland) == timestamp(NOON)
    assert instant(timestamp(auckland)).tzinfo is UTC


def test_an_instant_of_no_zone_is_refused():
    with pytest.raises(TypeError, match="offset-naive"):
        timestamp(datetime(2026, 11, 29))


def test_a_dataclass_is_a_message():
    shape = Shape(jar.BeadsPut, toy_pb2.BeadsPut)
    put = jar.BeadsPut(3, jar.Handful(2, jar.Colour.RED), "ref-1")
    expected = toy_pb2.BeadsPut(
        hand=3, beads=toy_pb2.Handful(count=2, colour=toy_pb2.COLOUR_RED), giver="ref-1"
    )
    assert shape.to(put) == expected
    assert both_ways(shape, put) == put


@pytest.mark.parametrize("colours", [(), (jar.Colour.RED, jar.Colour.DEEP_BLUE, jar.Colour.RED)])
def test_a_tuple_is_a_list(colours):
    shape = Shape(jar.JarOpened, toy_pb2.JarOpened)
    opened = jar.JarOpened("beads", "ana", colours, NOON)
    assert list(shape.to(opened).colours) == [colour.value for colour in colours]
    assert both_ways(shape, opened) == opened


def test_nothing_is_an_unset_message_or_the_default_of_a_scalar():
    closed = Shape(jar.JarClosed, toy_pb2.JarClosed)
    assert not closed.to(jar.JarClosed(None)).HasField("opening")
    assert both_ways(closed, jar.JarClosed(None)) == jar.JarClosed(None)
    handful = Shape(jar.Handful, toy_pb2.Handful)
    assert handful.to(jar.Handful(2, None)) == toy_pb2.Handful(count=2)
    assert both_ways(handful, jar.Handful(2, None)) == jar.Handful(2, None)
    maybe = Shape(cls(hand=int, count=int | None), toy_pb2.BeadsTaken)
    assert both_ways(maybe, maybe.cls(1, None)) == maybe.cls(1, None)


def test_a_secret_is_its_message_and_gets_the_opening():
    shape = Shape(jar.BeadsHidden, toy_pb2.BeadsHidden)
    pinch = jar.Pinch(5, b"\x01" * 32)
    message = shape.to(jar.BeadsHidden(9, Secret(pinch)))
    assert message.pinch == toy_pb2.Pinch(count=5, entropy=b"\x01" * 32)
    opening = Opening(3, b"salt", b"content")
    assert shape.of(message, opening) == jar.BeadsHidden(9, Secret(pinch, opening))


def test_a_secret_that_is_closed_has_no_value():
    shape = Shape(jar.BeadsHidden, toy_pb2.BeadsHidden)
    assert shape.of(toy_pb2.BeadsHidden(most=9)) == jar.BeadsHidden(9, Secret(None, None))


def test_a_secret_that_is_empty_or_nought_is_not_lost():
    hidden = Shape(jar.BeadsHidden, toy_pb2.BeadsHidden)
    nobody = jar.BeadsHidden(0, Secret(jar.Pinch(0, b"")))
    assert both_ways(hidden, nobody) == nobody
    row = Shape(cls(label=str, beads=int, hidden=Secret[int]), toy_pb2.JarRow)
    assert both_ways(row, row.cls("beads", 3, Secret(0))).hidden == Secret(0)


def test_the_repr_of_a_secret_tells_nothing():
    secret = Secret(jar.Pinch(77, b"\xee" * 32), Opening(3, b"\xdd" * 32, b"\xcc" * 8))
    assert repr(secret) == "Secret(opening=Opening(version=3))"


# -- what a message says and the dataclass has no word for -----------------------------------


@pytest.mark.parametrize("number", [0, 3])
def test_an_enum_number_without_a_word_is_an_error(number):
    shape = Shape(jar.JarOpened, toy_pb2.JarOpened)
    message = toy_pb2.JarOpened(label="beads")
    message.colours.append(number)
    with pytest.raises(NoWord, match=f"JarOpened.colours {number}"):
        shape.of(message)


# -- each TypeError --------------------------------------------------------------------------


class Shade(enum.Enum):
    """Not what the contract has."""

    RED = 1
    GREEN = 2


class Few(enum.Enum):
    """Fewer words than the contract."""

    RED = 1


@dataclass(frozen=True)
class WrongHandful:
    """A handful without its colour."""

    count: int


@pytest.mark.parametrize(
    ("fields", "message", "says"),
    [
        ({"count": int}, toy_pb2.Handful, r"differ: \{'colour'\}"),
        ({"count": int, "colour": int, "size": int}, toy_pb2.Handful, r"differ: \{'size'\}"),
        ({"by": int}, toy_pb2.LidTried, "LidTried.by is no int"),
        ({"by": bytes}, toy_pb2.LidTried, "LidTried.by is no bytes"),
        ({"hand": int, "count": str}, toy_pb2.BeadsTaken, "BeadsTaken.count is no str"),
        ({"hand": int, "count": bool}, toy_pb2.BeadsTaken, "BeadsTaken.count is no bool"),
        ({"by": float}, toy_pb2.LidTried, "LidTried.by: no shape for <class 'float'>"),
        ({"by": list[str]}, toy_pb2.LidTried, r"LidTried.by: no shape for list\[str\]"),
        ({"by": str | int}, toy_pb2.LidTried, r"LidTried.by: no shape for str \| int"),
        ({"by": str | int | None}, toy_pb2.LidTried, r"no shape for str \| int \| None"),
        ({"count": int, "colour": int}, toy_pb2.Handful, "Handful.colour is no int"),
        ({"count": int, "colour": Shade}, toy_pb2.Handful, r"Shade and .*differ: \['GREEN'\]"),
        ({"count": int, "colour": Few}, toy_pb2.Handful, "Few and .*Colour differ"),
        ({"by": Few}, toy_pb2.LidTried, "LidTried.by is no enum"),
        ({"by": datetime}, toy_pb2.LidTried, "LidTried.by is no Timestamp"),
        ({"opening": datetime}, toy_pb2.JarClosed, "JarClosed.opening is no Timestamp"),
        ({"at": int}, toy_pb2.JarEmptied, "JarEmptied.at is no int"),
        ({"by": jar.Handful}, toy_pb2.LidTried, "LidTried.by is no message"),
        (
            {"hand": int, "beads": WrongHandful, "giver": str},
            toy_pb2.BeadsPut,
            r"differ: \{'colour'\}",
        ),
        ({"by": tuple[str, ...]}, toy_pb2.LidTried, "repeated and tuple go together"),
        (
            {"label": str, "keeper": str, "colours": jar.Colour, "at": datetime},
            toy_pb2.JarOpened,
            "repeated and tuple go together",
        ),
        (
            {"label": str, "keeper": str, "colours": tuple[jar.Colour, str], "at": datetime},
            toy_pb2.JarOpened,
            r"a list is a tuple\[T, ...\]",
        ),
        (
            {"label": str, "keeper": str, "colours": tuple[jar.Colour, ...] | None, "at": datetime},
            toy_pb2.JarOpened,
            "a secret or a list is never None",
        ),
        (
            {"words": tuple[str, ...]},
            toy_pb2.Words,
            "no shape for a map",
        ),
        ({"most": int, "pinch": Secret[jar.Pinch] | None}, toy_pb2.BeadsHidden, "never None"),
        ({"most": int, "pinch": jar.Pinch}, toy_pb2.BeadsHidden, "Secret and the mark `sealed`"),
        ({"by": Secret[str]}, toy_pb2.LidTried, "Secret and the mark `sealed` go together"),
        (
            {"request_id": str, "name": str, "count": Secret[int]},
            toy_pb2.HideBeadsRequest,
            "must be `optional`",
        ),
    ],
)
def test_what_does_not_fit_is_refused_at_once(fields, message, says):
    with pytest.raises(TypeError, match=says):
        Shape(cls(**fields), message)


def test_a_number_that_the_message_cannot_hold_is_refused_when_written():
    with pytest.raises(ValueError, match="out of range"):
        SORTS.to(SORTS.cls("", 2**63, False, b""))
    with pytest.raises(ValueError, match="out of range"):
        Shape(jar.BeadsTaken, toy_pb2.BeadsTaken).to(jar.BeadsTaken(-1, 1))


# -- the events of an aggregate -----------------------------------------------------------------


def test_events_are_paired_with_the_messages_of_their_names():
    shapes = paired(jar.Event, toy_pb2)
    assert {each.cls for each in shapes} == set(get_args(jar.Event))
    assert all(each.message is getattr(toy_pb2, each.cls.__name__) for each in shapes)


def test_one_event_alone_and_several_classes_are_paired_too():
    (alone,) = paired(jar.Handful, toy_pb2)
    assert (alone.cls, alone.message) == (jar.Handful, toy_pb2.Handful)
    assert [each.cls for each in paired((jar.Handful,), commit_pb2, toy_pb2)] == [jar.Handful]


def test_an_event_without_a_message_of_its_name_or_with_two_is_refused():
    with pytest.raises(TypeError, match=r"0 messages are named Handful in .*commit_pb2"):
        paired(jar.Handful, commit_pb2)
    with pytest.raises(TypeError, match="2 messages are named Handful in"):
        paired(jar.Handful, toy_pb2, toy_pb2)
