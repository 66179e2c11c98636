"""The pai gow part of `eyesdown demo`: fifty rounds at one table, and what goes wrong in them.

Every round has the same wagers: box 2 wins 50, box 4 loses 20, box 5 pushes 10. The house banks
rounds 1, 4, 7, …, box 3 alone rounds 2, 5, 8, …, box 3 and the house rounds 3, 6, 9, …
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta

import click

from eyesdown.paigow.v1 import sitting_pb2
from eyesdown_client import (
    Eyesdown,
    Mode,
    Outcome,
    PaiGow,
    SittingPost,
    chips,
    limits,
)
from services.cli.demo.evening import VENUE, Evening
from services.cli.demo.pai_gow_trouble import BANK, HANDS, NOTHING, WRONG, Pit, Wrong
from services.cli.house.house import House
from services.kernel.money import Money
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import Settings
from services.kernel.walk import now

ROUNDS = 50
FLOAT = {50: 100, 1_00: 100, 5_00: 100, 25_00: 100, 100_00: 100}
# 13,150.00 less 545.00 (see `_figures`): five chips of 100, one of 25 and four of 5 fewer.
CLOSING = {**FLOAT, 5_00: 96, 25_00: 99, 100_00: 95}

WAGERS = {2: 50_00, 4: 20_00, 5: 10_00}
TOTAL = 80_00
OUTCOMES = {2: Outcome.WIN, 4: Outcome.LOSE, 5: Outcome.PUSH}


@asynccontextmanager
async def _consoles(
    settings: Settings, house: House, venue: str
) -> AsyncIterator[tuple[PaiGow, PaiGow, PaiGow]]:
    """The consoles of dealer, game supervisor and casino supervisor."""
    issuer, address = DevIssuer.of(settings), house.running.services["paigow"]
    people = {"dan": "dealer", "gus": "game_supervisor", "carla": "casino_supervisor"}
    async with AsyncExitStack() as stack:
        dealer, supervisor, casino = [
            await stack.enter_async_context(
                Eyesdown(address, token=issuer.issue(person, {venue: [role]}))
            )
            for person, role in people.items()
        ]
        yield dealer.paigow, supervisor.paigow, casino.paigow


async def played(evening: Evening) -> None:
    """Play fifty rounds and check what they come to."""
    evening.begin("Fifty rounds of pai gow: the house, a player and both together bank in turn.")
    await evening.house.until_ready("paigow")
    async with _consoles(evening.settings, evening.house, VENUE) as (dealer, supervisor, casino):
        opened = await supervisor.open_sitting(
            venue=VENUE,
            sitting_id=f"{evening.day}-pg1",
            profile="nz-pai-gow",
            table="Pai gow 1",
            limits=limits(5_00, 500_00),
            chips=chips(FLOAT),
        )
        pit = Pit(opened.name, dealer, supervisor, casino)
        await supervisor.assign_staff(pit.name, post=SittingPost.DEALER, person="dan")
        await supervisor.assign_staff(pit.name, post=SittingPost.GAME_SUPERVISOR, person="gus")
        await dealer.sign_opening(pit.name, version=await pit.seen())
        for box in range(2, 9):
            await dealer.seat_player(pit.name, box=box, player=f"card-{box}")
        for number in range(1, ROUNDS + 1):
            await _round(pit, number)
        await _kept_apart(pit, VENUE)
        await _figures(pit, evening)


async def _round(pit: Pit, number: int) -> None:
    """One round, with what goes wrong in it."""
    mode = (Mode.CO, Mode.HOUSE, Mode.PLAYER)[number % 3]
    wrong = WRONG.get(number, NOTHING)
    if wrong is not NOTHING:
        click.echo(f"  round {number:2}: {wrong.says}")
    table, name = pit.dealer, pit.name
    box = 0 if mode is Mode.HOUSE else 3
    await table.give_bank(name, mode=mode, box=box, chung=box or 1)
    await wrong.before(pit)
    if not wrong.stacked:
        await table.shuffle_tiles(name)
        await table.stack_tiles(name, exposed=0)
    await table.cut_tiles(name)
    for each, amount in WAGERS.items():
        await table.place_wager(name, box=each, amount=amount)
    if mode is Mode.HOUSE:
        await table.close_wagers(name)
    else:
        await table.place_bankers_wager(name, amount=TOTAL)
    if mode is Mode.CO:
        await table.match_bankers_wager(name, amount=TOTAL)
    sitting = await table.shake_dice(name, dice=[1, 2, 6])
    for each in sitting.round.order:
        hand = HANDS.get(each, BANK)
        sitting = await table.deal_hand(name, box=each, tiles=[*hand.high, *hand.low])
    await wrong.dealt(pit)
    sitting = await table.get_sitting(name)
    if sitting.HasField("round"):
        await _showdown(pit, sitting, mode, wrong)


async def _showdown(pit: Pit, sitting: sitting_pb2.Sitting, mode: Mode, wrong: Wrong) -> None:
    """Set, expose, pay and hand over."""
    table, name = pit.dealer, pit.name
    alive = [hand.box for hand in sitting.round.hands if hand.box in HANDS and not hand.void]
    unset = [h.box for h in sitting.round.hands if h.box in alive and not h.HasField("laid")]
    for box in sorted(unset):
        await table.set_hand(name, box=box, laid=HANDS[box])
    if mode is Mode.PLAYER:
        await table.set_hand(name, box=3, laid=BANK)
    else:
        if mode is Mode.CO:
            await table.place_bankers_tiles(name)
        await wrong.bank(pit)
        lies = await table.set_bankers_hand(name, laid=BANK)
        await pit.supervisor.confirm_house_way(name, version=lies.version)
    sitting = await table.expose_bankers_hand(name)
    start = sitting.round.bank.box
    for box in sorted(alive, key=lambda each: (each - start) % 8):
        await wrong.exposing(pit, box)
        hand = next(h for h in (await table.get_sitting(name)).round.hands if h.box == box)
        if not hand.exposed:
            await table.expose_hand(name, box=box, outcome=OUTCOMES[box])
        if box == 4:
            await table.collect_wager(name, box=4, amount=20_00)
        elif box == 5:
            await table.clear_push(name, box=5)
    await _pay(pit, mode, alive)


async def _pay(pit: Pit, mode: Mode, alive: list[int]) -> None:
    """50 is won and, where box 4 played, 20 lost: the bank pays the rest of it."""
    lost = 20_00 if 4 in alive else 0
    won = 50_00 if 2 in alive else 0
    if won:
        await pit.dealer.pay_winner(
            pit.name, box=2, from_losing_area=lost, from_bank=won - lost, commission=2_50
        )
    left = {
        Mode.HOUSE: (0, max(lost - won, 0)),
        Mode.PLAYER: (TOTAL + lost - won, 0),
        # both wagers less what was short, in halves
        Mode.CO: ((2 * TOTAL + lost - won) // 2,) * 2,
    }
    banker, house = left[mode]
    await pit.dealer.hand_over_rest(pit.name, to_banker=banker, to_float=house, commission=0)


async def _kept_apart(pit: Pit, venue: str) -> None:
    """Two players who may not share a table of the venue (10.13(b))."""
    click.echo("  after the last round: two players are kept apart (10.13(b))")
    until = now() + timedelta(days=30)
    await pit.casino.restrict_players(
        venue=venue, players=["card-2", "card-9"], until=until, reason="collusion"
    )
    await pit.dealer.leave_box(pit.name, box=8)
    seating = pit.dealer.seat_player(pit.name, box=8, player="card-9")
    await pit.declined("    one of them takes a box beside the other", seating)


async def _figures(pit: Pit, evening: Evening) -> None:
    """What fifty rounds come to, each figure worked out by hand."""
    click.echo("\nFigures of the table")
    sitting = await pit.dealer.get_sitting(pit.name)
    rounds = [await pit.dealer.get_round(pit.name, n) for n in range(1, ROUNDS + 1)]
    evening.check("rounds", sitting.rounds, 50)
    evening.check("rounds void", [each.number for each in rounds if each.void], [2, 10, 19])
    void = [(each.number, hand.box) for each in rounds for hand in each.hands if hand.void]
    evening.check("hands void, each by round and box", void, [(7, 2), (25, 4), (25, 5)])
    modes = [sum(each.bank.mode == mode.value for each in rounds) for mode in Mode]
    evening.check("rounds of the house, a player, both", modes, [17, 17, 16])
    # The house: 13 rounds x (20 - 50 + 2.50), round 7 without the winner + 20, round 25 without
    # the loser - 50 + 2.50: -385. A player: 16 x 2.50 commission: +40. Both: 16 x (-15 + 2.50).
    evening.check("float, less what it began with", *_nzd(sitting.float_total - 13_150_00, -545_00))
    evening.check("tried and refused", pit.refused, 9)
    lying = sum(pile.amount for each in rounds for pile in each.piles)
    evening.check("chips left on the layout", *_nzd(lying, 0))

    counted = await pit.supervisor.count_float(pit.name, chips=chips(CLOSING))
    closed = await pit.dealer.sign_closing(pit.name, version=counted.version)
    evening.check("the closing count", *_nzd(closed.ledger[-1].total, 12_605_00))


def _nzd(*cents: int) -> list[Money]:
    return [Money("NZD", each) for each in cents]
