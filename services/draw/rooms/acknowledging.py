"""What the rooms' screens have of a game's calls, as facts of the command that comes next.

Nothing is asked of the journal for it where the profile has no number wait for rooms: a game that
is not known here yet, or is known in an older version, has it on record with the command after.
"""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from datetime import datetime, timedelta

from eyesdown.draw.v1 import events_pb2, game_pb2
from services.draw.domain.game.game import Command, Event
from services.draw.domain.game.parts import Acknowledgement, Call
from services.draw.domain.game.showing import lacking
from services.draw.domain.game.state import Game, InPlay, State
from services.draw.domain.game.words import ErrorKind, OnGlass
from services.kernel.boards.glass import CALLS, Glass
from services.kernel.boards.screens import DARK_AFTER, Life, Screen, Screens
from services.kernel.following.unasked import Unasked
from services.kernel.names import Name, room_of
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.shapes import Shape
from services.kernel.walk import now

IN_TIME = timedelta(seconds=3)
"""A number that is later on the glass is late there, and a room is awaited for so long."""
LEFT = 1.0
"""Seconds of a call's deadline that are left for the command, however long a room is awaited."""

_SHAPE = Shape(Acknowledgement, game_pb2.Acknowledgement)


class Acknowledging:
    """Reads what rooms have off their screens; measures how fast it came there."""

    def __init__(
        self, screens: Screens, games: Aggregates[Command, Event, State], counted: Unasked
    ) -> None:
        self._screens = screens
        self._games = games
        self._counted = counted
        self._since: dict[tuple[str, str, str], datetime] = {}
        screens.heard.append(self._measure)

    def at_once(self, name: Name) -> events_pb2.GameFacts | None:
        """What the rooms of a game have at this moment, as far as it is not on record; None for
        nothing new."""
        known = self._games.known(name)
        if known is None or not isinstance(known.state, InPlay):
            return None
        return _facts(self.seen(name, known.state, now()))

    async def awaited(
        self, name: Name, request_id: str, deadline: float
    ) -> events_pb2.GameFacts | None:
        """The same; but where the profile has a number wait for the rooms, whoever may have the
        last one within `IN_TIME` is awaited, until a second before `deadline`. Raises what reading
        the game raises."""
        known = self._games.known(name) or await self._games.read(name)
        if not isinstance(known.state, InPlay) or not known.state.rules.rooms_before_next:
            return self.at_once(name)
        if await self._games.answered(name, request_id):
            return None
        game = (await self._games.read(name)).state
        if not isinstance(game, InPlay):
            return None
        patience = min(IN_TIME.total_seconds(), deadline - time.monotonic() - LEFT)
        await self._screens.until(lambda: not self._may_come(name, game), patience)
        return _facts(self.seen(name, game, now(), final=True))

    def seen(
        self, name: Name, game: Game, at: datetime, *, final: bool = False
    ) -> tuple[Acknowledgement, ...]:
        """What the rooms have of the newest calls, as far as it is not settled on record. With
        `final` nobody is awaited any longer. A room in which nothing hangs has nothing to show.

        Of the last call it is settled once it was shown: whoever was dark or late may have it by
        now. Of those before, once anything but "awaited" is on record.
        """
        hang = {room: self._screens.of(*room_of(name.venue, room)) for room in game.rooms}
        calls = game.counting[-CALLS:] if any(hang.values()) else ()
        first = calls[0].position if calls else 0
        newest = itertools.takewhile(lambda a: a.position >= first, reversed(game.acknowledged))
        last = calls[-1].position if calls else 0
        settled = {
            (each.position, each.number, each.room)
            for each in newest
            if each.milliseconds or (each.position < last and each.glass is not OnGlass.AWAITED)
        }
        return tuple(
            _of(name, call, room, screens, at, final)
            for call in calls
            for room, screens in hang.items()
            if screens and (call.position, call.number, room) not in settled
        )

    def expected(self, name: Name, game: Game, at: datetime) -> tuple[Acknowledgement, ...]:
        """The same, as if whoever is awaited had it: a call would wait for them, so they are no
        reason not to make it."""
        return tuple(
            replace(each, glass=OnGlass.SHOWN) if each.glass is OnGlass.AWAITED else each
            for each in self.seen(name, game, at)
        )

    def at_present(self, name: Name, game: Game) -> tuple[Acknowledgement, ...]:
        """The same at this moment."""
        return self.expected(name, game, now())

    def _may_come(self, name: Name, game: InPlay) -> bool:
        """Whether a room that the next number waits for may have the last one in a moment."""
        seen, last = self.seen(name, game, now()), game.last_call
        rooms = lacking(seen, game)
        return last is not None and any(
            each.room in rooms and each.position == last.position
            for each in seen
            if each.glass is OnGlass.AWAITED
        )

    def _measure(self, venue: str, room: str, glass: Glass, before: Glass | None) -> None:
        """Time the calls that came onto a display's glass since it shows their game."""
        joined = self._joined(venue, room, glass, before)
        known = self._games.known(glass.name) if glass.name is not None else None
        if before is None or known is None or not isinstance(known.state, Game):
            return
        for position, (number, since) in glass.calls.items():
            call = known.state.call_at(position)
            was_there = before.calls.get(position, (0, since))[0] == number
            if call is not None and call.number == number and not was_there:
                announced = _announced_at(call)
                if announced > joined:
                    self._counted.on_glass(venue, room, (since - announced).total_seconds())

    def _joined(self, venue: str, room: str, glass: Glass, before: Glass | None) -> datetime:
        """Since when a display shows the game that it shows, without a pause: what was called
        before that tells nothing of how fast it is."""
        key = (venue, room, glass.display)
        stayed = before is not None and before.name == glass.name
        if before is None or not stayed or glass.at - before.at > _PAUSE:
            self._since[key] = glass.at
        return self._since.setdefault(key, glass.at)


