"""How facts are written as messages; what is not known to this release is never skipped."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from google.protobuf.message import Message

from eyesdown.journal.v1 import commit_pb2
from services.kernel.build import Build
from services.kernel.journal.store import Stored
from services.kernel.law import Decision, Reason, Standing, happened
from services.kernel.names import Name
from services.kernel.record.codec import Codec, UnknownFact
from services.kernel.record.commit import Actor, Commit, Given, Place, build, read
from services.kernel.record.seal import Keys, Sealer
from services.kernel.record.shapes import Shape
from tests.kit.toy import jar
from tests.kit.toy.codec import CODEC, row
from tests.kit.toy.v1 import toy_pb2

JAR = Name("akl", "jars", "2026-11-29-03")
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)
OPENED = jar.JarOpened("beads", "ana", (jar.Colour.RED,), NOON)
REQUEST = toy_pb2.OpenJarRequest(request_id="r-1", name=str(JAR), label="beads")
GIVEN = Given(NOON, Actor("ana", 13, "counter-1"), "r-1", "Toy/OpenJar", REQUEST)
TOYS = Codec[jar.Event, jar.State]


@pytest.fixture
def sealer(tmp_path):
    return Sealer(Keys.prepare(tmp_path))


@pytest.fixture
def opened(sealer):
    """The first commit of a jar, to be changed."""
    return commit_pb2.Commit.FromString(write(sealer, happened(OPENED)))


def write(sealer: Sealer, decision: Decision[jar.Event], codec: TOYS = CODEC) -> bytes:
    """The bytes of the first commit of a jar."""
    place, state = Place.start(JAR), jar.Jar("beads", "ana")
    return build(
        JAR, place, GIVEN, decision, codec, state, Standing.WAITING, sealer, Build("0.1.0")
    )


def read_back(
    sealer: Sealer, commit: commit_pb2.Commit | bytes, codec: TOYS = CODEC
) -> Commit[jar.Event]:
    """What is read of a commit."""
    body = commit if isinstance(commit, bytes) else commit.SerializeToString()
    return read(Stored(JAR, 101, body, {}), Place.start(JAR), codec, sealer)


# -- what this release cannot read -----------------------------------------------------------


def test_an_event_of_an_unknown_type_is_not_skipped(sealer, opened):
    opened.events.add(type_url="type.googleapis.com/eyesdown.testing.toy.v9.JarBroken")
    with pytest.raises(UnknownFact, match="JarBroken"):
        read_back(sealer, opened)


def test_a_known_message_that_is_no_event_here_is_not_skipped(sealer, opened):
    opened.events.add().Pack(toy_pb2.Tray(label="t"))
    with pytest.raises(UnknownFact, match="Tray"):
        read_back(sealer, opened)


def test_an_event_that_says_more_than_is_known_is_not_half_read(sealer, opened):
    opened.events.add().Pack(toy_pb2.LidTried.FromString(b"\x0a\x01x\x98\x06\x01"))
    with pytest.raises(UnknownFact, match="LidTried with a field that is not known"):
        read_back(sealer, opened)


def test_an_event_that_says_more_further_in_is_not_half_read(sealer, opened):
    newer = toy_pb2.BeadsPut(hand=1, beads=toy_pb2.Handful.FromString(b"\x08\x02\x98\x06\x01"))
    opened.events.add().Pack(newer)
    with pytest.raises(UnknownFact, match="BeadsPut with a field that is not known"):
        read_back(sealer, opened)


def test_a_commit_that_says_more_than_is_known_is_not_half_read(sealer, opened):
    with pytest.raises(UnknownFact, match="a commit with a field"):
        read_back(sealer, opened.SerializeToString() + b"\xc0\x3e\x01")


def test_an_enum_number_that_is_not_known_is_not_skipped(sealer, opened):
    event = toy_pb2.JarOpened()
    event.colours.append(9)  # type: ignore[arg-type]  # not of this release
    opened.events.add().Pack(event)
    with pytest.raises(UnknownFact, match=r"JarOpened\.colours 9"):
        read_back(sealer, opened)


@pytest.mark.parametrize("standing", [0, 9])
def test_a_standing_that_is_not_known_is_not_skipped(sealer, opened, standing):
    opened.summary.standing = standing
    with pytest.raises(UnknownFact, match=f"standing {standing}"):
        read_back(sealer, opened)


def test_a_refusal_that_is_not_known_is_not_skipped(sealer, opened):
    opened.refusal.reason = "TOO_HOT"
    with pytest.raises(UnknownFact, match="TOO_HOT"):
        read_back(sealer, opened)


def test_an_old_message_is_read_as_the_present_one(sealer, opened):
    def upcast(old: Message) -> Message:
        assert isinstance(old, toy_pb2.LidTried)
        return toy_pb2.BeadsTaken(hand=1, count=len(old.by))

    opened.events.add().Pack(toy_pb2.LidTried(by="bob"))
    codec: TOYS = Codec(
        shapes=[shape for shape in CODEC.shapes if shape.cls is not jar.LidTried],
        row=row,
        upcasts={"eyesdown.testing.toy.v1.LidTried": upcast},
    )
    assert read_back(sealer, opened, codec).events == (OPENED, jar.BeadsTaken(1, 3))


# -- what is not written ---------------------------------------------------------------------


def test_a_refusal_that_could_not_be_read_back_is_not_written(sealer):
    decision: Decision[jar.Event] = Decision((), Reason("TOO_HOT", "It is.", "Wait.")())
    with pytest.raises(ValueError, match="TOO_HOT is not among the reasons"):
        write(sealer, decision)


def test_an_event_without_a_shape_is_not_written(sealer):
    with pytest.raises(KeyError, match="JarOpened"):
        write(sealer, happened(OPENED), replace(CODEC, shapes=CODEC.shapes[1:]))


@dataclass(frozen=True)
class Rack:
    """Sealed things in a list."""

    cloths: tuple[jar.BeadsHidden, ...]


def test_a_codec_with_two_shapes_for_one_class_or_message_is_refused():
    shape = Shape(jar.LidTried, toy_pb2.LidTried)
    with pytest.raises(TypeError, match="two shapes"):
        Codec(shapes=(shape, shape), row=row)


def test_a_codec_with_a_seal_in_a_list_is_refused():
    with pytest.raises(TypeError, match=r"Rack\.cloths: a sealed field in a list"):
        Codec(shapes=(Shape(Rack, toy_pb2.Rack),), row=row)
