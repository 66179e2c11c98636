"""What people see of a table: the resource, the row of a list, the frame on its sign."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from eyesdown.board.v1 import sitting_pb2 as board
from eyesdown.paigow.v1 import sitting_pb2
from services.kernel.law import Opening, Secret
from services.kernel.names import Name
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from services.paigow.domain.sitting import closing, exposing, exposures, mixing
from services.paigow.domain.sitting.next_steps import next_steps
from services.paigow.domain.sitting.rounds import Mode, Outcome
from services.paigow.domain.sitting.sitting import SITTINGS
from services.paigow.domain.sitting.state import InPlay, Shoe, State
from services.paigow.views.board import frame
from services.paigow.views.sitting import lacks_key, resource, round_of, row
from tests.paigow.domain.sitting.play import (
    AT,
    DEALER,
    ENTROPY,
    FLOAT,
    FLOAT_TOTAL,
    LOSE,
    PUSH,
    SUPERVISOR,
    WIN,
    Play,
    deal,
    open_sitting,
    opened,
    played,
    seat,
    set_all,
    settled,
    stacked,
    wagered,
)

NAME = Name("akl", "sittings", "2026-11-29-pg1")
HANDS = {2: WIN, 4: LOSE, 5: PUSH}
AMOUNTS = {2: 50_00, 4: 20_00, 5: 10_00}


def seen(play: Play) -> Snapshot[Any, State]:
    """The table as the kernel hands it to views."""
    place = replace(Place.start(NAME), version=len(play.events))
    return Snapshot(NAME, place, play.state, at=AT)


def box(play: Play, number: int) -> board.FrameBox:
    return frame(seen(play)).boxes[number - 1]


def test_a_table_between_rounds() -> None:
    made = resource(seen(opened().do(seat(2, "ann"))))
    assert made.name == "venues/akl/sittings/2026-11-29-pg1"
    assert (made.phase, made.table, made.currency) == (
        sitting_pb2.PHASE_IN_PLAY,
        "Pai gow 1",
        "NZD",
    )
    assert made.float_total == FLOAT_TOTAL
    assert list(made.denominations) == [50, 1_00, 5_00, 25_00, 100_00]
    assert [(each.box, each.player) for each in made.seats] == [(2, "ann")]
    assert made.bank == sitting_pb2.Bank(mode=sitting_pb2.MODE_HOUSE, box=1)
    assert not made.HasField("round")
    assert [(each.person, each.post) for each in made.staff] == [("dan", 1), ("sue", 2)]


def test_a_round_is_there_with_every_wager_hand_and_chip() -> None:
    play = deal(wagered(AMOUNTS), HANDS)
    made = resource(seen(play)).round
    assert (made.number, made.step) == (1, sitting_pb2.STEP_SETTING)
    assert [(each.box, each.amount) for each in made.wagers] == list(AMOUNTS.items())
    assert [hand.box for hand in made.hands] == [1, 2, 4, 5]
    assert list(made.hands[1].tiles) == [0, 1, 2, 3]
    assert sum(pile.amount for pile in made.piles) == 80_00
    assert round_of(play.state, 1) == made
    assert round_of(play.state, 2) is None


def test_a_round_that_is_over_can_still_be_looked_at() -> None:
    play = settled(played(AMOUNTS, HANDS))
    made = resource(seen(play))
    assert made.rounds == 1
    assert made.last_round.step == sitting_pb2.STEP_SETTLED
    assert round_of(play.state, 1) == made.last_round


@pytest.mark.parametrize(
    ("play", "phase"),
    [
        (lambda: Play().do(open_sitting()), sitting_pb2.PHASE_OPENED),
        (
            lambda: (
                set_all(deal(wagered(AMOUNTS), HANDS), HANDS)
                .do(exposing.ExposeBankersHand(DEALER))
                .tried(exposing.ExposeHand(DEALER, 2, Outcome.PUSH))
            ),
            sitting_pb2.PHASE_STOPPED,
        ),
        (
            lambda: opened().do(closing.CountFloat(SUPERVISOR, FLOAT)),
            sitting_pb2.PHASE_COUNTED,
        ),
    ],
)
def test_phases(play: Any, phase: int) -> None:
    made = play()
    assert resource(seen(made)).phase == phase
    assert row(made.state).phase == phase


def test_the_row_of_a_list() -> None:
    made = row(settled(played(AMOUNTS, HANDS)).state)
    assert (made.table, made.rounds, made.seats, made.practice) == ("Pai gow 1", 1, 3, False)
    # 20 lost against 50 won, and 2.50 of commission
    assert made.float_total == FLOAT_TOTAL - 30_00 + 2_50


def test_the_sign_between_rounds() -> None:
    made = frame(seen(opened().do(seat(2))))
    assert (made.least, made.most) == ("NZD 5.00", "NZD 500.00")
    assert made.commission == "5 % of all winnings, rounded down to NZD 0.50 (assumed)"
    assert (made.banker, made.chung, made.round) == ("the house", 1, 0)
    assert [each.state for each in made.boxes] == ["bank", "taken", *["free"] * 6]


def test_the_sign_shows_a_tile_once_everybody_has_seen_it() -> None:
    play = deal(wagered(AMOUNTS, Mode.CO, 3), HANDS)
    assert all(not each.tiles for each in frame(seen(play)).boxes)
    play.do(exposures.RecordExposure(DEALER, 2, (0,), by_dealer=True))
    assert list(box(play, 2).tiles) == ["Teen 6-6"]
    set_all(play, HANDS).do(exposing.ExposeBankersHand(DEALER))
    assert list(box(play, 3).tiles) == ["Look 1-5", "eight 2-6", "nine 3-6", "five 1-4"]
    assert not box(play, 4).tiles
    play.do(exposing.ExposeHand(DEALER, 4, Outcome.LOSE))
    assert (box(play, 4).outcome, len(box(play, 4).tiles)) == ("lose", 4)


def test_a_void_hand_says_so() -> None:
    play = deal(wagered(AMOUNTS), HANDS).do(
        exposures.RecordExposure(DEALER, 2, (0, 1), by_dealer=True),
        exposures.CallHandVoid(DEALER, 2),
    )
    assert box(play, 2).state == "void"


def test_nothing_tells_the_order_of_a_recorded_shuffle() -> None:
    play = stacked(opened(practice=True).do(seat(2)))
    order = mixing.ordered(ENTROPY)
    shown = resource(seen(play)).SerializeToString()
    assert bytes(order[:8]) not in shown
    assert ENTROPY not in shown
    assert resource(seen(play)).practice


def test_without_its_key_a_recorded_shuffle_cannot_be_dealt() -> None:
    play = opened(practice=True)
    assert not lacks_key(play.state)
    closed: Secret[Shoe] = Secret(None, Opening(1, b"s" * 32, b""))
    state = SITTINGS.evolve(play.state, mixing.ShoeShuffled(closed))
    assert isinstance(state, InPlay)
    assert lacks_key(state)


def test_a_sitting_that_there_is_not_has_its_name_alone() -> None:
    snapshot: Snapshot[Any, State] = Snapshot(NAME, Place.start(NAME), SITTINGS.initial)
    assert resource(snapshot) == sitting_pb2.Sitting(name=str(NAME))


# -- what may be done next -------------------------------------------------------------------


def first(play: Play) -> tuple[str, str, str]:
    """The next step: RPC, whose it is, and its clause."""
    step = next_steps(play.state)[0]
    return step.method, step.who, step.clause


def test_the_next_step_is_told_with_its_clause() -> None:
    assert first(opened()) == ("ShuffleTiles", "dealer", "")
    assert first(wagered(AMOUNTS, Mode.CO, 3)) == ("ShakeDice", "dealer", "")
    dealt = deal(wagered(AMOUNTS, Mode.CO, 3), HANDS)
    assert first(dealt) == ("PlaceBankersTiles", "dealer", "PG-9.3(d)")
    shown = set_all(dealt, HANDS).do(exposing.ExposeBankersHand(DEALER))
    assert first(shown) == ("ExposeHand", "dealer", "PG-9.3(f)")
    shown.do(exposing.ExposeHand(DEALER, 4, Outcome.LOSE))
    assert first(shown) == ("CollectWager", "dealer", "PG-9.3(g)")
    paying = played(AMOUNTS, HANDS, Mode.PLAYER, 3)
    assert first(paying) == ("PayWinner", "dealer", "PG-9.2(j)")


def test_while_something_differs_only_what_does_not_turn_on_it_can_be_done() -> None:
    play = set_all(deal(wagered(AMOUNTS), HANDS), HANDS)
    play.do(exposing.ExposeBankersHand(DEALER))
    play.tried(exposing.ExposeHand(DEALER, 2, Outcome.PUSH))
    found = [each.method for each in next_steps(play.state)]
    assert found[0] == "DecideDifference"
    assert set(found[1:]) == {
        *("DeclareMisdeal", "CorrectDeal", "RecordMixedHands", "RecordDisturbed", "RecordFouled"),
        *("TakeFill", "AssignStaff"),
    }


def test_irregularities_are_told_at_their_moment() -> None:
    dealt = {each.method for each in next_steps(deal(wagered(AMOUNTS), HANDS).state)}
    assert {"OrderReshuffle", "DeclareMisdeal", "RecordMixedHands", "CallHandVoid"} <= dealt
    assert "RecordDisturbed" not in dealt
    assert {"MarkAbsent", "CorrectDeal", "CorrectDice", "AssignStaff"} <= dealt
    assert "OrderRemoval" not in dealt
    full = opened().do(*(seat(box) for box in range(2, 9)))
    assert "OrderRemoval" in {each.method for each in next_steps(full.state)}
    paying = {each.method for each in next_steps(played(AMOUNTS, HANDS).state)}
    assert {"DeclareMisdeal", "ReportNotHouseWay"} <= paying
    assert "CorrectDeal" not in paying
    assert next_steps(SITTINGS.initial) == ()
