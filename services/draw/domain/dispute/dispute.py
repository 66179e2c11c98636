"""A dispute about a call of a game, from its opening to a ruling that two persons stand by.

Whoever rules or reviews has neither called nor supervised that game, decided no call out of it, and
not opened the dispute. A small aggregate: its one chapter is here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.dispute.state import (
    Evidence,
    EvidenceKind,
    Finding,
    FrozenRecord,
    Open,
    Review,
    Ruled,
    Ruling,
    Settled,
    State,
    Unknown,
)
from services.kernel.law import Decider, Decision, Reason, Standing, happened
from services.kernel.persons import same_person

NO_SUCH_CALL = Reason(
    "NO_SUCH_CALL",
    "The game has no call {position} that could be disputed.",
    "Take the position of the call from the board or the call sheet.",
)
IN_THE_DISPUTE = Reason(
    "IN_THE_DISPUTE",
    "{person} {part} and cannot be the one who decides it.",
    "Have somebody decide it who has neither called nor supervised this game, decided none of its "
    "call outs, and not opened the dispute.",
    alone=True,
)
REVIEWED_BY_RULER = Reason(
    "REVIEWED_BY_RULER",
    "{person} made this ruling and cannot review it as well.",
    "Have another person review it.",
    alone=True,
)
DISPUTE_NOT_RULED = Reason(
    "DISPUTE_NOT_RULED",
    "There is no ruling that waits for a review.",
    "Rule on the dispute first.",
)
RULED_ALREADY = Reason(
    "RULED_ALREADY",
    "{person} has ruled on the dispute; it waits for a second reviewer.",
    "Have the ruling reviewed. If the reviewer does not agree, it is ruled on again.",
)
DISPUTE_SETTLED = Reason(
    "DISPUTE_SETTLED",
    "The dispute is settled.",
    "What comes up afterwards is the matter of a new dispute.",
)


@dataclass(frozen=True, slots=True)
class Handed:
    """Evidence as it is handed in."""

    kind: EvidenceKind
    text: str
    sha256: str


@dataclass(frozen=True, slots=True)
class OpenDispute:
    """Open a dispute about call `position`; `record` is None where the game has no such call."""

    about: str
    complainant: str
    position: int
    record: FrozenRecord | None
    evidence: tuple[Handed, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AddEvidence:
    """Add a piece of evidence."""

    handed: Handed
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RuleDispute:
    """Rule on the dispute; `callers` are all who have been the game's caller, `judges` all who have
    supervised it or decided a call out of it."""

    finding: Finding
    reason: str
    clause: str
    callers: tuple[str, ...]
    judges: tuple[str, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReviewDispute:
    """Say whether the ruling is right; `callers` and `judges` as in `RuleDispute`."""

    agrees: bool
    reason: str
    callers: tuple[str, ...]
    judges: tuple[str, ...]
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DisputeOpened:
    """There is a dispute, and what the record says of the call is frozen in it."""

    about: str
    complainant: str
    record: FrozenRecord
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EvidenceAdded:
    """A piece of evidence came."""

    evidence: Evidence


@dataclass(frozen=True, slots=True)
class DisputeRuled:
    """Somebody has ruled."""

    ruling: Ruling


@dataclass(frozen=True, slots=True)
class DisputeReviewed:
    """Somebody else has reviewed the ruling."""

    review: Review


Command = OpenDispute | AddEvidence | RuleDispute | ReviewDispute
Event = DisputeOpened | EvidenceAdded | DisputeRuled | DisputeReviewed


def decide(command: Command, dispute: State) -> Decision[Event]:
    """What a command leads to."""
    match command, dispute:
        case OpenDispute(), Unknown():
            return open_dispute(command)
        case _, Settled():
            raise DISPUTE_SETTLED()
        case AddEvidence(), Open() | Ruled():
            return add_evidence(command, dispute)
        case RuleDispute(), Open():
            return rule_dispute(command, dispute)
        case RuleDispute(), Ruled():
            raise RULED_ALREADY(person=dispute.rulings[-1].by)
        case ReviewDispute(), Ruled():
            return review_dispute(command, dispute)
        case ReviewDispute(), Open():
            raise DISPUTE_NOT_RULED()
    raise TypeError(f"{type(command).__name__} does not come to {type(dispute).__name__}")


def open_dispute(command: OpenDispute) -> Decision[DisputeOpened | EvidenceAdded]:
    """A dispute is about a call that is on record, and the record of it is frozen."""
    if command.record is None:
        raise NO_SUCH_CALL(position=command.position)
    about, complainant = command.about, command.complainant
    opened = DisputeOpened(about, complainant, command.record, command.by, command.at)
    given = enumerate(command.evidence, 1)
    kept = (_kept(number, handed, command.by, command.at) for number, handed in given)
    return happened(opened, *(EvidenceAdded(evidence) for evidence in kept))


def add_evidence(command: AddEvidence, dispute: Open | Ruled) -> Decision[EvidenceAdded]:
    """Evidence can come until the dispute is settled, and stays."""
    number = len(dispute.evidence) + 1
    return happened(EvidenceAdded(_kept(number, command.handed, command.by, command.at)))


def rule_dispute(command: RuleDispute, dispute: Open) -> Decision[DisputeRuled]:
    """A ruling has reasons and a clause, and is made by somebody who stands outside of it."""
    _stands_outside(command, dispute)
    return happened(
        DisputeRuled(
            Ruling(command.finding, command.reason, command.clause, command.by, command.at)
        )
    )


def review_dispute(command: ReviewDispute, dispute: Ruled) -> Decision[DisputeReviewed]:
    """A second person who stands outside of it agrees, or it is ruled on again."""
    _stands_outside(command, dispute)
    if same_person(command.by, dispute.rulings[-1].by):
        raise REVIEWED_BY_RULER(person=command.by)
    return happened(DisputeReviewed(Review(command.agrees, command.reason, command.by, command.at)))


def evolve(dispute: State, event: Event) -> State:
    """The dispute after an event; checks no rule."""
    match event, dispute:
        case DisputeOpened(), _:
            about, complainant, record = event.about, event.complainant, event.record
            return Open(about, complainant, record, event.by, event.at, evidence=(), rulings=())
        case EvidenceAdded(), Open() | Ruled() | Settled():
            return replace(dispute, evidence=(*dispute.evidence, event.evidence))
        case DisputeRuled(), Open() | Ruled() | Settled():
            return Ruled(**{**vars(dispute), "rulings": (*dispute.rulings, event.ruling)})
        case DisputeReviewed(), Open() | Ruled() | Settled():
            *before, last = dispute.rulings
            rulings = (*before, replace(last, review=event.review))
            become = Settled if event.review.agrees else Open
            return become(**{**vars(dispute), "rulings": rulings})
    raise TypeError(f"{type(event).__name__} does not happen to {type(dispute).__name__}")


def standing(dispute: State) -> Standing:
    """How the dispute stands in lists."""
    match dispute:
        case Open() | Ruled():
            return Standing.IN_PLAY
        case Settled():
            return Standing.ENDED
        case _:
            return Standing.WAITING


DISPUTES: Decider[Command, Event, State] = Decider(
    kind="disputes",
    initial=Unknown(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    creates=(OpenDispute,),
)


def _stands_outside(command: RuleDispute | ReviewDispute, dispute: Open | Ruled) -> None:
    """This person has neither called the game nor judged in it, nor opened the dispute."""
    for people, part in (
        (command.callers, "has been the caller of this game"),
        (command.judges, "has supervised this game or decided a call out of it"),
        ((dispute.opened_by,), "opened this dispute"),
    ):
        if any(same_person(command.by, each) for each in people):
            raise IN_THE_DISPUTE(person=command.by, part=part)


def _kept(number: int, handed: Handed, by: str, at: datetime) -> Evidence:
    return Evidence(number, handed.kind, handed.text, handed.sha256, by, at)
