"""A tournament for `eyesdown demo`: 56 players at 8 tables, two of each go on, four meet in the
final, and a tie is played off. Its figures were worked out by hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import click

from eyesdown.tournament.v1 import table_pb2
from eyesdown.tournament.v1 import tournament_pb2 as pb
from eyesdown_client import (
    Admission,
    Eyesdown,
    NotFound,
    Refused,
    ValueKind,
    money,
    rounds,
    stage,
)
from services.cli.demo.evening import Evening
from services.cli.house.house import House
from services.cli.tournament.tournament_page import redrawn, standings_sheet
from services.cli.tournament.tournament_pdf import results_pdf
from services.kernel.money import Money
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import Settings, StartError
from services.kernel.venues import Venues
from services.kernel.walk import now

VENUE = "akl"
WITHIN = 30.0
"""Seconds in which what follows from a table must be on the tournament's record."""
PLAYERS = 56
FEE = money("NZD", 100_00)
HEAT = (400, 300, 100, -10, -20, -30, -40)
"""What boxes 1 to 7 win or lose in the one round of a heat."""
SEMI_FINAL = (400, -10, -20, -30)
FINAL = (500, 500, -10, -20)
PLAY_OFF = (-20, 30)

Check = Callable[[str, object, object], None]


@dataclass
class Desk:
    """Who runs the tournament, the tournament as it was last seen, and how figures are checked."""

    operator: Eyesdown
    director: Eyesdown
    cashier: Eyesdown
    dealer: Eyesdown
    check: Check
    name: str = ""
    it: pb.Tournament = field(default_factory=pb.Tournament)

    def table(self, session: int, table: int) -> str:
        """The name of a session table."""
        venue, _, id_ = self.name.partition("/tournaments/")
        return f"{venue}/tables/{id_}-s{session}-t{table}"

    def boxes(self, session: int, table: int) -> dict[int, int]:
        """Who sits at a table: player by box."""
        found = next(e for e in self.it.sessions[session - 1].tables if e.table == table)
        return {seat.box: seat.player for seat in found.seats}


async def played(evening: Evening) -> None:
    """Play it from entry to prize."""
    evening.begin(f"A tournament of {PLAYERS} players, from entry to prize.")
    settings, check = evening.settings, evening.check
    await evening.house.until_ready("tournament")
    async with _desk(evening.house, settings, check) as desk:
        await _enter(desk)
        heat = await _session(desk, 1, [HEAT] * 8)
        check("tables of the heat", len(desk.it.sessions[heat - 1].tables), 8)
        await _session(desk, 2, [SEMI_FINAL] * 4, tables=4)
        final = await _session(desk, 3, [FINAL])
        await _tie(desk, final)
        await _settle(desk, final, settings)


@asynccontextmanager
async def _desk(house: House, settings: Settings, check: Check) -> AsyncIterator[Desk]:
    issuer, address = DevIssuer.of(settings), house.running.services["tournament"]
    roles = {
        "olga": "operator",
        "dora": "tournament_director",
        "cass": "cashier",
        "dan": "dealer",
    }
    async with AsyncExitStack() as stack:
        operator, director, cashier, dealer = [
            await stack.enter_async_context(
                Eyesdown(address, token=issuer.issue(person, {VENUE: [role]}))
            )
            for person, role in roles.items()
        ]
        yield Desk(operator, director, cashier, dealer, check)


