"""A first game over gRPC: opened, announced, ten numbers called, a call out decided, ended.

Needs the client alone. EYESDOWN_DRAW says where the draw service is; MANAGER, CALLER and
SUPERVISOR hold access tokens of three people. Where the house says no, it says why and ends with
exit status 1.
"""

import asyncio
import os
import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from eyesdown_client import (
    Cry,
    Eyesdown,
    EyesdownError,
    Post,
    Refused,
    Selector,
    Verdict,
    line,
    money,
)


async def main() -> None:
    address = os.environ["EYESDOWN_DRAW"]
    async with (
        Eyesdown(address, token=os.environ["MANAGER"]) as manager,
        Eyesdown(address, token=os.environ["CALLER"]) as caller,
        Eyesdown(address, token=os.environ["SUPERVISOR"]) as supervisor,
    ):
        now = datetime.now(ZoneInfo("Pacific/Auckland"))
        prizes = [line(money("NZD", 100_00))]  # version 2 of New Zealand's game: a line only
        game = await manager.draw.open_game(
            venue="akl",
            game_id=f"{(now - timedelta(hours=6)).date()}-first-{now:%H%M%S}",  # days start at 6
            profile="nz-casino-bingo",
            game_version=2,
            stages=prizes,
            serial_number="A-1001",
            selector=Selector.ELECTRONIC,
            rooms=["main"],
        )
        await manager.draw.assign_staff(game.name, post=Post.CALLER, person="cal")
        game = await manager.draw.assign_staff(game.name, post=Post.SUPERVISOR, person="sue")
        game = await caller.draw.announce_game(
            game.name,
            version=game.version,
            game_version=2,
            stages=prizes,
            serial_number="A-1001",
        )
        for position in range(1, 11):
            # Only the caller is told the number; then it is announced, then checked and displayed.
            selected = await caller.draw.select_number(game.name, position=position)
            await caller.draw.call_number(game.name, position=position)
            game = await supervisor.draw.confirm_call(game.name, position=position)
            print(f"call {position}: {selected.number}")

        heard = await supervisor.draw.call_out(
            game.name, room="main", after_position=10, cry=Cry.LINE, player="Aroha"
        )
        try:
            await caller.draw.select_number(game.name, position=11)
        except Refused as refused:
            print(f"{refused.sentence} {refused.advice} [{refused.clause}]")
        await supervisor.draw.decide_call_out(
            game.name, call_out=heard.call_out, verdict=Verdict.NOT_VALID
        )
        game = await supervisor.draw.get_game(game.name)
        game = await supervisor.draw.end_game(
            game.name, version=game.version, reason="end of the example"
        )
        print(f"{game.name} ended at version {game.version}")


try:
    asyncio.run(main())
except EyesdownError as error:
    sys.exit(f"The game goes no further: {error}")
