"""Dataclasses to protobuf messages and back, field by field and by name.

A domain writes its events as frozen dataclasses; the contracts write them as messages with the
same field names. A `Shape` is that pair, checked when it is made: a field that has no counterpart
is an error at start, not a loss at run time.

| dataclass field | message field |
| --- | --- |
| `str`, `int`, `bool`, `bytes` | the same |
| `Enum` | enum; `Stage.LINE` is `STAGE_LINE` |
| `datetime` (UTC) | `google.protobuf.Timestamp`, to the microsecond |
| a dataclass | a message |
| `tuple[T, ...]` | `repeated` |
| `T | None` | unset, or the default of a scalar |
| `Secret[T]` | the message of T, or an `optional` scalar; the field is marked `sealed` |
"""

from __future__ import annotations

import dataclasses
import enum
import re
import types
import typing
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.common.v1 import options_pb2
from services.kernel import law
from services.kernel.law import Secret

D = TypeVar("D")
Put = Callable[[Any], Any]
Get = Callable[[Any, law.Opening | None], Any]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_INTEGERS = frozenset(
    getattr(FieldDescriptor, f"TYPE_{sign}{bits}")
    for sign in ("INT", "UINT", "SINT", "FIXED", "SFIXED")
    for bits in (32, 64)
)
_SCALARS: dict[type, frozenset[int]] = {
    str: frozenset({FieldDescriptor.TYPE_STRING}),
    bytes: frozenset({FieldDescriptor.TYPE_BYTES}),
    bool: frozenset({FieldDescriptor.TYPE_BOOL}),
    int: _INTEGERS,
}


class NoWord(Exception):
    """A message says something that the dataclass has no word for."""


