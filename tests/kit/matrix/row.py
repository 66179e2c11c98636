"""How one RPC is written down: on what it goes through, who may call it, how it goes wrong.

Rows are written by hand, from the design and the law, and not read from the contracts that the
services go by. What the contract says by itself (`tests.kit.matrix.rpc`) is in no row.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.message import Message

Changes = Mapping[str, Any]
Make = Callable[[Any], Message | Awaitable[Message]]


@dataclass(frozen=True)
class Refusal:
    """What is refused: on a ground at `at`, the request with `changes`, asked by `by` if not by who
    else asks. `clause` is that of the law, if there is one."""

    at: str
    reason: str
    clause: str = ""
    changes: Changes = field(default_factory=dict)
    by: str = ""


@dataclass(frozen=True)
class Row:
    """One RPC. `asks` gives a request that goes through on a ground at `at`, asked by `by`: what
    makes it of the ground, or its fields beside name, parent, version and request id.

    `roles` are let in. `other` makes another request of it, `malformed` gives values that a field
    must not have: None is none at all, `{venue}` in a text is the ground's, and a function makes
    the value of the ground. `stale` makes it a request from an older state. Neither `other` nor
    `stale` is needed where the contract names the field for the version that was seen.
    """

    at: str
    by: str
    asks: Make | Changes
    roles: frozenset[str]
    other: Changes = field(default_factory=dict)
    refused: tuple[Refusal, ...] = ()
    malformed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    stale: Callable[[Any], Changes] | None = None


def changed(request: Message, changes: Changes) -> Any:
    """A copy of a request with other values in some fields; None is no value. Of the path to a
    field further in, "stages[0].stage", the first name is the field that gets the value."""
    copy = type(request)()
    copy.CopyFrom(request)
    for path, value in changes.items():
        name = re.split(r"[.\[]", path)[0]
        copy.ClearField(name)
        if value is not None:
            copy.MergeFrom(type(request)(**{name: value}))
    return copy
