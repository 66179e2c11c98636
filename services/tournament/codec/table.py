"""How a session table is written in the journal: event class by message, and the row of lists."""

from __future__ import annotations

from typing import Any

from eyesdown.tournament.v1 import table_events_pb2 as pb
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from services.tournament.domain.table import (
    clock,
    closing,
    conduct,
    leaving,
    limits,
    missing,
    opening,
    reasons,
    rounds,
    rulings,
    seating,
    shuffling,
    table,
    tally,
    wagering,
)
from services.tournament.domain.table.state import State
from services.tournament.domain.table.table import Event
from services.tournament.views.table import row

SHAPES: tuple[Shape[Any], ...] = (
    Shape(seating.TableOpened, pb.TableOpened),
    Shape(seating.TableSeatsChanged, pb.TableSeatsChanged),
    Shape(seating.TableVoided, pb.TableVoided),
    Shape(seating.SessionCalled, pb.SessionCalled),
    Shape(opening.ChipsIssued, pb.ChipsIssued),
    Shape(opening.NameRecorded, pb.NameRecorded),
    Shape(opening.TableStarted, pb.TableStarted),
    Shape(shuffling.CardsShuffled, pb.CardsShuffled),
    Shape(conduct.DirectorReported, pb.DirectorReported),
    Shape(conduct.SignChanged, pb.SignChanged),
    Shape(clock.TableHeld, pb.TableHeld),
    Shape(clock.TableResumed, pb.TableResumed),
    Shape(clock.TimeElapsed, pb.TimeElapsed),
    Shape(clock.SessionEnded, pb.SessionEnded),
    Shape(wagering.WagerPlaced, pb.WagerPlaced),
    Shape(wagering.WagerTakenBack, pb.WagerTakenBack),
    Shape(wagering.WagerCorrected, pb.WagerCorrected),
    Shape(missing.WagerTimeLimited, pb.WagerTimeLimited),
    Shape(missing.WagerRestricted, pb.WagerRestricted),
    Shape(missing.WagerRuled, pb.WagerRuled),
    Shape(rounds.RoundDealt, pb.RoundDealt),
    Shape(rounds.RoundRecorded, pb.RoundRecorded),
    Shape(rulings.RoundCorrected, pb.RoundCorrected),
    Shape(rulings.RoundVoided, pb.RoundVoided),
    Shape(rulings.RoundRuledBegun, pb.RoundRuledBegun),
    Shape(leaving.PlayerLeft, pb.PlayerLeft),
    Shape(leaving.PlayerReturned, pb.PlayerReturned),
    Shape(leaving.BoxDisqualified, pb.BoxDisqualified),
    Shape(tally.ChipsCounted, pb.ChipsCounted),
    Shape(tally.ChipsCorrected, pb.ChipsCorrected),
    Shape(tally.SessionFinished, pb.SessionFinished),
    Shape(tally.TallyCorrected, pb.TallyCorrected),
    Shape(closing.ChipsHandedIn, pb.ChipsHandedIn),
    Shape(closing.TableClosed, pb.TableClosed),
)

TABLE_CODEC: Codec[Event, State] = Codec(
    shapes=SHAPES,
    row=row,
    # A void wager is recorded with its refusal; the others answer what the tournament says.
    recorded=(
        limits.LOW_WAGER_VOID,
        seating.BOX_TWICE,
        seating.SEATED_BEFORE,
        seating.SESSION_CALLED_BEFORE,
        table.TABLE_NOT_SEATED,
        clock.HELD_BEFORE,
        clock.TABLE_NOT_HELD,
        clock.SESSION_HELD_TOO,
        reasons.SAY_WHY,
        reasons.SESSION_NOT_STARTED,
        reasons.SESSION_STARTED,
        reasons.PLAY_CEASED,
        reasons.SESSION_GOES_ON,
        reasons.TABLE_CLOSED,
    ),
)
