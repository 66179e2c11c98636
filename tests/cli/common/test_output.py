"""What the command line says: errors in sentences, games in a line."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import nats.errors
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.common.v1 import money_pb2
from eyesdown_client import Refused
from services.cli.common.output import age, amount, clock_time, columns, explain, short
from services.cli.common.words import ending_words, phase_words, room_words
from services.cli.screens.frame_words import call_out_words, describe
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.journal.store import JournalDown
from services.kernel.settings import SettingsError, StartError
from tests.cli.frames import ended, paused, waiting


@pytest.mark.parametrize(
    ("error", "sentences"),
    [
        (
            Refused("ROOM_IN_PLAY", "The room main is in play.", "Wait.", clause="NZB-5.2"),
            "The room main is in play. Wait. [ROOM_IN_PLAY, NZB-5.2]",
        ),
        (
            SettingsError(["EYESDOWN_MODE: not 'x'", "EYESDOWN_DATA: is a file"]),
            "EYESDOWN_MODE: not 'x'\nEYESDOWN_DATA: is a file",
        ),
        (StoreDown("the stream BOARDS is not provisioned"), "The stream BOARDS is not provisioned"),
        (nats.errors.TimeoutError(), "NATS: nats: timeout"),
        (ConnectionRefusedError("connection refused"), "Connection refused"),
        (OSError(), "OSError"),
        # What begins with a name or a file stays as it is.
        (
            Refused("MADE_BY_SELLER", "sal made sale 2."),
            "sal made sale 2. [MADE_BY_SELLER]",
        ),
        (StartError(["venues/akl has no journal"]), "venues/akl has no journal"),
        (StartError(["mark.json: no such file"]), "mark.json: no such file"),
        (StartError(["two-person rule"]), "Two-person rule"),
        (
            JournalDown("gone"),
            "The journal cannot be reached, so nothing can be put on record just now. "
            "Repeat the call with the same request_id; nothing was lost or half done.",
        ),
        (
            ExceptionGroup(
                "", [OSError("no disk"), OSError("no disk"), ExceptionGroup("", [OSError("fire")])]
            ),
            "No disk\nFire",
        ),
        (
            KeyError("x"),
            "Something went wrong here, through no fault of yours: KeyError: 'x'\n"
            "Run it again with EYESDOWN_DEBUG=1 to see where.",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_error_is_told_in_sentences(error: Exception, sentences: str):
    assert explain(error) == sentences


def test_a_room_of_another_venue_is_told_with_its_venue():
    assert room_words("main") == "main"
    assert room_words("venues/wlg/rooms/main") == "wlg/main"


def test_a_game_in_one_line():
    assert describe(paused()) == (
        "2026-11-29-07 v26 · paused for a claim · call 7 of 90: 5 · call out 2 in terrace after "
        "call 7 · line NZD 500.00 won on call 5 · bingo NZD 1,000.00"
    )
    assert describe(waiting()) == "2026-11-29-07 v1 · waiting to be announced · bingo"
    assert describe(ended("fire\x1b alarm")) == (
        "2026-11-29-07 v28 · ended: fire  alarm · call 7 of 90: 5 · "
        "line NZD 500.00 won on call 5 · bingo NZD 1,000.00"
    )


def test_words():
    assert call_out_words(paused().call_outs[0]) == "call out 1 in main after call 5"
    assert [phase_words(each) for each in range(8)] == [
        "unknown",
        "waiting to be announced",
        "in play",
        "paused for a claim",
        "ended",
        "held",
        "void",
        "unknown",
    ]
    assert ending_words(1) == "every stage is won"
    assert ending_words(3, "fire alarm") == "fire alarm"
    assert ending_words(9) == "unknown"
    assert amount(money_pb2.Money(currency="NZD", minor_units=123_456_05)) == "NZD 123,456.05"
    assert amount(money_pb2.Money(currency="NZD", minor_units=7)) == "NZD 0.07"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-1, "0 s"), (119.9, "119 s"), (120, "2 min"), (7199, "119 min"), (7500, "2 h 5 min")],
)
def test_ages(seconds: float, words: str):
    assert age(seconds) == words


def test_instants_are_shown_on_the_clock_of_the_zone():
    stamp = Timestamp()
    stamp.FromDatetime(datetime(2026, 11, 29, 6, 30, 5, tzinfo=UTC))
    assert clock_time(stamp) == "06:30:05"
    assert clock_time(stamp, ZoneInfo("Pacific/Auckland")) == "19:30:05"
    assert clock_time(Timestamp()) == ""


def test_columns_stand_below_each_other():
    assert list(columns([("a", "bb", ""), ("ccc", "d", "e")], "  ")) == [
        "  a    bb",
        "  ccc  d   e",
    ]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("venues/akl/games/2026-11-29-07", "akl/2026-11-29-07"),
        ("venues/akl/receiptRolls/2026-11-30", "akl/2026-11-30"),
        ("something else", "something else"),
    ],
)
def test_a_name_is_listed_as_it_is_typed(name: str, typed: str):
    assert short(name) == typed
