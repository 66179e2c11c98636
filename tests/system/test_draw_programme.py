"""One game for each place: of two that are opened at once, by two consoles at two replicas, for one
number of a programme or in the place of one void game, one is announced."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
import pytest_asyncio

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2, session_pb2
from services.draw.facts.belonging import Belongings
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_beside import World
from tests.kit.draw_play import CALLER, SUPERVISOR, Play, open_game, request_id, shown

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(hall: Hall, one: Replica) -> World:
    """The module's hall, at its first replica."""
    return World(hall, one)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two games that are opened, each has read what it belongs to before the other is opened."""
    both = asyncio.Barrier(2)
    add = Belongings.add

    async def slowly(
        self: Belongings, name: Name, request: pb.OpenGameRequest, to: events_pb2.GameFacts
    ) -> None:
        await add(self, name, request, to)
        await both.wait()

    monkeypatch.setattr(Belongings, "add", slowly)


async def opened_at_once(hall: Hall, one: Replica, two: Replica, **more: Any) -> tuple[Play, Play]:
    """Two games for the same place, opened at two replicas and staffed."""
    replies = await asyncio.gather(
        *(at.draw.OpenGame(open_game(hall, **more), metadata=hall.manager.at) for at in (one, two))
    )
    plays = [Play(hall, at.draw, reply.game) for at, reply in zip((one, two), replies, strict=True)]
    for play in plays:
        await staff(play)
    return plays[0], plays[1]


async def staff(play: Play) -> None:
    """Caller and supervisor are at their posts."""
    await play.assign(CALLER, play.hall.caller)
    await play.assign(SUPERVISOR, play.hall.supervisor)


async def announced_at_once(plays: tuple[Play, Play]) -> tuple[Play, Play, str]:
    """The game that was announced, the other, and why that one was not."""
    replies = await asyncio.gather(
        *(play.draw.AnnounceGame(play.announcing(), metadata=play.caller.at) for play in plays),
        return_exceptions=True,
    )
    ((won, reply),) = [
        (play, reply)
        for play, reply in zip(plays, replies, strict=True)
        if isinstance(reply, pb.AnnounceGameResponse)
    ]
    won.game = reply.game
    (lost,) = [play for play in plays if play is not won]
    failed = await told(lost.draw.AnnounceGame(lost.announcing(), metadata=lost.caller.at))
    assert (failed.code, won.game.name in failed.message) == (Status.FAILED_PRECONDITION, True)
    return won, lost, failed.reason


def voiding(play: Play) -> pb.VoidGameRequest:
    """Void it, to be started over."""
    return pb.VoidGameRequest(
        request_id=request_id(),
        name=play.game.name,
        version=play.game.version,
        reason="the tray fell over",
        why_not_corrected="nobody knows what was called",
        start_over=True,
    )


async def void(hall: Hall, at: Replica, **more: Any) -> Play:
    """A game that is void, to be started over."""
    play = await Play.announced(hall, at.draw, **more)
    await play.round()
    play.game = (await at.draw.VoidGame(voiding(play), metadata=hall.supervisor.at)).game
    return play


def ended(game: session_pb2.SessionGame) -> bool:
    """Whether a session knows that a game is over."""
    return bool(game.ending)


# -- a number of the programme -----------------------------------------------------------------


@pytest.mark.usefixtures("at_once")
async def test_of_two_games_for_one_number_the_first_that_the_session_knows_is_announced(
    world: World, hall: Hall, one: Replica, two: Replica
):
    for _ in range(4):
        session = await world.open_session()
        place = {"session": session.name, "programme_number": 2}
        plays = await opened_at_once(hall, one, two, **place)
        won, lost, why = await announced_at_once(plays)
        assert why == "PLAYED_BEFORE"
        known = await world.until(session, lambda now: len(now.games) == 2)
        assert known.games[0].game == won.game.name
        await lost.end("it was opened twice")
        await won.round()
        await won.end()
        known = await world.until(session, lambda now: sum(map(ended, now.games)) == 2)
        assert (known.figures.played, known.figures.not_played) == (1, 1)
        closing = await world.do("CloseSession", hall.supervisor, known)
        await world.do("SignSession", hall.manager, closing)


@pytest.mark.usefixtures("at_once")
async def test_once_the_first_is_given_up_the_other_has_the_number(
    world: World, hall: Hall, one: Replica, two: Replica
):
    session = await world.open_session()
    place = {"session": session.name, "programme_number": 2}
    plays = await opened_at_once(hall, one, two, **place)
    known = await world.until(session, lambda now: len(now.games) == 2)
    first, other = sorted(plays, key=lambda play: play.game.name != known.games[0].game)
    await first.end("the wrong room")
    await other.announce()
    await other.round()


async def test_a_number_is_given_away_once_and_again_when_its_game_was_given_up(
    world: World, hall: Hall, one: Replica, two: Replica
):
    """The session is asked what it knows once it has followed every game that is known here."""
    session = await world.open_session()
    place = {"session": session.name, "programme_number": 2}
    play = await Play.opened(hall, one.draw, **place)
    await known_at(one, play)
    again = open_game(hall, **place)
    failed = await told(one.draw.OpenGame(again, metadata=hall.manager.at))
    assert (failed.reason, play.game.name in failed.message) == ("PLAYED_BEFORE", True)
    await play.end("the wrong room")
    reply = await two.draw.OpenGame(again, metadata=hall.manager.at)
    assert reply.game.programme_number == 2


async def test_a_void_game_of_a_session_is_started_over_under_its_number(
    world: World, hall: Hall, one: Replica, two: Replica
):
    session = await world.open_session()
    place = {"session": session.name, "programme_number": 2}
    first = await void(hall, one, **place)
    failed = await told(one.draw.OpenGame(open_game(hall, **place), metadata=hall.manager.at))
    assert (failed.reason, first.game.name in failed.message) == ("PLAYED_BEFORE", True)
    again = await Play.announced(hall, two.draw, restart_of=first.game.name, **place)
    await again.round()
    await again.end()
    known = await world.until(session, lambda now: sum(map(ended, now.games)) == 2)
    assert [(game.number, game.restart_of) for game in known.games] == [
        (2, ""),
        (2, first.game.name),
    ]
    assert (known.figures.void, known.figures.played, known.figures.not_played) == (1, 1, 1)


async def test_a_game_of_a_session_that_was_closed_meanwhile_is_not_announced(
    world: World, hall: Hall, one: Replica, monkeypatch: pytest.MonkeyPatch
):
    """It was read as open; before the game was on record two persons had closed it."""
    session = await world.open_session()
    add = Belongings.add

    async def slowly(
        self: Belongings, name: Name, request: pb.OpenGameRequest, to: events_pb2.GameFacts
    ) -> None:
        await add(self, name, request, to)
        closing = await world.do("CloseSession", hall.supervisor, session)
        await world.do("SignSession", hall.manager, closing)

    monkeypatch.setattr(Belongings, "add", slowly)
    play = await Play.opened(hall, one.draw, session=session.name, programme_number=2)
    failed = await told(one.draw.AnnounceGame(play.announcing(), metadata=hall.caller.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "SESSION_NOT_OPEN")
    await play.end("the evening is over")


@pytest.mark.case("B23")
async def test_case_b23_a_practice_game_is_marked_on_its_board_and_counts_nowhere(
    world: World, hall: Hall, one: Replica, nats: Any
):
    session = await world.open_session()
    play = await Play.opened(
        hall, one.draw, session=session.name, programme_number=1, practice=True
    )
    await play.announce()
    await play.round()
    frame = await shown(nats, play.id, play.game.version)
    assert frame["practice"] is True
    await play.end()
    known = await world.until(session, lambda now: bool(now.games and now.games[0].ending))
    assert (known.figures.practice, known.figures.numbers_called, known.figures.played) == (1, 0, 0)


# -- in the place of a void game ---------------------------------------------------------------


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("in_a_session", [False, True])
async def test_of_two_games_in_the_place_of_a_void_one_the_first_that_it_knows_is_announced(
    in_a_session: bool, world: World, hall: Hall, one: Replica, two: Replica
):
    place: dict[str, Any] = {}
    if in_a_session:
        session = await world.open_session()
        place = {"session": session.name, "programme_number": 2}
    plays = await opened_at_once(hall, one, two, **place)
    if in_a_session:
        first, _, _ = await announced_at_once(plays)
    else:
        first = plays[0]
        await first.announce()
    await first.round()
    first.game = (await one.draw.VoidGame(voiding(first), metadata=hall.supervisor.at)).game
    place["restart_of"] = first.game.name
    won, lost, why = await announced_at_once(await opened_at_once(hall, one, two, **place))
    assert why == "STARTED_OVER_BEFORE"
    assert (await first.look()).restarted_as == won.game.name
    await lost.end("it was opened twice")
    assert (await first.look()).restarted_as == won.game.name
    await won.round()


async def test_a_void_game_is_started_over_once_unless_that_one_was_given_up(
    hall: Hall, one: Replica, two: Replica
):
    first = await void(hall, one)
    again = await Play.opened(hall, one.draw, restart_of=first.game.name)
    await known_to(first, again.game.name)
    third = open_game(hall, restart_of=first.game.name)
    failed = await told(two.draw.OpenGame(third, metadata=hall.manager.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "STARTED_OVER_BEFORE")
    assert failed.info.metadata["clause"] == ""
    await again.end("the wrong serial number")
    reply = await two.draw.OpenGame(third, metadata=hall.manager.at)
    assert reply.game.restart_of == first.game.name
    await known_to(first, reply.game.name)


async def known_to(void_game: Play, name: str) -> None:
    """Wait until a void game knows of the one in its place."""
    async with asyncio.timeout(SOON):
        while (await void_game.look()).restarted_as != name:
            pass


async def known_at(replica: Replica, play: Play) -> None:
    """Wait until a replica knows of a game by itself."""
    request = pb.ListGamesRequest(parent=f"venues/{play.hall.venue}", page_size=500)
    async with asyncio.timeout(SOON):
        while play.game.name not in {
            row.name
            for row in (await replica.draw.ListGames(request, metadata=play.hall.auditor.at)).games
        }:
            pass
