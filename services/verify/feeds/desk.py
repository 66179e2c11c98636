"""Desks follow games, their blocks, the receipt rolls and jackpots.

A game opens its desk, its announcement says what is paid, its numbers close sales and the time to
call out, a call out opens a claim, and what the draw decides or puts right is taken over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from google.protobuf.message import Message

from eyesdown.draw.v1 import events_pb2 as draw
from eyesdown.verify.v1 import claims_pb2, jackpots_pb2, prizes_pb2, sales_pb2
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.law import Due
from services.kernel.names import Name
from services.kernel.record.commit import Given
from services.verify import names
from services.verify.commands import desk as desk_commands
from services.verify.domain.desk import desk


def desks_following_games(
    make: Callable[[Given], desk.Command],
) -> Callable[[Happening], Iterator[Order[desk.Command]]]:
    """What a commit of a game leads to at its desk, by commands that `make` makes."""

    def following(happening: Happening) -> Iterator[Order[desk.Command]]:
        told = _told(happening)
        if told is not None:
            opens = isinstance(told, sales_pb2.OpenDesk)
            profile = happening.profile if opens else None
            yield Order(names.desk_of(happening.name), told, make, profile=profile)

    return following


def desks_following_blocks(happening: Happening) -> Iterator[Order[desk.Command]]:
    """A block that is closed reports, and tells of what is entered late."""
    target = names.desk_of_block(happening.name)
    for event in happening.events:
        match event:
            case sales_pb2.BlockClosed():
                report = sales_pb2.Report(
                    first=int(happening.name.id.rpartition("-")[2]),
                    cards_sold=event.cards_sold,
                    receipts=event.receipts,
                    digest=event.digest,
                )
                taken = sales_pb2.TakeReport(report=report)
                yield Order(target, taken, desk_commands.command)
            case sales_pb2.LateSaleEntered():
                cards = event.cards.last - event.cards.first + 1
                late = sales_pb2.TakeLateSale(
                    cards_sold=cards, receipts=event.receipts, cards=event.cards
                )
                yield Order(target, late, desk_commands.command)
            case sales_pb2.SaleVoided() | sales_pb2.CardsReturned():
                if event.HasField("back"):
                    yield Order(target, _back(event), desk_commands.command)


def desks_following_rolls(happening: Happening) -> Iterator[Order[desk.Command]]:
    """A desk takes over the number of a receipt."""
    for event in happening.events:
        if isinstance(event, prizes_pb2.ReceiptIssued):
            receipt = event.receipt
            taken = prizes_pb2.TakeReceipt(
                payment=receipt.payment.payment, roll=str(happening.name), receipt=receipt.receipt
            )
            yield Order(Name.parse(receipt.desk), taken, desk_commands.command)


def desks_following_jackpots(happening: Happening) -> Iterator[Order[desk.Command]]:
    """The desk of the game that has won divides it; what is carried over is nobody's there."""
    name = str(happening.name)
    for event in happening.events:
        match event:
            case jackpots_pb2.JackpotWon():
                told = jackpots_pb2.TakeJackpot(jackpot=name, amount=event.amount)
                yield Order(_desk(event.game), told, desk_commands.command)
            case jackpots_pb2.WinGivenUp():
                game = happening.row.won_by  # type: ignore[attr-defined]  # a jackpot's row
                released = jackpots_pb2.TakeJackpot(jackpot=name)
                yield Order(_desk(game), released, desk_commands.command)


def lapse(name: Name, _: Due) -> Order[desk.Command]:
    """What a desk is told when the time to collect a prize is over."""
    return Order(name, prizes_pb2.LapsePrizes(), desk_commands.command)


def _back(event: sales_pb2.SaleVoided | sales_pb2.CardsReturned) -> sales_pb2.TakeBack:
    """What a desk is told of a sale that is undone after the close."""
    back = event.back
    cards = back.cards.last - back.cards.first + 1
    taken = sales_pb2.TakeBack(cards_sold=cards, receipts=back.receipts)
    if isinstance(event, sales_pb2.SaleVoided):
        taken.cards.CopyFrom(back.cards)
    return taken


