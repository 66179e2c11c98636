"""The places and what they are worth (TBJ-6.5 to 6.8); cases T1, T2 and T11."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from services.tournament.domain.terms import TableEnd
from services.tournament.domain.tournament.advancing import Scores
from services.tournament.domain.tournament.conditions_state import (
    BehindSurvivor,
    FurtherChips,
    LaterPlaces,
    OddCents,
    Prize,
    Readings,
)
from services.tournament.domain.tournament.parts import Placing
from services.tournament.domain.tournament.placing import Places, find_places
from services.tournament.domain.tournament.sharing import amounts, share
from tests.kit.law import means, permits
from tests.tournament.domain import reference
from tests.tournament.domain.tournaments import tallied

DEFAULTS = Readings(
    BehindSurvivor.PLAY_OFF,
    FurtherChips.REPLACE,
    LaterPlaces.PLAY_OFFS_FIRST,
    OddCents.ROUND_UP,
)
NOBODY = Readings(BehindSurvivor.NOBODY, None, LaterPlaces.PLAY_OFFS_FIRST, None)
FINAL_FIRST = Readings(BehindSurvivor.PLAY_OFF, None, LaterPlaces.FINAL_FIRST, None)


def scores(chips: Mapping[int, int], remaining: Sequence[int] = ()) -> Scores:
    end = TableEnd.ALL_SHORT if remaining else TableEnd.LENGTH
    return Scores.of(tallied(chips, end, remaining))


def places(
    final: Mapping[int, int],
    *playoffs: Mapping[int, int],
    provided: int = 4,
    readings: Readings = DEFAULTS,
) -> Places:
    return find_places(scores(final), tuple(map(scores, playoffs)), provided, readings)


def placed(*groups: int | tuple[int, ...]) -> tuple[Placing, ...]:
    """Places 1, 2, … of one player or several each."""
    made, place = [], 1
    for group in groups:
        players = group if isinstance(group, tuple) else (group,)
        made.append(Placing(place, players))
        place += len(players)
    return tuple(made)


# -- places ------------------------------------------------------------------------------------


@permits("TBJ-6.5")
def test_tbj_6_5_places_go_by_chips_at_the_end_of_the_final() -> None:
    assert places({1: 300, 2: 900, 3: 500, 4: 700}) == Places(placed(2, 4, 3, 1))


def test_only_the_places_that_the_conditions_provide_for() -> None:
    assert places({1: 300, 2: 900, 3: 500, 4: 700}, provided=1) == Places(placed(2))
    assert places({1: 300, 2: 900, 3: 500, 4: 700}, provided=3) == Places(placed(2, 4, 3))


@pytest.mark.case("T1")
def test_case_t1_equals_for_the_most_chips_are_no_winner_until_they_have_played_off() -> None:
    assert places({1: 900, 2: 900, 3: 500, 4: 700}) == Places((), (1, 2))


@permits("TBJ-6.6")
def test_tbj_6_6_the_play_off_says_who_wins_and_who_is_runner_up() -> None:
    assert places({1: 900, 2: 900, 3: 500, 4: 700}, {1: 10, 2: 20}) == Places(placed(2, 1, 4, 3))


def test_tbj_6_6_a_play_off_of_three_that_leaves_the_runner_up_open() -> None:
    final, playoff = {1: 900, 2: 900, 3: 900, 4: 950 - 51}, {1: 30, 2: 10, 3: 10}
    assert places(final, playoff) == Places(placed(1), (2, 3))
    assert places(final, playoff, {2: 5, 3: 7}) == Places(placed(1, 3, 2, 4))


def test_tbj_6_6_a_play_off_that_ends_in_a_tie_is_played_off_again() -> None:
    final, playoff = {1: 900, 2: 900, 3: 900, 4: 700}, {1: 30, 2: 30, 3: 10}
    assert places(final, playoff) == Places((), (1, 2))
    assert places(final, playoff, {1: 4, 2: 8}) == Places(placed(2, 1, 3, 4))


def test_a_tie_for_runner_up_behind_a_clear_winner_is_played_off() -> None:
    final = {1: 900, 2: 700, 3: 700, 4: 100}
    assert places(final) == Places(placed(1), (2, 3))
    assert places(final, {2: 1, 3: 2}) == Places(placed(1, 3, 2, 4))


def test_behind_a_single_survivor() -> None:
    final = {1: 900, 2: 0, 3: 0, 4: 0}
    assert places(final) == Places(placed(1), (2, 3, 4))
    after = places(final, {2: 9, 3: 5, 4: 5})
    assert after == Places((*placed(1, 2), Placing(3, (3, 4))))
    none = places(final, readings=NOBODY)
    assert none == Places((Placing(1, (1,)), Placing(3, (2, 3, 4))))


def test_players_at_zero_are_equal_whenever_they_were_eliminated() -> None:
    assert places({1: 900, 2: 700, 3: 0, 4: 0}) == Places(placed(1, 2, (3, 4)))


@permits("TBJ-6.7")
def test_tbj_6_7_a_the_runner_up_play_off_comes_first() -> None:
    final, winners = {1: 9, 2: 9, 3: 9, 4: 9, 5: 8}, {1: 30, 2: 20, 3: 20, 4: 10}
    seconds = {2: 7, 3: 3}
    assert places(final, winners, seconds, provided=5) == Places(placed(1, 2, 3, 4, 5))


def test_tbj_6_7_b_then_the_winners_play_off_and_c_the_final() -> None:
    final, winners = {1: 9, 2: 9, 3: 9, 4: 8, 5: 7}, {1: 10, 2: 30, 3: 20}
    assert places(final, winners, provided=5) == Places(placed(2, 3, 1, 4, 5))


def test_tbj_6_7_equal_in_the_runner_up_play_off_is_equal() -> None:
    final = {1: 9, 2: 5, 3: 5, 4: 5, 5: 1}
    assert places(final, {2: 8, 3: 2, 4: 2}, provided=5) == Places(placed(1, 2, (3, 4), 5))


def test_the_other_reading_of_6_7_looks_at_the_final_first() -> None:
    """All four were short (4.10(b)), with 1 to 4 chips, and played off: 4 won, then 1."""
    final = scores({1: 1, 2: 2, 3: 3, 4: 4}, remaining=(1, 2, 3, 4))
    playoff = scores({1: 80, 2: 60, 3: 40, 4: 90})
    assert find_places(final, (playoff,), 4, DEFAULTS).placings == placed(4, 1, 2, 3)
    assert find_places(final, (playoff,), 4, FINAL_FIRST).placings == placed(4, 1, 3, 2)


@means("TBJ-1.0-playoff", side="inside")
def test_tbj_1_0_a_play_off_determines_a_winner_between_equals() -> None:
    assert places({1: 900, 2: 900}, {1: 1, 2: 2}, provided=1) == Places(placed(2))


@means("TBJ-1.0-playoff", side="outside")
def test_tbj_1_0_without_equals_there_is_nothing_to_play_off() -> None:
    assert places({1: 900, 2: 800}, provided=1) == Places(placed(1))


@pytest.mark.case("T2")
def test_case_t2_places_come_from_the_final_alone() -> None:
    """Nobody who was not at the final's table is known to the rule, whatever their chips."""
    assert {p for each in places({1: 3, 2: 2, 3: 1, 4: 0}).placings for p in each.players} == {
        *(1, 2, 3, 4)
    }


