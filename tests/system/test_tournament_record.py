"""What a tournament leaves: boards, lists, streams, names apart, and a record that is proven."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
import pytest_asyncio

from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as tables_pb
from eyesdown.tournament.v1 import tournament_pb2 as pb
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc
from services.kernel.journal.connection import Connection
from services.kernel.record.people import People
from services.kernel.record.seal import Keys
from tests.cli.command import Done, eyesdown
from tests.kit.draw_play import record, request_id, shown, stored_of
from tests.kit.listing import once
from tests.kit.tournament import Replica, TournamentHall, replica
from tests.kit.tournament_play import Cup

pytest_plugins = ["tests.kit.tournament"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

NAME = "Wiremu Tamihana Te Waharoa"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def finished(club: TournamentHall, tournament_one: Replica) -> Cup:
    """Eight players, a heat and a final, paid and closed."""
    cup = await Cup.started(club, tournament_one, 8)
    await cup.play_all(1, (400, 300, -10, -20), (500, 200, -30, -40))
    final = await cup.seat(2)
    await cup.start(final)
    await cup.play_all(final, (100, 50, -10, -20))
    await cup.ask("ConfirmPlacings", version=cup.it.version)
    for award in cup.it.awards:
        await cup.ask("PayPrize", award=award.award)
    await cup.ask("CloseTournament", version=cup.it.version)
    return cup


# -- who is who --------------------------------------------------------------------------------


async def test_the_names_of_players_are_kept_apart(
    club: TournamentHall, tournament_one: Replica, nats: Connection
):
    cup = await Cup.opened(club, tournament_one)
    await cup.apply(NAME)
    reference = cup.it.entries[0].reference
    assert NAME not in str(cup.it)
    people = People(nats, Keys(club.folder / "keys"))
    assert await people.name(club.venue, reference) == NAME
    for stored in await stored_of(nats, cup.name):
        for word in NAME.split():
            assert word.encode() not in stored.body
    frame = await shown(nats, cup.name, cup.it.version)
    assert reference not in str(frame)


# -- boards, lists, streams --------------------------------------------------------------------


async def test_every_commit_brings_the_board_to_its_version(
    club: TournamentHall, tournament_one: Replica, nats: Connection
):
    cup = await Cup.entered(club, tournament_one, 4)
    await cup.seat(1)
    frame = await shown(nats, cup.name, cup.it.version)
    assert (frame["version"], frame["phase"], frame["players"]) == (cup.it.version, "open", 4)
    (session,) = frame["sessions"]
    assert (session["title"], session["state"], session["length"]) == ("heat", "seated", "1 round")
    seats = session["tables"][0]["seats"]
    assert {seat["box"]: seat["player"] for seat in seats} == cup.players(1, 1)
    assert frame["prizes"][0] == {"place": 1, "prize": "60 % of the pool"}


async def test_lists_show_the_newest_first_by_phase_and_in_pages(
    club: TournamentHall, tournament_one: Replica, tournament_two: Replica, finished: Cup
):
    opened = [(await Cup.opened(club, tournament_one)).it.name for _ in range(3)]

    async def paged() -> list[str]:
        names: list[str] = []
        token = ""
        while not names or token:
            request = rpc.ListTournamentsRequest(
                parent=f"venues/{club.venue}", page_size=2, page_token=token
            )
            call = tournament_one.tournaments.ListTournaments(request, metadata=club.auditor.at)
            page = await call
            names += [row.name for row in page.tournaments]
            token = page.next_page_token
        return names

    names = await once(paged, lambda names: set(opened) < set(names))
    assert names == sorted(names, reverse=True)
    only = rpc.ListTournamentsRequest.Filter(phases=[pb.PHASE_CLOSED])
    request = rpc.ListTournamentsRequest(parent="venues/-", filter=only)
    closed = await tournament_one.tournaments.ListTournaments(request, metadata=club.auditor.at)
    assert [row.name for row in closed.tournaments] == [finished.it.name]
    assert (closed.tournaments[0].players, closed.tournaments[0].title) == (8, "Spring Open")
    today = finished.name.id[: len("2026-01-01")]
    of_today = {name for name in names if name.rpartition("/")[2].startswith(today)}
    for day, those in ((today, of_today), ("2026-01-01", set())):
        only = rpc.ListTournamentsRequest.Filter(day=day)
        request = rpc.ListTournamentsRequest(parent=f"venues/{club.venue}", filter=only)
        listed = await tournament_one.tournaments.ListTournaments(request, metadata=club.auditor.at)
        assert {row.name for row in listed.tournaments} == those


async def test_the_tournament_hears_nothing_of_what_is_only_rehearsed_at_a_table(
    club: TournamentHall, tournament_one: Replica, tournament_two: Replica
):
    cup = await Cup.started(club, tournament_one, 8)
    boxes = sorted(cup.players(1, 1))
    wagers = dict(zip(boxes, (400, 300, -10, -20), strict=True))
    counts = await cup.play_uncounted(1, 1, wagers)
    before, table = await cup.look(), await cup.look_at(cup.table(1, 1))
    request = tables_pb.CountChipsRequest(
        request_id=request_id(), name=table.name, counts=counts, validate_only=True
    )
    for each in (tournament_one, tournament_two):
        reply = await each.tables.CountChips(request, metadata=club.dealer.at)
        assert reply == tables_pb.CountChipsResponse(table=table)
    request.validate_only = False
    done = await tournament_one.tables.CountChips(request, metadata=club.dealer.at)
    assert done.table.version == table.version + 1
    heard = await cup.until(lambda it: it.version > before.version)
    assert heard.version == before.version + 1
    assert heard.sessions[0].tables[0].HasField("result")


async def test_a_stream_tells_every_version_and_what_happened_and_ends(
    club: TournamentHall, tournament_two: Replica, finished: Cup
):
    request = rpc.WatchTournamentRequest(name=finished.it.name)
    versions, happened = [], set()
    async for each in tournament_two.tournaments.WatchTournament(request, metadata=club.auditor.at):
        versions.append(each.tournament.version)
        happened |= set(each.events)
    assert versions == list(range(1, finished.it.version + 1))
    assert {"SeatsDrawn", "SessionStarted", "QualifiersDetermined", "PlacingsConfirmed"} <= happened


async def test_results_come_to_a_service_that_was_away_when_the_tables_finished(
    club: TournamentHall, tournament_one: Replica, nats: Connection
):
    """The replica that tallied the tables is gone; another one reacts to what they left."""
    async with replica(club, "three") as third:
        cup = await Cup.started(club, third, 8)
        for table in cup.tables(1):
            boxes = sorted(cup.players(1, table.table))
            wagers = dict(zip(boxes, (400, 300, -10, -20), strict=True))
            await cup.play(1, table.table, wagers)
    cup.replica = tournament_one
    completed = pb.SESSION_STATE_COMPLETED
    await cup.until(lambda it: it.sessions[0].state == completed)
    assert [len(each.qualified) for each in cup.tables(1)] == [2, 2]
    ids = [commit.request_id for commit in await record(nats, cup.name)]
    assert len(ids) == len(set(ids))


async def test_a_session_is_completed_once_by_two_replicas(
    club: TournamentHall, tournament_one: Replica, tournament_two: Replica, nats: Connection
):
    cup = await Cup.started(club, tournament_one, 8)
    results = ((400, 300, -10, -20), (500, 200, -30, -40))
    other = Cup(club, tournament_two, cup.it)
    boxes = [sorted(cup.players(1, number)) for number in (1, 2)]
    await asyncio.gather(
        *(
            each.play(1, number, dict(zip(boxes[number - 1], won, strict=True)))
            for each, number, won in zip((cup, other), (1, 2), results, strict=True)
        )
    )
    completed = pb.SESSION_STATE_COMPLETED
    await cup.until(lambda it: it.sessions[0].state == completed)
    names = [event.TypeName() for c in await record(nats, cup.name) for event in c.events]
    assert names.count("eyesdown.tournament.v1.SessionCompleted") == 1
    assert names.count("eyesdown.tournament.v1.TableResultRecorded") == 2


# -- the audit and the command line ------------------------------------------------------------


async def command(
    club: TournamentHall, tournament_one: Replica, *arguments: str, person: str = "auditor"
) -> Done:
    """Run `eyesdown tournament …` against the module's service."""
    token = getattr(club, person).at[0][1].removeprefix("Bearer ")
    more = {
        **club.environment("command"),
        "EYESDOWN_TOURNAMENT": f"127.0.0.1:{tournament_one.server.port}",
        "EYESDOWN_TOKEN": token,
    }
    return await eyesdown("tournament", *arguments, data=club.folder, more=more)


