"""Every RPC of the tournaments: on what tournament it goes through, who may call it, what is wrong.

Roles, reasons and clauses are written down here by hand, from the design and the law, and not read
from the contracts that the service goes by. PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.common.v1 import money_pb2
from eyesdown.tournament.v1 import tournament_pb2 as pb
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc
from services.kernel.record.shapes import timestamp
from tests.kit.draw_hall import Metadata
from tests.kit.draw_row import Changes
from tests.kit.tournament import Replica, TournamentHall
from tests.kit.tournament_play import FEE, Cup, conditions, now, plan, stage

METHODS = tuple(rpc.DESCRIPTOR.services_by_name["TournamentService"].methods_by_name)
COMMANDS = tuple(
    method
    for method in METHODS
    if "request_id" in rpc.DESCRIPTOR.message_types_by_name[f"{method}Request"].fields_by_name
)

OPERATOR, DIRECTOR, CASHIER = "operator", "tournament_director", "cashier"
FLOOR = "game_supervisor"
HOUSE = frozenset((OPERATOR, DIRECTOR))
DESK = HOUSE | {CASHIER}
READERS = DESK | {"dealer", FLOOR, "casino_supervisor", "auditor"}

LONG = "x" * 5000
NAMES = (
    *("", "tournaments/2026-open", "venues/akl", "venues/akl/tournaments/open"),
    *("venues/akl/tournaments/2026-A", "venues/AKL/tournaments/2026-open"),
    "venues/akl/games/2026-open",
)
NAMED: Mapping[str, tuple[Any, ...]] = {"request_id": ("", "7", "not-a-uuid"), "name": NAMES}
NO_INSTANT = Timestamp(seconds=10**15)


@dataclass(frozen=True)
class Refusal:
    """What is refused: on a tournament at `phase`, the request with `changes`."""

    phase: str
    reason: str
    clause: str
    changes: Changes = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One RPC: `make` gives a request that goes through on a tournament at `phase`.

    `other` makes another request of it; `stale` says that it depends on what was seen; `malformed`
    gives values that a field must not have.
    """

    phase: str
    roles: frozenset[str]
    make: Callable[[Cup], Any]
    other: Changes = field(default_factory=dict)
    stale: bool = False
    refused: tuple[Refusal, ...] = ()
    malformed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def fields(self) -> list[tuple[str, Any]]:
        """Every malformed field with a value."""
        return [(name, value) for name, values in self.malformed.items() for value in values]


def asks(method: str, **fields: Any) -> Callable[[Cup], Any]:
    """A request with these fields."""
    return lambda cup: cup.request(method, **fields)


def versioned(method: str, **fields: Any) -> Callable[[Cup], Any]:
    """A request with these fields, made from the tournament as it was seen last."""
    return lambda cup: cup.request(method, version=cup.it.version, **fields)


def first(cup: Cup) -> int:
    """The player in the lowest box of the first session."""
    seats = cup.players(1, 1)
    return seats[min(seats)]


def placed(cup: Cup, place: int) -> int:
    """Who has a place, or the first of those who share it."""
    return next(each.players[0] for each in cup.it.placings if each.place == place)


IN_AN_HOUR = timestamp(now() + timedelta(hours=1))
CENT = money_pb2.Money(currency="NZD", minor_units=1)

