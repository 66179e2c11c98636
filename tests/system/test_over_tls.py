"""Services in production mode: TLS to NATS, mutual TLS for calls and to the operator's registry of
players; and the commands that read the journal beside them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio

from eyesdown.common.v1 import player_registry_service_pb2 as registry_pb
from eyesdown.common.v1 import player_registry_service_pb2_grpc
from eyesdown.draw.v1 import draw_service_pb2 as draw
from eyesdown.draw.v1 import draw_service_pb2_grpc
from eyesdown.paigow.v1 import paigow_service_pb2_grpc
from services.cli.journal.proof import prove
from services.cli.screens.walls import Walls
from services.draw.__main__ import serve as serve_draw
from services.kernel.journal.connection import CannotConnect
from services.kernel.journal.tls import tls_of
from services.kernel.serving import player_registry
from services.kernel.serving.server import Server
from services.paigow.__main__ import serve as serve_paigow
from tests.cli.command import Done, eyesdown
from tests.kernel.serving.kit import told
from tests.kit.certificates import Authority
from tests.kit.draw_hall import Hall
from tests.kit.draw_play import Play
from tests.kit.paigow import PROFILE, Floor
from tests.kit.paigow_play import TablePlay
from tests.kit.production import (
    SOON,
    Production,
    in_production,
    production,
    provisioned,
    served,
)
from tests.kit.rulebook import RuleBook

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Production]:
    async with production(tmp_path_factory.mktemp("production")) as made:
        yield made


# -- commands beside a draw --------------------------------------------------------------------


@dataclass
class Played:
    """A game with three calls, and the draw that it was played on."""

    hall: Hall
    server: Production
    play: Play
    service: Server

    async def eyesdown(self, *arguments: str, **more: str) -> Done:
        """Run a command as the auditor."""
        own = self.hall.environment("command")
        environment = in_production(self.server, self.hall.folder, "auditor", own, **more)
        return await eyesdown(*arguments, data=self.hall.folder, more=environment)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(
    server: Production, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Played]:
    hall = Hall(tmp_path_factory.mktemp("hall"), server.url())
    await provisioned(server, hall.venues)
    environment = in_production(server, hall.folder, "draw", hall.environment("one"))
    async with served(serve_draw, environment, server.authority) as (channel, service):
        stub = draw_service_pb2_grpc.DrawServiceStub(channel)
        await RuleBook(channel, hall).stand()
        play = await Play.announced(hall, stub)
        for _ in range(3):
            await play.round()
        yield Played(hall, server, play, service)


async def test_the_trace_of_a_game_is_read_over_tls(played: Played):
    id_ = played.play.game.name.rpartition("/")[2]
    done = await played.eyesdown("trace", f"{played.hall.venue}/{id_}")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("ConfirmCall") + done.out.count("confirm_call") >= 3, done.out


async def test_what_was_counted_is_counted_again_over_tls(played: Played):
    place = f"127.0.0.1:{played.service.metrics_port}"
    done = await played.eyesdown("audit", "recount", "--metrics", place)
    assert (done.code, done.err) == (0, ""), done.out
    assert "counted again, as it says" in done.out


async def test_the_journal_is_verified_over_tls(played: Played):
    done = await played.eyesdown("audit", "verify", "--venue", played.hall.venue)
    assert (done.code, done.err) == (0, ""), done.out


@pytest.mark.parametrize("command", ["trace", "audit"])
async def test_a_server_of_another_authority_is_read_by_no_command(
    command: str, played: Played, tmp_path: Path
):
    other = Authority(tmp_path)
    arguments = {
        "trace": ("trace", played.play.game.name),
        "audit": ("audit", "verify", "--venue", played.hall.venue),
    }[command]
    done = await played.eyesdown(*arguments, NATS_CA=str(other.ca))
    assert done.code != 0
    assert "NATS" in done.err
    assert "Traceback" not in done.err


async def test_numbers_are_proven_and_walls_followed_over_tls(played: Played):
    hall, game = played.hall, played.play.game
    tls, url = tls_of(played.server.settings()), played.server.url("auditor")
    assert await prove(url, game.name, tls) == 3
    said: list[str] = []
    async with Walls.hung(url, hall.venue, list(game.rooms), said.append, tls) as walls:
        await walls.show(game.name, game.version)
        (room,) = game.rooms
        assert walls.calls(room, game.name) == [call.number for call in game.calls]
    with pytest.raises(CannotConnect):
        await prove(url, game.name)


# -- the operator's registry of players ----------------------------------------------------------


class Registry(player_registry_service_pb2_grpc.PlayerRegistryServiceServicer):
    """Lets everybody play but p2; `seen` is whose certificate asked."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    async def MayPlay(
        self, request: registry_pb.MayPlayRequest, context: Any
    ) -> registry_pb.MayPlayResponse:
        (name,) = context.auth_context()["x509_common_name"]
        self.seen.append(name.decode())
        return registry_pb.MayPlayResponse(may_play=request.shown.member_number != "p2")


