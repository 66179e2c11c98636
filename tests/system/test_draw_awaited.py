"""Where the profile asks for it, a number waits for the screens of the other rooms."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.draw.audit import audited
from services.draw.rooms import acknowledging
from services.kernel.audit.auditor import Audit
from services.kernel.journal.archive import NatsArchive
from services.kernel.journal.connection import Connection
from services.kernel.profiles import Profiles
from services.kernel.record.seal import Keys
from tests.cli.command import Done, eyesdown
from tests.kernel.serving.kit import told
from tests.kit import draw as kit
from tests.kit.draw import SOON, Replica
from tests.kit.draw_hall import Person, connected
from tests.kit.draw_lettered import announcer
from tests.kit.draw_lettered import opening as lettered
from tests.kit.draw_play import CALLER, SUPERVISOR, Draw, Play, open_game, request_id
from tests.kit.draw_shown import Hall, facts, heard, show
from tests.kit.glass import Display

pytest_plugins = ["tests.kit.draw_shown"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
SHOWN, DARK = game_pb2.ON_GLASS_SHOWN, game_pb2.ON_GLASS_DARK
ANNOUNCER = game_pb2.POST_ANNOUNCER
BALLS = (7, 21, 33, 48)


class TwoRooms(Play):
    """A game under Tennessee's rules in two rooms; caller and announcer stand in the first."""

    @property
    def far(self) -> str:
        """The other room."""
        return self.game.rooms[1]

    @classmethod
    async def begun(cls, hung: kit.Hall, draw: Draw) -> TwoRooms:
        """Everything is looked at, and the game is announced."""
        request = open_game(hung, rooms=[hung.room(), hung.room()], **lettered)
        opened = await draw.OpenGame(request, metadata=hung.manager.at)
        play = cls(hung, draw, opened.game)
        room = play.game.rooms[0]
        for post, person in (
            (CALLER, hung.caller),
            (SUPERVISOR, hung.supervisor),
            (ANNOUNCER, announcer(hung)),
        ):
            assigning = play.assigning(post, person.id)
            assigning.room = room
            await draw.AssignStaff(assigning, metadata=hung.manager.at)
        for where, players in ((room, 180), (play.far, 40)):
            about: dict[str, Any] = {"name": play.game.name, "room": where}
            counting = pb.RecordAttendanceRequest(request_id=request_id(), players=players, **about)
            await draw.RecordAttendance(counting, metadata=hung.steward.at)
            heard = pb.CheckHearingRequest(request_id=request_id(), heard=True, **about)
            await draw.CheckHearing(heard, metadata=hung.steward.at)
        found = pb.InspectEquipmentRequest(
            request_id=request_id(), name=play.game.name, objects=75, equal=True, room=room
        )
        play.game = (await draw.InspectEquipment(found, metadata=hung.supervisor.at)).game
        await play.announce()
        return play

    def calling(self, position: int = 0) -> pb.CallNumberRequest:
        """The next ball of `BALLS`, with its letter."""
        request = super().calling(position)
        request.letter = "BINGO"[(BALLS[request.position - 1] - 1) // 15]
        return request

    async def shown_here(self) -> None:
        """The announcer displays the last call where they stand."""
        request = self.confirming(ball=BALLS[len(self.game.calls) - 1])
        reply = await self.draw.ConfirmCall(request, metadata=announcer(self.hall).at)
        self.game = reply.game

    async def drawn(self) -> None:
        """The first number is called and displayed here, and the second is drawn."""
        await self.select(BALLS[0])
        await self.call()
        await self.shown_here()
        await self.select(BALLS[1])


async def test_in_tennessee_the_next_number_waits_for_the_other_room_s_screen(
    hung: Hall, hung_one: Replica, nats: Connection, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(acknowledging, "IN_TIME", timedelta(seconds=SOON))
    play = await TwoRooms.begun(hung, hung_one.draw)
    left = Display(nats, hung.venue, play.far)
    await show(left, play)
    await play.drawn()
    calling = asyncio.ensure_future(
        hung_one.draw.CallNumber(play.calling(), metadata=hung.caller.at, timeout=SOON)
    )
    looked = await play.look()
    assert not calling.done()
    assert len(looked.calls) == 1
    await left.show(looked, after=300)
    play.game = (await calling).game
    assert [call.number for call in play.game.calls] == list(BALLS[:2])
    assert facts(play.game)[1] == (1, play.far, SHOWN, 300, 1, 2)


async def test_a_room_that_is_dark_is_not_awaited_and_somebody_there_can_say_it(
    hung: Hall, hung_one: Replica
):
    play = await TwoRooms.begun(hung, hung_one.draw)
    await play.drawn()
    failed = await told(hung_one.draw.CallNumber(play.calling(), metadata=hung.caller.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "NOT_IN_EVERY_ROOM")
    assert failed.info.metadata["clause"] == "TNB-5"
    assert failed.info.metadata["rooms"] == play.far
    explained = await hung_one.draw.ExplainGame(
        pb.ExplainGameRequest(name=play.game.name), metadata=hung.caller.at
    )
    step = {each.method: each for each in explained.next_steps}["CallNumber"]
    assert (step.may, step.reason) == (False, "NOT_IN_EVERY_ROOM")
    saying = pb.ConfirmInRoomRequest(
        request_id=request_id(), name=play.game.name, room=play.far, position=1, heard=True
    )
    play.game = (await hung_one.draw.ConfirmInRoom(saying, metadata=hung.steward.at)).game
    (said,) = play.game.confirmations
    assert (said.room, said.heard, said.seen, said.by) == (play.far, True, False, hung.steward.id)
    await play.call()
    assert facts(play.game)[1] == (1, play.far, DARK, 0, 0, 2)


async def test_a_steward_types_that_a_room_has_heard_a_call(hung: Hall, hung_one: Replica):
    play = await TwoRooms.begun(hung, hung_one.draw)
    await play.drawn()
    assert hung_one.server is not None
    address = f"127.0.0.1:{hung_one.server.port}"

    async def typed(person: Person, *said: str, room: str = play.far) -> Done:
        token = dict(person.at)["authorization"].removeprefix("Bearer ")
        return await eyesdown(
            *("game", "confirm-in-room", f"{hung.venue}/{play.id.id}"),
            *("--room", room, "--call", "1", *said),
            data=hung.folder,
            more={"EYESDOWN_DRAW": address, "EYESDOWN_TOKEN": token},
        )

    nothing = await typed(hung.steward)
    assert (nothing.code, nothing.out, "[NOTHING_SAID" in nothing.err) == (1, "", True)
    wrong = await typed(hung.caller, "--heard")
    assert (wrong.code, wrong.out, "[ROLE_NOT_PERMITTED" in wrong.err) == (1, "", True)
    assert list((await play.look()).confirmations) == []
    for room in (play.far, f"{hung.venue}/{play.far}", f"venues/{hung.venue}/rooms/{play.far}"):
        done = await typed(hung.steward, "--heard", "--seen", room=room)
        told_ = f"Call 1 (B 7): heard and seen in {play.far} by {hung.steward.id}\n"
        assert (done.code, done.err, done.out) == (0, "", told_)
    await play.call()


async def test_a_room_that_was_dark_at_a_pause_may_have_the_number_after_it(
    hung: Hall, hung_one: Replica, nats: Connection
):
    play = await TwoRooms.begun(hung, hung_one.draw)
    await play.drawn()
    call_out = await play.call_out(after_position=1)
    assert facts(play.game)[1] == (1, play.far, DARK, 0, 0, 2)
    await play.decide(call_out)
    left = Display(nats, hung.venue, play.far)
    await show(left, play, after=2_900)
    await play.call()
    assert facts(play.game)[1] == (1, play.far, SHOWN, 2_900, 1, 2)


async def test_the_supervisor_goes_on_without_a_room_and_the_audit_decides_it_all_again(
    hung: Hall, hung_one: Replica
):
    play = await TwoRooms.begun(hung, hung_one.draw)
    await play.drawn()
    going = pb.GoOnWithoutRoomsRequest(
        request_id=request_id(),
        name=play.game.name,
        position=1,
        rooms=[play.far],
        reason="its screen is broken",
    )
    play.game = (await hung_one.draw.GoOnWithoutRooms(going, metadata=hung.supervisor.at)).game
    (breach,) = play.game.breaches
    assert (breach.position, list(breach.rooms)) == (1, [play.far])
    assert breach.by == hung.supervisor.id
    await play.call()
    await play.shown_here()
    await play.select(BALLS[2])
    failed = await told(hung_one.draw.CallNumber(play.calling(), metadata=hung.caller.at))
    assert failed.reason == "NOT_IN_EVERY_ROOM", "it was for one number"
    async with connected(hung.url) as connection:
        archive = NatsArchive(connection)
        profiles = Profiles.load(hung.folder / "rules")
        audit = Audit(archive, audited(profiles), Keys(hung.folder / "keys"))
        assert await audit.everything(hung.venue)
        await archive.close()
    assert audit.report.findings == []
    proven = audit.report.proven
    assert (proven.decided, proven.undecided) == (proven.commits, 0)


async def test_a_call_that_was_awaited_is_answered_again_as_it_was(
    hung: Hall, hung_one: Replica, hung_two: Replica, nats: Connection
):
    play = await TwoRooms.begun(hung, hung_one.draw)
    left = Display(nats, hung.venue, play.far)
    await play.drawn()
    await show(left, play, after=50)
    await heard(hung_two.draw, hung, left, lambda known: known.version == play.game.version)
    request = play.calling()
    first = await hung_one.draw.CallNumber(request, metadata=hung.caller.at)
    assert await hung_two.draw.CallNumber(request, metadata=hung.caller.at) == first
