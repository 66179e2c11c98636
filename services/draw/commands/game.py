"""What was given as a command of the game: pure, so that anyone can make it again from a commit."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2, game_pb2
from services.draw.commands import corrections, rooms, standing
from services.draw.commands.rooms import acknowledged
from services.draw.domain.game.announcing import AnnounceGame
from services.draw.domain.game.belonging import (
    EquipmentSeen,
    RestartSeen,
    SessionSeen,
    Turn,
)
from services.draw.domain.game.calling import CallNumber, CutOffCall
from services.draw.domain.game.callouts import RecordCallOut
from services.draw.domain.game.checks import CheckHearing, InspectEquipment, RecordAttendance
from services.draw.domain.game.deciding import DecideCallOut
from services.draw.domain.game.displaying import ConfirmCall
from services.draw.domain.game.ending import EndGame
from services.draw.domain.game.game import Command
from services.draw.domain.game.opening import OpenGame
from services.draw.domain.game.parts import SalesClosed, StagePrize
from services.draw.domain.game.restarting import FollowRestart, RestartStep
from services.draw.domain.game.sales import RecordSalesClosed
from services.draw.domain.game.selecting import SelectNumber
from services.draw.domain.game.staff import AssignStaff, ReleaseStaff
from services.draw.domain.game.words import Cry, Post, Sales, Selector, Stage, Verdict
from services.draw.domain.profile import BingoProfile
from services.kernel.record.approvals import approval_of
from services.kernel.record.commit import Given, ProfileRef
from services.kernel.record.making import by_request, facts_of, under_profile
from services.kernel.record.shapes import Shape, instant

_STAGE = Shape(StagePrize, game_pb2.StagePrize)
_SALES = Shape(SalesClosed, game_pb2.SalesClosed)

ProfileOf = Callable[[ProfileRef], BingoProfile]


def maker(profile_of: ProfileOf) -> Callable[[Given], Command]:
    """How commands are made; `profile_of` finds a profile by id and hash."""
    return under_profile(pb.OpenGameRequest, profile_of, _open, command)


def _open(given: Given, request: pb.OpenGameRequest, profile: BingoProfile) -> OpenGame:
    facts = _facts(given)
    return OpenGame(
        profile=profile,
        game_version=request.game_version,
        stages=_stages(request.stages),
        serial_number=request.serial_number,
        selector=Selector(request.selector),
        rooms=tuple(request.rooms),
        currency=facts.currency,
        day=date.fromisoformat(request.game_id[:10]),
        today=date.fromisoformat(facts.gaming_day),
        at=given.at,
        practice=request.practice,
        sales=Sales(request.sales or Sales.OUTSIDE.value),
        session=_session(request, facts),
        restart=_restart(request, facts),
        equipment=_equipment(request, facts),
        approval=approval_of(given),
    )


def _session(request: pb.OpenGameRequest, facts: events_pb2.GameFacts) -> SessionSeen | None:
    if not request.session:
        return None
    seen = facts.session
    return SessionSeen(
        name=request.session,
        number=request.programme_number,
        version=seen.version,
        open=seen.open,
        listed=seen.listed,
        profile=seen.profile,
        game_version=seen.game_version,
        stages=_stages(seen.stages),
        practice=seen.practice,
        played_as=seen.played_as,
    )


def _restart(request: pb.OpenGameRequest, facts: events_pb2.GameFacts) -> RestartSeen | None:
    if not request.restart_of:
        return None
    seen = facts.restart
    completed = tuple(Stage(stage) for stage in seen.completed)
    return RestartSeen(request.restart_of, seen.version, seen.voided, completed, seen.restarted_as)


def _equipment(request: pb.OpenGameRequest, facts: events_pb2.GameFacts) -> EquipmentSeen | None:
    if not request.equipment:
        return None
    seen = facts.equipment
    return EquipmentSeen(
        name=request.equipment,
        version=seen.version,
        in_service=seen.in_service,
        inspected=seen.inspected,
        selector=Selector(seen.selector),
        numbers=seen.numbers,
    )


def _assign(given: Given, request: pb.AssignStaffRequest) -> AssignStaff:
    return AssignStaff(Post(request.post), request.person, given.at, request.room, request.swap)


def _release(given: Given, request: pb.ReleaseStaffRequest) -> ReleaseStaff:
    return ReleaseStaff(Post(request.post), request.person, given.at)


def _attendance(given: Given, request: pb.RecordAttendanceRequest) -> RecordAttendance:
    return RecordAttendance(request.room, request.players, given.actor.person, given.at)


def _hearing(given: Given, request: pb.CheckHearingRequest) -> CheckHearing:
    return CheckHearing(request.room, request.heard, given.actor.person, given.at)


def _inspection(given: Given, request: pb.InspectEquipmentRequest) -> InspectEquipment:
    return InspectEquipment(
        request.objects, request.equal, request.room, given.actor.person, given.at
    )


def _announce(given: Given, request: pb.AnnounceGameRequest) -> AnnounceGame:
    return AnnounceGame(
        game_version=request.game_version,
        stages=_stages(request.stages),
        serial_number=request.serial_number,
        currency=_facts(given).currency,
        by=given.actor.person,
        at=given.at,
        turn=_turn(request.name, _facts(given)),
    )


def _turn(game: str, facts: events_pb2.GameFacts) -> Turn:
    return Turn(
        session_open=facts.session.open or not facts.HasField("session"),
        played_as="" if facts.session.played_as == game else facts.session.played_as,
        restarted_as="" if facts.restart.restarted_as == game else facts.restart.restarted_as,
    )


def _select(given: Given, request: pb.SelectNumberRequest) -> SelectNumber:
    return SelectNumber(
        request.position, request.ball or None, _facts(given).entropy, given.actor.person
    )


def _call(given: Given, request: pb.CallNumberRequest) -> CallNumber:
    return CallNumber(
        request.position, given.actor.person, given.at, request.letter, acknowledged(given)
    )


def _cut_off(given: Given, request: pb.CutOffCallRequest) -> CutOffCall:
    return CutOffCall(request.position, given.actor.person, given.at)


def _confirm(given: Given, request: pb.ConfirmCallRequest) -> ConfirmCall:
    return ConfirmCall(request.position, request.ball or None, given.actor.person, given.at)


def _call_out(given: Given, request: pb.CallOutRequest) -> RecordCallOut:
    return RecordCallOut(
        room=request.room,
        after_position=request.after_position,
        cry=Cry(request.cry),
        on_behalf=request.on_behalf,
        player=request.player,
        heard_at=instant(request.heard_at) if request.HasField("heard_at") else None,
        by=given.actor.person,
        at=given.at,
        witnesses=tuple(request.witnesses),
        acknowledged=acknowledged(given),
    )


def _decide(given: Given, request: pb.DecideCallOutRequest) -> DecideCallOut:
    return DecideCallOut(
        call_out=request.call_out,
        verdict=Verdict(request.verdict),
        stages=tuple(Stage(stage) for stage in request.stages),
        ruled_in_time=request.ruled_in_time,
        by=given.actor.person,
        at=given.at,
    )


def _end(given: Given, request: pb.EndGameRequest) -> EndGame:
    return EndGame(
        request.reason, given.actor.person, given.at, request.key_lost, acknowledged(given)
    )


def _sales_closed(given: Given, request: events_pb2.RecordSalesClosed) -> RecordSalesClosed:
    return RecordSalesClosed(_SALES.of(request.sales), _stages(request.prizes))


def _restart_followed(given: Given, request: events_pb2.FollowRestart) -> FollowRestart:
    return FollowRestart(request.game, RestartStep(request.step))


_MAKERS: dict[type[Message], Callable[[Given, Any], Command]] = {
    **standing.MAKERS,
    pb.AssignStaffRequest: _assign,
    pb.ReleaseStaffRequest: _release,
    pb.RecordAttendanceRequest: _attendance,
    pb.CheckHearingRequest: _hearing,
    pb.InspectEquipmentRequest: _inspection,
    pb.AnnounceGameRequest: _announce,
    pb.SelectNumberRequest: _select,
    pb.CallNumberRequest: _call,
    pb.CutOffCallRequest: _cut_off,
    pb.ConfirmCallRequest: _confirm,
    pb.CallOutRequest: _call_out,
    pb.DecideCallOutRequest: _decide,
    pb.EndGameRequest: _end,
    events_pb2.RecordSalesClosed: _sales_closed,
    events_pb2.FollowRestart: _restart_followed,
    **corrections.MAKERS,
    **rooms.MAKERS,
}

command = by_request(_MAKERS, "a game")
"""The command to a game that there is."""


def _facts(given: Given) -> events_pb2.GameFacts:
    return facts_of(given, events_pb2.GameFacts)


def _stages(stages: Any) -> tuple[StagePrize, ...]:
    return tuple(_STAGE.of(each) for each in stages)
