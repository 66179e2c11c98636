"""Opening a game and announcing it to the players (rules 5.2, 5.6(a))."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from services.draw.domain.game.staff import AttemptRefused, both_posts_held, not_at_post
from services.draw.domain.game.state import (
    InPlay,
    Post,
    Rules,
    Selector,
    Stage,
    StagePrize,
    Unopened,
    Waiting,
)
from services.draw.domain.profile import BingoProfile
from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.money import Money

AHEAD = timedelta(days=31)
"""How long before its day a game may be opened."""

STAGES_DIFFER = Reason(
    "STAGES_DIFFER",
    "A game for {stages} is not version {version} under {profile}.",
    "Choose a version that the profile lists, and name each of its stages once.",
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
DAY_NOT_OPEN = Reason(
    "DAY_NOT_OPEN",
    "A game of {day} cannot be opened on the gaming day {today}.",
    "Begin the id with the gaming day, today's or one of the 31 after it.",
)
ANNOUNCED_OTHER_VERSION = Reason(
    "ANNOUNCED_OTHER_VERSION",
    "{said} was announced, but this game is played as version {version}.",
    "Announce the version again, as the game was opened.",
    clause="NZB-5.6(a)(i)",
)
PRIZE_NOT_ANNOUNCED = Reason(
    "PRIZE_NOT_ANNOUNCED",
    "The prize money for the {stage} has not been announced.",
    "In a version 3 game announce both amounts, for the line and for the bingo.",
    clause="NZB-5.6(a)(ii)",
)
PRIZE_SAID_TWICE = Reason(
    "PRIZE_SAID_TWICE",
    "Two different prizes were announced for the {stage}.",
    "Announce one amount for each stage.",
    clause="NZB-5.6(a)(ii)",
)
PRIZE_DIFFERS = Reason(
    "PRIZE_DIFFERS",
    "{said} was announced for the {stage}, but this game was opened with {fixed}.",
    "Announce the amount that was fixed, or open another game.",
    clause="NZB-5.6(a)(ii)",
)
SERIAL_DIFFERS = Reason(
    "SERIAL_DIFFERS",
    "The serial number announced ({said}) is not the one of this game's cards ({serial}).",
    "Read the serial number off the cards of this game and announce it again.",
    clause="NZB-5.6(a)(iii)",
)
SERIAL_NOT_ANNOUNCED = Reason(
    "SERIAL_NOT_ANNOUNCED",
    "The serial number of the cards has not been announced.",
    "Announce the serial number that is printed on each card.",
    clause="NZB-5.6(a)(iii)",
)
NOT_ANNOUNCED = Reason(
    "NOT_ANNOUNCED",
    "The game has not been announced to the players.",
    "The caller announces version, prizes and serial number first.",
    clause="NZB-5.6(a)(i)",
)
ALREADY_ANNOUNCED = Reason(
    "ALREADY_ANNOUNCED",
    "The game was announced before and is in play.",
    "Go on with the game; nothing has been changed.",
    clause="NZB-5.6(a)(i)",
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


@dataclass(frozen=True, slots=True)
class AnnounceGame:
    """What the caller `by` told the players at the start."""

    game_version: int
    stages: tuple[StagePrize, ...]
    serial_number: str
    currency: str
    by: str
    at: datetime


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


@dataclass(frozen=True, slots=True)
class GameAnnounced:
    """The players were told version, prizes and serial number: the game is in play."""

    game_version: int
    stages: tuple[StagePrize, ...]
    serial_number: str
    at: datetime


@clause("NZB-5.2")
def is_version(profile: BingoProfile, version: int, stages: tuple[Stage, ...]) -> bool:
    """Whether a game for these stages is the version of that number."""
    return sorted(stages, key=lambda stage: stage.value) == sorted(
        profile.versions.get(version, ()), key=lambda stage: stage.value
    ) and bool(stages)


@clause("NZB-5.2", "NZB-5.6(b)")
def open_game(command: OpenGame, _: Unopened) -> Decision[GameOpened]:
    """A game is one of the versions of its profile, drawn with a selector that it allows."""
    profile, named = command.profile, tuple(each.stage for each in command.stages)
    if not is_version(profile, command.game_version, named):
        shouts = " and ".join(f"a {stage.shout}" for stage in named) or "nothing"
        raise STAGES_DIFFER(version=command.game_version, stages=shouts, profile=profile.id)
    if command.selector not in profile.selectors:
        raise SELECTOR_NOT_ALLOWED(profile=profile.id, selector=command.selector.name.lower())
    _payable(command.stages, command.currency)
    if not command.today <= command.day <= command.today + AHEAD:
        raise DAY_NOT_OPEN(day=command.day, today=command.today)
    return happened(
        GameOpened(
            profile.id,
            profile.rules,
            command.game_version,
            tuple(sorted(command.stages, key=lambda each: each.stage.value)),
            command.serial_number.strip(),
            command.selector,
            command.rooms,
            command.at,
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
        staff=(),
        calls=(),
        call_outs=(),
        won=(),
        refused=frozenset(),
    )


@clause("NZB-5.6(a)(i)", "NZB-5.6(a)(ii)", "NZB-5.6(a)(iii)")
def announce_game(command: AnnounceGame, game: Waiting) -> Decision[GameAnnounced | AttemptRefused]:
    """The caller announces the version, in version 3 both prizes, and the serial number."""
    both_posts_held(game)
    refused = not_at_post(game, Post.CALLER, command.by, "NZB-5.6(a)(i)")
    if refused:
        return refused
    if command.game_version != game.game_version:
        said = f"Version {command.game_version}" if command.game_version else "No version"
        raise ANNOUNCED_OTHER_VERSION(said=said, version=game.game_version)
    stages = _prizes_said(command, game)
    serial = _serial_said(command, game)
    return happened(GameAnnounced(game.game_version, stages, serial, command.at))


def game_announced(game: Waiting, event: GameAnnounced) -> InPlay:
    """The game is in play, with prizes and serial number as announced."""
    return InPlay(**{**vars(game), "stages": event.stages, "serial_number": event.serial_number})


def _prizes_said(command: AnnounceGame, game: Waiting) -> tuple[StagePrize, ...]:
    """The stages with the prizes that stand once they are announced."""
    said: dict[Stage, Money | None] = {}
    for each in command.stages:
        if said.setdefault(each.stage, each.prize) != each.prize:
            raise PRIZE_SAID_TWICE(stage=each.stage.shout)
    strange = set(said) - {each.stage for each in game.stages}
    if strange:
        other = f"A {strange.pop().shout}"
        raise ANNOUNCED_OTHER_VERSION(said=other, version=game.game_version)
    both = len(game.stages) > 1
    stages = []
    for each in game.stages:
        prize = said.get(each.stage)
        if both and prize is None:
            raise PRIZE_NOT_ANNOUNCED(stage=each.stage.shout)
        if prize is not None and each.prize is not None and each.prize != prize:
            fixed = each.prize.shown
            raise PRIZE_DIFFERS(stage=each.stage.shout, said=prize.shown, fixed=fixed)
        stages.append(StagePrize(each.stage, prize or each.prize))
    _payable(tuple(stages), command.currency)
    return tuple(stages)


def _serial_said(command: AnnounceGame, game: Waiting) -> str:
    said = command.serial_number.strip()
    if not said:
        raise SERIAL_NOT_ANNOUNCED()
    if game.serial_number not in ("", said):
        raise SERIAL_DIFFERS(said=said, serial=game.serial_number)
    return said


def _payable(stages: tuple[StagePrize, ...], currency: str) -> None:
    """A prize that is given is some money, of the venue's currency."""
    for each in stages:
        if each.prize is None:
            continue
        if each.prize.currency != currency:
            raise OTHER_CURRENCY(currency=currency, other=each.prize.currency)
        if each.prize.minor_units == 0:
            raise PRIZE_ZERO(stage=each.stage.shout)
