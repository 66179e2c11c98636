"""Shuffling, stacking, the laja and the cut (rules 10.1, 10.2), and recorded shuffles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.kernel.law import Secret
from services.paigow.domain.sitting import dealing, exposures, mixing, wagers
from services.paigow.domain.sitting.boxes import Apart
from services.paigow.domain.sitting.rounds import Bank, Mode, Step
from services.paigow.domain.sitting.sitting import SITTINGS
from services.paigow.domain.sitting.state import InPlay
from tests.kit.law import Given, permits, refuses
from tests.paigow.domain.sitting.play import (
    DEALER,
    ENTROPY,
    SUPERVISOR,
    Play,
    cut,
    opened,
    prepared,
    seat,
    stacked,
    wagered,
)

SHUFFLE = mixing.ShuffleTiles(DEALER, ENTROPY)


def stack(exposed: int = 0) -> mixing.StackTiles:
    return mixing.StackTiles(DEALER, exposed)


def laja(exposed: int = 0) -> mixing.PerformLaja:
    return mixing.PerformLaja(DEALER, exposed)


@permits("PG-10.1")
@pytest.mark.parametrize("exposed", [1, 2, 32])
def test_pg_10_1_after_a_laja_the_tiles_are_cut(exposed: int) -> None:
    play = opened().do(SHUFFLE, stack(exposed), laja())
    play.when(cut()).then(mixing.TilesCut(1, Bank(Mode.HOUSE, 1)))


@refuses("PG-10.1")
@pytest.mark.parametrize("exposed", [1, 32])
def test_pg_10_1_a_tile_that_shows_in_stacking_asks_for_a_laja(exposed: int) -> None:
    play = opened().do(SHUFFLE, stack(exposed))
    play.when(cut()).refused("LAJA_NEEDED", "PG-10.1")
    play.when(stack()).refused("LAJA_NEEDED", "PG-10.1")


@refuses("PG-10.1")
def test_pg_10_1_a_shuffle_does_not_take_the_place_of_the_laja() -> None:
    play = opened().do(mixing.ShuffleTiles(DEALER, ENTROPY), mixing.StackTiles(DEALER, 1))
    play.when(mixing.ShuffleTiles(DEALER, ENTROPY)).refused("LAJA_NEEDED", "PG-10.1")
    # unless the game supervisor orders the tiles reshuffled
    play.do(exposures.OrderReshuffle(SUPERVISOR, "seen"), mixing.ShuffleTiles(DEALER, ENTROPY))


def test_no_laja_is_due_when_nothing_shows() -> None:
    opened().do(SHUFFLE, stack()).when(cut()).then(mixing.TilesCut(1, Bank(Mode.HOUSE, 1)))


def test_a_laja_is_of_stacked_tiles() -> None:
    opened().do(SHUFFLE).when(laja()).refused("NO_LAJA_DUE", "PG-10.1")


@permits("PG-10.2")
@pytest.mark.parametrize("exposed", [0, 1, 2])
def test_pg_10_2_a_laja_that_shows_two_tiles_or_fewer_will_do(exposed: int) -> None:
    play = opened().do(SHUFFLE, stack(1))
    after = play.when(laja(exposed)).then(mixing.LajaPerformed(exposed))
    after.when(cut()).then(mixing.TilesCut(1, Bank(Mode.HOUSE, 1)))


@refuses("PG-10.2")
@pytest.mark.parametrize("exposed", [3, 32])
def test_pg_10_2_one_that_shows_more_leads_to_a_reshuffle(exposed: int) -> None:
    play = opened().do(SHUFFLE, stack(1), laja(exposed))
    for command in (cut(), stack(), laja()):
        play.when(command).refused("NOT_SHUFFLED", "PG-10.2")
    stacked(play).when(cut()).then(mixing.TilesCut(1, Bank(Mode.HOUSE, 1)))


def test_no_cut_without_shuffle_and_stacks() -> None:
    refused = opened().when(cut()).refused("NOT_SHUFFLED", "")
    assert refused.sentence == "The tiles have not been shuffled."
    opened().do(SHUFFLE).when(cut()).refused("NOT_STACKED")


def test_the_tiles_are_left_alone_while_a_round_is_open() -> None:
    play = wagered({2: 5_00})
    for command in (SHUFFLE, stack(), laja(), cut()):
        play.when(command).refused("ROUND_OPEN")


def test_no_round_begins_on_another_day_or_in_a_full_record() -> None:
    play = prepared(2)
    play.when(cut(today="2026-11-30")).refused("DAY_OVER")
    assert isinstance(play.state, InPlay)
    full = Given(SITTINGS)
    full.state = replace(play.state, events=19_000)
    full.when(cut()).refused("SITTING_FULL")


@refuses("PG-10.13(b)")
def test_pg_10_13_b_no_round_begins_with_two_at_the_table_who_are_kept_apart() -> None:
    play = stacked(opened().do(seat(2, "ann"), seat(3, "bob")))
    play.when(cut(apart=(Apart("ann", "bob"),))).refused("KEPT_APART", "PG-10.13(b)")
    play.when(cut(apart=(Apart("ann", "zed"),))).then(mixing.TilesCut(1, Bank(Mode.HOUSE, 1)))


# -- recorded shuffles -----------------------------------------------------------------------


def training() -> Play:
    play = opened(practice=True).do(seat(2))
    return stacked(play).do(cut(), wagers.PlaceWager(DEALER, 2, 5_00), wagers.CloseWagers(DEALER))


def test_a_recorded_shuffle_holds_each_tile_once_and_can_be_made_again() -> None:
    order = mixing.ordered(ENTROPY)
    assert sorted(order) == list(range(32))
    assert mixing.ordered(ENTROPY) == order
    assert mixing.ordered(bytes(32)) != order


def test_every_tile_may_come_first() -> None:
    firsts = {mixing.ordered(n.to_bytes(32, "big"))[0] for n in range(600)}
    assert firsts == set(range(32))  # each is missed with a chance of (31/32)^600, 5 in 10^9


def test_a_training_table_deals_from_it() -> None:
    play = training().do(dealing.ShakeDice(DEALER, (1, 2, 6)))
    order = mixing.ordered(ENTROPY)
    play.when(dealing.DealHand(DEALER, 1, (0, 1, 2, 3))).refused("FROM_THE_SHOE")
    for number, box in enumerate((1, 2)):
        play.do(dealing.DealHand(DEALER, box, ()))
        hand = play.round.hand(box)
        assert hand is not None
        assert hand.tiles == order[4 * number : 4 * number + 4]
    assert play.round.step is Step.SETTING


def test_its_order_is_closed_and_no_repr_tells_it() -> None:
    play = opened(practice=True).do(SHUFFLE)
    (event,) = [e for e in play.events if isinstance(e, mixing.ShoeShuffled)]
    assert isinstance(event.shoe, Secret)
    assert str(mixing.ordered(ENTROPY)[0:3])[1:-1] not in repr(play.state)
