"""`eyesdown game`: what it prints of games, and what it asks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from google.protobuf import json_format

from eyesdown.common.v1 import venue_service_pb2
from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from services.cli.common.where import Running
from services.cli.draw.game_page import page, table
from services.kernel import errors
from services.kernel.serving.keysets import public_keys
from services.kernel.serving.tokens import DevIssuer, Verifier
from tests.cli.command import eyesdown
from tests.client.house import NAME, House

GAME = """
{"name": "venues/akl/games/2026-11-29-07", "version": 41, "phase": "PHASE_PAUSED",
 "profile": "nz-casino-bingo", "gameVersion": 3, "serialNumber": "A 12/7", "numbers": 90,
 "selector": "SELECTOR_ELECTRONIC", "rooms": ["main", "terrace"],
 "stages": [
  {"stage": "STAGE_PART_SERIES", "prize": {"currency": "NZD", "minorUnits": "50000"}},
  {"stage": "STAGE_SERIES"}],
 "staff": [
  {"post": "POST_CALLER", "person": "ana", "since": "2026-11-29T06:29:00Z"},
  {"post": "POST_SUPERVISOR", "person": "ben", "since": "2026-11-29T06:29:05Z"}],
 "nextPosition": 13,
 "callOuts": [
  {"callOut": 1, "room": "main", "afterPosition": 5, "cry": "CRY_LINE", "late": true,
   "heardAt": "2026-11-29T06:31:00Z", "enteredAt": "2026-11-29T06:31:02Z", "enteredBy": "stu",
   "decided": {"verdict": "VERDICT_VALID", "stages": ["STAGE_PART_SERIES"], "unverified": true,
               "by": "ben", "at": "2026-11-29T06:31:30Z", "ruledInTime": true}},
  {"callOut": 2, "room": "terrace", "afterPosition": 12, "cry": "CRY_NOISE",
   "heardAt": "2026-11-29T06:33:10Z", "enteredAt": "2026-11-29T06:33:11Z", "enteredBy": "stu"}],
 "won": [{"stage": "STAGE_PART_SERIES", "position": 5, "callOuts": [1]}],
 "updatedAt": "2026-11-29T06:33:11Z"}
"""
IN_PLAY, PAUSED = game_pb2.PHASE_IN_PLAY, game_pb2.PHASE_PAUSED
CALLED = (17, 88, 3, 41, 60, 90, 5, 12, 77, 8, 31, 64)

SHEET = """\
venues/akl/games/2026-11-29-07   paused for a claim
  profile        nz-casino-bingo, version 3
  serial number  A 12/7
  selector       electronic
  rooms          main, terrace
  caller         ana, since 19:29:00
  supervisor     ben, since 19:29:05
  line           NZD 500.00
  bingo          not fixed
  last change    19:33:11 (v41)
  all times      Pacific/Auckland

Calls: 12 of 90
    1: 17  88   3  41  60  90   5  12  77   8
   11: 31  64*
  * not confirmed by the supervisor

Call outs
  1  main     after call 5   "line"   19:31:00  late  valid, wins line, ruled in time, \
unverified, by ben
  2  terrace  after call 12  "noise"  19:33:10        undecided

Won
  line on call 5, by call out 1
