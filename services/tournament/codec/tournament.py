"""How a tournament is written in the journal: event class by message, and the row of lists."""

from __future__ import annotations

from typing import Any

from eyesdown.tournament.v1 import table_events_pb2
from eyesdown.tournament.v1 import tournament_events_pb2 as pb
from services.kernel.admission import TURNED_AWAY
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import Shape
from services.tournament.domain.tournament import (
    books,
    checked,
    conditions,
    entries,
    extraordinary,
    goods,
    holding,
    leaving,
    log,
    playoffs,
    prizes,
    reopening,
    results,
    rulings,
    seating,
    seats,
    sessions,
    staff,
    starting,
    tournament,
)
from services.tournament.domain.tournament.state import State
from services.tournament.domain.tournament.tournament import Event
from services.tournament.views.tournament import row

SHAPES: tuple[Shape[Any], ...] = (
    Shape(conditions.TournamentPlanned, pb.TournamentPlanned),
    Shape(conditions.ConditionsAmended, pb.ConditionsAmended),
    Shape(conditions.ConditionsPublished, pb.ConditionsPublished),
    Shape(staff.DirectorDesignated, pb.DirectorDesignated),
    Shape(staff.DirectorPresence, pb.DirectorPresence),
    Shape(entries.ApplicationReceived, pb.ApplicationReceived),
    Shape(entries.ConditionsEndorsed, pb.ConditionsEndorsed),
    Shape(entries.ApplicantAccepted, pb.ApplicantAccepted),
    Shape(entries.ApplicantWaitlisted, pb.ApplicantWaitlisted),
    Shape(entries.ApplicantRefused, pb.ApplicantRefused),
    Shape(leaving.EntryWithdrawn, pb.EntryWithdrawn),
    Shape(leaving.PlayerDisqualified, pb.PlayerDisqualified),
    Shape(leaving.TournamentCancelled, pb.TournamentCancelled),
    Shape(leaving.RefundPaid, pb.RefundPaid),
    Shape(prizes.ValueAdded, pb.ValueAdded),
    Shape(sessions.SessionPlanned, pb.SessionPlanned),
    Shape(sessions.SessionMoved, pb.SessionMoved),
    Shape(starting.SessionStarted, pb.SessionStarted),
    Shape(starting.TablesClosed, table_events_pb2.TablesClosed),
    Shape(holding.SessionHeld, pb.SessionHeld),
    Shape(holding.SessionResumed, pb.SessionResumed),
    Shape(seats.SeatsDrawn, pb.SeatsDrawn),
    Shape(seats.TableSeated, pb.TableSeated),
    Shape(seats.SeatsChanged, pb.SeatsChanged),
    Shape(seats.SeatingVoided, pb.SeatingVoided),
    Shape(results.TableResultRecorded, pb.TableResultRecorded),
    Shape(results.TableResultCorrected, pb.TableResultCorrected),
    Shape(results.QualifiersDetermined, pb.QualifiersDetermined),
    Shape(results.SessionCompleted, pb.SessionCompleted),
    Shape(playoffs.PlayoffCalled, pb.PlayoffCalled),
    Shape(rulings.ResultRuled, pb.ResultRuled),
    Shape(prizes.PlacingsConfirmed, pb.PlacingsConfirmed),
    Shape(goods.GoodsDecided, pb.GoodsDecided),
    Shape(rulings.HeldMoneyRuled, pb.HeldMoneyRuled),
    Shape(reopening.AwardsVoided, pb.AwardsVoided),
    Shape(extraordinary.FewerAllowed, pb.FewerAllowed),
    Shape(extraordinary.EndedWithoutFinal, pb.EndedWithoutFinal),
    Shape(extraordinary.HeldReturned, pb.HeldReturned),
    Shape(prizes.PrizePaid, pb.PrizePaid),
    Shape(books.TournamentClosed, pb.TournamentClosed),
    Shape(log.NoticeGiven, pb.NoticeGiven),
    Shape(log.PlayerWarned, pb.PlayerWarned),
    Shape(log.DisputeOpened, pb.DisputeOpened),
    Shape(log.DisputeRuled, pb.DisputeRuled),
)

TOURNAMENT_CODEC: Codec[Event, State] = Codec(
    shapes=SHAPES,
    row=row,
    # What a table tells and the tournament does not take, for whatever reason, is on record.
    recorded=(
        results.RESULT_NOT_EXPECTED,
        results.NEXT_SESSION_STARTED,
        seating.NO_SUCH_TABLE,
        staff.NO_SUCH_SESSION,
        tournament.NOT_IN_PLAY,
        tournament.TOURNAMENT_CANCELLED,
        tournament.TOURNAMENT_CLOSED,
        entries.NOT_PUBLISHED,
        # Who was turned away, and where.
        checked.NOT_TO_BE_SEATED,
        *TURNED_AWAY,
    ),
)
