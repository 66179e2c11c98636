"""Every RPC of sessions: where it goes through, who may, how it goes wrong.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import session_service_pb2 as sessions
from tests.kit.draw_beside import World, entry
from tests.kit.draw_beside_rows import (
    DAY_IDS,
    DAYS,
    LISTED,
    LONG,
    PARENT,
    PLANNERS,
    READERS,
    SIGNERS,
    TEXT,
    VERSION,
    Refusal,
    Row,
    command,
    listing,
    named,
    on,
)

PROGRAMMES: tuple[Any, ...] = (
    [],
    [entry(0)],
    [entry(1, title="")],
    [entry(1, profile="mars")],
    [entry(1, profile="spare-bingo")],
    [entry(1, game_version=9)],
    [entry(1, stages=[])],
)


async def _prepare(world: World, _: Any) -> Any:
    return world.preparing()


ROWS: dict[str, Row] = {
    "PrepareSession": Row(
        "planned",
        "manager",
        _prepare,
        PLANNERS,
        other={"title": "Sunday night"},
        refused=(
            Refusal("planned", "NUMBER_TWICE", changes={"programme": [entry(1), entry(1)]}),
            Refusal("planned", "SESSION_DAY", changes={"session_id": "2001-01-01-01"}),
        ),
        malformed={
            "request_id": ("", "7"),
            "parent": PARENT,
            "session_id": DAY_IDS,
            "title": ("", " x", LONG),
            "programme": PROGRAMMES,
        },
    ),
    "ChangeProgramme": Row(
        "planned",
        "manager",
        on("ChangeProgramme", title="Sunday night", programme=[entry(1)]),
        PLANNERS,
        other={"title": "Sunday late"},
        refused=(
            Refusal("open", "PROGRAMME_SIGNED"),
            Refusal("closed", "SESSION_ENDED"),
            Refusal("planned", "NUMBER_TWICE", changes={"programme": [entry(1), entry(1)]}),
        ),
        malformed=command("sessions", version=VERSION, title=("", LONG), programme=PROGRAMMES),
    ),
    "OpenSession": Row(
        "planned",
        "supervisor",
        on("OpenSession"),
        SIGNERS,
        other={"version": 7},
        refused=(
            Refusal("planned", "PREPARED_BY_SIGNER", by="manager"),
            Refusal("open", "SESSION_OPENED_BEFORE"),
            Refusal("cancelled", "SESSION_ENDED"),
        ),
        malformed=command("sessions", version=VERSION),
    ),
    "AmendProgramme": Row(
        "open",
        "supervisor",
        on("AmendProgramme", entries=[entry(9)], reason="one more"),
        SIGNERS,
        other={"reason": "two more"},
        refused=(
            Refusal("planned", "NOT_OPENED_YET"),
            Refusal("open", "NOTHING_TO_AMEND", changes={"entries": []}),
            Refusal("open", "PROGRAMME_EMPTY", changes={"entries": [], "withdrawn": [1, 2, 3]}),
            Refusal("closing", "CLOSING_ALREADY"),
            Refusal("closed", "SESSION_ENDED"),
        ),
        malformed=command(
            "sessions",
            version=VERSION,
            entries=PROGRAMMES[1:],
            withdrawn=([1, 1],),
            reason=TEXT,
        ),
    ),
    "SignAmendment": Row(
        "amending",
        "manager",
        on("SignAmendment"),
        SIGNERS,
        other={"version": 7},
        refused=(
            Refusal("amending", "AMENDED_BY_SIGNER", by="supervisor"),
            Refusal("open", "NO_AMENDMENT"),
            Refusal("planned", "NOT_OPENED_YET"),
            Refusal("closing", "CLOSING_ALREADY"),
            Refusal("closed", "SESSION_ENDED"),
        ),
        malformed=command("sessions", version=VERSION),
    ),
    "CancelSession": Row(
        "planned",
        "manager",
        on("CancelSession", reason="storm"),
        PLANNERS,
        other={"reason": "fire"},
        refused=(
            Refusal("open", "SESSION_OPENED_BEFORE"),
            Refusal("cancelled", "SESSION_ENDED"),
        ),
        malformed=command("sessions", version=VERSION, reason=TEXT),
    ),
    "CloseSession": Row(
        "open",
        "supervisor",
        on("CloseSession"),
        SIGNERS,
        other={"version": 7},
        refused=(
            Refusal("planned", "NOT_OPENED_YET"),
            Refusal("closing", "CLOSING_ALREADY"),
            Refusal("closed", "SESSION_ENDED"),
        ),
        malformed=command("sessions", version=VERSION),
    ),
    "ResumeSession": Row(
        "closing",
        "manager",
        on("ResumeSession", reason="one more game"),
        SIGNERS,
        other={"reason": "two more"},
        refused=(Refusal("open", "NOT_CLOSED_YET"), Refusal("closed", "SESSION_ENDED")),
        malformed=command("sessions", version=VERSION, reason=TEXT),
    ),
    "SignSession": Row(
        "closing",
        "manager",
        on("SignSession"),
        SIGNERS,
        other={"version": 7},
        refused=(
            Refusal("closing", "CLOSED_BY_SIGNER", by="supervisor"),
            Refusal("open", "NOT_CLOSED_YET"),
            Refusal("closed", "SESSION_ENDED"),
        ),
        malformed=command("sessions", version=VERSION),
    ),
    "GetSession": Row("open", "auditor", on("GetSession"), READERS, malformed=named("sessions")),
    "ListSessions": Row(
        "open",
        "auditor",
        listing("ListSessions"),
        READERS,
        malformed={
            **LISTED,
            "filter": tuple(sessions.ListSessionsRequest.Filter(day=day) for day in DAYS),
        },
    ),
    "WatchSession": Row(
        "open", "auditor", on("WatchSession"), READERS, malformed=named("sessions")
    ),
}
