"""The bare baseline: a gRPC method that does one durable append, and nothing else.

No identity, no messages, no rule: bytes come in, a body of fixed size is appended to a subject
with the sequence that it must follow, and the new sequence goes out. What our commands cost above
this is what they are worth.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
from typing import Any

import grpc
import nats
import uvloop
from nats.js import JetStreamContext

METHOD = "Append"
SERVICE = "bench.Bare"
EXPECTED = "Nats-Expected-Last-Subject-Sequence"


class Bare:
    """Appends to its subjects, each call to the one that its first two bytes number."""

    def __init__(self, jetstream: JetStreamContext, subjects: str, size: int) -> None:
        self._jetstream = jetstream
        self._subjects = subjects
        self._body = bytes(size)
        self._last: dict[int, int] = {}

    async def append(self, request: bytes, _: object) -> bytes:
        """One durable append that must follow the one before it."""
        number = int.from_bytes(request[:2], "big")
        stored = await self._jetstream.publish(
            f"{self._subjects}{number:04}",
            self._body,
            headers={EXPECTED: str(self._last.get(number, 0))},
        )
        self._last[number] = stored.seq
        return str(stored.seq).encode()


async def serve(url: str, subjects: str, size: int) -> None:
    """Serve until standard input ends; says on a line of JSON where."""
    connection = await nats.connect(url)
    bare = Bare(connection.jetstream(), subjects, size)
    server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
    handlers: Any = {METHOD: grpc.unary_unary_rpc_method_handler(bare.append)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    print(json.dumps({"grpc": f"127.0.0.1:{port}"}), flush=True)
    await asyncio.to_thread(sys.stdin.buffer.read)
    await server.stop(1)
    await connection.close()


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(description="The bare baseline of the bench.")
    parser.add_argument("--url", required=True)
    parser.add_argument("--subjects", required=True)
    parser.add_argument("--size", type=int, required=True)
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(given.url, given.subjects, given.size))


if __name__ == "__main__":
    main()
