"""Hands of blackjack settled, worked out by hand (supplement 3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.kernel.law import Refused
from services.tournament.domain.blackjack.cards import Card, NoCard, is_blackjack, total
from services.tournament.domain.blackjack.rules import BlackjackRules
from services.tournament.domain.blackjack.settlement import (
    Insured,
    PlayedBox,
    PlayedHand,
    Verdict,
    settle,
)

RULES = BlackjackRules(8, 17, False, True, True, 3, False)
LOST, STOOD_OFF = Verdict.LOST, Verdict.STOOD_OFF
WON, BLACKJACK = Verdict.WON, Verdict.BLACKJACK


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(each) for each in text.split())


def box(*hands: str, wager: int = 100, added: int = 0, insured: int = 0) -> PlayedBox:
    """Hands in words; `added` was added to the last of them."""
    made = tuple(
        PlayedHand(cards(text), added if index == len(hands) - 1 else 0)
        for index, text in enumerate(hands)
    )
    return PlayedBox(1, wager, made, insured)


def verdicts(dealer: str, *boxes: PlayedBox, rules: BlackjackRules = RULES) -> list[Verdict]:
    return [hand.verdict for hand in settle(cards(dealer), boxes, rules)[0]]


def refused(dealer: str, *boxes: PlayedBox, rules: BlackjackRules = RULES) -> str:
    with pytest.raises(Refused) as raised:
        settle(cards(dealer), boxes, rules)
    assert raised.value.clause == "TBJ-2.1"
    return raised.value.sentence


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("2C 3D", 5),
        ("10C JD", 20),
        ("AC KD", 21),
        ("AC AD", 12),
        ("AC AD AH", 13),
        ("AC 9D AH", 21),
        ("AC 6D 10H", 17),
        ("KC QD 2H", 22),
        ("AC KD QH AD", 22),
    ],
)
def test_points(hand: str, points: int) -> None:
    assert total(cards(hand)) == points


@pytest.mark.parametrize("text", ["", "1C", "11C", "AX", "A", "10", "joker"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(NoCard):
        Card.parse(text)


def test_a_blackjack_is_the_first_two() -> None:
    assert is_blackjack(cards("AC 10D"))
    assert is_blackjack(cards("KC AD"))
    assert not is_blackjack(cards("7C 7D 7H"))


@pytest.mark.parametrize(
    ("dealer", "player", "verdict"),
    [
        ("10H 7D", "10C 8C", WON),
        ("10H 7D", "10C 7C", STOOD_OFF),
        ("10H 7D", "10C 6C", LOST),
        ("10H 6D 10C", "5C 7C", WON),  # the dealer is over 21
        ("10H 6D 10C", "10D 6C 9C", LOST),  # so is the player, who loses all the same
        ("10H 7D", "AC KD", BLACKJACK),
        ("10H AD", "AC KD", STOOD_OFF),  # both have blackjack
        ("10H AD", "7C 7D 7H", LOST),  # blackjack beats any other 21
        ("7H 7D 7S", "AC KD", BLACKJACK),  # and a dealer's 21 of three cards
        ("AH 6D", "10C 7C", STOOD_OFF),  # the dealer stands on every 17
        ("AH 5D 10C AD", "10C 7C", STOOD_OFF),  # 16, and then 17
        ("9H", "AC KD", BLACKJACK),  # no card is drawn against it
        ("9H", "10C 6C 9D", LOST),  # nor against a hand that is over
        ("10H 9D", "AC KD", BLACKJACK),  # the dealer looks for a blackjack
    ],
)
def test_one_hand(dealer: str, player: str, verdict: Verdict) -> None:
    assert verdicts(dealer, box(player)) == [verdict]


def test_a_double_is_staked_in_full() -> None:
    ((hand,), _) = settle(cards("10H 7D"), (box("5C 6D 10C", added=60),), RULES)
    assert (hand.stake, hand.verdict, hand.lost) == (160, WON, 0)
    ((hand,), _) = settle(cards("10H 7D"), (box("5C 6D 2C", added=60),), RULES)
    assert (hand.stake, hand.verdict, hand.lost) == (160, LOST, 160)


def test_a_dealers_blackjack_takes_the_original_wager_alone() -> None:
    ((hand,), _) = settle(cards("10H AD"), (box("5C 6D 10C", added=100),), RULES)
    assert (hand.stake, hand.verdict, hand.lost) == (200, LOST, 100)
    (hands, _) = settle(cards("10H AD"), (box("8C 10C", "8D 9D"),), RULES)
    assert [(hand.verdict, hand.lost) for hand in hands] == [(LOST, 100), (STOOD_OFF, 0)]


def test_a_split_plays_two_hands_and_21_on_them_is_no_blackjack() -> None:
    assert verdicts("10H 7D", box("8C 10C", "8D 8S")) == [WON, LOST]
    assert verdicts("10H 7D", box("AC KD", "AD QC")) == [WON, WON]
    assert verdicts("10H 7D", box("8C 10C", "8D 10D", "8S 9S")) == [WON, WON, STOOD_OFF]


@pytest.mark.parametrize(
    ("dealer", "played", "says"),
    [
        ("10H 7D", box("5C"), "A hand of box 1 has 1 cards."),
        ("10H 6D", box("10C 8C"), "The dealer stood on 16."),
        ("10H 7D 2C", box("10C 8C"), "The dealer drew to 17."),
        ("AH 6D 2C", box("10C 8C"), "The dealer drew to 17."),
        ("10H", box("AC KD"), "The dealer did not look for a blackjack."),
        ("", box("10C 8C"), "The dealer has no card."),
        ("10H 7D", box("10C 6C 9D 2C"), "A card was drawn to a hand of box 1 that was over."),
        ("10H 7D", box("AC KD 2C"), "A card was drawn to a hand of box 1 that was over."),
        ("10H 7D", box("5C 6D", added=100), "Box 1 doubled and has 2 cards, not 3."),
        ("10H 7D", box("5C 6D 2C", added=101), "Box 1 added 101 to a wager of 100."),
        ("10H 7D", box("AC 6D 2C", added=50), "Box 1 doubled on two cards with an ace."),
        ("10H 7D", box("8C 9C", "9D 2C"), "Box 1 split 8C and 9D, which are no pair."),
        ("10H 7D", box(*["8C 9C"] * 4), "Box 1 was split into 4 hands."),
        ("10H 7D", box("AC 9C 2C", "AD 2C"), "Box 1 split aces: once, and one card to each."),
        ("10H 7D", box("AC 9C", "AD 2C", "AH 3C"), "Box 1 split aces: once, and one card to each."),
        ("10H 7D", box("10C 8C", insured=50), "Insurance is not offered in this tournament."),
    ],
)
def test_what_cannot_have_been(dealer: str, played: PlayedBox, says: str) -> None:
    assert refused(dealer, played) == says


def test_no_card_comes_more_often_than_there_are_decks() -> None:
    one = replace(RULES, decks=1)
    says = refused("10H 7D", box("10H 8C"), rules=one)
    assert says == "10H was dealt 2 times from 1 decks."
    assert verdicts("10H 7D", box("10H 8C"), rules=replace(RULES, decks=2)) == [WON]


def test_the_options_of_a_profile() -> None:
    assert verdicts("10H 7D", box("AC 6D 2C", added=50), rules=replace(RULES, double_with_ace=True))
    says = refused("10H 7D", box("KC 9C", "QD 2C"), rules=replace(RULES, split_by_value=False))
    assert says == "Box 1 split KC and QD, which are no pair."
    says = refused(
        "10H 7D", box("8C 9C", "8D 2C 9S", added=50), rules=replace(RULES, double_after_split=False)
    )
    assert says == "Box 1 doubled on a hand that came of a split."
    assert verdicts("10H 7D", box("KC 9C", "QD 2C 6H")) == [WON, WON]
    # A dealer who draws to 17 too.
    assert verdicts("10H 7D 4C", box("10C 8C"), rules=replace(RULES, dealer_stands_on=18)) == [LOST]


def test_insurance_where_it_is_offered() -> None:
    offered = replace(RULES, insurance=True)
    _, insured = settle(cards("AH KD"), (box("10C 8C", insured=50),), offered)
    assert insured == (Insured(1, 50, True),)
    _, insured = settle(cards("AH 9D"), (box("10C 8C", insured=50),), offered)
    assert insured == (Insured(1, 50, False),)
    assert refused("10H 7D", box("10C 8C", insured=50), rules=offered) == (
        "Box 1 insured, and the dealer shows no ace."
    )
    assert refused("AH 9D", box("10C 8C", insured=51), rules=offered) == (
        "Box 1 insured more than half of its wager."
    )
