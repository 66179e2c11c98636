"""An error in the announcement or the display of a call is put right before the players (rules 5.8
and 5.9; Tennessee 13).

Three errors are told apart, since they are worth different things to the players:

*Spoken*: ball 17 was drawn and the hall heard "71". The 71 was never announced; the 17 counts from
the correction on, in the place of the wrong call or, by profile, as a new last one. Whoever called
out on the wrong number is judged on the number before it, and is in time for that: a wrong
announcement ends nobody's time. A stage won on it stands on a number that was not drawn: its
winners are voided with the correction, under a second signature.

*Shown*: the hall heard the right number and a display showed another. Nothing changes but the
display.

*Keyed*: the hall heard the right number and another was entered. The call stays the call that the
hall heard; only the record is restated, and whoever was turned away by the wrong record is judged
again. There are only balls to be keyed: what the electronic selector draws is on record as drawn.

Every corrected call is confirmed once more: it is right only when it stands right on the display.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.authority import has_no_say
from services.draw.domain.game.judging import (
    again,
    decided_on_what_was_wrong,
    put_right_before,
    turned_away_on,
    without,
)
from services.draw.domain.game.mistakes import fits
from services.draw.domain.game.parts import (
    Call,
    CallError,
    CallOut,
    Correction,
    ErrorKind,
    Post,
    ProposalKind,
    Stage,
)
from services.draw.domain.game.proposals import Proposed, propose
from services.draw.domain.game.rules import Place
from services.draw.domain.game.staff import AttemptRefused, holds
from services.draw.domain.game.state import Game, InPlay
from services.draw.domain.game.winners import STAGE_NOT_WON
from services.draw.domain.people import same
from services.kernel.law import Decision, Reason, clause, happened

NOT_TO_CORRECT = Reason(
    "NOT_TO_CORRECT",
    "Only the {posts} of this game announces a correction and records it.",
    "Tell them at once what was wrong; they correct it before the players.",
    clause="NZB-5.8",
)
VOIDS_NOBODY = Reason(
    "VOIDS_NOBODY",
    "The winners of the {stage} do not stand on call {position}: {why}.",
    "Correct the call without them. If they should not have won, propose that they are voided.",
    clause="NZB-5.9",
)


@dataclass(frozen=True, slots=True)
class CorrectCall:
    """The correction of call `position` was announced to the players: `wrong` was spoken, shown or
    entered, and `right` was drawn. The winners of `voids` won later, on the wrong number.

    `manager`: said by the game manager.
    """

    position: int
    kind: ErrorKind
    wrong: int
    right: int
    reason: str
    voids: tuple[Stage, ...]
    by: str
    manager: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class CallCorrected:
    """A call was put right; the right number stands at `place`, and `reopened` call outs are judged
    again."""

    position: int
    kind: ErrorKind
    wrong: int
    right: int
    reason: str
    place: int
    reopened: tuple[int, ...]
    by: str
    at: datetime


@clause("NZB-5.8", "NZB-5.9", "TNB-13")
def correct_call(
    command: CorrectCall, game: InPlay
) -> Decision[CallCorrected | Proposed | AttemptRefused]:
    """The correction is recorded, and play continues. Where winners stand on the call it waits for
    a second person, and then voids them in the same step; the players are told at once all the
    same."""
    refused = _not_theirs(command, game)
    if refused:
        return refused
    correction = Correction(
        command.position, command.kind, command.wrong, command.right, command.reason
    )
    if _made_before(correction, game):
        return Decision()
    voids = stages_voided(correction, command.voids, game)
    if voids or _winners_stand_on(correction, game):
        return propose(
            game,
            ProposalKind.CORRECTION,
            command.by,
            command.at,
            command.reason,
            correction=correction,
            voids=voids,
        )
    return happened(corrected(correction, game, command.by, command.at))


def stages_voided(
    correction: Correction, named: tuple[Stage, ...], game: InPlay
) -> tuple[Stage, ...]:
    """Whose winners a correction voids, in the order of play: what was won on a number that was
    spoken wrongly, and what is `named`. Refuses a correction that does not fit the record."""
    fits(correction, game)
    for stage in named:
        won = game.winner_of(stage)
        if won is None:
            raise STAGE_NOT_WON(stage=stage.shout)
        why = ""
        if correction.kind is ErrorKind.SHOWN:
            why = "only a display was wrong"
        elif won.position < correction.position:
            why = f"they won on call {won.position}, before it"
        if why:
            raise VOIDS_NOBODY(stage=stage.shout, position=correction.position, why=why)
    on_it = {w.stage for w in game.won if w.position == correction.position}
    spoken = on_it if correction.kind is ErrorKind.SPOKEN else set()
    return tuple(each.stage for each in game.stages if each.stage in spoken.union(named))


@clause("NZB-5.9", "TNB-13")
def corrected(correction: Correction, game: InPlay, by: str, at: datetime) -> CallCorrected:
    """What a correction comes to, in a game in which no winner stands on the call any more."""
    late = correction.position < game.counting_by(len(game.calls))
    moves = correction.kind is ErrorKind.SPOKEN and late
    last = moves and game.rules.corrected_place is Place.LAST
    made = CallCorrected(
        correction.position,
        correction.kind,
        correction.wrong,
        correction.right,
        correction.reason,
        len(game.calls) + 1 if last else correction.position,
        (),
        by,
        at,
    )
    return replace(made, reopened=_judged_again(made, game))


def call_corrected(game: InPlay, event: CallCorrected) -> InPlay:
    """The call is right, and confirmed again when it is displayed right."""
    game = replace(game, calls=_calls(game, event))
    if event.kind is ErrorKind.SPOKEN:
        game = replace(game, call_outs=without(game, event.position))
    if event.place != event.position:
        game = replace(game, call_outs=tuple(_moved(e, event, game) for e in game.call_outs))
    return replace(game, call_outs=again(game.call_outs, event.reopened))


def _calls(game: InPlay, event: CallCorrected) -> tuple[Call, ...]:
    """The calls with the right number in its place; one that moved leaves its place struck."""
    call = game.calls[event.position - 1]
    error = CallError(event.kind, event.wrong, event.at, event.by)
    call = replace(call, errors=(*call.errors, error))
    letter = game.rules.letter_of(event.right)
    right = replace(call, number=event.right, letter=letter)
    if event.place == event.position:
        unseen = replace(right, confirmed=False, confirmed_by="", confirmed_at=None)
        return game.with_call(unseen)
    moved = Call(
        event.place,
        event.right,
        event.at,
        letter=letter,
        called_by=game.holder(Post.CALLER) or "",
        supervised_by=game.holder(Post.SUPERVISOR) or "",
    )
    return (*game.with_call(replace(right, taken_back=True)), moved)


def _moved(call_out: CallOut, event: CallCorrected, game: InPlay) -> CallOut:
    """A call out that answers the number that is drawn and was not on record: its position is one
    further now. One that was made when the right number had been announced answers that."""
    place = event.place
    if game.selected is not None and call_out.after_position == place:
        return replace(call_out, after_position=place + 1, judged_on=place + 1)
    struck = game.calls[event.position - 1]
    if call_out.decided is None and put_right_before(call_out, struck):
        return replace(call_out, after_position=place, judged_on=place, late=False)
    return call_out


def _judged_again(event: CallCorrected, game: InPlay) -> tuple[int, ...]:
    """The call outs that were decided on what is put right now."""
    match event.kind:
        case ErrorKind.SPOKEN:
            heard = replace(game, calls=_calls(game, event))
            after = without(heard, event.position)
            return decided_on_what_was_wrong(game, after, event.position)
        case ErrorKind.KEYED:
            return turned_away_on(game, event.position)
        case ErrorKind.SHOWN:
            return ()


def _not_theirs(command: CorrectCall, game: InPlay) -> Decision[AttemptRefused] | None:
    """Who becomes aware of an error and announces its correction is whom the profile names. What
    an error means for the game that is found after further calls has been is for one person."""
    if command.kind is not ErrorKind.SHOWN and command.position < game.counting_by(len(game.calls)):
        law = game.rules.cited("NZB-5.8", "TNB-14")
        return has_no_say(game, game.rules.late_errors, command.by, command.manager, law)
    posts = game.rules.corrected_by
    if any(holds(game, post, command.by) for post in posts):
        return None
    law = game.rules.cited("NZB-5.8", "TNB-13")
    refused = NOT_TO_CORRECT(clause=law, posts=" or the ".join(post.said for post in posts))
    if (posts[0], same(command.by)) in game.refused:
        raise refused
    return Decision((AttemptRefused(posts[0], command.by),), refused)


def _made_before(correction: Correction, game: InPlay) -> bool:
    """Whether this very correction is on record, so that there is nothing new in it."""
    call = game.call_at(correction.position)
    if call is None:
        return False
    made = any((e.kind, e.wrong) == (correction.kind, correction.wrong) for e in call.errors)
    return made and (call.taken_back or call.number == correction.right)


def _winners_stand_on(correction: Correction, game: Game) -> bool:
    on_it = any(won.position == correction.position for won in game.won)
    return on_it and correction.kind is not ErrorKind.SHOWN
