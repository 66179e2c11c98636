"""Jackpots follow the desks of games, and the next cycle the one before.

Each has a stated half-way state. A desk has something on record: the ledger follows, and until
then is older than the desk. A cycle is won: the next one opens, and the desk divides the amount;
until then the stage is settled and the jackpot is not. A cycle that was won hears of another game,
or carries something over: the next one takes it, and until then it stands in the first one's record
and in its account of what was carried.
"""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.message import Message

from eyesdown.common.v1 import money_pb2
from eyesdown.verify.v1 import desk_events_pb2 as desks
from eyesdown.verify.v1 import jackpots_pb2, prizes_pb2
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.names import Name
from services.verify import names
from services.verify.commands import jackpot as jackpot_commands
from services.verify.domain.jackpot import jackpot as cycle

_JACKPOT = prizes_pb2.PRIZE_KIND_JACKPOT


def jackpots_following_desks(happening: Happening) -> Iterator[Order[cycle.Command]]:
    """What a commit of a desk leads to in the jackpot that its game was declared to."""
    now = happening.row.jackpot  # type: ignore[attr-defined]  # a desk's row
    declared = False
    for event in happening.events:
        if isinstance(event, desks.JackpotDeclared):
            declared = True
            if event.former:
                gone = jackpots_pb2.Declaration()
                yield _news(event.former, happening, gone, ())
    steps = tuple(step for event in happening.events for step in _steps(event))
    if now.jackpot and (declared or steps):
        yield _news(now.jackpot, happening, now.declared, steps)


def jackpots_following_jackpots(happening: Happening) -> Iterator[Order[cycle.Command]]:
    """A cycle that is won opens the next, hands on what it carries over, and passes on what it
    hears of other games."""
    previous = str(happening.name)
    row = happening.row
    carried = [e for e in happening.events if isinstance(e, jackpots_pb2.CarriedOver)]
    won = [e for e in happening.events if isinstance(e, jackpots_pb2.JackpotWon)]
    passed = [e for e in happening.events if isinstance(e, jackpots_pb2.PassedOn)]
    for event in won:
        opening = jackpots_pb2.OpenNextCycle(
            terms=row.terms,  # type: ignore[attr-defined]  # a jackpot's row
            word=row.word,  # type: ignore[attr-defined]
            number=row.number + 1,  # type: ignore[attr-defined]
            previous=previous,
            left=carried[0].amount if carried else _nothing(event),
            games=event.games,
        )
        yield Order(Name.parse(event.next), opening, jackpot_commands.command)
    if won:
        return
    for moved in carried:
        through = (*moved.through, previous)
        taken = jackpots_pb2.TakeCarried(previous=previous, amount=moved.amount, through=through)
        yield Order(Name.parse(moved.to), taken, jackpot_commands.command)
    for news in passed:
        told = jackpots_pb2.TakeNews(news=news.news)
        told.news.through.append(previous)
        yield Order(Name.parse(news.to), told, jackpot_commands.command)


def _news(
    jackpot: str,
    happening: Happening,
    declared: jackpots_pb2.Declaration,
    steps: tuple[jackpots_pb2.JackpotStep, ...],
) -> Order[cycle.Command]:
    news = jackpots_pb2.JackpotNews(
        game=str(names.game_of(happening.name)),
        session=happening.row.session,  # type: ignore[attr-defined]  # a desk's row
        declared=declared,
        steps=steps,
    )
    told = jackpots_pb2.TakeNews(news=news)
    return Order(Name.parse(jackpot), told, jackpot_commands.command)


def _steps(event: Message) -> Iterator[jackpots_pb2.JackpotStep]:
    """An event of a desk in the jackpot's words; none where it is no concern of it."""
    match event:
        case desks.SalesClosed() | desks.SalesAmended():
            yield jackpots_pb2.JackpotStep(taken=event.receipts)
        case desks.SalesReduced():
            yield jackpots_pb2.JackpotStep(back=event.receipts)
        case desks.StageSettled():
            yield _settled(event)
        case desks.SettlementReopened(kind=kind):
            if kind == _JACKPOT:
                yield jackpots_pb2.JackpotStep(unshared=True)
            else:
                yield jackpots_pb2.JackpotStep(reopened=event.stage)
        case desks.PlayEnded():
            void = event.void and not event.start_over
            yield jackpots_pb2.JackpotStep(ended=True, void=void)
        case desks.PrizePaid() if event.payment.kind == _JACKPOT:
            payment = event.payment
            yield jackpots_pb2.JackpotStep(paid=_owed(payment))
        case desks.PrizeLapsed(kind=kind) if kind == _JACKPOT:
            yield jackpots_pb2.JackpotStep(lapsed=_owed(event))
        case desks.RecoveryRecorded(kind=kind) if kind == _JACKPOT:
            if event.recovery == prizes_pb2.RECOVERY_REPAID:
                yield jackpots_pb2.JackpotStep(repaid=_owed(event))
            else:
                yield jackpots_pb2.JackpotStep(written_off=_owed(event))


def _settled(event: desks.StageSettled) -> jackpots_pb2.JackpotStep:
    if event.kind == _JACKPOT:
        shares = (jackpots_pb2.Owed(share=e.share, amount=e.amount) for e in event.shares)
        keeps = event.odd_cents_to == prizes_pb2.ODD_CENTS_HOUSE_KEEPS
        return jackpots_pb2.JackpotStep(
            shared=jackpots_pb2.Shared(shares=shares, house_keeps=keeps)
        )
    won = jackpots_pb2.StageWon(stage=event.stage, position=event.position)
    if event.jackpot and event.HasField("odd_cents"):
        won.odd_cents.CopyFrom(event.odd_cents)
    return jackpots_pb2.JackpotStep(won=won)


def _owed(
    of: prizes_pb2.Payment | desks.PrizeLapsed | desks.RecoveryRecorded,
) -> jackpots_pb2.Owed:
    return jackpots_pb2.Owed(share=of.share, amount=of.amount)


def _nothing(event: jackpots_pb2.JackpotWon) -> money_pb2.Money:
    return money_pb2.Money(currency=event.amount.currency)
