"""WatchFloor: what is there, then each change, resumed anywhere without a gap or a double."""

from __future__ import annotations

import random

import grpc
import pytest

from eyesdown.journal.v1 import commit_pb2
from services.kernel.names import year_of
from tests.kernel.journal_service.conftest import Shelves, at, reading
from tests.kernel.serving.kit import read as failure_of
from tests.kit.toy.v1 import toy_pb2

Status = grpc.StatusCode


async def changes(answers, count: int) -> list[tuple[str, int]]:
    """The next changes, as name and version; signs of life left out."""
    found: list[tuple[str, int]] = []
    while len(found) < count:
        answer = await anext(answers)
        if answer.HasField("change"):
            found.append((answer.change.name, answer.change.version))
    return found


async def test_first_comes_what_is_there_then_each_change(shelves: Shelves):
    one = await shelves.put("akl", "2026-11-29-01", times=3)
    two = await shelves.put("wlg", "2026-11-29-02")
    three = await shelves.put("akl", "2026-11-29-03", times=2)
    await shelves.settled()
    async with reading(shelves.watch()) as answers:
        # By sequence: wlg's only commit is its first, akl's jars end at its third and fifth.
        assert await changes(answers, 3) == [(str(two), 1), (str(one), 3), (str(three), 2)]
        sign = await anext(answers)
        assert not sign.HasField("change")
        assert sorted(sign.positions, key=lambda p: p.venue) == [at("akl", 5), at("wlg", 1)]
        await shelves.put("akl", "2026-11-29-01", times=2)
        await shelves.put("wlg", "2026-11-29-04")
        assert await changes(answers, 3) == [
            (str(one), 4),
            (str(one), 5),
            ("venues/wlg/jars/2026-11-29-04", 1),
        ]


async def test_a_change_says_what_lists_show(shelves: Shelves):
    name = await shelves.put("akl", "2026-11-29-01", times=2)
    await shelves.settled()
    async with reading(shelves.watch("venues/akl")) as answers:
        answer = await anext(answers)
    change = answer.change
    assert (change.name, change.kind, change.version) == (str(name), "jars", 2)
    assert (change.standing, change.sequence) == (commit_pb2.STANDING_IN_PLAY, 20260000000002)
    assert change.at.ToJsonString() == "2026-11-29T00:00:00Z"
    row = toy_pb2.JarRow()
    assert change.row.Unpack(row)
    assert row == toy_pb2.JarRow(label="beads", beads=1)
    assert list(answer.positions) == [at("akl", 2)]


async def test_only_what_is_newer_comes_after_a_position(shelves: Shelves):
    await shelves.put("akl", "2026-11-29-01", times=3)
    later = await shelves.put("akl", "2026-11-29-02", times=2)
    next_year = await shelves.put("akl", "2027-01-01-01")
    other = await shelves.put("wlg", "2026-11-29-01")
    await shelves.settled()
    after = [at("akl", 3), at("xyz", 7)]  # the latter is a venue that nobody here knows
    async with reading(shelves.watch(after=after)) as answers:
        found = await changes(answers, 3)
    assert sorted(found) == sorted([(str(later), 2), (str(next_year), 1), (str(other), 1)])


async def test_a_watch_cut_anywhere_goes_on_without_a_gap_or_a_double(shelves: Shelves):
    chance = random.Random(20261129)
    jars = [
        (venue, f"{day}-{n}")
        for venue in ("akl", "wlg")
        for day in ("2026-12-31", "2027-01-01")
        for n in (1, 2)
    ]
    seen: dict[str, int] = {}
    positions: dict[tuple[str, int], int] = {}
    sequences: dict[tuple[str, int], list[int]] = {}
    for _ in range(25):
        for _ in range(chance.randint(0, 6)):
            await shelves.put(*chance.choice(jars))
        await shelves.settled()
        after = [at(venue, number % 10**10, year) for (venue, year), number in positions.items()]
        async with reading(shelves.watch(after=after)) as answers:
            for _ in range(chance.randint(0, 5)):
                answer = await anext(answers)
                for position in answer.positions:
                    positions[position.venue, year_of(position.sequence)] = position.sequence
                if answer.HasField("change"):
                    change = answer.change
                    assert change.version > seen.get(change.name, 0)
                    seen[change.name] = change.version
                    place = (change.name.split("/")[1], year_of(change.sequence))
                    sequences.setdefault(place, []).append(change.sequence)
    after = [at(venue, number % 10**10, year) for (venue, year), number in positions.items()]
    async with reading(shelves.watch(after=after)) as answers:
        async for answer in answers:
            if not answer.HasField("change"):
                break
            seen[answer.change.name] = answer.change.version
    for each in sequences.values():
        assert each == sorted(set(each))
    assert seen == {str(head.name): head.version for head in shelves.heads.all()}


