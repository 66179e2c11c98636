import pytest
from tests.kit.draw import Hall, Replica, child
from tests.kit.draw_play import Play, record, shown, pointer

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

async def test_smoke(hall: Hall, one: Replica, two: Replica, nats):
    play = await Play.announced(hall, one.draw)
    await play.round()
    commits = await record(nats, play.id)
    assert len(commits) == play.game.version
    print(await shown(nats, play.id, play.game.version), await pointer(nats, hall.venue, play.game.rooms[0]))
    print(await one.metrics())

async def test_child(hall):
    async with child(hall) as c:
        r = await c.start()
        play = await Play.announced(hall, r.draw)
        async with r.readiness() as states:
            assert await anext(states)
            c.terminate()
            assert not await anext(states)
        assert await c.ended() == 0
    print(c.log.read_text())
