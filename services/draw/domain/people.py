"""Who is who: what tells two persons apart, in every aggregate of the draw."""

from __future__ import annotations

import unicodedata


def same(person: str) -> str:
    """A person in one spelling: letter case, blanks and what nobody sees tell no two apart."""
    seen = (c for c in unicodedata.normalize("NFKC", person) if unicodedata.category(c) != "Cf")
    return " ".join("".join(seen).split()).casefold()
