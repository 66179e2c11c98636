"""A well formed request of any RPC, made from its contract: every rule kept, nothing meant by it.

PYTEST_DONT_REWRITE: it asserts nothing.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from functools import cache
from typing import Any

import protovalidate
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from buf.validate import validate_pb2

F = FieldDescriptor
_WORDS = (
    *("main", "a", "A", "2026-11-29-none", "2026-none", "2026-11-29", "2026", "NZD", "10H", "x"),
    *("venues/{venue}", "venues/{venue}/rooms/main", "NZB-5.10", "A 1", "0" * 64, "full_card"),
    *("venues/{venue}/{kind}/2026-11-29-none", "venues/{venue}/{kind}/2026-none"),
    "venues/{venue}/{kind}/2026-11-29",
    *("venues/{venue}/{kind}/2026", "staff", "7QK4M"),
)
_ROUNDS = 40


def well_formed(request: type[Message], venue: str) -> Message:
    """A request that names something in this venue that there is not.

    Raises `ValueError` where no word that is known here keeps a rule.
    """
    made: Any = request()
    if "request_id" in made.DESCRIPTOR.fields_by_name:
        made.request_id = str(uuid.uuid4())
    for place in ("parent", "name"):
        if place in made.DESCRIPTOR.fields_by_name:
            _put(made, made.DESCRIPTOR.fields_by_name[place], venue)
    validator = _validator()
    for _ in range(_ROUNDS):
        wrong = validator.collect_violations(made)
        if not wrong:
            return made  # type: ignore[no-any-return]
        _mend(made, wrong[0].proto, venue)
    raise ValueError(f"{request.DESCRIPTOR.full_name}: {wrong[0].proto}")


@cache
def _validator() -> protovalidate.Validator:
    """One for all: it keeps what it has compiled of a contract."""
    return protovalidate.Validator()


def _mend(made: Any, told: Any, venue: str) -> None:
    """Give the field of a violation a value by its rules."""
    if not told.field.elements:
        raise ValueError(f"{made.DESCRIPTOR.full_name}: {told}")
    *way, last = told.field.elements
    within = made
    for element in way:
        within = getattr(within, element.field_name)
        if element.subscript is not None:
            within = within[element.subscript.value]
    known = within.DESCRIPTOR
    if last.field_name in known.oneofs_by_name:
        _put(within, known.oneofs_by_name[last.field_name].fields[0], venue)
        return
    _put(within, known.fields_by_name[last.field_name], venue)


def _put(within: Any, field: Any, venue: str) -> None:
    rules: validate_pb2.FieldRules = field.GetOptions().Extensions[validate_pb2.field]
    if field.is_repeated:
        into = getattr(within, field.name)
        del into[:]
        for number in range(max(rules.repeated.min_items, 1)):
            if field.message_type is not None:
                into.add()
            else:
                into.append(_value(field, rules.repeated.items, venue, number))
    elif field.message_type is not None:
        getattr(within, field.name).SetInParent()
    else:
        setattr(within, field.name, _value(field, rules, venue, 0))


def _value(field: Any, rules: validate_pb2.FieldRules, venue: str, number: int) -> Any:
    if field.type == F.TYPE_STRING:
        return _text(rules.string, venue, number)
    if field.type == F.TYPE_BYTES:
        return bytes(rules.bytes.len or rules.bytes.min_len or 1)
    if field.type == F.TYPE_ENUM:
        numbers = [each.number for each in field.enum_type.values]
        return [n for n in numbers if n and n not in rules.enum.not_in][number]
    least = rules.uint32.gte if rules.HasField("uint32") else rules.int64.gte
    return max(least, 1) + number


def _text(rules: validate_pb2.StringRules, venue: str, number: int) -> str:
    if rules.uuid:
        return str(uuid.uuid4())
    kind = re.search(r"\}/([A-Za-z]+)/\[", rules.pattern)
    pattern = rules.pattern.replace(r"\p{C}", "")  # which Python's own expressions do not know
    fits = [
        word
        for word in _spelt(venue, kind[1] if kind else "games")
        if re.fullmatch(pattern or ".*", word) and len(word) >= rules.min_len
    ]
    if len(fits) <= number:
        raise ValueError(f"no word for {rules.pattern}")
    return fits[number]


def _spelt(venue: str, kind: str) -> Iterator[str]:
    for word in _WORDS:
        yield word.format(venue=venue, kind=kind)
    yield "x" * 20
