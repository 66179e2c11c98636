"""Whether two serial numbers are one (rule 5.7(c)(i))."""

from __future__ import annotations

from services.kernel.persons import spelt


def same_serial(one: str, other: str) -> bool:
    """They are read from paper and typed: letter case, blanks and what nobody sees tell no two
    serial numbers apart."""
    return spelt(one) == spelt(other)
