"""Whether two names are one person's."""

from __future__ import annotations

import unicodedata


def same_person(one: str, other: str) -> bool:
    """Letter case, blanks and what nobody sees tell no two persons apart."""
    return _spelt(one) == _spelt(other)


def _spelt(person: str) -> str:
    seen = (c for c in unicodedata.normalize("NFKC", person) if unicodedata.category(c) != "Cf")
    return " ".join("".join(seen).split()).casefold()
