"""Nothing about a number leaves the service before it is announced (case B18), and afterwards
anybody can check that it was chosen by chance and before.
"""

from __future__ import annotations

import base64
import json
import logging
import re
from collections.abc import Iterator
from io import StringIO

import pytest
import pytest_asyncio
from google.protobuf import json_format
from google.protobuf.message import Message
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2, game_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.connection import Connection
from services.kernel.law import Opening, pick
from services.kernel.record.seal import opens
from tests.kernel.serving.kit import told
from tests.kit.draw import Hall, Replica, replica
from tests.kit.draw_play import RECEPTACLE, Play, pointer, record, shown, stored_of

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

BALL = 87
"""A number that is no hour, minute, second or day."""


@pytest.fixture(scope="module")
def spans() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def talkative(hall: Hall, spans: InMemorySpanExporter):
    """A service that logs all it has to say."""
    async with replica(hall, "talkative", spans, LOG_LEVEL="debug") as running:
        yield running


@pytest.fixture
def logged(talkative: Replica) -> Iterator[StringIO]:
    """What is logged during the test, as an operator gets it."""
    root = logging.getLogger()
    text = StringIO()
    ours = logging.StreamHandler(text)
    ours.setFormatter(root.handlers[0].formatter)
    root.addHandler(ours)
    yield text
    root.removeHandler(ours)


async def everything(
    hall: Hall,
    one: Replica,
    nats: Connection,
    play: Play,
    logged: StringIO,
    spans: InMemorySpanExporter,
) -> dict[str, str | bytes]:
    """All that anybody but the caller can get hold of, by where."""
    told: dict[str, str | bytes] = {}
    look = pb.GetGameRequest(name=play.game.name)
    for person in (hall.supervisor, hall.manager, hall.steward, hall.auditor, hall.caller):
        told[f"GetGame by {person.id}"] = shape(await one.draw.GetGame(look, metadata=person.at))
        watch = one.draw.WatchGame(pb.WatchGameRequest(name=play.game.name), metadata=person.at)
        seen = []
        async for reply in watch:
            seen.append(shape(reply))
            if reply.game.version == play.game.version:
                break
        watch.cancel()
        told[f"WatchGame by {person.id}"] = "\n".join(seen)
    for parent in (f"venues/{hall.venue}", "venues/-"):
        rows = await one.draw.ListGames(
            pb.ListGamesRequest(parent=parent, page_size=500), metadata=hall.auditor.at
        )
        told[f"ListGames of {parent}"] = "\n".join(
            shape(row) for row in rows.games if row.name == play.game.name
        )
    told["board"] = json.dumps(await shown(nats, play.id, play.game.version))
    told["room"] = json.dumps(await pointer(nats, hall.venue, play.game.rooms[0]))
    told["metrics"] = "\n".join(re.findall(r"\{(.*)\}", await one.metrics()))
    told["logs"] = logged.getvalue()
    told["spans"] = "\n".join(
        f"{span.name} {dict(span.attributes or {})} {span.events} {span.status.description}"
        for span in spans.get_finished_spans()
    )
    for stored in await stored_of(nats, play.id):
        told[f"headers of {stored.sequence}"] = str(stored.headers)
        told[f"commit {stored.sequence}"] = stored.body
    return told


def shape(message: Message) -> str:
    return json_format.MessageToJson(message, indent=None)


def holds(text: str | bytes, secret: bytes) -> bool:
    """Whether the bytes are in there, as they are or in a usual spelling."""
    body = text.encode() if isinstance(text, str) else text
    spelt = [secret, secret.hex().encode(), base64.b64encode(secret).rstrip(b"=")]
    spelt.append(base64.urlsafe_b64encode(secret).rstrip(b"="))
    return any(each in body for each in spelt)


