"""Setting hands: by the players, and by the dealer the house way (rules 9.3(e), 10.8, 10.17)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, clause, happened
from services.paigow.domain.sitting.boxes import on_layout
from services.paigow.domain.sitting.directions import told_first_are_set
from services.paigow.domain.sitting.rounds import Hand, Laid, Mode, Round, SetBy, Step
from services.paigow.domain.sitting.state import InPlay, Table, Told
from services.paigow.domain.sitting.steps import at_step, law_of
from services.paigow.domain.tiles.ranking import is_valid

CO_BANKER_SEES = 2
"""How many of the bank's tiles a co-banker may expose."""

NO_HAND = Reason(
    "NO_HAND",
    "There is no hand at box {box}.",
    "Look at the layout again.",
)
HAND_VOID = Reason(
    "HAND_VOID",
    "The hand at box {box} is void.",
    "It takes no more part in this round; its wager went back.",
)
NOT_ITS_TILES = Reason(
    "NOT_ITS_TILES",
    "The hand at box {box} has other tiles.",
    "Enter the four tiles of the hand, two high and two low.",
)
HIGH_BELOW_LOW = Reason(
    "HIGH_BELOW_LOW",
    "At box {box} the high hand is lower than the low hand.",
    "Set the hand again with its higher two tiles as the high hand.",
)
BANKS_HAND = Reason(
    "BANKS_HAND",
    "The hand at box {box} is the bank's, and the dealer sets it the house way.",
    "Set it after all other hands, as the bank's hand.",
    clause="PG-9.3(e)",
)
PLAYERS_OWN_HAND = Reason(
    "PLAYERS_OWN_HAND",
    "The player/banker sets the bank's hand in this round.",
    "Enter it as the hand of box {box}; on request the dealer sets it the house way.",
)
NOT_ALL_SET = Reason(
    "NOT_ALL_SET",
    "The hand at box {box} has not been set.",
    "Set it: the bank's hand, and the showdown, come when all other hands are set.",
)
BANKS_HAND_SET = Reason(
    "BANKS_HAND_SET",
    "The bank's hand is set, and all other hands stand as they are.",
    "Go on to expose the hands.",
    clause="PG-9.3(e)",
)
TILES_NOT_PLACED = Reason(
    "TILES_NOT_PLACED",
    "The bank's tiles do not lie in front of the float tray yet.",
    "Put them directly in front of the float tray.",
    clause="PG-9.3(d)",
)
PLAYER_AWAY = Reason(
    "PLAYER_AWAY",
    "The player of box {box} is away.",
    "The dealer sets the hand the house way, and the player takes what comes of it.",
    clause="PG-10.17",
)
PLAYER_THERE = Reason(
    "PLAYER_THERE",
    "The player of box {box} is not marked as away.",
    "Mark the player as away first; one who is there sets the hand or asks for the house way.",
    clause="PG-10.17",
)
SET_WHILE_AWAY = Reason(
    "SET_WHILE_AWAY",
    "The hand of box {box} was set the house way while its player was away, and stays so.",
    "Leave it as it is set: a player who was away takes what comes of it.",
    clause="PG-10.17",
)
DISTURBED = Reason(
    "DISTURBED",
    "The tiles of box {box} were disturbed when they were exposed.",
    "The dealer sets them the house way.",
    clause="PG-10.15",
)
NOT_DISTURBED = Reason(
    "NOT_DISTURBED",
    "The tiles of box {box} were not disturbed.",
    "Record first that they were; until then the hand stands as its player set it.",
    clause="PG-10.15",
)
SET_THE_HOUSE_WAY = Reason(
    "SET_THE_HOUSE_WAY",
    "The bank's hand is set the house way.",
    "There is nothing to set again.",
    clause="PG-10.8(a)",
)
HAND_STANDS = Reason(
    "HAND_STANDS",
    "The first player's hand has been exposed: the bank's hand stands as it is.",
    "Go on with the hand as it is set.",
    clause="PG-10.8(b)",
)
CO_BANKER_SHOWS_TWO = Reason(
    "CO_BANKER_SHOWS_TWO",
    "A co-banker may expose two of the bank's four tiles, before the hand is set: {why}.",
    "Let the co-banker expose two tiles while the hand is not set, or none.",
    clause="PG-9.3(e)",
)


@dataclass(frozen=True, slots=True)
class SetHand(Told):
    """A player has set the hand of a box."""

    box: int
    laid: Laid


