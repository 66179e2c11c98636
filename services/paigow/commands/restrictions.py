"""What was given as a command to a venue's restrictions."""

from __future__ import annotations

from eyesdown.paigow.v1 import paigow_service_pb2 as pb
from services.kernel.record.commit import Given
from services.kernel.record.shapes import instant
from services.paigow.commands.by import by
from services.paigow.domain.restrictions import Command, LiftRestriction, RestrictPlayers


def command(given: Given) -> Command:
    """The command to a venue's restrictions."""
    match given.request:
        case pb.RestrictPlayersRequest() as request:
            until = instant(request.until)
            return RestrictPlayers(by(given), tuple(request.players), until, request.reason)
        case pb.LiftRestrictionRequest() as request:
            return LiftRestriction(by(given), request.restriction, request.reason)
    raise TypeError(f"{given.method} is nothing that restrictions are told")
