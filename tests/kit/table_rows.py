"""Every RPC of session tables: on what table it goes through, who may call it, how it goes wrong.

Roles, reasons and clauses are written down by hand, from the design and the law.
PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from google.protobuf.message import Message

from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import table_service_pb2 as pb
from tests.kernel.serving.kit import told
from tests.kit.draw_hall import Metadata
from tests.kit.table_play import LOST, MINUTES, TablePlay, Telling
from tests.kit.tournament import SOON, Replica

METHODS = tuple(pb.DESCRIPTOR.services_by_name["SessionTableService"].methods_by_name)
REGULATED = tuple(
    method
    for method in METHODS
    if "request_id" in pb.DESCRIPTOR.message_types_by_name[f"{method}Request"].fields_by_name
)

DIRECTOR = frozenset(("tournament_director",))
SUPERVISORS = DIRECTOR | {"game_supervisor"}
DEALERS = SUPERVISORS | {"dealer"}
CASHIERS = DEALERS | {"cashier"}
HOLDERS = DEALERS | {"casino_supervisor"}
READERS = HOLDERS | {"cashier", "operator", "auditor"}

Changes = Mapping[str, Any]


@dataclass(frozen=True)
class Refusal:
    """What the law refuses: on a table at `phase`, the request with `changes`."""

    phase: str
    reason: str
    clause: str
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One RPC: `fields` of a request that goes through on a table at `phase`.

    `other` makes another request of it, `stale` one made from an older state, `malformed` gives
    values that a field must not have.
    """

    phase: str
    roles: frozenset[str]
    fields: Changes = field(default_factory=dict)
    other: Changes = field(default_factory=dict)
    refused: tuple[Refusal, ...] = ()
    malformed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    stale: bool = False
    seen_version: bool = False


NAMES = ("", "tables/2026-01", "venues/akl", "venues/akl/tables/mine", "venues/akl/games/2026-01")
LONG = "x" * 500
BOX: dict[str, tuple[Any, ...]] = {"box": (0, 8)}
ROUND: dict[str, tuple[Any, ...]] = {"round": (0,)}
WHY: dict[str, tuple[Any, ...]] = {"reason": (LONG,)}
AMOUNT: dict[str, tuple[Any, ...]] = {"amount": (0, 1_000_000_001)}
NOT_YET = Refusal("ready", "SESSION_NOT_STARTED", "")
GONE = Refusal("over", "PLAY_CEASED", "TBJ-1.0-session")
NOBODY = Refusal("wagering", "NO_PLAYER_THERE", "", {"box": 2})
NO_REASON = {"reason": " "}
SIGN = table_pb2.TableSign(minimum=5, maximum=600, increment=5)
TIGHT = table_pb2.TableSign(minimum=15, maximum=500, increment=5)
HANDS = [
    table_pb2.PlayedHand(box=box, stake=100, outcome=table_pb2.HAND_OUTCOME_WON)
    for box in (1, 3, 4, 7)
]
TOO_MUCH = table_pb2.PlayedHand(box=1, stake=1000, outcome=table_pb2.HAND_OUTCOME_BLACKJACK)
CARDS = [table_pb2.CardHand(box=box, cards=["10H", "9C"]) for box in (1, 3, 4, 7)]

