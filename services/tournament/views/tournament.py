"""What people see of a tournament: the resource, the row of a list, the frame on the wall."""

from __future__ import annotations

import functools
from typing import Any

from eyesdown.board.v1 import tournament_pb2 as board
from eyesdown.tournament.v1 import tournament_pb2 as pb
from services.kernel.money import Money
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import Shape, timestamp
from services.tournament.domain.tournament import parts, pool
from services.tournament.domain.tournament.conditions_state import Conditions, Prize, Readings
from services.tournament.domain.tournament.leaving import refund_reading, refund_until
from services.tournament.domain.tournament.outcomes import places_of
from services.tournament.domain.tournament.parts import EntryStatus, Session, TableOfSession
from services.tournament.domain.tournament.state import (
    Cancelled,
    Closed,
    InPlay,
    Open,
    Planned,
    State,
    Tournament,
    Unplanned,
)
from services.tournament.views.next_steps import NextStep, next_steps

_conditions = Shape(Conditions, pb.Conditions).to
_readings = Shape(Readings, pb.Readings).to
_remembered = functools.lru_cache(1 << 15)
_entry = _remembered(Shape(parts.Entry, pb.Entry).to)
_table = _remembered(Shape(parts.TableOfSession, pb.TableOfSession).to)
_draw = _remembered(Shape(parts.SeatDraw, pb.SeatDraw).to)
_added = Shape(parts.Added, pb.Added).to
_placing = Shape(parts.Placing, pb.Placing).to
_award = Shape(parts.Award, pb.Award).to
_pending = Shape(parts.GoodsPending, pb.GoodsPending).to
_log = _remembered(Shape(parts.LogEntry, pb.LogEntry).to)
_dispute = Shape(parts.Dispute, pb.Dispute).to
_pool = Shape(pool.Pool, pb.Pool).to
_step = Shape(NextStep, pb.NextStep).to

_PHASES = {
    Planned: (pb.PHASE_PLANNED, "planned"),
    Open: (pb.PHASE_OPEN, "open"),
    InPlay: (pb.PHASE_IN_PLAY, "in play"),
    Cancelled: (pb.PHASE_CANCELLED, "cancelled"),
    Closed: (pb.PHASE_CLOSED, "closed"),
}


def resource(snapshot: Snapshot[Any, State]) -> pb.Tournament:
    """The tournament as GetTournament answers it; of one that is not there yet its name."""
    if snapshot.version == 0:
        return pb.Tournament(name=str(snapshot.name))
    state = _planned(snapshot.state)
    made = pb.Tournament(
        name=str(snapshot.name),
        version=snapshot.version,
        phase=_PHASES[type(state)][0],
        profile=state.profile,
        conditions=_conditions(state.conditions),
        readings=_readings(state.readings),
        director=state.director,
        entries=map(_entry, state.entries),
        sessions=map(_session, state.sessions),
        added=map(_added, state.added),
        pool=_pool(pool.pool_of(state)),
        placings=map(_placing, state.placings or places_of(state).placings),
        placings_confirmed=state.placings_confirmed,
        awards=map(_award, state.awards),
        goods_pending=map(_pending, state.goods_pending),
        log=map(_log, state.log),
        disputes=map(_dispute, state.disputes),
        currency=state.currency,
        next_steps=map(_step, next_steps(state)),
    )
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    if state.starts_at is not None:
        made.starts_at.CopyFrom(timestamp(state.starts_at))
    until = refund_until(state)
    if until is not None:
        made.refund_until.CopyFrom(timestamp(until))
        made.refund_reading = refund_reading(state)
    return made


def row(state: State | Tournament) -> pb.TournamentRow:
    """The tournament as lists show it; name and version are filled in by the list."""
    shown = _planned(state)
    made = pb.TournamentRow(
        phase=_PHASES[type(shown)][0],
        title=shown.conditions.title,
        profile=shown.profile,
        players=len(shown.with_status(EntryStatus.ACCEPTED)),
        most=shown.conditions.most,
    )
    if shown.starts_at is not None:
        made.starts_at.CopyFrom(timestamp(shown.starts_at))
    return made


def frame(snapshot: Snapshot[Any, State]) -> board.TournamentFrame:
    """The tournament as a display shows it: standings, seating and clocks in one frame."""
    state = _planned(snapshot.state)
    made = board.TournamentFrame(
        name=str(snapshot.name),
        version=snapshot.version,
        title=state.conditions.title,
        phase=_PHASES[type(state)][1],
        players=len(state.with_status(EntryStatus.ACCEPTED)),
        most=state.conditions.most,
        sessions=(_frame_session(state, each) for each in state.sessions),
    )
    if snapshot.at is not None:
        made.at.CopyFrom(timestamp(snapshot.at))
    if state.starts_at is not None:
        made.starts_at.CopyFrom(timestamp(state.starts_at))
    for placing in state.placings or places_of(state).placings:
        made.placings.add(place=placing.place, players=placing.players)
    for prize in state.conditions.prizes:
        made.prizes.add(place=prize.place, prize=prize_words(prize, state.currency))
    return made


def prize_words(prize: Prize, currency: str) -> str:
    """A prize as people read it: "NZD 500.00 and a weekend for two", "12.5 % of the pool"."""
    cash = Money(currency, prize.cash).shown if prize.cash else ""
    share = f"{prize.share / 100:g} % of the pool" if prize.share else ""
    return " and ".join(word for word in (cash, share, prize.goods) if word)


def session_title(state: Tournament, session: Session) -> str:
    """What people call a session: "heat", "play-off of heat, table 3"."""
    stage = state.stage(session.stage).title or f"stage {session.stage}"
    return f"play-off of {stage}, table {session.settles_table}" if session.playoff else stage


def _session(session: Session) -> pb.Session:
    made = pb.Session(
        session=session.session,
        stage=session.stage,
        state=pb.SessionState.Value(f"SESSION_STATE_{session.state.name}"),
        starts_at=timestamp(session.starts_at),
        tables=map(_table, session.tables),
        settles_session=session.settles_session,
        settles_table=session.settles_table,
        held=session.held,
        director_present=session.director_present,
    )
    if session.draw is not None:
        made.draw.CopyFrom(_draw(session.draw))
    if session.started_at is not None:
        made.started_at.CopyFrom(timestamp(session.started_at))
    return made


def _frame_session(state: Tournament, session: Session) -> board.FrameSession:
    made = board.FrameSession(
        session=session.session,
        title=session_title(state, session),
        state="held" if session.held else session.state.name.lower(),
        starts_at=timestamp(session.starts_at),
        tables=map(_frame_table, session.tables),
    )
    if session.tables:
        made.length = session.tables[0].terms.length.shown
    if session.started_at is not None:
        made.started_at.CopyFrom(timestamp(session.started_at))
    return made


def _frame_table(table: TableOfSession) -> board.FrameTable:
    made = board.FrameTable(table=table.table, qualified=table.qualified, tied=table.tied)
    for seat in table.seats:
        chips = table.result.chips_of(seat.player) if table.result else None
        shown = "" if chips is None else f"{chips:,}"
        made.seats.add(box=seat.box, player=seat.player, chips=shown)
    return made


def _planned(state: State | Tournament) -> Tournament:
    if isinstance(state, Unplanned):
        raise TypeError("a tournament that was never planned has no view")
    return state
