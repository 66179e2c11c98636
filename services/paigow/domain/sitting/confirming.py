"""The bank's hand confirmed as the house way before it is exposed, and what if not (10.8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, clause, happened
from services.paigow.domain.sitting.rounds import Hand, Laid, Mode, Round, SetBy, Step
from services.paigow.domain.sitting.setting import HIGH_BELOW_LOW, hand_at, lies_as_a_hand
from services.paigow.domain.sitting.staff import another
from services.paigow.domain.sitting.state import InPlay, Table, Told
from services.paigow.domain.sitting.steps import at_step
from services.paigow.domain.tiles import ranking
from services.paigow.domain.tiles.ranking import is_valid
from services.paigow.domain.tiles.tiles import face_of

NOT_THE_HOUSE_WAY = Reason(
    "NOT_THE_HOUSE_WAY",
    "The bank's hand is not set the house way, which is {way}.",
    "Set it again; that can be done until the first player's hand is exposed.",
    clause="PG-10.8(a)",
)
IS_THE_HOUSE_WAY = Reason(
    "IS_THE_HOUSE_WAY",
    "What was found is the house way.",
    "Enter the hand as it lies; if it lies so, play goes on.",
    clause="PG-10.8(a)",
)
SET_BY_ITS_PLAYER = Reason(
    "SET_BY_ITS_PLAYER",
    "The player/banker set this hand, and need not set it the house way.",
    "Go on with the hand as it is set.",
    clause="PG-10.8(a)",
)
BANKS_HAND_NOT_SET = Reason(
    "BANKS_HAND_NOT_SET",
    "The bank's hand has not been set.",
    "Set it first.",
)
HOUSE_WAY_NOT_CONFIRMED = Reason(
    "HOUSE_WAY_NOT_CONFIRMED",
    "The game supervisor has not confirmed that the bank's hand is set the house way.",
    "Have the game supervisor look at it and confirm.",
)


@dataclass(frozen=True, slots=True)
class ConfirmHouseWay(Told):
    """The game supervisor has seen that the bank's hand is set the house way."""


@dataclass(frozen=True, slots=True)
class ReportNotHouseWay(Told):
    """The bank's hand was found to lie so, which is not the house way."""

    laid: Laid


@dataclass(frozen=True, slots=True)
class HouseWayConfirmed:
    """The bank's hand is set the house way, as the game supervisor saw."""


@dataclass(frozen=True, slots=True)
class HouseWayMissed:
    """The bank's hand was found to lie so. It `stands`, or is set again; `otherwise` are the boxes
    that were matched before, and come to something else against it as found."""

    laid: Laid
    stands: bool
    otherwise: tuple[int, ...]


@clause("PG-10.8(a)")
def confirm_house_way(command: ConfirmHouseWay, table: InPlay) -> Decision[HouseWayConfirmed]:
    """A hand that the dealer set for the bank is confirmed as the house way, by another person
    than the one who set it; or it is set again."""
    current = at_step(table, Step.SETTING, Step.EXPOSING, co="PG-9.3(e)")
    hand = _dealers(current)
    another(hand.entered_by, command.by)
    if not hand.is_house_way(table.rules.settings):
        raise NOT_THE_HOUSE_WAY(way=words(hand.house_way))
    return Decision() if current.confirmed else happened(HouseWayConfirmed())


def house_way_confirmed(table: Table, current: Round, _: HouseWayConfirmed) -> Table:
    """The bank's hand may be exposed."""
    return replace(table, round=replace(current, confirmed=True))


@clause("PG-10.8(a)", "PG-10.8(b)")
def report_not_house_way(command: ReportNotHouseWay, table: InPlay) -> Decision[HouseWayMissed]:
    """Found in time, the hand is set again; once the first player's hand is exposed, it stands as
    it was found until the round is settled. What was matched before stays as it was called."""
    current = at_step(table, Step.SETTING, Step.EXPOSING, Step.PAYING, Step.DIVIDING)
    hand = _dealers(current)
    lies_as_a_hand(command.laid, hand)
    if replace(hand, laid=command.laid).is_house_way(table.rules.settings):
        raise IS_THE_HOUSE_WAY()
    stands = any(other.exposed for other in current.players_hands)
    if stands and not is_valid(command.laid.setting, table.rules.settings):
        raise HIGH_BELOW_LOW(box=hand.box)
    if stands and command.laid == hand.laid:
        return Decision()
    otherwise = _matched_otherwise(command.laid, table, current) if stands else ()
    return happened(HouseWayMissed(command.laid, stands, otherwise))


def house_way_missed(table: Table, current: Round, event: HouseWayMissed) -> Table:
    """The hand stands as it was found, or waits to be set again."""
    laid = event.laid if event.stands else None
    changed = current.with_hand(current.bank.box, laid=laid)
    return replace(table, round=replace(changed, confirmed=event.stands))


def bank_is_ready(table: Table, current: Round) -> Hand:
    """The bank's hand, set and where the house asks for it confirmed; refused otherwise."""
    hand = hand_at(current.bank.box, current)
    if hand.laid is None:
        raise BANKS_HAND_NOT_SET()
    dealers = hand.set_by is not SetBy.PLAYER
    if dealers and table.rules.house_way_confirmed and not current.confirmed:
        raise HOUSE_WAY_NOT_CONFIRMED()
    return hand


def words(laid: Laid) -> str:
    """A hand as people say it: "Teen 6-6 and nine 3-6 high, …"."""
    high, low = (
        " and ".join(face_of(tile).shown for tile in half) for half in (laid.high, laid.low)
    )
    return f"{high} high, {low} low"


def _matched_otherwise(found: Laid, table: Table, current: Round) -> tuple[int, ...]:
    """The boxes that come to something else against the bank's hand as it was found."""
    return tuple(
        hand.box
        for hand in current.players_hands
        if hand.outcome is not None
        and hand.laid is not None
        and ranking.outcome(hand.laid.setting, found.setting, table.rules.settings).name
        != hand.outcome.name
    )


def _dealers(current: Round) -> Hand:
    """The bank's hand, set by the dealer."""
    hand = hand_at(current.bank.box, current)
    if hand.laid is None:
        raise BANKS_HAND_NOT_SET()
    if current.bank.mode is Mode.PLAYER and hand.set_by is SetBy.PLAYER:
        raise SET_BY_ITS_PLAYER()
    return hand
