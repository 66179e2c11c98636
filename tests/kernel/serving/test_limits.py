"""What is more than can be answered is turned away at once, and never a call out for others'."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import draw_service_pb2_grpc, game_pb2
from services.kernel.errors import TooMany
from services.kernel.serving.limits import CALL, STREAM, URGENT, Limits
from tests.kernel.serving.kit import (
    GAME,
    WITHIN,
    House,
    Told,
    call_number,
    open_house,
    read,
    request_id,
    told,
)

EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED


class Held:
    """Calls that are under way until they are let go."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._begun: asyncio.Queue[None] = asyncio.Queue()
        self._left: asyncio.Queue[None] = asyncio.Queue()
        self._go = asyncio.Event()
        self._calls: list[asyncio.Future[Any]] = []
        house.draw.answers.update(CallNumber=self._call, CallOut=self._out, WatchGame=self._watch)

    async def _call(self, request, context):
        context.add_done_callback(lambda _: self._left.put_nowait(None))
        self._begun.put_nowait(None)
        await self._go.wait()
        return pb.CallNumberResponse()

    async def _out(self, request, context):
        self._begun.put_nowait(None)
        await self._go.wait()
        return pb.CallOutResponse()

    async def _watch(self, request, context):
        yield pb.WatchGameResponse()
        await self._go.wait()

    async def begin(self, calling: Any) -> None:
        """Make a call, and wait until its handler runs."""
        self._calls.append(asyncio.ensure_future(calling))
        await asyncio.wait_for(self._begun.get(), WITHIN)

    async def leave(self) -> None:
        """Their clients leave; returns when the server knows."""
        calls, self._calls = self._calls, []
        for each in calls:
            each.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        for _ in calls:
            await asyncio.wait_for(self._left.get(), WITHIN)

    async def end(self) -> list[Any]:
        """Let go of them: what they were answered."""
        self._go.set()
        calls, self._calls = self._calls, []
        return await asyncio.wait_for(asyncio.gather(*calls), WITHIN)


@asynccontextmanager
async def full_house(tmp_path: Path, **limits: Any) -> AsyncIterator[tuple[House, Held]]:
    """A house with these limits, where calls are held."""
    async with open_house(tmp_path, stop_grace=WITHIN, **limits) as house:
        held = Held(house)
        try:
            yield house, held
        finally:
            await held.end()


def call(house: House, person: str = "mia") -> Any:
    return house.play.CallNumber(call_number(), metadata=house.as_("caller", person))


def call_out(house: House, person: str = "stu") -> Any:
    request = pb.CallOutRequest(
        request_id=request_id(), name=GAME, room="main", cry=game_pb2.CRY_LINE
    )
    return house.play.CallOut(request, metadata=house.as_("steward", person))


def watch(house: House, person: str = "mia", over: grpc.aio.Channel | None = None) -> Any:
    stub: Any = draw_service_pb2_grpc.DrawServiceStub(over or house.channel)
    return stub.WatchGame(pb.WatchGameRequest(name=GAME), metadata=house.as_("caller", person))


async def to_its_end(stream: Any) -> tuple[int, Told]:
    """How many replies are still to be read, and how the stream failed then."""
    replies = 0
    while True:
        try:
            assert await asyncio.wait_for(stream.read(), WITHIN) is not grpc.aio.EOF
        except grpc.aio.AioRpcError as error:
            return replies, read(error)
        replies += 1


async def in_flight(house: House) -> dict[str, float]:
    metrics = await house.metrics()
    series = 'eyesdown_calls_in_flight{{kind="{}",service="draw"}}'
    return {kind: metrics[series.format(kind)] for kind in (CALL, URGENT, STREAM)}


# -- calls -----------------------------------------------------------------------------------


