"""ReadCommits: every commit as it is stored, year after year, without a gap or a double."""

from __future__ import annotations

import asyncio
import random
from contextlib import aclosing
from typing import Any

import grpc
import pytest

from eyesdown.draw.v1 import draw_service_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.store import JournalDown, Stored
from services.kernel.names import Name, first_sequence, year_of
from services.kernel.serving.readout import Readout
from tests.kernel.journal_service.conftest import (
    ENTROPY,
    SOON,
    Counted,
    Counting,
    Shelves,
    at,
    next_of,
    reading,
)
from tests.kernel.serving.kit import read as failure_of
from tests.kit.faulty import down, ok
from tests.kit.toy.shelf import Requests

Status = grpc.StatusCode
GAME = draw_service_pb2.GetGameRequest(name="venues/akl/games/2026-11-29-07")


async def filled(shelves: Shelves) -> list[Stored]:
    """Two years of akl, and one commit of wlg; akl's in the order in which they are read."""
    await shelves.put("akl", "2026-11-29-01", times=3)
    await shelves.put("akl", "2027-01-01-01", times=2)
    await shelves.put("akl", "2026-11-29-02", times=2)
    await shelves.put("wlg", "2026-11-29-01")
    shelves.store.add(Name("akl", "cups", "2026-11-29-01"), b"of another service", {})
    await shelves.put("akl", "2026-11-29-01", times=1)
    return [*shelves.commits("akl", 2026), *shelves.commits("akl", 2027)]


async def all_of(call: Any) -> list[Any]:
    """Every commit of a stream that ends."""
    async with reading(call) as answers:
        return [answer.commit async for answer in answers if answer.HasField("commit")]


def told(stored: Stored) -> tuple[int, str, bytes]:
    return stored.sequence, str(stored.name), stored.body


def read(commits: list[Any]) -> list[tuple[int, str, bytes]]:
    return [(each.sequence, each.name, each.commit) for each in commits]


async def test_every_commit_comes_as_it_is_stored_the_oldest_year_first(shelves: Shelves):
    stored = await filled(shelves)
    commits = await all_of(shelves.read())
    assert read(commits) == [told(each) for each in stored]
    assert list(commits[0].events) == ["JarOpened"]
    assert list(commits[1].events) == ["BeadsPut"]


async def test_the_end_of_each_year_is_told_with_its_position(shelves: Shelves):
    await filled(shelves)
    async with reading(shelves.read()) as answers:
        signs = [list(a.positions) async for a in answers if not a.HasField("commit")]
    # Seven commits in 2026, two in 2027; nothing of 2027 was read when 2026 was at its end.
    assert signs == [
        [at("akl", 7), at("akl", 0, year=2027)],
        [at("akl", 7), at("akl", 2, year=2027)],
    ]


async def test_one_year_or_some_kinds_alone(shelves: Shelves):
    stored = await filled(shelves)
    for fields, wanted in (
        ({"year": 2027}, stored[7:]),
        ({"kinds": ["jars"]}, [each for each in stored if each.name.kind == "jars"]),
        ({"kinds": ["cups"], "year": 2026}, [e for e in stored if e.name.kind == "cups"]),
        ({"kinds": ["cups"], "year": 2027}, []),
    ):
        assert read(await all_of(shelves.read(**fields))) == [told(each) for each in wanted]


async def test_what_is_sealed_stays_so(shelves: Shelves):
    requests = Requests(await shelves.put("akl", "2026-11-29-01", times=5))
    await shelves.shelf.send(requests.hide())
    commits = await all_of(shelves.read())
    assert commit_pb2.Commit.FromString(commits[-1].commit).HasField("sealed")
    assert all(ENTROPY not in each.commit for each in commits)


