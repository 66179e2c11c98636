"""One year's stream read from its first message to its last: is all of it there, in its order?"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from services.kernel.audit.findings import Finding, Report
from services.kernel.audit.watermark import Digest, Mark
from services.kernel.journal.archive import Archive, Extent, Raw
from services.kernel.names import BadName, Name, first_sequence, stream


@dataclass
class Seen:
    """What a passage saw of an aggregate: its last message, and a hash over all of them."""

    name: Name
    messages: int = 0
    sequence: int = 0
    head: bytes = b""
    all: bytes = b""

    def take(self, sequence: int, body: bytes) -> None:
        """One more message; `body` is the SHA-256 of its body."""
        self.messages += 1
        self.sequence, self.head = sequence, body
        self.all = hashlib.sha256(self.all + sequence.to_bytes(8, "big") + body).digest()


@dataclass
class Passage:
    """One passage over the stream of a venue and year, held against a watermark if there is one."""

    venue: str
    year: int
    report: Report
    since: Mark | None = None
    seen: dict[Name, Seen] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.stream = stream(self.venue, self.year)
        self.position = first_sequence(self.year) - 1
        self._digest = Digest(self.venue, self.year)
        self._due: dict[int, tuple[str, str]] = {}
        if self.since is not None:
            heads = self.since.heads.items()
            self._due = {sequence: (path, digest) for path, (sequence, digest) in heads}
        self._unmatched = self.since

    async def over(self, archive: Archive, extent: Extent, read: Callable[[int], None]) -> None:
        """Go up to the stream's end as `extent` has it; `read` is told of messages read."""
        self._ends(extent)
        self._hold_up()
        while self.position < extent.last:
            page = await archive.page(self.venue, self.year, self.position)
            page = [raw for raw in page if raw.sequence <= extent.last]
            if not page or page[-1].sequence <= self.position:
                self._gap(extent.last + 1)
                break
            for raw in page:
                self._take(raw)
            read(len(page))
        self._leave_off()
        self.report.proven.streams += 1

    def mark(self) -> Mark:
        """What the stream holds, to be compared with later."""
        heads = {
            f"{name.kind}/{name.id}": (seen.sequence, seen.head.hex())
            for name, seen in self.seen.items()
        }
        return Mark(self.venue, self.year, self.position, str(self._digest), heads)

    def _ends(self, extent: Extent) -> None:
        first = first_sequence(self.year)
        if extent.first != first:
            self._found(extent.first, f"the stream begins here and not at {first}")
        there = extent.last - extent.first + 1
        if extent.messages != there:
            why = f"it is to hold {there} messages and says that it holds {extent.messages}"
            self._found(0, why)
        if self.since is not None and extent.last < self.since.last:
            missing = self.since.last - extent.last
            why = f"the stream ends here; {missing} commits that the watermark saw are missing"
            self._found(extent.last, why)

    def _take(self, raw: Raw) -> None:
        if raw.sequence <= self.position:
            self._found(raw.sequence, f"this comes after sequence {self.position}")
        elif raw.sequence > self.position + 1:
            self._gap(raw.sequence)
        body = hashlib.sha256(raw.body).digest()
        self.position = max(self.position, raw.sequence)
        self.report.proven.commits += 1
        self._digest.take(raw, body)
        self._hold_up()
        name = self._name(raw)
        if name is not None:
            self.seen.setdefault(name, Seen(name)).take(raw.sequence, body)
        self._hold_up_head(raw, name, body)

    def _name(self, raw: Raw) -> Name | None:
        try:
            name = Name.of_subject(raw.subject)
        except BadName:
            self._found(raw.sequence, f"its subject is no aggregate's: {raw.subject!r}")
            return None
        if name.stream != self.stream:
            self._found(raw.sequence, f"it belongs into {name.stream}")
            return None
        return name

    def _gap(self, before: int) -> None:
        first, last = self.position + 1, before - 1
        missing = f"sequence {first} is" if first == last else f"sequences {first} to {last} are"
        self._found(first, f"{missing} missing")

    # -- the watermark ---------------------------------------------------------------------

    def _hold_up(self) -> None:
        """Compare the whole stream so far, when it has come to where the watermark was made."""
        mark = self._unmatched
        if mark is None or self.position < mark.last:
            return
        self._unmatched = None
        if self.position != mark.last or str(self._digest) != mark.digest:
            why = "what is stored up to here is not what was there when the watermark was made"
            self._found(mark.last, why)

    def _hold_up_head(self, raw: Raw, name: Name | None, body: bytes) -> None:
        due = self._due.pop(raw.sequence, None)
        if due is None:
            return
        path, digest = due
        if name is None or f"{name.kind}/{name.id}" != path or body.hex() != digest:
            self._not_the_head(raw.sequence, path)
        else:
            self.report.proven.watched += 1

    def _leave_off(self) -> None:
        for sequence, (path, _) in sorted(self._due.items()):
            self._not_the_head(sequence, path)

    def _not_the_head(self, sequence: int, path: str) -> None:
        why = "the commit that the watermark saw here is another now, or gone"
        name = f"venues/{self.venue}/{path}"
        self.report.findings.append(Finding(self.stream, sequence, name, 0, why))

    def _found(self, sequence: int, why: str) -> None:
        self.report.findings.append(Finding(self.stream, sequence, "", 0, why))
