"""What session tables are told: by the tournament, and by their clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from google.protobuf.message import Message

from eyesdown.tournament.v1 import table_events_pb2, tournament_events_pb2
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.law import Due
from services.kernel.names import Name
from services.kernel.record.commit import Given
from services.tournament.domain.table.table import Command
from services.tournament.names import table_name

_WORDS: dict[type[Message], str] = {
    tournament_events_pb2.TableSeated: "seated",
    tournament_events_pb2.SeatsChanged: "seats_changed",
    tournament_events_pb2.SeatingVoided: "voided",
    tournament_events_pb2.SessionStarted: "started",
    tournament_events_pb2.SessionHeld: "held",
    tournament_events_pb2.SessionResumed: "resumed",
    tournament_events_pb2.DirectorPresence: "director",
    tournament_events_pb2.PlayerDisqualified: "disqualified",
    tournament_events_pb2.EntryWithdrawn: "withdrawn",
    table_events_pb2.TablesClosed: "closed",
}


def tables_following_tournaments(
    make: Callable[[Given], Command],
) -> Callable[[Happening], Iterator[Order[Command]]]:
    """What a commit of a tournament tells its tables: one command each, whatever it holds."""

    def following(happening: Happening) -> Iterator[Order[Command]]:
        told: dict[Name, table_events_pb2.FollowTournament] = {}
        for event in happening.events:
            for target in _tables(happening.name, event):
                request = told.setdefault(
                    target,
                    table_events_pb2.FollowTournament(tournament=str(happening.name)),
                )
                getattr(request.words.add(), _WORDS[type(event)]).CopyFrom(event)
        for target, request in told.items():
            yield Order(target, request, make, profile=happening.profile)

    return following


def calling_time(make: Callable[[Given], Command]) -> Callable[[Name, Due], Order[Command]]:
    """What a table is told when its session's time is up."""

    def call_time(name: Name, _: Due) -> Order[Command]:
        return Order(name, table_events_pb2.CallTime(), make)

    return call_time


def _tables(tournament: Name, event: Message) -> Iterator[Name]:
    """The tables that an event of the tournament is about."""
    match event:
        case (
            tournament_events_pb2.TableSeated()
            | tournament_events_pb2.SeatsChanged()
            | tournament_events_pb2.PlayerDisqualified()
            | tournament_events_pb2.EntryWithdrawn()
        ):
            if event.table:
                yield table_name(tournament, event.session, event.table)
        case (
            tournament_events_pb2.SeatingVoided()
            | tournament_events_pb2.SessionStarted()
            | tournament_events_pb2.SessionHeld()
            | tournament_events_pb2.SessionResumed()
            | tournament_events_pb2.DirectorPresence()
            | table_events_pb2.TablesClosed()
        ):
            for table in event.tables:
                yield table_name(tournament, event.session, table)
