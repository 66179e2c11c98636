"""Deadlines, cancelled calls, and streams."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.law import Reason
from services.kernel.serving.answering import Answering
from services.kernel.serving.calls import call
from tests.kernel.serving.kit import GAME, WITHIN, House, call_number, told

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOT_ANNOUNCED = Reason("NOT_ANNOUNCED", "Not announced.", "Announce it.", "NZB-5.6(c)")


async def never(request, context):
    await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("asked", "least", "most"),
    [(5.0, 4.9, 4.96), (None, 9.9, 9.9), (3600, 29.9, 29.9), (0.5, 0.45, 0.47)],
)
async def test_handlers_answer_a_moment_before_the_deadline(house: House, asked, least, most):
    """The client's, or 10 seconds, at most 30; less a tenth, at most a tenth of a second.

    On the wire a client's deadline is rounded up by as much as a hundredth. It is told from when
    the call was made and from when the handler runs, between which anything may take its time.
    """
    seen: list[tuple[float, float]] = []

    async def answer(request, context):
        seen.append((call().deadline, time.monotonic()))
        return pb.CallNumberResponse()

    house.draw.answers["CallNumber"] = answer
    async with asyncio.timeout(WITHIN):
        while not seen:
            made = time.monotonic()
            calling = house.play.CallNumber(
                call_number(), metadata=house.as_("caller"), timeout=asked
            )
            with suppress(grpc.aio.AioRpcError):  # the shortest may pass on the way
                await calling
    ((deadline, begun),) = seen
    assert deadline - made > least - 0.01
    assert deadline - begun <= most


async def test_a_stream_has_the_clients_deadline_or_none(house: House):
    seen: list[float] = []

    async def answer(request, context):
        seen.append(call().deadline - time.monotonic())
        yield pb.WatchGameResponse()

    house.draw.answers["WatchGame"] = answer
    await watch(house).read()
    await watch(house, timeout=3600).read()
    assert seen[0] == math.inf
    assert 3590 < seen[1] < 3640


async def test_without_a_deadline_of_the_client_ours_ends_the_call(hasty: House):
    hasty.draw.answers["CallNumber"] = never
    failed = await told(hasty.play.CallNumber(call_number(), metadata=hasty.as_("caller")))
    assert failed.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert failed.reason == "DEADLINE_EXCEEDED"


async def test_a_longer_deadline_than_ours_is_cut(hasty: House):
    hasty.draw.answers["CallNumber"] = never
    failed = await told(
        hasty.play.CallNumber(call_number(), metadata=hasty.as_("caller"), timeout=3600)
    )
    assert failed.reason == "DEADLINE_EXCEEDED"


async def test_something_else_that_timed_out_is_not_the_deadline(house: House):
    async def answer(request, context):
        async with asyncio.timeout(0.001):
            await asyncio.Event().wait()

    house.draw.answers["CallNumber"] = answer
    failed = await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    assert failed.code is grpc.StatusCode.INTERNAL


async def test_what_was_cancelled_within_a_handler_does_not_leave_the_client_hanging(house: House):
    async def answer(request, context):
        task = asyncio.ensure_future(asyncio.Event().wait())
        task.cancel()
        await task

    house.draw.answers["CallNumber"] = answer
    failed = await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    assert failed.code is grpc.StatusCode.INTERNAL


async def waiting(house: House) -> tuple[Callable, asyncio.Event, asyncio.Event]:
    """A handler that waits: it says when it was begun, and when it was cancelled."""
    begun, cancelled = asyncio.Event(), asyncio.Event()

    async def answer(request, context):
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise

    return answer, begun, cancelled


async def test_a_client_that_cancels_cancels_the_handler(house: House):
    house.draw.answers["CallNumber"], begun, cancelled = await waiting(house)
    task = asyncio.ensure_future(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    await asyncio.wait_for(begun.wait(), WITHIN)
    task.cancel()
    await asyncio.wait_for(cancelled.wait(), WITHIN)
    (span,) = house.spans()
    assert span.attributes["eyesdown.outcome"] == "cancelled"
    assert span.attributes["rpc.response.status_code"] == "CANCELLED"
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_clients_deadline_cancels_the_handler(house: House):
    house.draw.answers["CallNumber"], begun, cancelled = await waiting(house)
    patience = 0.1
    while not begun.is_set():  # the deadline may pass on the way
        patience *= 2
        house.exporter.clear()
        asked = house.play.CallNumber(call_number(), metadata=house.as_("caller"), timeout=patience)
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await asked
        assert raised.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    await asyncio.wait_for(cancelled.wait(), WITHIN)
    (span,) = house.spans()
    assert span.attributes["eyesdown.outcome"] == "deadline"
    assert span.attributes["rpc.response.status_code"] == "DEADLINE_EXCEEDED"


# -- streams ---------------------------------------------------------------------------------


def watch(house: House, **how):
    request = pb.WatchGameRequest(name=GAME)
    return house.play.WatchGame(request, metadata=house.as_("caller"), **how)


async def test_a_stream_that_fails_tells_so_after_what_it_sent(house: House):
    async def answer(request, context):
        yield pb.WatchGameResponse(game=game_pb2.Game(version=1))
        yield pb.WatchGameResponse(game=game_pb2.Game(version=2))
        raise NOT_ANNOUNCED(position=3)

    house.draw.answers["WatchGame"] = answer
    stream = watch(house)
    assert (await stream.read()).game.version == 1
    assert (await stream.read()).game.version == 2
    failed = await told(stream.read())
    assert failed.code is grpc.StatusCode.FAILED_PRECONDITION
    assert failed.info.metadata["clause"] == "NZB-5.6(c)"


async def test_a_stream_that_ends_is_fine(house: House):
    async def answer(request, context):
        yield pb.WatchGameResponse()

    house.draw.answers["WatchGame"] = answer
    assert [reply async for reply in watch(house)] == [pb.WatchGameResponse()]
    (span,) = house.spans()
    assert span.attributes["eyesdown.outcome"] == "ok"


@pytest.mark.parametrize("reply", [None, "hunter2"])
async def test_a_fault_in_a_stream_tells_nothing_of_itself(house: House, reply):
    async def answer(request, context):
        yield pb.WatchGameResponse()
        if reply is None:
            raise RuntimeError("hunter2")
        yield reply

    house.draw.answers["WatchGame"] = answer
    stream = watch(house)
    await stream.read()
    failed = await told(stream.read())
    assert failed.code is grpc.StatusCode.INTERNAL
    assert "hunter2" not in str(failed)


async def test_a_stream_outlives_the_deadline_of_calls(hasty: House):
    async def answer(request, context):
        await asyncio.wait_for(asyncio.get_running_loop().create_task(passed.wait()), WITHIN)
        yield pb.WatchGameResponse()

    passed = asyncio.Event()
    hasty.draw.answers["WatchGame"] = answer
    hasty.draw.answers["CallNumber"] = never
    stream = watch(hasty)
    reading = asyncio.ensure_future(stream.read())
    failed = await told(hasty.play.CallNumber(call_number(), metadata=hasty.as_("caller")))
    assert failed.reason == "DEADLINE_EXCEEDED"  # so that time is over
    passed.set()
    assert await asyncio.wait_for(reading, WITHIN) == pb.WatchGameResponse()


async def test_a_stream_that_its_client_leaves_is_closed_at_once(house: House):
    begun, closed = asyncio.Event(), asyncio.Event()

    async def answer(request, context):
        try:
            begun.set()
            while True:
                yield pb.WatchGameResponse()
                await asyncio.Event().wait()
        finally:
            closed.set()

    house.draw.answers["WatchGame"] = answer
    stream = watch(house)
    await asyncio.wait_for(begun.wait(), WITHIN)
    stream.cancel()
    await asyncio.wait_for(closed.wait(), WITHIN)


class Gone:
    """The side of a client that has left: gRPC takes nothing more for it."""

    def __init__(self) -> None:
        self.tried = asyncio.Event()

    async def send_initial_metadata(self, _: object) -> None:
        self.tried.set()
        raise grpc.aio.InternalError("execute_batch")


async def test_a_client_that_leaves_as_its_stream_begins_is_no_fault_of_ours(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    async def answer(request, context):
        yield pb.WatchGameResponse()

    house.draw.answers["WatchGame"] = answer
    gone: Any = Gone()
    stream = Answering.stream

    async def leaving(self, handler, request, context, call):
        await stream(self, handler, request, gone, call)

    monkeypatch.setattr(Answering, "stream", leaving)
    asked = watch(house)
    await asyncio.wait_for(gone.tried.wait(), WITHIN)
    asked.cancel()
    # A call after it on the same loop: by its answer the one before is counted.
    await told(house.play.CallNumber(call_number()))
    (span,) = [each for each in house.spans() if each.name.endswith("WatchGame")]
    assert span.attributes["eyesdown.outcome"] == "cancelled"
    assert span.attributes["rpc.response.status_code"] == "CANCELLED"
    assert "a call failed" not in capsys.readouterr().out
