"""The client as a whole: the calls of every service over one connection."""

from __future__ import annotations

import inspect

import pytest

import eyesdown_client
from eyesdown_client import Eyesdown
from tests.client.house import Connect

SERVICES = [name for name, each in vars(Eyesdown).items() if isinstance(each, property)]


@pytest.mark.parametrize("name", SERVICES)
async def test_every_call_tells_a_value_that_does_not_fit_its_field(eyesdown: Eyesdown, name: str):
    calls = getattr(eyesdown, name)
    assert calls.__class__.__module__.startswith("eyesdown_client")
    for each, method in inspect.getmembers(calls, inspect.ismethod):
        assert each.startswith("_") or hasattr(method, "__wrapped__"), each


@pytest.mark.parametrize("name", SERVICES)
async def test_outside_of_a_connection_there_is_nobody_to_ask(connect: Connect, name: str):
    client = connect()
    with pytest.raises(RuntimeError, match="not open"):
        getattr(client, name)
    async with client:
        assert getattr(client, name) is getattr(client, name)
    with pytest.raises(RuntimeError, match="not open"):
        getattr(client, name)


async def test_all_calls_that_there_are_can_be_reached(eyesdown: Eyesdown):
    public = (getattr(eyesdown_client, name) for name in eyesdown_client.__all__)
    calls = {each for each in public if _over_a_connection(each)}
    assert {type(getattr(eyesdown, name)) for name in SERVICES} == calls


def _over_a_connection(each: object) -> bool:
    return inspect.isclass(each) and "connection" in inspect.signature(each.__init__).parameters
