"""A tournament on the running service, from entry to prize; cases T1 to T6 and T9 to T12."""

from __future__ import annotations

import grpc
import pytest

from eyesdown.tournament.v1 import tournament_pb2 as pb
from tests.kit.tournament import Replica, TournamentHall
from tests.kit.tournament_play import Cup

pytest_plugins = ["tests.kit.tournament"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


async def test_eight_players_from_entry_to_prize(hall: TournamentHall, one: Replica):
    cup = await Cup.started(hall, one, 8)
    await cup.play_all(1, (400, 300, -10, -20), (500, 200, -30, -40))
    tables = cup.tables(1)
    assert [len(each.qualified) for each in tables] == [2, 2]
    final = await cup.seat(2)
    await cup.start(final)
    await cup.play_all(final, (100, 50, -10, -20))
    by_box = [cup.players(final, 1)[box] for box in sorted(cup.players(final, 1))]
    await cup.ask("ConfirmPlacings", version=cup.it.version)
    assert [list(each.players) for each in cup.it.placings] == [[player] for player in by_box[:3]]
    # 8 x 50 = 400 dollars: 60, 30 and 10 percent.
    assert [award.cash for award in cup.it.awards] == [240_00, 120_00, 40_00]
    for award in cup.it.awards:
        await cup.ask("PayPrize", award=award.award)
    await cup.ask("CloseTournament", version=cup.it.version)
    assert cup.it.phase == pb.PHASE_CLOSED
    assert (cup.it.pool.paid, cup.it.pool.held) == (400_00, 0)
