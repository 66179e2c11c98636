"""Rounds: the first card, the outcomes, and what is put right afterwards (4.2, 4.9, 5.7, 5.9).

Outcomes are recorded as the dealer settled them; this chapter knows no card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, expect, happened
from services.tournament.domain.table import ending, shuffling
from services.tournament.domain.table import marker as markers
from services.tournament.domain.table.conduct import director_is_present
from services.tournament.domain.table.reasons import CARDS_OUT, not_held
from services.tournament.domain.table.state import (
    Box,
    Dealt,
    HandOutcome,
    InSession,
    Status,
    Wager,
    Wagering,
)
from services.tournament.domain.table.terms import CardRules, Payout

WAGERS_MISSING = Reason(
    "WAGERS_MISSING",
    "Not all have wagered: it is the turn of box {turn}.",
    "Take the wagers clockwise until all have; who makes none is out, or held to the minimum.",
    clause="TBJ-4.7",
)
NOBODY_WAGERS = Reason(
    "NOBODY_WAGERS",
    "No wager lies on the layout.",
    "Deal when the players are back and have wagered.",
    clause="TBJ-4.7",
)
COUNT_UNDECIDED = Reason(
    "COUNT_UNDECIDED",
    "The count of box {box} differs from the ledger and is not decided.",
    "The director decides on the difference; then go on.",
    clause="TBJ-4.4",
)
NO_CARD_OUT = Reason(
    "NO_CARD_OUT",
    "The first card of round {round} has not left the shoe.",
    "Deal the round first.",
)
WAGER_RULING_NEEDED = Reason(
    "WAGER_RULING_NEEDED",
    "A void wager of box {box} waits for the director's ruling.",
    "Have the director rule whether it was a failure to wager.",
    clause="TBJ-4.8(a)",
)
HANDS_DIFFER = Reason(
    "HANDS_DIFFER",
    "{why}",
    "Record every hand that was played, with its whole stake, and no other.",
    clause="TBJ-5.5",
)


@dataclass(frozen=True, slots=True)
class Played:
    """A hand as it was settled: its whole stake, doubles too. A split box has several."""

    box: int
    stake: int
    outcome: HandOutcome


@dataclass(frozen=True, slots=True)
class Hand:
    """A settled hand: what the house gave back of its stake and added. `cards` where known."""

    box: int
    stake: int
    outcome: HandOutcome
    paid: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealRound:
    """The first card of a round leaves the shoe."""

    round: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordRound:
    """The outcomes of a round. `cutting_card`: a cutting card came in it."""

    round: int
    hands: tuple[Played, ...]
    cutting_card: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """The first card left the shoe: wagers stay as they are, and the round will be finished."""

    round: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RoundRecorded:
    """A round was played. `eliminated` are out; the marker lies before box `marker` now.

    `dealer` are the dealer's cards where they are known.
    """

    round: int
    hands: tuple[Hand, ...]
    dealer: tuple[str, ...]
    cutting_card: bool
    eliminated: tuple[int, ...]
    marker: int
    by: str
    at: datetime


# -- decisions ---------------------------------------------------------------------------------


def deal_round(command: DealRound, table: InSession) -> Decision[RoundDealt]:
    """The first card leaves the shoe when all have wagered and the shuffle that is due is done."""
    not_held(table)
    expect("round", command.round, table.play.number)
    if isinstance(table.play, Dealt):
        raise CARDS_OUT(round=table.play.number)
    director_is_present(table)
    for box in table.differing:
        raise COUNT_UNDECIDED(box=box.box)
    shuffling.shuffled_for_play(table)
    all_have_wagered(table.play)
    return happened(RoundDealt(table.play.number, command.by, command.at))


@clause("TBJ-4.7")
def all_have_wagered(play: Wagering) -> None:
    """A wager on every hand, by everybody who can."""
    if play.turn is not None:
        raise WAGERS_MISSING(turn=play.turn)
    if not play.wagers:
        raise NOBODY_WAGERS()


def record_round(command: RecordRound, table: InSession) -> Decision[RoundRecorded]:
    """The round's outcomes move chips; who has none left is out, and the marker goes on."""
    play = under_way(command.round, table)
    hands = settled(command.hands, table, play)
    return recorded(table, hands, (), command.cutting_card, command.by, command.at)


def under_way(number: int, table: InSession) -> Dealt:
    """The round that can be recorded now.

    Of a table that was left meanwhile it is one whose hands were finished by then.
    """
    not_held(table)
    expect("round", number, table.play.number)
    if not isinstance(table.play, Dealt):
        raise NO_CARD_OUT(round=table.play.number)
    for wager in table.play.wagers:
        if wager.unruled:
            raise WAGER_RULING_NEEDED(box=wager.box)
    return table.play


def recorded(
    table: InSession,
    hands: tuple[Hand, ...],
    dealer: tuple[str, ...],
    cutting_card: bool,
    by: str,
    at: datetime,
) -> Decision[RoundRecorded]:
    """The events of a round that was played so."""
    number = table.play.number
    eliminated, marker = consequences(table, hands)
    event = RoundRecorded(number, hands, dealer, cutting_card, eliminated, marker, by, at)
    return happened(event)


