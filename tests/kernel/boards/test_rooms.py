"""A room shows one thing in play: pointers are taken, respected, taken over and given back."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest
from structlog.testing import capture_logs

from services.kernel.boards.rooms import LEASE, ROOM_BEING_TAKEN, ROOM_IN_PLAY, Rooms
from services.kernel.journal.lastvalue import LastValues, StoreDown
from services.kernel.law import Refused, Standing
from services.kernel.names import BadName, Name
from tests.kernel.boards.floor import Floor, now, showing

pytest_plugins = ["tests.kit.nats"]

DEADLINE = 20


@pytest.fixture
def floor(venue) -> Floor:
    return Floor(venue)


@pytest.fixture
def rooms(client) -> Rooms:
    return Rooms(client)


async def refusal(taking) -> tuple[str, dict[str, str]]:
    with pytest.raises(Refused) as caught:
        await taking
    return caught.value.reason.code, dict(caught.value.facts)


# -- taking ----------------------------------------------------------------------------------


async def test_a_free_room_is_taken_and_shown(client, floor, rooms):
    display = await client.subscribe(f"eyesdown.room.{floor.venue}.main")
    game, at = floor.game(7), datetime(2026, 11, 29, 7, 30, tzinfo=UTC)
    assert await rooms.pointer(floor.venue, "main") is None
    await rooms.take(game, ["main"], 4, at, floor.standing)
    pointer = await rooms.pointer(floor.venue, "main")
    assert pointer is not None
    assert (pointer.showing, pointer.board) == (str(game), game.board)
    assert (pointer.since_version, pointer.taken_at.ToDatetime(UTC)) == (4, at)
    assert json.loads((await display.next_msg(timeout=DEADLINE)).data) == {
        "showing": f"venues/{floor.venue}/games/2026-11-29-07",
        "board": f"eyesdown.board.{floor.venue}.games.2026-11-29-07",
        "sinceVersion": 4,
        "takenAt": "2026-11-29T07:30:00Z",
        "next": "",
    }


async def test_a_room_that_shows_something_in_play_is_refused(floor, rooms):
    first, second = floor.game(1), floor.game(2)
    await rooms.take(first, ["main"], 2, now(), floor.standing)
    floor.game(1, Standing.IN_PLAY)
    code, facts = await refusal(
        rooms.take(second, ["main"], 2, now() + timedelta(days=1), floor.standing)
    )
    assert code == "ROOM_IN_PLAY"
    assert facts == {"room": "main", "holder": str(first)}
    assert await showing(rooms, floor, "main") == first


async def test_the_refusals_speak_to_a_supervisor():
    facts = {"room": "main", "holder": "venues/akl/games/2026-11-29-07"}
    assert ROOM_IN_PLAY(**facts).sentence == (
        "The room main still shows venues/akl/games/2026-11-29-07, which is in play."
    )
    assert ROOM_BEING_TAKEN(**facts).sentence == (
        "The room main was taken a moment ago for venues/akl/games/2026-11-29-07, "
        "which is about to begin."
    )


async def test_what_has_ended_gives_way_at_once(floor, rooms):
    first, second = floor.game(1), floor.game(2)
    await rooms.take(first, ["main"], 2, now(), floor.standing)
    floor.game(1, Standing.ENDED)
    await rooms.take(second, ["main"], 2, now(), floor.standing)
    assert await showing(rooms, floor, "main") == second


@pytest.mark.parametrize("standing", [Standing.WAITING, None], ids=["waiting", "unknown"])
async def test_a_room_just_taken_is_respected_until_the_lease_is_over(
    client, floor, rooms, standing
):
    first, second = floor.game(1, standing), floor.game(2)
    await rooms.take(first, ["main"], 2, now(), floor.standing)
    kept = await LastValues(client, "BOARDS").read(f"eyesdown.in.room.{floor.venue}.main")
    assert kept is not None
    taken = kept.stored_at
    for at in (taken, taken + LEASE - timedelta(seconds=1), taken - timedelta(hours=1)):
        code, facts = await refusal(rooms.take(second, ["main"], 2, at, floor.standing))
        assert (code, facts["holder"]) == ("ROOM_BEING_TAKEN", str(first))
    await rooms.take(second, ["main"], 2, taken + LEASE, floor.standing)
    assert await showing(rooms, floor, "main") == second


async def test_taking_again_renews_the_lease(client, floor, rooms):
    first, second = floor.game(1), floor.game(2)
    values, subject = LastValues(client, "BOARDS"), f"eyesdown.in.room.{floor.venue}.main"
    await rooms.take(first, ["main"], 2, now(), floor.standing)
    once = await values.read(subject)
    await rooms.take(first, ["main"], 3, now(), floor.standing)
    again = await values.read(subject)
    assert once is not None
    assert again is not None
    assert again.stored_at > once.stored_at
    pointer = await rooms.pointer(floor.venue, "main")
    assert pointer is not None
    assert (pointer.showing, pointer.since_version) == (str(first), 3)
    # The lease of the first taking is over, that of the second is not.
    code, _ = await refusal(rooms.take(second, ["main"], 2, once.stored_at + LEASE, floor.standing))
    assert code == "ROOM_BEING_TAKEN"
    await rooms.take(second, ["main"], 2, again.stored_at + LEASE, floor.standing)


async def test_in_play_taking_again_changes_nothing(client, floor, rooms):
    game = floor.game(1)
    await rooms.take(game, ["main"], 2, now(), floor.standing)
    floor.game(1, Standing.IN_PLAY)
    taken = await rooms.take(game, ["main"], 9, now(), floor.standing)
    assert taken.holds == ()
    pointer = await rooms.pointer(floor.venue, "main")
    assert pointer is not None
    assert pointer.since_version == 2


@pytest.mark.parametrize("body", [b"", b"\xff", b'{"showing": "main"}', b"seven"])
async def test_a_damaged_pointer_keeps_nobody_out_and_is_told(client, floor, rooms, body):
    await client.jetstream().publish(f"eyesdown.in.room.{floor.venue}.main", body)
    with capture_logs() as logs:
        await rooms.take(floor.game(1), ["main"], 1, now(), floor.standing)
    assert {entry["event"] for entry in logs} == {"room_pointer_unreadable"}
    assert await showing(rooms, floor, "main") == floor.game(1)


@pytest.mark.parametrize("room", ["", "Main", "*", ">", "a.b", "main room"])
async def test_a_room_that_is_no_id_is_refused(floor, rooms, room):
    with pytest.raises(BadName, match="no room id"):
        await rooms.take(floor.game(1), ["main", room], 1, now(), floor.standing)
    assert await rooms.pointer(floor.venue, "main") is None
    with pytest.raises(BadName, match="no venue id"):
        await rooms.pointer("*", "main")


# -- what comes next -----------------------------------------------------------------------------


async def next_in(client, floor) -> str:
    """What the kept pointer of the room main says comes next."""
    kept = await LastValues(client, "BOARDS").read(f"eyesdown.in.room.{floor.venue}.main")
    return str(json.loads(kept.body)["next"]) if kept else ""


async def test_what_comes_next_is_told_and_takes_nothing(client, floor, rooms):
    now_on, other, later = floor.game(1), floor.game(2), floor.game(3)
    await rooms.expect(other, ["main"])
    assert (await rooms.pointer(floor.venue, "main"), await next_in(client, floor)) == (
        None,
        str(other),
    )
    await rooms.take(now_on, ["main"], 2, now(), floor.standing)
    assert await next_in(client, floor) == str(other), "it waits still"
    floor.game(1, Standing.IN_PLAY)
    await rooms.expect(later, ["main"])
    assert await showing(rooms, floor, "main") == now_on
    assert await next_in(client, floor) == str(later)
    floor.game(1, Standing.ENDED)
    await rooms.take(later, ["main"], 2, now(), floor.standing)
    assert await next_in(client, floor) == "", "it has come"
    await rooms.expect(later, ["main"])
    assert await next_in(client, floor) == ""


async def test_a_lease_is_as_long_whatever_is_told_to_come_next(client, floor, rooms):
    first, second = floor.game(1), floor.game(2)
    values, subject = LastValues(client, "BOARDS"), f"eyesdown.in.room.{floor.venue}.main"
    await rooms.take(first, ["main"], 2, now(), floor.standing)
    taken = await values.read(subject)
    assert taken is not None
    await rooms.expect(second, ["main"])
    until = taken.stored_at + LEASE
    code, _ = await refusal(
        rooms.take(second, ["main"], 2, until - timedelta(seconds=1), floor.standing)
    )
    assert code == "ROOM_BEING_TAKEN"
    await rooms.take(second, ["main"], 2, until, floor.standing)
    assert await showing(rooms, floor, "main") == second


async def test_a_room_is_given_back_with_what_it_was_told_meanwhile_comes_next(
    client, floor, rooms
):
    ended, game, other, later = (floor.game(number) for number in range(1, 5))
    taken = await rooms.take(game, ["main"], 2, now(), floor.standing)
    await rooms.expect(other, ["main"])
    await rooms.release(taken, floor.standing)
    assert await showing(rooms, floor, "main") is None
    assert await next_in(client, floor) == str(other)
    await rooms.take(ended, ["main"], 2, now(), floor.standing)
    floor.game(1, Standing.ENDED)
    taken = await rooms.take(game, ["main"], 2, now(), floor.standing)
    await rooms.expect(later, ["main"])
    await rooms.release(taken, floor.standing)
    assert await showing(rooms, floor, "main") == ended
    assert await next_in(client, floor) == str(later)


async def test_what_cannot_be_told_is_logged_and_stops_nothing(connect, floor):
    client = await connect()
    await client.close()
    with capture_logs() as logs:
        await Rooms(client).expect(floor.game(1), ["main"])
    assert [entry["event"] for entry in logs] == ["next_not_told"]


# -- all or none, giving back ----------------------------------------------------------------


async def test_all_rooms_or_none(floor, rooms):
    ended, playing, game = floor.game(1), floor.game(2), floor.game(3)
    await rooms.take(ended, ["annex"], 5, now(), floor.standing)
    floor.game(1, Standing.ENDED)
    await rooms.take(playing, ["main"], 5, now(), floor.standing)
    floor.game(2, Standing.IN_PLAY)
    code, facts = await refusal(
        rooms.take(game, ["main", "bar", "annex"], 5, now(), floor.standing)
    )
    assert (code, facts["room"]) == ("ROOM_IN_PLAY", "main")
    assert await showing(rooms, floor, "annex") == ended
    assert await showing(rooms, floor, "bar") is None
    assert await showing(rooms, floor, "main") == playing


async def test_what_is_given_back_is_as_old_as_it_was(floor, rooms):
    waiting, playing, game = floor.game(1), floor.game(2), floor.game(3)
    await rooms.take(waiting, ["annex"], 1, now(), floor.standing)
    await rooms.take(playing, ["main"], 1, now(), floor.standing)
    floor.game(2, Standing.IN_PLAY)
    later = now() + LEASE
    code, _ = await refusal(rooms.take(game, ["annex", "main"], 1, later, floor.standing))
    assert code == "ROOM_IN_PLAY"
    assert await showing(rooms, floor, "annex") == waiting
    # Put back just now, but its lease was over before that.
    await rooms.take(game, ["annex"], 1, later, floor.standing)


async def test_an_announcement_that_is_refused_gives_its_rooms_back(client, floor, rooms):
    display = await client.subscribe(f"eyesdown.room.{floor.venue}.bar")
    ended, game = floor.game(1), floor.game(2)
    await rooms.take(ended, ["main"], 5, now(), floor.standing)
    floor.game(1, Standing.ENDED)
    taken = await rooms.take(game, ["main", "bar"], 2, now(), floor.standing)
    await rooms.release(taken, floor.standing)
    assert await showing(rooms, floor, "main") == ended
    assert await showing(rooms, floor, "bar") is None
    shown = [json.loads((await display.next_msg(timeout=DEADLINE)).data) for _ in range(2)]
    assert shown[0]["showing"] == str(game)
    assert shown[1] == {"showing": "", "board": "", "sinceVersion": 0, "next": ""}
    await rooms.take(floor.game(3), ["main", "bar"], 1, now(), floor.standing)


async def test_what_a_retry_took_again_is_not_given_back(floor, rooms):
    game, other = floor.game(1), floor.game(2)
    first = await rooms.take(game, ["main"], 2, now(), floor.standing)
    second = await rooms.take(game, ["main"], 2, now(), floor.standing)
    await rooms.release(first, floor.standing)
    assert await showing(rooms, floor, "main") == game
    # And the other way round: the earlier one may be about to commit.
    await rooms.release(second, floor.standing)
    assert await showing(rooms, floor, "main") == game
    code, _ = await refusal(rooms.take(other, ["main"], 1, now(), floor.standing))
    assert code == "ROOM_BEING_TAKEN"


async def test_what_is_in_play_or_somebody_elses_is_not_given_back(floor, rooms):
    game, other = floor.game(1), floor.game(2)
    taken = await rooms.take(game, ["bar", "main"], 2, now(), floor.standing)
    await rooms.take(other, ["bar"], 2, now() + LEASE, floor.standing)
    floor.game(1, Standing.IN_PLAY)
    await rooms.release(taken, floor.standing)
    assert await showing(rooms, floor, "main") == game
    floor.game(1, Standing.WAITING)
    await rooms.release(taken, floor.standing)
    assert await showing(rooms, floor, "main") is None
    assert await showing(rooms, floor, "bar") == other


async def test_giving_back_without_store_or_journal_is_told_and_not_raised(connect, floor):
    client = await connect()
    rooms = Rooms(client)
    taken = await rooms.take(floor.game(1), ["main"], 2, now(), floor.standing)
    floor.down = True
    with capture_logs() as logs:
        await rooms.release(taken, floor.standing)
        floor.down = False
        await client.close()
        await rooms.release(taken, floor.standing)
    assert [entry["event"] for entry in logs] == ["rooms_not_given_back", "room_not_given_back"]
    with pytest.raises(StoreDown):
        await rooms.take(floor.game(1), ["main"], 2, now(), floor.standing)


async def test_a_command_cut_off_gives_back_what_it_had_taken(floor, rooms):
    game, waiting = floor.game(1), floor.game(2)
    await rooms.take(waiting, ["main"], 2, now(), floor.standing)
    asked = asyncio.Event()

    async def never_answers(name: Name) -> Standing | None:
        asked.set()
        await asyncio.Event().wait()
        return None

    taking = asyncio.create_task(rooms.take(game, ["bar", "main"], 2, now(), never_answers))
    async with asyncio.timeout(DEADLINE):
        await asked.wait()
    assert await showing(rooms, floor, "bar") == game
    taking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await taking
    assert await showing(rooms, floor, "bar") is None
    assert await showing(rooms, floor, "main") == waiting


async def test_a_journal_that_never_answers_ends_in_store_down(floor, rooms, monkeypatch):
    await rooms.take(floor.game(2), ["main"], 2, now(), floor.standing)
    monkeypatch.setattr("services.kernel.boards.rooms.PATIENCE", 1.0)

    async def never_answers(name: Name) -> Standing | None:
        await asyncio.Event().wait()
        return None

    with pytest.raises(StoreDown, match="in time"):
        await rooms.take(floor.game(1), ["bar", "main"], 2, now(), never_answers)
    assert await showing(rooms, floor, "bar") is None
