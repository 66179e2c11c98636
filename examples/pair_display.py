"""Lets a display of your own in: shows the code that a steward binds to a room, then what to
connect with. Needs `nats-py` with `aiohttp` alone; BOARDS says where NATS takes WebSockets.
"""

import asyncio
import json
import os
import secrets

import nats


async def main() -> None:
    key = secrets.token_hex(16)  # known to this screen alone, for as long as it waits
    client = await nats.connect(os.environ["BOARDS"], user="new", password=key)
    told = await client.subscribe(f"eyesdown.pairing.told.{key}")
    shown = ""
    while True:
        asking = json.dumps({"build": "own-1", "size": "1920x1080"}).encode()
        await client.publish(f"eyesdown.pairing.ask.{key}", asking)
        try:
            place = json.loads((await told.next_msg(timeout=2)).data)
        except nats.errors.TimeoutError:
            continue
        if place["secret"]:
            break
        if place["code"] != shown:
            print(f"code {(shown := place['code'])}", flush=True)
        await asyncio.sleep(2)
    print(f"export ROOM={place['venue']}/{place['room']}")
    print(f"export SCREEN={place['venue']}.{place['display']} SECRET={place['secret']}")
    await client.close()


asyncio.run(main())
