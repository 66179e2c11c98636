"""What waits for a second person (two signatures, two persons): proposed, and signed or refused.

A correction is announced to the players at once, whoever has yet to sign: rule 5.8 does not wait.
What waits is its effect on winners who stand on the call. Until it is decided no number comes and
the game does not end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.judging import looked_at_again, standing_on
from services.draw.domain.game.parts import AnotherDecision, Correction, HandCall, Proposal
from services.draw.domain.game.staff import Staffed, holds
from services.draw.domain.game.state import Game
from services.draw.domain.game.words import ErrorKind, Post, ProposalKind, Stage
from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.persons import same_person

NO_SUCH_PROPOSAL = Reason(
    "NO_SUCH_PROPOSAL",
    "There is no proposal {proposal} in this game.",
    "Take the number of the proposal from the board.",
)
PROPOSAL_DECIDED = Reason(
    "PROPOSAL_DECIDED",
    "Proposal {proposal} was approved or rejected before.",
    "Nothing has been changed; look at the game as it is now.",
)
PROPOSED_ALREADY = Reason(
    "PROPOSED_ALREADY",
    "{by} has proposed the same as proposal {proposal}, and it waits for a second person.",
    "If you agree with it, approve proposal {proposal}; otherwise reject it.",
)
SIGNED_BY_ONE = Reason(
    "SIGNED_BY_ONE",
    "Proposal {proposal} is {by}'s own; two signatures are those of two persons.",
    "Have another person approve it: the caller, the supervisor, a deputy or the game manager.",
    alone=True,
)
MAY_NOT_SIGN = Reason(
    "MAY_NOT_SIGN",
    "Only the caller, the supervisor or a deputy of this game and the game manager sign here.",
    "Fetch one of them to look at the proposal.",
)
PLAYERS_WERE_TOLD = Reason(
    "PLAYERS_WERE_TOLD",
    "Proposal {proposal} is {by}'s own, and the players were told of that correction already.",
    "Have another person look at it, who approves it or rejects it. If it was wrong, tell the "
    "players so at once.",
    clause="NZB-5.8",
)
OVERTAKEN = Reason(
    "OVERTAKEN",
    "Proposal {proposal} does not fit the game any more: {why}",
    "Reject it, look at the game as it is now, and propose what is right for that.",
)

SIGNERS = (Post.CALLER, Post.SUPERVISOR, Post.DEPUTY_SUPERVISOR)
"""Posts whose holders sign as second persons, as the game manager does."""


@dataclass(frozen=True, slots=True)
class RejectProposal:
    """A second person does not sign, or the first withdraws it."""

    proposal: int
    reason: str
    by: str
    manager: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class Proposed:
    """Something waits for a second person, and play with it."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class ProposalApproved:
    """A second person signed; what was proposed happens in the same commit."""

    proposal: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ProposalRejected:
    """It is off."""

    proposal: int
    reason: str
    by: str
    at: datetime


def propose(
    game: Game,
    kind: ProposalKind,
    by: str,
    at: datetime,
    reason: str,
    *,
    correction: Correction | None = None,
    voids: tuple[Stage, ...] = (),
    call_outs: tuple[int, ...] = (),
    hand_calls: tuple[HandCall, ...] = (),
    decision: AnotherDecision | None = None,
) -> Decision[Proposed]:
    """The first signature. Said again by the same person it waits already; another person who
    comes to the same approves what waits."""
    made = Proposal(
        game.proposed + 1,
        kind,
        by,
        at,
        reason,
        correction,
        voids,
        hand_calls,
        call_outs,
        decision,
    )
    for waiting in game.proposals:
        if _content(waiting) != _content(made):
            continue
        if same_person(waiting.by, by):
            return Decision()
        raise PROPOSED_ALREADY(by=waiting.by, proposal=waiting.proposal)
    return happened(Proposed(made))


def proposed(game: Staffed, event: Proposed) -> Staffed:
    """It waits, and play with it."""
    waiting = (*game.proposals, event.proposal)
    return replace(game, proposals=waiting, proposed=event.proposal.proposal)


@clause("NZB-5.8", "TNB-13")
def reject_proposal(command: RejectProposal, game: Staffed) -> Decision[ProposalRejected]:
    """Whoever could sign may say no; so may the first person, who withdraws it. But of what the
    players were told nobody says alone that it was nothing."""
    waiting = that_waits(command.proposal, game)
    if not same_person(waiting.by, command.by):
        may_sign(game, command.by, command.manager)
    elif _was_told(waiting):
        law = game.rules.cited("NZB-5.8", "TNB-13")
        raise PLAYERS_WERE_TOLD(clause=law, proposal=waiting.proposal, by=waiting.by)
    return happened(ProposalRejected(waiting.proposal, command.reason, command.by, command.at))


def proposal_approved(game: Staffed, event: ProposalApproved) -> Staffed:
    """It waits no longer."""
    return _without(event.proposal, game)


def proposal_rejected(game: Staffed, event: ProposalRejected) -> Staffed:
    """It is off. Winners whose number was corrected before the players are in doubt all the same,
    until somebody says that they stand."""
    for each in game.proposals:
        if each.proposal == event.proposal and each.correction and _was_told(each):
            doubtful = standing_on(game, each.correction)
            game = replace(game, call_outs=looked_at_again(game, doubtful))
    return _without(event.proposal, game)


def _without(proposal: int, game: Staffed) -> Staffed:
    left = tuple(each for each in game.proposals if each.proposal != proposal)
    return replace(game, proposals=left)


def _was_told(proposal: Proposal) -> bool:
    """Whether the players have heard another number than they had."""
    return proposal.correction is not None and proposal.correction.kind is ErrorKind.SPOKEN


def that_waits(number: int, game: Game) -> Proposal:
    """The proposal of this number, as long as it waits."""
    for each in game.proposals:
        if each.proposal == number:
            return each
    raise (PROPOSAL_DECIDED if 1 <= number <= game.proposed else NO_SUCH_PROPOSAL)(proposal=number)


def may_sign(game: Game, person: str, manager: bool) -> None:
    """Refused for somebody who can be no second person in this game."""
    if not manager and not any(holds(game, post, person) for post in SIGNERS):
        raise MAY_NOT_SIGN()


def _content(proposal: Proposal) -> tuple[object, ...]:
    """What is proposed, whoever does and in whatever words."""
    correction = proposal.correction and replace(proposal.correction, reason="")
    return (
        proposal.kind,
        correction,
        proposal.voids,
        proposal.call_outs,
        proposal.hand_calls,
        proposal.decision,
    )
