"""Check docs/asyncapi.yaml: against AsyncAPI's own schema, and that what it refers to is there.

Needs no network: that schema comes with `@asyncapi/specs`, one of the page's packages for
development. Prints each fault with its place and exits 1.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft7Validator
from jsonschema.exceptions import SchemaError, best_match

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "asyncapi.yaml"
SCHEMA = ROOT / "displays/node_modules/@asyncapi/specs/schemas/3.0.0.json"


def faults(document: Any, folder: Path) -> Iterator[str]:
    """What is wrong with a document that lies in `folder`."""
    for error in Draft7Validator(json.loads(SCHEMA.read_text())).iter_errors(document):
        # Of alternatives that all fail, what is nearest to being right.
        nearest = best_match([error]) or error
        yield f"{place(nearest.absolute_path)}: {nearest.message}"
    for at, ref in references(document):
        yield from (f"{place(at)}: {why}" for why in broken(ref, document, folder))


def references(part: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every `$ref` in a document, with its place."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield at, value
            else:
                yield from references(value, (*at, str(key)))
    elif isinstance(part, list):
        for number, value in enumerate(part):
            yield from references(value, (*at, str(number)))


def broken(ref: str, document: Any, folder: Path) -> Iterator[str]:
    """Why a reference leads nowhere, or to a file that is no JSON Schema."""
    file, _, pointer = ref.partition("#")
    if file:
        try:
            Draft7Validator.check_schema(json.loads((folder / file).read_text()))
        except (OSError, ValueError, SchemaError) as error:
            yield f"{ref} is no schema: {error}"
        return
    found = document
    for step in pointer.removeprefix("/").split("/"):
        found = found.get(step) if isinstance(found, dict) else None
    if found is None:
        yield f"{ref} leads nowhere"


def place(path: Sequence[object]) -> str:
    """Where in the document."""
    return "/".join(map(str, path)) or "the document"


def main() -> int:
    """Print each fault; the exit code."""
    found = list(faults(yaml.safe_load(DOCUMENT.read_text()), DOCUMENT.parent))
    for fault in found:
        print(f"{DOCUMENT.relative_to(ROOT)}: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
