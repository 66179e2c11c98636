"""How a call fails, for the program that made it and the person in front of it.

Eyesdown sends a `google.rpc.Status` with every failure: a stable reason, the clause it rests on,
a sentence for a person at the table and what to do about it. Failures on the way, which bring no
such status, are told in the same form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from eyesdown.draw.v1 import display_pb2, dispute_pb2, equipment_pb2, game_pb2, session_pb2

DETAILS_KEY = "grpc-status-details-bin"

Fresh = (
    game_pb2.Game
    | session_pb2.Session
    | equipment_pb2.Equipment
    | dispute_pb2.Dispute
    | display_pb2.Display
)
"""What a stale command is answered with."""
_FRESH: tuple[type[Fresh], ...] = (
    game_pb2.Game,
    session_pb2.Session,
    equipment_pb2.Equipment,
    dispute_pb2.Dispute,
    display_pb2.Display,
)

_REPEAT = " Repeat it with the same request_id: it will not be done twice."


class EyesdownError(Exception):
    """A call failed.

    `code` is gRPC's; `reason` is stable, such as "ROOM_IN_PLAY", for programs to rely on;
    `clause` the id of the rule it rests on, or empty; `sentence` and `advice` say to a person what
    happened and what to do; `fields` are the fields that are wrong, each with what is wrong with
    it; `facts` fill the sentence; `request_id` is the request's, to repeat it with, or empty for
    a query.
    """

    code: grpc.StatusCode = grpc.StatusCode.UNKNOWN

    def __init__(
        self,
        reason: str,
        sentence: str,
        advice: str = "",
        *,
        code: grpc.StatusCode | None = None,
        clause: str = "",
        fields: Sequence[tuple[str, str]] = (),
        facts: Mapping[str, str] | None = None,
        request_id: str = "",
    ) -> None:
        super().__init__(reason, sentence)
        self.code = code or type(self).code
        self.reason = reason
        self.clause = clause
        self.sentence = sentence
        self.advice = advice
        self.fields = tuple(fields)
        self.facts = dict(facts or {})
        self.request_id = request_id

    def __str__(self) -> str:
        """The sentence and the advice, then reason and clause, then fields if there are several."""
        mark = f"[{self.reason}, {self.clause}]" if self.clause else f"[{self.reason}]"
        told = " ".join(filter(None, (self.sentence, self.advice, mark)))
        if len(self.fields) < 2:
            return told
        return "\n".join((told, *(f"  {field}: {wrong}" for field, wrong in self.fields)))


class Refused(EyesdownError):
    """The law, or the state of things, does not allow it."""

    code = grpc.StatusCode.FAILED_PRECONDITION


class Stale(EyesdownError):
    """It was decided on an older state than the present one: look again and decide anew.

    `fresh` is the fresh state, None when it did not come along; `game` too, of a game.
    """

    code = grpc.StatusCode.ABORTED
    game: game_pb2.Game | None = None
    fresh: Fresh | None = None


class NotFound(EyesdownError):
    """There is nothing of that name."""

    code = grpc.StatusCode.NOT_FOUND


class Invalid(EyesdownError):
    """The request is not well formed; `fields` say what is wrong. Also raised, with nothing sent,
    for a value that no field can hold, such as a position below 0."""

    code = grpc.StatusCode.INVALID_ARGUMENT


class Denied(EyesdownError):
    """The person of the token may not do this."""

    code = grpc.StatusCode.PERMISSION_DENIED


class Unauthenticated(EyesdownError):
    """The token is missing, has expired or is not trusted."""

    code = grpc.StatusCode.UNAUTHENTICATED


class AlreadyExists(EyesdownError):
    """Something else has that name, or the request id was used for something else."""

    code = grpc.StatusCode.ALREADY_EXISTS


class Unavailable(EyesdownError):
    """It could not be done until the deadline, and perhaps it was done all the same.

    Repeat it with the same `request_id`: it will not be done twice.
    """

    code = grpc.StatusCode.UNAVAILABLE


class TimedOut(Unavailable):
    """No answer came until the deadline."""

    code = grpc.StatusCode.DEADLINE_EXCEEDED


_KINDS: Mapping[grpc.StatusCode, type[EyesdownError]] = {
    kind.code: kind
    for kind in (
        *(Refused, Stale, NotFound, Invalid, Denied),
        *(Unauthenticated, AlreadyExists, Unavailable, TimedOut),
    )
}


def error_of(error: grpc.aio.AioRpcError, request_id: str, address: str) -> EyesdownError:
    """The error to raise for what gRPC raised, of a request with this id to this address."""
    status = _status(error)
    if status is None:
        return _untold(error, request_id, address)
    info = error_details_pb2.ErrorInfo()
    text = error_details_pb2.LocalizedMessage()
    wrong = error_details_pb2.BadRequest()
    fresh = tuple(kind() for kind in _FRESH)
    for detail in status.details:
        for message in (info, text, wrong, *fresh):
            detail.Unpack(message)
    facts = dict(info.metadata)
    code = error.code()
    made = _KINDS.get(code, EyesdownError)(
        info.reason or code.name,
        status.message or error.details() or code.name,
        text.message.removeprefix(status.message).strip(),
        code=code,
        clause=facts.pop("clause", ""),
        fields=[(each.field, each.description) for each in wrong.field_violations],
        facts=facts,
        request_id=request_id,
    )
    if isinstance(made, Stale):
        made.fresh = next((each for each in fresh if each.name), None)
        made.game = made.fresh if isinstance(made.fresh, game_pb2.Game) else None
    return made


def unreachable(address: str, request_id: str = "", why: str = "") -> Unavailable:
    """The error for a service that does not answer at its address."""
    return Unavailable(
        "UNREACHABLE",
        f"Eyesdown cannot be reached at {address}.",
        f"Check the address and the network.{_REPEAT if request_id else ''}",
        facts={"cause": why} if why else {},
        request_id=request_id,
    )


def _untold(error: grpc.aio.AioRpcError, request_id: str, address: str) -> EyesdownError:
    """What can be said when nothing of ours came along: it failed on the way, or by time."""
    code, why = error.code(), error.details() or ""
    # gRPC cancels a call that reaches a server in the instant of its end; ours we cancel otherwise.
    if code in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED):
        return unreachable(address, request_id, why)
    sentence = f"{address} answered {code.name}: {why or 'it did not say why'}."
    advice = ""
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        sentence = f"No answer came from {address} in time."
        advice = _REPEAT.strip() if request_id else ""
    return _KINDS.get(code, EyesdownError)(
        code.name,
        sentence,
        advice,
        code=code,
        facts={"cause": why} if why else {},
        request_id=request_id,
    )


def _status(error: grpc.aio.AioRpcError) -> status_pb2.Status | None:
    for key, value in error.trailing_metadata() or ():
        if key == DETAILS_KEY and isinstance(value, bytes):
            try:
                return status_pb2.Status.FromString(value)
            except DecodeError:
                return None
    return None
