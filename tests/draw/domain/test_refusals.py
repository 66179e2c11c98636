"""What people are told: every reason of the draw's law, reached and read with its facts."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

from services.draw import domain
from services.draw.domain.game.ending import KEY_AT_HAND
from services.draw.domain.game.remedies import NOT_DISINTERESTED
from services.kernel.errors import failure_of
from services.kernel.law import Reason
from tests.draw.domain.games import (
    BALLS,
    call_out,
    game,
    in_play,
    select,
)
from tests.draw.domain.refusals import ROWS, Row
from tests.draw.domain.refusals_beside import ROWS as BESIDE
from tests.draw.domain.refusals_checks import CHECKS
from tests.draw.domain.refusals_righting import RIGHTING
from tests.draw.domain.refusals_standing import ROWS as STANDING

GAMES: tuple[Row, ...] = (*ROWS, *CHECKS, *RIGHTING, *STANDING)


def reasons() -> Iterator[Reason]:
    """All reasons that the modules of the domain hold."""
    for module in pkgutil.walk_packages(domain.__path__, f"{domain.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Reason):
                yield value


@pytest.mark.parametrize("row", GAMES, ids=lambda row: f"{row.code}-{type(row.command).__name__}")
def test_what_people_are_told(row: Row) -> None:
    refusal = game(*row.so_far).when(row.command).refusal
    assert refusal is not None
    assert (refusal.reason.code, refusal.sentence) == (row.code, row.says)
    failure = failure_of(refusal)
    assert failure is not None
    for name in ("{", "}", *(f"({each})" for each in _names(refusal.reason))):
        assert name not in failure.advice
    assert failure.advice.endswith(".")


def _names(reason: Reason) -> Iterator[str]:
    for part in reason.do.split("{")[1:]:
        yield part.split("}")[0]


def test_advice_is_filled_from_the_facts_too() -> None:
    drawn = game(*in_play(42, selector=BALLS)).when(select(2, 42)).refused("BALL_DRAWN_BEFORE")
    room = game(*in_play(42)).when(call_out(1, room="bar")).refused("ROOM_NOT_IN_GAME")
    advice = [failure.advice for each in (drawn, room) if (failure := failure_of(each))]
    assert advice == [
        "Read the ball again. If it really is 42, call 1 was misread, as 6 is for 9: correct that "
        "first. If that is right too, stop and look for a second ball of the number.",
        "Enter it for the room in which it was heard; this game is played in main, mezz.",
    ]


def test_every_reason_of_the_domain_is_reached() -> None:
    reached = {row.code for row in GAMES} | {row.code for row in BESIDE}
    # Asked before there is a command, with names that no command has: see test_remedies.
    reached.add(NOT_DISINTERESTED.code)
    # Asked of the keys at hand: see the refusals of EndGame and VoidGame on the running service.
    reached.add(KEY_AT_HAND.code)
    missing = {reason.code for reason in reasons()} ^ reached
    assert not missing, f"each needs a Row in tests/draw/domain/refusals*.py: {sorted(missing)}"


def test_a_code_is_one_reason() -> None:
    found = {id(reason): reason.code for reason in reasons()}
    assert len(set(found.values())) == len(found)
