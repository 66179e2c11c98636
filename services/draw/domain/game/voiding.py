"""Voiding a game that cannot be put right, to start it over or not (Tennessee 12, 14 and 15; that a
game may be voided in New Zealand at all is assumed)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.authority import has_no_say
from services.draw.domain.game.calling import nobody_waits
from services.draw.domain.game.ending import at_its_end, opened_at_the_end
from services.draw.domain.game.holding import HAPPENED
from services.draw.domain.game.parts import Ending, IrregularityKind, Remedy, Stage
from services.draw.domain.game.staff import AttemptRefused
from services.draw.domain.game.state import Ended, InPlay
from services.kernel.law import Decision, Opening, Reason, clause, happened

NOTHING_TO_VOID = Reason(
    "NOTHING_TO_VOID",
    "Every stage of the game has a winner, and what was won stays won.",
    "End the game. A stage that was won on an error is taken from its winners by a correction, or "
    "by voiding them under two signatures.",
)
VOID_REASON_NEEDED = Reason(
    "VOID_REASON_NEEDED",
    "It was not said why the game is void.",
    "Say what has happened.",
)
CORRECTION_FIRST = Reason(
    "CORRECTION_FIRST",
    "It was not said why the error cannot be corrected.",
    "Correct it and play on. Only where that is impossible is the game void: then say why.",
    clause="TNB-14",
)
MUST_START_OVER = Reason(
    "MUST_START_OVER",
    "A game that is void because {what} is started over.",
    "Void it with the decision to start it over: all objects go back, and another game is opened "
    "for what was not completed.",
    clause="TNB-14",
)

_STARTED_OVER = {IrregularityKind.STUCK: "TNB-14", IrregularityKind.RETURNED: "TNB-12"}
"""What cannot be corrected by its nature: for these the law itself names the start over."""


@dataclass(frozen=True, slots=True)
class VoidGame:
    """The game is void; `manager`: said by the game manager."""

    reason: str
    why_not_corrected: str
    start_over: bool
    by: str
    manager: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class GameVoided:
    """The game is void. `opening` opens a number that was selected and never announced."""

    reason: str
    why_not_corrected: str
    start_over: bool
    by: str
    opening: Opening | None
    at: datetime


@clause("TNB-12", "TNB-14")
def void_game(command: VoidGame, game: InPlay) -> Decision[GameVoided | AttemptRefused]:
    """Whom the profile names voids a game whose error cannot be corrected, and says why it cannot.

    Nobody needs to say it of an object that is stuck, or of objects that were put back: such a game
    is started over. Whoever has called out is judged first, since what is won stays won; whatever
    waits for a signature falls with the game.
    """
    started_over = [each for each in game.undecided if each.kind in _STARTED_OVER]
    law = _STARTED_OVER[started_over[0].kind] if started_over else "TNB-14"
    refused = has_no_say(game, game.rules.voids, command.by, command.manager, law)
    if refused:
        return refused
    nobody_waits(game)
    if not game.open_stages:
        raise NOTHING_TO_VOID()
    reason, why = command.reason.strip(), command.why_not_corrected.strip()
    if not reason:
        raise VOID_REASON_NEEDED()
    if not why and not started_over:
        raise CORRECTION_FIRST()
    if started_over and not command.start_over:
        raise MUST_START_OVER(clause=law, what=HAPPENED[started_over[0].kind])
    opening = opened_at_the_end(game)
    return happened(GameVoided(reason, why, command.start_over, command.by, opening, command.at))


def game_voided(game: InPlay, event: GameVoided) -> Ended:
    """It stays as it is, void, and so is decided whatever had happened to the equipment."""
    irregularities = tuple(
        each
        if each.remedy
        else replace(each, remedy=Remedy.VOID, decided_by=event.by, decision=event.reason)
        for each in game.irregularities
    )
    return replace(
        at_its_end(game, Ending.VOID, event.reason),
        start_over=event.start_over,
        irregularities=irregularities,
    )


@clause("TNB-15")
def continues(void: Ended) -> tuple[Stage, ...]:
    """The stages of a void game that were completed: they stay won, and the game that is played in
    its place is for the others."""
    won = {each.stage for each in void.won}
    return tuple(each.stage for each in void.stages if each.stage in won)
