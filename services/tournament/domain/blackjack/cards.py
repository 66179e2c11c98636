"""Cards as dealers write them: "AS", "10H", "KD"."""

from __future__ import annotations

from dataclasses import dataclass

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "CDHS"
ACE = "A"


class NoCard(ValueError):
    """A text that is no card."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card; tens, jacks, queens and kings count ten."""

    rank: str
    suit: str

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read "10H"; raises `NoCard`.

        >>> Card.parse("10H").value
        10
        """
        rank, suit = text[:-1].upper(), text[-1:].upper()
        if rank not in RANKS or not suit or suit not in SUITS:
            raise NoCard(text)
        return cls(rank, suit)

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    @property
    def value(self) -> int:
        """Its points; an ace counts 11 here, and 1 where 11 would be too much."""
        if self.rank == ACE:
            return 11
        return 10 if self.rank in ("J", "Q", "K") else int(self.rank)


def total(cards: tuple[Card, ...]) -> int:
    """The points of a hand: each ace counts 11 unless that is over 21, then 1.

    >>> total((Card("A", "S"), Card("K", "H")))
    21
    >>> total((Card("A", "S"), Card("A", "H"), Card("9", "H")))
    21
    """
    points = sum(card.value for card in cards)
    aces = sum(card.rank == ACE for card in cards)
    while points > 21 and aces:
        points, aces = points - 10, aces - 1
    return points


def is_blackjack(cards: tuple[Card, ...]) -> bool:
    """An ace and a card of ten as the first two."""
    return len(cards) == 2 and total(cards) == 21
