"""A tie: three players have their line on the same number, and the prize is divided and paid."""

from __future__ import annotations

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import prize_service_pb2 as pb
from eyesdown_client import (
    Columns,
    PaymentState,
    Post,
    Sales,
    Selector,
    Stage,
    layout,
    line,
    money,
    span,
)
from services.cli.common.output import amount
from services.cli.demo.claims import announced, called_out, decided, examined
from services.cli.demo.evening import VENUE, Evening
from services.cli.demo.games import PROFILE, ball, show

_SERIAL = "C-2026-08"
_PRIZE = (line(money("NZD", 100_00)),)
_ROOM = "main"
_LAST = 45
"""A number that every strip has on one of its six cards."""


async def played(evening: Evening) -> None:
    """Three strips; on one card of each a row with 45 is completed by it, as all else on those rows
    was called before."""
    evening.begin("A tie: three players complete a line on the same number, and share the prize.")
    game = await _opened(evening)
    desk = game.name.replace("/games/", "/claimDesks/")
    await _sold(evening, desk)
    game = await announced(evening, game, _PRIZE, _SERIAL)
    rows = [await _row(evening, desk, first) for first in (1, 7, 13)]
    needed = dict.fromkeys(number for _, row in rows for number in row if number != _LAST)
    for number in (*needed, _LAST):
        game = await ball(evening, game, number)
    on = len(needed) + 1
    claims = []
    for player, (card, _) in zip(("Ana", "Ben", "Caro"), rows, strict=True):
        game, number = await called_out(evening, game, on, player)
        claims.append((number, card))
    for number, card in claims:
        await examined(evening, desk, number, card, _SERIAL)
    game = await decided(evening, game, 3)
    await evening.refused(
        "the cashier pays before play is over",
        "NOT_SETTLED",
        _paid(evening, desk, 1, 33_34, "Ana"),
    )
    game = await evening["sue"].draw.end_game(game.name, version=game.version, reason="")
    await show(evening, game)
    await _figures(evening, desk)


async def _figures(evening: Evening, desk: str) -> None:
    async for seen in evening.desk["cora"].prizes.watch_prizes(desk):
        if seen.prizes.settlements:
            (settled,) = seen.prizes.settlements
            break
    evening.figures("the prize")
    shares = [amount(each.share.amount) for each in settled.accounts]
    # 10,000 cents by three are 3,333 and one is left: each share is rounded up, 3 x 3,334 = 10,002
    evening.check("a third of NZD 100.00 for each", shares, ["NZD 33.34"] * 3)
    evening.check("added by the house", amount(settled.odd_cents), "NZD 0.02")
    paid = [
        await _paid(evening, desk, share, 33_34, payee)
        for share, payee in enumerate(("Ana", "Ben", "Caro"), start=1)
    ]
    first = paid[0].receipt
    evening.check(
        "receipts, one after the other",
        [each.receipt - first + 1 for each in paid],
        [1, 2, 3],
    )
    await evening.refused(
        "Ana comes a second time", "PRIZE_PAID_BEFORE", _paid(evening, desk, 1, 33_34, "Ana")
    )
    prizes = await evening.desk["cora"].prizes.get_prizes(desk)
    made = [each for each in prizes.payments if PaymentState(each.state) is PaymentState.PAID]
    total = sum(each.payment.amount.minor_units for each in made)
    evening.check("paid in all, in cents", total, 10_002)
    evening.check("nothing is left to do at the desk", prizes.ended, True)


async def _opened(evening: Evening) -> game_pb2.Game:
    manager = evening["mere"].draw
    game = await manager.open_game(
        venue=VENUE,
        game_id=f"{evening.day}-tie",
        profile=PROFILE,
        game_version=2,
        stages=_PRIZE,
        serial_number=_SERIAL,
        selector=Selector.RECEPTACLE,
        rooms=[_ROOM],
        sales=Sales.VERIFY,
    )
    await manager.assign_staff(game.name, post=Post.CALLER, person="cal")
    return await manager.assign_staff(game.name, post=Post.SUPERVISOR, person="sue")


async def _sold(evening: Evening, desk: str) -> None:
    """A series of three strips, all of them sold."""
    mere, sal = evening.desk["mere"], evening.desk["sal"]
    making = mere.cards.generate_series(
        venue=VENUE,
        series_id=f"{evening.day[:4]}-red",
        title="Red",
        serial_number=_SERIAL,
        layout=layout(Columns.NINES),
        cards=18,
    )
    series = [each async for each in making][-1].series
    await mere.cards.use_series(series.name)
    await mere.sales.open_sales(desk, series={series.name: None}, card=money("NZD", 2_00))
    await sal.sales.sell_cards(desk, cards=span(1, 18), receipts=money("NZD", 36_00))
    await mere.sales.close_sales(desk)


async def _row(evening: Evening, desk: str, first: int) -> tuple[int, list[int]]:
    """The card of a strip that has the last number, and the row that it stands in."""
    for card in range(first, first + 6):
        face = (await evening.desk["sue"].claims.check_card(desk, card=card)).face
        for row in range(3):
            numbers = [number for number in face[row * 9 : row * 9 + 9] if number]
            if _LAST in numbers:
                return card, numbers
    raise AssertionError(f"no card of the strip from {first} on has {_LAST}")


async def _paid(
    evening: Evening, desk: str, share: int, cents: int, payee: str
) -> pb.PaymentRecord:
    """The cashier pays a share."""
    return await evening.desk["cora"].prizes.pay_prize(
        desk,
        stage=Stage.PART_SERIES,
        share=share,
        amount=money("NZD", cents),
        payee=payee,
        room=_ROOM,
    )
