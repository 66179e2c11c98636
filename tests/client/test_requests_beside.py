"""Every call of sessions, equipment and disputes is there, and says what it was told to say."""

from __future__ import annotations

import functools
import re
from datetime import date
from typing import Any

import pytest

import eyesdown_client
from eyesdown.draw.v1 import (
    dispute_pb2,
    dispute_service_pb2,
    equipment_pb2,
    equipment_service_pb2,
    game_pb2,
    session_pb2,
    session_service_pb2,
)
from eyesdown_client import (
    DisputePhase,
    Disputes,
    Equipment,
    EquipmentPhase,
    EvidenceKind,
    Eyesdown,
    Finding,
    Respect,
    Selector,
    SessionPhase,
    Sessions,
    Stale,
    bingo,
    defect,
    evidence,
    money,
    programmed,
)
from services.kernel.errors import failure_of
from services.kernel.law import STALE
from services.kernel.law import Stale as StaleState
from tests.client.house import House

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
EVENING = "venues/akl/sessions/2026-11-29-evening"
CAGE = "venues/akl/equipment/2026-cage-2"
DISPUTE = "venues/akl/disputes/2026-11-29-03"
GAME = "venues/akl/games/2026-11-29-07"
SESSION = session_pb2.Session(name=EVENING, version=3)
PIECE = equipment_pb2.Equipment(name=CAGE, version=3)
DISPUTED = dispute_pb2.Dispute(name=DISPUTE, version=3)

CORNERS = programmed(
    3,
    "Corners",
    profile="nz-casino-bingo",
    game_version=1,
    stages=[bingo(money("NZD", 500_00))],
    practice=True,
)
CAMERA = evidence(EvidenceKind.RECORDING, "camera 4", "ab" * 32)
NAMED = {"request_id": RID, "version": 3}

# Each call, what it says beside request_id and name, and where it is made.
CALLS: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "PrepareSession": (
        lambda c: c.prepare_session(
            venue="akl",
            session_id="2026-11-29-evening",
            title="Sunday",
            programme=[CORNERS],
            request_id=RID,
        ),
        "sessions",
        {
            "parent": "venues/akl",
            "session_id": "2026-11-29-evening",
            "title": "Sunday",
            "programme": [CORNERS],
        },
    ),
    "ChangeProgramme": (
        lambda c: c.change_programme(EVENING, title="Sunday", programme=[CORNERS], **NAMED),
        "sessions",
        {"name": EVENING, "version": 3, "title": "Sunday", "programme": [CORNERS]},
    ),
    "OpenSession": (
        lambda c: c.open_session(EVENING, **NAMED),
        "sessions",
        {"name": EVENING, "version": 3},
    ),
    "AmendProgramme": (
        lambda c: c.amend_programme(
            EVENING, entries=[CORNERS], withdrawn=[4], reason="no cards", **NAMED
        ),
        "sessions",
        {
            "name": EVENING,
            "version": 3,
            "entries": [CORNERS],
            "withdrawn": [4],
            "reason": "no cards",
        },
    ),
    "CancelSession": (
        lambda c: c.cancel_session(EVENING, reason="storm", **NAMED),
        "sessions",
        {"name": EVENING, "version": 3, "reason": "storm"},
    ),
    "CloseSession": (
        lambda c: c.close_session(EVENING, **NAMED),
        "sessions",
        {"name": EVENING, "version": 3},
    ),
    "ResumeSession": (
        lambda c: c.resume_session(EVENING, reason="one more", **NAMED),
        "sessions",
        {"name": EVENING, "version": 3, "reason": "one more"},
    ),
    "SignSession": (
        lambda c: c.sign_session(EVENING, **NAMED),
        "sessions",
        {"name": EVENING, "version": 3},
    ),
    "RegisterEquipment": (
        lambda c: c.register_equipment(
            venue="akl",
            equipment_id="2026-cage-2",
            title="Cage 2",
            selector=Selector.RECEPTACLE,
            numbers=90,
            request_id=RID,
        ),
        "equipment",
        {
            "parent": "venues/akl",
            "equipment_id": "2026-cage-2",
            "title": "Cage 2",
            "selector": game_pb2.SELECTOR_RECEPTACLE,
            "numbers": 90,
        },
    ),
    "ExamineEquipment": (
        lambda c: c.examine_equipment(
            CAGE,
            equal_in=[Respect.SIZE, Respect.WEIGHT],
            counted=89,
            defects=[defect("cracked", 17)],
            witness="stu",
            **NAMED,
        ),
        "equipment",
        {
            "name": CAGE,
            "version": 3,
            "equal_in": [equipment_pb2.RESPECT_SIZE, equipment_pb2.RESPECT_WEIGHT],
            "counted": 89,
            "defects": [equipment_pb2.Defect(ball=17, what="cracked")],
            "witness": "stu",
        },
    ),
    "TakeOutOfService": (
        lambda c: c.take_out_of_service(CAGE, reason="fell", defects=[defect("jams")], **NAMED),
        "equipment",
        {
            "name": CAGE,
            "version": 3,
            "reason": "fell",
            "defects": [equipment_pb2.Defect(what="jams")],
        },
    ),
    "RepairEquipment": (
        lambda c: c.repair_equipment(CAGE, done="replaced", **NAMED),
        "equipment",
        {"name": CAGE, "version": 3, "done": "replaced"},
    ),
    "ReturnToService": (
        lambda c: c.return_to_service(CAGE, **NAMED),
        "equipment",
        {"name": CAGE, "version": 3},
    ),
    "RetireEquipment": (
        lambda c: c.retire_equipment(CAGE, reason="sold", **NAMED),
        "equipment",
        {"name": CAGE, "version": 3, "reason": "sold"},
    ),
    "OpenDispute": (
        lambda c: c.open_dispute(
            venue="akl",
            dispute_id="2026-11-29-03",
            game=GAME,
            position=17,
            about="too late",
            complainant="Rewi",
            evidence=[CAMERA],
            request_id=RID,
        ),
        "disputes",
        {
            "parent": "venues/akl",
            "dispute_id": "2026-11-29-03",
            "game": GAME,
            "position": 17,
            "about": "too late",
            "complainant": "Rewi",
            "evidence": [CAMERA],
        },
    ),
    "AddEvidence": (
        lambda c: c.add_evidence(DISPUTE, evidence=CAMERA, request_id=RID),
        "disputes",
        {"name": DISPUTE, "evidence": CAMERA},
    ),
    "RuleDispute": (
        lambda c: c.rule_dispute(
            DISPUTE, finding=Finding.NOT_UPHELD, reasons="seen", clause="NZB-5.10", **NAMED
        ),
        "disputes",
        {
            "name": DISPUTE,
            "version": 3,
            "finding": dispute_pb2.FINDING_NOT_UPHELD,
            "reasons": "seen",
            "clause": "NZB-5.10",
        },
    ),
    "ReviewRuling": (
        lambda c: c.review_ruling(DISPUTE, agrees=True, reasons="so it is", **NAMED),
        "disputes",
        {"name": DISPUTE, "version": 3, "agrees": True, "reasons": "so it is"},
    ),
}
PARTS: dict[str, tuple[Any, str, Any, type]] = {
    "sessions": (session_service_pb2, "session", SESSION, Sessions),
    "equipment": (equipment_service_pb2, "equipment", PIECE, Equipment),
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
            "ReviewRuling",
            lambda: eyesdown.disputes.review_ruling(DISPUTE, version=2, agrees=True, reasons="x"),
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
