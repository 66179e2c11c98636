"""A display of a room: a screen is bound to it, and its access is revoked.

It is `Unknown`, then `Bound` and `Revoked` in turn. Which screen waits under a code is a fact; the
secret that the screen is told is known here by its hash alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Decider, Decision, Reason, Standing, happened

NO_SUCH_CODE = Reason(
    "NO_SUCH_CODE",
    "No screen waits under the code {code}.",
    "Enter the code that the screen shows now. A code is good once, and for ten minutes.",
)
HANGS_ELSEWHERE = Reason(
    "HANGS_ELSEWHERE",
    "The display {display} hangs in the room {room}, as the venue's file has it.",
    "Bind the screen there, to a display of another name, or have the venue's file changed.",
)
DISPLAY_REVOKED = Reason(
    "DISPLAY_REVOKED",
    "The display was revoked before: {reason}.",
    "Nothing is to be done; a screen comes in again once it is bound.",
)


@dataclass(frozen=True, slots=True)
class Unknown:
    """No screen was ever bound to it."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A screen is bound to it; `secret_sha256` is the hash of what that screen was told."""

    display: str
    room: str
    secret_sha256: bytes
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Revoked:
    """Its screen may come in no more."""

    display: str
    room: str
    reason: str
    by: str
    at: datetime


State = Unknown | Bound | Revoked


@dataclass(frozen=True, slots=True)
class BindDisplay:
    """Bind the screen that shows `code`. `waiting` says whether there is one, `hangs_in` in which
    room the venue's file has the display (empty: it does not have it)."""

    display: str
    room: str
    code: str
    waiting: bool
    secret_sha256: bytes
    hangs_in: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RevokeDisplay:
    """Cut its screen off."""

    reason: str
    by: str
    at: datetime


Command = BindDisplay | RevokeDisplay


@dataclass(frozen=True, slots=True)
class DisplayBound:
    """A screen was bound to it, instead of any that was before."""

    display: str
    room: str
    secret_sha256: bytes
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DisplayRevoked:
    """Its screen was cut off."""

    reason: str
    by: str
    at: datetime


Event = DisplayBound | DisplayRevoked


def bind_display(command: BindDisplay, _: State) -> Decision[DisplayBound]:
    """Bind a screen that waits, in the room where the display hangs; whatever was bound before."""
    if command.hangs_in not in ("", command.room):
        raise HANGS_ELSEWHERE(display=command.display, room=command.hangs_in)
    if not command.waiting:
        raise NO_SUCH_CODE(code=command.code)
    bound = (command.display, command.room, command.secret_sha256, command.by, command.at)
    return happened(DisplayBound(*bound))


def revoke_display(command: RevokeDisplay, display: Bound | Revoked) -> Decision[DisplayRevoked]:
    """Cut a screen off that is bound."""
    if isinstance(display, Revoked):
        raise DISPLAY_REVOKED(reason=display.reason)
    return happened(DisplayRevoked(command.reason, command.by, command.at))


def decide(command: Command, display: State) -> Decision[Event]:
    """What a command leads to."""
    match command, display:
        case BindDisplay(), _:
            return bind_display(command, display)
        case RevokeDisplay(), Bound() | Revoked():
            return revoke_display(command, display)
    raise TypeError(f"{type(command).__name__} does not come to {type(display).__name__}")


def evolve(display: State, event: Event) -> State:
    """The display after an event; checks no rule."""
    if isinstance(event, DisplayBound):
        return Bound(event.display, event.room, event.secret_sha256, event.by, event.at)
    if isinstance(display, Unknown):
        raise TypeError("nothing is revoked that was never bound")
    return Revoked(display.display, display.room, event.reason, event.by, event.at)


def standing(display: State) -> Standing:
    """How the display stands in lists. It never ends: a screen can be bound to it again."""
    return Standing.IN_PLAY if isinstance(display, Bound) else Standing.WAITING


DISPLAYS: Decider[Command, Event, State] = Decider(
    kind="displays",
    initial=Unknown(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    anytime=(BindDisplay,),
)
