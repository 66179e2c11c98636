"""Sessions of games on a real service: what they know of their games, and how they close."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
import pytest_asyncio

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2, session_pb2
from eyesdown.draw.v1.session_service_pb2 import ListSessionsRequest
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_beside import World, entry
from tests.kit.draw_play import BINGO, LINE, Play, open_game, record, request_id

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
VALID = game_pb2.VERDICT_VALID


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(hall: Hall, one: Replica) -> World:
    """The module's hall, at its first replica."""
    return World(hall, one)


async def opened_in(world: World, session: Any, number: int, **more: Any) -> Play:
    """A game of the session, opened and staffed."""
    named = {"session": session.name, "programme_number": number, **more}
    return await Play.opened(world.hall, world.replica.draw, **named)


async def won_in(world: World, session: Any, number: int, **more: Any) -> Play:
    """A game of the session in which line and bingo are won on its second call."""
    play = await opened_in(world, session, number, **more)
    await play.announce()
    await play.round()
    await play.round()
    await play.decide(await play.call_out(), verdict=VALID, stages=[LINE, BINGO])
    await play.end("")
    return play


def dollars(amount: int) -> money_pb2.Money:
    """New Zealand dollars."""
    return money_pb2.Money(currency="NZD", minor_units=amount * 100)


# -- an evening --------------------------------------------------------------------------------


@pytest.mark.case("B23")
async def test_case_b23_an_evening_with_a_practice_game_is_closed_with_figures_that_leave_it_out(
    world: World,
):
    hall = world.hall
    session = await world.open_session()
    practice = await won_in(world, session, 1, practice=True)
    assert practice.game.practice
    await won_in(world, session, 2)
    early = await opened_in(world, session, 3)
    await early.announce()
    await early.round()
    await early.decide(await early.call_out())
    await early.end()
    session = await world.until(
        session, lambda now: len(now.games) == 3 and all(game.ending for game in now.games)
    )
    assert session.figures == session_pb2.Figures(
        played=2,
        practice=1,
        numbers_called=3,
        valid=1,
        not_valid=1,
        stages_won=2,
        prizes_announced=[dollars(1100)],
    )
    assert [(game.number, game.practice, game.called) for game in session.games] == [
        (1, True, 2),
        (2, False, 2),
        (3, False, 1),
    ]
    shown = session.figures
    session = await world.do("CloseSession", hall.supervisor, session)
    assert (session.phase, session.signed_figures) == (session_pb2.SESSION_PHASE_CLOSING, shown)
    session = await world.do("SignSession", hall.second_supervisor, session)
    assert (session.phase, session.signed_figures) == (session_pb2.SESSION_PHASE_CLOSED, shown)
    assert (session.prepared.person, session.opened.person) == ("mere", "sup")
    assert (session.closed.person, session.signed.person) == ("sup", "sia")


async def test_a_session_is_not_closed_while_a_game_is_under_way_however_late_it_hears_of_it(
    world: World,
):
    """Closing waits until the session knows what its games have on record."""
    for _ in range(5):
        session = await world.open_session()
        play = await opened_in(world, session, 2)
        fresh = await world.do("GetSession", world.hall.auditor, session)
        failed = await told(world.do("CloseSession", world.hall.supervisor, fresh))
        if failed.code is Status.ABORTED:  # the session has heard of the game meanwhile
            (told_it,) = failed.others
            assert told_it.Unpack(fresh)
            failed = await told(world.do("CloseSession", world.hall.supervisor, fresh))
        assert failed.reason == "GAMES_UNDER_WAY"
        assert play.id.id in failed.message


async def test_a_late_change_in_a_game_undoes_the_first_signature(world: World):
    session = await world.open_session()
    play = await won_in(world, session, 2)
    session = await world.until(session, lambda now: now.figures.played == 1)
    closing = await world.do("CloseSession", world.hall.supervisor, session)
    await play.call_out()  # somebody cries after the end: on record, and undecided
    fresh = await world.until(session, lambda now: now.figures.undecided == 1)
    assert fresh.phase == session_pb2.SESSION_PHASE_OPEN
    failed = await told(world.do("SignSession", world.hall.manager, closing))
    assert (failed.code, failed.reason) == (Status.ABORTED, "STALE")


async def test_what_comes_after_the_closing_is_known_and_the_signed_figures_stay(world: World):
    session = await world.open_session()
    play = await won_in(world, session, 2)
    session = await world.until(session, lambda now: now.figures.played == 1)
    session = await world.do("CloseSession", world.hall.supervisor, session)
    closed = await world.do("SignSession", world.hall.manager, session)
    await play.call_out()
    async with asyncio.timeout(SOON):
        while True:
            now = await world.do("GetSession", world.hall.auditor, closed)
            if now.version > closed.version:
                break
    assert now.figures.undecided == 1
    assert now.signed_figures == closed.signed_figures
    assert now.phase == session_pb2.SESSION_PHASE_CLOSED


