"""A NATS server of our own: its folder, its ports, its end, and who may do what on it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.kernel.journal.connection import CannotConnect, connect
from services.kernel.journal.embedded import ServerFailed
from services.kernel.journal.folder import FolderInUse
from services.kernel.journal.servercheck import WrongServer, check_server
from services.kernel.settings import StartError
from tests.kit.nats import Nats

SOON = 60.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


async def store(url: str, value: bytes) -> None:
    async with await connect(url, name="test") as client:
        bucket = await client.jetstream().create_key_value(bucket="kept")
        await bucket.put("key", value)


async def stored(url: str) -> bytes | None:
    async with await connect(url, name="test") as client:
        bucket = await client.jetstream().key_value("kept")
        return (await bucket.get("key")).value


async def test_it_takes_connections_as_soon_as_it_is_there(folder: Path):
    async with Nats(folder) as server:
        assert server.pid is not None
        await store(server.url, b"kept")
    assert server.pid is None


async def test_its_data_is_there_when_it_starts_again(folder: Path):
    async with Nats(folder) as server:
        await store(server.url, b"kept")
        url = server.url
        await server.stop()
        await server.start()
        assert server.url == url  # the same port and password
        assert await stored(url) == b"kept"
    async with Nats(folder) as server:
        assert await stored(server.url) == b"kept"


async def test_its_data_is_there_when_it_was_killed(folder: Path):
    async with Nats(folder) as server:
        await store(server.url, b"kept")
        await server.kill()
        assert server.pid is None
        await server.start()
        assert await stored(server.url) == b"kept"


async def test_streams_that_an_earlier_release_kept_are_the_houses(folder: Path):
    async with Nats(folder) as server:
        await store(server.url, b"kept")
    (folder / "jetstream" / "HOUSE").rename(folder / "jetstream" / "$G")  # as it was then
    async with Nats(folder) as server:
        assert await stored(server.url) == b"kept"


async def test_a_folder_belongs_to_one_process(folder: Path):
    async with Nats(folder):
        with pytest.raises(FolderInUse, match=f"in use by process {os.getpid()}"):
            async with Nats(folder, hold=0):
                pass
    async with Nats(folder, hold=0) as server:
        assert server.pid


async def test_a_folder_is_taken_over_as_soon_as_its_holder_ends(folder: Path):
    async with Nats(folder):
        second = Nats(folder, hold=SOON)
        waiting = asyncio.create_task(second.__aenter__())
    await waiting
    assert second.pid is not None
    await second.__aexit__(None, None, None)


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StartError, match=r"the data folder .*file/data: Not a directory"):
        async with Nats(tmp_path / "file" / "data"):
            pass


async def test_a_port_that_is_taken_is_named(folder: Path, tmp_path: Path):
    async with Nats(folder) as server:
        port = int(server.url.rpartition(":")[2])
        with pytest.raises(ServerFailed, match="address already in use"):
            async with Nats(tmp_path / "second", port=port):
                pass
        async with Nats(tmp_path / "second") as second:  # its folder was let go
            assert second.pid


async def test_its_end_is_reported(folder: Path):
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    async with Nats(folder, exited=ended.set_result) as server:
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        async with asyncio.timeout(SOON):
            assert await ended == -signal.SIGKILL
            assert await server.wait() == -signal.SIGKILL
        await server.start()
        await store(server.url, b"goes on")


async def test_an_end_that_was_asked_for_is_not_reported(folder: Path):
    ended: list[int] = []
    async with Nats(folder, exited=ended.append) as server:
        await server.kill()
        await server.start()
        await server.stop()
    assert ended == []


@contextlib.asynccontextmanager
async def another_process(folder: Path) -> AsyncIterator[tuple[asyncio.subprocess.Process, int]]:
    """A process that runs a server in `folder`, and the server's own process id."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, str(folder)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stderr is not None
    async with asyncio.timeout(SOON):
        pid = int(await process.stderr.readline())
    yield process, pid
    async with asyncio.timeout(SOON):
        await process.communicate()