# -- what they are worth -----------------------------------------------------------------------


def prizes(*cash: int, goods: Mapping[int, str] | None = None) -> tuple[Prize, ...]:
    given = goods or {}
    return tuple(Prize(n, each, 0, given.get(n, "")) for n, each in enumerate(cash, start=1))


def shared(placings: tuple[Placing, ...], of: tuple[Prize, ...], odd: OddCents = OddCents.ROUND_UP):
    return share(placings, of, amounts(of, 0), odd)


def paid(result) -> list[tuple[int, tuple[int, ...], int]]:
    return [(each.player, each.places, each.cash) for each in result.awards]


@permits("TBJ-6.8")
def test_tbj_6_8_a_two_share_the_prize_and_the_next() -> None:
    result = shared(placed(1, 2, (3, 4)), prizes(1000, 500, 300, 100))
    assert paid(result) == [(1, (1,), 1000), (2, (2,), 500), (3, (3, 4), 200), (4, (3, 4), 200)]


def test_tbj_6_8_b_three_share_the_prize_and_the_two_after_it() -> None:
    result = shared(placed(1, 2, (3, 4, 5), 6), prizes(1000, 500, 300, 200, 100, 60))
    assert paid(result)[2:] == [
        (3, (3, 4, 5), 200),
        (4, (3, 4, 5), 200),
        (5, (3, 4, 5), 200),
        (6, (6,), 60),
    ]


@pytest.mark.case("T11")
def test_case_t11_prizes_that_do_not_exist_are_not_combined() -> None:
    result = shared(placed(1, 2, (3, 4, 5)), prizes(1000, 500, 300))
    assert paid(result)[2:] == [(3, (3,), 100), (4, (3,), 100), (5, (3,), 100)]
    none = shared(placed(1, 2, 3, (4, 5)), prizes(1000, 500, 300))
    assert [player for player, _, _ in paid(none)] == [1, 2, 3]


