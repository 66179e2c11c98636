"""Who holds which post of a game, as the draw has it on record."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from services.kernel.persons import same_person


class Post(enum.Enum):
    """The posts of a game: who holds any of them is of the staff. A deputy supervises a hall that
    plays along."""

    CALLER = 1
    SUPERVISOR = 2
    ANNOUNCER = 3
    ASSISTANT = 4
    DEPUTY_SUPERVISOR = 5


@dataclass(frozen=True, slots=True)
class Held:
    """A person at a post; `room` is a deputy's hall, or empty."""

    post: Post
    person: str
    room: str


Staff = tuple[Held, ...]


def taken(staff: Staff, held: Held) -> Staff:
    """The staff once a person has taken a post: there is one caller, one supervisor, a deputy for
    each room, and any number of assistants, each in one place."""
    others = (each for each in staff if not _same_place(each, held))
    return (*others, held)


def left(staff: Staff, post: Post, person: str) -> Staff:
    """The staff once a person has left a post, in whatever room."""
    return tuple(
        each for each in staff if each.post is not post or not same_person(each.person, person)
    )


def holder(staff: Staff, post: Post) -> str:
    """Who holds a post; empty for nobody."""
    return next((each.person for each in staff if each.post is post), "")


def holds(staff: Staff, post: Post, person: str, room: str = "") -> bool:
    """Whether a person holds a post, and that of a room where one is named."""
    return any(
        each.post is post and same_person(each.person, person) and room in ("", each.room)
        for each in staff
    )


def _same_place(one: Held, other: Held) -> bool:
    if one.post is not other.post:
        return False
    if one.post is Post.ASSISTANT:
        return same_person(one.person, other.person)
    return one.post is not Post.DEPUTY_SUPERVISOR or one.room == other.room
