"""Whether cards can have been dealt and played so under the rules (supplement 3)."""

from __future__ import annotations

from collections import Counter

from services.tournament.domain.blackjack.cards import ACE, Card, is_blackjack, total
from services.tournament.domain.blackjack.rules import (
    CARDS_IMPOSSIBLE,
    PLAY_NOT_ALLOWED,
    BlackjackRules,
)

Cards = tuple[Card, ...]


def from_the_shoe(dealt: tuple[Cards, ...], rules: BlackjackRules) -> None:
    """No card comes more often than there are decks."""
    count = Counter(card for cards in dealt for card in cards)
    for card, times in count.items():
        if times > rules.decks:
            why = f"{card} was dealt {times} times from {rules.decks} decks."
            raise CARDS_IMPOSSIBLE(why=why)


def players_hand(box: int, cards: Cards) -> None:
    """Two cards at least, and none drawn to a hand that is over."""
    if len(cards) < 2:
        raise CARDS_IMPOSSIBLE(why=f"A hand of box {box} has {len(cards)} cards.")
    if total(cards[:-1]) > 21 or (is_blackjack(cards[:2]) and len(cards) > 2):
        why = f"A card was drawn to a hand of box {box} that was over."
        raise PLAY_NOT_ALLOWED(why=why)


def dealers_hand(cards: Cards, rules: BlackjackRules, standing: bool, blackjacks: bool) -> None:
    """The dealer has one card to begin with, and draws until it is enough.

    With no player's hand left to beat no more is drawn; against blackjacks alone one card more
    where it could be a blackjack too.
    """
    if not cards:
        raise CARDS_IMPOSSIBLE(why="The dealer has no card.")
    stand = rules.dealer_stands_on
    if len(cards) > 1 and total(cards[:-1]) >= stand:
        raise PLAY_NOT_ALLOWED(why=f"The dealer drew to {total(cards[:-1])}.")
    if standing and total(cards) < stand:
        raise PLAY_NOT_ALLOWED(why=f"The dealer stood on {total(cards)}.")
    if blackjacks and not standing and len(cards) == 1 and cards[0].value >= 10:
        raise PLAY_NOT_ALLOWED(why="The dealer did not look for a blackjack.")


def doubled(
    box: int, cards: Cards, wager: int, added: int, split: bool, rules: BlackjackRules
) -> None:
    """Doubling: up to the wager, on two cards, for one card more."""
    if not added:
        return
    if split and not rules.double_after_split:
        raise PLAY_NOT_ALLOWED(why=f"Box {box} doubled on a hand that came of a split.")
    if added > wager:
        raise PLAY_NOT_ALLOWED(why=f"Box {box} added {added} to a wager of {wager}.")
    if len(cards) != 3:
        raise PLAY_NOT_ALLOWED(why=f"Box {box} doubled and has {len(cards)} cards, not 3.")
    if not rules.double_with_ace and any(card.rank == ACE for card in cards[:2]):
        raise PLAY_NOT_ALLOWED(why=f"Box {box} doubled on two cards with an ace.")


def split(box: int, hands: tuple[Cards, ...], rules: BlackjackRules) -> None:
    """Splitting: a pair, one further split, aces once and for one card each."""
    if len(hands) < 2:
        return
    if len(hands) > rules.most_hands:
        raise PLAY_NOT_ALLOWED(why=f"Box {box} was split into {len(hands)} hands.")
    first = hands[0][0]
    for cards in hands:
        same = (
            cards[0].value == first.value if rules.split_by_value else cards[0].rank == first.rank
        )
        if not same:
            raise PLAY_NOT_ALLOWED(
                why=f"Box {box} split {first} and {cards[0]}, which are no pair."
            )
    if first.rank == ACE and (len(hands) > 2 or any(len(cards) != 2 for cards in hands)):
        why = f"Box {box} split aces: once, and one card to each."
        raise PLAY_NOT_ALLOWED(why=why)
