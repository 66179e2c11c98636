"""Every RPC of cards and sales: on what it goes through, who may call it, how it goes wrong.

Roles, reasons and clauses are written down here by hand, from the design and the law, and not
read from the contracts that the service goes by. PYTEST_DONT_REWRITE: see `tests.kit.verify`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message

from eyesdown.common.v1.money_pb2 import Money
from eyesdown.verify.v1 import card_service_pb2 as cards
from eyesdown.verify.v1 import cards_pb2, sales_pb2
from eyesdown.verify.v1 import sales_service_pb2 as sales
from tests.kit.draw import Replica
from tests.kit.draw_hall import Metadata, Person
from tests.kit.draw_play import Play
from tests.kit.draw_rows import changed as changed
from tests.kit.verify import Hallway, Verify, desk, generate, last, nzd, request_id, series_id, span

CARDS, SALES = "CardService", "SalesService"
METHODS = tuple(
    (service, method)
    for module, service in ((cards, CARDS), (sales, SALES))
    for method in module.DESCRIPTOR.services_by_name[service].methods_by_name
)
STREAMS = ("LoadSeries", "GenerateSeries", "ExportCards", "WatchSales")

READERS = frozenset(
    (
        *("game_manager", "supervisor", "deputy_supervisor", "caller", "announcer", "seller"),
        *("steward", "cashier", "operator", "auditor"),
    )
)
MAKERS = frozenset(("game_manager", "operator"))
MANAGERS = frozenset(("game_manager", "supervisor", "operator"))
SELLERS = frozenset(("seller", "cashier", "game_manager", "operator"))
TILL = SELLERS | {"supervisor"}

Changes = Mapping[str, Any]


@dataclass
class Ground:
    """What requests are tried on: a series, a game, and a part of a file that is staged."""

    cards_of: Hallway
    series: cards_pb2.CardSeries
    play: Play
    part: bytes = b""

    @property
    def venue(self) -> str:
        """The venue's name."""
        return f"venues/{self.cards_of.hall.venue}"

    @property
    def game(self) -> str:
        """The game's name."""
        return self.play.game.name

    @property
    def block(self) -> str:
        """The game's first sales block."""
        return f"{self.venue}/salesBlocks/{self.game.rpartition('/')[2]}-0000001"


