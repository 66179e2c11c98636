"""Pai gow tables: opened, played round by round, and closed.

Every method that changes something takes what `How` names: a `request_id` (repeat a call with the
same one and it is answered as the first time and not done again), `validate_only` and a `deadline`.
Who decides, corrects or signs says with `version` which `Sitting.version` they saw. All raise an
`EyesdownError`.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from datetime import date, datetime
from typing import Unpack

from eyesdown.paigow.v1 import paigow_service_pb2 as rpc
from eyesdown.paigow.v1 import sitting_pb2
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows, versions
from eyesdown_client.common.requests import timestamp
from eyesdown_client.common.words import parent_of
from eyesdown_client.paigow.calls import How
from eyesdown_client.paigow.round import RoundCalls
from eyesdown_client.paigow.seating import SeatingCalls
from eyesdown_client.paigow.trouble import TroubleCalls
from eyesdown_client.paigow.words import SittingPhase


@fitting
class PaiGow(SeatingCalls, RoundCalls, TroubleCalls):
    """The calls of `PaiGowService`. A sitting's `name` is "venues/akl/sittings/2026-11-29-pg1"."""

    async def open_sitting(
        self,
        *,
        venue: str,
        sitting_id: str,
        profile: str,
        table: str,
        limits: sitting_pb2.Limits,
        chips: Iterable[sitting_pb2.Chips],
        practice: bool = False,
        **how: Unpack[How],
    ) -> sitting_pb2.Sitting:
        """Open a table for today's gaming day, with which `sitting_id` begins.

        `chips` are the float as counted, each denomination of the table once; a second person
        signs it. `practice` marks a training table, whose tiles come from a recorded shuffle.
        """
        answer = await self._ask(
            "OpenSitting",
            how,
            parent=parent_of(venue),
            sitting_id=sitting_id,
            profile=profile,
            table=table,
            limits=limits,
            chips=chips,
            practice=practice,
        )
        sitting: sitting_pb2.Sitting = answer.sitting
        return sitting

    async def restrict_players(
        self,
        *,
        venue: str,
        players: Iterable[str],
        until: datetime,
        reason: str,
        **how: Unpack[How],
    ) -> sitting_pb2.Restrictions:
        """Keep these players off each other's table until an instant, with a zone."""
        answer = await self._ask(
            "RestrictPlayers",
            how,
            parent=parent_of(venue),
            players=players,
            until=timestamp("until", until),
            reason=reason,
        )
        made: sitting_pb2.Restrictions = answer.restrictions
        return made

    async def lift_restriction(
        self, name: str, *, restriction: int, reason: str, **how: Unpack[How]
    ) -> sitting_pb2.Restrictions:
        """Let these players share a table again; `name` is "venues/akl/restrictions/2026"."""
        answer = await self._ask(
            "LiftRestriction", how, name=name, restriction=restriction, reason=reason
        )
        made: sitting_pb2.Restrictions = answer.restrictions
        return made

    async def get_restrictions(
        self, name: str, *, deadline: float | None = None
    ) -> sitting_pb2.Restrictions:
        """Who is kept off each other's table; `name` is "venues/akl/restrictions/2026"."""
        request = rpc.GetRestrictionsRequest(name=name)
        answer = await self._connection.call(self._stub.GetRestrictions, request, deadline)
        return answer.restrictions

    async def get_sitting(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> sitting_pb2.Sitting:
        """The sitting as it is now, at `at_least_version` or later."""
        request = rpc.GetSittingRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetSitting, request, deadline)).sitting

    async def get_round(
        self, name: str, round_number: int, *, deadline: float | None = None
    ) -> sitting_pb2.Round:
        """One round of a sitting, in play or over."""
        request = rpc.GetRoundRequest(name=name, round=round_number)
        return (await self._connection.call(self._stub.GetRound, request, deadline)).round

    def list_sittings(
        self,
        *,
        venue: str = "-",
        phases: Iterable[SittingPhase] = (),
        day: date | str = "",
        no_practice: bool = False,
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[sitting_pb2.SittingRow, None]:
        """The sittings of a venue, or of every venue the person may see, by id, the latest first.

        Restricted to any of `phases`, to a gaming `day` (without one: the running year), or to
        those that are no training (`no_practice`). Pages are asked for as they are needed.
        """
        request = rpc.ListSittingsRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListSittingsRequest.Filter(
                phases=[sitting_pb2.Phase.ValueType(phase) for phase in phases],
                day=day.isoformat() if isinstance(day, date) else day,
                no_practice=no_practice,
            ),
        )
        return rows(self._connection, self._stub.ListSittings, request, "sittings", deadline)

    def watch_sitting(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchSittingResponse, None]:
        """The sitting at every version after `after_version` and then as it changes, until it is
        closed. Each answer has `.sitting` and the names of the `.events` that made this version.

        A lost connection is made again and the watch goes on after the last version that came.
        """

        def asked(seen: int) -> rpc.WatchSittingRequest:
            return rpc.WatchSittingRequest(name=name, after_version=seen)

        return versions(self._connection, self._stub.WatchSitting, asked, "sitting", after_version)