def _desk(game: str) -> Name:
    return names.desk_of(Name.parse(game))


def _told(happening: Happening) -> Message | None:
    for look in (_opened, _righting, _news, _answer):
        told = look(happening)
        if told is not None:
            return told
    return None


def _opened(happening: Happening) -> Message | None:
    for event in happening.events:
        if isinstance(event, draw.GameOpened):
            return sales_pb2.OpenDesk(
                game=str(happening.name),
                profile=event.profile,
                numbers=event.rules.numbers,
                restart_of=event.restart_of,
                stages=event.stages,
                practice=event.practice,
                session=event.session,
            )
        if isinstance(event, draw.GameAnnounced):
            return prizes_pb2.TakePrizes(prizes=event.stages)
    return None


def _news(happening: Happening) -> Message | None:
    """A number or the end, a call out, or its decision: at most one comes in a commit."""
    play = _play(happening)
    if play is not None:
        return play
    for event in happening.events:
        match event:
            case draw.CallOutRecorded():
                return claims_pb2.OpenClaim(
                    call_out=event.call_out,
                    room=event.room,
                    after_position=event.after_position,
                    cry=event.cry,
                    on_behalf=event.on_behalf,
                    player=event.player,
                    late=event.late,
                )
            case draw.CallOutDecided():
                return claims_pb2.TakeVerdict(
                    call_out=event.call_out,
                    verdict=event.verdict,
                    stages=event.stages,
                    unverified=event.unverified,
                    ruled_in_time=event.ruled_in_time,
                    by=event.by,
                )
    return None


def _righting(happening: Happening) -> Message | None:
    """What is judged again, and which winners are none: a correction may do both in one commit, and
    numbers may be called with it, or the game be void."""
    told = claims_pb2.TakeRighting(
        sales_over=any(map(_ends_sales, happening.events)), play=_play(happening)
    )
    for event in happening.events:
        match event:
            case draw.CallCorrected() | draw.CallTakenBack():
                told.reopened.extend(event.reopened)
            case draw.CalledByHand() | draw.CutOffTakenBack():
                told.reopened.extend(event.reopened)
            case draw.WinnersVoided():
                told.reopened.extend(event.reopened)
                told.voided.add(stage=event.stage, call_outs=event.call_outs)
    return told if told.reopened or told.voided else None


def _play(happening: Happening) -> claims_pb2.TakePlay | None:
    """How far the game is by a commit; None where it says nothing of that."""
    told = claims_pb2.TakePlay(sales_over=any(map(_ends_sales, happening.events)))
    for event in happening.events:
        match event:
            case draw.NumberCalled():
                told.position = event.position
            case draw.CalledByHand():
                told.position = event.position + max(len(event.calls), 1) - 1
            case draw.GameEnded():
                told.over = True
            case draw.GameVoided():
                told.over = told.void = True
                told.start_over = event.start_over
    return told if told.position or told.over else None


def _ends_sales(event: Message) -> bool:
    """Whether no card is sold after it: the first number, or the end, perhaps before any."""
    match event:
        case draw.NumberCalled(position=1) | draw.CalledByHand(position=1):
            return True
        case draw.GameEnded() | draw.GameVoided():
            return True
    return False


def _answer(happening: Happening) -> Message | None:
    """What the draw says to a decision of the desk: examined beside its own, or not taken over."""
    for event in happening.events:
        if isinstance(event, draw.VerdictExamined):
            return claims_pb2.TakeAnswer(call_out=event.call_out, differs=not event.agrees)
    asked = draw.SettleCallOut()
    if happening.refusal and happening.command.request.Unpack(asked):
        reason, clause = happening.refusal, happening.refused.clause
        return claims_pb2.TakeAnswer(call_out=asked.call_out, reason=reason, clause=clause)
    return None