async def selections(
    nats: Connection, play: Play
) -> list[tuple[commit_pb2.Commit, events_pb2.NumberCalled]]:
    """Each selection as it is on record, and the call that opened it."""
    commits = await record(nats, play.id)
    found = []
    for commit in commits:
        called = events_pb2.NumberCalled()
        if commit.events and commit.events[0].Unpack(called):
            found.append((commits[called.opening.version - 1], called))
    return found


def opened(called: events_pb2.NumberCalled) -> tuple[commit_pb2.Closed, Opening]:
    """What an opening holds."""
    told = called.opening
    closed = commit_pb2.Closed.FromString(told.content)
    return closed, Opening(told.version, told.salt, told.content)


async def test_case_B18_nothing_gives_a_selected_number_away(
    hall: Hall,
    talkative: Replica,
    nats: Connection,
    logged: StringIO,
    spans: InMemorySpanExporter,
):
    play = await Play.announced(hall, talkative.draw)
    await play.round()
    before = await play.look()
    frame_before = await shown(nats, play.id, before.version)
    number = await play.select()
    selected = play.game
    told = await everything(hall, talkative, nats, play, logged, spans)
    frame = json.loads(told["board"])

    await play.call()
    assert play.numbers[-1] == number
    _, called = (await selections(nats, play))[-1]
    closed, opening = opened(called)
    secret = events_pb2.GameFacts.FromString(closed.facts).entropy
    assert len(secret) == 32
    for where, text in told.items():
        for hidden in (secret, opening.salt, opening.content):
            assert not holds(text, hidden), where
    assert told["logs"], "nothing was logged, so nothing was looked at"
    assert "SelectNumber" in str(told["spans"])

    # Nothing that others see depends on it: before and after the selection they see the same.
    for game in (before, selected):
        game.ClearField("version")
        game.ClearField("updated_at")
    before.selected = True
    assert selected == before
    for each in (frame_before, frame):
        del each["version"], each["at"]
    assert frame == frame_before


async def test_a_selection_on_record_says_nothing_open(
    hall: Hall, talkative: Replica, nats: Connection
):
    play = await Play.announced(hall, talkative.draw)
    await play.select()
    commit = (await record(nats, play.id))[-1]
    event, facts = events_pb2.NumberSelected(), events_pb2.GameFacts()
    request = pb.SelectNumberRequest()
    assert commit.events[0].Unpack(event)
    assert commit.command.facts.Unpack(facts)
    assert commit.command.request.Unpack(request)
    assert event == events_pb2.NumberSelected(position=1)
    assert facts == events_pb2.GameFacts()
    assert request == pb.SelectNumberRequest(
        request_id=commit.request_id, name=play.game.name, position=1
    )
    row = game_pb2.GameRow()
    assert commit.summary.row.Unpack(row)
    assert row.called == 0
    assert len(commit.sealed.commitment) == 32
    assert not commit.HasField("refusal")


async def test_case_B18_a_ball_in_the_callers_hand_is_as_secret(
    hall: Hall,
    talkative: Replica,
    nats: Connection,
    logged: StringIO,
    spans: InMemorySpanExporter,
):
    spans.clear()
    play = await Play.announced(hall, talkative.draw, selector=RECEPTACLE)
    request = play.selecting(ball=BALL)
    reply = await talkative.draw.SelectNumber(request, metadata=hall.caller.at)
    assert reply.number == BALL
    play.game = reply.game
    told = await everything(hall, talkative, nats, play, logged, spans)
    for where, text in told.items():
        if isinstance(text, str):
            assert not re.search(rf"\b{BALL}\b", text.replace(play.game.name, "")), where
    commit = (await record(nats, play.id))[-1]
    on_record = pb.SelectNumberRequest()
    assert commit.command.request.Unpack(on_record)
    assert on_record.ball == 0
    await play.call()
    closed, _ = opened((await selections(nats, play))[0][1])
    assert pb.SelectNumberRequest.FromString(closed.request).ball == BALL


