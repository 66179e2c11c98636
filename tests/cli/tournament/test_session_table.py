"""`eyesdown session-table`: what it prints of a table."""

from __future__ import annotations

from datetime import UTC
from zoneinfo import ZoneInfo

from google.protobuf import json_format

from eyesdown.tournament.v1 import table_pb2 as pb
from services.cli.tournament import session_table_page
from services.cli.tournament.session_table_page import (
    clock,
    ending_words,
    happened,
    limits,
    phase_words,
    sheet,
)

NAME = "venues/akl/tables/2026-cup-s1-t2"
TABLE = """
{"name": "venues/akl/tables/2026-cup-s1-t2", "version": 12, "phase": "TABLE_PHASE_WAGERING",
 "session": 1, "table": 2, "terms": {"length": {"unit": "LENGTH_UNIT_MINUTES", "count": 20}},
 "sign": {"minimum": 10, "maximum": 5000, "increment": 5}, "marker": 3, "shoe": 1,
 "round": {"number": 2, "order": [3, 1], "turn": 1,
           "wagers": [{"box": 3, "amount": 1500, "counts": 1500}]},
 "rounds": 1, "director": "dora", "endsAt": "2026-11-29T07:20:00Z",
 "boxes": [
  {"box": 1, "player": 11, "chips": 900, "status": "BOX_STATUS_PLAYING", "counted": 895},
  {"box": 3, "player": 13, "chips": 2100, "status": "BOX_STATUS_PLAYING"},
  {"box": 4, "player": 14, "status": "BOX_STATUS_ELIMINATED"}],
 "issued": "3000", "held": "3000", "updatedAt": "2026-11-29T07:01:02Z"}
"""
SHEET = """\
venues/akl/tables/2026-cup-s1-t2   wagers are taken
  session, table  1, 2
  length          20 minutes
  clock           ends 20:20:00
  limits          10 to 5,000, in steps of 5
  shoe            1
  round           2, marker at box 3, box 1 wagers next
  director        dora
  chips           3,000 issued, 3,000 held, 0 with the house
  last change     20:01:02 (v12)

box  player  chips  wager  status
1    11      900           playing     counted 895
3    13      2,100  1,500  playing
4    14      0             eliminated"""


def table() -> pb.SessionTable:
    return json_format.Parse(TABLE, pb.SessionTable())


def test_a_table_on_paper() -> None:
    assert "\n".join(sheet(table(), ZoneInfo("Pacific/Auckland"))) == SHEET


def test_a_table_that_is_held_or_over_says_so() -> None:
    held = table()
    held.ClearField("ends_at")
    held.left_ms = 1_099_500
    held.holds.add(reason="fire\x1b[2J alarm")
    assert clock(held, UTC) == "held, 18 min 19 s left"
    assert "  held            fire [2J alarm" in list(sheet(held, UTC))
    over = table()
    over.ClearField("round")
    over.ending = pb.SESSION_ENDING_TIME
    lines = list(sheet(over, UTC))
    assert "  ended because   time was up" in lines
    assert "  round           1 played" in lines


def test_limits_with_multiples() -> None:
    sign = pb.TableSign(minimum=10, maximum=500, multiples=True)
    assert limits(sign) == "10 to 500, in multiples of the minimum"


def test_every_phase_and_ending_has_its_words() -> None:
    phases = [phase_words(phase) for phase in pb.TablePhase.values() if phase]
    endings = [ending_words(ending) for ending in pb.SessionEnding.values() if ending]
    assert all(phases)
    assert len(set(phases)) == 7
    assert all(endings)
    assert len(set(endings)) == 10


def test_a_list_and_a_line_of_play() -> None:
    row = pb.SessionTableRow(name=NAME, phase=pb.TABLE_PHASE_WAGERING, players=4, rounds=1)
    assert list(session_table_page.table([row])) == [
        "table               phase             players  rounds  ended because",
        "akl/2026-cup-s1-t2  wagers are taken  4        1",
    ]
    assert list(session_table_page.table([])) == ["No session tables."]
    line = happened(table(), ["RoundRecorded"], UTC)
    assert line == "07:01:02  v12  RoundRecorded  [1:900 3:2,100 4:0]"
    assert "refused on record" in happened(table(), [], UTC)
