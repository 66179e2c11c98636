"""A session for tests: its people, its programme, its commands and events.

Mere prepares it, Sue signs; it is Sunday evening in Auckland, with a practice game and two others.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from services.draw.domain.game.parts import Ending, Stage, StagePrize, Verdict
from services.draw.domain.session.closing import (
    CloseSession,
    ResumeSession,
    SessionClosed,
    SessionCounted,
    SessionResumed,
    SignSession,
)
from services.draw.domain.session.planning import (
    AmendProgramme,
    CancelSession,
    ChangeProgramme,
    OpenSession,
    PrepareSession,
    ProgrammeAmended,
    ProgrammeChanged,
    SessionCancelled,
    SessionOpened,
    SessionPrepared,
)
from services.draw.domain.session.playing import FollowGame, GameFollowed, GameNews
from services.draw.domain.session.session import SESSIONS, Command, Event
from services.draw.domain.session.state import Amendment, Entry, Figures, Judged, State
from services.kernel.money import Money
from tests.kit.law import Given

MERE, SUE, TAMA = "mere", "sue", "tama"
TITLE = "Sunday evening"
DAY = date(2026, 11, 29)
LINE, BINGO = Stage.PART_SERIES, Stage.SERIES


def at(second: int = 0) -> datetime:
    """An instant of the session, by its second."""
    return datetime(2026, 11, 29, 6, 0, tzinfo=UTC) + timedelta(seconds=second)


def nzd(dollars: int) -> Money:
    """An amount in New Zealand dollars."""
    return Money("NZD", dollars * 100)


def entry(number: int, **more: Any) -> Entry:
    """A game for a bingo of 500 dollars."""
    chosen: dict[str, Any] = {
        "title": f"Game {number}",
        "profile": "nz-casino-bingo",
        "game_version": 1,
        "stages": (StagePrize(BINGO, nzd(500)),),
        "practice": False,
        **more,
    }
    return Entry(number, **chosen)


WARM_UP = entry(1, title="Warm-up", practice=True)
PROGRAMME = (WARM_UP, entry(2), entry(3))


def game(number: int) -> str:
    """The name of the game that is opened under a number."""
    return f"venues/akl/games/2026-11-29-{number:02}"


# -- commands --------------------------------------------------------------------------------------


def prepare(
    programme: Sequence[Entry] = PROGRAMME, *, day: date = DAY, today: date = DAY, by: str = MERE
) -> PrepareSession:
    return PrepareSession(TITLE, tuple(programme), "NZD", day, today, by, at())


def change(programme: Sequence[Entry] = PROGRAMME[:2], *, by: str = MERE) -> ChangeProgramme:
    return ChangeProgramme(TITLE, tuple(programme), "NZD", by, at())


def open_(*, by: str = SUE, today: date = DAY) -> OpenSession:
    return OpenSession(DAY, today, by, at())


def amend(*entries: Entry, withdrawn: tuple[int, ...] = (), by: str = SUE) -> AmendProgramme:
    return AmendProgramme(entries, withdrawn, "the cards did not come", "NZD", by, at())


def cancel(*, by: str = MERE) -> CancelSession:
    return CancelSession("storm", by, at())


def follow(number: int, **more: Any) -> FollowGame:
    return FollowGame(news(number, **more))


def close(*, by: str = SUE) -> CloseSession:
    return CloseSession(by, at())


def resume(*, by: str = TAMA) -> ResumeSession:
    return ResumeSession("one more game", by, at())


def sign(*, by: str = TAMA) -> SignSession:
    return SignSession(by, at())


# -- events ----------------------------------------------------------------------------------------


def prepared(programme: Sequence[Entry] = PROGRAMME, *, by: str = MERE) -> SessionPrepared:
    return SessionPrepared(TITLE, tuple(programme), by, at())


def changed(programme: Sequence[Entry] = PROGRAMME[:2], *, by: str = MERE) -> ProgrammeChanged:
    return ProgrammeChanged(TITLE, tuple(programme), by, at())


def opened(*, by: str = SUE) -> SessionOpened:
    return SessionOpened(by, at())


def amended(*entries: Entry, withdrawn: tuple[int, ...] = (), by: str = SUE) -> ProgrammeAmended:
    return ProgrammeAmended(Amendment(entries, withdrawn, "the cards did not come", by, at()))


def cancelled() -> SessionCancelled:
    return SessionCancelled("storm", MERE, at())


def counted(figures: Figures, *, by: str = SUE) -> SessionCounted:
    return SessionCounted(figures, by, at())


def resumed() -> SessionResumed:
    return SessionResumed("one more game", TAMA, at())


def closed(*, by: str = TAMA) -> SessionClosed:
    return SessionClosed(by, at())


def followed(number: int, **more: Any) -> GameFollowed:
    return GameFollowed(news(number, **more))


def news(number: int, **more: Any) -> GameNews:
    """What a commit of the game under a number says: nothing, but for `more`."""
    chosen: dict[str, Any] = {
        "opened_as": 0,
        "practice": False,
        "announced": False,
        "prizes": (),
        "called": 0,
        "call_outs": (),
        "won": (),
        "voided": (),
        "corrections": 0,
        "irregularities": 0,
        "ending": None,
        **more,
    }
    return GameNews(game(number), **chosen)


def begun(number: int, *, practice: bool = False) -> tuple[GameFollowed, ...]:
    """A game is opened and announced for 500 dollars."""
    prizes = (StagePrize(BINGO, nzd(500)),)
    return (
        followed(number, opened_as=number, practice=practice),
        followed(number, announced=True, prizes=prizes),
    )


def won(number: int, *, called: int = 40) -> tuple[GameFollowed, ...]:
    """A call out wins the bingo, and the game ends."""
    return (
        followed(number, called=called, call_outs=(Judged(1, None),)),
        followed(number, called=called, call_outs=(Judged(1, Verdict.VALID),), won=(BINGO,)),
        followed(number, called=called, ending=Ending.COMPLETED),
    )


def session(*events: Event) -> Given[Command, Event, State]:
    """A session after these events."""
    return Given(SESSIONS, *events)


PLANNED = (prepared(),)
OPEN = (prepared(), opened())


def figures(**more: Any) -> Figures:
    """Nothing was played of the two games that count, but for `more`."""
    chosen: dict[str, Any] = {
        **dict.fromkeys(Figures.__dataclass_fields__, 0),
        "not_played": 2,
        "prizes_announced": (),
        **more,
    }
    return Figures(**chosen)
