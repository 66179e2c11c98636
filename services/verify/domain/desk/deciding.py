"""A claim is decided, by what its card is at its call; and a late one is ruled on (rules 5.7(c),
5.10 and 5.11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, Refused, clause, expect, happened
from services.verify.domain.cards.judging import FORFEITED, listed
from services.verify.domain.desk.awaiting import heard_by_others, nothing_awaited
from services.verify.domain.desk.barring import (
    CLAIM_BEFORE_THE_WINNER,
    NO_CARD_SHOWN,
    NOISE_FOR_ANOTHER,
    STAGE_WON_BEFORE,
    claimed,
    still_to_be_won,
)
from services.verify.domain.desk.claim import Claim, Decided, Outcome, Ruling
from services.verify.domain.desk.claims import CLAIM_TO_BE_RULED, claim_at, with_claim
from services.verify.domain.desk.collecting import (
    CARD_NOT_COLLECTED,
    NUMBERS_NOT_READ,
    examined,
    finished,
    in_charge,
    not_the_seller,
    undecided,
)
from services.verify.domain.desk.examining import (
    NOT_ON_THESE_CARDS,
    Examination,
    Finding,
    Found,
    Seen,
    cited,
    judged_on,
)
from services.verify.domain.desk.linked import sold_here_or_unknown
from services.verify.domain.desk.players import of_one_name
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.desk.state import Desk
from services.verify.domain.game import answering
from services.verify.domain.game.answering import Cry

NUMBERS_NOT_VERIFIED = Reason(
    "NUMBERS_NOT_VERIFIED",
    "The caller has not verified the numbers of the card.",
    "Have the caller verify them; then decide the claim.",
    clause="NZB-5.7(c)(iv)",
)
NUMBERS_DISPUTED = Reason(
    "NUMBERS_DISPUTED",
    "The caller did not find {numbers} as announced; the record says otherwise.",
    "Find out which is right. Correct the call in the draw, or have the numbers verified again.",
    clause="NZB-5.7(c)(iv)",
)
OTHER_NUMBERS_READ = Reason(
    "OTHER_NUMBERS_READ",
    "By the record of now the card wins with {missing}, which nobody has read aloud.",
    "Have the numbers of the card read again, and verified by the caller; then decide the claim.",
    clause="NZB-5.7(c)(iv)",
)
CARD_AT_THE_DESK = Reason(
    "CARD_AT_THE_DESK",
    "Card {card} was collected for claim {call_out}, so the player had one to show.",
    "Decide the claim by that card; if it is not the player's, collect the right one first.",
    clause="NZB-5.7(c)",
)
CLAIM_IN_TIME = Reason(
    "CLAIM_IN_TIME",
    "Call out {call_out} was entered before the next number was announced, so it is in time.",
    "Examine the card.",
    clause="NZB-5.10",
)
CLAIM_RULED_BEFORE = Reason(
    "CLAIM_RULED_BEFORE",
    "It was ruled before that call out {call_out} was made in time.",
    "The ruling stands; examine the card.",
    clause="NZB-5.10",
)
NOTHING_CLAIMED = Reason(
    "NOTHING_CLAIMED",
    "The game is not played for what was called out.",
    "The player goes on playing.",
    clause="NZB-5.2",
)


@dataclass(frozen=True, slots=True)
class DecideClaim:
    """The claim is decided by what its card is. `found` is None where none was collected; with
    `no_card` the player had none to show. `same_player` are other call outs that bear this player's
    name."""

    call_out: int
    room: str
    no_card: bool
    found: Found | None
    seen: Seen
    by: str
    at: datetime
    same_player: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleLateClaim:
    """How a call out that was entered late was in the hall: in time, or not."""

    call_out: int
    in_time: bool
    room: str
    seen: Seen
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LateClaimRuled:
    """A late call out was ruled to have been made in time, or too late."""

    call_out: int
    in_time: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ClaimDecided:
    """A claim was decided; the draw follows it. `same_player` are other call outs of one name."""

    game: str
    call_out: int
    outcome: Outcome
    stages: tuple[Stage, ...]
    reason: str
    clause: str
    position: int
    by: str
    at: datetime
    ruled_in_time: bool
    same_player: tuple[int, ...] = ()


@clause("NZB-5.7(c)")
def decide_claim(command: DecideClaim, desk: Desk) -> Decision[ClaimDecided]:
    """The supervisor determines the winner: a card that wins is allowed once it was read and
    verified, and any other is refused with the reason that comes first."""
    claim = undecided(desk, command.call_out)
    in_charge(claim, command.seen, command.by, command.room)
    if command.found is not None:
        not_the_seller(desk, command.found.seller, command.by)
    return happened(_decided(command, claim, desk))


@clause("NZB-5.10")
def rule_late_claim(command: RuleLateClaim, desk: Desk) -> Decision[LateClaimRuled | ClaimDecided]:
    """Whoever let the next number be announced without calling out has forfeited the prize. The
    record shows when it was entered; how it was in the hall is for the supervisor to say."""
    claim = undecided(desk, command.call_out)
    in_charge(claim, command.seen, command.by, command.room)
    if not is_late(command.seen):
        raise CLAIM_IN_TIME(call_out=command.call_out)
    if ruled_in_time(claim, command.seen):
        raise CLAIM_RULED_BEFORE(call_out=command.call_out)
    ruled = LateClaimRuled(command.call_out, command.in_time, command.by, command.at)
    if command.in_time:
        return happened(ruled)
    law = cited(FORFEITED.clause, command.seen.law)
    why = _outcome(command, desk, Outcome.FORFEITED, FORFEITED.code, law)
    return happened(ruled, why)


@clause("NZB-5.10")
def in_time(claim: Claim, seen: Seen) -> None:
    """A call out that was entered after the next number wins nothing until it has been ruled that
    it was made before."""
    if is_late(seen) and not ruled_in_time(claim, seen):
        raise CLAIM_TO_BE_RULED()


@clause("NZB-5.7(c)(iv)")
def read_and_verified(claim: Claim, winning: frozenset[int]) -> None:
    """No claim is allowed before its numbers were read publicly, all with which the card is
    `winning`, and the caller has verified them, every one."""
    if not claim.read_by:
        raise NUMBERS_NOT_READ()
    unread = sorted(winning.difference(claim.read))
    if unread:
        raise OTHER_NUMBERS_READ(missing=listed(unread))
    if claim.verified is None:
        raise NUMBERS_NOT_VERIFIED()
    if claim.verified.unconfirmed:
        raise NUMBERS_DISPUTED(numbers=listed(claim.verified.unconfirmed))


@clause("NZB-5.7(c)")
def none_collected(claim: Claim) -> None:
    """A card that is at the desk is examined, and no claim is refused for want of it."""
    if claim.collected is not None:
        raise CARD_AT_THE_DESK(card=claim.collected.card, call_out=claim.call_out)


def is_late(seen: Seen) -> bool:
    """Whether the next number had been announced when the call out was entered."""
    call_out = seen.call_out
    return call_out is not None and answering.came_late(seen.said, call_out, seen.window_ends)


def ruled_in_time(claim: Claim, seen: Seen) -> bool:
    """Whether a supervisor has ruled, here or in the draw, that it was made in time."""
    there = seen.call_out is not None and seen.call_out.in_time
    return claim.ruling is Ruling.IN_TIME or there


def late_claim_ruled(desk: Desk, event: LateClaimRuled) -> Desk:
    """It is examined, or lost."""
    ruling = Ruling.IN_TIME if event.in_time else Ruling.TOO_LATE
    return with_claim(desk, replace(claim_at(desk, event.call_out), ruling=ruling))


def claim_decided(desk: Desk, event: ClaimDecided) -> Desk:
    """The decision stands until the record is put right."""
    decided = Decided(
        event.outcome, event.stages, event.reason, event.clause, event.position, event.by
    )
    claim = replace(claim_at(desk, event.call_out), decided=decided, reopened="", not_followed=None)
    if event.same_player:
        desk = of_one_name(desk, frozenset({event.call_out, *event.same_player}))
    return with_claim(desk, claim)


# -- why it is refused ---------------------------------------------------------------------------


def _decided(command: DecideClaim, claim: Claim, desk: Desk) -> ClaimDecided:
    seen = command.seen
    if command.no_card:
        none_collected(claim)
        return _refused(command, desk, NO_CARD_SHOWN())
    if claim.on_behalf and claim.cry is Cry.NOISE:
        return _refused(command, desk, NOISE_FOR_ANOTHER())
    if claim.collected is None or command.found is None:
        raise CARD_NOT_COLLECTED(call_out=claim.call_out)
    expect("card of the claim", command.found.card, claim.collected.card)
    finished(seen)
    shown = claim.collected.serial_number
    examination = examined(command.found, shown, seen, claim, desk)
    if examination.reason:
        sold_here_or_unknown(claim, command.found)
        why = (examination.reason, examination.clause)
        return _outcome(command, desk, Outcome.REFUSED, *why)
    asked = claimed(desk, claim, seen.stages)
    won = tuple(each for each in examination.wins if each in asked)
    if won:
        in_time(claim, seen)
        read_and_verified(claim, examination.needed(won))
        nothing_awaited(won, seen)
        heard_by_others(is_late(seen), seen)
        return replace(_outcome(command, desk, Outcome.ALLOWED), stages=won)
    _can_be_judged(seen, examination, asked)
    _waits(command, claim, desk, examination)
    decisive = _decisive(examination, asked, claim)
    if decisive is None:
        return _refused(command, desk, NOTHING_CLAIMED())
    return _outcome(command, desk, Outcome.REFUSED, decisive.reason, decisive.clause)


def _can_be_judged(seen: Seen, examination: Examination, asked: tuple[Stage, ...]) -> None:
    """Where the cards cannot win a stage at all, that is no fault of the player's claim."""
    for stage in seen.stages:
        finding = examination.finding(Stage(stage.stage))
        if finding and finding.stage in asked and finding.reason == NOT_ON_THESE_CARDS.code:
            raise NOT_ON_THESE_CARDS(stage=stage.title, pattern=stage.pattern.words)