_MILLISECOND = timedelta(milliseconds=1)
_PAUSE = timedelta(seconds=DARK_AFTER)


def _of(
    name: Name, call: Call, room: str, screens: tuple[Screen, ...], at: datetime, final: bool
) -> Acknowledgement:
    """What a room's screens have of a call at an instant."""
    alive = [each for each in screens if each.life is Life.ALIVE]
    waits = any(each.life is Life.AWAITED for each in screens)
    since = [moment for each in alive if (moment := _since(each, name, call)) is not None]
    announced = _announced_at(call)
    glass, after = OnGlass.LATE, 0
    if since and len(since) == len(alive):
        # Whatever a display's clock says: it was not there before it was called, nor long from now.
        after = max(min(max(since), at + _PAUSE) - announced, _MILLISECOND) // _MILLISECOND
        glass = OnGlass.SHOWN if after <= IN_TIME // _MILLISECOND else OnGlass.LATE
    elif not alive:
        glass = OnGlass.AWAITED if waits and not final else OnGlass.DARK
    elif at - announced <= IN_TIME and not final:
        glass = OnGlass.AWAITED
    return Acknowledgement(call.position, call.number, room, glass, after, len(since), len(screens))


def _facts(seen: tuple[Acknowledgement, ...]) -> events_pb2.GameFacts | None:
    if not seen:
        return None
    return events_pb2.GameFacts(acknowledgements=map(_SHAPE.to, seen))


def _since(screen: Screen, name: Name, call: Call) -> datetime | None:
    """Since when a screen shows a call of a game; None while it does not."""
    glass = screen.glass
    if glass is None or glass.name != name:
        return None
    number, since = glass.calls.get(call.position, (0, glass.at))
    return since if number == call.number else None


def _announced_at(call: Call) -> datetime:
    """When the number that counts today was announced."""
    corrected = [each.corrected_at for each in call.errors if each.kind is not ErrorKind.SHOWN]
    return max((call.called_at, *corrected))
