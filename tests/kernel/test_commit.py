"""A command as one message in the journal, and back."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from eyesdown.journal.v1 import commit_pb2
from services.kernel.build import Build
from services.kernel.journal.store import Stored
from services.kernel.law import Decision, Refused, Secret, Standing, happened
from services.kernel.names import Name
from services.kernel.record.codec import Codec
from services.kernel.record.commit import (
    Actor,
    Cause,
    ChainBroken,
    Given,
    OpenPart,
    Place,
    ProfileRef,
    build,
    check_chain,
    read,
    stamped,
)
from services.kernel.record.seal import Keys, Sealer, opens
from tests.kit.toy import jar
from tests.kit.toy.codec import CODEC
from tests.kit.toy.v1 import toy_pb2

JAR = Name("akl", "jars", "2026-11-29-03")
NOON = datetime(2026, 11, 29, 12, 0, 0, 1, UTC)
OPENED = jar.JarOpened("beads", "ana", (jar.Colour.RED,), NOON)
STATE = jar.Jar("beads", "ana", hands=1, put=9)
REQUEST = toy_pb2.OpenJarRequest(request_id="r-1", name=str(JAR), label="beads")
BUILD = Build("0.1.0", b"\x0b" * 32)
GIVEN = Given(NOON, Actor("ana", 13, "counter-1"), "r-1", "Toy/OpenJar", REQUEST)


@pytest.fixture
def sealer(tmp_path):
    return Sealer(Keys.prepare(tmp_path))


def written(
    sealer: Sealer,
    place: Place | None = None,
    given: Given = GIVEN,
    decision: Decision[jar.Event] | None = None,
    state: jar.State = STATE,
    codec: Codec[jar.Event, jar.State] = CODEC,
    standing: Standing = Standing.IN_PLAY,
    sequence: int = 101,
) -> Stored:
    """A commit as the journal would hold it."""
    place = place or Place.start(JAR)
    decision = decision or happened(OPENED)
    body = build(JAR, place, given, decision, codec, state, standing, sealer, BUILD)
    return Stored(JAR, sequence, body, {})


def after(stored: Stored) -> Place:
    """The place after a commit."""
    version = commit_pb2.Commit.FromString(stored.body).version
    return Place(version, stored.sequence, hashlib.sha256(stored.body).digest())


def changed(stored: Stored, **fields: object) -> Stored:
    """The commit with other fields."""
    commit = commit_pb2.Commit.FromString(stored.body)
    commit.MergeFrom(commit_pb2.Commit(**fields))  # type: ignore[arg-type]
    return replace(stored, body=commit.SerializeToString(deterministic=True))


# -- writing and reading back ----------------------------------------------------------------


def test_the_open_part_is_read_without_a_key_and_once(sealer):
    part = OpenPart(written(sealer))
    assert (part.name, part.sequence, part.at) == (JAR, 101, NOON)
    assert part.standing is Standing.IN_PLAY
    assert part.row is part.row
    assert part.events is part.events
    assert part.row == CODEC.row(STATE)
    assert [type(event) for event in part.events] == [toy_pb2.JarOpened]


def test_what_was_given_and_decided_is_read_back(sealer):
    given = replace(
        GIVEN,
        facts=toy_pb2.JarFacts(weather="fine"),
        cause=Cause("JOURNAL_akl_2026", 20_260_000_000_007),
        profile=ProfileRef("jars-2026", b"\x01" * 32),
        venue_sha256=b"\x02" * 32,
    )
    decision: Decision[jar.Event] = Decision(
        (OPENED, jar.JarEmptied(NOON)), jar.NOT_YOUR_JAR(keeper="ana")
    )
    commit = read(written(sealer, given=given, decision=decision), Place.start(JAR), CODEC, sealer)
    assert (commit.name, commit.version, commit.sequence) == (JAR, 1, 101)
    assert commit.given == given
    assert commit.software == BUILD
    assert commit.events == decision.events
    assert commit.standing is Standing.IN_PLAY
    assert commit.row == toy_pb2.JarRow(label="beads", beads=9)
    assert (commit.sealed, commit.opening) == (False, None)
    refusal = commit.refusal
    assert isinstance(refusal, Refused)
    assert (refusal.reason, refusal.clause) == (jar.NOT_YOUR_JAR, "")
    assert refusal.sentence == "This is ana's jar."


def test_what_was_not_given_is_read_back_as_nothing(sealer):
    commit = read(written(sealer), Place.start(JAR), CODEC, sealer)
    assert commit.given == GIVEN
    assert (commit.given.facts, commit.given.cause, commit.given.profile) == (None, None, None)
    assert commit.refusal is None


def test_the_bytes_are_the_same_for_the_same_commit(sealer):
    facts = {f"fact{number}": "x" for number in range(20)}
    backwards = dict(reversed(facts.items()))
    reason = jar.NOT_YOUR_JAR
    one = written(sealer, decision=Decision((OPENED,), reason(**facts)))
    other = written(sealer, decision=Decision((OPENED,), reason(**backwards)))
    assert one.body == other.body


def test_the_first_commit_follows_the_hash_of_the_name_and_each_the_one_before(sealer):
    first = written(sealer)
    second = written(sealer, after(first), sequence=102)
    message = commit_pb2.Commit.FromString(first.body)
    assert message.version == 1
    assert message.previous == hashlib.sha256(b"venues/akl/jars/2026-11-29-03").digest()
    message = commit_pb2.Commit.FromString(second.body)
    assert message.version == 2
    assert message.previous == hashlib.sha256(first.body).digest()
    commit = read(second, after(first), CODEC, sealer)
    assert commit.hash == hashlib.sha256(second.body).digest()


def test_an_instant_does_not_go_back(sealer):
    later, earlier = NOON + timedelta(seconds=1), NOON - timedelta(seconds=1)
    assert stamped(GIVEN, None) is GIVEN
    assert stamped(GIVEN, earlier) is GIVEN
    assert stamped(GIVEN, NOON) is GIVEN
    assert stamped(GIVEN, later) == replace(GIVEN, at=later)


# -- sealed ----------------------------------------------------------------------------------

PINCH = jar.Pinch(654_321, b"\xee" * 32)
HIDING = replace(
    GIVEN,
    request=toy_pb2.HideBeadsRequest(request_id="r-1", name=str(JAR), count=654_321),
    facts=toy_pb2.JarFacts(entropy=b"\xee" * 32, weather="fine"),
)
HIDDEN = jar.BeadsHidden(999_999, Secret(PINCH))


def hiding(sealer: Sealer) -> Stored:
    """A commit with something sealed in its request, facts, second event and row."""
    state = replace(STATE, hidden=Secret(PINCH))
    return written(sealer, given=HIDING, decision=happened(OPENED, HIDDEN), state=state)


def test_nothing_that_is_sealed_stands_in_the_open(sealer):
    message = commit_pb2.Commit.FromString(hiding(sealer).body)
    request, facts, row_ = toy_pb2.HideBeadsRequest(), toy_pb2.JarFacts(), toy_pb2.JarRow()
    event = toy_pb2.BeadsHidden()
    message.command.request.Unpack(request)
    message.command.facts.Unpack(facts)
    message.events[1].Unpack(event)
    message.summary.row.Unpack(row_)
    assert request == toy_pb2.HideBeadsRequest(request_id="r-1", name=str(JAR))
    assert facts == toy_pb2.JarFacts(weather="fine")
    assert event == toy_pb2.BeadsHidden(most=999_999)
    assert row_ == toy_pb2.JarRow(label="beads", beads=9)
    assert b"\xee" * 4 not in message.SerializeToString()


def test_one_opening_opens_all_that_is_sealed_in_a_commit(sealer):
    stored = hiding(sealer)
    commit = read(stored, Place.start(JAR), CODEC, sealer)
    assert commit.sealed
    assert commit.given == HIDING
    assert commit.row == toy_pb2.JarRow(label="beads", beads=9, hidden=654_321)
    assert commit.events == (OPENED, jar.BeadsHidden(999_999, Secret(PINCH, commit.opening)))
    assert commit.opening is not None
    committed = commit_pb2.Commit.FromString(stored.body).sealed.commitment
    assert opens(JAR, commit.opening, committed)
    closed = commit_pb2.Closed.FromString(commit.opening.content)
    assert toy_pb2.HideBeadsRequest.FromString(closed.request).count == 654_321
    assert toy_pb2.JarFacts.FromString(closed.facts).entropy == b"\xee" * 32
    assert toy_pb2.BeadsHidden.FromString(closed.events[1]).pinch.count == 654_321
    assert toy_pb2.JarRow.FromString(closed.row).hidden == 654_321
    assert list(closed.events) == [1]


def test_without_the_key_the_rest_is_read(sealer, tmp_path):
    commit = read(hiding(sealer), Place.start(JAR), CODEC, Sealer(Keys(tmp_path / "none")))
    assert commit.sealed
    assert commit.opening is None
    assert commit.events == (OPENED, jar.BeadsHidden(999_999, Secret(None, None)))
    assert commit.given.request == toy_pb2.HideBeadsRequest(request_id="r-1", name=str(JAR))
    assert commit.row == toy_pb2.JarRow(label="beads", beads=9)


def test_the_repr_of_a_commit_tells_nothing_that_is_sealed(sealer):
    told = repr(read(hiding(sealer), Place.start(JAR), CODEC, sealer))
    assert "BeadsHidden(most=999999" in told
    for trace in ("654321", "\\xee\\xee", "\\356\\356"):
        assert trace not in told


# -- the chain -------------------------------------------------------------------------------


def test_a_commit_is_read_in_its_own_place_only(sealer):
    first = written(sealer)
    second = written(sealer, after(first), sequence=102)
    start = Place.start(JAR)
    with pytest.raises(ChainBroken):
        read(second, start, CODEC, sealer)
    with pytest.raises(ChainBroken):
        read(first, after(first), CODEC, sealer)
    with pytest.raises(ChainBroken):
        read(second, after(second), CODEC, sealer)
    with pytest.raises(ChainBroken):
        read(second, replace(after(first), hash=bytes(32)), CODEC, sealer)


def test_another_aggregates_commit_is_not_read(sealer):
    other = Name("akl", "jars", "2026-11-29-04")
    with pytest.raises(ChainBroken):
        read(replace(written(sealer), name=other), Place.start(other), CODEC, sealer)
    with pytest.raises(ChainBroken):
        read(replace(written(sealer), name=other), Place.start(JAR), CODEC, sealer)


def test_bytes_that_are_no_commit_are_not_read(sealer):
    for body in (b"", b"\xff\xff\xff", written(sealer).body[:-3]):
        with pytest.raises(ChainBroken):
            read(Stored(JAR, 101, body, {}), Place.start(JAR), CODEC, sealer)


def test_a_damaged_part_of_a_commit_is_not_read(sealer):
    message = commit_pb2.Commit.FromString(written(sealer).body)
    message.events[0].value = b"\xff\xff\xff"
    with pytest.raises(ChainBroken, match="sequence 101 is damaged"):
        read(Stored(JAR, 101, message.SerializeToString(), {}), Place.start(JAR), CODEC, sealer)
    message = commit_pb2.Commit.FromString(written(sealer).body)
    message.at.seconds = 10**15
    with pytest.raises(ChainBroken, match="sequence 101 is damaged"):
        read(Stored(JAR, 101, message.SerializeToString(), {}), Place.start(JAR), CODEC, sealer)


def test_a_chain_is_checked_as_a_whole(sealer):
    first = written(sealer)
    second = written(sealer, after(first), sequence=102)
    third = written(sealer, after(second), sequence=103)
    start = Place.start(JAR)
    check_chain((), start)
    check_chain((first, second, third), start)
    check_chain((second, third), after(first))
    for broken in (
        (second, third),
        (first, third),
        (first, third, second),
        (first, first),
        (first, changed(second, software="!"), third),
    ):
        with pytest.raises(ChainBroken):
            check_chain(broken, start)
