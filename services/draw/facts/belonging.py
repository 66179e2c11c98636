"""What a game's opening and announcement have to know of other records: its session, its equipment,
the void game that it starts over.

A session and a void game learn of a game by following it, a moment after it was opened. So of two
that are opened at the same moment both may be on record; the one that came first to the session, or
to the void game, is announced, and the other is not."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2, game_pb2
from services.draw.domain.equipment import state as equipment
from services.draw.domain.equipment.equipment import EQUIPMENT
from services.draw.domain.game.game import GAMES
from services.draw.domain.game.state import Ended, Game
from services.draw.domain.game.voiding import continues
from services.draw.domain.game.words import Ending
from services.draw.domain.session import state as sessions
from services.draw.domain.session.session import SESSIONS
from services.kernel.following.feed import Feed
from services.kernel.following.heads import Heads
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.serving.validation import named_beside

AnyKind = Aggregates[Any, Any, Any]


class Belongings:
    """Reads them from the journal's leader, so that what is decided on is as it is now.

    `feed` is the one by which sessions and void games follow games.
    """

    def __init__(
        self, games: AnyKind, sessions: AnyKind, equipment: AnyKind, heads: Heads, feed: Feed
    ) -> None:
        self._games = games
        self._sessions = sessions
        self._equipment = equipment
        self._heads = heads
        self._feed = feed

    async def add(self, name: Name, request: pb.OpenGameRequest, to: events_pb2.GameFacts) -> None:
        """Add what is known of them to the facts of a request that opens game `name`.

        Raises `NotFound` for one that there is not, `InvalidArgument` for one of another venue.
        """
        if request.session:
            session = named_beside(request, SESSIONS.kind, "session", name.venue)
            await self._hears_of_its_games(session)
            to.session.CopyFrom(await self._session(session, request.programme_number))
        if request.restart_of:
            void = named_beside(request, GAMES.kind, "restart_of", name.venue)
            to.restart.CopyFrom(await self._void_game(void))
        if request.equipment:
            piece = named_beside(request, EQUIPMENT.kind, "equipment", name.venue)
            to.equipment.CopyFrom(await self._piece(piece))

    async def add_turn(self, name: Name, to: events_pb2.GameFacts) -> None:
        """Add what its session and the void game know of a game that is to be announced.

        Both have followed it by then. Raises `Unavailable` when that takes too long, and what
        reading a game raises.
        """
        game = (await self._games.read(name)).state
        if not isinstance(game, Game) or not (game.session or game.restart_of):
            return
        await self._feed.up_to_date(name)
        if game.session:
            session = Name.parse(game.session)
            to.session.CopyFrom(await self._session(session, game.programme_number))
        if game.restart_of:
            void = Name.parse(game.restart_of)
            to.restart.CopyFrom(await self._void_game(void))
            replaced = (await self._games.read(void)).state
            if game.session and _place(replaced) == _place(game):
                # The void game alone knows which is in its place: of two that ask for it each could
                # be first with one of the two.
                to.session.played_as = ""

    async def _hears_of_its_games(self, name: Name) -> None:
        """Let a session follow the games of it that it does not know yet."""
        session = (await self._sessions.read(name)).state
        known = {game.game for game in session.games}
        for head in list(self._heads.rows(name.venue, name.year, GAMES.kind)):
            ours = isinstance(head.row, game_pb2.GameRow) and head.row.session == str(name)
            if ours and str(head.name) not in known:
                await self._feed.up_to_date(head.name)

    async def _session(self, name: Name, number: int) -> events_pb2.SessionFact:
        """What is known of a number of its programme. Whichever game it belongs to is followed up
        to now, since it may have been given up."""
        played_as = _played_as((await self._sessions.read(name)).state, number)
        if played_as:
            await self._feed.up_to_date(Name.parse(played_as))
        snapshot = await self._sessions.read(name)
        session = snapshot.state
        made = events_pb2.SessionFact(
            version=snapshot.version, open=isinstance(session, sessions.Open)
        )
        made.played_as = _played_as(session, number)
        entry = session.entry(number)
        if entry is None:
            return made
        made.listed = True
        made.profile = entry.profile
        made.game_version = entry.game_version
        made.practice = entry.practice
        for each in entry.stages:
            stage = made.stages.add(
                stage=game_pb2.Stage.ValueType(each.stage.value),
                pattern=each.pattern,
                share=each.share,
            )
            if each.prize is not None:
                stage.prize.currency = each.prize.currency
                stage.prize.minor_units = each.prize.minor_units
        return made

    async def _void_game(self, name: Name) -> events_pb2.RestartFact:
        void = (await self._games.read(name)).state
        if isinstance(void, Ended) and void.restarted_as:
            await self._feed.up_to_date(Name.parse(void.restarted_as))
        snapshot = await self._games.read(name)
        game = snapshot.state
        made = events_pb2.RestartFact(version=snapshot.version)
        if isinstance(game, Ended):
            made.voided = game.ending is Ending.VOID and game.start_over
            made.restarted_as = game.restarted_as
        # What was completed before a game that was itself started over stays completed too.
        while isinstance(game, Ended):
            made.completed.extend(
                game_pb2.Stage.ValueType(stage.value) for stage in continues(game)
            )
            game = await self._started_over(game)
        return made

    async def _started_over(self, game: Ended) -> Any:
        """The game that this one was played in the place of; None for none."""
        if not game.restart_of:
            return None
        return (await self._games.read(Name.parse(game.restart_of))).state

    async def _piece(self, name: Name) -> events_pb2.EquipmentFact:
        snapshot = await self._equipment.read(name)
        piece = snapshot.state
        return events_pb2.EquipmentFact(
            version=snapshot.version,
            in_service=isinstance(piece, equipment.InService),
            inspected=isinstance(piece, equipment.InService),
            selector=game_pb2.Selector.ValueType(piece.selector.value),
            numbers=piece.numbers,
        )


def _place(game: Game) -> tuple[str, int]:
    """Session and number of the programme."""
    return game.session, game.programme_number


def _played_as(session: sessions.Session, number: int) -> str:
    """The game that a number of the programme belongs to; empty for none."""
    known = session.opened_as(number)
    return known.game if known else ""
