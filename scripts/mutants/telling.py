"""What came of the mutants, in figures and in the document."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scripts.mutants.sowing import ROOT
from scripts.mutants.trying import Fate

PAGE, REASONS = ROOT / "docs/mutation.md", Path(__file__).parent / "reasons.toml"
START, END = "<!-- what was found -->", "<!-- up to here -->"
NO_REASON = "No reason yet: a test is to be written, or the line to go"


@dataclass(frozen=True)
class Found:
    """What came of a sample of a domain's `every` mutants.

    `first` is how many were killed when it was drawn: what is killed once tests were written for
    what had lived says nothing of the mutants that nobody has drawn.
    """

    service: str
    every: int
    seed: str
    fates: dict[str, Fate]
    lines: dict[str, int]
    failing: list[str]
    first: int | None = None

    def keep(self, path: Path) -> None:
        """Write it down."""
        said = vars(self) | {"fates": {name: fate.name for name, fate in self.fates.items()}}
        path.write_text(json.dumps(said, indent=1, ensure_ascii=False), encoding="utf-8")

    @classmethod
    def kept(cls, path: Path) -> Found:
        """Read what was written."""
        said = json.loads(path.read_text(encoding="utf-8"))
        return cls(**said | {"fates": {name: Fate[fate] for name, fate in said["fates"].items()}})

    @property
    def tried(self) -> dict[str, Fate]:
        """Without those that are no Python, or that differ in nothing."""
        return {name: fate for name, fate in self.fates.items() if fate is not Fate.NO_PYTHON}

    @property
    def alive(self) -> list[str]:
        """Those that no test noticed."""
        return [n for n, f in self.tried.items() if f in (Fate.ALIVE, Fate.UNTESTED)]

    @property
    def files(self) -> set[str]:
        """Where those are that no test noticed."""
        return {name.partition("::")[0] for name in self.alive}

    @property
    def killed(self) -> int:
        """How many of those that were tried some test notices now, or whose line is gone."""
        return len(self.tried) - len(self.alive)

    def again(self, now: Found, gone: Iterable[str] = ()) -> Found:
        """After those that lived were tried on the tests of `now`; the lines of some are `gone`."""
        first = self.killed if self.first is None else self.first
        fates = self.fates | now.fates | dict.fromkeys(gone, Fate.GONE)
        lines = self.lines | now.lines
        return replace(self, fates=fates, lines=lines, failing=now.failing, first=first)

    @staticmethod
    def file(name: str) -> str:
        """`draw/game/calling.py` of a mutant's name."""
        return name.partition("::")[0].removeprefix("services/").replace("/domain/", "/")

    @staticmethod
    def change(name: str) -> str:
        """What is changed, and in which function, of a mutant's name."""
        return name.partition("::")[2].replace("`", "'")


def interval(hits: int, of: int) -> tuple[float, float]:
    """Where the share of all lies with 95 % (Wilson), given that of a sample."""
    z = 1.959964
    share, scale = hits / of, 1 + z * z / of
    middle = (share + z * z / (2 * of)) / scale
    half = z / scale * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return middle - half, middle + half


def table(found: Sequence[Found]) -> str:
    """A row for each domain."""
    rows = [
        "| domain | mutants | sample | killed as drawn | of all, at 95 % | killed now |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for each in found:
        tried, first = len(each.tried), each.killed if each.first is None else each.first
        low, high = interval(first, tried)
        rows.append(
            f"| {each.service} | {each.every:,} | {tried} | {first / tried:.1%} | "
            f"{low:.1%} to {high:.1%} | {each.killed / tried:.1%} |"
        )
    return "\n".join(rows)


def write(found: Sequence[Found]) -> None:
    """Put the figures and what lives, with its reasons, into the document."""
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(START)
    _, end, tail = rest.partition(END)
    if not end:
        raise ValueError(f"{PAGE} has no {START} … {END}")
    made = "\n\n".join(("", table(found), *_living(found), ""))
    PAGE.write_text(f"{head}{START}{made}{END}{tail}", encoding="utf-8")


def _living(found: Sequence[Found]) -> Iterator[str]:
    """Those alive under the reason of each; those without one last."""
    reasons = tomllib.loads(REASONS.read_text(encoding="utf-8"))["reason"]
    under: dict[str, list[str]] = {each["why"]: [] for each in reasons}
    under[NO_REASON] = []
    for each in found:
        for name in each.alive:
            why = next((r["why"] for r in reasons if re.search(r["where"], name)), NO_REASON)
            under[why].append(f"- `{each.file(name)}` {each.lines[name]}: `{each.change(name)}`")
    for why, names in under.items():
        if names:
            yield f"**{why}** ({len(names)})"
            yield "\n".join(sorted(names))