ROWS: dict[str, Row] = {
    "IssueChips": Row(
        "opened",
        CASHIERS,
        {"box": 3, "amount": 1000},
        {"box": 4},
        (
            Refusal("opened", "CHIPS_DIFFER", "TBJ-4.3", {"amount": 999}),
            Refusal("opened", "NOT_TOURNAMENT_CHIPS", "TBJ-4.1", {"design": "cash"}),
            Refusal("wagering", "NO_CHIPS_IN_SESSION", "TBJ-4.3"),
        ),
        {**BOX, **AMOUNT, "design": ("Gold",)},
    ),
    "RecordName": Row(
        "opened",
        SUPERVISORS,
        {"box": 3, "player_name": "Kiri"},
        {"box": 4},
        (Refusal("opened", "NAME_NEEDED", "TBJ-5.3", {"player_name": ""}), NOBODY),
        {**BOX, "player_name": (LONG,)},
    ),
    "ShuffleCards": Row(
        "opened",
        DEALERS,
        {},
        {"reason": "again"},
        (Refusal("wagering", "SHUFFLE_NOT_DUE", "TBJ-5.7(b)"), GONE),
        {"shoe_shown": (1441,), **WHY},
    ),
    "StartTable": Row(
        "called",
        DEALERS,
        {"marker": 1},
        {"marker": 3},
        (
            Refusal("ready", "SESSION_NOT_CALLED", ""),
            Refusal("called", "MARKER_MISPLACED", "TBJ-5.8", {"marker": 3}),
            Refusal("called", "MARKER_MISSING", "TBJ-2.4", {"marker": 0}),
            Refusal("wagering", "SESSION_STARTED", ""),
        ),
        {"marker": (8,), "shoe_shown": (1441,)},
    ),
    "PlaceWager": Row(
        "wagering",
        DEALERS,
        {"round": 1, "box": 1, "amount": 100},
        {"amount": 200},
        (
            NOT_YET,
            GONE,
            NOBODY,
            Refusal("wagering", "BELOW_MINIMUM", "TBJ-4.7", {"amount": 5}),
            Refusal("wagering", "ABOVE_MAXIMUM", "TBJ-4.8(b)", {"amount": 505}),
            Refusal("wagering", "NOT_IN_STEPS", "TBJ-4.6", {"amount": 12}),
            Refusal("wagering", "NOT_OWN_BOX", "TBJ-5.5", {"player": 13}),
            Refusal("wagering", "NOT_IN_TURN", "TBJ-5.8", {"box": 3}),
            Refusal("wagered", "WAGER_STANDS", "TBJ-4.2"),
            Refusal("held", "TABLE_HELD", ""),
        ),
        {**ROUND, **BOX, **AMOUNT, "design": ("Gold",)},
        stale=True,
    ),
    "TakeBackWager": Row(
        "wagered",
        DEALERS,
        {"round": 1, "box": 7},
        {"box": 4},
        (
            Refusal("wagered", "NOT_THE_LAST_WAGER", "TBJ-4.2", {"box": 1}),
            Refusal("dealt", "CARDS_OUT", "TBJ-4.2"),
            GONE,
        ),
        {**ROUND, **BOX},
        stale=True,
    ),
    "CorrectWager": Row(
        "dealt",
        SUPERVISORS,
        {"round": 1, "box": 3, "amount": 150, "reason": "misread"},
        {"amount": 200},
        (
            Refusal("wagering", "NO_WAGER", ""),
            Refusal("dealt", "SAY_WHY", "", NO_REASON),
            Refusal("dealt", "NOT_ENOUGH_CHIPS", "TBJ-4.4", {"amount": 1005}),
            GONE,
        ),
        {**ROUND, **BOX, **AMOUNT, **WHY},
        stale=True,
    ),
    "LimitWagerTime": Row(
        "wagering",
        DIRECTOR,
        {"seconds": 30, "notice": "aloud"},
        {"seconds": 20},
        (Refusal("wagering", "NOTICE_NEEDED", "TBJ-4.11", {"notice": ""}), GONE),
        {"seconds": (3601,), "notice": (LONG,)},
    ),
    "RestrictWager": Row(
        "in time",
        DIRECTOR,
        {"round": 2, "box": 3},
        {"box": 4},
        (
            Refusal("wagering", "NO_TIME_LIMIT", "TBJ-4.11", {"round": 1, "box": 1}),
            Refusal("in time", "NOT_THE_TURN", "TBJ-4.7", {"box": 4}),
            GONE,
        ),
        {**ROUND, **BOX},
        stale=True,
    ),
    "RecordMissedWager": Row(
        "wagering",
        SUPERVISORS,
        {"round": 1, "box": 1},
        {"box": 3},
        (NOT_YET, GONE, NOBODY, Refusal("wagering", "NOT_THE_TURN", "TBJ-4.7", {"box": 3})),
        {**ROUND, **BOX},
        stale=True,
    ),
    "RuleOnWager": Row(
        "void",
        DIRECTOR,
        {"box": 1, "reason": "the second"},
        {"failed": True},
        (
            Refusal("wagered", "NOTHING_TO_RULE", "TBJ-4.8(a)"),
            Refusal("void", "SAY_WHY", "", NO_REASON),
        ),
        {**BOX, **WHY},
    ),
    "DealRound": Row(
        "wagered",
        DEALERS,
        {"round": 1},
        {"round": 2},
        (
            NOT_YET,
            GONE,
            Refusal("wagering", "WAGERS_MISSING", "TBJ-4.7"),
            Refusal("dealt", "CARDS_OUT", "TBJ-4.2"),
            Refusal("held", "TABLE_HELD", ""),
        ),
        {**ROUND},
        stale=True,
    ),
    "RecordRound": Row(
        "dealt",
        DEALERS,
        {"round": 1, "hands": HANDS},
        {"cutting_card": True},
        (
            NOT_YET,
            GONE,
            Refusal("wagered", "NO_CARD_OUT", ""),
            Refusal("dealt", "HANDS_DIFFER", "TBJ-5.5", {"hands": HANDS[1:]}),
            Refusal("dealt", "HANDS_DIFFER", "TBJ-2.1", {"hands": [TOO_MUCH, *HANDS[1:]]}),
        ),
        {
            **ROUND,
            "hands": (HANDS * 8,),
            "hands[0].stake": ([table_pb2.PlayedHand(box=1, outcome=LOST)],),
            "hands[0].outcome": ([table_pb2.PlayedHand(box=1, stake=5)],),
            "hands[0].box": ([table_pb2.PlayedHand(box=8, stake=5, outcome=LOST)],),
        },
        stale=True,
    ),
    "RecordCards": Row(
        "dealt",
        DEALERS,
        {"round": 1, "dealer": ["10H", "7D"], "hands": CARDS},
        {"dealer": ["10H", "8D"]},
        (
            Refusal("wagered", "NO_CARD_OUT", ""),
            Refusal("dealt", "PLAY_NOT_ALLOWED", "TBJ-2.1", {"dealer": ["10H", "6D"]}),
            Refusal("dealt", "HANDS_DIFFER", "TBJ-5.5", {"hands": CARDS[1:]}),
            GONE,
        ),
        {
            **ROUND,
            "dealer": ([],),
            "dealer[0]": (["1H"],),
            "hands": ([],),
            "hands[0].cards": ([table_pb2.CardHand(box=1)],),
            "insurances": ([table_pb2.Insurance(box=1, amount=5)] * 8,),
        },
        stale=True,
    ),
    "CorrectRound": Row(
        "recorded",
        SUPERVISORS,
        {"round": 1, "hands": HANDS, "reason": "misread"},
        {"cutting_card": True},
        (
            Refusal("wagered", "ROUND_GONE", ""),
            Refusal("recorded", "SAY_WHY", "", NO_REASON),
        ),
        {**ROUND, **WHY, "version": (0,)},
        seen_version=True,
    ),
    "VoidRound": Row(
        "dealt",
        DIRECTOR,
        {"round": 1, "reason": "misdeal"},
        {"cutting_card": True},
        (Refusal("wagered", "NO_CARD_OUT", ""), GONE),
        {**ROUND, **WHY, "version": (0,)},
        seen_version=True,
    ),
    "RuleRoundBegun": Row(
        "timed out",
        DIRECTOR,
        {"reason": "keyed late"},
        {"reason": "another"},
        (
            Refusal("over", "NOT_ENDED_BY_TIME", "TBJ-1.0-session(b)"),
            Refusal("wagering", "SESSION_STARTED", ""),
        ),
        {**WHY, "version": (0,)},
        seen_version=True,
    ),
    "LeaveTable": Row(
        "wagering",
        SUPERVISORS,
        {"box": 3, "ground": table_pb2.LEAVE_GROUND_APPROVED, "reason": "a call"},
        {"for_good": True},
        (
            Refusal(
                "wagering", "LEAVE_NOT_GIVEN", "TBJ-5.6", {"ground": table_pb2.LEAVE_GROUND_NONE}
            ),
            GONE,
            NOBODY,
        ),
        {**BOX, **WHY, "ground": (0, 9)},
    ),
    "ReturnToTable": Row(
        "away",
        DEALERS,
        {"box": 3},
        {"box": 4},
        (Refusal("wagering", "NOT_AWAY", ""), GONE, NOBODY),
        {**BOX},
    ),
    "DisqualifyBox": Row(
        "wagering",
        SUPERVISORS,
        {"box": 3, "ground": table_pb2.DISQUALIFIED_FOR_HIDDEN_CHIPS, "reason": "a sleeve"},
        {"reason": "a pocket"},
        (Refusal("wagering", "CHIPS_IN_VIEW", "TBJ-5.10", {"reason": ""}), NOBODY),
        {**BOX, **WHY, "ground": (0, 9)},
    ),
    "ChangeSign": Row(
        "wagering",
        DIRECTOR,
        {"sign": SIGN, "reason": "announced"},
        {"reason": "another"},
        (
            Refusal("wagering", "LIMITS_TIGHTENED", "TBJ-4.5", {"sign": TIGHT}),
            Refusal("ready", "LIMITS_PUBLISHED", "TBJ-3.2(d)", {"sign": TIGHT}),
            Refusal("wagered", "WAGERS_LIE", "TBJ-4.5"),
            GONE,
        ),
        {**WHY, "version": (0,)},
        seen_version=True,
    ),
    "HoldTable": Row(
        "wagering",
        HOLDERS,
        {"cause": table_pb2.HOLD_CAUSE_ALARM, "reason": "fire alarm"},
        {"vacated": True},
        (Refusal("held", "HELD_BEFORE", ""), GONE),
        {**WHY, "cause": (0, 9)},
    ),
    "ResumeTable": Row(
        "held",
        HOLDERS,
        {"reason": "all clear"},
        {"reason": "another"},
        (Refusal("wagering", "TABLE_NOT_HELD", ""), GONE),
        {**WHY},
    ),
    "CountChips": Row(
        "over",
        DEALERS,
        {"counts": [table_pb2.BoxCount(box=1, chips=1000)]},
        {"counts": [table_pb2.BoxCount(box=3, chips=1000)]},
        (
            Refusal("wagered", "COUNT_BETWEEN_ROUNDS", ""),
            Refusal("finished", "TALLIED_BEFORE", "TBJ-6.1"),
            NOT_YET,
        ),
        {"counts": ([],), "counts[0].box": ([table_pb2.BoxCount(box=8)],)},
    ),
    "CorrectChips": Row(
        "over",
        DIRECTOR,
        {"box": 1, "chips": 900, "reason": "counted twice"},
        {"chips": 800},
        (
            Refusal("wagered", "CHIPS_IN_PLAY", "", {"chips": 99}),
            Refusal("over", "SAY_WHY", "", NO_REASON),
        ),
        {**BOX, **WHY, "chips": (1_000_000_001,), "version": (0,)},
        seen_version=True,
    ),
    "HandInChips": Row(
        "finished",
        CASHIERS,
        {"box": 1, "disposal": table_pb2.DISPOSAL_RETURNED},
        {"box": 3},
        (
            Refusal(
                "finished", "CHIPS_GO_BACK", "TBJ-6.9(a)", {"disposal": table_pb2.DISPOSAL_KEPT}
            ),
            Refusal(
                "finished", "NOT_REDEEMED", "TBJ-2.3", {"disposal": table_pb2.DISPOSAL_REDEEMED}
            ),
            Refusal("over", "CHIPS_NOT_PRESENTED", "TBJ-6.1"),
        ),
        {**BOX, "disposal": (0, 9)},
    ),
    "GetTable": Row("wagering", READERS),
    "ListTables": Row(
        "wagering",
        READERS,
        malformed={
            "parent": ("", "akl", "venues/AKL"),
            "page_size": (501,),
            "page_token": (LONG, "!"),
            "filter.tournament": (pb.ListTablesRequest.Filter(tournament="cup"),),
        },
    ),
    "WatchTable": Row("wagering", READERS),
}


