"""Whether two names are one person's."""

from __future__ import annotations

from services.kernel.persons import same


def same_person(one: str, other: str) -> bool:
    """Letter case, blanks and what nobody sees tell no two persons apart."""
    return spelt(one) == spelt(other)


def spelt(person: str) -> str:
    """A name as it is compared."""
    return same(person)
