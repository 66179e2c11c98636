"""Random sessions against a second, deliberately simple reckoning that shares no code.

The simple one keeps a list of players in the order of their turns and turns it by one each round.
"""

from __future__ import annotations

import random

import pytest

from services.tournament.domain.table.rounds import Played
from services.tournament.domain.table.state import HandOutcome, InSession, Over
from tests.tournament.domain.table.play import (
    Play,
    deal,
    record,
    rounds,
    seats,
    started,
    terms,
    wager,
)

MINIMUM, MAXIMUM, STEP = 10, 500, 5
PAYS = {
    HandOutcome.LOST: lambda stake: 0,
    HandOutcome.STOOD_OFF: lambda stake: stake,
    HandOutcome.VOID: lambda stake: stake,
    HandOutcome.WON: lambda stake: stake + stake,
    HandOutcome.BLACKJACK: lambda stake: stake + -(-stake * 3 // 2),
}
LOSING = [HandOutcome.LOST] * 6 + list(HandOutcome)


class Simple:
    """Chips by box, and the boxes in turn, the first to wager first."""

    def __init__(self, boxes: list[int], chips: int, length: int) -> None:
        self.chips = dict.fromkeys(boxes, chips)
        self.circle = sorted(boxes)
        self.first = self.circle[0]
        self.played = 0
        self.length = length

    def turns(self) -> list[int]:
        """Clockwise from the first: who has the minimum."""
        at = self.circle.index(self.first)
        turned = self.circle[at:] + self.circle[:at]
        return [box for box in turned if self.chips[box] >= MINIMUM]

    def round(self, hands: list[tuple[int, int, HandOutcome]]) -> str:
        """Play a round; why the session is over, or nothing."""
        before = {box for box, chips in self.chips.items() if chips}
        for box, stake, outcome in hands:
            self.chips[box] += PAYS[outcome](stake) - stake
        self.played += 1
        left = {box for box in before if self.chips[box]}
        able = {box for box in left if self.chips[box] >= MINIMUM}
        at = self.circle.index(self.first)
        following = self.circle[at + 1 :] + self.circle[: at + 1]
        self.first = next((box for box in following if box in able), self.first)
        if not left:
            return "ALL_BROKE"
        if len(left) == 1:
            return "ONE_LEFT"
        if len(able) == 1:
            return "ONE_ABLE"
        if not able:
            return "ALL_SHORT"
        return "ROUNDS" if self.played == self.length else ""


def hands_of(play: Play, chance: random.Random, turns: list[int]) -> list[Played]:
    """A wager from everybody in turn, some doubled, and what came of it."""
    hands = []
    for box in turns:
        most = min(play.chips[box], MAXIMUM) // STEP
        amount = STEP * chance.choice([MINIMUM // STEP, most, chance.randint(2, max(most, 2))])
        play.do(wager(box, amount, play.live.play.number))
        added = chance.choice([0, 0, amount, play.chips[box] - amount])
        added = min(added, amount, play.chips[box] - amount)
        outcome = chance.choice(LOSING)
        if outcome is HandOutcome.BLACKJACK:
            added = 0  # made of two cards
        hands.append(Played(box, amount + added, outcome))
    return hands


@pytest.mark.parametrize("seed", range(400))
def test_both_come_to_the_same(seed: int) -> None:
    chance = random.Random(seed)
    boxes = sorted(chance.sample(range(1, 8), chance.randint(4, 7)))
    chips, length = chance.choice([20, 55, 300, 1000]), chance.randint(1, 25)
    play = started(terms(rounds(length)), places=seats(*boxes, chips=chips))
    simple, why = Simple(boxes, chips, length), ""
    while not why:
        number = simple.played + 1
        assert isinstance(play.state, InSession)
        turns = simple.turns()
        assert list(play.live.play.order) == turns
        hands = hands_of(play, chance, turns)
        play.do(deal(number))
        play.do(record(*hands, round_=number))
        why = simple.round([(hand.box, hand.stake, hand.outcome) for hand in hands])
        assert play.chips == simple.chips
    assert isinstance(play.state, Over)
    assert play.state.ending.name == why
    assert play.state.rounds == simple.played


def test_every_ending_is_among_them() -> None:
    found = set()
    for seed in range(400):
        chance = random.Random(seed)
        boxes = sorted(chance.sample(range(1, 8), chance.randint(4, 7)))
        chips, length = chance.choice([20, 55, 300, 1000]), chance.randint(1, 25)
        play = started(terms(rounds(length)), places=seats(*boxes, chips=chips))
        while isinstance(play.state, InSession):
            number = play.live.play.number
            hands = hands_of(play, chance, list(play.live.play.order))
            play.do(deal(number), record(*hands, round_=number))
        assert isinstance(play.state, Over)
        found.add(play.state.ending.name)
    assert found == {"ROUNDS", "ONE_LEFT", "ONE_ABLE", "ALL_BROKE", "ALL_SHORT"}
