"""Whether a NATS server can be trusted with a journal, as far as it shows.

A server of our own is known from its configuration. Of others the version is told to every
client; whether each acknowledged write is on the disk is told only to the system account.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import nats.errors
from nats.aio.client import Client
from nats.js.errors import APIError

from services.kernel.settings import StartError

# The oldest server whose conflicts, direct reads and consumers were tried.
OLDEST = (2, 12)
# Seconds for the servers of a cluster to answer.
ANSWERS = 1.0


class WrongServer(StartError):
    """The server must not hold a journal; each problem says why."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: the server's version, and sentences on what could not be checked."""

    version: str
    unchecked: tuple[str, ...]


async def check_server(
    client: Client, *, system: Client | None = None, always: bool = False
) -> Checked:
    """Check the server behind `client`: its version, that it has JetStream, and that it syncs
    always.

    The last can be seen only through `system`, a connection of the system account, or is known
    (`always`) for a server of our own. Raises `WrongServer` that lists every problem.
    """
    version = client.connected_server_version
    shown = f"{version.major}.{version.minor}.{version.patch}"
    problems = []
    if (version.major, version.minor) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        problems.append(f"the NATS server is version {shown}: it must be {oldest} or later")
    if trouble := await _no_jetstream(client):
        problems.append(trouble)
    unchecked: tuple[str, ...] = ()
    if system is not None:
        problems += _lazy(await _servers(system))
    elif not always:
        unchecked = (
            "whether the NATS servers sync every write cannot be seen without the system account: "
            "look that each has `jetstream { sync_interval: always }`",
        )
    if problems:
        raise WrongServer(problems)
    return Checked(shown, unchecked)


async def _no_jetstream(client: Client) -> str:
    """What is wrong with JetStream; empty if it answers."""
    try:
        await client.jetstream(timeout=2).account_info()
    except APIError as error:
        said = f": {error.description}" if error.description else ""
        return f"the NATS server has no JetStream for us{said}"
    except (TimeoutError, nats.errors.Error):
        return "the NATS server's JetStream does not answer"
    return ""


async def _servers(system: Client) -> list[dict[str, Any]]:
    """What every server of the cluster says about its JetStream. Raises `WrongServer`."""
    answers: list[dict[str, Any]] = []
    inbox = system.new_inbox()
    subscription = await system.subscribe(inbox)
    await system.publish("$SYS.REQ.SERVER.PING.JSZ", b"{}", reply=inbox)
    try:
        async with asyncio.timeout(ANSWERS):
            async for message in subscription.messages:
                if not message.data:
                    break  # nobody serves it: this is no system account
                answers.append(json.loads(message.data))
    except TimeoutError:
        pass  # how many servers there are is known only by waiting
    finally:
        await subscription.unsubscribe()
    if not answers:
        raise WrongServer(["no NATS server answers the system account; is this a user of it?"])
    return answers


def _lazy(servers: Sequence[dict[str, Any]]) -> list[str]:
    """A problem for each server with JetStream that does not sync always."""
    problems = []
    for server in servers:
        config = server.get("data", {}).get("config", {})
        if config and not config.get("sync_always"):
            name = server.get("server", {}).get("name", "?")
            problems.append(
                f"the NATS server {name} acknowledges writes before they are on the disk: "
                "set `jetstream { sync_interval: always }`"
            )
    return problems
