"""Environment variables that look like settings and are none: misspelt ones, and strange ones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches

NEAR = 0.7
"""How much a misspelt name has in common with the right one: two letters may be exchanged."""

# What Kubernetes sets for its services, some of which may be called after us.
_LINK = re.compile(
    r".+_SERVICE_HOST|.+_SERVICE_PORT(_.+)?|.+_PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?"
)
_LINK_URL = re.compile(r"(tcp|udp|sctp)://.+")


def strange(environment: Mapping[str, str], prefix: str, known: Collection[str]) -> Iterator[str]:
    """Variables with our prefix that are none of the `known` ones (which are given without it),
    and not set by Kubernetes for its services; sorted."""
    for name, value in sorted(environment.items()):
        ours = name.removeprefix(prefix)
        if ours == name or ours in known or _LINK.fullmatch(ours):
            continue
        if not (ours.endswith("_PORT") and _LINK_URL.fullmatch(value)):
            yield name


def misspelt(environment: Mapping[str, str], prefix: str, known: Collection[str]) -> Iterator[str]:
    """A sentence for each variable that is nearly a known one."""
    for name in strange(environment, prefix, known):
        for near in get_close_matches(name.removeprefix(prefix), known, n=1, cutoff=NEAR):
            yield f"{name}: no such variable, did you mean {prefix}{near}?"
