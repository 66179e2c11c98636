"""`eyesdown session`, `equipment` and `dispute`: what they print, and what they ask."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click
import pytest
from google.protobuf import json_format

from eyesdown.common.v1 import venue_service_pb2
from eyesdown.draw.v1 import (
    dispute_pb2,
    dispute_service_pb2,
    equipment_pb2,
    equipment_service_pb2,
    session_pb2,
    session_service_pb2,
)
from services.cli import dispute, equipment, session
from services.cli.asking import full_name
from tests.cli.command import eyesdown
from tests.client.house import House

AUCKLAND = ZoneInfo("Pacific/Auckland")

SESSION = """
{"name": "venues/akl/sessions/2026-11-29-evening", "version": 21, "title": "Sunday evening",
 "phase": "SESSION_PHASE_CLOSED",
 "programme": [
  {"number": 1, "title": "Warm-up", "practice": true,
   "stages": [{"stage": "STAGE_SERIES", "prize": {"currency": "NZD", "minorUnits": "50000"}}]},
  {"number": 2, "title": "Corners",
   "stages": [{"stage": "STAGE_PART_SERIES"},
              {"stage": "STAGE_SERIES", "prize": {"currency": "NZD", "minorUnits": "50000"}}]},
  {"number": 3, "title": "Last"}],
 "prepared": {"person": "mere", "at": "2026-11-29T04:00:00Z"},
 "opened": {"person": "sue", "at": "2026-11-29T05:00:00Z"},
 "amendments": [{"withdrawn": [4], "entries": [{"number": 3}], "reason": "no cards", "by": "sue",
                 "at": "2026-11-29T05:30:00Z"}],
 "games": [
  {"game": "venues/akl/games/2026-11-29-01", "number": 1, "practice": true, "announced": true,
   "ending": "ENDING_COMPLETED", "called": 51},
  {"game": "venues/akl/games/2026-11-29-02", "number": 2, "announced": true,
   "ending": "ENDING_VOID", "called": 12},
  {"game": "venues/akl/games/2026-11-29-03", "number": 2, "announced": true,
   "ending": "ENDING_COMPLETED", "called": 44}],
 "figures": {"played": 1, "void": 1, "practice": 1, "notPlayed": 1, "numbersCalled": 56, "valid": 2,
             "undecided": 1, "stagesWon": 2,
             "prizesAnnounced": [{"currency": "NZD", "minorUnits": "50000"}]},
 "signedFigures": {"played": 1, "void": 1, "practice": 1, "notPlayed": 1, "numbersCalled": 56,
                   "valid": 2, "stagesWon": 2,
                   "prizesAnnounced": [{"currency": "NZD", "minorUnits": "50000"}]},
 "closed": {"person": "sue", "at": "2026-11-29T10:00:00Z"},
 "signed": {"person": "tama", "at": "2026-11-29T10:05:00Z"},
 "updatedAt": "2026-11-29T10:06:00Z"}
"""
SESSION_SHEET = """\
venues/akl/sessions/2026-11-29-evening   closed
  title        Sunday evening
  prepared by  mere, 17:00:00
  opened by    sue, 18:00:00
  closed by    sue, 23:00:00
  signed by    tama, 23:05:00
  last change  23:06:00 (v21)
  all times    Pacific/Auckland

Programme
  1  Warm-up  practice  bingo NZD 500.00                  2026-11-29-01 every stage is won, \
51 called
  2  Corners            line not fixed, bingo NZD 500.00  2026-11-29-02 void; 2026-11-29-03 \
every stage is won, 44 called
  3  Last                                                 not opened

Amendments
  18:30:00  sue  game 3, 4 taken out  no cards

Figures as signed
  games played      1
  void              1
  practice          1, in no other figure
  not played        1
  under way         0
  numbers called    56
  call outs         2 valid, 0 not valid, 0 out of time, 0 voided, 0 undecided
  corrections       0
  irregularities    0
  stages won        2
  prizes announced  NZD 500.00

