"""Every call of cards, sales, claims and the eye is there, and says what it was told to say."""

from __future__ import annotations

import re
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

import eyesdown_client
from eyesdown.common.v1 import players_pb2
from eyesdown.verify.v1 import (
    card_service_pb2,
    cards_pb2,
    claim_service_pb2,
    claims_pb2,
    desk_events_pb2,
    eye_pb2,
    eye_service_pb2,
    sales_pb2,
    sales_service_pb2,
)
from eyesdown_client import (
    Cards,
    CardSales,
    Claims,
    Columns,
    ExportForm,
    Eye,
    Eyesdown,
    layout,
    money,
    player_shown,
    span,
)
from tests.client.house import House

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
BLUE = "venues/akl/cardSeries/2026-blue"
DESK = "venues/akl/claimDesks/2026-11-29-07"
BLOCK = "venues/akl/salesBlocks/2026-11-29-07-0000001"
NINES = cards_pb2.Layout(format=cards_pb2.FORMAT_NINETY, columns=cards_pb2.COLUMNS_NINES)
SERIES = cards_pb2.CardSeries(name=BLUE, version=2)
CATALOGUE = cards_pb2.Catalogue(name="venues/akl/catalogue/2026", version=2)
GAME_SALES = sales_pb2.GameSales(name=DESK, version=3)
SALE = sales_pb2.Sale(sale=4)
CLAIM = claim_service_pb2.Claim(call_out=1)
STATE = claim_service_pb2.ClaimDesk(name=DESK, version=3)
SERVICES = {
    "cards": (card_service_pb2, Cards),
    "sales": (sales_service_pb2, CardSales),
    "claims": (claim_service_pb2, Claims),
    "eye": (eye_service_pb2, Eye),
}
STEP: dict[str, Any] = {"call_out": 1, "room": "main", "request_id": RID}

