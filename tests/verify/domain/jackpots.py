"""Jackpots for tests, what the desks of games say to them, and how a chain of cycles is played.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from services.kernel.law import Decision
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.jackpot.carrying import CarriedOver, PassedOn, TakeCarried
from services.verify.domain.jackpot.ending import CarryOver
from services.verify.domain.jackpot.jackpot import JACKPOTS, Command, Event, TakeNews
from services.verify.domain.jackpot.ledger import Entry, EntryKind
from services.verify.domain.jackpot.news import News, Owed, Shared, StageWon, Step
from services.verify.domain.jackpot.opening import JackpotOpened, OpenJackpot, OpenNextCycle
from services.verify.domain.jackpot.state import Cycle, Running, State, Unopened, Won
from services.verify.domain.jackpot.terms import Condition, Declaration, JackpotRules, Terms
from services.verify.domain.jackpot.winning import JackpotWon
from tests.kit.law import Given
from tests.verify.domain.sales import at, nzd

BINGO, LINE = Stage.SERIES, Stage.PART_SERIES
FIRST = "venues/akl/jackpots/2026-friday"
SECOND = "venues/akl/jackpots/2026-friday-2"
SEVEN, EIGHT, NINE = (f"venues/akl/games/2026-11-29-0{number}" for number in (7, 8, 9))
SESSION = "venues/akl/sessions/2026-11-29-1"
RULES = JackpotRules(5_000, (Condition.WITHIN_CALLS, Condition.ANY_CALL), "NZB")
IN_FIFTY = Declaration(1_000, BINGO, 50)


def terms(**more: Any) -> Terms:
    """A tenth of the receipts, and a seed of five hundred dollars."""
    chosen = {"seed": nzd(500_00), "most": None, "rules": RULES, **more}
    return Terms(**{"title": "Friday jackpot", "share": 1_000, **chosen})


def open_jackpot(taken: str = "", **more: Any) -> OpenJackpot:
    """Open it."""
    return OpenJackpot(terms(**more), "friday", "NZD", taken, "mere", at())


def entry(source: str, target: str, cents: int, kind: EntryKind, when: int = 0) -> Entry:
    """An entry of the ledger."""
    return Entry(source, target, nzd(cents), kind, at(when))


def opened(**more: Any) -> JackpotOpened:
    """It was opened."""
    made = terms(**more)
    cents = made.seed.minor_units
    seed = (entry("house", "pool", cents, EntryKind.SEED),) if cents else ()
    return JackpotOpened(made, "friday", 1, "", (), seed, "mere", at())


def news(
    *steps: Step, game: str = SEVEN, declared: Declaration = IN_FIFTY, when: int = 1
) -> TakeNews:
    """What the desk of a game says."""
    return TakeNews(News(game, SESSION, declared, steps), at(when))


def taken(cents: int) -> Step:
    """So much was taken for cards."""
    return Step(taken=nzd(cents))


def back(cents: int) -> Step:
    """So much went back."""
    return Step(back=nzd(cents))


def won(position: int, stage: Stage = BINGO, odd: int = 0) -> Step:
    """A stage has its winners."""
    return Step(won=StageWon(stage, position, nzd(odd) if odd else None))


def shared(*cents: int, house_keeps: bool = False, first: int = 1) -> Step:
    """The jackpot is divided so, by shares from `first` on."""
    shares = tuple(Owed(number, nzd(each)) for number, each in enumerate(cents, start=first))
    return Step(shared=Shared(shares, house_keeps))


def owed(share: int, cents: int) -> Owed:
    """Of a share."""
    return Owed(share, nzd(cents))


UNSHARED = Step(unshared=True)
ENDED = Step(ended=True)
VOID = Step(ended=True, void=True)


def jackpot(*commands: Command, **more: Any) -> Given[Command, Event, State]:
    """A jackpot after these commands."""
    made = Given(JACKPOTS, opened(**more))
    for command in commands:
        outcome = made.when(command)
        assert outcome.refusal is None
        made = Given(JACKPOTS, *made.events, *outcome.events)
    return made


def cycle_of(given: Given[Command, Event, State]) -> Cycle:
    """A cycle that there is."""
    assert isinstance(given.state, Cycle)
    return given.state


class Chain:
    """The cycles of a jackpot, each fed by what the one before passes on, as the service does."""

    def __init__(self, **more: Any) -> None:
        self.cycles: dict[str, State] = {FIRST: JACKPOTS.evolve(Unopened(), opened(**more))}
        self.of: dict[str, tuple[Event, ...]] = {FIRST: (opened(**more),)}

    @property
    def events(self) -> list[Event]:
        """What happened in all cycles, each for itself in order."""
        return [event for events in self.of.values() for event in events]

    def given(self, name: str = FIRST) -> Given[Command, Event, State]:
        """One of its cycles, as history."""
        return Given(JACKPOTS, *self.of[name])

    def news(self, *steps: Step, **more: Any) -> None:
        """A desk says something; it names the first cycle for ever."""
        self.tell(FIRST, news(*steps, **more))

    def carry_over(self, name: str = FIRST) -> None:
        """A person gives a win up."""
        self.tell(name, CarryOver("mere", at(9)))

    def tell(self, name: str, command: Command) -> None:
        """Tell a cycle something, and the next ones what follows from it."""
        decision: Decision[Event] = JACKPOTS.decide(command, self.cycles[name])
        state = self.cycles[name]
        for event in decision.events:
            state = JACKPOTS.evolve(state, event)
        self.cycles[name] = state
        self.of[name] = (*self.of.get(name, ()), *decision.events)
        self._follow(name, decision.events)

    def _follow(self, name: str, events: tuple[Event, ...]) -> None:
        won = [each for each in events if isinstance(each, JackpotWon)]
        carried = [each for each in events if isinstance(each, CarriedOver)]
        passed = [each for each in events if isinstance(each, PassedOn)]
        cycle = self.cycles[name]
        assert isinstance(cycle, Cycle)
        left = sum((each.amount.minor_units for each in carried), 0)
        for each in won:
            number = cycle.number + 1
            self.cycles[each.next] = Unopened()
            opening = OpenNextCycle(
                cycle.terms, cycle.word, number, name, nzd(left), each.games, at(2)
            )
            self.tell(each.next, opening)
        if carried and not won:
            through = (*carried[0].through, name)
            self.tell(carried[0].to, TakeCarried(name, nzd(left), through, at(2)))
        for handed in passed:
            through = (*handed.news.through, name)
            self.tell(handed.to, TakeNews(replace(handed.news, through=through), at(2)))

    def cycle(self, name: str) -> Running | Won:
        """One of its cycles."""
        found = self.cycles[name]
        assert isinstance(found, Running | Won)
        return found

    def pool(self, name: str = FIRST) -> int:
        """What is played for."""
        return self.cycle(name).pool.minor_units

    def balances(self, name: str = FIRST) -> dict[str, int]:
        """What is in each account that is not empty."""
        return {each: n for each, n in self.cycle(name).ledger.balances().items() if n}
