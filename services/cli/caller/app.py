"""The screen in the terminal: keys in, orders out, the game as it changes."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from contextlib import aclosing
from datetime import UTC, datetime

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.events import Key as KeyPressed
from textual.widgets import Static

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Draw, EyesdownError, Post, Unavailable
from services.cli.caller import look, playing
from services.cli.caller.desk import Desk, Note, Tone
from services.cli.caller.keys import meaning
from services.cli.caller.orders import Answer, carry_out

PARTS: dict[str, Callable[[Desk], Text]] = {
    "title": look.title,
    "last": look.last,
    "play": look.play,
    "outs": look.outs,
    "board": look.board,
    "line": look.line,
    "steps": look.steps,
}
"""What each part of the screen shows, by its id."""
TRY = 3.0
"""Seconds in which an answer is awaited, before it is told that none comes and it is asked
again."""


class Caller(App[None]):
    """One person's screen of one game."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #top { height: 6; }
    #last { width: 20; padding: 0 1; }
    #outs, #line, #board, #keys { height: auto; }
    #board { padding: 0 1; }
    #line { min-height: 2; padding: 0 1; }
    #steps { height: 1fr; padding: 0 1; }
    """

    def __init__(
        self,
        draw: Draw,
        post: Post,
        game: game_pb2.Game,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        patience: float = TRY,
        changed: Callable[[Desk], None] = lambda desk: None,
    ) -> None:
        """The screen of whoever holds `post`. `patience` is how many seconds an answer is awaited
        before it is asked again; `changed` is told the desk whenever it changes."""
        super().__init__()
        self.desk = Desk(post, game)
        self._draw = draw
        self._clock = clock
        self._patience = patience
        self._changed = changed
        self._orders = asyncio.Event()
        self._stale = asyncio.Event()
        self._asking: asyncio.Task[Answer] | None = None

    def compose(self) -> ComposeResult:
        """The parts, from the top."""
        yield Static(id="title")
        with Horizontal(id="top"):
            yield Static(id="last")
            yield Static(id="play")
        yield Static(id="outs")
        yield Static(id="board")
        yield Static(id="line")
        yield Static(id="steps")
        yield Static(look.keys(), id="keys")

    def on_mount(self) -> None:
        """Draw it, and follow the game."""
        self._become(self.desk)
        self._stale.set()
        for work in (self._watch, self._explain, self._work):
            self.run_worker(work(), exit_on_error=True)

    def on_key(self, event: KeyPressed) -> None:
        """A key was pressed."""
        pressed = meaning(event.key, event.character)
        if pressed is None:
            return
        event.stop()
        self._become(playing.press(self.desk, pressed, self._clock()))
        if self.desk.queue:
            self._orders.set()
        elif self._asking is not None:
            self._asking.cancel()

    def _become(self, desk: Desk) -> None:
        """Show the desk as it is now."""
        if desk.game.version != self.desk.game.version:
            self._stale.set()
        self.desk = desk
        for part, drawn in PARTS.items():
            # None is there any more while the screen ends, when an answer may still come.
            for static in self.query(f"#{part}").results(Static):
                static.update(drawn(desk))
        self._changed(desk)

    async def _work(self) -> None:
        """Carry out one order after the other, for ever: each is asked with one request id until
        it is answered or left."""
        while True:
            await self._orders.wait()
            self._orders.clear()
            while self.desk.queue:
                await self._carry_out(str(uuid.uuid4()))

    async def _carry_out(self, request_id: str) -> None:
        order, name = self.desk.queue[0], self.desk.game.name
        while self.desk.queue and self.desk.queue[0] is order:
            self._asking = asyncio.create_task(
                carry_out(self._draw, name, order, request_id, self._patience)
            )
            try:
                await asyncio.wait([self._asking])
            finally:
                self._asking.cancel()
            if self._asking.cancelled():  # it was left
                return
            self._become(_after(self.desk, self._asking))

    async def _watch(self) -> None:
        """Follow the game until it has ended; a lost connection is made again."""
        seen = self._draw.watch_game(
            self.desk.game.name,
            after_version=self.desk.game.version,
            rooms=True,
            linked=self._link,
        )
        try:
            async with aclosing(seen) as versions:
                async for version in versions:
                    desk = playing.shown(self.desk, version.rooms)
                    self._become(playing.seen(desk, version.game, version.events))
                    self._stale.set()  # what a room lacks is a reason, too
        except EyesdownError as error:
            self._trouble(error)

    async def _explain(self) -> None:
        """Ask what may be done whenever the game has changed."""
        while True:
            await self._stale.wait()
            self._stale.clear()
            try:
                told = await self._draw.explain_game(self.desk.game.name)
            except Unavailable:
                self._link(False)
            except EyesdownError as error:
                self._trouble(error)
            else:
                desk = playing.linked(playing.seen(self.desk, told.game), True)
                self._become(playing.told(desk, told.next_steps))

    def _link(self, up: bool) -> None:
        """The connection was lost, or is back: then it is asked how things stand."""
        self._become(playing.linked(self.desk, up))
        self._stale.set()

    def _trouble(self, error: EyesdownError) -> None:
        """The game cannot be followed any more; say why."""
        note = Note(f"{error.sentence} {error.advice}".strip(), Tone.TROUBLE)
        self._become(playing.said(self.desk, note))


def _after(desk: Desk, asked: asyncio.Task[Answer]) -> Desk:
    """The desk after its first order was answered, refused or not answered."""
    error = asked.exception()
    match error:
        case None:
            return playing.answered(desk, asked.result())
        case Unavailable():
            return playing.unanswered(desk, error)
        case EyesdownError():
            return playing.refused(desk, error)
        case _:
            raise error