async def _enter(desk: Desk) -> None:
    """Conditions, 57 applications for 56 places, and cash added by a sponsor."""
    length = rounds(1)
    common: dict[str, Any] = {"length": length, "min_wager": 10, "max_wager": 500}
    conditions = pb.Conditions(
        title="Spring Open",
        application_form="Form TB-1",
        fee=FEE,
        admission=pb.Admission.ValueType(Admission.FIRST_COME),
        fewest=32,
        most=PLAYERS,
        stages=[
            stage("heat", chips=1000, advance=2, **common),
            stage("semi-final", chips=1000, advance=1, **common),
            stage("final", chips=2000, advance=0, **common),
        ],
        playoffs=pb.Playoffs(chips=500, length=length, further=500),
        prizes=[
            pb.Prize(place=place, share=share)
            for place, share in ((1, 5000), (2, 3000), (3, 1200), (4, 800))
        ],
        allocation="By place in the final, in shares of the pool",
    )
    conditions.starts_at.FromDatetime(now() + timedelta(seconds=1))
    made = await desk.operator.tournaments.plan_tournament(
        venue=VENUE,
        tournament_id=f"{now():%Y-%m-%d}-open",
        profile="nz-tournament-blackjack",
        conditions=conditions,
    )
    desk.name = made.name
    await desk.operator.tournaments.publish_conditions(made.name, version=made.version)
    await desk.operator.tournaments.designate_director(made.name, person="dora")
    for number in range(1, PLAYERS + 2):
        applied = await desk.cashier.tournaments.apply(
            made.name, applicant=f"Player {number}", fee=FEE, endorsed=True
        )
    entries = [entry.status for entry in applied.tournament.entries]
    desk.check("players accepted", entries.count(pb.ENTRY_STATUS_ACCEPTED), PLAYERS)
    desk.check("applicants who wait", entries.count(pb.ENTRY_STATUS_WAITING), 1)
    last = PLAYERS + 1
    await desk.operator.tournaments.withdraw_entry(made.name, player=last)
    await desk.cashier.tournaments.pay_refund(made.name, player=last)
    desk.it = await desk.operator.tournaments.add_value(
        made.name, kind=ValueKind.CASH, cash=money("NZD", 400_00), what="from a sponsor"
    )


async def _session(
    desk: Desk, of_stage: int, results: Sequence[Sequence[int]], tables: int = 0
) -> int:
    """Plan, seat, start and play a session of one round; its number."""
    desk.it = await desk.operator.tournaments.plan_session(
        desk.name, stage=of_stage, starts_at=max(now(), desk.it.starts_at.ToDatetime(UTC))
    )
    number = len(desk.it.sessions)
    desk.it = await desk.operator.tournaments.seat_session(
        desk.name, session=number, version=desk.it.version, tables=tables
    )
    await _play(desk, number, results)
    return number


async def _play(desk: Desk, number: int, results: Sequence[Sequence[int]]) -> None:
    session = desk.it.sessions[number - 1]
    await asyncio.gather(*(_ready(desk, number, table) for table in session.tables))
    desk.it = await desk.director.tournaments.record_presence(
        desk.name, session=number, present=True
    )
    starts_at: datetime = session.starts_at.ToDatetime(UTC)
    await asyncio.sleep(max((starts_at - now()).total_seconds(), 0))
    desk.it = await desk.director.tournaments.start_session(
        desk.name, session=number, version=desk.it.version
    )
    await asyncio.gather(
        *(
            _round(desk, number, table.table, won)
            for table, won in zip(session.tables, results, strict=True)
        )
    )
    desk.it = await _until(
        desk, lambda it: it.sessions[number - 1].state == pb.SESSION_STATE_COMPLETED
    )
    for line in standings_sheet(
        pb.Tournament(conditions=desk.it.conditions, sessions=[desk.it.sessions[number - 1]]), UTC
    ):
        click.echo(f"  {line}")


async def _ready(desk: Desk, number: int, table: pb.TableOfSession) -> None:
    """Issue chips and shuffle."""
    name = desk.table(number, table.table)
    await _until_table(desk, name, lambda it: len(it.boxes) > 0)
    for seat in table.seats:
        await desk.dealer.tables.issue_chips(name, box=seat.box, amount=seat.chips)
    await desk.dealer.tables.shuffle_cards(name)


