"""Desks in a game as it stands, and keys pressed at them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import (
    Post,
)
from services.cli.caller.desk import Desk
from services.cli.caller.keys import Key, Pressed
from services.cli.caller.playing import press

AT = datetime(2026, 11, 29, 6, 30, tzinfo=UTC)
ELECTRONIC, RECEPTACLE = game_pb2.SELECTOR_ELECTRONIC, game_pb2.SELECTOR_RECEPTACLE
GO, BACK, OUT, CORRECT, HOLD, LEAVE = Key


def game(*numbers: int, **more: object) -> game_pb2.Game:
    """A game in play with balls in one room, in which these were called and confirmed."""
    fields: dict[str, object] = {
        "name": "venues/akl/games/2026-11-29-07",
        "version": 10,
        "phase": game_pb2.PHASE_IN_PLAY,
        "profile": "nz-casino-bingo",
        "numbers": 90,
        "selector": RECEPTACLE,
        "rooms": ["main"],
        "next_position": len(numbers) + 1,
        **more,
    }
    made = game_pb2.Game(**fields)  # type: ignore[arg-type]  # fields by name
    for position, number in enumerate(numbers, 1):
        made.calls.add(position=position, number=number, confirmed=True)
    return made


def pressed(desk: Desk, *keys: Pressed) -> Desk:
    """The desk after these keys, unhurried."""
    for key in keys:
        desk = press(replace(desk, gone_at=None), key, AT)
    return replace(desk, gone_at=None)


def caller(*numbers: int, **more: object) -> Desk:
    return Desk(Post.CALLER, game(*numbers, **more))
