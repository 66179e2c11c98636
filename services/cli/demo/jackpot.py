"""A jackpot: fed by two games, missed by one call in the first, and won in the second."""

from __future__ import annotations

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import jackpots_pb2
from eyesdown_client import (
    Columns,
    Cry,
    JackpotPhase,
    Jackpots,
    Post,
    PrizeKind,
    Sales,
    Selector,
    Stage,
    bingo,
    layout,
    money,
    span,
)
from services.cli.common.output import amount
from services.cli.demo.claims import announced, called_out, decided, examined
from services.cli.demo.evening import VENUE, Evening
from services.cli.demo.games import PROFILE, ball, show

_PRIZE = (bingo(money("NZD", 100_00)),)
_ROOM = "main"


async def played(evening: Evening) -> None:
    """A tenth of each game's receipts goes into the pool. Card 1 is full on call 15: one call too
    late for what was announced of the first game, in time for the second."""
    evening.begin("A jackpot is missed by one call, carries over, and is won.")
    jackpots = evening.desk["mere"].jackpots
    opened = await jackpots.open_jackpot(
        venue=VENUE,
        jackpot_id=f"{evening.day[:4]}-friday",
        profile=PROFILE,
        title="Friday jackpot",
        share=1_000,
        seed=money("NZD", 200_00),
    )
    missed = await _game(evening, opened.name, 1, within=14)
    pool = await _once(jackpots, opened.name, missed)
    evening.figures("the jackpot after the first game")
    # 18 cards at two dollars are 36.00, a tenth of that 3.60
    evening.check("200.00 and a tenth of 36.00", amount(pool.pool), "NZD 203.60")
    evening.check(
        "carried over", JackpotPhase(pool.phase) is JackpotPhase.RUNNING and not pool.won_by, True
    )
    won = await _game(evening, opened.name, 2, within=15)
    await _paid(evening, opened.name, won, missed)


async def _game(evening: Evening, jackpot: str, number: int, within: int) -> str:
    """A game for a full card: 18 cards are sold, and card 1 has it on call 15. Its name."""
    serial = f"C-2026-1{number}"
    game = await _opened(evening, number, serial)
    desk = game.name.replace("/games/", "/claimDesks/")
    mere, sal = evening.desk["mere"], evening.desk["sal"]
    series = await _series(evening, number, serial)
    await mere.sales.open_sales(desk, series={series: None}, card=money("NZD", 2_00))
    await mere.jackpots.declare_jackpot(desk, jackpot=jackpot, stage=Stage.SERIES, within=within)
    await sal.sales.sell_cards(desk, cards=span(1, 18), receipts=money("NZD", 36_00))
    await mere.sales.close_sales(desk)
    game = await announced(evening, game, _PRIZE, serial)
    await evening.refused(
        "the manager changes the jackpot of a game that is announced",
        "JACKPOT_TOO_LATE",
        mere.jackpots.declare_jackpot(desk, jackpot=jackpot, stage=Stage.SERIES),
    )
    face = (await evening.desk["sue"].claims.check_card(desk, card=1)).face
    for drawn in filter(None, face):
        game = await ball(evening, game, drawn)
    game, call_out = await called_out(evening, game, 15, "Dora", Cry.BINGO)
    await examined(evening, desk, call_out, 1, serial)
    game = await decided(evening, game, 1)
    game = await evening["sue"].draw.end_game(game.name, version=game.version, reason="")
    await show(evening, game)
    return game.name


async def _paid(evening: Evening, jackpot: str, won: str, missed: str) -> None:
    """The jackpot is divided at the desk and paid; every cent of it is followed."""
    cora, desk = evening.desk["cora"], won.replace("/games/", "/claimDesks/")
    async for seen in cora.prizes.watch_prizes(desk):
        kinds = {PrizeKind(each.kind) for each in seen.prizes.settlements}
        if PrizeKind.JACKPOT in kinds:
            break
    paid = await cora.prizes.pay_prize(
        desk,
        stage=Stage.SERIES,
        kind=PrizeKind.JACKPOT,
        amount=money("NZD", 207_20),
        payee="Dora",
        room=_ROOM,
    )
    evening.figures("the jackpot")
    # 203.60 and another 3.60
    evening.check("won and paid", amount(paid.payment.amount), "NZD 207.20")
    found = await _phase(cora.jackpots, jackpot, JackpotPhase.PAID)
    evening.check("won on call", (found.won_by, found.position), (won, 15))
    ledger = await evening.desk["mere"].jackpots.list_entries(jackpot)
    balances = {each.account: each.minor_units for each in ledger.balances if each.minor_units}
    evening.check(
        "in its accounts, in cents: from the house and two games to players",
        balances,
        {
            "house": -200_00,
            f"receipts:{missed.rpartition('/')[2]}": -3_60,
            f"receipts:{won.rpartition('/')[2]}": -3_60,
            "players": 207_20,
        },
    )
    evening.check("they balance", sum(balances.values()), 0)
    following = await cora.jackpots.get_jackpot(found.next)
    evening.check("the next one begins with", amount(following.pool), "NZD 200.00")


async def _once(jackpots: Jackpots, name: str, game: str) -> jackpots_pb2.Jackpot:
    """The jackpot, once it knows that a game is over."""
    async for seen in jackpots.watch_jackpot(name):
        if any(each.game == game and each.ended for each in seen.jackpot.games):
            return seen.jackpot
    raise AssertionError("nobody tells of the jackpot any more")


async def _phase(jackpots: Jackpots, name: str, phase: JackpotPhase) -> jackpots_pb2.Jackpot:
    """The jackpot, once it has come so far."""
    async for seen in jackpots.watch_jackpot(name):
        if JackpotPhase(seen.jackpot.phase) is phase:
            return seen.jackpot
    raise AssertionError("nobody tells of the jackpot any more")


async def _opened(evening: Evening, number: int, serial: str) -> game_pb2.Game:
    manager = evening["mere"].draw
    game = await manager.open_game(
        venue=VENUE,
        game_id=f"{evening.day}-jackpot-{number}",
        profile=PROFILE,
        game_version=1,
        stages=_PRIZE,
        serial_number=serial,
        selector=Selector.RECEPTACLE,
        rooms=[_ROOM],
        sales=Sales.VERIFY,
    )
    await manager.assign_staff(game.name, post=Post.CALLER, person="cal")
    return await manager.assign_staff(game.name, post=Post.SUPERVISOR, person="sue")


async def _series(evening: Evening, number: int, serial: str) -> str:
    """The name of a series of three strips, in use."""
    cards = evening.desk["mere"].cards
    making = cards.generate_series(
        venue=VENUE,
        series_id=f"{evening.day[:4]}-gold-{number}",
        title="Gold",
        serial_number=serial,
        layout=layout(Columns.NINES),
        cards=18,
    )
    series = [each async for each in making][-1].series
    await cards.use_series(series.name)
    return series.name
