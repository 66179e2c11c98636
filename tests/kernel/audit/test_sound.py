"""A record that is as it was written: nothing is found, and it is said what was proven."""

from __future__ import annotations

from collections import Counter

from services.kernel.audit.auditor import Audit
from services.kernel.audit.findings import Proven
from services.kernel.build import Build
from services.kernel.names import Name
from tests.kernel.audit.conftest import AUDITED, JARS, PLACE, VENUE, YEAR
from tests.kit.archive_memory import MemoryArchive

# By hand from the record: of the jars one to four 7, 5, 8 and 2 commits. Two who tried lids were
# refused on record. Sealed are one's hiding, which is shown; two's hiding and, as it is not
# shown, the rows of the two commits after it; three's hiding, which is shown after one more
# commit with a sealed row, and its second hiding, which closing opens.
PROVEN = Proven(
    streams=1,
    commits=22,
    aggregates=4,
    decided=22,
    sealed=7,
    by_later=3,
    by_key=7,
    refusals=2,
    builds=Counter({Build("0.0.test"): 22}),
)


async def test_with_the_keys_everything_is_opened_and_decided_again(record):
    report = (await record.audit()).report
    assert report.findings == []
    assert report.proven == PROVEN


async def test_without_a_key_what_was_opened_later_is_proven_all_the_same(record):
    report = (await record.audit(keys=False)).report
    assert report.findings == []
    proven = report.proven
    assert (proven.by_later, proven.by_key, proven.closed) == (3, 0, 4)
    assert (proven.decided, proven.undecided) == (22 - 4, 4)


async def test_an_aggregate_can_be_examined_alone(record):
    audit = Audit(MemoryArchive({PLACE: record.raws}), [AUDITED], record.keys)
    assert await audit.aggregate(JARS[2])
    assert audit.report.findings == []
    proven = audit.report.proven
    assert (proven.streams, proven.aggregates, proven.commits, proven.decided) == (0, 1, 8, 8)
    assert audit.marks == {}


async def test_an_aggregate_that_is_not_there_is_none(record):
    audit = Audit(MemoryArchive({PLACE: record.raws}), [AUDITED], record.keys)
    assert not await audit.aggregate(Name(VENUE, "jars", f"{YEAR}-never"))
    assert audit.report.findings == []


async def test_journals_are_chosen_by_venue_and_year(record):
    streams = {PLACE: record.raws, (VENUE, YEAR + 1): [], ("wlg", YEAR): []}
    for venue, year, examined in (
        ("", 0, 3),
        (VENUE, 0, 2),
        (VENUE, YEAR, 1),
        ("", YEAR, 2),
        ("xyz", 0, 0),
        (VENUE, YEAR + 2, 0),
    ):
        audit = Audit(MemoryArchive(streams), [AUDITED], record.keys)
        assert await audit.everything(venue, year) == (examined > 0)
        assert audit.report.findings == []
        assert audit.report.proven.streams == examined


async def test_what_comes_while_it_is_examined_is_left_for_the_next_time(record):
    class Growing(MemoryArchive):
        async def extent(self, venue, year):
            told = await super().extent(venue, year)
            self._streams = {PLACE: record.raws}
            return told

    archive = Growing({PLACE: record.raws[:15]})
    audit = await record.audit(archive=archive)
    assert audit.report.findings == []
    assert audit.report.proven.commits == 15
    assert audit.marks[PLACE].last == record.raws[14].sequence


async def test_it_is_told_how_far_it_has_come(record):
    told = []
    audit = Audit(
        MemoryArchive({PLACE: record.raws}),
        [AUDITED],
        record.keys,
        progress=lambda *progress: told.append(progress),
    )
    await audit.everything()
    # Every message is read twice: in the stream's order, and by its subject.
    assert told[-1] == ("JOURNAL_akl_2026", 44, 44)
    assert [read for _, read, _ in told] == sorted(read for _, read, _ in told)
