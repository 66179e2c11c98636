"""What a rule profile lays down for the claims of a bingo game."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TypeVar

from services.verify.domain.cards.readings import Forfeits
from services.verify.domain.desk.rules import ClaimRules, StandsFor

M = TypeVar("M", bound=enum.Enum)

OPTIONS = ("last_number", "forfeits", "stands_for", "seller_may_verify", "witness_needed")
"""Every option of a bingo profile that verify decides by."""


def claim_rules(_: str, options: Mapping[str, object]) -> ClaimRules:
    """Read the values of a profile's options.

    Raises ValueError that names an option which does not suit, is missing, or is none of `OPTIONS`:
    under a misspelt one claims would be decided as if it were not there.
    """
    for name in options:
        if name not in OPTIONS:
            raise ValueError(f"option {name}: there is none; claims have {', '.join(OPTIONS)}")
    return ClaimRules(
        last_number=_truth(options, "last_number"),
        forfeits=_member(Forfeits, options, "forfeits"),
        stands_for=_member(StandsFor, options, "stands_for"),
        seller_may_verify=_truth(options, "seller_may_verify"),
        witness_needed=_truth(options, "witness_needed"),
    )


def _truth(options: Mapping[str, object], name: str) -> bool:
    value = options.get(name)
    if not isinstance(value, bool):
        raise ValueError(f"option {name}: true or false is needed, not {value!r}")
    return value


def _member(kind: type[M], options: Mapping[str, object], name: str) -> M:
    value = options.get(name)
    for member in kind:
        if member.name.lower() == value:
            return member
    known = ", ".join(member.name.lower() for member in kind)
    raise ValueError(f"option {name}: {value!r} is none of {known}")
