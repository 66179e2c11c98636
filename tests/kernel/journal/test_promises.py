"""What a journal promises, whichever keeps it."""

from __future__ import annotations

import asyncio

import pytest

from services.kernel.journal.store import Conflict, Stored
from services.kernel.names import first_sequence
from tests.kernel.journal.conftest import SOON, House, bodies, fill, take
from tests.kit.nats import YEAR

pytest_plugins = ["tests.kit.nats"]

FIRST = first_sequence(YEAR)


async def test_the_first_sequence_of_a_year_names_the_year(house: House):
    journal = await house.replica()
    # the year, then ten digits that count from one
    assert await journal.append(house.name(), 0, b"opened", {}) == 20260000000001


async def test_a_commit_comes_back_as_it_was_given(house: House):
    journal = await house.replica()
    body = bytes(range(256))
    headers = {"Eyesdown-Events": "GameOpened", "traceparent": "00-ab-cd-01"}
    sequence = await journal.append(house.name(), 0, body, headers)
    stored = Stored(house.name(), sequence, body, headers)
    assert list(await journal.load(house.name())) == [stored]
    assert await journal.head(house.name()) == stored
    assert list((await journal.heads(house.venue, YEAR, ["games"]))[0]) == [stored]


async def test_an_empty_commit_without_headers_is_a_commit(house: House):
    journal = await house.replica()
    sequence = await journal.append(house.name(), 0, b"", {})
    stored = Stored(house.name(), sequence, b"", {})
    assert list(await journal.load(house.name())) == [stored]
    assert await journal.head(house.name()) == stored


async def test_commits_of_one_aggregate_load_in_order_and_alone(house: House):
    journal = await house.replica()
    first = await journal.append(house.name(1), 0, b"a1", {})
    other = await journal.append(house.name(2), 0, b"b1", {})
    second = await journal.append(house.name(1), first, b"a2", {})
    assert bodies(await journal.load(house.name(1))) == [b"a1", b"a2"]
    assert [commit.sequence for commit in await journal.load(house.name(1))] == [first, second]
    assert [first, other, second] == [FIRST, FIRST + 1, FIRST + 2]


@pytest.mark.parametrize("leader", [False, True])
async def test_a_load_gives_what_is_new(house: House, leader: bool):
    journal = await house.replica()
    sequences = await fill(journal, house.name(), b"1", b"2", b"3")
    for seen, left in enumerate([[b"1", b"2", b"3"], [b"2", b"3"], [b"3"], []]):
        after = sequences[seen - 1] if seen else 0
        assert bodies(await journal.load(house.name(), after, leader)) == left


@pytest.mark.parametrize("leader", [False, True])
async def test_an_aggregate_that_never_was_is_empty(house: House, leader: bool):
    journal = await house.replica()
    await fill(journal, house.name(2), b"another")
    assert list(await journal.load(house.name(), leader=leader)) == []
    assert await journal.head(house.name()) is None


async def test_a_long_aggregate_loads_whole(house: House):
    journal = await house.replica()
    # 300 commits of 4 KB: several answers of a direct read
    wanted = [b"%04d" % number * 1024 for number in range(300)]
    await fill(journal, house.name(), *wanted)
    assert bodies(await journal.load(house.name())) == wanted
    assert bodies(await journal.load(house.name(), leader=True)) == wanted


async def test_what_one_replica_appends_another_reads_at_once(house: House):
    one, other = await house.replica(), await house.replica()
    last = 0
    for number in range(50):
        last = await one.append(house.name(), last, b"%d" % number, {})
        assert (await other.load(house.name(), last - 1, leader=True))[-1].sequence == last
        head = await other.head(house.name())
        assert head is not None
        assert head.sequence == last


# -- conflicts -------------------------------------------------------------------------------


async def test_the_second_at_a_position_is_refused(house: House):
    one, other = await house.replica(), await house.replica()
    first = await one.append(house.name(), 0, b"first", {})
    with pytest.raises(Conflict):
        await other.append(house.name(), 0, b"second", {})
    assert await other.append(house.name(), first, b"second", {}) == FIRST + 1
    assert bodies(await one.load(house.name(), leader=True)) == [b"first", b"second"]


@pytest.mark.parametrize("expected", [1, FIRST, FIRST + 1, FIRST + 7])
async def test_an_expectation_that_was_never_true_is_refused(house: House, expected: int):
    journal = await house.replica()
    await fill(journal, house.name(2), b"another")
    with pytest.raises(Conflict):
        await journal.append(house.name(1), expected, b"lost", {})
    await fill(journal, house.name(1), b"first")
    with pytest.raises(Conflict):
        await journal.append(house.name(1), FIRST + 7, b"lost", {})
    assert bodies(await journal.load(house.name(1), leader=True)) == [b"first"]


async def test_the_same_commit_again_is_found_and_not_stored_twice(house: House):
    journal = await house.replica()
    first = await journal.append(house.name(), 0, b"first", {})
    second = await journal.append(house.name(), first, b"second", {})
    assert await journal.append(house.name(), 0, b"first", {}) == first
    assert await journal.append(house.name(), first, b"second", {}) == second
    assert bodies(await journal.load(house.name(), leader=True)) == [b"first", b"second"]


