"""A desk is there as soon as its game is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Decision, happened
from services.verify.domain.desk.prizes import StagePrize
from services.verify.domain.desk.rules import USUAL, USUAL_PRIZES, ClaimRules, PrizeRules
from services.verify.domain.desk.state import Desk, NotOnSale


@dataclass(frozen=True, slots=True)
class OpenDesk:
    """The draw has opened a game, which is played for `stages`."""

    game: str
    profile: str
    numbers: int
    restart_of: str
    at: datetime
    rules: ClaimRules = USUAL
    stages: tuple[StagePrize, ...] = ()
    prizes: PrizeRules | None = None
    practice: bool = False
    session: str = ""


@dataclass(frozen=True, slots=True)
class DeskOpened:
    """A game has its desk."""

    game: str
    profile: str
    numbers: int
    restart_of: str
    at: datetime
    rules: ClaimRules = USUAL
    stages: tuple[StagePrize, ...] = ()
    prizes: PrizeRules | None = None
    practice: bool = False
    session: str = ""


def open_desk(command: OpenDesk) -> Decision[DeskOpened]:
    """Every game has a desk, whether cards are sold for it here or not."""
    return happened(
        DeskOpened(
            command.game,
            command.profile,
            command.numbers,
            command.restart_of,
            command.at,
            command.rules,
            command.stages,
            command.prizes,
            command.practice,
            command.session,
        )
    )


def desk_opened(event: DeskOpened) -> Desk:
    """Nothing is on sale, and nobody has called out."""
    return Desk(
        event.game,
        event.profile,
        event.numbers,
        event.restart_of,
        NotOnSale(),
        event.rules,
        stages=event.stages,
        prizes=event.prizes or USUAL_PRIZES,
        practice=event.practice,
        session=event.session,
    )
