"""A hall of 600 sold cards, played through the public API from the first number to the last
receipt: its ties are those of a table of numbers, and each is divided to the cent."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import card_service_pb2 as cards
from services.verify.cards import csv_form
from tests.kit.draw_play import BINGO, LINE
from tests.kit.hall_of_cards import CARDS, FULL_CARD, done_on, order, winners
from tests.kit.hall_of_cards import LINE as FIRST_ROW
from tests.kit.hall_of_cards import hall as cards_of_a_hall
from tests.kit.prizes import PAID, Counter, cents, money, playing_for
from tests.kit.verify import NINETY, Hallway, last, request_id, series_id

pytest_plugins = ["tests.kit.prizes"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

SEED = "hall 0"
LINE_PRIZE, BINGO_PRIZE = 10_000, 50_000


def tied(games: int = 60) -> list[str]:
    """The first games of the hall in which a line is shared, and in which the full card is."""
    pack = cards_of_a_hall(SEED)
    found: dict[int, str] = {}
    for game in range(games):
        seed = f"game 0/{game}"
        done = done_on(pack, order(seed))
        for stage in (FIRST_ROW, FULL_CARD):
            if len(winners(done, stage)[1]) > 1:
                found.setdefault(stage, seed)
    assert len(found) == 2, "one stage in eight is shared"
    return [found[FIRST_ROW], found[FULL_CARD]]


async def sold_out(cards_of: Hallway, counter_of: Any, serial: str) -> Counter:
    """A game for which all 600 cards of the hall are sold."""
    text = b"".join(csv_form.exported(cards_of_a_hall(SEED), 1, CARDS))
    parent, operator = f"venues/{cards_of.hall.venue}", cards_of.staff.operator.at
    stub = cards_of.verify.cards
    staging = cards.StageCardsRequest(parent=parent, content=text)
    part = (await stub.StageCards(staging, metadata=operator)).part
    loading = cards.LoadSeriesRequest(
        request_id=request_id(),
        parent=parent,
        series_id=series_id(cards_of.hall),
        title="A hall",
        serial_number=serial,
        layout=NINETY,
        strips=True,
        parts=[part],
    )
    series = (await last(stub.LoadSeries(loading, metadata=operator))).series
    using = cards.UseSeriesRequest(request_id=request_id(), name=series.name)
    await stub.UseSeries(using, metadata=operator)
    table: Counter = await counter_of(
        series=series, sold=((1, CARDS),), **playing_for(LINE_PRIZE, BINGO_PRIZE)
    )
    withdraw = cards.WithdrawSeriesRequest(request_id=request_id(), name=series.name)
    await stub.WithdrawSeries(withdraw, metadata=operator)
    return table


@pytest.mark.parametrize("game", range(2), ids=["a line is shared", "the full card is shared"])
async def test_a_hall_of_600_cards(game: int, cards_of: Hallway, counter_of: Any):
    drawn = order(seed := tied()[game])
    done = done_on(cards_of_a_hall(SEED), drawn)
    on, lines = winners(done, FIRST_ROW)
    over, full = winners(done, FULL_CARD)
    assert len(lines if game == 0 else full) > 1, seed
    table = await sold_out(cards_of, counter_of, f"H {game}")
    await table.call(drawn[:on])
    await table.win(*lines, cry=game_pb2.CRY_LINE)
    await table.call(drawn[on:over])
    await table.win(*full, cry=game_pb2.CRY_BINGO)
    await table.play.end("")
    prizes = await table.until(lambda each: each.over and len(each.settlements) == 2)
    for settled, position, winning, prize in (
        (prizes.settlements[0], on, lines, LINE_PRIZE),
        (prizes.settlements[1], over, full, BINGO_PRIZE),
    ):
        assert settled.position == position
        assert [list(each.share.cards) for each in settled.accounts] == [[c] for c in winning]
        amounts = cents(*settled.accounts)
        added = money(settled.odd_cents) if settled.HasField("odd_cents") else 0
        assert len(set(amounts)) == 1
        assert sum(amounts) == prize + added
        assert 0 <= added < len(winning)
        for account in settled.accounts:
            share, amount = account.share.share, account.share.amount.minor_units
            paid = await table.pay(share, amount, stage=settled.stage)
            assert paid.state == PAID
    prizes = await table.until(lambda each: each.ended)
    assert [each.stage for each in prizes.settlements] == [LINE, BINGO]
