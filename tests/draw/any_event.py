"""Any event at all, by the types of its fields: for codecs, which take whatever fits."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from datetime import UTC, datetime
from functools import cache
from typing import Any

from hypothesis import strategies as st

from services.kernel.law import Opening, Secret
from services.kernel.money import Money

_SALT = st.binary(min_size=32, max_size=32)
_LEAVES: dict[type, st.SearchStrategy[Any]] = {
    str: st.text(max_size=12),
    int: st.integers(0, 10_000),
    bool: st.booleans(),
    bytes: st.binary(max_size=40),
    datetime: st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),
    Opening: st.builds(Opening, st.integers(1, 2**20), _SALT, st.binary(max_size=40)),
    Money: st.builds(Money, st.sampled_from(["NZD", "USD"]), st.integers(0, 10**15)),
}


@cache
def any_of(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a type: a dataclass, an enum, a tuple of such, or one that may be None.

    A number that may be None is never 0: that is how none is written. It is the same strategy each
    time: to make and check one takes longer than what is drawn from it.
    """
    if hint in _LEAVES:
        return _LEAVES[hint]
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        return st.lists(any_of(inner[0]), max_size=3).map(tuple)
    if origin in (typing.Union, types.UnionType):
        (kind,) = (each for each in inner if each is not type(None))
        return st.none() | (st.integers(1, 90) if kind is int else any_of(kind))
    if origin is Secret:
        return st.builds(Secret, any_of(inner[0]), any_of(Opening))
    if issubclass(hint, enum.Enum):
        return st.sampled_from(hint)
    hints = typing.get_type_hints(hint)
    fields = {each.name: any_of(hints[each.name]) for each in dataclasses.fields(hint)}
    return st.builds(hint, **fields)
