"""What others need to build a display: what is told of it is what runs."""

from __future__ import annotations

import asyncio
import copy
import json
import os
import re
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import yaml
from nats.aio.msg import Msg

from scripts import asyncapi
from services.cli.demo import claims, jackpot, linked, pai_gow, prizes, tournament
from services.cli.demo.evening import Evening, evening_of
from services.cli.house.nats_users import USERS
from services.draw.rights import WRITES as DRAW
from services.kernel.journal.connection import connect
from services.kernel.rights.grants import SAID, SEEN, display_rights, newcomer_rights
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import read
from services.paigow.rights import WRITES as PAIGOW
from services.tournament.rights import WRITES as TOURNAMENT
from services.verify.rights import WRITES as VERIFY
from tests.cli.command import environment, eyesdown
from tests.cli.running import FREE, end_group, line_with
from tests.kit.schemas import OF_KINDS, faults, schema_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "own-display.md").read_text()
SERVICES = (DRAW, VERIFY, TOURNAMENT, PAIGOW)
PLACE = {
    "venue": "akl",
    "room": "main",
    "display": "own",
    "id": "2026-1",
    "service": "draw",
    "kind": "games",
    "key": "k" * 32,
}


@pytest.fixture(scope="module")
def document() -> Any:
    """docs/asyncapi.yaml."""
    return yaml.safe_load(asyncapi.DOCUMENT.read_text())


def addresses(document: Any, action: str) -> Iterator[str]:
    """The subjects on which a display sends, or receives, with everything filled in."""
    for operation in document["operations"].values():
        if operation["action"] == action:
            channel = document["channels"][operation["channel"]["$ref"].rpartition("/")[2]]
            yield channel["address"].format(**PLACE)


def within(subject: str, patterns: tuple[str, ...]) -> list[str]:
    """The patterns of NATS that a subject falls under."""
    found = []
    for pattern in patterns:
        form = re.escape(pattern).replace(r"\*", r"[^.]+").replace(">", ".+")
        if re.fullmatch(form, subject):
            found.append(pattern)
    return found


# -- the document ----------------------------------------------------------------------------


async def test_the_subjects_told_of_are_all_that_a_display_may_use_and_no_others(document: Any):
    display, newcomer = display_rights("akl", "main", "own"), newcomer_rights("k" * 32)
    for action, patterns, exported in (
        ("send", (*display.publish, *newcomer.publish), SAID),
        ("receive", (*display.subscribe, *newcomer.subscribe), SEEN),
    ):
        told = list(addresses(document, action))
        assert all(within(each, patterns) and within(each, exported) for each in told)
        used = {pattern for each in told for pattern in within(each, patterns)}
        assert {each for each in patterns if not each.startswith("_INBOX")} == used


async def test_every_board_is_told_of_with_its_schema(document: Any):
    kinds = {kind: service.service for service in SERVICES for kind in service.boards}
    assert {*kinds} == {*OF_KINDS} == {*document["components"]["parameters"]["kind"]["enum"]}
    assert document["components"]["parameters"]["service"]["enum"] == [
        each.service for each in SERVICES
    ]
    assert {each.service for each in SERVICES} <= {user.name for user in USERS}
    for channel in document["channels"].values():
        kind = re.match(r"eyesdown\.board\.\{venue\}\.(\w+)\.", channel["address"] or "")
        if kind:
            (message,) = channel["messages"]
            payload = document["components"]["messages"][message]["payload"]["$ref"]
            assert payload == f"schema/{OF_KINDS[kind[1]]}.json"
            assert channel["title"].endswith(f'its service is "{kinds[kind[1]]}"')
            row = rf"\| `{kind[1]}`[^|]*\| `{kinds[kind[1]]}` \| \[(\w+)\]\({payload}\) \|"
            assert re.search(row, PAGE)


def damaged(document: Any, *path: str, to: Any) -> Any:
    """The document with one thing in it changed."""
    changed = copy.deepcopy(document)
    part = changed
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = to
    return changed


async def test_what_is_wrong_in_the_document_is_found(document: Any):
    folder = asyncapi.DOCUMENT.parent
    assert list(asyncapi.faults(document, folder)) == []
    for path, to, place in (
        (("operations", "hearPulse", "action"), "hear", "operations/hearPulse"),
        (("asyncapi",), "2.6.0", "asyncapi"),
        (("operations", "hearPulse", "channel", "$ref"), "#/channels/beat", "hearPulse/channel"),
        (("components", "messages", "pulse", "payload", "$ref"), "schema/No.json", "pulse/payload"),
    ):
        found = list(asyncapi.faults(damaged(document, *path, to=to), folder))
        assert any(place in each for each in found), (path, found)


