"""Session tables on the running service: cases T7 and T8, streams, lists and boards."""

from __future__ import annotations

import asyncio
from datetime import UTC, timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest

from eyesdown.tournament.v1 import table_events_pb2, table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as pb
from eyesdown.tournament.v1 import tournament_events_pb2 as words
from services.kernel.audit.auditor import Audit
from services.kernel.journal.archive import NatsArchive
from services.kernel.journal.connection import Connection
from services.kernel.profiles import Profiles
from services.kernel.record.seal import Keys
from services.kernel.record.shapes import timestamp
from services.tournament.audit import audited
from tests.cli.command import eyesdown
from tests.kernel.serving.kit import told
from tests.kit.draw_play import shown
from tests.kit.listing import once
from tests.kit.matrix.tables import until_over
from tests.kit.table_play import MINUTES, WON, TablePlay, Telling, now
from tests.kit.tournament import SOON, Replica, TournamentHall, replica

pytest_plugins = ["tests.kit.telling"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def events_of(play: TablePlay, name: str) -> list[Any]:
    """All events of this name that are on record for a table."""
    found = []
    for commit in await play.record():
        for packed in commit.events:
            if packed.TypeName().endswith(f".{name}"):
                message = getattr(table_events_pb2, name)()
                packed.Unpack(message)
                found.append(message)
    return found


# -- the clock -------------------------------------------------------------------------------------


@pytest.mark.case("T7")
async def test_case_t7_a_restart_in_the_middle_changes_nothing_and_the_end_comes_once(
    club: TournamentHall, telling: Telling, tournament_one: Replica
) -> None:
    """Two replicas wait for the instant; the one that started the session is gone by then."""
    async with replica(club, "gone") as gone:
        play, ends = await TablePlay.timed(telling, gone)
    play.replica = tournament_one
    async with replica(club, "three"):
        await until_over(play)
    (ended,) = await events_of(play, "SessionEnded")
    assert ended.at.ToDatetime(UTC) == ends
    assert ended.ending == table_pb2.SESSION_ENDING_TIME
    assert [box.chips for box in play.table.boxes] == [1000] * 4  # the wagers went back


@pytest.mark.case("T7")
async def test_case_t7_an_end_that_came_while_nobody_served_is_found_at_the_start(
    club: TournamentHall, nats: Connection
) -> None:
    alone = TournamentHall(club.folder / "alone", club.url)
    await alone.provision()
    telling = Telling(alone, nats)
    async with replica(alone, "before") as before:
        play = await TablePlay.ready(telling, before, count=1, unit=MINUTES)
        ends = await play.call(timedelta(seconds=0.4))
    async with replica(alone, "after") as after:
        play.replica = after
        await until_over(play)
    (ended,) = await events_of(play, "SessionEnded")
    assert ended.at.ToDatetime(UTC) == ends
    await telling.close()


@pytest.mark.case("T7")
async def test_case_t7_a_round_whose_first_card_is_out_is_finished(
    telling: Telling, tournament_one: Replica, tournament_two: Replica
) -> None:
    play, _ = await TablePlay.timed(telling, tournament_one, dealt=True)
    watching = pb.WatchSessionTableRequest(name=str(play.id), after_version=play.table.version)
    stream = tournament_two.tables.WatchSessionTable(watching, metadata=play.hall.auditor.at)
    async with asyncio.timeout(SOON):
        async for each in stream:
            assert list(each.events) == ["TimeElapsed"]
            assert each.table.time_up
            break
    stream.cancel()
    await play.finish(WON)
    assert play.table.phase == table_pb2.TABLE_PHASE_TALLYING
    assert [box.chips for box in play.table.boxes] == [1100] * 4
    assert len(await events_of(play, "TimeElapsed")) == 1


@pytest.mark.case("T8")
async def test_case_t8_the_clock_belongs_to_the_session(
    club: TournamentHall, telling: Telling, tournament_one: Replica, tournament_two: Replica
) -> None:
    """Who started it is gone: another stops it elsewhere, and a third lets it go on."""
    play = await TablePlay.ready(telling, tournament_one, count=20, unit=MINUTES)
    ends = await play.call(timedelta(minutes=20))
    assert ends is not None
    await play.do("StartTable", marker=1)
    play.replica = tournament_two
    casino = club.person("cora", "casino_supervisor")
    await play.do(
        "HoldTable", casino, cause=table_pb2.HOLD_CAUSE_POWER, reason="the lights went out"
    )
    assert play.table.phase == table_pb2.TABLE_PHASE_HELD
    assert not play.table.HasField("ends_at")
    failed = await told(
        tournament_one.tables.PlaceWager(
            play.request("PlaceWager", round=1, box=1, amount=100), metadata=club.dealer.at
        )
    )
    assert failed.reason == "TABLE_HELD"
    await play.do("ResumeTable", club.game_supervisor, reason="light again")
    (held,) = await events_of(play, "TableHeld")
    (resumed,) = await events_of(play, "TableResumed")
    lasted = resumed.at.ToDatetime(UTC) - held.at.ToDatetime(UTC)
    assert play.table.ends_at.ToDatetime(UTC) == ends + lasted
    assert (held.by, resumed.by) == ("cora", club.game_supervisor.id)


async def test_two_dealers_record_one_round_once(
    club: TournamentHall, telling: Telling, tournament_one: Replica, tournament_two: Replica
) -> None:
    play = await TablePlay.started(telling, tournament_one)
    await play.wagers()
    await play.deal()
    asked = [play.request("RecordRound", round=1, hands=play.hands(WON)) for _ in range(4)]
    calls = (
        each.tables.RecordRound(request, metadata=club.dealer.at)
        for each, request in zip(
            (tournament_one, tournament_two, tournament_one, tournament_two), asked, strict=True
        )
    )
    came = await asyncio.gather(*calls, return_exceptions=True)
    failed = [each for each in came if isinstance(each, grpc.aio.AioRpcError)]
    assert {each.code() for each in failed} == {grpc.StatusCode.ABORTED}
    assert len(failed) == 3
    assert [box.chips for box in (await play.look()).boxes] == [1100] * 4


# -- what the tournament says ----------------------------------------------------------------------


async def test_the_tournament_holds_resumes_and_closes(
    telling: Telling, tournament_one: Replica
) -> None:
    play = await TablePlay.started(telling, tournament_one, count=1)
    at = timestamp(now())
    await play.tell(words.SessionHeld(session=1, tables=[1], reason="alarm", by="dora", at=at))
    assert (await play.look()).holds[0].whole_session
    failed = await told(
        tournament_one.tables.ResumeTable(
            play.request("ResumeTable", reason="go on"), metadata=play.hall.dealer.at
        )
    )
    assert failed.reason == "SESSION_HELD_TOO"
    await play.tell(words.SessionResumed(session=1, tables=[1], by="dora", at=timestamp(now())))
    await play.round()
    await play.tally()
    assert play.table.phase == table_pb2.TABLE_PHASE_FINISHED
    closed = table_events_pb2.TablesClosed(session=1, tables=[1], at=timestamp(now()))
    await play.tell(closed)
    assert (await play.look()).phase == table_pb2.TABLE_PHASE_CLOSED


async def test_tbj_1_0_director_another_one_does_not_rule_at_the_table(
    club: TournamentHall, telling: Telling, tournament_one: Replica
) -> None:
    play = await TablePlay.started(telling, tournament_one)
    other = club.person("tina", "tournament_director")
    version = play.table.version
    request = play.request(
        "CorrectChips", box=1, chips=990, reason="counted twice", version=version
    )
    failed = await told(tournament_one.tables.CorrectChips(request, metadata=other.at))
    assert (failed.code, failed.reason) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        "NOT_THIS_TABLES_DIRECTOR",
    )
    assert failed.info.metadata["clause"] == "TBJ-1.0-director"
    await play.do("CorrectChips", box=1, chips=990, reason="counted twice", version=version)
    assert play.table.boxes[0].chips == 990


