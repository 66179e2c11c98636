"""Games on record in a journal in memory, as the draw service leaves them, for audits of it."""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2, game_pb2
from services.draw.audit import audited
from services.draw.codec.game import CODEC
from services.draw.commands.game import maker
from services.draw.domain.game.game import GAMES
from services.draw.profiles import BingoProfiles
from services.kernel.audit.auditor import Audit
from services.kernel.audit.watermark import Mark
from services.kernel.build import Build
from services.kernel.journal.archive import Raw
from services.kernel.names import Name
from services.kernel.profiles import Profiles
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.commit import Actor, Given, ProfileRef
from services.kernel.record.seal import Keys, Sealer
from tests.kit.archive_memory import MemoryArchive, raws_of
from tests.kit.journal_memory import MemoryJournal, MemoryStore

RULES = Path(__file__).resolve().parents[2] / "rules"
PLACE = ("akl", 2026)
ELECTRONIC, BALLS, WAITING = (Name("akl", "games", f"2026-11-29-{n}") for n in ("01", "02", "03"))
CAL, SUE, STU = "cal", "sue", "stu"
LINE, BINGO = game_pb2.STAGE_PART_SERIES, game_pb2.STAGE_SERIES


class Draws:
    """What the draw left: the stream's messages, and the keys that it was sealed with."""

    def __init__(self, folder: Path) -> None:
        self.profiles = Profiles.load(RULES)
        self.keys = Keys.prepare(folder / "keys")
        self.no_keys = Keys(folder / "nowhere")
        self.store = MemoryStore()
        found = self.profiles.get("nz-casino-bingo")
        self._profile = ProfileRef(found.id, found.sha256)
        self._make = maker(BingoProfiles(self.profiles))
        self._games = Aggregates(
            GAMES, CODEC, MemoryJournal(self.store), Sealer(self.keys), software=Build("0.0.test")
        )
        self._seconds = 0

    @property
    def raws(self) -> Sequence[Raw]:
        """The messages of the stream."""
        return raws_of(self.store, *PLACE)

    async def audit(
        self,
        raws: Sequence[Raw] | None = None,
        *,
        keys: bool = True,
        since: Mark | None = None,
        profiles: Profiles | None = None,
    ) -> Audit:
        """Audit the stream, or what became of it."""
        audit = Audit(
            MemoryArchive({PLACE: self.raws if raws is None else raws}),
            audited(profiles or self.profiles),
            self.keys if keys else self.no_keys,
            {PLACE: since} if since is not None else {},
        )
        await audit.everything()
        return audit

    async def send(self, request: Any, name: Name, by: str, facts: Message | None = None) -> None:
        """Put a request on record, as the service does."""
        request.request_id = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{name} {self._seconds}"))
        self._seconds += 1
        given = Given(
            at=datetime(2026, 11, 29, 8, tzinfo=UTC) + timedelta(seconds=self._seconds),
            actor=Actor(by, 1, "desk-1"),
            request_id=request.request_id,
            method=f"eyesdown.draw.v1.DrawService/{type(request).__name__}",
            request=request,
            facts=facts,
            profile=self._profile,
            venue_sha256=b"v" * 32,
        )
        await self._games.transact(name, given, self._make, time.monotonic() + 10)

    async def opened(
        self, name: Name, selector: int, stages: Sequence[game_pb2.StagePrize]
    ) -> None:
        """Open a game and staff it."""
        facts = events_pb2.GameFacts(gaming_day="2026-11-29", currency="NZD")
        await self.send(
            pb.OpenGameRequest(
                parent="venues/akl",
                game_id=name.id,
                profile="nz-casino-bingo",
                game_version=len(stages) + 1,
                stages=stages,
                selector=game_pb2.Selector.ValueType(selector),
                rooms=["main", "terrace"],
            ),
            name,
            "mere",
            facts,
        )
        for post, person in ((game_pb2.POST_CALLER, CAL), (game_pb2.POST_SUPERVISOR, SUE)):
            request = pb.AssignStaffRequest(name=str(name), post=post, person=person)
            await self.send(request, name, "mere")

    async def announced(
        self, name: Name, selector: int, stages: Sequence[game_pb2.StagePrize]
    ) -> None:
        """Open a game, staff and announce it."""
        await self.opened(name, selector, stages)
        request = pb.AnnounceGameRequest(
            name=str(name),
            version=3,
            game_version=len(stages) + 1,
            stages=stages,
            serial_number="A 1",
        )
        facts = events_pb2.GameFacts(gaming_day="2026-11-29", currency="NZD")
        await self.send(request, name, CAL, facts)

    async def select(self, name: Name, position: int, ball: int = 0, entropy: int = 0) -> None:
        """Select a number."""
        facts = events_pb2.GameFacts(entropy=bytes([entropy or position]) * 32)
        request = pb.SelectNumberRequest(name=str(name), position=position, ball=ball)
        await self.send(request, name, CAL, facts)

    async def call(self, name: Name, position: int, ball: int = 0) -> None:
        """Select, announce and confirm a number."""
        await self.select(name, position, ball)
        await self.send(pb.CallNumberRequest(name=str(name), position=position), name, CAL)
        request = pb.ConfirmCallRequest(name=str(name), position=position, ball=ball)
        await self.send(request, name, SUE)

    async def call_out(self, name: Name, after: int) -> None:
        """Somebody cries "line"."""
        request = pb.CallOutRequest(
            name=str(name),
            room="terrace",
            after_position=after,
            cry=game_pb2.CRY_LINE,
            player="7c0b3a1e-0000-4000-8000-000000000001",
        )
        await self.send(request, name, STU)


