"""The sign of a table: limits, commission, banker, and the boxes with what is exposed."""

from __future__ import annotations

from typing import Any

from eyesdown.board.v1 import sitting_pb2 as board
from eyesdown.paigow.v1 import sitting_pb2
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp
from services.paigow.domain.profile import Rounding
from services.paigow.domain.sitting.rounds import Hand, Round
from services.paigow.domain.sitting.state import BOXES, State, Table
from services.paigow.domain.tiles.tiles import face_of
from services.paigow.views.sitting import opened, phase


def frame(snapshot: Snapshot[Any, State]) -> board.SittingFrame:
    """The table as its sign shows it: all of it in one frame."""
    table = opened(snapshot.state)
    current = table.round or (table.rounds[-1] if table.rounds else None)
    bank = table.round.bank if table.round else table.bank
    made = board.SittingFrame(
        name=str(snapshot.name),
        version=snapshot.version,
        phase=board.SittingPhase.Value(f"SITTING_{sitting_pb2.Phase.Name(phase(snapshot.state))}"),
        profile=table.profile,
        table=table.table,
        least=table.shown(table.limits.least),
        most=table.shown(table.limits.most),
        commission=commission_words(table),
        banker=bank.mode.said,
        chung=bank.box,
        round=current.number if current else 0,
        step=current.step.said if current else "",
        boxes=(_box(box, table, current, bank.box) for box in BOXES),
        english_only=table.direction.english_only,
        practice=table.practice,
    )
    if snapshot.at is not None:
        made.at.CopyFrom(timestamp(snapshot.at))
    return made


def commission_words(table: Table) -> str:
    """Rate, step and direction of the commission, as the sign shows them; the text of 6.17 is not
    at hand, so all of them are assumed."""
    whole, part = divmod(table.rules.commission, 100)
    rate = f"{whole}.{part:02}".rstrip("0").rstrip(".")
    way = "down" if table.rules.commission_rounding is Rounding.DOWN else "up"
    bears = "all winnings" if table.rules.commission_on_wins else "the banker's winnings"
    return f"{rate} % of {bears}, rounded {way} to {table.shown(table.smallest)} (assumed)"


def _box(box: int, table: Table, current: Round | None, chung: int) -> board.FrameBox:
    hand = current.hand(box) if current else None
    wager = table.round.wager(box) if table.round else None
    return board.FrameBox(
        box=box,
        state=_state(box, table, hand, chung),
        wager=table.shown(wager.amount) if wager else "",
        tiles=(face_of(tile).shown for tile in _seen(hand)),
        outcome=hand.outcome.name.lower() if hand and hand.outcome else "",
    )


def _state(box: int, table: Table, hand: Hand | None, chung: int) -> str:
    if box in table.off:
        return "off"
    if box == chung:
        return "bank"
    if table.round and hand and hand.void:
        return "void"
    if table.round and table.round.wager(box):
        return "wagered"
    return "taken" if table.seat(box) else "free"


def _seen(hand: Hand | None) -> tuple[int, ...]:
    """What everybody at the table has seen of a hand."""
    if hand is None:
        return ()
    if hand.exposed and hand.laid:
        return (*hand.laid.high, *hand.laid.low)
    return tuple(sorted({*hand.shown, *hand.shown_by_player}))
