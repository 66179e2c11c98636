"""`eyesdown session`, `equipment` and `dispute`: what they print, and what they ask."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

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
from services.cli.draw import dispute_page, equipment_page, session_page
from tests.cli.command import eyesdown
from tests.cli.papers import (
    DISPUTE,
    DISPUTE_SHEET,
    EQUIPMENT,
    EQUIPMENT_SHEET,
    SESSION,
    SESSION_SHEET,
)
from tests.client.house import House

AUCKLAND = ZoneInfo("Pacific/Auckland")

THINGS: dict[str, tuple[Any, str, str, str, Any, Any]] = {
    "session": (
        session_page,
        "2026-11-29-evening",
        SESSION,
        SESSION_SHEET,
        session_pb2.Session,
        session_service_pb2,
    ),
    "equipment": (
        equipment_page,
        "2026-cage-2",
        EQUIPMENT,
        EQUIPMENT_SHEET,
        equipment_pb2.Equipment,
        equipment_service_pb2,
    ),
    "dispute": (
        dispute_page,
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
    assert next(iter(session_page.sheet(unknown, AUCKLAND))) == "venues/akl/sessions/x   unknown"
    given = session_pb2.Session(
        phase=session_pb2.SESSION_PHASE_CANCELLED, cancelled_because="storm\x1b[2J"
    )
    assert "  cancelled    storm [2J" in list(session_page.sheet(given, AUCKLAND))
    selector = equipment_pb2.Equipment(selector=1, numbers=90)  # type: ignore[arg-type]  # its number
    assert "  sort         selector of 1 to 90" in list(equipment_page.sheet(selector, AUCKLAND))


def test_lists_on_paper():
    assert list(
        session_page.table(
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
        "session                 title   games  played  under way  phase",
        "akl/2026-11-29-evening  Sunday  12     3       1          open",
    ]
    row = equipment_pb2.EquipmentRow(
        name="venues/akl/equipment/2026-cage-2",
        title="Cage 2",
        numbers=90,
        phase=equipment_pb2.EQUIPMENT_PHASE_IN_SERVICE,
        examined_on="2026-11-29",
    )
    assert list(equipment_page.table([row])) == [
        "equipment        title   sort                        inspected on  phase       why",
        "akl/2026-cage-2  Cage 2  receptacle with 90 objects  2026-11-29    in service",
    ]
    ruled = dispute_pb2.DisputeRow(
        name="venues/akl/disputes/2026-11-29-03",
        game="venues/akl/games/2026-11-29-07",
        position=2,
        about="too late",
        phase=dispute_pb2.DISPUTE_PHASE_SETTLED,
        finding=dispute_pb2.FINDING_UPHELD_IN_PART,
    )
    assert list(dispute_page.table([ruled])) == [
        "dispute            game           call  about     phase    finding",
        "akl/2026-11-29-03  2026-11-29-07  2     too late  settled  upheld in part",
    ]
    assert list(session_page.table([])) == ["No sessions."]
    assert list(equipment_page.table([])) == ["No equipment."]
    assert list(dispute_page.table([])) == ["No disputes."]


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
            ("--day", "2026-11-29", "--phase", "ruled", "--game", "akl/2026-11-29-07"),
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