# -- which games -------------------------------------------------------------------------------


async def test_a_game_is_opened_as_the_programme_of_an_open_session_says(world: World):
    hall, draw = world.hall, world.replica.draw
    planned = await world.planned()

    async def why_not(session: Any, **more: Any) -> str:
        request = open_game(hall, session=session.name, **more)
        failed = await told(draw.OpenGame(request, metadata=hall.manager.at))
        assert failed.code is Status.FAILED_PRECONDITION
        return failed.reason

    assert await why_not(planned, programme_number=2) == "SESSION_NOT_OPEN"
    session = await world.do("OpenSession", hall.supervisor, planned)
    assert await why_not(session, programme_number=9) == "NOT_IN_THE_PROGRAMME"
    assert await why_not(session, programme_number=1) == "PROGRAMME_DIFFERS"  # it is for practice
    await opened_in(world, session, 2)
    await world.until(session, lambda now: len(now.games) == 1)
    assert await why_not(session, programme_number=2) == "PLAYED_BEFORE"
    nowhere = open_game(hall, session=f"{session.name}-none", programme_number=2)
    failed = await told(draw.OpenGame(nowhere, metadata=hall.manager.at))
    assert failed.code is Status.NOT_FOUND


async def test_an_amended_programme_is_what_games_are_opened_by(world: World):
    session = await world.open_session()
    proposed = await world.do(
        "AmendProgramme",
        world.hall.supervisor,
        session,
        entries=[entry(7)],
        withdrawn=[3],
        reason="the cards of game 3 did not come",
    )
    assert [each.number for each in proposed.programme] == [1, 2, 3]
    assert proposed.amending.by == "sup"
    amended = await world.do("SignAmendment", world.hall.manager, proposed)
    assert [each.number for each in amended.programme] == [1, 2, 7]
    (amendment,) = amended.amendments
    assert (amendment.by, amendment.reason) == ("sup", "the cards of game 3 did not come")
    assert amendment.signed.person == "mere"
    play = await opened_in(world, amended, 7)
    now = await world.until(session, lambda now: len(now.games) == 1)
    assert now.games[0].game == play.game.name
    failed = await told(
        world.do("AmendProgramme", world.hall.supervisor, now, withdrawn=[7], reason="again")
    )
    assert failed.reason == "GAME_OPENED_BEFORE"


# -- how it is kept ----------------------------------------------------------------------------


async def test_two_replicas_follow_a_game_once(world: World, two: Replica, nats: Connection):
    session = await world.open_session()
    play = await won_in(world, session, 2)
    await world.until(session, lambda now: now.figures.played == 1)
    commits = await record(nats, Name.parse(session.name))
    followed = [each for each in commits if each.cause.name == play.game.name]
    assert all(each.actor.person == "service:draw" for each in followed)
    sequences = [each.cause.sequence for each in followed]
    assert sequences == sorted(set(sequences))
    # opened, announced, called out, decided, ended
    assert len(followed) == 5
    assert len(commits) == 2 + 5


async def test_sessions_are_listed_and_watched(world: World):
    session = await world.closed()
    open_ = await world.open_session()

    async def listed(**wanted: Any) -> list[session_pb2.SessionRow]:
        only = ListSessionsRequest.Filter(**wanted)
        return await world.rows("ListSessions", filter=only)

    async with asyncio.timeout(SOON):
        while open_.name not in {row.name for row in await listed()}:
            pass
    day = Name.parse(session.name).id[: len("2026-11-29")]
    rows = {row.name: row for row in await listed(day=day)}
    assert rows[session.name] == session_pb2.SessionRow(
        name=session.name,
        version=4,
        phase=session_pb2.SESSION_PHASE_CLOSED,
        title="Sunday evening",
        games=3,
    )
    closed = await listed(phases=[session_pb2.SESSION_PHASE_CLOSED])
    assert session.name in {row.name for row in closed}
    assert open_.name not in {row.name for row in closed}
    assert await listed(day="2001-01-01") == []
    seen = await world.watched(session)
    assert [list(reply.events) for reply in seen] == [
        ["SessionPrepared"],
        ["SessionOpened"],
        ["SessionCounted"],
        ["SessionClosed"],
    ]
    assert seen[-1].session == session


async def test_a_session_of_another_venue_is_not_a_games_own(world: World):
    hall = world.hall
    request = pb.OpenGameRequest()
    request.CopyFrom(open_game(hall, programme_number=2))
    request.session = f"venues/{hall.elsewhere}/sessions/{hall.day}-evening"
    request.request_id = request_id()
    failed = await told(world.replica.draw.OpenGame(request, metadata=hall.manager.at))
    assert (failed.code, list(failed.violations)) == (Status.INVALID_ARGUMENT, ["session"])