@pytest.mark.parametrize("follow", [False, True])
async def test_a_stream_cut_anywhere_goes_on_without_a_gap_or_a_double(shelves: Shelves, follow):
    chance = random.Random(f"20261129 {follow}")
    stored = await filled(shelves)
    found: list[tuple[int, str, bytes]] = []
    positions: dict[int, Any] = {}
    while len(found) < len(stored) + 12:
        if chance.random() < 0.5 and len(stored) < 21:
            day = chance.choice(["2026-12-31", "2027-01-01"])
            await shelves.put("akl", f"{day}-{chance.randint(1, 3)}")
            stored = [*shelves.commits("akl", 2026), *shelves.commits("akl", 2027)]
        cut = chance.randint(1, 4)
        async with reading(shelves.read(after=positions.values(), follow=follow)) as answers:
            async for answer in answers:
                for position in answer.positions:
                    positions[year_of(position.sequence)] = position
                if answer.HasField("commit"):
                    found.append((answer.commit.sequence, answer.commit.name, answer.commit.commit))
                cut -= 1
                if cut == 0:
                    break
        if len(found) == len(stored) and len(stored) >= 21:
            break
    by_year = sorted(found, key=lambda each: each[0])
    assert by_year == [told(each) for each in stored]
    for year in (2026, 2027):
        of_it = [sequence for sequence, *_ in found if year_of(sequence) == year]
        assert of_it == sorted(set(of_it))


async def test_following_goes_on_with_each_commit_of_any_year(shelves: Shelves):
    stored = await filled(shelves)
    async with reading(shelves.read(follow=True)) as answers:
        for each in stored:
            while not (answer := await anext(answers)).HasField("commit"):
                pass
            assert answer.commit.sequence == each.sequence
        for jar, sequence in (
            ("2026-11-29-01", at("akl", 8).sequence),
            ("2027-01-01-01", at("akl", 3, year=2027).sequence),
            ("2026-11-29-01", at("akl", 9).sequence),
        ):
            await shelves.put("akl", jar)
            while not (answer := await anext(answers)).HasField("commit"):
                pass
            assert answer.commit.sequence == sequence
        sign = await anext(answers)
        assert list(sign.positions) == [at("akl", 9), at("akl", 3, year=2027)]


async def test_following_takes_in_a_year_that_begins(shelves: Shelves):
    shelves.archive.places.remove(("akl", 2027))
    await shelves.put("akl", "2026-11-29-01")
    readout = Readout(
        *(shelves.journal, shelves.archive, "akl", [2026], {}),
        follow=True,
        quiet=SOON,
        new_years=0.01,
    )
    async with aclosing(readout.commits()) as commits, asyncio.timeout(SOON):
        assert (await next_of(commits)).sequence == at("akl", 1).sequence
        assert await anext(commits) is None
        following = asyncio.ensure_future(next_of(commits))
        shelves.archive.places.add(("akl", 2027))
        await shelves.put("akl", "2027-01-01-01")
        assert (await following).sequence == at("akl", 1, year=2027).sequence
    assert readout.positions == {2026: first_sequence(2026), 2027: first_sequence(2027)}


# -- slow readers ----------------------------------------------------------------------------


async def test_nothing_is_read_ahead_of_what_is_asked_for(shelves: Shelves):
    await shelves.put("akl", "2026-11-29-01", times=40)
    counting = Counting(shelves.journal)
    readout = Readout(*(counting, shelves.archive, "akl", [2026], {}), quiet=SOON)
    async with aclosing(readout.commits()) as commits, asyncio.timeout(SOON):
        for taken in range(1, 41):
            await next_of(commits)
            assert counting.taken == taken


async def test_what_comes_while_a_follower_is_slow_waits_in_the_journal(shelves: Shelves):
    counting = Counting(shelves.journal)
    readout = Readout(
        *(counting, shelves.archive, "akl", [2026, 2027], {}), follow=True, quiet=SOON
    )
    async with aclosing(readout.commits()) as commits, asyncio.timeout(SOON):
        assert [await anext(commits), await anext(commits)] == [None, None]  # two empty years
        first = asyncio.ensure_future(next_of(commits))
        await shelves.put("akl", "2026-11-29-01")
        await first
        await shelves.put("akl", "2026-11-29-01", times=30)
        await shelves.put("akl", "2027-01-01-01", times=30)
        # Besides the first: one stands in line, and of each year one waits to be put there.
        assert counting.taken <= 1 + 1 + 2
        sequences = [(await next_of(commits)).sequence for _ in range(60)]
    assert sorted(sequences) == [
        *(first_sequence(2026) + number for number in range(1, 31)),
        *(first_sequence(2027) + number for number in range(30)),
    ]


