"""The second signature: what was proposed is done, in one step with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.draw.domain.game.corrections import CallCorrected, corrected, stages_voided
from services.draw.domain.game.handcalls import CalledByHand, called_by_hand
from services.draw.domain.game.parts import Proposal, ProposalKind, Stage
from services.draw.domain.game.proposals import (
    OVERTAKEN,
    SIGNED_BY_ONE,
    ProposalApproved,
    may_sign,
    that_waits,
)
from services.draw.domain.game.state import InPlay
from services.draw.domain.game.winners import WinnersVoided, voided, winners_voided
from services.draw.domain.people import same
from services.kernel.law import Decision, Refused, clause

Done = CallCorrected | WinnersVoided | CalledByHand


@dataclass(frozen=True, slots=True)
class ApproveProposal:
    """The second person signs; `manager`: as the game manager."""

    proposal: int
    by: str
    manager: bool
    at: datetime


@clause("NZB-5.9", "TNB-13")
def approve_proposal(
    command: ApproveProposal, game: InPlay
) -> Decision[ProposalApproved | CallCorrected | WinnersVoided | CalledByHand]:
    """Two persons, in whatever spelling, role or token; and what was signed first still fits the
    game, or nothing is done. Winners are voided and the call is corrected in one step."""
    waiting = that_waits(command.proposal, game)
    if same(waiting.by) == same(command.by):
        raise SIGNED_BY_ONE(proposal=waiting.proposal, by=waiting.by)
    may_sign(game, command.by, command.manager)
    try:
        done = _done(waiting, command, game)
    except Refused as refused:
        raise OVERTAKEN(proposal=waiting.proposal, why=refused.sentence) from None
    _voids_no_others(waiting, done)
    signed = ProposalApproved(waiting.proposal, command.by, command.at)
    return Decision((signed, *done))


def _done(waiting: Proposal, command: ApproveProposal, game: InPlay) -> tuple[Done, ...]:
    if waiting.kind is ProposalKind.HAND_CALLS:
        return (called_by_hand(waiting, game, command.by, command.at),)
    if waiting.correction is None:
        return _voided(waiting.voids, waiting, command, game)[0]
    stages = stages_voided(waiting.correction, waiting.voids, game)
    events, open_again = _voided(stages, waiting, command, game)
    # The players were told when the first person signed; the right number counts since then.
    right = corrected(waiting.correction, open_again, waiting.by, waiting.at)
    return (*events, right)


def _voided(
    stages: tuple[Stage, ...], waiting: Proposal, command: ApproveProposal, game: InPlay
) -> tuple[tuple[WinnersVoided, ...], InPlay]:
    """The winners of each stage, voided one after the other, and the game after that."""
    events: tuple[WinnersVoided, ...] = ()
    for stage in stages:
        event = voided(game, stage, waiting.reason, waiting.by, command.by, command.at)
        game, events = winners_voided(game, event), (*events, event)
    return events, game


def _voids_no_others(waiting: Proposal, done: tuple[Done, ...]) -> None:
    """A signature is for the winners that it was given for."""
    stages = tuple(each.stage for each in done if isinstance(each, WinnersVoided))
    if stages != waiting.voids:
        now, signed = (
            " and the ".join(each.shout for each in them) or "no stage"
            for them in (stages, waiting.voids)
        )
        raise OVERTAKEN(
            proposal=waiting.proposal,
            why=f"it would void the winners of the {now}, and was signed for the {signed}.",
        )
