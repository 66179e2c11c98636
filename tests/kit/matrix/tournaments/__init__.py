"""Every RPC of tournaments: on what tournament it goes through, who may call it, what is wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from operator import attrgetter
from typing import Any

from eyesdown.tournament.v1 import tournament_pb2 as pb
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc
from services.kernel.record.shapes import timestamp
from tests.kit.matrix.matrix import Matrix
from tests.kit.matrix.tournaments import entering, results, sessions, words
from tests.kit.matrix.tournaments.common import CENT, TOMORROW
from tests.kit.tournament import Replica, TournamentHall
from tests.kit.tournament_play import Cup, now, stage

FINAL_ONLY: Mapping[str, Any] = {"stages": [stage("final", 0)]}
CLEAR, TIED, THIRD = (500, 400, -10, -20), (500, 500, -10, -20), (500, 400, -10, -10)
Make = Callable[[TournamentHall, Replica], Awaitable[Cup]]


async def _planned(hall: TournamentHall, replica: Replica) -> Cup:
    return await Cup.planned(hall, replica, starts_at=TOMORROW)  # others look at it for minutes


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
    "planned": _planned,
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


async def cup_at(at: str, hall: TournamentHall, replica: Replica) -> Cup:
    """A new tournament that stands so."""
    return await PHASES[at](hall, replica)


async def _moves_on(cup: Cup, reply: Any) -> None:
    """The operator designates somebody else, while there is still something to direct."""
    cup.it = reply.tournament
    if cup.it.phase in (pb.PHASE_PLANNED, pb.PHASE_OPEN, pb.PHASE_IN_PLAY):
        await cup.ask("DesignateDirector", person="somebody else")


TOURNAMENTS = Matrix(
    services=(rpc.DESCRIPTOR.services_by_name["TournamentService"],),
    rows={**entering.ROWS, **sessions.ROWS, **results.ROWS, **words.ROWS},
    shown=attrgetter("it"),
    later=_moves_on,
)
