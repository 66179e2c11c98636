"""Faults that other systems had in public, played against a running draw."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import grpc
import pytest
from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import read, told
from tests.kit.draw import SOON, Hall, Replica, child, replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import CALLER, Draw, Play, ask, open_game, record, request_id, shown

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


async def all_of(method: str, tries: Sequence[tuple[Replica, Message, Person]]):
    """What became of calls made at once: replies and failures."""
    return await asyncio.gather(
        *(ask(at.draw, method, request, person.at) for at, request, person in tries),
        return_exceptions=True,
    )


# -- B1: the same number came twice ------------------------------------------------------------


async def test_case_B1_two_consoles_of_one_caller_race_for_each_call(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    consoles = [(one, hall.caller), (two, hall.other_device)]
    for position in range(1, 31):
        selections = await all_of(
            "SelectNumber",
            [(at, play.selecting(position), person) for at, person in consoles],
        )
        # Whoever is second is told the number that is selected, and selects nothing.
        assert len({reply.number for reply in selections}) == 1
        calls = await all_of(
            "CallNumber",
            [(at, play.calling(position), person) for at, person in consoles],
        )
        (won,) = [reply for reply in calls if isinstance(reply, pb.CallNumberResponse)]
        (lost,) = [reply for reply in calls if isinstance(reply, grpc.aio.AioRpcError)]
        assert lost.code() is Status.ABORTED
        assert won.game.calls[-1].number == selections[0].number
        assert len(won.game.calls) == position
        assert fresh(lost).calls == won.game.calls
        play.game = won.game
        await play.confirm()
    assert len(set(play.numbers)) == len(play.numbers) == 30
    commits = await record(nats, play.id)
    events = [event.TypeName().rpartition(".")[2] for each in commits for event in each.events]
    assert events.count("NumberSelected") == events.count("NumberCalled") == 30


def fresh(error: grpc.aio.AioRpcError) -> game_pb2.Game:
    """The game as the loser of a race is shown it."""
    game = game_pb2.Game()
    (other,) = read(error).others
    assert other.Unpack(game)
    return game


async def test_case_B1_a_call_races_with_a_hand_over(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    """Of the old caller's call and the hand-over either comes first; nothing is called twice."""
    play = await Play.announced(hall, one.draw)
    people = [hall.caller, hall.second_caller]
    for position in range(1, 31):
        old, new = people[position % 2], people[(position + 1) % 2]
        await play.assign(CALLER, old)
        number = await play.select()
        call, hand_over = await asyncio.gather(
            ask(one.draw, "CallNumber", play.calling(position), old.at),
            ask(two.draw, "AssignStaff", play.assigning(CALLER, new.id), hall.manager.at),
            return_exceptions=True,
        )
        assert isinstance(hand_over, pb.AssignStaffResponse)
        if isinstance(call, grpc.aio.AioRpcError):
            assert call.code() is Status.FAILED_PRECONDITION  # not the caller any more
            late = await told(ask(one.draw, "CallNumber", play.calling(position), old.at))
            assert late.reason == "NOT_THE_CALLER"
            called = await ask(two.draw, "CallNumber", play.calling(position), new.at)
            assert called.game.calls[-1].number == number  # type: ignore[attr-defined]
        game = await play.look()
        assert [call.position for call in game.calls] == list(range(1, position + 1))
        assert game.calls[-1].number == number
        await play.confirm()
    assert len(set(play.numbers)) == 30
    assert len(await record(nats, play.id)) == play.game.version


async def test_case_B1_a_caller_and_a_would_be_caller_race(hall: Hall, one: Replica, two: Replica):
    play = await Play.announced(hall, one.draw)
    for position in range(1, 11):
        number = await play.select()
        mine, theirs = await all_of(
            "CallNumber",
            [
                (one, play.calling(position), hall.caller),
                (two, play.calling(position), hall.second_caller),
            ],
        )
        assert mine.game.calls[-1].number == number
        assert isinstance(theirs, grpc.aio.AioRpcError)
        await play.look()
        await play.confirm()


