"""A watermark kept elsewhere shows what a journal alone cannot: a lost tail, a new history."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest

from services.kernel.audit import watermark
from services.kernel.audit.auditor import Audit
from services.kernel.audit.watermark import BadWatermark, Mark
from tests.kernel.audit.conftest import AUDITED, JARS, PLACE
from tests.kit.archive_memory import MemoryArchive

LAST = 20260000000022
HEAD = "the commit that the watermark saw here is another now, or gone"


async def found(record, raws, mark) -> list[tuple[str, int, str]]:
    report = (await record.audit(raws, since=mark)).report
    return [(each.name, each.sequence, each.why) for each in report.findings]


async def test_it_says_what_the_stream_holds(record):
    mark = (await record.audit()).marks[PLACE]
    assert (mark.venue, mark.year, mark.last) == ("akl", 2026, LAST)
    # The last commits of the four jars, by hand from the order of the record.
    assert mark.heads == {
        f"jars/{jar.id}": (20260000000000 + number, body(record, number))
        for jar, number in zip(JARS, (17, 21, 20, 22), strict=True)
    }
    digest = hashlib.sha256(b"JOURNAL_akl_2026").digest()
    for raw in record.raws:
        subject = hashlib.sha256(raw.subject.encode()).digest()
        place = raw.sequence.to_bytes(8, "big")
        digest = hashlib.sha256(
            digest + place + subject + hashlib.sha256(raw.body).digest()
        ).digest()
    assert mark.digest == digest.hex()


def body(record, number: int) -> str:
    return hashlib.sha256(record.raws[number - 1].body).hexdigest()


async def test_a_journal_that_grew_is_as_it_was(record):
    mark = (await record.audit(record.raws[:15])).marks[PLACE]
    report = (await record.audit(since=mark)).report
    assert report.findings == []
    assert report.proven.watched == 3  # jar four came later


async def test_commits_that_are_gone_from_the_end_are_found(record):
    mark = (await record.audit()).marks[PLACE]
    assert (await record.audit(record.raws[:-3])).report.findings == []
    assert await found(record, record.raws[:-3], mark) == [
        ("", LAST - 3, "the stream ends here; 3 commits that the watermark saw are missing"),
        (str(JARS[2]), LAST - 2, HEAD),
        (str(JARS[1]), LAST - 1, HEAD),
        (str(JARS[3]), LAST, HEAD),
    ]


async def test_two_that_changed_places_are_found_although_no_chain_breaks(record):
    mark = (await record.audit()).marks[PLACE]
    raws = list(record.raws)
    raws[0] = replace(record.raws[1], sequence=raws[0].sequence)
    raws[1] = replace(record.raws[0], sequence=raws[1].sequence)
    assert (await record.audit(raws)).report.findings == []
    assert await found(record, raws, mark) == [
        ("", LAST, "what is stored up to here is not what was there when the watermark was made")
    ]


async def test_a_whole_journal_that_is_gone_is_found(record):
    mark = (await record.audit()).marks[PLACE]
    audit = Audit(MemoryArchive({}), [AUDITED], record.keys, {PLACE: mark})
    assert not await audit.everything()
    assert [str(each) for each in audit.report.findings] == [
        f"JOURNAL_akl_2026: there is no such stream; the watermark saw it up to sequence {LAST}"
    ]


async def test_one_aggregate_is_held_against_it_alone(record):
    mark = (await record.audit()).marks[PLACE]
    shorter = [raw for raw in record.raws if raw.sequence != LAST]
    for raws, findings in (
        (record.raws, []),
        (shorter, [(str(JARS[3]), LAST, HEAD)]),
    ):
        audit = Audit(MemoryArchive({PLACE: raws}), [AUDITED], record.keys, {PLACE: mark})
        assert await audit.aggregate(JARS[3])
        told = [(each.name, each.sequence, each.why) for each in audit.report.findings]
        assert told == findings


# -- the file --------------------------------------------------------------------------------


def test_a_file_holds_it(tmp_path):
    marks = {
        ("akl", 2026): Mark("akl", 2026, 7, "0a", {"jars/2026-1": (7, "0b")}),
        ("wlg", 2025): Mark("wlg", 2025, 9, "0c", {}),
    }
    watermark.write(tmp_path / "mark.json", marks.values())
    assert watermark.read(tmp_path / "mark.json") == marks
    assert json.loads((tmp_path / "mark.json").read_text()) == {
        "format": 1,
        "streams": [
            {
                "venue": "akl",
                "year": 2026,
                "last": 7,
                "digest": "0a",
                "heads": {"jars/2026-1": [7, "0b"]},
            },
            {"venue": "wlg", "year": 2025, "last": 9, "digest": "0c", "heads": {}},
        ],
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "No such file"),
        ("{", "is no watermark"),
        ("[]", "is no watermark"),
        ('{"format": 1}', "is no watermark"),
        ('{"format": 1, "streams": [{"venue": "akl"}]}', "is no watermark"),
        ('{"format": 2, "streams": []}', "made by another release"),
    ],
)
def test_a_file_that_is_none_is_said_to_be(tmp_path, text, why):
    file = tmp_path / "mark.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(BadWatermark, match=why):
        watermark.read(file)
