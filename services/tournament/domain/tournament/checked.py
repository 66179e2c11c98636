"""A seat is for who may play: what was answered about those who are to be seated."""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.admission import Check, turned_away
from services.kernel.law import Reason, Refused

NOT_TO_BE_SEATED = Reason(
    "NOT_TO_BE_SEATED",
    "These players cannot be seated now: {players}.",
    "Ask the game manager or a casino supervisor, who can look it up. Seat the others alone, or "
    "let the player withdraw.",
)


@dataclass(frozen=True, slots=True)
class PlayerChecked:
    """What was answered about a player; 0 is who applies."""

    player: int
    check: Check


def not_to_be_seated(players: tuple[int, ...], checks: tuple[PlayerChecked, ...]) -> Refused | None:
    """A seat is for who may play today, whoever was accepted before."""
    away = [each for each in checks if each.player in players and turned_away(each.check)]
    if not away:
        return None
    return NOT_TO_BE_SEATED(players=", ".join(str(each.player) for each in away))
