"""What is sealed is in nobody's hands but the key's holders', until it is opened to everybody."""

import logging
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from eyesdown.journal.v1 import commit_pb2
from services.kernel.errors import Unavailable
from services.kernel.law import Opening, Refused, pick
from services.kernel.record.seal import opens
from tests.kit.faulty import conflict, lost_reply
from tests.kit.toy import jar
from tests.kit.toy.house import House
from tests.kit.toy.v1 import toy_pb2

pytest_plugins = ["tests.kit.nats"]

ENTROPY = b"\xee" * 32
MANY = 1_000_000
CHOSEN = pick(ENTROPY, tuple(range(1, MANY + 1)))
"""What the toy's entropy chooses of so many beads."""


def traces(number: int) -> list[bytes]:
    """How a number may stand in bytes: as text, and in a field 1, 2 or 3 of a message."""
    text, written = str(number).encode(), toy_pb2.Handful(count=number).SerializeToString()[1:]
    in_bytes = [number.to_bytes(4, "big"), number.to_bytes(4, "little")]
    return [text, *in_bytes, *(bytes([tag]) + written for tag in (0x08, 0x10, 0x18))]


async def full(house: House, **more):
    """A replica and a jar with a million beads."""
    one = await house.replica(**more)
    await one.send(house.jar.open())
    await one.send(house.jar.put(MANY))
    return one


async def commitment(house: House, version: int) -> bytes:
    """What anybody reads in the journal."""
    stored = (await house.stored())[version - 1]
    return commit_pb2.Commit.FromString(stored.body).sealed.commitment


async def test_no_trace_of_what_chance_chose_is_stored_or_logged(house, caplog):
    caplog.set_level(logging.DEBUG)
    with capture_logs() as log:
        one = await full(house)
        one.faults.script("append", lost_reply, conflict)
        hidden = await one.send(house.jar.hide())
    assert hidden.state.hidden.value == jar.Pinch(CHOSEN, ENTROPY)
    stored = await house.stored()
    assert len(stored) == 3
    told = [stored[2].body, *(f"{name}: {v}".encode() for name, v in stored[2].headers.items())]
    told += [repr(log).encode(), caplog.text.encode(), repr(hidden).encode()]
    for trace in [
        *traces(CHOSEN),
        ENTROPY[:6],
        ENTROPY.hex()[:12].encode(),
        b"\\xee\\xee",
        b"\\356",
    ]:
        for text in told:
            assert trace not in text


async def test_no_trace_of_what_a_person_chose_is_stored(house):
    one = await full(house)
    hidden = await one.send(house.jar.hide(654_321))
    assert hidden.state.hidden.value == jar.Pinch(654_321, b"")
    stored = (await house.stored())[2]
    request = toy_pb2.HideBeadsRequest()
    commit = commit_pb2.Commit.FromString(stored.body)
    assert commit.command.request.Unpack(request)
    assert request.count == 0
    for trace in traces(654_321):
        assert trace not in stored.body
        assert trace not in repr(stored.headers).encode()


async def test_a_later_commit_gives_nothing_away_either(house):
    one = await full(house)
    await one.send(house.jar.hide())
    await one.send(house.jar.put(1))
    await one.send(house.jar.try_lid(), by="ben")
    later = (await house.stored())[3:]
    assert len(later) == 2
    for stored in later:
        for trace in [*traces(CHOSEN), ENTROPY[:6]]:
            assert trace not in stored.body


async def test_a_seal_opens_after_a_restart_with_the_key(house):
    one = await full(house)
    await one.send(house.jar.hide())
    again = await house.replica()
    assert (await again.read(house.jar.name)).state.hidden.value == jar.Pinch(CHOSEN, ENTROPY)
    shown = await again.send(house.jar.show())
    assert shown.state.shown == CHOSEN
    assert shown.state.hidden is None


async def test_after_showing_anybody_checks_the_commitment_without_a_key(house):
    one = await full(house)
    await one.send(house.jar.hide())
    await one.send(house.jar.show())
    stored = (await house.stored())[3]
    shown = toy_pb2.BeadsShown()
    assert commit_pb2.Commit.FromString(stored.body).events[0].Unpack(shown)
    opening = Opening(shown.opening.version, shown.opening.salt, shown.opening.content)
    assert opening.version == 3
    assert opens(house.jar.name, opening, await commitment(house, 3))
    closed = commit_pb2.Closed.FromString(opening.content)
    pinch = toy_pb2.BeadsHidden.FromString(closed.events[0]).pinch
    assert (pinch.count, pinch.entropy) == (shown.count, ENTROPY)
    assert shown.count == pick(pinch.entropy, tuple(range(1, MANY + 1)))
    facts = toy_pb2.JarFacts.FromString(closed.facts)
    assert (facts.entropy, facts.weather) == (ENTROPY, "")
    assert toy_pb2.JarRow.FromString(closed.row) == toy_pb2.JarRow(hidden=CHOSEN)


