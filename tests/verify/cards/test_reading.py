"""Files of cards: read in pieces, refused by their line, written and read again."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.verify.cards import checking
from services.verify.cards.csv_form import exported, header
from services.verify.cards.making import make
from services.verify.cards.packing import BadPack, Pack, unpack
from services.verify.cards.reading import BadCards, read
from services.verify.domain.cards.layout import (
    NINETY,
    SEVENTY_FIVE,
    Columns,
    Format,
    Layout,
    wrong_with_card,
)

TENS = Layout(Format.NINETY, Columns.TENS)
STRIP = make(bytes(32), NINETY, 1, 12)
FACES = make(bytes(32), SEVENTY_FIVE, 7, 12)

# A strip by hand: the six cards of 1 to 90, in rows.
BY_HAND = """\
card,top1,top2,top3,top4,top5,middle1,middle2,middle3,middle4,middle5,bottom1,bottom2,bottom3,bottom4,bottom5
41,5,20,42,61,80,13,33,53,70,81,7,27,38,65,88
"""


def file(pack: Pack) -> bytes:
    """A series as a file."""
    return b"".join(exported(pack, pack.first_card, pack.last_card))


def cut(text: bytes, size: int) -> Iterator[bytes]:
    """A file in pieces of `size` bytes."""
    return (text[at : at + size] for at in range(0, len(text), size))


def lines(pack: Pack) -> list[str]:
    """The lines of a series' file."""
    return file(pack).decode().splitlines()


def refused(text: str | list[str], layout: Layout = NINETY, sheet: int = 6) -> str:
    """What is said of a file that is refused."""
    joined = text if isinstance(text, str) else "".join(f"{line}\n" for line in text)
    with pytest.raises(BadCards) as told:
        read([joined.encode()], layout, sheet)
    return str(told.value)


# -- what is good ------------------------------------------------------------------------------


def test_a_card_is_read_as_it_is_printed() -> None:
    pack = read([BY_HAND.encode()], NINETY, 1)
    assert (pack.first_card, pack.cards, pack.sheet) == (41, 1, 1)
    assert pack.card(41) == (
        *(5, 0, 20, 0, 42, 0, 61, 0, 80),
        *(0, 13, 0, 33, 0, 53, 0, 70, 81),
        *(7, 0, 27, 38, 0, 0, 65, 0, 88),
    )


def test_a_face_for_75_balls_is_read_column_by_column() -> None:
    head = "card,b1,b2,b3,b4,b5,i1,i2,i3,i4,i5,n1,n2,n4,n5,g1,g2,g3,g4,g5,o1,o2,o3,o4,o5"
    row = "9,1,2,3,4,5,16,17,18,19,20,31,32,33,34,46,47,48,49,50,61,62,63,64,65"
    pack = read([f"{head}\n{row}\n".encode()], SEVENTY_FIVE, 1)
    assert pack.card(9) == (
        *(1, 16, 31, 46, 61),
        *(2, 17, 32, 47, 62),
        *(3, 18, 0, 48, 63),
        *(4, 19, 33, 49, 64),
        *(5, 20, 34, 50, 65),
    )


@pytest.mark.parametrize("size", [1, 7, 100, 10**6])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_file_may_be_cut_anywhere_and_end_its_lines_either_way(size: int, ends: str) -> None:
    for pack in (STRIP, FACES):
        text = file(pack).replace(b"\n", ends.encode())
        read_again = read(cut(text, size), pack.layout, pack.sheet)
        assert read_again.digest == pack.digest
        assert read(cut(text.rstrip(), size), pack.layout, pack.sheet).digest == pack.digest
        assert read(cut(b"\xef\xbb\xbf" + text, size), pack.layout, pack.sheet).cards == 12


@given(entropy=st.binary(min_size=32, max_size=32), layout=st.sampled_from([NINETY, TENS]))
@settings(max_examples=20, deadline=None)
def test_what_is_exported_is_read_again(entropy: bytes, layout: Layout) -> None:
    pack = make(entropy, layout, 995, 18)
    assert read([file(pack)], layout, 6).blob == pack.blob


def test_part_of_a_series_is_exported_alone() -> None:
    part = b"".join(exported(FACES, 10, 12)).decode().splitlines()
    assert part == [lines(FACES)[0], *lines(FACES)[4:7]]