async def test_more_calls_of_a_person_than_the_limit_are_turned_away(tmp_path: Path):
    async with full_house(tmp_path, calls_per_person=3) as (house, held):
        for _ in range(3):
            await held.begin(call(house))
        failed = await told(call(house))
        assert (failed.code, failed.reason) == (EXHAUSTED, "TOO_MANY_CALLS")
        assert failed.info.metadata == {"limit": "3", "whose": "yours"}
        assert "3 of yours" in failed.message
        assert "same request_id" in failed.localized.message
        await held.begin(call(house, "another"))
        assert await held.end() == [pb.CallNumberResponse()] * 4
        assert await call(house) == pb.CallNumberResponse()


async def test_one_method_takes_no_more_than_its_part_of_a_person_s_room(tmp_path: Path):
    async with full_house(tmp_path, calls_per_method=2) as (house, held):
        await held.begin(call(house))
        await held.begin(call(house))
        failed = await told(call(house))
        assert (failed.code, failed.reason) == (EXHAUSTED, "TOO_MANY_CALLS")
        assert "2 of yours of this method" in failed.message
        await house.play.GetGame(pb.GetGameRequest(name=GAME), metadata=house.as_("caller"))
        await held.end()
        assert await call(house) == pb.CallNumberResponse()


async def test_calls_that_come_too_fast_are_turned_away(tmp_path: Path):
    async with open_house(tmp_path, rate_per_method=2) as house:
        guard: Any = house.server._guard
        guard.limits._clock = lambda: 0.0  # it stands still, however long the calls take
        for _ in range(4):  # two seconds' worth may come at once
            await call(house)
        failed = await told(call(house))
        assert (failed.code, failed.reason) == (EXHAUSTED, "CALLING_TOO_FAST")
        assert failed.info.metadata == {"limit": "2"}
        assert await call(house, "another") == pb.CallNumberResponse()
        await house.play.GetGame(pb.GetGameRequest(name=GAME), metadata=house.as_("caller"))


async def test_more_calls_than_the_process_takes_are_turned_away(tmp_path: Path):
    async with full_house(tmp_path, calls_max=3) as (house, held):
        for person in ("one", "two", "three"):
            await held.begin(call(house, person))
        failed = await told(call(house, "four"))
        assert (failed.code, failed.reason) == (EXHAUSTED, "TOO_MANY_CALLS")
        assert failed.info.metadata == {"limit": "3", "whose": "everybody's"}
        assert await in_flight(house) == {CALL: 3, URGENT: 0, STREAM: 0}
        await held.end()
        assert await call(house, "four") == pb.CallNumberResponse()
        assert await in_flight(house) == {CALL: 0, URGENT: 0, STREAM: 0}


async def test_a_call_out_gets_through_whatever_else_is_under_way(tmp_path: Path):
    async with full_house(tmp_path, calls_max=2, calls_per_person=2) as (house, held):
        await held.begin(call(house, "stu"))
        await held.begin(call(house, "stu"))
        assert (await told(call(house, "stu"))).reason == "TOO_MANY_CALLS"
        await held.begin(call_out(house, "stu"))
        await held.begin(call_out(house, "sia"))
        await held.begin(call_out(house, "sia"))
        assert await in_flight(house) == {CALL: 2, URGENT: 3, STREAM: 0}
        # Somebody whose device has gone mad takes nobody's place but their own.
        assert (await told(call_out(house, "sia"))).reason == "TOO_MANY_CALLS"
        await held.begin(call_out(house, "stu"))


async def test_who_is_turned_away_is_not_looked_at_any_further(tmp_path: Path):
    """Neither what was asked nor whether it may be: it is meant to cost nothing."""
    async with full_house(tmp_path, calls_max=1) as (house, held):
        await held.begin(call(house))
        malformed = house.raw("/eyesdown.draw.v1.DrawService/CallNumber")
        failed = await told(malformed(b"\xff\xff", metadata=house.as_("caller")))
        assert failed.reason == "TOO_MANY_CALLS"
        failed = await told(house.play.CallNumber(call_number(), metadata=house.as_("seller")))
        assert failed.reason == "TOO_MANY_CALLS"
        assert house.denials == []


