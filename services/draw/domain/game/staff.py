"""Who stands where: one caller and one supervisor, never the same person (rule 5.5); the other
individual who announces and displays (Tennessee 7), and who else helps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.parts import Assignment
from services.draw.domain.game.rooms import may_take_over
from services.draw.domain.game.state import Ended, Game, InPlay, Waiting
from services.draw.domain.game.words import Post
from services.kernel.law import Decision, Reason, clause, happened, tried
from services.kernel.persons import same_person, spelt

SAME_PERSON = Reason(
    "SAME_PERSON",
    "{person} is the {other} of this game and cannot be its {post} as well.",
    "Put another person at one of the two posts first, or let the two change places in one step.",
    clause="NZB-5.5",
    alone=True,
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

NO_SWAP = Reason(
    "NO_SWAP",
    "{person} and the {post} cannot change places: {why}.",
    "Assign the person without changing places.",
)
NOT_AT_THE_POST = Reason(
    "NOT_AT_THE_POST",
    "{person} is not {post} of this game and so cannot be released.",
    "Take the person and the post from the list of the game's staff.",
)
POST_NEEDED = Reason(
    "POST_NEEDED",
    "The game is not left without its {post}.",
    "Put another person at the post: whoever holds it is relieved in the same step.",
    clause="NZB-5.5",
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
"""Posts that are held in a room: one deputy for each, and of assistants as many as help there."""
_HEARD = (Post.CALLER, Post.ANNOUNCER)
"""Whose voice is heard in the rooms."""


Staffed = Waiting | InPlay | Ended


@dataclass(frozen=True, slots=True)
class AssignStaff:
    """Put a person at a post, in `room` where that matters; who held it before is relieved, or with
    `swap` takes the post that the person leaves for it."""

    post: Post
    person: str
    at: datetime
    room: str = ""
    swap: bool = False


@dataclass(frozen=True, slots=True)
class ReleaseStaff:
    """Let a person leave a post, in whatever room, with nobody in their place."""

    post: Post
    person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StaffReleased:
    """A person left a post, and nobody took it."""

    post: Post
    person: str
    at: datetime


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

    Who announces and displays in Tennessee is another individual than the caller. Two who change
    places do so in one step as well.
    """
    _suits(command, game)
    wanted = (command.post, spelt(command.person), command.room)
    if wanted in {(held.post, spelt(held.person), held.room) for held in game.staff}:
        return Decision()
    taken = StaffAssigned(command.post, command.person, command.at, command.room)
    events = (*_left_to_the_other(command, game), taken) if command.swap else (taken,)
    after = game
    for event in events:
        after = staff_assigned(after, event)
    for event in events:
        _is_no_other(event.post, event.person, after)
        may_take_over(event.post, event.room, game)
    return happened(*events)


def _left_to_the_other(command: AssignStaff, game: Staffed) -> tuple[StaffAssigned, ...]:
    """The holder of the post takes the one that the person leaves for it."""
    person = command.person
    before = _held_at(game, command.post)
    left = [held for held in game.staff if same_person(held.person, person)]
    if before is None or len(left) != 1 or {command.post, left[0].post} & set(_IN_A_ROOM):
        why = "one of the posts is empty, or they do not hold one each"
        raise NO_SWAP(person=person, post=command.post.said, why=why)
    return (StaffAssigned(left[0].post, before.person, command.at, left[0].room),)


def _is_no_other(post: Post, person: str, game: Staffed) -> None:
    """Who holds a post holds none of those that are another person's."""
    for other in _APART[post]:
        if holds(game, other, person):
            law = "TNB-7" if Post.ANNOUNCER in (post, other) else "NZB-5.5"
            raise SAME_PERSON(clause=law, person=person, post=post.said, other=other.said)


def staff_assigned(game: Staffed, event: StaffAssigned) -> Staffed:
    """The post has a new holder, and whoever tries now what is not theirs is on record again.

    Rooms that heard another voice, or the voice from elsewhere, have to hear this one; one that
    heard nothing has not been heard from since.
    """
    taken = Assignment(event.post, event.person, event.at, event.room)
    others = tuple(held for held in game.staff if not _same_place(held, taken))
    staff = _in_order(*others, taken)
    hearings = game.hearings
    if event.post in _HEARD:
        hearings = tuple(each for each in hearings if not each.heard)
    relieved = (*game.relieved, *(held for held in game.staff if held not in staff))
    return replace(game, staff=staff, relieved=relieved, refused=frozenset(), hearings=hearings)


@clause("NZB-5.5")
def release_staff(command: ReleaseStaff, game: Staffed) -> Decision[StaffReleased]:
    """Who helps may go. A post that the game cannot do without is handed over and never left; so
    is a linked hall's deputy supervisor, once the game was announced."""
    if not holds(game, command.post, command.person):
        raise NOT_AT_THE_POST(person=command.person, post=command.post.said)
    if command.post not in _IN_A_ROOM:
        raise POST_NEEDED(post=command.post.said)
    released = StaffReleased(command.post, command.person, command.at)
    if isinstance(game, InPlay):
        every_hall_supervised(staff_released(game, released))
    return happened(released)


def staff_released(game: Staffed, event: StaffReleased) -> Staffed:
    """The person is not at that post any more, in any room."""
    gone = (event.post, spelt(event.person))
    staff = tuple(held for held in game.staff if (held.post, spelt(held.person)) != gone)
    relieved = (*game.relieved, *(held for held in game.staff if held not in staff))
    return replace(game, staff=staff, relieved=relieved, refused=frozenset())


def attempt_refused(game: Staffed, event: AttemptRefused) -> Staffed:
    """It is on record, once."""
    return replace(game, refused=game.refused | {(event.post, spelt(event.person))})


@clause("NZB-5.5", "TNB-7")
def posts_held(game: Game) -> None:
    """A game is conducted by a caller and supervised by another person; where another individual
    announces and displays, there is one."""
    for post in dict.fromkeys((Post.CALLER, Post.SUPERVISOR, game.rules.confirmed_by)):
        if game.holder(post) is None:
            law = "TNB-7" if post is Post.ANNOUNCER else "NZB-5.5"
            raise POST_EMPTY(clause=law, post=post.said)
    every_hall_supervised(game)


def every_hall_supervised(game: Game) -> None:
    """A hall of another venue that plays along has a deputy supervisor of its own."""
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

    Who tried goes on record, once. Raises the refusal when it is there already.
    """
    if holds(game, post, person):
        return None
    refused = _NOT_AT[post](clause=law, holder=game.holder(post) or "not assigned yet")
    return tried(AttemptRefused(post, person), refused, (post, spelt(person)) in game.refused)


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
    """Whether the one is no more once the other is: the holder of the post, a room's deputy, and an
    assistant who stood elsewhere."""
    if held.post is not taken.post:
        return False
    if held.post is Post.ASSISTANT:
        return same_person(held.person, taken.person)
    return held.post is not Post.DEPUTY_SUPERVISOR or held.room == taken.room


def _in_order(*staff: Assignment) -> tuple[Assignment, ...]:
    return tuple(sorted(staff, key=lambda held: (held.post.value, held.room, spelt(held.person))))


def _held_at(game: Game, post: Post) -> Assignment | None:
    return next((held for held in game.staff if held.post is post), None)


def holds(game: Game, post: Post, person: str) -> bool:
    """Whether a person holds a post, in whatever spelling and room."""
    return any(held.post is post and same_person(held.person, person) for held in game.staff)
