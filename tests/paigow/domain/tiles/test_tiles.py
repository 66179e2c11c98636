"""The set of tiles."""

from __future__ import annotations

from collections import Counter

import pytest

from services.paigow.domain.tiles.tiles import ALL_TILES, Kind, different, face_of, four
from tests.paigow.domain.tiles.typed import ENDS, LETTERS, tiles

NAMES = {
    **{"T": "Teen", "D": "Day", "Y": "Yun", "G": "Gor", "M": "Mooy", "C": "Chong", "B": "Bon"},
    **{"F": "Foo", "P": "Ping", "I": "Tit", "L": "Look"},
    **{"9": "nine", "8": "eight", "7": "seven", "5": "five", "J": "Gee Jun"},
}


def test_a_set_is_thirty_two_tiles_two_of_each_kind() -> None:
    assert tuple(range(32)) == ALL_TILES
    assert set(Counter(face_of(each).kind for each in ALL_TILES).values()) == {2}


@pytest.mark.parametrize("letter", LETTERS)
def test_each_kind_has_the_dots_and_the_name_of_the_trade(letter: str) -> None:
    faces = [face_of(tile) for tile in tiles(letter * 2)]
    assert tuple(face.ends for face in faces) == ENDS[letter]
    assert {face.name for face in faces} == {NAMES[letter]}
    assert [face.dots for face in faces] == [sum(ends) for ends in ENDS[letter]]


def test_there_are_twenty_one_faces_of_which_eleven_are_there_twice() -> None:
    ends = Counter(face_of(tile).ends for tile in ALL_TILES)
    assert len(ends) == 21
    assert sorted(ends.values()) == [1] * 10 + [2] * 11


def test_the_kinds_stand_in_the_order_of_single_tiles() -> None:
    order = [kind.name for kind in sorted(Kind)]
    assert order == [
        *("TEEN", "DAY", "YUN", "GOR", "MOOY", "CHONG", "BON", "FOO", "PING", "TIT", "LOOK"),
        *("NINE", "EIGHT", "SEVEN", "FIVE", "GEE_JUN"),
    ]


def test_a_tile_is_shown_with_its_name_and_its_ends() -> None:
    assert face_of(0).shown == "Teen 6-6"
    assert face_of(31).shown == "Gee Jun 1-2"


@pytest.mark.parametrize("tile", [-1, 32, 33])
def test_a_thirty_third_tile_is_none(tile: int) -> None:
    with pytest.raises(ValueError, match=f"{tile} is no tile"):
        face_of(tile)


def test_a_tile_cannot_be_there_twice() -> None:
    with pytest.raises(ValueError, match=r"tile 4 \(Yun 4-4\) is there twice"):
        different((4, 9, 4))


def test_a_hand_is_four_tiles() -> None:
    assert four((9, 0, 31, 4)) == (0, 4, 9, 31)
    for hand in ((1, 2, 3), (1, 2, 3, 4, 5)):
        with pytest.raises(ValueError, match=f"four tiles, not {len(hand)}"):
            four(hand)