async def test_being_turned_away_is_an_outcome_of_its_own(tmp_path: Path):
    async with full_house(tmp_path, calls_max=1) as (house, held):
        await held.begin(call(house))
        await told(call(house))
        await told(call(house))
        limited = (
            'eyesdown_actions_total{action="call_number",outcome="limited",service="draw",venue=""}'
        )
        assert (await house.metrics())[limited] == 2


async def test_a_call_that_fails_or_is_left_makes_room(tmp_path: Path):
    async with full_house(tmp_path, calls_max=1) as (house, held):
        for _ in range(3):
            bad = pb.CallNumberRequest(name="nowhere")
            await told(house.play.CallNumber(bad, metadata=house.as_("caller")))
        await held.begin(call(house))
        await held.leave()
        await held.begin(call(house))


# -- streams ---------------------------------------------------------------------------------


async def test_more_streams_of_a_person_than_the_limit_are_turned_away(tmp_path: Path):
    async with full_house(tmp_path, streams_per_person=2, calls_max=1) as (house, _):
        streams = [watch(house), watch(house)]
        for stream in streams:
            await stream.read()
        assert await in_flight(house) == {CALL: 0, URGENT: 0, STREAM: 2}
        failed = await told(watch(house).read())
        assert (failed.code, failed.reason) == (EXHAUSTED, "TOO_MANY_STREAMS")
        assert failed.info.metadata == {"limit": "2", "whose": "yours"}
        await watch(house, "another").read()
        house.draw.answers.pop("CallNumber")
        await call(house)  # streams take no call's place


async def test_a_watcher_that_does_not_read_is_cut_off(tmp_path: Path):
    made = 0

    async def endless(request, context):
        nonlocal made
        try:
            while True:  # more than the connection takes without being read
                made += 1
                yield pb.WatchGameResponse(events=["x" * 200_000])
        finally:
            ended.set()

    ended = asyncio.Event()
    async with open_house(tmp_path, stream_patience=0.2, streams_per_person=1) as house:
        house.draw.answers["WatchGame"] = endless
        stream = watch(house)
        await stream.read()
        await asyncio.wait_for(ended.wait(), WITHIN)
        # Its end waits to be read, so it still takes its watcher's place: whoever opens streams
        # and never reads any gets no more than those.
        assert (await told(watch(house).read())).reason == "TOO_MANY_STREAMS"
        more, failed = await to_its_end(stream)
        assert (failed.code, failed.reason) == (grpc.StatusCode.UNAVAILABLE, "TOO_SLOW")
        assert "0.2 seconds" in failed.message
        assert more + 1 == made
        await watch(house).read()


async def test_a_watcher_that_never_read_anything_is_cut_off_and_told_why(tmp_path: Path):
    """The first reply of all is too much for the connection."""

    async def one(request, context):
        try:
            yield pb.WatchGameResponse(events=["x" * 7_000_000])
        finally:
            ended.set()

    ended = asyncio.Event()
    async with open_house(tmp_path, stream_patience=0.2) as house:
        house.draw.answers["WatchGame"] = one
        small = (
            ("grpc.http2.lookahead_bytes", 65_535),
            ("grpc.http2.bdp_probe", 0),
            ("grpc.max_receive_message_length", -1),
        )
        at = f"127.0.0.1:{house.server.port}"
        async with grpc.aio.insecure_channel(at, options=small) as channel:
            stream = watch(house, over=channel)
            await asyncio.wait_for(ended.wait(), WITHIN)
            _, failed = await to_its_end(stream)
            assert failed.reason == "TOO_SLOW"


async def test_a_watcher_that_reads_slowly_but_steadily_is_not_cut_off(tmp_path: Path):
    async def many(request, context):
        for _ in range(30):
            yield pb.WatchGameResponse(events=["x" * 200_000])

    async with open_house(tmp_path, stream_patience=WITHIN) as house:
        house.draw.answers["WatchGame"] = many
        assert len([reply async for reply in watch(house)]) == 30


