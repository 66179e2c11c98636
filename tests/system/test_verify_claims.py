"""Claims on the running services: the draw pauses, verify examines, the draw goes on."""

from __future__ import annotations

import pytest

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import desk_events_pb2
from tests.kit.draw_play import BINGO, LINE

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

ALLOWED, REFUSED = desk_events_pb2.OUTCOME_ALLOWED, desk_events_pb2.OUTCOME_REFUSED


async def test_a_game_is_played_to_its_end_by_what_is_decided_of_its_claims(table_of):
    table = await table_of()
    play = table.play
    await table.call(await table.row(1))
    line = await play.call_out()
    assert play.game.phase == game_pb2.PHASE_PAUSED
    assert (await table.examined(line, 1)).decision.outcome == ALLOWED
    settled = await table.settled(line)
    assert settled.decided.verdict == game_pb2.VERDICT_VALID
    assert list(settled.decided.stages) == [LINE]
    assert (settled.decided.by, settled.decided.unverified) == ("sup", False)
    assert play.game.phase == game_pb2.PHASE_IN_PLAY
    await table.call(n for n in await table.numbers(1) if n not in play.numbers)
    bingo = await play.call_out(cry=game_pb2.CRY_BINGO)
    claim = await table.examined(bingo, 1)
    assert (claim.decision.outcome, list(claim.decision.stages)) == (ALLOWED, [BINGO])
    assert list((await table.settled(bingo)).decided.stages) == [BINGO]
    assert [(won.stage, won.position) for won in play.game.won] == [(LINE, 5), (BINGO, 15)]
    assert play.game.phase in (game_pb2.PHASE_IN_PLAY, game_pb2.PHASE_ENDED)


async def test_a_claim_that_does_not_win_is_refused_and_the_game_goes_on(table_of):
    table = await table_of()
    row = await table.row(1)
    await table.call(row[:4])
    wrong = await table.play.call_out()
    claim = await table.collect(wrong, 1)
    assert claim.phase == pb.CLAIM_PHASE_TO_DECIDE, "nothing has to be read"
    finding = claim.examination.findings[0]
    assert (finding.wins, list(finding.missing)) == (False, [row[4]])
    decided = (await table.decide(wrong)).decision
    assert (decided.outcome, decided.reason) == (REFUSED, "NUMBER_NOT_CALLED")
    assert decided.clause == "NZB-5.7(c)(ii)"
    settled = (await table.settled(wrong)).decided
    assert settled.verdict == game_pb2.VERDICT_NOT_VALID
    assert (settled.reason, settled.clause) == ("NUMBER_NOT_CALLED", "NZB-5.7(c)(ii)")
    await table.call([row[4]])
    right = await table.play.call_out()
    assert (await table.examined(right, 1)).decision.outcome == ALLOWED
