"""Of two games that are opened at once for one place, the one that came there first is played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.draw.domain.game.belonging import (
    PLAYED_BEFORE,
    SESSION_NOT_OPEN,
    STARTED_OVER_BEFORE,
    RestartSeen,
    Turn,
)
from services.draw.domain.game.restarting import FollowRestart, RestartFollowed, RestartStep
from services.draw.domain.game.state import Ended
from services.kernel.law import Reason
from tests.draw.domain.games import (
    BALLS,
    TENNESSEE,
    announce,
    announced,
    game,
    in_play,
    open_game,
    waiting,
)
from tests.draw.domain.memphis import PRIZES
from tests.draw.domain.standing import voided
from tests.kit.law import permits, refuses

FIRST, SECOND = "venues/akl/games/2026-11-29-08", "venues/akl/games/2026-11-29-09"
VOID = "venues/akl/games/2026-11-29-07"
VOIDED = (*in_play(42), voided(why="nobody knows what was called"))
OPENED, ANNOUNCED, ENDED = RestartStep


def followed(name: str, step: RestartStep) -> RestartFollowed:
    return RestartFollowed(name, step)


def in_its_place(*events: RestartFollowed) -> str:
    """The game that is played in the place of the void one, after these events."""
    state = game(*VOIDED, *events).state
    assert isinstance(state, Ended)
    return state.restarted_as


def test_a_void_game_knows_of_the_one_in_its_place() -> None:
    game(*VOIDED).when(FollowRestart(FIRST, OPENED)).then(followed(FIRST, OPENED))
    assert in_its_place() == ""
    assert in_its_place(followed(FIRST, OPENED)) == FIRST


def test_the_first_is_in_its_place_and_stays_there() -> None:
    both = (followed(FIRST, OPENED), followed(SECOND, OPENED))
    assert in_its_place(*both) == FIRST
    played = (followed(FIRST, ANNOUNCED), followed(FIRST, ENDED))
    assert in_its_place(*both, *played, followed(SECOND, ENDED)) == FIRST


def test_one_that_is_given_up_before_it_was_announced_leaves_the_place_to_the_next() -> None:
    both = (followed(FIRST, OPENED), followed(SECOND, OPENED))
    assert in_its_place(*both, followed(FIRST, ENDED)) == SECOND
    assert in_its_place(*both, followed(SECOND, ENDED), followed(FIRST, ENDED)) == ""
    again = (followed(FIRST, ENDED), followed(SECOND, ENDED), followed(FIRST, OPENED))
    assert in_its_place(*both, *again) == FIRST


def test_in_a_game_that_goes_on_nothing_is_started_over() -> None:
    game(*in_play(42)).when(FollowRestart(FIRST, OPENED)).nothing()


@permits("TNB-14")
@refuses("TNB-14")
def test_tnb_14_a_void_game_is_started_over_once() -> None:
    tennessee = open_game(3, PRIZES, profile=TENNESSEE, selector=BALLS, currency="USD")
    void = RestartSeen(VOID, 40, True, ())
    assert game().when(replace(tennessee, restart=void)).events
    taken = replace(void, restarted_as=FIRST)
    game().when(replace(tennessee, restart=taken)).refused(STARTED_OVER_BEFORE, "TNB-14")


@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        (Turn(restarted_as=FIRST), STARTED_OVER_BEFORE),
        (Turn(played_as=FIRST), PLAYED_BEFORE),
        (Turn(session_open=False), SESSION_NOT_OPEN),
    ],
)
def test_the_other_of_two_is_not_announced(turn: Turn, reason: Reason) -> None:
    game(*waiting()).when(replace(announce(), turn=turn)).refused(reason)
    game(*waiting()).when(replace(announce(), turn=Turn())).then(announced())
