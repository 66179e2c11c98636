"""How the tables of a tournament stand, looked up for its decisions."""

from __future__ import annotations

from eyesdown.tournament.v1 import tournament_events_pb2 as events
from eyesdown.tournament.v1 import tournament_service_pb2 as pb
from services.kernel.errors import InvalidArgument
from services.kernel.names import BadName, Name
from services.kernel.record.aggregates import Aggregates
from services.tournament.domain.table import table
from services.tournament.domain.table.opening import lacking
from services.tournament.domain.table.state import State as TableState
from services.tournament.domain.tournament.parts import SessionState
from services.tournament.domain.tournament.state import State, Tournament
from services.tournament.domain.tournament.tournament import Command, Event
from services.tournament.names import table_name, tournament_of


class AtTables:
    """Reads them from the journal's leader, so that what is decided on is as it is now."""

    def __init__(
        self,
        tournaments: Aggregates[Command, Event, State],
        tables: Aggregates[table.Command, table.Event, TableState],
    ) -> None:
        self._tournaments = tournaments
        self._tables = tables

    async def readiness(self, name: Name, number: int) -> events.TournamentFacts:
        """What each table of a session lacks, read from the journal's leader."""
        facts = events.TournamentFacts()
        state = (await self._tournaments.read(name)).state
        session = state.session(number) if isinstance(state, Tournament) else None
        if session is not None and session.state is SessionState.SEATED:
            for each in session.table_numbers:
                seated = await self._tables.read(table_name(name, number, each))
                facts.tables.add(table=each, version=seated.version, lacks=lacking(seated.state))
        return facts

    async def record(self, name: Name, request: pb.OpenDisputeRequest) -> events.TournamentFacts:
        """The records that a dispute rests on, as they stand now: this one and its tables'."""
        facts = events.TournamentFacts()
        ours = await self._tournaments.read(name)
        facts.record.add(name=str(name), version=ours.version)
        for number, text in enumerate(request.tables):
            try:
                seated = Name.parse(text)
            except BadName as bad:
                raise InvalidArgument(f"tables[{number}]", str(bad)) from None
            if _tournament_of(seated) != name:
                raise InvalidArgument(f"tables[{number}]", f"{text} is no table of {name}")
            snapshot = await self._tables.read(seated)
            facts.record.add(name=text, version=snapshot.version)
        return facts


def _tournament_of(table: Name) -> Name | None:
    try:
        return tournament_of(table)
    except ValueError:
        return None
