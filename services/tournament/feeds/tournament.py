"""What a tournament is told by its session tables: that they are done, and what was put right."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.tournament.v1 import table_events_pb2, tournament_events_pb2, tournament_pb2
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.tournament.commands import tournament as tournament_commands
from services.tournament.domain.tournament.tournament import Command
from services.tournament.names import tournament_of


def tournaments_following_tables(happening: Happening) -> Iterator[Order[Command]]:
    """What a commit of a session table leads to in its tournament."""
    target = tournament_of(happening.name)
    for event in happening.events:
        match event:
            case table_events_pb2.SessionFinished():
                result = tournament_pb2.TableResult(
                    end=event.end,
                    tallies=event.tallies,
                    remaining=event.remaining,
                    rounds=event.rounds,
                )
                recorded = tournament_events_pb2.RecordTableResult(
                    session=event.session, table=event.table, result=result
                )
                yield Order(target, recorded, tournament_commands.command)
            case table_events_pb2.TallyCorrected():
                corrected = tournament_events_pb2.CorrectTableResult(
                    session=event.session,
                    table=event.table,
                    tallies=event.tallies,
                    reason=event.reason,
                    by=event.by,
                    end=event.end,
                    remaining=event.remaining,
                )
                yield Order(target, corrected, tournament_commands.command)
