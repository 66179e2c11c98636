"""What a display says is read for what it is, and nonsense is refused."""

from __future__ import annotations

import contextlib
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from google.protobuf import json_format
from hypothesis import given
from hypothesis import strategies as st

from eyesdown.board.v1 import board_pb2
from services.kernel.boards.frame_json import frame_json
from services.kernel.boards.glass import CALLS, MOST, Glass, IllFormed, read
from services.kernel.names import Name

AT = datetime(2026, 11, 29, 8, 0, 1, 250_000, tzinfo=UTC)
TEXT = "2026-11-29T08:00:01.250Z"
SAID: dict[str, Any] = {
    "display": "left",
    "room": "main",
    "name": "venues/akl/games/2026-11-29-07",
    "version": 41,
    "since": TEXT,
    "calls": [{"position": 7, "number": 42, "since": TEXT}],
    "build": "0.1.0+3f9a2b1c4d5e",
    "clockSkew": -250,
    "at": TEXT,
}
LEAST = {"display": "left", "room": "main", "at": TEXT}


def test_all_that_is_said_is_read() -> None:
    assert read(json.dumps(SAID).encode()) == Glass(
        display="left",
        room="main",
        name=Name("akl", "games", "2026-11-29-07"),
        version=41,
        since=AT,
        calls={7: (42, AT)},
        build="0.1.0+3f9a2b1c4d5e",
        clock_skew=-250,
        at=AT,
    )


def test_what_is_left_out_is_nothing() -> None:
    glass = read(json.dumps(LEAST).encode())
    assert (glass.name, glass.version, glass.since, glass.calls) == (None, 0, None, {})
    assert (glass.build, glass.clock_skew) == ("", 0)


def test_it_is_read_as_the_contract_writes_it() -> None:
    message = json_format.ParseDict(SAID, board_pb2.Shown())
    assert read(frame_json(message)) == read(json.dumps(SAID).encode())
    assert read(frame_json(json_format.ParseDict(LEAST, board_pb2.Shown()))).name is None


@pytest.mark.parametrize(
    "changes",
    [
        {"display": ""},
        {"display": "Left"},
        {"display": 7},
        {"room": "main.hall"},
        {"name": "venues/akl"},
        {"name": None},
        {"version": -1},
        {"version": 2**32},
        {"version": 1.5},
        {"version": True},
        {"version": "41"},
        {"since": "now"},
        {"since": 7},
        {"since": "0001-01-01T00:00:00+14:00"},
        {"since": "2026-11-29T08:00:01"},
        {"calls": {}},
        {"calls": ["7"]},
        {"calls": [{"position": 0, "number": 1, "since": TEXT}]},
        {"calls": [{"position": 1, "number": 1}]},
        {"calls": SAID["calls"] * (CALLS + 1)},
        {"build": "x" * 65},
        {"build": "a\nb"},
        {"clockSkew": 2**31},
        {"at": None},
    ],
    ids=str,
)
def test_what_does_not_suit_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(IllFormed):
        read(json.dumps({**SAID, **changes}).encode())


@pytest.mark.parametrize(
    "body", [b"", b"null", b"[]", b"{", b"\xff\xfe", b"[" * 5000, b" " * (MOST + 1)]
)
def test_what_is_no_message_is_refused(body: bytes) -> None:
    with pytest.raises(IllFormed):
        read(body)


@given(
    st.binary(max_size=200)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(sorted(SAID)), inner, max_size=6)
        ),
        max_leaves=12,
    ).map(lambda said: json.dumps(said).encode())
)
def test_nothing_else_ever_comes_of_anything(body: bytes) -> None:
    with contextlib.suppress(IllFormed):
        assert isinstance(read(body), Glass)
