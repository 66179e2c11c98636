"""How corrections, signatures and what verify says are written in the journal."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.draw.v1 import events_pb2, game_pb2
from services.draw.codec.game import CODEC
from services.draw.domain.game import deciding
from services.draw.domain.game.callouts import CallOutRecorded
from services.draw.domain.game.corrections import NOT_TO_CORRECT, CallCorrected
from services.draw.domain.game.deciding import CALL_OUT_DECIDED
from services.draw.domain.game.game import Event
from services.draw.domain.game.parts import (
    Correction,
    ErrorKind,
    Proposal,
    ProposalKind,
    Stage,
    Verdict,
)
from services.draw.domain.game.proposals import ProposalApproved, ProposalRejected, Proposed
from services.draw.domain.game.settling import VerdictExamined
from services.draw.domain.game.taking_back import CallTakenBack, SelectionTakenBack
from services.draw.domain.game.winners import WinnersVoided
from services.kernel.law import Opening, Reason

AT = datetime(2026, 11, 29, 8, 0, 1, 250_000, tzinfo=UTC)
STAMP = Timestamp(seconds=1_795_939_201, nanos=250_000_000)
OPENING = Opening(7, b"salt" * 8, b"content")

# Each event and, by hand, its message.
WRITTEN: tuple[tuple[Event, Message], ...] = (
    (
        CallCorrected(4, ErrorKind.SPOKEN, 71, 17, "misread", 6, (1, 3), "ana", AT),
        events_pb2.CallCorrected(
            position=4,
            kind=game_pb2.ERROR_KIND_SPOKEN,
            wrong=71,
            right=17,
            reason="misread",
            place=6,
            reopened=[1, 3],
            by="ana",
            at=STAMP,
        ),
    ),
    (
        WinnersVoided(Stage.SERIES, (2,), "misread", "ana", "ben", AT, (3,)),
        events_pb2.WinnersVoided(
            stage=game_pb2.STAGE_SERIES,
            call_outs=[2],
            reason="misread",
            by="ana",
            second="ben",
            at=STAMP,
            reopened=[3],
        ),
    ),
    (
        CallTakenBack(4, 71, "a slip", "ana", AT, (1,)),
        events_pb2.CallTakenBack(
            position=4, number=71, reason="a slip", by="ana", at=STAMP, reopened=[1]
        ),
    ),
    (
        SelectionTakenBack(4, None, "a slip", "ana", AT),
        events_pb2.SelectionTakenBack(position=4, reason="a slip", by="ana", at=STAMP),
    ),
    (
        Proposed(
            Proposal(
                1,
                ProposalKind.CORRECTION,
                "ana",
                AT,
                "misread",
                Correction(4, ErrorKind.KEYED, 71, 17, "misread"),
                (Stage.PART_SERIES,),
                (),
            )
        ),
        events_pb2.Proposed(
            proposal=game_pb2.Proposal(
                proposal=1,
                kind=game_pb2.PROPOSAL_KIND_CORRECTION,
                by="ana",
                at=STAMP,
                reason="misread",
                correction=game_pb2.Correction(
                    position=4,
                    kind=game_pb2.ERROR_KIND_KEYED,
                    wrong=71,
                    right=17,
                    reason="misread",
                ),
                voids=[game_pb2.STAGE_PART_SERIES],
            )
        ),
    ),
    (
        ProposalApproved(1, "ben", AT),
        events_pb2.ProposalApproved(proposal=1, by="ben", at=STAMP),
    ),
    (
        ProposalRejected(1, "no", "ben", AT),
        events_pb2.ProposalRejected(proposal=1, reason="no", by="ben", at=STAMP),
    ),
    (
        VerdictExamined(
            2, False, AT, Verdict.NOT_VALID, (), "vera", "NZB-5.7(c)(i)", "it was not sold"
        ),
        events_pb2.VerdictExamined(
            call_out=2,
            at=STAMP,
            verdict=game_pb2.VERDICT_NOT_VALID,
            by="vera",
            clause="NZB-5.7(c)(i)",
            reason="it was not sold",
        ),
    ),
)


@pytest.mark.parametrize(("event", "message"), WRITTEN, ids=lambda each: type(each).__name__)
def test_an_event_is_written_and_read(event: Event, message: Message) -> None:
    assert CODEC.message(event) == message
    assert CODEC.event(message, OPENING) == event


def test_a_call_out_of_an_earlier_release_is_judged_on_the_call_that_it_answered() -> None:
    old = events_pb2.CallOutRecorded(
        call_out=1, room="main", after_position=7, cry=game_pb2.CRY_LINE, heard_at=STAMP
    )
    old.entered_at.CopyFrom(STAMP)
    event = CODEC.event(old, None)
    assert isinstance(event, CallOutRecorded)
    assert event.judged_on == 7
    before_the_first = events_pb2.CallOutRecorded()
    before_the_first.CopyFrom(old)
    before_the_first.judged_on = 0
    today = CODEC.event(before_the_first, None)
    assert isinstance(today, CallOutRecorded)
    assert today.judged_on == 0


def test_what_keeps_verify_s_decision_out_can_stand_on_record() -> None:
    """Else its next one would never have its turn."""
    reasons = {each for each in vars(deciding).values() if isinstance(each, Reason)}
    assert reasons - {CALL_OUT_DECIDED} <= set(CODEC.recorded)
    assert NOT_TO_CORRECT in CODEC.recorded
