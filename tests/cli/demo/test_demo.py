"""The demonstration ends with an error when a figure is not the one worked out by hand."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from eyesdown_client import Finding, Refused
from services.cli.demo.command import PARTS
from services.cli.demo.evening import Differs, Evening
from services.kernel.money import Money


def evening() -> Evening:
    return Evening(Mock(), Mock(), Mock(), Mock(), Mock())


async def done() -> None:
    return None


async def not_done() -> None:
    raise Refused("PAUSED", "A player has called out.")


def test_a_figure_that_differs_is_kept_and_told(capsys: pytest.CaptureFixture[str]):
    made = evening()
    made.check("numbers called", 90, 90)
    assert made.differences == []
    made.check("their sum", 4094, 4095)
    assert made.differences == ["their sum is 4094, and by hand it is 4095"]
    told = capsys.readouterr().out.splitlines()
    assert told == ["  ok      numbers called: 90", "  DIFFERS their sum: 4094"]


def test_figures_are_told_in_words(capsys: pytest.CaptureFixture[str]):
    made = evening()
    for figure in (
        *([30, 45], [], [(7, 2), (25, 4)], list(range(1, 10)), True),
        *(Money("NZD", 1_990_00), [Money("NZD", -5_00)], Finding.NOT_UPHELD),
        {"house": -200_00, "players": 207_20},
    ):
        made.check("it", figure, figure)
    assert [line.partition("it: ")[2] for line in capsys.readouterr().out.splitlines()] == [
        *("30, 45", "none", "7, 2; 25, 4", "9 of them, 1, 2, 3 … 7, 8, 9", "yes"),
        *("NZD 1,990.00", "NZD -5.00", "not upheld", "house -20000, players 20720"),
    ]


async def test_what_is_not_refused_ends_it():
    with pytest.raises(Differs, match="and nothing refused it"):
        await evening().refused("goes on", "PAUSED", done())


async def test_a_refusal_for_another_reason_is_a_difference():
    made = evening()
    await made.refused("goes on", "PAUSED", not_done())
    assert made.differences == []
    await made.refused("goes on", "HELD", not_done())
    assert made.differences == ["goes on: PAUSED, and by hand it is HELD"]


def test_no_part_is_played_twice():
    assert len(set(PARTS)) == len(PARTS) > 8
