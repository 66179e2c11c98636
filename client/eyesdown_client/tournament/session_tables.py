"""Session tables: one table in one session of a blackjack tournament.

Methods take and answer as those of `Tournaments`; each answers with the table.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from datetime import date

from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as rpc
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows, versions
from eyesdown_client.common.words import parent_of
from eyesdown_client.tournament.table_conduct import Conduct
from eyesdown_client.tournament.table_rounds import Rounds
from eyesdown_client.tournament.table_wagers import Wagers
from eyesdown_client.tournament.words import SessionTablePhase


@fitting
class SessionTables(Wagers, Rounds, Conduct):
    """The calls of `SessionTableService`; a `name` is "venues/akl/tables/2026-11-29-open-s1-t3"."""

    async def get_session_table(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> table_pb2.SessionTable:
        """The table as it is now, at `at_least_version` or later."""
        request = rpc.GetSessionTableRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetSessionTable, request, deadline)).table

    def list_session_tables(
        self,
        *,
        venue: str = "-",
        phases: Iterable[SessionTablePhase] = (),
        day: date | str = "",
        tournament: str = "",
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[table_pb2.SessionTableRow, None]:
        """The tables of a venue, or of every venue the person may see, by id, the latest first.

        Restricted to any of `phases`, to a gaming `day` that their ids begin with (without one:
        the running year) and to a `tournament` (its id). Pages of `page_size` (0: the service's
        choice) are asked for as they are needed, each within `deadline`.
        """
        request = rpc.ListSessionTablesRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListSessionTablesRequest.Filter(
                phases=[table_pb2.TablePhase.ValueType(phase) for phase in phases],
                day=day.isoformat() if isinstance(day, date) else day,
                tournament=tournament,
            ),
        )
        return rows(self._connection, self._stub.ListSessionTables, request, "tables", deadline)

    def watch_session_table(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchSessionTableResponse, None]:
        """The table at every version after `after_version`, then as it changes, until it is closed.

        A lost connection is made again and the watch goes on after the last version that came.
        """

        def asked(seen: int) -> rpc.WatchSessionTableRequest:
            return rpc.WatchSessionTableRequest(name=name, after_version=seen)

        return versions(
            self._connection, self._stub.WatchSessionTable, asked, "table", after_version
        )
