"""A thousand displays in twenty rooms: every frame, once and in order. How soon, the bench says."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import reconnect
from bench.fanout import Size, everyone, measure
from bench.house import draw, hall
from bench.listeners import Listener, Listeners
from tests.kit.screens import browser_binary

TIMED = ("board_fanout", "board_fanout_ms", "bare_fanout_ms")
BOARD = "eyesdown.board.akl.games.2026-1"


@pytest.mark.timeout(300)
async def test_no_call_is_lost_doubled_or_out_of_order_at_any_of_a_thousand_displays(
    tmp_path: Path,
):
    size = Size(subscribers=1_000, rooms=20, each=1, called=10)
    async with hall(tmp_path) as venue, draw(venue) as serving:
        seen = await everyone(venue, serving, size)
    assert seen == {"lost": 0, "doubled": 0, "backwards": 0, "missed": 0, "calls": 200}


@pytest.mark.timeout(300)
async def test_a_small_fan_out_measures_every_figure(tmp_path: Path):
    size = Size(subscribers=20, rounds=2, games=1, calls=3, rooms=2, each=2, called=2)
    results = await measure(size, tmp_path)
    figures = {
        *(f"{what}_{part}" for what in TIMED for part in ("p50", "p99")),
        *(f"fanout_{what}" for what in ("lost", "doubled", "backwards", "missed", "calls")),
    }
    assert {*results} == {each for name in figures for each in (name, f"{name}_iqr")}
    assert all(float(results[f"{what}_p50"]) > 0 for what in TIMED)
    assert results["fanout_calls"] == 8


async def test_how_soon_a_display_is_right_again_is_measured(tmp_path: Path):
    browser_binary()
    results = await reconnect.measure(2, tmp_path)
    assert {*results} == {"display_right_ms", "display_right_ms_iqr"}
    assert float(results["display_right_ms"]) > 0


# -- what the subscribers would find ---------------------------------------------------------


def frame(sequence: int, before: int, calls: int) -> bytes:
    """A stored frame as the server sends it."""
    headers = (
        f"NATS/1.0\r\nEyesdown-Version: {sequence + 100}\r\nNats-Sequence: {sequence}\r\n"
        f"Nats-Last-Sequence: {before}\r\n\r\n"
    )
    body = json.dumps({"count": calls, "leastShown": 0}, separators=(",", ":"))
    whole = headers + body
    return f"HMSG {BOARD} 1 {len(headers)} {len(whole)}\r\n{whole}\r\n".encode()


@pytest.fixture
def listening() -> Iterator[tuple[Listeners, Listener, socket.socket]]:
    """A subscriber to one board, and the server's end of its connection."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield Listeners("nats://127.0.0.1"), Listener(ours, [BOARD]), theirs


@pytest.mark.parametrize(
    ("sequences", "found"),
    [
        ([(5, 4), (7, 5), (9, 7)], {}),
        ([(5, 4), (9, 7)], {"lost": 1}),
        ([(5, 4), (5, 4), (7, 5)], {"doubled": 1}),
        ([(5, 4), (9, 7), (7, 5)], {"lost": 1, "backwards": 1}),
    ],
)
def test_what_a_subscriber_should_not_see_is_counted(
    listening: tuple[Listeners, Listener, socket.socket],
    sequences: list[tuple[int, int]],
    found: dict[str, int],
):
    listeners, listener, server = listening
    for calls, (sequence, before) in enumerate(sequences, 1):
        server.sendall(frame(sequence, before, calls))
        listeners.read(listener)
    seen = vars(listeners.seen)
    assert {name: seen[name] for name in ("lost", "doubled", "backwards") if seen[name]} == found
    assert (seen["frames"], seen["calls"]) == (len(sequences), len(sequences))


def test_frames_are_told_apart_wherever_they_are_cut(
    listening: tuple[Listeners, Listener, socket.socket],
):
    _, listener, server = listening
    stream = frame(5, 4, 1) + b"PING\r\n" + frame(7, 5, 2)
    heard = [
        (subject, json.loads(body)["count"])
        for each in range(len(stream))
        for subject, _, body in listener.messages(stream[each : each + 1])
    ]
    assert heard == [(BOARD, 1), (BOARD, 2)]
    assert server.recv(64) == b"PONG\r\n"
