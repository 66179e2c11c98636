"""What stands in the way of a prize: a claim after the same announcement or before that nobody has
decided, or that draw and desk decide differently (rules 5.4 and 5.10; Tennessee 13)."""

from __future__ import annotations

from collections.abc import Iterator

from services.kernel.law import Reason, clause
from services.verify.domain.desk.claim import PUT_RIGHT, Claim, Outcome, of_number
from services.verify.domain.desk.examining import Seen, cited
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.desk.settlement import Account, Settlement
from services.verify.domain.desk.state import Desk, NotOnSale

CLAIM_UNDECIDED = Reason(
    "CLAIM_UNDECIDED",
    "Claim {call_out} answers call {position}, and {why}; the {stage} was won on call {won_on}.",
    "See that claim through first: whoever is found to have won shares the prize.",
    clause="NZB-5.4",
)
PRIZE_AWAITS_SIGNATURE = Reason(
    "PRIZE_AWAITS_SIGNATURE",
    "Proposal {proposal} of {by} waits in the draw for a second person; it would change who has "
    "won the {stage}.",
    "Have another person approve or reject it there; then pay.",
    clause="NZB-5.9",
)
CARD_NOT_EXAMINED = Reason(
    "CARD_NOT_EXAMINED",
    "Claim {call_out} was decided in the draw, and its card has not been examined here.",
    "Examine the card and decide the claim; then pay.",
    clause="NZB-5.7(c)",
)


def in_the_way(desk: Desk, position: int) -> Claim | None:
    """The first claim that may still share what was won on a call, or win before it."""
    return next((each for each in desk.claims if _contests(desk, each, position)), None)


def open_matters(desk: Desk) -> Iterator[int]:
    """The calls on which something is still to be settled or decided."""
    settled = {each.stage for each in desk.settlements if each.stands}
    for win in desk.wins:
        if win.stage not in settled:
            yield win.position
    for claim in desk.claims:
        if undecided_because(desk, claim):
            yield claim.after_position


@clause("NZB-5.4", "TNB-13-award")
def uncontested(desk: Desk, settlement: Settlement, law: str) -> None:
    """Nothing is paid while somebody may share who answered the same call, or won before. Whoever's
    bingo a correction completes is among them, as soon as the claim is judged again."""
    claim = in_the_way(desk, settlement.position)
    if claim is None:
        return
    corrected = law == "TNB" and claim.reopened == PUT_RIGHT
    raise CLAIM_UNDECIDED(
        clause="TNB-13-award" if corrected else cited("NZB-5.4", law),
        call_out=claim.call_out,
        position=claim.after_position,
        why=undecided_because(desk, claim),
        stage=settlement.title,
        won_on=settlement.position,
    )


@clause("NZB-5.9")
def nothing_to_sign(settlement: Settlement, seen: Seen) -> None:
    """Nothing is paid of a stage whose winners are being voided, or whose call is put right."""
    for each in seen.awaited:
        if settlement.position in each.positions or settlement.stage.value in each.stages:
            raise PRIZE_AWAITS_SIGNATURE(
                clause=cited("NZB-5.9", seen.law),
                proposal=each.proposal,
                by=each.by,
                stage=settlement.title,
            )


@clause("NZB-5.7(c)")
def examined_here(desk: Desk, settlement: Settlement, account: Account, law: str) -> None:
    """What a supervisor decided alone is examined before it is paid; where the cards are sold
    elsewhere they are looked up there, and the draw's decision stands."""
    for number in account.share.call_outs:
        claim = of_number(desk.claims, number)
        elsewhere = isinstance(desk.sales, NotOnSale) or (claim is not None and claim.linked)
        if claim is None or elsewhere:
            continue
        if not _stands_here(claim, settlement.stage):
            raise CARD_NOT_EXAMINED(clause=cited("NZB-5.7(c)", law), call_out=number)


def undecided_because(desk: Desk, claim: Claim) -> str:
    """Why a claim is not decided for good; empty where it is."""
    if claim.decided is None and claim.elsewhere is None:
        return "it is not decided"
    if claim.not_followed is not None:
        return "draw and desk decide it differently"
    decided = claim.decided
    if decided is None or claim.elsewhere is not None or decided.outcome is not Outcome.ALLOWED:
        return ""
    won = {each.stage for each in desk.wins if each.call_out == claim.call_out}
    return "" if won.issuperset(decided.standing) else "the draw has not taken it over yet"


def _contests(desk: Desk, claim: Claim, position: int) -> bool:
    return claim.after_position <= position and bool(undecided_because(desk, claim))


def _stands_here(claim: Claim, stage: Stage) -> bool:
    """Whether the card was found to win; once voided, only if two persons have taken that back."""
    decided, elsewhere = claim.decided, claim.elsewhere
    if decided is None or stage not in decided.stages:
        return False
    again = elsewhere is not None and stage in elsewhere.stages
    return stage not in decided.voided or again
