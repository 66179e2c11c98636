"""The key with which displays are let in, and the secrets that are made with it.

It lies in a file, as the seed of an account's nkey; the server knows its public part. Secrets
follow from it, so they are kept nowhere, and a screen that did not hear its own can be told again.
In development each display of the venue files has one, so that a house can show what its rooms
show without binding every screen first.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from services.kernel.journal.folder import write_private
from services.kernel.names import Name
from services.kernel.rights.nkeys import AccountKey, NotAKey
from services.kernel.settings import StartError
from services.kernel.venues import Venue


class DisplayKey(AccountKey):
    """The key of the house's displays."""

    @classmethod
    def prepare(cls, file: Path) -> Self:
        """The key in `file`, made if there is none. Raises `OSError`, or `StartError`."""
        if not file.exists():
            write_private(file, cls(secrets.token_bytes(32)).seed + "\n")
        return cls.of(file)

    @classmethod
    def of(cls, file: Path) -> Self:
        """The key in `file`. Raises `OSError`, or `StartError` when it holds none."""
        try:
            return cls.read(file.read_text().strip())
        except (NotAKey, UnicodeDecodeError) as error:
            raise StartError([f"{file} holds no key of displays: {error}"]) from error

    def secret_for(self, display: Name, request_id: str) -> str:
        """The secret of a screen that was bound to a display by this request."""
        return self._secret(f"eyesdown/bound/v1 {display} {request_id}")

    def code_for(self, key: str, window: int) -> bytes:
        """What the code of a screen without a room is made of, in one window of time."""
        return self._mac(f"eyesdown/code/v1 {key} {window}")

    def development_secret(self, venue: str, display: str) -> str:
        """The secret of a display of a venue's file, in development."""
        return self._secret(f"eyesdown/display/v1 {venue}.{display}")

    def _secret(self, of: str) -> str:
        return base64.b32encode(self._mac(of)).decode().rstrip("=").lower()

    def _mac(self, of: str) -> bytes:
        return hmac.digest(self.raw, of.encode(), "sha256")


@dataclass(frozen=True, slots=True)
class Login:
    """How a display connects in development: `user` with `secret`, in a room of a venue (ids)."""

    venue: str
    room: str
    display: str
    secret: str

    @property
    def user(self) -> str:
        """The name that NATS knows it by."""
        return f"{self.venue}.{self.display}"


def development_logins(key: DisplayKey, venues: Iterable[Venue]) -> Iterator[Login]:
    """Every display of the venues' files, in their order."""
    for venue in venues:
        for room in venue.rooms:
            for display in room.displays:
                secret = key.development_secret(venue.id, display)
                yield Login(venue.id, room.id, display, secret)
