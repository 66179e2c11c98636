"""A dispute in words, with its evidence and rulings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from eyesdown.draw.v1 import dispute_pb2
from eyesdown_client import DisputePhase, EvidenceKind, Finding
from services.cli.common.output import clock_time, columns, last_change, plain, short

PHASES = {
    DisputePhase.OPEN: "open",
    DisputePhase.RULED: "ruled on, waiting for a second reviewer",
    DisputePhase.SETTLED: "settled",
}


def table(rows: list[dispute_pb2.DisputeRow]) -> Iterator[str]:
    """A line for each dispute."""
    if not rows:
        yield "No disputes."
        return
    head = ("dispute", "game", "call", "about", "phase", "finding")
    cells = [
        (
            short(row.name),
            row.game.rpartition("/")[2],
            str(row.position),
            plain(row.about),
            phase_words(row.phase),
            finding_words(row.finding) if row.finding else "",
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def sheet(shown: dispute_pb2.Dispute, zone: tzinfo) -> Iterator[str]:
    """A dispute in words: what the record said, the evidence, every ruling.

    Instants are shown on the clock of `zone`.
    """
    yield f"{shown.name}   {phase_words(shown.phase)}"
    yield from columns(list(_about(shown, zone)), "  ")
    if shown.evidence:
        yield ""
        yield "Evidence"
        yield from columns([_evidence(each, zone) for each in shown.evidence], "  ")
    for number, ruling in enumerate(shown.rulings, 1):
        yield ""
        yield f"Ruling {number}: {finding_words(ruling.finding)}, by {ruling.clause}"
        yield f"  {plain(ruling.reason)} ({plain(ruling.by)}, {clock_time(ruling.at, zone)})"
        if ruling.HasField("review"):
            review = ruling.review
            word = "agreed" if review.agrees else "not agreed"
            by = f"{plain(review.by)}, {clock_time(review.at, zone)}"
            yield f"  {word}: {plain(review.reason)} ({by})"


def phase_words(phase: int) -> str:
    """A phase of a dispute as people say it."""
    return next((words for each, words in PHASES.items() if each == phase), "unknown")


def finding_words(finding: int) -> str:
    """A finding as people say it."""
    named = (each.name for each in Finding if each == finding)
    return next(named, "unknown").lower().replace("_", " ")


def _about(shown: dispute_pb2.Dispute, zone: tzinfo) -> Iterator[tuple[str, str]]:
    record = shown.record
    yield "about", plain(shown.about)
    yield "game", record.game
    yield "call", str(record.position)
    yield "called until then", " ".join(str(number) for number in record.numbers)
    yield "record", f"v{record.version}, SHA-256 {record.hash.hex()}"
    yield "then last", f"v{record.last_version}, SHA-256 {record.last_hash.hex()}"
    yield "complainant", shown.complainant or "none"
    yield "opened by", f"{plain(shown.opened_by)}, {clock_time(shown.opened_at, zone)}"
    yield "last change", last_change(shown, zone)
    yield "all times", str(zone)


def _evidence(each: dispute_pb2.Evidence, zone: tzinfo) -> tuple[str, ...]:
    return (
        str(each.evidence),
        _kind(each.kind),
        plain(each.text),
        f"SHA-256 {each.sha256}" if each.sha256 else "",
        f"{plain(each.by)}, {clock_time(each.at, zone)}",
    )


def _kind(kind: int) -> str:
    return next((each.name.lower() for each in EvidenceKind if each == kind), "unknown")
