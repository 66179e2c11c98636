"""The calls of what stands beside games, each with what it says to the service."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import display_pb2, dispute_pb2, equipment_pb2, game_pb2, session_pb2
from eyesdown_client import (
    EvidenceKind,
    Finding,
    Respect,
    Selector,
    bingo,
    defect,
    evidence,
    money,
    programmed,
)

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
EVENING = "venues/akl/sessions/2026-11-29-evening"
CAGE = "venues/akl/equipment/2026-cage-2"
NORTH = "venues/akl/displays/2026-north"
DISPUTE = "venues/akl/disputes/2026-11-29-03"
GAME = "venues/akl/games/2026-11-29-07"
SESSION = session_pb2.Session(name=EVENING, version=3)
PIECE = equipment_pb2.Equipment(name=CAGE, version=3)
SCREEN = display_pb2.Display(name=NORTH, version=3)
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
    "BindDisplay": (
        lambda c: c.bind_display(
            venue="akl", room="main", display="north", code="7QK4M", request_id=RID
        ),
        "displays",
        {"parent": "venues/akl", "room": "main", "display": "north", "code": "7QK4M"},
    ),
    "RevokeDisplay": (
        lambda c: c.revoke_display(NORTH, reason="stolen", **NAMED),
        "displays",
        {"name": NORTH, "version": 3, "reason": "stolen"},
    ),
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
    "SignAmendment": (
        lambda c: c.sign_amendment(EVENING, **NAMED),
        "sessions",
        {"name": EVENING, "version": 3},
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
            DISPUTE, finding=Finding.NOT_UPHELD, reason="seen", clause="NZB-5.10", **NAMED
        ),
        "disputes",
        {
            "name": DISPUTE,
            "version": 3,
            "finding": dispute_pb2.FINDING_NOT_UPHELD,
            "reason": "seen",
            "clause": "NZB-5.10",
        },
    ),
    "ReviewDispute": (
        lambda c: c.review_dispute(DISPUTE, agrees=True, reason="so it is", **NAMED),
        "disputes",
        {"name": DISPUTE, "version": 3, "agrees": True, "reason": "so it is"},
    ),
}
