"""Games that want the same rooms at once: one gets them, and no room shows two in play."""

from __future__ import annotations

import asyncio
import random

from services.kernel.boards.rooms import ROOM_BEING_TAKEN, Rooms
from services.kernel.law import Refused, Standing
from services.kernel.names import Name
from tests.kernel.boards.floor import Floor, now, showing

pytest_plugins = ["tests.kit.nats"]

DEADLINE = 20


async def attempt(rooms: Rooms, floor: Floor, game: Name, wanted: list[str]) -> bool:
    try:
        await rooms.take(game, wanted, 1, now(), floor.standing)
    except Refused as refused:
        if refused.reason is not ROOM_BEING_TAKEN:
            raise
        return False
    return True


async def test_of_two_games_racing_for_overlapping_rooms_one_gets_them(client, connect, venue):
    replicas = Rooms(client), Rooms(await connect())
    everywhere = ["annex", "bar", "main", "terrace"]
    for turn in range(60):
        floor = Floor(f"{venue}-{turn}")
        shared = random.choice(everywhere)
        wants = {
            floor.game(n): [*random.sample(everywhere, random.randint(1, 4)), shared]
            for n in range(2)
        }
        async with asyncio.timeout(DEADLINE):
            got = await asyncio.gather(
                *(
                    attempt(rooms, floor, game, rooms_wanted)
                    for rooms, (game, rooms_wanted) in zip(replicas, wants.items(), strict=True)
                )
            )
        assert sorted(got) == [False, True], wants
        winner = list(wants)[got.index(True)]
        for room in everywhere:
            expected = winner if room in wants[winner] else None
            assert await showing(replicas[0], floor, room) == expected, (turn, room, wants)


async def test_many_games_race_and_no_room_ever_shows_two_in_play(client, connect, venue):
    """Games take rooms, some begin, some are refused and give back, some end; at random."""
    replicas = [Rooms(client), Rooms(await connect()), Rooms(await connect())]
    everywhere = ["annex", "bar", "main", "terrace"]
    floor = Floor(venue)
    begun = 0
    playing: dict[str, Name] = {}

    async def play(game: Name, chance: random.Random) -> None:
        nonlocal begun
        wanted = chance.sample(everywhere, chance.randint(1, 3))
        for _ in range(12):
            rooms = chance.choice(replicas)
            try:
                taken = await rooms.take(game, wanted, 1, now(), floor.standing)
            except Refused:
                continue
            if chance.random() < 0.4:
                await rooms.release(taken, floor.standing)
                continue
            floor.stands[game] = Standing.IN_PLAY
            begun += 1
            for room in wanted:
                assert room not in playing, f"{room}: {playing[room]} and {game}"
                playing[room] = game
            for room in wanted:
                assert await showing(rooms, floor, room) == game
            for room in wanted:
                del playing[room]
            floor.stands[game] = Standing.ENDED
            return

    seed = random.randrange(1 << 32)
    async with asyncio.timeout(60):
        await asyncio.gather(*(play(floor.game(n), random.Random(seed + n)) for n in range(24)))
    assert begun > 0, f"nobody ever got a room with seed {seed}"
