"""Dice and tiles: where the first set goes, what each box gets (rules 9.3(a), 9.3(c), 9.3(d))."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Opening, Reason, clause, happened
from services.paigow.domain.sitting.boxes import on_layout
from services.paigow.domain.sitting.rounds import Hand, Laid, Mode, Round, Step
from services.paigow.domain.sitting.state import BOXES, InPlay, Table, Told
from services.paigow.domain.sitting.steps import at_step
from services.paigow.domain.tiles.houseway import set_house_way
from services.paigow.domain.tiles.tiles import face_of

DICE_IMPOSSIBLE = Reason(
    "DICE_IMPOSSIBLE",
    "Three dice cannot show {dice}.",
    "Enter what each of the three dice shows, 1 to 6.",
)
NO_SUCH_TILE = Reason(
    "NO_SUCH_TILE",
    "There is no tile {tile}: the 32 tiles are numbered 0 to 31.",
    "Read the tile again.",
)
TILE_TWICE = Reason(
    "TILE_TWICE",
    "The tile {tile} is dealt already, to box {box}.",
    "Read the tile again. If the other hand was entered wrongly, the game supervisor corrects it; "
    "if the tile really is there twice, declare a misdeal and look at the tiles.",
)
NOT_FOUR_TILES = Reason(
    "NOT_FOUR_TILES",
    "A hand is four different tiles; for box {box} this was entered: {count}.",
    "Enter the four tiles of the set. If another number was dealt, declare a misdeal.",
)
NOT_THE_NEXT_BOX = Reason(
    "NOT_THE_NEXT_BOX",
    "The next set goes to box {next}, not to box {box}.",
    "Deal counter clockwise from where the dice point. If tiles lie wrongly, declare a misdeal.",
)
FROM_THE_SHOE = Reason(
    "FROM_THE_SHOE",
    "On this training table the tiles come from the recorded shuffle and are not entered.",
    "Deal without naming tiles.",
)
TILES_NOT_READ = Reason(
    "TILES_NOT_READ",
    "The tiles of the set were not entered.",
    "Enter the four tiles of the set.",
)
NO_CO_BANK = Reason(
    "NO_CO_BANK",
    "Nobody co-banks with the house in this round.",
    "Leave the bank's tiles where they were dealt.",
)


@dataclass(frozen=True, slots=True)
class ShakeDice(Told):
    """What the three dice show."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealHand(Told):
    """The next set goes to a box; `tiles` are none on a training table."""

    box: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlaceBankersTiles(Told):
    """The co-banked hand lies in front of the float tray."""


@dataclass(frozen=True, slots=True)
class DiceShaken:
    """The dice say where the first set goes; `order` are the boxes that get tiles."""

    dice: tuple[int, ...]
    first_box: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A box has its four tiles. `house_way` is how the house sets them, and by which `steps`;
    `opening` opens the recorded shuffle when its last set is dealt."""

    box: int
    tiles: tuple[int, ...]
    house_way: Laid
    steps: tuple[str, ...]
    opening: Opening | None


@dataclass(frozen=True, slots=True)
class BankersTilesPlaced:
    """The co-banked hand lies in front of the float tray."""


def total_of(dice: tuple[int, ...]) -> int:
    """The total of three dice; refused for what they cannot show."""
    if len(dice) != 3 or not all(1 <= die <= 6 for die in dice):
        raise DICE_IMPOSSIBLE(dice=", ".join(map(str, dice)) or "nothing")
    return sum(dice)


@clause("PG-9.3(c)")
def shake_dice(command: ShakeDice, table: InPlay) -> Decision[DiceShaken]:
    """When all wagers lie, the dice are counted counter clockwise from the bank's box as one."""
    current = at_step(table, Step.DICE, co="PG-9.3(c)")
    first, order = order_of(command.dice, table, current)
    return happened(DiceShaken(command.dice, first, order))


