"""What people see of a session table: the resource, the row of a list, the frame on the wall."""

from __future__ import annotations

from typing import Any

from eyesdown.board.v1 import session_table_pb2
from eyesdown.tournament.v1 import table_pb2 as pb
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import Shape, timestamp
from services.tournament.domain.table import state as tables
from services.tournament.domain.table import terms
from services.tournament.domain.table.opening import lacking
from services.tournament.domain.table.state import (
    Box,
    Closed,
    Dealt,
    Finished,
    InSession,
    Over,
    Seated,
    State,
    Table,
    Unopened,
)
from services.tournament.domain.table.tally import ended
from services.tournament.domain.terms import LengthUnit

_BOX = Shape(tables.Box, pb.TableBox)
_WAGER = Shape(tables.Wager, pb.TableWager)
_HOLD = Shape(tables.Hold, pb.TableHoldState)
_SIGN = Shape(terms.Sign, pb.TableSign)
_TERMS = Shape(terms.Terms, pb.PlayTerms)
_WAGER_TIME = Shape(tables.WagerTime, pb.WagerTime)


def phase(table: Table) -> str:
    """Where a table stands, as the contracts name it."""
    match table:
        case Closed():
            return "CLOSED"
        case Finished():
            return "FINISHED"
        case Over():
            return "TALLYING"
        case _ if table.holds:
            return "HELD"
        case InSession():
            return "DEALT" if isinstance(table.play, Dealt) else "WAGERING"
    return "SEATED"


def resource(snapshot: Snapshot[Any, State]) -> pb.SessionTable:
    """The table as GetSessionTable answers it; of one that has no players its name."""
    made = pb.SessionTable(name=str(snapshot.name), version=snapshot.version)
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    table = snapshot.state
    if isinstance(table, Unopened):
        return made
    made.phase = pb.TablePhase.Value(f"TABLE_PHASE_{phase(table)}")
    made.tournament, made.session, made.table = table.tournament, table.session, table.number
    made.profile, made.director = table.profile, table.director
    made.terms.CopyFrom(_TERMS.to(table.terms))
    made.sign.CopyFrom(_SIGN.to(table.sign))
    made.boxes.extend(map(_BOX.to, table.boxes))
    made.holds.extend(map(_HOLD.to, table.holds))
    made.marker = table.marker
    made.issued, made.held, made.house = table.issued, table.held, table.house
    made.starts_at.CopyFrom(timestamp(table.starts_at))
    if table.wager_time is not None:
        made.wager_time.CopyFrom(_WAGER_TIME.to(table.wager_time))
    if table.holds:
        made.left_ms = (table.left or 0) // 1000
    elif table.ends_at is not None:
        made.ends_at.CopyFrom(timestamp(table.ends_at))
    _of_its_state(made, table)
    return made


def _of_its_state(made: pb.SessionTable, table: Table) -> None:
    match table:
        case Seated():
            made.lacks = "" if table.called_at else lacking(table)
            if table.called_at is not None:
                made.called_at.CopyFrom(timestamp(table.called_at))
        case InSession():
            made.shoe, made.rounds, made.time_up = table.shoe.number, table.rounds, table.time_up
            if table.shoe.shuffle is not None:
                made.shuffle = pb.ShuffleCause.Value(f"SHUFFLE_CAUSE_{table.shoe.shuffle.name}")
            made.round.CopyFrom(_round(table))
        case Over():
            made.tallied.extend(table.tallied)
            _ended(made, table)
        case Finished():
            _ended(made, table)


def _ended(made: pb.SessionTable, table: Over | Finished) -> None:
    made.rounds = table.rounds
    made.ending = pb.SessionEnding.Value(f"SESSION_ENDING_{ended(table).name}")
    made.ended_at.CopyFrom(timestamp(table.ended_at))


def _round(table: InSession) -> pb.RoundInPlay:
    play = table.play
    made = pb.RoundInPlay(number=play.number, order=play.order, wagers=map(_WAGER.to, play.wagers))
    if isinstance(play, Dealt):
        made.dealt_at.CopyFrom(timestamp(play.dealt_at))
    else:
        made.turn = play.turn or 0
        made.restricted.extend(play.restricted)
    return made


def row(state: State) -> pb.SessionTableRow:
    """The table as lists show it; name and version are filled in by the list."""
    if isinstance(state, Unopened):
        return pb.SessionTableRow()
    made = pb.SessionTableRow(
        phase=pb.TablePhase.Value(f"TABLE_PHASE_{phase(state)}"),
        tournament=state.tournament,
        session=state.session,
        table=state.number,
        players=len(state.boxes),
    )
    if isinstance(state, InSession | Over | Finished):
        made.rounds = state.rounds
    if isinstance(state, Over | Finished):
        made.ending = pb.SessionEnding.Value(f"SESSION_ENDING_{ended(state).name}")
    return made


def frame(snapshot: Snapshot[Any, State]) -> session_table_pb2.SessionTableFrame:
    """The table as its displays show it: sign, shoe number indicator, clock, boxes."""
    made = session_table_pb2.SessionTableFrame(name=str(snapshot.name), version=snapshot.version)
    if snapshot.at is not None:
        made.at.CopyFrom(timestamp(snapshot.at))
    table = snapshot.state
    if isinstance(table, Unopened):
        return made
    made.phase = session_table_pb2.SessionTablePhase.Value(f"SESSION_TABLE_PHASE_{phase(table)}")
    made.session, made.table, made.marker = table.session, table.number, table.marker
    made.minimum, made.maximum = table.sign.minimum, table.sign.maximum
    made.increment, made.multiples = table.sign.increment, table.sign.multiples
    _clock(made, table)
    _length(made, table)
    made.boxes.extend(_frame_box(box, table) for box in table.boxes)
    if isinstance(table, InSession):
        made.round = table.play.number
        made.turn = 0 if isinstance(table.play, Dealt) else table.play.turn or 0
    if isinstance(table, Over | Finished):
        made.ended_because = ended(table).name.lower().replace("_", " ")
    return made


def _clock(made: session_table_pb2.SessionTableFrame, table: Table) -> None:
    if not isinstance(table, Seated | InSession):
        return
    if table.holds:
        made.seconds_left = -(-(table.left or 0) // 1_000_000)
    elif table.ends_at is not None:
        made.ends_at.CopyFrom(timestamp(table.ends_at))


def _length(made: session_table_pb2.SessionTableFrame, table: Table) -> None:
    length = table.terms.length
    shoes, rounds = length.unit is LengthUnit.SHOES, length.unit is LengthUnit.ROUNDS
    made.shoes, made.rounds = length.count * shoes, length.count * rounds
    if not isinstance(table, InSession):
        made.shoe = int(shoes and isinstance(table, Seated))
        return
    made.shoe = table.shoe.number * shoes
    last_shoe = shoes and table.shoe.number >= length.count
    made.last_round = (
        table.time_up
        or (rounds and table.play.number >= length.count)
        or (last_shoe and 0 < table.shoe.last_round <= table.play.number)
    )


def _frame_box(box: Box, table: Table) -> session_table_pb2.SessionTableBox:
    lies = table.wager_on(box.box) if isinstance(table, InSession) else None
    return session_table_pb2.SessionTableBox(
        box=box.box,
        player=box.player,
        chips=box.chips,
        wager=lies.amount if lies else 0,
        status=box.status.name.lower(),
    )
