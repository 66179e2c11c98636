"""A display: bound, bound again, revoked."""

from __future__ import annotations

import pytest

from services.draw.domain.display import (
    DISPLAYS,
    Bound,
    Command,
    Event,
    Revoked,
    State,
    Unknown,
    evolve,
    standing,
)
from services.kernel.law import Standing
from tests.draw.domain.displays import AT, BOUND, HASH, REVOKED, bind, revoke
from tests.kit.law import Given


@pytest.mark.parametrize("hangs_in", ["", "main"])
def test_a_screen_that_waits_is_bound_where_the_display_hangs(hangs_in: str) -> None:
    new = Given[Command, Event, State](DISPLAYS)
    after = new.when(bind(hangs_in=hangs_in)).then(BOUND)
    assert after.state == Bound("north", "main", HASH, "stu", AT)


@pytest.mark.parametrize("before", [(BOUND,), (BOUND, REVOKED)])
def test_another_screen_takes_its_place(before: tuple[Event, ...]) -> None:
    other = bind(secret_sha256=b"o" * 32, room="terrace")
    after = Given[Command, Event, State](DISPLAYS, *before).when(other)
    assert after.state == Bound("north", "terrace", b"o" * 32, "stu", AT)


def test_a_bound_screen_is_cut_off() -> None:
    after = Given(DISPLAYS, BOUND).when(revoke()).then(REVOKED)
    assert after.state == Revoked("north", "main", "stolen", "mere", AT)


def test_nothing_is_revoked_that_was_never_bound() -> None:
    with pytest.raises(TypeError, match="never bound"):
        evolve(Unknown(), REVOKED)


def test_how_it_stands_in_lists() -> None:
    bound = evolve(Unknown(), BOUND)
    assert standing(bound) is Standing.IN_PLAY
    assert standing(evolve(bound, REVOKED)) is Standing.WAITING
