"""What counting and tracing a command costs: the same walk with telemetry and without.

Whole commands differ from each other by more than it costs, so it is measured alone: what stands
around a command in a service (span, counts, durations, the commit's span and headers, the count of
the commit when lists read it), with a tenth of the traces sent to a collector of its own process,
beside the same loop without any of it.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

from bench.figures import Value, spread, table
from eyesdown.draw.v1 import draw_service_pb2  # noqa: F401  # its descriptor is asked for
from eyesdown.journal.v1 import commit_pb2
from services.draw.metrics import MEASURED
from services.kernel.following.meter import Followed, Meter
from services.kernel.journal.store import Stored
from services.kernel.names import Name, first_sequence
from services.kernel.record.commit import OpenPart
from services.kernel.serving import policy, telemetry
from services.kernel.serving.server import settle
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tracing import Tracing

SAMPLED = 0.1
COMMANDS = 2_000
"""Commands in a round, with and without."""
HISTORY = Path(__file__).resolve().parents[1] / "tests/golden/game-0.1-auckland.json"
RULE = policy.read(["eyesdown.draw.v1.DrawService"])["/eyesdown.draw.v1.DrawService/CallNumber"]
EXPORT = "opentelemetry.proto.collector.trace.v1.TraceService"


class Walk:
    """What stands around a command of one game."""

    def __init__(self, endpoint: str) -> None:
        provider = Tracing(Resource.create({}), ParentBased(TraceIdRatioBased(SAMPLED)))
        exporter = OTLPSpanExporter(endpoint=endpoint, insecure=True)
        provider.add_span_processor(BatchSpanProcessor(exporter))
        self.provider = provider
        self._told = Telemetry("draw", telemetry.registry(), provider, ["akl"])
        self._told.spans.belonging("games", lambda name: name.id)
        self._stored = _called()
        self._known = _version(self._stored) - 1
        self._venue = self._stored.name.venue
        self._meter = Meter("draw", MEASURED)
        self._meter.begin(self._venue, self._stored.name.year, self._stored.sequence)
        self._followed = Followed(self._meter, self._told.unasked)

    def with_it(self, number: int) -> None:
        """A command that is told of."""
        stored = replace(self._stored, sequence=self._stored.sequence + 1 + number)
        with self._told.rpc(RULE, (("user-agent", "bench"),)) as seen:
            seen.venue, seen.aggregate = self._venue, str(stored.name)
            seen.ended(grpc.StatusCode.OK, "ok")
            with self._told.recording(stored.name, number) as made:
                made.sequence = stored.sequence
        commit = OpenPart(stored)
        self._followed.take(commit, self._known)
        _head(commit)

    def without(self, number: int) -> None:
        """The same loop, with nothing in it but the commit as lists read it anyway."""
        stored = replace(self._stored, sequence=self._stored.sequence + 1 + number)
        _head(OpenPart(stored))


def measure(rounds: int) -> dict[str, Value]:
    """The figure of telemetry, in so many rounds."""
    samples: defaultdict[str, list[float]] = defaultdict(list)
    with _sink() as endpoint:
        walk = Walk(endpoint)
        settle()  # as a service does when it has started
        for number in range(rounds):
            commands = range(number * COMMANDS, (number + 1) * COMMANDS)
            took = {each.__name__: _cpu(each, commands) for each in (walk.without, walk.with_it)}
            samples["telemetry_us"].append(took["with_it"] - took["without"])
        walk.provider.shutdown()
    results: dict[str, Value] = {}
    for name, values in samples.items():
        results.update(spread(name, values))
    return results


def _cpu(walk: Any, commands: range) -> float:
    """Microseconds of CPU of the whole process for each, the exporter's thread among it."""
    began = time.process_time()
    for number in commands:
        walk(number)
    return (time.process_time() - began) / len(commands) * 1e6


def _called() -> Stored:
    """The commit of a CallNumber as a game has it on record."""
    for text in json.loads(HISTORY.read_text())["commits"]:
        body = base64.b64decode(text)
        commit = commit_pb2.Commit.FromString(body)
        if any(each.type_url.endswith(".NumberCalled") for each in commit.events):
            name = Name.parse(commit.name)
            return Stored(name, first_sequence(name.year), body, {})
    raise LookupError(f"{HISTORY} has no call")


def _head(commit: OpenPart) -> None:
    """What a service's lists read of each commit (see `Heads`), counted or not."""
    _ = commit.message.version, commit.at, commit.standing, commit.row


def _version(stored: Stored) -> int:
    return commit_pb2.Commit.FromString(stored.body).version


@contextmanager
def _sink() -> Iterator[str]:
    """A collector of its own process, which takes traces and throws them away."""
    command = [sys.executable, "-m", "bench.telemetry", "--sink"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            yield f"http://127.0.0.1:{child.stdout.readline().strip()}"
        finally:
            child.stdin.close()  # its end ends the process


async def _take() -> None:
    async def export(_: bytes, __: object) -> bytes:
        return b""

    server = grpc.aio.server()
    handlers: Any = {"Export": grpc.unary_unary_rpc_method_handler(export)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(EXPORT, handlers),))
    print(server.add_insecure_port("127.0.0.1:0"), flush=True)
    await server.start()
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(None)


def main() -> None:
    """Measure it alone and print it, or be the collector."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--sink", action="store_true", help="be the collector")
    given = parser.parse_args()
    if given.sink:
        asyncio.run(_take())
    else:
        print(table(measure(given.rounds)))


if __name__ == "__main__":
    main()
