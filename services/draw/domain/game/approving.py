"""The second signature: what was proposed is done, in one step with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.corrections import (
    CallCorrected,
    corrected,
    stages_voided,
    winners_of,
)
from services.draw.domain.game.deciding import CallOutDecided, decided_again
from services.draw.domain.game.handcalls import CalledByHand, called_by_hand
from services.draw.domain.game.parts import Proposal
from services.draw.domain.game.proposals import (
    OVERTAKEN,
    SIGNED_BY_ONE,
    ProposalApproved,
    may_sign,
    that_waits,
)
from services.draw.domain.game.staff import Staffed
from services.draw.domain.game.state import InPlay, Played, Waiting
from services.draw.domain.game.winners import Signed, WinnersVoided, voided, winners_voided
from services.draw.domain.game.words import ProposalKind, Stage
from services.kernel.law import Decision, Refused, clause
from services.kernel.persons import same_person

Done = CallCorrected | WinnersVoided | CalledByHand | CallOutDecided


@dataclass(frozen=True, slots=True)
class ApproveProposal:
    """The second person signs; `manager`: as the game manager."""

    proposal: int
    by: str
    manager: bool
    at: datetime


@clause("NZB-5.9", "TNB-13")
def approve_proposal(command: ApproveProposal, game: Staffed) -> Decision[ProposalApproved | Done]:
    """Two persons, in whatever spelling, role or token; and what was signed first still fits the
    game, or nothing is done. Winners are voided and the call is corrected in one step."""
    waiting = that_waits(command.proposal, game)
    if same_person(waiting.by, command.by):
        raise SIGNED_BY_ONE(proposal=waiting.proposal, by=waiting.by)
    may_sign(game, command.by, command.manager)
    try:
        done = _done(waiting, command, game)
    except Refused as refused:
        raise OVERTAKEN(proposal=waiting.proposal, why=refused.sentence) from None
    _voids_no_others(waiting, done)
    signed = ProposalApproved(waiting.proposal, command.by, command.at)
    return Decision((signed, *done))


def _done(waiting: Proposal, command: ApproveProposal, game: Staffed) -> tuple[Done, ...]:
    if waiting.decision is not None:
        return (decided_again(waiting, waiting.decision, game, command.at),)
    if isinstance(game, Waiting):
        raise TypeError("in a game that was not announced only call outs are decided again")
    if isinstance(game, InPlay) and waiting.kind is ProposalKind.HAND_CALLS:
        return (called_by_hand(waiting, game, command.by, command.at),)
    if waiting.correction is None:
        return _voided(waiting.voids, waiting.call_outs, waiting, command, game)[0]
    stages = stages_voided(waiting.correction, waiting.voids, game)
    winners = winners_of(stages, game)
    events, open_again = _voided(stages, winners, waiting, command, game)
    # The players were told when the first person signed; the right number counts since then.
    right = corrected(waiting.correction, open_again, waiting.by, waiting.at)
    return (*events, right)


def _voided(
    stages: tuple[Stage, ...],
    call_outs: tuple[int, ...],
    waiting: Proposal,
    command: ApproveProposal,
    game: Played,
) -> tuple[tuple[WinnersVoided, ...], Played]:
    """These winners of each stage, voided one after the other, and the game after that."""
    signed = Signed(waiting.reason, waiting.by, command.by, command.at)
    events: tuple[WinnersVoided, ...] = ()
    for stage in stages:
        won = game.winner_of(stage)
        theirs = tuple(n for n in (won.call_outs if won else ()) if n in call_outs)
        event = voided(game, stage, theirs, signed)
        game, events = winners_voided(game, event), (*events, event)
    return events, game


def _voids_no_others(waiting: Proposal, done: tuple[Done, ...]) -> None:
    """A signature is for the winners that it was given for."""
    voided = [each for each in done if isinstance(each, WinnersVoided)]
    stages = tuple(each.stage for each in voided)
    call_outs = tuple(sorted({number for each in voided for number in each.call_outs}))
    if (stages, call_outs) != (waiting.voids, waiting.call_outs):
        now = _in_words(stages, call_outs)
        signed = _in_words(waiting.voids, waiting.call_outs)
        raise OVERTAKEN(
            proposal=waiting.proposal,
            why=f"it would void {now}, and was signed for {signed}.",
        )


def _in_words(stages: tuple[Stage, ...], call_outs: tuple[int, ...]) -> str:
    """ "the line (call out 1 and 2)"."""
    if not stages:
        return "nobody"
    named = " and the ".join(each.shout for each in stages)
    return f"the {named} (call out {' and '.join(map(str, call_outs))})"
