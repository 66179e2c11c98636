"""The verify service decides call outs, and examines those that a supervisor decided without it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.callouts import Opened
from services.draw.domain.game.deciding import (
    CALL_NOT_FINISHED,
    EARLIER_THAN_THE_WINNER,
    GAME_OVER,
    GAME_VOID,
    NO_SUCH_CALL_OUT,
    NOT_A_CALL_OUT,
    NOT_LATE,
    NOTHING_TO_WIN_ON,
    RULED_BOTH_WAYS,
    RULING_NEEDED,
    STAGE_ALREADY_WON,
    STAGE_NEEDED,
    STAGE_NOT_PLAYED,
    VOIDED_OTHERWISE,
    CallOutDecided,
    DecideCallOut,
    can_be,
    in_order,
    of_number,
)
from services.draw.domain.game.parts import CallOut, Decided, Stage, Verdict
from services.kernel.law import Decision, happened

ON_RECORD = (
    NO_SUCH_CALL_OUT,
    STAGE_NEEDED,
    STAGE_NOT_PLAYED,
    NOT_A_CALL_OUT,
    NOTHING_TO_WIN_ON,
    CALL_NOT_FINISHED,
    STAGE_ALREADY_WON,
    EARLIER_THAN_THE_WINNER,
    VOIDED_OTHERWISE,
    RULING_NEEDED,
    NOT_LATE,
    RULED_BOTH_WAYS,
    GAME_OVER,
    GAME_VOID,
)
"""What can keep the verify service's decision from being taken over. It is on record then, so that
what comes from there next has its turn."""


@dataclass(frozen=True, slots=True)
class SettleCallOut:
    """What the verify service says of a call out, as `by` examined it; `reason` and its `clause`
    say why it is not valid."""

    call_out: int
    verdict: Verdict
    stages: tuple[Stage, ...]
    ruled_in_time: bool
    by: str
    clause: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class VerdictExamined:
    """The verify service examined a call out that had been decided, and comes to `verdict`."""

    call_out: int
    agrees: bool
    at: datetime
    verdict: Verdict
    stages: tuple[Stage, ...]
    by: str
    clause: str
    reason: str


def settle_call_out(
    command: SettleCallOut, game: Opened
) -> Decision[CallOutDecided | VerdictExamined]:
    """The verify service's decision stands where there is none. Where there is one it is examined:
    a difference goes on record, and the decision stays until a person decides again."""
    call_out = of_number(command.call_out, game)
    stages = in_order(command.stages, game)
    if call_out.decided is not None:
        return _examined(command, stages, call_out, call_out.decided)
    said = DecideCallOut(
        command.call_out,
        command.verdict,
        stages,
        command.ruled_in_time,
        command.by,
        command.at,
    )
    can_be(said, call_out, game)
    return happened(
        CallOutDecided(
            call_out=command.call_out,
            verdict=command.verdict,
            stages=stages,
            unverified=False,
            by=command.by,
            at=command.at,
            ruled_in_time=command.ruled_in_time and call_out.late,
            clause=command.clause,
            reason=command.reason,
        )
    )


def verdict_examined(game: Opened, event: VerdictExamined) -> Opened:
    """Agreed with, it is unverified no longer; else the difference is flagged."""
    call_out = game.call_outs[event.call_out - 1]
    decided = call_out.decided
    if decided is not None and event.agrees:
        decided = replace(decided, unverified=False)
    examined = replace(call_out, decided=decided, differs=not event.agrees)
    return replace(game, call_outs=game.with_call_out(examined))


def _examined(
    command: SettleCallOut, stages: tuple[Stage, ...], call_out: CallOut, decided: Decided
) -> Decision[VerdictExamined]:
    stands = Verdict.NOT_VALID if decided.verdict is Verdict.VOIDED else decided.verdict
    agrees = (stands, decided.stages) == (command.verdict, stages)
    if agrees and not decided.unverified and not call_out.differs:
        return Decision()
    if call_out.differs and not agrees:
        return Decision()
    return happened(
        VerdictExamined(
            command.call_out,
            agrees,
            command.at,
            command.verdict,
            stages,
            command.by,
            command.clause,
            command.reason,
        )
    )
