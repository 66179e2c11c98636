"""How two tiles rank and who wins, against a table typed by hand (`typed`)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from services.paigow.domain.tiles.ranking import (
    Comparison,
    GeeJunTiles,
    Made,
    Outcome,
    Setting,
    Settings,
    arrangements,
    compare,
    is_valid,
    outcome,
    points,
    rank,
    single,
)
from services.paigow.domain.tiles.tiles import ALL_TILES, face_of
from tests.paigow.domain.tiles.typed import (
    CLASS,
    LETTERS,
    MADE,
    POINTS,
    TABLE,
    letter,
    row_of,
    tiles,
)

TWOS = tuple(combinations(ALL_TILES, 2))
AROUND_FIVES = Settings(GeeJunTiles.AROUND_FIVES)


def named(value: str, low: str) -> Setting:
    """A setting of these kinds, the low hand's tiles taken after the high hand's."""
    four = tiles(value + low)
    return Setting(four[:2], four[2:])  # type: ignore[arg-type]  # two and two


# -- the table -------------------------------------------------------------------------------


def test_the_typed_table_holds_every_two_kinds_once() -> None:
    every = {a + b for i, a in enumerate(LETTERS) for b in LETTERS[i:]}
    assert sorted(two for row in TABLE for two in row.split()) == sorted(every)
    assert (len(every), len(TABLE)) == (136, 102)


def test_all_136_by_136_comparisons() -> None:
    wrong = []
    for ours in CLASS:
        for theirs in CLASS:
            known = (
                Comparison.COPY
                if CLASS[ours] == CLASS[theirs]
                else Comparison.HIGHER
                if CLASS[ours] < CLASS[theirs]
                else Comparison.LOWER
            )
            if compare(tiles(ours), tiles(theirs)) is not known:
                wrong.append((ours, theirs, known))
    assert not wrong


def test_all_496_pairs_of_tiles_rank_as_their_kinds_do_in_either_order() -> None:
    for a, b in TWOS:
        kinds = letter(a) + letter(b)
        assert rank((a, b)) == rank((b, a)) == rank(tiles(kinds)), kinds


def test_two_tiles_are_496_and_distinct_136_by_rank_and_221_by_face() -> None:
    assert len(TWOS) == 496
    assert len({tuple(single(tile) for tile in two) for two in TWOS}) == 136
    assert len({tuple(sorted(face_of(tile).ends for tile in two)) for two in TWOS}) == 221
    assert len({rank(two) for two in TWOS}) == 102


def test_how_many_of_the_496_are_of_each_sort() -> None:
    made = Counter(rank(two).made for two in TWOS)
    assert made[Made.PAIR] == 16
    assert (made[Made.WONG], made[Made.GONG], made[Made.HIGH_NINE]) == (8, 16, 16)
    by_points = Counter(rank(two).points for two in TWOS if rank(two).made is Made.POINTS)
    assert by_points == {9: 32, 8: 56, 7: 52, 6: 56, 5: 44, 4: 52, 3: 48, 2: 44, 1: 32, 0: 24}


def test_points_are_those_of_the_table() -> None:
    for worth, rows in POINTS.items():
        for two in " ".join(rows).split():
            assert points(tiles(two)) == rank(tiles(two)).points == worth


@pytest.mark.parametrize(
    ("two", "name"),
    [
        ("JJ", "Gee Jun"),
        ("TT", "pair of Teen"),
        ("99", "Chop Gow"),
        ("88", "Chop Bot"),
        ("77", "Chop Chit"),
        ("55", "Chop Ng"),
        ("T9", "Teen Wong"),
        ("DY", "Day Gong"),
        ("D7", "Day High Nine"),
        ("G9", "3 points with Gor"),
        ("L5", "1 point with Look"),
        ("F9", "0 points"),
    ],
)
def test_ranks_have_the_names_of_the_trade(two: str, name: str) -> None:
    assert rank(tiles(two)).name == name


def test_the_highest_below_the_table_is_nine_points_with_yun() -> None:
    below = [rank(two) for two in TWOS if row_of(two) > len(MADE)]
    assert max(below).name == "9 points with Yun"
    assert rank(tiles("D7")) > max(below)


# -- single tiles ----------------------------------------------------------------------------


def test_single_tiles_stand_in_their_order_and_twins_are_equal() -> None:
    order = [single(tiles(each)[0]) for each in LETTERS]
    assert order == sorted(set(order), reverse=True)
    assert all(single(tile) == single(tile ^ 1) for tile in ALL_TILES)


def test_where_the_gee_jun_tiles_stand_changes_one_match_up() -> None:
    two_four, one_two = tiles("JJ")
    five = tiles("5")[0]
    fives = (five, five + 1)
    usual, other_ = ({two: rank(two, each) for two in TWOS} for each in (Settings(), AROUND_FIVES))
    changed = {
        (a, b)
        for a, b in combinations(TWOS, 2)
        if (usual[a] > usual[b], usual[a] < usual[b])
        != (other_[a] > other_[b], other_[a] < other_[b])
    }
    match_up = (((one, two_four), (other, one_two)) for one in fives for other in fives)
    assert changed == {tuple(sorted(each)) for each in match_up}
    assert compare((two_four, five), (one_two, five + 1)) is Comparison.COPY
    assert compare((two_four, five), (one_two, five + 1), AROUND_FIVES) is Comparison.HIGHER
    assert compare((one_two, five), (two_four, five + 1), AROUND_FIVES) is Comparison.LOWER


def test_the_setting_is_read_from_the_options_of_a_profile() -> None:
    assert Settings.of({"gee_jun_tiles": "equal"}) == Settings()
    assert Settings.of({"gee_jun_tiles": "around_fives", "other": 1}) == AROUND_FIVES
    for options in ({}, {"gee_jun_tiles": "above"}):
        with pytest.raises(ValueError, match=r"option gee_jun_tiles: .* is none of equal"):
            Settings.of(options)


# -- the faults of others --------------------------------------------------------------------


@pytest.mark.case("P1")
def test_case_p1_zero_against_zero_is_a_copy_whatever_the_tiles() -> None:
    zeros = POINTS[0][0].split()
    for ours in zeros:
        for theirs in zeros:
            assert compare(tiles(ours), tiles(theirs)) is Comparison.COPY
    # So a player's Gor and Chong do not beat the bank's Foo and a nine.
    assert outcome(named("TT", "GC"), named("DD", "F9")) is Outcome.PUSH


@pytest.mark.case("P2")
def test_case_p2_the_bank_wins_copies() -> None:
    player, bank = Setting((0, 22), (6, 10)), Setting((1, 23), (7, 11))
    assert compare(player.high, bank.high) is Comparison.COPY
    assert compare(player.low, bank.low) is Comparison.COPY
    assert outcome(player, bank) is Outcome.LOSE
    assert outcome(bank, player) is Outcome.LOSE


@pytest.mark.case("P2")
def test_case_p2_a_copy_and_a_better_hand_are_a_push() -> None:
    assert outcome(Setting((0, 22), (6, 12)), Setting((1, 23), (7, 14))) is Outcome.PUSH


@pytest.mark.case("P3")
def test_case_p3_a_gee_jun_tile_counts_three_or_six_whichever_is_better() -> None:
    two_four, one_two = tiles("JJ")
    for lone in (two_four, one_two):
        assert points((lone, tiles("C")[0])) == 9  # 6 and 3
        assert points((lone, tiles("T")[0])) == 8  # 12 and 6
        assert points((lone, tiles("5")[0])) == 8  # 5 and 3
        assert points((lone, tiles("M")[0])) == 6  # 10 and 6
        assert points((lone, tiles("I")[0])) == 3  # 7 and 6
        assert rank((lone, tiles("T")[0])).made is Made.POINTS  # eight points, but no Gong


@pytest.mark.case("P4")
@pytest.mark.parametrize(("teen", "day"), [("T9", "D9"), ("T8", "DY"), ("T7", "DI")])
def test_case_p4_teens_outranks_days_whatever_is_beside_it(teen: str, day: str) -> None:
    assert compare(tiles(teen), tiles(day)) is Comparison.HIGHER
    assert compare(tiles(day), tiles(teen)) is Comparison.LOWER


@pytest.mark.case("P4")
def test_case_p4_the_other_tile_breaks_no_tie_of_a_gong_or_high_nine() -> None:
    assert compare(tiles("TY"), tiles("T8")) is Comparison.COPY
    assert compare(tiles("DI"), tiles("D7")) is Comparison.COPY


@pytest.mark.case("P5")
def test_case_p5_the_order_of_two_tiles_never_matters() -> None:
    day, nine = tiles("D9")
    assert rank((day, nine)).name == rank((nine, day)).name == "Day Wong"
    for two in TWOS:
        assert rank(two) == rank(two[::-1])
        assert rank(two).name == rank(two[::-1]).name


@pytest.mark.case("P6")
def test_case_p6_a_hand_is_set_in_all_three_ways_once() -> None:
    a, b, c, d = tiles("T9G7")
    ways = {
        frozenset((frozenset(way.high), frozenset(way.low))) for way in arrangements((a, b, c, d))
    }
    assert ways == {
        frozenset((frozenset((a, b)), frozenset((c, d)))),
        frozenset((frozenset((a, c)), frozenset((b, d)))),
        frozenset((frozenset((a, d)), frozenset((b, c)))),
    }
    for order in permutations((a, b, c, d)):
        assert arrangements(order) == arrangements((a, b, c, d))


# -- settings --------------------------------------------------------------------------------


def test_every_way_has_its_higher_two_as_the_high_hand() -> None:
    for hand in combinations(ALL_TILES[::3], 4):
        for way in arrangements(hand):
            assert row_of(way.high) <= row_of(way.low)
            assert is_valid(way)


def test_a_high_hand_lower_than_the_low_is_not_valid_and_equal_ones_are() -> None:
    assert is_valid(named("TT", "DD"))
    assert not is_valid(named("DD", "TT"))
    copies = Setting((0, 4), (1, 24))  # a Gong of the Teen in both
    assert is_valid(copies)
    assert is_valid(Setting(copies.low, copies.high))


def test_a_setting_does_not_know_in_which_order_its_tiles_came() -> None:
    assert Setting((5, 1), (9, 3)) == Setting((1, 5), (3, 9))
    assert Setting((5, 1), (9, 3)).tiles == (1, 3, 5, 9)


@pytest.mark.parametrize(
    ("high", "low", "why"),
    [
        ((1, 2), (2, 3), "there twice"),
        ((1, 1), (2, 3), "there twice"),
        ((1, 2), (3, 32), "no tile"),
        ((1, 2, 3), (4,), "two tiles are ranked, not 3"),
        ((1, 2), (3, 4, 5), "four tiles, not 5"),
    ],
)
def test_a_setting_is_two_and_two_different_tiles(high, low, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Setting(high, low)


@pytest.mark.parametrize(
    ("player", "bank", "comes_to"),
    [
        (("T9", "GB"), ("D9", "F5"), Outcome.WIN),
        (("T9", "GB"), ("TT", "YF"), Outcome.LOSE),
        (("T9", "GB"), ("D9", "YF"), Outcome.PUSH),
        (("T9", "GB"), ("TT", "F5"), Outcome.PUSH),
    ],
)
def test_a_player_wins_with_both_hands_and_loses_with_neither(player, bank, comes_to) -> None:
    assert outcome(named(*player), named(*bank)) is comes_to