async def test_signs_of_life_come_while_the_journal_is_followed_and_not_otherwise(
    shelves: Shelves,
):
    name = await shelves.put("akl", "2026-11-29-01")
    await shelves.settled()
    async with reading(shelves.watch()) as answers:
        assert (await anext(answers)).HasField("change")
        for _ in range(3):
            assert list((await anext(answers)).positions) == [at("akl", 1)]
        shelves.alive = False
        await shelves.put("akl", "2026-11-29-01")
        while not (answer := await anext(answers)).HasField("change"):
            pass
        assert answer.change.version == 2
        # Nothing more comes until there is something to tell.
        await shelves.put("akl", "2026-11-29-01")
        assert await changes(answers, 1) == [(str(name), 3)]


# -- who may, and what is wrong --------------------------------------------------------------


@pytest.mark.parametrize(
    ("grants", "venues"),
    [
        ({"akl": ["game_manager"]}, {"akl"}),
        ({"wlg": ["supervisor"], "akl": ["seller"]}, {"wlg"}),
        ({"*": ["operator"]}, {"akl", "wlg"}),
    ],
)
async def test_everywhere_is_where_the_person_may_watch(shelves: Shelves, grants, venues):
    for venue in ("akl", "wlg"):
        await shelves.put(venue, "2026-11-29-01")
    await shelves.settled()
    async with reading(shelves.watch(grants=grants)) as answers:
        seen = set()
        async for answer in answers:
            if not answer.HasField("change"):
                break
            seen.add(answer.change.name.split("/")[1])
        assert seen == venues
        for venue in ("akl", "wlg"):
            await shelves.put(venue, "2026-11-29-02")
        assert {name.split("/")[1] for name, _ in await changes(answers, len(venues))} == venues


async def failed(call) -> tuple[grpc.StatusCode, str]:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        async with reading(call) as answers:
            await anext(answers)
    told = failure_of(raised.value)
    return told.code, told.reason


@pytest.mark.parametrize(
    ("parent", "grants", "reason"),
    [
        ("venues/-", {"akl": ["seller"]}, "ROLE_NOT_PERMITTED"),
        ("venues/akl", {"akl": ["caller"]}, "ROLE_NOT_PERMITTED"),
        ("venues/akl", {"wlg": ["operator"]}, "VENUE_NOT_PERMITTED"),
        ("venues/-", {"xyz": ["operator"]}, "VENUE_NOT_PERMITTED"),
    ],
)
async def test_who_may_not_watch_is_denied(shelves: Shelves, parent, grants, reason):
    assert await failed(shelves.watch(parent, grants)) == (Status.PERMISSION_DENIED, reason)


async def test_a_position_that_the_journal_does_not_reach_is_refused(shelves: Shelves):
    await shelves.put("akl", "2026-11-29-01", times=2)
    await shelves.settled()
    for after in (at("akl", 3), at("akl", 1, year=2031)):
        told = await failed(shelves.watch(after=[after]))
        assert told == (Status.FAILED_PRECONDITION, "POSITION_NOT_REACHED")


async def test_a_replica_that_is_a_moment_behind_takes_a_position_of_another(shelves: Shelves):
    """What another replica told of may not have come to this one's heads yet."""
    shelves.tails.tails.shut()
    name = await shelves.put("akl", "2026-11-29-01", times=2)
    async with reading(shelves.watch(after=[at("akl", 2)])) as answers:
        assert list((await anext(answers)).positions) == [at("akl", 2)]
        shelves.tails.tails.open()
        await shelves.put("akl", "2026-11-29-01")
        assert await changes(answers, 1) == [(str(name), 3)]


@pytest.mark.parametrize("sequence", [0, 7, 10**14, 2**64 - 1])
async def test_a_sequence_that_no_commit_can_have_is_not_valid(shelves: Shelves, sequence):
    after = at("akl", 1)
    after.sequence = sequence
    told = await failed(shelves.watch(after=[after]))
    assert told == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
