"""What people and displays see of prizes."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.board.v1 import desk_pb2
from eyesdown.common.v1.money_pb2 import Money
from services.kernel.names import Name
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from services.verify.domain.desk.prizes import StagePrize
from services.verify.domain.desk.rules import PrizeRules
from services.verify.views.claims import frame
from services.verify.views.desk import row
from services.verify.views.prizes import resource
from tests.verify.domain.claims import LINE
from tests.verify.domain.prizes import Till, settled, tied
from tests.verify.domain.sales import GAME

DESK = Name.parse(GAME.replace("/games/", "/claimDesks/"))


def seen(till: Till) -> Snapshot[Any, Any]:
    """The desk as it is read."""
    return Snapshot(DESK, Place(7, 1, b""), till.state)


def test_the_board_tells_how_many_share_and_nothing_of_who_they_are() -> None:
    till = settled(3)
    till.pay(1, 3_334)
    shown = frame(seen(till))
    assert list(shown.prizes) == [
        desk_pb2.FrameSettlement(
            title="line", won_on=15, prize="NZD 100.00", players=3, each="NZD 33.34"
        )
    ]
    for private in ("ref", "cora", "akl/receipt"):
        assert private not in str(shown)
    till.void(1, 2, 3)
    assert not frame(seen(till)).prizes, "it is open who has won"


def test_a_prize_that_is_no_money_has_no_amount_on_the_board() -> None:
    till = settled(1, stages=(StagePrize(LINE, None, "any_row", 0),))
    (shown,) = frame(seen(till)).prizes
    assert (shown.prize, shown.each, shown.players) == ("", "", 1)


def test_the_row_of_a_desk_adds_up_what_was_paid_and_is_owed() -> None:
    till = settled(2)
    till.pay(1, 5_000)
    till.void(1)
    made = row(till.state)
    figures = {
        field.name: value.minor_units
        for field, value in made.ListFields()
        if isinstance(value, Money)
    }
    assert figures == {"settled": 10_000, "paid": 5_000, "repaid": 0, "owed": 10_000, "due": 5_000}
    assert not made.over
    till.end()
    assert row(till.state).over


def test_a_desk_at_which_nothing_is_settled_has_no_figures() -> None:
    made = row(tied(1).state)
    assert not any(isinstance(value, Money) for _, value in made.ListFields())


def test_a_settlement_says_which_claim_it_waits_for() -> None:
    till = settled(1)
    assert resource(seen(till)).settlements[0].waits_for == 0
    late = till.cry(after=15)
    (shown,) = resource(seen(till)).settlements
    assert (shown.waits_for, shown.waits_since) == (late, "it is not decided")


def test_what_lapses_and_what_does_not_divide_is_shown() -> None:
    till = settled(3, prizes=PrizeRules(lapses_after=30))
    (shown,) = resource(seen(till)).settlements
    assert shown.HasField("lapses_at")
    assert shown.odd_cents.minor_units == 2


@pytest.mark.case("B23")
def test_case_B23_a_game_of_practice_owes_nothing_in_lists() -> None:
    made = row(settled(2, practice=True).state)
    assert made.practice
    assert not made.HasField("settled")
    assert not made.HasField("owed")
