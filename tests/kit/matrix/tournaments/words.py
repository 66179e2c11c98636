"""The RPCs of what is said: notices, warnings, disputes, and to whoever looks."""

from __future__ import annotations

from collections.abc import Mapping

from eyesdown.tournament.v1 import tournament_pb2
from eyesdown.tournament.v1 import tournament_service_pb2 as pb
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG
from tests.kit.matrix.tournaments.common import (
    DIRECTOR,
    FLOOR,
    HOUSE,
    READERS,
)

ROWS: Mapping[str, Row] = {
    "GiveNotice": Row(
        "opened",
        "operator",
        {"text": "Doors open at six", "how": "by letter"},
        HOUSE,
        other={"how": "announced"},
        refused=(Refusal("opened", "NO_SUCH_ENTRY", changes={"players": [9]}),),
        malformed={"text": ("", LONG), "how": ("", LONG), "players": ([1, 1],)},
    ),
    "WarnPlayer": Row(
        "entered",
        "director",
        {"player": 1, "reason": "talked"},
        frozenset((DIRECTOR, FLOOR)),
        other={"reason": "shouted"},
        refused=(Refusal("entered", "NO_SUCH_ENTRY", changes={"player": 9}),),
        malformed={"player": (0,), "reason": ("", LONG)},
    ),
    "OpenDispute": Row(
        "started",
        "operator",
        lambda cup: cup.request(
            "OpenDispute", about="the last card", players=[1], tables=[cup.table(1, 1)]
        ),
        HOUSE | {FLOOR},
        other={"about": "a stack"},
        refused=(Refusal("started", "NO_SUCH_ENTRY", changes={"players": [9]}),),
        malformed={
            **{"about": ("", LONG), "players": ([1, 1],)},
            "tables[0]": (
                *(["venues/{venue}/games/2026"], ["venues/{venue}/tables/2026-other-s1-t1"]),
                ["venues/{venue}/tables/x"],
            ),
        },
    ),
    "RuleDispute": Row(
        "disputed",
        "director",
        {"dispute": 1, "ruling": "it stands"},
        frozenset((DIRECTOR,)),
        other={"ruling": "it does not"},
        refused=(Refusal("disputed", "NO_SUCH_DISPUTE", changes={"dispute": 9}),),
        malformed={"dispute": (0,), "ruling": ("", LONG)},
    ),
    "GetTournament": Row(
        "opened",
        "operator",
        {},
        READERS,
    ),
    "ListTournaments": Row(
        "opened",
        "operator",
        {},
        READERS,
        malformed={
            "filter.phases": (
                pb.ListTournamentsRequest.Filter(phases=[tournament_pb2.PHASE_OPEN] * 9),
            ),
            "filter.day": tuple(
                pb.ListTournamentsRequest.Filter(day=day) for day in ("today", "2026-02-30")
            ),
        },
    ),
    "WatchTournament": Row(
        "opened",
        "operator",
        {},
        READERS,
    ),
}
