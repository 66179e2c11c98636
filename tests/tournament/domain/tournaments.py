"""Tournaments for tests: usual conditions, and a story that is told command by command.

The tournament is in Auckland under New Zealand's profile: Olga of the operator runs the desk, Dora
is the director and Cass the cashier. Play begins on Sunday 29 November 2026 at 19:00 there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from services.kernel.law import Decision
from services.kernel.money import Money
from services.kernel.profiles import Profiles
from services.tournament.domain.profile import TournamentProfile
from services.tournament.domain.terms import (
    ChipIssue,
    Length,
    LengthUnit,
    TableEnd,
    Tally,
    TallyStatus,
)
from services.tournament.domain.tournament import (
    conditions as chapter,
)
from services.tournament.domain.tournament import (
    entries,
    playoffs,
    prizes,
    results,
    seating,
    sessions,
    staff,
    starting,
)
from services.tournament.domain.tournament.conditions_state import (
    Admission,
    Conditions,
    Limits,
    Playoffs,
    Prize,
    Readings,
    Stage,
)
from services.tournament.domain.tournament.parts import TableResult
from services.tournament.domain.tournament.state import Tournament
from services.tournament.domain.tournament.tournament import TOURNAMENTS, Command, Event
from tests.kit.law import Given

RULES = Path(__file__).resolve().parents[3] / "rules"
OLGA, DORA, CASS = "olga", "dora", "cass"
ZONE = "Pacific/Auckland"
# 19:00 in Auckland, where it is summer time: UTC+13.
START = datetime(2026, 11, 29, 6, 0, tzinfo=UTC)
EARLY = datetime(2026, 10, 1, tzinfo=UTC)
"""When people apply: long before the seven days."""
ENTROPY = bytes(range(32))
MINUTES, SHOES, ROUNDS = LengthUnit.MINUTES, LengthUnit.SHOES, LengthUnit.ROUNDS
FREE, FACE_VALUE = ChipIssue.FREE, ChipIssue.FACE_VALUE


def profile() -> TournamentProfile:
    """New Zealand's profile, from its file."""
    found = Profiles.load(RULES).get("nz-tournament-blackjack")
    return TournamentProfile.of(found.id, found.values)


PROFILE = profile()


def nzd(dollars: int, cents: int = 0) -> Money:
    """An amount of New Zealand dollars."""
    return Money("NZD", dollars * 100 + cents)


def limits(**changes: Any) -> Limits:
    """Wagers of 10 to 500 in steps of 5 at every table."""
    return replace(Limits(0, 10, 500, 5, multiples=False), **changes)


def stage(title: str, advance: int, **changes: Any) -> Stage:
    """A stage of 20 minutes and 1,000 free chips."""
    made = Stage(title, 1000, FREE, Length(MINUTES, 20), (limits(),), advance)
    return replace(made, **changes)


HEAT, FINAL = stage("heat", 1), stage("final", 0)
PRIZES = (
    Prize(1, 100_00, 0, ""),
    Prize(2, 60_00, 0, ""),
    Prize(3, 30_00, 0, ""),
    Prize(4, 10_00, 0, ""),
)


def conditions(**changes: Any) -> Conditions:
    """A heat and a final, 50 dollars to enter, four prizes.

    16 to 49 players fill a heat and a final, one of each table going on; for other stages as many
    may enter as fill them.
    """
    stages = changes.get("stages", (HEAT, FINAL))
    numbers = {(0,): (4, 7), (1, 0): (16, 49), (2, 0): (8, 21), (3, 0): (8, 14)}
    fewest, most = numbers.get(tuple(each.advance for each in stages), (4, 56))
    made = Conditions(
        title="Spring Open",
        application_form="Form TB-1",
        fee=nzd(50),
        admission=Admission.BY_OPERATOR,
        fewest=fewest,
        most=most,
        stages=(HEAT, FINAL),
        playoffs=Playoffs(500, Length(ROUNDS, 10), 500),
        prizes=PRIZES,
        allocation="By place in the final",
        readings=None,
        starts_at=START,
    )
    return replace(made, **changes)


def readings(**changes: Any) -> Readings:
    """No reading of the conditions' own, but for the changes."""
    return replace(Readings(None, None, None, None), **changes)


def plan(made: Conditions | None = None, **changes: Any) -> chapter.PlanTournament:
    """Plan it under the profile, in force and approved."""
    command = chapter.PlanTournament(
        PROFILE.id,
        PROFILE.rules,
        made or conditions(),
        "NZD",
        ZONE,
        commencement=datetime(1996, 7, 11, 22, tzinfo=UTC),
        approved=True,
        at=EARLY,
    )
    return replace(command, **changes)