@dataclass(frozen=True, slots=True)
class SetHouseWay(Told):
    """The dealer sets a player's hand the house way: on request, for an absent player, or when its
    tiles were disturbed."""

    box: int
    cause: SetBy


@dataclass(frozen=True, slots=True)
class SetBankersHand(Told):
    """The dealer has set the house's or the co-bankers' hand."""

    laid: Laid


@dataclass(frozen=True, slots=True)
class ExposeCoBankersTiles(Told):
    """The dealer lets the co-banker expose two of the bank's tiles."""

    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandSet:
    """A hand is set; `by` is the person who entered it."""

    box: int
    laid: Laid
    set_by: SetBy
    by: str


@dataclass(frozen=True, slots=True)
class CoBankersTilesExposed:
    """The co-banker exposed two of the bank's tiles."""

    tiles: tuple[int, ...]


def hand_at(box: int, current: Round) -> Hand:
    """The hand of a box; refused when there is none, or when it is void."""
    on_layout(box)
    hand = current.hand(box)
    if hand is None:
        raise NO_HAND(box=box)
    not_void(hand)
    return hand


@clause("PG-10.3(a)", "PG-10.16")
def not_void(hand: Hand) -> None:
    """A void hand takes no more part, by the clause under which it is void."""
    if hand.void:
        raise HAND_VOID(clause=hand.void, box=hand.box)


@clause("PG-9.3(e)", "PG-10.15", "PG-10.17")
def set_hand(command: SetHand, table: InPlay) -> Decision[HandSet]:
    """A player sets the own hand, high not lower than low, while hands are set; one whose tiles
    were corrected is entered again."""
    current = at_step(table, Step.SETTING, Step.EXPOSING)
    hand = hand_at(command.box, current)
    if hand.disturbed:
        raise DISTURBED(box=hand.box)
    if not _is_entered_again(hand, current):
        at_step(table, Step.SETTING)
    if hand.box == current.bank.box and current.bank.mode is not Mode.PLAYER:
        raise BANKS_HAND(box=hand.box)
    seat = table.seat(hand.box)
    if seat is not None and seat.absent:
        raise PLAYER_AWAY(box=hand.box)
    _may_be_handled(hand, table, current)
    _allowed(command.laid, hand, table)
    if hand.set_by is SetBy.ABSENT:
        raise SET_WHILE_AWAY(box=hand.box)
    if hand.laid == command.laid and hand.set_by is SetBy.PLAYER:
        return Decision()
    return happened(HandSet(hand.box, command.laid, SetBy.PLAYER, command.by.person))


@clause("PG-10.15", "PG-10.17")
def set_house_way(command: SetHouseWay, table: InPlay) -> Decision[HandSet]:
    """The dealer sets a hand the house way for who asks, for who is away, or when it was upset."""
    current = at_step(table, Step.SETTING, Step.EXPOSING)
    hand, by = hand_at(command.box, current), command.by.person
    if command.cause is SetBy.DISTURBED:
        if not hand.disturbed:
            raise NOT_DISTURBED(box=hand.box)
        if hand.laid is not None:
            return Decision()
        return happened(HandSet(hand.box, hand.house_way, SetBy.DISTURBED, by))
    if not (_is_set_again(hand, current) or _is_entered_again(hand, current)):
        at_step(table, Step.SETTING)
    if hand.box == current.bank.box and current.bank.mode is not Mode.PLAYER:
        raise BANKS_HAND(box=hand.box)
    seat = table.seat(hand.box)
    if command.cause is SetBy.ABSENT and (seat is None or not seat.absent):
        raise PLAYER_THERE(box=hand.box)
    if command.cause is SetBy.REQUEST and seat is not None and seat.absent:
        raise PLAYER_AWAY(box=hand.box)
    _may_be_handled(hand, table, current)
    return happened(HandSet(hand.box, hand.house_way, command.cause, by))


def hand_set(table: Table, current: Round, event: HandSet) -> Table:
    """The hand lies as it is; who set it has seen it."""
    viewed = event.set_by is SetBy.PLAYER
    hand = current.hand(event.box)
    changed = current.with_hand(
        event.box,
        laid=event.laid,
        set_by=event.set_by,
        entered_by=event.by,
        viewed=viewed or (hand is not None and hand.viewed),
    )
    if event.box == current.bank.box:
        changed = replace(changed, confirmed=False)
    return replace(table, round=changed)