def make(method: str, play: TablePlay) -> Any:
    """A request that goes through on a table at the row's phase."""
    if method == "ListTables":
        return pb.ListTablesRequest(parent=f"venues/{play.hall.venue}")
    if method not in REGULATED:
        return getattr(pb, f"{method}Request")(name=str(play.id))
    fields = dict(ROWS[method].fields)
    if ROWS[method].seen_version:
        fields["version"] = play.table.version
    return play.request(method, **fields)


async def ask(replica: Replica, method: str, request: Any, at: Metadata) -> Message:
    """The reply to a request; of a stream, its first."""
    if method != "WatchTable":
        reply: Message = await getattr(replica.tables, method)(request, metadata=at)
        return reply
    stream = replica.tables.WatchTable(request, metadata=at)
    try:
        async for first in stream:
            return first
        raise AssertionError("the stream ended without a word")
    finally:
        stream.cancel()


# -- tables to try them on -------------------------------------------------------------------------


async def _wagered(telling: Telling, replica: Replica) -> TablePlay:
    play = await TablePlay.started(telling, replica)
    await play.wagers()
    return play


async def _dealt(telling: Telling, replica: Replica) -> TablePlay:
    play = await _wagered(telling, replica)
    await play.deal()
    return play


async def _recorded(telling: Telling, replica: Replica) -> TablePlay:
    play = await _dealt(telling, replica)
    await play.finish()
    return play


