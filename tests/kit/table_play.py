"""A session table on the running service, told of by its tournament and played by the hall.

What a tournament says is put on record here as its reaction would, so that tests of tables need no
tournament around them. PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
from google.protobuf.message import Message

from eyesdown.journal.v1 import commit_pb2
from eyesdown.tournament.v1 import table_events_pb2, table_pb2, terms_pb2
from eyesdown.tournament.v1 import table_service_pb2 as pb
from eyesdown.tournament.v1 import tournament_events_pb2 as words
from services.kernel.build import Build
from services.kernel.journal.connection import Connection
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.names import Name
from services.kernel.profiles import Profiles
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.commit import Actor, Given, ProfileRef
from services.kernel.record.seal import Keys, Sealer
from services.kernel.record.shapes import timestamp
from services.tournament.codec.table import CODEC as TABLE_CODEC
from services.tournament.commands.table import maker as table_maker
from services.tournament.domain.table.table import TABLES
from services.tournament.names import table_name
from services.tournament.profiles import TournamentProfiles
from tests.kit.draw_hall import Person
from tests.kit.draw_play import record, request_id
from tests.kit.tournament import SOON, Replica, TournamentHall
from tests.kit.tournament_hall import PROFILE

BOXES = (1, 3, 4, 7)
LOST, WON = table_pb2.HAND_OUTCOME_LOST, table_pb2.HAND_OUTCOME_WON
STOOD_OFF = table_pb2.HAND_OUTCOME_STOOD_OFF
BRIEF = timedelta(seconds=1.5)
"""How long a timed session lasts, if that is enough for what is done in it."""
ROUNDS, MINUTES = terms_pb2.LENGTH_UNIT_ROUNDS, terms_pb2.LENGTH_UNIT_MINUTES


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


class Telling:
    """Tells tables what a tournament says, by commits of this process."""

    def __init__(self, hall: TournamentHall, nats: Connection) -> None:
        self.hall = hall
        self.nats = nats
        known = Profiles.load(hall.folder / "rules")
        self._profile = ProfileRef(PROFILE, known.get(PROFILE).sha256)
        profiles = TournamentProfiles(known)
        self._make = table_maker(lambda ref: profiles(ref).table)
        self._journal = NatsJournal(nats)
        self._tables = Aggregates(
            TABLES,
            TABLE_CODEC,
            self._journal,
            Sealer(Keys.prepare(hall.folder / "keys")),
            software=Build("0.0.test"),
        )

    async def close(self) -> None:
        """Let go of the journal."""
        await self._journal.close()

    async def tell(self, tournament: Name, name: Name, *said: Message) -> None:
        """Put on record what one commit of a tournament says of a table."""
        follow = table_events_pb2.FollowTournament(tournament=str(tournament))
        for word in said:
            getattr(follow.words.add(), WORDS[type(word)]).CopyFrom(word)
        given = Given(
            at=now(),
            actor=Actor("service:tournament", 0, "test"),
            request_id=request_id(),
            method="eyesdown.tournament.v1.FollowTournament",
            request=follow,
            profile=self._profile,
            venue_sha256=self.hall.venues.get(name.venue).sha256,
        )
        outcome = await self._tables.transact(
            name, given, self._make, time.monotonic() + SOON, record_refusals=True
        )
        assert outcome.refusal is None, outcome.refusal


WORDS: dict[type[Message], str] = {
    words.TableSeated: "seated",
    words.SessionStarted: "started",
    words.SessionHeld: "held",
    words.SessionResumed: "resumed",
    words.DirectorPresence: "director",
    words.EntryWithdrawn: "withdrawn",
    table_events_pb2.TablesClosed: "closed",
}


class TablePlay:
    """One table. `table` is what the last reply showed."""

    def __init__(self, telling: Telling, replica: Replica) -> None:
        self.telling = telling
        self.hall = telling.hall
        self.replica = replica
        self.tournament = Name(self.hall.venue, "tournaments", self.hall.tournament_id())
        self.id = table_name(self.tournament, 1, 1)
        self.table = table_pb2.SessionTable(name=str(self.id))

    @classmethod
    async def opened(
        cls, telling: Telling, replica: Replica, *, count: int = 20, unit: Any = ROUNDS
    ) -> TablePlay:
        """Seated by its tournament, four players with 1,000 chips, the director present."""
        play = cls(telling, replica)
        terms = terms_pb2.TableTerms(
            issue=terms_pb2.CHIP_ISSUE_FREE,
            min_wager=10,
            max_wager=500,
            increment=5,
            length=terms_pb2.Length(unit=unit, count=count),
        )
        seats = [
            terms_pb2.Seat(player=10 + box, box=box, reference=f"ref-{box}", chips=1000)
            for box in BOXES
        ]
        at = timestamp(now())
        await play.tell(
            words.TableSeated(session=1, table=1, seats=seats, terms=terms, starts_at=at, at=at),
            words.DirectorPresence(
                session=1, tables=[1], present=True, person=play.hall.director.id, at=at
            ),
        )
        await play.look()
        return play

    @classmethod
    async def ready(cls, telling: Telling, replica: Replica, **length: Any) -> TablePlay:
        """As `opened`, all chips out and the cards shuffled."""
        play = await cls.opened(telling, replica, **length)
        for box in BOXES:
            await play.do("IssueChips", box=box, amount=1000)
        await play.do("ShuffleCards")
        return play

    @classmethod
    async def started(cls, telling: Telling, replica: Replica, **length: Any) -> TablePlay:
        """As `ready`, called and started."""
        play = await cls.ready(telling, replica, **length)
        await play.call()
        await play.do("StartTable", marker=1)
        return play

    @classmethod
    async def timed(
        cls, telling: Telling, replica: Replica, *, dealt: bool = False
    ) -> tuple[TablePlay, datetime]:
        """A timed session whose first wagers lie, or whose first round is `dealt`; and when it
        ends, which is as soon as it can be: later, where time was up before that."""
        for lasts in (BRIEF, BRIEF * 5, BRIEF * 25):
            play = await cls.ready(telling, replica, count=1, unit=MINUTES)
            ends = await play.call(lasts)
            assert ends is not None
            try:
                await play.do("StartTable", marker=1)
                await play.wagers()
                if dealt:
                    await play.deal()
                return play, ends
            except grpc.aio.AioRpcError:
                if now() < ends:
                    raise
        raise AssertionError("time was up before anything was done, however long it lasted")

    async def call(self, lasts: timedelta | None = None) -> datetime | None:
        """The director calls the session; when it ends."""
        at = now()
        said = words.SessionStarted(session=1, tables=[1], by="dora", at=timestamp(at))
        ends = at + lasts if lasts else None
        if ends is not None:
            said.ends_at.CopyFrom(timestamp(ends))
        await self.tell(said)
        return ends

    async def tell(self, *said: Message) -> None:
        """The tournament says something of this table."""
        await self.telling.tell(self.tournament, self.id, *said)

    # -- asking ----------------------------------------------------------------------------

    def request(self, method: str, **fields: Any) -> Any:
        """A request about this table."""
        kind = getattr(pb, f"{method}Request")
        return kind(request_id=request_id(), name=str(self.id), **fields)

    async def do(self, method: str, by: Person | None = None, **fields: Any) -> None:
        """Call a method, by whoever does it here."""
        call = getattr(self.replica.tables, method)
        person = by or getattr(self.hall, BY.get(method, "dealer"))
        reply = await call(self.request(method, **fields), metadata=person.at)
        self.table = reply.table

    async def wagers(self, amount: int = 100) -> None:
        """Everybody whose turn comes wagers as much."""
        while self.table.round.turn:
            await self.do(
                "PlaceWager",
                round=self.table.round.number,
                box=self.table.round.turn,
                amount=amount,
            )

    async def deal(self) -> None:
        """The first card of the round."""
        await self.do("DealRound", round=self.table.round.number)

    def hands(self, outcome: Any = STOOD_OFF, stake: int = 100) -> list[table_pb2.PlayedHand]:
        """A hand for each wager."""
        return [
            table_pb2.PlayedHand(box=lies.box, stake=stake, outcome=outcome)
            for lies in self.table.round.wagers
        ]

    async def finish(self, outcome: Any = STOOD_OFF) -> None:
        """Record the round that is dealt."""
        await self.do("RecordRound", round=self.table.round.number, hands=self.hands(outcome))

    async def round(self, outcome: Any = STOOD_OFF) -> None:
        """A whole round."""
        await self.wagers()
        await self.deal()
        await self.finish(outcome)

    async def tally(self) -> None:
        """Everybody presents what the ledger says."""
        counts = [table_pb2.BoxCount(box=box.box, chips=box.chips) for box in self.table.boxes]
        await self.do("CountChips", counts=counts)

    async def look(self) -> table_pb2.SessionTable:
        """The table as it is now, to the auditor."""
        request = pb.GetSessionTableRequest(name=str(self.id))
        reply = await self.replica.tables.GetSessionTable(request, metadata=self.hall.auditor.at)
        self.table = reply.table
        return self.table

    async def record(self) -> list[commit_pb2.Commit]:
        """Every commit of it."""
        return await record(self.telling.nats, self.id)


BY = {
    "RecordName": "game_supervisor",
    "CorrectWager": "game_supervisor",
    "RecordMissedWager": "game_supervisor",
    "CorrectRound": "game_supervisor",
    "LeaveTable": "game_supervisor",
    "DisqualifyBox": "game_supervisor",
    "LimitWagerTime": "director",
    "RestrictWager": "director",
    "RuleOnWager": "director",
    "VoidRound": "director",
    "RuleRoundBegun": "director",
    "ChangeSign": "director",
    "CorrectChips": "director",
}
"""Who does what here; everything else the dealer."""
