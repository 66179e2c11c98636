"""What went against the rules on a gaming day, and what persons set aside."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import dispute_events_pb2, game_pb2, session_events_pb2
from eyesdown.draw.v1 import events_pb2 as draw
from eyesdown.journal.v1 import commit_pb2, denials_pb2
from eyesdown.paigow.v1 import events_pb2 as paigow
from eyesdown.tournament.v1 import table_events_pb2 as seats
from eyesdown.tournament.v1 import tournament_events_pb2 as tournament
from eyesdown.verify.v1 import desk_events_pb2 as verify
from eyesdown.verify.v1 import jackpots_pb2, prizes_pb2, sales_pb2
from services.cli.common.output import amount, clock_time
from services.cli.common.words import room_words
from services.cli.day.reading import Day
from services.cli.day.tables import Cell, Table
from services.kernel.names import Name
from services.kernel.record.codec import UnknownFact, unpack

HEAD = ("time", "of", "what", "by", "second", "why")

BREACHES: tuple[type[Message], ...] = (
    *(draw.IrregularityFound, verify.RecoveryDue, tournament.PlayerWarned),
    *(paigow.DifferenceFound, paigow.RemovalOrdered, paigow.HouseWayMissed, paigow.HandFouled),
)
"""What is a breach whenever it happens. Refusals on record are, too."""
OVERRIDES: tuple[type[Message], ...] = (
    *(draw.BallRekeyed, draw.CallTakenBack, draw.SelectionTakenBack, draw.CutOffTakenBack),
    *(draw.CallCorrected, draw.WinnersVoided, draw.CalledByHand, draw.GameVoided),
    *(draw.IrregularityDecided, session_events_pb2.ProgrammeAmended),
    *(sales_pb2.SaleVoided, sales_pb2.LateSaleEntered, verify.LateClaimRuled),
    *(jackpots_pb2.WinGivenUp, jackpots_pb2.JackpotClosed, jackpots_pb2.ClosingUndone),
    *(paigow.DifferenceDecided, paigow.CountDecided, paigow.DealCorrected, paigow.DiceCorrected),
    *(paigow.HandVoided, paigow.RoundVoided, paigow.RemovalDecided, paigow.Reinstated),
    *(paigow.DisputeRuled, tournament.ResultRuled, tournament.TableResultCorrected),
    *(tournament.AwardsVoided, tournament.EndedWithoutFinal, tournament.FewerAllowed),
    *(tournament.HeldReturned, tournament.HeldMoneyRuled, tournament.PlayerDisqualified),
    *(tournament.SeatingVoided, seats.WagerRuled, seats.WagerCorrected, seats.ChipsCorrected),
    *(seats.RoundCorrected, seats.RoundVoided, seats.RoundRuledBegun, seats.TallyCorrected),
)
"""What persons decided otherwise than it was on record, or than the system alone would have."""
SOMETIMES: tuple[type[Message], ...] = (
    *(draw.WentOnWithoutRooms, draw.VerdictExamined, draw.CallOutDecided, draw.GameEnded),
    *(verify.RecoveryRecorded, dispute_events_pb2.DisputeRuled, tournament.DisputeRuled),
    denials_pb2.AccessDenied,
)
"""What is told in words of its own, and some of it only in some cases."""
TOLD = (
    *("position", "call_out", "irregularity", "sale", "dispute", "session", "round", "box"),
    *("table", "player", "removal"),
    *("kind", "remedy", "stage", "wrong", "right", "entered", "computed", "difference", "amount"),
)
"""Fields of an event that say which one it was, in this order."""
WHY = (
    *("reason", "why_not_corrected", "decision", "suspicion", "because"),
    "evidence",
)


def breach_table(day: Day) -> Table:
    """What went against the rules: numbers that came without a room, irregularities, differences,
    and what was refused and is on record."""
    rows = [row for name, commit in day.during for row in _breaches(day, name, commit)]
    note = (
        "With the clause where one refused it. Denied: somebody's role does not let them; the same "
        "thing tried again is counted."
    )
    return Table("breaches", "Breaches", HEAD, [*rows, *_denied(day)], note=note)


def override_table(day: Day) -> Table:
    """What persons set aside, decided themselves, or put right."""
    rows = [row for name, commit in day.during for row in _overrides(day, name, commit)]
    note = "Decisions of persons that stand in the place of what was on record or worked out."
    return Table("overrides", "Overrides", HEAD, rows, note=note)


def _breaches(day: Day, name: Name, commit: commit_pb2.Commit) -> Iterator[tuple[Cell, ...]]:
    for event in _events(commit):
        if isinstance(event, draw.WentOnWithoutRooms):
            breach = event.breach
            rooms = ", ".join(map(room_words, breach.rooms))
            what = f"went on after call {breach.position} without {rooms}"
            yield _row(day, name, commit, what, breach)
        elif isinstance(event, draw.VerdictExamined) and not event.agrees:
            what = f"call out {event.call_out} was decided otherwise than it is found to be"
            yield _row(day, name, commit, what, event)
        elif isinstance(event, BREACHES):
            yield _row(day, name, commit, words(event), event)
    if commit.HasField("refusal"):
        refusal = commit.refusal
        what = f"{_method(commit.command.method)} refused: {refusal.reason}"
        yield (*_row(day, name, commit, what, refusal)[:-1], refusal.clause)


def _overrides(day: Day, name: Name, commit: commit_pb2.Commit) -> Iterator[tuple[Cell, ...]]:
    for event in _events(commit):
        if isinstance(event, draw.CallOutDecided):
            if event.unverified:
                what = f"call out {event.call_out} decided without its cards"
                yield _row(day, name, commit, what, event)
        elif isinstance(event, draw.GameEnded):
            if event.ending == game_pb2.ENDING_ABANDONED:
                yield _row(day, name, commit, "ended early", event)
        elif isinstance(event, verify.RecoveryRecorded):
            if event.recovery == prizes_pb2.RECOVERY_WRITTEN_OFF:
                yield _row(day, name, commit, f"written off, {words(event)}", event)
        elif isinstance(event, dispute_events_pb2.DisputeRuled):
            finding = _value(
                event.ruling.DESCRIPTOR.fields_by_name["finding"], event.ruling.finding
            )
            yield _row(day, name, commit, f"dispute ruled, {finding}", event.ruling)
        elif isinstance(event, tournament.DisputeRuled):
            yield (*_row(day, name, commit, words(event), event)[:-1], event.ruling)
        elif isinstance(event, OVERRIDES):
            yield _row(day, name, commit, words(event), event)


def _denied(day: Day) -> Iterator[tuple[Cell, ...]]:
    """Denied access, the same by the same person in one row."""
    tried: Counter[tuple[str, str, str]] = Counter()
    for _, commit in day.during:
        for event in _events(commit):
            if isinstance(event, denials_pb2.AccessDenied):
                tried[commit.actor.person, _method(event.method), event.reason] += 1
    for (person, method, reason), times in sorted(tried.items()):
        yield (
            "",
            "",
            f"{method} denied" + (f", {times} times" if times > 1 else ""),
            person,
            "",
            reason,
        )


def _events(commit: commit_pb2.Commit) -> Iterator[Message]:
    for packed in commit.events:
        try:
            yield unpack(packed)
        except UnknownFact:  # of a release to come; what it is was on its own paper
            continue


def words(event: Message) -> str:
    """An event of which nobody has written more: "call corrected, position 4, wrong 17, right
    71"."""
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", event.DESCRIPTOR.name).lower()
    told = {field.name: _value(field, value) for field, value in event.ListFields()}
    which = (f"{field.replace('_', ' ')} {told[field]}" for field in TOLD if told.get(field))
    return ", ".join([name, *which])


