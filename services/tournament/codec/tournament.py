"""How a tournament is written in the journal, and the row that lists show."""

from __future__ import annotations

from eyesdown.tournament.v1 import table_events_pb2, tournament_events_pb2
from services.kernel.admission import TURNED_AWAY
from services.kernel.record.codec import Codec
from services.kernel.record.shapes import paired
from services.tournament.domain.tournament import (
    checked,
    entries,
    results,
    seating,
    staff,
    tournament,
)
from services.tournament.domain.tournament.state import State
from services.tournament.domain.tournament.tournament import Event
from services.tournament.views.tournament import row

CODEC: Codec[Event, State] = Codec(
    shapes=paired(Event, tournament_events_pb2, table_events_pb2),
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
