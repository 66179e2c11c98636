"""Claims on the running services: the draw pauses, verify examines, the draw goes on."""

from __future__ import annotations

import pytest

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import claims_pb2, desk_events_pb2
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.cli.command import eyesdown
from tests.kernel.serving.kit import told
from tests.kit.claims import Table
from tests.kit.draw import Hall, Replica
from tests.kit.draw_play import BINGO, LINE, Play, record, shown
from tests.kit.verify import Hallway

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


async def test_the_desks_own_board_shows_the_card_that_is_checked(table_of, nats: Connection):
    table = await table_of()
    name = Name.parse(table.desk)
    await table.call(await table.row(1))
    line = await table.play.call_out()
    await table.collect(line, 1)
    board = await shown(nats, name, (await table.desk_now()).version)
    (claim,) = board["claims"]
    assert (claim["check"], claim["card"]) == ("FRAME_CHECK_CHECKING", 1)
    assert claim["called"] == await table.row(1)
    await table.read(line)
    await table.confirm(line)
    await table.decide(line)
    board = await shown(nats, name, (await table.desk_now()).version)
    (claim,) = board["claims"]
    assert (claim["check"], claim["stages"]) == ("FRAME_CHECK_VALID", ["line"])


async def test_what_the_claims_of_a_game_leave_is_decided_again_and_comes_to_the_same(table_of):
    table = await table_of()
    await table.call(await table.row(1))
    right, wrong = await table.play.call_out(), await table.play.call_out()
    assert (await table.examined(right, 1)).decision.outcome == ALLOWED
    await table.collect(wrong, 2)
    await table.decide(wrong)
    await table.call([await table.other(1, 2)])
    late = await table.play.call_out(after_position=5)
    await table.rule(late, False)
    done = await eyesdown(
        *("audit", "verify", "--venue", table.hall.venue),
        data=table.hall.folder,
        more=table.hall.environment("audit"),
    )
    assert (done.code, done.err) == (0, ""), done.out
    assert "claimDesks" not in done.out, "nothing is found wrong with a desk"


async def test_a_player_who_claims_or_one_of_the_staff_is_no_witness_by_whatever_spelling(
    table_of, nats: Connection
):
    """Tennessee's rule is tried where it is known who the people are: names are kept apart."""
    table = await table_of()
    await table.call(await table.row(1))
    line = await table.play.call_out(player="Ann Lee")
    await table.collect(line, 1)
    await table.read(line)
    await table.confirm(line, witnesses=["ANN  LEE", "Sup", "SUE", "Bob Roy"])
    claim = await table.claim(line)
    assert len(claim.witnesses) == 4
    last = (await record(nats, Name.parse(table.desk)))[-1]
    for name in (b"ANN", b"Bob"):
        assert name not in last.SerializeToString(), "no name is in the journal"
    facts = claims_pb2.ClaimFacts()
    assert last.command.facts.Unpack(facts)
    known = [(each.claimant, each.staff) for each in facts.witnesses]
    assert known == [(True, False), (False, True), (False, True), (False, False)], "Sue sold cards"


async def test_of_a_game_whose_cards_are_sold_elsewhere_none_is_refused(
    hall: Hall, one: Replica, cards_of: Hallway
):
    play = await Play.announced(hall, one.draw)
    table = Table(cards_of, play, "A 1204")
    line = await play.call_out()
    claims, at = table.verify.claims, hall.supervisor.at
    looking = pb.CheckCardRequest(name=table.desk, card=1)
    for asked in (
        claims.CheckCard(looking, metadata=at),
        claims.CollectCard(table.collecting(line, 1), metadata=at),
    ):
        failed = await told(asked)
        assert failed.reason == "CARDS_NOT_HERE"
        assert "decide the call out in the draw" in failed.localized.message
    await play.decide(line)
    claim = await table.claim(line)
    assert claim.elsewhere.verdict == game_pb2.VERDICT_NOT_VALID
