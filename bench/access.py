"""What it costs to know who calls and whether they may, beside a server that asks nobody.

`python -m bench.access` measures it alone, in half a minute, and writes nothing.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections import defaultdict
from pathlib import Path

import grpc
import uvloop

from bench.figures import Value, spread, table
from bench.guarded import METHOD, SERVICE
from bench.house import Serving, process
from bench.load import Method, burst, settled
from eyesdown.common.v1 import venue_service_pb2 as pb
from services.kernel.serving.authority import Authority
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import Settings

WORKERS, EACH = 16, 64
REQUEST = pb.ListRoomsRequest(parent="venues/akl").SerializeToString()
PEOPLE = 8
"""Persons who call, each with a token of their own."""


async def measure(rounds: int, folder: Path) -> dict[str, Value]:
    """The figures, in so many rounds of ours and bare in turns."""
    authority = Authority(folder / "certs")
    authority.sign("server")
    certificate, key = authority.sign("client")
    credentials = grpc.ssl_channel_credentials(
        authority.certificate.read_bytes(), key.read_bytes(), certificate.read_bytes()
    )
    issuer = DevIssuer.of(Settings(data_folder=folder / "data"))
    tokens = [issuer.issue(f"person-{n}", {"akl": ["caller"]}) for n in range(PEOPLE)]
    command = ("bench.guarded", "--certs", str(folder / "certs"), "--data", str(folder / "data"))
    samples: defaultdict[str, list[float]] = defaultdict(list)
    async with (
        process(("bench.guarded",), dict(os.environ)) as bare,
        process(command, dict(os.environ), credentials) as ours,
    ):
        path = f"/{SERVICE}/{METHOD}"
        plain = [Method(bare.channel, path) for _ in tokens]
        known = [
            Method(ours.channel, path, (("authorization", f"Bearer {token}"),)) for token in tokens
        ]
        await _cpu_of(bare, plain)
        await _cpu_of(ours, known)
        for number in range(rounds):
            turns = [("bare", bare, plain), ("ours", ours, known)]
            used = {}
            for which, serving, methods in turns if number % 2 else reversed(turns):
                used[which] = await _cpu_of(serving, methods)
            samples["access_cpu_us"].append(used["ours"] - used["bare"])
            samples["access_bare_cpu_us"].append(used["bare"])
            samples["access_cpu_ratio"].append(used["ours"] / used["bare"])
    results: dict[str, Value] = {}
    for name, values in samples.items():
        results.update(spread(name, values))
    return results


async def _cpu_of(serving: Serving, methods: list[Method]) -> float:
    """Microseconds of the server's CPU, all its threads together, for one call."""
    before = await settled(serving.pid)
    queues = [[REQUEST] * EACH for _ in range(WORKERS // len(methods))]
    await asyncio.gather(*(burst(method, queues) for method in methods))
    return (await settled(serving.pid) - before) / (WORKERS * EACH) * 1e6


def main() -> None:
    """Measure and tell."""
    with (
        tempfile.TemporaryDirectory(prefix="eyesdown-bench-") as folder,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        print(table(runner.run(measure(30, Path(folder)))))


if __name__ == "__main__":
    main()
