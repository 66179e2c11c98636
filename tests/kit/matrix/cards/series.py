"""The RPCs of series of cards, of the catalogue and of what a series holds."""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.message import Message

from eyesdown.verify.v1 import card_service_pb2 as cards
from eyesdown.verify.v1 import cards_pb2
from tests.kit.matrix.cards.common import (
    MAKERS,
    READERS,
    Ground,
)
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.verify import generate, request_id, series_id

BAD_LAYOUT = cards_pb2.Layout(format=cards_pb2.FORMAT_NINETY, columns=cards_pb2.COLUMNS_FIFTEENS)
NEW = {
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


ROWS: Mapping[str, Row] = {
    "StageCards": Row(
        "made",
        "operator",
        {"content": b"card"},
        MAKERS,
        malformed={"content": (b"",)},
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
            Refusal("made", "STRIPS_NOT_WHOLE", changes={"cards": 61}),
            Refusal("made", "CARD_NUMBERS_TOO_HIGH", changes={"first_card": 9_999_999}),
        ),
        malformed={**NEW, "first_card": (0, 10_000_000), "cards": (0, 2_000_001)},
    ),
    "ChangeSeries": Row(
        "made",
        "operator",
        {"title": "Teal", "serial_number": "T 1"},
        MAKERS,
        other={"title": "Another"},
        refused=(Refusal("sold", "SERIES_SOLD_FROM", changes={"version": 2}),),
        malformed={
            "version": (0,),
            "title": (LONG,),
            "serial_number": ("", "!"),
        },
    ),
    "UseSeries": Row(
        "made",
        "operator",
        {},
        MAKERS,
        malformed={"year": (10_000,)},
    ),
    "WithdrawSeries": Row(
        "in use",
        "operator",
        {},
        MAKERS,
        refused=(Refusal("made", "SERIES_NOT_IN_USE"),),
        malformed={"year": (10_000,)},
    ),
    "GetSeries": Row(
        "made",
        "auditor",
        {},
        READERS,
    ),
    "ListSeries": Row(
        "made",
        "auditor",
        {},
        READERS,
        malformed={"filter.year": (cards.ListSeriesRequest.Filter(year=10_000),)},
    ),
    "GetCatalogue": Row(
        "in use",
        "auditor",
        lambda ground: cards.GetCatalogueRequest(
            name=f"{ground.venue}/catalogue/{ground.cards_of.hall.day[:4]}"
        ),
        READERS,
    ),
    "GetCards": Row(
        "made",
        "auditor",
        {"first_card": 1, "last_card": 6},
        READERS,
        malformed={"first_card": (0,), "last_card": (0, 5_000)},
    ),
    "ExportCards": Row(
        "made",
        "auditor",
        {"form": cards.EXPORT_FORM_CSV},
        frozenset(("game_manager", "operator", "auditor")),
        malformed={"form": (0, 9)},
    ),
}
