"""Who stands where: one caller and one supervisor, never the same person (rule 5.5); the other
individual who announces and displays (Tennessee 7), and who else helps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.parts import Assignment, Post
from services.draw.domain.game.state import Ended, Game, InPlay, Waiting
from services.draw.domain.people import same
from services.kernel.law import Decision, Reason, clause, happened

SAME_PERSON = Reason(
    "SAME_PERSON",
    "{person} is the {other} of this game and cannot be its {post} as well.",
    "Put another person at one of the two posts first.",
    clause="NZB-5.5",
)
POST_EMPTY = Reason(
    "POST_EMPTY",
    "The game has no {post} yet.",
    "Assign a caller and a supervisor, two persons, before the game is announced, and whoever else "
    "the rules of this game ask for.",
    clause="NZB-5.5",
)
POST_NOT_HERE = Reason(
    "POST_NOT_HERE",
    "Nobody is {post} in a game under these rules: the supervisor displays the numbers.",
    "Assign the supervisor.",
    clause="NZB-5.7(a)",
)
ROOM_NEEDED = Reason(
    "ROOM_NEEDED",
    "It was not said in which of the game's rooms the {post} stands.",
    "Name one of the rooms {rooms}.",
)
DEPUTY_MISSING = Reason(
    "DEPUTY_MISSING",
    "Nobody supervises the hall that plays along in {room}.",
    "Assign a deputy supervisor there (assumed: a linked hall has one of its own).",
    clause="NZB-5.5",
)
NOT_THE_CALLER = Reason(
    "NOT_THE_CALLER",
    "Only the game's caller does this; the caller is {holder}.",
    "Leave it to the caller, or have another person take the post first, on record.",
)
NOT_THE_SUPERVISOR = Reason(
    "NOT_THE_SUPERVISOR",
    "Only the game's supervisor does this; the supervisor is {holder}.",
    "Leave it to the supervisor, or have another person take the post first, on record.",
)
NOT_THE_ANNOUNCER = Reason(
    "NOT_THE_ANNOUNCER",
    "Only the game's announcer does this, who is not its caller; the announcer is {holder}.",
    "Leave it to the announcer, or have another person take the post first, on record.",
)

_APART = {
    Post.CALLER: (Post.SUPERVISOR, Post.ANNOUNCER, Post.DEPUTY_SUPERVISOR),
    Post.SUPERVISOR: (Post.CALLER,),
    Post.ANNOUNCER: (Post.CALLER,),
    Post.ASSISTANT: (),
    Post.DEPUTY_SUPERVISOR: (Post.CALLER,),
}
"""Posts that the holder of a post may not hold as well."""
_IN_A_ROOM = (Post.ASSISTANT, Post.DEPUTY_SUPERVISOR)
"""Posts of which there is one for each room."""


Staffed = Waiting | InPlay | Ended


@dataclass(frozen=True, slots=True)
class AssignStaff:
    """Put a person at a post, in `room` where that matters; who held it before is relieved."""

    post: Post
    person: str
    at: datetime
    room: str = ""


@dataclass(frozen=True, slots=True)
class StaffAssigned:
    """A person took a post."""

    post: Post
    person: str
    at: datetime
    room: str = ""


@dataclass(frozen=True, slots=True)
class AttemptRefused:
    """A person who does not hold the post tried what it is for."""

    post: Post
    person: str


@clause("NZB-5.5", "TNB-7")
def assign_staff(command: AssignStaff, game: Staffed) -> Decision[StaffAssigned]:
    """Two posts, two persons, at every moment; a relief is one step and leaves no gap.

    Who announces and displays in Tennessee is another individual than the caller.
    """
    _suits(command, game)
    for other in _APART[command.post]:
        if holds(game, other, command.person):
            law = "TNB-7" if Post.ANNOUNCER in (command.post, other) else "NZB-5.5"
            raise SAME_PERSON(
                clause=law, person=command.person, post=command.post.said, other=other.said
            )
    wanted = (command.post, same(command.person), command.room)
    if wanted in {(held.post, same(held.person), held.room) for held in game.staff}:
        return Decision()
    return happened(StaffAssigned(command.post, command.person, command.at, command.room))


def staff_assigned(game: Staffed, event: StaffAssigned) -> Staffed:
    """The post has a new holder, and whoever tries now what is not theirs is on record again."""
    taken = Assignment(event.post, event.person, event.at, event.room)
    others = tuple(held for held in game.staff if not _same_place(held, taken))
    staff = tuple(sorted((*others, taken), key=lambda held: (held.post.value, held.room)))
    return replace(game, staff=staff, refused=frozenset())


def attempt_refused(game: Staffed, event: AttemptRefused) -> Staffed:
    """It is on record, once."""
    return replace(game, refused=game.refused | {(event.post, same(event.person))})


@clause("NZB-5.5", "TNB-7")
def posts_held(game: Game) -> None:
    """A game is conducted by a caller and supervised by another person; where another individual
    announces and displays, there is one."""
    for post in dict.fromkeys((Post.CALLER, Post.SUPERVISOR, game.rules.confirmed_by)):
        if game.holder(post) is None:
            law = "TNB-7" if post is Post.ANNOUNCER else "NZB-5.5"
            raise POST_EMPTY(clause=law, post=post.said)
    deputies = {venue_of(held.room) for held in game.staff if held.post is Post.DEPUTY_SUPERVISOR}
    for room in game.rooms:
        if venue_of(room) and venue_of(room) not in deputies:
            raise DEPUTY_MISSING(room=room)


def venue_of(room: str) -> str:
    """The venue of another hall's room, "wlg" of "venues/wlg/rooms/main"; empty for a room here."""
    return room.split("/")[1] if "/" in room else ""


