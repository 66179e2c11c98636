"""`eyesdown sitting`: what it prints of pai gow tables, and what it asks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.paigow.v1 import sitting_pb2
from services.cli.paigow.sitting_page import explained, record, sheet, table
from services.kernel.names import Name
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from services.paigow.domain.sitting import exposing, exposures
from services.paigow.domain.sitting.rounds import Mode, Outcome
from services.paigow.domain.sitting.state import State
from services.paigow.views.sitting import resource, round_of, row
from tests.paigow.domain.sitting.play import (
    AT,
    DEALER,
    LOSE,
    PUSH,
    WIN,
    Play,
    deal,
    opened,
    played,
    seat,
    set_all,
    settled,
    wagered,
)

NAME = Name("akl", "sittings", "2026-11-29-pg1")
HANDS = {2: WIN, 4: LOSE, 5: PUSH}
AMOUNTS = {2: 50_00, 4: 20_00, 5: 10_00}
ZONE = ZoneInfo("Pacific/Auckland")

SHEET = """\
venues/akl/sittings/2026-11-29-pg1   in play
  table            Pai gow 1
  profile          nz-pai-gow
  limits           NZD 5.00 to NZD 500.00
  commission       5 %, rounded down to NZD 0.50 (assumed)
  house way        nz, ties nz-assumed
  bank             the house, chung on box 1
  dealer           dan, since 09:00:00
  game supervisor  sue, since 09:00:00
  rounds           0
  last change      09:00:00 (v5)

Boxes
  1             chung
  2  card-77
  3
  4
  5
  6
  7
  8

Float
  09:00:00  opening  NZD 13,150.00  sue and sam  100 x NZD 0.50, 100 x NZD 1.00, \
100 x NZD 5.00, 100 x NZD 25.00, 100 x NZD 100.00

What may be done now
  ShuffleTiles    dealer                      Shuffle all the tiles.
  GiveBank        dealer           PG-9.3(a)  Offer the bank round; the chung goes with it.
  SeatPlayer      dealer           PG-10.12   Seat players at free boxes.
  OrderReshuffle  game supervisor  PG-10.5    Have the tiles reshuffled.
  TakeCredit      game supervisor             Take a fill or a credit.
  CountFloat      game supervisor             Count the float to close the table.
  AssignStaff     game supervisor             Relieve the dealer or the game supervisor.
"""

ROUND = """\
Round 1: the co-bankers with the chung on box 3; settled
  banker's wager NZD 80.00
  dice 1 + 2 + 6 = 9, first set to box 3
  box 2  NZD 50.00  Teen 6-6 and Teen 6-6 over Day 1-1 and Day 1-1    win   by its player
  box 3  bank       Look 1-5 and eight 2-6 over nine 3-6 and five 1-4        by the dealer
  box 4  NZD 20.00  Look 1-5 and eight 3-5 over nine 4-5 and five 2-3  lose  by its player
  box 5  NZD 10.00  Mooy 5-5 and Mooy 5-5 over Chong 3-3 and Tit 1-6   push  by its player
"""


def shown(play: Play) -> sitting_pb2.Sitting:
    place = replace(Place.start(NAME), version=len(play.events))
    snapshot: Snapshot[Any, State] = Snapshot(NAME, place, play.state, at=AT)
    return resource(snapshot)


def test_a_table_on_paper() -> None:
    assert list(sheet(shown(opened().do(seat(2, "card-77"))), ZONE)) == SHEET.splitlines()


def test_a_round_on_paper() -> None:
    play = settled(played(AMOUNTS, HANDS, Mode.CO, 3))
    told = round_of(play.state, 1)
    assert told is not None
    assert [" ".join(line.split()) for line in record(told, "NZD")] == [
        " ".join(line.split()) for line in ROUND.splitlines()
    ]


def test_what_differs_is_told_first() -> None:
    play = set_all(deal(wagered(AMOUNTS), HANDS), HANDS).do(exposing.ExposeBankersHand(DEALER))
    play.tried(exposing.ExposeHand(DEALER, 2, Outcome.PUSH))
    told = list(explained(shown(play)))
    assert told[:3] == [
        "What differs at box 2: entered a push; worked out a win.",
        "What may be done now",
        "  DecideDifference  game supervisor            Decide what differs; until then the table "
        "stands still.",
    ]
    assert told[3].split()[:2] == ["DeclareMisdeal", "game"]


def test_what_was_exposed_and_what_is_void_is_told() -> None:
    play = deal(wagered(AMOUNTS), HANDS).do(
        exposures.RecordExposure(DEALER, 2, (0, 2), by_dealer=True),
        exposures.CallHandVoid(DEALER, 2),
    )
    told = round_of(play.state, 1)
    assert told is not None
    (line,) = [each for each in record(told, "NZD") if "box 2" in each]
    assert "void under PG-10.3(a)" in line
    assert "exposed by the dealer: Teen 6-6 and Day 1-1" in line


def test_a_list_of_tables() -> None:
    made = row(settled(played(AMOUNTS, HANDS)).state)
    made.name = str(NAME)
    lines = list(table([made]))
    assert lines[0].split() == ["sitting", "table", "phase", "rounds", "boxes", "limits", "float"]
    assert "in play" in lines[1]
    assert lines[1].endswith("NZD 5.00 to NZD 500.00  NZD 13,122.50")
    assert list(table([])) == ["No sittings."]
