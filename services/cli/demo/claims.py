"""A game with cards of the house: six hundred are sold, and claims come, good, bad and late."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown_client import (
    ClaimOutcome,
    ClaimPhase,
    Columns,
    Cry,
    Eyesdown,
    Post,
    Sales,
    Selector,
    bingo,
    layout,
    line,
    money,
    span,
)
from services.cli.common.output import amount
from services.cli.demo.evening import VENUE, Evening
from services.cli.demo.games import PROFILE, ball, show, won

_SERIAL = "C-2026-07"
_PRIZES = (line(money("NZD", 300_00)), bingo(money("NZD", 600_00)))
_ROOM = "main"


async def played(evening: Evening) -> None:
    """A strip's six cards have every number once: what card 1 needs, card 2 has not."""
    evening.begin("A line with cards of the house: six hundred are sold.")
    game = await _opened(evening)
    desk = game.name.replace("/games/", "/claimDesks/")
    await _sold(evening, desk)
    game = await announced(evening, game)
    row = await _top_row(evening.desk["sue"], desk, 1)
    for number in row:
        game = await ball(evening, game, number)
    game, good = await called_out(evening, game, 5, "Erena")
    game, bad = await called_out(evening, game, 5, "Finn")
    game, unsold = await called_out(evening, game, 5, "Gina")

    evening.figures("the claims")
    claim = await examined(evening, desk, good, 1)
    evening.check("card 1, by its player", _told(claim), "allowed on call 5")
    claim = await examined(evening, desk, bad, 2)
    evening.check("card 2 of the same strip", _told(claim), "refused: NUMBER_NOT_CALLED")
    claim = await examined(evening, desk, unsold, 601)
    evening.check("card 601, which nobody bought", _told(claim), "refused: CARD_NOT_SOLD")
    game = await decided(evening, game, 3)
    other = next(number for number in range(1, 91) if number not in row)
    game = await ball(evening, game, other)
    game, late = await called_out(evening, game, 5, "Hemi")
    claims = evening.desk["sue"].claims
    ruled_on = await claims.rule_late_claim(desk, call_out=late, in_time=False, room=_ROOM)
    ruled = ruled_on.claims[late - 1]
    evening.check("a line for call 5, cried after call 6", _told(ruled), "forfeited: FORFEITED")
    game = await decided(evening, game, 4)
    game = await evening["sue"].draw.end_game(
        game.name, version=game.version, reason="the evening goes on elsewhere"
    )
    await show(evening, game)
    evening.check("the line was won", won(game), "line on call 5")
    # Opened 1, staff 2, sales closed 1, announced 1; six balls x 3; four call outs and decisions 8;
    # ended 1: 5 + 18 + 8 + 1
    evening.check("commits in the journal", game.version, 32)


async def _opened(evening: Evening) -> game_pb2.Game:
    """Opened and staffed: three commits. Its sales are verify's."""
    manager = evening["mere"].draw
    game = await manager.open_game(
        venue=VENUE,
        game_id=f"{evening.day}-cards",
        profile=PROFILE,
        game_version=3,
        stages=_PRIZES,
        serial_number=_SERIAL,
        selector=Selector.RECEPTACLE,
        rooms=[_ROOM],
        sales=Sales.VERIFY,
    )
    await manager.assign_staff(game.name, post=Post.CALLER, person="cal")
    return await manager.assign_staff(game.name, post=Post.SUPERVISOR, person="sue")


async def _sold(evening: Evening, desk: str) -> None:
    """A series of 101 strips, of which a hundred are sold for ten dollars each."""
    mere, sal = evening.desk["mere"], evening.desk["sal"]
    making = mere.cards.generate_series(
        venue=VENUE,
        series_id=f"{evening.day[:4]}-blue",
        title="Blue",
        serial_number=_SERIAL,
        layout=layout(Columns.NINES),
        cards=606,
    )
    series = [each async for each in making][-1].series
    await mere.cards.use_series(series.name)
    await mere.sales.open_sales(
        desk, series={series.name: None}, card=money("NZD", 2_00), sheet=money("NZD", 10_00)
    )
    for first in (1, 301):
        await sal.sales.sell_cards(
            desk, cards=span(first, first + 299), receipts=money("NZD", 500_00)
        )
    await mere.sales.close_sales(desk)
    closed = await mere.sales.get_sales(desk)
    evening.figures("the sales")
    evening.check("cards sold", closed.cards_sold, 600)
    # A hundred strips at ten dollars
    evening.check("taken for them", amount(closed.receipts), "NZD 1,000.00")


async def announced(
    evening: Evening,
    game: game_pb2.Game,
    stages: tuple[game_pb2.StagePrize, ...] = _PRIZES,
    serial: str = _SERIAL,
) -> game_pb2.Game:
    """Announced once the draw knows that the sales are closed: two commits."""
    async for seen in evening["cal"].draw.watch_game(game.name):
        if seen.game.HasField("sales_closed"):
            game = seen.game
            break
    game = await evening["cal"].draw.announce_game(
        game.name,
        version=game.version,
        game_version=game.game_version,
        stages=stages,
        serial_number=serial,
    )
    await show(evening, game)
    return game


async def _top_row(sue: Eyesdown, desk: str, card: int) -> list[int]:
    """The five numbers of a card's top row, as it is printed."""
    face = (await sue.claims.check_card(desk, card=card)).face
    return [number for number in face[:9] if number]


async def called_out(
    evening: Evening, game: game_pb2.Game, after: int, player: str, cry: Cry = Cry.LINE
) -> tuple[game_pb2.Game, int]:
    """A player calls a line in the main room; the call out's number."""
    made = await evening["stu"].draw.call_out(
        game.name, room=_ROOM, after_position=after, cry=cry, player=player
    )
    await show(evening, made.game)
    return made.game, made.call_out


async def examined(
    evening: Evening, desk: str, call_out: int, card: int, serial: str = _SERIAL
) -> pb.Claim:
    """Collected; read and verified where it looks like a win; decided."""
    sue, cal = evening.desk["sue"].claims, evening.desk["cal"].claims
    step: dict[str, Any] = {"call_out": call_out, "room": _ROOM}
    claim = await sue.collect_card(desk, card=card, serial_number=serial, **step)
    if ClaimPhase(claim.phase) is ClaimPhase.TO_READ:
        await sue.read_card(desk, **step)
        await cal.verify_numbers(desk, call_out=call_out)
    return await sue.decide_claim(desk, **step)


async def decided(evening: Evening, game: game_pb2.Game, call_outs: int) -> game_pb2.Game:
    """The game once the draw has followed the desk in all of its call outs."""
    async for seen in evening["sue"].draw.watch_game(game.name):
        made = seen.game.call_outs
        if len(made) == call_outs and all(each.HasField("decided") for each in made):
            await show(evening, seen.game)
            return seen.game
    raise AssertionError("the game ended before its claims were decided")


def _told(claim: pb.Claim) -> str:
    """ "allowed on call 5", "refused: CARD_NOT_SOLD"."""
    decided = claim.decision
    words = ClaimOutcome(decided.outcome).name.lower()
    return f"{words}: {decided.reason}" if decided.reason else f"{words} on call {decided.position}"
