"""Jackpots won once, divided and paid, and carried over (rule 6.1)."""

from __future__ import annotations

import pytest

from services.kernel.law import Standing
from services.verify.domain.jackpot.carrying import (
    CarriedOver,
    PassedOn,
    RestReturned,
    TakeCarried,
)
from services.verify.domain.jackpot.ending import (
    CARRIED_OVER_BEFORE,
    GAME_NOT_OVER,
    JACKPOT_HAS_WINNERS,
    JACKPOT_NOT_WON,
    SHARES_TO_RECOVER,
    CarryOver,
    CloseJackpot,
    ClosingUndone,
    JackpotClosed,
)
from services.verify.domain.jackpot.feeding import (
    StageNoted,
)
from services.verify.domain.jackpot.jackpot import JACKPOTS
from services.verify.domain.jackpot.ledger import EntryKind
from services.verify.domain.jackpot.news import Step
from services.verify.domain.jackpot.opening import JackpotOpened
from services.verify.domain.jackpot.state import Running, Won
from services.verify.domain.jackpot.terms import Declaration
from services.verify.domain.jackpot.winning import JackpotNotWon, JackpotWon
from tests.verify.domain.jackpots import (
    BINGO,
    EIGHT,
    ENDED,
    FIRST,
    LINE,
    NINE,
    SECOND,
    SEVEN,
    UNSHARED,
    Chain,
    back,
    cycle_of,
    entry,
    jackpot,
    news,
    owed,
    shared,
    taken,
    won,
)
from tests.verify.domain.sales import at, nzd

SUNDAY = "venues/akl/jackpots/2026-sunday"
MONDAY = "venues/akl/jackpots/2026-monday"


# -- won ---------------------------------------------------------------------------------------


def test_a_full_card_in_time_wins_all_that_is_there() -> None:
    given = jackpot(news(taken(1_000_00)))
    outcome = given.when(news(won(50), when=5))
    set_apart = entry("pool", "prize:2026-11-29-07", 600_00, EntryKind.WON, 5)
    outcome.then(
        StageNoted(SEVEN, BINGO, True, (), at(5)),
        JackpotWon(SEVEN, BINGO, 50, nzd(600_00), SECOND, (), (set_apart,), at(5)),
    )


def test_a_full_card_too_late_leaves_it_for_the_next_game() -> None:
    given = jackpot(news(taken(1_000_00)))
    after = given.when(news(won(51), when=5)).then(
        StageNoted(SEVEN, BINGO, True, (), at(5)), JackpotNotWon(SEVEN, BINGO, 51, 50, at(5))
    )
    assert cycle_of(after).pool == nzd(600_00)
    assert isinstance(after.state, Running)


def test_that_it_was_not_won_is_on_record_once_until_the_stage_is_open_again() -> None:
    """A second winner has the stage settled again."""
    late = jackpot(news(taken(1_000_00)), news(won(51), when=5))
    late.when(news(won(51), when=6)).nothing()
    assert isinstance(late.when(news(won(49), when=6)).state, Won)
    again = late.when(news(Step(reopened=BINGO), won(52), when=7)).then(
        StageNoted(SEVEN, BINGO, False, (), at(7)),
        StageNoted(SEVEN, BINGO, True, (), at(7)),
        JackpotNotWon(SEVEN, BINGO, 52, 50, at(7)),
    )
    assert cycle_of(again).pool == nzd(600_00)


def test_any_call_will_do_where_that_was_announced() -> None:
    given = jackpot(news(taken(1_000_00), declared=Declaration(1_000, BINGO, 0)))
    outcome = given.when(news(won(90), declared=Declaration(1_000, BINGO, 0)))
    assert isinstance(outcome.state, Won)


def test_another_stage_does_not_win_it() -> None:
    noted = StageNoted(SEVEN, LINE, True, (), at(1))
    jackpot(news(taken(1_000_00))).when(news(won(20, LINE))).then(noted)


def test_a_game_that_only_feeds_it_does_not_win_it() -> None:
    fed = Declaration(1_000, None, 0)
    given = jackpot(news(taken(100_00), declared=fed))
    given.when(news(won(20), declared=fed)).then(StageNoted(SEVEN, BINGO, True, (), at(1)))


