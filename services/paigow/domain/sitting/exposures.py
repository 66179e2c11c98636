"""Tiles that are seen too early, and what may be called void for it (rules 10.3 to 10.7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, Reason, clause, happened
from services.paigow.domain.sitting.rounds import Hand, Mode, Round, SetBy, Step
from services.paigow.domain.sitting.setting import hand_at
from services.paigow.domain.sitting.state import InPlay, Mixed, Table, Tiles, Told
from services.paigow.domain.sitting.steps import at_step
from services.paigow.domain.sitting.voids import HandVoided, RoundVoided, void_hand, void_round

MISDEAL_SHOWS = 2
"""How many tiles of a hand the dealer exposes before its player may call it void."""

NOT_IN_HAND = Reason(
    "NOT_IN_HAND",
    "The hand at box {box} does not have all the tiles that were entered, or one stands twice.",
    "Look at the tiles again, and enter each one that was seen once.",
)
NO_MISDEAL = Reason(
    "NO_MISDEAL",
    "The dealer exposed {count} of the tiles of box {box}, and that makes no misdeal.",
    "Turn the tile over and play on.",
    clause="PG-10.4",
)
HAND_VIEWED = Reason(
    "HAND_VIEWED",
    "The remaining tiles of the hand at box {box} have been viewed.",
    "The hand is played: it can be called void only before its player looks at the rest.",
)
HOUSE_PLAYS_ON = Reason(
    "HOUSE_PLAYS_ON",
    "The hand at box {box} is the house's, and it is played whatever was exposed of it.",
    "Turn the tiles over and play on.",
    clause="PG-10.6",
)
OWN_EXPOSURE = Reason(
    "OWN_EXPOSURE",
    "The player/banker exposed the tiles of box {box}, and the hand is played.",
    "Turn the tiles over and play on.",
    clause="PG-10.7",
)
TOO_LATE_TO_RESHUFFLE = Reason(
    "TOO_LATE_TO_RESHUFFLE",
    "In round {round} {now}: it is finished before the tiles are reshuffled.",
    "Finish the round and have the tiles shuffled then.",
    clause="PG-10.5",
)


@dataclass(frozen=True, slots=True)
class RecordExposure(Told):
    """Tiles of a hand were seen; `by_dealer`, or by its own player."""

    box: int
    tiles: tuple[int, ...]
    by_dealer: bool


@dataclass(frozen=True, slots=True)
class RecordViewed(Told):
    """A player has looked at the remaining tiles of the hand."""

    box: int


@dataclass(frozen=True, slots=True)
class CallHandVoid(Told):
    """The player of a box calls the hand void."""

    box: int


@dataclass(frozen=True, slots=True)
class OrderReshuffle(Told):
    """The game supervisor has the tiles reshuffled: tiles were exposed, or tracking is
    suspected."""

    reason: str


@dataclass(frozen=True, slots=True)
class TilesExposed:
    """Tiles of a hand were seen, are turned over, and the hand is played unless called void."""

    box: int
    tiles: tuple[int, ...]
    by_dealer: bool


@dataclass(frozen=True, slots=True)
class HandViewed:
    """A player has looked at the rest of the hand."""

    box: int


@dataclass(frozen=True, slots=True)
class ReshuffleOrdered:
    """The tiles are shuffled before the next round."""

    reason: str


@clause("PG-10.4")
def is_misdeal(hand: Hand) -> bool:
    """Whether the dealer has exposed enough of a hand for it to be called void: one tile is not."""
    return len(hand.shown) >= MISDEAL_SHOWS


@clause("PG-10.6", "PG-10.7")
def record_exposure(command: RecordExposure, table: InPlay) -> Decision[TilesExposed]:
    """What was seen goes on record, tile by tile, and the hand is played."""
    current = at_step(table, Step.DEALING, Step.SETTING)
    hand = hand_at(command.box, current)
    tiles = set(command.tiles)
    if not tiles or len(tiles) != len(command.tiles) or not tiles <= set(hand.tiles):
        raise NOT_IN_HAND(box=hand.box)
    if tiles <= set(hand.shown if command.by_dealer else hand.shown_by_player):
        return Decision()
    return happened(TilesExposed(hand.box, tuple(sorted(tiles)), command.by_dealer))


def tiles_exposed(table: Table, current: Round, event: TilesExposed) -> Table:
    """Exposures of a hand add up, or the greatest counts, as the table has it."""
    hand = current.hand(event.box)
    seen = () if hand is None else hand.shown if event.by_dealer else hand.shown_by_player
    together = tuple(sorted({*seen, *event.tiles}))
    if event.by_dealer and not table.rules.exposures_add_up:
        together = max(seen, event.tiles, key=len)
    if event.by_dealer:
        return replace(table, round=current.with_hand(event.box, shown=together))
    return replace(table, round=current.with_hand(event.box, shown_by_player=together))


def record_viewed(command: RecordViewed, table: InPlay) -> Decision[HandViewed]:
    """After this the hand cannot be called void."""
    current = at_step(table, Step.DEALING, Step.SETTING)
    hand = hand_at(command.box, current)
    return Decision() if hand.viewed else happened(HandViewed(hand.box))


def hand_viewed(table: Table, current: Round, event: HandViewed) -> Table:
    """Its player knows it."""
    return replace(table, round=current.with_hand(event.box, viewed=True))


@clause("PG-10.3(a)", "PG-10.3(b)", "PG-10.4", "PG-10.6", "PG-10.7")
def call_hand_void(command: CallHandVoid, table: InPlay) -> Decision[HandVoided | RoundVoided]:
    """A player may, when the dealer exposed two tiles or more and the rest is unseen; of the
    player/banker's hand it voids the round. The house's hand is played."""
    current = at_step(table, Step.DEALING, Step.SETTING)
    hand = hand_at(command.box, current)
    banks = hand.box == current.bank.box
    if banks and _is_the_houses(table, current):
        raise HOUSE_PLAYS_ON(box=hand.box)
    if not is_misdeal(hand):
        if banks and hand.shown_by_player:
            raise OWN_EXPOSURE(box=hand.box)
        raise NO_MISDEAL(count=len(hand.shown) or "none", box=hand.box)
    law = "PG-10.3(b)" if banks else "PG-10.3(a)"
    if _is_viewed(hand):
        raise HAND_VIEWED(clause=law, box=hand.box)
    if banks:
        return happened(void_round(law, "the banker called the hand void", current))
    return happened(void_hand(hand.box, law, current))


def _is_viewed(hand: Hand) -> bool:
    """Whether tiles that the dealer did not expose were seen by who would call the hand void: told
    so, shown by them, or set. A player's hand that the dealer set for them is unseen (a reading);
    the bank's is set when everything else is done, and too late."""
    own = set(hand.shown_by_player) - set(hand.shown)
    return hand.viewed or bool(own) or hand.set_by is SetBy.BANK


def _is_the_houses(table: Table, current: Round) -> bool:
    """Whether the bank's hand is played whatever was exposed: the house's, and where the table has
    it so the one that it shares."""
    mode = current.bank.mode
    return mode is Mode.HOUSE or (mode is Mode.CO and not table.rules.co_bank_hand_voidable)


@clause("PG-10.5")
def order_reshuffle(
    command: OrderReshuffle, table: InPlay
) -> Decision[RoundVoided | ReshuffleOrdered]:
    """Between rounds the tiles are shuffled again; a round whose hands are not exposed yet is
    void. A reading: the text does not say until when."""
    current, reason = table.round, command.reason.strip()
    if current is None:
        return happened(ReshuffleOrdered(reason))
    if current.step.value >= Step.EXPOSING.value:
        raise TOO_LATE_TO_RESHUFFLE(round=current.number, now=current.step.said)
    return happened(void_round("PG-10.5", reason, current))


def reshuffle_ordered(table: Table, _: ReshuffleOrdered) -> Table:
    """The tiles cannot be stacked or cut before."""
    return replace(table, tiles=Tiles(Mixed.TO_SHUFFLE, "PG-10.5"))