Figures since then
  games played      1
  void              1
  practice          1, in no other figure
  not played        1
  under way         0
  numbers called    56
  call outs         2 valid, 0 not valid, 0 out of time, 0 voided, 1 undecided
  corrections       0
  irregularities    0
  stages won        2
  prizes announced  NZD 500.00
"""
EQUIPMENT = """
{"name": "venues/akl/equipment/2026-cage-2", "version": 6, "title": "Cage 2",
 "phase": "EQUIPMENT_PHASE_OUT_OF_SERVICE", "selector": "SELECTOR_RECEPTACLE", "numbers": 90,
 "reason": "defective: cracked, in a game", "game": "venues/akl/games/2026-11-29-07",
 "defects": [{"ball": 17, "what": "cracked"}, {"what": "the hopper jams"}],
 "repair": {"done": "ball 17 replaced", "by": "rob", "at": "2026-11-29T07:00:00Z"},
 "examination": {"equalIn": ["RESPECT_SIZE", "RESPECT_WEIGHT"], "counted": 90, "by": "ines",
                 "witness": "stu", "day": "2026-11-29", "at": "2026-11-29T07:30:00Z"},
 "updatedAt": "2026-11-29T07:30:00Z"}
"""
EQUIPMENT_SHEET = """\
venues/akl/equipment/2026-cage-2   out of service
  title           Cage 2
  sort            receptacle with 90 objects
  because         defective: cracked, in a game
  found in        venues/akl/games/2026-11-29-07
  not repaired    ball 17: cracked
  not repaired    the hopper jams
  repaired        ball 17 replaced, by rob, 20:00:00
  inspected       2026-11-29, 20:30:00, by ines, beside stu
  found equal in  size, weight
  counted         90 objects
  last change     20:30:00 (v6)
  all times       Pacific/Auckland
"""
DISPUTE = """
{"name": "venues/akl/disputes/2026-11-29-03", "version": 4, "phase": "DISPUTE_PHASE_RULED",
 "about": "the player called out in time", "complainant": "people/9f", "openedBy": "stu",
 "openedAt": "2026-11-29T07:00:00Z",
 "record": {"game": "venues/akl/games/2026-11-29-07", "position": 2, "version": 11,
            "hash": "AQI=", "numbers": [17, 42], "lastVersion": 30, "lastHash": "/w=="},
 "evidence": [{"evidence": 1, "kind": "EVIDENCE_KIND_RECORDING", "text": "camera 4", "by": "stu",
               "at": "2026-11-29T07:00:00Z"},
              {"evidence": 2, "kind": "EVIDENCE_KIND_DOCUMENT", "text": "note", "sha256": "abcd",
               "by": "stu", "at": "2026-11-29T07:01:00Z"}],
 "rulings": [{"finding": "FINDING_UPHELD", "reasons": "seen", "clause": "NZB-5.10", "by": "sue",
              "at": "2026-11-29T08:00:00Z",
              "review": {"reasons": "too dark", "by": "mere", "at": "2026-11-29T08:30:00Z"}},
             {"finding": "FINDING_NOT_UPHELD", "reasons": "heard", "clause": "NZB-5.10",
              "by": "mere", "at": "2026-11-29T09:00:00Z"}],
 "updatedAt": "2026-11-29T09:00:00Z"}
"""
DISPUTE_SHEET = """\
venues/akl/disputes/2026-11-29-03   ruled on, waiting for a second reviewer
  about              the player called out in time
  game               venues/akl/games/2026-11-29-07
  call               2
  called until then  17 42
  record             v11, SHA-256 0102
  then last          v30, SHA-256 ff
  complainant        people/9f
  opened by          stu, 20:00:00
  last change        22:00:00 (v4)
  all times          Pacific/Auckland

Evidence
  1  recording  camera 4                stu, 20:00:00
  2  document   note      SHA-256 abcd  stu, 20:01:00