def test_more_than_the_most_is_carried_over() -> None:
    chain = Chain(most=nzd(550_00))
    chain.news(taken(1_000_00))
    chain.news(won(40))
    assert chain.balances() == {
        "house": -500_00,
        "receipts:2026-11-29-07": -100_00,
        "prize:2026-11-29-07": 550_00,
        "carried:2026-friday-2": 50_00,
    }
    assert chain.pool(SECOND) == 500_00 + 50_00
    assert chain.cycle(SECOND).previous == FIRST
    (opened,) = chain.of[SECOND]
    assert isinstance(opened, JackpotOpened)
    assert (opened.word, opened.number, opened.games, opened.by) == ("friday", 2, (), "")


@pytest.mark.case("B6")
def test_case_B6_it_is_won_once_whatever_comes_again() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(won(40))
    chain.news(shared(600_00))
    for again in (won(40), Step(reopened=BINGO), won(40), ENDED, won(40)):
        chain.news(again)
    assert sum(isinstance(event, JackpotWon) for event in chain.events) == 1
    assert chain.balances()["payable:2026-11-29-07/1"] == 600_00
    assert chain.pool(SECOND) == 500_00


# -- divided and paid --------------------------------------------------------------------------


def test_shares_are_paid_and_the_odd_cent_begins_the_next_cycle() -> None:
    chain = Chain()
    chain.news(taken(1_000_10))  # a tenth is 100.01
    chain.news(won(40))
    chain.news(shared(200_00, 200_00, 200_00))
    chain.news(ENDED)
    chain.news(Step(paid=owed(1, 200_00)))
    chain.news(Step(paid=owed(2, 200_00)))
    assert JACKPOTS.standing(chain.cycle(FIRST)) is Standing.IN_PLAY
    assert chain.pool(SECOND) == 500_00
    chain.news(Step(paid=owed(3, 200_00)))
    assert JACKPOTS.standing(chain.cycle(FIRST)) is Standing.ENDED
    assert chain.balances() == {
        "house": -500_00,
        "receipts:2026-11-29-07": -100_01,
        "players": 600_00,
        "carried:2026-friday-2": 1,
    }
    assert chain.pool(SECOND) == 500_01


def test_the_house_makes_up_what_rounding_takes_and_has_it_back() -> None:
    chain = Chain()
    chain.news(taken(1_000_10))
    chain.news(won(40))
    chain.news(shared(200_01, 200_01, 200_01))
    assert chain.balances()["house"] == -500_02
    chain.news(UNSHARED)
    assert chain.balances()["house"] == -500_00
    assert chain.balances()["prize:2026-11-29-07"] == 600_01


def test_the_house_keeps_what_the_policy_leaves_it() -> None:
    chain = Chain()
    chain.news(taken(1_000_10))
    chain.news(won(40))
    chain.news(shared(200_00, 200_00, 200_00, house_keeps=True))
    chain.news(ENDED, *(Step(paid=owed(share, 200_00)) for share in (1, 2, 3)))
    assert chain.balances()["house"] == -499_99
    (rest,) = (each for each in chain.events if isinstance(each, RestReturned))
    assert rest.entries == (entry("prize:2026-11-29-07", "house", 1, EntryKind.ODD_CENTS, 1),)
    assert chain.pool(SECOND) == 500_00


def test_a_share_that_nobody_collects_is_played_for_again() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(won(40))
    chain.news(shared(300_00, 300_00), ENDED)
    chain.news(Step(paid=owed(1, 300_00)))
    chain.news(Step(lapsed=owed(2, 300_00)))
    assert chain.pool(SECOND) == 800_00
    assert JACKPOTS.standing(chain.cycle(FIRST)) is Standing.ENDED


def test_what_lapsed_of_a_winner_who_was_voided_is_the_house_s_loss() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(won(40))
    chain.news(shared(300_00, 300_00))
    chain.news(Step(paid=owed(1, 300_00)))
    chain.news(Step(lapsed=owed(2, 300_00)))
    chain.news(UNSHARED)
    chain.news(shared(600_00))
    assert chain.balances()["payable:2026-11-29-07/1"] == 300_00
    assert "payable:2026-11-29-07/2" not in chain.balances()
    assert chain.balances()["house"] == -500_00 - 300_00
    chain.news(shared(300_00, 300_00))
    assert chain.balances()["house"] == -500_00


