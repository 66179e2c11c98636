"""How often a prize is shared in a hall of 600 cards: the rates of the tables, within what chance
leaves."""

from __future__ import annotations

import math

import pytest

from services.verify.domain.cards import judging
from services.verify.domain.cards.layout import NINETY
from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.cards.readings import Forfeits, Readings, WindowEnds
from services.verify.domain.desk.dividing import divide
from services.verify.domain.desk.prizes import OddCents
from services.verify.domain.game.announcing import Said
from tests.kit.hall_of_cards import FULL_CARD, LINE, TWO_LINES, done_on, hall, order, winners
from tests.verify.domain.sales import nzd

HALLS, GAMES = 24, 250
RATES = {LINE: 0.124, TWO_LINES: 0.115, FULL_CARD: 0.127}
PATTERNS = {LINE: "any_row", TWO_LINES: "two_rows", FULL_CARD: "full_card"}
USUAL = Readings(True, Forfeits.ARRANGEMENT, WindowEnds.NEXT_SELECTED)


@pytest.fixture(scope="module")
def shared() -> dict[int, int]:
    """In how many of the games each stage had more than one winner."""
    ties = dict.fromkeys(RATES, 0)
    for number in range(HALLS):
        pack = hall(f"hall {number}")
        for game in range(GAMES):
            done = done_on(pack, order(f"game {number}/{game}"))
            for stage in ties:
                ties[stage] += len(winners(done, stage)[1]) > 1
    return ties


@pytest.mark.parametrize("stage", RATES, ids=["line", "two lines", "full card"])
def test_one_stage_in_eight_is_shared(shared: dict[int, int], stage: int) -> None:
    games, rate = HALLS * GAMES, RATES[stage]
    # Four standard deviations of the binomial, and half of the table's last digit
    within = 4 * math.sqrt(rate * (1 - rate) / games) + 0.0005
    assert abs(shared[stage] / games - rate) < within, shared[stage]


@pytest.mark.parametrize("stage", RATES, ids=["line", "two lines", "full card"])
def test_who_is_first_by_the_table_wins_by_the_law_and_nobody_else(stage: int) -> None:
    pack = hall("hall 0")
    ties = 0
    for game in range(40):
        drawn = order(f"game 0/{game}")
        on, cards = winners(done_on(pack, drawn), stage)
        said = tuple(Said(position, n) for position, n in enumerate(drawn[:on], start=1))
        ties += len(cards) > 1
        for card, face in pack.numbered(1, 60):
            looked = judging.examine(face, NINETY, Pattern(PATTERNS[stage]), said, USUAL)
            assert (looked.wins_on == on) == (card in cards), (game, card)
        shares = divide(nzd(10_000), len(cards), OddCents.ROUND_UP, jackpot=False)
        assert 0 <= shares.each.minor_units * len(cards) - 10_000 < len(cards)
    assert ties