async def test_a_ball_that_was_keyed_wrongly_is_opened_when_it_is_put_right(
    hall: Hall, talkative: Replica, nats: Connection
):
    """The ball in its place stays closed until it is announced."""
    play = await Play.announced(hall, talkative.draw, selector=RECEPTACLE)
    await play.select(45)
    assert await play.select(54) == 54
    (wrong, right) = (await record(nats, play.id))[-2:]
    rekeyed = events_pb2.BallRekeyed()
    assert right.events[0].Unpack(rekeyed)
    assert (rekeyed.position, rekeyed.HasField("selection")) == (1, False)
    told = rekeyed.opening
    opening = Opening(told.version, told.salt, told.content)
    assert opens(play.id, opening, wrong.sealed.commitment)
    closed = commit_pb2.Closed.FromString(opening.content)
    assert events_pb2.NumberSelected.FromString(closed.events[0]).selection.number == 45
    await play.call()
    called = events_pb2.NumberCalled()
    assert (await record(nats, play.id))[-1].events[0].Unpack(called)
    assert (called.number, called.opening.version) == (54, right.version)
    closed, opening = opened(called)
    assert opens(play.id, opening, right.sealed.commitment)
    assert events_pb2.BallRekeyed.FromString(closed.events[0]).selection.number == 54


async def test_anybody_can_check_a_call_without_a_key(
    hall: Hall, talkative: Replica, nats: Connection
):
    """From the journal alone: the commitment was made first, and chance chose."""
    play = await Play.announced(hall, talkative.draw)
    numbers = [await play.round() for _ in range(12)]
    checked = await selections(nats, play)
    assert [called.number for _, called in checked] == numbers
    left = list(range(1, 91))
    for commit, called in checked:
        closed, opening = opened(called)
        assert opens(play.id, opening, commit.sealed.commitment)
        entropy = events_pb2.GameFacts.FromString(closed.facts).entropy
        assert pick(entropy, tuple(left)) == called.number
        selection = events_pb2.NumberSelected.FromString(closed.events[0]).selection
        assert (selection.number, selection.entropy) == (called.number, entropy)
        left.remove(called.number)
        other = Opening(opening.version, opening.salt, opening.content + b"x")
        assert not opens(play.id, other, commit.sealed.commitment)


async def test_the_end_of_the_game_opens_what_was_not_announced(
    hall: Hall, talkative: Replica, nats: Connection
):
    play = await Play.announced(hall, talkative.draw)
    number = await play.select()
    await play.end()
    commits = await record(nats, play.id)
    ended = events_pb2.GameEnded()
    assert commits[-1].events[0].Unpack(ended)
    opening = Opening(ended.opening.version, ended.opening.salt, ended.opening.content)
    assert opens(play.id, opening, commits[opening.version - 1].sealed.commitment)
    closed = commit_pb2.Closed.FromString(opening.content)
    entropy = events_pb2.GameFacts.FromString(closed.facts).entropy
    assert pick(entropy, tuple(range(1, 91))) == number
    assert play.numbers == []


async def test_nobody_but_the_caller_is_told(hall: Hall, talkative: Replica, nats: Connection):
    """Not another caller, whether it is the same request or a new one; and a reply to anybody else
    holds the game, which has no place for the number."""
    play = await Play.announced(hall, talkative.draw)
    request = play.selecting()
    first = await talkative.draw.SelectNumber(request, metadata=hall.caller.at)
    assert 1 <= first.number <= 90
    again = play.selecting()
    for asked, reason in ((request, "REQUEST_ID_REUSED"), (again, "NOT_THE_CALLER")):
        asking = talkative.draw.SelectNumber(asked, metadata=hall.second_caller.at)
        assert (await told(asking)).reason == reason
    called_out = await talkative.draw.CallOut(play.calling_out(), metadata=hall.steward.at)
    assert called_out.game == await play.look()
    assert (called_out.game.selected, len(called_out.game.calls)) == (True, 0)
