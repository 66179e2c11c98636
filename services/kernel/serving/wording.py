"""What is wrong with a field of a request, in a plain sentence for each kind of rule.

The engine tells which rule is broken, in its own words: a pattern as a regular expression, an enum
by its numbers. What was sent is not repeated, since it may be a name or a number nobody may know.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from buf.validate import validate_pb2

if TYPE_CHECKING:
    import protovalidate
    from protovalidate import FieldPathPb

UUID = "a UUID such as 6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
"""What a request id is."""

_ID = r"\[a-z\]\[a-z0-9-\]\{0,(\d+)\}"
_DAY = r"\[0-9\]\{4\}-\[0-9\]\{2\}-\[0-9\]\{2\}"
_VENUE = "a venue id is lower case letters, digits and hyphens, beginning with a letter"

_NOT_BLANK = "[^ ]"
# The patterns of the contracts, as patterns, and what each of them says.
_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\^{pattern}\$"), words)
    for pattern, words in (
        (_ID, "an id is lower case letters, digits and hyphens, beginning with a letter"),
        (rf"venues/{_ID}", f"write venues/ and the venue's id; {_VENUE}"),
        (rf"venues/\({_ID}\|-\)", f"write venues/ and the venue's id, or - for all; {_VENUE}"),
        (
            rf"venues/{_ID}/(?P<kind>\w+)/\[[^]]+\]\{{[\d,]+\}}",
            "write it as venues/<venue>/{kind}/<id>, in lower case letters, digits and hyphens",
        ),
        (
            rf"venues/{_ID}/(?P<kind>\w+)/{_DAY}",
            "write it as venues/<venue>/{kind}/<day>, such as 2026-11-29",
        ),
        (
            rf"\(venues/{_ID}/(?P<kind>\w+)/\[[^]]+\]\{{[\d,]+\}}\)\?",
            "leave it empty, or write it as venues/<venue>/{kind}/<id>, in lower case letters, "
            "digits and hyphens",
        ),
        (
            rf"\(?\(venues/{_ID}/rooms/\)\?{_ID}\)?\??",
            "write a room's id, lower case letters, digits and hyphens; or, for a room of another "
            "venue, venues/<venue>/rooms/<id>",
        ),
        (
            rf"\({_ID}\)\?",
            "leave it empty, or write an id: lower case letters, digits and hyphens, beginning "
            "with a letter",
        ),
        (
            r"\[a-z\]\[a-z0-9\]\*\(-\[a-z0-9\]\+\)\*",
            "lower case letters, digits and single hyphens, beginning with a letter",
        ),
        (
            r"\[2-9A-HJKMNP-TV-Z\]\{5\}",
            "the five characters that the screen shows: capital letters and digits, such as 7QK4M",
        ),
        (
            r"20\[0-9\]\{2\}-\[a-z\].*",
            "it begins with its year, such as 2026-friday, and holds lower case letters, digits "
            "and hyphens, with a letter at the end",
        ),
        (
            r"\(staff\|barred\|self-excluded\|under-age\)",
            "write staff, barred, self-excluded or under-age",
        ),
        (r"\(\[0-9a-f\]\{64\}\)\?", "64 digits of a SHA-256, 0 to 9 and a to f; or nothing"),
        (
            r"\[A-Z\]\{2,4\}-\[A-Za-z0-9\.\(\)-\]\{1,20\}",
            "the id of a clause as the rule index has it, such as NZB-5.10",
        ),
        (
            r"\[0-9\]\{4\}\(-\[a-z0-9\]\+\)\{1,8\}",
            "it begins with its year or day, such as 2026-cage-2, and holds lower case letters, "
            "digits and single hyphens",
        ),
        (r"\(\[\^\\s.*", "it begins or ends with a blank, or holds what cannot be read"),
        (r"\[A-Z\]\?", "one capital letter, or nothing"),
        (
            r"\(\[a-z\]\[a-z0-9_\]\*\|.*",
            "an arrangement that the profile names, such as any_row; or a mask of the card, row by "
            "row, x for each cell that counts: x....|.x...|..x..|...x.|....x",
        ),
        (
            rf"{_DAY}-.*",
            "it begins with its day, such as 2026-11-29-07, and holds lower case letters, digits "
            "and hyphens",
        ),
        (rf"\({_DAY}\)\?", "write a day as 2026-11-29"),
        (
            r"\(?\[0-9\]\{4\}-?\[a-z0-9-?\].*",
            "it begins with its year, such as 2026-open, and holds lower case letters, digits and "
            "hyphens",
        ),
        (r"\[a-z0-9-\]\{0,\d+\}", "lower case letters, digits and hyphens"),
        (
            r"\(\[2-9\]\|10\|\[JQKA\]\)\[CDHS\]",
            "write 2 to 10, J, Q, K or A, and then C, D, H or S, such as 10H",
        ),
        (
            r"\[0-9\]\{4\}\(-\[a-z0-9\]\+\)\+",
            "it begins with its year, such as 2026-blue, and holds lower case letters, digits and "
            "single hyphens",
        ),
        (r"\[\^\\x00-\\x1f\\x7f\]\*", "it holds what cannot be read"),
        (
            r"\[a-z0-9\]\[a-z0-9-\]\{0,\d+\}",
            "lower case letters, digits and hyphens, beginning with a letter or a digit",
        ),
        (r"\[\^ \\p\{C\}\].*", "it begins or ends with a blank, or holds what cannot be read"),
        (r"\[A-Z\]\{3\}", "three capital letters, such as NZD"),
        (
            r"\[a-z\]\[A-Za-z\]\{0,(\d+)\}",
            "the name of a collection is letters alone, beginning with a small one",
        ),
        (
            r"\[A-Za-z0-9\]\[A-Za-z0-9 \./-\]\*(?:\$\|\^)?",
            "letters, digits, blanks, full stops, slashes and hyphens, beginning with a letter or "
            "a digit",
        ),
        (
            r"\[\^\\s\\x00-\\x1f\\x7f\].*",
            "it is empty, begins or ends with a blank, or holds what cannot be read",
        ),
    )
)


def sentence(request: Message, violation: protovalidate.Violation) -> str:
    """What is wrong, where `violation` is one of this request."""
    told = violation.proto
    where = _within(request, told.field)
    if isinstance(where, str):
        return where
    rules = where.GetOptions().Extensions[validate_pb2.field]
    if any(element.field_name == "items" for element in (told.rule.elements if told.rule else ())):
        rules = rules.repeated.items
    return _sentence(told.rule_id, rules, where.enum_type) or told.message or told.rule_id


def of_pattern(pattern: str) -> str | None:
    """What a pattern of the contracts asks for; None for one that has no words yet."""
    if pattern == _NOT_BLANK:
        return "it is blank"
    for shape, words in _PATTERNS:
        if match := shape.fullmatch(pattern):
            most = next((int(number) + 1 for number in match.groups() if number.isdigit()), 0)
            longest = f", at most {most} of them" if shape.pattern == rf"\^{_ID}\$" else ""
            return words.format(**match.groupdict()) + longest
    return None


def _within(request: Message, path: FieldPathPb | None) -> FieldDescriptor | str:
    """The field at the end of a path; a sentence for a oneof that is not set."""
    within: Any = request.DESCRIPTOR  # of either implementation
    field: FieldDescriptor | None = None
    for element in path.elements if path else ():
        if within is None or element.field_name not in within.fields_by_name:
            oneof = within.oneofs_by_name.get(element.field_name) if within else None
            names = ", ".join(each.name for each in oneof.fields) if oneof else ""
            return f"give one of {names}" if names else "it is missing"
        field = within.fields_by_name[element.field_name]
        within = field.message_type
    return field if field is not None else "it is not well formed"


def _sentence(rule: str, rules: validate_pb2.FieldRules, enum: EnumDescriptor | None) -> str | None:
    match rule.split("."):
        case ["required"]:
            return "it is missing"
        case ["string", "uuid" | "uuid_empty"]:
            return f"expected {UUID}"
        case ["string", "pattern"]:
            return of_pattern(rules.string.pattern) or "it is not written as it has to be"
        case ["string", "min_len"]:
            few = rules.string.min_len
            return "it is empty" if few == 1 else f"too short, at least {few} characters"
        case ["string", "max_len"]:
            return f"too long, at most {rules.string.max_len} characters"
        case ["bytes", "len"]:
            return f"expected {rules.bytes.len} bytes"
        case ["bytes", "min_len"]:
            few = rules.bytes.min_len
            return "it is empty" if few == 1 else f"too short, at least {few} bytes"
        case ["bytes", "max_len"]:
            return f"too long, at most {rules.bytes.max_len} bytes"
        case ["enum", _] if enum is not None:
            return f"say one of {', '.join(_words(enum, rules.enum.not_in))}"
        case ["repeated", "min_items"]:
            few = rules.repeated.min_items
            return "give at least one" if few == 1 else f"give at least {few}"
        case ["repeated", "max_items"]:
            return f"too many, at most {rules.repeated.max_items}"
        case ["repeated", "unique"]:
            return "one is there twice; give each once"
        case ["uint32" | "int64" as kind, _]:
            return _bounds(getattr(rules, kind))
    return None


def _bounds(rules: validate_pb2.UInt32Rules | validate_pb2.Int64Rules) -> str:
    if rules.HasField("gte") and rules.HasField("lte"):
        return f"expected a number from {rules.gte} to {rules.lte}"
    if rules.HasField("gte"):
        return f"expected a number of at least {rules.gte}"
    return f"expected a number of at most {rules.lte}"


def _words(enum: EnumDescriptor, left_out: Collection[int]) -> list[str]:
    """The words of an enum without their prefix, as the client has them: ELECTRONIC, RECEPTACLE."""
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return [
        each.name.removeprefix(prefix)
        for each in enum.values
        if each.number and each.number not in left_out
    ]