async def test_case_B1_many_select_at_once_and_one_number_is_selected(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    tries = [(at, play.selecting(1), hall.caller) for at in (one, two) * 10]
    replies = await all_of("SelectNumber", tries)
    assert len({reply.number for reply in replies}) == 1
    assert len(await record(nats, play.id)) == play.game.version + 1


# -- B10: a second game under another spelling -------------------------------------------------


async def test_case_B10_names_are_canonical(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw, game_id=f"{hall.day}-late-show")
    for spelt in (f"{hall.day}-LATE-SHOW", f"{hall.day}-Late-show", f"{hall.day}-late-show "):
        failed = await told(
            one.draw.OpenGame(open_game(hall, game_id=spelt), metadata=hall.manager.at)
        )
        assert (failed.code, "game_id" in failed.violations) == (Status.INVALID_ARGUMENT, True)
        name = f"venues/{hall.venue}/games/{spelt}"
        failed = await told(
            one.draw.GetGame(pb.GetGameRequest(name=name), metadata=hall.auditor.at)
        )
        assert failed.code is Status.INVALID_ARGUMENT
    upper = f"venues/{hall.venue.upper()}"
    failed = await told(one.draw.OpenGame(open_game(hall, parent=upper), metadata=hall.manager.at))
    assert (failed.code, "parent" in failed.violations) == (Status.INVALID_ARGUMENT, True)
    listed = await one.draw.ListGames(
        pb.ListGamesRequest(parent=f"venues/{hall.venue}", page_size=500), metadata=hall.auditor.at
    )
    assert [game.name for game in listed.games if "show" in game.name.lower()] == [play.game.name]


async def test_case_B10_a_clash_of_ids_is_an_error(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    game_id = hall.game_id()
    requests = [
        open_game(hall, game_id=game_id, rooms=[hall.room()], serial_number=f"S {n}")
        for n in range(8)
    ]
    tries = [
        (at, request, hall.manager) for at, request in zip((one, two) * 4, requests, strict=True)
    ]
    replies = await all_of("OpenGame", tries)
    (won,) = [reply for reply in replies if isinstance(reply, pb.OpenGameResponse)]
    lost = [reply for reply in replies if isinstance(reply, grpc.aio.AioRpcError)]
    assert [error.code() for error in lost] == [Status.ALREADY_EXISTS] * 7
    assert won.game.version == 1
    assert len(await record(nats, Play(hall, one.draw, won.game).id)) == 1


# -- B11: a refresh lost the game --------------------------------------------------------------


async def test_case_B11_a_new_connection_shows_the_same_game(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Play.announced(hall, one.draw)
    for _ in range(5):
        await play.round()
    await play.select()
    frame = await shown(nats, play.id, play.game.version)
    async with replica(hall, "late") as late:
        for draw in (one.draw, two.draw, late.draw):
            look = pb.GetGameRequest(name=play.game.name)
            assert (await draw.GetGame(look, metadata=hall.auditor.at)).game == play.game
        assert await last_watched(late.draw, play, hall) == play.game
    assert await shown(nats, play.id, play.game.version) == frame
    assert [call["number"] for call in frame["calls"]] == play.numbers


async def test_case_B11_a_restart_shows_the_same_game(hall: Hall, nats: Connection):
    async with child(hall) as process:
        first = await process.start()
        play = await Play.announced(hall, first.draw)
        for _ in range(3):
            await play.round()
        number = await play.select()
        frame = await shown(nats, play.id, play.game.version)
        await process.kill()
        second = await process.start()
        look = pb.GetGameRequest(name=play.game.name)
        assert (await second.draw.GetGame(look, metadata=hall.auditor.at)).game == play.game
        assert await last_watched(second.draw, play, hall) == play.game
        assert await shown(nats, play.id, play.game.version) == frame
        play.draw = second.draw
        assert await play.select() == number
        await play.call()
        assert play.numbers[-1] == number


async def last_watched(draw: Draw, play: Play, hall: Hall) -> game_pb2.Game:
    """The newest version that a new watcher gets."""
    request = pb.WatchGameRequest(name=play.game.name)
    watch = draw.WatchGame(request, metadata=hall.auditor.at)
    async with asyncio.timeout(SOON):
        async for seen in watch:
            if seen.game.version == play.game.version:
                watch.cancel()
                return seen.game
    raise AssertionError("the watch ended before")


# -- B12, B19, B22: who may go on, and what cannot start twice ---------------------------------


async def test_case_B12_another_person_goes_on_when_the_caller_is_gone(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)
    number = await play.select()
    await play.assign(CALLER, hall.second_caller)
    await play.call()
    assert play.numbers == [number]


async def test_case_B19_the_old_callers_commands_are_refused(hall: Hall, one: Replica):
    play = await Play.announced(hall, one.draw)
    await play.select()
    await play.assign(CALLER, hall.second_caller)
    for _ in range(3):
        failed = await told(one.draw.CallNumber(play.calling(), metadata=hall.caller.at))
        assert failed.reason == "NOT_THE_CALLER"
    await play.look()
    assert play.numbers == []


async def test_case_B22_a_delayed_start_wipes_nothing(hall: Hall, one: Replica, two: Replica):
    play = await Play.opened(hall, one.draw)
    first = play.announcing()
    began = await one.draw.AnnounceGame(first, metadata=hall.caller.at)
    play.game = began.game
    await play.round()
    assert await two.draw.AnnounceGame(first, metadata=hall.caller.at) == began
    again = play.announcing(request_id=request_id())
    failed = await told(two.draw.AnnounceGame(again, metadata=hall.caller.at))
    assert failed.reason == "ALREADY_ANNOUNCED"
    opened = open_game(hall, game_id=play.id.id)
    failed = await told(two.draw.OpenGame(opened, metadata=hall.manager.at))
    assert failed.code is Status.ALREADY_EXISTS
    assert await play.look() == play.game


# -- B16: an operator of hall A could stop hall B ----------------------------------------------


async def test_case_B16_a_game_of_another_venue_is_out_of_reach(hall: Hall, one: Replica):
    there = open_game(hall, parent=f"venues/{hall.elsewhere}", rooms=["room-1"])
    game = (await one.draw.OpenGame(there, metadata=hall.stranger.at)).game
    play = Play(hall, one.draw, game)
    for method, request, person in (
        ("AssignStaff", play.assigning(CALLER, "cal"), hall.manager),
        ("AnnounceGame", play.announcing(), hall.caller),
        ("SelectNumber", play.selecting(1), hall.caller),
        ("CallNumber", play.calling(1), hall.caller),
        ("ConfirmCall", play.confirming(1), hall.supervisor),
        ("CallOut", play.calling_out(), hall.steward),
        ("DecideCallOut", play.deciding(1), hall.supervisor),
        ("EndGame", play.ending(), hall.supervisor),
        ("GetGame", pb.GetGameRequest(name=game.name), hall.auditor),
        ("ListGames", pb.ListGamesRequest(parent=f"venues/{hall.elsewhere}"), hall.auditor),
    ):
        failed = await told(ask(one.draw, method, request, person.at))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
    watch = pb.WatchGameRequest(name=game.name)
    failed = await told(one.draw.WatchGame(watch, metadata=hall.auditor.at).read())
    assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
    everything = pb.ListGamesRequest(parent="venues/-", page_size=500)
    mine = await one.draw.ListGames(everything, metadata=hall.auditor.at)
    assert game.name not in [row.name for row in mine.games]
    look = pb.GetGameRequest(name=game.name)
    assert (await one.draw.GetGame(look, metadata=hall.stranger.at)).game == game