async def test_the_audit_decides_every_command_of_tournament_and_tables_again(
    club: TournamentHall, finished: Cup
):
    environment = club.environment("audit")
    for name in (finished.it.name, finished.table(1, 1), finished.table(2, 1)):
        done = await eyesdown("audit", "verify", "--name", name, data=club.folder, more=environment)
        assert (done.code, done.err) == (0, ""), done.out
        commits = re.search(r"^(\d+) commits of", done.out)
        again = re.search(r"(\d+) decided again", done.out)
        assert commits is not None
        assert again is not None
        assert again[1] == commits[1]


async def test_the_command_line_shows_standings_seating_and_what_is_next(
    club: TournamentHall, tournament_one: Replica, finished: Cup
):
    name = f"{club.venue}/{finished.name.id}"
    shown_ = await command(club, tournament_one, "show", name)
    assert shown_.code == 0, shown_.err
    for text in ("closed", "Spring Open", "60 % of the pool", "NZD 400.00", "8, 8 to 21 may enter"):
        assert text in shown_.out
    standings = await command(club, tournament_one, "standings", name)
    winner = finished.it.placings[0].players[0]
    assert f"   1  player {winner}" in standings.out
    assert "goes on" in standings.out
    assert f"award 1: player {winner}, NZD 240.00, paid" in standings.out
    seating = await command(club, tournament_one, "seating", name, "--session", "2")
    assert "Session 2, final: completed" in seating.out
    assert seating.out.count("box ") == 4
    told = json.loads((await command(club, tournament_one, "standings", name, "--json")).out)
    assert list(told) == ["name", "version", "sessions", "placings", "placingsConfirmed", "awards"]
    assert told["placings"][0]["players"] == [winner]
    seats = await command(club, tournament_one, "seating", name, "--session", "2", "--json")
    (second,) = map(json.loads, seats.out.splitlines())
    assert (second["session"], len(second["tables"][0]["seats"])) == (2, 4)
    assert (
        "Nothing more is to be done." in (await command(club, tournament_one, "explain", name)).out
    )
    listed = await command(club, tournament_one, "list", "--phase", "closed")
    assert name in listed.out
    as_json = await command(club, tournament_one, "show", name, "--json")
    assert f'"name": "{finished.it.name}"' in as_json.out