def stages(*kinds: int) -> list[game_pb2.StagePrize]:
    """Stages for 50 dollars each."""
    prize = money_pb2.Money(currency="NZD", minor_units=5_000)
    return [
        game_pb2.StagePrize(stage=game_pb2.Stage.ValueType(kind), prize=prize) for kind in kinds
    ]


async def played(folder: Path) -> Draws:
    """Three games between each other: one won, one with balls ended early, one not announced.

    34 commits. The electronic game has opening, two at their posts, announcement: 4; three calls
    of three: 9; the supervisor's try to select, refused on record: 1; a call out and its decision:
    2; a number selected, which the end opens: 2. The one with balls has 4, two calls of three: 6,
    a ball that differed, refused on record: 1, and a ball that is still sealed: 1, in the place of
    one that was keyed wrongly: 1. The third was opened and staffed: 3.
    """
    draws = Draws(folder)
    one, two = ELECTRONIC, BALLS
    await draws.announced(one, game_pb2.SELECTOR_ELECTRONIC, stages(LINE, BINGO))
    await draws.announced(two, game_pb2.SELECTOR_RECEPTACLE, stages(LINE))
    await draws.call(one, 1)
    await draws.call(two, 1, ball=17)
    await draws.call(one, 2)
    await draws.opened(WAITING, game_pb2.SELECTOR_ELECTRONIC, stages(LINE))
    await draws.select(two, 2, ball=90)
    await draws.send(pb.CallNumberRequest(name=str(two), position=2), two, CAL)
    differs = pb.ConfirmCallRequest(name=str(two), position=2, ball=60)
    await draws.send(differs, two, SUE)
    await draws.send(pb.ConfirmCallRequest(name=str(two), position=2, ball=90), two, SUE)
    await draws.send(pb.SelectNumberRequest(name=str(one), position=3), one, SUE, _entropy(9))
    await draws.call(one, 3)
    await draws.call_out(one, after=3)
    decide = pb.DecideCallOutRequest(
        name=str(one), call_out=1, verdict=game_pb2.VERDICT_VALID, stages=[LINE]
    )
    await draws.send(decide, one, SUE)
    await draws.select(one, 4)
    await draws.send(pb.EndGameRequest(name=str(one), version=17, reason="fire"), one, SUE)
    await draws.select(two, 3, ball=5)
    await draws.select(two, 3, ball=50)
    return draws


def _entropy(byte: int) -> events_pb2.GameFacts:
    return events_pb2.GameFacts(entropy=bytes([byte]) * 32)