def test_what_was_paid_to_a_winner_who_was_voided_is_recovered() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(won(40))
    chain.news(shared(300_00, 300_00))
    chain.news(Step(paid=owed(1, 300_00)))
    chain.news(UNSHARED)
    assert chain.balances()["payable:2026-11-29-07/1"] == -300_00
    chain.news(Step(shared=shared(600_00, first=2).shared))
    chain.news(Step(repaid=owed(1, 100_00)))
    chain.news(Step(written_off=owed(1, 200_00)))
    chain.news(Step(paid=owed(2, 600_00)), ENDED)
    assert chain.balances() == {
        "house": -700_00,
        "receipts:2026-11-29-07": -100_00,
        "players": 800_00,
    }
    assert JACKPOTS.standing(chain.cycle(FIRST)) is Standing.ENDED


def test_what_was_written_off_of_a_winner_who_wins_after_all_the_house_has_back() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(won(40))
    chain.news(shared(600_00))
    chain.news(Step(paid=owed(1, 600_00)))
    chain.news(UNSHARED)
    chain.news(Step(repaid=owed(1, 200_00)))
    chain.news(Step(written_off=owed(1, 400_00)))
    assert chain.balances()["house"] == -500_00 - 400_00
    chain.news(shared(600_00))
    # 400.00 of it the player has already
    assert chain.balances()["payable:2026-11-29-07/1"] == 200_00
    assert chain.balances()["house"] == -500_00
    chain.news(Step(paid=owed(1, 200_00)), ENDED)
    assert chain.balances()["players"] == 600_00
    assert JACKPOTS.standing(chain.cycle(FIRST)) is Standing.ENDED


# -- carried over ------------------------------------------------------------------------------


def test_what_is_not_won_carries_over_until_it_is() -> None:
    chain = Chain()
    for game, position in ((SEVEN, 57), (EIGHT, 61), (NINE, 48)):
        chain.news(taken(1_000_00), game=game)
        chain.news(won(position), ENDED, game=game)
    # 500 of the house, and three times a tenth of 1,000
    assert chain.balances()["prize:2026-11-29-09"] == 800_00
    assert [event.game for event in chain.events if isinstance(event, JackpotNotWon)] == [
        SEVEN,
        EIGHT,
    ]


def test_games_that_were_declared_before_play_for_the_next_cycle() -> None:
    chain = Chain()
    chain.news()
    chain.news(game=EIGHT)
    chain.news(taken(1_000_00))
    chain.news(won(40))
    assert [game.game for game in chain.cycle(SECOND).games] == [EIGHT]
    chain.news(taken(2_000_00), game=EIGHT)
    assert any(isinstance(event, PassedOn) for event in chain.events)
    assert chain.pool(SECOND) == 500_00 + 200_00
    chain.news(won(44), game=EIGHT)
    third = "venues/akl/jackpots/2026-friday-3"
    assert chain.balances(SECOND)["prize:2026-11-29-08"] == 700_00
    chain.news(taken(100_00), game=NINE)
    assert chain.pool(third) == 510_00


def test_games_that_were_counted_stay_with_the_cycle_that_they_fed() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(taken(1_000_00), game=EIGHT)
    chain.news(won(40))
    assert chain.balances()["prize:2026-11-29-07"] == 700_00
    chain.news(taken(50_00), game=EIGHT)
    assert chain.pool(SECOND) == 505_00
    chain.news(back(150_00), game=EIGHT)  # what was won stays won
    assert chain.balances()["house"] == -500_00 - 15_00
    assert chain.pool(SECOND) == 505_00
    chain.news(won(44), game=EIGHT)
    assert chain.balances(SECOND)["prize:2026-11-29-08"] == 505_00


def test_a_win_without_a_winner_left_is_carried_over_by_a_person() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(won(40))
    chain.news(shared(600_00))
    carry = CarryOver("mere", at(9))
    jackpot().when(carry).refused(JACKPOT_NOT_WON)
    chain.given().when(carry).refused(JACKPOT_HAS_WINNERS)
    chain.news(UNSHARED)
    chain.given().when(carry).refused(GAME_NOT_OVER)
    chain.news(ENDED)
    chain.carry_over()
    assert chain.pool(SECOND) == 500_00 + 600_00
    assert JACKPOTS.standing(chain.cycle(FIRST)) is Standing.ENDED
    chain.given().when(carry).refused(CARRIED_OVER_BEFORE)


