"""The key folder, and what is sealed under its keys."""

import hashlib
import multiprocessing
import os
import shutil
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message

from eyesdown.journal.v1 import commit_pb2
from services.kernel.law import KeyMissing, Opening
from services.kernel.names import Name
from services.kernel.record.seal import (
    Keys,
    KeysUnreadable,
    SealBroken,
    Sealer,
    commitment,
    holds_sealed,
    opens,
    take_sealed,
)
from tests.kit.toy.v1 import toy_pb2

JAR = Name("akl", "jars", "2026-11-29-03")
CLOSED = commit_pb2.Closed(request=b"\x18\x05", events={0: b"event"})


def write_key(folder: Path, name: str, text: str, mode: int = 0o600) -> None:
    """Put a key file into the folder."""
    path = folder / f"{name}.key"
    path.write_text(text)
    path.chmod(mode)


def mark(key: bytes) -> str:
    """What tells a key from others of its file's name."""
    return hashlib.sha256(b"eyesdown/key\0" + key).hexdigest()[:8]


# -- the key folder --------------------------------------------------------------------------


def test_a_first_key_is_made_for_its_owner_alone(tmp_path):
    folder = tmp_path / "state" / "keys"
    name, key = Keys.prepare(folder).newest()
    assert name == f"0001.{mark(key)}"
    assert len(key) == 32
    assert [path.name for path in folder.iterdir()] == ["0001.key"]
    assert stat.S_IMODE((folder / "0001.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert bytes.fromhex((folder / "0001.key").read_text()) == key


def test_a_key_that_is_there_is_used_and_no_other_is_made(tmp_path):
    write_key(tmp_path, "2026-03-01", "ab" * 32 + "\n")
    key = b"\xab" * 32
    keys = Keys.prepare(tmp_path)
    assert keys.newest() == (f"2026-03-01.{mark(key)}", key)
    assert keys.get(f"2026-03-01.{mark(key)}") == key
    assert len(list(tmp_path.iterdir())) == 1


def test_the_newest_name_seals_and_every_key_opens(tmp_path):
    keys = Keys.prepare(tmp_path)
    sealer = Sealer(keys)
    before, opening = sealer.close(JAR, 3, CLOSED)
    write_key(tmp_path, "0002", "cd" * 32)
    after, _ = sealer.close(JAR, 4, CLOSED)
    assert before.key.startswith("0001.")
    assert after.key == f"0002.{mark(bytes.fromhex('cd' * 32))}"
    assert Sealer(Keys(tmp_path)).open(JAR, 3, before) == opening


def test_a_rotated_key_seals_at_once_and_the_older_one_goes_on_opening(tmp_path):
    keys = Keys.prepare(tmp_path)
    sealer = Sealer(keys)
    before, opening = sealer.close(JAR, 3, CLOSED)
    newest = Keys.prepare(tmp_path).rotate()  # by another process
    assert newest.startswith("0002.")
    assert keys.names() == [before.key, newest]
    assert (tmp_path / "0002.key").stat().st_mode & 0o777 == 0o600
    after, _ = sealer.close(JAR, 4, CLOSED)
    assert after.key == newest
    assert sealer.open(JAR, 3, before) == opening


def test_a_replica_without_the_rotated_key_cannot_open_what_it_sealed(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    Keys.prepare(here)
    shutil.copytree(here, there)
    Keys.prepare(here).rotate()
    sealed, opening = Sealer(Keys(here)).close(JAR, 3, CLOSED)
    assert Sealer(Keys(there)).open(JAR, 3, sealed) is None
    shutil.copy(here / "0002.key", there)
    assert Sealer(Keys(there)).open(JAR, 3, sealed) == opening


def test_keys_that_are_not_numbered_are_not_rotated(tmp_path):
    write_key(tmp_path, "2026-03-01", "ab" * 32)
    with pytest.raises(KeysUnreadable, match="has no number"):
        Keys(tmp_path).rotate()
    assert len(list(tmp_path.iterdir())) == 1


def _first_key(folder: Path, barrier, result) -> None:
    barrier.wait(30)
    result.put(Keys.prepare(folder).newest())


def test_two_processes_that_make_the_first_key_at_once_end_up_with_one(tmp_path):
    context = multiprocessing.get_context("spawn")
    barrier, result = context.Barrier(2), context.Queue()
    folder = tmp_path / "keys"
    both = [context.Process(target=_first_key, args=(folder, barrier, result)) for _ in "ab"]
    for process in both:
        process.start()
    one, other = result.get(timeout=60), result.get(timeout=60)
    for process in both:
        process.join()
        process.close()
    result.close()
    result.join_thread()
    assert one == other
    assert [path.name for path in folder.iterdir()] == ["0001.key"]


def test_who_comes_second_takes_the_key_that_is_there(tmp_path, monkeypatch):
    """The same race, at its worst moment: the folder was empty when both looked."""
    real = os.link

    def link(draft: Path, path: Path) -> None:
        write_key(tmp_path, "0001", "ef" * 32)
        real(draft, path)

    monkeypatch.setattr(os, "link", link)
    assert Keys.prepare(tmp_path).newest()[1] == b"\xef" * 32
    assert [path.name for path in tmp_path.iterdir()] == ["0001.key"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o620])
def test_a_key_that_others_may_read_is_refused(tmp_path, mode):
    write_key(tmp_path, "0001", "ab" * 32, mode)
    with pytest.raises(KeysUnreadable, match=r"0001\.key must be readable by its owner alone"):
        Keys.prepare(tmp_path)


@pytest.mark.parametrize("text", ["", "ab" * 31, "ab" * 33, "zz" * 32, "ab " * 32, "ab" * 31 + "ü"])
def test_a_key_file_that_holds_no_key_is_refused(tmp_path, text):
    write_key(tmp_path, "0001", text)
    with pytest.raises(KeysUnreadable, match=r"0001\.key is not 64 hex digits"):
        Keys.prepare(tmp_path)


def test_a_folder_that_is_a_file_is_refused_with_a_reason(tmp_path):
    (tmp_path / "keys").write_text("")
    with pytest.raises(KeysUnreadable, match="keys"):
        Keys.prepare(tmp_path / "keys")


def test_a_folder_that_lost_its_keys_seals_nothing(tmp_path):
    keys = Keys.prepare(tmp_path)
    (tmp_path / "0001.key").unlink()
    with pytest.raises(KeysUnreadable, match="holds no key"):
        keys.newest()


def test_keys_that_cannot_be_used_are_keys_that_are_missing():
    assert issubclass(KeysUnreadable, KeyMissing)


@pytest.mark.parametrize("file", ["9999", "../0001", "", "sub/0001"])
def test_a_name_that_is_not_in_the_folder_is_no_key(tmp_path, file):
    folder = tmp_path / "keys"
    Keys.prepare(folder)
    (folder / "sub").mkdir()
    write_key(tmp_path, "0001", "ab" * 32)
    write_key(folder / "sub", "0001", "ab" * 32)
    assert Keys(folder).get(f"{file}.{mark(bytes.fromhex('ab' * 32))}") is None


def test_a_key_outside_the_folder_is_no_key(tmp_path):
    write_key(tmp_path, "0001", "ab" * 32)
    name = f"{tmp_path / '0001'}.{mark(bytes.fromhex('ab' * 32))}"
    assert Keys(tmp_path / "keys").get(name) is None


# -- sealing and opening ---------------------------------------------------------------------


@pytest.fixture
def sealer(tmp_path):
    return Sealer(Keys.prepare(tmp_path))


def test_what_is_sealed_opens_with_the_key(sealer):
    sealed, opening = sealer.close(JAR, 3, CLOSED)
    assert sealer.open(JAR, 3, sealed) == opening
    assert opening.version == 3
    assert len(opening.salt) == 32
    assert commit_pb2.Closed.FromString(opening.content) == CLOSED


def test_the_commitment_is_the_one_of_the_contract(sealer):
    sealed, opening = sealer.close(JAR, 3, CLOSED)
    text = b"eyesdown/seal/v1\0venues/akl/jars/2026-11-29-03\x003\0"
    expected = hashlib.sha256(text + opening.salt + opening.content).digest()
    assert sealed.commitment == expected == commitment(JAR, 3, opening.salt, opening.content)


def test_anybody_checks_an_opening_without_a_key(sealer):
    sealed, opening = sealer.close(JAR, 3, CLOSED)
    assert opens(JAR, opening, sealed.commitment)


def test_nothing_but_the_opening_itself_opens(sealer):
    sealed, opening = sealer.close(JAR, 3, CLOSED)
    other = Name("akl", "jars", "2026-11-29-04")
    assert not opens(other, opening, sealed.commitment)
    assert not opens(JAR, replace(opening, version=4), sealed.commitment)
    assert not opens(JAR, replace(opening, salt=bytes(32)), sealed.commitment)
    assert not opens(JAR, replace(opening, content=opening.content + b"\0"), sealed.commitment)
    assert not opens(JAR, opening, bytes(32))


def test_salt_cannot_pass_for_content_nor_content_for_salt(sealer):
    """The same bytes, divided elsewhere: a second content for the same commitment."""
    sealed, opening = sealer.close(JAR, 3, CLOSED)
    together = opening.salt + opening.content
    for at in (0, 31, 33, len(together)):
        assert not opens(JAR, Opening(3, together[:at], together[at:]), sealed.commitment)


def test_the_same_content_is_sealed_differently_each_time(sealer):
    one, _ = sealer.close(JAR, 3, CLOSED)
    other, _ = sealer.close(JAR, 3, CLOSED)
    assert one.commitment != other.commitment
    assert one.ciphertext != other.ciphertext
    assert one.nonce != other.nonce


def test_without_the_key_nothing_opens(sealer, tmp_path):
    sealed, _ = sealer.close(JAR, 3, CLOSED)
    (tmp_path / "0001.key").rename(tmp_path / "0002.key")
    assert Sealer(Keys(tmp_path)).open(JAR, 3, sealed) is None


def test_another_folders_key_of_the_same_file_name_is_not_taken_for_it(sealer, tmp_path):
    sealed, _ = sealer.close(JAR, 3, CLOSED)
    others = Keys.prepare(tmp_path / "others")
    assert others.newest()[0].startswith("0001.")
    assert Sealer(others).open(JAR, 3, sealed) is None


def test_a_key_that_others_may_read_opens_nothing(sealer, tmp_path):
    sealed, _ = sealer.close(JAR, 3, CLOSED)
    (tmp_path / "0001.key").chmod(0o644)
    assert Sealer(Keys(tmp_path)).open(JAR, 3, sealed) is None


@pytest.mark.parametrize("field", ["nonce", "ciphertext", "commitment"])
@pytest.mark.parametrize("change", ["flip", "empty", "longer"])
def test_a_damaged_seal_is_broken(sealer, field, change):
    sealed, _ = sealer.close(JAR, 3, CLOSED)
    was = getattr(sealed, field)
    damaged = {"flip": bytes([was[0] ^ 1]) + was[1:], "empty": b"", "longer": was + b"\0" * 200}
    setattr(sealed, field, damaged[change])
    with pytest.raises(SealBroken, match="2026-11-29-03 version 3"):
        sealer.open(JAR, 3, sealed)


def test_a_seal_moved_to_another_place_is_broken(sealer):
    sealed, _ = sealer.close(JAR, 3, CLOSED)
    with pytest.raises(SealBroken):
        sealer.open(JAR, 4, sealed)
    with pytest.raises(SealBroken):
        sealer.open(Name("akl", "jars", "2026-11-29-04"), 3, sealed)


# -- what is cut out of a message ------------------------------------------------------------


def cut(message: Message) -> tuple[Any, Any]:
    """What is left of a message, and the sealed part of it."""
    rest = type(message)()
    rest.CopyFrom(message)
    taken = type(message).FromString(take_sealed(rest))
    whole = type(message)()
    whole.CopyFrom(rest)
    whole.MergeFrom(taken)
    assert whole == message
    return rest, taken


def test_a_sealed_number_is_cut_out():
    rest, taken = cut(toy_pb2.HideBeadsRequest(request_id="r", name="n", count=5))
    assert rest == toy_pb2.HideBeadsRequest(request_id="r", name="n")
    assert taken == toy_pb2.HideBeadsRequest(count=5)


def test_a_sealed_message_is_cut_out_whole():
    pinch = toy_pb2.Pinch(count=5, entropy=b"e" * 32)
    rest, taken = cut(toy_pb2.BeadsHidden(most=9, pinch=pinch))
    assert rest == toy_pb2.BeadsHidden(most=9)
    assert taken == toy_pb2.BeadsHidden(pinch=pinch)


def test_a_sealed_nought_with_presence_is_cut_out():
    rest, taken = cut(toy_pb2.JarRow(label="beads", hidden=0))
    assert not rest.HasField("hidden")
    assert taken.HasField("hidden")


def test_sealed_fields_further_in_are_cut_out_where_they_are():
    beads = [toy_pb2.BeadsHidden(most=9, pinch=toy_pb2.Pinch(count=5))]
    tray = toy_pb2.Tray(label="t", first=beads[0], cloth=[b"a", b"b"])
    rest, taken = cut(tray)
    assert rest == toy_pb2.Tray(label="t", first=toy_pb2.BeadsHidden(most=9))
    assert taken.cloth == [b"a", b"b"]
    assert taken.first == toy_pb2.BeadsHidden(pinch=toy_pb2.Pinch(count=5))


def test_where_nothing_is_sealed_nothing_is_cut_out():
    put = toy_pb2.BeadsPut(hand=1, giver="ref")
    assert take_sealed(put) == b""
    assert put == toy_pb2.BeadsPut(hand=1, giver="ref")
    assert take_sealed(toy_pb2.BeadsHidden(most=9)) == b""


def test_a_sealed_field_in_a_list_is_refused():
    with pytest.raises(TypeError, match=r"Rack\.cloths: a sealed field in a list"):
        holds_sealed(toy_pb2.Rack.DESCRIPTOR)
    with pytest.raises(TypeError, match="a sealed field in a list"):
        take_sealed(toy_pb2.Rack())