def test_a_large_file_takes_bounded_memory_and_tells_how_far_it_is() -> None:
    pack = make(bytes(32), SEVENTY_FIVE, 1, 60_000)
    told: list[int] = []
    pieces = [piece for at in range(1, 60_001, 6_000) for piece in exported(pack, at, at + 5_999)]
    wanted = [pieces[0], *(piece for piece in pieces if not piece.startswith(b"card"))]
    tracemalloc.start()
    try:
        again = read(wanted, SEVENTY_FIVE, 1, told.append)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert again.digest == pack.digest
    assert told[-1] == 60_000
    assert told == sorted(told)
    # A million cards in a gibibyte are a thousand bytes a card; this takes a fifth.
    assert peak < 200 * 60_000 + 4_000_000


def test_what_is_loaded_is_compared_and_packed_in_bounded_memory() -> None:
    ours, theirs = (make(bytes([each]) * 32, NINETY, 1, 60_000) for each in (1, 2))
    tracemalloc.start()
    try:
        assert checking.first_shared(checking.keys(ours.faces), checking.keys(theirs.faces)) is None
        again = unpack(ours.blob)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert again.digest == ours.digest
    # As above: a third of what a million cards may take.
    assert peak < 350 * 60_000 + 4_000_000


# -- what is wrong -----------------------------------------------------------------------------


def changed(line: int, cell: int, value: object, pack: Pack = STRIP) -> list[str]:
    """The lines of a series with another value in one cell, counted from 0."""
    text = lines(pack)
    cells = text[line - 1].split(",")
    cells[cell] = str(value)
    text[line - 1] = ",".join(cells)
    return text


@pytest.mark.parametrize(
    "value", ["", " 5", "5 ", "-5", "5.0", "five", '"5"', "1e1", "0x5", "\u0665", "1234567890"]
)
def test_what_is_no_whole_number_is_told_with_its_line(value: str) -> None:
    shown = f"{value.encode()[:20].decode()!r}"
    assert refused(changed(5, 3, value)) == f"line 5: {shown} is not a whole number"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: expected the columns card,top1"),
        ("card;top1\n", "line 1: expected the columns card,top1"),
        (",".join(header(Format.SEVENTY_FIVE)) + "\n", "line 1: expected the columns card,top1"),
        (lines(STRIP)[0], "line 2: there is no card in the file"),
        (lines(STRIP)[0] + "\n\n", "line 2: it is empty"),
        (lines(STRIP)[0] + "\n1,2,3\n", "line 2: it has 3 columns instead of 16"),
        (lines(STRIP)[0] + "\n" + "1," * 40, "line 2: it has 41 columns instead of 16"),
        (lines(STRIP)[0] + "\n" + "1" * 5_000, "line 2: it is too long to be a card"),
        ("x" * 5_000, "line 1: it is too long to be a card"),
    ],
)
def test_what_is_no_file_of_cards_is_told(text: str, says: str) -> None:
    assert refused(text).startswith(says)


def test_an_empty_line_between_pieces_is_found_where_it_is() -> None:
    text = file(STRIP).replace(b"\n", b"\n\n", 4)
    for size in (1, 5, 10**6):
        with pytest.raises(BadCards, match=r"^line 2: it is empty$"):
            read(cut(text, size), NINETY, 6)


def test_card_numbers_rise_by_one() -> None:
    assert refused(changed(9, 0, 18)) == (
        "line 9: card numbers rise by one: card 8 is expected here, not 18"
    )
    assert refused(changed(9, 0, 7)).startswith("line 9: card numbers rise by one")
    assert refused(changed(2, 0, 0)) == "line 2: card numbers are from 1 to 9,999,999, not 0"
    assert refused(changed(2, 0, 99_999_999)).startswith("line 2: card numbers are from 1")


@pytest.mark.parametrize("number", [0, 91, 255, 256, 999])
def test_a_number_out_of_range_is_told_with_line_and_card(number: int) -> None:
    told = refused(changed(4, 7, number))
    assert told == f"line 4: card 3: {number} is not a number from 1 to 90"


def test_a_card_that_is_not_laid_out_as_one_is_told_with_its_line() -> None:
    row = [41, 5, 20, 42, 61, 80, 13, 33, 53, 70, 81, 7, 27, 38, 65, 88]
    head = BY_HAND.splitlines()[0]
    for cell, number, says in (
        (1, 21, "row 1 has 4 numbers instead of 5"),  # beside 20, in its column
        (11, 3, "the numbers of column 1 do not ascend downwards"),  # under 5
        (11, 5, "5 is on it twice"),
        (6, 11, ""),
        (8, 57, ""),
        (7, 13, "row 2 has 4 numbers instead of 5"),
    ):
        other = [str(number if at == cell else value) for at, value in enumerate(row)]
        text = f"{head}\n{','.join(other)}\n"
        if says:
            assert refused(text, sheet=1) == f"line 2: card 41: {says}"
        else:
            assert read([text.encode()], NINETY, 1).cards == 1


