"""Where nothing was ever entered, it is said so; a venue that there is not is told as ever."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from eyesdown.common.v1 import access_pb2, access_service_pb2, venue_service_pb2
from services.kernel.errors import NotFound
from tests.cli.command import Done, eyesdown
from tests.client.house import House

QUIET = [
    ("GetPlayerList", ("players", "list", "akl/2026"), "playerLists", "Nobody is on this list."),
    ("GetProfileBook", ("profile", "book", "akl/2026"), "profileBooks", "Nothing was put forward."),
    ("GetReceiptRoll", ("receipts", "show", "akl/2026-11-29"), "receiptRolls", "No receipts."),
]
METHODS = [method for method, *_ in QUIET]


@pytest.fixture
async def house() -> AsyncIterator[House]:
    house = House()
    house.answers("ListVenues", venue_service_pb2.ListVenuesResponse())
    await house.start()
    yield house
    await house.stop()


async def typed(house: House, data: Path, *words: str) -> Done:
    address = f"127.0.0.1:{house.port}"
    more = {"EYESDOWN_DRAW": address, "EYESDOWN_VERIFY": address, "EYESDOWN_TOKEN": "t1"}
    return await eyesdown(*words, data=data, more=more)


@pytest.mark.parametrize(("method", "words", "kind", "said"), QUIET, ids=METHODS)
async def test_what_nobody_wrote_in_is_empty(
    house: House, tmp_path: Path, method: str, words: tuple[str, ...], kind: str, said: str
):
    name = f"venues/akl/{kind}/{words[-1].partition('/')[2]}"
    house.answers(method, NotFound(name))
    done = await typed(house, tmp_path, *words)
    assert (done.code, done.out, done.err) == (0, f"{said}\n", "")
    as_json = await typed(house, tmp_path, *words, "--json")
    assert (as_json.code, json.loads(as_json.out)["name"]) == (0, name)


@pytest.mark.parametrize(("method", "words", "kind", "said"), QUIET, ids=METHODS)
async def test_a_venue_that_there_is_not_is_told(
    house: House, tmp_path: Path, method: str, words: tuple[str, ...], kind: str, said: str
):
    house.answers(method, NotFound("venues/akl"))
    done = await typed(house, tmp_path, *words)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: There is no venues/akl.")


@pytest.mark.parametrize(
    ("taken", "said"),
    [
        ([], "Nothing was taken back.\n"),
        (
            [access_pb2.Revocation(person="kim", by="mere", reason="left on a bus")],
            "1970-01-01 00:00:00 UTC  all of kim  by mere: left on a bus\n",
        ),
    ],
    ids=["quiet", "busy"],
)
async def test_what_was_taken_back_on_a_day(
    house: House, tmp_path: Path, taken: list[access_pb2.Revocation], said: str
):
    house.answers("GetRevocations", access_service_pb2.GetRevocationsResponse(revocations=taken))
    done = await typed(house, tmp_path, "revoke", "list", "akl/2026-11-29")
    assert (done.code, done.out, done.err) == (0, said, "")
    as_json = await typed(house, tmp_path, "revoke", "list", "akl/2026-11-29", "--json")
    people = [json.loads(line)["person"] for line in as_json.out.splitlines()]
    assert (as_json.code, people) == (0, ["kim"] * len(taken))


@pytest.mark.parametrize("words", [("revoke", "list"), ("receipts", "show")])
async def test_what_is_no_day_is_told(house: House, tmp_path: Path, words: tuple[str, ...]):
    done = await typed(house, tmp_path, *words, "akl/2026-99-99")
    assert (done.code, done.out) == (2, "")
    assert "'2026-99-99' is no day" in done.err
