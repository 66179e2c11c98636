"""Rounds recorded as cards: the hands are settled by the blackjack rules of the profile (2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Decision
from services.tournament.domain.blackjack.cards import Card, NoCard
from services.tournament.domain.blackjack.rules import CARDS_IMPOSSIBLE, BlackjackRules
from services.tournament.domain.blackjack.settlement import (
    Insured,
    PlayedBox,
    PlayedHand,
    Settled,
    Verdict,
    settle,
)
from services.tournament.domain.table.rounds import (
    HANDS_DIFFER,
    Hand,
    Played,
    RoundRecorded,
    paid,
    recorded,
    settled,
    under_way,
)
from services.tournament.domain.table.state import Dealt, HandOutcome, InSession
from services.tournament.domain.table.terms import CardRules, Terms


@dataclass(frozen=True, slots=True)
class CardHand:
    """A hand as it lay: its cards in the order they came ("10H"), and what doubling added."""

    box: int
    cards: tuple[str, ...]
    added: int


@dataclass(frozen=True, slots=True)
class Insurance:
    """What a box was insured for."""

    box: int
    amount: int


@dataclass(frozen=True, slots=True)
class RecordCards:
    """The cards of a round; a box that was split has several hands, in their order."""

    round: int
    dealer: tuple[str, ...]
    hands: tuple[CardHand, ...]
    insurances: tuple[Insurance, ...]
    cutting_card: bool
    by: str
    at: datetime


def record_cards(command: RecordCards, table: InSession) -> Decision[RoundRecorded]:
    """The cards are settled by the rules, and recorded with what they came to."""
    play = under_way(command.round, table)
    hands, insured = settle(
        _cards(command.dealer), _boxes(command, play), blackjack(table.terms.cards)
    )
    played = tuple(Played(hand.box, hand.stake, _outcome(hand)) for hand in hands)
    settled(played, table, play)
    _covered(hands, insured, table)
    lines = (
        *(_hand(hand, table.terms) for hand in hands),
        *(_insurance(each, table.terms.cards) for each in insured),
    )
    return recorded(table, lines, command.dealer, command.cutting_card, command.by, command.at)


def blackjack(rules: CardRules) -> BlackjackRules:
    """The terms as the settlement reads them."""
    return BlackjackRules(
        decks=rules.decks,
        dealer_stands_on=rules.dealer_stands_on,
        double_with_ace=rules.double_with_ace,
        double_after_split=rules.double_after_split,
        split_by_value=rules.split_by_value,
        most_hands=rules.most_hands,
        insurance=rules.insurance,
        insurance_part=rules.insurance_part,
        insurance_pays=rules.insurance_pays,
    )


def _boxes(command: RecordCards, play: Dealt) -> tuple[PlayedBox, ...]:
    wagers = {wager.box: wager.counts for wager in play.wagers if wager.counts}
    insured = {each.box: each.amount for each in command.insurances}
    for box in {hand.box for hand in command.hands} | set(insured):
        if box not in wagers:
            raise HANDS_DIFFER(why=f"No wager that counts lies on box {box}.")
    return tuple(
        PlayedBox(
            box,
            wager,
            tuple(
                PlayedHand(_cards(hand.cards), hand.added)
                for hand in command.hands
                if hand.box == box
            ),
            insured.get(box, 0),
        )
        for box, wager in wagers.items()
    )


def _cards(texts: tuple[str, ...]) -> tuple[Card, ...]:
    try:
        return tuple(Card.parse(text) for text in texts)
    except NoCard as wrong:
        raise CARDS_IMPOSSIBLE(why=f"{str(wrong)!r} is no card.") from wrong


def _outcome(hand: Settled) -> HandOutcome:
    return HandOutcome[hand.verdict.name]


def _hand(hand: Settled, terms: Terms) -> Hand:
    outcome = _outcome(hand)
    back = paid(Played(hand.box, hand.stake, outcome), terms.payout)
    if hand.verdict is Verdict.LOST:
        back = hand.stake - hand.lost
    return Hand(hand.box, hand.stake, outcome, back, tuple(str(card) for card in hand.cards))


def _insurance(each: Insured, rules: CardRules) -> Hand:
    """Insurance is a hand of its own, without cards; a won one has its stake back too."""
    outcome = HandOutcome.WON if each.won else HandOutcome.LOST
    back = (1 + rules.insurance_pays) * each.stake if each.won else 0
    return Hand(each.box, each.stake, outcome, back, ())


def _covered(hands: tuple[Settled, ...], insured: tuple[Insured, ...], table: InSession) -> None:
    """Stakes and insurance together come out of the player's own chips."""
    for each in insured:
        staked = each.stake + sum(hand.stake for hand in hands if hand.box == each.box)
        chips = next(box.chips for box in table.boxes if box.box == each.box)
        if staked > chips:
            why = f"Box {each.box} has {chips} in chips and staked {staked}."
            raise HANDS_DIFFER(clause="TBJ-4.4", why=why)
