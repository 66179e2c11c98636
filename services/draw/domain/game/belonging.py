"""What a game belongs to: its session, the game that it starts over, its equipment."""

from __future__ import annotations

from dataclasses import dataclass

from services.draw.domain.game.parts import Selector, Stage, StagePrize
from services.kernel.law import Reason, clause

SESSION_NOT_OPEN = Reason(
    "SESSION_NOT_OPEN",
    "The session {session} is not open.",
    "Open it under two signatures first; in a closed one no game is played.",
)
NOT_IN_THE_PROGRAMME = Reason(
    "NOT_IN_THE_PROGRAMME",
    "Number {number} is not in the programme of {session}.",
    "Take the number from the programme, or have the programme amended first.",
)
PLAYED_BEFORE = Reason(
    "PLAYED_BEFORE",
    "Number {number} of the programme was opened before, as {game}.",
    "Go on with that game. If it is void, name it as the one that is started over.",
)
PROGRAMME_DIFFERS = Reason(
    "PROGRAMME_DIFFERS",
    "The programme of {session} says otherwise of number {number}: {what}.",
    "Open the game as the programme has it, or have the programme amended first.",
)
EQUIPMENT_UNFIT = Reason(
    "EQUIPMENT_UNFIT",
    "{equipment} cannot be played with: {why}.",
    "Have it inspected and put into service, or take another.",
    clause="TNB-2",
)
NOT_TO_START_OVER = Reason(
    "NOT_TO_START_OVER",
    "{game} is not void with the decision to start it over.",
    "Only such a game is started over; completed games stay as they are.",
    clause="TNB-14",
)
STAGE_COMPLETED_BEFORE = Reason(
    "STAGE_COMPLETED_BEFORE",
    "The {stage} was completed in {game} before it became void.",
    "Open the game for the stages that were not completed, and only those.",
    clause="TNB-15",
)


@dataclass(frozen=True, slots=True)
class SessionSeen:
    """The session that a game is opened in, as it stood at its `version`; from `profile` on what
    its programme says of the game, if it is `listed`. `played_as`: it was opened before."""

    name: str
    number: int
    version: int
    open: bool
    listed: bool
    profile: str
    game_version: int
    stages: tuple[StagePrize, ...]
    practice: bool
    played_as: str


@dataclass(frozen=True, slots=True)
class RestartSeen:
    """The game that is started over, as it stood at its `version`: void and to be started over, or
    not, and the stages that were completed in it."""

    name: str
    version: int
    voided: bool
    completed: tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class EquipmentSeen:
    """The equipment as it stood at its `version`."""

    name: str
    version: int
    in_service: bool
    inspected: bool
    selector: Selector


@dataclass(frozen=True, slots=True)
class Planned:
    """What a game is opened as."""

    profile: str
    game_version: int
    practice: bool
    stages: tuple[StagePrize, ...]


@clause("TNB-14", "TNB-15")
def starts_over(restart: RestartSeen | None, stages: tuple[Stage, ...]) -> None:
    """Only a void game is started over, and only for what was not completed in it."""
    if restart is None:
        return
    if not restart.voided:
        raise NOT_TO_START_OVER(game=restart.name)
    for stage in stages:
        if stage in restart.completed:
            raise STAGE_COMPLETED_BEFORE(stage=stage.shout, game=restart.name)


def as_programmed(opened: Planned, session: SessionSeen, restart: RestartSeen | None) -> None:
    """A game of a session is played as its programme says, and once."""
    if not session.open:
        raise SESSION_NOT_OPEN(session=session.name)
    if not session.listed:
        raise NOT_IN_THE_PROGRAMME(number=session.number, session=session.name)
    if session.played_as and (restart is None or session.played_as != restart.name):
        raise PLAYED_BEFORE(number=session.number, game=session.played_as)
    for what, said, programmed in (
        ("the profile", opened.profile, session.profile),
        ("the version", opened.game_version, session.game_version),
        ("practice", opened.practice, session.practice),
        *((each.stage.shout, each, _programmed(each, session)) for each in opened.stages),
    ):
        if said != programmed:
            raise PROGRAMME_DIFFERS(session=session.name, number=session.number, what=what)


def _programmed(stage: StagePrize, session: SessionSeen) -> StagePrize | None:
    """The stage as the programme has it, with the prize given now where it leaves that open."""
    for each in session.stages:
        if each.stage is stage.stage:
            pattern = each.pattern or stage.pattern
            return StagePrize(each.stage, each.prize or stage.prize, pattern, each.share)
    return None


@clause("TNB-2", "TNB-3")
def fit(equipment: EquipmentSeen | None, selector: Selector) -> None:
    """Equipment that is named is in service and was inspected since anything happened to it."""
    if equipment is None:
        return
    why = ""
    if not equipment.in_service:
        why = "it is out of service"
    elif not equipment.inspected:
        why = "it was not inspected since it was last put right"
    elif equipment.selector is not selector:
        why = f"it is no {selector.name.lower()}"
    if why:
        raise EQUIPMENT_UNFIT(equipment=equipment.name, why=why)
