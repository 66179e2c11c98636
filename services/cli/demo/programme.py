"""The programme of the evening in Auckland."""

from __future__ import annotations

from eyesdown_client import bingo, line, money, programmed

_PROFILE = "nz-casino-bingo"

PROGRAMME = (
    programmed(
        1,
        "All ninety",
        profile=_PROFILE,
        game_version=3,
        stages=[line(money("NZD", 100_00)), bingo(money("NZD", 1_000_00))],
    ),
    programmed(
        2, "A line of balls", profile=_PROFILE, game_version=2, stages=[line(money("NZD", 50_00))]
    ),
    programmed(
        3, "Seventeen", profile=_PROFILE, game_version=2, stages=[line(money("NZD", 80_00))]
    ),
    programmed(4, "By hand", profile=_PROFILE, game_version=2, stages=[line(money("NZD", 60_00))]),
    programmed(
        5,
        "Twice begun",
        profile=_PROFILE,
        game_version=3,
        stages=[line(money("NZD", 70_00)), bingo(money("NZD", 700_00))],
    ),
    programmed(
        6,
        "Practice",
        profile=_PROFILE,
        game_version=2,
        stages=[line(money("NZD", 10_00))],
        practice=True,
    ),
)
"""Numbers 1 to 6; the last for practice."""