async def test_a_commit_that_was_refused_leaves_no_trace(house: House):
    journal = await house.replica()
    first = await journal.append(house.name(), 0, b"first", {})
    with pytest.raises(Conflict):
        await journal.append(house.name(), 0, b"lost", {})
    assert await journal.append(house.name(2), 0, b"next", {}) == first + 1


# -- heads -----------------------------------------------------------------------------------


async def test_heads_of_an_empty_year(house: House):
    journal = await house.replica()
    heads, position = await journal.heads(house.venue, YEAR, ["games"])
    assert (list(heads), position) == ([], FIRST - 1)


async def test_heads_are_the_last_commits_of_the_kinds_asked_for(house: House):
    journal = await house.replica()
    await fill(journal, house.name(1), b"a1", b"a2")
    await fill(journal, house.name(1, "desks"), b"d1")
    await fill(journal, house.name(2), b"b1")
    await fill(journal, house.name(1, "blocks"), b"s1")
    heads, position = await journal.heads(house.venue, YEAR, ["games", "desks"])
    assert bodies(heads) == [b"a2", b"d1", b"b1"]
    assert position >= heads[-1].sequence == FIRST + 3
    heads, _ = await journal.heads(house.venue, YEAR, ["desks"])
    assert bodies(heads) == [b"d1"]


async def test_heads_and_a_tail_from_their_position_miss_nothing_and_repeat_nothing(house: House):
    journal = await house.replica()
    await fill(journal, house.name(1), b"a1", b"a2")
    await fill(journal, house.name(1, "blocks"), b"s1")
    heads, position = await journal.heads(house.venue, YEAR, ["games"])
    await fill(journal, house.name(2), b"b1", b"b2")
    tail = await journal.tail(house.venue, YEAR, ["games"], position)
    assert bodies(heads) == [b"a2"]
    assert bodies(await take(tail, 2)) == [b"b1", b"b2"]
    await tail.close()


async def test_kinds_must_be_named(house: House):
    journal = await house.replica()
    with pytest.raises(ValueError, match="kind"):
        await journal.heads(house.venue, YEAR, [])
    with pytest.raises(ValueError, match="kind"):
        await journal.tail(house.venue, YEAR, [], 0)


# -- tails -----------------------------------------------------------------------------------


async def test_a_tail_gives_what_was_and_what_comes(house: House):
    journal = await house.replica()
    await fill(journal, house.name(1), b"1")
    tail = await journal.tail(house.venue, YEAR, ["games"], 0)
    assert bodies(await take(tail, 1)) == [b"1"]
    waiting = asyncio.create_task(take(tail, 2))
    await fill(await house.replica(), house.name(2), b"2", b"3")
    assert bodies(await waiting) == [b"2", b"3"]
    await tail.close()


async def test_a_tail_leaves_out_other_kinds(house: House):
    journal = await house.replica()
    tail = await journal.tail(house.venue, YEAR, ["games", "desks"], 0)
    await fill(journal, house.name(1, "blocks"), b"s1")
    await fill(journal, house.name(1, "desks"), b"d1")
    await fill(journal, house.name(1, "blocks"), b"no", after=FIRST)
    await fill(journal, house.name(1, "games"), b"a1")
    assert bodies(await take(tail, 2)) == [b"d1", b"a1"]
    await tail.close()


async def test_two_tails_each_give_everything(house: House):
    journal = await house.replica()
    tails = [await journal.tail(house.venue, YEAR, ["games"], 0) for _ in range(2)]
    await fill(journal, house.name(1), *(b"%d" % number for number in range(20)))
    for tail in tails:
        assert len(await take(tail, 20)) == 20
        await tail.close()


async def test_closing_a_tail_ends_its_iteration(house: House):
    journal = await house.replica()
    tail = await journal.tail(house.venue, YEAR, ["games"], 0)

    async def read() -> list[Stored]:
        return [stored async for stored in tail]

    reading = asyncio.create_task(read())
    await fill(journal, house.name(1), b"1")
    async with asyncio.timeout(SOON):
        await tail.close()
        assert bodies(await reading) in ([], [b"1"])
        assert await read() == []


async def test_a_wait_that_is_cancelled_loses_nothing(house: House):
    journal = await house.replica()
    tail = await journal.tail(house.venue, YEAR, ["games"], 0)
    commits: list[Stored] = []
    last = 0
    for number in range(30):
        waiting = asyncio.ensure_future(anext(aiter(tail)))
        await asyncio.sleep(0)
        waiting.cancel()
        (got,) = await asyncio.gather(waiting, return_exceptions=True)
        if isinstance(got, Stored):
            commits.append(got)  # it was there before we gave up
        last = await journal.append(house.name(1), last, b"%d" % number, {})
    commits += await take(tail, 30 - len(commits))
    assert bodies(commits) == [b"%d" % number for number in range(30)]
    await tail.close()
