"""`eyesdown cards` and `eyesdown sales`, typed by people."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from services.cli.common.output import short
from services.cli.common.typed import amount_of, span_of
from services.kernel.errors import InvalidArgument
from tests.cli.command import Done, eyesdown
from tests.kit.draw import Hall, Replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import Play
from tests.kit.listing import once
from tests.kit.verify import Hallway, series_id

pytest_plugins = ["tests.kit.verify"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def typed(cards_of: Hallway, person: Person, *arguments: str, **environment: str) -> Done:
    """What a person who types this gets."""
    token = dict(person.at)["authorization"].removeprefix("Bearer ")
    more = {
        "EYESDOWN_VERIFY": f"127.0.0.1:{cards_of.verify.server.port}",
        "EYESDOWN_TOKEN": token,
        **environment,
    }
    return await eyesdown(*arguments, data=cards_of.hall.folder, more=more)


async def told(cards_of: Hallway, person: Person, *arguments: str) -> str:
    """What it prints, where it goes through."""
    done = await typed(cards_of, person, *arguments)
    assert (done.code, done.err) == (0, ""), done
    return done.out


async def test_a_series_is_made_looked_at_proven_exported_and_loaded(
    hall: Hall, cards_of: Hallway, tmp_path: Path
):
    staff, name = cards_of.staff, f"{hall.venue}/{series_id(hall)}"
    made = await told(
        *(cards_of, staff.operator, "cards", "generate", name),
        *("--serial", "G 12", "--title", "Green", "--cards", "60"),
    )
    assert f"venues/{hall.venue}/cardSeries/{name.partition('/')[2]}   Green\n" in made
    assert (
        "  cards          60, numbers 1 to 60, 90 balls\n  hang together  in strips of six" in made
    )
    shown = await told(cards_of, staff.auditor, "cards", "show", name)
    assert shown.startswith(made)
    assert shown.endswith(" (v1)\n")
    proven = await told(cards_of, staff.auditor, "cards", "prove", name)
    assert "is what its entropy makes" in proven
    face = (await told(cards_of, staff.auditor, "cards", "card", name, "7")).splitlines()
    assert [len(row.split()) for row in face] == [9, 9, 9]
    assert [row.split().count(".") for row in face] == [4, 4, 4]
    file, sheets = tmp_path / "green.csv", tmp_path / "green.pdf"
    await told(cards_of, staff.auditor, "cards", "export", name, str(file))
    await told(cards_of, staff.auditor, "cards", "export", name, str(sheets), "--pdf")
    assert sheets.read_bytes().startswith(b"%PDF-")
    other = f"{hall.venue}/{series_id(hall)}"
    loaded = await told(
        *(cards_of, staff.operator, "cards", "load", other, str(file), "--serial", "G 13"),
        "--strips",
    )
    assert made.rpartition("sha256")[2] == loaded.rpartition("sha256")[2]
    used = await told(cards_of, staff.operator, "cards", "use", name)
    ids = [each.partition("/")[2] for each in (name, other)]
    assert [f"cardSeries/{each} " in used for each in ids] == [True, False]
    listing = partial(told, cards_of, staff.auditor, "cards", "list")
    await once(listing, lambda listed: f"\n{name} " in listed)
    await told(cards_of, staff.operator, "cards", "withdraw", name)


async def test_on_a_terminal_bars_show_how_far_a_load_is(
    hall: Hall, cards_of: Hallway, tmp_path: Path
):
    staff, name = cards_of.staff, f"{hall.venue}/{series_id(hall)}"
    made = await cards_of.make(serial_number="P 1")
    file = tmp_path / "p.csv"
    await told(cards_of, staff.auditor, "cards", "export", made.name, str(file))
    done = await typed(
        *(cards_of, staff.operator, "cards", "load", name, str(file), "--serial", "P 2"),
        "--strips",
        FORCE_COLOR="1",  # which rich takes for a terminal
    )
    assert done.code == 0, done
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", done.err)
    size = file.stat().st_size
    assert re.search(rf"sending .* {size}/{size}", shown), shown
    assert re.search(r"reading .* 60/60", shown), shown


async def test_a_file_that_is_wrong_is_told_by_its_line(
    hall: Hall, cards_of: Hallway, tmp_path: Path
):
    file = tmp_path / "bad.csv"
    file.write_text("card,b1\n1,2\n")
    done = await typed(
        *(cards_of, cards_of.staff.operator, "cards", "load", f"{hall.venue}/2026-bad", str(file)),
        *("--serial", "B 1", "--balls", "75"),
    )
    assert done.code == 1
    assert "line 1: expected the columns card,b1,b2,b3,b4,b5,i1" in done.err


async def test_cards_are_sold_from_the_command_line(hall: Hall, one: Replica, cards_of: Hallway):
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.watch_for(play.game.name)
    game, staff = f"{hall.venue}/{play.id.id}", cards_of.staff
    opened = await told(
        *(cards_of, staff.manager, "sales", "open", game, short(series.name)),
        *("--card", "2.00", "--strip", "10"),
    )
    assert "sales open" in opened
    assert "a card costs  NZD 2.00, a strip NZD 10.00" in opened
    sold = await told(cards_of, staff.seller, "sales", "sell", game, "1-6", "10.00")
    block = sold.partition(":")[0]
    assert sold == f"{block}: sale 1, cards 1 to 6, NZD 10.00, by sue\n"
    wrong = await typed(cards_of, staff.seller, "sales", "sell", game, "7", "1.999")
    assert wrong.code == 1
    assert "'1.999' is no amount of NZD with at most 2 decimals" in wrong.err
    await told(cards_of, staff.seller, "sales", "sell", game, "7", "2")
    own = await typed(
        cards_of, staff.seller, "sales", "void", block, "2", "--reason", "keyed twice"
    )
    assert "a sale is voided by another person" in own.err
    voided = await told(
        cards_of, staff.second_seller, "sales", "void", block, "2", "--reason", "keyed twice"
    )
    assert voided == "sale 2, card 7, NZD 2.00, by sue, voided\n"
    closed = await told(cards_of, staff.manager, "sales", "close", game)
    assert "sold          6 cards for NZD 10.00" in closed
    found = await told(cards_of, staff.auditor, "sales", "find", game, "3")
    assert found.startswith(f"Card 3 is sold: {block}, sale 1")
    assert await told(cards_of, staff.auditor, "sales", "find", game, "7") == "Card 7 is unsold.\n"
    figures = await told(cards_of, staff.auditor, "sales", "reconcile", game)
    assert [line.split()[0] for line in figures.splitlines()[1:]] == ["seller", "sue", "all"]


async def test_who_changes_something_says_who_they_are(hall: Hall, cards_of: Hallway):
    address = {"EYESDOWN_VERIFY": f"127.0.0.1:{cards_of.verify.server.port}"}
    done = await eyesdown(
        *("sales", "close", f"{hall.venue}/{hall.day}-none"), data=hall.folder, more=address
    )
    assert done.code == 1
    assert "say who asks" in done.err.lower()


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [("2", "NZD", 200), ("2.5", "NZD", 250), ("0.05", "NZD", 5), ("200", "JPY", 200)],
)
async def test_an_amount_is_whole_cents(text: str, currency: str, minor: int):
    assert amount_of(text, currency).minor_units == minor


@pytest.mark.parametrize(
    ("text", "currency"),
    [("2.555", "NZD"), ("-2", "NZD"), ("2,00", "NZD"), ("", "NZD"), ("1.5", "JPY"), ("x", "NZD")],
)
async def test_no_other_amount_is_taken(text: str, currency: str):
    with pytest.raises(InvalidArgument):
        amount_of(text, currency)


async def test_cards_are_a_number_or_a_range():
    assert (span_of("13").first, span_of("13").last) == (13, 13)
    assert (span_of("13-18").first, span_of("13-18").last) == (13, 18)
    for text in ("", "a", "1-", "-1", "1-2-3", "12345678"):
        with pytest.raises(InvalidArgument):
            span_of(text)
