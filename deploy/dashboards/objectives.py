"""What ops hold the house to: `deploy/objectives.toml`, and the PromQL that says how it does."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.dashboards.queries import growth

FILE = Path(__file__).resolve().parents[1] / "objectives.toml"


@dataclass(frozen=True)
class Objective:
    """A part of `all` that is to be `good`, within four weeks; both choose counters."""

    id: str
    title: str
    objective: float
    good_of: str
    all: str

    def good(self, over: str) -> str:
        """The part that is good, 1 where nothing was asked."""
        return f"({self._part(over)} > 0) or vector(1)"

    def burning(self, over: str) -> str:
        """How many times as fast as allowed the budget is used up."""
        return f"(1 - {self._part(over)}) / {1 - self.objective:.6g}"

    def _part(self, over: str) -> str:
        good, every = (f"sum({growth(each, over)})" for each in (self.good_of, self.all))
        return f"{good} / {every}"


def load() -> Mapping[str, Objective]:
    """The objectives by their ids."""
    told = tomllib.loads(FILE.read_text())["objectives"]
    return {
        id_: Objective(id_, each["title"], each["objective"], each["good"], each["all"])
        for id_, each in told.items()
    }


OBJECTIVES = load()
