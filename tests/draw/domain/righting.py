"""What puts things right in a game, for tests: commands and events, each with a usual value.

Mia is the game manager. Players called out, numbers were spoken wrongly, balls keyed wrongly.
"""

from __future__ import annotations

from dataclasses import replace

from services.draw.domain.game.approving import ApproveProposal
from services.draw.domain.game.corrections import CallCorrected, CorrectCall
from services.draw.domain.game.parts import (
    Correction,
    ErrorKind,
    Proposal,
    ProposalKind,
    Selection,
    Stage,
    Verdict,
)
from services.draw.domain.game.proposals import (
    ProposalApproved,
    ProposalRejected,
    Proposed,
    RejectProposal,
)
from services.draw.domain.game.rules import Authority, Place, Window
from services.draw.domain.game.selecting import NumberSelected
from services.draw.domain.game.settling import SettleCallOut, VerdictExamined
from services.draw.domain.game.state import Game, InPlay, State
from services.draw.domain.game.taking_back import CallTakenBack, SelectionTakenBack, TakeBackCall
from services.draw.domain.game.winners import VoidWinners, WinnersVoided
from services.draw.domain.profile import BingoProfile
from services.kernel.law import Secret
from tests.draw.domain.games import ANA, BEN, PROFILE, at, opening

MIA, VERA = "mia", "vera"
SPOKEN, SHOWN, KEYED = ErrorKind.SPOKEN, ErrorKind.SHOWN, ErrorKind.KEYED
WHY = "misread"


def profile(
    place: Place = Place.KEPT,
    window: Window = Window.NEXT_SELECTED,
    late_errors: Authority = Authority.SUPERVISOR,
) -> BingoProfile:
    """New Zealand's, with other choices where the law leaves some."""
    rules = replace(PROFILE.rules, corrected_place=place, window=window, late_errors=late_errors)
    return replace(PROFILE, rules=rules)


# -- commands --------------------------------------------------------------------------------------


def correct(
    position: int,
    kind: ErrorKind,
    wrong: int,
    right: int,
    *voids: Stage,
    by: str = ANA,
    manager: bool = False,
    second: int = 0,
    reason: str = WHY,
) -> CorrectCall:
    return CorrectCall(position, kind, wrong, right, reason, voids, by, manager, at(second))


def take_back(position: int, *, by: str = ANA) -> TakeBackCall:
    return TakeBackCall(position, WHY, by, at())


def void_winners(stage: Stage, *, by: str = BEN, manager: bool = False) -> VoidWinners:
    return VoidWinners(stage, WHY, by, manager, at())


def approve(
    number: int, *, by: str = BEN, manager: bool = False, second: int = 0
) -> ApproveProposal:
    return ApproveProposal(number, by, manager, at(second))


def reject(number: int, *, by: str = BEN, manager: bool = False) -> RejectProposal:
    return RejectProposal(number, "no", by, manager, at())


def settle(
    number: int,
    verdict: Verdict,
    *stages: Stage,
    in_time: bool = False,
    clause: str = "",
    reason: str = "",
) -> SettleCallOut:
    return SettleCallOut(number, verdict, stages, in_time, VERA, clause, reason, at())


# -- events ----------------------------------------------------------------------------------------


def corrected(
    position: int,
    kind: ErrorKind,
    wrong: int,
    right: int,
    *reopened: int,
    place: int | None = None,
    by: str = ANA,
    second: int = 0,
) -> CallCorrected:
    """It keeps its place unless said otherwise."""
    there = position if place is None else place
    return CallCorrected(position, kind, wrong, right, WHY, there, reopened, by, at(second))


def entered(position: int, ball: int) -> NumberSelected:
    """A ball that somebody keyed, as it is read back from the journal."""
    return NumberSelected(position, Secret(Selection(ball, b""), opening(position)))


def taken_back(position: int, number: int, *reopened: int) -> CallTakenBack:
    return CallTakenBack(position, number, WHY, ANA, at(), reopened)


def selection_taken_back(position: int) -> SelectionTakenBack:
    return SelectionTakenBack(position, opening(position), WHY, ANA, at())


def proposed_correction(
    number: int,
    position: int,
    kind: ErrorKind,
    wrong: int,
    right: int,
    *voids: Stage,
    by: str = ANA,
    second: int = 0,
) -> Proposed:
    correction = Correction(position, kind, wrong, right, WHY)
    made = Proposal(number, ProposalKind.CORRECTION, by, at(second), WHY, correction, voids, ())
    return Proposed(made)


def proposed_voiding(number: int, stage: Stage, *, by: str = BEN) -> Proposed:
    return Proposed(Proposal(number, ProposalKind.VOID_WINNERS, by, at(), WHY, None, (stage,), ()))


def approved(number: int, *, by: str = BEN, second: int = 0) -> ProposalApproved:
    return ProposalApproved(number, by, at(second))


def rejected(number: int, *, by: str = BEN) -> ProposalRejected:
    return ProposalRejected(number, "no", by, at())


def voided(
    stage: Stage, *call_outs: int, by: str = ANA, second: str = BEN, reopened: tuple[int, ...] = ()
) -> WinnersVoided:
    return WinnersVoided(stage, call_outs, WHY, by, second, at(), reopened)


def examined(
    number: int,
    agrees: bool,
    verdict: Verdict,
    *stages: Stage,
    clause: str = "",
    reason: str = "",
) -> VerdictExamined:
    return VerdictExamined(number, agrees, at(), verdict, stages, VERA, clause, reason)


# -- histories -------------------------------------------------------------------------------------


def playing(state: State) -> InPlay:
    """The state of a game in play."""
    assert isinstance(state, InPlay)
    return state


def numbers(state: State) -> tuple[int, ...]:
    """The numbers that count, in order."""
    assert isinstance(state, Game)
    return tuple(call.number for call in state.counting)


def standing_out(state: State) -> tuple[tuple[int, int, bool], ...]:
    """The call outs that wait for a decision: number, the call they are judged on, late or not."""
    assert isinstance(state, Game)
    return tuple((c.call_out, c.judged_on, c.late) for c in state.call_outs if c.pauses)
