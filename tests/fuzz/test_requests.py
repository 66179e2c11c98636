"""Any request to any RPC of any service is answered in time, and never by a fault of ours.

`make fuzz` asks 200,000; here it is some 2,500, the same each time.
"""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import grpc
import pytest
from google.protobuf.message import Message
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.cli.command import environment
from tests.fuzz.messages import Words, crossed, requests, words_of
from tests.kit.evening import SOON, Evening, Metadata, Served, reason_of

pytest_plugins = ["tests.kit.evening"]
pytestmark = pytest.mark.timeout(7_200)

INPUTS = int(os.environ.get("FUZZ_INPUTS", "0"))
"""How many requests are made in all; 0: some 2,500, the same each time."""
WITHIN = SOON
"""Seconds in which a call is answered, or it is taken for one that never is."""
AT_ONCE = 10
"""Requests that are made together: some get into each other's way, too."""
LOOK = 0.05
"""Seconds in which a stream is looked at: it may well have nothing to tell."""
PARTS = (0.2, 0.5, 0.9)
"""How far aggregates of the evening are played again, for some that are in the middle of it."""
PEOPLE = ("cal", "sue", "mere", "dee", "fay")

Status = grpc.StatusCode
TOLD = frozenset(
    (
        *(Status.INVALID_ARGUMENT, Status.NOT_FOUND, Status.ALREADY_EXISTS, Status.ABORTED),
        *(Status.FAILED_PRECONDITION, Status.PERMISSION_DENIED),
    )
)
"""How a request may be turned down, whatever it is."""
AWAY = frozenset(("NO_JOURNAL", "VERSION_NOT_REACHED"))
"""Why it may be UNAVAILABLE: a year that has no journal, a version that is not there yet."""


@dataclass
class World:
    """The house, and what is known of it."""

    evening: Evening
    people: dict[str, Metadata]
    seeds: dict[str, list[Message]]
    words: Words


@pytest.fixture(scope="module")
def world(evening: Evening) -> World:
    """The house with an aggregate of each kind at several stages."""
    random.seed(20261129)
    for name, part in zip(list(evening.courses), itertools.cycle(PARTS), strict=False):
        play_again(evening, name, part)
    seeds: dict[str, list[Message]] = defaultdict(list)
    kinds = {each.rule.method: each.request for each in evening.served}
    everything = [asked for course in evening.courses.values() for asked in course]
    for asked in random.sample(everything, len(everything)):
        # A denial goes on record under the method that was denied.
        if len(seeds[asked.method]) < 20 and type(asked.request) is kinds.get(asked.method):
            seeds[asked.method].append(asked.request)
    words = words_of([message for found in seeds.values() for message in found])
    people = {name: evening.person(name) for name in PEOPLE}
    return World(evening, people, seeds, Words(evening.names, words))


def play_again(evening: Evening, name: str, part: float) -> None:
    """Ask the first part of what was asked of an aggregate again, of one with a name of its own."""
    _, venue, kind, id_ = name.split("/")
    other = f"{id_}-again"
    served = {each.rule.method: each for each in evening.served}
    course = [asked for asked in evening.courses[name] if asked.method in served]
    if len(other) > 42 or kind not in ("games", "sittings", "tournaments", "tables", "sessions"):
        return
    for asked in course[: int(len(course) * part)]:
        text = asked.request.SerializeToString()
        request = type(asked.request).FromString(text)
        for field in ("name", f"{kind[:-1]}_id"):
            if getattr(request, field, "") in (name, id_):
                setattr(request, field, getattr(request, field).replace(id_, other))
        request.request_id = request_id()  # type: ignore[attr-defined]
        by = evening.person(asked.person, asked.role) if asked.role else ()
        try:
            evening.ask(served[asked.method], request.SerializeToString(), by, WITHIN)
        except grpc.RpcError:
            break
    evening.names[kind].append(f"venues/{venue}/{kind}/{other}")


def request_id() -> str:
    """One that follows from the seed."""
    return str(uuid.UUID(int=random.getrandbits(128), version=4))


def wrong(world: World, served: Served, asked: Sequence[tuple[bytes, str]]) -> str:
    """What is wrong with how requests that are made at once are answered; empty for nothing."""
    seconds = LOOK if served.streams else WITHIN
    waiting = [
        world.evening.asking(served, request, world.people[by], seconds) for request, by in asked
    ]
    found = ""
    for answer in waiting:  # all of them, so that nothing is under way when the next ones come
        try:
            note(world, answer())
        except grpc.RpcError as error:
            found = found or unexpected(served, error)
    return found


def unexpected(served: Served, error: grpc.RpcError) -> str:
    """What a failure says, unless it is one that a request may have."""
    assert isinstance(error, grpc.Call)
    code = error.code()
    if code in TOLD or (served.streams and code is Status.DEADLINE_EXCEEDED):
        return ""
    reason = reason_of(error)
    if code is Status.UNAVAILABLE and reason in AWAY:
        return ""
    return f"{served.rule.method}: {code.name} {reason} {error.details()}"


def note(world: World, reply: Message | None) -> None:
    """Have later requests know what there is now as well."""
    for field, value in reply.ListFields() if reply is not None else ():
        name = getattr(value, "name", "") if not field.is_repeated else ""
        if name.count("/") == 3:
            names = world.words.names[name.split("/")[2]]
            if name not in names and len(names) < 200:
                names.append(name)


def put_to_the_test(world: World, served: Served, inputs: int) -> None:
    """Make so many requests to a method: two of Hypothesis's own at a time, which takes it longer
    than they take to answer, and others with fields of both."""
    made = requests(served.request, world.seeds.get(served.rule.method, ()), world.words)

    @settings(
        max_examples=-(-inputs // AT_ONCE),
        derandomize=not INPUTS,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(one=made, other=made, chance=st.integers(0, 2**32))
    def ask(one: Message, other: Message, chance: int) -> None:
        by = random.Random(chance)
        asked = [one, other, *(crossed(one, other, by) for _ in range(AT_ONCE - 2))]
        assert (
            wrong(world, served, [(each.SerializeToString(), by.choice(PEOPLE)) for each in asked])
            == ""
        )

    @settings(
        max_examples=max(inputs // 10, 2),
        derandomize=not INPUTS,
        database=None,
        deadline=None,  # `WITHIN` is the one that counts
    )
    @given(raw=st.binary(max_size=200))
    def ask_with_bytes(raw: bytes) -> None:
        assert wrong(world, served, [(raw, PEOPLE[0])]) == ""

    ask()
    ask_with_bytes()


def test_any_request_to_any_rpc_is_answered(world: World) -> None:
    methods = {served.rule.method: served for served in world.evening.served}
    each = max((INPUTS or 2_500) // len(methods), 1)
    failed: list[Exception] = []
    for served in methods.values():
        try:
            put_to_the_test(world, served, each)
        except AssertionError as error:
            failed.append(error)
    if failed:
        raise ExceptionGroup("requests that nobody should answer so", failed)
    logged = world.evening.log.read_text()
    assert "a call failed" not in logged
    assert "stopped working" not in logged
    audited = subprocess.run(
        [sys.executable, "-m", "services.cli.main", "audit", "verify"],
        env=environment(world.evening.data),
        capture_output=True,
        text=True,
        check=False,
    )
    assert audited.returncode == 0, audited.stdout[-4_000:] + audited.stderr
