"""What happens to the equipment during a game (Tennessee 2, 6 and 14; numbers are to be drawn at
random, rule 5.6(b)). What is done about it stands in `remedies`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.authority import of_the_staff
from services.draw.domain.game.calling import numbers_are_left
from services.draw.domain.game.holding import HAPPENED
from services.draw.domain.game.parts import Irregularity, IrregularityKind, Selector
from services.draw.domain.game.selecting import BALL_DRAWN_BEFORE, NO_SUCH_BALL
from services.draw.domain.game.state import InPlay
from services.kernel.law import Decision, Reason, clause, happened

OTHER_EQUIPMENT = Reason(
    "OTHER_EQUIPMENT",
    "Numbers of this game come from the {selector}, and {what} cannot have happened to it.",
    "Report what happened to the equipment in use, and name an object only where it is one.",
)
NOTHING_REMOVED = Reason(
    "NOTHING_REMOVED",
    "No object has been drawn in this game, so none can have been put back.",
    "Go on with the game.",
)


@dataclass(frozen=True, slots=True)
class ReportIrregularity:
    """Something happened to the equipment: to the object `ball`, where it is one (else 0)."""

    kind: IrregularityKind
    ball: int
    reason: str
    by: str
    manager: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class IrregularityFound:
    """Something happened to the equipment, and play waits for a decision."""

    irregularity: int
    kind: IrregularityKind
    ball: int
    reason: str
    by: str
    at: datetime
    equipment: str


@clause("TNB-2", "TNB-6")
def report_irregularity(command: ReportIrregularity, game: InPlay) -> Decision[IrregularityFound]:
    """Anybody of the staff puts on record what happened to the equipment; from then on play waits.

    Reported twice it is one irregularity. When no more numbers are to come it is none of the game,
    and is put on record with the equipment.
    """
    of_the_staff(game, command.by, command.manager)
    numbers_are_left(game)
    _can_have_happened(command, game)
    if any((each.kind, each.ball) == (command.kind, command.ball) for each in game.undecided):
        return Decision()
    return happened(
        IrregularityFound(
            len(game.irregularities) + 1,
            command.kind,
            command.ball,
            command.reason.strip(),
            command.by,
            command.at,
            game.equipment,
        )
    )


def irregularity_found(game: InPlay, event: IrregularityFound) -> InPlay:
    """Play waits for the decision, and what an inspection found before stands no longer."""
    found = Irregularity(
        event.irregularity, event.kind, event.ball, event.reason, event.by, event.at
    )
    return replace(game, irregularities=(*game.irregularities, found), inspection=None)


def _can_have_happened(command: ReportIrregularity, game: InPlay) -> None:
    balls = game.selector is Selector.RECEPTACLE
    selector = command.kind is IrregularityKind.SELECTOR
    if (not balls and not selector) or (selector and command.ball):
        named = f", object {command.ball}," if command.ball else ""
        what = f"that {HAPPENED[command.kind]}{named}"
        raise OTHER_EQUIPMENT(selector=_named(game.selector), what=what)
    if command.ball > game.rules.numbers:
        raise NO_SUCH_BALL(
            ball=command.ball,
            numbers=game.rules.numbers,
        )
    if command.kind is IrregularityKind.RETURNED and not game.called and game.selected is None:
        raise NOTHING_REMOVED()
    for call in game.counting:
        if command.kind is IrregularityKind.STUCK and call.number == command.ball:
            raise BALL_DRAWN_BEFORE(clause="TNB-6", ball=command.ball, position=call.position)


def _named(selector: Selector) -> str:
    return "receptacle" if selector is Selector.RECEPTACLE else "electronic selector"
