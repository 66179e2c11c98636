"""What each place is worth, and how equals share (3.2(g), 6.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from services.kernel.law import clause
from services.tournament.domain.tournament.conditions import WHOLE
from services.tournament.domain.tournament.conditions_state import OddCents, Prize
from services.tournament.domain.tournament.parts import Award, GoodsPending, Placing


@dataclass(frozen=True, slots=True)
class Shared:
    """The awards that follow from placings.

    `topped_up` are the cents that the operator adds so that shares are whole.
    """

    awards: tuple[Award, ...]
    pending: tuple[GoodsPending, ...]
    topped_up: int

    @property
    def cash(self) -> int:
        """All awards together, in cents."""
        return sum(each.cash for each in self.awards)


def amounts(prizes: tuple[Prize, ...], distributable: int) -> dict[int, int]:
    """The cash of each place, in cents; shares are of what the fixed amounts leave.

    Shares are reckoned from the first place on, so that shares of the whole are the whole to the
    cent.
    """
    left = max(distributable - sum(prize.cash for prize in prizes), 0)
    found: dict[int, int] = {}
    share = 0
    for prize in prizes:
        before = left * share // WHOLE
        share += prize.share
        found[prize.place] = prize.cash or left * share // WHOLE - before
    return found


@clause("TBJ-6.8")
def share(
    placings: tuple[Placing, ...],
    prizes: tuple[Prize, ...],
    cash: Mapping[int, int],
    odd_cents: OddCents,
) -> Shared:
    """Who holds equal chips shares equally in the prize and as many after it, as far as there are.

    Goods cannot be divided: who of those that share them gets them is decided on record.
    """
    goods = {prize.place: prize.goods.strip() for prize in prizes}
    awards: list[Award] = []
    pending: list[GoodsPending] = []
    topped_up = 0
    for placing in placings:
        players = placing.players
        places = tuple(p for p in range(placing.place, placing.place + len(players)) if p in cash)
        each, odd = divmod(sum(cash[place] for place in places), len(players))
        if odd and odd_cents is OddCents.ROUND_UP:
            each, topped_up = each + 1, topped_up + len(players) - odd
        alone = goods.get(placing.place, "") if len(players) == 1 else ""
        for player in players:
            if each or alone:
                awards.append(Award(len(awards) + 1, player, places, each, alone, paid=False))
        if len(players) > 1:
            pending += [GoodsPending(p, goods[p], players) for p in places if goods[p]]
    return Shared(tuple(awards), tuple(pending), topped_up)


@clause("TBJ-3.4")
def outstanding(shared: Shared, paid: tuple[Award, ...]) -> Shared:
    """What is still to be paid, where awards of places were paid before: nothing is paid twice."""
    before: dict[int, int] = {}
    for each in paid:
        before[each.player] = before.get(each.player, 0) + each.cash
    handed = {place for each in paid if each.goods for place in each.places}
    left = (
        replace(
            each,
            cash=max(each.cash - before.get(each.player, 0), 0),
            goods="" if handed.intersection(each.places) else each.goods,
        )
        for each in shared.awards
    )
    awards = tuple(
        replace(each, award=number)
        for number, each in enumerate((e for e in left if e.cash or e.goods), start=1)
    )
    pending = tuple(each for each in shared.pending if each.place not in handed)
    return Shared(awards, pending, shared.topped_up)