@clause("TBJ-5.5")
def settled(played: tuple[Played, ...], table: InSession, play: Dealt) -> tuple[Hand, ...]:
    """The hands with what was paid. Each wager has its hands, on the player's own box alone."""
    wagers = {wager.box: wager for wager in play.wagers if wager.counts}
    for hand in played:
        if hand.box not in wagers:
            raise HANDS_DIFFER(why=f"No wager that counts lies on box {hand.box}.")
    for number, wager in wagers.items():
        stakes = [hand.stake for hand in played if hand.box == number]
        if not stakes or min(stakes) < wager.counts:
            why = f"Each hand of box {number} has a stake of at least {wager.counts}."
            raise HANDS_DIFFER(why=why)
        as_blackjack_lets([hand for hand in played if hand.box == number], wager, table.terms.cards)
        chips = next(box.chips for box in table.boxes if box.box == number)
        if sum(stakes) > chips:
            why = f"Box {number} has {chips} in chips and staked {sum(stakes)}."
            raise HANDS_DIFFER(clause="TBJ-4.4", why=why)
    return tuple(
        Hand(hand.box, hand.stake, hand.outcome, paid(hand, table.terms.payout), ())
        for hand in played
    )


@clause("TBJ-2.1")
def as_blackjack_lets(hands: list[Played], wager: Wager, rules: CardRules) -> None:
    """What can have come of a wager: doubled once at the most, split as often as rules let it.

    A blackjack is made of the first two cards: one hand with its wager and no more.
    """
    box, counts = wager.box, wager.counts
    if len(hands) > rules.most_hands:
        why = f"Box {box} has {len(hands)} hands; a wager is split into {rules.most_hands} at most."
        raise HANDS_DIFFER(clause="TBJ-2.1", why=why)
    doubles = len(hands) == 1 or rules.double_after_split
    most = 2 * counts if doubles else counts
    for hand in hands:
        if hand.stake > most:
            why = f"A hand of box {box} has a stake of at most {most}, not {hand.stake}."
            raise HANDS_DIFFER(clause="TBJ-2.1", why=why)
        whole = len(hands) == 1 and hand.stake == counts
        if hand.outcome is HandOutcome.BLACKJACK and not whole:
            why = f"Box {box} has a blackjack on a hand that was split or doubled."
            raise HANDS_DIFFER(clause="TBJ-2.1", why=why)


def paid(hand: Played, payout: Payout) -> int:
    """What comes back from the house to a hand, its stake among it."""
    match hand.outcome:
        case HandOutcome.LOST:
            return 0
        case HandOutcome.STOOD_OFF | HandOutcome.VOID:
            return hand.stake
        case HandOutcome.WON:
            return 2 * hand.stake
        case HandOutcome.BLACKJACK:
            whole, odd = divmod(hand.stake * payout.pays, payout.pays_for)
            return hand.stake + whole + (1 if odd and payout.half_to_player else 0)


# -- what happened -----------------------------------------------------------------------------


def round_dealt(table: InSession, event: RoundDealt) -> InSession:
    """Cards are out."""
    play = table.play
    return replace(table, play=Dealt(play.number, play.order, play.wagers, event.at))


def round_recorded(table: InSession, event: RoundRecorded) -> InSession:
    """Chips have moved, and the next round's wagers can come."""
    return after(
        table,
        event.round,
        event.hands,
        event.eliminated,
        event.marker,
        event.cutting_card,
        event.at,
    )


def after(
    before: InSession,
    number: int,
    hands: tuple[Hand, ...],
    eliminated: tuple[int, ...],
    marker: int,
    cutting_card: bool,
    at: datetime,
) -> InSession:
    """The table after a round that was played so, from what it was `before`."""
    boxes = _moved(before.boxes, hands)
    won_by_house = sum(hand.stake - hand.paid for hand in hands)
    out = tuple(
        replace(box, status=Status.ELIMINATED, out_in=number) if box.box in eliminated else box
        for box in boxes
    )
    after = replace(
        before,
        boxes=out,
        house=before.house + won_by_house,
        rounds=before.rounds + 1,
        shoe=shuffling.after_round(before.shoe, number, cutting_card),
        marker=marker,
        before=before,
    )
    return replace(after, play=markers.wagering(after, number + 1, at))


def consequences(table: InSession, hands: tuple[Hand, ...]) -> tuple[tuple[int, ...], int]:
    """Who is out after these hands, and where the marker goes."""
    boxes = _moved(table.boxes, hands)
    out = ending.eliminated(boxes, ending.stays_in(table))
    left = tuple(replace(box, status=Status.ELIMINATED) if box.box in out else box for box in boxes)
    return out, markers.next_box(replace(table, boxes=left))


def _moved(boxes: tuple[Box, ...], hands: tuple[Hand, ...]) -> tuple[Box, ...]:
    gained: dict[int, int] = {}
    for hand in hands:
        gained[hand.box] = gained.get(hand.box, 0) + hand.paid - hand.stake
    return tuple(replace(box, chips=box.chips + gained.get(box.box, 0)) for box in boxes)