def test_odd_cents_are_topped_up_or_held() -> None:
    placings, of = placed(1, 2, (3, 4, 5)), prizes(1000, 500, 100)
    up = shared(placings, of)
    assert [cash for _, _, cash in paid(up)[2:]] == [34, 34, 34]
    assert up.topped_up == 2
    held = shared(placings, of, OddCents.RULING)
    assert [cash for _, _, cash in paid(held)[2:]] == [33, 33, 33]
    assert held.topped_up == 0


def test_goods_of_one_player_are_awarded_and_of_several_wait_for_a_decision() -> None:
    of = prizes(1000, 500, 300, 0, goods={1: "a cup", 4: "a weekend"})
    result = shared(placed(1, 2, (3, 4)), of)
    assert result.awards[0].goods == "a cup"
    assert [(each.place, each.players) for each in result.pending] == [(4, (3, 4))]
    assert [cash for _, _, cash in paid(result)] == [1000, 500, 150, 150]


def test_shares_of_the_whole_pool_are_the_whole_pool_to_the_cent() -> None:
    thirds = (Prize(1, 0, 3333, ""), Prize(2, 0, 3333, ""), Prize(3, 0, 3334, ""))
    # 3333/10000 of 1001 is 333.6, 6666/10000 is 667.3: 333, then 667 - 333, then the rest.
    assert amounts(thirds, 1001) == {1: 333, 2: 334, 3: 334}
    half = (Prize(1, 0, 5000, ""), Prize(2, 200, 0, ""))
    # Half of the 801 that 200 leave.
    assert amounts(half, 1001) == {1: 400, 2: 200}
    # A fixed amount beside the whole pool: 400.00 of fees are 50.00 and the 350.00 that it leaves.
    whole = (Prize(1, 50_00, 0, ""), Prize(2, 0, 10_000, ""))
    assert amounts(whole, 400_00) == {1: 50_00, 2: 350_00}


# -- against a second reading ------------------------------------------------------------------


def drawn(
    chance: random.Random,
) -> tuple[dict[int, int], list[dict[int, int]], list[dict[int, int]]]:
    """A final with few different chips, so many ties, and the play-offs that it needs."""

    def chips(players: Sequence[int]) -> dict[int, int]:
        return {player: chance.choice((0, 10, 20, 30)) for player in players}

    final = chips(range(1, chance.randint(4, 7) + 1))
    winners: list[dict[int, int]] = []
    seconds: list[dict[int, int]] = []
    while True:
        try:
            reference.winner_and_runner_up(final, winners, seconds)
        except reference.NeedsPlayOff as tied:
            known = _winner_known(final, winners)
            (seconds if known else winners).append(chips(tied.players))
            continue
        return final, winners, seconds


def _winner_known(final: dict[int, int], winners: list[dict[int, int]]) -> bool:
    return len(reference.best(winners[-1] if winners else final)) == 1


@permits("TBJ-6.6", "TBJ-6.7", "TBJ-6.8")
def test_5000_random_tournaments_have_the_places_and_prizes_of_a_second_reading() -> None:
    chance = random.Random(1996)
    ties = 0
    for number in range(5000):
        final, winners, seconds = drawn(chance)
        winner, runner_up = reference.winner_and_runner_up(final, winners, seconds)
        groups = reference.later_places(final, winners, seconds, (winner, runner_up))
        cash = [chance.randint(1, 100_000) for _ in range(chance.randint(2, 8))]
        exact = reference.money(winner, runner_up, groups, cash)
        ties += bool(winners or seconds or any(len(group) > 1 for group in groups))

        playoffs = tuple(map(scores, (*winners, *seconds)))
        found = find_places(scores(final), playoffs, len(cash), DEFAULTS)
        assert not found.tied, number
        of = prizes(*cash)
        result = shared(found.placings, of)
        expected = [[winner], [runner_up], *groups]
        kept = [list(each.players) for each in found.placings]
        assert kept == expected[: len(kept)], number
        assert {player for player, _, _ in paid(result)} == exact.keys(), number
        for player, _, got in paid(result):
            assert got == -(-exact[player].numerator // exact[player].denominator), number
        total = sum(cash[: sum(len(each.players) for each in found.placings)])
        assert sum(got for _, _, got in paid(result)) == total + result.topped_up, number
    assert ties > 3000


def test_what_is_missing_for_a_place_is_the_same_as_by_the_second_reading() -> None:
    """Before each play-off both readings ask for the same players."""
    chance = random.Random(12)
    asked = 0
    for _ in range(1000):
        final, winners, seconds = drawn(chance)
        played = [*winners, *seconds]
        for count in range(len(played)):
            sofar = played[:count]
            with pytest.raises(reference.NeedsPlayOff) as needs:
                reference.winner_and_runner_up(final, sofar[: len(winners)], sofar[len(winners) :])
            found = find_places(scores(final), tuple(map(scores, sofar)), 4, DEFAULTS)
            assert list(found.tied) == needs.value.players
            asked += 1
    assert asked > 500
