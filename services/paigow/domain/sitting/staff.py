"""Who stands at the table, and what is whose to do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened, tried
from services.kernel.persons import same_person, spelt
from services.paigow.domain.sitting.state import (
    Assignment,
    Authority,
    By,
    InPlay,
    Opened,
    Post,
    Table,
    Told,
)

ONE_PERSON_TWO_POSTS = Reason(
    "ONE_PERSON_TWO_POSTS",
    "{person} is the {other} of this table and cannot be its {post} as well.",
    "Put another person at one of the two posts first.",
    alone=True,
)
SECOND_PERSON = Reason(
    "SECOND_PERSON",
    "{person} did the first half of this, and a second signature is another person's.",
    "Have somebody else look at it and sign.",
    alone=True,
)
NOT_THE_DEALER = Reason(
    "NOT_THE_DEALER",
    "Only the table's dealer does this; the dealer is {holder}.",
    "Leave it to the dealer, or have another person relieve the dealer first, on record.",
)
NOT_THE_GAME_SUPERVISOR = Reason(
    "NOT_THE_GAME_SUPERVISOR",
    "Only the table's game supervisor does this; the game supervisor is {holder}.",
    "Leave it to the game supervisor, or have another take the post first, on record.",
)
NOT_A_CASINO_SUPERVISOR = Reason(
    "NOT_A_CASINO_SUPERVISOR",
    "Only a casino supervisor decides this.",
    "Call a casino supervisor to the table.",
)


@dataclass(frozen=True, slots=True)
class AssignStaff(Told):
    """Put a person at a post; who held it before is relieved."""

    post: Post
    person: str


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


def assign_staff(command: AssignStaff, table: Opened | InPlay) -> Decision[StaffAssigned]:
    """Dealer and game supervisor are two persons; a relief is one step and leaves no gap."""
    other = Post.GAME_SUPERVISOR if command.post is Post.DEALER else Post.DEALER
    if _holds(table, other, command.person):
        raise ONE_PERSON_TWO_POSTS(
            person=command.person, post=_said(command.post), other=_said(other)
        )
    if _holds(table, command.post, command.person):
        return Decision()
    return happened(StaffAssigned(command.post, command.person, command.by.at))


def staff_assigned(table: Table, event: StaffAssigned) -> Table:
    """The post has a new holder, and whoever tries now what is not theirs is on record again."""
    others = tuple(held for held in table.staff if held.post is not event.post)
    taken = Assignment(event.post, event.person, event.at)
    staff = tuple(sorted((*others, taken), key=lambda held: held.post.value))
    return replace(table, staff=staff, refused=frozenset())


def attempt_refused(table: Table, event: AttemptRefused) -> Table:
    """It is on record, once."""
    return replace(table, refused=table.refused | {(event.post, spelt(event.person))})


def another(first: str, by: By) -> None:
    """Refused for the person who did the first half."""
    if same_person(first, by.person):
        raise SECOND_PERSON(person=by.person)


@clause("PG-10.5", "PG-10.9")
def at_post(table: Table, post: Post, by: By, law: str = "") -> Decision[AttemptRefused] | None:
    """The refusal, under clause `law`, of somebody who does not hold the post; None for who does.

    Who tried goes on record, once. Raises the refusal when it is there already.
    """
    if _holds(table, post, by.person):
        return None
    reason = NOT_THE_DEALER if post is Post.DEALER else NOT_THE_GAME_SUPERVISOR
    refused = reason(clause=law, holder=table.holder(post) or "not assigned yet")
    known = (post, spelt(by.person)) in table.refused
    return tried(AttemptRefused(post, by.person), refused, known)


@clause("PG-10.9", "PG-10.12", "PG-10.13(a)", "PG-10.13(b)", "PG-10.13(c)")
def casino_supervisor(by: By, law: str = "") -> None:
    """Some decisions are a casino supervisor's and nobody else's."""
    if by.authority is not Authority.CASINO_SUPERVISOR:
        raise NOT_A_CASINO_SUPERVISOR(clause=law)


def _holds(table: Table, post: Post, person: str) -> bool:
    holder = table.holder(post)
    return holder is not None and same_person(holder, person)


def _said(post: Post) -> str:
    return post.name.lower().replace("_", " ")
