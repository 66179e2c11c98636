"""What the report of a day tells of what was tried, and of what somebody decided on sight."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.kit.day_report import report, sections
from tests.kit.draw import Hall
from tests.kit.prizes import Counter

pytest_plugins = ["tests.kit.jackpots"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_tried_theft_is_a_breach_and_a_decision_on_sight_an_override(
    hall: Hall, counter_of: Any, tmp_path: Path
):
    table: Counter = await counter_of()
    with pytest.raises(Exception, match="PERMISSION_DENIED"):
        await table.verify.prizes.PayPrize(table.paying(), metadata=hall.stranger.at)
    await table.play.end()
    assert (await report(hall, tmp_path)).code == 0
    told = sections(tmp_path)
    assert any(
        row["what"].startswith("PayPrize denied") and row["by"] == "sly"
        for row in told["breaches"].values()
    )
    assert any(
        row["what"] == "ended early" and table.play.id.id in row["of"]
        for row in told["overrides"].values()
    )