async def _round(desk: Desk, number: int, table: int, won: Sequence[int]) -> None:
    """The one round of a session at a table, and the tally after it."""
    name = desk.table(number, table)
    await _until_table(desk, name, lambda it: it.HasField("called_at"))
    dealer, boxes = desk.dealer.tables, sorted(desk.boxes(number, table))
    await dealer.start_table(name, marker=boxes[0])
    for box, amount in zip(boxes, won, strict=True):
        await dealer.place_wager(name, round=1, box=box, amount=abs(amount))
    await dealer.deal_round(name, round=1)
    hands = [
        table_pb2.PlayedHand(
            box=box,
            stake=abs(amount),
            outcome=table_pb2.HAND_OUTCOME_WON if amount > 0 else table_pb2.HAND_OUTCOME_LOST,
        )
        for box, amount in zip(boxes, won, strict=True)
    ]
    after = await dealer.record_round(name, round=1, hands=hands)
    counts = [table_pb2.BoxCount(box=each.box, chips=each.chips) for each in after.boxes]
    await dealer.count_chips(name, counts=counts)


async def _tie(desk: Desk, final: int) -> None:
    """Two hold 2,500 chips: no prize is awarded before they have played off."""
    try:
        await desk.director.tournaments.confirm_placings(desk.name, version=desk.it.version)
        raise StartError(["a tied final was confirmed, and nothing refused it"])
    except Refused as refused:
        click.echo(f"  confirmed too early: {refused.reason} [{refused.clause}]")
        click.echo(f"    {refused.sentence} {refused.advice}")
    desk.it = await desk.director.tournaments.call_playoff(
        desk.name, session=final, table=1, starts_at=now(), version=desk.it.version
    )
    await _play(desk, len(desk.it.sessions), [PLAY_OFF])


async def _settle(desk: Desk, final: int, settings: Settings) -> None:
    """Places, prizes, the pool to the cent, the draws again, and the results on paper."""
    check = desk.check
    desk.it = await desk.director.tournaments.confirm_placings(desk.name, version=desk.it.version)
    playoff, boxes = desk.boxes(final + 1, 1), desk.boxes(final, 1)
    second, first = (playoff[box] for box in sorted(playoff))
    later = [boxes[box] for box in sorted(boxes)[2:]]
    check("places", [each.players[0] for each in desk.it.placings], [first, second, *later])
    # 56 fees of 100 and 400 added are 6,000 dollars: 50, 30, 12 and 8 per cent of them.
    awards = _nzd(*(award.cash for award in desk.it.awards))
    check("prizes", awards, _nzd(3_000_00, 1_800_00, 720_00, 480_00))
    for award in desk.it.awards:
        await desk.cashier.tournaments.pay_prize(desk.name, award=award.award)
    it = await desk.operator.tournaments.get_tournament(desk.name)
    it = await desk.operator.tournaments.close_tournament(desk.name, version=it.version)
    pool = it.pool
    check("fees and cash added", *_nzd(pool.fees + pool.added, 57 * 100_00 + 400_00))
    went = _nzd(pool.paid, pool.refunded, pool.held)
    check("paid, refunded and held", went, _nzd(6_000_00, 100_00, 0))
    # The heat, the semi-final, the final and the play-off.
    check("draws of seats that give the same again", [same for same, _ in redrawn(it)], [True] * 4)
    venue = Venues.load(settings.venues_folder).get(VENUE)
    paper = results_pdf(it, venue.title, venue.zone)
    check("the results on paper begin with", paper[:5].decode("latin-1"), "%PDF-")


def _nzd(*cents: int) -> list[Money]:
    return [Money("NZD", each) for each in cents]


async def _until(desk: Desk, holds: Callable[[pb.Tournament], bool]) -> pb.Tournament:
    watched = desk.operator.tournaments.watch_tournament(
        desk.name, after_version=desk.it.version - 1
    )
    async with asyncio.timeout(WITHIN):
        async for answer in watched:
            if holds(answer.tournament):
                return answer.tournament
    raise StartError(["the tournament ended before its session did"])


async def _until_table(
    desk: Desk, name: str, holds: Callable[[table_pb2.SessionTable], bool]
) -> None:
    """Wait for what a table is told by the tournament; at first it is not there."""
    async with asyncio.timeout(WITHIN):
        while True:
            with suppress(NotFound):
                async for answer in desk.dealer.tables.watch_session_table(name):
                    if holds(answer.table):
                        return
            await asyncio.sleep(0.02)