ROWS: dict[str, Row] = {
    "PlanTournament": Row(
        "opened",
        HOUSE,
        lambda cup: plan(cup.hall),
        other={"conditions": pb.Conditions(title="Autumn Open")},
        refused=(
            Refusal(
                "opened",
                "CONDITION_WRONG",
                "TBJ-3.2(b)",
                {"conditions": conditions(fee=money_pb2.Money(currency="USD"))},
            ),
        ),
        malformed={
            "request_id": ("", "7"),
            "parent": ("", "akl", "venues/-", "venues/AKL"),
            "tournament_id": ("", "open", "2026-A", "2026-02-30-open", "2026-a--b"),
            "profile": ("", "NZ", "nz-casino-bingo"),
            "conditions.title": (conditions(title=LONG),),
            "conditions.starts_at": (conditions(starts_at=NO_INSTANT),),
        },
    ),
    "AmendConditions": Row(
        "planned",
        HOUSE,
        asks("AmendConditions", conditions=pb.Conditions(title="Autumn Open")),
        other={"conditions": pb.Conditions(title="Winter Open")},
        refused=(Refusal("opened", "CONDITIONS_PUBLISHED", "TBJ-3.7"),),
        malformed={**NAMED, "conditions.fewest": (pb.Conditions(fewest=9999),)},
    ),
    "PublishConditions": Row(
        "planned",
        HOUSE,
        versioned("PublishConditions"),
        other={"version": 2},
        stale=True,
        refused=(Refusal("opened", "CONDITIONS_PUBLISHED", "TBJ-3.7"),),
        malformed={**NAMED, "version": (0,)},
    ),
    "DesignateDirector": Row(
        "opened",
        frozenset((OPERATOR,)),
        asks("DesignateDirector", person="eva"),
        other={"person": "ann"},
        refused=(Refusal("closed", "TOURNAMENT_CLOSED", ""),),
        malformed={**NAMED, "person": ("", LONG, " eva", "e\nva")},
    ),
    "Apply": Row(
        "opened",
        DESK,
        asks("Apply", applicant="Aroha", fee=FEE),
        other={"box": 3},
        refused=(
            Refusal("planned", "NOT_PUBLISHED", "TBJ-3.7"),
            Refusal("opened", "FEE_DIFFERS", "TBJ-3.1", {"fee": CENT}),
            Refusal("opened", "APPLICANT_UNNAMED", "TBJ-5.3", {"applicant": ""}),
            Refusal("started", "ENTRIES_OVER", "TBJ-3.7"),
        ),
        malformed={**NAMED, "applicant": (LONG,), "box": (8,)},
    ),
    "EndorseConditions": Row(
        "applied",
        DESK,
        asks("EndorseConditions", player=1, notified=True, understood=True, accepted=True),
        other={"player": 2},
        refused=(
            Refusal("applied", "NOT_ENDORSING", "TBJ-3.7", {"accepted": False}),
            Refusal("applied", "NO_SUCH_ENTRY", "", {"player": 9}),
        ),
        malformed={**NAMED, "player": (0,)},
    ),
    "AcceptApplicant": Row(
        "applied",
        HOUSE,
        asks("AcceptApplicant", player=1),
        other={"player": 2},
        refused=(Refusal("entered", "NOT_AN_APPLICANT", "TBJ-1.0-applicant"),),
        malformed={**NAMED, "player": (0,)},
    ),
    "RefuseApplicant": Row(
        "applied",
        HOUSE,
        asks("RefuseApplicant", player=1, reason="barred"),
        other={"reason": "rude"},
        refused=(Refusal("entered", "NOT_AN_APPLICANT", "TBJ-3.3(a)"),),
        malformed={**NAMED, "player": (0,), "reason": ("", LONG)},
    ),
    "WithdrawEntry": Row(
        "entered",
        DESK,
        asks("WithdrawEntry", player=1),
        other={"player": 2},
        refused=(Refusal("refundable", "ALREADY_OUT", ""),),
        malformed={**NAMED, "player": (0,)},
    ),
    "DisqualifyPlayer": Row(
        "entered",
        HOUSE,
        asks("DisqualifyPlayer", player=1, failing=rpc.FAILING_RULES, reason="rude"),
        other={"reason": "late"},
        refused=(
            Refusal("entered", "WHY_NEEDED", "TBJ-3.3(b)(i)", {"reason": " "}),
            Refusal("applied", "NOT_A_PLAYER", "TBJ-1.0-applicant"),
            Refusal(
                *("entered", "NO_SESSION_MISSED", "TBJ-3.3(b)(ii)"),
                {"failing": rpc.FAILING_ATTENDANCE},
            ),
        ),
        malformed={**NAMED, "player": (0,), "failing": (0, 9), "reason": (LONG,)},
    ),
    "CancelTournament": Row(
        "applied",
        HOUSE,
        versioned(
            "CancelTournament",
            cancelling=pb.CANCELLING_LACK_OF_PARTICIPATION,
            reason="nobody came",
        ),
        other={"reason": "a fire"},
        stale=True,
        refused=(
            Refusal("entered", "ENOUGH_PLAYERS", "TBJ-3.3(d)"),
            Refusal("started", "ALREADY_STARTED", "TBJ-3.3(d)"),
        ),
        malformed={**NAMED, "cancelling": (0, 9), "reason": ("", LONG), "version": (0,)},
    ),
    "PayRefund": Row(
        "refundable",
        frozenset((CASHIER,)),
        asks("PayRefund", player=1),
        other={"player": 2},
        refused=(Refusal("entered", "NO_REFUND_DUE", "TBJ-3.5(b)"),),
        malformed={**NAMED, "player": (0,)},
    ),
    "AddValue": Row(
        "opened",
        HOUSE,
        asks("AddValue", kind=pb.KIND_CASH, cash=CENT, what="a sponsor"),
        other={"what": "another"},
        refused=(Refusal("opened", "VALUE_UNCLEAR", "TBJ-3.4", {"kind": pb.KIND_GOODS}),),
        malformed={**NAMED, "kind": (0, 9), "what": ("", LONG)},
    ),
    "PlanSession": Row(
        "entered",
        HOUSE,
        asks("PlanSession", stage=1, starts_at=IN_AN_HOUR),
        other={"stage": 2},
        refused=(
            Refusal("entered", "NO_SUCH_STAGE", "", {"stage": 5}),
            Refusal(
                *("entered", "BEFORE_ITS_BEGINNING", "TBJ-3.8"),
                {"starts_at": Timestamp(seconds=1)},
            ),
        ),
        malformed={**NAMED, "stage": (0,), "starts_at": (None, NO_INSTANT)},
    ),
    "MoveSession": Row(
        "later",
        frozenset((DIRECTOR,)),
        asks("MoveSession", session=1, starts_at=IN_AN_HOUR, reason="alarm", how="announced"),
        other={"how": "by letter"},
        refused=(
            Refusal("seated", "TOO_LITTLE_NOTICE", "TBJ-3.8"),
            Refusal("later", "NO_SUCH_SESSION", "", {"session": 9}),
        ),
        malformed={
            **NAMED,
            **{"session": (0,), "starts_at": (None, NO_INSTANT)},
            **{"reason": ("", LONG), "how": ("", LONG)},
        },
    ),
    "SeatSession": Row(
        "session",
        HOUSE,
        versioned("SeatSession", session=1),
        other={"tables": 1},
        stale=True,
        refused=(
            Refusal("session", "TABLE_SIZE", "TBJ-5.4", {"tables": 2}),
            Refusal("seated", "SEATED_ALREADY", "TBJ-3.3(c)(ii)"),
        ),
        malformed={
            **NAMED,
            **{"session": (0,), "players": ([1, 1],), "tables": (1000,), "version": (0,)},
            "fixed[0].box": ([pb.FixedSeat(player=1, box=8)],),
        },
    ),
    "ChangeSeat": Row(
        "seated",
        HOUSE,
        asks("ChangeSeat", session=1, player=1, table=1, box=7, reason="view"),
        other={"box": 6},
        refused=(
            Refusal("seated", "NO_SUCH_TABLE", "", {"table": 2}),
            Refusal("seated", "NOT_IN_SESSION", "", {"player": 99}),
            Refusal("started", "SESSION_OVER", ""),
        ),
        malformed={
            **NAMED,
            **{"session": (0,), "player": (0,), "table": (0,), "box": (0, 8), "reason": ("", LONG)},
        },
    ),
    "SeatReserve": Row(
        "reserve",
        HOUSE,
        asks("SeatReserve", session=1, player=5, table=1, box=7, reason="a no-show"),
        other={"box": 6},
        refused=(Refusal("reserve", "ALLOCATED_TWICE", "TBJ-3.3(c)(i)", {"player": 1}),),
        malformed={
            **NAMED,
            **{"session": (0,), "player": (0,), "table": (0,), "box": (0, 8), "reason": ("", LONG)},
        },
    ),
    "DropSession": Row(
        "seated",
        HOUSE,
        asks("DropSession", session=1, reason="too few tables"),
        other={"reason": "too many"},
        refused=(
            Refusal("started", "SESSION_OVER", ""),
            Refusal("seated", "NO_SUCH_SESSION", "", {"session": 9}),
        ),
        malformed={**NAMED, "session": (0,), "reason": ("", LONG)},
    ),
    "RecordPresence": Row(
        "seated",
        frozenset((DIRECTOR,)),
        asks("RecordPresence", session=1, present=True),
        other={"present": False},
        refused=(Refusal("seated", "NO_SUCH_SESSION", "", {"session": 9}),),
        malformed={**NAMED, "session": (0,)},
    ),
    "StartSession": Row(
        "present",
        frozenset((DIRECTOR,)),
        versioned("StartSession", session=1),
        other={"session": 2},
        stale=True,
        refused=(
            Refusal("session", "NOT_SEATED", "TBJ-5.2"),
            Refusal("seated", "DIRECTOR_AWAY", "TBJ-5.1"),
            Refusal("unready", "TABLES_NOT_READY", "TBJ-4.3"),
            Refusal("later", "NOT_TIME_YET", "TBJ-3.8"),
            Refusal("started", "SESSION_OVER", ""),
        ),
        malformed={**NAMED, "session": (0,), "version": (0,)},
    ),
    "HoldSession": Row(
        "started",
        frozenset((DIRECTOR, FLOOR)),
        asks("HoldSession", session=1, reason="alarm"),
        other={"reason": "power"},
        refused=(Refusal("seated", "NOT_STARTED", ""),),
        malformed={**NAMED, "session": (0,), "reason": ("", LONG)},
    ),
    "ResumeSession": Row(
        "held",
        frozenset((DIRECTOR, FLOOR)),
        asks("ResumeSession", session=1),
        other={"session": 2},
        refused=(Refusal("seated", "NOT_STARTED", ""),),
        malformed={**NAMED, "session": (0,)},
    ),
    "CallPlayoff": Row(
        "tied",
        frozenset((DIRECTOR,)),
        versioned("CallPlayoff", session=1, table=1, starts_at=IN_AN_HOUR),
        other={"table": 2},
        stale=True,
        refused=(
            Refusal("over", "NO_TIE", "TBJ-1.0-playoff"),
            Refusal("entered", "NOT_IN_PLAY", ""),
        ),
        malformed={
            **NAMED,
            **{"session": (0,), "table": (0,), "starts_at": (None, NO_INSTANT), "version": (0,)},
        },
    ),
    "RuleOnResult": Row(
        "confirmed",
        frozenset((DIRECTOR,)),
        lambda cup: cup.request(
            "RuleOnResult", session=1, table=1, player=first(cup), chips=5, reason="as seen"
        ),
        other={"chips": 6},
        refused=(
            Refusal("over", "CORRECT_INSTEAD", "TBJ-6.1"),
            Refusal("confirmed", "NO_RESULT", "TBJ-6.1", {"player": 99}),
        ),
        malformed={
            **NAMED,
            **{"session": (0,), "table": (0,), "player": (0,), "chips": (2 * 10**9,)},
            "reason": ("", LONG),
        },
    ),
    "ConfirmPlacings": Row(
        "over",
        frozenset((DIRECTOR,)),
        versioned("ConfirmPlacings"),
        other={"version": 1},
        stale=True,
        refused=(
            Refusal("tied", "PLAYOFF_NEEDED", "TBJ-6.6"),
            Refusal("started", "FINAL_NOT_OVER", "TBJ-6.5"),
            Refusal("confirmed", "PLACES_CONFIRMED", "TBJ-6.5"),
        ),
        malformed={**NAMED, "version": (0,)},
    ),
    "AllowFewer": Row(
        "few",
        frozenset((DIRECTOR,)),
        asks("AllowFewer", stage=2, reason="three were disqualified"),
        other={"reason": "otherwise"},
        refused=(
            Refusal("few", "NO_FEWER_NEEDED", "TBJ-5.4", {"stage": 1}),
            Refusal("few", "NO_SUCH_STAGE", "", {"stage": 3}),
        ),
        malformed={**NAMED, "stage": (0,), "reason": ("", LONG)},
    ),
    "EndWithoutFinal": Row(
        "few",
        frozenset((DIRECTOR,)),
        asks("EndWithoutFinal", reason="a fire"),
        other={"reason": "otherwise"},
        refused=(
            Refusal("started", "FINAL_NOT_OVER", "TBJ-6.5"),
            Refusal("over", "FINAL_PLAYED", "TBJ-6.5"),
        ),
        malformed={**NAMED, "reason": ("", LONG)},
    ),
    "ReturnHeld": Row(
        "added",
        frozenset((OPERATOR,)),
        asks("ReturnHeld", reason="nobody came"),
        other={"reason": "otherwise"},
        refused=(Refusal("cancelled", "NOTHING_TO_RETURN", "TBJ-3.4"),),
        malformed={**NAMED, "reason": ("", LONG)},
    ),
    "DecideGoods": Row(
        "goods",
        frozenset((DIRECTOR,)),
        lambda cup: cup.request("DecideGoods", place=3, player=placed(cup, 3), reason="agreed"),
        other={"reason": "by lot of the players' own"},
        refused=(Refusal("goods", "NOTHING_TO_DECIDE", "TBJ-6.8", {"place": 2}),),
        malformed={**NAMED, "place": (51,), "player": (0,), "reason": ("", LONG)},
    ),
    "RuleOnHeld": Row(
        "confirmed",
        HOUSE,
        lambda cup: cup.request("RuleOnHeld", player=first(cup), amount=CENT, reason="as ruled"),
        other={"reason": "otherwise"},
        refused=(
            Refusal(
                *("confirmed", "NOT_FREE", "TBJ-3.4"),
                {"amount": money_pb2.Money(currency="NZD", minor_units=10**9)},
            ),
        ),
        malformed={**NAMED, "player": (0,), "amount": (None,), "reason": ("", LONG)},
    ),
    "PayPrize": Row(
        "confirmed",
        frozenset((CASHIER,)),
        asks("PayPrize", award=1),
        other={"award": 2},
        refused=(
            Refusal("confirmed", "NO_SUCH_AWARD", "", {"award": 99}),
            Refusal("entered", "NOT_IN_PLAY", ""),
        ),
        malformed={**NAMED, "award": (0,)},
    ),
    "CloseTournament": Row(
        "settled",
        HOUSE,
        versioned("CloseTournament"),
        other={"version": 1},
        stale=True,
        refused=(
            Refusal("confirmed", "STILL_HELD", "TBJ-3.4"),
            Refusal("entered", "NOT_IN_PLAY", ""),
        ),
        malformed={**NAMED, "version": (0,)},
    ),
    "GiveNotice": Row(
        "opened",
        HOUSE,
        asks("GiveNotice", text="Doors open at six", how="by letter"),
        other={"how": "announced"},
        refused=(Refusal("opened", "NO_SUCH_ENTRY", "", {"players": [9]}),),
        malformed={**NAMED, "text": ("", LONG), "how": ("", LONG), "players": ([1, 1],)},
    ),
    "WarnPlayer": Row(
        "entered",
        frozenset((DIRECTOR, FLOOR)),
        asks("WarnPlayer", player=1, reason="talked"),
        other={"reason": "shouted"},
        refused=(Refusal("entered", "NO_SUCH_ENTRY", "", {"player": 9}),),
        malformed={**NAMED, "player": (0,), "reason": ("", LONG)},
    ),
    "OpenDispute": Row(
        "started",
        HOUSE | {FLOOR},
        lambda cup: cup.request(
            "OpenDispute", about="the last card", players=[1], evidence=[cup.table(1, 1)]
        ),
        other={"about": "a stack"},
        refused=(Refusal("started", "NO_SUCH_ENTRY", "", {"players": [9]}),),
        malformed={
            **NAMED,
            **{"about": ("", LONG), "players": ([1, 1],)},
            "evidence[0]": (
                *(["venues/akl/games/2026"], ["venues/akl/tables/2026-other-s1-t1"]),
                ["venues/akl/tables/x"],
            ),
        },
    ),
    "RuleDispute": Row(
        "disputed",
        frozenset((DIRECTOR,)),
        asks("RuleDispute", dispute=1, ruling="it stands"),
        other={"ruling": "it does not"},
        refused=(Refusal("disputed", "NO_SUCH_DISPUTE", "", {"dispute": 9}),),
        malformed={**NAMED, "dispute": (0,), "ruling": ("", LONG)},
    ),
    "GetTournament": Row(
        "opened",
        READERS,
        lambda cup: rpc.GetTournamentRequest(name=cup.it.name),
        malformed={"name": NAMES},
    ),
    "ListTournaments": Row(
        "opened",
        READERS,
        lambda cup: rpc.ListTournamentsRequest(parent=f"venues/{cup.hall.venue}"),
        malformed={
            "parent": ("", "akl", "venues/AKL", "venues/*"),
            "page_size": (501,),
            "page_token": (LONG, "!", "AAAA"),
            "phases[0]": ([9],),
        },
    ),
    "WatchTournament": Row(
        "opened",
        READERS,
        lambda cup: rpc.WatchTournamentRequest(name=cup.it.name),
        malformed={"name": NAMES},
    ),
}


