"""`eyesdown run` as an operator meets it: how it starts, what it says, and how it goes on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import grpc
import pytest
import pytest_asyncio
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from grpc_health.v1 import health_pb2, health_pb2_grpc

from eyesdown_client import Eyesdown, Selector, bingo, line
from services.cli.common.where import Running
from services.cli.house import house
from services.cli.house.house import HouseError, open_house
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import StartError, read
from services.kernel.venues import Venues
from services.kernel.walk import now
from tests.cli.command import environment, eyesdown, start

SOON = 60.0
PORTS = {"EYESDOWN_GRPC_ADDRESS": "127.0.0.1:0", "EYESDOWN_METRICS_PORT": "0"}
NATS = ("--nats-port", "0", "--websocket-port", "0", "--display-port", "0")


class House:
    """A house that was opened by `eyesdown run`, on ports of its own."""

    def __init__(self, process: asyncio.subprocess.Process, data: Path) -> None:
        assert process.stdout is not None
        assert process.stderr is not None
        self.process, self.data = process, data
        self.out, self.err = process.stdout, process.stderr
        self.said = ""

    async def opened(self) -> None:
        """Wait until it says that everything runs."""
        while "the journal stays" not in self.said:
            line = (await self.out.readline()).decode()
            assert line, (await self.err.read()).decode()
            self.said += line

    async def complains(self, of: str) -> str:
        """The next line on stderr that holds these words."""
        async with asyncio.timeout(SOON):
            while of not in (line := (await self.err.readline()).decode()):
                assert line, f"it ended without a word of {of!r}"
        return line

    @property
    def running(self) -> Running:
        return Running.read(self.data / "run.json")

    @property
    def nats(self) -> int:
        """The process of the NATS server."""
        (file,) = (self.data / "nats").glob("*.ports")
        return int(file.stem.rpartition("_")[2])

    async def open_game(self, room: str) -> str:
        """Open a game as a manager would, however long it takes until a call is answered."""
        day = Venues.load(read({}).venues_folder).get("akl").gaming_day(now())
        token = DevIssuer(self.data).issue("mere", {"akl": ["game_manager"]})
        async with Eyesdown(self.running.services["draw"], token=token, deadline=SOON) as client:
            game = await client.draw.open_game(
                venue="akl",
                game_id=f"{day.isoformat()}-{room}",
                profile="nz-casino-bingo",
                game_version=3,
                stages=[line(), bingo()],
                serial_number="E-1",
                selector=Selector.ELECTRONIC,
                rooms=[room],
            )
        return game.name

    async def stop(self) -> tuple[int | None, str]:
        """End it as Ctrl-C does; its exit code, and what it had to complain of since."""
        self.process.send_signal(signal.SIGINT)
        async with asyncio.timeout(SOON):
            _, complaints = await self.process.communicate()
        return self.process.returncode, complaints.decode()


@asynccontextmanager
async def running(data: Path, **more: str) -> AsyncIterator[House]:
    """A house that is open."""
    process = await start("run", *NATS, data=data, more={**PORTS, **more})
    opened = House(process, data)
    try:
        async with asyncio.timeout(SOON):
            await opened.opened()
        yield opened
    finally:
        if process.returncode is None:
            await opened.stop()


@contextmanager
def taken(port: int = 0) -> Iterator[int]:
    """A port that another program listens on; any is one that the system gives nobody who asks for
    a free one, so that it stays free afterwards."""
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _bind(other, port)
        other.listen()
        yield other.getsockname()[1]


def _bind(other: socket.socket, port: int) -> None:
    while not port:
        with suppress(OSError):
            other.bind(("127.0.0.1", random.randrange(20_000, 30_000)))
            return
    other.bind(("127.0.0.1", port))


async def kill(pid: int) -> None:
    """End a process as a crash would, and wait until it has ended."""
    ended, descriptor = asyncio.Event(), os.pidfd_open(pid)
    loop = asyncio.get_running_loop()
    loop.add_reader(descriptor, ended.set)
    try:
        os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(SOON):
            await ended.wait()
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)


# -- what it says ----------------------------------------------------------------------------


async def test_the_first_run_says_where_everything_is_and_nothing_else(tmp_path: Path):
    async with running(tmp_path / "data") as opened:
        address = opened.running.services["draw"]
        async with grpc.aio.insecure_channel(address) as channel:
            stub: Any = health_pb2_grpc.HealthStub(channel)
            reply = await stub.Check(health_pb2.HealthCheckRequest(service="readiness"))
        assert reply.status == health_pb2.HealthCheckResponse.SERVING
        assert opened.said.startswith("Eyesdown runs. Data: ")
        assert f"draw       gRPC {address}" in opened.said
        # The page of the displays, with an address for each of them.
        (page,) = re.findall(r"^  page +(http://\S+/)$", opened.said, re.MULTILINE)
        assert re.search(rf"^  akl.north +{page}#/venues/akl/rooms/main\?\S+$", opened.said, re.M)
        told = await asyncio.to_thread(lambda: urlopen(f"{page}config.json").read())
        assert json.loads(told)["nats"] == opened.running.websocket
        assert await opened.stop() == (0, "")


async def test_who_asks_for_more_is_told_more(tmp_path: Path):
    async with running(tmp_path / "data", EYESDOWN_LOG_LEVEL="info") as opened:
        code, complaints = await opened.stop()
    assert code == 0
    assert "nats_server_started" in complaints
    # It wrote the server's configuration itself, and need not wonder.
    assert "not_checked" not in complaints
    # What is not yet so at the start, or no longer at the end, is no warning.
    assert "the journal has not been read yet" in complaints
    assert "[warning" not in complaints


@pytest.mark.parametrize("option", ["--nats-port", "--websocket-port"])
async def test_a_port_of_nats_that_is_taken_is_told_with_its_option(tmp_path: Path, option: str):
    others = [each for each in ("--nats-port", "--websocket-port") if each != option]
    with taken() as port:
        done = await eyesdown("run", option, str(port), others[0], "0", data=tmp_path, more=PORTS)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"NATS cannot listen on port {port} of 127.0.0.1: address already in use; "
        f"stop what uses it, or choose another port with {option}\n"
    )


@pytest.mark.parametrize("variable", ["EYESDOWN_GRPC_ADDRESS", "EYESDOWN_METRICS_PORT"])
async def test_a_port_of_a_service_that_is_taken_is_told_with_its_variable(
    tmp_path: Path, variable: str
):
    with taken() as port:
        value = f"127.0.0.1:{port}" if variable == "EYESDOWN_GRPC_ADDRESS" else str(port)
        done = await eyesdown("run", *NATS, data=tmp_path, more={**PORTS, variable: value})
    assert done.code == 2
    told, ended = done.err.splitlines()
    assert told.startswith(f"{variable}: cannot listen on 127.0.0.1")
    assert str(port) in told
    assert "Errno" not in told
    assert ended == "the draw service did not start (exit 2)"


async def test_a_data_folder_that_cannot_be_used_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    data = tmp_path / "file" / "data"
    done = await eyesdown("run", *NATS, data=data, more=PORTS)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"EYESDOWN_DATA: the data folder {data} cannot be used: Not a directory\n"


async def test_the_help_names_the_variables_of_the_other_ports(tmp_path: Path):
    done = await eyesdown("run", "--help", data=tmp_path)
    assert "EYESDOWN_GRPC_ADDRESS (127.0.0.1:7400)" in " ".join(done.out.split())
    assert "EYESDOWN_METRICS_PORT (9464)" in " ".join(done.out.split())


async def test_it_is_ready_with_a_certificate_that_names_another_host(tmp_path: Path):
    pem, key = leaf(tmp_path)
    files = {"EYESDOWN_TLS_CERTIFICATE": str(pem), "EYESDOWN_TLS_KEY": str(key)}
    async with running(tmp_path / "data", **files) as opened:
        assert await opened.stop() == (0, "")


def leaf(folder: Path) -> tuple[Path, Path]:
    """A certificate for the hosts of a domain, signed by an authority, and its key."""
    authority, own = generate_private_key(SECP256R1()), generate_private_key(SECP256R1())
    begins = datetime.now(UTC) - timedelta(hours=1)
    hosts = x509.SubjectAlternativeName([x509.DNSName("*.house.example")])
    made = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "house")]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "authority")]))
        .public_key(own.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=1))
        .add_extension(hosts, critical=False)
        .sign(authority, SHA256())
    )
    pem, key = folder / "server.pem", folder / "server.key"
    pem.write_bytes(made.public_bytes(Encoding.PEM))
    key.write_bytes(own.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return pem, key


# -- how it goes on --------------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kept(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[House, int]]:
    """A house in which things may end, and the port of its draw; in the end it ends well."""
    with taken() as port:
        pass
    data = tmp_path_factory.mktemp("kept") / "data"
    async with running(data, EYESDOWN_GRPC_ADDRESS=f"127.0.0.1:{port}") as opened:
        yield opened, port
        code, _ = await opened.stop()
        assert code == 0


@pytest.mark.asyncio(loop_scope="module")
async def test_nats_is_started_again_and_commands_work_again(kept: tuple[House, int]):
    opened, _ = kept
    before = await opened.open_game("main")
    killed, url = opened.nats, opened.running.nats
    await kill(killed)
    assert "ended_by_itself" in await opened.complains("ended=NATS")
    after = await opened.open_game("terrace")
    assert (before[-5:], after[-8:]) == ("-main", "-terrace")
    assert opened.nats != killed
    assert opened.running.nats == url  # where displays and services look for it


@pytest.mark.asyncio(loop_scope="module")
async def test_a_service_is_started_again_until_its_port_is_free(kept: tuple[House, int]):
    opened, port = kept
    await kill(opened.running.pids["draw"])
    with taken(port):
        assert "ended_by_itself" in await opened.complains("ended='the draw service'")
        await opened.complains("EYESDOWN_GRPC_ADDRESS: cannot listen on")
        assert "ended_by_itself" in await opened.complains("did not start (exit 2)")
    await opened.open_game("mezzanine")


async def test_what_cannot_be_started_again_closes_the_house(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(house, "AGAIN", 0.0)
    with taken() as port:
        pass
    own = environment(tmp_path, {**PORTS, "EYESDOWN_GRPC_ADDRESS": f"127.0.0.1:{port}"})
    async with asyncio.timeout(SOON), open_house(read(own), own, services=["draw"]) as opened:
        await kill(opened.running.pids["draw"])
        with taken(port), pytest.raises(ExceptionGroup) as raised:
            await opened.watch(["draw"])
    (error,) = raised.value.exceptions
    assert isinstance(error, HouseError)
    assert error.problems == (
        "the draw service keeps ending: the draw service did not start (exit 2)",
    )


async def test_after_a_kill_commands_say_that_nothing_runs(tmp_path: Path):
    data = tmp_path / "data"
    async with running(data) as opened:
        opened.process.kill()
        await (
            opened.process.communicate()
        )  # until its services, which hold the pipe, have ended too
        assert (data / "run.json").exists()
        done = await eyesdown("game", "list", data=data)
    assert done.code == 1
    assert done.err == (
        f"Error: Nothing runs here (process {opened.process.pid} has ended): make run, or without "
        "a checkout eyesdown run\n"
    )


def test_a_file_that_cannot_be_read_is_not_one_that_is_not_there(tmp_path: Path):
    file = tmp_path / "run.json"
    with pytest.raises(
        StartError, match=rf"nothing runs here \({re.escape(str(file))} is not there\): make run"
    ):
        Running.read(file)
    file.mkdir()
    with pytest.raises(StartError, match=r"run.json cannot be read: Is a directory"):
        Running.read(file)
    file.rmdir()
    for damaged in ("{", json.dumps({"nats": "nats://127.0.0.1:1"}), "[]"):
        file.write_text(damaged)
        with pytest.raises(StartError, match=r"run.json does not say what runs here"):
            Running.read(file)
