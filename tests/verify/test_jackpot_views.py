"""What people see of jackpots and sessions."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.board.v1 import jackpot_pb2
from eyesdown.verify.v1 import jackpots_pb2
from services.kernel.names import Name
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from services.verify.domain.desk.prizes import Stage
from services.verify.domain.jackpot.news import Step
from services.verify.domain.jackpot.state import Unopened
from services.verify.domain.jackpot.terms import Declaration
from services.verify.facts.figures import game_figures, payout, total
from services.verify.views import jackpot as views
from tests.verify.domain.jackpots import (
    EIGHT,
    ENDED,
    FIRST,
    IN_FIFTY,
    SECOND,
    SEVEN,
    UNSHARED,
    Chain,
    owed,
    shared,
    taken,
    won,
)
from tests.verify.domain.prizes import settled
from tests.verify.domain.sales import at, nzd


def snapshot(chain: Chain, name: str = FIRST) -> Snapshot[Any, Any]:
    """A cycle as it is."""
    return Snapshot(Name.parse(name), Place(7, 207, b"h" * 32), chain.cycle(name), at(9))


def phase(chain: Chain) -> Any:
    """How far the first cycle is, in its resource, its row and on its board."""
    made = views.resource(snapshot(chain))
    assert views.row(chain.cycle(FIRST)).phase == made.phase
    return made.phase, views.frame(snapshot(chain)).phase


def test_how_far_a_cycle_is() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    running = jackpot_pb2.FRAME_JACKPOT_PHASE_IN_PLAY
    assert phase(chain) == (jackpots_pb2.JACKPOT_PHASE_RUNNING, running)
    won_ = jackpot_pb2.FRAME_JACKPOT_PHASE_WON
    for step, wanted in (
        (won(40), jackpots_pb2.JACKPOT_PHASE_WON),
        (shared(600_00), jackpots_pb2.JACKPOT_PHASE_SHARED),
        (ENDED, jackpots_pb2.JACKPOT_PHASE_SHARED),
        (Step(paid=owed(1, 600_00)), jackpots_pb2.JACKPOT_PHASE_PAID),
        (UNSHARED, jackpots_pb2.JACKPOT_PHASE_WON),
        (Step(repaid=owed(1, 600_00)), jackpots_pb2.JACKPOT_PHASE_WON),
    ):
        chain.news(step)
        assert phase(chain) == (wanted, won_)
    chain.carry_over()
    over = jackpot_pb2.FRAME_JACKPOT_PHASE_CARRIED_OVER
    assert phase(chain) == (jackpots_pb2.JACKPOT_PHASE_CARRIED_OVER, over)


def test_the_board_shows_what_is_played_for_and_how() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(game=EIGHT, declared=Declaration(1_000, None, 0))
    frame = views.frame(snapshot(chain))
    assert (frame.title, frame.amount, frame.next) == ("Friday jackpot", "NZD 600.00", "")
    assert [(each.game, each.conditions) for each in frame.games] == [(SEVEN, "bingo in 50 calls")]
    chain.news(won(40))
    frame = views.frame(snapshot(chain))
    assert (frame.amount, frame.won_by, frame.position) == ("NZD 600.00", SEVEN, 40)
    assert (frame.next, list(frame.games)) == (SECOND, [])


def test_conditions_are_told_to_the_hall() -> None:
    assert views.conditions(IN_FIFTY) == "bingo in 50 calls"
    assert views.conditions(Declaration(0, Stage.PART_SERIES, 0)) == "line on any call"
    assert views.conditions(Declaration(500, None, 0)) == ""


def test_the_ledger_adds_up_to_nothing() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    shown = views.entries(chain.cycle(FIRST), 0, 2)
    assert not shown.next_page_token
    first, second = (views.entries(chain.cycle(FIRST), after, 1) for after in (0, 1))
    assert first.next_page_token == "1"
    assert first.balances == second.balances == shown.balances
    assert [*first.entries, *second.entries] == list(shown.entries)
    assert [(each.source, each.target) for each in shown.entries] == [
        ("house", "pool"),
        ("receipts:2026-11-29-07", "pool"),
    ]
    assert {each.account: each.minor_units for each in shown.balances} == {
        "house": -500_00,
        "pool": 600_00,
        "receipts:2026-11-29-07": -100_00,
    }


def test_what_was_never_opened_has_no_view() -> None:
    with pytest.raises(TypeError, match="never opened"):
        views.row(Unopened())


def test_a_games_figures_are_worked_out_from_its_desk() -> None:
    desk = settled(2).state
    made = game_figures(desk, nzd(50), "NZD")
    assert (made.prizes.minor_units, made.paid.minor_units) == (10_000, 0)
    assert (made.receipts.minor_units, made.payout, made.open) == (0, 0, True)
    both = total([made, made], "NZD")
    assert (both.prizes.minor_units, both.held.minor_units, both.game) == (20_000, 100, "")


def test_the_payout_is_rounded_down_and_never_of_nothing() -> None:
    assert payout(2, 3) == 6_666
    assert payout(5, 0) == 0
    assert payout(-5, 10) == 0
