"""`eyesdown tournament list` and `session-table list`: what they ask for."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from google.protobuf.message import Message

from eyesdown.common.v1 import venue_service_pb2
from eyesdown.tournament.v1 import table_pb2, tournament_pb2
from eyesdown.tournament.v1 import table_service_pb2 as tables
from eyesdown.tournament.v1 import tournament_service_pb2 as tournaments
from tests.cli.command import eyesdown
from tests.client.house import House


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    await house.start()
    yield house
    await house.stop()


@pytest.mark.parametrize(
    ("what", "arguments", "rpc", "answer", "expected"),
    [
        (
            "tournament",
            ("--day", "2026-11-29", "--phase", "in-play", "--phase", "closed"),
            "ListTournaments",
            tournaments.ListTournamentsResponse(
                tournaments=[tournament_pb2.TournamentRow(name=f"2026-{n}") for n in "abc"],
                next_page_token="p2",
            ),
            tournaments.ListTournamentsRequest(
                parent="venues/akl",
                page_size=3,
                filter=tournaments.ListTournamentsRequest.Filter(
                    phases=[tournament_pb2.PHASE_IN_PLAY, tournament_pb2.PHASE_CLOSED],
                    day="2026-11-29",
                ),
            ),
        ),
        (
            "session-table",
            ("--day", "2026-11-29", "--phase", "tallying", "--of", "akl/2026-11-29-open"),
            "ListSessionTables",
            tables.ListSessionTablesResponse(
                tables=[table_pb2.SessionTableRow(name=f"2026-{n}") for n in "abc"],
                next_page_token="p2",
            ),
            tables.ListSessionTablesRequest(
                parent="venues/akl",
                page_size=3,
                filter=tables.ListSessionTablesRequest.Filter(
                    phases=[table_pb2.TABLE_PHASE_TALLYING],
                    day="2026-11-29",
                    tournament="2026-11-29-open",
                ),
            ),
        ),
    ],
)
async def test_a_list_asks_for_what_was_chosen_and_stops_at_the_limit(
    house: House,
    tmp_path: Path,
    what: str,
    arguments: tuple[str, ...],
    rpc: str,
    answer: Message,
    expected: Message,
):
    house.answers(rpc, answer)
    done = await eyesdown(
        *(what, "list", "--venue", "akl", "--limit", "3", "--json", *arguments),
        data=tmp_path,
        more={"EYESDOWN_TOURNAMENT": f"127.0.0.1:{house.port}", "EYESDOWN_TOKEN": "t1"},
    )
    assert (done.code, done.err) == (0, "")
    names = [json.loads(line)["name"] for line in done.out.splitlines()]
    assert names == ["2026-a", "2026-b", "2026-c"]
    assert [each.request for each in house.calls] == [expected]


@pytest.mark.parametrize(
    ("venue", "of", "told"),
    [
        ("wlg", "akl/2026-11-29-open", "--of is a tournament of akl, --venue is wlg"),
        ("akl", "2026-11-29-open", "is not of the form akl/2026-11-29-open"),
    ],
)
async def test_a_tournament_is_named_with_its_venue(tmp_path: Path, venue: str, of: str, told: str):
    done = await eyesdown("session-table", "list", "--venue", venue, "--of", of, data=tmp_path)
    assert done.code == 2
    assert told in done.err


async def test_a_tournament_s_next_steps_are_lines_of_json(house: House, tmp_path: Path):
    step = tournament_pb2.NextStep(method="DrawSeats", clause="TBJ-5.2", says="Draw the seats.")
    name = "venues/akl/tournaments/2026-11-29-open"
    it = tournament_pb2.Tournament(name=name, next_steps=[step])
    house.answers("GetTournament", tournaments.GetTournamentResponse(tournament=it))
    house.answers("ListVenues", venue_service_pb2.ListVenuesResponse())
    done = await eyesdown(
        *("tournament", "explain", "akl/2026-11-29-open", "--json"),
        data=tmp_path,
        more={"EYESDOWN_TOURNAMENT": f"127.0.0.1:{house.port}", "EYESDOWN_TOKEN": "t1"},
    )
    assert (done.code, done.err) == (0, "")
    (told,) = map(json.loads, done.out.splitlines())
    assert told == {"method": "DrawSeats", "who": "", "clause": "TBJ-5.2", "says": step.says}