# Of each call: where it is made and how; the request's fields; the answer's, the first of which
# the call gives, or with "whole" the answer itself.
CALLS: dict[str, tuple[str, Any, dict[str, Any], dict[str, Any]]] = {
    "GetSight": (
        "eye",
        lambda c: c.get_sight(DESK),
        {"name": DESK},
        {"sight": eye_pb2.Sight(name=DESK, version=9, cards=6)},
    ),
    "StageCards": (
        "cards",
        lambda c: c.stage_cards(venue="akl", content=b"card,top1"),
        {"parent": "venues/akl", "content": b"card,top1"},
        {"part": b"p" * 32},
    ),
    "ChangeSeries": (
        "cards",
        lambda c: c.change_series(
            BLUE, version=2, title="Teal", serial_number="B 7", validate_only=True, request_id=RID
        ),
        {
            **{"request_id": RID, "name": BLUE, "version": 2},
            **{"title": "Teal", "serial_number": "B 7", "validate_only": True},
        },
        {"series": SERIES},
    ),
    "UseSeries": (
        "cards",
        lambda c: c.use_series(BLUE, year=2027, request_id=RID),
        {"request_id": RID, "name": BLUE, "year": 2027},
        {"catalogue": CATALOGUE},
    ),
    "WithdrawSeries": (
        "cards",
        lambda c: c.withdraw_series(BLUE, year=2027, request_id=RID),
        {"request_id": RID, "name": BLUE, "year": 2027},
        {"catalogue": CATALOGUE},
    ),
    "GetSeries": (
        "cards",
        lambda c: c.get_series(BLUE, at_least_version=2),
        {"name": BLUE, "at_least_version": 2},
        {"series": SERIES},
    ),
    "GetCatalogue": (
        "cards",
        lambda c: c.get_catalogue(CATALOGUE.name),
        {"name": CATALOGUE.name},
        {"catalogue": CATALOGUE},
    ),
    "GetCards": (
        "cards",
        lambda c: c.get_cards(BLUE, first_card=7, last_card=8),
        {"name": BLUE, "first_card": 7, "last_card": 8},
        {"cards": [cards_pb2.Card(card=7), cards_pb2.Card(card=8)]},
    ),
    "OpenSales": (
        "sales",
        lambda c: c.open_sales(
            DESK,
            series={BLUE: span(1, 600)},
            card=money("NZD", 2_00),
            sheet=money("NZD", 10_00),
            request_id=RID,
        ),
        {
            "request_id": RID,
            "name": DESK,
            "series": [
                sales_service_pb2.OfferedSeries(
                    series=BLUE, cards=sales_pb2.Span(first=1, last=600)
                )
            ],
            "prices": sales_pb2.Prices(card=money("NZD", 200), sheet=money("NZD", 1_000)),
        },
        {"sales": GAME_SALES},
    ),
    "SellCards": (
        "sales",
        lambda c: c.sell_cards(DESK, cards=span(13), receipts=money("NZD", 2_00), request_id=RID),
        {
            **{"request_id": RID, "name": DESK},
            **{"cards": sales_pb2.Span(first=13, last=13), "receipts": money("NZD", 200)},
        },
        {"whole": None, "block": BLOCK, "sale": SALE},
    ),
    "VoidSale": (
        "sales",
        lambda c: c.void_sale(BLOCK, sale=4, reason="a slip", request_id=RID),
        {"request_id": RID, "name": BLOCK, "sale": 4, "reason": "a slip"},
        {"sale": SALE},
    ),
    "ReturnCards": (
        "sales",
        lambda c: c.return_cards(BLOCK, sale=4, request_id=RID),
        {"request_id": RID, "name": BLOCK, "sale": 4},
        {"sale": SALE},
    ),
    "CloseSales": (
        "sales",
        lambda c: c.close_sales(DESK, request_id=RID),
        {"request_id": RID, "name": DESK},
        {"sales": GAME_SALES},
    ),
    "EnterLateSale": (
        "sales",
        lambda c: c.enter_late_sale(
            DESK,
            cards=span(13, 18),
            receipts=money("NZD", 10_00),
            seller="sal",
            evidence="till roll",
            shown=player_shown(member_number="M 4711"),
            request_id=RID,
        ),
        {
            **{"request_id": RID, "name": DESK, "seller": "sal", "evidence": "till roll"},
            "shown": players_pb2.PlayerShown(member_number="M 4711"),
            **{"cards": sales_pb2.Span(first=13, last=18), "receipts": money("NZD", 1_000)},
        },
        {"whole": None, "block": BLOCK, "sale": SALE},
    ),
    "ReplaceCards": (
        "sales",
        lambda c: c.replace_cards(
            DESK,
            old_cards=span(1, 6),
            cards=span(601, 606),
            shown=player_shown(member_number="M 4711"),
            request_id=RID,
        ),
        {
            **{"request_id": RID, "name": DESK},
            "shown": players_pb2.PlayerShown(member_number="M 4711"),
            "old_cards": sales_pb2.Span(first=1, last=6),
            "cards": sales_pb2.Span(first=601, last=606),
        },
        {"whole": None, "block": BLOCK, "sale": SALE},
    ),
    "GetSales": (
        "sales",
        lambda c: c.get_sales(DESK, at_least_version=3),
        {"name": DESK, "at_least_version": 3},
        {"sales": GAME_SALES},
    ),
    "GetBlock": (
        "sales",
        lambda c: c.get_block(BLOCK),
        {"name": BLOCK},
        {"block": sales_pb2.SalesBlock(name=BLOCK)},
    ),
    "FindSale": (
        "sales",
        lambda c: c.find_sale(DESK, card=13),
        {"name": DESK, "card": 13},
        {"whole": None, "block": BLOCK, "sale": SALE},
    ),
    "Reconcile": (
        "sales",
        lambda c: c.reconcile(DESK),
        {"name": DESK},
        {"reconciliation": sales_pb2.Reconciliation(cards_unsold=6)},
    ),
    "CheckCard": (
        "claims",
        lambda c: c.check_card(DESK, card=13, serial_number="A 1204", position=5),
        {"name": DESK, "card": 13, "serial_number": "A 1204", "position": 5},
        {"examination": claims_pb2.Examination(card=13)},
    ),
    "CollectCard": (
        "claims",
        lambda c: c.collect_card(DESK, card=13, serial_number="A 1204", **STEP),
        {"name": DESK, "card": 13, "serial_number": "A 1204", **STEP},
        {"claim": CLAIM, "desk": STATE},
    ),
    "ReadCard": (
        "claims",
        lambda c: c.read_card(DESK, **STEP),
        {"name": DESK, **STEP},
        {"numbers": [1, 11], "desk": STATE},
    ),
    "VerifyNumbers": (
        "claims",
        lambda c: c.verify_numbers(
            DESK, call_out=1, unconfirmed=[11], witnesses=["Nora"], request_id=RID
        ),
        {
            **{"name": DESK, "call_out": 1, "request_id": RID},
            **{"unconfirmed": [11], "witnesses": ["Nora"]},
        },
        {"desk": STATE},
    ),
    "DecideClaim": (
        "claims",
        lambda c: c.decide_claim(DESK, no_card=True, **STEP),
        {"name": DESK, "no_card": True, **STEP},
        {"claim": CLAIM, "desk": STATE},
    ),
    "RuleLateClaim": (
        "claims",
        lambda c: c.rule_late_claim(DESK, in_time=True, **STEP),
        {"name": DESK, "in_time": True, **STEP},
        {"desk": STATE},
    ),
    "GetDesk": (
        "claims",
        lambda c: c.get_desk(DESK, at_least_version=3),
        {"name": DESK, "at_least_version": 3},
        {"desk": STATE},
    ),
}
STREAMS = {
    "LoadSeries",
    "GenerateSeries",
    "ExportCards",
    "ListSeries",
    "WatchSales",
    "WatchDesk",
    "WatchSight",
}
"""Tried by tests of their own."""


