"""Tiles dealt wrongly, knocked down, laid upside down or mixed up (rules 10.14 to 10.16)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, clause, happened
from services.paigow.domain.sitting.rounds import Hand, Laid, Outcome, Round, SetBy, Step
from services.paigow.domain.sitting.setting import (
    HandSet,
    before_the_first_hand,
    hand_at,
    lies_as_a_hand,
)
from services.paigow.domain.sitting.state import InPlay, Table, Told
from services.paigow.domain.sitting.steps import at_step, next_to_expose, without_difference
from services.paigow.domain.sitting.voids import HandVoided, RoundVoided, void_hand, void_round
from services.paigow.domain.tiles.ranking import is_valid

NOT_BEING_EXPOSED = Reason(
    "NOT_BEING_EXPOSED",
    "The hand at box {box} is not the one that is being exposed.",
    "This is about the player's hand that the dealer is exposing; of tiles of several hands, "
    "record that they were mixed.",
    clause="PG-10.15",
)
ONE_HAND_ALONE = Reason(
    "ONE_HAND_ALONE",
    "Tiles can be mixed between two hands or more, and {count} was named.",
    "Name all hands whose tiles are involved.",
    clause="PG-10.16",
)
HAND_IS_EXPOSED = Reason(
    "HAND_IS_EXPOSED",
    "The hand at box {box} has been exposed, so its tiles are known.",
    "Put its tiles back as they are on record.",
    clause="PG-10.16",
)


WINNER_WAS_PAID = Reason(
    "WINNER_WAS_PAID",
    "The winner at box {box} has been paid, so the round cannot be undone any more.",
    "Finish the round, and open a dispute on it.",
    clause="PG-10.14",
)


NOT_FOULED = Reason(
    "NOT_FOULED",
    "As it lies at box {box} the high hand is not lower than the low hand.",
    "Match the hand as it lies; if it was entered otherwise, the result that differs is decided.",
)
SET_BY_THE_DEALER = Reason(
    "SET_BY_THE_DEALER",
    "The dealer set the hand of box {box} the house way.",
    "Look at the hand again; of the bank's hand, report that it is not set the house way.",
)
FOUND_OUT_OF_TURN = Reason(
    "FOUND_OUT_OF_TURN",
    "The hand of box {box} is not the one that is being exposed, which is that of box {next}.",
    "Enter what was found when the turn of the hand comes.",
)


@dataclass(frozen=True, slots=True)
class DeclareMisdeal(Told):
    """The dealer distributed the tiles wrongly; `reason` says how."""

    reason: str


@dataclass(frozen=True, slots=True)
class RecordDisturbed(Told):
    """The dealer, exposing a player's hand, knocked its tiles down or mixed them."""

    box: int


@dataclass(frozen=True, slots=True)
class RecordFouled(Told):
    """A hand that its player set is found to lie so, the high hand lower than the low hand."""

    box: int
    laid: Laid


@dataclass(frozen=True, slots=True)
class RecordMixedHands(Told):
    """Tiles of these hands were mixed; `reconstructed`: each could be given its own again."""

    boxes: tuple[int, ...]
    reconstructed: bool


@dataclass(frozen=True, slots=True)
class HandDisturbed:
    """The dealer sets this hand the house way before it is matched."""

    box: int


@dataclass(frozen=True, slots=True)
class HandFouled:
    """A hand was found to lie so; the dealer sets it the house way before it is matched."""

    box: int
    laid: Laid


@dataclass(frozen=True, slots=True)
class HandsMixed:
    """Tiles of hands were mixed; unless they are `reconstructed` these hands are void."""

    boxes: tuple[int, ...]
    reconstructed: bool


@clause("PG-10.14")
def declare_misdeal(command: DeclareMisdeal, table: InPlay) -> Decision[RoundVoided]:
    """Tiles dealt wrongly void the round, handled or not, until the first winner is paid."""
    current = at_step(table, Step.DEALING, Step.SETTING, Step.EXPOSING, Step.PAYING, Step.DIVIDING)
    for hand in current.players_hands:
        if hand.outcome is Outcome.WIN and hand.cleared:
            raise WINNER_WAS_PAID(box=hand.box)
    return happened(void_round("PG-10.14", command.reason.strip(), current))


@clause("PG-10.15")
def record_disturbed(command: RecordDisturbed, table: InPlay) -> Decision[HandDisturbed]:
    """Only of the hand whose turn it is to be exposed: the dealer then sets it the house way.

    It speaks of a player's hand; the bank's, which everybody has seen, is laid as it is on record
    (a reading).
    """
    current = at_step(table, Step.EXPOSING)
    hand = hand_at(command.box, current)
    due = next_to_expose(table, current)
    if due is None or due.box != hand.box:
        raise NOT_BEING_EXPOSED(box=hand.box)
    return Decision() if hand.disturbed else happened(HandDisturbed(hand.box))


def hand_disturbed(table: Table, current: Round, event: HandDisturbed) -> Table:
    """How its player had set it counts no more, nor what was called of it."""
    after = without_difference(table, event.box)
    return replace(after, round=current.with_hand(event.box, disturbed=True, laid=None))


def record_fouled(command: RecordFouled, table: InPlay) -> Decision[HandFouled | HandSet]:
    """A high hand lower than the low hand that is found when the hand is being exposed is set the
    house way (assumed); the bank's, which its player set, before the first player's hand."""
    current = at_step(table, Step.EXPOSING)
    hand = hand_at(command.box, current)
    if hand.set_by is not SetBy.PLAYER:
        raise SET_BY_THE_DEALER(box=hand.box)
    lies_as_a_hand(command.laid, hand)
    if is_valid(command.laid.setting, table.rules.settings):
        raise NOT_FOULED(box=hand.box)
    if hand.box == current.bank.box:
        before_the_first_hand(current)
    else:
        _is_being_exposed(hand, table, current)
    set_ = HandSet(hand.box, hand.house_way, SetBy.FOULED, command.by.person)
    return happened(HandFouled(hand.box, command.laid), set_)


def hand_fouled(table: Table, current: Round, event: HandFouled) -> Table:
    """How it was said to be set counts no more, nor what was called of it."""
    after = without_difference(table, event.box)
    return replace(after, round=current.with_hand(event.box, laid=None))


def _is_being_exposed(hand: Hand, table: Table, current: Round) -> None:
    due = next_to_expose(table, current)
    if due is None or due.box != hand.box:
        raise FOUND_OUT_OF_TURN(box=hand.box, next=due.box if due else 0)


@clause("PG-10.16")
def record_mixed_hands(
    command: RecordMixedHands, table: InPlay
) -> Decision[HandsMixed | HandVoided | RoundVoided]:
    """Hands that cannot be told apart again are void; the bank's among them voids the round
    (assumed)."""
    current = at_step(table, Step.DEALING, Step.SETTING, Step.EXPOSING)
    boxes = tuple(sorted(set(command.boxes)))
    if len(boxes) < 2:
        raise ONE_HAND_ALONE(count=len(boxes))
    for box in boxes:
        hand = hand_at(box, current)
        if hand.exposed:
            raise HAND_IS_EXPOSED(box=box)
    mixed = HandsMixed(boxes, command.reconstructed)
    if command.reconstructed:
        return happened(mixed)
    if current.bank.box in boxes:
        reason = "tiles of the bank's hand were mixed with others"
        return happened(mixed, void_round("PG-10.16", reason, current))
    return happened(mixed, *(void_hand(box, "PG-10.16", current) for box in boxes))


def hands_mixed(table: Table, current: Round, _: HandsMixed) -> Table:
    """What follows from it is told by itself."""
    return table
