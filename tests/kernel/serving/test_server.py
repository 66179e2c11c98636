"""The server as a whole: its ports, its start, its stop."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from eyesdown.common.v1 import venue_service_pb2, venue_service_pb2_grpc
from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.parsing import Address
from services.kernel.serving.authority import Authority
from services.kernel.serving.server import ListenError, run, settle
from services.kernel.settings import SettingsError
from tests.kernel.serving.kit import GAME, WITHIN, House, call_number, open_house, read, told
from tests.kit.ports import lasting_port


async def test_a_second_server_on_the_same_port_does_not_start(tmp_path: Path):
    async with open_house(tmp_path) as house:
        taken = Address("127.0.0.1", house.server.port)
        with pytest.raises(ListenError) as raised:
            async with open_house(tmp_path, grpc_address=taken):
                raise AssertionError("it started")
        (problem,) = raised.value.problems
        assert problem.startswith(f"EYESDOWN_GRPC_ADDRESS: cannot listen on {taken}")


async def test_a_metrics_port_that_is_taken_is_told(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ListenError, match=f"EYESDOWN_METRICS_PORT: .* port {port}"):
            async with open_house(tmp_path, metrics_port=port):
                raise AssertionError("it started")


async def test_a_server_that_did_not_start_gives_its_ports_back(tmp_path: Path):
    port = lasting_port()
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        with pytest.raises(ListenError):
            async with open_house(
                tmp_path, grpc_address=Address("127.0.0.1", port), metrics_port=taken
            ):
                raise AssertionError("it started")
    async with open_house(tmp_path, grpc_address=Address("127.0.0.1", port)) as house:
        assert house.server.port == port


async def test_a_running_call_is_finished_before_the_stop(tmp_path: Path):
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def answer(request, context):
        begun.set()
        await go_on.wait()
        return pb.CallNumberResponse()

    async with open_house(tmp_path, stop_grace=WITHIN) as house:
        house.draw.answers["CallNumber"] = answer
        call = asyncio.ensure_future(
            house.play.CallNumber(call_number(), metadata=house.as_("caller"))
        )
        await asyncio.wait_for(begun.wait(), WITHIN)
        stopping = asyncio.ensure_future(house.server.stop())
        await asyncio.wait([stopping], timeout=0.05)
        go_on.set()
        assert await asyncio.wait_for(call, WITHIN) == pb.CallNumberResponse()
        await asyncio.wait_for(stopping, WITHIN)


async def test_streams_are_ended_at_the_stop_and_told_to_resume(tmp_path: Path):
    async def answer(request, context):
        yield pb.WatchGameResponse()
        await asyncio.Event().wait()

    async with open_house(tmp_path, stop_grace=3600) as house:
        house.draw.answers["WatchGame"] = answer
        stream = house.play.WatchGame(pb.WatchGameRequest(name=GAME), metadata=house.as_("caller"))
        await stream.read()
        stopping = asyncio.ensure_future(house.server.stop())
        failed = await told(stream.read())
        assert failed.code is grpc.StatusCode.UNAVAILABLE
        assert failed.reason == "STOPPING"
        await asyncio.wait_for(stopping, WITHIN)


async def test_a_stream_whose_client_does_not_read_is_ended_at_the_stop(tmp_path: Path):
    """A stop must not cancel a write: gRPC could not end the call with a status any more."""

    async def answer(request, context):
        while True:  # more than the connection takes without being read
            yield pb.WatchGameResponse(events=["x" * 200_000])

    async with open_house(tmp_path, stop_grace=WITHIN) as house:
        house.draw.answers["WatchGame"] = answer
        stream = house.play.WatchGame(pb.WatchGameRequest(name=GAME), metadata=house.as_("caller"))
        await stream.read()
        stopping = asyncio.ensure_future(house.server.stop())
        failed = None
        while failed is None:
            try:
                assert await asyncio.wait_for(stream.read(), WITHIN) is not grpc.aio.EOF
            except grpc.aio.AioRpcError as error:
                failed = read(error)
        assert failed.reason == "STOPPING"
        await asyncio.wait_for(stopping, WITHIN)


async def test_a_stopped_server_can_be_stopped_again(tmp_path: Path):
    async with open_house(tmp_path) as house:
        await house.server.stop()
        await house.server.stop()


# -- what is open and what is not ------------------------------------------------------------


async def listed(house: House) -> set[str]:
    channel: Any = house.channel  # the stubs know no asyncio
    stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)

    async def ask():
        yield reflection_pb2.ServerReflectionRequest(list_services="")

    reply = await stub.ServerReflectionInfo(ask()).read()
    return {service.name for service in reply.list_services_response.service}


async def test_in_development_anyone_may_ask_what_is_served(tmp_path: Path):
    async with open_house(tmp_path) as house:
        assert await listed(house) == {
            "eyesdown.common.v1.VenueService",
            "eyesdown.draw.v1.DrawService",
            "grpc.health.v1.Health",
            "grpc.reflection.v1alpha.ServerReflection",
        }


async def test_in_production_nobody_may(tmp_path: Path):
    async with open_house(tmp_path / "development") as house:
        keys = tmp_path / "jwks.json"
        keys.write_text(house.issuer.jwks)
        signer = house.issuer
    async with open_house(
        tmp_path / "production",
        mode="production",
        issuer_keys=keys,
        issuer=signer,
        authority=Authority(tmp_path / "certs"),
    ) as house:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await listed(house)
        assert raised.value.code() is grpc.StatusCode.UNAUTHENTICATED
        await house.play.CallNumber(call_number(), metadata=house.as_("caller"))


# -- running a process -----------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_a_run(number: signal.Signals):
    loops: list[asyncio.AbstractEventLoop] = []

    async def main(stop: asyncio.Event) -> None:
        loops.append(asyncio.get_running_loop())
        os.kill(os.getpid(), number)
        await asyncio.wait_for(stop.wait(), WITHIN)

    assert run(main) == 0
    assert type(loops[0]).__module__ == "uvloop"


def test_what_runs_on_when_its_terminal_is_closed_does_so():
    async def main(stop: asyncio.Event) -> None:
        os.kill(os.getpid(), signal.SIGHUP)
        os.kill(os.getpid(), signal.SIGUSR1)  # seen after the other
        await asyncio.wait_for(seen.wait(), WITHIN)
        assert not stop.is_set()

    seen = asyncio.Event()
    before = {
        signal.SIGHUP: signal.signal(signal.SIGHUP, signal.SIG_IGN),
        signal.SIGUSR1: signal.signal(signal.SIGUSR1, lambda *_: seen.set()),
    }
    try:
        assert run(main) == 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_what_an_operator_has_to_put_right_is_told_without_a_traceback(capsys):
    async def main(stop: asyncio.Event) -> None:
        raise SettingsError(["EYESDOWN_A: expected b", "EYESDOWN_C: expected d"])

    assert run(main) == 2
    assert capsys.readouterr().err == "EYESDOWN_A: expected b\nEYESDOWN_C: expected d\n"


def test_a_fault_of_ours_is_not_hidden():
    async def main(stop: asyncio.Event) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(main)


@pytest.fixture
def collector() -> Iterator[None]:
    """The garbage collector, put back as it was."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


async def test_a_service_serves_until_it_is_told_to_stop(tmp_path: Path, collector: None):
    ready, stop = asyncio.Event(), asyncio.Event()
    async with open_house(tmp_path, start=False) as house:
        serving = asyncio.ensure_future(house.server.serve(stop, ready.set))
        await asyncio.wait_for(ready.wait(), WITHIN)
        async with grpc.aio.insecure_channel(f"127.0.0.1:{house.server.port}") as channel:
            stub = venue_service_pb2_grpc.VenueServiceStub(channel)
            await stub.ListVenues(
                venue_service_pb2.ListVenuesRequest(), metadata=house.as_("caller")
            )
        stop.set()
        await asyncio.wait_for(serving, WITHIN)


def test_what_was_made_at_start_is_left_alone_by_the_garbage_collector(collector: None):
    gc.set_threshold(700, 10, 10)
    settle()
    assert gc.get_freeze_count() > 0
    assert gc.get_threshold()[0] > 700
