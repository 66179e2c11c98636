"""`eyesdown cards`, asked of a service whose answers a test writes down."""

from __future__ import annotations

from pathlib import Path

import pytest

from eyesdown.verify.v1 import card_service_pb2 as pb
from tests.cli.command import eyesdown
from tests.client.house import House

USUAL = 10.0
"""Seconds that a command waits for a call, unless it says otherwise."""


@pytest.mark.parametrize(
    ("command", "method", "answer"),
    [
        ("use", "UseSeries", pb.UseSeriesResponse()),
        ("withdraw", "WithdrawSeries", pb.WithdrawSeriesResponse()),
    ],
)
async def test_a_catalogue_of_millions_of_cards_is_waited_for(
    tmp_path: Path, command: str, method: str, answer: pb.UseSeriesResponse
):
    house = House()
    await house.start()
    try:
        house.answers(method, answer)
        where = {"EYESDOWN_VERIFY": f"127.0.0.1:{house.port}", "EYESDOWN_TOKEN": "t1"}
        done = await eyesdown("cards", command, "akl/2026-blue", data=tmp_path, more=where)
    finally:
        await house.stop()
    assert (done.code, done.err) == (0, "")
    (call,) = house.calls
    assert call.method == method
    assert call.remaining is not None
    assert call.remaining > 2 * USUAL
