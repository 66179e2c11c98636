"""The house way of New Zealand, step by step. Every hand and its setting is worked out by hand."""

from __future__ import annotations

from itertools import permutations

import pytest

from services.paigow.domain.tiles.houseway import HouseWay, set_house_way
from services.paigow.domain.tiles.ranking import Setting, Settings
from services.paigow.domain.tiles.ways import NZ, WAYS
from tests.paigow.domain.tiles.typed import OPTIONS, letter, tiles

WAY = HouseWay.of(OPTIONS)


def shown(setting: Setting) -> str:
    """ "T9 GB": the high hand, then the low hand, each in the order of single tiles."""
    return " ".join("".join(map(letter, half)) for half in (setting.high, setting.low))


STEPS = [
    # 1: two pairs stay.
    ("TTDD", "TT DD", "step 1: keep both pairs, pair of Teen and pair of Day"),
    ("5599", "99 55", "step 1: keep both pairs, Chop Gow and Chop Ng"),
    ("JJCC", "JJ CC", "step 1: keep both pairs, Gee Jun and pair of Chong"),
    # 2: never split.
    ("GGT9", "GG T9", "step 2: never split 4s: keep pair of Gor"),
    ("BB98", "BB 98", "step 2: never split 4s: keep pair of Bon"),
    ("55TD", "55 TD", "step 2: never split 5s: keep Chop Ng"),
    ("CC98", "CC 98", "step 2: never split 6s: keep pair of Chong"),
    ("LLT8", "LL T8", "step 2: never split 6s: keep pair of Look"),
    ("MM98", "MM 98", "step 2: never split 10s: keep pair of Mooy"),
    ("PPTD", "PP TD", "step 2: never split 10s: keep pair of Ping"),
    ("FF87", "FF 87", "step 2: never split 11s: keep pair of Foo"),
    # 3: Gee Jun.
    ("JJCL", "CJ LJ", "step 3: split Gee Jun with 6-6"),
    ("JJC5", "CJ 5J", "step 3: split Gee Jun with 6-5"),
    ("JJLG", "LJ GJ", "step 3: split Gee Jun with 4-6"),
    ("JJY5", "JJ Y5", "step 3: keep Gee Jun with 8-5"),
    ("JJTD", "JJ TD", "step 3: keep Gee Jun with Teen-Day"),
    # 4: Teen and Day.
    ("TT9F", "T9 TF", "step 4: split Teen with 11-9"),
    ("TTY8", "TY T8", "step 4: split Teen with 8-8"),
    ("TT87", "T8 T7", "step 4: split Teen with 8-7"),
    ("DDC5", "DC D5", "step 4: split Day with 6-5"),
    ("DDI7", "DI D7", "step 4: split Day with 7-7"),
    ("TT8F", "TT F8", "step 4: keep Teen with 11-8"),
    ("DD9M", "DD M9", "step 4: keep Day with 10-9"),
    ("TTD9", "TT D9", "step 4: keep Teen with Day-9"),
    # 5: nines.
    ("99TD", "T9 D9", "step 5: split Chop Gow with Teen-Day"),
    ("99TM", "T9 M9", "step 5: split Chop Gow with Teen-10"),
    ("99DP", "D9 P9", "step 5: split Chop Gow with Day-10"),
    ("99MP", "M9 P9", "step 5: split Chop Gow with 10-10"),
    ("99TF", "99 TF", "step 5: keep Chop Gow with Teen-11"),
    # 6: eights, and Yun.
    ("88TD", "T8 D8", "step 6: split Chop Bot with Teen-Day"),
    ("YYTF", "TY YF", "step 6: split Yun with Teen-11"),
    ("88F9", "F8 98", "step 6: split Chop Bot with 11-9"),
    ("YYF9", "YF Y9", "step 6: split Yun with 11-9"),
    ("88MF", "F8 M8", "step 6: split Chop Bot with 10-11"),
    ("88MP", "M8 P8", "step 6: split Chop Bot with 10-10"),
    ("YYM9", "YY M9", "step 6: keep Yun with 10-9"),
    # 7: sevens, and Tit.
    ("77FP", "F7 P7", "step 7: split Chop Chit with 11-10"),
    ("IIMP", "MI PI", "step 7: split Tit with 10-10"),
    ("IIDM", "DI MI", "step 7: split Tit with Day-10"),
    ("IIF9", "II F9", "step 7: keep Tit with 11-9"),
    ("77T9", "77 T9", "step 7: keep Chop Chit with Teen-9"),
    # 8: Wong, Gong, High Nine.
    ("T987", "T7 98", "step 8: play High Nine; the low hand reaches 3 points with Gor"),
    ("T9YF", "T9 YF", "step 8: play Wong; the low hand reaches 3 points with Gor"),
    ("T9IB", "T9 BI", "step 8: play Wong; the low hand does not reach 3 points with Gor"),
    ("T9IG", "TI G9", "step 8: play High Nine; the low hand reaches 3 points with Gor"),
    # 9 to 11: the low hand or the high hand.
    ("MF5L", "ML F5", "step 9: the highest low hand, 6 points"),
    ("DCMP", "DC MP", "step 10: the highest high hand, 8 points"),
]


