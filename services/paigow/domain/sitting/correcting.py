"""Entries of the deal corrected: a tile or a die that was read or typed wrongly.

What lies on the table is right, and its entry is not; tiles that lie wrongly are a misdeal (10.14).
The game supervisor corrects it before the hand is exposed, and the old entry stays on record.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, happened
from services.paigow.domain.sitting.dealing import (
    FROM_THE_SHOE,
    NOT_FOUR_TILES,
    counted_tiles,
    is_free,
    order_of,
    total_of,
)
from services.paigow.domain.sitting.rounds import Hand, Laid, Round, SetBy, Step
from services.paigow.domain.sitting.setting import hand_at
from services.paigow.domain.sitting.state import InPlay, Table, Told
from services.paigow.domain.sitting.steps import at_step, without_difference
from services.paigow.domain.tiles.houseway import set_house_way

SHOWN_BEFORE = Reason(
    "SHOWN_BEFORE",
    "The hand of box {box} has been exposed, so its tiles are not corrected any more.",
    "Finish the round, and open a dispute on it.",
)
DEALT_BY_THESE_DICE = Reason(
    "DEALT_BY_THESE_DICE",
    "With {dice} the first set goes to box {first}, and sets were dealt from box {was}.",
    "Correct the dice before the first set is dealt; if tiles lie wrongly, declare a misdeal.",
)

_BY_THE_DEALER = (SetBy.REQUEST, SetBy.ABSENT, SetBy.DISTURBED, SetBy.FOULED)


@dataclass(frozen=True, slots=True)
class CorrectDeal(Told):
    """The tiles that lie at a box, which were entered otherwise."""

    box: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CorrectDice(Told):
    """What the three dice show, which was entered otherwise."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealCorrected:
    """The entry of a hand was wrong: `before` are the tiles that were entered first. `laid` is how
    the hand is set now, None when it has to be entered again."""

    box: int
    before: tuple[int, ...]
    tiles: tuple[int, ...]
    house_way: Laid
    steps: tuple[str, ...]
    laid: Laid | None


@dataclass(frozen=True, slots=True)
class DiceCorrected:
    """The entry of the dice was wrong: `before` is what was entered first."""

    before: tuple[int, ...]
    dice: tuple[int, ...]
    first_box: int
    order: tuple[int, ...]


def correct_deal(command: CorrectDeal, table: InPlay) -> Decision[DealCorrected]:
    """Four tiles that no other hand has, in place of those entered; a hand that the dealer set is
    set the house way by them, one that its player set is entered again."""
    current = at_step(table, Step.DEALING, Step.SETTING, Step.EXPOSING)
    hand = hand_at(command.box, current)
    if hand.exposed:
        raise SHOWN_BEFORE(box=hand.box)
    if table.tiles.shoe is not None:
        raise FROM_THE_SHOE()
    tiles = command.tiles
    others = tuple(each for each in current.hands if each.box != hand.box)
    for tile in tiles:
        is_free(tile, others)
    if len(set(tiles)) != 4 or len(tiles) != 4:
        raise NOT_FOUR_TILES(box=hand.box, count=counted_tiles(tiles))
    if set(tiles) == set(hand.tiles):
        return Decision()
    way = set_house_way(tiles, table.rules.way)
    theirs = hand.laid is not None and hand.set_by in _BY_THE_DEALER
    laid = Laid.of(way.setting)
    steps = tuple(str(step) for step in way.steps)
    return happened(
        DealCorrected(hand.box, hand.tiles, tiles, laid, steps, laid if theirs else None)
    )


def deal_corrected(table: Table, current: Round, event: DealCorrected) -> Table:
    """The hand has these tiles. What was seen of it stays seen, a misread tile as the one that lies
    in its place; what was called of it waits for nobody."""
    hand = current.hand(event.box)
    return table if hand is None else _corrected(table, current, hand, event)


def _corrected(table: Table, current: Round, hand: Hand, event: DealCorrected) -> Table:
    changed = current.with_hand(
        event.box,
        tiles=event.tiles,
        house_way=event.house_way,
        steps=event.steps,
        laid=event.laid,
        set_by=hand.set_by if event.laid else None,
        shown=_in_place(hand.shown, event),
        shown_by_player=_in_place(hand.shown_by_player, event),
    )
    if event.box == current.bank.box:
        changed = replace(changed, confirmed=False)
    return replace(without_difference(table, event.box), round=changed)


def _in_place(seen: tuple[int, ...], event: DealCorrected) -> tuple[int, ...]:
    before, after = set(event.before), set(event.tiles)
    right = dict(zip(sorted(before - after), sorted(after - before), strict=True))
    return tuple(sorted(right.get(tile, tile) for tile in seen))


def correct_dice(command: CorrectDice, table: InPlay) -> Decision[DiceCorrected]:
    """As long as the sets that were dealt went where these dice send them."""
    current = at_step(table, Step.DEALING, Step.SETTING)
    if command.dice == current.dice:
        return Decision()
    total_of(command.dice)
    first, order = order_of(command.dice, table, current)
    dealt = tuple(hand.box for hand in current.hands)
    if order[: len(dealt)] != dealt:
        said = ", ".join(map(str, command.dice))
        raise DEALT_BY_THESE_DICE(dice=said, first=first, was=current.first_box)
    return happened(DiceCorrected(current.dice, command.dice, first, order))


def dice_corrected(table: Table, current: Round, event: DiceCorrected) -> Table:
    """The sets go where these dice send them."""
    corrected = replace(current, dice=event.dice, first_box=event.first_box, order=event.order)
    return replace(table, round=corrected)