async def test_who_withdraws_in_a_session_has_left_the_table(
    telling: Telling, tournament_one: Replica
) -> None:
    play = await TablePlay.started(telling, tournament_one)
    gone = words.EntryWithdrawn(player=13, session=1, table=1, at=timestamp(now()))
    await play.tell(gone)
    assert (await play.look()).boxes[1].status == table_pb2.BOX_STATUS_LEFT


async def test_tbj_6_9_a_free_chips_go_back_after_the_table_was_closed(
    telling: Telling, tournament_one: Replica
) -> None:
    play = await TablePlay.started(telling, tournament_one, count=1)
    await play.round()
    await play.tally()
    await play.tell(table_events_pb2.TablesClosed(session=1, tables=[1], at=timestamp(now())))
    await play.look()
    await play.do("HandInChips", box=1, disposal=table_pb2.DISPOSAL_RETURNED)
    assert play.table.phase == table_pb2.TABLE_PHASE_CLOSED
    assert play.table.held == 3000


# -- streams, lists, boards ------------------------------------------------------------------------


async def test_every_version_is_watched_until_the_table_is_closed(
    telling: Telling, tournament_one: Replica, tournament_two: Replica
) -> None:
    play = await TablePlay.started(telling, tournament_one, count=1)
    await play.round()
    await play.tally()
    await play.tell(table_events_pb2.TablesClosed(session=1, tables=[1], at=timestamp(now())))
    request = pb.WatchSessionTableRequest(name=str(play.id))
    seen = []
    async with asyncio.timeout(SOON):
        async for each in tournament_two.tables.WatchSessionTable(
            request, metadata=play.hall.auditor.at
        ):
            seen.append((each.table.version, list(each.events)))
    assert [version for version, _ in seen] == list(range(1, len(seen) + 1))
    assert seen[0][1] == ["TableOpened", "DirectorReported"]
    assert seen[-2][1] == ["ChipsCounted", "SessionFinished"]
    assert seen[-1][1] == ["TableClosed"]


