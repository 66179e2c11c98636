"""What earlier releases wrote of a game, read as it is written today."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from google.protobuf.message import Message

from eyesdown.draw.v1 import events_pb2


def _call_out_recorded(message: Message) -> Message:
    """Before there were corrections a call out was judged on the call that it answered."""
    if not isinstance(message, events_pb2.CallOutRecorded) or message.HasField("judged_on"):
        return message
    today = events_pb2.CallOutRecorded()
    today.CopyFrom(message)
    today.judged_on = message.after_position
    return today


UPCASTS: Mapping[str, Callable[[Message], Message]] = {
    "eyesdown.draw.v1.CallOutRecorded": _call_out_recorded,
}
"""By the full name of the message."""
