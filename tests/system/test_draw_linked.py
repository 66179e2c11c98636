"""Linked games: rooms of two venues in one game, which one draw calls for both."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_hall import Person
from tests.kit.draw_lettered import announcer
from tests.kit.draw_lettered import opening as lettered
from tests.kit.draw_play import (
    BINGO,
    CALLER,
    LINE,
    SUPERVISOR,
    Draw,
    Play,
    open_game,
    pointer,
    request_id,
    shown,
)

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
DEPUTY, ANNOUNCER = game_pb2.POST_DEPUTY_SUPERVISOR, game_pb2.POST_ANNOUNCER
VALID = game_pb2.VERDICT_VALID


class Linked(Play):
    """A game in a room of the hall and in one of another venue, `far`, with that hall's people."""

    @property
    def far(self) -> str:
        """The other hall's room, "venues/wlg/rooms/main"."""
        return self.game.rooms[1]

    @property
    def far_room(self) -> str:
        """Its id there."""
        return self.far.rpartition("/")[2]

    @property
    def deputy(self) -> Person:
        """Who supervises the other hall."""
        return self.hall.person("dee", "deputy_supervisor", venue=self.hall.elsewhere)

    @property
    def far_steward(self) -> Person:
        """Who serves the other hall's room."""
        return self.hall.person("fay", "steward", venue=self.hall.elsewhere)

    @classmethod
    async def open(cls, hall: Hall, draw: Draw, **more: Any) -> Linked:
        """Opened and staffed, without a deputy yet; by somebody who may do so in both venues."""
        far = f"venues/{hall.elsewhere}/rooms/{hall.room()}"
        request = open_game(hall, **{"rooms": [hall.room(), far], **more})
        opened = await draw.OpenGame(request, metadata=hall.everywhere.at)
        play = cls(hall, draw, opened.game)
        await play.assign(CALLER, hall.caller)
        await play.assign(SUPERVISOR, hall.supervisor)
        return play

    @classmethod
    async def begun(cls, hall: Hall, draw: Draw, **more: Any) -> Linked:
        """With a deputy, and announced in both halls."""
        play = await cls.open(hall, draw, **more)
        await play.with_deputy()
        await play.announce()
        return play

    async def with_deputy(self) -> None:
        """Dee supervises the other hall."""
        await self.post(DEPUTY, self.deputy, self.far)

    async def post(self, post: game_pb2.Post.ValueType, person: Person, room: str) -> None:
        """Put a person at a post in a room."""
        request = self.assigning(post, person.id)
        request.room = room
        reply = await self.draw.AssignStaff(request, metadata=self.hall.manager.at)
        self.game = reply.game

    async def far_call_out(self, draw: Draw | None = None, **more: Any) -> int:
        """A player calls out in the other hall, whose steward enters it; the call out."""
        request = self.calling_out(room=self.far, **more)
        reply = await (draw or self.draw).CallOut(request, metadata=self.far_steward.at)
        self.game = reply.game
        return reply.call_out


async def showing(nats: Connection, venue: str, room: str) -> str:
    """The game that a room shows; empty for none."""
    found = await pointer(nats, venue, room)
    return found["showing"] if found else ""


# -- both halls --------------------------------------------------------------------------------


