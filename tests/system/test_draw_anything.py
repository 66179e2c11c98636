"""Anybody does anything, in any order, at either replica: the game stays a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.journal.connection import Connection
from tests.kit.draw import Hall, Replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import Play, ask, record, shown

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
ANSWERS = (
    *(Status.FAILED_PRECONDITION, Status.ABORTED, Status.ALREADY_EXISTS),
    *(Status.PERMISSION_DENIED, Status.INVALID_ARGUMENT, Status.NOT_FOUND),
)
"""How a command may fail here; never INTERNAL, UNKNOWN or anything else."""
PEOPLE = (
    *("caller", "second_caller", "supervisor", "second_supervisor", "manager"),
    *("steward", "auditor", "stranger", "nobody", "everywhere"),
)
POSTS: list[tuple[Any, str]] = [
    (post, who) for who in ("cal", "ana", "sup", "sia") for post in (1, 2)
]
Make = Callable[[Play, int], Message]
MAKES: dict[str, tuple[str, Make]] = {
    "AssignStaff": ("manager", lambda play, n: play.assigning(*POSTS[n % len(POSTS)])),
    "AnnounceGame": ("caller", lambda play, n: play.announcing(version=play.game.version - n // 9)),
    "SelectNumber": ("caller", lambda play, n: play.selecting(near(play.next, n))),
    "CallNumber": ("caller", lambda play, n: play.calling(near(play.next, n))),
    "ConfirmCall": ("supervisor", lambda play, n: play.confirming(near(len(play.numbers), n))),
    "CallOut": ("steward", lambda play, n: play.calling_out(after_position=n, cry=1 + n % 3)),
    "DecideCallOut": (
        "supervisor",
        lambda play, n: play.deciding(
            max(len(play.game.call_outs), 1),
            verdict=1 + n % 3,
            stages=[n % 3],
            ruled_in_time=n > 5,
        ),
    ),
    "EndGame": ("supervisor", lambda play, n: play.ending("" if n < 9 else "enough")),
}
# A game that comes forward: the wild steps come in between.
FORWARD = ["SelectNumber", "CallNumber", "ConfirmCall"]


def near(position: int, n: int) -> int:
    """Mostly the position itself, seldom one beside it."""
    return max(position + {8: 1, 9: -1}.get(n, 0), 1)


@dataclass(frozen=True)
class Step:
    """A command by somebody, at a replica; `again` repeats an earlier request instead."""

    method: str
    by: str
    n: int
    replica: int
    again: bool


def step(method: st.SearchStrategy[str], by: st.SearchStrategy[str]) -> st.SearchStrategy[Step]:
    return st.builds(
        Step,
        method,
        by,
        n=st.integers(0, 9),
        replica=st.integers(0, 1),
        again=st.sampled_from([False] * 7 + [True]),
    )


wild = step(st.sampled_from(sorted(MAKES)), st.sampled_from(PEOPLE))
tame = step(st.sampled_from(FORWARD), st.just(""))
steps = st.lists(tame | tame | wild, min_size=10, max_size=40)


def makes_sense(game: game_pb2.Game, before: game_pb2.Game) -> None:
    """What holds of every game, whoever did what."""
    numbers = [call.number for call in game.calls]
    assert len(set(numbers)) == len(numbers)
    assert all(1 <= number <= 90 for number in numbers)
    assert [call.position for call in game.calls] == list(range(1, len(numbers) + 1))
    confirmed = [call for call in game.calls if call.confirmed]
    pending = [call for call in game.calls if not call.confirmed]
    assert len(confirmed) + len(pending) == len(numbers)
    assert len(pending) <= 1
    assert all(call == game.calls[-1] for call in pending)
    assert not (pending and game.selected)
    holders = [held.person for held in game.staff]
    assert len(set(holders)) == len(holders) <= 2
    undecided = [c for c in game.call_outs if not c.HasField("decided") and not c.outside_play]
    assert (game.phase == game_pb2.PHASE_PAUSED) == bool(undecided)
    assert [call.number for call in before.calls] == numbers[: len(before.calls)]
    assert before.version <= game.version


async def answered(at: Replica, method: str, request: Message, person: Person) -> Any:
    """The reply; None for a failure that is one of the expected."""
    try:
        return await ask(at.draw, method, request, person.at)
    except grpc.aio.AioRpcError as error:
        if error.code() not in ANSWERS:
            raise
        return None


@settings(max_examples=15)
@given(steps=steps)
async def test_a_game_stays_a_game(
    steps: list[Step], hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    asked: list[tuple[str, Message, Person]] = []
    told: dict[int, int] = {}
    for each in steps:
        usual, make = MAKES[each.method]
        call = (each.method, make(play, each.n), getattr(hall, each.by or usual))
        if each.again and asked:
            call = asked[each.n % len(asked)]
        asked.append(call)
        method, request, person = call
        reply = await answered((one, two)[each.replica], method, request, person)
        if reply is not None:
            makes_sense(reply.game, game_pb2.Game())
        if isinstance(reply, pb.SelectNumberResponse):
            position = len(reply.game.calls) + 1
            assert told.setdefault(position, reply.number) == reply.number
        before = play.game
        makes_sense(await play.look(), before)
    for position, number in enumerate(play.numbers, 1):
        assert told[position] == number
    assert len(await record(nats, play.id)) == play.game.version
    frame = await shown(nats, play.id, play.game.version)
    assert [each["number"] for each in frame["calls"]] == play.numbers