@dataclass(frozen=True)
class Refusal:
    """What the law refuses: on a ground at `phase`, the request with `changes`."""

    phase: str
    reason: str
    clause: str = ""
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One RPC. `make` gives a request that goes through on a ground at `phase`, asked by `by`.

    `other` makes another request of it; `malformed` gives values that a field must not have;
    `unknown` is a name of something that there is not.
    """

    phase: str
    by: str
    make: Callable[[Ground], Message]
    roles: frozenset[str]
    other: Changes = field(default_factory=dict)
    refused: tuple[Refusal, ...] = ()
    malformed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    unknown: str = ""


SERIES_NAMES = ("", "venues/akl", "venues/akl/games/2026-1", "venues/AKL/cardSeries/2026-a")
DESK_NAMES = ("", "venues/akl/games/2026-11-29-07", "venues/akl/claimDesks/A", "claimDesks/7")
BLOCK_NAMES = ("", "venues/akl/claimDesks/2026-11-29-07", "venues/akl/salesBlocks/A")
IDS = ("", "7", "not-a-uuid")
LONG = "x" * 500
NO_SERIES = "venues/{venue}/cardSeries/2026-none"
NO_DESK = "venues/{venue}/claimDesks/2026-11-29-none"
NO_BLOCK = "venues/{venue}/salesBlocks/2026-11-29-none-0000001"
BAD_LAYOUT = cards_pb2.Layout(format=cards_pb2.FORMAT_NINETY, columns=cards_pb2.COLUMNS_FIFTEENS)
BAD_MONEY = (Money(currency="NZD", minor_units=-1), Money(currency="nzd", minor_units=200))
TOO_MUCH = Money(currency="NZD", minor_units=10**15 + 1)
BAD_SPANS = (sales_pb2.Span(), sales_pb2.Span(first=1, last=10_000_000))
NEW = {
    "request_id": IDS,
    "parent": ("", "akl", "venues/-", "venues/AKL"),
    "series_id": ("", "blue", "2026", "2026-Blue", "2026-a--b", "2026-" + "a" * 60),
    "title": (LONG, "a\nb"),
    "serial_number": ("", LONG, "!", " A"),
    "layout": (None,),
    "layout.format": (cards_pb2.Layout(columns=cards_pb2.COLUMNS_NINES),),
    "layout.columns": (cards_pb2.Layout(format=cards_pb2.FORMAT_NINETY), BAD_LAYOUT),
}


def _load(ground: Ground) -> Message:
    return cards.LoadSeriesRequest(
        request_id=request_id(),
        parent=ground.venue,
        series_id=series_id(ground.cards_of.hall),
        title="Loaded",
        serial_number=f"L {request_id()[:8]}",
        layout=generate(ground.cards_of.hall).layout,
        strips=False,
        parts=[ground.part],
    )


def _late(ground: Ground) -> Message:
    return sales.EnterLateSaleRequest(
        request_id=request_id(),
        name=desk(ground.game),
        cards=span(7),
        receipts=nzd(200),
        seller="sue",
        evidence="the stub",
    )


ROWS: dict[str, Row] = {
    "StageCards": Row(
        "made",
        "operator",
        lambda ground: cards.StageCardsRequest(parent=ground.venue, content=b"card"),
        MAKERS,
        malformed={"parent": NEW["parent"], "content": (b"",)},
    ),
    "LoadSeries": Row(
        "made",
        "operator",
        _load,
        MAKERS,
        other={"title": "Another"},
        malformed={**NEW, "parts": ([],), "parts[0]": ([b"x"],)},
    ),
    "GenerateSeries": Row(
        "made",
        "operator",
        lambda ground: generate(ground.cards_of.hall, serial_number=f"G {request_id()[:8]}"),
        MAKERS,
        other={"title": "Another"},
        refused=(
            Refusal("made", "STRIPS_NOT_WHOLE", "", {"cards": 61}),
            Refusal("made", "CARD_NUMBERS_TOO_HIGH", "", {"first_card": 9_999_999}),
        ),
        malformed={**NEW, "first_card": (0, 10_000_000), "cards": (0, 2_000_001)},
    ),
    "ChangeSeries": Row(
        "made",
        "operator",
        lambda ground: cards.ChangeSeriesRequest(
            request_id=request_id(),
            name=ground.series.name,
            version=1,
            title="Teal",
            serial_number="T 1",
        ),
        MAKERS,
        other={"title": "Another"},
        refused=(Refusal("sold", "SERIES_SOLD_FROM", "", {"version": 2}),),
        malformed={
            "request_id": IDS,
            "name": SERIES_NAMES,
            "version": (0,),
            "title": (LONG,),
            "serial_number": ("", "!"),
        },
        unknown=NO_SERIES,
    ),
    "UseSeries": Row(
        "made",
        "operator",
        lambda ground: cards.UseSeriesRequest(request_id=request_id(), name=ground.series.name),
        MAKERS,
        malformed={"request_id": IDS, "name": SERIES_NAMES, "year": (10_000,)},
        unknown=NO_SERIES,
    ),
    "WithdrawSeries": Row(
        "in use",
        "operator",
        lambda ground: cards.WithdrawSeriesRequest(
            request_id=request_id(), name=ground.series.name
        ),
        MAKERS,
        refused=(Refusal("made", "SERIES_NOT_IN_USE"),),
        malformed={"request_id": IDS, "name": SERIES_NAMES, "year": (10_000,)},
        unknown=NO_SERIES,
    ),
    "GetSeries": Row(
        "made",
        "auditor",
        lambda ground: cards.GetSeriesRequest(name=ground.series.name),
        READERS,
        malformed={"name": SERIES_NAMES},
        unknown=NO_SERIES,
    ),
    "ListSeries": Row(
        "made",
        "auditor",
        lambda ground: cards.ListSeriesRequest(parent=ground.venue),
        READERS,
        malformed={
            "parent": ("", "akl", "venues/AKL"),
            "page_size": (501,),
            "page_token": (LONG, "!", "AAAA"),
        },
    ),
    "GetCatalogue": Row(
        "in use",
        "auditor",
        lambda ground: cards.GetCatalogueRequest(
            name=f"{ground.venue}/catalogue/{ground.cards_of.hall.day[:4]}"
        ),
        READERS,
        malformed={"name": ("", "venues/akl/catalogue/26", "venues/akl/cardSeries/2026")},
        unknown="venues/{venue}/catalogue/1999",
    ),
    "GetCards": Row(
        "made",
        "auditor",
        lambda ground: cards.GetCardsRequest(name=ground.series.name, first_card=1, last_card=6),
        READERS,
        malformed={"name": SERIES_NAMES, "first_card": (0,), "last_card": (0, 5_000)},
        unknown=NO_SERIES,
    ),
    "ExportCards": Row(
        "made",
        "auditor",
        lambda ground: cards.ExportCardsRequest(
            name=ground.series.name, form=cards.EXPORT_FORM_CSV
        ),
        frozenset(("game_manager", "operator", "auditor")),
        malformed={"name": SERIES_NAMES, "form": (0, 9)},
        unknown=NO_SERIES,
    ),
    "OpenSales": Row(
        "in use",
        "manager",
        lambda ground: ground.cards_of.opening(ground.game, ground.series.name),
        MANAGERS,
        other={"prices": sales_pb2.Prices(card=nzd(300))},
        refused=(
            Refusal("open", "SALES_OPENED_BEFORE"),
            Refusal("made", "SERIES_NOT_IN_USE"),
            Refusal("begun", "PLAY_BEGUN"),
            Refusal(
                "in use",
                "PRICE_IN_OTHER_CURRENCY",
                "",
                {"prices": sales_pb2.Prices(card=Money(currency="USD", minor_units=200))},
            ),
        ),
        malformed={
            "request_id": IDS,
            "name": DESK_NAMES,
            "series": ([],),
            "series[0].series": ([sales.OfferedSeries(series="blue")],),
            "series[0].cards.last": (
                [sales.OfferedSeries(series="venues/akl/cardSeries/2026-a", cards=span(7, 6))],
            ),
            "prices": (None,),
            "prices.card": (sales_pb2.Prices(),),
            "prices.card.minor_units": (
                sales_pb2.Prices(card=BAD_MONEY[0]),
                sales_pb2.Prices(card=TOO_MUCH),
            ),
            "prices.card.currency": (sales_pb2.Prices(card=BAD_MONEY[1]),),
        },
        unknown=NO_DESK,
    ),
    "SellCards": Row(
        "open",
        "seller",
        lambda ground: ground.cards_of.selling(ground.game, 1, 6, 1_000),
        SELLERS,
        other={"receipts": nzd(200), "cards": span(7)},
        refused=(
            Refusal("in use", "SALES_NOT_OPEN"),
            Refusal("sold", "CARD_SOLD"),
            Refusal("closed", "SALES_CLOSED", "", {"cards": span(7), "receipts": nzd(200)}),
            Refusal("open", "CARD_NOT_OFFERED", "NZB-5.7(c)(i)", {"cards": span(61, 66)}),
            Refusal("open", "OTHER_CARDS", "", {"cards": span(55, 66)}),
            Refusal("open", "RECEIPTS_DIFFER", "", {"receipts": nzd(999)}),
        ),
        malformed={
            "request_id": IDS,
            "name": DESK_NAMES,
            "cards": (None,),
            "cards.first": (BAD_SPANS[0],),
            "cards.last": (BAD_SPANS[1], span(7, 6)),
            "receipts": (None,),
            "receipts.minor_units": (BAD_MONEY[0], TOO_MUCH),
            "receipts.currency": (BAD_MONEY[1],),
        },
        unknown=NO_DESK,
    ),
    "VoidSale": Row(
        "sold",
        "second_seller",
        lambda ground: sales.VoidSaleRequest(
            request_id=request_id(), name=ground.block, sale=1, why="keyed twice"
        ),
        TILL,
        other={"why": "another reason"},
        refused=(
            Refusal("sold", "NO_SUCH_SALE", "", {"sale": 2}),
            Refusal("voided", "SALE_OVER"),
            Refusal("closed", "SALE_COUNTED"),
        ),
        malformed={"request_id": IDS, "name": BLOCK_NAMES, "sale": (0,), "why": ("", LONG)},
        unknown=NO_BLOCK,
    ),
    "ReturnCards": Row(
        "sold",
        "seller",
        lambda ground: sales.ReturnCardsRequest(request_id=request_id(), name=ground.block, sale=1),
        TILL,
        other={"sale": 2},
        refused=(
            Refusal("sold", "NO_SUCH_SALE", "", {"sale": 2}),
            Refusal("voided", "SALE_OVER"),
            Refusal("closed", "SALE_COUNTED"),
        ),
        malformed={"request_id": IDS, "name": BLOCK_NAMES, "sale": (0,)},
        unknown=NO_BLOCK,
    ),
    "CloseSales": Row(
        "sold",
        "manager",
        lambda ground: sales.CloseSalesRequest(request_id=request_id(), name=desk(ground.game)),
        MANAGERS,
        refused=(Refusal("in use", "SALES_NOT_OPEN"),),
        malformed={"request_id": IDS, "name": DESK_NAMES},
        unknown=NO_DESK,
    ),
    "EnterLateSale": Row(
        "closed",
        "manager",
        _late,
        MANAGERS,
        other={"evidence": "a photograph"},
        refused=(
            Refusal("sold", "SALES_STILL_OPEN"),
            Refusal("closed", "CARD_SOLD", "", {"cards": span(1)}),
            Refusal("closed", "OWN_LATE_SALE", "", {"seller": "MERE"}),
            Refusal("closed", "EVIDENCE_NEEDED", "", {"evidence": "  "}),
            Refusal("closed", "RECEIPTS_DIFFER", "", {"receipts": nzd(1)}),
        ),
        malformed={
            "request_id": IDS,
            "name": DESK_NAMES,
            "cards": (None,),
            "receipts": (None,),
            "receipts.minor_units": (BAD_MONEY[0],),
            "seller": ("", LONG, " sue", "su\ne"),
            "evidence": ("", LONG),
        },
        unknown=NO_DESK,
    ),
    "GetSales": Row(
        "in use",
        "auditor",
        lambda ground: sales.GetSalesRequest(name=desk(ground.game)),
        READERS,
        malformed={"name": DESK_NAMES},
        unknown=NO_DESK,
    ),
    "WatchSales": Row(
        "in use",
        "auditor",
        lambda ground: sales.WatchSalesRequest(name=desk(ground.game)),
        READERS,
        malformed={"name": DESK_NAMES},
        unknown=NO_DESK,
    ),
    "GetBlock": Row(
        "sold",
        "auditor",
        lambda ground: sales.GetBlockRequest(name=ground.block),
        READERS,
        malformed={"name": BLOCK_NAMES},
        unknown=NO_BLOCK,
    ),
    "FindSale": Row(
        "sold",
        "auditor",
        lambda ground: sales.FindSaleRequest(name=desk(ground.game), card=6),
        READERS,
        refused=(
            Refusal("in use", "SALES_NOT_OPEN"),
            Refusal("sold", "CARD_NOT_OFFERED", "NZB-5.7(c)(i)", {"card": 61}),
        ),
        malformed={"name": DESK_NAMES, "card": (0, 10_000_000)},
        unknown=NO_DESK,
    ),
    "Reconcile": Row(
        "sold",
        "auditor",
        lambda ground: sales.ReconcileRequest(name=desk(ground.game)),
        READERS,
        refused=(Refusal("in use", "SALES_NOT_OPEN"),),
        malformed={"name": DESK_NAMES},
        unknown=NO_DESK,
    ),
}
ELSEWHERE = ("ReplaceCards",)
"""RPCs that need two games; they have tests of their own."""
REGULATED = (
    *("LoadSeries", "GenerateSeries", "ChangeSeries", "UseSeries", "WithdrawSeries"),
    *("OpenSales", "SellCards", "VoidSale", "ReturnCards", "CloseSales", "EnterLateSale"),
)
"""Those that leave a commit."""


async def ask(verify: Verify, method: str, request: Message, at: Metadata) -> Message:
    """The reply to a request; of a stream, its last, or of a watch its first."""
    stub: Any = verify.sales if (SALES, method) in METHODS else verify.cards
    call = getattr(stub, method)(request, metadata=at)
    if method == "WatchSales":
        try:
            async for first in call:
                return first  # type: ignore[no-any-return]
            raise AssertionError("the stream ended without a word")
        finally:
            call.cancel()
    reply: Message = await (last(call) if method in STREAMS else call)
    return reply


def by(ground: Ground, who: str) -> Person:
    """One of the people who have to do with cards."""
    person: Person = getattr(ground.cards_of.staff, who)
    return person


# -- grounds to try them on --------------------------------------------------------------------


async def _nothing(ground: Ground) -> None:
    """As it is."""


async def _in_use(ground: Ground) -> None:
    use = cards.UseSeriesRequest(request_id=request_id(), name=ground.series.name)
    at = ground.cards_of.staff.operator.at
    await ground.cards_of.verify.cards.UseSeries(use, metadata=at)


async def _begun(ground: Ground) -> None:
    await _in_use(ground)
    serial = ground.series.serial_number
    play = ground.play
    announced = await play.draw.AnnounceGame(
        play.announcing(serial_number=serial), metadata=play.caller.at
    )
    play.game = announced.game
    await play.round()


async def _open(ground: Ground) -> None:
    await _in_use(ground)
    await ground.cards_of.open_sales(ground.game, ground.series.name)


async def _sold(ground: Ground) -> None:
    await _open(ground)
    await ground.cards_of.sell(ground.game, 1, 6, 1_000)


async def _voided(ground: Ground) -> None:
    await _sold(ground)
    request = ROWS["VoidSale"].make(ground)
    await ask(ground.cards_of.verify, "VoidSale", request, by(ground, "second_seller").at)


async def _closed(ground: Ground) -> None:
    await _sold(ground)
    await ground.cards_of.close_sales(ground.game)


PHASES = {
    "made": _nothing,
    "in use": _in_use,
    "begun": _begun,
    "open": _open,
    "sold": _sold,
    "voided": _voided,
    "closed": _closed,
}


async def ground_at(phase: str, cards_of: Hallway, draw: Replica) -> Ground:
    """A new series and a new game, brought to where they stand so."""
    serial = f"M {request_id()[:8]}"
    series = await cards_of.make(serial_number=serial)
    play = await Play.opened(cards_of.hall, draw.draw, serial_number=serial)
    card = cards.StageCardsRequest(parent=f"venues/{cards_of.hall.venue}", content=ONE_CARD)
    at = cards_of.staff.operator.at
    part = (await cards_of.verify.cards.StageCards(card, metadata=at)).part
    ground = Ground(cards_of, series, play, part)
    # So that its desk is there: a moment after the game by itself.
    await cards_of.watch_for(play.game.name)
    await PHASES[phase](ground)
    return ground


ONE_CARD = (
    b"card,top1,top2,top3,top4,top5,middle1,middle2,middle3,middle4,middle5,"
    b"bottom1,bottom2,bottom3,bottom4,bottom5\n"
    b"41,5,20,42,61,80,13,33,53,70,81,7,27,38,65,88\n"
)


class Untouched:
    """Grounds for tests of what changes nothing: one for each phase."""

    def __init__(self, cards_of: Hallway, draw: Replica) -> None:
        self._cards_of = cards_of
        self._draw = draw
        self._grounds: dict[str, Ground] = {}

    async def at(self, phase: str) -> Ground:
        """The ground that stands so."""
        if phase not in self._grounds:
            self._grounds[phase] = await ground_at(phase, self._cards_of, self._draw)
        return self._grounds[phase]