Ruling 1: upheld, by NZB-5.10
  seen (sue, 21:00:00)
  not agreed: too dark (mere, 21:30:00)

Ruling 2: not upheld, by NZB-5.10
  heard (mere, 22:00:00)
"""
THINGS: dict[str, tuple[Any, str, str, str, Any, Any]] = {
    "session": (
        session,
        "2026-11-29-evening",
        SESSION,
        SESSION_SHEET,
        session_pb2.Session,
        session_service_pb2,
    ),
    "equipment": (
        equipment,
        "2026-cage-2",
        EQUIPMENT,
        EQUIPMENT_SHEET,
        equipment_pb2.Equipment,
        equipment_service_pb2,
    ),
    "dispute": (
        dispute,
        "2026-11-29-03",
        DISPUTE,
        DISPUTE_SHEET,
        dispute_pb2.Dispute,
        dispute_service_pb2,
    ),
}
every_thing = pytest.mark.parametrize("what", THINGS)


def made(what: str) -> Any:
    """The thing of the JSON above."""
    _, _, text, _, kind, _ = THINGS[what]
    return json_format.Parse(text, kind())


@every_thing
def test_a_thing_on_paper(what: str):
    module, _, _, paper, _, _ = THINGS[what]
    assert list(module.sheet(made(what), AUCKLAND)) == paper.splitlines()


def test_what_was_only_begun_on_paper():
    unknown = session_pb2.Session(name="venues/akl/sessions/x")
    assert next(iter(session.sheet(unknown, AUCKLAND))) == "venues/akl/sessions/x   unknown"
    given = session_pb2.Session(
        phase=session_pb2.SESSION_PHASE_CANCELLED, cancelled_because="storm\x1b[2J"
    )
    assert "  cancelled    storm [2J" in list(session.sheet(given, AUCKLAND))
    selector = equipment_pb2.Equipment(selector=1, numbers=90)  # type: ignore[arg-type]  # its number
    assert "  sort         selector of 1 to 90" in list(equipment.sheet(selector, AUCKLAND))


def test_lists_on_paper():
    assert list(
        session.table(
            [
                session_pb2.SessionRow(
                    name="venues/akl/sessions/2026-11-29-evening",
                    title="Sunday",
                    games=12,
                    played=3,
                    under_way=1,
                    phase=session_pb2.SESSION_PHASE_OPEN,
                )
            ]
        )
    ) == [
        "session                                 title   games  played  under way  phase",
        "venues/akl/sessions/2026-11-29-evening  Sunday  12     3       1          open",
    ]
    row = equipment_pb2.EquipmentRow(
        name="venues/akl/equipment/2026-cage-2",
        title="Cage 2",
        numbers=90,
        phase=equipment_pb2.EQUIPMENT_PHASE_IN_SERVICE,
        examined_on="2026-11-29",
    )
    assert list(equipment.table([row])) == [
        "equipment                         title   sort                        inspected on"
        "  phase       why",
        "venues/akl/equipment/2026-cage-2  Cage 2  receptacle with 90 objects  2026-11-29  "
        "  in service",
    ]
    ruled = dispute_pb2.DisputeRow(
        name="venues/akl/disputes/2026-11-29-03",
        game="venues/akl/games/2026-11-29-07",
        position=2,
        about="too late",
        phase=dispute_pb2.DISPUTE_PHASE_SETTLED,
        finding=dispute_pb2.FINDING_UPHELD_IN_PART,
    )
    assert list(dispute.table([ruled])) == [
        "dispute                            game           call  about     phase    finding",
        "venues/akl/disputes/2026-11-29-03  2026-11-29-07  2     too late  settled  upheld in part",
    ]
    assert list(session.table([])) == ["No sessions."]
    assert list(equipment.table([])) == ["No equipment."]
    assert list(dispute.table([])) == ["No disputes."]


@pytest.mark.parametrize("text", ["akl/2026-cage-2", "venues/akl/equipment/2026-cage-2"])
def test_names_in_short(text: str):
    command: Any = None
    named = full_name("equipment", "2026-cage-2")
    assert named(command, command, text) == "venues/akl/equipment/2026-cage-2"


@pytest.mark.parametrize("text", ["akl", "", "akl/", "venues/akl/games/2026-cage-2", "a/b/c"])
def test_what_is_no_name(text: str):
    command: Any = None
    with pytest.raises(click.BadParameter, match="akl/2026-cage-2"):
        full_name("equipment", "2026-cage-2")(command, command, text)


# -- the commands, against a service ----------------------------------------------------------


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    await house.start()
    venue = venue_service_pb2.Venue(name="venues/akl", time_zone="Pacific/Auckland")
    house.answers("ListVenues", venue_service_pb2.ListVenuesResponse(venues=[venue]))
    yield house
    await house.stop()


def reaching(house: House) -> dict[str, str]:
    return {"EYESDOWN_DRAW": f"127.0.0.1:{house.port}", "EYESDOWN_TOKEN": "t1"}


@every_thing
async def test_show_prints_it_in_the_venues_zone_or_as_json(
    house: House, tmp_path: Path, what: str
):
    _, short, _, paper, kind, messages = THINGS[what]
    answer = getattr(messages, f"Get{kind.__name__}Response")
    house.answers(f"Get{kind.__name__}", answer(**{what: made(what)}))
    more = reaching(house)
    done = await eyesdown(what, "show", f"akl/{short}", data=tmp_path, more=more)
    assert (done.code, done.out, done.err) == (0, paper, "")
    assert house.calls[0].request.name == made(what).name
    done = await eyesdown(what, "show", f"akl/{short}", "--json", data=tmp_path, more=more)
    assert json_format.Parse(done.out, kind()) == made(what)


@pytest.mark.parametrize(
    ("what", "arguments", "only"),
    [
        (
            "session",
            ("--day", "2026-11-29", "--phase", "closing"),
            session_service_pb2.ListSessionsRequest.Filter(
                phases=[session_pb2.SESSION_PHASE_CLOSING], day="2026-11-29"
            ),
        ),
        (
            "equipment",
            ("--phase", "out-of-service"),
            equipment_service_pb2.ListEquipmentRequest.Filter(
                phases=[equipment_pb2.EQUIPMENT_PHASE_OUT_OF_SERVICE]
            ),
        ),
        (
            "dispute",
            ("--day", "2026-11-29", "--phase", "ruled", "--game", "venues/akl/games/2026-11-29-07"),
            dispute_service_pb2.ListDisputesRequest.Filter(
                phases=[dispute_pb2.DISPUTE_PHASE_RULED],
                day="2026-11-29",
                game="venues/akl/games/2026-11-29-07",
            ),
        ),
    ],
)
async def test_list_asks_for_what_was_chosen_and_stops_at_the_limit(
    house: House, tmp_path: Path, what: str, arguments: tuple[str, ...], only: Any
):
    messages = THINGS[what][5]
    plural = {"session": "Sessions", "equipment": "Equipment", "dispute": "Disputes"}[what]
    answer = getattr(messages, f"List{plural}Response")
    field = answer.DESCRIPTOR.fields[0]
    row = field.message_type._concrete_class
    rows = [row(name=f"venues/akl/x/2026-{letter}") for letter in "abc"]
    house.answers(f"List{plural}", answer(**{field.name: rows}, next_page_token="p2"))
    done = await eyesdown(
        *(what, "list", "--venue", "akl", "--limit", "3", "--json", *arguments),
        data=tmp_path,
        more=reaching(house),
    )
    assert (done.code, done.err) == (0, "")
    assert [json.loads(line)["name"] for line in done.out.splitlines()] == [r.name for r in rows]
    asked = getattr(messages, f"List{plural}Request")
    assert [each.request for each in house.calls] == [
        asked(parent="venues/akl", page_size=3, filter=only)
    ]
