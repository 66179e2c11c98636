"""`eyesdown report day`, of an evening on real services; its figures are worked out by hand.

Of the venue's day, so nothing else is played in its hall.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import eyesdown
from tests.kit.day_report import report, sections
from tests.kit.draw import Hall, Replica
from tests.kit.draw_beside import World
from tests.kit.draw_play import LINE
from tests.kit.jackpots import Jackpots
from tests.kit.prizes import Counter

pytest_plugins = ["tests.kit.jackpots"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.case("B23")
async def test_case_B23_the_report_of_an_evening_has_the_figures_of_its_games_and_none_of_practice(
    hall: Hall, one: Replica, jackpots: Jackpots, counter_of: Any, tmp_path: Path
):
    session = (await World(hall, one).open_session()).name
    jackpot = (await jackpots.open()).name
    practice: Counter = await counter_of(session=session, programme_number=1, practice=True)
    await practice.play.end()
    declare = jackpots.for_game(jackpot, share=2_500, stage=LINE, within=5)
    played: Counter = await counter_of(session=session, programme_number=2, declare=declare)
    await played.call(await played.row(1))
    await played.win(1)
    await played.go_on(1)
    await played.line()
    await played.pay()
    await played.until(lambda each: any(s.kind == 2 for s in each.settlements))
    await played.pay(1, 505_00, kind=2)
    await played.play.end()
    await played.until(lambda each: each.ended)
    await jackpots.once(f"{jackpot}-2", lambda found: found.pool.minor_units == 500_00)
    done = await report(hall, tmp_path)
    assert (done.code, done.err) == (0, "")
    told = sections(tmp_path)
    game = played.play.id.id
    # Two strips of ten dollars, a quarter held; a line of 50, and a jackpot of 500 and what is held
    figures = {
        **{"cards": "12", "receipts": "20.00", "held": "5.00", "prizes": "50.00"},
        **{"jackpots": "505.00", "paid": "555.00"},
    }
    assert told["games"]["1"].items() >= {"game": game, **figures}.items()
    assert told["games"]["total"].items() >= figures.items()
    assert "2" not in told["games"], "practice is in no total"
    assert told["practice"]["1"]["game"] == practice.play.id.id
    assert [row["amount"] for row in told["receipts"].values()] == ["50.00", "505.00", "555.00"]
    assert told["paid"]["1"] == {"way": "cash", "number": "2", "amount": "555.00"}
    line, won, *_ = told["prizes"].values()
    assert (line["prize"], won["prize"]) == ("line", "jackpot")
    assert told["prizes"]["total"].items() >= {"paid": "555.00", "owed": "0.00"}.items()
    # It begins with the house's seed, has a quarter of the receipts, and is won; so is the next
    first, then, *_ = told["jackpots"].values()
    money = ("at first", "seed", "held", "else", "won", "at last")
    assert [first[each] for each in money] == ["0.00", "500.00", "5.00", "0.00", "-505.00", "0.00"]
    assert [then[each] for each in money] == ["0.00", "500.00", "0.00", "0.00", "0.00", "500.00"]
    assert (tmp_path / "day.pdf").read_bytes().startswith(b"%PDF-")


async def test_a_day_on_which_nothing_was_played_has_an_empty_report(hall: Hall, tmp_path: Path):
    done = await report(hall, tmp_path, day=f"{hall.day[:4]}-01-02")
    assert (done.code, done.err) == (0, "")
    assert f"{tmp_path / 'day.pdf'} and {tmp_path / 'day.csv'} are written" in done.out
    assert set(sections(tmp_path)) == {"report"}


async def test_a_venue_that_nobody_knows_has_no_report(hall: Hall, tmp_path: Path):
    done = await eyesdown(
        *("report", "day", f"nowhere/{hall.day}"),
        data=hall.folder,
        more=hall.environment("audit"),
    )
    assert done.code == 1
    assert "nowhere" in done.err
