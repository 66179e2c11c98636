"""Secrets that were planted turn up nowhere: not in logs, traces, metrics, journals or answers."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import grpc
import pytest

from eyesdown.journal.v1 import journal_service_pb2, journal_service_pb2_grpc
from services.kernel.serving.tokens import KEY_FILE
from tests.kit.collector import collector
from tests.kit.draw import Hall, Replica, child
from tests.kit.draw_play import Play

pytest_plugins = ["tests.kit.draw"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

PLANTED = "hunter2-planted-0451"
NAME = "Wiremu Tamihana Te Waharoa"


def planted(hall: Hall) -> dict[str, str]:
    """What must turn up nowhere, by what it is."""
    token = hall.caller.at[0][1].removeprefix("Bearer ")
    pem = (hall.folder / KEY_FILE).read_text()
    password = urlsplit(hall.url).password
    assert password
    found = {
        "a token": token,
        "a token's signature": token.rpartition(".")[2],
        "a token that is none": f"eyJhbGciOiJub25lIn0.{PLANTED}.x",
        "a password": PLANTED,
        "a player's name": NAME,
        "NATS's password": password,
        "the issuer's key": pem.splitlines()[1],
    }
    for key in (hall.folder / "keys").iterdir():
        body = key.read_bytes()
        found[f"sealing key {key.name}"] = body.decode("latin-1").strip()
        found[f"sealing key {key.name} in digits"] = body.hex()
        found[f"sealing key {key.name} in base64"] = base64.b64encode(body).decode()
    return found


async def misuse(hall: Hall, replica: Replica, play: Play) -> list[str]:
    """Send secrets where they do not belong, and what comes of it."""
    answers = []
    number = play.calling().SerializeToString()
    raw: Any = replica.channel.unary_unary("/eyesdown.draw.v1.DrawService/CallNumber")
    for metadata in (
        (("authorization", f"Basic {PLANTED}"),),
        (("authorization", f"Bearer eyJhbGciOiJub25lIn0.{PLANTED}.x"),),
        (("authorization", f"Bearer {PLANTED}"),),
        (*hall.caller.at, ("authorization", f"Bearer {PLANTED}")),
        (*hall.caller.at, ("eyesdown-role", PLANTED)),
        (*hall.stranger.at, ("x-password", PLANTED)),
        (*hall.caller.at, ("traceparent", PLANTED), ("tracestate", f"a={PLANTED}")),
    ):
        answers.append(await answer(raw(number, metadata=metadata)))
    for body in (PLANTED.encode(), number + PLANTED.encode()):
        answers.append(await answer(raw(body, metadata=hall.caller.at)))
    for field in ("request_id", "name"):
        request = play.calling()
        setattr(request, field, PLANTED)
        answers.append(await answer(replica.draw.CallNumber(request, metadata=hall.caller.at)))
    return answers


async def answer(call: Any) -> str:
    """All that comes back of a call."""
    try:
        return str(await call)
    except grpc.aio.AioRpcError as error:
        return f"{error.details()} {error.trailing_metadata()} {error.debug_error_string()}"


async def journal(hall: Hall, replica: Replica) -> bytes:
    """Every byte of the venues' journals."""
    stub: Any = journal_service_pb2_grpc.JournalServiceStub(replica.channel)
    bodies = []
    for venue in (hall.venue, hall.elsewhere):
        request = journal_service_pb2.ReadCommitsRequest(parent=f"venues/{venue}")
        async for reply in stub.ReadCommits(request, metadata=hall.everywhere.at):
            bodies.append(reply.SerializeToString())
    return b"".join(bodies)


async def test_planted_secrets_turn_up_nowhere(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with collector() as received, child(hall, LOG_LEVEL="debug") as process:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", received.endpoint)
        replica = await process.start()
        play = await Play.announced(hall, replica.draw)
        await play.round()
        await play.call_out(player=NAME)
        answers = await misuse(hall, replica, play)
        metrics = await replica.metrics()
        stored = await journal(hall, replica)
        process.terminate()
        assert await process.ended() == 0
        places = {
            "the log": process.log.read_text(),
            "traces": str(received.spans),
            "metrics": metrics,
            "the journal": stored.decode("latin-1"),
            "answers": "\n".join(answers),
        }
        assert "access denied" in places["the log"]  # it was looked at, and something is there
        assert "CallNumber" in places["traces"]
        assert len(answers) == 11
        for what, secret in planted(hall).items():
            for where, text in places.items():
                assert secret not in text, f"{what} is in {where}"
        assert not re.search(r"Traceback|File \"", places["answers"])
