"""A game that stands still: held for an alarm, power, illness, or waiting for a decision."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.authority import has_no_say, of_the_staff
from services.draw.domain.game.parts import Acknowledgement, Hold, Proposal
from services.draw.domain.game.rules import Authority
from services.draw.domain.game.staff import AttemptRefused
from services.draw.domain.game.state import Game, InPlay, Waiting
from services.draw.domain.game.words import HoldCause, IrregularityKind, ProposalKind
from services.kernel.law import Decision, Reason, Refused, clause, happened

HOLD_REASON_NEEDED = Reason(
    "HOLD_REASON_NEEDED",
    "It was not said why the game is to stand still.",
    "Say in a few words what has happened.",
)
NOT_HELD = Reason(
    "NOT_HELD",
    "The game is not on hold.",
    "Go on with it; what it waits for now, if anything, stands on the board.",
)
HELD = Reason(
    "HELD",
    "The game stands still: {why}.",
    "Once that is over the supervisor or the game manager resumes the game.",
)
IRREGULARITY_WAITS = Reason(
    "IRREGULARITY_WAITS",
    "Irregularity {irregularity} is not decided: {what}.",
    "No number comes until it is. Decide what is done about it, or have the game voided.",
)
SIGNATURE_AWAITED = Reason(
    "SIGNATURE_AWAITED",
    "Proposal {proposal} ({what}) waits for a second person.",
    "Another person than {by} approves it, or it is rejected.",
)

HAPPENED = {
    IrregularityKind.RETURNED: "objects were put back into the receptacle",
    IrregularityKind.STUCK: "an object is stuck in the receptacle",
    IrregularityKind.DEFECT: "an object is not like the others",
    IrregularityKind.SELECTOR: "the selector does not work",
}
"""What happened to the equipment, in words."""
_CLAUSES = {
    IrregularityKind.RETURNED: "TNB-6",
    IrregularityKind.STUCK: "TNB-14",
    IrregularityKind.DEFECT: "TNB-2",
    IrregularityKind.SELECTOR: "NZB-5.6(b)",
}
_PROPOSED = {
    ProposalKind.CORRECTION: "a correction",
    ProposalKind.VOID_WINNERS: "winners to be voided",
    ProposalKind.HAND_CALLS: "numbers called by hand",
    ProposalKind.DECISION: "a call out decided again",
}


@dataclass(frozen=True, slots=True)
class HoldGame:
    """Let the game stand still; `manager`: said by the game manager. `acknowledged` is what the
    rooms have on their glass of the calls."""

    cause: HoldCause
    reason: str
    by: str
    manager: bool
    at: datetime
    acknowledged: tuple[Acknowledgement, ...] = ()


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Let it go on."""

    by: str
    manager: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class GameHeld:
    """The game stands still; said again for another reason, that one counts."""

    cause: HoldCause
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The game goes on."""

    by: str
    at: datetime


def hold_game(command: HoldGame, game: Waiting | InPlay) -> Decision[GameHeld]:
    """Anybody of the staff stops the game, as who sees smoke must, before its announcement too;
    said twice it is held once."""
    of_the_staff(game, command.by, command.manager)
    reason = command.reason.strip()
    if command.cause is HoldCause.OTHER and not reason:
        raise HOLD_REASON_NEEDED()
    if game.hold and (game.hold.cause, game.hold.reason) == (command.cause, reason):
        return Decision()
    return happened(GameHeld(command.cause, reason, command.by, command.at))


def game_held(game: Waiting | InPlay, event: GameHeld) -> Waiting | InPlay:
    """It stands still."""
    return replace(game, hold=Hold(event.cause, event.reason, event.by, event.at))


def resume_game(
    command: ResumeGame, game: Waiting | InPlay
) -> Decision[GameResumed | AttemptRefused]:
    """Whoever supervises the game says that it goes on; what else it waits for is another thing."""
    refused = has_no_say(game, Authority.SUPERVISOR, command.by, command.manager, "NZB-5.5")
    if refused:
        return refused
    if game.hold is None:
        raise NOT_HELD()
    return happened(GameResumed(command.by, command.at))


def game_resumed(game: Waiting | InPlay, event: GameResumed) -> Waiting | InPlay:
    """It goes on."""
    return replace(game, hold=None)


def nothing_stands_still(game: InPlay) -> None:
    """Refused while the game is held, or waits for the decision of an irregularity or a signature.

    A call that was begun in the hall, and that a player has called out on, is put on record all the
    same: its call out could not be decided in truth without it.
    """
    if game.answered_already(len(game.calls) + 1):
        return
    not_held(game)
    no_signature_is_awaited(game)
    nothing_irregular(game)


def not_held(game: Game) -> None:
    """Refused while the game is held."""
    if game.hold is not None:
        cause, reason = game.hold.cause.name.lower(), game.hold.reason
        raise HELD(why=f"{cause}, {reason}" if reason else cause)


def no_signature_is_awaited(game: Game) -> None:
    """Refused while something waits for a second person."""
    for each in game.proposals:
        raise signature_awaited(each)


def signature_awaited(proposal: Proposal) -> Refused:
    """The refusal of what has to wait for this proposal to be decided."""
    what = _PROPOSED[proposal.kind]
    return SIGNATURE_AWAITED(proposal=proposal.proposal, what=what, by=proposal.by)


@clause("NZB-5.6(b)", "TNB-2", "TNB-6", "TNB-14")
def nothing_irregular(game: Game) -> None:
    """Refused while something that happened to the equipment is not decided.

    Numbers are drawn at random, each as likely as any other and none that was out before: so none
    is drawn from a receptacle with a stuck, an unlike or a returned object, nor by a selector that
    failed. Where no more numbers are to come it keeps nobody waiting.
    """
    if game.played_out:
        return
    for each in game.undecided:
        law = _CLAUSES[each.kind]
        what = f"{HAPPENED[each.kind]}{f' ({each.ball})' if each.ball else ''}"
        raise IRREGULARITY_WAITS(clause=law, irregularity=each.irregularity, what=what)
