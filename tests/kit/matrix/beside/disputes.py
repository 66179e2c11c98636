"""Every RPC of disputes: where it goes through, who may, how it goes wrong."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.draw.v1 import dispute_pb2
from eyesdown.draw.v1 import dispute_service_pb2 as disputes
from tests.kit.matrix.beside.common import (
    DAY_IDS,
    DAYS,
    READERS,
    SIGNERS,
    TEXT,
    VERSION,
    WITNESSES,
)
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG

OBJECT = dispute_pb2.EVIDENCE_KIND_OBJECT

ROWS: Mapping[str, Row] = {
    "OpenDispute": Row(
        "disputed",
        "steward",
        lambda ground: ground.world.disputing(),
        WITNESSES,
        other={"about": "another thing"},
        refused=(Refusal("disputed", "NO_SUCH_CALL", changes={"position": 3}),),
        malformed={
            "dispute_id": DAY_IDS,
            "game": ("", "venues/akl/games/mine", "venues/akl/games/2026-11-29-01"),
            "position": (0, 1000),
            "about": TEXT,
            "complainant": (LONG,),
            "evidence[0].kind": ([dispute_pb2.EvidenceGiven(text="x")],),
            "evidence[0].text": ([dispute_pb2.EvidenceGiven(kind=OBJECT)],),
            "evidence[0].sha256": (
                [dispute_pb2.EvidenceGiven(kind=OBJECT, text="x", sha256="ab")],
            ),
        },
    ),
    "AddEvidence": Row(
        "disputed",
        "steward",
        {
            "evidence": dispute_pb2.EvidenceGiven(
                kind=dispute_pb2.EVIDENCE_KIND_STATEMENT, text="I heard it"
            )
        },
        WITNESSES,
        other={
            "evidence": dispute_pb2.EvidenceGiven(
                kind=dispute_pb2.EVIDENCE_KIND_STATEMENT, text="I did not"
            )
        },
        refused=(Refusal("settled", "DISPUTE_SETTLED"),),
        malformed={"evidence": (None,), "evidence.kind": (dispute_pb2.EvidenceGiven(text="x"),)},
    ),
    "RuleDispute": Row(
        "disputed",
        "second_supervisor",
        {
            "finding": dispute_pb2.FINDING_UPHELD,
            "reason": "the camera shows it",
            "clause": "NZB-5.10",
        },
        SIGNERS,
        other={"reason": "it does not"},
        refused=(
            Refusal("disputed", "IN_THE_DISPUTE", by="supervisor"),
            Refusal("ruled", "RULED_ALREADY", by="manager"),
            Refusal("settled", "DISPUTE_SETTLED", by="manager"),
        ),
        malformed={
            "version": VERSION,
            "finding": (0, 9),
            "reason": TEXT,
            "clause": ("", "5.10", "NZB", "NZB-9.99"),
        },
    ),
    "ReviewDispute": Row(
        "ruled",
        "manager",
        {"agrees": True, "reason": "seen as well"},
        SIGNERS,
        other={"agrees": False},
        refused=(
            Refusal("disputed", "DISPUTE_NOT_RULED"),
            Refusal("ruled", "IN_THE_DISPUTE", by="supervisor"),
            Refusal("ruled", "REVIEWED_BY_RULER", by="second_supervisor"),
            Refusal("settled", "DISPUTE_SETTLED"),
        ),
        malformed={"version": VERSION, "reason": TEXT},
    ),
    "GetDispute": Row("disputed", "auditor", {}, READERS),
    "ListDisputes": Row(
        "disputed",
        "auditor",
        {},
        READERS,
        malformed={
            "filter.day": tuple(disputes.ListDisputesRequest.Filter(day=day) for day in DAYS),
        },
    ),
    "WatchDispute": Row("disputed", "auditor", {}, READERS),
}
