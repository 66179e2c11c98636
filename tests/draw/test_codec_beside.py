"""How sessions, equipment, disputes and displays are written in the journal, there and back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.common.v1.money_pb2 import Money as MoneyMessage
from eyesdown.draw.v1 import (
    display_events_pb2,
    dispute_events_pb2,
    dispute_pb2,
    equipment_events_pb2,
    equipment_pb2,
    game_pb2,
    session_events_pb2,
    session_pb2,
)
from services.draw.codec import display as display_codec
from services.draw.codec import dispute as dispute_codec
from services.draw.codec import equipment as equipment_codec
from services.draw.codec import session as session_codec
from services.draw.domain import display
from services.draw.domain.dispute import dispute
from services.draw.domain.dispute.state import Evidence, EvidenceKind, Finding, Review, Ruling
from services.draw.domain.equipment import defects, equipment, inspecting
from services.draw.domain.equipment.state import Defect, Examination, Repair, Respect
from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.words import Ending, Selector, Stage, Verdict
from services.draw.domain.session import closing, planning, playing, session
from services.draw.domain.session.state import Amendment, Entry, Figures, Judged, Signature
from services.kernel.money import Money
from services.kernel.record.codec import Codec
from tests.draw.domain.dispute.disputes import RECORD

AT = datetime(2026, 11, 29, 8, 0, 1, 250_000, tzinfo=UTC)
STAMP = Timestamp(seconds=1_795_939_201, nanos=250_000_000)
CODECS: tuple[tuple[Codec[Any, Any], Any], ...] = (
    (session_codec.CODEC, session.Event),
    (equipment_codec.CODEC, equipment.Event),
    (dispute_codec.CODEC, dispute.Event),
    (display_codec.CODEC, display.Event),
)

PRIZE = StagePrize(Stage.SERIES, Money("NZD", 50_000), "corners", 0)
PRIZE_MESSAGE = game_pb2.StagePrize(
    stage=game_pb2.STAGE_SERIES,
    prize=MoneyMessage(currency="NZD", minor_units=50_000),
    pattern="corners",
)
ENTRY = Entry(3, "Corners", "nz-casino-bingo", 1, (PRIZE,), True)
ENTRY_MESSAGE = session_pb2.ProgrammeEntry(
    number=3,
    title="Corners",
    profile="nz-casino-bingo",
    game_version=1,
    stages=[PRIZE_MESSAGE],
    practice=True,
)
FIGURES = Figures(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, (Money("NZD", 50_000),))
NEWS = playing.GameNews(
    game="venues/akl/games/2026-11-29-07",
    opened_as=3,
    practice=True,
    announced=True,
    prizes=(PRIZE,),
    called=45,
    call_outs=(Judged(1, None), Judged(2, Verdict.VOIDED)),
    won=(Stage.SERIES,),
    voided=(Stage.PART_SERIES,),
    corrections=1,
    irregularities=2,
    ending=Ending.VOID,
)

# Each event and, by hand, its message.
WRITTEN: tuple[tuple[Any, Message], ...] = (
    (
        planning.SessionPrepared("Sunday", (ENTRY,), "mere", AT),
        session_events_pb2.SessionPrepared(
            title="Sunday", programme=[ENTRY_MESSAGE], by="mere", at=STAMP
        ),
    ),
    (
        planning.ProgrammeChanged("Sunday", (ENTRY,), "mere", AT),
        session_events_pb2.ProgrammeChanged(
            title="Sunday", programme=[ENTRY_MESSAGE], by="mere", at=STAMP
        ),
    ),
    (
        planning.SessionOpened("sue", AT),
        session_events_pb2.SessionOpened(by="sue", at=STAMP),
    ),
    (
        planning.ProgrammeAmended(
            Amendment((), (7,), "no cards", "sue", AT, Signature("tama", AT))
        ),
        session_events_pb2.ProgrammeAmended(
            amendment=session_pb2.Amendment(
                withdrawn=[7],
                reason="no cards",
                by="sue",
                at=STAMP,
                signed=session_pb2.Signature(person="tama", at=STAMP),
            )
        ),
    ),
    (
        planning.AmendmentProposed(Amendment((ENTRY,), (7, 9), "no cards", "sue", AT)),
        session_events_pb2.AmendmentProposed(
            amendment=session_pb2.Amendment(
                entries=[ENTRY_MESSAGE], withdrawn=[7, 9], reason="no cards", by="sue", at=STAMP
            )
        ),
    ),
    (
        planning.SessionCancelled("storm", "mere", AT),
        session_events_pb2.SessionCancelled(reason="storm", by="mere", at=STAMP),
    ),
    (
        playing.GameFollowed(NEWS),
        session_events_pb2.GameFollowed(
            news=session_events_pb2.GameNews(
                game="venues/akl/games/2026-11-29-07",
                opened_as=3,
                practice=True,
                announced=True,
                prizes=[PRIZE_MESSAGE],
                called=45,
                call_outs=[
                    session_pb2.Judged(call_out=1),
                    session_pb2.Judged(call_out=2, verdict=game_pb2.VERDICT_VOIDED),
                ],
                won=[game_pb2.STAGE_SERIES],
                voided=[game_pb2.STAGE_PART_SERIES],
                corrections=1,
                irregularities=2,
                ending=game_pb2.ENDING_VOID,
            )
        ),
    ),
    (
        closing.SessionCounted(FIGURES, "sue", AT),
        session_events_pb2.SessionCounted(
            figures=session_pb2.Figures(
                played=1,
                void=2,
                practice=3,
                not_played=4,
                under_way=5,
                numbers_called=6,
                valid=7,
                not_valid=8,
                out_of_time=9,
                voided=10,
                undecided=11,
                corrections=12,
                irregularities=13,
                stages_won=14,
                prizes_announced=[MoneyMessage(currency="NZD", minor_units=50_000)],
            ),
            by="sue",
            at=STAMP,
        ),
    ),
    (
        closing.SessionResumed("one more", "tama", AT),
        session_events_pb2.SessionResumed(reason="one more", by="tama", at=STAMP),
    ),
    (
        closing.SessionClosed("tama", AT),
        session_events_pb2.SessionClosed(by="tama", at=STAMP),
    ),
    (
        inspecting.EquipmentRegistered("Cage 2", Selector.RECEPTACLE, 75, "mere", AT),
        equipment_events_pb2.EquipmentRegistered(
            title="Cage 2",
            selector=game_pb2.SELECTOR_RECEPTACLE,
            numbers=75,
            by="mere",
            at=STAMP,
        ),
    ),
    (
        inspecting.EquipmentExamined(
            Examination(
                (Respect.SIZE, Respect.BALANCE),
                74,
                (Defect(17, "cracked"), Defect(0, "jams")),
                "ines",
                "rob",
                "2026-11-29",
                AT,
            ),
            fit=False,
        ),
        equipment_events_pb2.EquipmentExamined(
            examination=equipment_pb2.Examination(
                equal_in=[equipment_pb2.RESPECT_SIZE, equipment_pb2.RESPECT_BALANCE],
                counted=74,
                defects=[
                    equipment_pb2.Defect(ball=17, what="cracked"),
                    equipment_pb2.Defect(what="jams"),
                ],
                by="ines",
                witness="rob",
                day="2026-11-29",
                at=STAMP,
            )
        ),
    ),
    (
        defects.EquipmentTakenOut("fell", (Defect(17, "cracked"),), "venues/a/games/1", "mere", AT),
        equipment_events_pb2.EquipmentTakenOut(
            reason="fell",
            defects=[equipment_pb2.Defect(ball=17, what="cracked")],
            game="venues/a/games/1",
            by="mere",
            at=STAMP,
        ),
    ),
    (
        defects.EquipmentRepaired(Repair("replaced", "rob", AT)),
        equipment_events_pb2.EquipmentRepaired(
            repair=equipment_pb2.Repair(done="replaced", by="rob", at=STAMP)
        ),
    ),
    (
        defects.EquipmentReturned("mere", AT),
        equipment_events_pb2.EquipmentReturned(by="mere", at=STAMP),
    ),
    (
        defects.EquipmentRetired("sold", "mere", AT),
        equipment_events_pb2.EquipmentRetired(reason="sold", by="mere", at=STAMP),
    ),
    (
        dispute.DisputeOpened("too late", "people/9f", RECORD, "stu", AT),
        dispute_events_pb2.DisputeOpened(
            about="too late",
            complainant="people/9f",
            record=dispute_pb2.FrozenRecord(
                game="venues/akl/games/2026-11-29-07",
                position=2,
                version=11,
                hash=b"h" * 32,
                numbers=[17, 42],
                last_version=30,
                last_hash=b"l" * 32,
            ),
            by="stu",
            at=STAMP,
        ),
    ),
    (
        dispute.EvidenceAdded(Evidence(1, EvidenceKind.RECORDING, "cam 4", "ab" * 32, "stu", AT)),
        dispute_events_pb2.EvidenceAdded(
            evidence=dispute_pb2.Evidence(
                evidence=1,
                kind=dispute_pb2.EVIDENCE_KIND_RECORDING,
                text="cam 4",
                sha256="ab" * 32,
                by="stu",
                at=STAMP,
            )
        ),
    ),
    (
        dispute.DisputeRuled(Ruling(Finding.NOT_UPHELD, "seen", "NZB-5.10", "sue", AT)),
        dispute_events_pb2.DisputeRuled(
            ruling=dispute_pb2.Ruling(
                finding=dispute_pb2.FINDING_NOT_UPHELD,
                reason="seen",
                clause="NZB-5.10",
                by="sue",
                at=STAMP,
            )
        ),
    ),
    (
        dispute.DisputeReviewed(Review(True, "so it is", "mere", AT)),
        dispute_events_pb2.DisputeReviewed(
            review=dispute_pb2.Review(agrees=True, reason="so it is", by="mere", at=STAMP)
        ),
    ),
    (
        display.DisplayBound("north", "main", b"h" * 32, "stu", AT),
        display_events_pb2.DisplayBound(
            display="north", room="main", secret_sha256=b"h" * 32, by="stu", at=STAMP
        ),
    ),
    (
        display.DisplayRevoked("stolen", "mere", AT),
        display_events_pb2.DisplayRevoked(reason="stolen", by="mere", at=STAMP),
    ),
)


def codec_of(event: Any) -> Codec[Any, Any]:
    """The codec of the aggregate that the event is of."""
    return next(codec for codec, events in CODECS if isinstance(event, get_args(events)))


@pytest.mark.parametrize(("event", "message"), WRITTEN, ids=lambda each: type(each).__name__)
def test_an_event_is_written_and_read(event: Any, message: Message) -> None:
    codec = codec_of(event)
    assert codec.message(event) == message
    assert codec.event(message, None) == event


def test_every_event_is_written_above_and_has_one_message() -> None:
    every = {cls for _, events in CODECS for cls in get_args(events)}
    assert {type(event) for event, _ in WRITTEN} == every
    shapes = [shape for codec, _ in CODECS for shape in codec.shapes]
    assert {shape.cls for shape in shapes} == every
    assert len({shape.message for shape in shapes}) == len(shapes) == len(every)
