"""What every request has: its id, and instants that have a zone."""

from __future__ import annotations

import uuid
from datetime import datetime

from google.protobuf.timestamp_pb2 import Timestamp


def id_of(request_id: str | None) -> str:
    """The request id that was given, or a new one."""
    return str(uuid.uuid4()) if request_id is None else request_id


def timestamp(field: str, instant: datetime) -> Timestamp:
    """An instant as messages hold it. Raises ValueError, naming the field, for one without a
    zone."""
    if instant.tzinfo is None:
        raise ValueError(f"{field}: an instant has a zone")
    made = Timestamp()
    made.FromDatetime(instant)
    return made
