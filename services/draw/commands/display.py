"""What was given as a command of a display: pure, so that anyone can make it again."""

from __future__ import annotations

from eyesdown.draw.v1 import display_events_pb2
from eyesdown.draw.v1 import display_service_pb2 as pb
from services.draw.domain.display import BindDisplay, Command, RevokeDisplay
from services.kernel.record.commit import Given
from services.kernel.record.making import facts_of


def command(given: Given) -> Command:
    """The command to a display."""
    match given.request:
        case pb.BindDisplayRequest() as request:
            facts = facts_of(given, display_events_pb2.DisplayFacts)
            return BindDisplay(
                display=request.display,
                room=request.room,
                code=request.code,
                waiting=facts.waiting,
                secret_sha256=facts.secret_sha256,
                hangs_in=facts.hangs_in,
                by=given.actor.person,
                at=given.at,
            )
        case pb.RevokeDisplayRequest() as request:
            return RevokeDisplay(request.reason, given.actor.person, given.at)
    raise TypeError(f"{given.method} is nothing that a display is told")
