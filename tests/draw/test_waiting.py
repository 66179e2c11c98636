"""What waits for a second person, of games, sessions and disputes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from services.draw.domain.game.game import GAMES, Event
from services.draw.domain.game.opening import GameOpened
from services.draw.domain.game.parts import Acknowledgement
from services.draw.domain.game.state import Game, State
from services.draw.domain.game.words import IrregularityKind
from services.draw.domain.session.session import SESSIONS
from services.draw.views.waiting import in_dispute, in_games, in_session, moves
from services.kernel.names import Name
from tests.draw.domain import games, memphis, standing
from tests.draw.domain.dispute import disputes
from tests.draw.domain.games import LINE, VALID, but, called_out, decided
from tests.draw.domain.righting import (
    SPOKEN,
    proposed_correction,
    proposed_voiding,
    rejected,
)
from tests.draw.domain.session import sessions

GAME = Name("akl", "games", "2026-11-29-07")
WON = (*games.in_play(42), called_out(1, 1), decided(1, VALID, LINE))


def game(*events: Event, practice: bool = False) -> State:
    first, *rest = events
    assert isinstance(first, GameOpened)
    state = GAMES.initial
    for event in (replace(first, practice=practice), *rest):
        state = GAMES.evolve(state, event)
    return state


def waits(
    *events: Event, seen: Sequence[Acknowledgement] = (), practice: bool = False
) -> list[str]:
    state = game(*events, practice=practice)

    def on_glass(name: Name, game: Game) -> tuple[Acknowledgement, ...]:
        return tuple(seen)

    return list(in_games(on_glass)(GAME, state))


@pytest.mark.parametrize(
    ("events", "told"),
    [
        (games.in_play(42), []),
        (WON, []),
        ((*WON, proposed_voiding(1, LINE)), ["void_winners"]),
        ((*WON, proposed_voiding(1, LINE), rejected(1)), []),
        ((*games.in_play(42), proposed_correction(1, 1, SPOKEN, 42, 24)), ["correction"]),
        ((*games.in_play(42), standing.found(IrregularityKind.STUCK, 3)), ["irregularity"]),
    ],
)
def test_what_is_proposed_and_not_decided(events: tuple[Event, ...], told: list[str]):
    assert waits(*events) == told
    assert waits(*events, practice=True) == []


def test_a_room_that_keeps_the_next_number_from_coming():
    called = (*memphis.in_play(), games.keyed(1, 7), memphis.called(1, 7), memphis.shown(1, 7))
    assert waits(*called) == ["room"]
    assert waits(*called, seen=[memphis.on_glass(1, 7)]) == []
    assert waits(*called, called_out(1, 1)) == [], "a claim comes first"
    first, *rest = called
    assert isinstance(first, GameOpened)
    free = but(first, rules=replace(first.rules, rooms_before_next=False))
    assert waits(free, *rest) == []
    assert moves(game(*called)), "with what the room shows"
    assert not moves(game(free, *rest))
    assert not moves(game(first))


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((), []),
        ((sessions.prepared(),), ["programme"]),
        ((sessions.prepared(), sessions.opened()), []),
        (
            (sessions.prepared(), sessions.opened(), sessions.amendment(withdrawn=(3,))),
            ["amendment"],
        ),
        (
            (sessions.prepared(), sessions.opened(), sessions.counted(sessions.figures())),
            ["session_figures"],
        ),
        (
            (
                *(sessions.prepared(), sessions.opened()),
                *(sessions.counted(sessions.figures()), sessions.closed()),
            ),
            [],
        ),
    ],
)
def test_what_one_person_has_signed_of_a_session(events, told: list[str]):
    state = SESSIONS.initial
    for event in events:
        state = SESSIONS.evolve(state, event)
    assert list(in_session(Name("akl", "sessions", "2026-11-29-1"), state)) == told


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ((), []),
        ((disputes.ruled(),), ["dispute_review"]),
        ((disputes.ruled(), disputes.reviewed()), []),
        ((disputes.ruled(), disputes.reviewed(agrees=False)), []),
    ],
)
def test_a_ruling_that_nobody_has_reviewed(more, told: list[str]):
    state = disputes.dispute(disputes.opened(), *more).state
    assert list(in_dispute(Name("akl", "disputes", "2026-11-29-1"), state)) == told
