"""Players whom a casino supervisor keeps off each other's table, in a venue and year (10.13(b))."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from services.kernel.law import Decider, Decision, Reason, Standing, clause, happened
from services.paigow.domain.sitting.boxes import Apart
from services.paigow.domain.sitting.staff import casino_supervisor
from services.paigow.domain.sitting.state import Told

LONGEST = timedelta(days=365)
"""How long a restriction holds at most, so that it is kept with this gaming year's or last's."""

ONE_PLAYER_ALONE = Reason(
    "ONE_PLAYER_ALONE",
    "Players are kept apart from each other, and one alone was named.",
    "Name two players or more.",
    clause="PG-10.13(b)",
)
OVER_BEFORE_IT_BEGINS = Reason(
    "OVER_BEFORE_IT_BEGINS",
    "The restriction would end before it begins.",
    "Give an instant that is still to come.",
    clause="PG-10.13(b)",
)
RESTRICTED_TOO_LONG = Reason(
    "RESTRICTED_TOO_LONG",
    "The restriction would hold until {until}, and one holds for 365 days at most.",
    "Let it end within 365 days, and make it again then if it is still needed.",
    clause="PG-10.13(b)",
)
NO_SUCH_RESTRICTION = Reason(
    "NO_SUCH_RESTRICTION",
    "There is no restriction {restriction} in this venue and year.",
    "Take its number from the list.",
)


@dataclass(frozen=True, slots=True)
class RestrictPlayers(Told):
    """Keep these players off each other's table until an instant."""

    players: tuple[str, ...]
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class LiftRestriction(Told):
    """Let these players share a table again."""

    restriction: int
    reason: str


@dataclass(frozen=True, slots=True)
class Restriction:
    """Players kept apart until an instant, or until it is lifted."""

    restriction: int
    players: tuple[str, ...]
    until: datetime
    reason: str
    by: str
    at: datetime
    lifted_by: str = ""


@dataclass(frozen=True, slots=True)
class PlayersRestricted:
    """Players are kept off each other's table."""

    restriction: Restriction


@dataclass(frozen=True, slots=True)
class RestrictionLifted:
    """They may share a table again."""

    restriction: int
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True)
class Restrictions:
    """All restrictions that were made in a venue and year."""

    all: tuple[Restriction, ...] = ()

    def in_force(self, at: datetime) -> Iterator[Restriction]:
        """Those that hold at an instant."""
        return (each for each in self.all if not each.lifted_by and at < each.until)


Command = RestrictPlayers | LiftRestriction
Event = PlayersRestricted | RestrictionLifted


@clause("PG-10.13(b)")
def restrict_players(
    command: RestrictPlayers, restrictions: Restrictions
) -> Decision[PlayersRestricted]:
    """A casino supervisor may keep those suspected of collusion off each other's table."""
    casino_supervisor(command.by, "PG-10.13(b)")
    players = tuple(sorted(set(command.players)))
    if len(players) < 2:
        raise ONE_PLAYER_ALONE()
    if command.until <= command.by.at:
        raise OVER_BEFORE_IT_BEGINS()
    if command.until > command.by.at + LONGEST:
        raise RESTRICTED_TOO_LONG(until=command.until.date().isoformat())
    number, by = len(restrictions.all) + 1, command.by
    return happened(
        PlayersRestricted(
            Restriction(number, players, command.until, command.reason.strip(), by.person, by.at)
        )
    )


@clause("PG-10.13(b)")
def lift_restriction(
    command: LiftRestriction, restrictions: Restrictions
) -> Decision[RestrictionLifted]:
    """What a casino supervisor ordered, one may lift."""
    casino_supervisor(command.by, "PG-10.13(b)")
    for each in restrictions.all:
        if each.restriction == command.restriction:
            by = command.by
            lifted = RestrictionLifted(each.restriction, command.reason.strip(), by.person, by.at)
            return Decision() if each.lifted_by else happened(lifted)
    raise NO_SUCH_RESTRICTION(restriction=command.restriction)


def pairs(restrictions: Restrictions, at: datetime) -> tuple[Apart, ...]:
    """Every two players who are kept apart at an instant."""
    found = {
        Apart(one, other)
        for each in restrictions.in_force(at)
        for number, one in enumerate(each.players)
        for other in each.players[number + 1 :]
    }
    return tuple(sorted(found, key=lambda pair: (pair.one, pair.other)))


def decide(command: Command, restrictions: Restrictions) -> Decision[Event]:
    """What a command leads to."""
    match command:
        case RestrictPlayers():
            return restrict_players(command, restrictions)
        case LiftRestriction():
            return lift_restriction(command, restrictions)


def evolve(restrictions: Restrictions, event: Event) -> Restrictions:
    """The restrictions after an event; checks no rule."""
    match event:
        case PlayersRestricted(restriction):
            return Restrictions((*restrictions.all, restriction))
        case RestrictionLifted(number, _, by, _):
            return Restrictions(
                tuple(
                    replace(each, lifted_by=by) if each.restriction == number else each
                    for each in restrictions.all
                )
            )


def standing(restrictions: Restrictions) -> Standing:
    """They stand for as long as their year's journal does."""
    return Standing.IN_PLAY


RESTRICTIONS: Decider[Command, Event, Restrictions] = Decider(
    kind="restrictions",
    initial=Restrictions(),
    decide=decide,
    evolve=evolve,
    standing=standing,
    anytime=(RestrictPlayers,),
)
