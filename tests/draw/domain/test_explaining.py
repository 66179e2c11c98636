"""What may and may not be done in a game now, and why."""

from __future__ import annotations

import pytest

from services.draw.domain.game.explaining import explain
from services.draw.domain.game.game import Event
from services.draw.domain.game.state import Ended, InPlay, Waiting
from services.draw.domain.game.words import Ending
from tests.draw.domain.games import (
    at,
    but,
    called,
    called_out,
    ended,
    game,
    in_play,
    keyed,
    opened,
    selected,
    waiting,
)
from tests.draw.domain.memphis import called as called_tn
from tests.draw.domain.memphis import in_play as tennessee_in_play
from tests.draw.domain.righting import SPOKEN, corrected
from tests.draw.domain.standing import STUCK, found, held


def told(*events: Event) -> dict[str, str]:
    """By RPC: who may do it, or why nobody may."""
    state = game(*events).state
    assert isinstance(state, Waiting | InPlay | Ended)
    return {
        step.method: step.refusal.reason.code if step.refusal else step.who
        for step in explain(state, at(60))
    }


@pytest.mark.parametrize(
    ("events", "steps"),
    [
        (
            (opened(),),
            {
                "AnnounceGame": "POST_EMPTY",
                "SelectNumber": "NOT_ANNOUNCED",
                "EndGame": "REASON_NEEDED",
            },
        ),
        (
            waiting(),
            {
                "AnnounceGame": "caller",
                "SelectNumber": "NOT_ANNOUNCED",
                "EndGame": "REASON_NEEDED",
            },
        ),
        (in_play(), {"SelectNumber": "caller", "EndGame": "REASON_NEEDED"}),
        ((*in_play(), selected(1, 42)), {"CallNumber": "caller", "EndGame": "REASON_NEEDED"}),
        (
            (*in_play(), selected(1, 42), called(1, 42)),
            {
                "SelectNumber": "NOT_CONFIRMED",
                "ConfirmCall": "supervisor",
                "EndGame": "REASON_NEEDED",
            },
        ),
        (
            (*in_play(42), called_out(1, 1)),
            {"SelectNumber": "PAUSED", "DecideCallOut": "supervisor", "EndGame": "PAUSED"},
        ),
        (in_play(*range(1, 91)), {"SelectNumber": "NO_MORE_NUMBERS", "EndGame": "supervisor"}),
        (
            (*in_play(42), ended(Ending.ABANDONED, "power cut")),
            {"SelectNumber": "GAME_ENDED", "EndGame": "GAME_ENDED"},
        ),
        (
            (*tennessee_in_play(7), keyed(2, 61), called_tn(2, 61)),
            {
                "SelectNumber": "NOT_CONFIRMED",
                "ConfirmCall": "announcer",
                "EndGame": "REASON_NEEDED",
            },
        ),
        (
            (*tennessee_in_play(7), keyed(2, 61)),
            {"CallNumber": "caller", "EndGame": "REASON_NEEDED"},
        ),
        (
            (*in_play(42), held()),
            {"SelectNumber": "HELD", "ResumeGame": "supervisor", "EndGame": "REASON_NEEDED"},
        ),
        (
            (*tennessee_in_play(7), found(STUCK, 61)),
            {"SelectNumber": "IRREGULARITY_WAITS", "EndGame": "IRREGULARITY_WAITS"},
        ),
        (tennessee_in_play(checks=()), {"SelectNumber": "NOT_HEARD", "EndGame": "REASON_NEEDED"}),
    ],
)
def test_every_step_is_explained(events: tuple[Event, ...], steps: dict[str, str]) -> None:
    assert told(*events) == steps


def test_of_two_calls_that_are_not_displayed_the_first_is_to_be_confirmed_next() -> None:
    events = (*in_play(42, 70), selected(3, 8), called(3, 8), corrected(2, SPOKEN, 17, 70))
    state = game(*events).state
    assert isinstance(state, InPlay)
    assert [call.confirmed for call in state.calls] == [True, False, False]
    assert [step.method for step in explain(state, at(60))].count("ConfirmCall") == 1


def test_where_the_key_is_away_nothing_is_said_of_the_number() -> None:
    closed = but(selected(1, 42), selection=but(selected(1, 42).selection, value=None))
    assert told(*in_play(), closed) == {"EndGame": "REASON_NEEDED"}
