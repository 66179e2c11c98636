"""Whether two names are one person's."""

from __future__ import annotations

import unicodedata


def same_person(one: str, other: str) -> bool:
    """Letter case, blanks and what nobody sees tell no two persons apart."""
    return spelt(one) == spelt(other)


def spelt(person: str) -> str:
    """A name as it is compared."""
    seen = (c for c in unicodedata.normalize("NFKC", person) if unicodedata.category(c) != "Cf")
    return " ".join("".join(seen).split()).casefold()
