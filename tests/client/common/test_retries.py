"""What is tried again, with what, and for how long."""

from __future__ import annotations

import asyncio
import re
import socket
import time

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Backoff, Eyesdown, EyesdownError, TimedOut, Unavailable
from services.kernel import errors, reasons
from tests.client.house import DEADLINE, NAME, Connect, House

GAME = game_pb2.Game(name=NAME, version=3)
CALLED = rpc.CallNumberResponse(game=GAME)
DOWN = errors.Unavailable(reasons.JOURNAL_DOWN)


async def never(request, context):
    await asyncio.Event().wait()


async def test_what_is_unavailable_is_asked_again_with_the_same_request(
    house: House, eyesdown: Eyesdown
):
    house.answers("CallNumber", DOWN, grpc.StatusCode.UNAVAILABLE, DOWN, CALLED)
    assert await eyesdown.draw.call_number(NAME, position=1) == GAME
    assert len(house.calls) == 4
    assert len({each.request.SerializeToString() for each in house.calls}) == 1
    assert re.fullmatch(r"[0-9a-f-]{36}", house.calls[0].request.request_id)


async def test_what_a_server_that_ends_cancels_is_asked_again(house: House, eyesdown: Eyesdown):
    house.answers("CallNumber", grpc.StatusCode.CANCELLED, CALLED)
    assert await eyesdown.draw.call_number(NAME, position=1) == GAME
    assert len({each.request.SerializeToString() for each in house.calls}) == 1
    assert len(house.calls) == 2


async def test_a_query_is_asked_again_too(house: House, eyesdown: Eyesdown):
    house.answers("GetGame", DOWN, rpc.GetGameResponse(game=GAME))
    assert await eyesdown.draw.get_game(NAME) == GAME


@pytest.mark.parametrize(
    "code",
    [each for each in grpc.StatusCode if each.name not in ("OK", "UNAVAILABLE", "CANCELLED")],
    ids=lambda code: code.name,
)
async def test_nothing_else_is_asked_again(house: House, eyesdown: Eyesdown, code):
    house.answers("CallNumber", code, CALLED)
    with pytest.raises(EyesdownError) as caught:
        await eyesdown.draw.call_number(NAME, position=1)
    assert caught.value.code is code
    assert len(house.calls) == 1


class Even(Backoff):
    """Always waits as long, so that it is known how much time the last try has: a third of a second
    of two, and the next pause would end after them."""

    def pause(self, tried: int) -> float:
        return self.first


async def test_until_the_deadline_and_then_it_says_what_is_away(house: House, connect: Connect):
    house.answers("CallNumber", DOWN)
    async with connect(deadline=2, backoff=Even(0.55, 0.55)) as eyesdown:
        began = time.monotonic()
        with pytest.raises(Unavailable) as caught:
            await eyesdown.draw.call_number(NAME, position=1)
    assert time.monotonic() - began > 1.3
    # And no try was given longer, however busy the machine is.
    assert all((each.remaining or 0) <= 2.1 for each in house.calls)
    assert caught.value.reason == "JOURNAL_DOWN"
    assert len(house.calls) > 1
    assert {each.request.request_id for each in house.calls} == {caught.value.request_id}


async def test_a_call_that_was_cut_off_is_asked_again_when_the_service_is_back(
    house: House, eyesdown: Eyesdown
):
    house.answers("CallNumber", never, CALLED)
    calling = asyncio.create_task(eyesdown.draw.call_number(NAME, position=1))
    await house.arrived(1)
    await house.stop()
    await house.start()
    async with asyncio.timeout(DEADLINE):
        assert await calling == GAME
    first, second = house.calls
    assert first.request == second.request


async def test_a_service_that_is_not_there_is_told_after_the_deadline():
    with socket.socket() as taken:  # bound and not listening: nobody else gets the port
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        pauses = Backoff(0.5, 0.5)
        async with Eyesdown(address, token="t", deadline=1, backoff=pauses) as eyesdown:
            with pytest.raises(Unavailable) as caught:
                await eyesdown.draw.call_number(NAME, position=1)
    failed = caught.value
    assert (failed.reason, failed.code) == ("UNREACHABLE", grpc.StatusCode.UNAVAILABLE)
    assert str(failed) == (
        f"Eyesdown cannot be reached at {address}. Check the address and the network. Repeat it "
        "with the same request_id: it will not be done twice. [UNREACHABLE]"
    )
    assert failed.request_id


async def test_no_answer_by_the_deadline(house: House, connect: Connect):
    house.answers("CallNumber", never)
    house.answers("GetGame", rpc.GetGameResponse(game=GAME))
    async with connect(deadline=0.5) as eyesdown:
        await eyesdown.draw.get_game(NAME, deadline=DEADLINE)  # connected
        house.calls.clear()
        patience = 0.25
        while not house.calls:  # it may pass on the way
            patience *= 2
            with pytest.raises(TimedOut) as caught:
                await eyesdown.draw.call_number(NAME, position=1, deadline=patience)
        assert caught.value.code is grpc.StatusCode.DEADLINE_EXCEEDED
        assert isinstance(caught.value, Unavailable)
        assert "same request_id" in str(caught.value)
        assert caught.value.request_id in {each.request.request_id for each in house.calls}
        house.steps.pop("GetGame")
        house.answers("GetGame", never)
        with pytest.raises(TimedOut) as caught:
            await eyesdown.draw.get_game(NAME)
        assert "request_id" not in str(caught.value)


async def test_the_service_knows_the_deadline(house: House, connect: Connect):
    house.answers("GetGame", rpc.GetGameResponse(game=GAME))
    async with connect() as eyesdown:
        await eyesdown.draw.get_game(NAME)
        await eyesdown.draw.get_game(NAME, deadline=100)
    default, own = (each.remaining for each in house.calls)
    assert default is not None
    assert own is not None
    assert 0 < default <= 10.5
    assert 50 < own <= 105


async def test_all_tries_together_have_one_deadline(house: House, connect: Connect):
    answer = rpc.GetGameResponse(game=GAME)
    house.answers("GetGame", answer, DOWN, DOWN, answer)
    async with connect(backoff=Backoff(0.1, 0.1)) as eyesdown:
        await eyesdown.draw.get_game(NAME)  # connected
        await eyesdown.draw.get_game(NAME, deadline=0.9)
    first, second, third = (each.remaining or 0 for each in house.calls[1:])
    # Each pause was 0.05 s or more; gRPC may tell a deadline that is a few percent off.
    assert first - second > 0.02
    assert second - third > 0.02


async def test_who_gives_up_is_not_asked_again(house: House, eyesdown: Eyesdown):
    house.answers("CallNumber", never)
    calling = asyncio.create_task(eyesdown.draw.call_number(NAME, position=1))
    await house.arrived(1)
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    assert len(house.calls) == 1


def test_pauses_double_up_to_the_most_and_half_of_them_is_chance():
    backoff = Backoff(first=0.1, most=1.0)
    for tried, whole in ((1, 0.1), (2, 0.2), (3, 0.4), (4, 0.8), (5, 1.0), (500, 1.0)):
        pauses = [backoff.pause(tried) for _ in range(50)]
        assert all(whole / 2 <= each <= whole for each in pauses)
        assert len(set(pauses)) > 1
