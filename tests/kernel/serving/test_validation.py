"""Malformed requests: every field that is wrong is told at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pb2
from google.protobuf.message import Message
from protovalidate._gen.buf.validate import validate_pb as embedded

import eyesdown
from buf.validate import validate_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.cli.common.modules import walk
from services.kernel.errors import InvalidArgument
from services.kernel.names import Name
from services.kernel.serving.validation import Validation, child_of_day, named, named_beside
from services.kernel.serving.wording import of_pattern
from tests.kernel.serving.kit import GAME, House, call_number, request_id, told

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_every_field_that_is_wrong_is_told(house: House):
    request = pb.OpenGameRequest(
        request_id="1",
        parent="venues/AKL",
        game_id="2026-11-29-07",
        profile="nz-casino-bingo",
        game_version=100,
        rooms=["main", "Terrace"],
    )
    request.MergeFromString(b"\x40\x09")  # selector 9, which there is not
    request.stages.add(stage=7).prize.currency = "nzd"
    failed = await told(house.play.OpenGame(request, metadata=house.as_("supervisor")))
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failed.reason == "REQUEST_NOT_VALID"
    assert set(failed.violations) == {
        "request_id",
        "parent",
        "game_version",
        "selector",
        "rooms[1]",
        "stages[0].stage",
        "stages[0].prize.currency",
    }
    expected = "expected a UUID such as 6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
    assert failed.violations["request_id"] == expected
    assert failed.message.startswith(f"The request is not well formed: request_id: {expected}")
    assert failed.message.endswith(", and 6 more.")


async def test_the_handler_does_not_see_a_malformed_request(house: House):
    async def answer(request, context):
        raise AssertionError("it was called")

    house.draw.answers["CallNumber"] = answer
    failed = await told(house.play.CallNumber(pb.CallNumberRequest(), metadata=house.as_("caller")))
    assert set(failed.violations) == {"request_id", "name", "position"}


async def test_a_field_that_is_right_passes(house: House):
    await house.play.CallNumber(call_number(), metadata=house.as_("caller"))


async def test_malformed_streams_are_refused_too(house: House):
    stream = house.play.WatchGame(pb.WatchGameRequest(name="x"), metadata=house.as_("caller"))
    failed = await told(stream.read())
    assert list(failed.violations) == ["name"]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("venues/akl/games/07", "it begins with its day or year"),
        ("venues/akl/games/2026--1", "it begins with its day or year"),
        ("venues/akl/tables/2026-11-29-07", "is not among games"),
        ("akl", "is not of the form"),
    ],
)
async def test_a_name_that_is_not_canonical_is_an_invalid_argument(name: str, wrong: str):
    request = pb.CallNumberRequest(request_id=request_id(), name=name)
    with pytest.raises(InvalidArgument) as raised:
        named(request, "games")
    ((field, description),) = raised.value.violations
    assert field == "name"
    assert wrong in description


async def test_a_canonical_name_is_read():
    assert named(call_number(GAME), "games") == Name("akl", "games", "2026-11-29-07")


async def test_what_goes_with_something_is_in_its_venue():
    request = call_number(GAME)
    assert named_beside(request, "games", "name", "akl") == Name.parse(GAME)
    with pytest.raises(InvalidArgument) as raised:
        named_beside(request, "games", "name", "wlg")
    assert raised.value.violations == (("name", "it is not in venues/wlg"),)


async def test_the_id_of_something_new_begins_with_its_day():
    request = pb.OpenGameRequest(parent="venues/akl", game_id="2026-11-29-07")
    assert child_of_day(request, "games", "game_id") == Name("akl", "games", "2026-11-29-07")
    for wrong in ("2026-02-30-07", "2026-friday", "2026-11-29-A"):
        request.game_id = wrong
        with pytest.raises(InvalidArgument) as raised:
            child_of_day(request, "games", "game_id")
        assert raised.value.violations[0][0] == "game_id"


# -- the sentences -----------------------------------------------------------------------------


def checked(request: Any) -> None:
    """Check a request; raises `InvalidArgument`."""
    Validation([request.DESCRIPTOR]).check(request)


_ROOM = (
    "lower case letters, digits and hyphens; or, for a room of another venue, "
    "venues/<venue>/rooms/<id>"
)
_ID = "lower case letters, digits and hyphens, beginning with a letter"
_GAME = "write it as venues/<venue>/games/<id>, in lower case letters, digits and hyphens"


@pytest.mark.parametrize(
    ("request_", "field", "said"),
    [
        (pb.OpenGameRequest(), "request_id", "expected a UUID such as "),
        (pb.OpenGameRequest(request_id="7"), "request_id", "expected a UUID such as "),
        (
            pb.OpenGameRequest(parent="AKL"),
            "parent",
            f"write venues/ and the venue's id; a venue id is {_ID}",
        ),
        (
            pb.ListGamesRequest(parent="venues/*"),
            "parent",
            f"write venues/ and the venue's id, or - for all; a venue id is {_ID}",
        ),
        (pb.OpenGameRequest(rooms=["Main"]), "rooms[0]", f"write a room's id, {_ROOM}"),
        (pb.OpenGameRequest(profile="NZ"), "profile", f"an id is {_ID}, at most 63 of them"),
        (
            pb.OpenGameRequest(game_id="7"),
            "game_id",
            "it begins with its day, such as 2026-11-29-07, and holds lower case letters, digits "
            "and hyphens",
        ),
        (pb.GetGameRequest(name="akl/7"), "name", _GAME),
        (
            pb.OpenGameRequest(serial_number="é"),
            "serial_number",
            "letters, digits, blanks, full stops, slashes and hyphens, beginning with a letter or "
            "a digit",
        ),
        (pb.OpenGameRequest(), "selector", "say one of ELECTRONIC, RECEPTACLE"),
        (pb.CallOutRequest(), "cry", "say one of LINE, BINGO, NOISE"),
        (
            pb.ListGamesRequest(filter=pb.ListGamesRequest.Filter(day="today")),
            "filter.day",
            "write a day as 2026-11-29",
        ),
        (
            pb.CallOutRequest(player="x" * 129),
            "player",
            "too long, at most 128 characters",
        ),
        (pb.OpenGameRequest(game_version=0), "game_version", "expected a number from 1 to 99"),
        (pb.CallNumberRequest(), "position", "expected a number of at least 1"),
        (pb.CallOutRequest(after_position=1000), "after_position", "expected a number of at most "),
        (pb.OpenGameRequest(), "rooms", "give at least one"),
        (pb.OpenGameRequest(rooms=["a"] * 2), "rooms", "one is there twice; give each once"),
        (
            pb.OpenGameRequest(rooms=[f"r{number}" for number in range(65)]),
            "rooms",
            "too many, at most 64",
        ),
    ],
)
async def test_a_wrong_field_is_told_in_plain_words(request_: Message, field: str, said: str):
    with pytest.raises(InvalidArgument) as raised:
        checked(request_)
    told_ = dict(raised.value.violations)
    assert told_[field].startswith(said)
    assert said.endswith(" ") or told_[field] == said


async def test_an_enum_is_told_by_its_words_where_the_number_is_none_of_its():
    request = pb.OpenGameRequest.FromString(b"\x40\x09")  # selector 9, which there is not
    with pytest.raises(InvalidArgument) as raised:
        checked(request)
    assert dict(raised.value.violations)["selector"] == "say one of ELECTRONIC, RECEPTACLE"


def patterns(rules: Message) -> Iterator[str]:
    """The patterns in the rules of a field, of its items too."""
    for field, value in rules.ListFields():
        if field.name == "pattern":
            yield value
        elif field.message_type is not None and not field.is_repeated:
            yield from patterns(value)


async def test_every_pattern_of_the_contracts_has_its_words():
    found: set[str] = set()
    for module in walk(eyesdown):
        described = getattr(module, "DESCRIPTOR", None)
        waiting = list(described.message_types_by_name.values()) if described else []
        while waiting:
            message = waiting.pop()
            waiting += message.nested_types
            for field in message.fields:
                found.update(patterns(field.GetOptions().Extensions[validate_pb2.field]))
    assert len(found) >= 10
    assert [pattern for pattern in sorted(found) if of_pattern(pattern) is None] == []


async def test_what_was_sent_is_not_repeated():
    request = pb.CallOutRequest(player="Aroha " * 30, room="Aroha")
    with pytest.raises(InvalidArgument) as raised:
        checked(request)
    assert {"player", "room"} <= set(dict(raised.value.violations))
    assert "Aroha" not in str(raised.value.violations)


# -- our copy of the rules' schema against the engine's --------------------------------------


def engines() -> descriptor_pb2.FileDescriptorProto:
    """The schema inside the installed engine."""
    return descriptor_pb2.FileDescriptorProto.FromString(embedded.desc().proto.to_binary())


def shape(field: descriptor_pb2.FieldDescriptorProto) -> tuple[object, ...]:
    """What makes a field the same on the wire."""
    return field.number, field.type, field.type_name, field.label, field.extendee


async def test_our_schema_of_rules_is_the_engines():
    ours = descriptor_pb2.FileDescriptorProto()
    validate_pb2.DESCRIPTOR.CopyToProto(ours)
    theirs = engines()
    assert ours.package == theirs.package
    extensions = {each.name: shape(each) for each in theirs.extension}
    for extension in ours.extension:
        assert extensions[extension.name] == shape(extension)
    messages = {each.name: each for each in theirs.message_type}
    compared = 0
    for message in ours.message_type:
        fields = {each.name: shape(each) for each in messages[message.name].field}
        for field in message.field:
            assert fields[field.name] == shape(field), f"{message.name}.{field.name}"
            compared += 1
    assert compared >= 20
