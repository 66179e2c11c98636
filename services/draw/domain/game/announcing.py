"""Announcing a game to the players (rule 5.6(a)): version, prizes and serial number."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.draw.domain.game.belonging import ITS_TURN, Turn, has_its_turn
from services.draw.domain.game.holding import not_held
from services.draw.domain.game.opening import payable
from services.draw.domain.game.parts import AsOpened, StagePrize
from services.draw.domain.game.staff import AttemptRefused, not_at_post, posts_held
from services.draw.domain.game.state import InPlay, Waiting
from services.draw.domain.game.words import Post, Sales, Stage, in_words
from services.kernel.law import Decision, Reason, clause, happened
from services.kernel.money import Money

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
    "The game was announced before, and numbers of it have been drawn.",
    "Go on with the game; nothing has been changed. What was announced wrongly can be announced "
    "again until the first number is drawn, and after that the game is voided or ended early.",
    clause="NZB-5.6(a)(i)",
)


SALES_OPEN = Reason(
    "SALES_OPEN",
    "The prize for the {stage} is a share of the receipts, and cards are still being sold.",
    "Close the sales first: then the amount is known and can be announced.",
    clause="NZB-5.6(a)(ii)",
)
PATTERN_DIFFERS = Reason(
    "PATTERN_DIFFERS",
    "The arrangement {said} was announced for the {stage}, but this game was opened for {pattern}.",
    "Announce the arrangement again, as the game was opened; it is the same for every card.",
    clause="TNB-1",
)


_OF_PLAY = ("selected", "cut_off", "as_opened")
"""What a game has only in play."""


@dataclass(frozen=True, slots=True)
class AnnounceGame:
    """What the caller `by` told the players at the start; `turn`: whether it is this game's."""

    game_version: int
    stages: tuple[StagePrize, ...]
    serial_number: str
    currency: str
    by: str
    at: datetime
    turn: Turn = ITS_TURN


@dataclass(frozen=True, slots=True)
class GameAnnounced:
    """The players were told version, prizes and serial number: the game is in play."""

    game_version: int
    stages: tuple[StagePrize, ...]
    serial_number: str
    at: datetime


@clause("NZB-5.6(a)(i)", "NZB-5.6(a)(ii)", "NZB-5.6(a)(iii)")
def announce_game(
    command: AnnounceGame, game: Waiting | InPlay
) -> Decision[GameAnnounced | AttemptRefused]:
    """The caller announces the version, in version 3 both prizes, and the serial number.

    Where a prize is a share of the receipts, sales are closed before. What was said wrongly is said
    again, until the first number is drawn: nobody has played on it, and what was fixed when the
    game was opened stays fixed.
    """
    if isinstance(game, InPlay):
        return _announce_again(command, game)
    posts_held(game)
    refused = not_at_post(game, Post.CALLER, command.by, "NZB-5.6(a)(i)")
    if refused:
        return refused
    not_held(game)
    has_its_turn(command.turn, game.session, game.programme_number, game.restart_of)
    if command.game_version != game.game_version:
        said = f"Version {command.game_version}" if command.game_version else "No version"
        raise ANNOUNCED_OTHER_VERSION(said=said, version=game.game_version)
    for each in game.stages:
        if each.share and game.sales is Sales.VERIFY and game.sales_closed is None:
            raise SALES_OPEN(stage=each.stage.shout)
    stages = _prizes_said(command, game)
    serial = _serial_said(command, game)
    return happened(GameAnnounced(game.game_version, stages, serial, command.at))


def _announce_again(
    command: AnnounceGame, game: InPlay
) -> Decision[GameAnnounced | AttemptRefused]:
    """The announcement as it would be if there had been none; said as before it changes nothing."""
    if game.calls or game.selected is not None or game.as_opened is None:
        raise ALREADY_ANNOUNCED()
    kept = {name: value for name, value in vars(game).items() if name not in _OF_PLAY}
    kept |= {"stages": game.as_opened.stages, "serial_number": game.as_opened.serial_number}
    again = announce_game(command, Waiting(**kept))
    stands = (game.stages, game.serial_number)
    for event in again.events:
        if isinstance(event, GameAnnounced) and (event.stages, event.serial_number) == stands:
            return Decision()
    return again


def game_announced(game: Waiting | InPlay, event: GameAnnounced) -> InPlay:
    """The game is in play, with prizes and serial number as announced."""
    opened = AsOpened(game.stages, game.serial_number)
    if isinstance(game, Waiting):
        game = InPlay(**{**vars(game), "as_opened": opened, "announced_at": event.at})
    return replace(game, stages=event.stages, serial_number=event.serial_number)


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
        stages.append(replace(each, prize=prize or each.prize))
    _as_arranged(command, game)
    payable(tuple(stages), command.currency)
    return tuple(stages)


@clause("TNB-1")
def _as_arranged(command: AnnounceGame, game: Waiting) -> None:
    """An arrangement that is named is the one that wins."""
    patterns = {each.stage: each.pattern for each in game.stages}
    for each in command.stages:
        if each.pattern not in ("", patterns[each.stage]):
            opened_for = in_words(patterns[each.stage])
            raise PATTERN_DIFFERS(
                said=in_words(each.pattern), stage=each.stage.shout, pattern=opened_for
            )


def _serial_said(command: AnnounceGame, game: Waiting) -> str:
    said = command.serial_number.strip()
    if not said:
        raise SERIAL_NOT_ANNOUNCED()
    if game.serial_number not in ("", said):
        raise SERIAL_DIFFERS(said=said, serial=game.serial_number)
    return said
