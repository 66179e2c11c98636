"""Is a request well formed? By the rules in the contracts, evaluated by protovalidate; and what it
says, where a rule cannot tell."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import protovalidate
from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

from services.kernel.errors import InvalidArgument
from services.kernel.names import BadName, Name, room_of, venue_of
from services.kernel.record.shapes import instant
from services.kernel.serving.wording import sentence

if TYPE_CHECKING:
    from protovalidate import FieldPathPb


class Validation:
    """Checks requests. The rules of all `requests` are compiled at once, which takes a few
    milliseconds; a check takes a few microseconds.

    A rule that cannot be compiled raises protovalidate's `CompilationError` here, not in a call.
    """

    def __init__(self, requests: Iterable[Descriptor]) -> None:
        self._validator = protovalidate.Validator()
        for request in requests:
            empty = message_factory.GetMessageClass(request)()
            self._validator.collect_violations(empty)

    def check(self, request: Message) -> None:
        """Raise `InvalidArgument` with every violation unless the request is well formed."""
        violations = self._validator.collect_violations(request)
        if violations:
            first, *others = [
                (_path(each.proto.field), sentence(request, each)) for each in violations
            ]
            raise InvalidArgument(*first, *others)


def named(request: Message, kind: str, field: str = "name") -> Name:
    """The name of an aggregate of this kind ("games") in a request's field.

    Raises `InvalidArgument` for a text that is no canonical name, or one of another kind.
    """
    try:
        name = Name.parse(getattr(request, field))
    except BadName as bad:
        raise InvalidArgument(field, str(bad)) from None
    if name.kind != kind:
        raise InvalidArgument(field, f"{str(name)!r} is not among {kind}")
    return name


def named_beside(request: Message, kind: str, field: str, venue: str) -> Name:
    """The same of one in the venue of what the request is about. Raises `InvalidArgument`."""
    name = named(request, kind, field)
    if name.venue != venue:
        raise InvalidArgument(field, f"it is not in venues/{venue}")
    return name


def child(request: Any, kind: str, field: str) -> Name:
    """The name of an aggregate of this kind, new perhaps, by the request's `parent` and the id in
    `field`. Raises `InvalidArgument`."""
    venue = venue_of(request.parent)  # it was looked at when the call was admitted
    try:
        return Name(venue, kind, getattr(request, field))
    except BadName as bad:
        raise InvalidArgument(field, str(bad)) from None


def child_of_day(request: Any, kind: str, field: str) -> Name:
    """The same of one whose id begins with its day. Raises `InvalidArgument`."""
    name = child(request, kind, field)
    try:
        date.fromisoformat(name.id[:10])
    except ValueError as wrong:
        raise InvalidArgument(field, str(wrong)) from None
    return name


def room(request: Message, field: str) -> str:
    """A room in a request's field: an id, or the full name of one. Raises `InvalidArgument`."""
    text: str = getattr(request, field)
    try:
        room_of("", text)
    except BadName as bad:
        raise InvalidArgument(field, str(bad)) from None
    return text


def moment(request: Message, field: str) -> datetime:
    """The instant in a request's field, in UTC. Raises `InvalidArgument` for one before the year 1
    or after 9999."""
    try:
        return instant(getattr(request, field))
    except OverflowError:
        raise InvalidArgument(field, "it is no instant of the years 1 to 9999") from None


def _path(path: FieldPathPb | None) -> str:
    """The field as clients write it, such as "stages[0].prize"."""
    text = ""
    for element in path.elements if path else ():
        text += f".{element.field_name}" if text else element.field_name
        if element.subscript is not None:
            text += f"[{element.subscript.value!r}]"
    return text
