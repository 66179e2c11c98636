"""Every RPC of sessions: where it goes through, who may, how it goes wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.draw.v1 import session_service_pb2 as sessions
from tests.kit.draw_beside import entry
from tests.kit.matrix.beside.common import (
    DAY_IDS,
    DAYS,
    PLANNERS,
    READERS,
    SIGNERS,
    TEXT,
    VERSION,
)
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG


def entries(field: str) -> Mapping[str, tuple[Any, ...]]:
    """How entries of a programme are malformed."""
    return {
        f"{field}[0].number": ([entry(0)],),
        f"{field}[0].title": ([entry(1, title="")],),
        f"{field}[0].profile": ([entry(1, profile="mars")], [entry(1, profile="spare-bingo")]),
        f"{field}[0].game_version": ([entry(1, game_version=9)],),
        f"{field}[0].stages": ([entry(1, stages=[])],),
    }


ROWS: Mapping[str, Row] = {
    "PrepareSession": Row(
        "planned",
        "manager",
        lambda ground: ground.world.preparing(),
        PLANNERS,
        other={"title": "Sunday night"},
        refused=(
            Refusal("planned", "NUMBER_TWICE", changes={"programme": [entry(1), entry(1)]}),
            Refusal("planned", "SESSION_DAY", changes={"session_id": "2001-01-01-01"}),
        ),
        malformed={
            "session_id": DAY_IDS,
            "title": ("", " x", LONG),
            "programme": ([],),
            **entries("programme"),
        },
    ),
    "ChangeProgramme": Row(
        "planned",
        "manager",
        {"title": "Sunday night", "programme": [entry(1)]},
        PLANNERS,
        other={"title": "Sunday late"},
        refused=(
            Refusal("open", "PROGRAMME_SIGNED"),
            Refusal("closed", "SESSION_ENDED"),
            Refusal("planned", "NUMBER_TWICE", changes={"programme": [entry(1), entry(1)]}),
        ),
        malformed={
            "version": VERSION,
            "title": ("", LONG),
            "programme": ([],),
            **entries("programme"),
        },
    ),
    "OpenSession": Row(
        "planned",
        "supervisor",
        {},
        SIGNERS,
        other={"version": 7},
        refused=(
            Refusal("planned", "PREPARED_BY_SIGNER", by="manager"),
            Refusal("open", "SESSION_OPENED_BEFORE"),
            Refusal("cancelled", "SESSION_ENDED"),
        ),
        malformed={"version": VERSION},
    ),
    "AmendProgramme": Row(
        "open",
        "supervisor",
        {"entries": [entry(9)], "reason": "one more"},
        SIGNERS,
        other={"reason": "two more"},
        refused=(
            Refusal("planned", "NOT_OPENED_YET"),
            Refusal("open", "NOTHING_TO_AMEND", changes={"entries": []}),
            Refusal("open", "PROGRAMME_EMPTY", changes={"entries": [], "withdrawn": [1, 2, 3]}),
            Refusal("closing", "CLOSING_ALREADY"),
            Refusal("closed", "SESSION_ENDED"),
        ),
        malformed={
            "version": VERSION,
            **entries("entries"),
            "withdrawn": ([1, 1],),
            "reason": TEXT,
        },
    ),
    "SignAmendment": Row(
        "amending",
        "manager",
        {},
        SIGNERS,
        other={"version": 7},
        refused=(
            Refusal("amending", "AMENDED_BY_SIGNER", by="supervisor"),
            Refusal("open", "NO_AMENDMENT"),
            Refusal("planned", "NOT_OPENED_YET"),
            Refusal("closing", "CLOSING_ALREADY"),
            Refusal("closed", "SESSION_ENDED"),
        ),
        malformed={"version": VERSION},
    ),
    "CancelSession": Row(
        "planned",
        "manager",
        {"reason": "storm"},
        PLANNERS,
        other={"reason": "fire"},
        refused=(
            Refusal("open", "SESSION_OPENED_BEFORE"),
            Refusal("cancelled", "SESSION_ENDED"),
        ),
        malformed={"version": VERSION, "reason": TEXT},
    ),
    "CloseSession": Row(
        "open",
        "supervisor",
        {},
        SIGNERS,
        other={"version": 7},
        refused=(
            Refusal("planned", "NOT_OPENED_YET"),
            Refusal("closing", "CLOSING_ALREADY"),
            Refusal("closed", "SESSION_ENDED"),
        ),
        malformed={"version": VERSION},
    ),
    "ResumeSession": Row(
        "closing",
        "manager",
        {"reason": "one more game"},
        SIGNERS,
        other={"reason": "two more"},
        refused=(Refusal("open", "NOT_CLOSED_YET"), Refusal("closed", "SESSION_ENDED")),
        malformed={"version": VERSION, "reason": TEXT},
    ),
    "SignSession": Row(
        "closing",
        "manager",
        {},
        SIGNERS,
        other={"version": 7},
        refused=(
            Refusal("closing", "CLOSED_BY_SIGNER", by="supervisor"),
            Refusal("open", "NOT_CLOSED_YET"),
            Refusal("closed", "SESSION_ENDED"),
        ),
        malformed={"version": VERSION},
    ),
    "GetSession": Row("open", "auditor", {}, READERS),
    "ListSessions": Row(
        "open",
        "auditor",
        {},
        READERS,
        malformed={
            "filter.day": tuple(sessions.ListSessionsRequest.Filter(day=day) for day in DAYS),
        },
    ),
    "WatchSession": Row("open", "auditor", {}, READERS),
}
