"""Whatever is sent, repeated, lost and delayed, at whichever replica: the record stays true.

Over the journal in memory, with faults in any order. What must hold is said in `check`.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eyesdown.journal.v1 import commit_pb2
from services.kernel.errors import Failure, OutcomeUnknownFailure
from services.kernel.journal.store import Journal
from services.kernel.law import Refused, Secret
from services.kernel.record import aggregates
from services.kernel.record.commit import Place, read
from services.kernel.record.seal import Keys, Sealer, opens
from tests.kit.faulty import conflict, down, lost_reply, lost_request
from tests.kit.journal_memory import MemoryJournal, MemoryStore
from tests.kit.toy import jar
from tests.kit.toy.codec import CODEC
from tests.kit.toy.house import House, Replica
from tests.kit.toy.shelf import Answer
from tests.kit.toy.v1 import toy_pb2

NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
COMMANDS = ("put", "put", "put", "take", "take", "hide", "show", "try_lid", "close")
APPENDS = ("lost_reply", "lost_request", "conflict", "down", "late")
FAULTS = {
    "lost_reply": lost_reply,
    "lost_request": lost_request,
    "conflict": conflict,
    "down": down,
}


@dataclass(frozen=True)
class Step:
    """Something that is sent. `again` is how many requests before it is repeated, 0 for none."""

    command: str
    count: int
    hand: bool
    by: str
    replica: int
    again: int
    patient: bool
    appends: tuple[str, ...]
    loads: int


STEP = st.builds(
    Step,
    command=st.sampled_from(COMMANDS),
    count=st.integers(0, 12),
    hand=st.booleans(),
    by=st.sampled_from(["ana", "ben"]),
    replica=st.integers(0, 1),
    again=st.sampled_from([0, 0, 0, 1, 2, 5]),
    patient=st.sampled_from([True, True, True, False]),
    appends=st.lists(st.sampled_from(APPENDS), max_size=3).map(tuple),
    loads=st.integers(0, 2),
)
COURSE = st.lists(st.lists(STEP, min_size=1, max_size=3), min_size=1, max_size=10)


@dataclass
class Sent:
    """A request and all that was answered to it."""

    request: Any
    by: str
    answers: list[Answer] = field(default_factory=list)
    unknown: bool = False


class Play:
    """One course of steps at two replicas."""

    def __init__(self, house: House, replicas: tuple[Replica, Replica]) -> None:
        self.house = house
        self.replicas = replicas
        self.sent: list[Sent] = []
        self.later = asyncio.Event()

    async def play(self, course: list[list[Step]]) -> None:
        """Send all; those of one list at once. At the end nothing is under way any more."""
        self.sent.append(Sent(self.house.jar.open(), "ana"))
        await self._send(self.sent[0], self.replicas[0])
        for steps in course:
            await asyncio.gather(*[self._step(step) for step in steps])
        self.later.set()
        for replica in self.replicas:
            await replica.faults.settle()
            await replica.aggregates.drained()

    def _step(self, step: Step) -> Awaitable[None]:
        replica = self.replicas[step.replica]
        late = replica.faults.stored_late(self.later)
        replica.faults.script("append", *(FAULTS.get(fault, late) for fault in step.appends))
        replica.faults.script("load", *[down] * step.loads)
        if 0 < step.again <= len(self.sent):
            return self._send(self.sent[-step.again], replica, step.patient)
        self.sent.append(Sent(self._request(step), step.by))
        return self._send(self.sent[-1], replica, step.patient)

    def _request(self, step: Step) -> Any:
        make = getattr(self.house.jar, step.command)
        if step.command == "put":
            return make(step.count, hand=len(self.sent) if step.hand else 0)
        return make(step.count) if step.command in ("take", "hide") else make()

    async def _send(self, sent: Sent, replica: Replica, patient: bool = True) -> None:
        try:
            sent.answers.append(
                await replica.send(sent.request, by=sent.by, within=60 if patient else 0)
            )
        except OutcomeUnknownFailure:
            sent.unknown = True
        except (Refused, Failure):
            pass  # it was not done, which `check` holds it to


async def check(play: Play) -> None:
    """What must hold of the record and of the answers, at the end of every course."""
    commits = await chain(play.house)
    recorded = {commit.request_id: commit for commit in commits}
    assert len(recorded) == len(commits), "a request was done twice"
    states = [(await replica.read(play.house.jar.name)).state for replica in play.replicas]
    states.append((await (await play.house.replica()).read(play.house.jar.name)).state)
    assert states[0] == states[1] == states[2], "replay differs from the live state"
    put, taken = moved(commits)
    last = states[0].jar if isinstance(states[0], jar.Closed) else states[0]
    assert isinstance(last, jar.Jar)
    assert (last.put, last.taken) == (put, taken)
    assert last.beads >= 0
    for sent in play.sent:
        changed = [answer for answer in sent.answers if answer.changed or answer.repeated]
        commit = recorded.get(sent.request.request_id)
        if commit is None:
            assert not changed, "an answer was given for what is not on record"
            continue
        assert changed or sent.unknown, "something is on record that was said not to be done"
        for answer in changed:
            assert answer.snapshot.version == commit.version
            assert (answer.refusal is not None) == commit.HasField("refusal")


async def repeat(play: Play) -> None:
    """Repeating all that is on record changes nothing, and is answered as it was."""
    before = await play.house.stored()
    recorded = {commit.request_id for commit in await chain(play.house)}
    for number, sent in enumerate(play.sent):
        if sent.request.request_id in recorded:
            again = await play.replicas[number % 2].send(sent.request, by=sent.by)
            assert again.repeated
            for answer in sent.answers:
                assert answer.snapshot == again.snapshot or not (answer.changed or answer.repeated)
    assert await play.house.stored() == before


async def chain(house: House) -> list[commit_pb2.Commit]:
    """The commits, after a look at the chain that needs none of the kernel's code."""
    commits, previous = [], hashlib.sha256(str(house.jar.name).encode()).digest()
    for version, stored in enumerate(await house.stored(), start=1):
        commits.append(commit_pb2.Commit.FromString(stored.body))
        assert (commits[-1].version, commits[-1].previous) == (version, previous)
        previous = hashlib.sha256(stored.body).digest()
    return commits


