"""What people see of a jackpot: what is played for and how, who has won it, and its ledger."""

from __future__ import annotations

from typing import Any

from eyesdown.board.v1 import jackpot_pb2
from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp
from services.verify.codec.values import DECLARATION, ENTRY, JACKPOT_TERMS, MONEY
from services.verify.domain.jackpot import ledger
from services.verify.domain.jackpot.jackpot import done
from services.verify.domain.jackpot.state import Cycle, Game, State, Unopened, Won
from services.verify.domain.jackpot.terms import Declaration


def opened(state: State) -> Cycle:
    """A cycle that there is."""
    if isinstance(state, Unopened):
        raise TypeError("a jackpot that was never opened has no view")
    return state


def phase(cycle: Cycle) -> jackpots_pb2.JackpotPhase.ValueType:
    """How far it has come."""
    if not isinstance(cycle, Won):
        return jackpots_pb2.JACKPOT_PHASE_RUNNING
    if cycle.given_up:
        return jackpots_pb2.JACKPOT_PHASE_CARRIED_OVER
    if not cycle.shared:
        return jackpots_pb2.JACKPOT_PHASE_WON
    paid = done(cycle)
    return jackpots_pb2.JACKPOT_PHASE_PAID if paid else jackpots_pb2.JACKPOT_PHASE_SHARED


def resource(snapshot: Snapshot[Any, State]) -> jackpots_pb2.Jackpot:
    """The cycle as GetJackpot answers it; of one that is not there yet its name."""
    if isinstance(snapshot.state, Unopened):
        return jackpots_pb2.Jackpot(name=str(snapshot.name))
    cycle = snapshot.state
    made = jackpots_pb2.Jackpot(
        name=str(snapshot.name),
        version=snapshot.version,
        terms=JACKPOT_TERMS.to(cycle.terms),
        number=cycle.number,
        previous=cycle.previous,
        phase=phase(cycle),
        pool=MONEY.to(cycle.pool),
        games=(_game(cycle, each) for each in cycle.games),
    )
    if isinstance(cycle, Won):
        made.next = cycle.next
    if isinstance(cycle, Won) and cycle.by:
        made.won_by, made.position = cycle.by, cycle.position
        made.won.CopyFrom(MONEY.to(cycle.amount))
        made.left.CopyFrom(MONEY.to(cycle.amount.of(cycle.left)))
        paid = cycle.ledger.balance(ledger.PLAYERS)
        made.paid.CopyFrom(MONEY.to(cycle.amount.of(paid)))
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def row(state: State) -> jackpots_pb2.JackpotRow:
    """The cycle as lists show it; name and version are filled in by the list."""
    cycle = opened(state)
    made = jackpots_pb2.JackpotRow(
        terms=JACKPOT_TERMS.to(cycle.terms),
        phase=phase(cycle),
        pool=MONEY.to(cycle.pool),
        number=cycle.number,
        word=cycle.word,
    )
    if isinstance(cycle, Won):
        made.next = cycle.next
    if isinstance(cycle, Won) and cycle.by:
        made.won_by = cycle.by
        made.won.CopyFrom(MONEY.to(cycle.amount))
    return made


def entries(state: State, after: int, most: int) -> pb.ListEntriesResponse:
    """So many entries of the ledger at the `most`, `after` so many; and what is in each account."""
    found = opened(state).ledger
    end = after + most
    return pb.ListEntriesResponse(
        entries=map(ENTRY.to, found.entries[after:end]),
        next_page_token=str(end) if end < len(found.entries) else "",
        balances=(
            jackpots_pb2.Balance(account=account, minor_units=cents)
            for account, cents in sorted(found.balances().items())
        ),
    )


def frame(snapshot: Snapshot[Any, State]) -> jackpot_pb2.JackpotFrame:
    """The cycle as a room's display shows it."""
    cycle = opened(snapshot.state)
    made = jackpot_pb2.JackpotFrame(
        name=str(snapshot.name),
        version=snapshot.version,
        title=cycle.terms.title,
        phase=jackpot_pb2.FRAME_JACKPOT_PHASE_IN_PLAY,
        amount=cycle.pool.shown,
        games=(
            jackpot_pb2.FrameJackpotGame(game=each.game, conditions=conditions(each.declared))
            for each in cycle.games
            if each.declared.stage is not None and not each.ended
        ),
    )
    if isinstance(cycle, Won):
        over = cycle.given_up
        made.phase = (
            jackpot_pb2.FRAME_JACKPOT_PHASE_CARRIED_OVER
            if over
            else jackpot_pb2.FRAME_JACKPOT_PHASE_WON
        )
        made.amount, made.won_by = cycle.amount.shown, cycle.by
        made.position, made.next = cycle.position, cycle.next
        del made.games[:]  # they play for the next one
    if snapshot.at is not None:
        made.at.CopyFrom(timestamp(snapshot.at))
    return made


def conditions(declared: Declaration) -> str:
    """How it is won, for the hall: "bingo in 50 calls"."""
    if declared.stage is None:
        return ""
    title = declared.stage.title
    return f"{title} in {declared.within} calls" if declared.within else f"{title} on any call"


def held(cycle: Cycle, game: str) -> int:
    """What is held of a game's receipts, in minor units."""
    return -cycle.ledger.balance(ledger.receipts(game))


def _game(cycle: Cycle, game: Game) -> jackpots_pb2.JackpotGame:
    made = jackpots_pb2.JackpotGame(
        game=game.game,
        session=game.session,
        declared=DECLARATION.to(game.declared),
        held=MONEY.to(cycle.terms.seed.of(held(cycle, game.game))),
        ended=game.ended,
        void=game.void,
    )
    if game.receipts is not None:
        made.receipts.CopyFrom(MONEY.to(game.receipts))
    return made
