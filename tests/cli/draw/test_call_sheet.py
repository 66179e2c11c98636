"""`eyesdown game sheet` and `game explain`: the master board and the reasons, on paper and asked
of a service that runs."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from google.protobuf import json_format

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from services.cli.draw.call_sheet import board, explained
from services.cli.draw.game_words import answers
from tests.cli.command import Done, eyesdown
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import RECEPTACLE, SUPERVISOR, Play

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

# Five positions: 5; 17, of which the hall heard 71; 32, which was taken back; 44, by hand; 8, which
# was out when the line was won, and is not confirmed.
GAME = """
{"name": "venues/akl/games/2026-11-29-07", "version": 31, "phase": "PHASE_IN_PLAY", "numbers": 90,
 "staff": [
  {"post": "POST_CALLER", "person": "cal", "since": "2026-11-29T06:29:00Z"},
  {"post": "POST_DEPUTY_SUPERVISOR", "person": "dee", "since": "2026-11-29T06:29:05Z",
   "room": "venues/wlg/rooms/main"}],
 "calls": [
  {"position": 1, "number": 5, "calledAt": "2026-11-29T06:30:00Z", "confirmed": true,
   "calledBy": "cal", "supervisedBy": "sue", "confirmedBy": "sue",
   "confirmedAt": "2026-11-29T06:30:04Z"},
  {"position": 2, "number": 17, "calledAt": "2026-11-29T06:30:30Z", "confirmed": true,
   "calledBy": "cal", "supervisedBy": "sue", "confirmedBy": "sia",
   "confirmedAt": "2026-11-29T06:31:30Z",
   "errors": [{"kind": "ERROR_KIND_SPOKEN", "wrong": 71, "correctedBy": "cal",
               "correctedAt": "2026-11-29T06:31:10Z"}]},
  {"position": 3, "number": 32, "calledAt": "2026-11-29T06:32:00Z", "takenBack": true,
   "calledBy": "cal", "supervisedBy": "sia"},
  {"position": 4, "number": 44, "calledAt": "2026-11-29T06:33:00Z", "confirmed": true,
   "calledBy": "ana", "supervisedBy": "sia", "byHand": true, "confirmedBy": "mere",
   "confirmedAt": "2026-11-29T06:40:00Z"},
  {"position": 5, "number": 8, "calledAt": "2026-11-29T06:41:00Z", "afterTheEnd": true,
   "calledBy": "ana", "supervisedBy": "sia"}],
 "callOuts": [
  {"callOut": 1, "room": "main", "afterPosition": 2, "judgedOn": 1, "cry": "CRY_LINE",
   "heardAt": "2026-11-29T06:30:50Z", "enteredAt": "2026-11-29T06:30:52Z", "enteredBy": "stu",
   "decided": {"verdict": "VERDICT_NOT_VALID", "by": "sue", "unverified": true}},
  {"callOut": 2, "room": "venues/wlg/rooms/bar", "afterPosition": 4, "asked": 50,
   "judgedOn": 4, "cry": "CRY_BINGO",
   "onBehalf": true, "late": true, "heardAt": "2026-11-29T06:40:50Z",
   "enteredAt": "2026-11-29T06:41:02Z", "enteredBy": "stu"},
  {"callOut": 3, "room": "main", "afterPosition": 6, "judgedOn": 6, "cry": "CRY_NOISE",
   "heardAt": "2026-11-29T06:42:00Z", "enteredAt": "2026-11-29T06:42:01Z", "enteredBy": "stu"}]}
"""

BOARD = """\
venues/akl/games/2026-11-29-07   in play, v31
In charge now (times: Pacific/Auckland)
  caller             cal  since 19:29:00
  deputy supervisor  dee  since 19:29:05  in wlg/main

Calls: 4 of 90
  call  number  called    by   supervised by  confirmed
  1     5       19:30:00  cal  sue            19:30:04 by sue
  2     17      19:30:30  cal  sue            19:31:30 by sia
        71 spoken wrongly, struck out; corrected 19:31:10 by cal
        call out 1 in main, "line"; heard 19:30:50, entered 19:30:52 by stu; judged on call 1; \
not valid, unverified, by sue
  3     32      19:32:00  cal  sia            taken back, counts for nothing
  4     44      19:33:00  ana  sia            19:40:00 by mere, by hand
        call out 2 in wlg/bar, "bingo" for the player; heard 19:40:50, entered 19:41:02 by stu; \
entered for call 50; late; undecided
  5     8       19:41:00  ana  sia            not confirmed, after the end
  6  drawn, and not on record as announced
        call out 3 in main, "noise"; heard 19:42:00, entered 19:42:01 by stu; undecided
