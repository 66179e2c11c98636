"""What became of the hands of a round (supplement 3; rule 2.1)."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from services.kernel.law import clause
from services.tournament.domain.blackjack import dealing
from services.tournament.domain.blackjack.cards import ACE, Card, is_blackjack, total
from services.tournament.domain.blackjack.rules import PLAY_NOT_ALLOWED, BlackjackRules


class Verdict(enum.Enum):
    """What became of a hand."""

    LOST = 1
    STOOD_OFF = 2
    WON = 3
    BLACKJACK = 4


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """The cards of a hand in the order they came, and what was added to its wager by doubling."""

    cards: tuple[Card, ...]
    added: int = 0


@dataclass(frozen=True, slots=True)
class PlayedBox:
    """A box: its wager, its hands (more than one after splits) and what was insured."""

    box: int
    wager: int
    hands: tuple[PlayedHand, ...]
    insured: int = 0


@dataclass(frozen=True, slots=True)
class Settled:
    """A hand with what is decided: of `stake` the player loses `lost` when it is LOST.

    What is not lost of a lost stake goes back: a dealer's blackjack takes the wager alone.
    """

    box: int
    stake: int
    lost: int
    verdict: Verdict
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Insured:
    """An insurance, won or lost."""

    box: int
    stake: int
    won: bool


@clause("TBJ-2.1")
def settle(
    dealer: tuple[Card, ...], boxes: tuple[PlayedBox, ...], rules: BlackjackRules
) -> tuple[tuple[Settled, ...], tuple[Insured, ...]]:
    """Every hand of a round under the rules of blackjack; refuses what can't have been so."""
    _possible(dealer, boxes, rules)
    hands = tuple(
        _settled(box, index, hand, dealer) for box in boxes for index, hand in enumerate(box.hands)
    )
    insured = tuple(
        Insured(box.box, box.insured, is_blackjack(dealer)) for box in boxes if box.insured
    )
    return hands, insured


def _possible(
    dealer: tuple[Card, ...], boxes: tuple[PlayedBox, ...], rules: BlackjackRules
) -> None:
    dealing.from_the_shoe((dealer, *(hand.cards for box in boxes for hand in box.hands)), rules)
    for box in boxes:
        for hand in box.hands:
            dealing.players_hand(box.box, hand.cards)
            dealing.doubled(box.box, hand.cards, box.wager, hand.added, len(box.hands) > 1, rules)
        dealing.split(box.box, tuple(hand.cards for hand in box.hands), rules)
        _insurable(box, dealer, rules)
    live = [
        (total(hand.cards), natural(box, hand))
        for box in boxes
        for hand in box.hands
        if total(hand.cards) <= 21
    ]
    standing = any(not black for _, black in live)
    dealing.dealers_hand(dealer, rules, standing, any(black for _, black in live))


def natural(box: PlayedBox, hand: PlayedHand) -> bool:
    """A blackjack of the first two cards; 21 on a hand that came of a split is none."""
    return len(box.hands) == 1 and is_blackjack(hand.cards)


def _settled(box: PlayedBox, index: int, hand: PlayedHand, dealer: tuple[Card, ...]) -> Settled:
    stake = box.wager + hand.added
    points, house = total(hand.cards), total(dealer)
    lost = stake
    if points > 21:
        verdict = Verdict.LOST
    elif is_blackjack(dealer):
        verdict = Verdict.STOOD_OFF if natural(box, hand) else Verdict.LOST
        lost = box.wager if index == 0 else 0
    elif natural(box, hand):
        verdict = Verdict.BLACKJACK
    elif house > 21 or points > house:
        verdict = Verdict.WON
    else:
        verdict = Verdict.STOOD_OFF if points == house else Verdict.LOST
    if verdict is Verdict.LOST and not lost:
        verdict = Verdict.STOOD_OFF
    return Settled(box.box, stake, lost if verdict is Verdict.LOST else 0, verdict, hand.cards)


def _insurable(box: PlayedBox, dealer: tuple[Card, ...], rules: BlackjackRules) -> None:
    if not box.insured:
        return
    if not rules.insurance:
        raise PLAY_NOT_ALLOWED(why="Insurance is not offered in this tournament.")
    if not dealer or dealer[0].rank != ACE:
        raise PLAY_NOT_ALLOWED(why=f"Box {box.box} insured, and the dealer shows no ace.")
    if rules.insurance_part * box.insured > box.wager:
        part = "half" if rules.insurance_part == 2 else f"1/{rules.insurance_part}"
        raise PLAY_NOT_ALLOWED(why=f"Box {box.box} insured more than {part} of its wager.")
