"""Claims come from the draw, and follow it: a call out opens one, what is put right there has it
judged again, and a late one waits for a ruling (rules 5.10 and 5.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, happened
from services.verify.domain.block.state import Span
from services.verify.domain.desk.claim import (
    PUT_RIGHT,
    Claim,
    Elsewhere,
    Ruling,
    Verdict,
    changed,
    of_number,
)
from services.verify.domain.desk.course import (
    OfPlay,
    TakePlay,
    WinRecorded,
    played_on,
    win_recorded_of,
)
from services.verify.domain.desk.examining import CARD_NOT_SOLD
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.desk.selling import StopSales, stop_sales
from services.verify.domain.desk.state import Desk
from services.verify.domain.game.answering import Cry

NO_SUCH_CLAIM = Reason(
    "NO_SUCH_CLAIM",
    "There is no claim {call_out} at this desk.",
    "Take the number of the call out from the board.",
)
CLAIM_TO_BE_RULED = Reason(
    "CLAIM_TO_BE_RULED",
    "The next number had been announced when this call out was entered.",
    "Rule first whether it was made in time in the hall.",
    clause="NZB-5.10",
)
NOT_TAKEN_OVER = "the draw has not taken over its decision"
SOLD_AFTER_ALL = "its card was sold, and the sale has been entered"
NOT_SOLD_AFTER_ALL = "the sale of its card was voided"


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """The draw has recorded a call out; `late`: after the next number, by the record of then."""

    call_out: int
    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    late: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class TakeVerdict:
    """The draw has decided a call out; `unverified`: a supervisor did, without this desk."""

    call_out: int
    verdict: Verdict
    stages: tuple[Stage, ...]
    unverified: bool
    ruled_in_time: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class VoidedStage:
    """The winners of a stage were voided."""

    stage: Stage
    call_outs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeRighting:
    """The draw has put its record right: these call outs are judged again there, and these winners
    are none. `sales_over`: numbers were called with it, or the game was ended; `play` is how far it
    is then."""

    reopened: tuple[int, ...]
    voided: tuple[VoidedStage, ...]
    at: datetime
    sales_over: bool = False
    play: TakePlay | None = None


@dataclass(frozen=True, slots=True)
class ClaimOpened:
    """A player has called out, and the card is to be examined."""

    call_out: int
    room: str
    after_position: int
    cry: Cry
    on_behalf: bool
    player: str
    late: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class DecidedElsewhere:
    """A supervisor has decided it in the draw; it is examined here all the same."""

    call_out: int
    verdict: Verdict
    stages: tuple[Stage, ...]
    ruled_in_time: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ClaimReopened:
    """It is judged again, at the same call."""

    call_out: int
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class WinVoided:
    """A stage that it had won was taken from it, by two persons in the draw."""

    call_out: int
    stage: Stage
    at: datetime


@clause("NZB-5.11")
def open_claim(command: OpenClaim, desk: Desk) -> Decision[ClaimOpened]:
    """Every call out opens a claim, whatever came of earlier ones: who was wrong before may play
    on, and call out again. The same call out opens it once."""
    if of_number(desk.claims, command.call_out) is not None:
        return Decision()
    return happened(
        ClaimOpened(
            command.call_out,
            command.room,
            command.after_position,
            command.cry,
            command.on_behalf,
            command.player,
            command.late,
            command.at,
        )
    )


def take_verdict(command: TakeVerdict, desk: Desk) -> Decision[DecidedElsewhere | WinRecorded]:
    """What a supervisor decided alone is kept beside the claim, until the card is examined. What
    this desk has told the draw comes back: from then on it has won."""
    claim = of_number(desk.claims, command.call_out)
    if claim is None:
        return Decision()
    won = None
    if command.verdict is Verdict.VALID:
        won = win_recorded_of(claim, command.stages, desk, command.at)
    recorded = (won,) if won is not None else ()
    if not command.unverified:
        return Decision(recorded)
    elsewhere = DecidedElsewhere(
        command.call_out,
        command.verdict,
        command.stages,
        command.ruled_in_time,
        command.by,
        command.at,
    )
    return Decision((elsewhere, *recorded))


def take_righting(
    command: TakeRighting, desk: Desk
) -> Decision[OfPlay | ClaimReopened | WinVoided]:
    """Claims that were decided on what was wrong are judged again; winners that were voided have
    not won."""
    over = stop_sales(StopSales(command.at), desk).events if command.sales_over else ()
    again = (
        ClaimReopened(claim.call_out, PUT_RIGHT, command.at)
        for claim in desk.claims
        if claim.call_out in command.reopened and (claim.decided or claim.elsewhere)
    )
    play = played_on(command.play, desk) if command.play is not None else ()
    return Decision((*over, *_voided(command, desk), *again, *play))


def claim_opened(desk: Desk, event: ClaimOpened) -> Desk:
    """It waits for its card."""
    claim = Claim(
        event.call_out,
        event.room,
        event.after_position,
        event.cry,
        event.on_behalf,
        event.player,
        event.late,
        event.at,
    )
    return replace(desk, claims=(*desk.claims, claim))


def decided_elsewhere(desk: Desk, event: DecidedElsewhere) -> Desk:
    """The decision of the draw stands beside it; a late one was ruled there."""
    claim = claim_at(desk, event.call_out)
    ruling = Ruling.IN_TIME if event.ruled_in_time else claim.ruling
    elsewhere = Elsewhere(event.verdict, event.stages, event.by)
    heeded = replace(claim, ruling=ruling, elsewhere=elsewhere, not_followed=None)
    return with_claim(desk, heeded)


def claim_reopened(desk: Desk, event: ClaimReopened) -> Desk:
    """Its card stays collected; what was read and verified on the old record is done anew."""
    claim = claim_at(desk, event.call_out)
    anew = replace(
        claim,
        read_by="",
        read=(),
        verified=None,
        decided=None,
        elsewhere=None,
        reopened=event.reason,
        not_followed=None,
        attempts=frozenset(),
    )
    return with_claim(desk, anew)


def win_voided(desk: Desk, event: WinVoided) -> Desk:
    """The decision stands on record, and the stage is not won by it."""
    claim = claim_at(desk, event.call_out)
    decided = claim.decided
    if decided is not None:
        decided = replace(decided, voided=(*decided.voided, event.stage))
    elsewhere = claim.elsewhere
    if elsewhere is not None and event.stage in elsewhere.stages:
        stages = tuple(each for each in elsewhere.stages if each is not event.stage)
        verdict = elsewhere.verdict if stages else Verdict.VOIDED
        elsewhere = replace(elsewhere, verdict=verdict, stages=stages)
    wins = tuple(
        each for each in desk.wins if (each.call_out, each.stage) != (event.call_out, event.stage)
    )
    desk = replace(desk, wins=wins)
    return with_claim(desk, replace(claim, decided=decided, elsewhere=elsewhere))


def sold_after_all(desk: Desk, cards: Span, at: datetime) -> Iterator[ClaimReopened]:
    """The claims that were refused since these cards had not been sold."""
    for claim in desk.claims:
        decided, collected = claim.decided, claim.collected
        refused = decided is not None and decided.reason == CARD_NOT_SOLD.code
        if refused and collected is not None and collected.card in cards:
            yield ClaimReopened(claim.call_out, SOLD_AFTER_ALL, at)


def not_sold_after_all(desk: Desk, cards: Span, at: datetime) -> Iterator[ClaimReopened]:
    """The claims that won with these cards, whose sale was none."""
    for claim in desk.claims:
        won = claim.decided is not None and claim.decided.standing
        if won and claim.collected is not None and claim.collected.card in cards:
            yield ClaimReopened(claim.call_out, NOT_SOLD_AFTER_ALL, at)


def claim_at(desk: Desk, call_out: int) -> Claim:
    """A claim of the desk. Raises NO_SUCH_CLAIM."""
    claim = of_number(desk.claims, call_out)
    if claim is None:
        raise NO_SUCH_CLAIM(call_out=call_out)
    return claim


def with_claim(desk: Desk, claim: Claim) -> Desk:
    """The desk with a claim as it is now."""
    return replace(desk, claims=changed(desk.claims, claim))


def _voided(command: TakeRighting, desk: Desk) -> Iterator[WinVoided]:
    for voided in command.voided:
        for call_out in voided.call_outs:
            claim = of_number(desk.claims, call_out)
            if claim is None:
                continue
            here = claim.decided is not None and voided.stage in claim.decided.standing
            there = claim.elsewhere is not None and voided.stage in claim.elsewhere.stages
            won = any((each.call_out, each.stage) == (call_out, voided.stage) for each in desk.wins)
            if here or there or won:
                yield WinVoided(call_out, voided.stage, command.at)
