"""How a service's facts are written as messages, and read again by every later release."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.protobuf.symbol_database import Default as symbols
from google.protobuf.unknown_fields import UnknownFieldSet

from services.kernel.law import Opening, Reason
from services.kernel.record.seal import holds_sealed
from services.kernel.record.shapes import NoWord, Shape

E = TypeVar("E")
S = TypeVar("S")


class UnknownFact(Exception):
    """A commit holds something that this release has not learned to read."""


@dataclass(frozen=True)
class Codec(Generic[E, S]):
    """How a service's aggregate is written.

    `shapes` pair every event class with its message; `row` makes the summary of a state;
    `recorded` are the reasons that can stand in a commit; `upcasts` turn an old message, by full
    name, into a present one. TypeError for two shapes of one class or message, or a seal in a list.
    """

    shapes: Sequence[Shape[Any]]
    row: Callable[[S], Message]
    recorded: Sequence[Reason] = ()
    upcasts: Mapping[str, Callable[[Message], Message]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for index in (self._by_class, self._by_message):
            if len(index) != len(self.shapes):
                raise TypeError("two shapes have the same class or message")
        for shape in self.shapes:
            holds_sealed(shape.message.DESCRIPTOR)

    def message(self, event: E) -> Any:
        """The message of an event."""
        return self._by_class[type(event)].to(event)

    def event(self, message: Message, opening: Opening | None) -> E:
        """The event of a message; raises `UnknownFact`."""
        upcast = self.upcasts.get(message.DESCRIPTOR.full_name)
        if upcast:
            message = upcast(message)
        full_name = message.DESCRIPTOR.full_name
        shape = self._by_message.get(full_name)
        if shape is None:
            raise UnknownFact(full_name)
        if says_more(message):
            raise UnknownFact(f"{full_name} with a field that is not known")
        try:
            value: E = shape.of(message, opening)
        except NoWord as no_word:
            raise UnknownFact(str(no_word)) from no_word
        return value

    @cached_property
    def _by_class(self) -> dict[type, Shape[Any]]:
        return {shape.cls: shape for shape in self.shapes}

    @cached_property
    def _by_message(self) -> dict[str, Shape[Any]]:
        return {shape.message.DESCRIPTOR.full_name: shape for shape in self.shapes}


def says_more(message: Message) -> bool:
    """Whether a newer release wrote a field, here or further in, that this one does not know."""
    if len(UnknownFieldSet(message)):
        return True
    for descriptor, value in message.ListFields():
        if descriptor.message_type is not None:
            for inner in value if descriptor.is_repeated else (value,):
                if isinstance(inner, Message) and says_more(inner):
                    return True
    return False


def unpack(packed: AnyMessage, closed: bytes = b"") -> Message:
    """The message in `packed`, its sealed part merged in. Raises `UnknownFact`."""
    full_name = packed.TypeName()
    try:
        message = _class_of(full_name)()
    except KeyError as error:
        raise UnknownFact(full_name) from error
    message.ParseFromString(packed.value)
    if closed:
        message.MergeFromString(closed)
    return message


@functools.cache
def _class_of(full_name: str) -> type[Message]:
    """The class of a message; raises KeyError, which is not remembered, when there is none."""
    found: type[Message] = symbols().GetSymbol(full_name)
    return found
