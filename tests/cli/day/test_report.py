"""The day report, from commits that were written by hand: every figure is worked out beside it."""

from __future__ import annotations

import csv
import re
import zlib
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import events_pb2 as draw
from eyesdown.draw.v1 import game_pb2
from eyesdown.journal.v1 import commit_pb2, denials_pb2
from eyesdown.paigow.v1 import events_pb2 as paigow
from eyesdown.paigow.v1 import sitting_pb2
from eyesdown.tournament.v1 import tournament_events_pb2 as tournament
from eyesdown.tournament.v1 import tournament_pb2
from eyesdown.verify.v1 import desk_events_pb2 as desk
from services.cli.day import incidents, money
from services.cli.day.command import made_of
from services.cli.day.reading import Day, read_day, years
from services.cli.day.sheet import as_pdf
from services.cli.day.tables import Report, Table, as_csv, digest
from services.kernel.journal.archive import Raw
from services.kernel.money import Money
from services.kernel.names import Name, first_sequence
from services.kernel.profiles import Profiles
from services.kernel.record.shapes import timestamp
from services.kernel.settings import StartError
from services.kernel.venues import Venue, Venues
from tests.kit.archive_memory import MemoryArchive

REPOSITORY = Path(__file__).resolve().parents[3]
DAY = date(2026, 11, 29)
# 06:00 in Auckland, in summer
BEGINS = datetime(2026, 11, 28, 17, tzinfo=UTC)
EVENING = datetime(2026, 11, 29, 7, 30, tzinfo=UTC)
AFTER = datetime(2026, 11, 29, 17, tzinfo=UTC)


def akl() -> Venue:
    return Venues.load(REPOSITORY / "venues").get("akl")


class Book:
    """A journal that a test writes."""

    def __init__(self) -> None:
        self.raws: list[Raw] = []

    def write(self, id_: str, *events: Message, at: datetime = EVENING, **more: Any) -> Book:
        """A commit of "games/2026-11-29-07"; `row` and `refusal` as they are."""
        name = Name("akl", *id_.split("/"))
        commit = commit_pb2.Commit(name=str(name), version=1, at=timestamp(at))
        commit.actor.person = more.get("by", "sue")
        commit.command.method = more.get("method", "eyesdown.draw.v1.DrawService/CallNumber")
        commit.summary.row.Pack(more.get("row", game_pb2.GameRow()))
        if "refusal" in more:
            commit.refusal.CopyFrom(more["refusal"])
        for event in events:
            commit.events.add().Pack(event)
        sequence = first_sequence(2026) + len(self.raws)
        self.raws.append(Raw(name.subject, sequence, commit.SerializeToString()))
        return self

    async def read(self, up_to: dict[int, int] | None = None) -> Day:
        return await read_day(MemoryArchive({("akl", 2026): self.raws}), akl(), DAY, up_to)


def nzd(cents: int) -> Money:
    return Money("NZD", cents)


def chips(*counts: tuple[int, int]) -> list[sitting_pb2.Chips]:
    return [sitting_pb2.Chips(denomination=each, count=n) for each, n in counts]


def entry(total: int) -> sitting_pb2.FloatEntry:
    return sitting_pb2.FloatEntry(total=total)


# -- floats ----------------------------------------------------------------------------------


async def test_a_float_is_followed_from_its_opening_to_its_closing_count():
    opened = paigow.SittingOpened(table="Pai gow 1", currency="NZD", chips=chips((100_00, 50)))
    book = (
        Book()
        .write("sittings/2026-11-29-pg1", opened)
        .write("sittings/2026-11-29-pg1", paigow.FloatFilled(entry=entry(1_000_00)))
        .write("sittings/2026-11-29-pg1", paigow.FloatCredited(entry=entry(200_00)))
        .write("sittings/2026-11-29-pg1", paigow.FloatCounted(total=9_999_99, expected=1, by="al"))
        .write(
            "sittings/2026-11-29-pg1",
            paigow.FloatCounted(total=6_350_00, expected=6_400_00, by="dan"),
        )
        .write("sittings/2026-11-29-pg1", paigow.SittingClosed(by="sue"))
    )
    table = money.float_table(await book.read())
    # 5,000 at first, 1,000 in and 200 out; 6,350 counted of 6,400: 50 are missing, and the table
    # has won 6,350 + 200 - 5,000 - 1,000 = 550
    assert table.rows == [
        (
            *("2026-11-29-pg1 Pai gow 1", nzd(5_000_00), nzd(1_000_00), nzd(200_00)),
            *(nzd(6_350_00), nzd(-50_00), nzd(550_00), "dan", "sue"),
        )
    ]
    assert table.total[6] == nzd(550_00)


@pytest.mark.case("B23")
async def test_case_B23_a_training_table_has_no_float_in_the_report():
    opened = paigow.SittingOpened(
        table="School", currency="NZD", chips=chips((100_00, 50)), practice=True
    )
    table = money.float_table(await Book().write("sittings/2026-11-29-pg9", opened).read())
    assert (table.rows, table.total) == ([], ())


