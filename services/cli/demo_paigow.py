"""The pai gow part of `eyesdown demo`: fifty rounds at one table, and what goes wrong in them.

Every round has the same wagers: box 2 wins 50, box 4 loses 20, box 5 pushes 10. The house banks
rounds 1, 4, 7, …, box 3 alone rounds 2, 5, 8, …, box 3 and the house rounds 3, 6, 9, …
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

import click

from eyesdown.paigow.v1 import sitting_pb2
from eyesdown_client import (
    Eyesdown,
    EyesdownError,
    Gone,
    Mode,
    Outcome,
    PaiGow,
    SetBy,
    TablePost,
    chips,
    laid,
    limits,
)
from services.cli.house import House
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import Settings
from services.kernel.walk import now

ROUNDS = 50
FLOAT = {50: 100, 1_00: 100, 5_00: 100, 25_00: 100, 100_00: 100}
# 13,150.00 less 545.00 (see `_figures`): five chips of 100, one of 25 and four of 5 fewer.
CLOSING = {**FLOAT, 5_00: 96, 25_00: 99, 100_00: 95}

# Look, nine, eight, five: 4 points over 4 points, the house way's step 9.
BANK = laid((20, 24), (22, 28))
# Two pairs, the bank's own points, and a pair over 3 points.
HANDS = {2: laid((0, 1), (2, 3)), 4: laid((21, 25), (23, 29)), 5: laid((8, 9), (11, 18))}
AMISS = laid((22, 24), (20, 28))
"""The bank's tiles set otherwise: 7 points over 1 point."""
WAGERS = {2: 50_00, 4: 20_00, 5: 10_00}
TOTAL = 80_00
OUTCOMES = {2: Outcome.WIN, 4: Outcome.LOSE, 5: Outcome.PUSH}


class Evening(Protocol):
    """What the demo gives: the house, the gaming day, and a way to compare figures."""

    house: House
    day: str

    def check(self, what: str, found: object, expected: object) -> None:
        """Compare a figure with the one worked out by hand."""


@dataclass
class Pit:
    """A table and who stands at it, each with their own console."""

    name: str
    dealer: PaiGow
    supervisor: PaiGow
    casino: PaiGow
    refused: int = 0

    async def declined(self, what: str, calling: Awaitable[object]) -> None:
        """Something that must not be done is tried; say how it is answered."""
        try:
            await calling
        except EyesdownError as refused:
            self.refused += 1
            clause = f" [{refused.clause}]" if refused.clause else ""
            click.echo(f"  {what}: {refused.reason}{clause}")


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


async def pai_gow(settings: Settings, evening: Evening, venue: str) -> None:
    """Play fifty rounds and check what they come to."""
    click.echo("\nFifty rounds of pai gow: the house, a player and both together bank in turn.\n")
    await evening.house.until_ready("paigow")
    async with _consoles(settings, evening.house, venue) as (dealer, supervisor, casino):
        opened = await supervisor.open_table(
            venue=venue,
            sitting_id=f"{evening.day}-pg1",
            profile="nz-pai-gow",
            table="Pai gow 1",
            limits=limits(5_00, 500_00),
            chips=chips(FLOAT),
        )
        pit = Pit(opened.name, dealer, supervisor, casino)
        await supervisor.assign_staff(pit.name, post=TablePost.DEALER, person="dan")
        await supervisor.assign_staff(pit.name, post=TablePost.GAME_SUPERVISOR, person="gus")
        await dealer.sign_opening(pit.name)
        for box in range(2, 9):
            await dealer.seat_player(pit.name, box=box, player=f"card-{box}")
        for number in range(1, ROUNDS + 1):
            await _round(pit, number)
        await _kept_apart(pit, venue)
        await _figures(pit, evening)


