"""Opening a game: what is played, for what, with what and where (rule 5.2)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from services.draw.domain.game.belonging import (
    EquipmentSeen,
    Planned,
    RestartSeen,
    SessionSeen,
    as_programmed,
    fit,
    starts_over,
)
from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.rules import Rules
from services.draw.domain.game.state import Unopened, Waiting
from services.draw.domain.game.words import Sales, Selector, Stage, in_words
from services.draw.domain.profile import MASK, BingoProfile
from services.kernel.approval import Approval, stood_for
from services.kernel.law import Decision, Reason, clause, happened

AHEAD = timedelta(days=31)
"""How long before its day a game may be opened."""

STAGES_DIFFER = Reason(
    "STAGES_DIFFER",
    "A game for {stages} is not version {version} under {profile}.",
    "Choose a version that the profile lists, and name each of its stages once.",
    clause="NZB-5.2",
)
PATTERN_NOT_ALLOWED = Reason(
    "PATTERN_NOT_ALLOWED",
    "{profile} has no arrangement {pattern} for a {stage}.",
    "Choose one of {allowed}, as they are written here.",
    clause="NZB-5.2",
)
SELECTOR_NOT_ALLOWED = Reason(
    "SELECTOR_NOT_ALLOWED",
    "{profile} does not allow numbers to be selected with the {selector} selector.",
    "Choose a selector that the profile allows.",
    clause="NZB-5.6(b)",
)
OTHER_CURRENCY = Reason(
    "OTHER_CURRENCY",
    "Prizes here are paid in {currency}, not in {other}.",
    "Give the prizes in the venue's currency.",
)
PRIZE_ZERO = Reason(
    "PRIZE_ZERO",
    "The prize given for the {stage} is nothing.",
    "Give the amount; or none, as long as it is not fixed.",
)
SHARE_OF_UNKNOWN = Reason(
    "SHARE_OF_UNKNOWN",
    "The prize for the {stage} is a share of the receipts, which nobody here keeps account of.",
    "Open the game with sales by the verify service, or fix the amount.",
)
DAY_NOT_OPEN = Reason(
    "DAY_NOT_OPEN",
    "A game of {day} cannot be opened on the gaming day {today}.",
    "Begin the id with the gaming day, today's or one of the 31 after it.",
)


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Open a game of `day`. `today` is the venue's gaming day at that moment."""

    profile: BingoProfile
    game_version: int
    stages: tuple[StagePrize, ...]
    serial_number: str
    selector: Selector
    rooms: tuple[str, ...]
    currency: str
    day: date
    today: date
    at: datetime
    practice: bool = False
    sales: Sales = Sales.OUTSIDE
    session: SessionSeen | None = None
    restart: RestartSeen | None = None
    equipment: EquipmentSeen | None = None
    approval: Approval | None = None


@dataclass(frozen=True, slots=True)
class GameOpened:
    """A game was opened under the options in force."""

    profile: str
    rules: Rules
    game_version: int
    stages: tuple[StagePrize, ...]
    serial_number: str
    selector: Selector
    rooms: tuple[str, ...]
    at: datetime
    session: str = ""
    programme_number: int = 0
    practice: bool = False
    sales: Sales = Sales.OUTSIDE
    restart_of: str = ""
    equipment: str = ""


@clause("NZB-5.2", "TNB-15")
def is_version(
    profile: BingoProfile,
    version: int,
    stages: tuple[Stage, ...],
    completed: tuple[Stage, ...] = (),
) -> bool:
    """Whether a game for these stages is the version of that number.

    A version is played for a part series, for the series, or for both; some rules know several part
    series in one game. Of a game that is started over only what was not completed is played.
    """
    wanted = profile.versions.get(version, frozenset())
    whole = (*stages, *completed)
    parts = sorted(stage.order for stage in whole if stage.is_part)
    return (
        bool(stages)
        and {stage.is_part for stage in whole} == {stage.is_part for stage in wanted}
        and len(set(whole)) == len(whole)
        and parts in ([], _first_parts(len(parts)))
        and len(parts) <= profile.most_part_series
    )


