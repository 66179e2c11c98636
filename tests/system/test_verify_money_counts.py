"""What verify tells of prizes and jackpots; alone in a hall, so that the sums are known."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import pytest_asyncio

from eyesdown.verify.v1 import jackpots_pb2, prizes_pb2
from tests.cli.command import eyesdown
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_play import BINGO
from tests.kit.jackpots import Jackpots, full_card
from tests.kit.prizes import Counter
from tests.kit.verify import Verify, verifying

pytest_plugins = ["tests.kit.jackpots"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

JACKPOT = prizes_pb2.PRIZE_KIND_JACKPOT


class Told:
    """What a replica of verify tells, above what was told `before`."""

    def __init__(self, verify: Verify, before: str = "") -> None:
        place = f"127.0.0.1:{verify.server.metrics_port}"
        self.replica = Replica(verify.channel, place, verify.server)
        self.before = before

    async def of(self, series: str, **labels: str) -> int:
        """How much of one of its series there is."""
        text = await self.replica.metrics()
        return _sum(text, series, labels) - _sum(self.before, series, labels)

    async def prizes(self, kind: str, *outcomes: str) -> list[int]:
        """What became of prizes of a kind, in cents."""
        name = "prizes_minor_units_total"
        return [await self.of(name, currency="NZD", kind=kind, outcome=each) for each in outcomes]

    async def entries(self, *kinds: str) -> dict[str, int]:
        """What was booked in jackpots, in cents."""
        name = "jackpot_entries_minor_units_total"
        return {each: await self.of(name, currency="NZD", kind=each) for each in kinds}

    async def once(self, series: str, cents: int, **labels: str) -> None:
        """Wait until it tells so: its tail is a moment behind."""
        async with asyncio.timeout(SOON):
            while await self.of(series, currency="NZD", **labels) != cents:
                pass


def _sum(text: str, series: str, labels: dict[str, str]) -> int:
    wanted = [f'{name}="{value}"' for name, value in labels.items()]
    lines = (line.rpartition(" ") for line in text.splitlines())
    ours = f"eyesdown_verify_{series}{{"
    return sum(
        int(float(value))
        for line, _, value in lines
        if line.startswith(ours) and all(each in line for each in wanted)
    )


@pytest_asyncio.fixture(loop_scope="module")
async def told(verify: Verify) -> Told:
    """What is told from now on."""
    return Told(verify, await Told(verify).replica.metrics())


OWED, DUE, POOL = "owed_minor_units", "recovery_due_minor_units", "jackpot_pool_minor_units"


async def test_a_prize_is_counted_from_settlement_to_recovery(
    counter_of: Any, told: Told, hall: Hall
):
    table: Counter = await counter_of()
    await table.call(await table.row(1))
    (number,) = await table.win(1)
    await table.go_on(1)
    await table.line()
    await told.once(OWED, 5_000)
    await table.pay()
    await told.once(OWED, 0)
    assert await told.prizes("stage", "settled", "paid") == [5_000, 5_000]
    assert await told.of("differences_total") == 0

    await table.void(number)
    await table.until(lambda each: not each.settlements[0].stands)
    await told.once(DUE, 5_000)
    assert await told.of("differences_total", kind="paid_too_much") == 1
    async with verifying(hall, "late-counter") as late:
        await Told(late, told.before).once(DUE, 5_000)

    stub, given_up = table.verify.prizes, prizes_pb2.RECOVERY_WRITTEN_OFF
    await stub.RecordRecovery(await table.recovering(1, 2_000), metadata=table.cashier.at)
    rest = await table.recovering(1, 3_000, recovery=given_up)
    await stub.RecordRecovery(rest, metadata=table.hall.manager.at)
    await told.once(DUE, 0)
    assert await told.prizes("stage", "repaid", "written_off") == [2_000, 3_000]


@pytest.mark.case("B23")
async def test_case_B23_what_is_won_for_practice_is_in_no_sum(counter_of: Any, told: Told):
    """B23: a practice game stays out of every total."""
    table: Counter = await counter_of(practice=True)
    await table.call(await table.row(1))
    await table.win(1)
    await table.go_on(1)
    assert (await table.line()).accounts, "it is divided all the same"
    real: Counter = await counter_of()
    await real.call(await real.row(1))
    await real.win(1)
    await real.go_on(1)
    await told.once(OWED, 5_000)
    assert await told.prizes("stage", "settled", "paid") == [5_000, 0]


async def test_a_jackpot_is_counted_from_seed_to_winner(
    jackpots: Jackpots, counter_of: Any, told: Told, hall: Hall
):
    """500.00 and a tenth of the twenty dollars for twelve cards; the next cycle has its seed."""
    name = (await jackpots.open()).name
    table: Counter = await counter_of(declare=jackpots.for_game(name))
    await told.once(POOL, 502_00)
    await full_card(table, 1)
    await table.play.end()
    await jackpots.at(name, jackpots_pb2.JACKPOT_PHASE_SHARED)
    await told.once(POOL, 500_00)
    await table.pay(1, 502_00, kind=JACKPOT, stage=BINGO)
    await told.once("jackpot_entries_minor_units_total", 502_00, kind="paid")
    assert await told.entries("seed", "held", "won", "shared", "carried_over") == {
        "seed": 2 * 500_00,
        "held": 2_00,
        "won": 502_00,
        "shared": 502_00,
        "carried_over": 0,
    }
    assert await told.prizes("jackpot", "settled", "paid") == [502_00, 502_00]

    done = await eyesdown(
        *("audit", "recount", "--metrics", told.replica.metrics_at),
        data=hall.folder,
        more=hall.environment("recount"),
    )
    assert (done.code, done.err) == (0, ""), done.out
    assert "as it says" in done.out


async def test_what_is_carried_over_is_counted_once(jackpots: Jackpots, told: Told):
    """A cycle is closed into another one: 500.00 leave the first and come into the second."""
    into = (await jackpots.open()).name
    name = (await jackpots.open()).name
    await jackpots.close(name, into)
    await jackpots.once(into, lambda jackpot: jackpot.pool.minor_units == 1_000_00)
    await told.once("jackpot_entries_minor_units_total", 2 * 500_00, kind="seed")
    await told.once(POOL, 1_000_00)
    assert await told.entries("carried_over") == {"carried_over": 500_00}
