"""Write the JSON Schemas of what displays read and say on NATS, or say which are not up to date.

Made from the messages of `protos/eyesdown/board/v1`, with their comments as descriptions: a file
in `docs/schema` for each message that no other one holds. `schemas.py write` changes only what
differs; `schemas.py check` changes nothing and exits 1 on a difference.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    EnumDescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
    FileDescriptorSet,
)

ROOT = Path(__file__).resolve().parent.parent
PROTOS = ROOT / "protos"
CONTRACTS = "eyesdown/board/v1"
SCHEMAS = ROOT / "docs" / "schema"
DRAFT = "http://json-schema.org/draft-07/schema#"
"""What validators of every language know, and AsyncAPI takes by itself."""

Type = FieldDescriptorProto.Type
Schema = dict[str, Any]
PLAIN: Mapping[Type.ValueType, Schema] = {
    FieldDescriptorProto.TYPE_STRING: {"type": "string"},
    FieldDescriptorProto.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptorProto.TYPE_UINT32: {"type": "integer", "minimum": 0, "maximum": 2**32 - 1},
    FieldDescriptorProto.TYPE_INT32: {"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1},
}
INSTANT = ".google.protobuf.Timestamp"
# Validators need not look at a format, but all of them look at a pattern.
AN_INSTANT = {
    "type": "string",
    "format": "date-time",
    "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$",
}
# What a display says may lack what has its default: these are needed all the same.
SAID: Mapping[str, Sequence[str]] = {
    "Shown": ("display", "room", "at"),
    "ShownCall": ("position", "number", "since"),
    "PairingAsk": (),
}


@dataclass(frozen=True)
class Contracts:
    """The messages and enums of the displays' package by name, and what is said of each part:
    of "GameFrame", of "GameFrame.calls", of "GAME_PHASE_HELD"."""

    messages: Mapping[str, DescriptorProto]
    enums: Mapping[str, EnumDescriptorProto]
    comments: Mapping[str, str]

    @classmethod
    def read(cls) -> Contracts:
        """Compile the contracts, comments included."""
        sources = sorted(str(path.relative_to(PROTOS)) for path in (PROTOS / CONTRACTS).glob("*"))
        sources = [source for source in sources if source.endswith(".proto")]
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "set"
            options = (f"-I{PROTOS}", "--include_source_info", f"--descriptor_set_out={out}")
            command = [sys.executable, "-m", "grpc_tools.protoc", *options, *sources]
            if subprocess.run(command, check=False).returncode:
                sys.exit("The contracts do not compile: see above.")
            files = FileDescriptorSet.FromString(out.read_bytes()).file
        return cls(
            {message.name: message for file in files for message in file.message_type},
            {enum.name: enum for file in files for enum in file.enum_type},
            {name: text for file in files for name, text in commented(file)},
        )

    def whole(self) -> Iterator[str]:
        """The messages that stand for themselves on a subject: no other one holds them."""
        held = {last(field.type_name) for each in self.messages.values() for field in each.field}
        return (name for name in self.messages if name not in held)

    def schema(self, name: str) -> Schema:
        """The schema of a message, with whatever it holds."""
        needed: dict[str, Schema] = {}
        body = self._message(name, needed)
        return {"$schema": DRAFT, "title": name, **body, "definitions": needed}

    def _message(self, name: str, needed: dict[str, Schema]) -> Schema:
        fields = self.messages[name].field
        always = [field.json_name for field in fields if not absent(field)]
        return {
            **self._told(name),
            "type": "object",
            "properties": {field.json_name: self._field(name, field, needed) for field in fields},
            "required": list(SAID.get(name, always)),
        }

    def _field(self, of: str, field: FieldDescriptorProto, needed: dict[str, Schema]) -> Schema:
        told = self._told(f"{of}.{field.name}")
        value = self._value(field, needed)
        if field.label == FieldDescriptorProto.LABEL_REPEATED:
            return {**told, "type": "array", "items": value}
        # Beside a reference nothing else is read.
        return {**told, "allOf": [value]} if told and "$ref" in value else {**told, **value}

    def _value(self, field: FieldDescriptorProto, needed: dict[str, Schema]) -> Schema:
        if field.type in PLAIN:
            return dict(PLAIN[field.type])
        if field.type_name == INSTANT:
            return dict(AN_INSTANT)
        name = last(field.type_name)
        if name not in needed:
            needed[name] = {}  # its place, should it hold itself
            needed[name] = (
                self._message(name, needed) if name in self.messages else self._enum(name)
            )
        return {"$ref": f"#/definitions/{name}"}

    def _enum(self, name: str) -> Schema:
        values = [value.name for value in self.enums[name].value]
        words = [f"{each}: {self.comments[each]}" for each in values if each in self.comments]
        told = " ".join([*self._told(name).values(), *words])
        return {**({"description": told} if told else {}), "type": "string", "enum": values}

    def _told(self, part: str) -> Schema:
        return {"description": self.comments[part]} if part in self.comments else {}


def absent(field: FieldDescriptorProto) -> bool:
    """Whether a field is left out while there is nothing to say: a message, such as an instant, or
    one that is optional."""
    repeated = field.label == FieldDescriptorProto.LABEL_REPEATED
    message = field.type == FieldDescriptorProto.TYPE_MESSAGE and not repeated
    return message or field.HasField("oneof_index")


def commented(file: FileDescriptorProto) -> Iterator[tuple[str, str]]:
    """The parts of a file that bear a comment, and its text on one line."""
    for place in file.source_code_info.location:
        text = " ".join(place.leading_comments.split())
        match list(place.path):
            case [4, message] if text:
                yield file.message_type[message].name, text
            case [4, message, 2, field] if text:
                of = file.message_type[message]
                yield f"{of.name}.{of.field[field].name}", text
            case [5, enum] if text:
                yield file.enum_type[enum].name, text
            case [5, enum, 2, value] if text:
                yield file.enum_type[enum].value[value].name, text


def last(type_name: str) -> str:
    """The message of ".eyesdown.board.v1.FrameCall"."""
    return type_name.rpartition(".")[2]


def made() -> dict[Path, str]:
    """The files as they should be."""
    contracts = Contracts.read()
    return {
        SCHEMAS / f"{name}.json": json.dumps(contracts.schema(name), indent=2) + "\n"
        for name in contracts.whole()
    }


def main(arguments: list[str]) -> int:
    """Run `write` or `check`; the exit code."""
    if arguments not in (["write"], ["check"]):
        print("usage: schemas.py write | check", file=sys.stderr)
        return 2
    wanted = made()
    there = {path: path.read_text() for path in SCHEMAS.glob("*.json")}
    differing = sorted(path for path in {*wanted, *there} if wanted.get(path) != there.get(path))
    for path in differing:
        if arguments == ["check"]:
            print(f"{path.relative_to(ROOT)} is not current: run `make docs`", file=sys.stderr)
        elif path in wanted:
            path.parent.mkdir(exist_ok=True)
            path.write_text(wanted[path])
        else:
            path.unlink()
    return 1 if differing and arguments == ["check"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
