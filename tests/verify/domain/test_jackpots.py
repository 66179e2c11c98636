"""Jackpots opened, and fed from the receipts of games (rule 6.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.kernel.money import Money, OtherCurrency
from services.verify.domain.jackpot.feeding import (
    GameDeclared,
    OddCentsTaken,
    ReceiptsHeld,
    StageNoted,
)
from services.verify.domain.jackpot.jackpot import JACKPOTS
from services.verify.domain.jackpot.ledger import EntryKind
from services.verify.domain.jackpot.news import StageWon, Step
from services.verify.domain.jackpot.opening import (
    JACKPOT_IN_OTHER_CURRENCY,
    MOST_BELOW_SEED,
)
from services.verify.domain.jackpot.terms import SHARE_TOO_HIGH, Declaration, percent
from tests.kit.law import Given, permits, refuses
from tests.kit.standing import STANDS, WAITS
from tests.verify.domain.jackpots import (
    BINGO,
    EIGHT,
    ENDED,
    IN_FIFTY,
    LINE,
    SESSION,
    SEVEN,
    VOID,
    Chain,
    back,
    cycle_of,
    entry,
    jackpot,
    news,
    open_jackpot,
    opened,
    taken,
    won,
)
from tests.verify.domain.sales import at, nzd

FED = EntryKind.HELD


# -- opened ------------------------------------------------------------------------------------


@permits("NZB-6.1")
def test_nzb_6_1_a_part_of_the_gross_receipts_may_be_held() -> None:
    made = Given(JACKPOTS).when(open_jackpot()).then(opened())
    fed = made.when(news(taken(1_234_50)))
    # A tenth of 1,234.50, rounded down to the cent
    held = entry("receipts:2026-11-29-07", "pool", 123_45, FED, 1)
    declared = GameDeclared(SEVEN, SESSION, IN_FIFTY, at(1))
    after = fed.then(declared, ReceiptsHeld(SEVEN, nzd(1_234_50), (held,), at(1)))
    assert cycle_of(after).pool == nzd(623_45)


@refuses("NZB-6.1")
def test_nzb_6_1_more_than_the_profile_allows_is_not_held() -> None:
    assert Given(JACKPOTS).when(open_jackpot(share=5_000)).events
    refused = Given(JACKPOTS).when(open_jackpot(share=5_001)).refused(SHARE_TOO_HIGH, "NZB-6.1")
    assert refused.sentence == (
        "50.01 % of the receipts would be held for the jackpot; 50 % is the most."
    )


def test_percent_is_read_as_people_say_it() -> None:
    shown = [percent(share) for share in (0, 1, 10, 1_000, 1_250, 10_000)]
    assert shown == ["0 %", "0.01 %", "0.1 %", "10 %", "12.5 %", "100 %"]


def test_a_jackpot_is_in_the_currency_of_its_venue() -> None:
    for wrong in (open_jackpot(seed=Money("AUD", 1)), open_jackpot(most=Money("AUD", 10**9))):
        Given(JACKPOTS).when(wrong).refused(JACKPOT_IN_OTHER_CURRENCY)


def test_a_jackpot_is_opened_by_rules_that_two_persons_stand_for() -> None:
    for approval, stands in ((WAITS, False), (STANDS, True)):
        made = Given(JACKPOTS).when(replace(open_jackpot(), approval=approval))
        if stands:
            made.then(opened())
        else:
            made.refused("PROFILE_NOT_APPROVED")


def test_the_seed_can_be_paid() -> None:
    Given(JACKPOTS).when(open_jackpot(most=nzd(499_99))).refused(MOST_BELOW_SEED)
    assert Given(JACKPOTS).when(open_jackpot(most=nzd(500_00))).events


def test_amounts_of_two_currencies_are_never_put_together() -> None:
    strange = Money("AUD", 100_00)
    for step in (Step(taken=strange), Step(back=strange)):
        with pytest.raises(OtherCurrency):
            jackpot().when(news(step))
    odd = StageWon(LINE, 31, strange)
    with pytest.raises(OtherCurrency):
        jackpot(news()).when(news(Step(won=odd)))


# -- fed ---------------------------------------------------------------------------------------


def test_what_changes_after_the_count_changes_what_is_held() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(taken(10_05))  # entered late
    assert chain.pool() == 500_00 + 101_00  # a tenth of 1,010.05
    chain.news(back(20_00))
    assert chain.pool() == 500_00 + 99_00  # a tenth of 990.05
    assert chain.balances()["receipts:2026-11-29-07"] == -99_00


def test_a_void_game_feeds_nothing() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(VOID)
    assert chain.balances() == {"house": -500_00, "pool": 500_00}
    chain.news(back(1_000_00))  # the money of every card went back since
    assert chain.pool() == 500_00


def test_a_void_game_in_which_something_was_won_keeps_what_it_took() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(VOID, won(20, LINE))
    assert chain.pool() == 600_00
    chain.news(back(200_00))  # the game manager has given some money back
    assert chain.pool() == 580_00
    chain.news(Step(reopened=LINE))
    assert chain.pool() == 500_00


def test_a_void_game_that_fed_what_was_won_is_made_good_by_the_house() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(taken(1_000_00), game=EIGHT)
    chain.news(won(40))
    chain.news(VOID, game=EIGHT)
    assert chain.balances() == {
        "house": -600_00,
        "receipts:2026-11-29-07": -100_00,
        "prize:2026-11-29-07": 700_00,
    }


def test_a_game_that_is_started_over_feeds_what_it_took() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(ENDED)
    assert chain.pool() == 600_00


def test_odd_cents_of_a_prize_come_in_and_go_again_when_it_is_divided_anew() -> None:
    given = jackpot(news(taken(1_000_00)))
    came = given.when(news(won(31, LINE, odd=1), when=3))
    noted = StageNoted(SEVEN, LINE, True, (), at(3))
    odd = entry("odd:2026-11-29-07/PART_SERIES", "pool", 1, EntryKind.ODD_CENTS, 3)
    after = came.then(noted, OddCentsTaken(SEVEN, (odd,), at(3)))
    assert cycle_of(after).pool == nzd(600_01)
    again = after.when(news(won(31, LINE, odd=1), when=4))
    again.nothing()
    gone = after.when(news(Step(reopened=LINE), when=4)).events
    assert [type(event) for event in gone] == [StageNoted, OddCentsTaken]
    assert cycle_of(Given(JACKPOTS, *after.events, *gone)).pool == nzd(600_00)


def test_a_game_is_declared_anew_until_it_is_played() -> None:
    later = Declaration(2_000, BINGO, 45)
    given = jackpot(news(), news(declared=later))
    game = cycle_of(given).game(SEVEN)
    assert game is not None
    assert game.declared == later
