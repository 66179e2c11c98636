"""What is void: a hand, whose wager goes back, or a round, in which everything does.

A round to which no tiles were dealt can be called off, so that no table waits for a wager for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from services.kernel.law import Decision, happened
from services.paigow.domain.sitting.chips import Move, lying, move, player_of, wager_of
from services.paigow.domain.sitting.rounds import Round, Step
from services.paigow.domain.sitting.state import InPlay, Table, Told
from services.paigow.domain.sitting.steps import (
    all_back,
    at_step,
    over,
    with_moves,
    without_difference,
)


@dataclass(frozen=True, slots=True)
class CallOffRound(Told):
    """No round is played: nobody wagers, or the banker cannot. `reason` says why."""

    reason: str


@dataclass(frozen=True, slots=True)
class HandVoided:
    """A hand is void under a clause, and its wager went back."""

    box: int
    because: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round is void under a clause: everything went back, and the tiles are reshuffled."""

    round: int
    because: str
    reason: str
    moves: tuple[Move, ...]


def call_off_round(command: CallOffRound, table: InPlay) -> Decision[RoundVoided]:
    """Before the dice everything can go back, and the tiles are shuffled again."""
    current = at_step(table, Step.WAGERS, Step.MATCHING, Step.DICE)
    return happened(void_round("", command.reason.strip(), current))


def void_hand(box: int, because: str, current: Round) -> HandVoided:
    """A player's hand void, its wager given back (assumed)."""
    back = move(wager_of(box), player_of(box), lying(current.piles, wager_of(box)))
    return HandVoided(box, because, back)


def void_round(because: str, reason: str, current: Round) -> RoundVoided:
    """The round void, everything given back (assumed)."""
    return RoundVoided(current.number, because, reason, all_back(current))


def hand_voided(table: Table, current: Round, event: HandVoided) -> Table:
    """The hand takes no more part."""
    voided = current.with_hand(event.box, void=event.because, cleared=True)
    return with_moves(without_difference(table, event.box), voided, event.moves)


def round_voided(table: Table, current: Round, event: RoundVoided) -> Table:
    """The round is over."""
    voided = replace(current, step=Step.VOID, void=event.because)
    after = with_moves(table, voided, event.moves)
    return after if after.round is None else over(after, after.round, event.because)
