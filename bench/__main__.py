"""`python -m bench`: measure, print a table, and write `bench/results.json`."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

import uvloop

from bench import access, eye, paigow, telemetry
from bench.figures import table, write
from bench.measure import Size, measure
from services.kernel.serving import logs


def main() -> None:
    """Read the arguments, measure and tell."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=Size.rounds, help="at most 44")
    parser.add_argument("--workers", type=int, default=Size.workers, help="calls at once")
    parser.add_argument("--each", type=int, default=Size.each, help="games of each worker")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results.json")
    given = parser.parse_args()
    logs.configure("error", "console", "bench", "bench")
    size = Size(given.rounds, given.workers, given.each)
    with (
        tempfile.TemporaryDirectory(prefix="eyesdown-bench-") as folder,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        results = runner.run(measure(size, Path(folder)))
        results |= runner.run(access.measure(size.rounds, Path(folder) / "access"))
    results |= telemetry.measure(size.rounds)
    results |= paigow.measure(size.rounds)
    results |= eye.measure(size.rounds)
    write(results, given.out)
    print(table(results))
    print(f"\n{results['rounds']} rounds at {results['revision']}; written to {given.out}")


if __name__ == "__main__":
    main()
