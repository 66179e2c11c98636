"""Whether who is shown is who is meant: by membership number, or by name and date of birth."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Marks:
    """What somebody is known by, as digests or in words; empty where it is not known."""

    member_number: str = ""
    name: str = ""
    date_of_birth: str = ""

    def fits(self, meant: Marks) -> bool:
        """Whether who has these marks may be who is meant.

        The same membership number is the same person. The same name is, unless both dates of birth
        are known and differ.
        """
        if self.member_number and self.member_number == meant.member_number:
            return True
        if not self.name or self.name != meant.name:
            return False
        births = {self.date_of_birth, meant.date_of_birth} - {""}
        return len(births) < 2

    def under(self, key: bytes) -> Marks:
        """The same marks as digests under a key: equal where they are, and not to be read."""
        return Marks(*(_digest(key, each) for each in self._words))

    @property
    def _words(self) -> tuple[str, str, str]:
        return self.member_number, self.name, self.date_of_birth


def marks(member_number: str, name: str, date_of_birth: str) -> Marks:
    """Marks as people write them, made alike: no case, no accents, no order of a name's parts."""
    return Marks("".join(_plain(member_number)), " ".join(sorted(_plain(name))), date_of_birth)


def age(born: date, on: date) -> int:
    """Whole years on a day; who was born on 29 February is older on 1 March."""
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def _plain(text: str) -> list[str]:
    apart = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter if letter.isalnum() else " " for letter in apart if not _mark(letter))
    return kept.split()


def _mark(letter: str) -> bool:
    """An accent, or an apostrophe of any form, which is often left out."""
    return unicodedata.category(letter).startswith("M") or letter in "'`\u2018\u2019"


def _digest(key: bytes, text: str) -> str:
    return hashlib.blake2b(text.encode(), key=key, digest_size=16).hexdigest() if text else ""