def test_an_empty_column_is_no_card() -> None:
    # 20, 27 out of column 3, into columns 2 and 5, whose rows are free there.
    row = "41,5,12,42,61,80,13,33,53,70,81,7,38,49,65,88"
    assert refused(f"{BY_HAND.splitlines()[0]}\n{row}\n", sheet=1).endswith("column 3 is empty")


def test_a_face_with_a_number_in_the_wrong_column_is_told() -> None:
    told = refused(changed(3, 1, 16, FACES), SEVENTY_FIVE, 1)
    assert told == "line 3: card 8: 16 stands in column 1, which holds 1 to 15"


def test_case_b28_a_card_that_is_there_twice_is_told_with_both_lines() -> None:
    text = lines(FACES)
    text[10] = text[2].replace("8,", "16,", 1)
    assert refused(text, SEVENTY_FIVE, 1) == ("line 11: card 16 is the same as card 8 on line 3")


def test_cards_that_make_no_strip_are_told() -> None:
    text = lines(STRIP)
    other = make(b"\x01" * 32, NINETY, 1, 12)
    text[7:13] = [*lines(other)[7:8], *text[8:13]]
    told = refused(text)
    assert told.startswith("line 8: cards 7 to 12 make no strip: ")
    assert told.endswith((" is on the strip twice", " is on the strip 0 times"))
    assert refused(lines(STRIP)[:11]) == "line 8: the last strip has 4 cards instead of 6"
    assert read(["\n".join(lines(STRIP)[:11]).encode()], NINETY, 1).cards == 10


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_on_arrays_a_card_is_what_it_is_card_by_card(data: st.DataObject) -> None:
    """The law of one card and the check of millions are two pieces of code and one law."""
    layout = data.draw(st.sampled_from([NINETY, TENS, SEVENTY_FIVE]))
    pack = make(data.draw(st.binary(min_size=32, max_size=32)), layout, 1, 6)
    faces = pack.faces.copy()
    for _ in range(data.draw(st.integers(0, 3))):
        card, cell = data.draw(st.integers(0, 5)), data.draw(st.integers(0, layout.cells - 1))
        faces[card, cell] = data.draw(st.integers(0, layout.numbers + 2))
    wrong = [at for at, card in enumerate(faces.tolist()) if wrong_with_card(card, layout)]
    assert checking.first_wrong(faces, layout) == (wrong[0] if wrong else None)


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_twins_are_found_wherever_they_are(seed: int) -> None:
    rng = random.Random(seed)
    faces = make(seed.to_bytes(32), SEVENTY_FIVE, 1, 200).faces.copy()
    first, second = sorted(rng.sample(range(200), 2))
    faces[second] = faces[first]
    assert checking.first_twins(checking.keys(faces)) == checking.Twins(second, first)
    apart = checking.first_shared(checking.keys(faces[:second]), checking.keys(faces[second:]))
    assert apart == checking.Twins(first, 0)
    assert (
        checking.first_shared(checking.keys(faces[:first]), checking.keys(faces[second:])) is None
    )


# -- packs -------------------------------------------------------------------------------------


def test_a_series_is_packed_and_unpacked() -> None:
    for pack in (STRIP, FACES):
        again = unpack(pack.blob)
        assert again.blob == pack.blob
        assert (again.layout, again.sheet, again.first_card) == (
            pack.layout,
            pack.sheet,
            pack.first_card,
        )
    assert len(STRIP.blob) == 32 + 12 * 27
    with pytest.raises(KeyError):
        STRIP.card(13)


@pytest.mark.parametrize(
    "blob",
    [
        b"",
        b"EYESDOWN CARDS 1",
        STRIP.blob[:-1],
        STRIP.blob + b"\0",
        STRIP.blob.replace(b"CARDS", b"cards"),
        STRIP.blob[:16] + b"\x03" + STRIP.blob[17:],
        STRIP.blob[:17] + b"\x03" + STRIP.blob[18:],
    ],
)
def test_other_bytes_are_no_series(blob: bytes) -> None:
    with pytest.raises(BadPack):
        unpack(blob)