def test_nothing_is_carried_over_while_it_has_to_be_recovered() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(won(40))
    chain.news(shared(600_00))
    chain.news(Step(paid=owed(1, 600_00)))
    chain.news(UNSHARED, ENDED)
    given = chain.given()
    refused = given.when(CarryOver("mere", at(9))).refused(SHARES_TO_RECOVER)
    assert refused.sentence == "NZD 600.00 that was paid out has to be recovered yet."
    chain.news(Step(repaid=owed(1, 600_00)))
    chain.carry_over()
    assert chain.pool(SECOND) == 1_100_00


def test_what_comes_to_a_cycle_that_was_won_goes_on_to_the_next() -> None:
    chain = Chain()
    chain.news(taken(1_000_00))
    chain.news(won(40, odd=2))
    carried = [event for event in chain.events if isinstance(event, CarriedOver)]
    assert [event.amount for event in carried] == [nzd(2)]
    assert chain.pool(SECOND) == 500_02


def test_a_jackpot_is_closed_into_another_one() -> None:
    given = jackpot(news(taken(1_000_00)), news(ENDED))
    closed = given.when(CloseJackpot(FIRST, SUNDAY, "mere", at(9)))
    left = entry("pool", "carried:2026-sunday", 600_00, EntryKind.CARRIED_OVER, 9)
    after = closed.then(
        JackpotClosed(SUNDAY, "mere", at(9)), CarriedOver(SUNDAY, nzd(600_00), (), (left,), at(9))
    )
    assert JACKPOTS.standing(after.state) is Standing.ENDED
    late = after.when(news(taken(100_00), when=10)).events
    assert [event.amount for event in late if isinstance(event, CarriedOver)] == [nzd(10_00)]
    other = after.when(news(game=EIGHT, when=10)).events
    assert [event.to for event in other if isinstance(event, PassedOn)] == [SUNDAY]


def ring(*names: str) -> Chain:
    """Jackpots that are all closed into the next of them, and the last into the first, before
    anything has come from one to another: each with what it holds on the way."""
    chain = Chain()
    for name, into in zip(names, (*names[1:], names[0]), strict=True):
        chain.of[name] = jackpot(news(taken(1_000_00)), news(ENDED)).events
        given = chain.given(name).when(CloseJackpot(name, into, "mere", at(9)))
        chain.of[name] = (*chain.of[name], *given.events)
        chain.cycles[name] = chain.given(name).state
    return chain


@pytest.mark.parametrize("names", [(FIRST, SUNDAY), (FIRST, SUNDAY, MONDAY)], ids=len)
def test_jackpots_that_are_closed_into_each_other_are_played_for_again(
    names: tuple[str, ...],
) -> None:
    chain = ring(*names)
    for name, into in zip(names, (*names[1:], names[0]), strict=True):
        chain.tell(into, TakeCarried(name, nzd(600_00), (name,), at(10)))
    running = [name for name in names if isinstance(chain.cycle(name), Running)]
    undone = [event for event in chain.events if isinstance(event, ClosingUndone)]
    assert len(running) == len(undone) > 0
    assert sum(chain.pool(name) for name in running) == len(names) * 600_00
    assert all(chain.pool(name) == 0 for name in names if name not in running)


def test_what_a_game_tells_such_jackpots_comes_to_one_of_them() -> None:
    chain = ring(FIRST, SUNDAY)
    chain.tell(FIRST, news(taken(200_00), game=EIGHT, when=10))
    (undone,) = [event for event in chain.events if isinstance(event, ClosingUndone)]
    assert undone == ClosingUndone(FIRST, at(2))
    found = chain.cycle(SUNDAY)
    assert isinstance(found, Running)
    assert [each.game for each in found.games] == [SEVEN, EIGHT]
    assert chain.pool(SUNDAY) == 20_00


def test_a_jackpot_that_was_closed_into_a_running_one_stays_closed() -> None:
    chain = ring(FIRST, SUNDAY)
    chain.of[SUNDAY] = jackpot(news(taken(1_000_00)), news(ENDED)).events
    chain.cycles[SUNDAY] = chain.given(SUNDAY).state
    chain.tell(SUNDAY, TakeCarried(FIRST, nzd(600_00), (FIRST,), at(10)))
    assert isinstance(chain.cycle(FIRST), Won)
    assert chain.pool(SUNDAY) == 1_200_00