def moved(commits: list[commit_pb2.Commit]) -> tuple[int, int]:
    """How many beads were put in and taken out, by the requests on record."""
    put = taken = 0
    for commit in commits:
        asked, took = toy_pb2.PutBeadsRequest(), toy_pb2.TakeBeadsRequest()
        put += asked.count if commit.command.request.Unpack(asked) else 0
        taken += took.count if commit.command.request.Unpack(took) else 0
    return put, taken


async def read_back(house: House) -> None:
    """Every event on record goes through the codec and back; every seal opens as committed."""
    sealer, place = Sealer(Keys(house.keys)), Place.start(house.jar.name)
    seals: dict[int, bytes] = {}
    for stored in await house.stored():
        commit = read(stored, place, CODEC, sealer)
        place = Place(commit.version, commit.sequence, commit.hash)
        for event in commit.events:
            assert CODEC.event(CODEC.message(event), commit.opening) == event
            opening = getattr(event, "opening", None)
            if opening is not None:
                assert opens(house.jar.name, opening, seals[opening.version])
        seals[commit.version] = commit_pb2.Commit.FromString(stored.body).sealed.commitment


async def whole(course: list[list[Step]], keys: Path) -> None:
    """Play a course and hold everything to it."""
    store = MemoryStore()

    async def way() -> Journal:
        return MemoryJournal(store)

    house = House("akl", keys, way)
    play = Play(house, (await house.replica(), await house.replica()))
    await play.play(course)
    for replica in play.replicas:
        replica.faults.forget()
    await check(play)
    await repeat(play)
    await read_back(house)


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    """A key folder for all courses."""
    return tmp_path_factory.mktemp("keys")


@given(COURSE)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_the_record_stays_true_whatever_happens(keys, course):
    hurried = SimpleNamespace(uniform=lambda low, high: 0.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aggregates, "random", hurried)
        asyncio.run(whole(course, keys))


# -- the law alone ---------------------------------------------------------------------------

ENTROPY = st.integers(0, 2**256 - 1).map(lambda number: number.to_bytes(32, "big"))
COMMAND = st.one_of(
    st.builds(
        jar.PutBeads,
        st.builds(jar.Handful, st.integers(0, 100), st.sampled_from([None, *jar.Colour])),
        st.just("ref"),
    ),
    st.builds(jar.TakeBeads, st.integers(0, 100), st.just(NOON)),
    st.builds(
        jar.HideBeads,
        st.none() | st.integers(1, 100),
        ENTROPY,
    ),
    st.just(jar.ShowBeads()),
    st.builds(jar.TryLid, st.sampled_from(["ana", "ben"])),
    st.just(jar.CloseJar()),
)


@given(st.lists(COMMAND, max_size=30))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_whatever_is_decided_can_be_folded_and_keeps_count(commands):
    state: jar.State = jar.Jar("beads", "ana")
    put = taken = 0
    for command in commands:
        try:
            decision = jar.decide(command, state)
        except Refused:
            continue
        for event in decision.events:
            state = jar.evolve(state, event)
            put += event.beads.count if isinstance(event, jar.BeadsPut) else 0
            taken += event.count if isinstance(event, jar.BeadsTaken) else 0
            if isinstance(event, jar.BeadsHidden):
                assert isinstance(event.pinch, Secret)
                assert 1 <= event.pinch.reveal().count <= put - taken
    last = state.jar if isinstance(state, jar.Closed) else state
    assert isinstance(last, jar.Jar)
    assert (last.put, last.taken) == (put, taken)
    assert last.beads >= 0
