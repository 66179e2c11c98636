"""What the contract of an RPC says by itself: its fields, its name, how it is called."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from buf.validate import validate_pb2
from eyesdown.common.v1 import options_pb2

Metadata = tuple[tuple[str, str], ...]
IDS = ("", "7", "not-a-uuid")
LONG = "x" * 5_000
PAGES: Mapping[str, tuple[Any, ...]] = {
    "page_size": (501,),
    "page_token": (LONG, "!", "AAAA", "YS9i", "2026-11-29-01"),
}
NOWHERE: Mapping[str, tuple[str, ...]] = {
    "cardSeries": ("2026-none", "1999-blue"),
    "catalogue": ("1999",),
    "claimDesks": ("{day}-none", "1999-01-01-01"),
    "displays": ("{day}-none", "1999-01-01-01"),
    "disputes": ("{day}-none", "1999-01-01-01"),
    "equipment": ("{day}-none", "1999-01-01-01"),
    "games": ("{day}-none", "1999-01-01-01"),
    "jackpots": ("2026-none", "1999-friday"),
    "receiptRolls": ("2026-01-01", "1999-01-01"),
    "restrictions": (),
    "salesBlocks": ("{day}-none-0000001", "1999-01-01-01-0000001"),
    "sessions": ("{day}-none", "1999-01-01-01"),
    "sittings": ("{day}-none", "1999-01-01-pg1"),
    "tables": ("2026-none-s1-t1", "1999-cup-s1-t1"),
    "tournaments": ("2026-none", "1999-cup"),
}
"""Ids of what there is not, by kind, in a year of the journal and in none. Every year has its
restrictions."""


class Rpc:
    """One method of a service."""

    def __init__(self, method: MethodDescriptor) -> None:
        self.method = method
        self.name: str = method.name
        self.fields = method.input_type.fields_by_name
        self.request = GetMessageClass(method.input_type)
        self.reply = GetMessageClass(method.output_type)

    @property
    def full_name(self) -> str:
        """As metadata and commits name it."""
        return f"{self.method.containing_service.full_name}/{self.name}"

    @property
    def place(self) -> str:
        """The field that says where: "name" or "parent"."""
        return "name" if "name" in self.fields else "parent"

    @property
    def commands(self) -> bool:
        """Whether it leaves a commit."""
        return "request_id" in self.fields

    @property
    def rehearses(self) -> bool:
        """Whether it can be decided without doing anything."""
        return "validate_only" in self.fields

    @property
    def new_id(self) -> str:
        """The field that names what it makes; empty where it makes nothing of its own."""
        names = [each for each in self.fields if each.endswith("_id") and each != "request_id"]
        return names[0] if "parent" in self.fields and names else ""

    @property
    def seen(self) -> str:
        """The field for the version that the person saw; empty where it needs none."""
        found = [
            field.name
            for field in self.fields.values()
            if field.GetOptions().Extensions[options_pb2.seen_version]
        ]
        return found[0] if found else ""

    @property
    def kind(self) -> str:
        """The kind of what it names: "games"; empty where it names a venue."""
        found = re.search(r"\}/([A-Za-z]+)/\[", self._pattern(self.place))
        return found[1] if found else ""

    @property
    def nowhere(self) -> tuple[str, ...]:
        """Names of what there is not; `{venue}` and `{day}` are to be filled in."""
        return tuple(f"venues/{{venue}}/{self.kind}/{id_}" for id_ in NOWHERE.get(self.kind, ()))

    def malformed(self) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Values that fields must not have, whatever the RPC is about."""
        if self.commands:
            yield "request_id", IDS
        if self.kind:
            yield "name", _bad_names(self.kind)
        else:
            every = "|-)" in self._pattern(self.place)  # of every venue at once
            yield "parent", ("", "akl", "venues/AKL", "venues/*", *(() if every else ("venues/-",)))
        for path, values in PAGES.items():
            if path in self.fields:
                yield path, values
        if self.seen:
            yield self.seen, (0, None)

    def asking(self, **fields: Any) -> Any:
        """A request; under a new id where it has one."""
        if self.commands:
            fields.setdefault("request_id", str(uuid.uuid4()))
        return self.request(**fields)

    async def call(self, channel: grpc.aio.Channel, request: Message, at: Metadata) -> Any:
        """The reply; of a stream that goes on its first, of one that ends its last."""
        path, way = f"/{self.full_name}", (self.request.SerializeToString, self.reply.FromString)
        if not self.method.server_streaming:
            return await channel.unary_unary(path, *way)(request, metadata=at)
        stream = channel.unary_stream(path, *way)(request, metadata=at)
        told = None
        try:
            async for reply in stream:
                told = reply
                if self.name.startswith("Watch"):
                    break
        finally:
            stream.cancel()
        if told is None:
            raise AssertionError("the stream ended without a word")
        return told

    def _pattern(self, field: str) -> str:
        rules: validate_pb2.FieldRules = (
            self.fields[field].GetOptions().Extensions[validate_pb2.field]
        )
        return rules.string.pattern


def rpcs(*services: ServiceDescriptor) -> dict[str, Rpc]:
    """Every method of services, by its name."""
    return {each.name: Rpc(each) for service in services for each in service.methods}


def _bad_names(kind: str) -> tuple[str, ...]:
    ours, other = "venues/{venue}", "games" if kind != "games" else "tables"
    return (
        *("", f"{kind}/2026-11-29-01", ours, f"{ours}/{kind}", f"{ours}/{kind}/"),
        *(f"{ours}/{kind}/mine", f"{ours}/{kind}/2026-11-29-A", f"{ours}/{other}/2026-11-29-01"),
        f"venues/AKL/{kind}/2026-11-29-01",
    )
