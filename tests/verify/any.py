"""Any value of a dataclass, by its type hints: what fits in its message.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from datetime import UTC, datetime
from functools import cache
from typing import Any

from hypothesis import strategies as st

from services.verify.domain.cards.layout import NINETY, SEVENTY_FIVE, Columns, Format, Layout

LAYOUTS = st.sampled_from([NINETY, SEVENTY_FIVE, Layout(Format.NINETY, Columns.TENS)])
INSTANTS = st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


@cache
def any_of(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a type. The same strategy each time: to make and check one takes longer than what
    is drawn from it."""
    if hint is Layout:
        return LAYOUTS
    if hint is datetime:
        return INSTANTS
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    if typing.get_origin(hint) is tuple:
        return st.lists(any_of(typing.get_args(hint)[0]), max_size=3).map(tuple)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return st.one_of(*(any_of(arm) for arm in typing.get_args(hint)))
    if hint is types.NoneType:
        return st.none()
    if issubclass(hint, enum.Enum):
        return st.sampled_from(hint)
    hints = typing.get_type_hints(hint)
    fields = {field.name: any_of(hints[field.name]) for field in dataclasses.fields(hint)}
    return st.builds(hint, **fields)


_SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(max_size=12),
    bytes: st.binary(max_size=40),
    int: st.integers(0, 2**31),
    bool: st.booleans(),
}
