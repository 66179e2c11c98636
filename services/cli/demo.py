"""`eyesdown demo`: an evening through the public API, with its figures checked.

Everything that is expected here was worked out by hand, beside the line that expects it; a
difference ends the demo with exit code 1.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import click

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import (
    Cry,
    Eyesdown,
    Post,
    Refused,
    Selector,
    Stage,
    Stale,
    Verdict,
    bingo,
    line,
    money,
)
from services.cli.demo_tournament import play_tournament
from services.cli.house import House, open_house
from services.cli.output import ending_words
from services.cli.proof import prove
from services.cli.walls import Walls
from services.kernel.serving import logs
from services.kernel.serving.server import run as until_stopped
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import PREFIX, Settings, StartError, read
from services.kernel.venues import Venues
from services.kernel.walk import now

VENUE = "akl"
ROOMS = ("main", "mezzanine", "terrace")


class Differs(StartError):
    """A figure is not the one that was worked out by hand."""


@dataclass
class Evening:
    """Who is there, what they call through, and the walls of the rooms."""

    manager: Eyesdown
    caller: Eyesdown
    supervisor: Eyesdown
    steward: Eyesdown
    walls: Walls
    house: House
    day: str
    differences: list[str] = field(default_factory=list)

    def check(self, what: str, found: object, expected: object) -> None:
        """Compare a figure with the one worked out by hand, and say so."""
        same = found == expected
        click.echo(f"  {'ok     ' if same else 'DIFFERS'} {what}: {_brief(found)}")
        if not same:
            self.differences.append(f"{what} is {found}, and by hand it is {expected}")


@click.command()
@click.option("--data", type=click.Path(path_type=Path), help="Keep the data in this folder.")
def demo(data: Path | None) -> None:
    """Play an evening through the public API; exit 1 if a figure is not as worked out by hand.

    No variable EYESDOWN_* counts here: it plays in a house, in venues and with keys of its own.
    """

    async def main(stop: asyncio.Event) -> None:
        playing = asyncio.create_task(_play(data))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait([playing, stopping], return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not playing.done():
            playing.cancel()
            raise StartError(["the demo was interrupted"])
        playing.result()

    sys.exit(until_stopped(main))


async def _play(data: Path | None) -> None:
    with tempfile.TemporaryDirectory(prefix="eyesdown-demo-") as folder:
        own = _own_settings(data or Path(folder))
        settings = read(own)
        logs.configure(settings.log_level, settings.log_as, "demo", settings.replica)
        # What is of this machine (PATH, HOME) stays; what is of the operator's house does not.
        ours = {name: each for name, each in os.environ.items() if not name.startswith(PREFIX)}
        async with _evening(settings, {**ours, **own}) as evening:
            await _whole_game(evening)
            await _balls(evening)
            await play_tournament(evening.house, settings, evening.check)
            if evening.differences:
                raise Differs(evening.differences)
            click.echo("\nThe evening is over, and every figure is as worked out by hand.")


def _own_settings(data: Path) -> dict[str, str]:
    """Any free ports, and nothing of the house that an operator may have set up."""
    return {
        "EYESDOWN_DATA": str(data),
        "EYESDOWN_GRPC_ADDRESS": "127.0.0.1:0",
        "EYESDOWN_METRICS_PORT": "0",
        "EYESDOWN_LOG_LEVEL": "error",
    }


@asynccontextmanager
async def _evening(settings: Settings, environment: Mapping[str, str]) -> AsyncIterator[Evening]:
    """Open the house and let everybody in."""
    venue = Venues.load(settings.venues_folder).get(VENUE)
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(open_house(settings, environment))
        await house.until_ready("draw")
        issuer = DevIssuer.of(settings)
        manager, caller, supervisor, steward = [
            await stack.enter_async_context(
                Eyesdown(house.running.services["draw"], token=issuer.issue(person, {VENUE: roles}))
            )
            for person, roles in _PEOPLE.items()
        ]
        walls = await stack.enter_async_context(
            Walls.hung(house.running.nats, VENUE, ROOMS, click.echo)
        )
        click.echo(f"{venue.title}: rooms {', '.join(room.title for room in venue.rooms)}\n")
        day = venue.gaming_day(now()).isoformat()
        yield Evening(manager, caller, supervisor, steward, walls, house, day)


_PEOPLE: Mapping[str, Sequence[str]] = {
    "mere": ["game_manager"],
    "cal": ["caller"],
    "sue": ["supervisor"],
    "stu": ["steward"],
}

_STAGES: Mapping[int, str] = {Stage.PART_SERIES: "line", Stage.SERIES: "bingo"}


async def _whole_game(evening: Evening) -> None:
    """Version 3, electronic, three rooms: all ninety numbers, three call outs."""
    click.echo("A whole game of ninety numbers, in three rooms, from the electronic selector.\n")
    prizes = [line(money("NZD", 100_00)), bingo(money("NZD", 1_000_00))]
    game = await _opened(evening, "90", 3, prizes, "E-4711", Selector.ELECTRONIC, ROOMS)
    name = game.name

    await _call(evening, name, 1, 20)
    wrong = await evening.steward.draw.call_out(
        name, room="mezzanine", after_position=20, cry=Cry.LINE, player="Aroha"
    )
    await evening.walls.show(name, wrong.game.version)
    await _refused(
        "the caller goes on all the same", evening.caller.draw.select_number(name, position=21)
    )
    game = await evening.supervisor.draw.decide_call_out(
        name, call_out=wrong.call_out, verdict=Verdict.NOT_VALID
    )
    await evening.walls.show(name, game.version)

    await _call(evening, name, 21, 45)
    right = await evening.steward.draw.call_out(
        name, room="main", after_position=45, cry=Cry.LINE, player="Bill"
    )
    await evening.walls.show(name, right.game.version)
    game = await evening.supervisor.draw.decide_call_out(
        name, call_out=right.call_out, verdict=Verdict.VALID, stages=[Stage.PART_SERIES]
    )
    await evening.walls.show(name, game.version)

    await _call(evening, name, 46, 46)
    await _refused(
        "another console still shows call 45 and calls again",
        evening.caller.draw.call_number(name, position=46),
    )
    await _call(evening, name, 47, 90)
    last = await evening.steward.draw.call_out(
        name, room="terrace", after_position=90, cry=Cry.BINGO, player="Carol"
    )
    game = await evening.supervisor.draw.decide_call_out(
        name, call_out=last.call_out, verdict=Verdict.VALID, stages=[Stage.SERIES]
    )
    game = await evening.supervisor.draw.end_game(name, version=game.version)
    await evening.walls.show(name, game.version)

    click.echo("\nFigures of the game")
    evening.check("numbers called", len(game.calls), 90)
    # 1 + 2 + … + 90 = 90 x 91 / 2
    evening.check("their sum", sum(call.number for call in game.calls), 4095)
    evening.check("numbers called twice", 90 - len({call.number for call in game.calls}), 0)
    evening.check("calls not confirmed", sum(not call.confirmed for call in game.calls), 0)
    # opened 1, staff 2, announced 1; 90 x (selected, called, confirmed); 3 x (call out, decision);
    # ended 1: 4 + 270 + 6 + 1. What was refused left nothing on record.
    evening.check("commits in the journal", game.version, 281)
    won = ", ".join(f"{_STAGES[each.stage]} on call {each.position}" for each in game.won)
    evening.check("stages won", won, "line on call 45, bingo on call 90")
    evening.check("ended because", ending_words(game.ending), "every stage is won")
    for room in ROOMS:
        evening.check(
            f"calls seen in the {room} room, in order",
            evening.walls.calls(room, name),
            [call.number for call in game.calls],
        )
    # Each selection was committed to before its call; all are opened and chosen again, keyless.
    evening.check(
        "numbers proven from the journal", await prove(evening.house.running.nats, name), 90
    )


async def _balls(evening: Evening) -> None:
    """Version 2, ball receptacle: a row that is done on the eighth ball."""
    click.echo("\nA line from the ball receptacle, in the main room.\n")
    prizes = [line(money("NZD", 50_00))]
    game = await _opened(evening, "balls", 2, prizes, "B-0815", Selector.RECEPTACLE, ROOMS[:1])
    name = game.name
    balls = (12, 7, 55, 41, 90, 23, 3, 68, 31)
    row = {7, 23, 41, 68, 90}  # drawn 2nd, 6th, 4th, 8th and 5th: complete on the 8th ball, the 68
    completed = 0
    for position, ball in enumerate(balls, start=1):
        await evening.caller.draw.select_number(name, position=position, ball=ball)
        game = await evening.caller.draw.call_number(name, position=position)
        if position == 3:
            await _refused(
                "the supervisor holds ball 54 instead",
                evening.supervisor.draw.confirm_call(name, position=position, ball=54),
            )
        game = await evening.supervisor.draw.confirm_call(name, position=position, ball=ball)
        if row <= {call.number for call in game.calls}:
            completed = position
            break
    heard = await evening.steward.draw.call_out(
        name, room="main", after_position=completed, cry=Cry.NOISE, player="Dora"
    )
    game = await evening.supervisor.draw.decide_call_out(
        name, call_out=heard.call_out, verdict=Verdict.VALID, stages=[Stage.PART_SERIES]
    )
    game = await evening.supervisor.draw.end_game(name, version=game.version)
    await evening.walls.show(name, game.version)
    click.echo("\nFigures of the game")
    evening.check("the row was complete on call", completed, 8)
    evening.check("the line was won on call", game.won[0].position, 8)
    # 4 before play, 8 x 3, the supervisor's wrong ball on record 1, call out and decision 2, end 1
    evening.check("commits in the journal", game.version, 32)


async def _opened(
    evening: Evening,
    last: str,
    game_version: int,
    prizes: Sequence[game_pb2.StagePrize],
    serial_number: str,
    selector: Selector,
    rooms: Sequence[str],
) -> game_pb2.Game:
    """Open a game, put its staff at their posts, and announce it."""
    game = await evening.manager.draw.open_game(
        venue=VENUE,
        game_id=f"{evening.day}-{last}",
        profile="nz-casino-bingo",
        game_version=game_version,
        stages=prizes,
        serial_number=serial_number,
        selector=selector,
        rooms=rooms,
    )
    await evening.manager.draw.assign_staff(game.name, post=Post.CALLER, person="cal")
    game = await evening.manager.draw.assign_staff(game.name, post=Post.SUPERVISOR, person="sue")
    game = await evening.caller.draw.announce_game(
        game.name,
        version=game.version,
        game_version=game_version,
        stages=prizes,
        serial_number=serial_number,
    )
    await evening.walls.show(game.name, game.version)
    return game


async def _call(evening: Evening, name: str, first: int, last: int) -> None:
    """Select, call and confirm the numbers of these positions; every wall shows each."""
    for position in range(first, last + 1):
        await evening.caller.draw.select_number(name, position=position)
        await evening.caller.draw.call_number(name, position=position)
        game = await evening.supervisor.draw.confirm_call(name, position=position)
        await evening.walls.show(name, game.version)


def _brief(figure: object) -> str:
    """A figure as it is printed: of a long list its ends."""
    if isinstance(figure, list) and len(figure) > 6:
        first, last = (", ".join(map(str, ends)) for ends in (figure[:3], figure[-3:]))
        return f"{len(figure)} of them, {first} … {last}"
    return str(figure)


async def _refused(what: str, calling: object) -> None:
    """Something that must not be done is tried; say how it is answered."""
    try:
        await calling  # type: ignore[misc]  # any of the client's calls
    except (Refused, Stale) as refused:
        clause = f" [{refused.clause}]" if refused.clause else ""
        click.echo(f"  {what}: {refused.reason}{clause}: {refused.sentence} {refused.advice}")
        return
    raise Differs([f"{what}: and nothing refused it"])
