"""Pairing: a new screen shows a code, a steward binds it, and it hears how to come in.

A screen asks on `eyesdown.pairing.ask.<key>`, again and again, and is told on
`eyesdown.pairing.told.<key>`: a code first, which lies in the stream `PAIRING` for ten minutes;
once bound, its display and secret. Code and secret follow from the house's key, so any replica
tells the same, and a screen that missed its secret is told again.

A code is claimed by compare-and-set before the command that uses it goes on record: of two who
bind the same screen at once, one does.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable
from contextlib import suppress

import nats.errors
import structlog
from google.protobuf import json_format
from google.protobuf.message import DecodeError
from nats.aio.client import Client
from nats.aio.msg import Msg

from eyesdown.board.v1 import board_pb2
from eyesdown.draw.v1 import display_events_pb2 as messages
from services.draw.domain.display import Bound, Command, Event, State
from services.kernel.boards.frame_json import frame_json
from services.kernel.errors import Failure
from services.kernel.journal.lastvalue import Beaten, LastValue, LastValues, StoreDown
from services.kernel.journal.provision import CODE_GOOD_FOR
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.shapes import timestamp
from services.kernel.rights.displaykey import DisplayKey
from services.kernel.walk import now

ASK, TOLD, WAITING = "eyesdown.pairing.ask", "eyesdown.pairing.told", "eyesdown.pairing.waiting"
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Of codes: none that could be taken for another."""
LENGTH = 5

log = structlog.get_logger(__name__)


class Pairing:
    """Tells screens their codes and secrets; `run` for as long as calls are answered."""

    def __init__(
        self,
        client: Client,
        key: DisplayKey,
        displays: Aggregates[Command, Event, State],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._client = client
        self._key = key
        self._displays = displays
        self._clock = clock
        self._values = LastValues(client, "PAIRING")

    async def run(self) -> None:
        """Answer screens, for ever."""
        asked = await self._client.subscribe(f"{ASK}.*", "pairing", cb=self._asked)
        try:
            await asyncio.Event().wait()
        finally:
            if not self._client.is_closed:
                await asked.unsubscribe()

    def secret_for(self, name: Name, request_id: str) -> str:
        """The secret of the screen that this request binds."""
        return self._key.secret_for(name, request_id)

    # -- codes ----------------------------------------------------------------------------

    async def waits(self, code: str, name: Name, request_id: str) -> bool:
        """Whether a screen waits under a code that this request may use. Raises `StoreDown`."""
        return _free(_read(await self._values.read(f"{WAITING}.{code}")), name, request_id)

    async def claim(self, code: str, name: Name, request_id: str) -> bool:
        """Use a code for this request; whether it could be. Raises `StoreDown`."""
        while True:
            kept = await self._values.read(f"{WAITING}.{code}")
            screen = _read(kept)
            if kept is None or screen is None or not _free(screen, name, request_id):
                return False
            if screen.bound_to:
                return True
            screen.bound_to, screen.request_id = str(name), request_id
            if await self._write(code, screen, kept.sequence):
                return True

    async def release(self, code: str, name: Name, request_id: str) -> None:
        """Give a code back that was claimed, when the command was refused."""
        kept = await self._values.read(f"{WAITING}.{code}")
        screen = _read(kept)
        if kept is not None and screen is not None and _free(screen, name, request_id):
            screen.bound_to = screen.request_id = ""
            await self._write(code, screen, kept.sequence)

    async def tell(self, code: str) -> None:
        """Tell the screen that waits under a code how it stands; it asks again if it misses it."""
        try:
            screen = _read(await self._values.read(f"{WAITING}.{code}"))
            if screen is not None:
                await self._tell(code, screen)
        except (StoreDown, nats.errors.Error) as error:
            log.warning("screen_not_told", why=repr(error))

    # -- screens --------------------------------------------------------------------------

    async def _asked(self, message: Msg) -> None:
        key = message.subject.rpartition(".")[2]
        try:
            code, screen = await self._waiting(key, message.data)
            if screen is not None:
                await self._tell(code, screen)
        except (StoreDown, Failure, nats.errors.Error) as error:
            log.warning("screen_not_told", why=repr(error))

    async def _waiting(self, key: str, asked: bytes) -> tuple[str, messages.ScreenWaiting | None]:
        """The screen of this key as it waits, under which code; None where it cannot wait now."""
        window = int(self._clock() / CODE_GOOD_FOR)
        for each in (window - 1, window):
            code = self._code(key, each)
            screen = _read(await self._values.read(f"{WAITING}.{code}"))
            if screen is not None and screen.key == key:
                return code, screen
        made = _screen(key, asked)
        return code, made if screen is None and await self._write(code, made, 0) else None

    async def _tell(self, code: str, screen: messages.ScreenWaiting) -> None:
        told = board_pb2.PairingTold(code=code)
        if screen.bound_to:
            name = Name.parse(screen.bound_to)
            secret = self.secret_for(name, screen.request_id)
            display = (await self._displays.read(name)).state
            if isinstance(display, Bound) and display.secret_sha256 == _hash(secret):
                told.venue, told.room = name.venue, display.room
                told.display, told.secret = display.display, secret
        await self._client.publish(f"{TOLD}.{screen.key}", frame_json(told))

    async def _write(self, code: str, screen: messages.ScreenWaiting, expected: int) -> bool:
        try:
            await self._values.write(f"{WAITING}.{code}", screen.SerializeToString(), expected)
        except Beaten:
            return False
        return True

    def _code(self, key: str, window: int) -> str:
        number = int.from_bytes(self._key.code_for(key, window)[:8], "big")
        code = ""
        for _ in range(LENGTH):
            number, letter = divmod(number, len(LETTERS))
            code += LETTERS[letter]
        return code


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _read(kept: LastValue | None) -> messages.ScreenWaiting | None:
    try:
        return messages.ScreenWaiting.FromString(kept.body) if kept is not None else None
    except DecodeError as error:
        raise StoreDown(f"a screen that waits cannot be read: {error}") from error


def _free(screen: messages.ScreenWaiting | None, name: Name, request_id: str) -> bool:
    """Whether a screen waits there for this request."""
    if screen is None:
        return False
    return (screen.bound_to, screen.request_id) in (("", ""), (str(name), request_id))


def _screen(key: str, asked: bytes) -> messages.ScreenWaiting:
    """A screen that asks; what it says about itself is for people, and not relied on."""
    said = board_pb2.PairingAsk()
    with suppress(json_format.ParseError, UnicodeDecodeError):
        json_format.Parse(asked, said, ignore_unknown_fields=True)
    return messages.ScreenWaiting(
        key=key, build=said.build[:64], size=said.size[:32], asked_at=timestamp(now())
    )
