"""Last values change by compare-and-set, and what is wrong with the store is said."""

from __future__ import annotations

import asyncio

import pytest
from nats.js.api import StreamConfig

from services.kernel.journal.lastvalue import HEADERS, Beaten, LastValues, StoreDown, TooLarge

pytest_plugins = ["tests.kit.nats"]


async def test_of_many_who_change_a_value_at_once_one_does(client, venue):
    values, subject = LastValues(client, "BOARDS"), f"eyesdown.in.room.{venue}.main"
    first = await values.write(subject, b"first", 0)
    results = await asyncio.gather(
        *(values.write(subject, f"{n}".encode(), first) for n in range(20)),
        return_exceptions=True,
    )
    won = [n for n, result in enumerate(results) if isinstance(result, int)]
    assert len(won) == 1
    assert sum(isinstance(result, Beaten) for result in results) == 19
    kept = await values.read(subject)
    assert kept is not None
    assert (kept.sequence, kept.body) == (results[won[0]], f"{won[0]}".encode())


async def test_a_value_of_which_there_is_none(client, venue):
    values, subject = LastValues(client, "BOARDS"), f"eyesdown.in.room.{venue}.main"
    assert await values.read(subject) is None
    with pytest.raises(Beaten):
        await values.write(subject, b"later", 17)
    await values.write(subject, b"first", 0)
    with pytest.raises(Beaten):
        await values.write(subject, b"first again", 0)


async def test_headers_are_kept_and_the_callers_are_left_alone(client, venue):
    values, subject = LastValues(client, "BOARDS"), f"eyesdown.in.room.{venue}.main"
    headers = {"Eyesdown-Version": "3"}
    await values.write(subject, b"", 0, headers)
    kept = await values.read(subject)
    assert kept is not None
    assert (kept.body, kept.headers["Eyesdown-Version"]) == (b"", "3")
    assert headers == {"Eyesdown-Version": "3"}


async def test_a_stream_that_is_not_there_is_no_absent_value(client, venue):
    nowhere = LastValues(client, f"NOWHERE_{venue}")
    with pytest.raises(StoreDown, match="not provisioned"):
        await nowhere.read(f"nowhere.{venue}")
    with pytest.raises(StoreDown, match="is it provisioned"):
        await nowhere.write(f"nowhere.{venue}", b"", 0)


async def test_a_subject_of_another_stream_is_not_written(client, venue):
    with pytest.raises(StoreDown, match="expected stream"):
        await LastValues(client, "OTHER").write(f"eyesdown.in.room.{venue}.main", b"", 0)


async def test_too_large_for_the_server_and_for_the_stream(client, venue):
    subject = f"small.{venue}"
    await client.jetstream().add_stream(
        StreamConfig(name=f"SMALL_{venue}", subjects=[subject], max_msg_size=1000)
    )
    values = LastValues(client, f"SMALL_{venue}")
    with pytest.raises(TooLarge, match=f"limit of SMALL_{venue}"):
        await values.write(subject, bytes(1001), 0)
    with pytest.raises(TooLarge, match="the server takes"):
        await values.write(subject, bytes(client.max_payload - HEADERS + 1), 0)
    assert await values.write(subject, bytes(10), 0)
