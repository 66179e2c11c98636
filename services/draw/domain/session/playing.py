"""The games of a session, as far as their own records tell it of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from services.draw.domain.game.parts import Ending, Stage, StagePrize
from services.draw.domain.session.state import (
    Closing,
    Judged,
    Session,
    SessionGame,
    State,
    Unknown,
)
from services.kernel.law import Decision, happened


@dataclass(frozen=True, slots=True)
class GameNews:
    """What a commit of a game says to its session.

    `opened_as` is its number when it was opened, 0 in what comes later. `call_outs` are those that
    the commit recorded, decided, voided or sent back, `voided` the stages that are open again.
    """

    game: str
    opened_as: int
    practice: bool
    announced: bool
    prizes: tuple[StagePrize, ...]
    called: int
    call_outs: tuple[Judged, ...]
    won: tuple[Stage, ...]
    voided: tuple[Stage, ...]
    corrections: int
    irregularities: int
    ending: Ending | None


@dataclass(frozen=True, slots=True)
class FollowGame:
    """Take note of what happened in a game."""

    news: GameNews


@dataclass(frozen=True, slots=True)
class GameFollowed:
    """The session knows what happened in a game."""

    news: GameNews


def follow_game(command: FollowGame, session: State) -> Decision[GameFollowed]:
    """A game is followed whatever has become of its session: it happened."""
    if isinstance(session, Unknown):
        return Decision()
    return happened(GameFollowed(command.news))


def game_followed(session: Session, event: GameFollowed) -> Session:
    """The game stands in the session as its record says. A first signature was for other figures
    and is gone; figures that two persons have signed stay as they were signed."""
    news, games = event.news, session.games
    if news.opened_as:
        entry = session.entry(news.opened_as)
        practice = news.practice or (entry is not None and entry.practice)
        games = (*games, SessionGame(news.game, news.opened_as, practice))
    known = (_told(game, news) if game.game == news.game else game for game in games)
    session = replace(session, games=tuple(known))
    return session.again() if isinstance(session, Closing) else session


def _told(game: SessionGame, news: GameNews) -> SessionGame:
    call_outs = {each.call_out: each for each in (*game.call_outs, *news.call_outs)}
    prizes = {each.stage: each for each in (*game.prizes, *news.prizes)}
    won = ({*game.won} - {*news.voided}) | {*news.won}
    return replace(
        game,
        announced=game.announced or news.announced,
        ending=news.ending or game.ending,
        called=news.called,
        prizes=_in_order(prizes.values()),
        call_outs=tuple(call_outs[number] for number in sorted(call_outs)),
        won=tuple(sorted(won, key=lambda stage: stage.order)),
        corrections=game.corrections + news.corrections,
        irregularities=game.irregularities + news.irregularities,
    )


def _in_order(prizes: Iterable[StagePrize]) -> tuple[StagePrize, ...]:
    return tuple(sorted(prizes, key=lambda each: each.stage.order))
