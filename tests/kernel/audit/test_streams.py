"""A stream that is not whole, or holds what nobody knows: said in words, at its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eyesdown.journal.v1 import commit_pb2
from services.kernel.audit.findings import Finding
from services.kernel.journal.archive import EVERYTHING, Extent, Raw
from tests.kernel.audit.conftest import JARS, PLACE, VENUE, YEAR
from tests.kit.archive_memory import MemoryArchive

STREAM = "JOURNAL_akl_2026"
FIRST = 20260000000001
LAST = FIRST + 21


async def words(record, raws, **how) -> list[str]:
    return [str(each) for each in (await record.audit(raws, **how)).report.findings]


def test_a_finding_says_where_it_is():
    assert str(Finding(STREAM, 7, "venues/akl/jars/2026-1", 3, "it is gone")) == (
        "venues/akl/jars/2026-1 version 3 (sequence 7): it is gone"
    )
    assert str(Finding(STREAM, 0, "", 0, "it is gone")) == "JOURNAL_akl_2026: it is gone"


async def test_a_gap_is_found(record):
    one = [*record.raws[:3], *record.raws[4:]]
    assert f"{STREAM} (sequence {FIRST + 3}): sequence {FIRST + 3} is missing" in await words(
        record, one
    )
    three = [*record.raws[:3], *record.raws[6:]]
    missing = f"sequences {FIRST + 3} to {FIRST + 5} are missing"
    assert f"{STREAM} (sequence {FIRST + 3}): {missing}" in await words(record, three)


async def test_a_stream_that_begins_late_is_found(record):
    begins = f"{STREAM} (sequence {FIRST + 1}): the stream begins here and not at {FIRST}"
    assert begins in await words(record, record.raws[1:])


async def test_a_stream_that_says_another_number_of_messages_is_found(record):
    archive = MemoryArchive({PLACE: record.raws}, {PLACE: Extent(FIRST, LAST, 21)})
    assert await words(record, None, archive=archive) == [
        f"{STREAM}: it is to hold 22 messages and says that it holds 21"
    ]


async def test_messages_that_a_stream_says_it_has_and_does_not_give_are_found(record):
    archive = MemoryArchive({PLACE: record.raws}, {PLACE: Extent(FIRST, LAST + 2, 24)})
    assert await words(record, None, archive=archive) == [
        f"{STREAM} (sequence {LAST + 1}): sequences {LAST + 1} to {LAST + 2} are missing"
    ]


async def test_a_sequence_that_comes_twice_is_found(record):
    raws = [*record.raws[:3], record.raws[2], *record.raws[3:]]
    again = f"{STREAM} (sequence {FIRST + 2}): this comes after sequence {FIRST + 2}"
    assert again in await words(record, raws)


async def test_a_stream_that_gives_the_same_page_for_ever_is_found_to_end(record):
    class Stuck(MemoryArchive):
        async def page(self, venue, year, after, subject=EVERYTHING):
            return await super().page(venue, year, FIRST - 1, subject)

    archive = Stuck({PLACE: record.raws}, {PLACE: Extent(FIRST, LAST + 50, 72)})
    missing = f"sequences {LAST + 1} to {LAST + 50} are missing"
    assert f"{STREAM} (sequence {LAST + 1}): {missing}" in await words(
        record, None, archive=archive
    )


@pytest.mark.parametrize(
    ("subject", "why"),
    [
        ("eyesdown.journal.akl.2026.jars", "its subject is no aggregate's"),
        ("eyesdown.journal.akl.2026.jars.Big", "its subject is no aggregate's"),
        ("eyesdown.journal.akl.2026.jars.2025-11-29-01", "its subject is no aggregate's"),
        ("eyesdown.journal.wlg.2026.jars.2026-11-29-01", "it belongs into JOURNAL_wlg_2026"),
    ],
)
async def test_a_subject_that_is_not_of_this_journal_is_found(record, subject, why):
    raws = [*record.raws, Raw(subject, LAST + 1, record.raws[0].body)]
    (finding,) = await words(record, raws)
    assert finding.startswith(f"{STREAM} (sequence {LAST + 1}): {why}")


async def test_a_kind_that_no_service_knows_is_found_once(record):
    name = replace(JARS[0], kind="cups")
    raws = [*record.raws]
    for number in (1, 2):
        raws.append(Raw(name.subject, LAST + number, b""))
    told = await words(record, raws)
    assert f"{name} (sequence {LAST + 1}): no service knows what cups are" in told
    assert sum("no service knows" in each for each in told) == 1


async def test_a_commit_that_is_not_as_it_was_written_shows_in_the_one_after_it(record):
    commit = commit_pb2.Commit.FromString(record.raws[2].body)
    commit.actor.device = "counter-2"  # on which no decision rests
    raws = [*record.raws]
    raws[2] = replace(raws[2], body=commit.SerializeToString(deterministic=True))
    assert await words(record, raws) == [
        f"{JARS[0]} version 3 (sequence {FIRST + 4}): it does not hold the hash of the commit "
        "before: one of the two is not as it was written"
    ]


async def test_bytes_that_are_no_commit_are_found(record):
    raws = [*record.raws]
    raws[1] = replace(raws[1], body=b"\xff\xff")
    told = await words(record, raws)
    assert told[0] == f"{JARS[1]} version 1 (sequence {FIRST + 1}): its bytes are no commit"


async def test_a_commit_that_was_appended_after_another_one_than_the_last_is_found(record):
    """A NATS message keeps what it was appended after, so that moved commits show."""
    raws = [
        replace(raw, headers={"Nats-Expected-Last-Subject-Sequence": str(expected)})
        for raw, expected in zip(record.raws, expected_of(record.raws), strict=True)
    ]
    assert await words(record, raws) == []
    one, two = raws[0], raws[1]  # the first of jar one and of jar two: neither chain breaks
    raws[0], raws[1] = (
        replace(two, sequence=one.sequence),
        replace(one, sequence=two.sequence),
    )
    told = await words(record, raws)
    assert (
        f"{JARS[0]} version 2 (sequence {FIRST + 2}): it was appended after sequence {FIRST}, and "
        f"the commit before it lies at {FIRST + 1}: commits were moved or taken out of the stream"
    ) in told


def expected_of(raws: list[Raw]) -> list[int]:
    last: dict[str, int] = {}
    expected = []
    for raw in raws:
        expected.append(last.get(raw.subject, 0))
        last[raw.subject] = raw.sequence
    return expected


async def test_an_index_that_gives_another_record_than_the_stream_is_found(record):
    class Indexed(MemoryArchive):
        async def page(self, venue, year, after, subject=EVERYTHING):
            page = await super().page(venue, year, after, subject)
            return [raw for raw in page if subject == EVERYTHING or raw.sequence != FIRST + 16]

    told = await words(record, None, archive=Indexed({PLACE: record.raws}))
    assert told == [
        f"{JARS[0]} (sequence {FIRST + 16}): by its subject it has 6 commits, in the stream 7"
    ]


async def test_what_a_later_release_wrote_is_found_and_nothing_after_it_judged(record):
    commit = commit_pb2.Commit.FromString(record.raws[1].body)
    commit.events.add(type_url="type.googleapis.com/eyesdown.testing.toy.v9.JarBroken")
    raws = [*record.raws]
    raws[1] = replace(raws[1], body=commit.SerializeToString(deterministic=True))
    told = await words(record, raws)
    assert any("it holds what this release cannot read" in each for each in told)
    assert all(str(JARS[1]) in each for each in told)


async def test_an_empty_journal_is_sound(record):
    audit = await record.audit([])
    assert audit.report.findings == []
    assert audit.marks[PLACE].last == FIRST - 1
    assert (VENUE, YEAR) == PLACE
