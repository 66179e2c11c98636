"""How a call fails, and how that is told to the client.

Every failure leaves as a `google.rpc.Status` in the trailing metadata: `ErrorInfo` (stable reason,
clause, facts), `LocalizedMessage` (what happened and what to do), `BadRequest` for fields, and the
fresh state where a command was stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NoReturn

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from services.kernel import reasons
from services.kernel.journal.lastvalue import StoreDown
from services.kernel.journal.store import JournalDown, OutcomeUnknown
from services.kernel.law import KeyMissing, Reason, Refused, Stale

DOMAIN = "eyesdown"
DETAILS_KEY = "grpc-status-details-bin"
DETAILS_LIMIT = 5_000
"""Bytes of details that surely pass: clients take 8 KiB of trailing metadata, base64 and all."""


class Failure(Exception):
    """A call fails for a reason that the client is told.

    `code` is gRPC's, `outcome` the word that counts it in metrics, `reason` the stable reason,
    `clause` the clause it rests on (empty for none, None for the reason's own), `facts` what fills
    the sentences, `details` further messages for the client.
    """

    code: ClassVar[grpc.StatusCode] = grpc.StatusCode.UNKNOWN
    outcome: ClassVar[str] = "error"

    def __init__(
        self,
        reason: Reason,
        /,
        *,
        clause: str | None = None,
        details: Sequence[Message] = (),
        **facts: object,
    ) -> None:
        super().__init__(reason.code)
        self.reason = reason
        self.clause = reason.clause if clause is None else clause
        self.facts = {name: str(value) for name, value in facts.items()}
        self.details = tuple(details)

    @property
    def sentence(self) -> str:
        """What happened, for a person at the table."""
        return Refused(self.reason, self.clause, self.facts).sentence

    @property
    def advice(self) -> str:
        """What that person can do about it."""
        filled = Reason(self.reason.code, self.reason.do, "")
        return Refused(filled, self.clause, self.facts).sentence


class Unauthenticated(Failure):
    """Nobody knows who calls."""

    code = grpc.StatusCode.UNAUTHENTICATED
    outcome = "unauthenticated"


class PermissionDenied(Failure):
    """Somebody known may not do this."""

    code = grpc.StatusCode.PERMISSION_DENIED
    outcome = "denied"


class InvalidArgument(Failure):
    """The request is not well formed: what is wrong, field by field."""

    code = grpc.StatusCode.INVALID_ARGUMENT
    outcome = "invalid"

    def __init__(self, field: str, description: str, *others: tuple[str, str]) -> None:
        self.violations = ((field, description), *others)
        more = f", and {len(others)} more" if others else ""
        super().__init__(reasons.REQUEST_NOT_VALID, wrong=f"{field}: {description}{more}")


class NotFound(Failure):
    """There is nothing of that name."""

    code = grpc.StatusCode.NOT_FOUND
    outcome = "not_found"

    def __init__(self, resource: str) -> None:
        super().__init__(reasons.NOT_FOUND, resource=resource)


class AlreadyExists(Failure):
    """Something else has that name."""

    code = grpc.StatusCode.ALREADY_EXISTS
    outcome = "exists"

    def __init__(self, resource: str) -> None:
        super().__init__(reasons.ALREADY_EXISTS, resource=resource)


class RequestIdReused(Failure):
    """The request id was used for another request."""

    code = grpc.StatusCode.ALREADY_EXISTS
    outcome = "request_id_reused"

    def __init__(self, request_id: str) -> None:
        super().__init__(reasons.REQUEST_ID_REUSED, request_id=request_id)


class Refusal(Failure):
    """The law, or the state of things, does not allow it."""

    code = grpc.StatusCode.FAILED_PRECONDITION
    outcome = "refused"


class StaleState(Failure):
    """It was decided on an older state; the fresh one may be in the details."""

    code = grpc.StatusCode.ABORTED
    outcome = "stale"


class Contended(Failure):
    """Conflicts with others used up the time; nothing was done."""

    code = grpc.StatusCode.ABORTED
    outcome = "contended"

    def __init__(self, resource: str) -> None:
        super().__init__(reasons.CONTENDED, resource=resource)


class Unavailable(Failure):
    """Something that is needed is away; nothing was done."""

    code = grpc.StatusCode.UNAVAILABLE
    outcome = "unavailable"


class TooMany(Failure):
    """More is under way than can be answered; nothing was done."""

    code = grpc.StatusCode.RESOURCE_EXHAUSTED
    outcome = "limited"


class TooSlow(Failure):
    """What is sent is not read; whoever does read this goes on elsewhere."""

    code = grpc.StatusCode.UNAVAILABLE
    outcome = "slow"

    def __init__(self, seconds: float) -> None:
        super().__init__(reasons.TOO_SLOW, seconds=f"{seconds:g}")


class OutcomeUnknownFailure(Failure):
    """It cannot be said whether it was done: repeat with the same request_id."""

    code = grpc.StatusCode.UNAVAILABLE
    outcome = "unknown"

    def __init__(self, resource: str = "") -> None:
        super().__init__(reasons.OUTCOME_UNKNOWN)
        if resource:
            self.facts["resource"] = resource


class DeadlineExceeded(Failure):
    """The time for the call was used up."""

    code = grpc.StatusCode.DEADLINE_EXCEEDED
    outcome = "deadline"

    def __init__(self) -> None:
        super().__init__(reasons.DEADLINE_EXCEEDED)


class Internal(Failure):
    """A fault of ours. Its text stays in the log; the client gets the trace to ask about."""

    code = grpc.StatusCode.INTERNAL
    outcome = "error"

    def __init__(self, trace: str) -> None:
        super().__init__(reasons.INTERNAL, trace=trace)


def failure_of(error: Exception) -> Failure | None:
    """The failure that an exception of the kernel or the law stands for; None for any other.

    A `Stale` carries its `state` to the client when that is a message.
    """
    match error:
        case Failure():
            return error
        case Stale():
            state = [error.state] if isinstance(error.state, Message) else []
            return _refused(StaleState(error.reason, clause=error.clause, details=state), error)
        case Refused():
            return _refused(Refusal(error.reason, clause=error.clause), error)
        case JournalDown() | StoreDown():
            return Unavailable(reasons.JOURNAL_DOWN)
        case OutcomeUnknown():
            return OutcomeUnknownFailure()
        case KeyMissing():
            return Unavailable(reasons.KEY_MISSING)
    return None


def _refused(failure: Failure, error: Refused) -> Failure:
    failure.facts = dict(error.facts)
    return failure


def status(failure: Failure) -> status_pb2.Status:
    """The failure as the client gets it, never larger than `DETAILS_LIMIT`.

    What does not fit is left out from the end: the state first, then field violations, whose last
    one says how many are missing.
    """
    code: int = failure.code.value[0]
    made = status_pb2.Status(code=code, message=_short(failure.sentence, 400))
    text = f"{made.message} {_short(failure.advice, 400)}"
    _add(made, _error_info(failure))
    _add(made, error_details_pb2.LocalizedMessage(locale="en", message=text))
    if isinstance(failure, InvalidArgument):
        room = DETAILS_LIMIT - made.ByteSize() - 100
        _add(made, _bad_request(failure.violations, room))
    for detail in failure.details:
        if made.ByteSize() + detail.ByteSize() + 150 <= DETAILS_LIMIT:
            _add(made, detail)
    return made


async def answer(context: grpc.aio.ServicerContext[Any, Any], failure: Failure) -> NoReturn:
    """End a call with the failure, its details in the trailing metadata."""
    told = status(failure)
    details = ((DETAILS_KEY, told.SerializeToString()),)
    await context.abort(failure.code, told.message, details)


def _add(made: status_pb2.Status, detail: Message) -> None:
    packed = AnyMessage()
    packed.Pack(detail)
    made.details.append(packed)


def _error_info(failure: Failure) -> error_details_pb2.ErrorInfo:
    made = error_details_pb2.ErrorInfo(reason=failure.reason.code, domain=DOMAIN)
    if failure.clause:
        made.metadata["clause"] = failure.clause
    for name, value in failure.facts.items():
        if made.ByteSize() < 1_500:
            made.metadata[name] = _short(value, 200)
    return made


def _bad_request(violations: Iterable[tuple[str, str]], room: int) -> error_details_pb2.BadRequest:
    made = error_details_pb2.BadRequest()
    left_out = 0
    for field, description in violations:
        violation = made.field_violations.add(field=_short(field, 100))
        violation.description = _short(description, 200)
        if made.ByteSize() > room - 60:
            del made.field_violations[-1]
            left_out += 1
    if left_out:
        made.field_violations.add(field="", description=f"and {left_out} more")
    return made


def _short(text: str, limit: int) -> str:
    """The text in at most `limit` bytes and a few."""
    encoded = text.encode()
    return text if len(encoded) <= limit else encoded[:limit].decode(errors="ignore") + "…"
