"""What waits for a second person (two signatures, two persons): proposed, and signed or refused.

A correction is announced to the players at once, whoever has yet to sign: rule 5.8 does not wait.
What waits is its effect on winners who stand on the call. Until it is decided no number comes and
the game does not end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.parts import (
    Correction,
    HandCall,
    Post,
    Proposal,
    ProposalKind,
    Stage,
)
from services.draw.domain.game.staff import holds
from services.draw.domain.game.state import Game, InPlay
from services.draw.domain.people import same
from services.kernel.law import Decision, Reason, happened

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
)
MAY_NOT_SIGN = Reason(
    "MAY_NOT_SIGN",
    "Only the caller, the supervisor or a deputy of this game and the game manager sign here.",
    "Fetch one of them to look at the proposal.",
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
    hand_calls: tuple[HandCall, ...] = (),
) -> Decision[Proposed]:
    """The first signature. Said again by the same person it waits already; another person who
    comes to the same approves what waits."""
    made = Proposal(game.proposed + 1, kind, by, at, reason, correction, voids, hand_calls)
    for waiting in game.proposals:
        if _content(waiting) != _content(made):
            continue
        if same(waiting.by) == same(by):
            return Decision()
        raise PROPOSED_ALREADY(by=waiting.by, proposal=waiting.proposal)
    return happened(Proposed(made))


def proposed(game: InPlay, event: Proposed) -> InPlay:
    """It waits, and play with it."""
    waiting = (*game.proposals, event.proposal)
    return replace(game, proposals=waiting, proposed=event.proposal.proposal)


def reject_proposal(command: RejectProposal, game: InPlay) -> Decision[ProposalRejected]:
    """Whoever could sign may say no; so may the first person, who withdraws it."""
    waiting = that_waits(command.proposal, game)
    if same(waiting.by) != same(command.by):
        may_sign(game, command.by, command.manager)
    return happened(ProposalRejected(waiting.proposal, command.reason, command.by, command.at))


def proposal_decided(game: InPlay, event: ProposalApproved | ProposalRejected) -> InPlay:
    """It waits no longer."""
    left = tuple(each for each in game.proposals if each.proposal != event.proposal)
    return replace(game, proposals=left)


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
    return (proposal.kind, correction, proposal.voids, proposal.hand_calls)