"""


EVERYTHING = """
{"name": "venues/mem/games/2026-11-29-75", "version": 41, "phase": "PHASE_HELD", "practice": true,
 "profile": "tn-charity-bingo", "gameVersion": 3, "serialNumber": "T 1", "numbers": 75,
 "selector": "SELECTOR_RECEPTACLE", "rooms": ["hall", "annex"],
 "session": "venues/mem/sessions/2026-11-29-eve", "programmeNumber": 4,
 "restartOf": "venues/mem/games/2026-11-29-74", "equipment": "venues/mem/equipment/2026-cage",
 "sales": "SALES_VERIFY",
 "salesClosed": {"cardsSold": 12, "cardsDigest": "q80=", "at": "2026-11-29T23:00:00Z"},
 "stages": [{"stage": "STAGE_PART_SERIES", "pattern": "any_line",
             "prize": {"currency": "USD", "minorUnits": "5000"}},
            {"stage": "STAGE_SECOND_PART_SERIES", "pattern": "corners", "share": 2500}],
 "staff": [{"post": "POST_ANNOUNCER", "person": "ann", "room": "hall",
            "since": "2026-11-29T23:01:00Z"}],
 "attendance": [{"room": "hall", "players": 120, "by": "sam", "at": "2026-11-29T23:02:00Z"}],
 "hearings": [{"room": "annex", "heard": false, "by": "sam", "at": "2026-11-29T23:03:00Z"}],
 "inspection": {"objects": 72, "out": 3, "equal": true, "room": "hall", "by": "sid",
                "at": "2026-11-29T23:04:00Z"},
 "calls": [
  {"position": 1, "number": 7, "letter": "B", "confirmed": true},
  {"position": 2, "number": 70, "letter": "O", "confirmed": true,
   "errors": [{"kind": "ERROR_KIND_SPOKEN", "wrong": 17}]},
  {"position": 3, "number": 18, "letter": "I", "takenBack": true},
  {"position": 4, "number": 50, "letter": "G", "confirmed": true, "byHand": true},
  {"position": 5, "number": 33, "letter": "N", "confirmed": true, "afterTheEnd": true}],
 "cutOff": "O",
 "hold": {"cause": "HOLD_CAUSE_ALARM", "reason": "smoke", "by": "cy",
          "at": "2026-11-29T23:20:00Z"},
 "irregularities": [
  {"irregularity": 1, "kind": "IRREGULARITY_KIND_RETURNED", "reason": "it fell over", "by": "cy",
   "at": "2026-11-29T23:21:00Z", "remedy": "REMEDY_REBUILT", "decidedBy": "mel"},
  {"irregularity": 2, "kind": "IRREGULARITY_KIND_DEFECT", "ball": 60, "reason": "cracked",
   "by": "cy", "at": "2026-11-29T23:22:00Z"}],
 "proposals": [
  {"proposal": 3, "kind": "PROPOSAL_KIND_CORRECTION", "by": "cy", "at": "2026-11-29T23:23:00Z",
   "correction": {"position": 1, "kind": "ERROR_KIND_SPOKEN", "wrong": 7, "right": 1},
   "voids": ["STAGE_PART_SERIES"]},
  {"proposal": 4, "kind": "PROPOSAL_KIND_HAND_CALLS", "by": "sid", "at": "2026-11-29T23:24:00Z",
   "handCalls": [{"number": 3}, {"number": 61}]}],
 "updatedAt": "2026-11-29T23:24:00Z"}
"""
EVERYTHING_ON_PAPER = """\
venues/mem/games/2026-11-29-75   held
  profile        tn-charity-bingo, version 3
  practice       it stays out of every total
  session        2026-11-29-eve, number 4 of the programme
  starts over    venues/mem/games/2026-11-29-74
  serial number  T 1
  selector       receptacle
  equipment      venues/mem/equipment/2026-cage
  rooms          hall, annex
  announcer      ann in hall, since 17:01:00
  line           USD 50.00, any line
  second line    25 % of the receipts, corners
  sales          12 cards, closed 17:00:00, digest abcd
  players        120 in hall (sam, 17:02:00)
  hearing        NOT heard in annex (sam, 17:03:00)
  inspection     72 objects, 3 out, equal, in hall (sid, 17:04:00)
  held           alarm: smoke (cy, 17:20:00)
  cut off        after the letter O: no call; the caller finishes it
  last change    17:24:00 (v41)
  all times      America/Chicago

Calls: 4 of 75
    1:  B7  O70! I18- G50h N33e
  - taken back: counts for nothing
  ! put right after an error
  h called by hand
  e called after the end, as every number that was drawn

Irregularities
  1  objects were put back                  17:21:00 by cy  it fell over  rebuilt from players' \
cards, by mel
  2  an object is not like the others (60)  17:22:00 by cy  cracked       undecided: no number comes

Proposals
  3  a correction            17:23:00 by cy   call 1: 7 spoken wrongly, 1 is right; voids the \
winners of the line  waits for a second person
  4  numbers called by hand  17:24:00 by sid  3 61                                   \
                              waits for a second person