async def ask(replica: Replica, method: str, request: Message, at: Metadata) -> Any:
    """The reply to a request; of a stream, its first."""
    call = getattr(replica.tournaments, method)
    if method != "WatchTournament":
        return await call(request, metadata=at)
    stream = call(request, metadata=at)
    try:
        async for reply in stream:
            return reply
        raise AssertionError("the stream ended without a word")
    finally:
        stream.cancel()


# -- tournaments to try them on ----------------------------------------------------------------

FINAL_ONLY: Mapping[str, Any] = {"stages": [stage("final", 0)]}
CLEAR, TIED, THIRD = (500, 400, -10, -20), (500, 500, -10, -20), (500, 400, -10, -10)
Make = Callable[[TournamentHall, Replica], Awaitable[Cup]]


async def _applied(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await Cup.opened(hall, replica)
    await cup.apply("Aroha", endorsed=False)
    return cup


async def _entered(hall: TournamentHall, replica: Replica, **more: Any) -> Cup:
    return await Cup.entered(hall, replica, 4, **{**FINAL_ONLY, **more})


async def _session(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _entered(hall, replica)
    await cup.ask("PlanSession", stage=1, starts_at=cup.it.starts_at)
    return cup


async def _seated(hall: TournamentHall, replica: Replica, **more: Any) -> Cup:
    cup = await _entered(hall, replica, **more)
    await cup.seat(1)
    await cup.until_start(1)
    return cup


async def _later(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _entered(hall, replica, starts_at=timestamp(now() + timedelta(hours=2)))
    await cup.seat(1)
    return cup


async def _unready(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _seated(hall, replica)
    await cup.until_table(cup.table(1, 1), lambda it: len(it.boxes) > 0)
    await cup.ask("RecordPresence", session=1, present=True)
    return cup


async def _present(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _seated(hall, replica)
    await cup.ready(1, 1)
    await cup.ask("RecordPresence", session=1, present=True)
    return cup


async def _started(hall: TournamentHall, replica: Replica, **more: Any) -> Cup:
    cup = await _entered(hall, replica, **more)
    await cup.start(await cup.seat(1))
    return cup


async def _held(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _started(hall, replica)
    await cup.ask("HoldSession", session=1, reason="alarm")
    return cup


async def _over(hall: TournamentHall, replica: Replica, **more: Any) -> Cup:
    cup = await _started(hall, replica, **more)
    await cup.play_all(1, CLEAR)
    return cup


async def _tied(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _started(hall, replica)
    await cup.play_all(1, TIED)
    return cup


async def _confirmed(hall: TournamentHall, replica: Replica, **more: Any) -> Cup:
    prizes = [pb.Prize(place=1, cash=100_00), pb.Prize(place=2, cash=50_00)]
    cup = await _over(hall, replica, **{"prizes": prizes, **more})
    await cup.ask("ConfirmPlacings", version=cup.it.version)
    return cup


async def _settled(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _confirmed(hall, replica, prizes=[pb.Prize(place=1, share=10000)])
    await cup.ask("PayPrize", award=1)
    return cup


async def _goods(hall: TournamentHall, replica: Replica) -> Cup:
    prizes = [
        *(pb.Prize(place=1, cash=100_00), pb.Prize(place=2, cash=50_00)),
        pb.Prize(place=3, goods="a weekend"),
    ]
    cup = await _started(hall, replica, prizes=prizes)
    await cup.play_all(1, THIRD)
    await cup.ask("ConfirmPlacings", version=cup.it.version)
    return cup


async def _reserve(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _seated(hall, replica)
    await cup.apply("Reserve")
    return cup


async def _refundable(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _entered(hall, replica, starts_at=timestamp(now() + timedelta(days=30)))
    await cup.ask("WithdrawEntry", player=1)
    return cup


async def _disputed(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await Cup.opened(hall, replica)
    await cup.ask("OpenDispute", about="the rules")
    return cup


async def _cancelled(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _applied(hall, replica)
    lack = pb.CANCELLING_LACK_OF_PARTICIPATION
    await cup.ask("CancelTournament", cancelling=lack, reason="few", version=cup.it.version)
    return cup


async def _added(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await Cup.opened(hall, replica)
    await cup.ask("AddValue", kind=pb.KIND_CASH, what="from the house", cash=CENT)
    lack = pb.CANCELLING_LACK_OF_PARTICIPATION
    await cup.ask("CancelTournament", cancelling=lack, reason="none", version=cup.it.version)
    return cup


async def _closed(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await _added(hall, replica)
    await cup.ask("ReturnHeld", reason="nobody came")
    await cup.ask("CloseTournament", version=cup.it.version)
    return cup


async def _few(hall: TournamentHall, replica: Replica) -> Cup:
    cup = await Cup.started(hall, replica)
    await cup.play_all(1, CLEAR, CLEAR)
    rude = rpc.FAILING_RULES
    for player in list(cup.players(1, 1).values())[:3]:
        await cup.ask("DisqualifyPlayer", player=player, failing=rude, reason="rude")
    return cup


PHASES: Mapping[str, Make] = {
    "added": _added,
    "closed": _closed,
    "few": _few,
    "planned": Cup.planned,
    "opened": Cup.opened,
    "applied": _applied,
    "entered": _entered,
    "session": _session,
    "seated": _seated,
    "later": _later,
    "unready": _unready,
    "present": _present,
    "started": _started,
    "held": _held,
    "over": _over,
    "tied": _tied,
    "confirmed": _confirmed,
    "settled": _settled,
    "goods": _goods,
    "reserve": _reserve,
    "refundable": _refundable,
    "disputed": _disputed,
    "cancelled": _cancelled,
}


class Untouched:
    """Tournaments for tests of what changes nothing: one for each phase."""

    def __init__(self, hall: TournamentHall, replica: Replica) -> None:
        self._hall = hall
        self._replica = replica
        self._cups: dict[str, Cup] = {}

    async def at(self, phase: str) -> Cup:
        """The tournament that stands so."""
        if phase not in self._cups:
            self._cups[phase] = await PHASES[phase](self._hall, self._replica)
        return self._cups[phase]
