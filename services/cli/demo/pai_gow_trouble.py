"""What goes wrong in the fifty rounds of the demonstration, each by its clause."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from eyesdown_client import EyesdownError, Gone, Outcome, PaiGow, SetBy, laid

# Look, nine, eight, five: 4 points over 4 points, the house way's step 9.
BANK = laid((20, 24), (22, 28))
# Two pairs, the bank's own points, and a pair over 3 points.
HANDS = {2: laid((0, 1), (2, 3)), 4: laid((21, 25), (23, 29)), 5: laid((8, 9), (11, 18))}
AMISS = laid((22, 24), (20, 28))
"""The bank's tiles set otherwise: 7 points over 1 point."""


@dataclass
class Pit:
    """A table and who stands at it, each with their own console."""

    name: str
    dealer: PaiGow
    supervisor: PaiGow
    casino: PaiGow
    refused: int = 0

    async def seen(self) -> int:
        """The version of the sitting that people see now."""
        return (await self.dealer.get_sitting(self.name)).version

    async def declined(self, what: str, calling: Awaitable[object]) -> None:
        """Something that must not be done is tried; say how it is answered."""
        try:
            await calling
        except EyesdownError as refused:
            self.refused += 1
            clause = f" [{refused.clause}]" if refused.clause else ""
            click.echo(f"  {what}: {refused.reason}{clause}")


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


NOTHING = Wrong()


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
    seen = await pit.seen()
    await pit.supervisor.order_reshuffle(pit.name, version=seen, reason="tiles may be tracked")


async def _misdeal(pit: Pit) -> None:
    seen = await pit.seen()
    await pit.supervisor.declare_misdeal(pit.name, version=seen, reason="box 4 got box 5's set")


async def _amiss(pit: Pit) -> None:
    lies = await pit.dealer.set_bankers_hand(pit.name, laid=AMISS)
    confirming = pit.supervisor.confirm_house_way(pit.name, version=lies.version)
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
    seen = await pit.seen()
    await pit.supervisor.order_removal(
        pit.name, version=seen, gone=Gone.BOX, box=0, suspicion="boxes 7 and 8 talk of tiles"
    )
    # 9 dots end on box 1, the house's own: the dice are shaken again, and 7 name box 7
    await pit.dealer.shake_for_removal(pit.name, removal=1, dice=[3, 3, 3], off_box=0)
    await pit.dealer.shake_for_removal(pit.name, removal=1, dice=[1, 2, 4], off_box=7)
    noticed = await pit.casino.acknowledge_notice(pit.name, removal=1)
    await pit.casino.decide_removal(pit.name, version=noticed.version, removal=1, out=True)


async def _returned(pit: Pit) -> None:
    await pit.casino.reinstate(pit.name, version=await pit.seen(), removal=1)


async def _miscalled(pit: Pit, box: int) -> None:
    if box == 2:
        calling = pit.dealer.expose_hand(pit.name, box=2, outcome=Outcome.PUSH)
        await pit.declined("    the dealer calls a push", calling)
        seen = await pit.seen()
        await pit.supervisor.decide_difference(
            pit.name, version=seen, entered_stands=False, reason="both hands are higher"
        )


async def _directed(pit: Pit) -> None:
    await pit.casino.direct_english(pit.name, only=True, reason="talk across the table")
    await pit.casino.direct_to_set_first(pit.name, boxes=[4], reason="looks at box 5's tiles")
    setting = pit.dealer.set_hand(pit.name, box=2, laid=HANDS[2])
    await pit.declined("    box 2 sets its hand before box 4", setting)
    await pit.dealer.set_hand(pit.name, box=4, laid=HANDS[4])
    await pit.casino.direct_to_set_first(pit.name, boxes=[], reason="nothing more was seen")


WRONG: Mapping[int, Wrong] = {
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