def tallied(
    chips: Mapping[int, int],
    end: TableEnd = TableEnd.LENGTH,
    remaining: Sequence[int] = (),
    statuses: Mapping[int, TallyStatus] | None = None,
) -> TableResult:
    """A result: chips by player. Who has none is eliminated, unless a status is given."""
    given = statuses or {}
    tallies = tuple(
        Tally(
            player,
            held,
            given.get(player, TallyStatus.ACTIVE if held else TallyStatus.ELIMINATED),
        )
        for player, held in chips.items()
    )
    return TableResult(end, tallies, tuple(remaining), 20)


class Story:
    """What happened so far; every `do` must be allowed and is added."""

    def __init__(self, made: Conditions | None = None) -> None:
        self.at = EARLY
        self.events: list[Event] = []
        self.do(plan(made))

    @property
    def given(self) -> Given[Command, Event, Any]:
        """The history, to try a command on."""
        return Given(TOURNAMENTS, *self.events)

    @property
    def state(self) -> Tournament:
        """The tournament as it stands."""
        found = self.given.state
        assert isinstance(found, Tournament)
        return found

    def decide(self, command: Command) -> Decision[Event]:
        """What a command leads to; raises the refusal."""
        return TOURNAMENTS.decide(command, self.given.state)

    def do(self, *commands: Command) -> Story:
        """Carry out commands."""
        for command in commands:
            decision = self.decide(command)
            assert decision.refusal is None
            self.events += decision.events
        return self

    def publish(self) -> Story:
        """Publish the conditions, and designate Dora."""
        return self.do(chapter.PublishConditions(OLGA, EARLY), staff.DesignateDirector(DORA, EARLY))

    def apply(self, count: int = 1, *, endorsed: bool = True, box: int = 0) -> Story:
        """So many apply and pay the fee."""
        fee = self.state.conditions.fee
        for _ in range(count):
            name = f"ref-{len(self.state.entries) + 1}"
            self.do(entries.Apply(name, fee, box, endorsed, self.at))
        return self

    def enter(self, count: int) -> Story:
        """So many apply and are accepted."""
        for _ in range(count):
            self.apply()
            self.do(entries.AcceptApplicant(len(self.state.entries), self.at))
        return self

    def seat(self, stage: int = 1, tables: int = 0, starts_at: datetime = START) -> int:
        """Plan a session and draw its seats; its number."""
        self.do(sessions.PlanSession(stage, starts_at, self.at))
        number = len(self.state.sessions)
        self.do(seat_session(number, tables=tables))
        return number

    def start(self, session: int) -> Story:
        """The director is there and starts it, at its time."""
        found = self.state.session(session)
        assert found is not None
        self.at = max(self.at, found.starts_at)
        if not found.director_present:
            self.do(staff.RecordPresence(session, True, DORA, self.at))
        return self.do(starting.StartSession(session, (), DORA, self.at))

    def tally(self, session: int, table: int, result: TableResult) -> Story:
        """A table is done."""
        return self.do(results.RecordTableResult(session, table, result, self.at))

    def players(self, session: int, table: int = 1) -> tuple[int, ...]:
        """Who sits at a table, by box."""
        found = self.state.session(session)
        assert found is not None
        of = found.table(table)
        assert of is not None
        return of.players

    def playoff(self, session: int, table: int = 1) -> int:
        """The director calls the play-off of a table; its session's number."""
        self.do(playoffs.CallPlayoff(session, table, self.at, ENTROPY, DORA, self.at))
        return len(self.state.sessions)

    def played(self, session: int, chips: Sequence[int], table: int = 1) -> Story:
        """Start a session and tally the players of a table, by box, with these chips."""
        self.start(session)
        players = self.players(session, table)
        return self.tally(session, table, tallied(dict(zip(players, chips, strict=True))))


def seat_session(session: int, **changes: Any) -> seating.SeatSession:
    """Draw the seats of a session."""
    made = seating.SeatSession(session, (), 0, (), ENTROPY, OLGA, EARLY)
    return replace(made, **changes)


def opened(count: int = 0, made: Conditions | None = None) -> Story:
    """A published tournament with so many players."""
    return Story(made).publish().enter(count)


def final_of(count: int, made: Conditions | None = None) -> tuple[Story, int]:
    """A tournament of a single final, seated with so many players; the session's number."""
    story = opened(count, made or conditions(stages=(FINAL,)))
    return story, story.seat()


def confirm(story: Story) -> prizes.ConfirmPlacings:
    """The director confirms the placings now."""
    return prizes.ConfirmPlacings(DORA, story.at)


HOUR, DAY = timedelta(hours=1), timedelta(days=1)
