"""Who is who: what tells two persons apart, in the law of every service. Pure: a domain imports it.

Whoever could be a second person by another spelling would need nobody else.
"""

from __future__ import annotations

import unicodedata

_NOT_SEEN = (
    *((0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800)),
    *((0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""First and last of the characters that are shown as nothing: Unicode's Default_Ignorable, and the
blank of Braille."""


def same_person(one: str, other: str) -> bool:
    """Whether two names are one person's, in whatever spelling."""
    return spelt(one) == spelt(other)


def spelt(person: str) -> str:
    """A person in one spelling: letter case, blanks and what nobody sees tell no two apart."""
    # What is not seen goes first, since it may stand between a letter and its accent.
    seen = person if person.isascii() else "".join(filter(_is_seen, person))
    folded = unicodedata.normalize("NFKC", seen).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _is_seen(character: str) -> bool:
    if unicodedata.category(character) == "Cf":
        return False
    return not any(first <= ord(character) <= last for first, last in _NOT_SEEN)