# -- a house that runs -----------------------------------------------------------------------


class Heard:
    """All that the services publish for displays, as it came."""

    def __init__(self) -> None:
        self.messages: list[Msg] = []
        self._more = asyncio.Event()

    async def take(self, message: Msg) -> None:
        """Keep what came."""
        self.messages.append(message)
        self._more.set()

    async def until(self, schemas: set[str]) -> dict[str, int]:
        """How much was heard of each schema's messages, once some was of all these."""
        async with asyncio.timeout(60):
            while not schemas <= {schema_of(each.subject) for each in self.messages}:
                self._more.clear()
                await self._more.wait()
        counts: dict[str, int] = defaultdict(int)
        for each in self.messages:
            counts[schema_of(each.subject)] += 1
        return counts


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Evening, Heard]]:
    """A house in which an evening can be played, and what it publishes from its start."""
    data = tmp_path_factory.mktemp("house")
    own = {**FREE, "EYESDOWN_DATA": str(data), "EYESDOWN_LOG_LEVEL": "error"}
    heard = Heard()
    async with evening_of(read(own), environment(data, own)) as evening:
        nats = await connect(evening.house.running.nats, name="heard")
        for what in ("board", "room", "pulse", "shown"):
            await nats.subscribe(f"eyesdown.{what}.>", cb=heard.take)
        await nats.flush()
        yield evening, heard
        await nats.close()


@pytest.mark.timeout(300)
async def test_every_frame_that_running_services_publish_is_what_its_schema_says(
    house: tuple[Evening, Heard],
):
    evening, heard = house
    for part in (linked, claims, prizes, jackpot, pai_gow, tournament):
        await part.played(evening)
    assert evening.differences == []
    counts = await heard.until({*OF_KINDS.values(), "RoomPointer", "Pulse"})
    assert counts["GameFrame"] > 20
    wrong = {
        fault
        for each in heard.messages
        for fault in faults(schema_of(each.subject), json.loads(each.data))
    }
    assert wrong == set()


@asynccontextmanager
async def example(name: str, **more: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """One of the examples, started as a person does."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, f"examples/{name}.py"),
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **more},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        await end_group(process)


async def paired(evening: Evening, boards: str) -> dict[str, str]:
    """Pair a display as docs/own-display.md says; what it is told to connect with."""
    (bind,) = re.findall(r"^eyesdown (display bind akl/main own) 7QK4M$", PAGE, re.MULTILINE)
    draw = evening.house.running.services["draw"]
    token = DevIssuer.of(evening.settings).issue("stu", {"akl": ["steward"]})
    async with example("pair_display", BOARDS=boards) as pairing:
        code = (await line_with(pairing, "code ")).split()[1]
        done = await eyesdown(
            *bind.split(),
            code,
            data=evening.settings.data_folder,
            more={"EYESDOWN_DRAW": draw, "EYESDOWN_TOKEN": token},
        )
        assert (done.code, done.err) == (0, "")
        told = await line_with(pairing, "ROOM=") + await line_with(pairing, "SCREEN=")
    login = dict(re.findall(r"(\w+)=(\S+)", told))
    assert (login["ROOM"], login["SCREEN"]) == ("akl/main", "akl.own")
    return login


async def test_the_subscriber_shows_the_board_of_the_room_that_it_was_bound_to(
    house: tuple[Evening, Heard],
):
    evening, _ = house
    boards = evening.house.running.websocket
    login = await paired(evening, boards)
    people = {
        role.upper(): DevIssuer.of(evening.settings).issue(person, {"akl": [held]})
        for role, person, held in (
            ("manager", "mere", "game_manager"),
            ("caller", "cal", "caller"),
            ("supervisor", "sue", "supervisor"),
        )
    }
    draw = evening.house.running.services["draw"]
    async with (
        example("room_subscriber", BOARDS=boards, **login) as following,
        example("first_game", EYESDOWN_DRAW=draw, **people) as playing,
    ):
        out, _ = await playing.communicate()
        played = out.decode()
        assert playing.returncode == 0, played
        called = re.findall(r"^call \d+: (\d+)$", played, re.MULTILINE)
        (game,) = re.findall(r"^(venues/akl/games/\S+) ended", played, re.MULTILINE)
        last = await line_with(following, f"{game} GAME_PHASE_ENDED")
        assert last.split()[2:] == called
    # Whoever comes later is shown the same, and is live as soon as a pulse was heard.
    async with example("room_subscriber", BOARDS=boards, **login) as late:
        assert await line_with(late, game) == last
    async with example("room_subscriber", BOARDS=boards, **login) as late:
        assert await line_with(late, "live")
