"""Commands that look after a house that runs: sweeping blobs, telling names."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from eyesdown_client import Eyesdown, Selector, line
from services.cli.common.where import Running
from services.kernel.journal.blobs import BlobMissing, Blobs
from services.kernel.journal.connection import Connection, connect
from services.kernel.profiles import Profiles
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import read
from services.kernel.venues import Venues
from tests.cli.command import Done, eyesdown
from tests.cli.running import running

STREAM = "OBJ_BLOBS"


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the house."""
    return tmp_path_factory.mktemp("house")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(data: Path) -> AsyncIterator[Running]:
    async with running(data) as house:
        yield house


@pytest_asyncio.fixture(loop_scope="module")
async def nats(house: Running) -> AsyncIterator[Connection]:
    connection = await connect(house.nats, name="test")
    yield connection
    await connection.close()


async def make_old(nats: Connection, blob: bytes) -> None:
    """Have a blob say that it was stored two hours ago."""
    subject = f"$O.BLOBS.M.{base64.urlsafe_b64encode(blob.hex().encode()).decode()}"
    kept = await nats.jetstream().get_last_msg(STREAM, subject)
    about = json.loads(kept.data or b"{}")
    about["mtime"] = (datetime.now(UTC) - timedelta(hours=2)).isoformat()
    await nats.jetstream().publish(
        subject, json.dumps(about).encode(), headers={"Nats-Rollup": "sub"}
    )


async def open_game(house: Running, data: Path) -> None:
    """Open a game of today in Auckland."""
    token = DevIssuer(data).issue("mere", {"akl": ["game_manager"]})
    today = Venues.load(read({}).venues_folder).get("akl").gaming_day(datetime.now(UTC))
    async with Eyesdown(house.services["draw"], token=token) as client:
        await client.draw.open_game(
            venue="akl",
            game_id=f"{today}-1",
            profile="nz-casino-bingo",
            game_version=2,
            stages=[line()],
            selector=Selector.ELECTRONIC,
            rooms=["main"],
        )


async def test_a_sweep_leaves_the_texts_of_profiles_and_what_games_name(
    house: Running, nats: Connection, data: Path, tmp_path: Path
):
    blobs, profiles = Blobs(nats), Profiles.load(read({}).rules_folder)
    text = profiles.get("nz-casino-bingo")
    orphan = await blobs.put(b"a text that nobody names")

    async def sweep() -> Done:
        for blob in (text.sha256, orphan):
            await make_old(nats, blob)
        return await eyesdown("blobs", "sweep", data=data)

    before = await sweep()
    assert before == Done(0, f"{orphan.hex()}\n", "")
    assert await blobs.get(text.sha256) == text.text
    with pytest.raises(BlobMissing):
        await blobs.get(orphan)

    await blobs.put(b"a text that nobody names")
    await open_game(house, data)
    assert await sweep() == before
    assert await blobs.get(text.sha256) == text.text
    # Under other rules the text is not in force any more, and the game names it all the same.
    rules = tmp_path / "rules"
    (rules / "profiles").mkdir(parents=True)
    (rules / "index.tsv").write_bytes((read({}).rules_folder / "index.tsv").read_bytes())
    changed = text.text.replace(b"value = 90", b"value = 75")
    assert changed != text.text
    (rules / "profiles" / "nz-casino-bingo.toml").write_bytes(changed)
    await make_old(nats, text.sha256)
    more = {"EYESDOWN_RULES": str(rules)}
    assert await eyesdown("blobs", "sweep", data=data, more=more) == Done(0, "", "")
    assert await blobs.get(text.sha256) == text.text


async def test_a_name_that_is_not_there_is_told_in_a_sentence_and_nothing_else(
    house: Running, data: Path
):
    said = Done(1, "", "Error: There is no name behind nobody in akl\n")
    assert await eyesdown("people", "show", "akl/nobody", data=data) == said
    erased = await eyesdown("people", "erase", "--yes", "akl/nobody", data=data)
    assert erased == said