@clause("PG-9.3(d)", "PG-9.3(e)", "PG-10.8(a)", "PG-10.8(b)")
def set_bankers_hand(command: SetBankersHand, table: InPlay) -> Decision[HandSet]:
    """The bank's hand is set last; found not to be the house way it may be set again, until the
    first player's hand is exposed."""
    current = at_step(table, Step.SETTING, Step.EXPOSING, co="PG-9.3(e)")
    if current.bank.mode is Mode.PLAYER:
        raise PLAYERS_OWN_HAND(box=current.bank.box)
    hand = hand_at(current.bank.box, current)
    if current.step is Step.EXPOSING:
        before_the_first_hand(current)
    if hand.is_house_way(table.rules.settings):
        raise SET_THE_HOUSE_WAY()
    if current.bank.mode is Mode.CO and not current.bankers_tiles_placed:
        raise TILES_NOT_PLACED()
    all_others_set(current)
    _allowed(command.laid, hand, table)
    return happened(HandSet(hand.box, command.laid, SetBy.BANK, command.by.person))


@clause("PG-9.3(d)", "PG-9.3(e)")
def expose_co_bankers_tiles(
    command: ExposeCoBankersTiles, table: InPlay
) -> Decision[CoBankersTilesExposed]:
    """The dealer may let the co-banker expose two of the four tiles, where they lie in front of the
    float tray and before the hand is set. One that the co-banker exposed before is one of the two
    (a reading)."""
    current = at_step(table, Step.SETTING, co="PG-9.3(e)")
    hand = hand_at(current.bank.box, current)
    if current.bank.mode is not Mode.CO:
        raise CO_BANKER_SHOWS_TWO(why="nobody co-banks")
    if hand.laid is not None:
        raise CO_BANKER_SHOWS_TWO(why="the hand is set")
    if not current.bankers_tiles_placed:
        raise TILES_NOT_PLACED()
    if len(set(command.tiles)) != 2 or not set(command.tiles) <= set(hand.tiles):
        raise CO_BANKER_SHOWS_TWO(why="these are not two of its tiles")
    seen = set(hand.shown_by_player)
    if len(seen) >= CO_BANKER_SEES or len(seen | set(command.tiles)) > CO_BANKER_SEES:
        raise CO_BANKER_SHOWS_TWO(why=f"the co-banker exposed {len(seen)} already")
    return happened(CoBankersTilesExposed(tuple(sorted(command.tiles))))


def co_bankers_tiles_exposed(table: Table, current: Round, event: CoBankersTilesExposed) -> Table:
    """Everybody sees them."""
    return replace(table, round=current.with_hand(current.bank.box, shown_by_player=event.tiles))


@clause("PG-9.3(e)")
def all_others_set(current: Round) -> None:
    """Refused while a player's hand is not set."""
    for hand in current.players_hands:
        if hand.laid is None:
            raise NOT_ALL_SET(clause=law_of(current.bank.mode, co="PG-9.3(e)"), box=hand.box)


@clause("PG-10.8(b)")
def before_the_first_hand(current: Round) -> None:
    """Refused once a player's hand is exposed."""
    if any(hand.exposed for hand in current.players_hands):
        raise HAND_STANDS()


def _is_set_again(hand: Hand, current: Round) -> bool:
    """A player/banker's hand that was found not to be set the house way (10.8)."""
    return hand.box == current.bank.box and hand.exposed and hand.laid is None


def _is_entered_again(hand: Hand, current: Round) -> bool:
    """A player's hand whose tiles were corrected at the showdown."""
    return hand.box != current.bank.box and hand.laid is None and not hand.disturbed


def _may_be_handled(hand: Hand, table: Table, current: Round) -> None:
    told_first_are_set(hand, table, current)
    bank = current.bankers_hand
    dealers = current.bank.mode is not Mode.PLAYER
    handled = hand.laid is not None
    if handled and dealers and bank is not None and bank.laid is not None:
        raise BANKS_HAND_SET(clause=law_of(current.bank.mode, co="PG-9.3(e)"))


def lies_as_a_hand(laid: Laid, hand: Hand) -> None:
    """Refused unless these are the tiles of the hand, two and two."""
    four = sorted((*laid.high, *laid.low))
    if len(laid.high) != 2 or four != sorted(hand.tiles):
        raise NOT_ITS_TILES(box=hand.box)


def _allowed(laid: Laid, hand: Hand, table: Table) -> None:
    lies_as_a_hand(laid, hand)
    if not is_valid(laid.setting, table.rules.settings):
        raise HIGH_BELOW_LOW(box=hand.box)
