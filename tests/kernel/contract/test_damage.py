"""A record that is damaged, or newer than this release, is never decided upon, and alarms."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from eyesdown.journal.v1 import commit_pb2
from services.kernel.errors import Unavailable
from services.kernel.journal.store import Stored
from tests.kit.toy.house import House, Replica, altered
from tests.kit.toy.v1 import toy_pb2

pytest_plugins = ["tests.kit.nats"]


async def refuses_all(replica: Replica, house: House, reason: str, damage) -> None:
    """Whoever asks about the jar is told so, nothing is written, and each time it alarms."""
    replica.alarms.clear()
    before = await house.stored()
    asked = [
        lambda: replica.read(house.jar.name),
        lambda: replica.send(house.jar.take(1_000)),
        lambda: replica.aggregates.versions(house.jar.name),
    ]
    for ask in asked:
        replica.faults.script("load", altered(damage))
        with pytest.raises(Unavailable) as failure:
            await ask()
        assert failure.value.reason.code == reason
        assert str(house.jar.name) in failure.value.sentence
    assert replica.alarms == [(house.jar.name, reason)] * len(asked)
    assert await house.stored() == before


async def jar_of_five(house: House) -> Any:
    """A replica that knows nothing of a jar with five commits, and of another jar."""
    one, _ = await house.two()
    await one.send(house.jar.put(5))
    await one.send(house.jar.hide(4))
    await one.send(house.jar.take(1))
    await one.send(house.another("2026-11-29-04").open())
    return await house.replica()


def flipped(stored: Stored, position: int) -> Stored:
    """The commit with one bit the other way."""
    body = bytearray(stored.body)
    body[position] ^= 1 << position % 8
    return replace(stored, body=bytes(body))


def flip_second(position: int, all_: list[Stored]) -> list[Stored]:
    """The commits with one bit of the second the other way."""
    return [all_[0], flipped(all_[1], position), *all_[2:]]


def with_commit(stored: Stored, change) -> Stored:
    """The commit as `change` leaves it."""
    commit = commit_pb2.Commit.FromString(stored.body)
    change(commit)
    return replace(stored, body=commit.SerializeToString(deterministic=True))


# -- damaged ---------------------------------------------------------------------------------


async def test_a_flipped_bit_anywhere_before_the_last_commit_is_damage(house):
    replica = await jar_of_five(house)
    first = (await replica.aggregates.versions(house.jar.name))[0]
    length = len((await house.stored())[1].body)
    for position in range(0, length, max(length // 40, 1)):
        damage = altered(partial(flip_second, position))
        replica.faults.script("load", damage, damage)
        for ask in (replica.read, replica.aggregates.versions):
            with pytest.raises(Unavailable) as failure:
                await ask(house.jar.name)
            assert failure.value.reason.code == "RECORD_DAMAGED", position
    replica.faults.script("load", altered(lambda all_: [flipped(all_[0], 200), *all_[1:]]))
    with pytest.raises(Unavailable) as failure:
        await replica.aggregates.since(first)
    assert failure.value.reason.code == "RECORD_DAMAGED"
    assert {reason for _, reason in replica.alarms} == {"RECORD_DAMAGED"}


DAMAGES = {
    "flipped": lambda all_: [all_[0], flipped(all_[1], 200), *all_[2:]],
    "swapped": lambda all_: [all_[0], all_[2], all_[1], *all_[3:]],
    "dropped": lambda all_: [all_[0], *all_[2:]],
    "first dropped": lambda all_: all_[1:],
    "doubled": lambda all_: [*all_[:2], *all_[1:]],
    "no commit": lambda all_: [replace(all_[0], body=b"\xff"), *all_[1:]],
    "cut short": lambda all_: [replace(all_[0], body=all_[0].body[:-1]), *all_[1:]],
    "forged": lambda all_: [
        all_[0],
        with_commit(all_[1], lambda commit: commit.actor.MergeFrom(commit_pb2.Actor(person="x"))),
        *all_[2:],
    ],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
async def test_a_broken_chain_is_not_decided_upon_and_alarms(house, damage):
    await refuses_all(await jar_of_five(house), house, "RECORD_DAMAGED", damage)


async def test_another_aggregates_commit_is_not_decided_upon(house):
    replica = await jar_of_five(house)
    foreign = await house.stored(house.another("2026-11-29-04").name)
    await refuses_all(replica, house, "RECORD_DAMAGED", lambda all_: [foreign[0], *all_[1:]])


async def test_a_damaged_seal_is_not_decided_upon(house):
    def damaged(commit: commit_pb2.Commit) -> None:
        commit.sealed.ciphertext = commit.sealed.ciphertext[:-1]

    replica = await jar_of_five(house)
    for change in (damaged, lambda commit: commit.sealed.ClearField("nonce")):
        await refuses_all(
            replica,
            house,
            "RECORD_DAMAGED",
            lambda all_, change=change: [*all_[:3], with_commit(all_[3], change)],
        )


async def test_what_is_known_and_changes_in_the_journal_is_damage(house):
    one, _ = await house.two()
    before = await house.stored()
    for damage in (
        lambda all_: all_[:-1],
        lambda all_: [],
        lambda all_: [*all_[:-1], flipped(all_[-1], len(all_[-1].body) - 1)],
    ):
        one.faults.script("load", altered(damage))
        with pytest.raises(Unavailable) as failure:
            await one.send(house.jar.take(1_000))
        assert failure.value.reason.code == "RECORD_DAMAGED"
    assert len(one.alarms) == 3
    assert await house.stored() == before
    assert (await one.read(house.jar.name)).version == 2


async def test_damage_to_one_aggregate_stops_no_other(house):
    replica = await jar_of_five(house)
    replica.faults.script("load", altered(lambda all_: all_[1:]))
    with pytest.raises(Unavailable):
        await replica.read(house.jar.name)
    another = house.another("2026-11-29-04")
    assert (await replica.send(another.put(3))).state.beads == 3
    assert replica.alarms == [(house.jar.name, "RECORD_DAMAGED")]


async def test_a_record_that_is_whole_again_is_decided_upon_again(house):
    replica = await jar_of_five(house)
    replica.faults.script("load", altered(lambda all_: all_[1:]))
    with pytest.raises(Unavailable):
        await replica.send(house.jar.put(1))
    assert (await replica.send(house.jar.put(1))).state.beads == 15


# -- too new ---------------------------------------------------------------------------------


def unknown_event(commit: commit_pb2.Commit) -> None:
    """An event of a type that this release has never heard of."""
    commit.events.add(type_url="type.googleapis.com/eyesdown.testing.toy.v9.JarBroken")


def known_message(commit: commit_pb2.Commit) -> None:
    """A message that this release knows, and not as an event."""
    commit.events.add().Pack(toy_pb2.Tray(label="t"))


def unknown_colour(commit: commit_pb2.Commit) -> None:
    """An event with a word that this release does not know."""
    opened = toy_pb2.JarOpened(label="beads")
    opened.colours.append(9)  # type: ignore[arg-type]  # not of this release
    commit.events.add().Pack(opened)


def unknown_field(commit: commit_pb2.Commit) -> None:
    """An event that says more than this release knows."""
    commit.events.add().Pack(toy_pb2.LidTried.FromString(b"\x0a\x01x\x98\x06\x01"))


def unknown_standing(commit: commit_pb2.Commit) -> None:
    """A standing that this release does not know."""
    commit.summary.standing = 9  # type: ignore[assignment]  # not of this release


def unknown_refusal(commit: commit_pb2.Commit) -> None:
    """A refusal for a reason that this release does not know."""
    commit.refusal.reason = "TOO_HOT"


@pytest.mark.parametrize(
    "change",
    [
        unknown_event,
        known_message,
        unknown_colour,
        unknown_field,
        unknown_standing,
        unknown_refusal,
    ],
)
async def test_a_fact_that_is_not_known_is_never_skipped_and_alarms(house, change):
    replica = await jar_of_five(house)
    await refuses_all(
        replica, house, "RECORD_TOO_NEW", lambda all_: [*all_[:-1], with_commit(all_[-1], change)]
    )
    another = house.another("2026-11-29-04")
    assert (await replica.send(another.put(3))).state.beads == 3


async def test_a_newer_commit_stops_a_replica_that_has_an_old_cache(house):
    one, other = await house.two()
    await one.send(house.jar.put(5))
    newer = altered(lambda all_: [*all_[:-1], with_commit(all_[-1], unknown_event)])
    other.faults.script("load", newer)
    with pytest.raises(Unavailable) as failure:
        await other.send(house.jar.put(7))
    assert failure.value.reason.code == "RECORD_TOO_NEW"
    assert len(await house.stored()) == 3
