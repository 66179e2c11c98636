"""What a game belongs to: its session, the game that it starts over, its equipment."""

from __future__ import annotations

from dataclasses import dataclass

from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.words import Selector, Stage
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
    "Go on with that game, and end this one if it is open too. If that one is void, name it as the "
    "one that is started over.",
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
STARTED_OVER_BEFORE = Reason(
    "STARTED_OVER_BEFORE",
    "{void} is started over already, as {game}.",
    "Go on with that game, and end this one if it is open too.",
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
    its programme says of the game, if it is `listed`. `played_as`: as that it was opened before."""

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
    not, the stages that were completed in it, and the game that was opened in its place before."""

    name: str
    version: int
    voided: bool
    completed: tuple[Stage, ...]
    restarted_as: str = ""


@dataclass(frozen=True, slots=True)
class EquipmentSeen:
    """The equipment as it stood at its `version`, for so many `numbers`."""

    name: str
    version: int
    in_service: bool
    inspected: bool
    selector: Selector
    numbers: int


@dataclass(frozen=True, slots=True)
class Planned:
    """What a game is opened as."""

    profile: str
    game_version: int
    practice: bool
    stages: tuple[StagePrize, ...]


@clause("TNB-14", "TNB-15")
def starts_over(restart: RestartSeen | None, stages: tuple[Stage, ...]) -> None:
    """Only a void game is started over, once, and only for what was not completed in it."""
    if restart is None:
        return
    if not restart.voided:
        raise NOT_TO_START_OVER(game=restart.name)
    if restart.restarted_as:
        raise STARTED_OVER_BEFORE(void=restart.name, game=restart.restarted_as)
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


@dataclass(frozen=True, slots=True)
class Turn:
    """What a game's session and the void game that it starts over know when it is announced.

    `session_open` is true too where there is no session. `played_as` is another game that its
    number of the programme was given to, `restarted_as` another that is in the void one's place;
    each empty for none.
    """

    session_open: bool = True
    played_as: str = ""
    restarted_as: str = ""


ITS_TURN = Turn()
"""Nothing stands in the way of the game."""


@clause("TNB-14")
def has_its_turn(turn: Turn, session: str, number: int, void: str) -> None:
    """Of two games that were opened at once for one place in the programme, or in the place of one
    void game, the first is played and the other is not announced."""
    if not turn.session_open:
        raise SESSION_NOT_OPEN(session=session)
    if turn.restarted_as:
        raise STARTED_OVER_BEFORE(void=void, game=turn.restarted_as)
    if turn.played_as:
        raise PLAYED_BEFORE(number=number, game=turn.played_as)


def _programmed(stage: StagePrize, session: SessionSeen) -> StagePrize | None:
    """The stage as the programme has it, with the prize given now where it leaves that open."""
    for each in session.stages:
        if each.stage is stage.stage:
            pattern = each.pattern or stage.pattern
            return StagePrize(each.stage, each.prize or stage.prize, pattern, each.share)
    return None


@clause("TNB-2", "TNB-3")
def fit(equipment: EquipmentSeen | None, selector: Selector, numbers: int) -> None:
    """Equipment that is named is in service, was inspected since anything happened to it, and is
    for the numbers that are played with."""
    if equipment is None:
        return
    why = ""
    if not equipment.in_service:
        why = "it is out of service"
    elif not equipment.inspected:
        why = "it was not inspected since it was last put right"
    elif equipment.selector is not selector:
        why = f"it is no {selector.name.lower()}"
    elif equipment.numbers != numbers:
        why = f"it is for {equipment.numbers} numbers, and this game is played with {numbers}"
    if why:
        raise EQUIPMENT_UNFIT(equipment=equipment.name, why=why)
