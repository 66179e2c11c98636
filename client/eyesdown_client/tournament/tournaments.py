"""Blackjack tournaments: from conditions and entries to placings and prizes.

Every method that changes something takes a `request_id` (a UUID; one is made when None is given):
repeat a call with the same one and it is answered as the first time and not done again. With
`validate_only` it is decided and not done. All take `deadline`, seconds for this call, answer with
the tournament, and raise an `EyesdownError`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from datetime import date

from eyesdown.tournament.v1 import tournament_pb2
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows, versions
from eyesdown_client.common.words import parent_of
from eyesdown_client.tournament.entries import Entries
from eyesdown_client.tournament.prizes import Prizes
from eyesdown_client.tournament.sessions import Sessions
from eyesdown_client.tournament.words import TournamentPhase


@fitting
class Tournaments(Entries, Sessions, Prizes):
    """The calls of `TournamentService`; a `name` is "venues/akl/tournaments/2026-11-29-open"."""

    async def get_tournament(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> tournament_pb2.Tournament:
        """The tournament as it is now, at `at_least_version` or later."""
        request = rpc.GetTournamentRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetTournament, request, deadline)).tournament

    def list_tournaments(
        self,
        *,
        venue: str = "-",
        phases: Iterable[TournamentPhase] = (),
        day: date | str = "",
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[tournament_pb2.TournamentRow, None]:
        """The tournaments of a venue, or of every one the person may see, by id, the latest first.

        Restricted to any of `phases` and to a gaming `day` that their ids begin with (without one:
        the running year). Pages of `page_size` (0: the service's choice) are asked for as they are
        needed, each within `deadline`.
        """
        request = rpc.ListTournamentsRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListTournamentsRequest.Filter(
                phases=[tournament_pb2.Phase.ValueType(phase) for phase in phases],
                day=day.isoformat() if isinstance(day, date) else day,
            ),
        )
        return rows(self._connection, self._stub.ListTournaments, request, "tournaments", deadline)

    def watch_tournament(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchTournamentResponse, None]:
        """The tournament at every version after `after_version`, then as it changes, until its end.

        Each answer has `.tournament` and the names of the `.events` that made this version of it.
        A lost connection is made again and the watch goes on after the last version that came.
        """

        def asked(seen: int) -> rpc.WatchTournamentRequest:
            return rpc.WatchTournamentRequest(name=name, after_version=seen)

        return versions(
            self._connection, self._stub.WatchTournament, asked, "tournament", after_version
        )