def _value(field: FieldDescriptor, value: object) -> str:
    if field.enum_type is not None:
        return _enum(field.enum_type, value)
    if field.message_type is not None:
        return amount(value) if isinstance(value, money_pb2.Money) else ""
    return str(value)


def _enum(kind: EnumDescriptor, number: Any) -> str:
    """ "stuck" of IRREGULARITY_KIND_STUCK."""
    prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", kind.name).upper()
    name: str = kind.values_by_number[number].name
    return name.removeprefix(f"{prefix}_").lower().replace("_", " ")


def _row(
    day: Day, name: Name, commit: commit_pb2.Commit, what: str, event: Message
) -> tuple[Cell, ...]:
    practice = getattr(unpack(commit.summary.row), "practice", False)
    return (
        clock_time(commit.at, day.venue.zone),
        f"{name.id} {_singular(name.kind)}{', practice' if practice else ''}",
        what,
        _text(event, ("by",)) or commit.actor.person,
        _text(event, ("second",)),
        _text(event, WHY),
    )


def _text(event: Message, fields: Sequence[str]) -> str:
    """The first of the fields that the event has and that says something."""
    found = (getattr(event, each) for each in fields if each in event.DESCRIPTOR.fields_by_name)
    return next((each for each in found if each and isinstance(each, str)), "")


def _singular(kind: str) -> str:
    """ "claim desk" of claimDesks."""
    return re.sub(r"(?=[A-Z])", " ", kind.removesuffix("s")).lower()


def _method(method: str) -> str:
    return method.rpartition("/")[2]
