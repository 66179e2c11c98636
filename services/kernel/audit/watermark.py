"""A watermark: what a journal held at some moment, to be kept where its keeper cannot reach it.

Whoever can rewrite a whole journal can make it follow from itself again, or end it early; against
what was noted of it elsewhere neither holds. The file is JSON:

    {"format": 1, "streams": [{"venue": "akl", "year": 2026, "last": 20260000000313,
        "digest": "…", "heads": {"games/2026-11-29-07": [20260000000313, "…"]}}]}

`last` is the last sequence of the stream; `digest` is over all of it, in order (see `Digest`);
`heads` gives the sequence and SHA-256 of the last commit of every aggregate.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.kernel.journal.archive import Raw
from services.kernel.names import stream
from services.kernel.settings import StartError

FORMAT = 1
_NOT_SO = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)


class BadWatermark(StartError):
    """A file is no watermark; the message says why."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What a stream held. `heads` are by the end of their subject: "games/2026-11-29-07"."""

    venue: str
    year: int
    last: int
    digest: str
    heads: Mapping[str, tuple[int, str]]


class Digest:
    """The digest of a stream, message by message.

    It starts as SHA-256 of the stream's name; each message makes it SHA-256 of what it was, the
    sequence (8 bytes, the first the highest), the SHA-256 of the subject and that of the body.
    """

    def __init__(self, venue: str, year: int) -> None:
        self._now = hashlib.sha256(stream(venue, year).encode()).digest()

    def take(self, raw: Raw, body: bytes) -> None:
        """The next message; `body` is the SHA-256 of its body."""
        subject = hashlib.sha256(raw.subject.encode()).digest()
        place = raw.sequence.to_bytes(8, "big")
        self._now = hashlib.sha256(self._now + place + subject + body).digest()

    def __str__(self) -> str:
        return self._now.hex()


def read(file: Path) -> dict[tuple[str, int], Mark]:
    """The marks of a file by venue and year. Raises `BadWatermark`."""
    try:
        table = json.loads(file.read_text())
        if table["format"] != FORMAT:
            raise BadWatermark([f"{file}: made by another release (format {table['format']})"])
        marks = [_mark(each) for each in table["streams"]]
    except OSError as error:
        raise BadWatermark([f"{file}: {error.strerror}"]) from error
    except _NOT_SO as error:
        raise BadWatermark([f"{file} is no watermark: {_wrong(error)}"]) from error
    return {(mark.venue, mark.year): mark for mark in marks}


def write(file: Path, marks: Iterable[Mark]) -> None:
    """Write a file, whole or not at all. Raises `OSError`."""
    streams = [
        {
            "venue": mark.venue,
            "year": mark.year,
            "last": mark.last,
            "digest": mark.digest,
            "heads": {name: list(head) for name, head in sorted(mark.heads.items())},
        }
        for mark in sorted(marks, key=lambda mark: (mark.venue, mark.year))
    ]
    draft = file.with_name(file.name + ".new")
    draft.write_text(json.dumps({"format": FORMAT, "streams": streams}, indent=1) + "\n")
    draft.replace(file)


def _wrong(error: Exception) -> str:
    return f"it has no {error}" if isinstance(error, KeyError) else str(error)


def _mark(table: Any) -> Mark:
    heads = {str(name): (int(at), str(digest)) for name, (at, digest) in table["heads"].items()}
    return Mark(
        str(table["venue"]), int(table["year"]), int(table["last"]), str(table["digest"]), heads
    )
