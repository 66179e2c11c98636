"""What is put right about rounds: recorded anew, voided, ruled to have begun (1.0, 4.2)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from services.kernel.law import Decision, Reason, clause, expect, happened
from services.tournament.domain.table import marker as markers
from services.tournament.domain.table import shuffling
from services.tournament.domain.table.conduct import by_the_director
from services.tournament.domain.table.limits import is_low
from services.tournament.domain.table.reasons import said
from services.tournament.domain.table.rounds import (
    NO_CARD_OUT,
    Hand,
    Played,
    after,
    consequences,
    settled,
)
from services.tournament.domain.table.state import (
    Dealt,
    InSession,
    Over,
    SessionEnding,
    Wagering,
)

ROUND_GONE = Reason(
    "ROUND_GONE",
    "Round {round} cannot be recorded anew: something else has followed it.",
    "Correct the chips of each box that was wrong, with the reason.",
)
NOT_ENDED_BY_TIME = Reason(
    "NOT_ENDED_BY_TIME",
    "No complete round of wagers was stopped by the time.",
    "Only a round on which all had wagered when time was up can be ruled to have begun.",
    clause="TBJ-1.0-session(b)",
)


@dataclass(frozen=True, slots=True)
class CorrectRound:
    """The last round was recorded wrongly: these are its outcomes."""

    round: int
    hands: tuple[Played, ...]
    cutting_card: bool
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class VoidRound:
    """The director voids a round that was dealt; it is played again."""

    round: int
    cutting_card: bool
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RuleRoundBegun:
    """The director rules that the first card was out before time was up."""

    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RoundCorrected:
    """The last round was recorded anew."""

    round: int
    hands: tuple[Hand, ...]
    cutting_card: bool
    eliminated: tuple[int, ...]
    marker: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """A round counts as not dealt, and its wagers went back."""

    round: int
    cutting_card: bool
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RoundRuledBegun:
    """A round is finished although time was recorded as up before its first card."""

    round: int
    reason: str
    by: str
    at: datetime


def correct_round(command: CorrectRound, table: InSession | Over) -> Decision[RoundCorrected]:
    """As long as nothing else has followed, the round's record is made anew in its place."""
    last = table.last if isinstance(table, Over) else table
    before = last.before if last is not None else None
    fresh = not table.tallied if isinstance(table, Over) else not last or not last.wagers
    if before is None or not fresh or before.play.number != command.round:
        raise ROUND_GONE(round=command.round)
    reason = said(command.reason)
    play = before.play
    assert isinstance(play, Dealt)
    hands = settled(command.hands, before, play)
    eliminated, marker = consequences(before, hands)
    event = RoundCorrected(
        command.round,
        hands,
        command.cutting_card,
        eliminated,
        marker,
        reason,
        command.by,
        command.at,
    )
    return happened(event)


def void_round(command: VoidRound, table: InSession) -> Decision[RoundVoided]:
    """A misdeal, or cards that were left alone: wagers go back, and the round is played again.

    So it is when time was up in it, since its first card had left the shoe before; by another
    reading, which a profile may have, the session is over then.
    """
    by_the_director(table, command.by)
    expect("round", command.round, table.play.number)
    if not isinstance(table.play, Dealt):
        raise NO_CARD_OUT(round=table.play.number)
    event = RoundVoided(
        command.round, command.cutting_card, said(command.reason), command.by, command.at
    )
    return happened(event)


@clause("TBJ-1.0-session(b)")
def rule_round_begun(command: RuleRoundBegun, table: Over) -> Decision[RoundRuledBegun]:
    """The dealer keyed the first card late: the round had begun, so it is finished."""
    reason = said(command.reason)
    by_the_director(table, command.by)
    last = table.last
    waiting = last is not None and isinstance(last.play, Wagering) and last.play.wagers
    if table.ending is not SessionEnding.TIME or table.tallied or last is None or not waiting:
        raise NOT_ENDED_BY_TIME()
    if isinstance(last.play, Wagering) and last.play.turn is not None:
        raise NOT_ENDED_BY_TIME()
    return happened(RoundRuledBegun(last.play.number, reason, command.by, command.at))


def round_corrected(table: InSession | Over, event: RoundCorrected) -> InSession:
    """As if it had been recorded so at first."""
    last = table.last if isinstance(table, Over) else table
    before = last.before if last is not None else None
    if before is None:
        raise TypeError("a round was corrected that could not be")
    return after(
        before,
        event.round,
        event.hands,
        event.eliminated,
        event.marker,
        event.cutting_card,
        event.at,
    )


def round_voided(table: InSession, event: RoundVoided) -> InSession:
    """The round's wagers begin anew; a low one among them was not the one that is let pass."""
    low = {lies.box for lies in table.wagers if is_low(lies, table.sign)}
    boxes = tuple(replace(box, low_wagers=box.low_wagers - (box.box in low)) for box in table.boxes)
    table = replace(table, boxes=boxes)
    shoe = shuffling.after_void_round(table.shoe, event.round, event.cutting_card)
    return replace(table, play=markers.wagering(table, event.round, event.at), shoe=shoe)


def round_ruled_begun(table: Over, event: RoundRuledBegun) -> InSession:
    """The session goes on for this one round."""
    last = table.last
    if last is None:
        raise TypeError("a round was ruled to have begun in a session that never started")
    play = last.play
    dealt = Dealt(play.number, play.order, play.wagers, table.ended_at)
    return replace(last, play=dealt, last_round=play.number)