async def test_the_command_line_does_the_draw_again(
    club: TournamentHall, tournament_one: Replica, finished: Cup
):
    done = await command(club, tournament_one, "prove", f"{club.venue}/{finished.name.id}")
    assert done.code == 0, done.err
    assert "Session 1, heat: 8 seats follow from" in done.out
    cup = await Cup.entered(club, tournament_one, 8)
    session = await cup.seat(1)
    mover = next(iter(cup.players(session, 1).values()))
    seat = {"session": session, "player": mover, "table": 1, "box": 7, "reason": "sees badly"}
    await cup.ask("ChangeSeat", **seat)
    moved = await command(club, tournament_one, "prove", f"{club.venue}/{cup.name.id}")
    assert moved.code == 0
    assert "those of table 1 were changed on record afterwards" in moved.out


async def test_the_command_line_writes_results_on_paper(
    club: TournamentHall, tournament_one: Replica, finished: Cup, tmp_path
):
    file = tmp_path / "results.pdf"
    done = await command(
        club, tournament_one, "pdf", f"{club.venue}/{finished.name.id}", "--out", str(file)
    )
    assert done.code == 0, done.err
    assert file.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("name", ["open", "akl/", "venues/akl/games/2026-01"])
async def test_a_name_that_is_none_is_told(
    club: TournamentHall, tournament_one: Replica, name: str
):
    done = await command(club, tournament_one, "show", name)
    assert done.code != 0
    assert "is not of the form akl/2026-11-29-open" in done.err


async def test_a_tournament_that_is_not_there_is_told_in_a_sentence(
    club: TournamentHall, tournament_one: Replica
):
    done = await command(club, tournament_one, "show", f"{club.venue}/2026-none")
    assert done.code != 0
    assert "There is no" in done.err
    assert "Traceback" not in done.err


async def test_the_record_is_frozen_at_the_version_that_stood_then(
    club: TournamentHall, tournament_one: Replica
):
    cup = await Cup.started(club, tournament_one, 8)
    name = cup.table(1, 1)
    boxes = sorted(cup.players(1, 1))
    await cup.play(1, 1, dict(zip(boxes, (400, 300, -10, -20), strict=True)))
    await cup.until(lambda it: len(it.sessions[0].tables[0].qualified) == 2)
    before, was = (await cup.look_at(name)).version, cup.it.version
    await cup.ask("OpenDispute", about="the first card", players=[1], tables=[name])
    returned = table_pb2.DISPOSAL_RETURNED
    await cup.at_table(name, "HandInChips", box=boxes[0], disposal=returned)
    await cup.look()
    record = {each.name: each.version for each in cup.it.disputes[0].record}
    assert record == {cup.it.name: was, name: before}
    assert (await cup.look_at(name)).version > before


async def test_a_hold_of_the_session_stops_its_tables_and_a_resumption_lets_them_go_on(
    club: TournamentHall, tournament_one: Replica
):
    cup = await Cup.started(club, tournament_one, 8)
    await cup.ask("HoldSession", session=1, reason="fire alarm")
    assert [table.table for table in cup.tables(1)] == [1, 2]
    for table in cup.tables(1):
        held = await cup.until_table(cup.table(1, table.table), lambda it: len(it.holds) > 0)
        assert held.holds[0].reason == "fire alarm"
    await cup.ask("ResumeSession", session=1)
    for table in cup.tables(1):
        await cup.until_table(cup.table(1, table.table), lambda it: not it.holds)
