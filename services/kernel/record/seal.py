"""Sealed fields: committed to now, readable by the key's holders, opened to everybody later.

All sealed fields of a commit (of its request, facts, events and row) are closed together. Their
content is a serialized `journal.v1.Closed`. The commitment is

    SHA-256("eyesdown/seal/v1" NUL name NUL version NUL salt content)

with a fresh salt of 32 bytes; salt and content are encrypted with AES-256-GCM, bound to name and
version, under the newest key of the service's key folder.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from eyesdown.common.v1 import options_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.law import KeyMissing, Opening
from services.kernel.names import Name

SALT = 32
NUMBERED = re.compile(r"[0-9]{4}")
HEX_KEY = re.compile(rb"[0-9a-fA-F]{64}")


class SealBroken(Exception):
    """A sealed content does not decrypt, or does not fit its commitment."""


class KeysUnreadable(KeyMissing):
    """The key folder, or a key in it, cannot be used; the message says why."""


class Keys:
    """A folder with a file for each key: 64 hex digits, mode 0600, named by when it was made.

    The newest file seals; every one opens. Replicas of a venue share the folder. A key's name is
    its file's and a mark of its content ("0001.3f9c2a1b"), so that a key that another folder has
    under the same file name is known to be missing here.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, bytes] = {}

    @classmethod
    def prepare(cls, folder: Path) -> Keys:
        """Use `folder`, and make a first key if it has none. Raises `KeysUnreadable`."""
        keys = cls(folder)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not list(folder.glob("*.key")):
                _write_new(folder / "0001.key", secrets.token_bytes(32))
        except OSError as error:
            raise KeysUnreadable(f"{folder}: {error.strerror}") from error
        keys.newest()
        return keys

    def newest(self) -> tuple[str, bytes]:
        """Name and bytes of the key that seals. Raises `KeysUnreadable`."""
        files = sorted(path.stem for path in self._folder.glob("*.key"))
        newest = self._in_file(files[-1]) if files else None
        if newest is None:
            raise KeysUnreadable(f"{self._folder} holds no key")
        return newest

    def get(self, name: str) -> bytes | None:
        """The key of this name, 32 bytes; None when the folder does not hold it.

        Raises `KeysUnreadable`.
        """
        if name not in self._known:
            there = self._in_file(name.rpartition(".")[0])
            if there is None or there[0] != name:
                return None
            self._known[name] = there[1]
        return self._known[name]

    def rotate(self) -> str:
        """Make a new key that seals from now on, and return its name; the others go on opening.

        Raises `KeysUnreadable`.
        """
        newest = self.newest()[0].rpartition(".")[0]
        if not NUMBERED.fullmatch(newest):
            raise KeysUnreadable(f"{self._folder}: {newest}.key has no number, so none follows it")
        try:
            _write_new(self._folder / f"{int(newest) + 1:04}.key", secrets.token_bytes(32))
        except OSError as error:
            raise KeysUnreadable(f"{self._folder}: {error.strerror}") from error
        return self.newest()[0]

    def names(self) -> list[str]:
        """The names of all keys, the oldest first. Raises `KeysUnreadable`."""
        files = sorted(path.stem for path in self._folder.glob("*.key"))
        found = (self._in_file(file) for file in files)
        return [each[0] for each in found if each is not None]

    def _in_file(self, file: str) -> tuple[str, bytes] | None:
        path = self._folder / f"{file}.key"
        try:
            if path.parent != self._folder or not path.is_file():
                return None
            key = _read(path)
        except OSError as error:
            raise KeysUnreadable(f"{path}: {error.strerror}") from error
        mark = hashlib.sha256(b"eyesdown/key\0" + key).hexdigest()[:8]
        return f"{file}.{mark}", key


def _read(path: Path) -> bytes:
    if path.stat().st_mode & 0o077:
        raise KeysUnreadable(f"{path} must be readable by its owner alone (mode 0600)")
    text = path.read_bytes().strip()
    if not HEX_KEY.fullmatch(text):
        raise KeysUnreadable(f"{path} is not 64 hex digits")
    return bytes.fromhex(text.decode())