@asynccontextmanager
async def registered(shown: Authority, asked_by: Authority) -> AsyncIterator[tuple[Registry, int]]:
    """A registry that shows a certificate of one authority, and is asked by those of another."""
    pem, key = shown.sign("registry")
    answers, running = Registry(), grpc.aio.server()
    player_registry_service_pb2_grpc.add_PlayerRegistryServiceServicer_to_server(answers, running)
    credentials = grpc.ssl_server_credentials(
        [(key.read_bytes(), pem.read_bytes())], asked_by.ca.read_bytes(), True
    )
    port = running.add_secure_port("127.0.0.1:0", credentials)
    await running.start()
    try:
        yield answers, port
    finally:
        await running.stop(None)


@asynccontextmanager
async def table(
    server: Production, folder: Path, port: int, trusted: Authority
) -> AsyncIterator[TablePlay]:
    """A pai gow table in play, of a service that asks the registry at a port."""
    floor = Floor(folder / "floor", server.url())
    await provisioned(server, floor.venues)
    environment = in_production(
        server,
        floor.folder,
        "paigow",
        floor.environment("one"),
        PLAYER_REGISTRY=f"localhost:{port}",
        PLAYER_REGISTRY_CA=str(trusted.ca),
    )
    async with served(serve_paigow, environment, server.authority) as (channel, _):
        stub = paigow_service_pb2_grpc.PaiGowServiceStub(channel)
        await RuleBook(channel, floor, PROFILE).stand()
        yield await TablePlay.in_play(floor, stub)


async def test_the_registry_is_asked_over_mutual_tls(
    server: Production, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(player_registry, "PATIENCE", SOON)  # it is given all the time it takes
    async with (
        registered(server.authority, server.authority) as (registry, port),
        table(server, tmp_path, port, server.authority) as play,
    ):
        await play.do("SeatPlayer", box=1, player="p1")
        failed = await told(play.do("SeatPlayer", box=2, player="p2"))
        assert failed.reason == "MAY_NOT_PLAY"
        assert registry.seen == ["paigow", "paigow"]


@pytest.mark.parametrize("wrong", ["its certificate", "ours"])
async def test_a_registry_that_is_not_trusted_is_told_nobody_and_nobody_is_let_in(
    wrong: str, server: Production, tmp_path: Path
):
    folder = tmp_path / "other"
    folder.mkdir()
    other = Authority(folder)
    shown, asked_by = (
        (other, server.authority) if wrong == "its certificate" else (server.authority, other)
    )
    async with (
        registered(shown, asked_by) as (registry, port),
        table(server, tmp_path, port, server.authority) as play,
    ):
        failed = await told(play.do("SeatPlayer", box=1, player="p1"))
        assert (failed.code, failed.reason) == (
            grpc.StatusCode.FAILED_PRECONDITION,
            "PLAYER_NOT_CHECKED",
        )
        assert registry.seen == []


async def test_who_shows_no_certificate_reaches_no_service(played: Played):
    ca = played.server.authority.ca.read_bytes()
    where = f"localhost:{played.service.port}"
    async with grpc.aio.secure_channel(where, grpc.ssl_channel_credentials(ca)) as channel:
        stub = draw_service_pb2_grpc.DrawServiceStub(channel)
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await asyncio.wait_for(
                stub.GetGame(
                    draw.GetGameRequest(name=played.play.game.name),
                    metadata=played.hall.auditor.at,
                ),
                SOON,
            )
        assert raised.value.code() is grpc.StatusCode.UNAVAILABLE
