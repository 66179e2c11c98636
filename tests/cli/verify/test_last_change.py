"""What verify shows of cards, sales, prizes and jackpots says since when it is so."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.verify.v1 import cards_pb2, jackpots_pb2, prize_service_pb2, prizes_pb2, sales_pb2
from services.cli.verify import cards_page, jackpot_page, prizes_page, sales_page

AUCKLAND = ZoneInfo("Pacific/Auckland")
AT = Timestamp()
AT.FromDatetime(datetime(2026, 11, 29, 6, 30, 5, tzinfo=UTC))
SERIES = cards_pb2.CardSeries(version=4, updated_at=AT)
SALES = sales_pb2.GameSales(version=4, updated_at=AT)
PRIZES = prize_service_pb2.GamePrizes(version=4, updated_at=AT)
ROLL = prizes_pb2.ReceiptRoll(version=4, updated_at=AT, receipts=[prizes_pb2.Receipt()])
JACKPOT = jackpots_pb2.Jackpot(version=4, updated_at=AT, phase=jackpots_pb2.JACKPOT_PHASE_RUNNING)
THAT_DAY, ANY_DAY = "19:30:05 (v4)", "Sun 29 Nov 2026, 19:30 (v4)"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (cards_page.sheet(SERIES, AUCKLAND), ANY_DAY),
        (sales_page.sheet(SALES, AUCKLAND), THAT_DAY),
        (prizes_page.sheet(PRIZES, AUCKLAND), THAT_DAY),
        (prizes_page.roll(ROLL, AUCKLAND), THAT_DAY),
        (jackpot_page.sheet(JACKPOT, AUCKLAND), ANY_DAY),
    ],
    ids=["series", "sales", "prizes", "receipts", "jackpot"],
)
def test_it_says_when_it_last_changed(lines: Iterable[str], told: str):
    (found,) = (line for line in lines if "last change" in line)
    assert " ".join(found.split()).endswith(f"last change {told}")
