"""What a claim is at any moment: a call out that is being examined, step by step (rule 5.7(c)).

It is opened by the draw's record of the call out, and bears its number.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime

from services.verify.domain.desk.examining import Examination
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.game.answering import Cry

PUT_RIGHT = "the record of the calls was put right"
"""Why a claim is judged again that a correction concerns."""


class Outcome(enum.Enum):
    """How a claim was decided. FORFEITED: it was made too late (rule 5.10)."""

    ALLOWED = 1
    REFUSED = 2
    FORFEITED = 3


class Verdict(enum.Enum):
    """What a supervisor decided in the draw, before the card was examined here."""

    VALID = 1
    NOT_VALID = 2
    OUT_OF_TIME = 3
    VOIDED = 4


class Ruling(enum.Enum):
    """What a supervisor ruled of a call out that was entered late: how it was in the hall."""

    IN_TIME = 1
    TOO_LATE = 2


@dataclass(frozen=True, slots=True)
class Collected:
    """The card that was taken from the player, by whom, and what it looked like then."""

    card: int
    serial_number: str
    by: str
    examination: Examination


@dataclass(frozen=True, slots=True)
class Verified:
    """The caller has verified the numbers; `unconfirmed` are those that were not found right.
    `witnesses` are references to the players who stood by."""

    by: str
    unconfirmed: tuple[int, ...]
    witnesses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision: on which call, which stages are won, or why none is. `voided` are stages that
    were taken from it since."""

    outcome: Outcome
    stages: tuple[Stage, ...]
    reason: str
    clause: str
    position: int
    by: str
    voided: tuple[Stage, ...] = ()

    @property
    def standing(self) -> tuple[Stage, ...]:
        """The stages that are won by it, and not voided."""
        return tuple(each for each in self.stages if each not in self.voided)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A supervisor's decision in the draw, to be examined here."""

    verdict: Verdict
    stages: tuple[Stage, ...]
    by: str


@dataclass(frozen=True, slots=True)
class NotFollowed:
    """The draw does not follow the decision: a stable code, its clause, what people are told."""

    reason: str
    clause: str
    says: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim. `room` is the hall's id, or the name of another venue's room; `late` is what the
    record said when it was made, and may be put right since.

    `read_by` is who had the numbers `read` aloud, or empty. `reopened` says why it is judged again,
    or is empty. `attempts` are those of people whose step it was not: the reason's code, and who.
    """

    call_out: int
    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    late: bool
    at: datetime
    ruling: Ruling | None = None
    collected: Collected | None = None
    read_by: str = ""
    read: tuple[int, ...] = ()
    verified: Verified | None = None
    decided: Decided | None = None
    elsewhere: Elsewhere | None = None
    reopened: str = ""
    not_followed: NotFollowed | None = None
    attempts: frozenset[tuple[str, str]] = frozenset()

    @property
    def linked(self) -> bool:
        """Whether it was made in the hall of another venue, which plays along."""
        return self.room.startswith("venues/")


Claims = tuple[Claim, ...]


def of_number(claims: Claims, call_out: int) -> Claim | None:
    """One of the claims."""
    return next((each for each in claims if each.call_out == call_out), None)


def changed(claims: Claims, claim: Claim) -> Claims:
    """The claims with one of them replaced."""
    return tuple(claim if each.call_out == claim.call_out else each for each in claims)


def together(claims: Claims, claim: Claim) -> tuple[int, ...]:
    """The other claims that answer the same call: whoever of them is found to have won shares."""
    return tuple(
        each.call_out
        for each in claims
        if each.after_position == claim.after_position and each.call_out != claim.call_out
    )
