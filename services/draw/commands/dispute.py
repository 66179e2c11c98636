"""What was given as a command of a dispute: pure, so that anyone can make it again."""

from __future__ import annotations

from eyesdown.draw.v1 import dispute_events_pb2, dispute_pb2
from eyesdown.draw.v1 import dispute_service_pb2 as pb
from services.draw.domain.dispute.dispute import (
    AddEvidence,
    Command,
    Handed,
    OpenDispute,
    ReviewDispute,
    RuleDispute,
)
from services.draw.domain.dispute.state import Finding, FrozenRecord
from services.kernel.record.commit import Given
from services.kernel.record.making import facts_of
from services.kernel.record.shapes import Shape

_HANDED = Shape(Handed, dispute_pb2.EvidenceGiven)
_RECORD = Shape(FrozenRecord, dispute_pb2.FrozenRecord)


def command(given: Given) -> Command:
    """The command to a dispute."""
    by, at = given.actor.person, given.at
    match given.request:
        case pb.OpenDisputeRequest() as request:
            return _open(given, request)
        case pb.AddEvidenceRequest() as request:
            return AddEvidence(_HANDED.of(request.evidence), by, at)
        case pb.RuleDisputeRequest() as request:
            return _rule(given, request)
        case pb.ReviewDisputeRequest() as request:
            facts = _facts(given)
            callers, judges = tuple(facts.callers), tuple(facts.judges)
            return ReviewDispute(request.agrees, request.reason, callers, judges, by, at)
    raise TypeError(f"{given.method} is nothing that a dispute is told")


def _open(given: Given, request: pb.OpenDisputeRequest) -> OpenDispute:
    facts = _facts(given)
    return OpenDispute(
        about=request.about,
        complainant=request.complainant,
        position=request.position,
        record=_RECORD.of(facts.record) if facts.HasField("record") else None,
        evidence=tuple(_HANDED.of(each) for each in request.evidence),
        by=given.actor.person,
        at=given.at,
    )


def _rule(given: Given, request: pb.RuleDisputeRequest) -> RuleDispute:
    return RuleDispute(
        finding=Finding(request.finding),
        reason=request.reason,
        clause=request.clause,
        callers=tuple(_facts(given).callers),
        judges=tuple(_facts(given).judges),
        by=given.actor.person,
        at=given.at,
    )


def _facts(given: Given) -> dispute_events_pb2.DisputeFacts:
    return facts_of(given, dispute_events_pb2.DisputeFacts)