def order_of(dice: tuple[int, ...], table: Table, current: Round) -> tuple[int, tuple[int, ...]]:
    """The box to which dice send the first set, and all boxes that get tiles in their order."""
    first = table.counted(total_of(dice), current.bank.box, BOXES)
    boxes = (current.bank.box, *(wager.box for wager in current.wagers))
    return first, table.after(first, boxes)


def dice_shaken(table: Table, current: Round, event: DiceShaken) -> Table:
    """The tiles are dealt."""
    shaken = replace(
        current,
        dice=event.dice,
        first_box=event.first_box,
        order=event.order,
        step=Step.DEALING,
    )
    return replace(table, round=shaken)


@clause("PG-9.3(a)")
def deal_hand(command: DealHand, table: InPlay) -> Decision[HandDealt]:
    """Four tiles to each box in play and to the bank's, counter clockwise from where the dice
    point."""
    current = at_step(table, Step.DEALING)
    on_layout(command.box)
    due = current.order[len(current.hands)]
    if command.box != due:
        co_bank = current.bank.mode is Mode.CO and due == current.bank.box
        raise NOT_THE_NEXT_BOX(clause="PG-9.3(a)" if co_bank else "", next=due, box=command.box)
    tiles, opening = _set(command, table, current)
    for tile in tiles:
        is_free(tile, current.hands)
    if len(set(tiles)) != 4 or len(tiles) != 4:
        raise NOT_FOUR_TILES(box=command.box, count=counted_tiles(tiles))
    way = set_house_way(tiles, table.rules.way)
    steps = tuple(str(step) for step in way.steps)
    return happened(HandDealt(command.box, tiles, Laid.of(way.setting), steps, opening))


def hand_dealt(table: Table, current: Round, event: HandDealt) -> Table:
    """The box has a hand; when all have one the hands are set."""
    hand = Hand(event.box, event.tiles, event.house_way, event.steps)
    hands = (*current.hands, hand)
    step = Step.SETTING if len(hands) == len(current.order) else Step.DEALING
    return replace(table, round=replace(current, hands=hands, step=step))


@clause("PG-9.3(d)")
def place_bankers_tiles(command: PlaceBankersTiles, table: InPlay) -> Decision[BankersTilesPlaced]:
    """The tiles that a player and the house bank with lie in front of the float tray."""
    current = at_step(table, Step.SETTING, co="PG-9.3(d)")
    if current.bank.mode is not Mode.CO:
        raise NO_CO_BANK(clause="PG-9.3(d)")
    return Decision() if current.bankers_tiles_placed else happened(BankersTilesPlaced())


def bankers_tiles_placed(table: Table, current: Round, _: BankersTilesPlaced) -> Table:
    """They lie there."""
    return replace(table, round=replace(current, bankers_tiles_placed=True))


def _set(
    command: DealHand, table: InPlay, current: Round
) -> tuple[tuple[int, ...], Opening | None]:
    """The tiles of the next set, and what opens the shuffle when it is the last."""
    shoe = table.tiles.shoe
    if shoe is None:
        if not command.tiles:
            raise TILES_NOT_READ()
        return command.tiles, None
    if command.tiles:
        raise FROM_THE_SHOE()
    number = len(current.hands)
    last = number + 1 == len(current.order)
    tiles = shoe.reveal().order[4 * number : 4 * number + 4]
    return tiles, shoe.opening if last else None


def is_free(tile: int, hands: tuple[Hand, ...]) -> None:
    """Refused for what is no tile, and for one that a hand has."""
    try:
        face = face_of(tile)
    except ValueError as none:
        raise NO_SUCH_TILE(tile=tile) from none
    for hand in hands:
        if tile in hand.tiles:
            raise TILE_TWICE(tile=face.shown, box=hand.box)


def counted_tiles(tiles: tuple[int, ...]) -> str:
    """How many tiles these are, or which of them is named twice."""
    if len(tiles) == len(set(tiles)):
        return str(len(tiles))
    twice = next(tile for tile in tiles if tiles.count(tile) > 1)
    return f"the {face_of(twice).shown} twice"
