"""A first game over gRPC: opened, announced, ten numbers called, a call out decided, ended.

Needs the client alone. EYESDOWN_DRAW says where the draw service is; MANAGER, CALLER and
SUPERVISOR hold access tokens of three people. Where the house says no, it says why and ends with
exit status 1. What it opened it ends, also when it stops midway or at Ctrl-C. `--leave-open` stops
after three calls and leaves the game in play; `--end NAME` ends a game of this example that was
left open. Before it ends, a call out that waits for its ruling is ruled not valid: a game of
somebody else is left as it is.
"""

import argparse
import asyncio
import os
import re
import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from eyesdown_client import (
    AlreadyExists,
    Cry,
    Eyesdown,
    EyesdownError,
    NotFound,
    Phase,
    Post,
    Refused,
    Selector,
    Stale,
    Verdict,
    line,
    money,
)

NEEDED = ("EYESDOWN_DRAW", "MANAGER", "CALLER", "SUPERVISOR")
OWN = r"venues/akl/games/\d{4}-\d{2}-\d{2}-first-\d{12}"  # what this example names its games


async def main(leave_open: bool, end: str) -> None:
    address = os.environ["EYESDOWN_DRAW"]
    async with (
        Eyesdown(address, token=os.environ["MANAGER"]) as manager,
        Eyesdown(address, token=os.environ["CALLER"]) as caller,
        Eyesdown(address, token=os.environ["SUPERVISOR"]) as supervisor,
    ):
        if end:
            await put_away(manager, supervisor, end, reason="left open by the example")
            print(f"{end} has ended")
            return
        now = datetime.now(ZoneInfo("Pacific/Auckland"))
        game_id = f"{(now - timedelta(hours=6)).date()}-first-{now:%H%M%S%f}"  # days start at 6
        try:
            await play(manager, caller, supervisor, game_id, 3 if leave_open else 10, leave_open)
        except AlreadyExists:  # that game is somebody else's
            raise
        except BaseException:  # Ctrl-C too: a game that stays open keeps its room from others
            name = f"venues/akl/games/{game_id}"
            try:
                await put_away(manager, supervisor, name, reason="the example stopped midway")
            except NotFound:  # it was not opened
                pass
            except EyesdownError as error:
                print(f"{name} could not be ended: {error}", file=sys.stderr)
            raise


async def play(
    manager: Eyesdown,
    caller: Eyesdown,
    supervisor: Eyesdown,
    game_id: str,
    calls: int,
    leave_open: bool,
) -> None:
    prizes = [line(money("NZD", 100_00))]  # version 2 of New Zealand's game: a line only
    game = await manager.draw.open_game(
        venue="akl",
        game_id=game_id,
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
    for position in range(1, calls + 1):
        # Only the caller is told the number; then it is announced, then checked and displayed.
        selected = await caller.draw.select_number(game.name, position=position)
        await caller.draw.call_number(game.name, position=position)
        game = await supervisor.draw.confirm_call(game.name, position=position)
        print(f"call {position}: {selected.number}")
    if leave_open:
        print(f"{game.name} stays in play; end it with --end {game.name}")
        return

    heard = await supervisor.draw.call_out(
        game.name, room="main", after_position=calls, cry=Cry.LINE, player="Aroha"
    )
    try:
        await caller.draw.select_number(game.name, position=calls + 1)
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


async def put_away(manager: Eyesdown, supervisor: Eyesdown, name: str, reason: str) -> None:
    """End a game as it stands, early and for a reason. Raises `NotFound` where there is none."""
    while True:
        try:
            game = await supervisor.draw.get_game(name)
            if Phase(game.phase) is Phase.ENDED:
                return
            if all(Post(each.post) is not Post.SUPERVISOR for each in game.staff):
                await manager.draw.assign_staff(name, post=Post.SUPERVISOR, person="sue")
            for heard in game.call_outs:
                if not heard.HasField("decided"):
                    await supervisor.draw.decide_call_out(
                        name, call_out=heard.call_out, verdict=Verdict.NOT_VALID
                    )
            game = await supervisor.draw.get_game(name)
            await supervisor.draw.end_game(name, version=game.version, reason=reason)
            return
        except Stale:  # what was under way when it stopped has been done since
            continue


asked = argparse.ArgumentParser(description="Play a first game in the venue akl.")
asked.add_argument("--leave-open", action="store_true", help="leave it in play after three calls")
asked.add_argument("--end", metavar="NAME", default="", help="end a game that it left open")
options = asked.parse_args()
if options.end and not re.fullmatch(OWN, options.end):
    sys.exit(f"{options.end} is no game of this example: it is left as it is.")
missing = [name for name in NEEDED if not os.environ.get(name)]
if missing:
    sys.exit(f"Set {', '.join(missing)} first: README.md says how, under A first game.")
try:
    asyncio.run(main(options.leave_open, options.end))
except EyesdownError as error:
    sys.exit(f"The game goes no further: {error}")
except KeyboardInterrupt:
    sys.exit("Stopped.")