"""


async def test_the_master_board_on_paper():
    game = json_format.Parse(GAME, game_pb2.Game())
    assert list(board(game, ZoneInfo("Pacific/Auckland"))) == BOARD.splitlines()


async def test_the_board_of_a_game_that_has_ended_says_who_was_in_charge_then():
    game = json_format.Parse(GAME, game_pb2.Game())
    game.phase = game_pb2.PHASE_ENDED
    lines = list(board(game, UTC))
    assert lines[1] == "In charge when it ended (times: UTC)"
    assert list(board(game, UTC, 2))[1] == "In charge when call 2 was announced (times: UTC)"


async def test_a_call_out_says_which_call_it_was_entered_for():
    made = game_pb2.CallOut(call_out=1, after_position=3, asked=3)
    assert answers(made) == "after call 3"
    made.asked = 50
    assert answers(made) == "after call 3, entered for call 50"


async def test_the_board_of_a_game_that_nobody_staffed():
    game = game_pb2.Game(
        name="venues/akl/games/2026-11-29-1", version=1, phase=game_pb2.PHASE_WAITING, numbers=75
    )
    assert list(board(game, UTC, 3)) == [
        "venues/akl/games/2026-11-29-1   waiting to be announced, v1",
        "In charge when call 3 was announced (times: UTC)",
        "  nobody",
        "",
        "Calls: 0 of 75",
    ]


async def test_letters_stand_before_their_numbers():
    game = game_pb2.Game(numbers=75)
    game.calls.add(position=1, number=7, letter="B", called_by="cy", supervised_by="sid")
    assert "  1     B 7             cy  sid            not confirmed" in list(board(game, UTC))


async def test_the_reasons_on_paper():
    found = rpc.ExplainGameResponse()
    found.game.name, found.game.phase = "venues/akl/games/2026-11-29-1", game_pb2.PHASE_PAUSED
    found.game.numbers = 90
    found.game.calls.add(position=1, number=7)
    found.game.calls.add(position=2, number=8, taken_back=True)
    found.next_steps.add(
        method="SelectNumber",
        who="caller",
        reason="PAUSED",
        clause="NZB-5.7(c)",
        says="A player has called out.",
        advice="Decide the call out first.",
    )
    found.next_steps.add(method="DecideCallOut", who="supervisor", may=True)
    assert list(explained(found)) == [
        "venues/akl/games/2026-11-29-1   paused for a claim, 1 of 90 called",
        "",
        "  May the caller select the next number? no",
        "    A player has called out. [PAUSED, NZB-5.7(c)]",
        "    Decide the call out first.",
        "",
        "  May the supervisor decide a call out? yes",
    ]


# -- asked of a service ------------------------------------------------------------------------


async def command(hall: Hall, one: Replica, folder: Path, *arguments: str) -> Done:
    """`eyesdown game …` as the auditor runs it."""
    assert one.server is not None
    reaching = {
        "EYESDOWN_DRAW": f"127.0.0.1:{one.server.port}",
        "EYESDOWN_TOKEN": hall.auditor.at[0][1].removeprefix("Bearer "),
    }
    return await eyesdown("game", *arguments, data=folder, more=reaching)


async def test_the_board_at_a_call_says_who_was_in_charge_then(
    hall: Hall, one: Replica, tmp_path: Path
):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    for ball in (5, 17):
        await play.select(ball)
        await play.call()
        await play.confirm(ball)
    await play.assign(SUPERVISOR, hall.second_supervisor)
    await play.select(44)
    await play.call()
    short = f"{hall.venue}/{play.id.id}"
    done = await command(hall, one, tmp_path, "sheet", short, "--call", "2")
    assert (done.code, done.err) == (0, "")
    assert "In charge when call 2 was announced" in done.out
    assert "supervisor  sup " in done.out
    assert "Calls: 2 of 90" in done.out
    done = await command(hall, one, tmp_path, "sheet", short)
    assert "supervisor  sia " in done.out
    rows = [line.split() for line in done.out.splitlines() if line.strip()[:1].isdigit()]
    supervised = [(row[0], row[1], row[3], row[4]) for row in rows]
    assert supervised == [
        ("1", "5", "cal", "sup"),
        ("2", "17", "cal", "sup"),
        ("3", "44", "cal", "sia"),
    ]
    done = await command(hall, one, tmp_path, "sheet", short, "--call", "4")
    assert (done.code, done.out) == (1, "")
    assert done.err == f"Error: There is no call 4 of {play.game.name}; its last is call 3\n"


async def test_it_is_explained_why_the_next_number_waits(hall: Hall, one: Replica, tmp_path: Path):
    play = await Play.announced(hall, one.draw, selector=RECEPTACLE)
    await play.select(5)
    await play.call()
    done = await command(hall, one, tmp_path, "explain", f"{hall.venue}/{play.id.id}")
    assert (done.code, done.err) == (0, "")
    told = done.out.splitlines()
    at = told.index("  May the caller select the next number? no")
    assert told[at + 1] == (
        "    Call 1 (5) has not been confirmed by the supervisor. [NOT_CONFIRMED, NZB-5.7(b)]"
    )
    assert "  May the supervisor confirm the last call? yes" in told
    as_json = await command(hall, one, tmp_path, "explain", f"{hall.venue}/{play.id.id}", "--json")
    found = json_format.Parse(as_json.out, rpc.ExplainGameResponse())
    assert [step.method for step in found.next_steps][:2] == ["SelectNumber", "ConfirmCall"]