async def _round(pit: Pit, number: int) -> None:
    """One round, with what goes wrong in it."""
    mode = (Mode.CO, Mode.HOUSE, Mode.PLAYER)[number % 3]
    wrong = _WRONG.get(number, _NOTHING)
    if wrong is not _NOTHING:
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
        await table.set_bankers_hand(name, laid=BANK)
        await pit.supervisor.confirm_house_way(name)
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


# -- what goes wrong -------------------------------------------------------------------------


async def _nothing(pit: Pit, *_: Any) -> None:
    """All is well."""


Then = Callable[..., Awaitable[None]]


@dataclass(frozen=True)
class Wrong:
    """What goes wrong in a round: before the cut (`stacked`: it stacks the tiles itself), when the
    tiles are dealt, when the bank's hand is set, or when a hand is exposed."""

    says: str = ""
    before: Then = _nothing
    dealt: Then = _nothing
    bank: Then = _nothing
    exposing: Then = _nothing
    stacked: bool = False


_NOTHING = Wrong()


async def _laja(pit: Pit) -> None:
    await pit.dealer.shuffle_tiles(pit.name)
    await pit.dealer.stack_tiles(pit.name, exposed=1)
    await pit.declined("    the dealer cuts all the same", pit.dealer.cut_tiles(pit.name))
    await pit.dealer.perform_laja(pit.name, exposed=0)


async def _poor_laja(pit: Pit) -> None:
    await pit.dealer.shuffle_tiles(pit.name)
    await pit.dealer.stack_tiles(pit.name, exposed=2)
    await pit.dealer.perform_laja(pit.name, exposed=3)
    await pit.declined("    the dealer cuts all the same", pit.dealer.cut_tiles(pit.name))


def _seen(box: int, *tiles: int, by_dealer: bool = True, void: bool = False) -> Then:
    async def seen(pit: Pit) -> None:
        await pit.dealer.record_exposure(pit.name, box=box, tiles=tiles, by_dealer=by_dealer)
        call = pit.dealer.call_hand_void(pit.name, box=box)
        if void:
            await call
        else:
            await pit.declined(f"    box {box} calls the hand void", call)

    return seen


async def _reshuffle(pit: Pit) -> None:
    await pit.supervisor.order_reshuffle(pit.name, reason="tiles may be tracked")


async def _misdeal(pit: Pit) -> None:
    await pit.supervisor.declare_misdeal(pit.name, reason="box 4 got box 5's set")


async def _amiss(pit: Pit) -> None:
    await pit.dealer.set_bankers_hand(pit.name, laid=AMISS)
    confirming = pit.supervisor.confirm_house_way(pit.name)
    await pit.declined("    the game supervisor looks at it", confirming)


async def _upset(pit: Pit, box: int) -> None:
    if box == 2:
        await pit.dealer.record_disturbed(pit.name, box=2)
        await pit.dealer.set_house_way(pit.name, box=2, cause=SetBy.DISTURBED)


async def _mixed(pit: Pit) -> None:
    await pit.supervisor.record_mixed_hands(pit.name, boxes=[4, 5], reconstructed=False)


async def _away(pit: Pit) -> None:
    await pit.dealer.mark_absent(pit.name, box=2, absent=True)
    await pit.dealer.set_house_way(pit.name, box=2, cause=SetBy.ABSENT)
    await pit.dealer.mark_absent(pit.name, box=2, absent=False)


async def _removed(pit: Pit) -> None:
    await pit.supervisor.order_removal(
        pit.name, gone=Gone.BOX, box=0, suspicion="boxes 7 and 8 talk of tiles"
    )
    # 9 dots end on box 1, the house's own: the dice are shaken again, and 7 name box 7
    await pit.dealer.shake_for_removal(pit.name, removal=1, dice=[3, 3, 3], off_box=0)
    await pit.dealer.shake_for_removal(pit.name, removal=1, dice=[1, 2, 4], off_box=7)
    await pit.casino.acknowledge_notice(pit.name, removal=1)
    await pit.casino.decide_removal(pit.name, removal=1, out=True)


async def _returned(pit: Pit) -> None:
    await pit.casino.reinstate(pit.name, removal=1)


