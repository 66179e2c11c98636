"""Tournaments in which something is refused, and what a row of the lists of refusals is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from services.kernel.admission import Answer, Check
from services.tournament.domain.terms import TableEnd
from services.tournament.domain.tournament.books import CloseTournament
from services.tournament.domain.tournament.checked import PlayerChecked
from services.tournament.domain.tournament.conditions import PublishConditions
from services.tournament.domain.tournament.leaving import (
    CancelTournament,
    DisqualifyPlayer,
    Failing,
)
from services.tournament.domain.tournament.parts import Cancelling
from services.tournament.domain.tournament.prizes import PayPrize
from services.tournament.domain.tournament.results import CorrectTableResult
from services.tournament.domain.tournament.sessions import PlanSession
from services.tournament.domain.tournament.staff import RecordPresence
from services.tournament.domain.tournament.tournament import Command
from tests.tournament.domain.tournaments import (
    CASS,
    DORA,
    EARLY,
    FINAL,
    HEAT,
    HOUR,
    OLGA,
    START,
    Story,
    conditions,
    confirm,
    final_of,
    opened,
    tallied,
)

Tell = Callable[[], tuple[Story, Command]]


@dataclass(frozen=True)
class Row:
    """`tell` gives a story and a command that is refused for `code`; people are told `says`."""

    code: str
    tell: Tell
    says: str


TURNED_AWAY = (
    PlayerChecked(1, Check(Answer.MAY_PLAY)),
    PlayerChecked(2, Check(Answer.MAY_NOT_PLAY)),
    PlayerChecked(3, Check(Answer.NOT_KNOWN)),
    PlayerChecked(4, Check(Answer.NOT_KNOWN, unchecked_allowed=True)),
    PlayerChecked(99, Check(Answer.MAY_NOT_PLAY)),
)
LACK = Cancelling.LACK_OF_PARTICIPATION
PUBLISH = PublishConditions(OLGA, EARLY)
ONE_FINAL = conditions(stages=(FINAL,))


def on(made: Story, command: Command) -> tuple[Story, Command]:
    return made, command


def seated(count: int = 4) -> Story:
    """A final with its seats drawn, and the director there."""
    story, session = final_of(count)
    return story.do(RecordPresence(session, True, DORA, EARLY))


def playing(count: int = 4) -> Story:
    """A final in play."""
    story, session = final_of(count)
    return story.start(session)


def played(chips=(900, 700, 500, 300), made=ONE_FINAL) -> Story:
    """A final that is over."""
    story, session = final_of(len(chips), made)
    return story.played(session, chips)


def placed() -> Story:
    """A final whose places are confirmed."""
    story = played()
    return story.do(confirm(story))


def heat_over(first=(900, 100, 700, 0), second=(900, 100, 700, 0)) -> Story:
    """A heat of two tables that is over, two of each going on."""
    story = opened(8, conditions(stages=(replace(HEAT, advance=2), FINAL)))
    session = story.seat()
    story.start(session)
    for table, chips in ((1, first), (2, second)):
        by_player = dict(zip(story.players(session, table), chips, strict=True))
        story.tally(session, table, tallied(by_player))
    return story


def next_started() -> Story:
    """The final has started after the heat."""
    story = heat_over()
    return story.start(story.seat(2, starts_at=START + HOUR))


def too_many_through() -> Story:
    """A heat of four tables, two of each having come through; the final is planned."""
    story = opened(16, conditions(stages=(replace(HEAT, advance=2), FINAL)))
    session = story.seat(tables=4)
    story.start(session)
    for table in (1, 2, 3, 4):
        chips = dict(zip(story.players(session, table), (900, 700, 500, 300), strict=True))
        story.tally(session, table, tallied(chips))
    return story.do(PlanSession(2, START, START))


def void(story: Story, player: int) -> Command:
    """The player is disqualified; who pays the first award then."""
    story.do(DisqualifyPlayer(player, Failing.RULES, "hid chips", OLGA, START))
    return PayPrize(1, CASS, START)


def tied() -> Story:
    """A final that two have to play off, and the play-off is called."""
    story = played((900, 900, 500, 300))
    story.playoff(1)
    return story


def published(**changes) -> Tell:
    return lambda: on(Story(conditions(**changes)), PUBLISH)


def planned(count: int = 8, made=None) -> Story:
    return opened(count, made).do(PlanSession(1, START, EARLY))


def correcting(story: Story) -> CorrectTableResult:
    players = story.players(1, 1)
    tallies = tallied(dict(zip(players, (1, 2, 3, 4), strict=True))).tallies
    return CorrectTableResult(1, 1, tallies, TableEnd.LENGTH, (), "", "gus", START)


def after(make: Callable[[], Story], command: Callable[[Story], Command]) -> Tell:
    """A story, and a command that depends on it."""

    def tell() -> tuple[Story, Command]:
        story = make()
        return story, command(story)

    return tell


def cancelled() -> Story:
    return opened(3).do(CancelTournament(LACK, "three", OLGA, EARLY))


def closed() -> Story:
    return opened(0).do(CancelTournament(LACK, "nobody", OLGA, EARLY), CloseTournament(OLGA, EARLY))
