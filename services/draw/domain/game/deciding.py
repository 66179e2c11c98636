"""Call outs are decided by the supervisor, without the verify service (rules 5.4, 5.7(c), 5.10).

A decision that was a mistake is made again: the supervisor says which it should have been, and a
second person signs. Who has won wins no longer only when voided.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.callouts import Opened, is_call_out
from services.draw.domain.game.holding import signature_awaited
from services.draw.domain.game.parts import AnotherDecision, CallOut, Decided, Proposal, StageWon
from services.draw.domain.game.proposals import Proposed, propose
from services.draw.domain.game.staff import AttemptRefused, not_supervising
from services.draw.domain.game.state import Ended, Game
from services.draw.domain.game.words import Ending, ErrorKind, ProposalKind, Stage, Verdict
from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.persons import spelt

NO_SUCH_CALL_OUT = Reason(
    "NO_SUCH_CALL_OUT",
    "There is no call out {call_out} in this game.",
    "Take the number of the call out from the board.",
)
CALL_OUT_DECIDED = Reason(
    "CALL_OUT_DECIDED",
    "Call out {call_out} was decided before: {verdict}.",
    "It stands. If it was a mistake, decide otherwise, and have a second person approve that; but "
    "who won is not decided otherwise: their win is voided, by two persons.",
    clause="NZB-5.7(c)",
)
STAGE_NEEDED = Reason(
    "STAGE_NEEDED",
    "Decision and stages do not fit: a valid call out wins one stage or more, any other none.",
    "Name every stage that the number completed with a valid call out, and none with any other.",
)
STAGE_NOT_PLAYED = Reason(
    "STAGE_NOT_PLAYED",
    "This game is not played for a {stage}.",
    "Name a stage of this game.",
    clause="NZB-5.2",
)
NOT_A_CALL_OUT = Reason(
    "NOT_A_CALL_OUT",
    "Another person made a noise for the player; on a player's behalf only the word "
    '"line" or "bingo" is a call out.',
    "Decide it as not valid; the player goes on playing.",
    clause="NZB-5.3",
)
NOTHING_TO_WIN_ON = Reason(
    "NOTHING_TO_WIN_ON",
    "The call out answers no announcement of this game, so nothing can have been won on it.",
    "Decide it as not valid.",
    clause="NZB-5.7(c)(iii)",
)
CALL_NOT_FINISHED = Reason(
    "CALL_NOT_FINISHED",
    "The call out answers call {position}, which is drawn and not on record as announced.",
    "The caller announces it on record; then decide the call out.",
    clause="NZB-5.7(c)(iii)",
)
STAGE_ALREADY_WON = Reason(
    "STAGE_ALREADY_WON",
    "The {stage} was won on call {position}; this call out answers call {answers}.",
    "Only call outs after the same announcement share a prize: decide it as not valid.",
    clause="NZB-5.4",
)
EARLIER_THAN_THE_WINNER = Reason(
    "EARLIER_THAN_THE_WINNER",
    "This call out answers call {answers}, before the {stage} was won on call {position}.",
    "Pay nothing for the {stage} yet. Have its winners voided first, by two persons; then decide "
    "this call out.",
    clause="NZB-5.10",
)
VOIDED_OTHERWISE = Reason(
    "VOIDED_OTHERWISE",
    "A call out is not decided as voided: winners are voided by two persons.",
    "Decide it as valid, not valid or out of time; or propose that the stage's winners are voided.",
)
RULING_NEEDED = Reason(
    "RULING_NEEDED",
    "The next number had been announced when this call out was entered.",
    "Rule whether it was made in time in the hall; otherwise decide it as out of time.",
    clause="NZB-5.10",
)
NOT_LATE = Reason(
    "NOT_LATE",
    "The call out was entered before the next number was announced, so it is in time.",
    "Decide whether the card is valid.",
    clause="NZB-5.10",
)
RULED_BOTH_WAYS = Reason(
    "RULED_BOTH_WAYS",
    "Call out {call_out} was ruled to be in time and decided as out of time.",
    "Rule one way: in time, and decide whether the card is valid; or out of time.",
    clause="NZB-5.10",
)
WITNESSES_NEEDED = Reason(
    "WITNESSES_NEEDED",
    "The game has ended, and nobody is named who heard this call out for call {answers} before the "
    "next number.",
    "If it was made in time, enter it once more with those who heard it, and decide that one. "
    "Decide this one as out of time.",
    clause="NZB-5.10",
)

GAME_VOID = Reason(
    "GAME_VOID",
    "The game is void, and nobody had won the {stage} in it.",
    "What was won before stays won and can be shared; nothing else is won in a void game. Decide "
    "it as not valid; the {stage} is for the game that is played in its place.",
    clause="TNB-15",
)


@dataclass(frozen=True, slots=True)
class DecideCallOut:
    """The supervisor's decision, made without the verify service.

    A valid call out stands for all of `stages`: those that the number completed (assumed: the law
    does not say whether it stands for more than one).
    """

    call_out: int
    verdict: Verdict
    stages: tuple[Stage, ...]
    ruled_in_time: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class CallOutDecided:
    """A call out was decided."""

    call_out: int
    verdict: Verdict
    stages: tuple[Stage, ...]
    unverified: bool
    by: str
    at: datetime
    ruled_in_time: bool
    clause: str = ""
    reason: str = ""


def decide_call_out(
    command: DecideCallOut, game: Opened
) -> Decision[CallOutDecided | Proposed | AttemptRefused]:
    """The supervisor's decision is marked unverified: the card is examined later.

    What was decided before is decided again by two persons. Where the verify service came to differ
    it is the other of the two; but winners are voided first.
    """
    refused = not_supervising(game, command.by, "NZB-5.7(c)")
    if refused:
        return refused
    call_out = of_number(command.call_out, game)
    before = call_out.decided
    if before and (before.verdict is Verdict.VALID or not call_out.differs):
        return _proposed_again(command, call_out, before, game)
    can_be(command, call_out, game)
    return happened(_decided(command, call_out, game))


def decided_again(
    proposal: Proposal, wanted: AnotherDecision, game: Opened, at: datetime
) -> CallOutDecided:
    """What was proposed of a call out, signed for; looked at once more, as the game is now."""
    call_out = of_number(wanted.call_out, game)
    command = DecideCallOut(
        wanted.call_out, wanted.verdict, wanted.stages, wanted.ruled_in_time, proposal.by, at
    )
    if call_out.decided is not None:
        _is_another(command, call_out, call_out.decided)
    can_be(command, call_out, game)
    return _decided(command, call_out, game)


def _proposed_again(
    command: DecideCallOut, call_out: CallOut, before: Decided, game: Opened
) -> Decision[Proposed]:
    _is_another(command, call_out, before)
    can_be(command, call_out, game)
    stages = in_order(command.stages, game)
    in_time = command.ruled_in_time and call_out.late
    return propose(
        game,
        ProposalKind.DECISION,
        command.by,
        command.at,
        f"call out {call_out.call_out}: {command.verdict.said}, decided as {before.verdict.said}",
        decision=AnotherDecision(call_out.call_out, command.verdict, stages, in_time),
    )


def _is_another(command: DecideCallOut, call_out: CallOut, before: Decided) -> None:
    """Who has won stays so: for more stages, or once more where that is in doubt. Any other
    decision becomes another one."""
    if before.verdict is Verdict.VALID:
        kept = set(before.stages) <= set(command.stages)
        more = call_out.in_doubt or set(command.stages) != set(before.stages)
        another = command.verdict is Verdict.VALID and kept and more
    else:
        another = command.verdict is not before.verdict
    if not another:
        raise CALL_OUT_DECIDED(call_out=call_out.call_out, verdict=before.verdict.said)


def _decided(command: DecideCallOut, call_out: CallOut, game: Opened) -> CallOutDecided:
    return CallOutDecided(
        call_out=command.call_out,
        verdict=command.verdict,
        stages=in_order(command.stages, game),
        unverified=True,
        by=command.by,
        at=command.at,
        ruled_in_time=command.ruled_in_time and call_out.late,
    )


def call_out_decided(game: Opened, event: CallOutDecided) -> Opened:
    """The call out is decided; a valid one wins its stages or shares them."""
    call_out = game.call_outs[event.call_out - 1]
    decided = Decided(
        event.verdict,
        event.stages,
        event.unverified,
        event.by,
        event.at,
        event.ruled_in_time,
        event.clause,
        event.reason,
    )
    call_out = replace(call_out, decided=decided, differs=False, look_again=False)
    game = replace(game, call_outs=game.with_call_out(call_out))
    for stage in event.stages:
        won = game.winner_of(stage) or StageWon(stage, call_out.judged_on, ())
        if event.call_out in won.call_outs:
            continue
        winners = (*won.call_outs, event.call_out)
        shared = replace(won, call_outs=winners, shares=shares_of(game, winners))
        others = tuple(each for each in game.won if each.stage is not stage)
        game = replace(game, won=(*others, shared))
    return game


def shares_of(game: Game, call_outs: tuple[int, ...]) -> int:
    """Among how many players a prize is divided (rule 5.4): who is entered twice after one number,
    for another card or by another steward, has one share. Each one without a name is a player."""
    players = {
        spelt(each.player) or each.call_out for each in game.call_outs if each.call_out in call_outs
    }
    return len(players)


def of_number(number: int, game: Game) -> CallOut:
    """The call out of this number."""
    call_out = next((each for each in game.call_outs if each.call_out == number), None)
    if call_out is None:
        raise NO_SUCH_CALL_OUT(call_out=number)
    return call_out


def in_order(stages: tuple[Stage, ...], game: Game) -> tuple[Stage, ...]:
    """Stages of a game in the order of play."""
    return tuple(each.stage for each in game.stages if each.stage in stages)


def can_be(command: DecideCallOut, call_out: CallOut, game: Game) -> None:
    """Whether a verdict makes sense for a call out, and a valid one can win its stages."""
    if command.verdict is Verdict.VOIDED:
        raise VOIDED_OTHERWISE()
    if (command.verdict is Verdict.VALID) != bool(command.stages):
        raise STAGE_NEEDED()
    if command.stages:
        _nothing_is_to_be_signed(command, call_out, game)
        _may_win(command, call_out, game)
    if command.verdict is not Verdict.OUT_OF_TIME:
        return
    if command.ruled_in_time:
        raise RULED_BOTH_WAYS(call_out=command.call_out)
    if not (call_out.late or call_out.outside_play):
        raise NOT_LATE()


@clause("NZB-5.9", "TNB-15")
def _may_win(command: DecideCallOut, call_out: CallOut, game: Game) -> None:
    """Whoever called out after the announcement that completed a stage wins or shares it (5.4); a
    wrong announcement is none.

    The end of a game announces no further number, so it cuts off nobody who answers the last one;
    but in a void game no stage is won any more, only shared. Once the game has ended somebody else
    must have heard in time who is entered for an earlier call.
    """
    for stage in command.stages:
        if stage not in {each.stage for each in game.stages}:
            raise STAGE_NOT_PLAYED(stage=stage.shout)
    if not is_call_out(call_out.cry, call_out.on_behalf):
        raise NOT_A_CALL_OUT()
    on = call_out.judged_on
    if on == 0:
        raise NOTHING_TO_WIN_ON()
    if on > len(game.calls):
        raise CALL_NOT_FINISHED(position=on)
    if call_out.late and isinstance(game, Ended) and not call_out.witnesses:
        raise WITNESSES_NEEDED(answers=on)
    if call_out.late and not command.ruled_in_time:
        raise RULING_NEEDED()
    for stage in command.stages:
        won = game.winner_of(stage)
        if won is None and isinstance(game, Ended) and game.ending is Ending.VOID:
            raise GAME_VOID(stage=stage.shout)
        if won is None or won.position == on:
            continue
        reason = EARLIER_THAN_THE_WINNER if on < won.position else STAGE_ALREADY_WON
        raise reason(stage=stage.shout, position=won.position, answers=on)


def _nothing_is_to_be_signed(command: DecideCallOut, call_out: CallOut, game: Game) -> None:
    """Nobody wins a stage whose winners are being voided, or on a call that is being corrected:
    what a second person is about to sign would be for another game."""
    for each in game.proposals:
        right = each.correction
        on_it = (
            right and right.kind is not ErrorKind.SHOWN and call_out.judged_on in right.positions
        )
        if on_it or set(each.voids) & set(command.stages):
            raise signature_awaited(each)
