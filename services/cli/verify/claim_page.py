"""Claims in words: what a card wins and why not, and what each claim waits for."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import claims_pb2, desk_events_pb2
from services.cli.common.output import columns, plain
from services.cli.common.words import stage_word
from services.cli.verify.cards_page import face

WAITS_FOR = {
    pb.CLAIM_PHASE_TO_RULE: "late: rule on it",
    pb.CLAIM_PHASE_TO_COLLECT: "the card",
    pb.CLAIM_PHASE_TO_READ: "its numbers to be read",
    pb.CLAIM_PHASE_TO_VERIFY: "the caller to verify",
    pb.CLAIM_PHASE_TO_DECIDE: "the decision",
    pb.CLAIM_PHASE_DECIDED: "",
}
OUTCOMES = {
    desk_events_pb2.OUTCOME_ALLOWED: "allowed",
    desk_events_pb2.OUTCOME_REFUSED: "refused",
    desk_events_pb2.OUTCOME_FORFEITED: "forfeited",
}


def told(card: claims_pb2.Examination) -> Iterator[str]:
    """What a card is, the answer first."""
    on = f"on call {card.position}" if card.position else "before the first call"
    if card.reason:
        yield f"CARD {card.card} DOES NOT WIN: {plain(card.says)}{_by(card.clause)}"
        return
    won = [each.title for each in card.findings if each.wins]
    if won:
        yield f"CARD {card.card} WINS the {' and the '.join(won)}, {on}."
    else:
        yield f"CARD {card.card} WINS NOTHING {on}."
    for each in card.findings:
        yield f"  {each.title}: {_finding(each)}"
    yield ""
    yield from face(tuple(card.face), {mark.number for mark in card.called})
    calls = ", ".join(f"{mark.number} ({mark.position})" for mark in card.called)
    yield f"called, and on which call: {calls or 'none of its numbers'}"
    yield f"serial number {plain(card.serial_number)}, sold by {plain(card.seller)}"


def table(desk: pb.ClaimDesk) -> Iterator[str]:
    """A line for each claim."""
    if not desk.claims:
        yield "No claims."
        return
    head = ("claim", "after call", "room", "card", "decision", "waits for")
    cells = [
        (
            str(each.call_out),
            str(each.after_position),
            each.room,
            str(each.card or ""),
            _decision(each),
            WAITS_FOR.get(each.phase, ""),
        )
        for each in desk.claims
    ]
    yield from columns([head, *cells])


def not_followed(desk: pb.ClaimDesk) -> Iterator[str]:
    """A line for each decision that the draw does not follow, and what to do."""
    for each in desk.claims:
        if each.HasField("not_followed"):
            told = each.not_followed
            yield f"CLAIM {each.call_out} WAITS FOR A PERSON: {plain(told.says)}{_by(told.clause)}"


def _finding(found: claims_pb2.Finding) -> str:
    numbers = " ".join(map(str, found.arrangement))
    if found.wins:
        return f"complete on call {found.wins_on or found.complete_on}: {numbers}"
    return f"{plain(found.says)}{_by(found.clause)}"


def _decision(claim: pb.Claim) -> str:
    if claim.reopened:
        return f"judged again: {claim.reopened}"
    if not claim.HasField("decision"):
        return "decided in the draw, not examined" if claim.HasField("elsewhere") else ""
    decided = claim.decision
    won = [stage_word(each) for each in decided.stages if each not in decided.voided]
    words = OUTCOMES.get(decided.outcome, "")
    if decided.reason:
        return f"{words}: {decided.reason}{_by(decided.clause)}"
    return f"{words}: {' and '.join(won)}" if won else "voided"


def _by(clause: str) -> str:
    return f" [{clause}]" if clause else ""
