"""The words of tournaments: how chips are issued, what sessions are counted in, who is out and why.

The enums are whole numbers, equal to those in the messages.
"""

from __future__ import annotations

import enum

from eyesdown.tournament.v1 import table_pb2, terms_pb2, tournament_pb2
from eyesdown.tournament.v1 import tournament_service_pb2 as rpc


class TournamentPhase(enum.IntEnum):
    """Where a tournament stands."""

    PLANNED = tournament_pb2.PHASE_PLANNED
    OPEN = tournament_pb2.PHASE_OPEN
    IN_PLAY = tournament_pb2.PHASE_IN_PLAY
    CANCELLED = tournament_pb2.PHASE_CANCELLED
    CLOSED = tournament_pb2.PHASE_CLOSED


class SessionTablePhase(enum.IntEnum):
    """Where a table of a session stands. DEALT: the first card of a round has left the shoe;
    TALLYING: the session is over, and chips are counted."""

    SEATED = table_pb2.TABLE_PHASE_SEATED
    WAGERING = table_pb2.TABLE_PHASE_WAGERING
    DEALT = table_pb2.TABLE_PHASE_DEALT
    HELD = table_pb2.TABLE_PHASE_HELD
    TALLYING = table_pb2.TABLE_PHASE_TALLYING
    FINISHED = table_pb2.TABLE_PHASE_FINISHED
    CLOSED = table_pb2.TABLE_PHASE_CLOSED


class Admission(enum.IntEnum):
    """How applicants come in: the operator accepts each, or the first come while there is room."""

    BY_OPERATOR = tournament_pb2.ADMISSION_BY_OPERATOR
    FIRST_COME = tournament_pb2.ADMISSION_FIRST_COME


class ChipIssue(enum.IntEnum):
    """How players come by their chips: free, or bought at face value."""

    FREE = terms_pb2.CHIP_ISSUE_FREE
    FACE_VALUE = terms_pb2.CHIP_ISSUE_FACE_VALUE


class Failing(enum.IntEnum):
    """What a player who is disqualified failed to do: keep the rules, or attend."""

    RULES = rpc.FAILING_RULES
    ATTENDANCE = rpc.FAILING_ATTENDANCE


class Cancelling(enum.IntEnum):
    """Why a tournament does not take place."""

    LACK_OF_PARTICIPATION = tournament_pb2.CANCELLING_LACK_OF_PARTICIPATION
    DOES_NOT_PROCEED = tournament_pb2.CANCELLING_DOES_NOT_PROCEED


class ValueKind(enum.IntEnum):
    """What the operator adds to the prizes."""

    CASH = tournament_pb2.KIND_CASH
    GOODS = tournament_pb2.KIND_GOODS
    SERVICES = tournament_pb2.KIND_SERVICES


def minutes(count: int) -> terms_pb2.Length:
    """A session of so many minutes."""
    return terms_pb2.Length(unit=terms_pb2.LENGTH_UNIT_MINUTES, count=count)


def shoes(count: int) -> terms_pb2.Length:
    """A session of so many shoes."""
    return terms_pb2.Length(unit=terms_pb2.LENGTH_UNIT_SHOES, count=count)


def rounds(count: int) -> terms_pb2.Length:
    """A session of so many rounds."""
    return terms_pb2.Length(unit=terms_pb2.LENGTH_UNIT_ROUNDS, count=count)


def stage(
    title: str,
    *,
    chips: int,
    length: terms_pb2.Length,
    min_wager: int,
    max_wager: int,
    advance: int,
    increment: int = 0,
    issue: ChipIssue = ChipIssue.FREE,
) -> tournament_pb2.Stage:
    """A stage with the same wagers at every table; `advance` of each table go on (final: 0)."""
    return tournament_pb2.Stage(
        title=title,
        chips=chips,
        issue=terms_pb2.ChipIssue.ValueType(issue),
        length=length,
        limits=[
            tournament_pb2.Limits(min_wager=min_wager, max_wager=max_wager, increment=increment)
        ],
        advance=advance,
    )