async def test_a_table_that_is_still_open_is_not_counted():
    opened = paigow.SittingOpened(table="Pai gow 1", currency="NZD", chips=chips((5_00, 3)))
    table = money.float_table(await Book().write("sittings/2026-11-29-pg1", opened).read())
    assert table.rows[0][1:5] == (nzd(15_00), nzd(0), nzd(0), "not counted")


# -- tournaments -----------------------------------------------------------------------------


async def test_a_tournament_of_many_days_has_what_it_took_and_paid_on_this_one():
    award = tournament_pb2.Award(award=1, cash=300_00)
    voucher = tournament_pb2.Award(award=2, goods="a voucher")
    book = (
        Book()
        .write("tournaments/2026-open", tournament.ApplicationReceived(fee=50_00), at=BEGINS)
        .write("tournaments/2026-open", tournament.ApplicationReceived(fee=50_00))
        .write("tournaments/2026-open", tournament.RefundPaid(amount=50_00))
        .write("tournaments/2026-open", tournament.PlacingsConfirmed(awards=[award, voucher]))
        .write("tournaments/2026-open", tournament.PrizePaid(award=1))
        .write("tournaments/2026-open", tournament.PrizePaid(award=2))
        .write("tournaments/2026-open", tournament.ApplicationReceived(fee=50_00), at=AFTER)
    )
    table = money.tournament_table(await book.read())
    # Two fees since 06:00, one refund, 300 for the first place and nothing in money for the voucher
    assert table.rows == [("2026-open", nzd(100_00), nzd(50_00), nzd(300_00))]


# -- what went wrong, and what was set aside -------------------------------------------------


async def test_breaches_and_overrides_say_when_who_and_why():
    rooms = game_pb2.Breach(
        position=7, rooms=["terrace", "venues/wlg/rooms/main"], reason="glass dark", by="sue"
    )
    corrected = draw.CallCorrected(position=4, wrong=17, right=71, reason="heard badly", by="cal")
    voided = draw.WinnersVoided(
        stage=game_pb2.STAGE_PART_SERIES, reason="wrong number", by="sue", second="mere"
    )
    refusal = commit_pb2.Refusal(reason="NOT_THE_CALLER", clause="NZB-5.7")
    book = (
        Book()
        .write("games/2026-11-29-07", draw.WentOnWithoutRooms(breach=rooms))
        .write("games/2026-11-29-07", corrected)
        .write("games/2026-11-29-07", voided, row=game_pb2.GameRow(practice=True))
        .write("games/2026-11-29-07", refusal=refusal, by="max")
        .write("games/2026-11-29-07", corrected, at=AFTER)
    )
    day = await book.read()
    assert incidents.breach_table(day).rows == [
        (
            *("20:30:00", "2026-11-29-07 game", "went on after call 7 without terrace, wlg/main"),
            *("sue", "", "glass dark"),
        ),
        (
            *("20:30:00", "2026-11-29-07 game", "CallNumber refused: NOT_THE_CALLER"),
            *("max", "", "NZB-5.7"),
        ),
    ]
    assert incidents.override_table(day).rows == [
        (
            *("20:30:00", "2026-11-29-07 game", "call corrected, position 4, wrong 17, right 71"),
            *("cal", "", "heard badly"),
        ),
        (
            *("20:30:00", "2026-11-29-07 game, practice", "winners voided, stage part series"),
            *("sue", "mere", "wrong number"),
        ),
    ]


async def test_what_nobody_may_and_tries_twice_is_one_row():
    denied = denials_pb2.AccessDenied(
        method="eyesdown.verify.v1.PrizeService/PayPrize", reason="PERMISSION_DENIED"
    )
    row = denials_pb2.DenialsRow(count=1)
    book = Book()
    for _ in range(2):
        book.write("denials/2026-11-29", denied, by="sly", row=row)
    assert incidents.breach_table(await book.read()).rows == [
        ("", "", "PayPrize denied, 2 times", "sly", "", "PERMISSION_DENIED")
    ]


async def test_decisions_of_a_supervisor_without_cards_are_overrides_others_are_not():
    book = (
        Book()
        .write("games/2026-11-29-07", draw.CallOutDecided(call_out=1, by="sue", unverified=True))
        .write("games/2026-11-29-07", draw.CallOutDecided(call_out=2, by="sue"))
        .write("games/2026-11-29-07", draw.GameEnded(ending=game_pb2.ENDING_COMPLETED))
        .write(
            "games/2026-11-29-07",
            draw.GameEnded(ending=game_pb2.ENDING_ABANDONED, reason="fire alarm"),
        )
    )
    rows = incidents.override_table(await book.read()).rows
    assert [(row[2], row[5]) for row in rows] == [
        ("call out 1 decided without its cards", ""),
        ("ended early", "fire alarm"),
    ]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            draw.IrregularityFound(irregularity=2, kind=game_pb2.IRREGULARITY_KIND_STUCK),
            "irregularity found, irregularity 2, kind stuck",
        ),
        (
            desk.RecoveryDue(share=1, amount=money_pb2.Money(currency="NZD", minor_units=25_00)),
            "recovery due, amount NZD 25.00",
        ),
        (paigow.CountDecided(difference=-50_00), "count decided, difference -5000"),
        (paigow.Reinstated(removal=1, by="carla"), "reinstated, removal 1"),
    ],
)
def test_an_event_is_told_in_words(event: Message, said: str):
    assert incidents.words(event) == said


