"""Winners are voided: with a reason, by two persons, never by one (rule 5.9 and the house's own).

A winner who should not have been stands in the way of the one who should. Once the winners of a
stage are voided it is open again, and whoever was turned away because it had been won is judged
again. What was paid is recovered elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.authority import has_no_say
from services.draw.domain.game.judging import again, turned_away_on
from services.draw.domain.game.parts import CallOut, ProposalKind, Stage, Verdict
from services.draw.domain.game.proposals import Proposed, propose
from services.draw.domain.game.rules import Authority
from services.draw.domain.game.staff import AttemptRefused
from services.draw.domain.game.state import Game, InPlay
from services.kernel.law import Decision, Reason

STAGE_NOT_WON = Reason(
    "STAGE_NOT_WON",
    "Nobody has won the {stage} in this game, so no winner of it can be voided.",
    "Look at the board for the stages that have a winner.",
)


@dataclass(frozen=True, slots=True)
class VoidWinners:
    """Propose that the winners of `stage` are voided; `manager`: said by the game manager."""

    stage: Stage
    reason: str
    by: str
    manager: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class WinnersVoided:
    """The winners of a stage are none; `reopened` call outs are judged again."""

    stage: Stage
    call_outs: tuple[int, ...]
    reason: str
    by: str
    second: str
    at: datetime
    reopened: tuple[int, ...] = ()


def void_winners(command: VoidWinners, game: InPlay) -> Decision[Proposed | AttemptRefused]:
    """Whoever supervises proposes it, and a second person signs."""
    law = game.rules.cited("NZB-5.7(c)")
    refused = has_no_say(game, Authority.SUPERVISOR, command.by, command.manager, law)
    if refused:
        return refused
    if game.winner_of(command.stage) is None:
        raise STAGE_NOT_WON(stage=command.stage.shout)
    return propose(
        game,
        ProposalKind.VOID_WINNERS,
        command.by,
        command.at,
        command.reason,
        voids=(command.stage,),
    )


def voided(
    game: Game, stage: Stage, reason: str, by: str, second: str, at: datetime
) -> WinnersVoided:
    """The winners of a stage, voided under two signatures."""
    won = game.winner_of(stage)
    if won is None:
        raise STAGE_NOT_WON(stage=stage.shout)
    turned_away = turned_away_on(game, won.position + 1)
    return WinnersVoided(stage, won.call_outs, reason, by, second, at, turned_away)


def winners_voided(game: InPlay, event: WinnersVoided) -> InPlay:
    """The stage is open again. A call out that won another stage as well keeps that one."""
    voids = (_without(each, event.stage, event.call_outs) for each in game.call_outs)
    won = tuple(each for each in game.won if each.stage is not event.stage)
    return replace(game, won=won, call_outs=again(voids, event.reopened))


def _without(call_out: CallOut, stage: Stage, voided_call_outs: tuple[int, ...]) -> CallOut:
    if call_out.call_out not in voided_call_outs or call_out.decided is None:
        return call_out
    stages = tuple(each for each in call_out.decided.stages if each is not stage)
    verdict = call_out.decided.verdict if stages else Verdict.VOIDED
    decided = replace(call_out.decided, verdict=verdict, stages=stages)
    return replace(call_out, decided=decided, differs=False)
