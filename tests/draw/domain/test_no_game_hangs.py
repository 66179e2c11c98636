"""Whatever happens in a game, it goes on or is ended (case B8): in both halls."""

from __future__ import annotations

import hashlib
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.draw.domain.game.game import Command, Event
from services.draw.domain.game.opening import OpenGame
from services.draw.domain.game.state import Ended
from services.draw.domain.game.words import Sales
from tests.draw.domain.hall import Hall
from tests.draw.domain.holds import check_record
from tests.draw.domain.moves import HALLS, MOVES
from tests.draw.domain.way_out import bring_to_its_end


@pytest.mark.case("B8")
@pytest.mark.parametrize("hall", HALLS)
@settings(max_examples=60)
@given(
    moves=st.lists(st.tuples(st.sampled_from(range(len(MOVES))), st.integers(0, 11)), max_size=60)
)
def test_case_B8_from_whatever_has_happened_a_game_can_be_brought_to_its_end(
    hall: str, moves: list[tuple[int, int]]
) -> None:
    playing = Hall(*HALLS[hall])
    for what, n in moves:
        playing.send(MOVES[what](playing, n))
    bring_to_its_end(playing.shell)
    over = playing.shell.state
    assert isinstance(over, Ended)
    called = [call.number for call in over.counting]
    assert len(set(called)) == len(called), "no number twice"
    check_record(playing.shell)


def test_the_moves_are_every_command_and_reach_every_event() -> None:
    """Or the search would find nothing because it looked nowhere."""
    asked: set[type] = {OpenGame}
    seen: set[type] = set()
    for seed in range(360):
        hall = list(HALLS.values())[seed % 3]
        playing = Hall(*hall, sales=Sales(1 + seed // 3 % 2))
        for step in range(60):
            chance = hashlib.sha256(b"%d %d" % (seed, step)).digest()
            command = MOVES[chance[0] % len(MOVES)](playing, chance[1] % 24)
            asked.add(type(command))
            playing.send(command)
        seen.update(map(type, playing.shell.events))
    assert asked == set(get_args(Command))
    assert seen == set(get_args(Event)), set(get_args(Event)) - seen