def message(part: str, name: str, fields: dict[str, Any]) -> Message:
    """A request or an answer of a service."""
    made: Message = getattr(SERVICES[part][0], name)(**fields)
    return made


@pytest.mark.parametrize("method", CALLS)
async def test_a_call_says_what_it_was_told(house: House, eyesdown: Eyesdown, method: str):
    part, make, asked, answered = CALLS[method]
    fields = {name: each for name, each in answered.items() if name != "whole"}
    answer = message(part, f"{method}Response", fields)
    house.answers(method, answer)
    gives = await make(getattr(eyesdown, part))
    assert gives == (answer if "whole" in answered else next(iter(fields.values())))
    assert [(each.method, each.request) for each in house.calls] == [
        (method, message(part, f"{method}Request", asked))
    ]


@pytest.mark.parametrize("part", SERVICES)
def test_there_is_a_method_for_each_rpc(part: str):
    messages, ours = SERVICES[part]
    (service,) = messages.DESCRIPTOR.services_by_name.values()
    snake = {re.sub(r"(?<!^)(?=[A-Z])", "_", each.name).lower() for each in service.methods}
    assert {name for name in vars(ours) if not name.startswith("_")} == snake
    tried = {method for method, (where, *_) in CALLS.items() if where == part}
    assert set(service.methods_by_name) <= tried | STREAMS


async def test_a_series_tells_how_far_it_is_and_comes_last(house: House, eyesdown: Eyesdown):
    about = {"series_id": "2026-blue", "title": "Blue", "serial_number": "A 1204"}

    def answers(answer: Any) -> Any:
        async def two(request: Any, context: Any) -> Any:
            yield answer(done=600)
            yield answer(done=606, series=SERIES)

        return two

    house.answers("GenerateSeries", answers(card_service_pb2.GenerateSeriesResponse))
    house.answers("LoadSeries", answers(card_service_pb2.LoadSeriesResponse))
    given: dict[str, Any] = {"venue": "akl", "layout": NINES, "request_id": RID, **about}
    made = eyesdown.cards.generate_series(**given, first_card=7, cards=606)
    loaded = eyesdown.cards.load_series(**given, strips=True, parts=[b"p" * 32])
    for replies in (made, loaded):
        told = [reply async for reply in replies]
        assert [reply.done for reply in told] == [600, 606]
        assert told[-1].series == SERIES
    said: dict[str, Any] = {"request_id": RID, "parent": "venues/akl", "layout": NINES, **about}
    assert [each.request for each in house.calls] == [
        card_service_pb2.GenerateSeriesRequest(**said, first_card=7, cards=606),
        card_service_pb2.LoadSeriesRequest(**said, strips=True, parts=[b"p" * 32]),
    ]