PROGRAM = """
import asyncio, sys
from pathlib import Path
from tests.kit.nats import Nats
async def main():
    async with Nats(Path(sys.argv[1])) as server:
        print(server.pid, file=sys.stderr, flush=True)
        await asyncio.Event().wait()
asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_it_ends_when_our_process_ends_however_that_ends(folder: Path, how: signal.Signals):
    async with another_process(folder) as (process, pid):
        server = os.pidfd_open(pid)
        process.send_signal(how)
        await ended(server)
    async with Nats(folder, hold=0) as again:
        assert again.pid


async def test_a_folder_is_in_use_as_long_as_its_server_lives(folder: Path):
    async with another_process(folder) as (process, pid):
        server = os.pidfd_open(pid)
        os.kill(pid, signal.SIGSTOP)  # it cannot end yet
        process.kill()
        await process.wait()
        try:
            with pytest.raises(FolderInUse):
                async with Nats(folder, hold=0):
                    pass
        finally:
            os.kill(pid, signal.SIGCONT)
        await ended(server)
    async with Nats(folder, hold=0) as again:
        assert again.pid


async def ended(process: int) -> None:
    """Wait until the process behind a pidfd has ended."""
    end = asyncio.Event()
    asyncio.get_running_loop().add_reader(process, end.set)
    async with asyncio.timeout(SOON):
        await end.wait()
    asyncio.get_running_loop().remove_reader(process)
    os.close(process)


async def test_what_a_terminal_sends_to_us_does_not_reach_it(folder: Path):
    async with Nats(folder) as server:
        assert server.pid is not None
        assert os.getsid(server.pid) == server.pid


async def test_nobody_else_may_read_its_settings_and_password(folder: Path):
    async with Nats(folder):
        assert mode(folder / "nats.conf") == mode(folder / "nats.password") == 0o600
        assert mode(folder) == 0o700


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


async def test_it_writes_to_the_disk_before_it_acknowledges(folder: Path):
    async with Nats(folder) as server, await connect(server.url, name="test") as client:
        checked = await check_server(client, always=True)
        assert checked.unchecked == ()
    assert "sync_interval: always" in (folder / "nats.conf").read_text()


async def test_a_service_without_its_password_is_refused_at_once(folder: Path):
    async with Nats(folder) as server:
        address = server.url.rpartition("@")[2]
        async with asyncio.timeout(4):  # who is no service is asked about for longer
            with pytest.raises(CannotConnect, match=f"NATS at {address} refuses us") as refusal:
                await connect(f"nats://draw:wrong@{address}", name="test", patience=SOON)
        assert "wrong" not in str(refusal.value)


async def test_where_nobody_answers_is_named():
    with pytest.raises(CannotConnect, match=r"no NATS server answers at 127.0.0.1:1 within 0.3 s"):
        await connect("nats://127.0.0.1:1", name="test", patience=0.3)


# -- displays --------------------------------------------------------------------------------


async def test_the_websocket_keeps_its_port(folder: Path):
    async with Nats(folder, websocket_port=0) as server:
        url = server.websocket_url
        await server.stop()
        await server.start()
        assert server.websocket_url == url


async def test_there_is_no_websocket_unless_it_is_asked_for(folder: Path):
    async with Nats(folder) as server:
        assert server.websocket_url is None


# -- checking a server -----------------------------------------------------------------------


class WithSystemAccount(Nats):
    """A server that syncs as it is told."""

    sync = "always"

    def _config(self) -> str:
        return super()._config().replace("sync_interval: always", f"sync_interval: {self.sync}")


async def test_the_system_account_shows_that_a_server_syncs_always(folder: Path):
    async with (
        WithSystemAccount(folder) as server,
        await connect(server.url, name="test") as client,
        await connect(server.url_of("system"), name="test") as system,
    ):
        checked = await check_server(client, system=system)
        assert checked.unchecked == ()
        assert checked.version.startswith("2.")


async def test_a_server_that_syncs_now_and_then_is_refused(folder: Path):
    server = WithSystemAccount(folder)
    server.sync = '"2m"'
    async with (
        server,
        await connect(server.url, name="test") as client,
        await connect(server.url_of("system"), name="test") as system,
    ):
        with pytest.raises(WrongServer, match="before they are on the disk"):
            await check_server(client, system=system)


async def test_an_account_without_jetstream_is_refused(folder: Path):
    async with (
        WithSystemAccount(folder) as server,
        await connect(server.url_of("system"), name="test") as system,
    ):
        with pytest.raises(WrongServer, match="JetStream"):
            await check_server(system)


async def test_an_old_server_is_refused(folder: Path):
    async with Nats(folder) as server, await connect(server.url, name="test") as client:
        assert client._current_server is not None
        client._current_server.server_version = "2.9.10"
        with pytest.raises(WrongServer, match=r"version 2\.9\.10: it must be 2\.12 or later"):
            await check_server(client)


async def test_what_cannot_be_checked_is_said(folder: Path):
    async with Nats(folder) as server, await connect(server.url, name="test") as client:
        (what,) = (await check_server(client)).unchecked
        assert "sync_interval: always" in what
        # an ordinary user is not the system account
        with pytest.raises(WrongServer, match="no NATS server answers the system account"):
            await check_server(client, system=client)
