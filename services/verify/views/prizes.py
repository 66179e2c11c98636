"""What people see of the prizes of a game."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown.verify.v1 import prizes_pb2
from services.kernel.record.histories import Snapshot
from services.kernel.record.shapes import timestamp
from services.verify.codec.values import MONEY, PAYMENT, SHARE, STAGE_PRIZE
from services.verify.domain.desk.contesting import in_the_way, undecided_because
from services.verify.domain.desk.ending import ended
from services.verify.domain.desk.settlement import Account, Paid, Settlement
from services.verify.domain.desk.state import Desk, State
from services.verify.views.desk import opened


def resource(snapshot: Snapshot[Any, State]) -> pb.GamePrizes:
    """The prizes of a game as GetPrizes answers them."""
    desk = opened(snapshot.state)
    made = pb.GamePrizes(
        name=str(snapshot.name),
        version=snapshot.version,
        game=desk.game,
        stages=map(STAGE_PRIZE.to, desk.stages),
        settlements=(settlement(desk, each) for each in desk.settlements),
        payments=map(payment, desk.payments),
        over=desk.over is not None,
        ended=ended(desk),
        practice=desk.practice,
    )
    if snapshot.at is not None:
        made.updated_at.CopyFrom(timestamp(snapshot.at))
    return made


def payment(paid: Paid) -> pb.PaymentRecord:
    """A payment, and its receipt."""
    state = pb.PAYMENT_STATE_WAITS if paid.waits else pb.PAYMENT_STATE_PAID
    return pb.PaymentRecord(
        payment=PAYMENT.to(paid.payment),
        state=pb.PAYMENT_STATE_REJECTED if paid.rejected else state,
        roll=paid.roll,
        receipt=paid.receipt,
    )


def settlement(desk: Desk, known: Settlement) -> pb.PrizeSettlement:
    """A prize, divided."""
    made = pb.PrizeSettlement(
        kind=prizes_pb2.PrizeKind.Value(f"PRIZE_KIND_{known.kind.name}"),
        stage=game_pb2.Stage.Value(f"STAGE_{known.stage.name}"),
        title=known.title,
        round=known.round,
        position=known.position,
        odd_cents_to=prizes_pb2.OddCents.Value(f"ODD_CENTS_{known.to.name}"),
        jackpot=known.jackpot,
        stands=known.stands,
        reopened=known.reason,
        settled_at=timestamp(known.at),
        accounts=map(_account, known.accounts),
    )
    if known.prize is not None:
        made.prize.CopyFrom(MONEY.to(known.prize))
    if known.odd_cents is not None:
        made.odd_cents.CopyFrom(MONEY.to(known.odd_cents))
    if known.lapses_at is not None:
        made.lapses_at.CopyFrom(timestamp(known.lapses_at))
    claim = in_the_way(desk, known.position)
    if claim is not None:
        made.waits_for = claim.call_out
        made.waits_since = undecided_because(desk, claim)
    return made


def _account(account: Account) -> pb.PrizeAccount:
    made = pb.PrizeAccount(share=SHARE.to(account.share), wins=account.wins)
    money = account.share.amount
    if money is not None:
        amounts = {
            "paid": account.paid,
            "repaid": account.repaid,
            "written_off": account.written_off,
            "lapsed": account.lapsed,
            "owed": account.owed,
            "due": account.due,
        }
        for field, amount in amounts.items():
            getattr(made, field).CopyFrom(MONEY.to(money.of(amount)))
    return made
