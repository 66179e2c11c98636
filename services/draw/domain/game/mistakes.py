"""What can have gone wrong with a call, as the record has it (rules 5.6(b) and 5.8).

What the electronic selector drew is on record as drawn: only what people heard or saw can have been
wrong. A ball can also have been entered as another one, spoken so or not.
"""

from __future__ import annotations

from services.draw.domain.game.parts import Call, Correction
from services.draw.domain.game.state import InPlay, Played
from services.draw.domain.game.words import ErrorKind
from services.kernel.law import Reason, clause

CALL_DOES_NOT_COUNT = Reason(
    "CALL_DOES_NOT_COUNT",
    "There is no call {position} that counts in this game.",
    "Take the position of the call from the board.",
)
NOTHING_WRONG = Reason(
    "NOTHING_WRONG",
    "{right} is given both as the wrong number and as the right one.",
    "Enter as wrong what was spoken, shown or entered, and as right what was drawn.",
)
NOT_A_NUMBER_HERE = Reason(
    "NOT_A_NUMBER_HERE",
    "This game has no number {number}: it is played with 1 to {numbers}.",
    "Look at the ball and at the record again.",
)
NOT_WHAT_WAS_CALLED = Reason(
    "NOT_WHAT_WAS_CALLED",
    "Call {position} is on record as {number}; that does not go with {wrong} wrong and {right} "
    "right.",
    "Spoken or shown wrongly, {number} is the right number. Where a ball was entered wrongly, "
    "{number} is the wrong one.",
    clause="NZB-5.8",
)
NOTHING_IS_KEYED = Reason(
    "NOTHING_IS_KEYED",
    "The electronic selector drew {number} as call {position}; nobody entered it, and no other "
    "number can take its place.",
    "If the hall heard another number, it was spoken wrongly: correct that.",
    clause="NZB-5.6(b)",
)
CALLED_BEFORE = Reason(
    "CALLED_BEFORE",
    "{right} is call {position} already, so it cannot have been drawn as another.",
    "Read the ball again. If call {position} was wrong too, correct that first; if the two were "
    "taken for each other, as 6 and 9 are, correct both in one step.",
    clause="NZB-5.8",
)
BALL_WAITS = Reason(
    "BALL_WAITS",
    "What is given as drawn for call {position} does not go with the other balls that are out.",
    "Read the balls again. If one that was entered later is wrong, put that right or take it back "
    "first.",
    clause="NZB-5.8",
)
NOT_EXCHANGED = Reason(
    "NOT_EXCHANGED",
    "Calls {position} and {other} are not on record as {wrong} and {right}, keyed for each other.",
    "Give the number that the call has on record as wrong, and that of the other call as right. "
    "Only balls that were keyed can have been taken for each other.",
    clause="NZB-5.8",
)


@clause("NZB-5.8", "TNB-13")
def fits(correction: Correction, game: Played) -> None:
    """What was wrong and what is right go with what is on record, for an error of this kind."""
    call = game.call_at(correction.position)
    wrong, right = correction.wrong, correction.right
    if call is None or call.taken_back:
        raise CALL_DOES_NOT_COUNT(position=correction.position)
    if wrong == right:
        raise NOTHING_WRONG(right=right)
    for number in (wrong, right):
        if not 1 <= number <= game.rules.numbers:
            raise NOT_A_NUMBER_HERE(number=number, numbers=game.rules.numbers)
    if correction.swaps:
        _were_taken_for_each_other(call, correction, game)
        return
    if right == call.number and correction.kind is not ErrorKind.KEYED:
        return
    if not (call.keyed or call.by_hand):
        raise NOTHING_IS_KEYED(number=call.number, position=call.position)
    if wrong != call.number or correction.kind is ErrorKind.SHOWN:
        raise NOT_WHAT_WAS_CALLED(
            position=call.position, number=call.number, wrong=wrong, right=right
        )
    _is_another_ball(call, right, game)


def _were_taken_for_each_other(call: Call, correction: Correction, game: Played) -> None:
    """Two balls were entered, each as the other: both are put right or neither."""
    other = game.call_at(correction.swaps)
    if other is None or other.taken_back:
        raise CALL_DOES_NOT_COUNT(position=correction.swaps)
    keyed = all(each.keyed or each.by_hand for each in (call, other))
    on_record = (call.number, other.number) == (correction.wrong, correction.right)
    if not (keyed and on_record) or correction.kind is ErrorKind.SHOWN:
        raise NOT_EXCHANGED(
            position=call.position,
            other=other.position,
            wrong=correction.wrong,
            right=correction.right,
        )


def _is_another_ball(call: Call, right: int, game: Played) -> None:
    """The ball that was drawn and entered as another: no call has it, and none waits with it.

    Who is refused for the one that waits does not learn which it is.
    """
    for other in game.counting:
        if other.number == right:
            raise CALLED_BEFORE(right=right, position=other.position)
    if isinstance(game, InPlay) and game.selected and game.selected.reveal().number == right:
        raise BALL_WAITS(position=call.position)
