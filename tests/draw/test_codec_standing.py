"""How a game that stands still or cannot go on is written in the journal, by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.draw.v1 import events_pb2, game_pb2
from eyesdown.journal.v1 import commit_pb2
from services.draw.codec.game import CODEC
from services.draw.domain.game.game import Event
from services.draw.domain.game.handcalls import CalledByHand
from services.draw.domain.game.holding import GameHeld, GameResumed
from services.draw.domain.game.irregularities import IrregularityFound
from services.draw.domain.game.parts import (
    Acknowledgement,
    Breach,
    HandCall,
    RoomConfirmation,
)
from services.draw.domain.game.remedies import CardRead, IrregularityDecided
from services.draw.domain.game.showing import (
    CallAcknowledged,
    ConfirmedInRoom,
    WentOnWithoutRooms,
)
from services.draw.domain.game.voiding import GameVoided
from services.draw.domain.game.words import (
    HoldCause,
    IrregularityKind,
    OnGlass,
    Remedy,
    Selector,
)
from services.kernel.law import Opening

AT = datetime(2026, 11, 29, 8, 0, 1, 250_000, tzinfo=UTC)
STAMP = Timestamp(seconds=1_795_939_201, nanos=250_000_000)
OPENING = Opening(7, b"salt" * 8, b"content")
OPENED = commit_pb2.Opening(version=7, salt=b"salt" * 8, content=b"content")

WRITTEN: tuple[tuple[Event, Message], ...] = (
    (
        GameHeld(HoldCause.POWER, "a fuse", "ana", AT),
        events_pb2.GameHeld(cause=game_pb2.HOLD_CAUSE_POWER, reason="a fuse", by="ana", at=STAMP),
    ),
    (GameResumed("ben", AT), events_pb2.GameResumed(by="ben", at=STAMP)),
    (
        IrregularityFound(2, IrregularityKind.DEFECT, 17, "cracked", "ana", AT, "the cage"),
        events_pb2.IrregularityFound(
            irregularity=2,
            kind=game_pb2.IRREGULARITY_KIND_DEFECT,
            ball=17,
            reason="cracked",
            by="ana",
            at=STAMP,
            equipment="the cage",
        ),
    ),
    (
        IrregularityDecided(
            2, Remedy.REBUILT, "told", "mia", AT, (CardRead("reference", "1204"),), None
        ),
        events_pb2.IrregularityDecided(
            irregularity=2,
            remedy=game_pb2.REMEDY_REBUILT,
            decision="told",
            by="mia",
            at=STAMP,
            cards=[game_pb2.CardRead(player="reference", card="1204")],
        ),
    ),
    (
        IrregularityDecided(1, Remedy.SWITCHED, "balls", "ben", AT, (), Selector.RECEPTACLE),
        events_pb2.IrregularityDecided(
            irregularity=1,
            remedy=game_pb2.REMEDY_SWITCHED,
            decision="balls",
            by="ben",
            at=STAMP,
            selector=game_pb2.SELECTOR_RECEPTACLE,
        ),
    ),
    (
        CalledByHand(4, (HandCall(17, AT),), "no power", "ben", "mia", AT, OPENING, (1, 2)),
        events_pb2.CalledByHand(
            position=4,
            calls=[game_pb2.HandCall(number=17, called_at=STAMP)],
            reason="no power",
            by="ben",
            second="mia",
            at=STAMP,
            opening=OPENED,
            reopened=[1, 2],
        ),
    ),
    (
        GameVoided("stuck", "it cannot come", True, "mia", OPENING, AT),
        events_pb2.GameVoided(
            reason="stuck",
            why_not_corrected="it cannot come",
            start_over=True,
            by="mia",
            opening=OPENED,
            at=STAMP,
        ),
    ),
    (
        GameVoided("stuck", "", False, "mia", None, AT, unopened=True),
        events_pb2.GameVoided(reason="stuck", by="mia", at=STAMP, unopened=True),
    ),
    (
        GameVoided("stuck", "", False, "mia", None, AT),
        events_pb2.GameVoided(reason="stuck", by="mia", at=STAMP),
    ),
    (
        CallAcknowledged(
            (
                Acknowledgement(7, 42, "main", OnGlass.SHOWN, 180, 2, 2),
                Acknowledgement(7, 42, "venues/wlg/rooms/main", OnGlass.DARK, 0, 0, 1),
            )
        ),
        events_pb2.CallAcknowledged(
            acknowledgements=[
                game_pb2.Acknowledgement(
                    position=7,
                    number=42,
                    room="main",
                    glass=game_pb2.ON_GLASS_SHOWN,
                    milliseconds=180,
                    showing=2,
                    screens=2,
                ),
                game_pb2.Acknowledgement(
                    position=7,
                    number=42,
                    room="venues/wlg/rooms/main",
                    glass=game_pb2.ON_GLASS_DARK,
                    screens=1,
                ),
            ]
        ),
    ),
    (
        ConfirmedInRoom(RoomConfirmation(7, 42, "mezz", True, False, "sam", AT)),
        events_pb2.ConfirmedInRoom(
            confirmation=game_pb2.RoomConfirmation(
                position=7, number=42, room="mezz", heard=True, by="sam", at=STAMP
            )
        ),
    ),
    (
        WentOnWithoutRooms(Breach(7, ("mezz", "bar"), "dark", "ben", AT)),
        events_pb2.WentOnWithoutRooms(
            breach=game_pb2.Breach(
                position=7, rooms=["mezz", "bar"], reason="dark", by="ben", at=STAMP
            )
        ),
    ),
)


@pytest.mark.parametrize(("event", "message"), WRITTEN, ids=lambda each: type(each).__name__)
def test_an_event_is_written_and_read(event: Event, message: Message) -> None:
    assert CODEC.message(event) == message
    assert CODEC.event(message, OPENING) == event
