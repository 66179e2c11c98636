"""How the command line speaks: sentences for errors, columns, instants, amounts, JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Protocol

import click
import nats.errors
from google.protobuf import json_format
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.common.v1 import money_pb2
from eyesdown_client import EyesdownError
from services.kernel.errors import failure_of
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.money import Money
from services.kernel.names import BadName
from services.kernel.settings import StartError

DEBUG = "EYESDOWN_DEBUG"


class Versioned(Protocol):
    """A message of something that changes."""

    @property
    def version(self) -> int:
        """How many commits it has."""

    @property
    def updated_at(self) -> Timestamp:
        """When the last of them was made."""


def say(lines: Iterable[str]) -> None:
    """Print lines, each as it comes."""
    for line in lines:
        click.echo(line)


def explain(error: BaseException) -> str:
    """What went wrong, in sentences for whoever typed the command; never a traceback."""
    match error:
        case BaseExceptionGroup():
            return "\n".join(dict.fromkeys(explain(each) for each in error.exceptions))
        case EyesdownError():  # a sentence as it is; it may begin with a name
            return str(error).strip()
        case BadName() | StoreDown():
            return _sentence(str(error))
        case StartError():
            return "\n".join(_sentence(each) for each in error.problems)
        case nats.errors.Error():
            return _sentence(f"NATS: {str(error) or type(error).__name__}")
        case OSError():
            return _sentence(str(error) or type(error).__name__)
        case Exception():
            failure = failure_of(error)
            if failure is not None:
                return f"{failure.sentence} {failure.advice}"
    return (
        f"Something went wrong here, through no fault of yours: {type(error).__name__}: {error}\n"
        f"Run it again with {DEBUG}=1 to see where."
    )


def _sentence(text: str) -> str:
    """The text with a capital, unless it begins with what is no word: a name, a file."""
    text = text.strip()
    word = text.partition(" ")[0].rstrip(",:;")
    return text[:1].upper() + text[1:] if word.replace("-", "").isalpha() else text


def plain(text: str) -> str:
    """The text without anything that would move a terminal's cursor or change its colours."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def short(name: str) -> str:
    """A name as people type it: "akl/2026-11-29-07" of "venues/akl/games/2026-11-29-07"."""
    match name.split("/"):
        case ["venues", venue, _, its_id]:
            return f"{venue}/{its_id}"
    return name


def amount(money: money_pb2.Money) -> str:
    """ "NZD 1,000.00"."""
    return Money(money.currency, money.minor_units).shown


def clock_time(stamp: Timestamp, zone: tzinfo = UTC) -> str:
    """ "19:30:05" on the wall of that zone; empty for no instant."""
    instant = stamp.ToDatetime(UTC)
    return (
        ""
        if instant == datetime(1970, 1, 1, tzinfo=UTC)
        else f"{instant.astimezone(zone):%H:%M:%S}"
    )


def when(stamp: Timestamp, zone: tzinfo) -> str:
    """ "Sun 29 Nov 2026, 19:00" on the clock of a zone; empty for no instant."""
    if not stamp.seconds:
        return ""
    return f"{stamp.ToDatetime(UTC).astimezone(zone):%a %-d %b %Y, %H:%M}"


def last_change(
    shown: Versioned, zone: tzinfo, told: Callable[[Timestamp, tzinfo], str] = clock_time
) -> str:
    """ "19:30:05 (v4)": since when there is this version; `told` says it by the day as well."""
    return f"{told(shown.updated_at, zone)} (v{shown.version})"


def age(seconds: float) -> str:
    """ "12 s", "3 min", "2 h 5 min"."""
    whole = max(int(seconds), 0)
    if whole < 120:
        return f"{whole} s"
    if whole < 7200:
        return f"{whole // 60} min"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def columns(rows: Sequence[Sequence[str]], indent: str = "") -> Iterator[str]:
    """Lines in which the cells of each column stand below each other, two blanks apart."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield (indent + "  ".join(cells)).rstrip()


def to_json(message: Message, indent: int | None = 2) -> str:
    """A message as proto3 JSON, defaults written."""
    return json_format.MessageToJson(
        message, always_print_fields_with_no_presence=True, indent=indent, ensure_ascii=False
    )
