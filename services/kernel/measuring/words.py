"""Values of enums in the contracts' words, as labels hold them."""

from __future__ import annotations

import functools

from google.protobuf.descriptor import Descriptor, EnumDescriptor
from google.protobuf.message import Message

UNKNOWN = "unknown"
"""A value that this release has no word for."""


def has_word(message: Message, field: str) -> bool:
    """Whether a message has an enum of this name."""
    return _enum(message.DESCRIPTOR, field) is not None


def word_of(message: Message, field: str) -> str:
    """ "in_play" for PHASE_IN_PLAY in the field `phase`, whose enum begins with PHASE_UNSPECIFIED.

    Raises KeyError for a field that is no enum.
    """
    enum = _enum(message.DESCRIPTOR, field)
    if enum is None:
        raise KeyError(field)
    value = enum.values_by_number.get(getattr(message, field))
    if value is None:
        return UNKNOWN
    return _word(enum, value.name)


def words_in(enum: EnumDescriptor) -> tuple[str, ...]:
    """Every word that `word_of` has for an enum, in the order of the contract."""
    return tuple(_word(enum, value.name) for value in enum.values[1:])


def _word(enum: EnumDescriptor, name: str) -> str:
    prefix = enum.values[0].name.removesuffix("UNSPECIFIED")
    return name.removeprefix(prefix).lower()


@functools.cache
def _enum(message: Descriptor, field: str) -> EnumDescriptor | None:
    found = message.fields_by_name.get(field)
    return found.enum_type if found is not None else None
