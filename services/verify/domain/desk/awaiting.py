"""What a claim that wins has to wait for in the draw: a second signature that is awaited, and those
who heard a call out that was entered when the game was over (rules 5.9 and 5.10)."""

from __future__ import annotations

from services.kernel.law import Reason, clause
from services.verify.domain.desk.examining import Seen, cited, judged_on
from services.verify.domain.desk.prizes import Stage

CLAIM_AWAITS_SIGNATURE = Reason(
    "CLAIM_AWAITS_SIGNATURE",
    "Proposal {proposal} of {by} waits in the draw for a second person: it puts the call of this "
    "claim right, or voids winners of what it wins.",
    "Have another person approve or reject it there; then decide the claim.",
    clause="NZB-5.9",
)
CLAIM_NEEDS_WITNESSES = Reason(
    "CLAIM_NEEDS_WITNESSES",
    "The game is over, and nobody is named who heard this call out for call {position} before the "
    "next number.",
    "If it was made in time, have it entered once more in the draw with those who heard it, and "
    "decide that claim. Rule that this one was too late.",
    clause="NZB-5.10",
)


@clause("NZB-5.9")
def nothing_awaited(wins: tuple[Stage, ...], seen: Seen) -> None:
    """Nobody wins a stage whose winners are being voided, or on a call that is being put right:
    what a second person is about to sign would be for another game."""
    stages = {each.value for each in wins}
    for each in seen.awaited:
        if judged_on(seen) in each.positions or stages.intersection(each.stages):
            law = cited(CLAIM_AWAITS_SIGNATURE.clause, seen.law)
            raise CLAIM_AWAITS_SIGNATURE(clause=law, proposal=each.proposal, by=each.by)


@clause("NZB-5.10")
def heard_by_others(late: bool, seen: Seen) -> None:
    """Once the game is over others must have heard in time who is entered late for its call."""
    if late and seen.ended and seen.call_out is not None and not seen.call_out.witnesses:
        law = cited(CLAIM_NEEDS_WITNESSES.clause, seen.law)
        raise CLAIM_NEEDS_WITNESSES(clause=law, position=judged_on(seen))