# -- the report ------------------------------------------------------------------------------


async def report(book: Book, up_to: dict[int, int] | None = None) -> Report:
    return made_of(await book.read(up_to), Profiles.load(REPOSITORY / "rules"))


def game(id_: str, **row: Any) -> tuple[str, game_pb2.GameRow]:
    return f"games/2026-11-29-{id_}", game_pb2.GameRow(**row)


@pytest.mark.case("B23")
async def test_case_B23_games_of_practice_are_listed_apart_and_summed_nowhere():
    book = Book()
    for id_, row in (
        game("01", called=90, ending=game_pb2.ENDING_EXHAUSTED),
        game("02", called=33, ending=game_pb2.ENDING_VOID),
        game("03", called=50, ending=game_pb2.ENDING_COMPLETED, practice=True),
    ):
        book.write(id_, row=row)
    games, practice, *_ = (await report(book)).tables
    assert [row[:3] for row in games.rows] == [
        ("2026-11-29-01", "every number was called", 90),
        ("2026-11-29-02", "it is void", 33),
    ]
    assert games.total[:3] == ("together", "", 123)
    assert practice.rows == [("2026-11-29-03", "every stage is won", 50)]


async def test_an_earlier_report_is_made_again_byte_for_byte():
    book = Book()
    book.write(game("01")[0], row=game("01", called=12)[1])
    first = await report(book)
    book.write(game("01")[0], row=game("01", called=13)[1])
    again = await report(book, years([first.made_of["JOURNAL_akl_2026"]]))
    assert as_csv(again) == as_csv(first)
    assert as_pdf(again) == as_pdf(first)
    assert as_csv(await report(book)) != as_csv(first)


async def test_a_venue_without_a_journal_of_the_year_has_no_report():
    with pytest.raises(StartError, match="akl has no journal of 2026"):
        await read_day(MemoryArchive({("akl", 2025): []}), akl(), DAY)


def sample(*rows: tuple[str | int | Money, ...]) -> Report:
    table = Table("t", "A table", ("what", "number", "money"), rows)
    return Report(akl(), DAY, {"JOURNAL_akl_2026": 7}, EVENING, [table])


def test_the_csv_has_bare_amounts_and_no_formula():
    rows = list(csv.DictReader(as_csv(sample(("=1+1", 1_200, nzd(-1_250_00)))).splitlines()))
    told = {(row["section"], row["field"]): row["value"] for row in rows}
    assert told["report", "currency"] == "NZD"
    assert told["report", "JOURNAL_akl_2026"] == "7"
    assert told["t", "what"] == "'=1+1"
    assert (told["t", "number"], told["t", "money"]) == ("1200", "-1250.00")


def test_the_sheet_has_room_for_two_and_says_which_table_it_belongs_to():
    made = sample(("Ōtautahi", 1_200, nzd(1_250_00)), *(("row", 1, nzd(1)),) * 60)
    text = text_of(as_pdf(made))
    for part in (
        *("Day report, 2026-11-29", "1,250.00", "1,200", "Otautahi", digest(as_csv(made))),
        *("From 2026-11-29 06:00 to 2026-11-30 06:00", "JOURNAL_akl_2026 to 7"),
        *("Made by: name", "Checked by: name"),
    ):
        assert part in text


def test_a_long_reason_is_set_in_lines_and_squeezes_no_other_column():
    why = "the glass of the terrace was dark, and the steward there had gone for a lamp; " * 12
    row = ("20:30:00", "2026-11-29-07 game", "went on after call 7", "sue", "", why)
    table = Table("breaches", "Breaches", incidents.HEAD, [row])
    text = text_of(as_pdf(Report(akl(), DAY, {"JOURNAL_akl_2026": 7}, EVENING, [table])))
    assert "2026-11-29-07 game" in text, "in one piece"
    assert text.count("steward") == 12


def text_of(paper: bytes) -> str:
    streams = re.findall(rb"stream\n(.*?)\nendstream", paper, re.DOTALL)
    pages = [zlib.decompress(each) for each in streams if each[:1] == b"x"]
    shown = b" ".join(b" ".join(re.findall(rb"\((.*?)\) ?Tj", page)) for page in pages)
    return shown.decode("latin-1")
