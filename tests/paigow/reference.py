"""The settlement of a round, done slowly and by the letter, chip by chip.

Written from rules 9.2 and 9.3 and the supplement's lines on a house that banks alone, and nothing
else; it shares no code with the service. Chips are moved one at a time between heaps, halves are
dealt out one for one, and commission is counted up until it would be too much.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

BankedBy = Literal["house", "player", "co"]
Result = Literal["win", "lose", "push", "void"]


@dataclass(frozen=True)
class Terms:
    """What a table declares: `chip` is the smallest chip, `rate` commission in hundredths of a
    percent, `odd_chip` who gets the chip that cannot be halved."""

    chip: int
    rate: int = 500
    rounded_up: bool = False
    on_wins: bool = True
    odd_chip: Literal["co_banker", "house"] = "co_banker"
    clockwise: bool = False


@dataclass(frozen=True)
class Paid:
    """One winner's payment: how much came from where, and what was kept back of it."""

    box: int
    from_losing_area: int
    from_bank: int
    commission: int


@dataclass
class Heaps:
    """All heaps of chips, counted in smallest chips; the float may go below where it began."""

    losing_area: int = 0
    bank: int = 0
    """The banker's wager in the box, or both co-bankers' in the banker wager area."""
    float_: int = 0
    boxes: dict[int, int] = field(default_factory=dict)
    gained: dict[int, int] = field(default_factory=dict)
    """What each player holds, counted from when the round began."""


@dataclass(frozen=True)
class Settled:
    """How a round ended: the payments in their order, what was handed over, who gained what."""

    payments: tuple[Paid, ...]
    to_banker: int
    to_float: int
    commission: int
    gained: Mapping[int, int]
    float_gained: int


def settle(
    banked_by: BankedBy,
    bank_box: int,
    wagers: Mapping[int, int],
    results: Mapping[int, Result],
    bankers_wager: int,
    terms: Terms,
) -> Settled:
    """Play the money of a round from the wagers on; amounts in minor units, boxes 1 to 8."""
    chip = terms.chip
    heaps = Heaps(boxes={box: amount // chip for box, amount in wagers.items()})
    for box, amount in wagers.items():
        heaps.gained[box] = -amount // chip
    _banker_wagers(banked_by, bank_box, bankers_wager // chip, heaps)
    order = _round_the_table(bank_box, terms.clockwise)
    for box in order:
        if box in wagers:
            _match(box, results[box], heaps)
    payments = [_pay(box, banked_by, heaps, terms) for box in order if results.get(box) == "win"]
    # A push stood there all the while, and is the player's again.
    for box in order:
        if results.get(box) == "push":
            heaps.gained[box] += _all_of(heaps, box)
    before = heaps.float_
    to_banker, to_float, kept = _hand_over(banked_by, bank_box, bankers_wager // chip, heaps, terms)
    assert heaps.float_ == before + to_float + kept
    assert not any((heaps.losing_area, heaps.bank, *heaps.boxes.values()))
    assert sum(heaps.gained.values()) + heaps.float_ == 0
    return Settled(
        tuple(payments),
        to_banker * chip,
        to_float * chip,
        kept * chip,
        {box: chips * chip for box, chips in heaps.gained.items()},
        heaps.float_ * chip,
    )


def _banker_wagers(banked_by: BankedBy, box: int, chips: int, heaps: Heaps) -> None:
    """9.3(b), (c): the co-banker's wager and as much from the float lie in the banker wager area.
    A player/banker's lies in the own box; a house that banks alone puts nothing down."""
    if banked_by == "house":
        return
    heaps.gained[box] = -chips
    heaps.bank = chips
    if banked_by == "co":
        heaps.bank += chips
        heaps.float_ -= chips


def _round_the_table(bank_box: int, clockwise: bool) -> Sequence[int]:
    """All boxes counter clockwise from the bank's, by the way the boxes are numbered."""
    order, box = [], bank_box
    for _ in range(8):
        order.append(box)
        box = box - 1 if clockwise else box + 1
        box = 8 if box == 0 else 1 if box == 9 else box
    return order


def _match(box: int, result: Result, heaps: Heaps) -> None:
    """9.3(g), (h): a lost wager is picked up at once, a push remains; a void one goes back."""
    if result == "lose":
        heaps.losing_area += _all_of(heaps, box)
    elif result == "void":
        heaps.gained[box] += _all_of(heaps, box)


def _pay(box: int, banked_by: BankedBy, heaps: Heaps, terms: Terms) -> Paid:
    """6.16, 9.3(i), (l): even money, each chip from the losing wager area while there is one, and
    else from the bank: the banker's wager, or the float of a house that banks alone."""
    from_losing = from_bank = 0
    for _ in range(heaps.boxes[box]):
        if heaps.losing_area:
            heaps.losing_area -= 1
            from_losing += 1
        elif banked_by == "house":
            heaps.float_ -= 1
            from_bank += 1
        else:
            heaps.bank -= 1
            assert heaps.bank >= 0, "the banker's wager covers all that can be lost"
            from_bank += 1
    won = from_losing + from_bank
    kept = _commission(won, terms) if terms.on_wins else 0
    heaps.float_ += kept
    heaps.gained[box] += _all_of(heaps, box) + won - kept
    chip = terms.chip
    return Paid(box, from_losing * chip, from_bank * chip, kept * chip)


def _hand_over(
    banked_by: BankedBy, box: int, wager: int, heaps: Heaps, terms: Terms
) -> tuple[int, int, int]:
    """What goes to the banker, to the float, and to the float as commission, in chips."""
    rest, heaps.losing_area = heaps.losing_area, 0
    bank, heaps.bank = heaps.bank, 0
    if banked_by == "house":
        heaps.float_ += rest
        return 0, rest, 0
    if banked_by == "player":
        # 9.2(k): the rest less commission; with it the own wager, or what 9.2(l) has left of it.
        kept = _commission(rest, terms)
        heaps.gained[box] += bank + rest - kept
        heaps.float_ += kept
        return bank + rest - kept, 0, kept
    if bank < wager + wager:
        # 9.3(l): there was a shortfall. All that is left is divided in two.
        assert rest == 0
        theirs, ours = _halved(bank, terms)
        heaps.gained[box] += theirs
        heaps.float_ += ours
        return theirs, ours, 0
    # 9.3(j), (k): the rest is halved, both wagers go back, commission is on the co-banker's half.
    theirs, ours = _halved(rest, terms)
    kept = _commission(theirs, terms)
    heaps.gained[box] += wager + theirs - kept
    heaps.float_ += wager + ours + kept
    return wager + theirs - kept, wager + ours, kept


def _halved(chips: int, terms: Terms) -> tuple[int, int]:
    """One for the co-banker, one for the house, until none is left; the odd one as declared."""
    theirs = ours = 0
    while chips >= 2:
        theirs, ours, chips = theirs + 1, ours + 1, chips - 2
    if chips:
        if terms.odd_chip == "co_banker":
            theirs += 1
        else:
            ours += 1
    return theirs, ours


def _commission(chips: int, terms: Terms) -> int:
    """Chips kept back of so many: one more and one more while it is not too much."""
    kept = 0
    while (kept + 1) * 10_000 <= chips * terms.rate:
        kept += 1
    if terms.rounded_up and kept * 10_000 < chips * terms.rate:
        kept += 1
    return kept


def _all_of(heaps: Heaps, box: int) -> int:
    chips, heaps.boxes[box] = heaps.boxes[box], 0
    return chips