async def _called(telling: Telling, replica: Replica) -> TablePlay:
    play = await TablePlay.ready(telling, replica)
    await play.call()
    await play.look()
    return play


async def _held(telling: Telling, replica: Replica) -> TablePlay:
    play = await TablePlay.started(telling, replica)
    await play.do("HoldTable", cause=table_pb2.HOLD_CAUSE_ALARM, reason="fire alarm")
    return play


async def _away(telling: Telling, replica: Replica) -> TablePlay:
    play = await TablePlay.started(telling, replica)
    await play.do("LeaveTable", box=3, ground=table_pb2.LEAVE_GROUND_APPROVED, reason="a call")
    return play


async def _void(telling: Telling, replica: Replica) -> TablePlay:
    """Box 1 has a void low wager."""
    play = await TablePlay.started(telling, replica)
    for box in (1, 3, 4, 7):
        low = box == 1
        amount = 5 if low else 100
        await play.do("PlaceWager", round=1, box=box, amount=amount, by_oversight=low)
    await play.deal()
    hands = play.hands()
    hands[0].stake = 5
    await play.do("RecordRound", round=1, hands=hands)
    for box in (3, 4, 7):
        await play.do("PlaceWager", round=2, box=box, amount=100)
    request = play.request("PlaceWager", round=2, box=1, amount=5, by_oversight=True)
    failed = await told(replica.tables.PlaceWager(request, metadata=play.hall.dealer.at))
    assert failed.reason == "LOW_WAGER_VOID"
    await play.look()
    return play


