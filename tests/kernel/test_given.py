"""Given, when, then: the kit's sentences hold when they are true, and fail when they are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from services.kernel.law import Decider, Decision, Reason, Refused, Standing, expect, happened
from tests.kit.law import Given, Outcome

FULL = Reason("RACK_FULL", "The rack holds {held} balls and no more.", "End the game.", "XX-1")
BROKEN = Reason("BALL_BROKEN", "The ball is broken.", "Take another.", "XX-2")
VAGUE = Reason("RACK_VAGUE", "The rack holds {held} balls.", "Count them.")


@dataclass(frozen=True)
class Rack:
    """Put a ball on the rack, having seen how many there are."""

    ball: int
    seen: int


@dataclass(frozen=True)
class Racked:
    """A ball was put on the rack; 13 is one that no rack takes."""

    ball: int


def decide(command: Rack, balls: tuple[int, ...]) -> Decision[Racked]:
    """A rack for two balls."""
    expect("rack", command.seen, len(balls))
    if command.ball in balls:
        return Decision()
    if command.ball < 0:
        return Decision((Racked(0),), BROKEN())
    if command.ball > 90:
        raise VAGUE()
    if len(balls) == 2:
        raise FULL(held=2)
    return happened(Racked(command.ball))


def evolve(balls: tuple[int, ...], event: Racked) -> tuple[int, ...]:
    """Fold."""
    if event.ball == 13:
        raise KeyError(event.ball)
    return (*balls, event.ball)


RACK: Decider[Rack, Racked, tuple[int, ...]] = Decider(
    "racks", (), decide, evolve, lambda balls: Standing.IN_PLAY
)


def test_events_follow_and_the_history_goes_on() -> None:
    one = Given(RACK).when(Rack(7, seen=0)).then(Racked(7))
    two = one.when(Rack(8, seen=1)).then(Racked(8))
    assert (one.state, two.state, two.events) == ((7,), (7, 8), (Racked(7), Racked(8)))
    refused = two.when(Rack(9, seen=2)).refused(FULL, "XX-1")
    assert refused.sentence == "The rack holds 2 balls and no more."


def test_a_repeated_command_does_nothing() -> None:
    given = Given(RACK, Racked(7))
    assert given.when(Rack(7, seen=1)).nothing() is given


def test_a_refusal_on_record_has_its_events() -> None:
    outcome = Given(RACK, Racked(7)).when(Rack(-1, seen=1))
    after = outcome.recorded_refusal("BALL_BROKEN", "XX-2", events=(Racked(0),))
    assert after.state == outcome.state == (7, 0)


def test_what_was_seen_may_be_stale() -> None:
    assert Given(RACK, Racked(7)).when(Rack(8, seen=0)).stale().facts["now"] == "1"


FULL_RACK = (Racked(7), Racked(8))
Answer = Outcome[Rack, Racked, tuple[int, ...]]


@pytest.mark.parametrize(
    ("history", "command", "says"),
    [
        pytest.param((), Rack(7, 0), lambda it: it.then(), id="no event asked for"),
        pytest.param((), Rack(7, 0), lambda it: it.then(Racked(8)), id="another event"),
        pytest.param((), Rack(7, 0), lambda it: it.then(Racked(7), Racked(8)), id="one more"),
        pytest.param((), Rack(7, 0), lambda it: it.nothing(), id="it did something"),
        pytest.param((), Rack(7, 0), lambda it: it.refused(FULL), id="it was not refused"),
        pytest.param((), Rack(7, 0), lambda it: it.stale(), id="it was not stale"),
        pytest.param((), Rack(7, 0), lambda it: it.recorded_refusal(FULL), id="nor on record"),
        pytest.param((), Rack(7, 5), lambda it: it.refused("STALE"), id="stale, not refused"),
        pytest.param((), Rack(91, 0), lambda it: it.refused(VAGUE), id="a fact is missing"),
        pytest.param((), Rack(-1, 0), lambda it: it.then(Racked(0)), id="it was refused"),
        pytest.param((), Rack(-1, 0), lambda it: it.refused(BROKEN), id="it was on record"),
        pytest.param((), Rack(-1, 0), lambda it: it.recorded_refusal(BROKEN), id="with events"),
        pytest.param(FULL_RACK, Rack(7, 2), lambda it: it.then(Racked(7)), id="it did nothing"),
        pytest.param(FULL_RACK, Rack(9, 2), lambda it: it.nothing(), id="refused, not nothing"),
        pytest.param(FULL_RACK, Rack(9, 2), lambda it: it.refused("FULL"), id="another reason"),
        pytest.param(FULL_RACK, Rack(9, 2), lambda it: it.refused(FULL, ""), id="another clause"),
        pytest.param(FULL_RACK, Rack(9, 2), lambda it: it.stale(), id="refused, not stale"),
    ],
)
def test_what_is_not_so_fails(
    history: tuple[Racked, ...], command: Rack, says: Callable[[Answer], object]
) -> None:
    outcome = Given(RACK, *history).when(command)
    with pytest.raises(AssertionError):
        says(outcome)


def test_a_state_must_take_what_is_decided() -> None:
    with pytest.raises(AssertionError, match=r"does not take Racked\(ball=13\)"):
        Given(RACK).when(Rack(13, seen=0))


def test_other_errors_are_not_swallowed() -> None:
    def breaks(command: Rack, balls: tuple[int, ...]) -> Decision[Racked]:
        raise ZeroDivisionError

    broken = Decider("racks", RACK.initial, breaks, evolve, RACK.standing)
    with pytest.raises(ZeroDivisionError):
        Given(broken).when(Rack(1, seen=0))


def test_refused_is_what_the_law_raises() -> None:
    assert isinstance(Given(RACK, *FULL_RACK).when(Rack(9, seen=2)).refusal, Refused)