async def _miscalled(pit: Pit, box: int) -> None:
    if box == 2:
        calling = pit.dealer.expose_hand(pit.name, box=2, outcome=Outcome.PUSH)
        await pit.declined("    the dealer calls a push", calling)
        await pit.supervisor.decide_difference(
            pit.name, entered_stands=False, reason="both hands are higher"
        )


async def _directed(pit: Pit) -> None:
    await pit.casino.direct_english(pit.name, only=True, reason="talk across the table")
    await pit.casino.direct_to_set_first(pit.name, boxes=[4], reason="looks at box 5's tiles")
    setting = pit.dealer.set_hand(pit.name, box=2, laid=HANDS[2])
    await pit.declined("    box 2 sets its hand before box 4", setting)
    await pit.dealer.set_hand(pit.name, box=4, laid=HANDS[4])
    await pit.casino.direct_to_set_first(pit.name, boxes=[], reason="nothing more was seen")


_WRONG: Mapping[int, Wrong] = {
    1: Wrong("a tile shows in stacking, a laja follows (10.1)", before=_laja, stacked=True),
    2: Wrong(
        "two tiles of the player/banker's hand are exposed, the round is void (10.3(b))",
        dealt=_seen(3, 20, 22, void=True),
    ),
    3: Wrong("one exposed tile makes no misdeal (10.4)", dealt=_seen(2, 0)),
    4: Wrong("a laja shows three tiles, all are reshuffled (10.2)", before=_poor_laja),
    5: Wrong(
        "the player/banker exposes own tiles and plays on (10.7)",
        dealt=_seen(3, 20, 22, by_dealer=False),
    ),
    7: Wrong(
        "two tiles of box 2 are exposed, its hand is void (10.3(a))",
        dealt=_seen(2, 0, 1, void=True),
    ),
    10: Wrong("the game supervisor orders a reshuffle (10.5)", dealt=_reshuffle),
    13: Wrong("tiles of the house's hand are exposed, it plays on (10.6)", dealt=_seen(1, 20, 22)),
    16: Wrong("the house's hand is not set the house way, and set again (10.8)", bank=_amiss),
    19: Wrong("tiles are dealt wrongly, the round is void (10.14)", dealt=_misdeal),
    22: Wrong("box 2's tiles are knocked down, the dealer sets them (10.15)", exposing=_upset),
    25: Wrong("tiles of boxes 4 and 5 are mixed, both hands are void (10.16)", dealt=_mixed),
    28: Wrong("box 2's player is away, the dealer sets the hand (10.17)", dealt=_away),
    31: Wrong("a box is taken out of play by the dice (10.9 to 10.11)", before=_removed),
    34: Wrong("a casino supervisor brings it back (10.12)", before=_returned),
    37: Wrong("the dealer miscalls a win, the table stands still", exposing=_miscalled),
    40: Wrong("a casino supervisor directs the table (10.13(a), (c))", dealt=_directed),
}


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
    evening.check("hands void", void, [(7, 2), (25, 4), (25, 5)])
    modes = [sum(each.bank.mode == mode.value for each in rounds) for mode in Mode]
    evening.check("rounds of the house, a player, both", modes, [17, 17, 16])
    # The house: 13 rounds x (20 - 50 + 2.50), round 7 without the winner + 20, round 25 without
    # the loser - 50 + 2.50: -385. A player: 16 x 2.50 commission: +40. Both: 16 x (-15 + 2.50).
    evening.check("float, less what it began with", sitting.float_total - 13_150_00, -545_00)
    evening.check("tried and refused, each by its clause", pit.refused, 9)
    lying = sum(pile.amount for each in rounds for pile in each.piles)
    evening.check("chips left on the layout", lying, 0)
    await pit.supervisor.count_float(pit.name, chips=chips(CLOSING))
    closed = await pit.dealer.sign_closing(pit.name)
    evening.check("the closing count", closed.ledger[-1].total, 12_605_00)
