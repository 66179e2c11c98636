"""Requests of any kind: well formed, a little wrong, and quite wrong.

A message is made from its descriptor, or from one that went through before with a few of its
fields changed; values come from the field's own rules, from names that there are, or from nowhere.
"""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from buf.validate import validate_pb2

DEPTH = 4
F = FieldDescriptor
_WHOLE: Mapping[int, tuple[int, int]] = {
    **dict.fromkeys((F.TYPE_INT32, F.TYPE_SINT32, F.TYPE_SFIXED32), (-(2**31), 2**31 - 1)),
    **dict.fromkeys((F.TYPE_INT64, F.TYPE_SINT64, F.TYPE_SFIXED64), (-(2**63), 2**63 - 1)),
    **dict.fromkeys((F.TYPE_UINT32, F.TYPE_FIXED32), (0, 2**32 - 1)),
    **dict.fromkeys((F.TYPE_UINT64, F.TYPE_FIXED64), (0, 2**64 - 1)),
}
_TEXT = st.text(st.characters(codec="utf-8"), max_size=40)
_ODD = st.sampled_from(
    (
        *("", " ", "\x00", "a\nb", "x" * 5_000, "../../etc/passwd", "venues/-", "venues/*", "~"),
        *("venues/akl/games/2026-13-40-01", "venues/akl/games/0000", "9999-12-31-9", "-1", "1e9"),
        *("İ", "\u202e", "👑" * 40, "%s%n", "{0.__class__}", "'; --", "<script>", "$JS.API.>"),
    )
)


@dataclass(frozen=True, repr=False)
class Words:
    """What the house knows: names by kind, words by the name of a field."""

    names: Mapping[str, list[str]]
    fields: Mapping[str, Sequence[str]]


@st.composite
def requests(draw: DrawFn, kind: type[Message], seeds: Sequence[Message], words: Words) -> Message:
    """A request of a kind; `seeds` went through before."""
    made = kind()
    begun: SearchStrategy[Message | None] = st.none()
    if seeds:  # three times out of four
        begun = st.one_of(begun, *[st.sampled_from(list(seeds))] * 3)
    if (seed := draw(begun)) is not None:
        made.CopyFrom(seed)
        fields = draw(st.lists(st.sampled_from(list(kind.DESCRIPTOR.fields)), max_size=3))
    else:
        fields = [f for f in kind.DESCRIPTOR.fields if draw(st.integers(0, 9))]
    for field in fields:
        _fill(draw, made, field, words, DEPTH)
    if "request_id" in kind.DESCRIPTOR.fields_by_name and draw(st.integers(0, 19)):
        made.request_id = str(draw(st.uuids(version=4)))  # type: ignore[attr-defined]
    _point(draw, made, words)
    return made


def crossed(one: Message, other: Message, chance: random.Random) -> Message:
    """A request with some of its fields from another of its kind, and an id of its own."""
    made = type(one)()
    made.CopyFrom(one)
    for field in one.DESCRIPTOR.fields:
        if chance.random() < 0.3:
            made.ClearField(field.name)
            part = type(one)()
            part.CopyFrom(other)
            for rest in one.DESCRIPTOR.fields:
                if rest is not field:
                    part.ClearField(rest.name)
            made.MergeFrom(part)
    if "request_id" in made.DESCRIPTOR.fields_by_name and chance.random() < 0.8:
        made.request_id = str(uuid.UUID(int=chance.getrandbits(128), version=4))  # type: ignore[attr-defined]
    return made


def _point(draw: DrawFn, made: Any, words: Words) -> None:
    """Have a request that is about an aggregate mostly be about one that there is."""
    field = made.DESCRIPTOR.fields_by_name.get("name")
    if field is None or not draw(st.integers(0, 4)):
        return
    kind = _kind(_rules(field).string.pattern)
    if words.names.get(kind):
        made.name = draw(st.sampled_from(words.names[kind]))


def _kind(pattern: str) -> str:
    found = re.search(r"\}/([A-Za-z]+)/\[", pattern)
    return found[1] if found else ""


def _rules(field: Any) -> validate_pb2.FieldRules:
    rules: validate_pb2.FieldRules = field.GetOptions().Extensions[validate_pb2.field]
    return rules


