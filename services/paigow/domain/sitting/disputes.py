"""Disputes about a round: its record frozen, ruled by one person and reviewed by another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, happened
from services.paigow.domain.sitting.chips import FLOAT, Move, move, player_of, to_float
from services.paigow.domain.sitting.opening import float_holds, in_chips, no_round
from services.paigow.domain.sitting.rounds import Round
from services.paigow.domain.sitting.staff import another, casino_supervisor
from services.paigow.domain.sitting.state import Dispute, Finding, InPlay, Ruling, Table, Told

NO_SUCH_ROUND = Reason(
    "NO_SUCH_ROUND",
    "There was no round {round} at this table.",
    "Take the number of the round from the table's record.",
)
NOT_IN_ROUND = Reason(
    "NOT_IN_ROUND",
    "Box {box} had no wager and no part in the bank in round {round}.",
    "Name the box that the dispute is about.",
)
DISPUTE_UNKNOWN = Reason(
    "DISPUTE_UNKNOWN",
    "There is no dispute {dispute} at this table.",
    "Take its number from the table's record.",
)
RULED_BEFORE = Reason(
    "RULED_BEFORE",
    "Dispute {dispute} is ruled and reviewed.",
    "Open another dispute if there is something new.",
)
NOT_RULED = Reason(
    "NOT_RULED",
    "Dispute {dispute} has not been ruled.",
    "Rule it first; another person reviews it then.",
)
RULING_WITHOUT_MONEY = Reason(
    "RULING_WITHOUT_MONEY",
    "{amount} was given with a ruling that the round {stands}.",
    "Give an amount where the round does not stand, and none where it does.",
)


@dataclass(frozen=True, slots=True)
class OpenDispute(Told):
    """The player of a box disputes a round; `recording` says where the recording of it is."""

    round: int
    box: int
    about: str
    recording: str


@dataclass(frozen=True, slots=True)
class RuleDispute(Told):
    """Rule a dispute; ruled again before its review, the last ruling counts."""

    dispute: int
    finding: Finding
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class ReviewDispute(Told):
    """A second person has looked at the case: what is due is paid."""

    dispute: int


@dataclass(frozen=True, slots=True)
class DisputeOpened:
    """A dispute about a round; `record_sha256` is the digest of the round as it stood."""

    dispute: int
    round: int
    box: int
    about: str
    recording: str
    record_sha256: bytes
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DisputeRuled:
    """The dispute is ruled, and waits for its review."""

    dispute: int
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class DisputeReviewed:
    """A second person reviewed it, and what was due was paid."""

    dispute: int
    by: str
    moves: tuple[Move, ...]


def open_dispute(command: OpenDispute, table: InPlay) -> Decision[DisputeOpened]:
    """The round is frozen as it stands, whatever is done at the table later."""
    disputed = _round(command.round, table)
    if disputed.wager(command.box) is None and not disputed.banks(command.box):
        raise NOT_IN_ROUND(box=command.box, round=command.round)
    by = command.by
    return happened(
        DisputeOpened(
            len(table.disputes) + 1,
            command.round,
            command.box,
            command.about.strip(),
            command.recording.strip(),
            digest(disputed),
            by.person,
            by.at,
        )
    )


def dispute_opened(table: Table, event: DisputeOpened) -> Table:
    """The case holds the round as it stood."""
    case = Dispute(
        event.dispute,
        event.box,
        event.about,
        event.recording,
        _round(event.round, table),
        event.record_sha256,
        event.by,
        event.at,
    )
    return replace(table, disputes=(*table.disputes, case))


def rule_dispute(command: RuleDispute, table: InPlay) -> Decision[DisputeRuled]:
    """A casino supervisor rules; money is named exactly where the ruling gives some."""
    casino_supervisor(command.by)
    case = _open(command.dispute, table)
    stands = command.finding is Finding.STANDS
    if stands == bool(command.amount):
        says = "stands" if stands else "does not stand"
        raise RULING_WITHOUT_MONEY(stands=says, amount=table.shown(command.amount))
    in_chips(command.amount, table)
    by = command.by
    ruling = Ruling(command.finding, command.amount, command.reason.strip(), by.person, by.at)
    return happened(DisputeRuled(case.dispute, ruling))


def dispute_ruled(table: Table, event: DisputeRuled) -> Table:
    """The ruling waits for its review."""
    return _with(table, event.dispute, ruling=event.ruling)


def review_dispute(command: ReviewDispute, table: InPlay) -> Decision[DisputeReviewed]:
    """Another casino supervisor reviews it, and what is due is paid from the float or to it; the
    float pays no ruling while it stands behind a round."""
    casino_supervisor(command.by)
    case = _open(command.dispute, table)
    if case.ruling is None:
        raise NOT_RULED(dispute=case.dispute)
    another(case.ruling.by, command.by)
    player, amount = player_of(case.box), case.ruling.amount
    moves: tuple[Move, ...] = ()
    if amount:
        no_round(table)
    if case.ruling.finding is Finding.FOR_PLAYER:
        float_holds(amount, table)
        moves = move(FLOAT, player, amount)
    elif case.ruling.finding is Finding.FOR_HOUSE:
        moves = move(player, FLOAT, amount)
    return happened(DisputeReviewed(case.dispute, command.by.person, moves))


def dispute_reviewed(table: Table, event: DisputeReviewed) -> Table:
    """The case is closed."""
    closed = _with(table, event.dispute, reviewed_by=event.by)
    return replace(closed, float_total=closed.float_total + to_float(event.moves))


def digest(disputed: Round) -> bytes:
    """SHA-256 of a round, written out line by line."""
    return hashlib.sha256("\n".join(_lines(disputed)).encode()).digest()


def _lines(disputed: Round) -> Iterator[str]:
    """A round as text, in an order that never changes."""
    yield f"round {disputed.number} {disputed.bank.mode.name} box {disputed.bank.box}"
    yield f"step {disputed.step.name} void {disputed.void or '-'} banker {disputed.bankers_wager}"
    yield f"tiles placed {disputed.bankers_tiles_placed} confirmed {disputed.confirmed}"
    yield f"dice {disputed.dice} first {disputed.first_box} order {disputed.order}"
    for wager in disputed.wagers:
        yield f"wager {wager.box} {wager.player} {wager.amount}"
    for hand in disputed.hands:
        laid = (hand.laid.high, hand.laid.low) if hand.laid else "-"
        outcome = hand.outcome.name if hand.outcome else "-"
        by = hand.set_by.name if hand.set_by else "-"
        yield f"hand {hand.box} {hand.tiles} laid {laid} by {by}"
        yield f"house way {hand.house_way.high} {hand.house_way.low} {'; '.join(hand.steps)}"
        yield f"shown {hand.shown} by its player {hand.shown_by_player} viewed {hand.viewed}"
        yield f"disturbed {hand.disturbed} exposed {hand.exposed}"
        yield f"comes {outcome} cleared {hand.cleared} void {hand.void or '-'}"
    for pile in disputed.piles:
        yield f"pile {pile.spot.place.name} {pile.spot.box} {pile.amount}"


def _round(number: int, table: Table) -> Round:
    if table.round is not None and table.round.number == number:
        return table.round
    found = next((each for each in table.rounds if each.number == number), None)
    if found is None:
        raise NO_SUCH_ROUND(round=number)
    return found


def _open(number: int, table: Table) -> Dispute:
    case = next((each for each in table.disputes if each.dispute == number), None)
    if case is None:
        raise DISPUTE_UNKNOWN(dispute=number)
    if case.reviewed_by:
        raise RULED_BEFORE(dispute=number)
    return case


def _with(table: Table, number: int, **changes: object) -> Table:
    cases = tuple(
        replace(each, **changes) if each.dispute == number else each  # type: ignore[arg-type]
        for each in table.disputes
    )
    return replace(table, disputes=cases)