@pytest.mark.parametrize(("hand", "set_as", "says"), STEPS)
def test_each_step_sets_the_hand_and_says_so(hand: str, set_as: str, says: str) -> None:
    done = set_house_way(tiles(hand), WAY)
    assert shown(done.setting) == set_as
    assert str(done.steps[-1]) == says


def test_steps_that_were_tried_before_are_told_too() -> None:
    done = set_house_way(tiles("DCMP"), WAY)
    assert [str(each) for each in done.steps] == [
        "step 9: no low hand reaches 3 points with Gor, the highest is 2 points with Day",
        "step 10: the highest high hand, 8 points",
    ]


def test_step_12_puts_the_highest_tile_into_the_low_hand_at_equal_points() -> None:
    done = set_house_way(tiles("MPI5"), WAY)  # 5 and 7 points with either of the tens
    assert shown(done.setting) == "PI M5"
    assert [str(each) for each in done.steps] == [
        "step 9: the highest low hand, 5 points",
        "step 12: equal points: Mooy goes into the low hand",
    ]


def test_the_end_of_step_12_that_nobody_knows_is_told_as_assumed() -> None:
    done = set_house_way(tiles("TMP5"), WAY)  # Teen is in the low hand with either of the tens
    assert shown(done.setting) == "M5 TP"
    assert [str(each) for each in done.steps] == [
        "step 9: no low hand reaches 3 points with Gor, the highest is 2 points with Teen",
        "step 10: no high hand reaches 8 points, the highest is 7 points with Teen",
        "step 11: the highest low hand, 2 points",
        "step 12: equal points: Teen goes into the low hand",
        "step 12: nz-assumed: the better low hand, then the better high hand",
    ]


@pytest.mark.parametrize(
    ("reading", "beside_six", "beside_nine"),
    [
        ("six_beside_nine_to_seven", "TT CJ", "T9 TJ"),
        ("six", "TC TJ", "T9 TJ"),
        ("three", "TT CJ", "TT 9J"),
    ],
)
def test_a_lone_gee_jun_tile_counts_in_the_lists_as_the_table_has_it(
    reading: str, beside_six: str, beside_nine: str
) -> None:
    way = HouseWay.of(OPTIONS | {"lone_gee_jun": reading})
    assert shown(set_house_way(tiles("TTCJ"), way).setting) == beside_six
    assert shown(set_house_way(tiles("TT9J"), way).setting) == beside_nine


@pytest.mark.parametrize("beside", "987")
@pytest.mark.parametrize(
    ("reading", "set_as", "says"),
    [
        ("six_beside_nine_to_seven", "T{0} TJ", "step 4: split Teen with {0}-6"),
        ("three", "TT {0}J", "step 4: keep Teen with {0}-3"),
    ],
)
def test_beside_a_nine_an_eight_or_a_seven_it_is_a_six_or_a_three(
    beside: str, reading: str, set_as: str, says: str
) -> None:
    way = HouseWay.of(OPTIONS | {"lone_gee_jun": reading})
    done = set_house_way(tiles(f"TT{beside}J"), way)
    assert (shown(done.setting), str(done.steps[-1])) == (
        set_as.format(beside),
        says.format(beside),
    )


