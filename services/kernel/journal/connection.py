"""The connection to NATS: it comes back for ever, says whether it stands, and never hides a loss.

A `Connection` is a nats-py client with the options that this client library needs to be safe:
nothing is buffered while it is down (a publish that is sent minutes later is worse than a failed
one), a dead link is noticed within seconds, and no callback can kill the reader.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import structlog
from nats.aio.client import Client
from nats.errors import Error, SlowConsumerError

from services.kernel.journal.tls import Tls
from services.kernel.rights.table import inbox
from services.kernel.settings import StartError
from services.kernel.tasks import end

# Seconds. A dead link is noticed after (PINGS_LOST + 1) * PING at the latest.
PING = 3
PINGS_LOST = 2
CONNECT = 1
PATIENCE = 10.0
WAITED_FOR = 5.0
"""The patience of a command, whose person waits; a service's servers may still be starting."""
RECONNECT = 0.25
CLOSES = 5.0

log = structlog.get_logger(__name__)


class CannotConnect(StartError):
    """NATS cannot be reached, or refuses us; the message says where and why."""


class Link:
    """Whether a connection stands: readiness asks it, and who reads or writes waits for it."""

    def __init__(self) -> None:
        self._up = False
        self._closed = False
        self._settled = asyncio.Event()  # up, or closed for good
        self._watchers: list[Callable[[bool], None]] = []

    @property
    def up(self) -> bool:
        """Whether the connection stands now."""
        return self._up

    @property
    def closed(self) -> bool:
        """Whether it was closed and never comes back."""
        return self._closed

    async def wait(self) -> None:
        """Return when the connection stands. Raises `ConnectionError` when it never will."""
        await self._settled.wait()
        if self._closed:
            raise ConnectionError("the connection to NATS was closed")

    def watch(self, told: Callable[[bool], None]) -> Callable[[], None]:
        """Tell `told` of every change, True for up; the function given back ends that.

        `told` must not raise and must not wait.
        """
        self._watchers.append(told)
        return lambda: self._watchers.remove(told) if told in self._watchers else None

    def change(self, up: bool, closed: bool = False) -> None:
        """Note a change; for the connection alone."""
        changed = up != self._up or closed != self._closed
        self._up, self._closed = up, closed
        if up or closed:
            self._settled.set()
        else:
            self._settled.clear()
        if not changed:
            return
        for told in tuple(self._watchers):
            try:
                told(up)
            except Exception as error:  # a watcher's fault must not kill the reader
                log.error("nats_watcher_failed", error=repr(error))


class Connection(Client):
    """A nats-py client that carries its `link`. Made by `connect`."""

    def __init__(self) -> None:
        super().__init__()
        self.link = Link()
        self.ending = False
        self.lost = False

    async def close(self) -> None:
        """Close for good; nobody is alarmed."""
        self.ending = True
        if not self.is_connected:
            self._forget_pending()
        try:
            async with asyncio.timeout(CLOSES):
                await super().close()
        except TimeoutError:
            log.warning("nats_not_closed_in_time")
        finally:
            await self._end_reconnecting()

    def _forget_pending(self) -> None:
        """Drop what was kept for when the connection stands again: the client would write it to the
        link that is broken, and uvloop refuses that with an error that nobody expects."""
        self._pending.clear()
        self._pending_data_size = 0

    async def _end_reconnecting(self) -> None:
        """End the client's attempts to reconnect. They can lose the one cancellation that `close`
        sends them (see `services.kernel.tasks`), and would go on for ever."""
        if self._reconnection_task is not None:
            await end([self._reconnection_task])

    async def drain(self) -> None:
        """Finish what is under way, then close for good; nobody is alarmed."""
        self.ending = True
        await super().drain()