async def test_both_halls_show_the_game_once_a_deputy_is_there_and_it_is_announced(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Linked.open(hall, one.draw)
    failed = await told(one.draw.AnnounceGame(play.announcing(), metadata=hall.caller.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "DEPUTY_MISSING")
    assert play.far in failed.message
    assert await showing(nats, hall.elsewhere, play.far_room) == ""
    await play.with_deputy()
    await play.announce()
    assert await showing(nats, hall.venue, play.game.rooms[0]) == play.game.name
    assert await showing(nats, hall.elsewhere, play.far_room) == play.game.name
    assert await showing(nats, hall.venue, play.far_room) == "", "the room of that id here is free"
    number = await play.round()
    there = await pointer(nats, hall.elsewhere, play.far_room)
    assert there is not None
    assert there["board"] == f"eyesdown.board.{hall.elsewhere}.games.{hall.venue}-{play.id.id}"
    for venue in (hall.venue, hall.elsewhere):  # a display reads its own venue's boards alone
        frame = await shown(nats, play.id, play.game.version, venue)
        assert frame["name"] == play.game.name
        assert frame["rooms"] == [play.game.rooms[0], play.far]
        assert [call["number"] for call in frame["calls"]] == [number]


async def test_a_game_of_the_other_hall_s_own_is_on_another_board_than_the_one_of_that_id(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Linked.begun(hall, one.draw)
    await play.round()
    own = await own_game(hall, one.draw, hall.room(), play.id.id)
    await own.announce()
    assert own.id.id == play.id.id
    theirs = await shown(nats, own.id, own.game.version)
    assert (theirs["name"], theirs["calls"]) == (own.game.name, [])
    linked = await shown(nats, play.id, play.game.version, hall.elsewhere)
    assert (linked["name"], len(linked["calls"])) == (play.game.name, 1)


async def test_the_owner_s_pulse_is_felt_in_both_halls(hall: Hall, one: Replica, nats: Connection):
    """Five seconds without it, and their displays say that they are offline."""
    for venue in (hall.venue, hall.elsewhere):
        pulses = await nats.subscribe(f"eyesdown.pulse.{venue}.draw")
        await pulses.next_msg(timeout=SOON)
        await pulses.unsubscribe()


async def test_a_room_of_the_other_hall_that_is_in_play_is_refused_and_nothing_is_taken(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    first = await Linked.begun(hall, one.draw)
    second = await Linked.open(hall, two.draw, rooms=[hall.room(), first.far])
    await second.with_deputy()
    failed = await told(two.draw.AnnounceGame(second.announcing(), metadata=hall.caller.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "ROOM_IN_PLAY")
    assert failed.info.metadata["holder"] == first.game.name
    assert await showing(nats, hall.venue, second.game.rooms[0]) == ""
    assert await showing(nats, hall.elsewhere, first.far_room) == first.game.name
    await first.end()
    await second.announce()
    assert await showing(nats, hall.elsewhere, first.far_room) == second.game.name


async def test_after_the_end_the_other_hall_has_its_room_again(
    hall: Hall, one: Replica, nats: Connection
):
    play = await Linked.begun(hall, one.draw)
    own = await own_game(hall, one.draw, play.far_room)
    failed = await told(one.draw.AnnounceGame(own.announcing(), metadata=own.caller.at))
    assert failed.reason == "ROOM_IN_PLAY"
    await play.end()
    await own.announce()
    assert await showing(nats, hall.elsewhere, play.far_room) == own.game.name
    assert await showing(nats, hall.venue, play.game.rooms[0]) == play.game.name


async def own_game(hall: Hall, draw: Draw, room: str, game_id: str = "") -> Play:
    """A game of the other venue's own, in one of its rooms, opened and staffed."""
    its_id = {"game_id": game_id} if game_id else {}
    request = open_game(hall, parent=f"venues/{hall.elsewhere}", rooms=[room], **its_id)
    opened = await draw.OpenGame(request, metadata=hall.stranger.at)
    play = Play(hall, draw, opened.game)
    people = (
        (CALLER, hall.person("kit", "caller", venue=hall.elsewhere)),
        (SUPERVISOR, hall.person("lou", "supervisor", venue=hall.elsewhere)),
    )
    for post, person in people:
        reply = await draw.AssignStaff(play.assigning(post, person.id), metadata=hall.stranger.at)
        play.game = reply.game
    play.caller, play.supervisor = (person for _, person in people)
    return play


async def test_players_are_counted_and_hearing_is_checked_in_the_other_hall(
    hall: Hall, one: Replica
):
    play = await Linked.begun(hall, one.draw)
    counting = pb.RecordAttendanceRequest(
        request_id=request_id(), name=play.game.name, room=play.far, players=140
    )
    counted = (await one.draw.RecordAttendance(counting, metadata=play.far_steward.at)).game
    assert [(each.room, each.players, each.by) for each in counted.attendance] == [
        (play.far, 140, "fay")
    ]
    for is_heard in (False, True):
        listening = pb.CheckHearingRequest(
            request_id=request_id(), name=play.game.name, room=play.far, heard=is_heard
        )
        await one.draw.CheckHearing(listening, metadata=play.deputy.at)
        selecting = one.draw.SelectNumber(play.selecting(1), metadata=hall.caller.at)
        if is_heard:
            assert (await selecting).number
        else:
            failed = await told(selecting)
            assert (failed.reason, failed.info.metadata["room"]) == ("NOT_HEARD", play.far)


# -- B27: a call out anywhere stops the game everywhere ----------------------------------------


@pytest.mark.case("B27")
async def test_case_b27_a_call_out_in_the_other_hall_stops_the_game_in_both(
    hall: Hall, one: Replica, two: Replica, nats: Connection
):
    play = await Linked.begun(hall, one.draw)
    await play.round()
    await play.select()  # drawn, and not spoken yet
    call_out = await play.far_call_out(two.draw)
    assert play.game.phase == game_pb2.PHASE_PAUSED
    for venue in (hall.venue, hall.elsewhere):
        frame = await shown(nats, play.id, play.game.version, venue)
        assert frame["phase"] == "GAME_PHASE_PAUSED"
        assert [(each["room"], each["status"]) for each in frame["callOuts"]] == [
            (play.far, "undecided")
        ]
    for draw in (one.draw, two.draw):
        failed = await told(draw.CallNumber(play.calling(2), metadata=hall.caller.at))
        assert (failed.reason, failed.info.metadata["clause"]) == ("PAUSED", "NZB-5.7(c)")
    failed = await told(one.draw.EndGame(play.ending(), metadata=hall.supervisor.at))
    assert failed.reason == "PAUSED"
    assert len((await play.look()).calls) == 1
    await play.decide(call_out)
    await play.call()
    await play.confirm()
    assert len(play.numbers) == 2


@pytest.mark.case("B27")
async def test_case_b27_of_a_call_and_a_call_out_at_once_no_further_number_comes(
    hall: Hall, one: Replica, two: Replica
):
    """Whichever is first in the journal: the call out is on the call before, marked late if the
    next was announced by then, and nothing follows until it is decided."""
    play = await Linked.begun(hall, one.draw)
    await play.round()
    for _ in range(10):
        await play.select()
        position = len(play.game.calls) + 1
        calling = one.draw.CallNumber(play.calling(position), metadata=hall.caller.at)
        crying = two.draw.CallOut(play.calling_out(room=play.far), metadata=play.far_steward.at)
        called, cried = await asyncio.gather(calling, crying, return_exceptions=True)
        assert isinstance(cried, pb.CallOutResponse)
        game = await play.look()
        was_called = isinstance(called, pb.CallNumberResponse)
        assert len(game.calls) == position - (not was_called)
        assert game.call_outs[-1].late is was_called
        assert game.call_outs[-1].after_position == position - 1
        if was_called:
            await play.confirm()
        failed = await told(
            one.draw.SelectNumber(play.selecting(position + 1), metadata=hall.caller.at)
            if was_called
            else one.draw.CallNumber(play.calling(position), metadata=hall.caller.at)
        )
        assert failed.reason == "PAUSED"
        await play.decide(cried.call_out)
        if not was_called:
            await play.call()
            await play.confirm()


@pytest.mark.case("B27")
async def test_case_b27_a_number_that_was_spoken_already_is_put_on_record_and_no_other(
    hall: Hall, one: Replica, two: Replica
):
    """The other hall heard the number and somebody called out on it before it was keyed."""
    play = await Linked.begun(hall, one.draw)
    await play.round()
    number = await play.select()
    call_out = await play.far_call_out(two.draw, after_position=2)
    await play.call()
    assert play.numbers[-1] == number
    await play.confirm()
    failed = await told(one.draw.SelectNumber(play.selecting(3), metadata=hall.caller.at))
    assert failed.reason == "PAUSED"
    await play.decide(call_out, verdict=VALID, stages=[LINE, BINGO])
    assert [(won.position, list(won.call_outs)) for won in play.game.won] == [
        (2, [call_out]),
        (2, [call_out]),
    ]
    await play.end("")


@pytest.mark.case("B27")
async def test_case_b27_a_call_cut_off_by_the_other_hall_is_finished_in_tennessee(
    hall: Hall, one: Replica
):
    """Only the letter was spoken when somebody there called out: the call is finished, and they are
    judged on the last number fully called (Tennessee 9)."""
    play = await Linked.open(hall, one.draw, **lettered)
    room = play.game.rooms[0]
    await play.with_deputy()
    for post, person in (
        (CALLER, hall.caller),
        (SUPERVISOR, hall.supervisor),
        (ANNOUNCER, announcer(hall)),
    ):
        await play.post(post, person, room)
    for where, players, steward in (
        (room, 180, hall.steward),
        (play.far, 60, play.far_steward),
    ):
        about: dict[str, Any] = {"name": play.game.name, "room": where}
        counting = pb.RecordAttendanceRequest(request_id=request_id(), players=players, **about)
        await one.draw.RecordAttendance(counting, metadata=steward.at)
        heard = pb.CheckHearingRequest(request_id=request_id(), heard=True, **about)
        await one.draw.CheckHearing(heard, metadata=steward.at)
    found = pb.InspectEquipmentRequest(
        request_id=request_id(), name=play.game.name, objects=75, equal=True, room=room
    )
    play.game = (await one.draw.InspectEquipment(found, metadata=hall.supervisor.at)).game
    await play.announce()
    await play.select(12)
    call_out = await play.far_call_out(after_position=1)
    cut = pb.CutOffCallRequest(request_id=request_id(), name=play.game.name, position=1)
    play.game = (await one.draw.CutOffCall(cut, metadata=hall.caller.at)).game
    (cried,) = play.game.call_outs
    assert (cried.after_position, cried.judged_on) == (0, 0)
    finished = pb.CallNumberRequest(
        request_id=request_id(), name=play.game.name, position=1, letter="B"
    )
    play.game = (await one.draw.CallNumber(finished, metadata=hall.caller.at)).game
    assert play.numbers == [12]
    shown_it = pb.ConfirmCallRequest(
        request_id=request_id(), name=play.game.name, position=1, ball=12
    )
    await one.draw.ConfirmCall(shown_it, metadata=announcer(hall).at)
    failed = await told(one.draw.SelectNumber(play.selecting(2, 3), metadata=hall.caller.at))
    assert failed.reason == "PAUSED"
    await play.decide(call_out)
    await play.select(3)


# -- B16: each hall speaks for itself ----------------------------------------------------------


@pytest.mark.case("B16")
async def test_case_b16_nobody_speaks_for_the_other_hall(hall: Hall, one: Replica):
    play = await Linked.begun(hall, one.draw)
    await play.round()
    here = play.game.rooms[0]
    about: dict[str, Any] = {"name": play.game.name}

    async def denied(method: str, request: Message, person: Person) -> bool:
        failed = await told(getattr(one.draw, method)(request, metadata=person.at))
        return (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")

    for room, person in ((play.far, hall.steward), (here, play.far_steward)):
        for method, request in (
            ("CallOut", play.calling_out(room=room)),
            (
                "RecordAttendance",
                pb.RecordAttendanceRequest(request_id=request_id(), room=room, players=9, **about),
            ),
            (
                "CheckHearing",
                pb.CheckHearingRequest(request_id=request_id(), room=room, heard=False, **about),
            ),
        ):
            assert await denied(method, request, person), (method, room)
    theirs: tuple[tuple[str, Message], ...] = (
        ("DecideCallOut", play.deciding(1)),
        ("EndGame", play.ending()),
        ("SelectNumber", play.selecting()),
        ("AssignStaff", play.assigning(CALLER, "dee")),
    )
    for method, asked in theirs:
        assert await denied(method, asked, hall.stranger), method
    assert await play.look() == play.game, "nothing has come of it"


@pytest.mark.case("B16")
async def test_case_b16_an_operator_here_neither_takes_nor_stops_a_room_there(
    hall: Hall, one: Replica, nats: Connection
):
    far_room = hall.room()
    own = await own_game(hall, one.draw, far_room)
    await own.announce()
    operator = hall.person("ope", "operator")
    far = f"venues/{hall.elsewhere}/rooms/{far_room}"
    for person in (operator, hall.manager):
        request = open_game(hall, rooms=[hall.room(), far])
        failed = await told(one.draw.OpenGame(request, metadata=person.at))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
    for person in (operator, hall.manager, hall.supervisor):
        asked: tuple[tuple[str, Message], ...] = (
            ("EndGame", own.ending()),
            ("AssignStaff", own.assigning(CALLER, person.id)),
            ("HoldGame", holding(own)),
            ("CallOut", own.calling_out(room=far)),
        )
        for method, stopping in asked:
            failed = await told(getattr(one.draw, method)(stopping, metadata=person.at))
            assert failed.code is Status.PERMISSION_DENIED, (method, person.id)
    assert await showing(nats, hall.elsewhere, far_room) == own.game.name
    await own.round()


def holding(play: Play) -> pb.HoldGameRequest:
    """Let a game stand still."""
    return pb.HoldGameRequest(
        request_id=request_id(), name=play.game.name, cause=game_pb2.HOLD_CAUSE_ALARM
    )


async def test_a_room_that_there_is_not_in_the_other_hall_is_not_found(hall: Hall, one: Replica):
    nowhere = f"venues/{hall.elsewhere}/rooms/cellar"
    request = open_game(hall, rooms=[hall.room(), nowhere])
    failed = await told(one.draw.OpenGame(request, metadata=hall.everywhere.at))
    assert (failed.code, nowhere in failed.message) == (Status.NOT_FOUND, True)
    unknown = open_game(hall, rooms=["venues/nowhere/rooms/main"])
    failed = await told(one.draw.OpenGame(unknown, metadata=hall.everywhere.at))
    assert failed.code is Status.NOT_FOUND
