"""Every RPC of disputes: where it goes through, who may, how it goes wrong.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import dispute_pb2
from eyesdown.draw.v1 import dispute_service_pb2 as disputes
from tests.kit.draw_beside import World
from tests.kit.draw_beside_rows import (
    DAY_IDS,
    DAYS,
    LISTED,
    LONG,
    PARENT,
    READERS,
    SIGNERS,
    TEXT,
    VERSION,
    WITNESSES,
    Refusal,
    Row,
    command,
    listing,
    named,
    on,
)


async def _open_dispute(world: World, _: Any) -> Any:
    return await world.disputing()


ROWS: dict[str, Row] = {
    "OpenDispute": Row(
        "disputed",
        "steward",
        _open_dispute,
        WITNESSES,
        other={"about": "another thing"},
        refused=(Refusal("disputed", "NO_SUCH_CALL", changes={"position": 3}),),
        malformed={
            "request_id": ("", "7"),
            "parent": PARENT,
            "dispute_id": DAY_IDS,
            "game": ("", "venues/akl/games/mine", "venues/akl/games/2026-11-29-01"),
            "position": (0, 1000),
            "about": TEXT,
            "complainant": (LONG,),
            "evidence": (
                [dispute_pb2.EvidenceGiven(text="x")],
                [dispute_pb2.EvidenceGiven(kind=dispute_pb2.EVIDENCE_KIND_OBJECT)],
                [
                    dispute_pb2.EvidenceGiven(
                        kind=dispute_pb2.EVIDENCE_KIND_OBJECT, text="x", sha256="ab"
                    )
                ],
            ),
        },
    ),
    "AddEvidence": Row(
        "disputed",
        "steward",
        on(
            "AddEvidence",
            evidence=dispute_pb2.EvidenceGiven(
                kind=dispute_pb2.EVIDENCE_KIND_STATEMENT, text="I heard it"
            ),
        ),
        WITNESSES,
        other={
            "evidence": dispute_pb2.EvidenceGiven(
                kind=dispute_pb2.EVIDENCE_KIND_STATEMENT, text="I did not"
            )
        },
        refused=(Refusal("settled", "DISPUTE_SETTLED"),),
        malformed=command("disputes", evidence=(None, dispute_pb2.EvidenceGiven(text="x"))),
    ),
    "RuleDispute": Row(
        "disputed",
        "second_supervisor",
        on(
            "RuleDispute",
            finding=dispute_pb2.FINDING_UPHELD,
            reasons="the camera shows it",
            clause="NZB-5.10",
        ),
        SIGNERS,
        other={"reasons": "it does not"},
        refused=(
            Refusal("disputed", "IN_THE_DISPUTE", by="supervisor"),
            Refusal("ruled", "RULED_ALREADY", by="manager"),
            Refusal("settled", "DISPUTE_SETTLED", by="manager"),
        ),
        malformed=command(
            "disputes",
            version=VERSION,
            finding=(0, 9),
            reasons=TEXT,
            clause=("", "5.10", "NZB", "NZB-9.99"),
        ),
    ),
    "ReviewRuling": Row(
        "ruled",
        "manager",
        on("ReviewRuling", agrees=True, reasons="seen as well"),
        SIGNERS,
        other={"agrees": False},
        refused=(
            Refusal("disputed", "DISPUTE_NOT_RULED"),
            Refusal("ruled", "IN_THE_DISPUTE", by="supervisor"),
            Refusal("ruled", "REVIEWED_BY_RULER", by="second_supervisor"),
            Refusal("settled", "DISPUTE_SETTLED"),
        ),
        malformed=command("disputes", version=VERSION, reasons=TEXT),
    ),
    "GetDispute": Row(
        "disputed", "auditor", on("GetDispute"), READERS, malformed=named("disputes")
    ),
    "ListDisputes": Row(
        "disputed",
        "auditor",
        listing("ListDisputes"),
        READERS,
        malformed={
            **LISTED,
            "filter": tuple(disputes.ListDisputesRequest.Filter(day=day) for day in DAYS),
        },
    ),
    "WatchDispute": Row(
        "disputed", "auditor", on("WatchDispute"), READERS, malformed=named("disputes")
    ),
}
