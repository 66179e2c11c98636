"""Tests of the law, written as the law reads.

A history is given, a command comes, and events or a refusal follow:

    @permits("NZB-5.6(c)")
    def test_nzb_5_6_c_the_caller_announces_the_selected_number() -> None:
        Given(GAME, opened, announced, selected).when(CallNumber(1)).then(NumberCalled(1, 42))

`permits`, `refuses` and `means` say which clause a test is about. `tests.kit.rules_plugin` fails a
marked test in which the clause was not put to the test, and hands the others to `make rules`.
"""

from __future__ import annotations

from string import Formatter
from typing import Generic, Literal, TypeVar

import pytest

from services.kernel.law import Decider, Decision, Reason, Refused, Stale

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S")


# -- which clause a test is about ------------------------------------------------------------------


def permits(*clauses: str) -> pytest.MarkDecorator:
    """What these clauses permit is done: a function that carries each of them let it through."""
    return pytest.mark.permits(*_some(clauses))


def refuses(*clauses: str) -> pytest.MarkDecorator:
    """What these clauses forbid is tried: a function that carries each of them refuses by it."""
    return pytest.mark.refuses(*_some(clauses))


def means(clause: str, *, side: Literal["inside", "outside"]) -> pytest.MarkDecorator:
    """One side of the line that a definition draws; the other side has a test of its own.

    The same function runs on both sides and answers differently.
    """
    if side not in ("inside", "outside"):
        raise ValueError(f"a definition has an inside and an outside, no {side!r}")
    return pytest.mark.means(*_some((clause,)), side=side)


def _some(clauses: tuple[str, ...]) -> tuple[str, ...]:
    if not all(clauses) or not clauses:
        raise ValueError("name at least one clause of rules/index.tsv")
    return clauses


# -- given, when, then -----------------------------------------------------------------------------


class Given(Generic[C, E, S]):
    """An aggregate after these events; `state` is what they fold to."""

    def __init__(self, decider: Decider[C, E, S], *events: E) -> None:
        self._decider = decider
        self.events = events
        self.state = _fold(decider, decider.initial, events)

    def when(self, command: C) -> Outcome[C, E, S]:
        """Decide `command`; what is decided must fold, whatever the test then asks of it."""
        try:
            decision = self._decider.decide(command, self.state)
        except Refused as refused:
            return Outcome(self, self._decider, None, refused)
        return Outcome(self, self._decider, decision, None)


class Outcome(Generic[C, E, S]):
    """What came of a command: `events` and `refusal`, and the `state` after it."""

    def __init__(
        self,
        given: Given[C, E, S],
        decider: Decider[C, E, S],
        decision: Decision[E] | None,
        raised: Refused | None,
    ) -> None:
        self._given = given
        self._decider = decider
        self._raised = raised
        self.events: tuple[E, ...] = decision.events if decision else ()
        self.refusal: Refused | None = decision.refusal if decision else raised
        self.state = _fold(decider, given.state, self.events)

    def then(self, *events: E) -> Given[C, E, S]:
        """These events and no others, no refusal. Returns the history with them, to go on from."""
        assert events, "then() needs events; a command that changes nothing is nothing()"
        assert self.refusal is None, f"it was refused: {self.refusal!r}"
        assert self.events == events
        return Given(self._decider, *self._given.events, *events)

    def nothing(self) -> Given[C, E, S]:
        """The command is allowed and changes nothing."""
        assert self.refusal is None, f"it was refused: {self.refusal!r}"
        assert self.events == ()
        return self._given

    def refused(self, reason: Reason | str, clause: str | None = None) -> Refused:
        """Refused and not on record, for this reason; `clause` too, if given ("" is no clause)."""
        refused = self._raised
        assert refused is not None, f"it was not refused: {self.events!r}, {self.refusal!r}"
        assert not isinstance(refused, Stale), f"it was stale, not refused: {refused!r}"
        _same(refused, reason, clause)
        return refused

    def recorded_refusal(
        self, reason: Reason | str, clause: str | None = None, *, events: tuple[E, ...] = ()
    ) -> Given[C, E, S]:
        """Refused on record, together with these events."""
        assert self._raised is None, f"the refusal is not on record: {self._raised!r}"
        assert self.refusal is not None, f"it was not refused: {self.events!r}"
        _same(self.refusal, reason, clause)
        assert self.events == events
        return Given(self._decider, *self._given.events, *events)

    def stale(self) -> Stale:
        """The person had not seen the present state."""
        refused = self._raised
        assert isinstance(refused, Stale), f"it was not stale: {self.events!r}, {refused!r}"
        return refused


def _fold(decider: Decider[C, E, S], state: S, events: tuple[E, ...]) -> S:
    for event in events:
        try:
            state = decider.evolve(state, event)
            decider.standing(state)
        except Exception as wrong:
            raise AssertionError(f"the state does not take {event!r}: {wrong!r}") from wrong
    return state


def _same(refused: Refused, reason: Reason | str, clause: str | None) -> None:
    code = reason.code if isinstance(reason, Reason) else reason
    assert refused.reason.code == code
    assert clause is None or refused.clause == clause
    asked = {name for _, name, _, _ in Formatter().parse(refused.reason.says) if name}
    missing = asked - refused.facts.keys()
    assert not missing, f"{code} tells people nothing of {missing}: give it these facts"
