"""A house in which an evening was played: every service as a process, and what was asked of it.

PYTEST_DONT_REWRITE: a plugin too, `pytest_plugins = ["tests.kit.evening"]`.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from eyesdown.journal.v1 import commit_pb2, journal_service_pb2, journal_service_pb2_grpc
from services.cli.common.contracts import load
from services.cli.common.where import Running
from services.kernel.serving import policy
from services.kernel.serving.policy import Rule
from services.kernel.serving.tokens import ROLES, DevIssuer, role_name
from tests.cli.command import environment

VENUES = ("akl", "mem", "wlg")
SOON = 60.0
UNLIMITED = {"EYESDOWN_RATE_PER_METHOD": "999999", "EYESDOWN_LOG_LEVEL": "error"}
FREE = {"EYESDOWN_GRPC_ADDRESS": "127.0.0.1:0", "EYESDOWN_METRICS_PORT": "0"}

Metadata = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Served:
    """An RPC as a process of the house serves it."""

    service: str
    rule: Rule
    streams: bool
    answer: type[Message]

    @property
    def request(self) -> type[Message]:
        """The class of its request."""
        return message_factory.GetMessageClass(self.rule.request)

    def __str__(self) -> str:
        return f"{self.service}: {self.rule.method}"


@dataclass(frozen=True)
class Asked:
    """A request as it went on record: the method, who asked, and in which role."""

    method: str
    person: str
    role: str
    request: Message


@dataclass
class Evening:
    """The house; `courses` are what was asked of each aggregate in the evening, in order, and
    `names` what there is by kind. `told` is what the demonstration said, and `operator` a folder of
    whoever asked for it, in which it had no business (`operators_own`)."""

    running: Running
    issuer: DevIssuer
    data: Path
    log: Path
    operator: Path
    told: str
    served: Sequence[Served] = ()
    courses: dict[str, list[Asked]] = field(default_factory=lambda: defaultdict(list))
    names: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _channels: dict[str, grpc.Channel] = field(default_factory=dict)

    def person(self, name: str, *roles: str, venue: str = "*") -> Metadata:
        """The metadata of somebody with these roles, all of them if none is named."""
        token = self.issuer.issue(name, {venue: list(roles or ROLES)})
        return (("authorization", f"Bearer {token}"),)

    def channel(self, service: str) -> grpc.Channel:
        """The channel to a service."""
        if service not in self._channels:
            self._channels[service] = grpc.insecure_channel(self.running.services[service])
        return self._channels[service]

    def ask(
        self, served: Served, request: bytes, metadata: Metadata, seconds: float
    ) -> Message | None:
        """The answer, or the first one of a stream, None where there is none. Raises `RpcError`."""
        return self.asking(served, request, metadata, seconds)()

    def asking(
        self, served: Served, request: bytes, metadata: Metadata, seconds: float
    ) -> Callable[[], Message | None]:
        """Ask, and give back what waits for the answer, as `ask` gives it."""
        channel: Any = self.channel(served.service)  # called with bytes, whatever it is typed for
        if served.streams:
            stream = channel.unary_stream(served.rule.path)(
                request, timeout=seconds, metadata=metadata
            )
            return lambda: self._first(served, stream)
        call = channel.unary_unary(served.rule.path).future(
            request, timeout=seconds, metadata=metadata
        )
        return lambda: served.answer.FromString(call.result())

    def _first(self, served: Served, stream: Any) -> Message | None:
        try:
            first = next(stream, None)
        finally:
            stream.cancel()
        return served.answer.FromString(first) if first is not None else None

    def close(self) -> None:
        """Close the channels."""
        for channel in self._channels.values():
            channel.close()


def reason_of(error: grpc.Call) -> str:
    """The stable reason that came with a failure; empty for none."""
    info = error_details_pb2.ErrorInfo()
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin" and isinstance(value, bytes):
            status = status_pb2.Status.FromString(value)
            any(detail.Unpack(info) for detail in status.details)
    return info.reason


def operators_own(folder: Path) -> dict[str, str]:
    """The settings of an operator who has a house already, with its data in a folder."""
    return {
        "EYESDOWN_DATA": str(folder / "data"),
        "EYESDOWN_KEYS": str(folder / "keys"),
        "EYESDOWN_MODE": "production",
        "EYESDOWN_NATS_URL": "nats://127.0.0.1:1",
        "EYESDOWN_TOKEN_ISSUER": "somebody",
        "EYESDOWN_VENUES": str(folder),
    }


def _played(data: Path, operator: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "services.cli.main", "demo", "--data", str(data)],
        env=environment(data, operators_own(operator)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout[-2000:]
    return done.stdout


@contextmanager
def _run(data: Path, log: Path) -> Iterator[Running]:
    command = (sys.executable, "-m", "services.cli.main", "run")
    ports = ("--nats-port", "0", "--websocket-port", "0", "--display-port", "0")
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [*command, *ports],
            env=environment(data, {**FREE, **UNLIMITED}),
            stdout=subprocess.PIPE,
            stderr=errors,
        )
    try:
        assert process.stdout is not None
        while b"Ctrl-C" not in (line := process.stdout.readline()):
            assert line, log.read_text()
        yield Running.read(data / "run.json")
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=SOON)


def _of(service: str, address: str) -> list[Served]:
    with grpc.insecure_channel(address) as channel:
        database: Any = ProtoReflectionDescriptorDatabase(channel)
        ours = [name for name in database.get_services() if name.startswith("eyesdown.")]
    rules = policy.read(ours)
    return [Served(service, rule, *_told(rule)) for _, rule in sorted(rules.items())]


def _told(rule: Rule) -> tuple[bool, type[Message]]:
    method: MethodDescriptor = _method(rule)
    return method.server_streaming, message_factory.GetMessageClass(method.output_type)


def _method(rule: Rule) -> MethodDescriptor:
    service, _, method = rule.method.partition("/")
    return descriptor_pool.Default().FindServiceByName(service).methods_by_name[method]


def _harvest(evening: Evening) -> None:
    """Read every commit: what was asked, and what there is."""
    stub: Any = journal_service_pb2_grpc.JournalServiceStub(evening.channel("draw"))
    for venue in VENUES:
        request = journal_service_pb2.ReadCommitsRequest(parent=f"venues/{venue}")
        for reply in stub.ReadCommits(request, metadata=evening.person("aud", "auditor")):
            if not reply.HasField("commit"):
                continue
            commit = commit_pb2.Commit.FromString(reply.commit.commit)
            kind = commit.name.split("/")[2]
            if commit.name not in evening.names[kind]:
                evening.names[kind].append(commit.name)
            packed = commit.command.request
            cls = message_factory.GetMessageClass(
                descriptor_pool.Default().FindMessageTypeByName(packed.type_url.rpartition("/")[2])
            )
            asked = cls()
            assert packed.Unpack(asked)
            evening.courses[commit.name].append(
                Asked(
                    commit.command.method, commit.actor.person, role_name(commit.actor.role), asked
                )
            )


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """The house of this run, after its evening."""
    load()
    data = tmp_path_factory.mktemp("evening")
    house, log, operator = data / "house", data / "log", data / "operator"
    operator.mkdir()
    told = _played(house, operator)
    with _run(house, log) as running:
        made = Evening(running, DevIssuer(house), house, log, operator, told)
        made.served = [
            each for service, address in running.services.items() for each in _of(service, address)
        ]
        try:
            _harvest(made)
            yield made
        finally:
            made.close()
