"""Whether those whom a tournament enters and seats may play, looked up for its decisions."""

from __future__ import annotations

from typing import Any

from eyesdown.common.v1 import players_pb2
from eyesdown.tournament.v1 import tournament_events_pb2 as events
from eyesdown.tournament.v1 import tournament_service_pb2 as pb
from services.kernel.names import venue_of
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.players import Kept, Players, born_on
from services.kernel.serving.validation import named
from services.tournament.domain.tournament.parts import EntryStatus
from services.tournament.domain.tournament.state import State, Tournament
from services.tournament.domain.tournament.tournament import TOURNAMENTS, Command, Event

OUT = (EntryStatus.REFUSED, EntryStatus.WITHDRAWN, EntryStatus.DISQUALIFIED)


class Checking:
    """Looks up who applies, and whoever applied before."""

    def __init__(self, tournaments: Aggregates[Command, Event, State], players: Players) -> None:
        self._tournaments = tournaments
        self._players = players

    async def applying(self, request: pb.ApplyRequest) -> events.TournamentFacts:
        """The answer about an applicant, by what the form gives. Raises `InvalidArgument`."""
        born_on(request.date_of_birth, "date_of_birth")
        shown = players_pb2.PlayerShown(
            member_number=request.member_number,
            name=request.applicant,
            date_of_birth=request.date_of_birth,
        )
        venue, rehearsed = venue_of(request.name), request.validate_only
        check = await self._players.check(venue, shown, rehearsed=rehearsed)
        if check is None:
            return events.TournamentFacts()
        return events.TournamentFacts(checks=[events.PlayerChecked(player=0, check=check)])

    async def of_entries(self, request: Any, players: tuple[int, ...]) -> events.TournamentFacts:
        """The answers about these entries, or about all who are not out."""
        name = named(request, TOURNAMENTS.kind)
        state = (await self._tournaments.read(name)).state
        entries = state.entries if isinstance(state, Tournament) else ()
        asked = [
            each
            for each in entries
            if (each.player in players if players else each.status not in OUT)
        ]
        kept = [Kept(each.member_number, each.reference, each.date_of_birth) for each in asked]
        rehearsed = request.validate_only
        checks = await self._players.check_kept(name.venue, kept, rehearsed=rehearsed)
        if checks is None:
            return events.TournamentFacts()
        return events.TournamentFacts(
            checks=[
                events.PlayerChecked(player=each.player, check=check)
                for each, check in zip(asked, checks, strict=True)
            ]
        )
