"""A jackpot that a game has won is divided like the prize of its stage (rules 5.4 and 6.1).

What is won is set apart by the jackpot's cycle as soon as the stage is settled as was declared;
half-way the stage is settled and the jackpot is not. From then on it follows the winners of the
stage: it is reopened with them and divided anew, and is never set apart a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from services.kernel.money import Money
from services.verify.domain.desk.dividing import divide
from services.verify.domain.desk.prizes import PrizeKind
from services.verify.domain.desk.settlement import Settlement, settlement_of
from services.verify.domain.desk.settling import SettlementReopened, StageSettled
from services.verify.domain.desk.state import Desk
from services.verify.domain.jackpot.terms import wins

WON_TOO_LATE = "it was won too late for the jackpot"
CARRIED_OVER = "it was carried over"


def jackpot_settled(desk: Desk, at: datetime) -> Iterator[StageSettled | SettlementReopened]:
    """The jackpot follows the settlement of its stage."""
    stage = desk.declared.stage if desk.declared is not None else None
    if desk.declared is None or stage is None:
        return
    known = settlement_of(desk.settlements, PrizeKind.JACKPOT, stage)
    of = settlement_of(desk.settlements, PrizeKind.STAGE, stage)
    why = ""
    if desk.awarded is None:
        why = CARRIED_OVER
    elif of is not None and not wins(desk.declared, stage, of.position):
        why = WON_TOO_LATE
    if why:
        if known is not None and known.stands:
            yield SettlementReopened(PrizeKind.JACKPOT, stage, known.round, why, at)
    elif of is not None and of.stands and desk.awarded is not None:
        event = _divided(desk, desk.awarded, of, known, at)
        if known is None or not known.stands or not _as_it_is(event, known):
            yield event


def _divided(
    desk: Desk, amount: Money, of: Settlement, known: Settlement | None, at: datetime
) -> StageSettled:
    divided = divide(amount, len(of.shares), desk.prizes.odd_cents, jackpot=True)
    days = desk.prizes.lapses_after
    return StageSettled(
        PrizeKind.JACKPOT,
        of.stage,
        "jackpot",
        "",
        known.round + 1 if known is not None else 1,
        of.position,
        amount,
        tuple(replace(each, amount=divided.each) for each in of.shares),
        divided.odd,
        divided.to,
        desk.jackpot,
        at + timedelta(days=days) if days else None,
        at,
    )


def _as_it_is(event: StageSettled, known: Settlement) -> bool:
    before = (known.position, known.prize, known.shares)
    return (event.position, event.prize, event.shares) == before