def _write_new(path: Path, key: bytes) -> None:
    """Write a key so that two services starting at once end up with one.

    It is on the disk, its name too, before anything is sealed under it.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(key.hex())
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another service was first; its key is the folder's
    finally:
        draft.unlink()
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


class Sealer:
    """Closes and opens the sealed content of commits."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def close(
        self, name: Name, version: int, closed: commit_pb2.Closed
    ) -> tuple[commit_pb2.Sealed, Opening]:
        """Seal `closed` as the content of this commit. Raises `KeysUnreadable`."""
        content = closed.SerializeToString(deterministic=True)
        salt, nonce = secrets.token_bytes(SALT), secrets.token_bytes(12)
        key_name, key = self._keys.newest()
        bound = _bound(name, version)
        sealed = commit_pb2.Sealed(
            commitment=commitment(name, version, salt, content),
            key=key_name,
            nonce=nonce,
            ciphertext=AESGCM(key).encrypt(nonce, salt + content, bound),
        )
        return sealed, Opening(version, salt, content)

    def open(self, name: Name, version: int, sealed: commit_pb2.Sealed) -> Opening | None:
        """The content of a commit's seal; None without a usable key. Raises `SealBroken`."""
        try:
            key = self._keys.get(sealed.key)
        except KeysUnreadable:
            key = None
        if key is None:
            return None
        try:
            plain = AESGCM(key).decrypt(sealed.nonce, sealed.ciphertext, _bound(name, version))
        except (InvalidTag, ValueError) as error:
            raise SealBroken(f"{name} version {version}") from error
        opening = Opening(version, plain[:SALT], plain[SALT:])
        if not opens(name, opening, sealed.commitment):
            raise SealBroken(f"{name} version {version}")
        return opening


def commitment(name: Name, version: int, salt: bytes, content: bytes) -> bytes:
    """The commitment to a content, 32 bytes."""
    return hashlib.sha256(_bound(name, version) + salt + content).digest()


def opens(name: Name, opening: Opening, committed: bytes) -> bool:
    """Whether an opening is the one that was committed to. Needs no key.

    The length of the salt counts: with another, bytes of the content could pass for salt and the
    rest for another content.
    """
    if len(opening.salt) != SALT:
        return False
    return commitment(name, opening.version, opening.salt, opening.content) == committed


def _bound(name: Name, version: int) -> bytes:
    return f"eyesdown/seal/v1\0{name}\0{version}\0".encode()


def take_sealed(message: Message) -> bytes:
    """Cut the sealed fields out of `message` and return a serialized copy that holds them alone.

    Empty when nothing in it is sealed.
    """
    if not holds_sealed(message.DESCRIPTOR):
        return b""
    taken = type(message)()
    _move(message, taken)
    return taken.SerializeToString(deterministic=True)


def _move(source: Message, target: Message) -> None:
    for field, value in source.ListFields():
        if field.GetOptions().Extensions[options_pb2.sealed]:
            one = type(source)()
            one.CopyFrom(source)
            for other, _ in source.ListFields():
                if other.number != field.number:
                    one.ClearField(other.name)
            target.MergeFrom(one)
            source.ClearField(field.name)
        elif field.message_type is not None and holds_sealed(field.message_type):
            _move(value, getattr(target, field.name))


@functools.cache
def holds_sealed(descriptor: Descriptor, seen: tuple[str, ...] = ()) -> bool:
    """Whether a message has a sealed field, here or further in. TypeError for one in a list."""
    if descriptor.full_name in seen:
        return False
    for field in descriptor.fields:
        if field.GetOptions().Extensions[options_pb2.sealed]:
            return True
        inner = field.message_type
        if inner is not None and holds_sealed(inner, (*seen, descriptor.full_name)):
            if field.is_repeated:
                raise TypeError(f"{field.full_name}: a sealed field in a list cannot be closed")
            return True
    return False