async def test_a_file_that_breaks_off_is_begun_again_and_is_whole(house: House, eyesdown: Eyesdown):
    tries = 0

    async def breaks_once(request: Any, context: Any) -> Any:
        nonlocal tries
        tries += 1
        yield card_service_pb2.ExportCardsResponse(content=b"card,")
        if tries == 1:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "going away")
        yield card_service_pb2.ExportCardsResponse(content=b"top1")

    house.answers("ExportCards", breaks_once)
    text = await eyesdown.cards.export_cards(BLUE, form=ExportForm.CSV, first_card=2, last_card=9)
    assert (text, tries) == (b"card,top1", 2)
    assert house.calls[-1].request == card_service_pb2.ExportCardsRequest(
        name=BLUE, first_card=2, last_card=9, form=card_service_pb2.EXPORT_FORM_CSV
    )


async def test_series_are_listed_page_by_page(house: House, eyesdown: Eyesdown):
    row = cards_pb2.CardSeriesRow(name=BLUE)
    answer = card_service_pb2.ListSeriesResponse
    house.answers("ListSeries", answer(series=[row], next_page_token="p2"), answer(series=[row]))
    assert [
        each async for each in eyesdown.cards.list_series(venue="akl", year=2025, page_size=1)
    ] == [*(row, row)]
    assert [each.request.page_token for each in house.calls] == ["", "p2"]
    assert house.calls[0].request.parent == "venues/akl"
    assert house.calls[0].request.filter.year == 2025


@pytest.mark.parametrize(
    ("part", "method", "field", "state"),
    [
        ("sales", "WatchSales", "sales", sales_pb2.GameSales),
        ("claims", "WatchDesk", "desk", claim_service_pb2.ClaimDesk),
        ("eye", "WatchSight", "sight", eye_pb2.Sight),
    ],
)
async def test_a_watch_gives_each_version_once(
    house: House, eyesdown: Eyesdown, part: str, method: str, field: str, state: Any
):
    async def versions(request: Any, context: Any) -> Any:
        for version in (7, 7, 8):
            yield message(part, f"{method}Response", {field: state(name=DESK, version=version)})

    house.answers(method, versions)
    watch = getattr(getattr(eyesdown, part), f"watch_{field}")
    seen = [getattr(each, field).version async for each in watch(DESK, after_version=6)]
    assert seen == [7, 8]
    assert house.calls[0].request == message(
        part, f"{method}Request", {"name": DESK, "after_version": 6}
    )


async def test_a_client_that_is_not_open_says_so(connect: Any):
    closed = connect()
    for part in SERVICES:
        with pytest.raises(RuntimeError, match="async with"):
            getattr(closed, part)


def test_a_layout_follows_from_its_columns():
    assert layout(Columns.NINES) == NINES
    assert layout(Columns.TENS).format == cards_pb2.FORMAT_NINETY
    assert layout(Columns.FIFTEENS) == cards_pb2.Layout(
        format=cards_pb2.FORMAT_SEVENTY_FIVE, columns=cards_pb2.COLUMNS_FIFTEENS
    )


@pytest.mark.parametrize(
    ("word", "contract", "values"),
    [
        ("Columns", "COLUMNS_", cards_pb2.Columns),
        ("ExportForm", "EXPORT_FORM_", card_service_pb2.ExportForm),
        ("SalesPhase", "SALES_PHASE_", sales_pb2.SalesPhase),
        ("ClaimOutcome", "OUTCOME_", desk_events_pb2.Outcome),
        ("ClaimPhase", "CLAIM_PHASE_", claim_service_pb2.ClaimPhase),
    ],
)
def test_the_words_are_those_of_the_contract(word: str, contract: str, values: Any):
    said = {name.removeprefix(contract): number for name, number in values.items() if number}
    assert {each.name: each.value for each in getattr(eyesdown_client, word)} == said
