"""What ops hold the house to: `deploy/objectives.toml`, and the PromQL that says how it does."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parents[1] / "objectives.toml"


@dataclass(frozen=True)
class Objective:
    """A part of `all` that is to be `good`, within four weeks; both are PromQL with {over}."""

    id: str
    title: str
    objective: float
    good_of: str
    all: str

    def good(self, over: str) -> str:
        """The part that is good, 1 where nothing was asked."""
        good, every = self.good_of.replace("OVER", over), self.all.replace("OVER", over)
        return f"(({good}) / ({every}) > 0) or vector(1)"

    def burning(self, over: str) -> str:
        """How many times as fast as allowed the budget is used up."""
        good, every = self.good_of.replace("OVER", over), self.all.replace("OVER", over)
        allowed = f"{1 - self.objective:.6g}"
        return f"(1 - ({good}) / ({every})) / {allowed}"


def load() -> Mapping[str, Objective]:
    """The objectives by their ids."""
    told = tomllib.loads(FILE.read_text())["objectives"]
    return {
        id_: Objective(id_, each["title"], each["objective"], each["good"], each["all"])
        for id_, each in told.items()
    }


OBJECTIVES = load()