def _fill(draw: DrawFn, made: Any, field: Any, words: Words, depth: int) -> None:
    """Give a field a value, or none."""
    if not draw(st.integers(0, 15)):
        made.ClearField(field.name)
        return
    if field.is_repeated:
        made.ClearField(field.name)
        most = 400 if not draw(st.integers(0, 60)) else 4
        for _ in range(draw(st.integers(0, 4)) if most == 4 else most):
            _add(draw, getattr(made, field.name), field, words, depth)
    elif field.message_type is not None:
        if depth:
            _compose(draw, getattr(made, field.name), field.message_type, words, depth - 1)
            getattr(made, field.name).SetInParent()
    else:
        setattr(made, field.name, draw(_value(field, words)))


def _add(draw: DrawFn, into: Any, field: Any, words: Words, depth: int) -> None:
    if field.message_type is None:
        into.append(draw(_value(field, words)))
    elif depth:
        _compose(draw, into.add(), field.message_type, words, depth - 1)


def _compose(draw: DrawFn, made: Any, kind: Descriptor, words: Words, depth: int) -> None:
    for field in kind.fields:
        _fill(draw, made, field, words, depth)


def _value(field: Any, words: Words) -> SearchStrategy[Any]:
    """Values of a field that is no message."""
    if field.type == F.TYPE_STRING:
        return _text(field, words)
    if field.type == F.TYPE_BYTES:
        return st.binary(max_size=80)
    if field.type == F.TYPE_BOOL:
        return st.booleans()
    if field.type == F.TYPE_ENUM:
        numbers = [value.number for value in field.enum_type.values]
        return st.sampled_from([*numbers, *numbers, *numbers, -1, 99, 2**31 - 1])
    if field.type in _WHOLE:
        return _whole(_WHOLE[field.type], *_bounds(_item(field)))
    return st.floats(width=32)


def _item(field: Any) -> validate_pb2.FieldRules:
    rules = _rules(field)
    return rules.repeated.items if field.is_repeated else rules


def _bounds(rules: validate_pb2.FieldRules) -> tuple[int, int]:
    for kind in (rules.uint32, rules.int64):
        if kind.HasField("gte") or kind.HasField("lte"):
            return kind.gte, kind.lte or kind.gte + 100
    return 0, 20


@cache
def _whole(possible: tuple[int, int], least: int, most: int) -> SearchStrategy[int]:
    edges = {*possible, least - 1, least, most, most + 1, 0, 1, 2**31, 2**63 - 1}
    low, high = possible
    usual = st.integers(max(least, low), min(most, high))
    near = st.integers(0, 12)
    return usual | near | near | st.sampled_from([e for e in sorted(edges) if low <= e <= high])


def _text(field: Any, words: Words) -> SearchStrategy[str]:
    rules = _item(field).string
    choices: list[SearchStrategy[str]] = [_written(rules.pattern, rules.uuid), _ODD, _TEXT]
    known = [*words.fields.get(field.name, ()), *words.names.get(_kind(rules.pattern), ())]
    if known:
        choices += [st.sampled_from(known)] * 3
    return st.one_of(choices)


@cache
def _written(pattern: str, is_uuid: bool) -> SearchStrategy[str]:
    """Texts as a rule wants them."""
    if is_uuid:
        return st.builds(lambda number: str(uuid.UUID(int=number)), st.integers(0, 2**128 - 1))
    if not pattern:
        return _TEXT
    try:
        expression = re.compile(pattern)
    except re.error:  # RE2 knows classes that Python's own does not
        return _TEXT
    return st.from_regex(expression, fullmatch=True).filter(_can_be_sent)


def _can_be_sent(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def words_of(messages: Sequence[Message]) -> dict[str, list[str]]:
    """The texts that stand in these messages, by the name of their field."""
    found: dict[str, set[str]] = {}
    waiting: list[Message] = list(messages)
    while waiting:
        for field, value in waiting.pop().ListFields():
            values = value if field.is_repeated else [value]
            for each in values:
                if field.message_type is not None:
                    waiting.append(each)
                elif isinstance(each, str):
                    found.setdefault(field.name, set()).add(each)
    return {name: sorted(texts)[:60] for name, texts in found.items()}
