"""An operator's own registry is asked beside the venue's list; what holds while it is away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio

from eyesdown.common.v1 import player_registry_service_pb2 as pb
from eyesdown.common.v1 import player_registry_service_pb2_grpc
from services.kernel.journal.connection import Connection
from services.kernel.serving import player_registry
from services.kernel.settings import SettingsError, read
from tests.kernel.serving.kit import told
from tests.kit.draw_play import stored_of
from tests.kit.nats import Nats
from tests.kit.paigow import SOON, Floor, replica
from tests.kit.paigow_play import TablePlay

pytest_plugins = ["tests.kit.paigow"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

FAILED = grpc.StatusCode.FAILED_PRECONDITION


class Registry(player_registry_service_pb2_grpc.PlayerRegistryServiceServicer):
    """Lets everybody play but p2; `asked` is what it was asked."""

    def __init__(self) -> None:
        self.asked: list[pb.MayPlayRequest] = []

    async def MayPlay(self, request: pb.MayPlayRequest, _: Any) -> pb.MayPlayResponse:
        self.asked.append(request)
        return pb.MayPlayResponse(may_play=request.shown.member_number != "p2")


class Running:
    """A registry on a port of this machine, until it is stopped."""

    def __init__(self) -> None:
        self.answers = Registry()
        self.server = grpc.aio.server()
        player_registry_service_pb2_grpc.add_PlayerRegistryServiceServicer_to_server(
            self.answers, self.server
        )
        self.port = self.server.add_insecure_port("127.0.0.1:0")


@pytest_asyncio.fixture(loop_scope="module")
async def registry(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A registry that runs, and is given all the time it takes to answer."""
    monkeypatch.setattr(player_registry, "PATIENCE", SOON)
    running = Running()
    await running.server.start()
    yield running
    await running.server.stop(None)


def floor_of(folder: Path, url: str, running: Running, unchecked: str) -> Floor:
    """A floor that asks this registry, and what it does while that is away."""

    class Asking(Floor):
        def environment(self, replica: str) -> dict[str, str]:
            asked = {"EYESDOWN_PLAYER_REGISTRY": f"127.0.0.1:{running.port}"}
            return {**super().environment(replica), **asked}

    floor = Asking(folder, url)
    file = folder / "venues" / f"{floor.venue}.toml"
    file.write_text(f'{file.read_text()}[players]\nunchecked = "{unchecked}"\n')
    return floor


@pytest.mark.parametrize("unchecked", ["refuse", "allow"])
async def test_the_registry_is_asked_and_its_absence_is_the_venues_to_decide(
    unchecked: str, tmp_path: Path, nats_server: Nats, nats: Connection, registry: Running
):
    floor = floor_of(tmp_path, nats_server.url, registry, unchecked)
    await floor.provision()
    async with replica(floor) as one:
        play = await TablePlay.in_play(floor, one.paigow)
        await play.do("SeatPlayer", box=1, player="p1")
        failed = await told(play.do("SeatPlayer", box=2, player="p2"))
        assert (failed.code, failed.reason) == (FAILED, "MAY_NOT_PLAY")
        assert [(each.parent, each.shown.member_number) for each in registry.answers.asked] == [
            (f"venues/{floor.venue}", "p1"),
            (f"venues/{floor.venue}", "p2"),
        ]
        await registry.server.stop(None)
        seating = play.do("SeatPlayer", box=3, player="p3")
        if unchecked == "allow":
            await seating
        else:
            failed = await told(seating)
            assert (failed.code, failed.reason) == (FAILED, "PLAYER_NOT_CHECKED")
        last = (await stored_of(nats, play.id))[-1]
        assert (b"PLAYER_NOT_CHECKED" in last.body) is (unchecked == "refuse")


async def test_who_somebody_is_crosses_no_network_in_the_clear(tmp_path: Path):
    ca = tmp_path / "ca.pem"
    ca.write_text("none")
    for more, problem in (
        ({"PLAYER_REGISTRY": "10.0.0.7:443"}, "on another machine it needs"),
        ({"PLAYER_REGISTRY_CA": str(ca)}, "PLAYER_REGISTRY_CA: needs"),
    ):
        with pytest.raises(SettingsError, match=problem):
            read({f"EYESDOWN_{name}": text for name, text in more.items()})
    settings = read(
        {"EYESDOWN_PLAYER_REGISTRY": "10.0.0.7:443", "EYESDOWN_PLAYER_REGISTRY_CA": str(ca)}
    )
    assert str(settings.player_registry) == "10.0.0.7:443"
