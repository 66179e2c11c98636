"""`make mutants`: change the law a little, a thousand times, and see whether a test notices.

Without paths each domain is tried, by a sample drawn from all of its files. What was found is kept
in `.mutants/`, for `--write` to put into docs/mutation.md.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from scripts.mutants.sowing import ROOT, Mutant, sown
from scripts.mutants.telling import Found, table, write
from scripts.mutants.trying import Trial

SERVICES = {
    "draw": ("domain",),
    "verify": ("domain", "test_claim_profile.py"),
    "tournament": ("domain",),
    "paigow": ("domain", "test_against_reference.py"),
}
"""The tests of each domain that need nothing but it, below `tests/<service>`."""
QUIET = "-q -p no:cacheprovider -p no:faulthandler --assert=plain --tb=native --timeout=0"


def main() -> None:
    """Read the arguments, try each domain in a process of its own, and tell."""
    given = _arguments().parse_args()
    given.kept.mkdir(exist_ok=True)
    if given.write:
        write([Found.kept(given.kept / f"{service}.json") for service in SERVICES])
        return
    found = []
    for service in SERVICES:
        files = _files(service, given.paths)
        if files:
            found.append(_tried(service, files, given))
    print(table(found))
    sys.exit(any(each.failing for each in found))


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", help="services, or files and folders of their domains")
    parser.add_argument("--sample", type=int, default=400, help="mutants of each domain; 0 for all")
    parser.add_argument("--seed", default="eyesdown", help="which sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at once")
    parser.add_argument(
        "--budget", type=float, default=4, help="CPU seconds of tests for each mutant at most"
    )
    parser.add_argument(
        "--again", action="store_true", help="only those that lived last time, on the tests of now"
    )
    parser.add_argument("--match", default="", help="only mutants whose name has this in it")
    parser.add_argument("--tests", nargs="+", help="tests to try them on, instead of the domain's")
    parser.add_argument(
        "--kept", type=Path, default=ROOT / ".mutants", help="the folder for what was found"
    )
    parser.add_argument("--write", action="store_true", help="put what was found into the document")
    return parser


def _files(service: str, paths: Sequence[str]) -> list[Path]:
    domain = ROOT / "services" / service / "domain"
    wanted = [domain] if not paths or service in paths else [Path(p).resolve() for p in paths]
    return [
        file
        for file in sorted(domain.rglob("*.py"))
        if any(file == each or each in file.parents for each in wanted)
    ]


def _tried(service: str, files: Sequence[Path], given: argparse.Namespace) -> Found:
    """What came of the mutants of a service's domain."""
    kept = given.kept / f"{service}.json"
    before = Found.kept(kept) if given.again else None
    if before is not None:
        files = [file for file in files if str(file.relative_to(ROOT)) in before.files]
    field = [sown(str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")) for file in files]
    there = {mutant.name for mutants in field for mutant in mutants}
    field = [[each for each in mutants if given.match in each.name] for mutants in field]
    every = sum(map(len, field))
    share = given.sample / every if given.sample else 1
    chosen = [mutant for mutants in field for mutant in drawn(mutants, share, given.seed)]
    if before is not None:
        chosen = [each for mutants in field for each in mutants if each.name in before.alive]
    made = kept.with_suffix(".new")
    made.unlink(missing_ok=True)
    child = os.fork()
    if not child:
        try:
            _try(service, chosen, every, given, made)
        finally:
            os._exit(1)
    os.waitpid(child, 0)
    if not made.exists():
        sys.exit(f"{service}: its tests could not be run; see {given.kept / service}.log")
    found = Found.kept(made)
    if before is not None:
        looked_at = {str(file.relative_to(ROOT)) for file in files}
        lived = {name for name in before.alive if name.partition("::")[0] in looked_at}
        found = before.again(found, lived - there)
    found.keep(kept)
    made.unlink()
    return found


def drawn(mutants: Sequence[Mutant], share: float, seed: str) -> list[Mutant]:
    """That share of a file's mutants, at least one; the same for the same seed."""
    if not mutants:
        return []
    count = min(len(mutants), max(1, round(share * len(mutants))))
    chance = random.Random(f"{seed}/{mutants[0].file}")
    return [mutants[at] for at in sorted(chance.sample(range(len(mutants)), count))]


def _try(
    service: str,
    chosen: Sequence[Mutant],
    every: int,
    given: argparse.Namespace,
    into: Path,
) -> None:
    domain = ROOT / "services" / service / "domain"
    trial = Trial(domain, chosen, given.jobs, given.budget)
    out = os.fdopen(os.dup(1), "w", buffering=1)
    with (given.kept / f"{service}.log").open("w") as log, redirect_stdout(log):
        trial.said = lambda text: print(f"{service} {text}", file=out)
        tests = given.tests or [f"tests/{service}/{each}" for each in SERVICES[service]]
        code = pytest.main([*QUIET.split(), "-s", *tests], plugins=[trial])
    if code == pytest.ExitCode.OK:
        lines = {mutant.name: mutant.line for mutant in chosen}
        Found(service, every, given.seed, trial.fates, lines, trial.failing).keep(into)
    os._exit(int(code))


if __name__ == "__main__":
    main()