async def test_tables_are_listed_by_tournament_phase_and_day(
    telling: Telling, tournament_one: Replica
) -> None:
    play = await TablePlay.started(telling, tournament_one)
    heads = play.hall.auditor.at

    async def listed(**only: Any) -> list[str]:
        chosen = pb.ListSessionTablesRequest.Filter(**only)
        request = pb.ListSessionTablesRequest(parent=f"venues/{play.hall.venue}", filter=chosen)
        reply = await tournament_one.tables.ListSessionTables(request, metadata=heads)
        return [row.name for row in reply.tables]

    mine = play.tournament.id
    wagering = [table_pb2.TABLE_PHASE_WAGERING]
    found = await once(lambda: listed(tournament=mine, phases=wagering), bool)
    assert found == await listed(tournament=mine) == [str(play.id)]
    assert await listed(tournament=mine, phases=[table_pb2.TABLE_PHASE_CLOSED]) == []
    assert str(play.id) in await listed()
    assert str(play.id) in await listed(day=mine[: len("2026-01-01")])
    assert await listed(day="2026-01-01") == []


async def test_the_sign_hangs_at_the_table(
    telling: Telling, tournament_one: Replica, nats: Connection
) -> None:
    play = await TablePlay.started(telling, tournament_one)
    await play.do("PlaceWager", round=1, box=1, amount=100)
    frame = await shown(nats, play.id, play.table.version)
    assert (frame["minimum"], frame["maximum"], frame["increment"]) == (10, 500, 5)
    assert (frame["phase"], frame["turn"]) == ("SESSION_TABLE_PHASE_WAGERING", 3)
    assert frame["boxes"][0] == {
        "box": 1,
        "player": 11,
        "chips": 1000,
        "wager": 100,
        "status": "playing",
    }


async def test_a_table_on_the_command_line(
    telling: Telling, tournament_one: Replica, tmp_path: Path
) -> None:
    play = await TablePlay.started(telling, tournament_one, count=1)
    await play.round()
    await play.tally()
    await play.tell(table_events_pb2.TablesClosed(session=1, tables=[1], at=timestamp(now())))
    (_, token) = play.hall.auditor.at[0]
    more = {
        "EYESDOWN_TOURNAMENT": f"127.0.0.1:{tournament_one.server.port}",
        "EYESDOWN_TOKEN": token.removeprefix("Bearer "),
    }
    short = f"{play.id.venue}/{play.id.id}"
    done = await eyesdown("session-table", "show", short, data=tmp_path, more=more)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{play.id}   closed\n")
    done = await eyesdown("session-table", "watch", short, data=tmp_path, more=more)
    assert done.out.splitlines()[-1].endswith("TableClosed  [1:1,000 3:1,000 4:1,000 7:1,000]")
    done = await eyesdown("session-table", "list", "--json", data=tmp_path, more=more)
    assert str(play.id) in done.out


# -- the record ------------------------------------------------------------------------------------


async def test_a_players_name_is_not_in_the_journal(
    telling: Telling, tournament_one: Replica
) -> None:
    play = await TablePlay.opened(telling, tournament_one)
    await play.do("RecordName", box=3, player_name="Kiri Ngata")
    commits = await play.record()
    assert all(b"Kiri" not in commit.SerializeToString() for commit in commits)
    assert play.table.boxes[1].name


async def test_the_audit_decides_all_of_it_again(
    club: TournamentHall, telling: Telling, tournament_one: Replica, nats: Connection
) -> None:
    """Last: over every table that the tests above have left."""
    play = await TablePlay.started(telling, tournament_one, count=1)
    await play.round(WON)
    archive = NatsArchive(nats)
    audit = Audit(
        archive,
        audited(Profiles.load(club.folder / "rules")),
        Keys.prepare(club.folder / "keys"),
        {},
    )
    await audit.everything(club.venue)
    await archive.close()
    assert audit.report.findings == []
    assert audit.report.proven.decided >= len(await play.record()) > 10