async def test_a_client_that_does_not_read_stops_the_server_from_reading(shelves: Shelves):
    name, body = Name("akl", "jars", "2026-11-29-01"), bytes(200_000)
    for _ in range(200):  # 40 MB: more than any window that the two ends may keep open
        shelves.store.add(name, body, {})
    async with reading(shelves.read()) as answers:
        assert (await anext(answers)).commit.sequence == at("akl", 1).sequence
        assert shelves.house is not None
        for _ in range(30):  # other calls are answered meanwhile
            await shelves.house.play.GetGame(GAME, metadata=shelves.as_("auditor"))
        assert shelves.reads.taken < 150
        rest = [each async for each in answers if each.HasField("commit")]
        assert len(rest) == 199


# -- who may, and what is wrong --------------------------------------------------------------


async def failed(call: Any) -> tuple[grpc.StatusCode, str]:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        async with reading(call) as answers:
            await anext(answers)
    told = failure_of(raised.value)
    return told.code, told.reason


@pytest.mark.parametrize("role", ["operator", "auditor"])
async def test_operator_and_auditor_may_read(shelves: Shelves, role):
    await filled(shelves)
    assert len(await all_of(shelves.read(grants={"akl": [role]}))) == 9


@pytest.mark.parametrize(
    ("parent", "grants", "code", "reason"),
    [
        ("venues/akl", {"akl": ["supervisor"]}, Status.PERMISSION_DENIED, "ROLE_NOT_PERMITTED"),
        ("venues/akl", {"wlg": ["auditor"]}, Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED"),
        ("venues/-", {"*": ["auditor"]}, Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID"),
        ("venues/xyz", {"*": ["auditor"]}, Status.NOT_FOUND, "NOT_FOUND"),
    ],
)
async def test_others_may_not_and_elsewhere_there_is_nothing(
    shelves: Shelves, parent, grants, code, reason
):
    assert await failed(shelves.read(parent, grants)) == (code, reason)


async def test_a_year_without_a_journal_is_not_found(shelves: Shelves):
    assert await failed(shelves.read(year=2031)) == (Status.NOT_FOUND, "NOT_FOUND")


async def test_a_position_that_the_journal_does_not_reach_is_refused(shelves: Shelves):
    await filled(shelves)
    for after in ([at("akl", 8)], [at("akl", 1), at("akl", 3, year=2027)]):
        told = await failed(shelves.read(after=after))
        assert told == (Status.FAILED_PRECONDITION, "POSITION_NOT_REACHED")
    # That of another year than the one that is read is left aside, and years before the oldest
    # that is named were read.
    assert len(await all_of(shelves.read(after=[at("akl", 1, year=2027)]))) == 1
    assert len(await all_of(shelves.read(year=2027, after=[at("akl", 8)]))) == 2


async def test_a_journal_that_is_away_is_unavailable(shelves: Shelves):
    await filled(shelves)
    shelves.reads.script("tail", ok, down)
    assert await all_of(shelves.read(year=2026))
    assert await failed(shelves.read(year=2026)) == (Status.UNAVAILABLE, "JOURNAL_DOWN")


async def test_a_tail_that_ends_in_a_failure_ends_the_following(shelves: Shelves):
    await shelves.put("akl", "2026-11-29-01")

    class Failing(Counting):
        async def tail(self, *where: Any) -> Any:
            tail = await super().tail(*where)
            if where[1] == 2027:
                tail.__class__ = _Broken
            return tail

    readout = Readout(
        *(Failing(shelves.journal), shelves.archive, "akl", [2026, 2027], {}),
        follow=True,
        quiet=SOON,
    )
    async with aclosing(readout.commits()) as commits, asyncio.timeout(SOON):
        with pytest.raises(JournalDown):
            async for _ in commits:
                pass


class _Broken(Counted):
    async def __anext__(self) -> Stored:
        raise JournalDown("the stream lost commits")
