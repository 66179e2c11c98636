"""Rounds as outcomes, and what is put right (4.2, 4.9, 5.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.kernel.law import Stale
from services.tournament.domain.table.rounds import Hand, RoundDealt, RoundRecorded, paid
from services.tournament.domain.table.rulings import RoundCorrected, RoundVoided
from services.tournament.domain.table.state import (
    Status,
    Wagering,
)
from services.tournament.domain.table.table import Command
from services.tournament.domain.table.terms import Payout
from tests.kit.law import permits, refuses
from tests.tournament.domain.table.play import (
    BLACKJACK,
    CARDS,
    DEE,
    LOST,
    OTHERS,
    STOOD_OFF,
    SUE,
    TOM,
    VOID,
    WON,
    at,
    correct_chips,
    correct_round,
    count,
    deal,
    dealt,
    hand,
    record,
    rounds,
    shoes,
    started,
    take_back,
    terms,
    void_round,
    wager,
    wagered,
)

# -- outcomes --------------------------------------------------------------------------------------


def test_a_round_from_the_first_card_to_the_next_wagers() -> None:
    play = wagered()
    assert play.do(deal()) == (RoundDealt(1, DEE, at(5)),)
    (event,) = play.do(record(hand(1, LOST), hand(3, WON), hand(4, STOOD_OFF), hand(7, BLACKJACK)))
    assert event == RoundRecorded(
        round=1,
        hands=(
            Hand(1, 100, LOST, 0, ()),
            Hand(3, 100, WON, 200, ()),
            Hand(4, 100, STOOD_OFF, 100, ()),
            Hand(7, 100, BLACKJACK, 250, ()),
        ),
        dealer=(),
        cutting_card=False,
        eliminated=(),
        marker=3,
        by=DEE,
        at=at(10),
    )
    assert play.chips == {1: 900, 3: 1100, 4: 1000, 7: 1150}
    # 100 won, 100 and 150 paid: the house is 150 down.
    assert (play.table.issued, play.table.held, play.table.house) == (4000, 4150, -150)
    assert (play.live.rounds, play.live.play.number) == (1, 2)


@pytest.mark.parametrize(
    ("stake", "to_player", "back"),
    [(10, True, 25), (5, True, 13), (5, False, 12), (15, True, 38), (15, False, 37)],
)
def test_a_blackjack_pays_three_to_two(stake: int, to_player: bool, back: int) -> None:
    assert paid(hand(1, BLACKJACK, stake), Payout(3, 2, to_player)) == back


def test_a_void_hand_goes_back_and_doubles_and_splits_are_staked_in_full() -> None:
    play = dealt()
    play.do(
        record(
            hand(1, VOID),
            hand(3, LOST, 200),  # doubled
            hand(4, WON),
            hand(4, LOST),  # split
            hand(7, LOST),
        )
    )
    assert play.chips == {1: 1000, 3: 800, 4: 1000, 7: 900}


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        (OTHERS, "Each hand of box 1 has a stake of at least 100."),
        ((hand(1, LOST, 99), *OTHERS), "Each hand of box 1 has a stake of at least 100."),
        (
            (hand(1, LOST), *OTHERS, hand(2, LOST)),
            "No wager that counts lies on box 2.",
        ),
        (
            (hand(1, LOST, 200), hand(1, LOST), hand(1, LOST), hand(1, LOST), *OTHERS),
            "Box 1 has 4 hands; a wager is split into 3 at most.",
        ),
    ],
)
@refuses("TBJ-5.5")
def test_tbj_5_5_hands_fit_the_wagers(hands: tuple, says: str) -> None:
    play = dealt()
    assert play.refused(record(*hands), "HANDS_DIFFER").sentence == says
    play.refused(record(*OTHERS, hand(1, LOST), hand(2, LOST)), "HANDS_DIFFER", "TBJ-5.5")


@permits("TBJ-2.1")
def test_tbj_2_1_a_wager_is_doubled_and_split_as_blackjack_has_it() -> None:
    play = dealt()
    play.do(record(hand(1, LOST, 200), hand(1, WON, 200), hand(1, WON, 150), *OTHERS))
    assert play.chips[1] == 1150


@refuses("TBJ-2.1")
@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ((hand(1, BLACKJACK, 1000),), "A hand of box 1 has a stake of at most 200, not 1000."),
        ((hand(1, WON, 201),), "A hand of box 1 has a stake of at most 200, not 201."),
        (
            (hand(1, BLACKJACK, 200),),
            "Box 1 has a blackjack on a hand that was split or doubled.",
        ),
        (
            (hand(1, BLACKJACK), hand(1, WON)),
            "Box 1 has a blackjack on a hand that was split or doubled.",
        ),
        (
            tuple(hand(1, BLACKJACK) for _ in range(5)),
            "Box 1 has 5 hands; a wager is split into 3 at most.",
        ),
    ],
)
def test_tbj_2_1_and_pays_no_stake_that_cannot_have_been(hands: tuple, says: str) -> None:
    refused = dealt().refused(record(*hands, *OTHERS), "HANDS_DIFFER", "TBJ-2.1")
    assert refused.sentence == says
    play = dealt()
    play.do(record(*(hand(box, LOST) for box in (1, 3, 4, 7))))
    play.refused(correct_round(*hands, *OTHERS), "HANDS_DIFFER", "TBJ-2.1")


def test_hands_that_came_of_a_split_are_doubled_only_where_the_profile_says_so() -> None:
    play = dealt(terms(cards=replace(CARDS, double_after_split=False)))
    refused = play.refused(record(hand(1, WON, 200), hand(1, LOST), *OTHERS), "HANDS_DIFFER")
    assert refused.sentence == "A hand of box 1 has a stake of at most 100, not 200."
    play.do(record(hand(1, WON), hand(1, LOST), *OTHERS))


def test_hands_are_staked_out_of_the_players_own_chips() -> None:
    play = dealt(amount=500)
    others = tuple(hand(box, LOST, 500) for box in (3, 4, 7))
    refused = play.refused(
        record(hand(1, LOST, 600), hand(1, LOST, 500), *others), "HANDS_DIFFER", "TBJ-4.4"
    )
    assert refused.sentence == "Box 1 has 1000 in chips and staked 1100."


def test_a_round_is_recorded_once_its_cards_are_out_and_by_its_number() -> None:
    wagered().refused(record(hand(1, LOST), *OTHERS), "NO_CARD_OUT")
    dealt().refused(deal(), "CARDS_OUT", "TBJ-4.2")


@permits("TBJ-4.9")
def test_tbj_4_9_who_loses_the_last_chip_is_out() -> None:
    play = wagered(terms(), 500)
    play.do(deal())
    (event,) = play.do(
        record(hand(1, LOST, 1000), hand(3, WON, 500), hand(4, LOST, 500), hand(7, LOST, 999))
    )
    assert isinstance(event, RoundRecorded)
    assert event.eliminated == (1,)
    assert [play.box(box).status for box in (1, 4, 7)] == [
        Status.ELIMINATED,
        Status.PLAYING,
        Status.PLAYING,
    ]
    assert (play.box(1).out_in, play.box(7).chips) == (1, 1)
    assert play.live.play.order == (3, 4)  # box 7 is short


# -- counts between rounds -------------------------------------------------------------------------


def test_a_count_that_differs_is_shown_and_decided_before_the_next_cards() -> None:
    play = started()
    play.do(count((1, 1000), (3, 995)))
    assert (play.box(1).counted, play.box(3).counted) == (None, 995)
    play.do(*(wager(box) for box in (1, 3, 4, 7)))
    play.refused(deal(), "COUNT_UNDECIDED", "TBJ-4.4")
    play.refused(count((3, 1000)), "COUNT_BETWEEN_ROUNDS")


# -- what is put right -----------------------------------------------------------------------------


def test_a_round_is_recorded_anew_as_long_as_nothing_has_followed() -> None:
    play = started()
    play.do(wager(1, 500), *(wager(box) for box in (3, 4, 7)), deal())
    play.do(record(hand(1, LOST, 1000), *OTHERS))
    assert play.box(1).status is Status.ELIMINATED
    (event,) = play.do(correct_round(hand(1, LOST, 500), *OTHERS))
    assert event == RoundCorrected(
        round=1,
        hands=(
            Hand(1, 500, LOST, 0, ()),
            *(Hand(box, 100, LOST, 0, ()) for box in (3, 4, 7)),
        ),
        cutting_card=False,
        eliminated=(),
        marker=3,
        reason="misread",
        by=SUE,
        at=at(12),
    )
    assert play.chips == {1: 500, 3: 900, 4: 900, 7: 900}
    assert (play.box(1).status, play.live.rounds) == (Status.PLAYING, 1)
    play.do(correct_round(hand(1, WON, 500), *OTHERS))
    assert play.chips[1] == 1500
    play.refused(correct_round(hand(1, WON, 500), *OTHERS, reason=""), "SAY_WHY")


def test_after_that_chips_alone_are_corrected() -> None:
    play = dealt()
    play.do(record(hand(1, LOST), *OTHERS), wager(3, round_=2))
    play.refused(correct_round(hand(1, WON), *OTHERS), "ROUND_GONE")
    started().refused(correct_round(hand(1, WON), *OTHERS), "ROUND_GONE")


@pytest.mark.parametrize(
    "followed", [(correct_chips(1, 950),), (wager(3, round_=2), take_back(3, round_=2))]
)
def test_what_has_followed_closes_the_round_though_no_wager_lies(
    followed: tuple[Command, ...],
) -> None:
    play = dealt()
    play.do(record(hand(1, LOST), *OTHERS), *followed)
    play.refused(correct_round(hand(1, WON), *OTHERS), "ROUND_GONE")


def test_so_it_is_when_the_round_was_the_last() -> None:
    play = started(terms(rounds(1)))
    play.do(*(wager(box) for box in (1, 3, 4, 7)), deal(), record(hand(1, LOST), *OTHERS))
    again = correct_round(hand(1, WON), *OTHERS)
    assert play.do(again)
    play.do(correct_chips(1, 950))
    play.refused(again, "ROUND_GONE")


def test_a_void_round_is_played_again_and_its_wagers_went_back() -> None:
    play = dealt()
    assert play.do(void_round()) == (RoundVoided(1, False, "a card was exposed", TOM, at(9)),)
    assert play.live.play == Wagering(1, (1, 3, 4, 7), at(9))
    assert play.chips[1] == 1000
    again = play.refused(void_round(), "NO_CARD_OUT")
    assert again.sentence == "The first card of round 1 has not left the shoe."
    dealt().refused(void_round(reason=" "), "SAY_WHY")


def test_a_round_that_is_over_is_not_voided() -> None:
    with pytest.raises(Stale) as stale:
        dealt().do(void_round(2))
    assert stale.value.sentence == "The round is 1; you have 2."


def test_a_cutting_card_in_a_void_round_leaves_the_round_that_is_played_again() -> None:
    play = dealt(terms(shoes(1)))
    play.do(void_round(cutting_card=True))
    play.round()
    assert type(play.state).__name__ == "Over"
