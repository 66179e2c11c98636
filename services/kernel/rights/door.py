"""The door: NATS asks us who a screen is that wants in, and what it may (its "auth callout").

Services are users of the server's own configuration. Whoever else connects is asked about on
`$SYS.REQ.USER.AUTH`; one of our replicas answers with a token that holds the screen's rights,
signed with the key that the server's configuration names. Without an answer within the server's
time-out nobody is let in, and the screen tries again.

Who could send us such a question by themselves would gain nothing: a token is for the one
connection that its server has asked about.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg

from services.kernel.errors import Failure
from services.kernel.rights.admission import Entry
from services.kernel.rights.grants import DISPLAYS
from services.kernel.rights.nkeys import AccountKey, claims

ASKED = "$SYS.REQ.USER.AUTH"
QUEUE = "door"
WEBSOCKET = "websocket"
"""How a screen must have come: the services' own port is none of its business."""
# What a screen may have open, and send at once; bytes.
SUBSCRIPTIONS = 32
PAYLOAD = 8192
VERSION = 2
"""Of the claims' form."""

ANSWERS = 4.0
"""Seconds for an answer; the server waits no longer than its own time-out."""

Admit = Callable[[str, str], Awaitable[Entry | None]]
"""The entry of a user with this password; None for one who may not come in."""

log = structlog.get_logger(__name__)


class Door:
    """Answers for the displays; `run` for as long as they are let in."""

    def __init__(self, client: Client, key: AccountKey, admit: Admit) -> None:
        self._client = client
        self._key = key
        self._admit = admit

    async def run(self) -> None:
        """Answer, for ever."""
        asked = await self._client.subscribe(ASKED, QUEUE, cb=self._answer)
        try:
            await asyncio.Event().wait()
        finally:
            if not self._client.is_closed:
                await asked.unsubscribe()

    async def _answer(self, message: Msg) -> None:
        try:
            async with asyncio.timeout(ANSWERS):
                told = await self._verdict(claims(message.data.decode())["nats"])
        except (Failure, TimeoutError, ValueError, KeyError, TypeError) as error:
            log.warning("door_not_answered", why=repr(error))
            return
        await message.respond(told.encode())

    async def _verdict(self, asked: dict[str, Any]) -> str:
        """The token to answer with: it lets in, or says that it does not."""
        options, client = asked["connect_opts"], asked["client_info"]
        user, entry = str(options.get("user", "")), None
        # The server does not look at the kinds of connection that a token allows.
        if client.get("type") == WEBSOCKET:
            entry = await self._admit(user, str(options.get("pass", "")))
        if entry is None:
            log.info("screen_refused", user=user[:80], host=client.get("host", ""))
            verdict: dict[str, Any] = {"error": "no such display, or not its secret"}
        else:
            verdict = {"jwt": self._key.sign(_user(asked["user_nkey"], entry))}
        return self._key.sign(
            {
                "aud": asked["server_id"]["id"],
                "sub": asked["user_nkey"],
                "iat": int(time.time()),
                "nats": {**verdict, "type": "authorization_response", "version": VERSION},
            }
        )


def _user(key: str, entry: Entry) -> dict[str, Any]:
    """The claims of a screen that is let in; `key` is what the server calls it."""
    return {
        "aud": DISPLAYS,
        "sub": key,
        "name": entry.name,
        "iat": int(time.time()),
        "nats": {
            "pub": {"allow": list(entry.rights.publish)},
            "sub": {"allow": list(entry.rights.subscribe)},
            "subs": SUBSCRIPTIONS,
            "data": -1,
            "payload": PAYLOAD,
            "type": "user",
            "version": VERSION,
        },
    }
