"""What an audit comes to: what is not as it must be, and how much was proven to be."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from services.kernel.build import Build


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """Something that is not as it must be, and why, in words.

    `name` is empty and `version` 0 where it is not about an aggregate's commit, and `sequence` 0
    where it is about no one message.
    """

    stream: str
    sequence: int
    name: str
    version: int
    why: str

    def __str__(self) -> str:
        where = self.stream
        if self.name:
            where = self.name + (f" version {self.version}" if self.version else "")
        return f"{where}{f' (sequence {self.sequence})' if self.sequence else ''}: {self.why}"


@dataclass
class Proven:
    """How much was examined, and found as it must be.

    `decided` commits were decided again with the same outcome, `refusals` on record among them;
    `undecided` could not be, since something that they rest on is sealed and its key is not at
    hand. Of the `sealed` commits some
    were opened `by_later` commits, some `by_key`, some by both, and some stay `closed`.
    `unexamined` commits come after a finding of the same aggregate and rest on it. `watched`
    aggregates were found as a watermark saw them. `builds` tells how many commits name each build
    as the one that decided them.
    """

    streams: int = 0
    commits: int = 0
    aggregates: int = 0
    decided: int = 0
    undecided: int = 0
    sealed: int = 0
    by_later: int = 0
    by_key: int = 0
    closed: int = 0
    unexamined: int = 0
    refusals: int = 0
    watched: int = 0
    builds: Counter[Build] = field(default_factory=Counter)


@dataclass
class Report:
    """The outcome of an audit: everything is in order when there are no `findings`."""

    findings: list[Finding] = field(default_factory=list)
    proven: Proven = field(default_factory=Proven)
