"""Every service has the same rooms, and in each the same aggregates under the same names."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from services.kernel.law import Decider, Due
from services.kernel.record.codec import Codec

SERVICES = Path(__file__).parents[2] / "services"
OURS = ("draw", "verify", "tournament", "paigow")
EACH = {"codec", "commands", "domain", "rpc", "views"}
SOME = {"facts", "feeds"}
"""Where something is looked up in other records, and where something is followed."""
TABLES = {"audit", "metrics", "names", "profiles", "rights"}
OWN = {"draw": {"rooms", "screens"}, "verify": {"cards", "eye"}, "paigow": {"odds"}}


def modules(service: str, room: str) -> set[str]:
    """The modules of a room, and its packages."""
    there = (SERVICES / service / room).iterdir()
    return {path.stem for path in there if path.stem.isidentifier() and path.stem[0] != "_"}


def aggregates(service: str) -> set[str]:
    """What a service keeps: every aggregate has a codec. `values` stand in several messages."""
    return modules(service, "codec") - {"values"}


def module(service: str, *path: str) -> ModuleType:
    """A module of a service."""
    return importlib.import_module(".".join(("services", service, *path)))


def deciders(service: str, aggregate: str) -> Iterator[Decider[Any, Any, Any]]:
    """The deciders of an aggregate's law: in one file, or in that of its name in its package."""
    law = module(service, "domain", aggregate)
    if hasattr(law, "__path__"):
        law = module(service, "domain", aggregate, aggregate)
    return (each for each in vars(law).values() if isinstance(each, Decider))


def public(module: ModuleType) -> dict[str, Any]:
    """The functions that a module defines for others."""
    found = inspect.getmembers(module, inspect.isfunction)
    return {name: f for name, f in found if f.__module__ == module.__name__ and name[0] != "_"}


@pytest.mark.parametrize("service", OURS)
def test_a_service_has_the_rooms_that_all_have_and_its_own(service: str):
    there = {
        path.stem
        for path in (SERVICES / service).iterdir()
        if path.stem.isidentifier() and not path.stem.startswith("_")
    }
    assert EACH <= there <= EACH | SOME | TABLES | OWN.get(service, set())


@pytest.mark.parametrize("service", OURS)
def test_an_aggregate_has_one_name_in_every_room(service: str):
    for room in ("commands", "domain", "views"):
        assert aggregates(service) <= modules(service, room), room


@pytest.mark.parametrize("service", OURS)
def test_what_is_in_a_room_has_the_name_that_it_has_in_all(service: str):
    kinds = set()
    for aggregate in aggregates(service):
        (decider,) = deciders(service, aggregate)
        kinds.add(decider.kind)
        assert isinstance(module(service, "codec", aggregate).CODEC, Codec)
        commands = vars(module(service, "commands", aggregate))
        assert {"command", "maker"} & commands.keys(), aggregate
        assert "row" in vars(module(service, "views", aggregate)), aggregate
    assert set(module(service, "rights").WRITES.kinds) == kinds


@pytest.mark.parametrize("service", [each for each in OURS if (SERVICES / each / "feeds").exists()])
def test_a_feed_lies_with_who_is_told_and_says_whom_they_follow(service: str):
    assert modules(service, "feeds") <= aggregates(service)
    for aggregate in modules(service, "feeds"):
        feeds = public(module(service, "feeds", aggregate))
        assert feeds
        for name, feed in feeds.items():
            timer = Due.__name__ in str(inspect.signature(feed))
            assert timer or re.fullmatch(rf"{aggregate}s?_following_\w+", name), name


@pytest.mark.parametrize("service", OURS)
def test_who_answers_calls_is_called_after_them(service: str):
    answering = [
        each
        for name in modules(service, "rpc")
        for each in vars(module(service, "rpc", name)).values()
        if inspect.isclass(each) and each.__module__.startswith(f"services.{service}.rpc.")
    ]
    servicers = {
        each
        for each in answering
        if any(base.__name__.endswith("Servicer") for base in each.__mro__)
    }
    whole = {each for each in servicers if not any(each in o.__mro__[1:] for o in servicers)}
    assert whole
    assert all(each.__name__.endswith("Rpc") for each in whole)
