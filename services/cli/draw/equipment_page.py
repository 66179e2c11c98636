"""A piece of equipment in words, and its last inspection."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from eyesdown.draw.v1 import equipment_pb2
from eyesdown_client import EquipmentPhase, Respect, Selector
from services.cli.common.output import clock_time, columns, last_change, plain, short

PHASES = {
    EquipmentPhase.REGISTERED: "registered, never inspected",
    EquipmentPhase.IN_SERVICE: "in service",
    EquipmentPhase.OUT_OF_SERVICE: "out of service",
    EquipmentPhase.RETIRED: "given up",
}


def table(rows: list[equipment_pb2.EquipmentRow]) -> Iterator[str]:
    """A line for each piece."""
    if not rows:
        yield "No equipment."
        return
    head = ("equipment", "title", "sort", "inspected on", "phase", "why")
    cells = [
        (
            short(row.name),
            plain(row.title),
            _sort(row.selector, row.numbers),
            row.examined_on,
            phase_words(row.phase),
            plain(row.reason),
        )
        for row in rows
    ]
    yield from columns([head, *cells])


def sheet(shown: equipment_pb2.Equipment, zone: tzinfo) -> Iterator[str]:
    """A piece of equipment in words; instants on the clock of `zone`."""
    yield f"{shown.name}   {phase_words(shown.phase)}"
    yield from columns(list(_about(shown, zone)), "  ")


def phase_words(phase: int) -> str:
    """A phase of equipment as people say it."""
    return next((words for each, words in PHASES.items() if each == phase), "unknown")


def _about(shown: equipment_pb2.Equipment, zone: tzinfo) -> Iterator[tuple[str, str]]:
    yield "title", plain(shown.title)
    yield "sort", _sort(shown.selector, shown.numbers)
    if shown.reason:
        yield "because", plain(shown.reason)
    if shown.game:
        yield "found in", shown.game
    for each in shown.defects:
        yield (
            "not repaired",
            f"ball {each.ball}: {plain(each.what)}" if each.ball else (plain(each.what)),
        )
    if shown.HasField("repair"):
        by = f"{plain(shown.repair.by)}, {clock_time(shown.repair.at, zone)}"
        yield "repaired", f"{plain(shown.repair.done)}, by {by}"
    if shown.HasField("examination"):
        yield from _examination(shown.examination, zone)
    yield "last change", last_change(shown, zone)
    yield "all times", str(zone)


def _examination(found: equipment_pb2.Examination, zone: tzinfo) -> Iterator[tuple[str, str]]:
    beside = f", beside {plain(found.witness)}" if found.witness else ""
    yield "inspected", f"{found.day}, {clock_time(found.at, zone)}, by {plain(found.by)}{beside}"
    compared = {int(each) for each in found.equal_in}
    equal = [each.name.lower() for each in Respect if each.value in compared]
    if equal:
        yield "found equal in", ", ".join(equal)
    if found.counted:
        yield "counted", f"{found.counted} objects"


def _sort(selector: int, numbers: int) -> str:
    if selector == Selector.ELECTRONIC:
        return f"selector of 1 to {numbers}"
    return f"receptacle with {numbers} objects"
