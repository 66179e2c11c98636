"""Somebody who may not play neither enters a tournament nor is seated in it."""

from __future__ import annotations

import grpc
import pytest
import pytest_asyncio

from eyesdown.tournament.v1 import tournament_pb2 as pb
from services.kernel.journal.connection import Connection
from tests.kernel.serving.kit import told
from tests.kit.door import Door
from tests.kit.draw_play import stored_of
from tests.kit.tournament import Replica, TournamentHall
from tests.kit.tournament_play import FEE, Cup

pytest_plugins = ["tests.kit.tournament"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

REFUSED = (grpc.StatusCode.FAILED_PRECONDITION, "MAY_NOT_PLAY")
NAME, BORN = "Mere Tūī", "1970-05-06"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door(club: TournamentHall, tournament_one: Replica) -> Door:
    """The door of the module's venue."""
    return Door(
        tournament_one.channel, club.venue, club.operator, club.person("carl", "casino_supervisor")
    )


async def test_who_is_barred_does_not_enter(
    door: Door, club: TournamentHall, tournament_one: Replica, nats: Connection
):
    cup = await Cup.opened(club, tournament_one)
    made = await door.bar(player=NAME, date_of_birth=BORN)
    failed = await told(cup.ask("Apply", applicant="mere tui", fee=FEE, date_of_birth=BORN))
    assert (failed.code, failed.reason) == REFUSED
    other = await cup.ask("Apply", applicant=NAME, fee=FEE, date_of_birth="1971-05-06")
    assert other.player == 1
    await door.lift(made)
    assert (await cup.ask("Apply", applicant=NAME, fee=FEE, date_of_birth=BORN)).player == 2
    bodies = [commit.body for commit in await stored_of(nats, cup.name)]
    assert sum(b"MAY_NOT_PLAY" in body for body in bodies) == 1
    assert not any(word.encode() in body for body in bodies for word in (BORN, "mere", "Mere"))


async def test_a_rehearsal_tells_nobody_who_is_barred(
    door: Door, club: TournamentHall, tournament_one: Replica, nats: Connection
):
    cup = await Cup.opened(club, tournament_one)
    player = (await cup.ask("Apply", applicant=NAME, fee=FEE, member_number="M 41")).player
    await door.bar(member_number="m41")
    before = await stored_of(nats, cup.name)
    for method, asked in (
        ("Apply", {"applicant": NAME, "fee": FEE, "member_number": "M 41"}),
        ("AcceptApplicant", {"player": player}),
    ):
        await cup.ask(method, **asked, validate_only=True)
        assert await stored_of(nats, cup.name) == before
        failed = await told(cup.ask(method, **asked))
        assert (failed.code, failed.reason) == REFUSED
        before = await stored_of(nats, cup.name)


async def test_what_a_form_gives_is_looked_up_again_when_the_applicant_is_accepted(
    door: Door, club: TournamentHall, tournament_one: Replica
):
    cup = await Cup.opened(club, tournament_one)
    asked = {"applicant": NAME, "fee": FEE, "member_number": "M 31", "date_of_birth": BORN}
    player = (await cup.ask("Apply", **asked)).player
    made = await door.bar(member_number="m31")
    failed = await told(cup.ask("AcceptApplicant", player=player))
    assert (failed.code, failed.reason) == REFUSED
    await door.lift(made)
    await cup.ask("AcceptApplicant", player=player)
    assert cup.it.entries[0].status == pb.ENTRY_STATUS_ACCEPTED


async def test_nobody_is_seated_who_was_barred_since(
    door: Door, club: TournamentHall, tournament_one: Replica
):
    cup = await Cup.entered(club, tournament_one, 8)
    made = await door.bar(player="Player 3")
    failed = await told(cup.seat(1))
    assert (failed.code, failed.reason) == (REFUSED[0], "NOT_TO_BE_SEATED")
    assert "These players cannot be seated now: 3." in failed.message
    await door.lift(made)
    await cup.seat(1)


async def test_a_date_that_is_none_is_malformed(club: TournamentHall, tournament_one: Replica):
    cup = await Cup.opened(club, tournament_one)
    failed = await told(cup.ask("Apply", applicant=NAME, fee=FEE, date_of_birth="1970-02-30"))
    assert (failed.code, failed.reason) == (
        grpc.StatusCode.INVALID_ARGUMENT,
        "REQUEST_NOT_VALID",
    )
