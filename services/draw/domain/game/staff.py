"""Who stands where: one caller and one supervisor, never the same person (rule 5.5)."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.state import (
    Assignment,
    Ended,
    Game,
    InPlay,
    Post,
    Waiting,
)
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
    "Assign a caller and a supervisor, two persons, before the game is announced.",
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


Staffed = Waiting | InPlay | Ended


@dataclass(frozen=True, slots=True)
class AssignStaff:
    """Put a person at a post; who held it before is relieved."""

    post: Post
    person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StaffAssigned:
    """A person took a post."""

    post: Post
    person: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AttemptRefused:
    """A person who does not hold the post tried what it is for."""

    post: Post
    person: str


def same(person: str) -> str:
    """A person in one spelling: letter case, blanks and what nobody sees tell no two apart."""
    seen = (c for c in unicodedata.normalize("NFKC", person) if unicodedata.category(c) != "Cf")
    return " ".join("".join(seen).split()).casefold()


@clause("NZB-5.5")
def assign_staff(command: AssignStaff, game: Waiting | InPlay) -> Decision[StaffAssigned]:
    """Two posts, two persons, at every moment; a relief is one step and leaves no gap."""
    other = Post.SUPERVISOR if command.post is Post.CALLER else Post.CALLER
    if _holds(game, other, command.person):
        raise SAME_PERSON(person=command.person, post=_said(command.post), other=_said(other))
    if _holds(game, command.post, command.person):
        return Decision()
    return happened(StaffAssigned(command.post, command.person, command.at))


def staff_assigned(game: Waiting | InPlay, event: StaffAssigned) -> Waiting | InPlay:
    """The post has a new holder, and whoever tries now what is not theirs is on record again."""
    others = tuple(held for held in game.staff if held.post is not event.post)
    taken = Assignment(event.post, event.person, event.at)
    staff = tuple(sorted((*others, taken), key=lambda held: held.post.value))
    return replace(game, staff=staff, refused=frozenset())


def attempt_refused(game: Staffed, event: AttemptRefused) -> Staffed:
    """It is on record, once."""
    return replace(game, refused=game.refused | {(event.post, same(event.person))})


@clause("NZB-5.5")
def both_posts_held(game: Game) -> None:
    """A game is conducted by a caller and supervised by another person."""
    for post in Post:
        if game.holder(post) is None:
            raise POST_EMPTY(post=_said(post))


def not_at_post(
    game: Staffed, post: Post, person: str, law: str
) -> Decision[AttemptRefused] | None:
    """The refusal, under clause `law`, of somebody who does not hold the post; None for who does.

    A regulator would ask who tried, so it goes on record; once, or anybody could fill the game's
    record. Raises the refusal when it is there already.
    """
    if _holds(game, post, person):
        return None
    reason = NOT_THE_CALLER if post is Post.CALLER else NOT_THE_SUPERVISOR
    refused = reason(clause=law, holder=game.holder(post) or "not assigned yet")
    if (post, same(person)) in game.refused:
        raise refused
    return Decision((AttemptRefused(post, person),), refused)


def not_supervising(game: Staffed, person: str, law: str) -> Decision[AttemptRefused] | None:
    """As `not_at_post` for the supervisor; where a game has none, any but its caller stands in.

    So a game that was never staffed can be ended, and a call out in it decided.
    """
    if game.holder(Post.SUPERVISOR) is None and not _holds(game, Post.CALLER, person):
        return None
    return not_at_post(game, Post.SUPERVISOR, person, law)


def _holds(game: Game, post: Post, person: str) -> bool:
    holder = game.holder(post)
    return holder is not None and same(holder) == same(person)


def _said(post: Post) -> str:
    return post.name.lower()
