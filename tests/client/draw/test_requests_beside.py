"""Every call of what stands beside games is there, and says what it was told to say."""

from __future__ import annotations

import functools
import re
from datetime import date
from typing import Any

import pytest

import eyesdown_client
from eyesdown.draw.v1 import (
    display_pb2,
    display_service_pb2,
    dispute_pb2,
    dispute_service_pb2,
    equipment_pb2,
    equipment_service_pb2,
    session_pb2,
    session_service_pb2,
)
from eyesdown_client import (
    DisplayPhase,
    Displays,
    DisputePhase,
    Disputes,
    Equipment,
    EquipmentPhase,
    Eyesdown,
    SessionPhase,
    Sessions,
    Stale,
)
from services.kernel.errors import failure_of
from services.kernel.law import STALE
from services.kernel.law import Stale as StaleState
from tests.client.draw.calls_beside import (
    CAGE,
    CALLS,
    DISPUTE,
    DISPUTED,
    EVENING,
    GAME,
    NORTH,
    PIECE,
    RID,
    SCREEN,
    SESSION,
)
from tests.client.house import House

PARTS: dict[str, tuple[Any, str, Any, type]] = {
    "sessions": (session_service_pb2, "session", SESSION, Sessions),
    "equipment": (equipment_service_pb2, "equipment", PIECE, Equipment),
    "displays": (display_service_pb2, "display", SCREEN, Displays),
    "disputes": (dispute_service_pb2, "dispute", DISPUTED, Disputes),
}


def expected(method: str) -> tuple[Any, Any, Any]:
    """Request and answer of a call, and what it gives."""
    _, part, said = CALLS[method]
    messages, field, thing, _ = PARTS[part]
    request = getattr(messages, f"{method}Request")(request_id=RID, **said)
    return request, getattr(messages, f"{method}Response")(**{field: thing}), thing


@pytest.mark.parametrize("method", CALLS)
async def test_a_call_says_what_it_was_told(house: House, eyesdown: Eyesdown, method: str):
    make, part, _ = CALLS[method]
    request, answer, thing = expected(method)
    house.answers(method, answer)
    assert await make(getattr(eyesdown, part)) == thing
    assert [(each.method, each.request) for each in house.calls] == [(method, request)]


@pytest.mark.parametrize("method", CALLS)
async def test_a_call_is_only_decided_where_that_is_asked_for(
    house: House, eyesdown: Eyesdown, method: str
):
    make, part, _ = CALLS[method]
    request, answer, _ = expected(method)
    house.answers(method, answer)

    class Rehearsing:
        def __getattr__(self, name: str) -> Any:
            return functools.partial(getattr(getattr(eyesdown, part), name), validate_only=True)

    await make(Rehearsing())
    request.validate_only = True
    assert [each.request for each in house.calls] == [request]


@pytest.mark.parametrize("part", PARTS)
def test_there_is_a_method_for_each_rpc(part: str):
    messages, _, _, ours = PARTS[part]
    (service,) = messages.DESCRIPTOR.services_by_name.values()
    snake = {re.sub(r"(?<!^)(?=[A-Z])", "_", each.name).lower() for each in service.methods}
    assert {name for name in vars(ours) if not name.startswith("_")} == snake


LISTS: dict[str, tuple[Any, Any, Any]] = {
    "ListDisplays": (
        lambda e: e.displays.list_displays(
            venue="akl", room="main", phases=[DisplayPhase.REVOKED], page_size=1
        ),
        display_pb2.DisplayRow(name=NORTH),
        display_service_pb2.ListDisplaysRequest.Filter(
            phases=[display_pb2.DISPLAY_PHASE_REVOKED], room="main"
        ),
    ),
    "ListSessions": (
        lambda e: e.sessions.list_sessions(
            venue="akl", phases=[SessionPhase.CLOSING], day=date(2026, 11, 29), page_size=1
        ),
        session_pb2.SessionRow(name=EVENING),
        session_service_pb2.ListSessionsRequest.Filter(
            phases=[session_pb2.SESSION_PHASE_CLOSING], day="2026-11-29"
        ),
    ),
    "ListEquipment": (
        lambda e: e.equipment.list_equipment(
            venue="akl", phases=[EquipmentPhase.OUT_OF_SERVICE], page_size=1
        ),
        equipment_pb2.EquipmentRow(name=CAGE),
        equipment_service_pb2.ListEquipmentRequest.Filter(
            phases=[equipment_pb2.EQUIPMENT_PHASE_OUT_OF_SERVICE]
        ),
    ),
    "ListDisputes": (
        lambda e: e.disputes.list_disputes(
            venue="akl", phases=[DisputePhase.RULED], day="2026-11-29", game=GAME, page_size=1
        ),
        dispute_pb2.DisputeRow(name=DISPUTE),
        dispute_service_pb2.ListDisputesRequest.Filter(
            phases=[dispute_pb2.DISPUTE_PHASE_RULED], day="2026-11-29", game=GAME
        ),
    ),
}