"""


def game() -> game_pb2.Game:
    """Twelve calls, the line won, paused for the second call out."""
    made = json_format.Parse(GAME, game_pb2.Game())
    for position, number in enumerate(CALLED, 1):
        made.calls.add(position=position, number=number, confirmed=position < 12)
    return made


def test_a_game_on_paper():
    assert list(page(game(), ZoneInfo("Pacific/Auckland"))) == SHEET.splitlines()


def test_a_game_that_was_only_opened():
    opened = game_pb2.Game(
        name=NAME, version=1, phase=game_pb2.PHASE_WAITING, profile="p", numbers=90
    )
    assert list(page(opened, UTC)) == [
        "venues/akl/games/2026-11-29-07   waiting to be announced",
        "  profile        p, version 0",
        "  serial number  not announced",
        "  selector       unknown",
        "  rooms",
        "  last change     (v1)",
        "  all times      UTC",
        "",
        "Calls: 0 of 90",
    ]


def test_a_game_that_was_ended_early_says_why():
    ended = game()
    ended.phase = game_pb2.PHASE_ENDED
    ended.ending, ended.ending_reason = game_pb2.ENDING_ABANDONED, "fire\x1b[2J alarm"
    assert "  ended because  fire [2J alarm" in list(page(ended, UTC))


def test_what_a_game_belongs_to_was_looked_at_and_waits_for():
    made = json_format.Parse(EVERYTHING, game_pb2.Game())
    assert list(page(made, ZoneInfo("America/Chicago"))) == EVERYTHING_ON_PAPER.splitlines()


def test_a_list_on_paper():
    rows = [
        game_pb2.GameRow(
            name=NAME,
            phase=game_pb2.PHASE_ENDED,
            called=90,
            numbers=90,
            game_version=3,
            rooms=["main", "terrace"],
            profile="nz-casino-bingo",
            serial_number="A 12/7",
            ending=game_pb2.ENDING_EXHAUSTED,
        ),
        game_pb2.GameRow(name="venues/wlg/games/2026-11-29-1", phase=IN_PLAY, called=4, numbers=90),
    ]
    assert list(table(rows)) == [
        "game               phase    called    rooms          profile          version"
        "  serial number  ended",
        "akl/2026-11-29-07  ended    90 of 90  main, terrace  nz-casino-bingo  3      "
        "  A 12/7         every number was called",
        "wlg/2026-11-29-1   in play  4 of 90                                   0",
    ]
    assert list(table([])) == ["No games."]


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


async def test_show_prints_the_sheet_in_the_venue_s_zone(house: House, tmp_path: Path):
    house.answers("GetGame", rpc.GetGameResponse(game=game()))
    done = await eyesdown("game", "show", "akl/2026-11-29-07", data=tmp_path, more=reaching(house))
    assert (done.code, done.out, done.err) == (0, SHEET, "")
    assert house.calls[0].request == rpc.GetGameRequest(name=NAME)
    assert house.calls[0].metadata["authorization"] == "Bearer t1"


async def test_what_runs_here_is_found_and_asked_as_an_auditor(house: House, tmp_path: Path):
    running = Running("nats://127.0.0.1:1", "", services={"draw": f"127.0.0.1:{house.port}"})
    running.write(tmp_path / "run.json")
    keys = public_keys(DevIssuer(tmp_path).jwks)
    house.answers("GetGame", rpc.GetGameResponse(game=game()))
    done = await eyesdown("game", "show", "akl/2026-11-29-07", "--json", data=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert json_format.Parse(done.out, game_pb2.Game()) == game()
    assert json.loads(done.out)["selected"] is False
    verify = Verifier(lambda: keys, issuer="eyesdown", audience="eyesdown")
    who = verify(house.calls[0].metadata["authorization"].removeprefix("Bearer "))
    assert {venue: len(roles) for venue, roles in who.grants.items()} == {"*": 1}


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_what_runs_here_needs_no_token_by_its_address_either(
    house: House, tmp_path: Path, host: str
):
    running = Running("nats://127.0.0.1:1", "", services={"draw": f"127.0.0.1:{house.port}"})
    running.write(tmp_path / "run.json")
    DevIssuer(tmp_path)
    house.answers("GetGame", rpc.GetGameResponse(game=game()))
    more = {"EYESDOWN_DRAW": f"{host}:{house.port}"}
    done = await eyesdown("game", "show", "akl/2026-11-29-07", data=tmp_path, more=more)
    assert (done.code, done.out, done.err) == (0, SHEET, "")
    assert house.calls[0].metadata["authorization"].startswith("Bearer ey")


async def test_another_service_is_given_no_token_of_ours(house: House, tmp_path: Path):
    Running("nats://127.0.0.1:1", "", services={"draw": "127.0.0.1:1"}).write(tmp_path / "run.json")
    DevIssuer(tmp_path)
    more = {"EYESDOWN_DRAW": f"127.0.0.1:{house.port}"}
    done = await eyesdown("game", "list", data=tmp_path, more=more)
    assert done.code == 1
    assert done.err.startswith("Error: Say who asks")
    assert house.calls == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--venue", "akl", "--room", "zzz"], "There is no venues/akl/rooms/zzz."),
        (["--room", "zzz"], "There is no room zzz in any venue you may see."),
        (["--room", "akl/zzz"], "There is no venues/akl/rooms/zzz."),
        (["--venue", "wlg", "--room", "venues/akl/rooms/main"], ""),
        (["--room", "main"], ""),
    ],
)
async def test_a_room_that_there_is_not_is_told_apart_from_one_without_games(
    house: House, tmp_path: Path, arguments: list[str], said: str
):
    house.answers("ListGames", rpc.ListGamesResponse())
    room = venue_service_pb2.Room(name="venues/akl/rooms/main")
    house.answers("ListRooms", venue_service_pb2.ListRoomsResponse(rooms=[room]))
    done = await eyesdown("game", "list", *arguments, data=tmp_path, more=reaching(house))
    if said:
        assert (done.code, done.out) == (1, "")
        assert done.err == f"Error: {said} Check the name; names are in lower case.\n"
    else:
        assert (done.code, done.out, done.err) == (0, "No games.\n", "")


async def test_list_asks_for_what_was_chosen_and_stops_at_the_limit(house: House, tmp_path: Path):
    rows = [game_pb2.GameRow(name=f"{NAME}{letter}", phase=IN_PLAY) for letter in "abc"]
    house.answers("ListGames", rpc.ListGamesResponse(games=rows, next_page_token="p2"))
    done = await eyesdown(
        *("game", "list", "--venue", "akl", "--day", "2026-11-29", "--room", "main"),
        *("--phase", "in-play", "--phase", "paused", "--no-practice", "--limit", "3", "--json"),
        data=tmp_path,
        more=reaching(house),
    )
    assert (done.code, done.err) == (0, "")
    assert [json.loads(line)["name"] for line in done.out.splitlines()] == [r.name for r in rows]
    assert [each.request for each in house.calls] == [
        rpc.ListGamesRequest(
            parent="venues/akl",
            page_size=3,
            filter=rpc.ListGamesRequest.Filter(
                phases=[IN_PLAY, PAUSED], day="2026-11-29", room="main", no_practice=True
            ),
        )
    ]


@pytest.mark.parametrize("room", ["wlg/main", "venues/wlg/rooms/main"])
async def test_a_room_is_asked_for_in_any_of_its_spellings(house: House, tmp_path: Path, room: str):
    house.answers("ListGames", rpc.ListGamesResponse(games=[game_pb2.GameRow(name=NAME)]))
    done = await eyesdown("game", "list", "--room", room, data=tmp_path, more=reaching(house))
    assert (done.code, done.err) == (0, "")
    (asked,) = house.calls
    assert asked.request.filter.room == "venues/wlg/rooms/main"


async def test_a_game_that_is_not_there_is_told_in_one_line(house: House, tmp_path: Path):
    house.answers("GetGame", errors.NotFound(NAME))
    done = await eyesdown("game", "show", NAME, data=tmp_path, more=reaching(house))
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"Error: There is no {NAME}. Check the name; names are in lower case. [NOT_FOUND]\n"
    )


async def test_where_nothing_runs_it_says_so(tmp_path: Path):
    for words in (("game", "list"), ("call", "akl/2026-11-29-07")):
        done = await eyesdown(*words, data=tmp_path)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith("Error: Nothing runs here")
        assert "Traceback" not in done.err


async def test_somebody_else_s_service_wants_a_token(tmp_path: Path):
    listening = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    async with listening:
        host, port = listening.sockets[0].getsockname()
        done = await eyesdown("game", "list", "--draw", f"{host}:{port}", data=tmp_path)
    assert done.code == 1
    assert done.err == (
        "Error: Say who asks: give your access token with --token or EYESDOWN_TOKEN; "
        f"{host}:{port} is not what runs here, so there is no token of its own for it\n"
    )


@pytest.mark.parametrize("words", [("game", "list"), ("call", "akl/2026-11-29-07")])
async def test_where_nothing_listens_it_says_so(tmp_path: Path, words: tuple[str, ...]):
    done = await eyesdown(*words, data=tmp_path, more={"EYESDOWN_DRAW": "127.0.0.1:1"})
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "Error: Nothing listens at 127.0.0.1:1: start what runs there, or say where it is now\n"
    )


async def test_a_token_for_another_machine_wants_who_signed_its_certificate(tmp_path: Path):
    done = await eyesdown(
        *("game", "list", "--draw", "hall.example:7400", "--token", "t1"), data=tmp_path
    )
    assert (done.code, done.out) == (1, "")
    assert done.err == "Error: hall.example:7400 is not this machine: give --ca (EYESDOWN_CA)\n"


async def test_an_id_where_an_address_belongs_is_told(tmp_path: Path):
    done = await eyesdown(
        *("session-table", "list", "--tournament", "2026-11-30-open", "--token", "t1"),
        data=tmp_path,
    )
    assert (done.code, done.out) == (2, "")
    assert "'2026-11-30-open' is no address: host:port" in done.err
    helped = await eyesdown("session-table", "list", "--help", data=tmp_path)
    assert "Of this tournament:" in helped.out


async def test_while_the_house_opens_it_says_so(tmp_path: Path):
    Running("nats://127.0.0.1:1", "").write(tmp_path / "run.json")
    done = await eyesdown("game", "list", data=tmp_path)
    assert done.err == "Error: The draw service does not run here yet; try again in a moment\n"
