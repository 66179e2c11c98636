"""Who holds which post of a game, as the draw has it on record."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from services.verify.domain.people import same_person


class Post(enum.Enum):
    """The posts that have to do with a claim. A deputy supervises a hall that plays along."""

    CALLER = 1
    SUPERVISOR = 2
    DEPUTY_SUPERVISOR = 5


@dataclass(frozen=True, slots=True)
class Held:
    """A person at a post; `room` is a deputy's hall, or empty."""

    post: Post
    person: str
    room: str


Staff = tuple[Held, ...]


def taken(staff: Staff, held: Held) -> Staff:
    """The staff once a person has taken a post: there is one caller, one supervisor, and a deputy
    for each room."""
    others = (each for each in staff if not _same_place(each, held))
    return (*others, held)


def holder(staff: Staff, post: Post) -> str:
    """Who holds a post; empty for nobody."""
    return next((each.person for each in staff if each.post is post), "")


def holds(staff: Staff, post: Post, person: str, room: str = "") -> bool:
    """Whether a person holds a post, and that of a room where one is named."""
    return any(
        each.post is post and same_person(each.person, person) and room in ("", each.room)
        for each in staff
    )


def is_staff(staff: Staff, person: str) -> bool:
    """Whether a person holds any of the posts."""
    return any(same_person(each.person, person) for each in staff)


def _same_place(one: Held, other: Held) -> bool:
    deputy = one.post is Post.DEPUTY_SUPERVISOR
    return one.post is other.post and (not deputy or one.room == other.room)
