"""A room's board in a terminal, as a display reads it. Needs `nats-py` with `aiohttp` alone.

BOARDS says where NATS takes WebSockets; ROOM ("akl/main"), SCREEN ("akl.own") and SECRET are what
pair_display.py printed. docs/own-display.md tells what happens here.
"""

import asyncio
import json
import os
import time

import nats

OWNERS = {
    "games": "draw",
    "tournaments": "tournament",
    "tables": "tournament",
    "sittings": "paigow",
}


async def main() -> None:
    screen, (venue, room) = os.environ["SCREEN"], os.environ["ROOM"].split("/")
    pointer, answers = f"eyesdown.room.{venue}.{room}", f"_INBOX_display.{screen}.last"
    came, board, newest, heard, live = asyncio.Queue(), "", {}, {}, True

    async def take_last() -> None:
        for subject in filter(None, (pointer, board)):
            stored = subject.replace(".", ".in.", 1)
            await client.publish(f"$JS.API.DIRECT.GET.BOARDS.{stored}", reply=answers)

    login = {"user": screen, "password": os.environ["SECRET"], "reconnected_cb": take_last}
    client = await nats.connect(os.environ["BOARDS"], max_reconnect_attempts=-1, **login)
    for subject in (answers, pointer, f"eyesdown.board.{venue}.>", f"eyesdown.pulse.{venue}.*"):
        await client.subscribe(subject, cb=came.put)
    await take_last()  # only now: whatever is newer comes by itself
    while True:
        try:
            message = await asyncio.wait_for(came.get(), 1)
        except TimeoutError:
            message = None
        if message and message.subject.startswith("eyesdown.pulse."):
            heard[message.subject.split(".")[3]] = time.monotonic()
        elif message and (stored := (message.headers or {}).get("Nats-Subject")):
            subject, frame = stored.replace(".in.", ".", 1), json.loads(message.data)
            order = frame.get("version") or int(message.headers["Nats-Sequence"])
            if subject == pointer and order > newest.get(pointer, 0):
                newest[pointer], board = order, frame["board"]
                await take_last()
            elif subject == board and order > newest.get(board, 0):
                newest[board] = order
                calls = [call["number"] for call in frame.get("calls", ())]
                print(frame["name"], frame.get("phase", ""), *calls, flush=True)
        owner = OWNERS[board.split(".")[3]] if board else "draw"
        alive = time.monotonic() - heard.get(owner, 0) < 5
        if alive != live:
            print("live" if alive else "OFFLINE: what is shown may be old", flush=True)
        live = alive


asyncio.run(main())
