"""Whatever sessions, equipment and disputes have on record, the audit decides again."""

from __future__ import annotations

from pathlib import Path

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import equipment_pb2, game_pb2
from services.draw.audit import audited
from services.kernel.audit.auditor import Audit
from services.kernel.journal.archive import NatsArchive
from services.kernel.journal.embedded import DISPLAY_KEY
from services.kernel.profiles import Profiles
from services.kernel.record.seal import Keys
from tests.kit.draw import Hall, replica
from tests.kit.draw_beside import STATES, World, entry
from tests.kit.draw_hall import connected
from tests.kit.draw_play import Play, request_id
from tests.kit.nats import Nats

pytest_plugins = ["tests.kit.nats"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_every_commit_is_decided_again_reactions_and_all(tmp_path: Path, nats_server: Nats):
    hall = Hall(tmp_path / "hall", nats_server.url)
    hall.more = {"DISPLAY_KEY": str(nats_server.folder / DISPLAY_KEY)}
    await hall.provision()
    async with replica(hall) as one:
        world = World(hall, one)
        for state in STATES.values():
            await state(world)
        changed = await world.do(
            "ChangeProgramme",
            hall.manager,
            await world.planned(),
            title="Sunday night",
            programme=[entry(1), entry(2)],
        )
        session = await world.do("OpenSession", hall.supervisor, changed)
        session = await world.do(
            "AmendProgramme", hall.manager, session, entries=[entry(3)], reason="one more"
        )
        session = await world.do("SignAmendment", hall.supervisor, session)
        cage = await world.in_service(selector=game_pb2.SELECTOR_ELECTRONIC)
        play = await Play.announced(
            hall,
            one.draw,
            session=session.name,
            programme_number=3,
            equipment=cage.name,
        )
        await play.decide(await play.call_out())
        request = pb.ReportIrregularityRequest(
            request_id=request_id(),
            name=play.game.name,
            kind=game_pb2.IRREGULARITY_KIND_SELECTOR,
            reason="it hangs",
        )
        await one.draw.ReportIrregularity(request, metadata=hall.supervisor.at)
        session = await world.until(session, lambda now: now.figures.irregularities == 1)
        out = equipment_pb2.EQUIPMENT_PHASE_OUT_OF_SERVICE
        await world.until(cage, lambda now: now.phase == out)
        resumed = await world.do(
            "ResumeSession", hall.manager, await world.closing(), reason="one more game"
        )
        assert resumed.version == 4
    async with connected(hall.url) as nats:
        archive = NatsArchive(nats)
        profiles = Profiles.load(hall.folder / "rules")
        audit = Audit(archive, audited(profiles), Keys(hall.folder / "keys"))
        assert await audit.everything(hall.venue)
        await archive.close()
    assert audit.report.findings == []
    proven = audit.report.proven
    assert (proven.decided, proven.undecided) == (proven.commits, 0)
