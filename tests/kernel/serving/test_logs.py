"""Log entries: one line each, with their trace, without secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from opentelemetry.sdk.trace import TracerProvider

from services.kernel.serving import logs
from services.kernel.serving.tokens import DevIssuer
from tests.kernel.serving.kit import GAME, call_number, open_house, told


class Written:
    """What was logged."""

    def __init__(self) -> None:
        self.out = io.StringIO()

    def configure(self, level: str = "info", style: str = "json") -> None:
        logs.configure(level, style, "draw", "r1", self.out)

    @property
    def text(self) -> str:
        return self.out.getvalue()

    @property
    def entry(self) -> dict[str, Any]:
        """The only entry of ours, read as JSON."""
        entries = [json.loads(line) for line in self.text.splitlines()]
        (ours,) = [entry for entry in entries if entry["logger"] != "asyncio"]
        read: dict[str, Any] = ours
        return read


@pytest.fixture
def written() -> Iterator[Written]:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    yield Written()
    root.handlers[:], root.level = before[0], before[1]
    structlog.reset_defaults()


def test_an_entry_is_one_json_object_on_a_line(written: Written):
    written.configure()
    structlog.get_logger("services.kernel.test").info("room taken", room="main", count=2)
    entry = written.entry
    at = entry.pop("at")
    assert at.endswith("Z")
    assert entry == {
        "event": "room taken",
        "room": "main",
        "count": 2,
        "level": "info",
        "logger": "services.kernel.test",
        "service": "draw",
        "replica": "r1",
    }


def test_libraries_are_written_the_same_way(written: Written):
    written.configure()
    logging.getLogger("nats.aio").warning("slow consumer on %s", "board")
    assert written.entry["event"] == "slow consumer on board"
    assert written.entry["logger"] == "nats.aio"


def test_the_level_holds_for_all(written: Written):
    written.configure(level="warning")
    structlog.get_logger("a").info("quiet")
    logging.getLogger("b").info("quiet")
    structlog.get_logger("a").debug("quiet")
    assert written.text == ""


def test_an_entry_names_the_trace_it_belongs_to(written: Written):
    written.configure()
    provider = TracerProvider(shutdown_on_exit=False)
    with provider.get_tracer("test").start_as_current_span("a call") as span:
        structlog.get_logger("a").info("within")
    context = span.get_span_context()
    assert written.entry["trace_id"] == f"{context.trace_id:032x}"
    assert written.entry["span_id"] == f"{context.span_id:016x}"


def test_a_traceback_is_written_without_values(written: Written):
    written.configure()
    number_of_the_sealed_ball = "seventeen" + "-sealed"
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        structlog.get_logger("a").exception("a call failed")
    entry = written.entry
    assert "RuntimeError: broken" in entry["exception"]
    assert "test_a_traceback_is_written_without_values" in entry["exception"]
    assert number_of_the_sealed_ball not in written.text


@pytest.mark.parametrize("style", ["json", "console"])
def test_secrets_are_blotted_out_wherever_they_are(written: Written, style: str, tmp_path):
    written.configure(style=style)
    token = DevIssuer(tmp_path).issue("mia", {"akl": ["caller"]})
    pem = (tmp_path / "development-issuer.pem").read_text()
    log = structlog.get_logger("a")
    log.info("sent", authorization=f"Bearer {token}", metadata=[("authorization", token)])
    log.info(f"received {token}", header={"Authorization": token, "nested": {"x": token}})
    log.info("connecting", url="nats://ops:hunter2@host:4222,nats://tok-en@other", password="p4ss")
    log.info("key", text=pem, signing_secret="s3cret", private_key="k3y")
    logging.getLogger("lib").error("connect to nats://ops:hunter2@host failed with %s", token)
    try:
        raise RuntimeError(f"cannot send {token}")
    except RuntimeError:
        log.exception("failed")
    lines = written.text
    signature = token.rsplit(".", 1)[1]
    for secret in (token, signature, "hunter2", "tok-en", "p4ss", "s3cret", "k3y"):
        assert secret not in lines
    assert pem.splitlines()[1] not in lines
    assert "host:4222" in lines


def test_the_console_shows_plain_tracebacks(written: Written):
    written.configure(style="console")
    sealed = "seventeen" + "-sealed"
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        structlog.get_logger("a").exception("a call failed", room="main")
    assert "RuntimeError: broken" in written.text
    assert "room=main" in written.text
    assert sealed not in written.text


async def test_a_fault_is_logged_with_its_traceback_under_the_trace_that_the_client_is_told(
    written: Written, tmp_path: Path
):
    async def answer(request, context):
        raise RuntimeError("the balls are gone")

    async with open_house(tmp_path) as house:
        house.draw.answers["CallNumber"] = answer
        written.configure(level="error")
        failed = await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    entry = written.entry
    assert entry["trace_id"] == failed.info.metadata["trace"]
    assert entry["method"] == "eyesdown.draw.v1.DrawService/CallNumber"
    assert "RuntimeError: the balls are gone" in entry["exception"]


async def test_denied_access_is_logged(written: Written, tmp_path: Path):
    async with open_house(tmp_path) as house:
        written.configure(level="warning")
        await told(house.play.CallNumber(call_number(), metadata=house.as_("seller")))
        entry = written.entry
    assert entry["event"] == "access denied"
    assert (entry["person"], entry["device"]) == ("mia", "desk-1")
    assert (entry["resource"], entry["reason"]) == (GAME, "ROLE_NOT_PERMITTED")