async def test_a_watcher_that_is_cut_off_and_goes_makes_room(tmp_path: Path):
    async def endless(request, context):
        try:
            while True:
                yield pb.WatchGameResponse(events=["x" * 200_000])
        finally:
            ended.put_nowait(None)

    ended: asyncio.Queue[None] = asyncio.Queue()
    async with open_house(tmp_path, stream_patience=0.1, streams_per_person=1) as house:
        house.draw.answers["WatchGame"] = endless
        for _ in range(3):
            async with grpc.aio.insecure_channel(f"127.0.0.1:{house.server.port}") as channel:
                stream = watch(house, over=channel)
                await stream.read()
                await asyncio.wait_for(ended.get(), WITHIN)
            async with asyncio.timeout(WITHIN):  # the server has yet to see that it is gone
                while (await in_flight(house))[STREAM]:
                    pass


# -- sizes -----------------------------------------------------------------------------------


async def test_a_request_that_is_too_large_is_turned_away(tmp_path: Path):
    async with open_house(tmp_path, message_max=10_000) as house:
        raw = house.raw("/eyesdown.draw.v1.DrawService/CallNumber")
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await raw(b"\x0a" + b"x" * 10_000, metadata=house.as_("caller"))
        assert raised.value.code() is EXHAUSTED
        await house.play.CallNumber(call_number(), metadata=house.as_("caller"))


async def test_metadata_that_is_too_large_is_turned_away(tmp_path: Path):
    async with open_house(tmp_path, metadata_max=4_000) as house:
        large = house.as_("caller", x_more="x" * 4_000)
        small = house.as_("caller", x_more="x" * 2_000)
        for _ in range(5):  # above one limit gRPC leaves it to chance, so there must be only one
            with pytest.raises(grpc.aio.AioRpcError) as raised:
                await house.play.CallNumber(call_number(), metadata=large)
            assert raised.value.code() is EXHAUSTED
        for _ in range(5):
            await house.play.CallNumber(call_number(), metadata=small)


# -- the counts themselves -------------------------------------------------------------------


def test_whoever_has_ended_leaves_nothing_behind():
    limits = Limits(calls=1, calls_each=1, method_each=1, streams_each=1, rate=100)
    ends = [limits.begin(kind, "mia", kind) for kind in (CALL, URGENT, STREAM)]
    assert [limits.under_way(kind) for kind in (CALL, URGENT, STREAM)] == [1, 1, 1]
    for kind in (CALL, URGENT, STREAM):
        with pytest.raises(TooMany):
            limits.begin(kind, "mia", kind)
    for end in ends:
        end()
    assert [limits.under_way(kind) for kind in (CALL, URGENT, STREAM)] == [0, 0, 0]
    assert not limits._of
    assert not limits._of_method


def paced(rate: float) -> tuple[Limits, list[float]]:
    """Limits with a clock that a test sets."""
    clock = [0.0]
    made = Limits(100, 100, 100, 100, rate, lambda: clock[0])
    return made, clock


def let_through(limits: Limits, calls: int, method: str = "CallOut") -> int:
    """How many of so many calls are let through, each over at once."""
    done = 0
    for _ in range(calls):
        try:
            limits.begin(URGENT, "stu", method)()
            done += 1
        except TooMany as more:
            assert more.reason.code == "CALLING_TOO_FAST"  # noqa: PT017
    return done


def test_whoever_waits_may_go_on_at_their_rate():
    limits, clock = paced(10)
    assert let_through(limits, 50) == 20
    for _ in range(3):
        clock[0] += 1
        assert let_through(limits, 50) == 10
    assert let_through(limits, 50, "GetGame") == 20
    clock[0] += 60  # waiting longer saves up no more
    assert let_through(limits, 50) == 20


def test_how_many_paces_are_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("services.kernel.serving.limits._PACES", 3)
    limits, _ = paced(10)
    for number in range(9):
        limits.begin(CALL, f"person-{number}", "GetGame")()
    assert len(limits._paces) == 3