@dataclass(frozen=True)
class _Watch:
    """What nats-py calls. Nothing here may raise: that would kill its reader and leave a
    connection that looks alive."""

    connection: Connection
    name: str
    closed: Callable[[], None] | None
    failed: Callable[[Exception], None] | None
    refused: asyncio.Future[Exception]
    tls: Tls | None = None
    passing: bool = False

    async def on_error(self, error: Exception) -> None:
        if not self.refused.done() and "authorization" in str(error).lower():
            self.refused.set_result(error)
        about = {"connection": self.name, "error": str(error) or type(error).__name__}
        if isinstance(error, SlowConsumerError) or "permissions violation" in str(error).lower():
            log.error("nats_error", **about)
        else:
            log.debug("nats_error", **about)  # the change of state is logged on its own
        self._guarded(self.failed, error)

    async def on_down(self) -> None:
        if not self.connection.ending:
            log.warning("nats_down", connection=self.name)
            self.connection.lost = True
        self.connection.link.change(up=False)
        if self.tls is not None:
            self.tls.refresh()

    async def on_up(self) -> None:
        again = self.connection.lost
        self.connection.lost = False
        first = log.debug if self.passing else log.info
        write = log.warning if again else first
        write("nats_up", connection=self.name, server=_server(self.connection))
        self.connection.link.change(up=True)

    async def on_closed(self) -> None:
        self.connection.link.change(up=False, closed=True)
        if not self.connection.ending:
            log.error("nats_closed", connection=self.name, error=str(self.connection.last_error))
            self._guarded(self.closed)

    @staticmethod
    def _guarded(hook: Callable[..., None] | None, *what: object) -> None:
        try:
            if hook is not None:
                hook(*what)
        except Exception as error:
            log.error("nats_hook_failed", error=repr(error))


async def connect(
    url: str | Sequence[str],
    *,
    name: str,
    closed: Callable[[], None] | None = None,
    failed: Callable[[Exception], None] | None = None,
    credentials: Path | None = None,
    tls: Tls | None = None,
    patience: float = PATIENCE,
    passing: bool = False,
) -> Connection:
    """Connect, and stay so: whatever happens to the servers, it is tried again for ever.

    `url` is one or more "nats://user:password@host:port", comma separated or a sequence, `name`
    what the server shows, `credentials` a file of a user's JWT and key, `tls` whom to trust (None:
    in the clear). `closed` is called once when the connection has ended for good without our
    asking (the process should end too), `failed` with every error of the client. One that is
    `passing`, made again and again for a moment, is not worth a line in the log. Raises
    `CannotConnect` after `patience` seconds, or at once when we are refused.
    """
    servers = [each.strip() for each in url.split(",")] if isinstance(url, str) else list(url)
    connection = Connection()
    refused: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
    watch = _Watch(connection, name, closed, failed, refused, tls, passing)
    options: dict[str, Any] = {
        "name": name,
        "inbox_prefix": _inbox(servers[0]),
        "max_reconnect_attempts": -1,
        "reconnect_time_wait": RECONNECT,
        "connect_timeout": CONNECT,
        "ping_interval": PING,
        "max_outstanding_pings": PINGS_LOST,
        "pending_size": 0,
        "user_credentials": str(credentials) if credentials else None,
        "tls": tls.context if tls else None,
        "error_cb": watch.on_error,
        "disconnected_cb": watch.on_down,
        "reconnected_cb": watch.on_up,
        "closed_cb": watch.on_closed,
    }
    trying = asyncio.create_task(connection.connect(servers, **options))
    ends: tuple[asyncio.Future[Any], ...] = (trying, refused)
    try:
        await asyncio.wait(ends, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        if not trying.done():
            raise CannotConnect([_why(servers, patience, refused, connection.last_error)])
        trying.result()
    except (OSError, Error, ValueError) as error:
        raise CannotConnect([f"cannot connect to NATS at {_shown(servers)}: {error}"]) from error
    finally:
        await _give_up(connection, trying)
        refused.cancel()
    await watch.on_up()
    return connection


async def _give_up(connection: Connection, trying: asyncio.Task[None]) -> None:
    """End an attempt that did not come to a connection."""
    if trying.done() and not trying.cancelled() and trying.exception() is None:
        return
    await end([trying])
    with suppress(Exception):
        await connection.close()


def _why(
    servers: Sequence[str],
    patience: float,
    refused: asyncio.Future[Exception],
    last: Exception | None,
) -> str:
    where = _shown(servers)
    if refused.done():
        return f"NATS at {where} refuses us: {refused.result()}"
    because = f": {str(last) or type(last).__name__}" if last is not None else ""
    return f"no NATS server answers at {where} within {patience:g} s{because}"


def _inbox(server: str) -> str:
    """Where a user's answers come: on inboxes that nobody else may listen to."""
    user = urlsplit(server).username
    return inbox(user) if user else "_INBOX"


def _shown(servers: Sequence[str]) -> str:
    """Addresses without the passwords that stand in them."""
    return ", ".join(urlsplit(each).netloc.rpartition("@")[2] or each for each in servers)


def _server(connection: Connection) -> str:
    url = connection.connected_url
    return url.netloc.rpartition("@")[2] if url is not None else ""
