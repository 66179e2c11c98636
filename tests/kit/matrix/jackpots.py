"""Every RPC of jackpots: on what it goes through, who may call it, how it goes wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from eyesdown.common.v1.money_pb2 import Money
from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2
from tests.kit.draw_beside import World
from tests.kit.draw_play import LINE, RECEPTACLE, Play
from tests.kit.jackpots import Jackpots
from tests.kit.matrix.cards.common import BAD_MONEY, MAKERS, MANAGERS, READERS, TOO_MUCH
from tests.kit.matrix.matrix import Matrix
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.prizes import Counter
from tests.kit.verify import nzd

NAMES = ("", "venues/{venue}/games/2026-1", "venues/{venue}/jackpots/A", "jackpots/2026-friday")
AUDITING = frozenset(("game_manager", "supervisor", "cashier", "operator", "auditor"))
UNKNOWN = jackpots_pb2.JACKPOT_PHASE_UNSPECIFIED
AUD = Money(currency="AUD", minor_units=500_00)


@dataclass
class Ground:
    """What requests are tried on: a jackpot, and a game with the claim desk that plays for it."""

    jackpots: Jackpots
    jackpot: str
    play: Play
    session: str = ""
    other: str = ""


ROWS: Mapping[str, Row] = {
    "OpenJackpot": Row(
        "open",
        "manager",
        lambda ground: ground.jackpots.opening(),
        MAKERS,
        other={"title": "Another"},
        refused=(
            Refusal("open", "SHARE_TOO_HIGH", "NZB-6.1", {"share": 5_001}),
            Refusal("open", "JACKPOT_IN_OTHER_CURRENCY", changes={"seed": AUD}),
            Refusal("open", "JACKPOT_IN_OTHER_CURRENCY", changes={"most": AUD}),
            Refusal("open", "MOST_BELOW_SEED", changes={"most": nzd(1)}),
        ),
        malformed={
            "jackpot_id": ("", "friday", "2026", "2026-Friday", "2026-friday-2", "26-friday"),
            "profile": ("", LONG),
            "title": ("", LONG, " a", "a\nb"),
            "share": (10_001,),
            "seed": (None,),
            "seed.minor_units": (BAD_MONEY[0], TOO_MUCH),
            "seed.currency": (BAD_MONEY[1],),
            "most.minor_units": (BAD_MONEY[0], TOO_MUCH),
        },
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
            Refusal("open", "JACKPOT_STAGE_NOT_PLAYED", changes={"stage": 3}),
        ),
        malformed={
            "jackpot": NAMES,
            "share": (10_001,),
            "stage": (9,),
            "within": (91,),
        },
    ),
    "CarryJackpotOver": Row(
        "voided",
        "manager",
        {},
        MAKERS,
        refused=(
            Refusal("open", "JACKPOT_NOT_WON"),
            Refusal("won", "JACKPOT_HAS_WINNERS"),
            Refusal("voiding", "GAME_NOT_OVER"),
        ),
    ),
    "CloseJackpot": Row(
        "other",
        "manager",
        lambda ground: ground.jackpots.closing(ground.jackpot, ground.other),
        MAKERS,
        other={"into": "venues/{venue}/jackpots/2026-none"},
        refused=(
            Refusal("open", "SAME_JACKPOT"),
            Refusal("declared", "GAMES_NOT_OVER"),
            Refusal("won", "JACKPOT_OVER"),
        ),
        malformed={"into": NAMES, "version": (0,)},
        stale=lambda ground: {"version": 1_000},
    ),
    "GetJackpot": Row(
        "open",
        "auditor",
        {},
        READERS,
    ),
    "WatchJackpot": Row(
        "open",
        "auditor",
        {},
        READERS,
    ),
    "ListJackpots": Row(
        "open",
        "auditor",
        {},
        READERS,
        malformed={"filter.phases": (pb.ListJackpotsRequest.Filter(phases=[UNKNOWN] * 9),)},
    ),
    "ListEntries": Row(
        "won",
        "auditor",
        {},
        AUDITING,
    ),
    "GetSessionFigures": Row(
        "open",
        "auditor",
        lambda ground: pb.GetSessionFiguresRequest(name=ground.session),
        AUDITING,
    ),
}


async def ground_at(
    at: str, jackpots: Jackpots, world: World, laid: Callable[..., Awaitable[Counter]]
) -> Ground:
    """A new ground that stands so."""
    name, other = (await jackpots.open()).name, (await jackpots.open()).name
    if at in ("open", "other", "declared"):
        ground = await _open(name, jackpots, world)
        if at == "declared":
            await jackpots.declare(ground.play.game.name, name)
        ground.other = name if at == "open" else other
        return ground
    table = await laid(declare=jackpots.for_game(name, stage=LINE))
    await table.call(await table.row(1))
    (line,) = await table.win(1)
    await table.go_on(1)
    await jackpots.at(name, jackpots_pb2.JACKPOT_PHASE_SHARED)
    if at in ("voiding", "voided"):
        await table.void(line)
        await jackpots.at(name, jackpots_pb2.JACKPOT_PHASE_WON)
        await jackpots.once(name, lambda jackpot: jackpot.left == jackpot.won)
    if at == "voided":
        await table.play.end()
        await jackpots.once(name, lambda jackpot: any(each.ended for each in jackpot.games))
    return Ground(jackpots, name, table.play, other=other)


async def _open(name: str, jackpots: Jackpots, world: World) -> Ground:
    cards_of = jackpots.cards_of
    session = await world.open_session()
    series = await cards_of.series()
    play = await Play.opened(
        cards_of.hall,
        world.replica.draw,
        serial_number=series.serial_number,
        selector=RECEPTACLE,
        session=session.name,
        programme_number=2,
    )
    await cards_of.watch_for(play.game.name)
    await cards_of.open_sales(play.game.name, series.name)
    return Ground(jackpots, name, play, session.name)


JACKPOTS = Matrix(
    services=(pb.DESCRIPTOR.services_by_name["JackpotService"],),
    rows=ROWS,
    shown=lambda ground: jackpots_pb2.Jackpot(name=ground.jackpot),
)
