"""Malformed requests: every field that is wrong is told at once."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf import descriptor_pb2
from protovalidate._gen.buf.validate import validate_pb as embedded

from buf.validate import validate_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.errors import InvalidArgument
from services.kernel.names import Name
from services.kernel.serving.validation import named
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
    assert failed.violations["request_id"] == "must be a valid UUID"
    assert failed.message.startswith("The request is not well formed: request_id: must be")
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