async def _in_time(telling: Telling, replica: Replica) -> TablePlay:
    """The turn came to box 3, and the second that it has for a wager is over."""
    play = await TablePlay.started(telling, replica)
    await play.do("LimitWagerTime", seconds=1, notice="aloud")
    await play.round()
    other = await TablePlay.ready(telling, replica, count=1, unit=MINUTES)
    await other.call(timedelta(seconds=1.1))
    await until_over(other)
    return play


async def _over(telling: Telling, replica: Replica) -> TablePlay:
    play = await TablePlay.started(telling, replica, count=1)
    await play.round()
    return play


async def _finished(telling: Telling, replica: Replica) -> TablePlay:
    play = await _over(telling, replica)
    await play.tally()
    return play


async def _timed_out(telling: Telling, replica: Replica) -> TablePlay:
    """All had wagered when time was up."""
    play = await TablePlay.started(telling, replica, timedelta(seconds=1.5), count=1, unit=MINUTES)
    await play.wagers()
    await until_over(play)
    return play


async def until_over(play: TablePlay) -> None:
    """Follow the table until its session has ended."""
    request = pb.WatchTableRequest(name=str(play.id), after_version=play.table.version)
    stream = play.replica.tables.WatchTable(request, metadata=play.hall.auditor.at)
    try:
        async with asyncio.timeout(SOON):
            async for each in stream:
                play.table = each.table
                if "SessionEnded" in each.events:
                    return
    finally:
        stream.cancel()


PHASES: Mapping[str, Callable[[Telling, Replica], Awaitable[TablePlay]]] = {
    "opened": TablePlay.opened,
    "ready": TablePlay.ready,
    "called": _called,
    "wagering": TablePlay.started,
    "wagered": _wagered,
    "dealt": _dealt,
    "recorded": _recorded,
    "void": _void,
    "in time": _in_time,
    "held": _held,
    "away": _away,
    "over": _over,
    "finished": _finished,
    "timed out": _timed_out,
}


class Untouched:
    """Tables for tests of what changes nothing: one for each phase."""

    def __init__(self, telling: Telling, replica: Replica) -> None:
        self._telling = telling
        self._replica = replica
        self._plays: dict[str, TablePlay] = {}

    async def at(self, phase: str) -> TablePlay:
        """The table that stands so."""
        if phase not in self._plays:
            self._plays[phase] = await PHASES[phase](self._telling, self._replica)
        return self._plays[phase]
