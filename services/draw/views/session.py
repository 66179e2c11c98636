"""What people see of a session: the resource, the row of a list."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import session_pb2
from services.draw.domain.session import state as sessions
from services.draw.domain.session.closing import figures
from services.draw.domain.session.state import (
    Cancelled,
    Closed,
    Closing,
    Open,
    Opened,
    Planned,
    Session,
    State,
)
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import Shape, timestamp

_entry = Shape(sessions.Entry, session_pb2.ProgrammeEntry).to
_signature = Shape(sessions.Signature, session_pb2.Signature).to
_amendment = Shape(sessions.Amendment, session_pb2.Amendment).to
_game = Shape(sessions.SessionGame, session_pb2.SessionGame).to
_figures = Shape(sessions.Figures, session_pb2.Figures).to


def phase(session: State) -> session_pb2.SessionPhase.ValueType:
    """Where a session stands."""
    match session:
        case Planned():
            return session_pb2.SESSION_PHASE_PLANNED
        case Open():
            return session_pb2.SESSION_PHASE_OPEN
        case Closing():
            return session_pb2.SESSION_PHASE_CLOSING
        case Closed():
            return session_pb2.SESSION_PHASE_CLOSED
        case Cancelled():
            return session_pb2.SESSION_PHASE_CANCELLED
        case _:
            return session_pb2.SESSION_PHASE_UNSPECIFIED


def resource(snapshot: Snapshot[Any, State]) -> session_pb2.Session:
    """The session as GetSession answers it; of one that is not there yet its name."""
    session = snapshot.state
    made = session_pb2.Session(name=str(snapshot.name), version=snapshot.version)
    if not isinstance(session, Session):
        return made
    made.phase = phase(session)
    made.title = session.title
    made.programme.extend(map(_entry, session.programme))
    made.prepared.CopyFrom(_signature(session.prepared))
    made.games.extend(map(_game, session.games))
    made.figures.CopyFrom(_figures(figures(session)))
    if isinstance(session, Opened):
        made.opened.CopyFrom(_signature(session.opened))
        made.amendments.extend(map(_amendment, session.amendments))
    if isinstance(session, Closing | Closed):
        made.closed.CopyFrom(_signature(session.closed))
        made.signed_figures.CopyFrom(_figures(session.figures))
    if isinstance(session, Closed):
        made.signed.CopyFrom(_signature(session.signed))
    if isinstance(session, Cancelled):
        made.cancelled_because = session.reason
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def row(session: State) -> session_pb2.SessionRow:
    """The session as lists show it; name and version are filled in by the list."""
    if not isinstance(session, Session):
        raise TypeError("a session that was never prepared has no row")
    counted = figures(session)
    return session_pb2.SessionRow(
        phase=phase(session),
        title=session.title,
        games=len(session.programme),
        played=counted.played,
        under_way=len(session.under_way),
    )
