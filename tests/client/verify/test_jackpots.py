"""Every call of jackpots is there, and says what it was told to say."""

from __future__ import annotations

import re
from typing import Any

import pytest

import eyesdown_client
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import jackpot_service_pb2 as pb
from eyesdown.verify.v1 import jackpots_pb2
from eyesdown_client import Eyesdown, JackpotPhase, Jackpots, Stage, money
from tests.client.house import House

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
DESK = "venues/akl/claimDesks/2026-11-29-07"
FRIDAY = "venues/akl/jackpots/2026-friday"
SESSION = "venues/akl/sessions/2026-11-29-evening"
JACKPOT = jackpots_pb2.Jackpot(name=FRIDAY, version=3)
GAME = jackpots_pb2.GameJackpot(jackpot=FRIDAY)
FIGURES = jackpots_pb2.SessionFigures(session=SESSION)

# Of each call: how it is made; the request's fields; the answer's field that the call gives.
CALLS: dict[str, tuple[Any, dict[str, Any], dict[str, Any]]] = {
    "OpenJackpot": (
        lambda c: c.open_jackpot(
            venue="akl",
            jackpot_id="2026-friday",
            profile="nz-casino-bingo",
            title="Friday jackpot",
            share=1_000,
            seed=money("NZD", 500_00),
            most=money("NZD", 5_000_00),
            request_id=RID,
        ),
        {
            **{"request_id": RID, "parent": "venues/akl", "jackpot_id": "2026-friday"},
            **{"profile": "nz-casino-bingo", "title": "Friday jackpot", "share": 1_000},
            **{"seed": money("NZD", 500_00), "most": money("NZD", 5_000_00)},
        },
        {"jackpot": JACKPOT},
    ),
    "DeclareJackpot": (
        lambda c: c.declare_jackpot(
            DESK, jackpot=FRIDAY, share=0, stage=Stage.SERIES, within=50, request_id=RID
        ),
        {
            **{"request_id": RID, "name": DESK, "jackpot": FRIDAY, "share": 0},
            **{"stage": game_pb2.STAGE_SERIES, "within": 50},
        },
        {"declared": GAME},
    ),
    "CarryJackpotOver": (
        lambda c: c.carry_jackpot_over(FRIDAY, request_id=RID),
        {"request_id": RID, "name": FRIDAY},
        {"jackpot": JACKPOT},
    ),
    "CloseJackpot": (
        lambda c: c.close_jackpot(
            FRIDAY, version=4, into="venues/akl/jackpots/2026-sunday", request_id=RID
        ),
        {
            "request_id": RID,
            "name": FRIDAY,
            "version": 4,
            "into": "venues/akl/jackpots/2026-sunday",
        },
        {"jackpot": JACKPOT},
    ),
    "GetJackpot": (
        lambda c: c.get_jackpot(FRIDAY, at_least_version=2),
        {"name": FRIDAY, "at_least_version": 2},
        {"jackpot": JACKPOT},
    ),
    "GetSessionFigures": (
        lambda c: c.get_session_figures(SESSION),
        {"name": SESSION},
        {"figures": FIGURES},
    ),
}


@pytest.mark.parametrize("method", CALLS)
async def test_a_call_says_what_it_was_told(house: House, eyesdown: Eyesdown, method: str):
    make, said, answer = CALLS[method]
    house.answers(method, getattr(pb, f"{method}Response")(**answer))
    (wanted,) = answer.values()
    assert await make(eyesdown.jackpots) == wanted
    assert house.calls[-1].request == getattr(pb, f"{method}Request")(**said)


async def test_without_a_share_the_jackpots_own_counts(house: House, eyesdown: Eyesdown):
    house.answers("DeclareJackpot", pb.DeclareJackpotResponse(declared=GAME))
    await eyesdown.jackpots.declare_jackpot(DESK, jackpot=FRIDAY)
    request = house.calls[-1].request
    assert not request.HasField("share")
    assert (request.stage, request.within) == (game_pb2.STAGE_UNSPECIFIED, 0)


async def test_a_ledger_comes_whole(house: House, eyesdown: Eyesdown):
    """Page by page; what is in its accounts was so when the last entry was there."""
    entry = jackpots_pb2.LedgerEntry(source="house", target="pool")

    def page(entries: int, cents: int, token: str = "") -> pb.ListEntriesResponse:
        balance = jackpots_pb2.Balance(account="pool", minor_units=cents)
        return pb.ListEntriesResponse(
            entries=[entry] * entries, balances=[balance], next_page_token=token
        )

    house.answers("ListEntries", page(2, 500_00, "2"), page(1, 600_00))
    assert await eyesdown.jackpots.list_entries(FRIDAY) == page(3, 600_00)
    assert [each.request.page_token for each in house.calls] == ["", "2"]
    assert {each.request.name for each in house.calls} == {FRIDAY}


def test_there_is_a_method_for_each_rpc():
    for rpc in pb.DESCRIPTOR.services_by_name["JackpotService"].methods_by_name:
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", rpc).lower()
        assert callable(getattr(Jackpots, name)), rpc


async def test_jackpots_are_listed_page_by_page(house: House, eyesdown: Eyesdown):
    row, answer = jackpots_pb2.JackpotRow(name=FRIDAY), pb.ListJackpotsResponse
    first, last = answer(jackpots=[row], next_page_token="p2"), answer(jackpots=[row])
    house.answers("ListJackpots", first, last)
    listed = [
        each
        async for each in eyesdown.jackpots.list_jackpots(
            venue="akl", phases=[JackpotPhase.RUNNING], page_size=1
        )
    ]
    assert listed == [row, row]
    assert [each.request.page_token for each in house.calls] == ["", "p2"]
    assert house.calls[0].request.parent == "venues/akl"
    assert house.calls[0].request.filter.phases == [JackpotPhase.RUNNING]


async def test_a_watch_gives_each_version_once(house: House, eyesdown: Eyesdown):
    async def versions(request: Any, context: Any) -> Any:
        for version in (7, 7, 8):
            yield pb.WatchJackpotResponse(jackpot=jackpots_pb2.Jackpot(version=version))

    house.answers("WatchJackpot", versions)
    watch = eyesdown.jackpots.watch_jackpot(FRIDAY, after_version=6)
    assert [each.jackpot.version async for each in watch] == [7, 8]
    assert house.calls[0].request == pb.WatchJackpotRequest(name=FRIDAY, after_version=6)


async def test_a_client_that_is_not_open_says_so(connect: Any):
    with pytest.raises(RuntimeError, match="async with"):
        _ = connect().jackpots


@pytest.mark.parametrize(
    ("word", "contract", "values"),
    [
        ("JackpotPhase", "JACKPOT_PHASE_", jackpots_pb2.JackpotPhase),
        ("EntryKind", "ENTRY_KIND_", jackpots_pb2.EntryKind),
    ],
)
def test_the_words_are_those_of_the_contract(word: str, contract: str, values: Any):
    said = {name.removeprefix(contract): number for name, number in values.items() if number}
    assert {each.name: each.value for each in getattr(eyesdown_client, word)} == said
