"""A frame is the proto3 JSON of its message, as protobuf's own printer gives it, only faster."""

from __future__ import annotations

import json

import pytest
from google.protobuf import json_format
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given
from hypothesis import strategies as st

from eyesdown.board.v1 import board_pb2
from eyesdown.common.v1 import money_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.boards.frame_json import frame_json

numbers = st.integers(0, 2**32 - 1)
texts = st.text(max_size=8)
instants = st.builds(
    Timestamp, seconds=st.integers(0, 4_000_000_000), nanos=st.integers(0, 999_999_999)
)
calls = st.builds(board_pb2.FrameCall, position=numbers, number=numbers, confirmed=st.booleans())
stages = st.builds(board_pb2.FrameStage, title=texts, prize=texts, won_on=numbers)
call_outs = st.builds(board_pb2.FrameCallOut, call_out=numbers, room=texts, status=texts)
frames = st.builds(
    board_pb2.GameFrame,
    name=texts,
    version=numbers,
    at=st.none() | instants,
    phase=st.integers(0, 99),  # one that this release does not know is shown as its number
    rooms=st.lists(texts, max_size=3),
    calls=st.lists(calls, max_size=3),
    stages=st.lists(stages, max_size=2),
    call_outs=st.lists(call_outs, max_size=2),
    ended_because=texts,
)
pointers = st.builds(
    board_pb2.RoomPointer, showing=texts, since_version=numbers, taken_at=st.none() | instants
)


@given(frames | pointers)
def test_a_frame_is_what_protobuf_prints(frame: Message):
    printed = json_format.MessageToDict(frame, always_print_fields_with_no_presence=True)
    assert json.loads(frame_json(frame)) == printed


def test_a_frame_is_one_line_in_the_order_of_its_fields():
    frame = board_pb2.FrameStage(title='kī "line"\n', won_on=3)
    assert (
        frame_json(frame).decode() == r'{"title":"kī \"line\"\n","prize":"","wonOn":3,"pattern":""}'
    )


@pytest.mark.parametrize(
    ("message", "field"),
    [
        (money_pb2.Money(currency="NZD", minor_units=1), "minor_units"),  # 64 bits
        (AnyMessage(value=b"?"), "value"),  # bytes
        (commit_pb2.Refusal(facts={"ball": "7"}), "facts"),  # a map
    ],
)
def test_what_displays_would_read_differently_cannot_stand_in_a_frame(message: Message, field: str):
    with pytest.raises(TypeError, match=rf"\.{field} cannot stand in a frame"):
        frame_json(message)