def timestamp(instant: datetime) -> Timestamp:
    """A UTC instant as a Timestamp, to the microsecond."""
    micros = (instant - EPOCH) // timedelta(microseconds=1)
    return Timestamp(seconds=micros // 1_000_000, nanos=micros % 1_000_000 * 1000)


def instant(stamp: Timestamp) -> datetime:
    """A Timestamp as a UTC instant, to the microsecond."""
    return EPOCH + timedelta(seconds=stamp.seconds, microseconds=stamp.nanos // 1000)


class Shape(Generic[D]):
    """A dataclass and its message. Raises TypeError when the two do not fit."""

    def __init__(self, cls: type[D], message: type[Message]) -> None:
        self.cls = cls
        self.message = message
        hints = typing.get_type_hints(cls)
        names = [field.name for field in dataclasses.fields(cls)]  # type: ignore[arg-type]
        fields: Any = message.DESCRIPTOR.fields_by_name
        missing = set(names) ^ set(fields)
        if missing:
            raise TypeError(f"{cls.__name__} and {message.DESCRIPTOR.full_name} differ: {missing}")
        self._fields = [_Field(name, hints[name], fields[name]) for name in names]

    def to(self, value: D) -> Any:
        """The message of a value."""
        message = self.message()
        for field in self._fields:
            field.put(message, getattr(value, field.name))
        return message

    def of(self, message: Message, opening: law.Opening | None = None) -> D:
        """The value of a message; secrets in it get `opening`. Raises `NoWord`."""
        return self.cls(**{field.name: field.get(message, opening) for field in self._fields})


def paired(events: Any, *modules: types.ModuleType) -> tuple[Shape[Any], ...]:
    """A shape of every event of a union, or of some classes, with the message of the same name in
    one of `modules`. Raises TypeError for an event without one."""
    classes = events if isinstance(events, tuple) else typing.get_args(events) or (events,)
    return tuple(Shape(each, _message_of(each, modules)) for each in classes)


def _message_of(event: type, modules: tuple[types.ModuleType, ...]) -> type[Message]:
    found = [message for each in modules if (message := getattr(each, event.__name__, None))]
    if len(found) != 1:
        where = ", ".join(each.__name__ for each in modules)
        raise TypeError(f"{len(found)} messages are named {event.__name__} in {where}")
    return typing.cast(type[Message], found[0])


class _Field:
    def __init__(self, name: str, hint: Any, descriptor: FieldDescriptor) -> None:
        self.name = name
        self._optional = _is_optional(hint)
        if self._optional:
            hint = _but_none(hint)
        self._secret = typing.get_origin(hint) is Secret
        self._repeated = typing.get_origin(hint) is tuple
        self._message = descriptor.message_type is not None
        self._presence = descriptor.has_presence
        self._check(hint, descriptor)
        inner = typing.get_args(hint)[0] if self._secret or self._repeated else hint
        self._put, self._get = _converters(inner, descriptor)

    def _check(self, hint: Any, descriptor: FieldDescriptor) -> None:
        where = descriptor.full_name
        if bool(descriptor.is_repeated) != self._repeated:
            raise TypeError(f"{where}: repeated and tuple go together")
        if self._repeated and typing.get_args(hint)[1:] != (...,):
            raise TypeError(f"{where}: a list is a tuple[T, ...]")
        if descriptor.message_type is not None and descriptor.message_type.GetOptions().map_entry:
            raise TypeError(f"{where}: no shape for a map")
        if self._optional and (self._secret or self._repeated):
            raise TypeError(f"{where}: a secret or a list is never None")
        if self._secret != descriptor.GetOptions().Extensions[options_pb2.sealed]:
            raise TypeError(f"{where}: Secret and the mark `sealed` go together")
        if self._secret and not self._presence:
            raise TypeError(f"{where}: a secret that could be the default must be `optional`")

    def put(self, message: Message, value: Any) -> None:
        if self._secret:
            value = value.value
        if value is None:
            return
        if self._repeated:
            getattr(message, self.name).extend(self._put(item) for item in value)
        elif self._message:
            getattr(message, self.name).CopyFrom(self._put(value))
        else:
            setattr(message, self.name, self._put(value))

    def get(self, message: Message, opening: law.Opening | None) -> Any:
        value = getattr(message, self.name)
        if self._repeated:
            return tuple(self._get(item, opening) for item in value)
        absent = not message.HasField(self.name) if self._presence else not value
        if self._secret:
            return Secret(None if absent else self._get(value, opening), opening)
        if absent and self._optional:
            return None
        return self._get(value, opening)


def _is_optional(hint: Any) -> bool:
    union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    return union and type(None) in typing.get_args(hint)


def _but_none(hint: Any) -> Any:
    arms = [arm for arm in typing.get_args(hint) if arm is not types.NoneType]
    if len(arms) != 1:
        raise TypeError(f"no shape for {hint}")
    return arms[0]


def _converters(hint: Any, descriptor: FieldDescriptor) -> tuple[Put, Get]:
    if hint is datetime:
        if descriptor.message_type is not Timestamp.DESCRIPTOR:
            raise TypeError(f"{descriptor.full_name} is no Timestamp")
        return timestamp, lambda stamp, _: instant(stamp)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        if descriptor.enum_type is None:
            raise TypeError(f"{descriptor.full_name} is no enum")
        numbers = _enum_numbers(hint, descriptor.enum_type)
        members = {number: member for member, number in numbers.items()}
        return numbers.__getitem__, lambda number, _: _member(members, number, descriptor)
    if dataclasses.is_dataclass(hint):
        if descriptor.message_type is None:
            raise TypeError(f"{descriptor.full_name} is no message")
        shape = Shape(typing.cast(type[Any], hint), GetMessageClass(descriptor.message_type))
        return shape.to, shape.of
    if hint not in _SCALARS:
        raise TypeError(f"{descriptor.full_name}: no shape for {hint}")
    if descriptor.type not in _SCALARS[hint]:
        raise TypeError(f"{descriptor.full_name} is no {hint.__name__}")
    return (lambda value: value), (lambda value, _: value)


def _member(members: dict[int, enum.Enum], number: int, descriptor: FieldDescriptor) -> enum.Enum:
    if number not in members:
        raise NoWord(f"{descriptor.full_name} {number}")
    return members[number]


def _enum_numbers(cls: type[enum.Enum], descriptor: EnumDescriptor) -> dict[enum.Enum, int]:
    prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", descriptor.name).upper()
    values = descriptor.values_by_name
    missing = [m.name for m in cls if f"{prefix}_{m.name}" not in values]
    if missing or len(cls) != len(values) - 1:
        raise TypeError(f"{cls.__name__} and {descriptor.full_name} differ: {missing}")
    return {member: values[f"{prefix}_{member.name}"].number for member in cls}
