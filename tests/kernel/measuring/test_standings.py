"""How many are in which phase follows from the heads, whatever order they come in."""

from __future__ import annotations

from datetime import UTC, datetime

from prometheus_client import CollectorRegistry

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import cards_pb2
from services.kernel.following.heads import Head
from services.kernel.following.standings import Standings, phase_of
from services.kernel.following.unasked import Unasked
from services.kernel.law import Standing
from services.kernel.names import Name

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def game(number: int, phase: int, standing: Standing = Standing.IN_PLAY) -> Head:
    name = Name("akl", "games", f"2026-11-29-{number:02}")
    row = game_pb2.GameRow(phase=phase)  # type: ignore[arg-type]  # enum numbers are ints
    return Head(name, 1, 1, NOON, standing, row)


def test_aggregates_are_counted_by_phase_until_they_are_over():
    registry = CollectorRegistry()
    standings = Standings(Unasked("draw", registry, ["akl"]))

    def count(phase: str) -> float | None:
        labels = {"service": "draw", "venue": "akl", "kind": "games", "phase": phase}
        return registry.get_sample_value("eyesdown_standing", labels)

    for number in (1, 2):
        standings.seen(game(number, game_pb2.PHASE_WAITING))
    assert count("waiting") == 2
    standings.seen(game(1, game_pb2.PHASE_IN_PLAY))
    standings.seen(game(1, game_pb2.PHASE_IN_PLAY))
    assert (count("waiting"), count("in_play")) == (1, 1)
    standings.seen(game(1, game_pb2.PHASE_ENDED, Standing.ENDED))
    standings.seen(game(1, game_pb2.PHASE_ENDED, Standing.ENDED))
    assert (count("waiting"), count("in_play"), count("ended")) == (1, 0, None)


def test_a_phase_is_told_in_words():
    assert phase_of(game(1, game_pb2.PHASE_IN_PLAY)) == "in_play"
    assert phase_of(game(1, 99)) == "unknown"
    assert phase_of(game(1, game_pb2.PHASE_ENDED, Standing.ENDED)) is None


def test_what_has_no_phase_is_open():
    name = Name("akl", "catalogue", "2026")
    head = Head(name, 1, 1, NOON, Standing.IN_PLAY, cards_pb2.CatalogueRow())
    assert phase_of(head) == "open"


def test_what_is_for_practice_is_told_apart_whatever_its_phase():
    head = game(1, game_pb2.PHASE_IN_PLAY)
    head.row.practice = True  # type: ignore[attr-defined]  # it is a row of games
    assert phase_of(head) == "practice"