@clause("NZB-5.2", "NZB-5.6(b)", "TNB-1", "TNB-3")
def open_game(command: OpenGame, _: Unopened) -> Decision[GameOpened]:
    """A game is one of the versions of its profile, drawn with a selector that it allows.

    What wins is fixed here, the same for every card and every room.
    """
    profile = command.profile
    stood_for(command.approval)
    starts_over(command.restart, tuple(each.stage for each in command.stages))
    stages = _stages(command)
    if command.selector not in profile.selectors:
        law = "TNB-3" if profile.rules.law == "TNB" else "NZB-5.6(b)"
        selector = command.selector.name.lower()
        raise SELECTOR_NOT_ALLOWED(clause=law, profile=profile.id, selector=selector)
    payable(command.stages, command.currency)
    if not command.today <= command.day <= command.today + AHEAD:
        raise DAY_NOT_OPEN(day=command.day, today=command.today)
    session, restart, equipment = command.session, command.restart, command.equipment
    if session is not None:
        opened = Planned(profile.id, command.game_version, command.practice, stages)
        as_programmed(opened, session, restart)
    fit(equipment, command.selector, profile.rules.numbers)
    return happened(
        GameOpened(
            profile.id,
            profile.rules,
            command.game_version,
            stages,
            command.serial_number.strip(),
            command.selector,
            command.rooms,
            command.at,
            session=session.name if session else "",
            programme_number=session.number if session else 0,
            practice=command.practice,
            sales=command.sales,
            restart_of=restart.name if restart else "",
            equipment=equipment.name if equipment else "",
        )
    )


def game_opened(_: Unopened, event: GameOpened) -> Waiting:
    """There is a game, waiting for its announcement."""
    return Waiting(
        event.profile,
        event.rules,
        event.game_version,
        event.stages,
        event.serial_number,
        event.selector,
        event.rooms,
        session=event.session,
        programme_number=event.programme_number,
        practice=event.practice,
        sales=event.sales,
        restart_of=event.restart_of,
        equipment=event.equipment,
    )


def payable(stages: tuple[StagePrize, ...], currency: str) -> None:
    """A prize that is given is some money, of the venue's currency."""
    for each in stages:
        if each.prize is None:
            continue
        if each.prize.currency != currency:
            raise OTHER_CURRENCY(currency=currency, other=each.prize.currency)
        if each.prize.minor_units == 0:
            raise PRIZE_ZERO(stage=each.stage.shout)


def _is_mask(pattern: str, card: tuple[int, int]) -> bool:
    """Whether it marks at least one place of a card, row by row."""
    rows, columns = card
    drawn = pattern.split("|")
    as_wide = all(len(row) == columns and set(row) <= set("x.") for row in drawn)
    return len(drawn) == rows and as_wide and "x" in pattern


def _first_parts(count: int) -> list[int]:
    """The order of the first so many part series."""
    return sorted(stage.order for stage in Stage if stage.is_part)[:count]


def _stages(command: OpenGame) -> tuple[StagePrize, ...]:
    """The stages in the order of play, each with its arrangement."""
    profile, named = command.profile, tuple(each.stage for each in command.stages)
    completed = command.restart.completed if command.restart else ()
    if not is_version(profile, command.game_version, named, completed):
        shouts = " and ".join(f"a {stage.shout}" for stage in named) or "nothing"
        raise STAGES_DIFFER(version=command.game_version, stages=shouts, profile=profile.id)
    stages = []
    for each in sorted(command.stages, key=lambda each: each.stage.order):
        allowed = profile.patterns[each.stage.is_part]
        pattern = each.pattern or allowed[0]
        if pattern not in allowed and not (MASK in allowed and _is_mask(pattern, profile.card)):
            raise PATTERN_NOT_ALLOWED(
                profile=profile.id,
                pattern=in_words(pattern),
                stage=each.stage.shout,
                allowed=", ".join(allowed),
            )
        if each.share and command.sales is Sales.OUTSIDE:
            raise SHARE_OF_UNKNOWN(stage=each.stage.shout)
        stages.append(StagePrize(each.stage, each.prize, pattern, each.share))
    return tuple(stages)
