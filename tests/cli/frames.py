"""Frames as they were recorded on a board, for tests that draw them."""

from __future__ import annotations

from datetime import UTC, datetime

from google.protobuf import json_format

from eyesdown.board.v1 import board_pb2
from services.cli.screens.room_view import RoomView

GAME = "venues/akl/games/2026-11-29-07"
ALIVE = datetime(2026, 11, 29, 7, 30, 0, tzinfo=UTC)

PAUSED = """
{"name": "venues/akl/games/2026-11-29-07", "version": 26, "at": "2026-11-29T07:30:00Z",
 "phase": "GAME_PHASE_PAUSED", "profile": "nz-casino-bingo", "gameVersion": 3,
 "serialNumber": "A 12/7", "numbers": 90,
 "calls": [
  {"position": 1, "number": 17, "confirmed": true},
  {"position": 2, "number": 88, "confirmed": true},
  {"position": 3, "number": 3, "confirmed": true},
  {"position": 4, "number": 41, "confirmed": true},
  {"position": 5, "number": 60, "confirmed": true},
  {"position": 6, "number": 90, "confirmed": true},
  {"position": 7, "number": 5, "confirmed": false}],
 "stages": [
  {"title": "line", "prize": "NZD 500.00", "wonOn": 5},
  {"title": "bingo", "prize": "NZD 1,000.00", "wonOn": 0}],
 "callOuts": [
  {"callOut": 1, "room": "main", "afterPosition": 5, "status": "valid"},
  {"callOut": 2, "room": "terrace", "afterPosition": 7, "status": "undecided"}],
 "endedBecause": "", "rooms": ["main", "terrace"]}
"""


def paused() -> board_pb2.GameFrame:
    """A game of seven calls, its line won, paused for the second call out."""
    return json_format.Parse(PAUSED, board_pb2.GameFrame())


def ended(because: str) -> board_pb2.GameFrame:
    """The same game, ended."""
    frame = paused()
    frame.version = 28
    frame.phase = board_pb2.GAME_PHASE_ENDED
    frame.call_outs[1].status = "not valid"
    frame.ended_because = because
    return frame


def waiting() -> board_pb2.GameFrame:
    """A game that is opened and not announced, without prizes."""
    return board_pb2.GameFrame(
        name=GAME,
        version=1,
        phase=board_pb2.GAME_PHASE_WAITING,
        game_version=1,
        numbers=90,
        stages=[board_pb2.FrameStage(title="bingo")],
    )


def shown(
    frame: board_pb2.GameFrame | None, played: int | None = None, offline: bool = False
) -> RoomView:
    """The main room with this frame, all of its calls or the first `played` shown."""
    if frame is None:
        return RoomView("akl", "main", ALIVE, offline=offline)
    played = len(frame.calls) if played is None else played
    return RoomView("akl", "main", ALIVE, frame.name, frame, played, offline)
