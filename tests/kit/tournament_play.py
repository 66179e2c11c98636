"""Requests to the tournament service, and a tournament that is played with them.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.common.v1 import money_pb2
from eyesdown.tournament.v1 import table_pb2, terms_pb2
from eyesdown.tournament.v1 import table_service_pb2 as tables_pb
from eyesdown.tournament.v1 import tournament_pb2 as pb
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc
from services.kernel.names import Name
from services.kernel.record.shapes import timestamp
from services.tournament.names import table_name
from tests.kit.draw_hall import Person
from tests.kit.draw_play import request_id
from tests.kit.tournament import SOON, Replica, TournamentHall
from tests.kit.tournament_hall import PROFILE

FEE = money_pb2.Money(currency="NZD", minor_units=50_00)
WON, LOST = table_pb2.HAND_OUTCOME_WON, table_pb2.HAND_OUTCOME_LOST
ONE_ROUND = terms_pb2.Length(unit=terms_pb2.LENGTH_UNIT_ROUNDS, count=1)
AT_ONCE = timedelta(milliseconds=400)


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def soon() -> Timestamp:
    """A moment from now: when tournament play begins."""
    return timestamp(now() + AT_ONCE)


def stage(title: str, advance: int, length: terms_pb2.Length = ONE_ROUND) -> pb.Stage:
    """A stage of one round, with 1,000 free chips."""
    return pb.Stage(
        title=title,
        chips=1000,
        issue=terms_pb2.CHIP_ISSUE_FREE,
        length=length,
        limits=[pb.Limits(min_wager=10, max_wager=500)],
        advance=advance,
    )


def conditions(**more: Any) -> pb.Conditions:
    """A heat and a final of one round each; 50 dollars to enter; three prizes."""
    one_table = len(more.get("stages", "two")) == 1
    chosen: dict[str, Any] = {
        "title": "Spring Open",
        "application_form": "Form TB-1",
        "fee": FEE,
        "admission": pb.ADMISSION_BY_OPERATOR,
        "fewest": 4 if one_table else 8,
        "most": 7 if one_table else 21,
        "stages": [stage("heat", 2), stage("final", 0)],
        "playoffs": pb.Playoffs(chips=500, length=ONE_ROUND, further=500),
        "prizes": [
            pb.Prize(place=1, share=6000),
            pb.Prize(place=2, share=3000),
            pb.Prize(place=3, share=1000),
        ],
        "allocation": "By place in the final",
        "starts_at": soon(),
        **more,
    }
    return pb.Conditions(**chosen)


class Cup:
    """One tournament, run by the hall's people. `it` is what the last reply showed."""

    def __init__(self, hall: TournamentHall, replica: Replica, it: pb.Tournament) -> None:
        self.hall = hall
        self.replica = replica
        self.it = it

    # -- to where it stands ------------------------------------------------------------------

    @classmethod
    async def planned(cls, hall: TournamentHall, replica: Replica, **more: Any) -> Cup:
        """Begin to determine a tournament; `more` are its conditions' fields."""
        request = plan(hall, **more)
        reply = await replica.tournaments.PlanTournament(request, metadata=hall.operator.at)
        return cls(hall, replica, reply.tournament)

    @classmethod
    async def opened(cls, hall: TournamentHall, replica: Replica, **more: Any) -> Cup:
        """As `planned`, published, with its director."""
        cup = await cls._published(hall, replica, **more)
        await cup.ask("DesignateDirector", person=hall.director.id)
        return cup

    @classmethod
    async def _published(cls, hall: TournamentHall, replica: Replica, **more: Any) -> Cup:
        """One that begins as soon as it can: later, where it would have begun before it is told."""
        for wait in (AT_ONCE, AT_ONCE * 5, AT_ONCE * 25):
            cup = await cls.planned(hall, replica, **{"starts_at": timestamp(now() + wait), **more})
            try:
                await cup.ask("PublishConditions", version=cup.it.version)
                break
            except grpc.aio.AioRpcError as error:
                if wait > AT_ONCE * 5 or "would have begun" not in str(error.details()):
                    raise
        return cup

    @classmethod
    async def entered(
        cls, hall: TournamentHall, replica: Replica, players: int, **more: Any
    ) -> Cup:
        """As `opened`, with so many players who have endorsed the form."""
        chosen = {"admission": pb.ADMISSION_FIRST_COME, **more}
        cup = await cls.opened(hall, replica, **chosen)
        for number in range(1, players + 1):
            await cup.apply(f"Player {number}")
        return cup

    @classmethod
    async def started(cls, hall: TournamentHall, replica: Replica, players: int = 8) -> Cup:
        """As `entered`, its first session in play."""
        cup = await cls.entered(hall, replica, players)
        await cup.start(await cup.seat(1))
        return cup

    # -- how ---------------------------------------------------------------------------------

    @property
    def name(self) -> Name:
        """The tournament's name."""
        return Name.parse(self.it.name)

    def by(self, method: str) -> Person:
        """Who calls a method."""
        if method in ("PayRefund", "PayPrize"):
            return self.hall.cashier
        if method in DIRECTORS:
            return self.hall.director
        return self.hall.operator

    def request(self, method: str, **fields: Any) -> Any:
        """A request about this tournament."""
        kind = getattr(rpc, f"{method}Request")
        return kind(request_id=request_id(), name=self.it.name, **fields)

    async def ask(self, method: str, **fields: Any) -> Any:
        """Call a method of the tournament service; its reply."""
        call = getattr(self.replica.tournaments, method)
        reply = await call(self.request(method, **fields), metadata=self.by(method).at)
        self.it = reply.tournament
        return reply

    async def apply(self, applicant: str, *, endorsed: bool = True) -> int:
        """Somebody applies; the number."""
        reply = await self.ask("Apply", applicant=applicant, fee=FEE, endorsed=endorsed)
        return int(reply.player)

    async def look(self) -> pb.Tournament:
        """The tournament as it is now."""
        request = rpc.GetTournamentRequest(name=self.it.name)
        call = self.replica.tournaments.GetTournament(request, metadata=self.hall.auditor.at)
        self.it = (await call).tournament
        return self.it

    async def until(self, holds: Callable[[pb.Tournament], bool]) -> pb.Tournament:
        """Follow the tournament until something holds of it."""
        request = rpc.WatchTournamentRequest(name=self.it.name, after_version=self.it.version - 1)
        stream = self.replica.tournaments.WatchTournament(request, metadata=self.hall.auditor.at)
        try:
            async with asyncio.timeout(SOON):
                async for each in stream:
                    if holds(each.tournament):
                        self.it = each.tournament
                        return self.it
        finally:
            stream.cancel()
        raise AssertionError("the stream ended before that")

    # -- sessions ----------------------------------------------------------------------------

    async def seat(self, stage_number: int, **more: Any) -> int:
        """Plan a session of a stage for its earliest time, and draw its seats; its number."""
        starts_at = self.it.starts_at if stage_number == 1 else timestamp(now())
        await self.ask("PlanSession", stage=stage_number, starts_at=starts_at)
        number = len(self.it.sessions)
        await self.ask("SeatSession", session=number, version=self.it.version, **more)
        return number

    async def start(self, session: int) -> None:
        """Make the tables ready, and start the session at its time."""
        await asyncio.gather(*(self.ready(session, each.table) for each in self.tables(session)))
        await self.ask("RecordPresence", session=session, present=True)
        await self.until_start(session)
        await self.ask("StartSession", session=session, version=self.it.version)

    async def until_start(self, session: int) -> None:
        """Wait for a session's time to start."""
        starts_at = self.it.sessions[session - 1].starts_at.ToDatetime(UTC)
        await asyncio.sleep(max((starts_at - now()).total_seconds(), 0))

    def tables(self, session: int) -> Sequence[pb.TableOfSession]:
        """The tables of a session."""
        return self.it.sessions[session - 1].tables

    def players(self, session: int, table: int) -> dict[int, int]:
        """Player by box."""
        found = next(each for each in self.tables(session) if each.table == table)
        return {seat.box: seat.player for seat in found.seats}

    def table(self, session: int, table: int) -> str:
        """The name of a session table."""
        return str(table_name(self.name, session, table))

    async def at_table(
        self, name: str, method: str, by: Person | None = None, **fields: Any
    ) -> Any:
        """Call a method of the session tables; the table."""
        kind = getattr(tables_pb, f"{method}Request")
        request: Message = kind(request_id=request_id(), name=name, **fields)
        call = getattr(self.replica.tables, method)
        return (await call(request, metadata=(by or self.hall.dealer).at)).table

    async def look_at(self, name: str) -> table_pb2.SessionTable:
        """A session table as it is now."""
        request = tables_pb.GetSessionTableRequest(name=name)
        return (
            await self.replica.tables.GetSessionTable(request, metadata=self.hall.auditor.at)
        ).table

    async def until_table(
        self, name: str, holds: Callable[[table_pb2.SessionTable], bool]
    ) -> table_pb2.SessionTable:
        """Follow a table until something holds of it; it may not be there yet."""
        request = tables_pb.WatchSessionTableRequest(name=name)
        async with asyncio.timeout(SOON):
            while True:
                stream = self.replica.tables.WatchSessionTable(
                    request, metadata=self.hall.auditor.at
                )
                try:
                    async for each in stream:
                        if holds(each.table):
                            return each.table
                except Exception as missing:
                    if "NOT_FOUND" not in repr(missing):
                        raise
                    await asyncio.sleep(0.02)  # its reaction has not come yet
                finally:
                    stream.cancel()

    async def ready(self, session: int, table: int) -> None:
        """Issue everybody's chips at a table, and shuffle."""
        name = self.table(session, table)
        await self.until_table(name, lambda it: len(it.boxes) > 0)
        found = next(each for each in self.tables(session) if each.table == table)
        for seat in found.seats:
            await self.at_table(name, "IssueChips", box=seat.box, amount=seat.chips)
        await self.at_table(name, "ShuffleCards")

    async def play(self, session: int, table: int, wagers: Mapping[int, int]) -> None:
        """Play the one round of a session at a table: by box, what is won (or lost, below 0)."""
        counts = await self.play_uncounted(session, table, wagers)
        await self.at_table(self.table(session, table), "CountChips", counts=counts)

    async def play_uncounted(
        self, session: int, table: int, wagers: Mapping[int, int]
    ) -> list[table_pb2.BoxCount]:
        """The same up to the count of chips, and what is to be counted."""
        name = self.table(session, table)
        await self.until_table(name, lambda it: it.HasField("called_at"))
        seats = sorted(self.players(session, table))
        await self.at_table(name, "StartTable", marker=seats[0])
        for box in seats:
            await self.at_table(name, "PlaceWager", round=1, box=box, amount=abs(wagers[box]))
        await self.at_table(name, "DealRound", round=1)
        hands = [
            table_pb2.PlayedHand(
                box=box, stake=abs(wagers[box]), outcome=WON if wagers[box] > 0 else LOST
            )
            for box in seats
        ]
        after = await self.at_table(name, "RecordRound", round=1, hands=hands)
        return [table_pb2.BoxCount(box=each.box, chips=each.chips) for each in after.boxes]

    async def play_all(self, session: int, *results: Sequence[int]) -> pb.Tournament:
        """Play a session: at each table, in the order of boxes, what is won or lost."""
        for each, won in zip(self.tables(session), results, strict=True):
            boxes = sorted(self.players(session, each.table))
            await self.play(session, each.table, dict(zip(boxes, won, strict=True)))
        completed = pb.SESSION_STATE_COMPLETED
        return await self.until(lambda it: it.sessions[session - 1].state == completed)


DIRECTORS = (
    *("MoveSession", "RecordPresence", "StartSession", "HoldSession", "ResumeSession"),
    *("CallPlayoff", "RuleOnResult", "ConfirmPlacings", "WarnPlayer", "RuleDispute"),
    *("AllowFewer", "EndWithoutFinal", "DecideGoods", "RuleOnHeld"),
)


def plan(hall: TournamentHall, **more: Any) -> rpc.PlanTournamentRequest:
    """Plan a new tournament; `more` are its conditions' fields."""
    return rpc.PlanTournamentRequest(
        request_id=request_id(),
        parent=f"venues/{hall.venue}",
        tournament_id=hall.tournament_id(),
        profile=PROFILE,
        conditions=conditions(**more),
    )
