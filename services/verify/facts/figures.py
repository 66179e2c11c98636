"""What a session took and paid, for its close: from the desks of its games, as new as these."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from eyesdown.verify.v1 import jackpots_pb2, sales_pb2
from services.kernel.errors import NotFound
from services.kernel.following.feed import Feed
from services.kernel.following.heads import Heads
from services.kernel.money import Money
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.verify import names
from services.verify.codec.values import MONEY
from services.verify.domain.desk import desk as law
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.ending import ended
from services.verify.domain.desk.prizes import PrizeKind
from services.verify.domain.desk.state import Counted, Counting, Desk
from services.verify.domain.desk.state import State as DeskState
from services.verify.domain.jackpot.state import Cycle, State, Won
from services.verify.domain.jackpot.terms import WHOLE
from services.verify.views import jackpot as jackpot_views
from services.verify.views.desk import opened


class SessionFigures:
    """Adds up sessions."""

    def __init__(
        self,
        desks: Aggregates[law.Command, law.Event, DeskState],
        cycles: Aggregates[Any, Any, State],
        feed: Feed,
        heads: Heads,
    ) -> None:
        self._desks = desks
        self._cycles = cycles
        self._feed = feed
        self._heads = heads

    async def of(self, session: Name, currency: str) -> jackpots_pb2.SessionFigures:
        """The figures of a session, game by game; those of practice are not in it. Raises
        `NotFound` where no game of it has a desk."""
        made = jackpots_pb2.SessionFigures(session=str(session))
        found = False
        async for desk in self._games(session):
            found = True
            if not desk.practice:
                held = await self._held(desk, currency)
                made.games.append(game_figures(desk, held, currency))
        if not found:
            raise NotFound(f"game of {session}")
        made.total.CopyFrom(total(made.games, currency))
        return made

    async def _games(self, session: Name) -> AsyncIterator[Desk]:
        """The desks of its games by their ids, each as new as its game and its blocks."""
        rows = self._heads.rows(session.venue, session.year, DESKS.kind)
        ours = [head.name for head in rows if _session(head.row) == str(session)]
        for name in sorted(ours, key=lambda each: each.id):
            await self._feed.hasten(names.game_of(name), name)
            yield opened((await self._desks.read(name)).state)

    async def _held(self, desk: Desk, currency: str) -> Money:
        """What is held of a game's receipts, in the cycle that it was declared to and those after:
        a game that was counted after one was won feeds the next."""
        cents, next_ = 0, desk.jackpot
        while next_:
            cycle = (await self._cycles.read(Name.parse(next_))).state
            if not isinstance(cycle, Cycle):
                break
            cents += jackpot_views.held(cycle, desk.game)
            next_ = cycle.next if isinstance(cycle, Won) else ""
        return Money(currency, cents)


def game_figures(desk: Desk, held: Money, currency: str) -> jackpots_pb2.GameFigures:
    """What one game took and paid. What it won of a jackpot came from what was held, perhaps in
    earlier sessions, and is shown apart."""
    receipts, cards = Money(currency, 0), 0
    sales = desk.sales
    if isinstance(sales, Counted):
        receipts, cards = sales.receipts, sales.cards_sold
    if isinstance(sales, Counting | Counted):
        if sales.late is not None:
            receipts, cards = receipts + sales.late.receipts, cards + sales.late.cards_sold
        if sales.back is not None:
            receipts, cards = receipts - sales.back.receipts, cards - sales.back.cards
    prizes, paid = _prizes(desk, PrizeKind.STAGE)
    jackpots, jackpots_paid = _prizes(desk, PrizeKind.JACKPOT)
    made = jackpots_pb2.GameFigures(
        game=desk.game,
        open=not ended(desk),
        cards=cards,
        receipts=MONEY.to(receipts),
        prizes=MONEY.to(Money(currency, prizes)),
        paid=MONEY.to(Money(currency, paid + jackpots_paid)),
        held=MONEY.to(held),
        jackpots=MONEY.to(Money(currency, jackpots)),
    )
    made.payout = payout(prizes + held.minor_units, receipts.minor_units)
    return made


def total(games: Any, currency: str) -> jackpots_pb2.GameFigures:
    """All games together."""
    made = jackpots_pb2.GameFigures(
        open=any(each.open for each in games), cards=sum(each.cards for each in games)
    )
    for field in ("receipts", "prizes", "paid", "held", "jackpots"):
        cents = sum(getattr(each, field).minor_units for each in games)
        getattr(made, field).CopyFrom(MONEY.to(Money(currency, cents)))
    made.payout = payout(made.prizes.minor_units + made.held.minor_units, made.receipts.minor_units)
    return made


def payout(out: int, receipts: int) -> int:
    """A part of the receipts in basis points, rounded down; 0 without receipts."""
    return max(0, out) * WHOLE // receipts if receipts > 0 else 0


def _prizes(desk: Desk, kind: PrizeKind) -> tuple[int, int]:
    """What winners are entitled to, and what players have of it, in minor units."""
    accounts = [
        account for each in desk.settlements if each.kind is kind for account in each.accounts
    ]
    return sum(each.comes_to for each in accounts), sum(each.received for each in accounts)


def _session(row: Any) -> str:
    return row.session if isinstance(row, sales_pb2.ClaimDeskRow) else ""