def not_at_post(
    game: Staffed, post: Post, person: str, law: str
) -> Decision[AttemptRefused] | None:
    """The refusal, under clause `law`, of somebody who does not hold the post; None for who does.

    A regulator would ask who tried, so it goes on record; once, or anybody could fill the game's
    record. Raises the refusal when it is there already.
    """
    if holds(game, post, person):
        return None
    refused = _NOT_AT[post](clause=law, holder=game.holder(post) or "not assigned yet")
    if (post, same(person)) in game.refused:
        raise refused
    return Decision((AttemptRefused(post, person),), refused)


_NOT_AT = {
    Post.CALLER: NOT_THE_CALLER,
    Post.SUPERVISOR: NOT_THE_SUPERVISOR,
    Post.ANNOUNCER: NOT_THE_ANNOUNCER,
}


def not_supervising(game: Staffed, person: str, law: str) -> Decision[AttemptRefused] | None:
    """As `not_at_post` for the supervisor; where a game has none, any but its caller stands in.

    So a game that was never staffed can be ended, and a call out in it decided.
    """
    if game.holder(Post.SUPERVISOR) is None and not holds(game, Post.CALLER, person):
        return None
    return not_at_post(game, Post.SUPERVISOR, person, law)


def _suits(command: AssignStaff, game: Staffed) -> None:
    if command.post is Post.ANNOUNCER and game.rules.confirmed_by is not Post.ANNOUNCER:
        raise POST_NOT_HERE(post=command.post.said)
    named = command.room in game.rooms
    if (command.room and not named) or (command.post in _IN_A_ROOM and not named):
        raise ROOM_NEEDED(post=command.post.said, rooms=", ".join(game.rooms))


def _same_place(held: Assignment, taken: Assignment) -> bool:
    return held.post is taken.post and (held.post not in _IN_A_ROOM or held.room == taken.room)


def holds(game: Game, post: Post, person: str) -> bool:
    """Whether a person holds a post, in whatever spelling and room."""
    return any(held.post is post and same(held.person) == same(person) for held in game.staff)
