"""Every RPC of jackpots: on what it goes through, who may call it, how it goes wrong.

Roles, reasons and clauses are written down here by hand, from the design and the law, and not
read from the contracts that the service goes by. PYTEST_DONT_REWRITE: see `tests.kit.jackpots`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message

from eyesdown.common.v1.money_pb2 import Money
from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2
from tests.kit.draw_hall import Metadata, Person
from tests.kit.draw_play import LINE, RECEPTACLE, Play
from tests.kit.draw_rows import changed as changed
from tests.kit.jackpots import Jackpots
from tests.kit.prizes import Counter
from tests.kit.verify import Verify, nzd, request_id
from tests.kit.verify_rows import (
    BAD_MONEY,
    DESK_NAMES,
    IDS,
    LONG,
    MAKERS,
    MANAGERS,
    NO_DESK,
    READERS,
    TOO_MUCH,
    Refusal,
)

METHODS = tuple(pb.DESCRIPTOR.services_by_name["JackpotService"].methods_by_name)
NAMES = ("", "venues/akl/games/2026-1", "venues/akl/jackpots/A", "jackpots/2026-friday")
NO_JACKPOT = "venues/{venue}/jackpots/2026-none"
NO_SESSION = "venues/{venue}/sessions/2026-11-29-none"
AUDITING = frozenset(("game_manager", "supervisor", "cashier", "operator", "auditor"))
AUD = Money(currency="AUD", minor_units=500_00)


@dataclass
class Ground:
    """What requests are tried on: a jackpot, and a game with the claim desk that plays for it."""

    jackpots: Jackpots
    jackpot: str
    play: Play
    session: str = ""
    other: str = ""


@dataclass(frozen=True)
class Row:
    """One RPC. `make` gives a request that goes through on a ground at `phase`, asked by `by`;
    `other` makes another request of it; `malformed` gives values that a field must not have;
    `unknown` is a name of what there is not, empty where something new is named."""

    phase: str
    by: str
    make: Callable[[Ground], Message]
    roles: frozenset[str]
    other: Mapping[str, Any] = field(default_factory=dict)
    refused: tuple[Refusal, ...] = ()
    malformed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    unknown: str = NO_JACKPOT


ROWS: Mapping[str, Row] = {
    "OpenJackpot": Row(
        "open",
        "manager",
        lambda ground: ground.jackpots.opening(),
        MAKERS,
        other={"title": "Another"},
        refused=(
            Refusal("open", "SHARE_TOO_HIGH", "NZB-6.1", {"share": 5_001}),
            Refusal("open", "JACKPOT_IN_OTHER_CURRENCY", "", {"seed": AUD}),
            Refusal("open", "JACKPOT_IN_OTHER_CURRENCY", "", {"most": AUD}),
            Refusal("open", "MOST_BELOW_SEED", "", {"most": nzd(1)}),
        ),
        malformed={
            "request_id": IDS,
            "parent": ("", "akl", "venues/-", "venues/AKL"),
            "jackpot_id": ("", "friday", "2026", "2026-Friday", "2026-friday-2", "26-friday"),
            "profile": ("", LONG),
            "title": ("", LONG, " a", "a\nb"),
            "share": (10_001,),
            "seed": (None,),
            "seed.minor_units": (BAD_MONEY[0], TOO_MUCH),
            "seed.currency": (BAD_MONEY[1],),
            "most.minor_units": (BAD_MONEY[0], TOO_MUCH),
        },
        unknown="",
    ),
    "DeclareJackpot": Row(
        "open",
        "manager",
        lambda ground: ground.jackpots.declaring(ground.play.game.name, ground.jackpot),
        MANAGERS,
        other={"within": 45},
        refused=(
            Refusal("won", "JACKPOT_TOO_LATE", "NZB-6.1"),
            Refusal("open", "SHARE_TOO_HIGH", "NZB-6.1", {"share": 5_001}),
            Refusal("open", "JACKPOT_STAGE_NOT_PLAYED", "", {"stage": 3}),
        ),
        malformed={
            "request_id": IDS,
            "name": DESK_NAMES,
            "jackpot": NAMES,
            "share": (10_001,),
            "stage": (9,),
            "within": (91,),
        },
        unknown=NO_DESK,
    ),
    "CarryJackpotOver": Row(
        "voided",
        "manager",
        lambda ground: pb.CarryJackpotOverRequest(request_id=request_id(), name=ground.jackpot),
        MAKERS,
        refused=(
            Refusal("open", "JACKPOT_NOT_WON"),
            Refusal("won", "JACKPOT_HAS_WINNERS"),
            Refusal("voiding", "GAME_NOT_OVER"),
        ),
        malformed={"request_id": IDS, "name": NAMES},
    ),
    "CloseJackpot": Row(
        "other",
        "manager",
        lambda ground: pb.CloseJackpotRequest(
            request_id=request_id(), name=ground.jackpot, into=ground.other
        ),
        MAKERS,
        refused=(
            Refusal("open", "SAME_JACKPOT"),
            Refusal("declared", "GAMES_NOT_OVER"),
            Refusal("won", "JACKPOT_OVER"),
        ),
        malformed={"request_id": IDS, "name": NAMES, "into": NAMES},
    ),
    "GetJackpot": Row(
        "open",
        "auditor",
        lambda ground: pb.GetJackpotRequest(name=ground.jackpot),
        READERS,
        malformed={"name": NAMES},
    ),
    "WatchJackpot": Row(
        "open",
        "auditor",
        lambda ground: pb.WatchJackpotRequest(name=ground.jackpot),
        READERS,
        malformed={"name": NAMES},
    ),
    "ListEntries": Row(
        "won",
        "auditor",
        lambda ground: pb.ListEntriesRequest(name=ground.jackpot),
        AUDITING,
        malformed={"name": NAMES},
    ),
    "GetSessionFigures": Row(
        "open",
        "auditor",
        lambda ground: pb.GetSessionFiguresRequest(name=ground.session),
        AUDITING,
        malformed={"name": ("", "venues/akl/games/2026-1", "venues/akl/sessions/A")},
        unknown=NO_SESSION,
    ),
}
LISTS = ("ListJackpots",)
"""Those that list over venues: tried apart."""
REGULATED = ("OpenJackpot", "DeclareJackpot", "CarryJackpotOver", "CloseJackpot")
"""Those that leave a commit."""


async def ask(verify: Verify, method: str, request: Message, at: Metadata) -> Any:
    """The reply to a request; of a watch its first."""
    call = getattr(verify.jackpots, method)(request, metadata=at)
    if method != "WatchJackpot":
        return await call
    try:
        async for first in call:
            return first
        raise AssertionError("the stream ended without a word")
    finally:
        call.cancel()


def by(ground: Ground, who: str) -> Person:
    """One of the people of a hall."""
    person: Person = getattr(ground.jackpots.hall, who)
    return person


# -- grounds to try them on ----------------------------------------------------------------------


class Untouched:
    """Grounds for tests of what changes nothing: one for each phase."""

    def __init__(
        self,
        jackpots: Jackpots,
        laid: Callable[..., Awaitable[Counter]],
        opened: Callable[..., Awaitable[Any]],
        draw: Any,
    ) -> None:
        self._jackpots = jackpots
        self._laid = laid
        self._session = opened
        self._draw = draw
        self._grounds: dict[str, Ground] = {}

    async def at(self, phase: str) -> Ground:
        """The ground that stands so."""
        if phase not in self._grounds:
            self._grounds[phase] = await self.new(phase)
        return self._grounds[phase]

    async def new(self, phase: str) -> Ground:
        """A ground of its own that stands so."""
        jackpots = self._jackpots
        name = (await jackpots.open()).name
        other = (await jackpots.open()).name
        if phase in ("open", "other", "declared"):
            ground = await self._open(name)
            if phase == "declared":
                await jackpots.declare(ground.play.game.name, name)
            ground.other = name if phase == "open" else other
            return ground
        table = await self._laid(declare=jackpots.for_game(name, stage=LINE))
        await table.call(await table.row(1))
        (line,) = await table.win(1)
        await table.go_on(1)
        await jackpots.at(name, jackpots_pb2.JACKPOT_PHASE_SHARED)
        if phase in ("voiding", "voided"):
            await table.void(line)
            await jackpots.at(name, jackpots_pb2.JACKPOT_PHASE_WON)
            await jackpots.once(name, lambda jackpot: jackpot.left == jackpot.won)
        if phase == "voided":
            await table.play.end()
            await jackpots.once(name, lambda jackpot: any(e.ended for e in jackpot.games))
        return Ground(jackpots, name, table.play, other=other)

    async def _open(self, name: str) -> Ground:
        cards_of = self._jackpots.cards_of
        session = await self._session()
        series = await cards_of.series()
        play = await Play.opened(
            cards_of.hall,
            self._draw,
            serial_number=series.serial_number,
            selector=RECEPTACLE,
            session=session.name,
            programme_number=2,
        )
        await cards_of.watch_for(play.game.name)
        await cards_of.open_sales(play.game.name, series.name)
        return Ground(self._jackpots, name, play, session.name)