@pytest.mark.case("P5")
@pytest.mark.parametrize("hand", ["TT87", "D9YF", "MPI5", "TMP5", "JJCL"])
def test_case_p5_the_order_in_which_the_tiles_come_never_matters(hand: str) -> None:
    expected = set_house_way(tiles(hand), WAY)
    assert {set_house_way(order, WAY) for order in permutations(tiles(hand))} == {expected}


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ((1, 2, 3), "four tiles, not 3"),
        ((1, 2, 3, 4, 5), "four tiles, not 5"),
        ((1, 2, 3, 3), "there twice"),
        ((1, 2, 3, 32), "32 is no tile"),
    ],
)
def test_only_four_different_tiles_are_set(hand: tuple[int, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        set_house_way(hand, WAY)


# -- as data ---------------------------------------------------------------------------------


def test_the_way_of_new_zealand_is_twelve_steps_that_a_profile_can_name_or_carry() -> None:
    assert (WAY.name, WAY.version, len(WAY.steps) + 1) == ("nz", 1, 12)
    assert WAY.settings == Settings()
    carried = HouseWay.of(OPTIONS | {"house_way": dict(NZ)})
    assert (carried.steps, carried.equal) == (WAY.steps, WAY.equal)
    assert carried.name == "own"
    assert list(WAYS) == ["nz"]


def test_another_house_can_have_another_way() -> None:
    steps = ({"do": "high", "points": 9}, {"do": "low"}, {"do": "equal", "low_at_most": 1})
    way = HouseWay.of(OPTIONS | {"house_way": {"name": "x", "version": 3, "steps": steps}})
    assert (way.name, way.version) == ("x", 3)
    done = set_house_way(tiles("TTDD"), way)
    assert shown(done.setting) == "TT DD"
    assert str(done.steps[-1]) == "step 1: the highest high hand, pair of Teen"


@pytest.mark.parametrize(
    ("order", "points", "gee_jun", "says"),
    [
        # Teen and nine are a Wong, and a five and a Gee Jun tile 8 points: with which of them?
        ("equal", 8, 31, "the highest low hand, 8 points"),
        (
            *("around_fives", 8, 31),
            "no low hand reaches 8 points with Gee Jun, the highest is 8 points with five",
        ),
        (
            *("equal", 9, 30),
            "no low hand reaches 9 points with Gee Jun, the highest is 8 points with five",
        ),
        (
            *("around_fives", 9, 30),
            "no low hand reaches 9 points with Gee Jun, the highest is 8 points with Gee Jun",
        ),
    ],
)
def test_a_low_hand_and_what_it_has_to_reach_are_ranked_as_the_table_ranks(
    order: str, points: int, gee_jun: int, says: str
) -> None:
    first = {"do": "low", "points": points, "tile": "Gee Jun"}
    own = {"house_way": {"version": 1, "steps": (first, LOW, EQUAL)}, "gee_jun_tiles": order}
    done = set_house_way((*tiles("T95"), gee_jun), HouseWay.of(OPTIONS | own))
    assert str(done.steps[0]) == f"step 1: {says}"


LOW = {"do": "low"}
EQUAL = {"do": "equal", "low_at_most": 7}


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("house_way", "uk", "'uk' is none of nz"),
        ("house_way", None, "None is none of nz"),
        ("house_way_ties", "uk", "'uk' is none of nz-assumed"),
        ("lone_gee_jun", 6, "6 is none of six_beside_nine_to_seven, six, three"),
        ("gee_jun_tiles", "top", "'top' is none of equal, around_fives"),
        ("house_way", {"version": 0, "steps": (LOW, EQUAL)}, "version 0 is none"),
        ("house_way", {"version": True, "steps": (LOW, EQUAL)}, "version True is none"),
        ("house_way", {"version": 1, "steps": ()}, "steps are needed"),
        ("house_way", {"version": 1, "steps": (LOW, EQUAL), "year": 1}, "no year in a way"),
        ("house_way", {"version": 1, "steps": (EQUAL,)}, 'a step "low" without points'),
        ("house_way", {"version": 1, "steps": (LOW, LOW)}, "step 2 does none of equal"),
        ("house_way", {"version": 1, "steps": ("low", EQUAL)}, "step 1 does none of keep_two"),
    ],
)
def test_an_option_that_does_not_suit_is_named(option: str, value: object, why: str) -> None:
    with pytest.raises(ValueError, match=f"option {option}: .*{why}"):
        HouseWay.of(OPTIONS | {option: value})


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ({"do": "keep"}, "keep has pairs besides"),
        ({"do": "keep", "pairs": ("3",)}, "pairs 3 are not of"),
        ({"do": "keep", "pairs": "4"}, "pairs '4' is no list of texts"),
        ({"do": "split", "pairs": ("9",), "beside": ("9-12",)}, "beside '9-12' is not two of"),
        ({"do": "split", "pairs": ("9",), "beside": ("9",)}, "beside '9' is not two of"),
        ({"do": "split", "pairs": ("9",), "beside": ("8-8",)}, "the mark"),
        ({"do": "split", "pairs": ("9",), "beside": ("8-7*",)}, "the mark"),
        ({"do": "low", "points": 3}, "low has nothing or points, tile besides"),
        ({"do": "low", "points": 3, "tile": "Ace"}, "tile 'Ace' is none of Teen"),
        ({"do": "high", "points": 10}, "points 10 are not 1 to 9"),
        (
            {
                **{"do": "made", "points": 3, "tile": "Gor", "reached": ("Wong",)},
                "otherwise": ("Wong", "Gong", "High Nine"),
            },
            "reached is Wong, Gong and High Nine in their order",
        ),
    ],
)
def test_a_step_that_cannot_be_followed_is_named(step: object, why: str) -> None:
    way = {"version": 1, "steps": (step, LOW, EQUAL)}
    with pytest.raises(ValueError, match=f"option house_way: step 1: .*{why}"):
        HouseWay.of(OPTIONS | {"house_way": way})
