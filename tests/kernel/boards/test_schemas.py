"""The schemas say what frames are: what is always there, what may be absent, and no more."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.protobuf import message_factory
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pool import Default
from google.protobuf.message import Message

from eyesdown.board.v1 import (
    board_pb2,
    desk_pb2,
    jackpot_pb2,
    session_table_pb2,
    sitting_pb2,
    tournament_pb2,
)
from services.kernel.boards.frame_json import frame_json
from services.kernel.boards.glass import IllFormed, read
from tests.kit.schemas import OF_KINDS, SCHEMAS, faults

PACKAGE = "eyesdown.board.v1"
CONTRACTS = (board_pb2, desk_pb2, jackpot_pb2, session_table_pb2, sitting_pb2, tournament_pb2)
NAMES = sorted(path.stem for path in SCHEMAS.glob("*.json"))
INSTANT = "2026-11-29T07:00:00Z"
SHOWN: dict[str, Any] = {"display": "own", "room": "main", "at": INSTANT}
CALL: dict[str, Any] = {"position": 1, "number": 90, "since": INSTANT}


def empty(name: str) -> Message:
    """A message that nothing was ever written into."""
    descriptor = Default().FindMessageTypeByName(f"{PACKAGE}.{name}")
    return message_factory.GetMessageClass(descriptor)()


def full(name: str) -> Message:
    """A message with the largest of everything, each list with one entry."""
    message = empty(name)
    fill(message)
    return message


def fill(message: Message) -> None:
    """Write into every field."""
    if message.DESCRIPTOR.full_name == "google.protobuf.Timestamp":
        message.FromJsonString("2026-11-29T07:00:00.123456789Z")  # type: ignore[attr-defined]
        return
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.message_type is not None:
            fill(value.add() if field.is_repeated else value)
        elif field.is_repeated:
            value.append(largest(field))
        else:
            setattr(message, field.name, largest(field))


def largest(field: Any) -> Any:
    """The largest value of a field that is no message."""
    if field.enum_type is not None:
        return field.enum_type.values[-1].number
    return {
        FieldDescriptor.TYPE_STRING: "kī \U0001f3b1",
        FieldDescriptor.TYPE_BOOL: True,
        FieldDescriptor.TYPE_UINT32: 2**32 - 1,
        FieldDescriptor.TYPE_INT32: 2**31 - 1,
    }[field.type]


def test_every_board_and_whatever_else_displays_read_or_say_has_a_schema():
    others = {"RoomPointer", "Pulse", "Shown", "PairingAsk", "PairingTold"}
    assert {*NAMES} == {*OF_KINDS.values()} | others


@pytest.mark.parametrize("name", NAMES)
def test_what_is_published_is_what_the_schema_says_however_much_it_holds(name: str):
    for message in (full(name), *(() if name == "Shown" else (empty(name),))):
        assert list(faults(name, json.loads(frame_json(message)))) == []


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("Shown", "PairingAsk")])
def test_whatever_is_always_written_is_required(name: str):
    written = json.loads(frame_json(empty(name)))
    for key in written:
        lacking = {each: value for each, value in written.items() if each != key}
        assert [*faults(name, lacking)] == [f"{name}/: {key!r} is a required property"]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"version": "7"}, "version"),
        ({"version": -1}, "version"),
        ({"version": 2**32}, "version"),
        ({"phase": 2}, "phase"),
        ({"phase": "IN_PLAY"}, "phase"),
        ({"at": "2026-11-29 07:00"}, "at"),
        ({"calls": None}, "calls"),
        ({"calls": [{"position": 1}]}, "calls/0"),
        ({"correction": None}, "correction"),
        ({"ended_because": ""}, ""),
    ],
)
def test_what_is_no_frame_is_found(change: dict[str, Any], at: str):
    frame = {**json.loads(frame_json(empty("GameFrame"))), **change}
    found = list(faults("GameFrame", frame))
    assert found
    assert all(each.startswith(f"GameFrame/{at}") for each in found)


def taken(said: dict[str, Any]) -> bool:
    """Whether the house takes it as what a display has on its glass."""
    try:
        read(json.dumps(said).encode())
    except IllFormed:
        return False
    return True


@pytest.mark.parametrize("said", [SHOWN, {**SHOWN, "calls": [CALL]}])
def test_the_least_that_a_display_may_say_is_taken(said: dict[str, Any]):
    assert list(faults("Shown", said)) == []
    assert taken(said)


@pytest.mark.parametrize(
    "said",
    [
        *({key: value for key, value in SHOWN.items() if key != lacks} for lacks in SHOWN),
        *(
            {**SHOWN, "calls": [{key: value for key, value in CALL.items() if key != lacks}]}
            for lacks in ("position", "since")
        ),
        {**SHOWN, "version": 2**32},
        {**SHOWN, "clockSkew": 2**31},
        {**SHOWN, "calls": CALL},
        {**SHOWN, "since": "now"},
    ],
)
def test_what_the_schema_refuses_of_a_display_the_house_refuses_too(said: dict[str, Any]):
    assert list(faults("Shown", said))
    assert not taken(said)
