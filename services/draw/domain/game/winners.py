"""Winners are voided: with a reason, by two persons, never by one (rule 5.9 and the house's own).

A winner who should not have been stands in the way of the one who should. Those who share with
them stay winners. Once all winners of a stage are voided it is open again, and whoever was turned
away because it had been won is judged again. What was paid is recovered elsewhere. So it is after
the end of the game, too, in which nothing more is called.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.authority import has_no_say
from services.draw.domain.game.deciding import shares_of
from services.draw.domain.game.judging import again, turned_away_on
from services.draw.domain.game.parts import CallOut, StageWon
from services.draw.domain.game.proposals import Proposed, propose
from services.draw.domain.game.rules import Authority
from services.draw.domain.game.staff import AttemptRefused
from services.draw.domain.game.state import Game, Played
from services.draw.domain.game.words import ProposalKind, Stage, Verdict
from services.kernel.law import Decision, Reason

STAGE_NOT_WON = Reason(
    "STAGE_NOT_WON",
    "Nobody has won the {stage} in this game, so no winner of it can be voided.",
    "Look at the board for the stages that have a winner.",
)
NOT_ITS_WINNER = Reason(
    "NOT_ITS_WINNER",
    "Call out {call_out} has not won the {stage}, so it is not voided.",
    "Name call outs that have: {winners}.",
)


@dataclass(frozen=True, slots=True)
class VoidWinners:
    """Propose that winners of `stage` are voided: all, or those of `call_outs` and nobody else who
    shares with them. `manager`: said by the game manager."""

    stage: Stage
    reason: str
    by: str
    manager: bool
    at: datetime
    call_outs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WinnersVoided:
    """These call outs win a stage no longer, and others may `still` have won it; `reopened` call
    outs are judged again."""

    stage: Stage
    call_outs: tuple[int, ...]
    reason: str
    by: str
    second: str
    at: datetime
    reopened: tuple[int, ...] = ()
    still: bool = False


def void_winners(command: VoidWinners, game: Played) -> Decision[Proposed | AttemptRefused]:
    """Whoever supervises proposes it, and a second person signs."""
    law = game.rules.cited("NZB-5.7(c)")
    refused = has_no_say(game, Authority.SUPERVISOR, command.by, command.manager, law)
    if refused:
        return refused
    won = _won(command.stage, command.call_outs, game)
    return propose(
        game,
        ProposalKind.VOID_WINNERS,
        command.by,
        command.at,
        command.reason,
        voids=(command.stage,),
        call_outs=tuple(sorted(command.call_outs or won.call_outs)),
    )


@dataclass(frozen=True, slots=True)
class Signed:
    """That winners are voided, as two persons signed it."""

    reason: str
    by: str
    second: str
    at: datetime


def voided(game: Game, stage: Stage, call_outs: tuple[int, ...], signed: Signed) -> WinnersVoided:
    """Winners of a stage, voided under two signatures."""
    won = _won(stage, call_outs, game)
    still = not set(won.call_outs) <= set(call_outs)
    turned_away = () if still else turned_away_on(game, won.position + 1)
    return WinnersVoided(
        stage, call_outs, signed.reason, signed.by, signed.second, signed.at, turned_away, still
    )


def winners_voided(game: Played, event: WinnersVoided) -> Played:
    """They share it no longer, and without a winner the stage is open again: then what was called
    meanwhile was not called after the end. A call out keeps another stage that it won."""
    voids = (_without(each, event.stage, event.call_outs) for each in game.call_outs)
    won = tuple(each for each in game.won if each.stage is not event.stage)
    before = game.winner_of(event.stage)
    left = tuple(n for n in (before.call_outs if before else ()) if n not in event.call_outs)
    if before and left:
        won = (*won, replace(before, call_outs=left, shares=shares_of(game, left)))
    game = replace(game, won=won, call_outs=again(voids, event.reopened))
    if not game.open_stages:
        return game
    return replace(game, calls=tuple(replace(c, after_the_end=False) for c in game.calls))


def _won(stage: Stage, call_outs: tuple[int, ...], game: Game) -> StageWon:
    """How a stage was won, by all of these call outs among others."""
    won = game.winner_of(stage)
    if won is None:
        raise STAGE_NOT_WON(stage=stage.shout)
    for number in call_outs:
        if number not in won.call_outs:
            raise NOT_ITS_WINNER(
                call_out=number, stage=stage.shout, winners=", ".join(map(str, won.call_outs))
            )
    return won


def _without(call_out: CallOut, stage: Stage, voided_call_outs: tuple[int, ...]) -> CallOut:
    if call_out.call_out not in voided_call_outs or call_out.decided is None:
        return call_out
    stages = tuple(each for each in call_out.decided.stages if each is not stage)
    verdict = call_out.decided.verdict if stages else Verdict.VOIDED
    decided = replace(call_out.decided, verdict=verdict, stages=stages)
    return replace(call_out, decided=decided, differs=False, look_again=False)
