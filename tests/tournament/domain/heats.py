"""Two heats and what came of them, for the tests of results and play-offs."""

from __future__ import annotations

from dataclasses import replace

from tests.tournament.domain.tournaments import (
    FINAL,
    HEAT,
    Story,
    conditions,
    opened,
)

TWO = conditions(stages=(replace(HEAT, advance=2), FINAL))


def heats(made=TWO) -> tuple[Story, tuple[int, ...], tuple[int, ...]]:
    """A heat of eight in play at two tables, and who sits at them."""
    story = opened(8, made)
    session = story.seat()
    story.start(session)
    return story, story.players(session, 1), story.players(session, 2)


def by_box(players, chips) -> dict[int, int]:
    return dict(zip(players, chips, strict=True))
