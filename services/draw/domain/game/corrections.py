"""An error in the announcement or the display of a call is put right before the players (rules 5.8
and 5.9; Tennessee 13).

Three errors are told apart, since they are worth different things to the players:

*Spoken*: ball 17 was drawn and the hall heard "71". The 71 was never announced; the 17 counts from
the correction on, in the place of the wrong call or, by profile, as a new last one. Whoever called
out on the wrong number is judged on the number before it, and is in time for that: a wrong
announcement ends nobody's time. A stage won on it stands on a number that was not drawn: its
winners are voided with the correction, under a second signature. Who won later may have that number
on the card, too: they are named and voided with it, or are in doubt until somebody has looked.

*Shown*: the hall heard the right number and a display showed another. Nothing changes but the
display.

*Keyed*: the hall heard the right number and another was entered. The call stays the call that the
hall heard; only the record is restated, and whoever was turned away by the wrong record is judged
again. There are only balls to be keyed: what the electronic selector draws is on record as drawn.

Two balls that were taken for each other, as 6 and 9 are, are put right in one step.

Every corrected call is confirmed once more: it is right only when it stands right on the display.
After the end of the game the record is put right in the same way; it is displayed no more, and no
number comes of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.authority import has_no_say
from services.draw.domain.game.judging import (
    again,
    decided_on_what_was_wrong,
    looked_at_again,
    put_right_before,
    standing_on,
    turned_away_on,
    without,
)
from services.draw.domain.game.mistakes import fits
from services.draw.domain.game.parts import Call, CallError, CallOut, Correction
from services.draw.domain.game.proposals import Proposed, propose
from services.draw.domain.game.rules import Place
from services.draw.domain.game.staff import AttemptRefused, holds
from services.draw.domain.game.state import Ended, Game, InPlay, Played
from services.draw.domain.game.winners import STAGE_NOT_WON
from services.draw.domain.game.words import ErrorKind, Post, ProposalKind, Stage
from services.kernel.law import Decision, Reason, Refused, clause, happened, tried
from services.kernel.persons import spelt

NOT_TO_CORRECT = Reason(
    "NOT_TO_CORRECT",
    "Only the {posts} of this game announces a correction and records it.",
    "Tell them at once what was wrong; they correct it before the players.",
    clause="NZB-5.8",
)
FOUND_LATE = Reason(
    "FOUND_LATE",
    "Numbers were called after call {position}, so its correction is for the {who} to record.",
    "The players are told what was wrong at once all the same. Then fetch the {who}, who records "
    "what it means for the game.",
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

    `manager`: said by the game manager. `swaps` is the call that it was taken for; 0 for none.
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
    swaps: int = 0


@dataclass(frozen=True, slots=True)
class CallCorrected:
    """A call was put right; the right number stands at `place`, and `reopened` call outs are judged
    again. The call `swaps` has the wrong number from now on, which was its own; 0 for none."""

    position: int
    kind: ErrorKind
    wrong: int
    right: int
    reason: str
    place: int
    reopened: tuple[int, ...]
    by: str
    at: datetime
    swaps: int = 0

    @property
    def correction(self) -> Correction:
        """What was put right."""
        return Correction(self.position, self.kind, self.wrong, self.right, self.reason, self.swaps)


@clause("NZB-5.8", "NZB-5.9", "TNB-13")
def correct_call(
    command: CorrectCall, game: Played
) -> Decision[CallCorrected | Proposed | AttemptRefused]:
    """The correction is recorded, and play continues. Where winners stand on the call, or won later
    with a number on record that was not drawn, it waits for a second person, and then voids them in
    the same step; the players are told at once all the same."""
    refused = _not_theirs(command, game)
    if refused:
        return refused
    correction = Correction(
        command.position,
        command.kind,
        command.wrong,
        command.right,
        command.reason,
        command.swaps,
    )
    if _made_before(correction, game):
        return Decision()
    voids = stages_voided(correction, command.voids, game)
    if voids or standing_on(game, correction):
        return propose(
            game,
            ProposalKind.CORRECTION,
            command.by,
            command.at,
            command.reason,
            correction=correction,
            voids=voids,
            call_outs=winners_of(voids, game),
        )
    return happened(corrected(correction, game, command.by, command.at))


def stages_voided(
    correction: Correction, named: tuple[Stage, ...], game: Played
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
        elif won.position < correction.positions[0]:
            why = f"they won on call {won.position}, before it"
        if why:
            raise VOIDS_NOBODY(stage=stage.shout, position=correction.position, why=why)
    on_it = {w.stage for w in game.won if w.position in correction.positions}
    spoken = on_it if correction.kind is ErrorKind.SPOKEN else set()
    return tuple(each.stage for each in game.stages if each.stage in spoken.union(named))


@clause("NZB-5.9", "TNB-13")
def corrected(correction: Correction, game: Played, by: str, at: datetime) -> CallCorrected:
    """What a correction comes to, in a game in which no winner stands on the call any more.

    Of two that were taken for each other both numbers had been announced, so both keep their place.
    """
    late = correction.position < game.counting_by(len(game.calls))
    moves = correction.kind is ErrorKind.SPOKEN and late and not correction.swaps
    last = moves and game.rules.corrected_place is Place.LAST and isinstance(game, InPlay)
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
        correction.swaps,
    )
    return replace(made, reopened=_judged_again(made, game))


def call_corrected(game: Played, event: CallCorrected) -> Played:
    """The call is right, and confirmed again when it is displayed right; winners who stand on it
    are looked at again."""
    doubtful = standing_on(game, event.correction)
    game = replace(game, calls=_calls(game, event))
    if event.kind is ErrorKind.SPOKEN:
        game = replace(game, call_outs=without(game, *event.correction.positions))
    if event.place != event.position:
        game = replace(game, call_outs=tuple(_moved(e, event, game) for e in game.call_outs))
    game = replace(game, call_outs=again(game.call_outs, event.reopened))
    return replace(game, call_outs=looked_at_again(game, doubtful))


def _calls(game: Played, event: CallCorrected) -> tuple[Call, ...]:
    """The calls with the right number in its place; one that moved leaves its place struck."""
    if event.swaps:
        one = _put_right(event.position, event.wrong, event.right, event, game)
        other = _put_right(event.swaps, event.right, event.wrong, event, game)
        game = replace(game, calls=game.with_call(one))
        return game.with_call(other)
    right = _put_right(event.position, event.wrong, event.right, event, game)
    if event.place == event.position:
        return game.with_call(right)
    return _put_last(right, event, game)


def _put_right(position: int, wrong: int, right: int, event: CallCorrected, game: Played) -> Call:
    """A call with the number that was drawn, to be displayed once more while the game lasts."""
    call = game.calls[position - 1]
    call = replace(
        call,
        number=right,
        letter=game.rules.letter_of(right),
        errors=(*call.errors, CallError(event.kind, wrong, event.at, event.by)),
    )
    if isinstance(game, Ended):
        return call
    return replace(call, confirmed=False, confirmed_by="", confirmed_at=None)


def _put_last(right: Call, event: CallCorrected, game: Played) -> tuple[Call, ...]:
    """The number counts as the last one; the place of the wrong announcement is struck."""
    struck = replace(game.calls[event.position - 1], number=right.number, letter=right.letter)
    struck = replace(struck, errors=right.errors, taken_back=True)
    moved = Call(
        event.place,
        event.right,
        event.at,
        letter=right.letter,
        called_by=game.holder(Post.CALLER) or "",
        supervised_by=game.holder(Post.SUPERVISOR) or "",
        by_hand=right.by_hand,
        keyed=right.keyed,
    )
    return (*game.with_call(struck), moved)


def _moved(call_out: CallOut, event: CallCorrected, game: Played) -> CallOut:
    """A call out that answers the number that is drawn and was not on record: its position is one
    further now. One that was made when the right number had been announced answers that."""
    place = event.place
    waits = isinstance(game, InPlay) and game.selected is not None
    if waits and call_out.after_position == place:
        return replace(call_out, after_position=place + 1, judged_on=place + 1)
    struck = game.calls[event.position - 1]
    if call_out.decided is None and put_right_before(call_out, struck):
        return replace(call_out, after_position=place, judged_on=place, late=False)
    return call_out


def _judged_again(event: CallCorrected, game: Played) -> tuple[int, ...]:
    """The call outs that were decided on what is put right now."""
    positions = event.correction.positions
    match event.kind:
        case ErrorKind.SPOKEN:
            heard = replace(game, calls=_calls(game, event))
            after = without(heard, *positions)
            return decided_on_what_was_wrong(game, after, *positions)
        case ErrorKind.KEYED:
            return turned_away_on(game, positions[0])
        case ErrorKind.SHOWN:
            return ()


def _not_theirs(command: CorrectCall, game: Played) -> Decision[AttemptRefused] | None:
    """Who becomes aware of an error and announces its correction is whom the profile names. What
    an error means for the game that is found after further calls has been is for one person."""
    if command.kind is not ErrorKind.SHOWN and command.position < game.counting_by(len(game.calls)):
        return _not_theirs_any_more(command, game)
    posts = game.rules.corrected_by
    if any(holds(game, post, command.by) for post in posts):
        return None
    law = game.rules.cited("NZB-5.8", "TNB-13")
    refused = NOT_TO_CORRECT(clause=law, posts=" or the ".join(post.said for post in posts))
    known = (posts[0], spelt(command.by)) in game.refused
    return tried(AttemptRefused(posts[0], command.by), refused, known)


def _not_theirs_any_more(command: CorrectCall, game: Played) -> Decision[AttemptRefused] | None:
    """The refusal of somebody to whom a late correction is not left; None for who may record it.

    Telling the players waits for nobody (rule 5.8).
    """
    who = game.rules.late_errors
    law = game.rules.cited("NZB-5.8", "TNB-14")
    told = FOUND_LATE(clause=law, position=command.position, who=who.said)
    try:
        refused = has_no_say(game, who, command.by, command.manager, law)
    except Refused:
        raise told from None
    return refused and replace(refused, refusal=told)


def _made_before(correction: Correction, game: Game) -> bool:
    """Whether this very correction is on record, so that there is nothing new in it.

    Once the call was confirmed again it can go wrong in the same way a second time.
    """
    call = game.call_at(correction.position)
    if call is None:
        return False
    made = any((e.kind, e.wrong) == (correction.kind, correction.wrong) for e in call.errors)
    if correction.kind is not ErrorKind.KEYED and not isinstance(game, Ended):
        made = made and (call.taken_back or not call.confirmed)
    return made and (call.taken_back or call.number == correction.right)


def winners_of(stages: tuple[Stage, ...], game: Game) -> tuple[int, ...]:
    """The call outs that won any of these stages, in order."""
    return tuple(sorted({n for won in game.won if won.stage in stages for n in won.call_outs}))
