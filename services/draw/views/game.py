"""What people see of a game: the resource and the row of a list; the frame stands in `board`.

A number that is selected and not announced is in none of them.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

from eyesdown.draw.v1 import game_pb2
from services.draw.domain.game import parts
from services.draw.domain.game.state import Ended, Game, InPlay, State, Unopened, Waiting
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import Shape, timestamp

REMEMBERED = 1 << 15
"""Parts of games whose messages are remembered, since each is shown again in every later version:
the calls of some 180 games in play, confirmed and not."""

_remembered = functools.lru_cache(REMEMBERED)
_stage = _remembered(Shape(parts.StagePrize, game_pb2.StagePrize).to)
_call = _remembered(Shape(parts.Call, game_pb2.Call).to)
_call_out = _remembered(Shape(parts.CallOut, game_pb2.CallOut).to)
_won = _remembered(Shape(parts.StageWon, game_pb2.StageWon).to)
_assignment = _remembered(Shape(parts.Assignment, game_pb2.Assignment).to)
_attendance = Shape(parts.Attendance, game_pb2.Attendance).to
_hearing = Shape(parts.Hearing, game_pb2.Hearing).to
_inspection = Shape(parts.Inspection, game_pb2.Inspection).to
_hold = Shape(parts.Hold, game_pb2.Hold).to
_irregularity = Shape(parts.Irregularity, game_pb2.Irregularity).to
_proposal = Shape(parts.Proposal, game_pb2.Proposal).to
_acknowledgement = _remembered(Shape(parts.Acknowledgement, game_pb2.Acknowledgement).to)
_confirmation = Shape(parts.RoomConfirmation, game_pb2.RoomConfirmation).to
_breach = Shape(parts.Breach, game_pb2.Breach).to
_sales = Shape(parts.SalesClosed, game_pb2.SalesClosed).to


def phase(game: State | Game) -> game_pb2.Phase.ValueType:
    """Where a game stands."""
    match game:
        case Waiting():
            return game_pb2.PHASE_WAITING
        case InPlay():
            if game.stands_still:
                return game_pb2.PHASE_HELD
            return game_pb2.PHASE_PAUSED if game.paused else game_pb2.PHASE_IN_PLAY
        case Ended():
            return game_pb2.PHASE_ENDED
        case _:
            return game_pb2.PHASE_UNSPECIFIED


def resource(snapshot: Snapshot[Any, State]) -> game_pb2.Game:
    """The game as GetGame answers it; of one that is not there yet its name."""
    if snapshot.version == 0:
        return game_pb2.Game(name=str(snapshot.name))
    game = opened(snapshot.state)
    made = game_pb2.Game(
        name=str(snapshot.name),
        version=snapshot.version,
        phase=phase(game),
        profile=game.profile,
        game_version=game.game_version,
        serial_number=game.serial_number,
        numbers=game.rules.numbers,
        selector=game_pb2.Selector.Value(f"SELECTOR_{game.selector.name}"),
        stages=map(_stage, game.stages),
        rooms=game.rooms,
        staff=map(_assignment, game.staff),
        calls=map(_call, game.calls),
        call_outs=map(_call_out, game.call_outs),
        won=map(_won, game.won),
        session=game.session,
        programme_number=game.programme_number,
        practice=game.practice,
        sales=game_pb2.Sales.Value(f"SALES_{game.sales.name}"),
        restart_of=game.restart_of,
        attendance=map(_attendance, game.attendance),
        hearings=map(_hearing, game.hearings),
        irregularities=map(_irregularity, game.irregularities),
        proposals=map(_proposal, game.proposals),
        equipment=game.equipment,
        count=len(game.counting),
        acknowledgements=map(_acknowledgement, _newest(game)),
        confirmations=map(_confirmation, _said_of_the_last(game)),
        breaches=map(_breach, game.breaches),
    )
    if game.sales_closed is not None:
        made.sales_closed.CopyFrom(_sales(game.sales_closed))
    if game.inspection is not None:
        made.inspection.CopyFrom(_inspection(game.inspection))
    if game.hold is not None:
        made.hold.CopyFrom(_hold(game.hold))
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    if isinstance(game, InPlay):
        made.next_position = game.next_position
        made.selected = game.selected is not None
        made.cut_off = game.cut_off
    if isinstance(game, Ended):
        made.ending = game_pb2.Ending.Value(f"ENDING_{game.ending.name}")
        made.ending_reason = game.reason
        made.restarted_as = game.restarted_as
    return made


def call_sheet(snapshot: Snapshot[Any, State], last: Snapshot[Any, State]) -> game_pb2.Game:
    """The game as it was then, with what the rooms had of all its calls as it is on record now."""
    made, known = resource(snapshot), opened(last.state)
    position = len(made.calls)
    del made.acknowledgements[:], made.confirmations[:]
    seen = sorted(known.acknowledged, key=lambda each: each.position)
    made.acknowledgements.extend(_acknowledgement(a) for a in seen if a.position <= position)
    said = known.confirmations
    made.confirmations.extend(_confirmation(c) for c in said if c.position <= position)
    return made


def _newest(game: Game) -> tuple[parts.Acknowledgement, ...]:
    """What is on record of the newest call of which anything is."""
    last = game.acknowledged[-1].position if game.acknowledged else 0
    backwards = reversed(game.acknowledged)
    return tuple(itertools.takewhile(lambda each: each.position == last, backwards))[::-1]


def _said_of_the_last(game: Game) -> Iterator[parts.RoomConfirmation]:
    last = game.last_call.position if game.last_call else 0
    return (each for each in game.confirmations if each.position == last)


def row(state: State) -> game_pb2.GameRow:
    """The game as lists show it; name and version are filled in by the list."""
    game = opened(state)
    made = game_pb2.GameRow(
        phase=phase(game),
        profile=game.profile,
        game_version=game.game_version,
        serial_number=game.serial_number,
        rooms=game.rooms,
        called=len(game.counting),
        numbers=game.rules.numbers,
        session=game.session,
        practice=game.practice,
        restart_of=game.restart_of,
    )
    if isinstance(game, Ended):
        made.ending = game_pb2.Ending.Value(f"ENDING_{game.ending.name}")
    return made


def lacks_key(game: State) -> bool:
    """Whether a number is selected that cannot be announced here, for want of its key."""
    return isinstance(game, InPlay) and game.selected is not None and game.selected.value is None


def opened(game: State) -> Game:
    """The game that views are of; TypeError for one that was never opened."""
    if isinstance(game, Unopened):
        raise TypeError("a game that was never opened has no view")
    return game
