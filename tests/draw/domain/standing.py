"""A game that stands still or cannot go on, for tests: each function makes the command or event of
its name. Mia is the game manager; Cleo holds no post."""

from __future__ import annotations

from services.draw.domain.game.approving import ApproveProposal
from services.draw.domain.game.checks import EquipmentInspected
from services.draw.domain.game.game import Event
from services.draw.domain.game.handcalls import CalledByHand, EnterHandCalls
from services.draw.domain.game.holding import GameHeld, GameResumed, HoldGame, ResumeGame
from services.draw.domain.game.irregularities import IrregularityFound, ReportIrregularity
from services.draw.domain.game.parts import (
    HandCall,
    HoldCause,
    Inspection,
    IrregularityKind,
    Proposal,
    ProposalKind,
    Remedy,
    Selector,
)
from services.draw.domain.game.proposals import ProposalApproved, Proposed, RejectProposal
from services.draw.domain.game.remedies import CardRead, DecideIrregularity, IrregularityDecided
from services.draw.domain.game.voiding import GameVoided, VoidGame
from services.kernel.law import Opening
from tests.draw.domain.games import BEN, at

MIA = "mia"
ALARM, POWER, ILLNESS, SYSTEM, OTHER = HoldCause
RETURNED, STUCK, DEFECT, SELECTOR = IrregularityKind
REBUILT, PUT_RIGHT, SWITCHED, VOID = Remedy
SPILT = "the tray fell over"
SAID = "as discussed"


# -- commands --------------------------------------------------------------------------------------


def hold(cause: HoldCause = ALARM, reason: str = "", *, by: str = BEN) -> HoldGame:
    return HoldGame(cause, reason, by, by == MIA, at())


def resume(*, by: str = BEN) -> ResumeGame:
    return ResumeGame(by, by == MIA, at())


def report(
    kind: IrregularityKind, ball: int = 0, *, by: str = BEN, second: int = 0
) -> ReportIrregularity:
    return ReportIrregularity(kind, ball, SPILT, by, by == MIA, at(second))


def decide(
    remedy: Remedy,
    *,
    number: int = 1,
    cards: tuple[str, ...] = (),
    numbers: tuple[int, ...] = (),
    selector: Selector | None = None,
    by: str = MIA,
    second: int = 0,
) -> DecideIrregularity:
    """A decision on irregularity `number`; the players of `cards` are their numbers."""
    return DecideIrregularity(
        number, remedy, SAID, read(*cards), numbers, selector, by, by == MIA, at(second)
    )


def void(reason: str = SPILT, why: str = "", *, start_over: bool = True, by: str = MIA) -> VoidGame:
    return VoidGame(reason, why, start_over, by, by == MIA, at())


def by_hand(*calls: HandCall, position: int, by: str = BEN, second: int = 60) -> EnterHandCalls:
    return EnterHandCalls(position, calls, SPILT, by, by == MIA, at(second))


def approve(number: int = 1, *, by: str = MIA, second: int = 61) -> ApproveProposal:
    return ApproveProposal(number, by, by == MIA, at(second))


def reject(number: int = 1, *, by: str = MIA) -> RejectProposal:
    return RejectProposal(number, SAID, by, by == MIA, at())


# -- events ----------------------------------------------------------------------------------------


def held(cause: HoldCause = ALARM, reason: str = "", *, by: str = BEN) -> GameHeld:
    return GameHeld(cause, reason, by, at())


def resumed(*, by: str = BEN) -> GameResumed:
    return GameResumed(by, at())


def found(
    kind: IrregularityKind, ball: int = 0, *, number: int = 1, by: str = BEN, second: int = 0
) -> IrregularityFound:
    return IrregularityFound(number, kind, ball, SPILT, by, at(second), "")


def settled(
    remedy: Remedy,
    *,
    number: int = 1,
    cards: tuple[str, ...] = (),
    selector: Selector | None = None,
    by: str = MIA,
) -> IrregularityDecided:
    return IrregularityDecided(number, remedy, SAID, by, at(), read(*cards), selector)


def voided(
    reason: str = SPILT,
    why: str = "",
    *,
    start_over: bool = True,
    by: str = MIA,
    opening: Opening | None = None,
) -> GameVoided:
    return GameVoided(reason, why, start_over, by, opening, at())


def looked_over(*, equal: bool = True, second: int = 0, objects: int = 90) -> EquipmentInspected:
    """The equipment was inspected again."""
    return EquipmentInspected(Inspection("", objects, equal, "main", BEN, at(second)))


def proposed(*calls: HandCall, by: str = BEN, number: int = 1, second: int = 60) -> Proposed:
    proposal = Proposal(
        number, ProposalKind.HAND_CALLS, by, at(second), SPILT, None, (), tuple(calls)
    )
    return Proposed(proposal)


def signed(
    *calls: HandCall,
    position: int,
    by: str = BEN,
    second_person: str = MIA,
    opening: Opening | None = None,
    second: int = 61,
) -> tuple[Event, ...]:
    """The second person has signed for numbers called by hand."""
    made = CalledByHand(position, tuple(calls), SPILT, by, second_person, at(second), opening)
    return (ProposalApproved(1, second_person, at(second)), made)


# -- parts -----------------------------------------------------------------------------------------


def heard(number: int, second: int = 30) -> HandCall:
    """A number called by hand."""
    return HandCall(number, at(second))


def read(*cards: str) -> tuple[CardRead, ...]:
    """Cards, each of the player who bears its number."""
    return tuple(CardRead(card, card) for card in cards)