async def test_the_sealed_part_of_the_request_is_in_the_same_opening(house):
    one = await full(house)
    await one.send(house.jar.hide(654_321))
    shown = (await one.send(house.jar.show())).snapshot.events[0]
    assert opens(house.jar.name, shown.opening, await commitment(house, 3))
    closed = commit_pb2.Closed.FromString(shown.opening.content)
    request = toy_pb2.HideBeadsRequest.FromString(closed.request)
    assert request == toy_pb2.HideBeadsRequest(count=654_321)


async def test_what_was_never_shown_is_opened_at_the_end(house):
    one = await full(house)
    await one.send(house.jar.hide())
    closed = (await one.send(house.jar.close())).snapshot.events[0]
    assert opens(house.jar.name, closed.opening, await commitment(house, 3))


async def test_no_other_opening_passes_for_it(house):
    one = await full(house)
    await one.send(house.jar.hide())
    shown = (await one.send(house.jar.show())).snapshot.events[0]
    committed, opening = await commitment(house, 3), shown.opening
    another = house.another("2026-11-29-04").name
    assert not opens(another, opening, committed)
    assert not opens(house.jar.name, replace(opening, version=4), committed)
    assert not opens(house.jar.name, replace(opening, salt=opening.salt[::-1]), committed)
    other = commit_pb2.Closed.FromString(opening.content)
    other.events[0] = toy_pb2.BeadsHidden(pinch=toy_pb2.Pinch(count=1)).SerializeToString()
    assert not opens(house.jar.name, replace(opening, content=other.SerializeToString()), committed)


async def test_the_same_choice_is_committed_to_differently_each_time(house):
    one = await full(house)
    for _ in range(2):
        await one.send(house.jar.hide(5))
        await one.send(house.jar.show())
    third, fifth = await commitment(house, 3), await commitment(house, 5)
    assert len(third) == len(fifth) == 32
    assert third != fifth


# -- without the key -------------------------------------------------------------------------


async def test_without_the_key_everything_else_goes_on(house, tmp_path):
    one = await full(house)
    hide = house.jar.hide()
    await one.send(hide)
    keyless = await house.replica(tmp_path / "others")
    snapshot = await keyless.read(house.jar.name)
    assert snapshot.state.hidden.value is None
    assert snapshot.state.hidden.opening is None
    for request in (house.jar.show(), house.jar.close(), hide):
        with pytest.raises(Unavailable) as failure:
            await keyless.send(request)
        assert failure.value.reason.code == "KEY_MISSING"
    assert (await keyless.send(house.jar.put(1))).state.beads == MANY + 1
    assert (await keyless.send(house.jar.take(2))).state.beads == MANY - 1
    assert (await keyless.send(house.jar.try_lid(), by="ben")).refusal is not None
    assert not (await keyless.send(house.jar.hide())).changed
    with pytest.raises(Refused) as refused:
        await keyless.send(house.jar.take(MANY))
    assert refused.value.reason is jar.NOT_ENOUGH_BEADS
    assert keyless.alarms == []
    assert (await one.send(house.jar.show())).state.shown == CHOSEN
    assert (await keyless.read(house.jar.name)).state.shown == CHOSEN


async def test_a_key_that_is_put_back_is_used_at_once(house, tmp_path):
    one = await full(house)
    await one.send(house.jar.hide())
    keyless = await house.replica(tmp_path / "others")
    with pytest.raises(Unavailable):
        await keyless.send(house.jar.show())
    (tmp_path / "others" / "0001.key").rename(tmp_path / "others" / "0002.key")
    (house.keys / "0001.key").rename(tmp_path / "others" / "0001.key")
    assert (await keyless.send(house.jar.show())).state.shown == CHOSEN


async def test_a_key_that_is_missing_is_not_told_from_an_old_cache(house, tmp_path):
    one = await full(house)
    keyless = await house.replica(tmp_path / "others")
    await keyless.read(house.jar.name)
    await one.send(house.jar.hide())
    with pytest.raises(Unavailable):
        await keyless.send(house.jar.show())
    await one.send(house.jar.show())
    with pytest.raises(Refused) as refused:
        await keyless.send(house.jar.show())
    assert refused.value.reason is jar.NOTHING_HIDDEN


async def test_without_any_key_nothing_is_sealed_and_nothing_is_written(house):
    one = await full(house)
    (house.keys / "0001.key").unlink()
    with pytest.raises(Unavailable) as failure:
        await one.send(house.jar.hide())
    assert failure.value.reason.code == "KEY_MISSING"
    assert len(await house.stored()) == 2
    assert (await one.send(house.jar.put(1))).changed


async def test_a_newer_key_seals_and_the_old_one_still_opens(house):
    one = await full(house)
    await one.send(house.jar.hide())
    newer = house.keys / "0002.key"
    newer.write_text("cd" * 32)
    newer.chmod(0o600)
    await one.send(house.jar.show())
    await one.send(house.jar.hide(7))
    keys = [commit_pb2.Commit.FromString(each.body).sealed.key for each in await house.stored()]
    assert [key.partition(".")[0] for key in keys] == ["", "", "0001", "", "0002"]
    assert (await (await house.replica()).send(house.jar.show())).state.shown == 7
