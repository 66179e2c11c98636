"""What a game's opening has to know of other records: its session, its equipment, the void game."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2, game_pb2
from services.draw.domain.equipment import state as equipment
from services.draw.domain.game.parts import Ending
from services.draw.domain.game.state import Ended
from services.draw.domain.game.voiding import continues
from services.draw.domain.session import state as sessions
from services.kernel.errors import InvalidArgument
from services.kernel.names import BadName, Name
from services.kernel.record.aggregates import Aggregates

AnyKind = Aggregates[Any, Any, Any]


class Belongings:
    """Reads them from the journal's leader, so that what is decided on is as it is now."""

    def __init__(self, games: AnyKind, sessions: AnyKind, equipment: AnyKind) -> None:
        self._games = games
        self._sessions = sessions
        self._equipment = equipment

    async def add(self, name: Name, request: pb.OpenGameRequest, to: events_pb2.GameFacts) -> None:
        """Add what is known of them to the facts of a request that opens game `name`.

        Raises `NotFound` for one that there is not, `InvalidArgument` for one of another venue.
        """
        if request.session:
            entry = await self._session(_here(name, "session", request.session), request)
            to.session.CopyFrom(entry)
        if request.restart_of:
            void = await self._void_game(_here(name, "restart_of", request.restart_of))
            to.restart.CopyFrom(void)
        if request.equipment:
            seen = await self._piece(_here(name, "equipment", request.equipment))
            to.equipment.CopyFrom(seen)

    async def _session(self, name: Name, request: pb.OpenGameRequest) -> events_pb2.SessionFact:
        snapshot = await self._sessions.read(name)
        session = snapshot.state
        made = events_pb2.SessionFact(
            version=snapshot.version, open=isinstance(session, sessions.Open)
        )
        entry = session.entry(request.programme_number)
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
        for game in session.games:
            if game.number == request.programme_number:
                made.played_as = game.game
        return made

    async def _void_game(self, name: Name) -> events_pb2.RestartFact:
        snapshot = await self._games.read(name)
        game = snapshot.state
        voided = isinstance(game, Ended) and game.ending is Ending.VOID and game.start_over
        made = events_pb2.RestartFact(version=snapshot.version, voided=voided)
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
        )


def _here(game: Name, field: str, resource: str) -> Name:
    """The name of something in the game's own venue."""
    try:
        name = Name.parse(resource)
    except BadName as bad:
        raise InvalidArgument(field, str(bad)) from bad
    if name.venue != game.venue:
        raise InvalidArgument(field, f"it is not in venues/{game.venue}")
    return name
