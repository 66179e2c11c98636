"""What the JSON Schemas of docs/schema find wrong with what was seen on NATS.

PYTEST_DONT_REWRITE: it asserts nothing.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schema"
OF_KINDS = {
    "games": "GameFrame",
    "claimDesks": "DeskFrame",
    "jackpots": "JackpotFrame",
    "tournaments": "TournamentFrame",
    "tables": "SessionTableFrame",
    "sittings": "SittingFrame",
}
OF_SUBJECTS = {"room": "RoomPointer", "pulse": "Pulse", "shown": "Shown"}


def schema_of(subject: str) -> str:
    """Whose schema holds for what is on a subject."""
    _, what, _, kind, *_ = subject.split(".")
    return OF_KINDS[kind] if what == "board" else OF_SUBJECTS[what]


def faults(name: str, said: Any) -> Iterator[str]:
    """What is wrong with a message; something that its schema does not tell of is a fault too."""
    for error in validator(name).iter_errors(said):
        yield f"{name}/{'/'.join(map(str, error.absolute_path))}: {error.message}"


@functools.cache
def validator(name: str) -> Draft7Validator:
    """Of the schema, made strict: this release adds nothing to itself."""
    text = (SCHEMAS / f"{name}.json").read_text()
    strict = re.sub(r'"type": "object"', '"type": "object", "additionalProperties": false', text)
    return Draft7Validator(json.loads(strict))
