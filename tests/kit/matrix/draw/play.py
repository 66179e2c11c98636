"""The RPCs by which a game is opened, played and shown."""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from tests.kit.draw_play import BINGO, CALLER, LINE, open_game, stages
from tests.kit.matrix.draw.checks import releasing
from tests.kit.matrix.draw.common import ENDED, READERS, UNKNOWN
from tests.kit.matrix.row import Refusal, Row
from tests.kit.matrix.rpc import LONG

ROWS: Mapping[str, Row] = {
    "OpenGame": Row(
        "waiting",
        "manager",
        lambda play: open_game(play.hall),
        frozenset(("game_manager", "supervisor", "operator")),
        other={"serial_number": "B 7"},
        refused=(
            Refusal("waiting", "STAGES_DIFFER", "NZB-5.2", {"game_version": 2}),
            Refusal("waiting", "STAGES_DIFFER", "NZB-5.2", {"game_version": 9}),
            Refusal("waiting", "STAGES_DIFFER", "NZB-5.2", {"stages": stages()[:1] * 2}),
        ),
        malformed={
            "game_id": ("", "7", "2026-11-29", "2026-11-29-A", "2026-13-40-01", "2026-11-29-a--b"),
            "profile": ("", "NZ", "spare-bingo"),
            "game_version": (0, 100),
            "stages": ([], stages() * 5),
            "stages[0].stage": ([game_pb2.StagePrize()], [game_pb2.StagePrize(stage=UNKNOWN)]),
            "serial_number": (LONG, "!", " A"),
            "selector": (0, 9),
            "rooms": ([], ["room-1", "room-1"]),
            "rooms[0]": (["Room 1"], ["room.1"]),
        },
    ),
    "AssignStaff": Row(
        "waiting",
        "manager",
        lambda play: play.assigning(CALLER, "ana"),
        frozenset(("game_manager", "supervisor", "operator")),
        other={"person": "bob"},
        refused=(
            Refusal("waiting", "SAME_PERSON", "NZB-5.5", {"person": "sup"}),
            Refusal("waiting", "NO_SWAP", "", {"swap": True}),
        ),
        malformed={"post": (0, 9), "person": ("", LONG, " cal", "cal ", "ca\nl")},
    ),
    "ReleaseStaff": Row(
        "helped",
        "manager",
        releasing,
        frozenset(("game_manager", "supervisor", "operator")),
        other={"person": "bob"},
        refused=(
            Refusal("waiting", "NOT_AT_THE_POST"),
            Refusal("waiting", "POST_NEEDED", "NZB-5.5", {"post": CALLER, "person": "cal"}),
            ENDED,
        ),
        malformed={"post": (0, 9), "person": ("", LONG, " cal", "cal ", "ca\nl")},
    ),
    "AnnounceGame": Row(
        "waiting",
        "caller",
        lambda play: play.announcing(),
        frozenset(("caller",)),
        other={"serial_number": "B 7"},
        refused=(
            Refusal("called", "ALREADY_ANNOUNCED", "NZB-5.6(a)(i)"),
            Refusal("waiting", "ANNOUNCED_OTHER_VERSION", "NZB-5.6(a)(i)", {"game_version": 2}),
            Refusal("waiting", "PRIZE_NOT_ANNOUNCED", "NZB-5.6(a)(ii)", {"stages": stages()[:1]}),
            Refusal("waiting", "SERIAL_DIFFERS", "NZB-5.6(a)(iii)", {"serial_number": "B 7"}),
            ENDED,
        ),
        malformed={
            "version": (0,),
            "stages": (stages() * 5,),
            "serial_number": (LONG, "!", " A"),
        },
    ),
    "SelectNumber": Row(
        "announced",
        "caller",
        lambda play: play.selecting(),
        frozenset(("caller",)),
        other={"position": 2},
        stale=lambda play: {"position": play.next + 1},
        refused=(
            Refusal("waiting", "NOT_ANNOUNCED", "NZB-5.6(a)(i)", {"position": 1}),
            Refusal("called", "NOT_CONFIRMED", "NZB-5.7(a)"),
            Refusal("paused", "PAUSED", "NZB-5.7(c)"),
            Refusal("announced", "NUMBER_CHOSEN_BY_HAND", "NZB-5.6(b)", {"ball": 7}),
            Refusal("ended", "GAME_ENDED", "", {"position": 1}),
        ),
        malformed={"position": (0,), "ball": (1000,)},
    ),
    "CallNumber": Row(
        "selected",
        "caller",
        lambda play: play.calling(),
        frozenset(("caller",)),
        other={"position": 2},
        stale=lambda play: {"position": play.next + 1},
        refused=(
            Refusal("waiting", "NOT_ANNOUNCED", "NZB-5.6(a)(i)", {"position": 1}),
            Refusal("announced", "NOTHING_SELECTED", "NZB-5.6(b)"),
            Refusal("selected and paused", "PAUSED", "NZB-5.7(c)"),
            Refusal("ended", "GAME_ENDED", "", {"position": 1}),
        ),
        malformed={"position": (0,)},
    ),
    "ConfirmCall": Row(
        "called",
        "supervisor",
        lambda play: play.confirming(),
        frozenset(("supervisor", "announcer")),
        other={"position": 2},
        stale=lambda play: {"position": 2},
        refused=(
            Refusal("announced", "NOTHING_CALLED", "NZB-5.7(a)", {"position": 1}),
            Refusal("called", "NO_BALLS_IN_USE", "NZB-5.7(b)", {"ball": 7}),
            Refusal("ended", "GAME_ENDED", "", {"position": 1}),
        ),
        malformed={"position": (0,), "ball": (1000,)},
    ),
    "CallOut": Row(
        "called",
        "steward",
        lambda play: play.calling_out(),
        frozenset((*READERS - {"cashier", "operator", "auditor"},)),
        other={"cry": game_pb2.CRY_BINGO},
        malformed={
            "room": ("", "Room 1"),
            "after_position": (1000,),
            "cry": (0, 4),
            "player": (LONG,),
            "heard_at": (Timestamp(seconds=10**15), Timestamp(seconds=-(10**15))),
        },
    ),
    "DecideCallOut": Row(
        "paused",
        "supervisor",
        lambda play: play.deciding(1),
        frozenset(("supervisor",)),
        other={"verdict": game_pb2.VERDICT_VALID, "stages": [LINE]},
        refused=(
            Refusal("paused", "NO_SUCH_CALL_OUT", "", {"call_out": 2}),
            Refusal("decided", "CALL_OUT_DECIDED", "NZB-5.7(c)"),
            Refusal("paused", "STAGE_NEEDED", "", {"stages": [BINGO]}),
            Refusal("paused", "NOT_LATE", "NZB-5.10", {"verdict": game_pb2.VERDICT_OUT_OF_TIME}),
        ),
        malformed={
            "call_out": (0,),
            "verdict": (0, 9),
            "stages": ([LINE, LINE],),
            "stages[0]": ([0], [UNKNOWN]),
        },
    ),
    "EndGame": Row(
        "called",
        "supervisor",
        lambda play: play.ending(),
        frozenset(("supervisor",)),
        other={"reason": "a fire"},
        refused=(
            Refusal("paused", "PAUSED", "NZB-5.7(c)"),
            Refusal("called", "REASON_NEEDED", "", {"reason": " "}),
            Refusal("selected", "KEY_AT_HAND", "NZB-5.6(b)", {"key_lost": True}),
            ENDED,
        ),
        malformed={"version": (0,), "reason": (LONG,)},
    ),
    "GetGame": Row(
        "called",
        "auditor",
        {},
        READERS,
    ),
    "ListGames": Row(
        "called",
        "auditor",
        {},
        READERS,
        malformed={
            "filter.phases": (pb.ListGamesRequest.Filter(phases=[UNKNOWN] * 9),),
            "filter.day": tuple(
                pb.ListGamesRequest.Filter(day=day) for day in ("today", "2026-02-30")
            ),
            "filter.room": (pb.ListGamesRequest.Filter(room="r" * 40),),
        },
    ),
    "WatchGame": Row(
        "called",
        "auditor",
        {},
        READERS,
    ),
}