def _decisive(examination: Examination, asked: tuple[Stage, ...], claim: Claim) -> Finding | None:
    """What the player has to be told: of the stage that the word named, or of the first that is
    still to be won."""
    of_these = [each for each in examination.findings if each.stage in asked]
    named = [each for each in of_these if (each.stage is Stage.SERIES) == (claim.cry is Cry.BINGO)]
    if claim.cry is not Cry.NOISE and named:
        of_these = named
    still_open = [each for each in of_these if each.reason != STAGE_WON_BEFORE.code]
    return next(iter(still_open or of_these), None)


def _waits(command: DecideClaim, claim: Claim, desk: Desk, examination: Examination) -> None:
    """A claim that comes before the winner's is not refused: it raises what is to be done first,
    unless the card had not won then."""
    for stage in command.seen.stages:
        found = examination.finding(Stage(stage.stage))
        if found and found.reason == CLAIM_BEFORE_THE_WINNER.code and found.wins_on:
            still_to_be_won(desk, claim, command.seen, stage, examination.position)


def _refused(command: DecideClaim, desk: Desk, why: Refused) -> ClaimDecided:
    law = cited(why.clause, command.seen.law)
    return _outcome(command, desk, Outcome.REFUSED, why.reason.code, law)


def _outcome(
    command: DecideClaim | RuleLateClaim,
    desk: Desk,
    outcome: Outcome,
    reason: str = "",
    law: str = "",
) -> ClaimDecided:
    claim = claim_at(desk, command.call_out)
    return ClaimDecided(
        desk.game,
        command.call_out,
        outcome,
        (),
        reason,
        law,
        judged_on(command.seen),
        command.by,
        command.at,
        is_late(command.seen) and ruled_in_time(claim, command.seen),
        command.same_player if isinstance(command, DecideClaim) else (),
    )
