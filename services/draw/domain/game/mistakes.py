"""What can have gone wrong with a call, as the record has it (rules 5.6(b) and 5.8).

What the electronic selector drew is on record as drawn: only what people heard or saw can have been
wrong. A ball can also have been entered as another one, spoken so or not.
"""

from __future__ import annotations

from services.draw.domain.game.parts import Correction, ErrorKind, Selector
from services.draw.domain.game.state import InPlay
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
    "Read the ball again; if both are right, correct call {position} first.",
    clause="NZB-5.8",
)
BALL_WAITS = Reason(
    "BALL_WAITS",
    "{right} is entered as the ball that is drawn and not announced yet.",
    "One of the two was entered wrongly: put right, or take back, the ball that waits first.",
    clause="NZB-5.8",
)


@clause("NZB-5.8", "TNB-13")
def fits(correction: Correction, game: InPlay) -> None:
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
    if right == call.number and correction.kind is not ErrorKind.KEYED:
        return
    if game.selector is Selector.ELECTRONIC and not call.by_hand:
        raise NOTHING_IS_KEYED(number=call.number, position=call.position)
    if wrong != call.number or correction.kind is ErrorKind.SHOWN:
        raise NOT_WHAT_WAS_CALLED(
            position=call.position, number=call.number, wrong=wrong, right=right
        )
    _is_another_ball(right, game)


def _is_another_ball(right: int, game: InPlay) -> None:
    """The ball that was drawn and entered as another: no call has it, and none waits with it."""
    for call in game.counting:
        if call.number == right:
            raise CALLED_BEFORE(right=right, position=call.position)
    if game.selected is not None and game.selected.reveal().number == right:
        raise BALL_WAITS(right=right)
