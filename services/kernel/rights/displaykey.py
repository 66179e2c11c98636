"""The key with which displays are let in.

It lies in a file, as the seed of an account's nkey; the server knows its public part. In
development it also gives each display of the venue files a secret of its own, so that a house can
show what its rooms show without binding every screen first.
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

    def secret_of(self, venue: str, display: str) -> str:
        """The secret of a display of a venue's file, in development."""
        mac = hmac.digest(self.raw, f"eyesdown/display/v1 {venue}.{display}".encode(), "sha256")
        return base64.b32encode(mac).decode().rstrip("=").lower()


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
                yield Login(venue.id, room.id, display, key.secret_of(venue.id, display))
