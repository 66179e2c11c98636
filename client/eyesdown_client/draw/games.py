"""The draw: opens, calls and ends bingo games.

Every method that changes something takes a `request_id` (a UUID; one is made when None is given):
repeat a call with the same one and it is answered as the first time and not done again. With
`validate_only` it is decided and not done: answered with the game as it is, or refused as it would
be. All take `deadline`, seconds for this call, and raise an `EyesdownError`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing
from datetime import date, datetime

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows
from eyesdown_client.common.requests import id_of, timestamp
from eyesdown_client.common.words import Stage, parent_of
from eyesdown_client.draw.checks import Checks
from eyesdown_client.draw.corrections import Corrections
from eyesdown_client.draw.rooms import Rooms
from eyesdown_client.draw.staff import Staff
from eyesdown_client.draw.standing import Standing
from eyesdown_client.draw.words import Cry, Phase, Sales, Selector, Verdict


@fitting
class Draw(Checks, Corrections, Rooms, Staff, Standing):
    """The calls of `DrawService`. A game's `name` is "venues/akl/games/2026-11-29-07"."""

    async def open_game(
        self,
        *,
        venue: str,
        game_id: str,
        profile: str,
        game_version: int,
        stages: Sequence[game_pb2.StagePrize],
        selector: Selector,
        rooms: Iterable[str],
        serial_number: str = "",
        practice: bool = False,
        sales: Sales = Sales.OUTSIDE,
        session: str = "",
        programme_number: int = 0,
        restart_of: str = "",
        equipment: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Open a game, not yet announced.

        `game_id` begins with the gaming day ("2026-11-29-07"), `profile` is one approved in the
        venue, `stages` are those of the `game_version`, each once (`line(…)`, `bingo(…)`),
        `rooms` the ids of rooms of the venue, or "venues/wlg/rooms/main" for a hall that plays
        along; `serial_number` is printed on every card and may wait for the announcement.
        `session`, `restart_of` (a void game that is started over) and `equipment` are names.
        """
        request = rpc.OpenGameRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            game_id=game_id,
            profile=profile,
            game_version=game_version,
            stages=stages,
            serial_number=serial_number,
            selector=game_pb2.Selector.ValueType(selector),
            rooms=rooms,
            practice=practice,
            sales=game_pb2.Sales.ValueType(sales),
            session=session,
            programme_number=programme_number,
            restart_of=restart_of,
            equipment=equipment,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.OpenGame, request, deadline)).game

    async def announce_game(
        self,
        name: str,
        *,
        version: int,
        game_version: int,
        stages: Sequence[game_pb2.StagePrize],
        serial_number: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Record the caller's announcement at the start, and take the rooms.

        `version` is the `Game.version` that the caller saw; the others are what was said.
        """
        request = rpc.AnnounceGameRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            game_version=game_version,
            stages=stages,
            serial_number=serial_number,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.AnnounceGame, request, deadline)).game

    async def select_number(
        self,
        name: str,
        *,
        position: int,
        ball: int = 0,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.SelectNumberResponse:
        """Select the next number: `.number` with its `.letter` if there is one, told to the
        assigned caller alone, and `.game`.

        `position` is the `Game.next_position` that the caller saw. With a receptacle `ball` is
        the ball drawn.
        """
        request = rpc.SelectNumberRequest(
            request_id=id_of(request_id), name=name, position=position, ball=ball
        )
        return await self._connection.call(self._stub.SelectNumber, request, deadline)

    async def call_number(
        self,
        name: str,
        *,
        position: int,
        letter: str = "",
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Announce the number selected for `position`, the `Game.next_position` that was seen;
        with its `letter` where there are any."""
        request = rpc.CallNumberRequest(
            request_id=id_of(request_id), name=name, position=position, letter=letter
        )
        return (await self._connection.call(self._stub.CallNumber, request, deadline)).game

    async def cut_off_call(
        self,
        name: str,
        *,
        position: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Record that only the letter had been called when a player called out: no call."""
        request = rpc.CutOffCallRequest(
            request_id=id_of(request_id),
            name=name,
            position=position,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CutOffCall, request, deadline)).game

    async def confirm_call(
        self,
        name: str,
        *,
        position: int,
        ball: int = 0,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Say that the supervisor has checked and displayed the call at `position`, the last one.

        With a receptacle `ball` is the ball in the supervisor's hand, racked.
        """
        request = rpc.ConfirmCallRequest(
            request_id=id_of(request_id),
            name=name,
            position=position,
            ball=ball,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ConfirmCall, request, deadline)).game

    async def call_out(
        self,
        name: str,
        *,
        room: str,
        after_position: int,
        cry: Cry,
        player: str = "",
        on_behalf: bool = False,
        heard_at: datetime | None = None,
        witnesses: Sequence[str] = (),
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.CallOutResponse:
        """Record that a player called out; pauses a game in play. `.call_out` is its number.

        `after_position` is the last announcement that the player had heard (0: none), `player`
        their name or empty, `on_behalf` that another cried for them, `heard_at` the instant, with
        a zone, at which it was heard (None: now), `witnesses` who heard it where that is not who
        enters it. Repeat this call until it succeeds: a call out
        is never refused for the game's state.
        """
        request = rpc.CallOutRequest(
            request_id=id_of(request_id),
            name=name,
            room=room,
            after_position=after_position,
            cry=game_pb2.Cry.ValueType(cry),
            on_behalf=on_behalf,
            player=player,
            heard_at=None if heard_at is None else timestamp("heard_at", heard_at),
            witnesses=witnesses,
            validate_only=validate_only,
        )
        return await self._connection.call(self._stub.CallOut, request, deadline)

    async def decide_call_out(
        self,
        name: str,
        *,
        call_out: int,
        verdict: Verdict,
        stages: Sequence[Stage] = (),
        ruled_in_time: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """Decide a call out without the verify service: it is marked unverified.

        `stages` are those that a valid one wins, all that the number completed for the player; a
        late one can be valid only when it is `ruled_in_time` in the hall.
        """
        request = rpc.DecideCallOutRequest(
            request_id=id_of(request_id),
            name=name,
            call_out=call_out,
            verdict=game_pb2.Verdict.ValueType(verdict),
            stages=[game_pb2.Stage.ValueType(stage) for stage in stages],
            ruled_in_time=ruled_in_time,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.DecideCallOut, request, deadline)).game

    async def end_game(
        self,
        name: str,
        *,
        version: int,
        reason: str = "",
        key_lost: bool = False,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> game_pb2.Game:
        """End the game at the `Game.version` that was seen.

        `reason` says why, when numbers are left and a stage has no winner. With `key_lost` a number
        that is drawn and not announced stays closed, since nobody can open it any more.
        """
        request = rpc.EndGameRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            reason=reason,
            key_lost=key_lost,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.EndGame, request, deadline)).game

    async def get_game(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> game_pb2.Game:
        """The game as it is now, at `at_least_version` or later."""
        request = rpc.GetGameRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetGame, request, deadline)).game

    def list_games(
        self,
        *,
        venue: str = "-",
        phases: Iterable[Phase] = (),
        day: date | str = "",
        room: str = "",
        no_practice: bool = False,
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[game_pb2.GameRow, None]:
        """The games of a venue, or of every venue the person may see, by id, the latest first.

        Restricted to any of `phases`, to a gaming `day` (without one: the running year), to a
        `room` (its id), and to those that are no practice (`no_practice`). Pages of `page_size`
        (0: the service's choice) are asked for as they are needed, each within `deadline`.
        """
        request = rpc.ListGamesRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListGamesRequest.Filter(
                phases=[game_pb2.Phase.ValueType(phase) for phase in phases],
                day=day.isoformat() if isinstance(day, date) else day,
                room=room,
                no_practice=no_practice,
            ),
        )
        return rows(self._connection, self._stub.ListGames, request, "games", deadline)

    async def watch_game(
        self,
        name: str,
        *,
        after_version: int = 0,
        rooms: bool = False,
        linked: Callable[[bool], None] = lambda up: None,
    ) -> AsyncGenerator[rpc.WatchGameResponse, None]:
        """The game at every version after `after_version` and then as it changes, until it ends.

        Each answer has `.game` and the names of the `.events` that made this version of it. A
        lost connection is made again and the watch goes on after the last version that came,
        for as long as it takes; only a service that cannot be reached at the start within the
        connection's deadline raises `Unavailable`. `linked` is told False when the connection is
        lost, and True when the watch goes on. With `rooms` each answer has the game's `.rooms` as
        well, and the last version comes again, without events, whenever one of them stands
        otherwise.
        """
        seen = after_version

        def request() -> rpc.WatchGameRequest:
            return rpc.WatchGameRequest(name=name, after_version=seen, rooms=rooms)

        stream = self._connection.stream(self._stub.WatchGame, request, linked)
        async with aclosing(stream) as answers:
            async for answer in answers:
                if answer.game.version > seen or (rooms and answer.game.version == seen):
                    seen = answer.game.version
                    yield answer