@pytest.mark.parametrize("method", LISTS)
async def test_a_list_asks_for_pages_until_there_is_none(
    house: House, eyesdown: Eyesdown, method: str
):
    listing, row, only = LISTS[method]
    messages = next(each for each, *_ in PARTS.values() if hasattr(each, f"{method}Response"))
    answer = getattr(messages, f"{method}Response")
    field = answer.DESCRIPTOR.fields[0].name
    house.answers(method, answer(**{field: [row]}, next_page_token="p2"), answer(**{field: [row]}))
    assert [each async for each in listing(eyesdown)] == [row, row]
    assert [each.request.page_token for each in house.calls] == ["", "p2"]
    for each in house.calls:
        each.request.page_token = ""
        assert each.request == getattr(messages, f"{method}Request")(
            parent="venues/akl", page_size=1, filter=only
        )


@pytest.mark.parametrize("part", PARTS)
async def test_a_thing_is_read_and_watched(house: House, eyesdown: Eyesdown, part: str):
    messages, field, thing, _ = PARTS[part]
    word = type(thing).__name__
    house.answers(f"Get{word}", getattr(messages, f"Get{word}Response")(**{field: thing}))
    calls = getattr(eyesdown, part)
    read = getattr(calls, f"get_{field}")
    assert await read(thing.name, at_least_version=2) == thing
    assert house.calls[0].request.at_least_version == 2

    async def two(request: Any, context: Any) -> Any:
        answer = getattr(messages, f"Watch{word}Response")
        for version in (request.after_version + 1, request.after_version + 2):
            told = type(thing)(name=thing.name, version=version)
            yield answer(**{field: told}, events=["Something"])
            yield answer(**{field: told})  # as after a lost connection: once is enough

    house.answers(f"Watch{word}", two)
    watch = getattr(calls, f"watch_{field}")
    answers = [each async for each in watch(thing.name, after_version=6)]
    assert [getattr(each, field).version for each in answers] == [7, 8]


async def test_a_client_that_is_not_open_says_so(connect: Any):
    closed = connect()
    for part in PARTS:
        with pytest.raises(RuntimeError, match="async with"):
            getattr(closed, part)


@pytest.mark.parametrize("part", PARTS)
async def test_a_stale_call_brings_the_fresh_state(house: House, eyesdown: Eyesdown, part: str):
    thing = PARTS[part][2]
    stale = StaleState(STALE, "", {"what": "version", "seen": "2", "now": "3"})
    stale.state = thing
    method, call = {
        "sessions": ("OpenSession", lambda: eyesdown.sessions.open_session(EVENING, version=2)),
        "equipment": (
            "ReturnToService",
            lambda: eyesdown.equipment.return_to_service(CAGE, version=2),
        ),
        "disputes": (
            "ReviewDispute",
            lambda: eyesdown.disputes.review_dispute(DISPUTE, version=2, agrees=True, reason="x"),
        ),
        "displays": (
            "RevokeDisplay",
            lambda: eyesdown.displays.revoke_display(NORTH, version=2, reason="x"),
        ),
    }[part]
    failure = failure_of(stale)
    assert failure is not None
    house.answers(method, failure)
    with pytest.raises(Stale) as raised:
        await call()
    assert raised.value.fresh == thing
    assert raised.value.game is None


@pytest.mark.parametrize(
    ("word", "contract", "module"),
    [
        ("SessionPhase", "SESSION_PHASE_", session_pb2),
        ("EquipmentPhase", "EQUIPMENT_PHASE_", equipment_pb2),
        ("Respect", "RESPECT_", equipment_pb2),
        ("DisputePhase", "DISPUTE_PHASE_", dispute_pb2),
        ("DisplayPhase", "DISPLAY_PHASE_", display_pb2),
        ("Finding", "FINDING_", dispute_pb2),
        ("EvidenceKind", "EVIDENCE_KIND_", dispute_pb2),
    ],
)
def test_the_words_are_those_of_the_contract(word: str, contract: str, module: Any):
    said = {
        name.removeprefix(contract): number
        for name, number in getattr(module, word).items()
        if number
    }
    assert {each.name: each.value for each in getattr(eyesdown_client, word)} == said
