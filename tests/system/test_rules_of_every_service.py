"""Every service opens by the rules that two persons stand for, whichever of them was told so."""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest

from services.kernel.journal.embedded import DISPLAY_KEY
from tests.kernel.serving.kit import told
from tests.kit import paigow, tournament
from tests.kit.draw import Hall, replica
from tests.kit.draw_play import open_game
from tests.kit.jackpots import Jackpots
from tests.kit.nats import Nats
from tests.kit.rulebook import DEMANDED, RuleBook
from tests.kit.tournament_hall import PROFILE as BLACKJACK
from tests.kit.tournament_play import plan
from tests.kit.verify import Hallway, verifying

pytest_plugins = ["tests.kit.nats"]

NOT_APPROVED = (grpc.StatusCode.FAILED_PRECONDITION, "PROFILE_NOT_APPROVED")


class Floor(paigow.Floor):
    """A floor of pai gow that opens nothing without two persons' word."""

    def environment(self, replica: str) -> dict[str, str]:
        demanded = {f"EYESDOWN_{name}": text for name, text in DEMANDED.items()}
        return {**super().environment(replica), **demanded}


async def test_a_table_is_opened_by_rules_that_stand(tmp_path: Path, nats_server: Nats):
    floor = Floor(tmp_path, nats_server.url)
    await floor.provision()
    async with paigow.replica(floor) as one:
        book, by = RuleBook(one.channel, floor, paigow.PROFILE), floor.supervisor.at
        request = paigow.open_sitting(floor)
        failed = await told(one.paigow.OpenSitting(request, metadata=by))
        assert (failed.code, failed.reason) == NOT_APPROVED
        await book.stand()
        opened = await one.paigow.OpenSitting(request, metadata=by)
        assert await one.paigow.OpenSitting(request, metadata=by) == opened


async def test_a_tournament_is_planned_by_rules_that_stand(tmp_path: Path, nats_server: Nats):
    hall = tournament.TournamentHall(tmp_path / "hall", nats_server.url)
    hall.more = dict(DEMANDED)
    await hall.provision()
    async with tournament.replica(hall) as one:
        request, by = plan(hall), hall.director.at
        failed = await told(one.tournaments.PlanTournament(request, metadata=by))
        assert (failed.code, failed.reason) == NOT_APPROVED
        assert failed.info.metadata["clause"] == "TBJ-notice"
        await RuleBook(one.channel, hall, BLACKJACK).stand()
        planned = await one.tournaments.PlanTournament(request, metadata=by)
        assert await one.tournaments.PlanTournament(request, metadata=by) == planned


@pytest.mark.parametrize("told_at", ["draw", "verify"])
async def test_what_one_service_is_told_holds_for_the_others(
    told_at: str, tmp_path: Path, nats_server: Nats
):
    hall = Hall(tmp_path / "hall", nats_server.url)
    hall.more = {"DISPLAY_KEY": str(nats_server.folder / DISPLAY_KEY), **DEMANDED}
    await hall.provision()
    async with replica(hall) as draw, verifying(hall) as verify:
        opening = Jackpots(Hallway(hall, verify)).opening()
        operator = hall.person("opal", "operator").at
        failed = await told(verify.jackpots.OpenJackpot(opening, metadata=operator))
        assert (failed.code, failed.reason) == NOT_APPROVED
        at = draw.channel if told_at == "draw" else verify.channel
        made = await RuleBook(at, hall).stand()
        opened = await verify.jackpots.OpenJackpot(opening, metadata=operator)
        await draw.draw.OpenGame(open_game(hall), metadata=hall.manager.at)
        await RuleBook(at, hall).withdraw(made)
        failed = await told(draw.draw.OpenGame(open_game(hall), metadata=hall.manager.at))
        assert failed.reason == "PROFILE_NOT_APPROVED"
        assert await verify.jackpots.OpenJackpot(opening, metadata=operator) == opened
