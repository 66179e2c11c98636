"""Whether every room has what was called: on its screens, or by word of somebody there (rule
5.7(a); Tennessee 4 and 5). That the next number waits for it is asked for by the profile.

A screen proves that a number was shown, and nothing of who heard it. So what screens tell and what
people say are kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from services.draw.domain.game.checks import is_here, listens
from services.draw.domain.game.displaying import to_confirm
from services.draw.domain.game.parts import Acknowledgement, Breach, Call, RoomConfirmation
from services.draw.domain.game.staff import AttemptRefused, not_supervising
from services.draw.domain.game.state import Game, InPlay
from services.draw.domain.game.words import OnGlass
from services.kernel.law import Decision, Reason, clause, expect, happened

NOT_IN_EVERY_ROOM = Reason(
    "NOT_IN_EVERY_ROOM",
    "Call {position} ({number}) is not known to have come to {rooms}.",
    "Have somebody there say that it was heard, or seen, or see to the screens. Else the "
    "supervisor goes on without, which stands on record as a breach.",
    clause="TNB-5",
)
NOTHING_SAID = Reason(
    "NOTHING_SAID",
    "It was not said whether call {position} was heard or seen in {room}.",
    "Say which of the two, or both. Where it was not heard, say that all do not hear: then no "
    "number comes.",
    clause="TNB-4",
)
NO_ROOM_AWAITED = Reason(
    "NO_ROOM_AWAITED",
    "In this game the next number waits for no room.",
    "Go on; what the screens show is on record all the same.",
)
BREACH_REASON_NEEDED = Reason(
    "BREACH_REASON_NEEDED",
    "It was not said why the next number is not to wait for {rooms}.",
    "Say in a few words what is wrong there.",
)


@dataclass(frozen=True, slots=True)
class ConfirmInRoom:
    """Somebody in a room says that all there heard a call, or that it is seen there."""

    position: int
    room: str
    heard: bool
    seen: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class GoOnWithoutRooms:
    """Let the next number come although these rooms are not known to have call `position`.

    `acknowledged` is what the rooms have on their glass.
    """

    position: int
    rooms: tuple[str, ...]
    reason: str
    by: str
    at: datetime
    acknowledged: tuple[Acknowledgement, ...] = ()


@dataclass(frozen=True, slots=True)
class CallAcknowledged:
    """What rooms had on their glass; it comes with the next call, a pause, or the end."""

    acknowledgements: tuple[Acknowledgement, ...]


@dataclass(frozen=True, slots=True)
class ConfirmedInRoom:
    """Somebody in a room said that they heard or saw a call."""

    confirmation: RoomConfirmation


@dataclass(frozen=True, slots=True)
class WentOnWithoutRooms:
    """The supervisor had the next number come without rooms that are not known to have this one."""

    breach: Breach


# -- what people say -------------------------------------------------------------------------------


@clause("TNB-4")
def confirm_in_room(command: ConfirmInRoom, game: InPlay) -> Decision[ConfirmedInRoom]:
    """Who is in a room says what was heard there of a call, or seen; once is enough."""
    is_here(command.room, game)
    listens(command.by, command.room, game)
    call = to_confirm(command.position, game)
    if not command.heard and not command.seen:
        raise NOTHING_SAID(position=call.position, room=command.room)
    before = [each for each in game.confirmations if _is_of(each, call, command.room)]
    heard = command.heard and not any(each.heard for each in before)
    seen = command.seen and not any(each.seen for each in before)
    if not heard and not seen:
        return Decision()
    said = RoomConfirmation(
        call.position, call.number, command.room, heard, seen, command.by, command.at
    )
    return happened(ConfirmedInRoom(said))


def confirmed_in_room(game: InPlay, event: ConfirmedInRoom) -> InPlay:
    """It was said."""
    return replace(game, confirmations=(*game.confirmations, event.confirmation))


@clause("NZB-5.7(a)", "TNB-5")
def go_on_without_rooms(
    command: GoOnWithoutRooms, game: InPlay
) -> Decision[WentOnWithoutRooms | AttemptRefused]:
    """The supervisor answers for a number that comes although a room may not have the last one; of
    the rooms that are named those count that lack it."""
    refused = not_supervising(game, command.by, "TNB-5")
    if refused:
        return refused
    if not game.rules.rooms_before_next:
        raise NO_ROOM_AWAITED()
    for room in command.rooms:
        is_here(room, game)
    call = to_confirm(command.position, game)
    expect("last call", command.position, game.last_call.position if game.last_call else 0)
    seen = command.acknowledged
    without = tuple(room for room in command.rooms if not _has(room, call, seen, game))
    if not without:
        return Decision()
    reason = command.reason.strip()
    if not reason:
        raise BREACH_REASON_NEEDED(rooms=", ".join(without))
    breach = Breach(command.position, without, reason, command.by, command.at)
    return happened(WentOnWithoutRooms(breach))


def went_on_without_rooms(game: InPlay, event: WentOnWithoutRooms) -> InPlay:
    """The breach stands, and the next number may come."""
    return replace(game, breaches=(*game.breaches, event.breach))


# -- what screens tell -----------------------------------------------------------------------------


def with_the_glass(
    decision: Decision[Any], seen: tuple[Acknowledgement, ...], game: InPlay
) -> Decision[Any]:
    """The decision with what rooms had on their glass, as far as that is not on record.

    It comes along with what is done; of its own it is no reason for a commit, nor with a refusal.
    """
    if not seen or not decision.events or decision.refusal is not None:
        return decision
    first = min(each.position for each in seen)
    known = {each for each in game.acknowledged if each.position >= first}
    new = tuple(each for each in seen if each not in known and _counts(each, game))
    return replace(decision, events=(CallAcknowledged(new), *decision.events)) if new else decision


def call_acknowledged(game: Game, event: CallAcknowledged) -> Game:
    """The last that is on record of a call and a room stands."""
    new = {(each.position, each.room) for each in event.acknowledgements}
    first = min((position for position, _ in new), default=0)
    kept = game.acknowledged
    # They come in the order of the calls, so that most commits only add to what there is.
    if kept and kept[-1].position >= first:
        kept = tuple(each for each in kept if (each.position, each.room) not in new)
    return replace(game, acknowledged=(*kept, *event.acknowledgements))


@clause("NZB-5.7(a)", "TNB-5")
def every_room_has_it(seen: tuple[Acknowledgement, ...], game: InPlay) -> None:
    """Where the profile asks for it, the next number waits until every room has the last one.

    It is there when its living screens show it, when somebody there has heard or seen it, when who
    displays the calls stands there and has displayed it, or when the supervisor answers for it.
    """
    call, rooms = game.last_call, lacking(seen, game)
    if call is not None and rooms:
        raise NOT_IN_EVERY_ROOM(
            clause=game.rules.cited("NZB-5.7(a)", "TNB-5"),
            position=call.position,
            number=call.number,
            rooms=", ".join(rooms),
        )


def lacking(seen: tuple[Acknowledgement, ...], game: InPlay) -> tuple[str, ...]:
    """The rooms that the next number waits for, with what their screens tell by now."""
    call = game.last_call
    if call is None or not game.rules.rooms_before_next:
        return ()
    return tuple(room for room in game.rooms if not _has(room, call, seen, game))


def _has(room: str, call: Call, seen: tuple[Acknowledgement, ...], game: InPlay) -> bool:
    position = call.position
    passed = any(each.position == position and room in each.rooms for each in game.breaches)
    said = any(_is_of(each, call, room) for each in game.confirmations)
    shown = any(_is_of(each, call, room) and _is_shown(each) for each in (*seen, *_of(call, game)))
    return passed or said or shown or (call.confirmed and _displayed_in(room, game))


def _of(call: Call, game: Game) -> tuple[Acknowledgement, ...]:
    """What is on record of a call; of the last one it stands at the end."""
    return tuple(each for each in game.acknowledged if each.position == call.position)


def _is_of(said: Acknowledgement | RoomConfirmation, call: Call, room: str) -> bool:
    """Whether it is about this call in this room, and about the number that counts today."""
    return (said.position, said.number, said.room) == (call.position, call.number, room)


def _is_shown(seen: Acknowledgement) -> bool:
    late = seen.glass is OnGlass.LATE and seen.milliseconds > 0
    return late or seen.glass is OnGlass.SHOWN


def _displayed_in(room: str, game: Game) -> bool:
    """Whether who displays the calls does so in this room: where they stand, or in the only one."""
    theirs = [held.room for held in game.staff if held.post is game.rules.confirmed_by]
    return game.rooms == (room,) or room in theirs


def _counts(seen: Acknowledgement, game: Game) -> bool:
    """Whether it is about a call of the game as it is: another may have been made since."""
    call = game.call_at(seen.position)
    return call is not None and call.number == seen.number and seen.room in game.rooms
