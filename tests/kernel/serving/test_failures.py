"""What a client is told when a call fails, and what it is never told."""

from __future__ import annotations

import asyncio

import grpc
import pytest

from eyesdown.draw.v1 import game_pb2
from services.kernel import errors
from services.kernel.errors import DETAILS_LIMIT, InvalidArgument, failure_of, status
from services.kernel.journal.store import JournalDown, OutcomeUnknown
from services.kernel.law import STALE, KeyMissing, Reason, Refused, Stale
from tests.kernel.serving.kit import GAME, House, Told, call_number, told

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOT_ANNOUNCED = Reason(
    "NOT_ANNOUNCED",
    "The number at position {position} has not been announced.",
    "Announce it, then call the next one.",
    "NZB-5.6(c)",
)


async def failing(house: House, error: BaseException, **how) -> Told:
    """Call a number on a game whose handler raises this."""

    async def answer(request, context):
        raise error

    house.draw.answers["CallNumber"] = answer
    return await told(house.play.CallNumber(call_number(), metadata=house.as_("caller"), **how))


async def test_a_refusal_names_reason_clause_and_facts_and_what_to_do(house: House):
    failed = await failing(house, NOT_ANNOUNCED(position=7))
    assert failed.code is grpc.StatusCode.FAILED_PRECONDITION
    assert failed.message == "The number at position 7 has not been announced."
    assert failed.reason == "NOT_ANNOUNCED"
    assert failed.info.domain == "eyesdown"
    assert dict(failed.info.metadata) == {"clause": "NZB-5.6(c)", "position": "7"}
    assert failed.localized.locale == "en"
    assert failed.localized.message == (
        "The number at position 7 has not been announced. Announce it, then call the next one."
    )


async def test_the_clause_of_the_refusal_goes_before_that_of_its_reason(house: House):
    failed = await failing(house, NOT_ANNOUNCED(clause="TNB-9", position=7))
    assert failed.info.metadata["clause"] == "TNB-9"
    under_another_law = await failing(house, NOT_ANNOUNCED(clause="", position=7))
    assert "clause" not in under_another_law.info.metadata


async def test_facts_may_have_any_name(house: House):
    odd = Refused(Reason("ODD", "{reason} {details} {clause}", ""), "", {"reason": "why"})
    failed = await failing(house, odd)
    assert failed.message == "why (details) (clause)"


async def test_stale_carries_the_fresh_state(house: House):
    stale = Stale(STALE, "", {"what": "game", "seen": "3", "now": "4"})
    stale.state = game_pb2.Game(name=GAME, version=4)
    failed = await failing(house, stale)
    assert failed.code is grpc.StatusCode.ABORTED
    assert failed.reason == "STALE"
    assert failed.message == "The game is 4; you have 3."
    (packed,) = failed.others
    fresh = game_pb2.Game()
    assert packed.Unpack(fresh)
    assert fresh.version == 4


async def test_a_state_that_does_not_fit_is_left_out(house: House):
    """Clients take 8 KiB of metadata; more of it would lose the whole answer."""
    stale = Stale(STALE, "", {"what": "game", "seen": "3", "now": "4"})
    stale.state = game_pb2.Game(name="x" * 20_000)
    failed = await failing(house, stale)
    assert failed.code is grpc.StatusCode.ABORTED
    assert failed.others == []


async def test_a_state_that_is_no_message_stays_here(house: House):
    stale = Stale(STALE, "", {"what": "game", "seen": "3", "now": "4"})
    stale.state = object()
    failed = await failing(house, stale)
    assert failed.others == []


JOURNAL_FULL = Reason("JOURNAL_FULL", "{what} is full.", "Wait.")


@pytest.mark.parametrize(
    ("error", "code", "reason", "facts"),
    [
        (errors.NotFound(GAME), "NOT_FOUND", "NOT_FOUND", {"resource": GAME}),
        (errors.AlreadyExists(GAME), "ALREADY_EXISTS", "ALREADY_EXISTS", {"resource": GAME}),
        (
            errors.RequestIdReused("4f0c"),
            "ALREADY_EXISTS",
            "REQUEST_ID_REUSED",
            {"request_id": "4f0c"},
        ),
        (
            errors.Unavailable(JOURNAL_FULL, what="It"),
            "UNAVAILABLE",
            "JOURNAL_FULL",
            {"what": "It"},
        ),
        (
            errors.OutcomeUnknownFailure(GAME),
            "UNAVAILABLE",
            "OUTCOME_UNKNOWN",
            {"resource": GAME},
        ),
        (errors.Contended(GAME), "ABORTED", "CONTENDED", {"resource": GAME}),
        (errors.DeadlineExceeded(), "DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED", {}),
        (JournalDown("nats://ops:hunter2@host"), "UNAVAILABLE", "JOURNAL_DOWN", {}),
        (OutcomeUnknown("no reply"), "UNAVAILABLE", "OUTCOME_UNKNOWN", {}),
        (KeyMissing("k-17"), "UNAVAILABLE", "KEY_MISSING", {}),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
async def test_each_failure_has_its_code_reason_and_facts(house: House, error, code, reason, facts):
    failed = await failing(house, error)
    assert failed.code.name == code
    assert failed.reason == reason
    assert dict(failed.info.metadata) == facts
    assert failed.message
    assert "hunter2" not in str(failed)


async def test_an_unknown_outcome_says_that_repeating_is_safe(house: House):
    failed = await failing(house, OutcomeUnknown())
    assert failed.localized.message == (
        "It is not known whether this was done. "
        "Repeat it with the same request_id: it will not be done twice."
    )


async def test_permission_denied_by_a_handler_is_reported_too(house: House):
    failed = await failing(house, errors.PermissionDenied(NOT_ANNOUNCED, clause="X-1", position=1))
    assert failed.code is grpc.StatusCode.PERMISSION_DENIED
    assert failed.info.metadata["clause"] == "X-1"
    assert [denial.reason for denial in house.denials] == ["NOT_ANNOUNCED"]


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("select 42 next; password=hunter2"),
        KeyError("hunter2"),
        ValueError("hunter2"),
        TimeoutError("hunter2"),
        BaseExceptionGroup("hunter2", [RuntimeError("hunter2")]),
        StopAsyncIteration("hunter2"),
        asyncio.InvalidStateError("hunter2"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_a_fault_of_ours_tells_nothing_of_itself(house: House, error):
    failed = await failing(house, error)
    assert failed.code is grpc.StatusCode.INTERNAL
    assert failed.reason == "INTERNAL"
    assert failed.message == "Something went wrong here, through no fault of yours."
    assert list(failed.info.metadata) == ["trace"]
    assert "hunter2" not in str(failed)
    assert type(error).__name__ not in str(failed)
    (span,) = house.spans()
    assert failed.info.metadata["trace"] == span.trace


@pytest.mark.parametrize("reply", [None, 7, "hunter2"])
async def test_a_reply_of_the_wrong_kind_tells_nothing_of_itself(house: House, reply):
    async def answer(request, context):
        return reply

    house.draw.answers["CallNumber"] = answer
    failed = await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    assert failed.code is grpc.StatusCode.INTERNAL
    assert "hunter2" not in str(failed)


async def test_bytes_that_are_no_message_are_the_clients_fault(house: House):
    raw = house.raw("/eyesdown.draw.v1.DrawService/CallNumber")
    failed = await told(raw(b"\xff\xff\xff", metadata=house.as_("caller")))
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert list(failed.violations) == ["request"]


# -- sizes, without a wire -------------------------------------------------------------------


async def test_details_always_fit():
    violations = [(f"rooms[{number}]", "x" * 300) for number in range(1, 65)]
    made = status(InvalidArgument("rooms[0]", "wrong", *violations))
    assert made.ByteSize() <= DETAILS_LIMIT
    long = Reason("LONG", "ä" * 10_000 + "{a}", "ö" * 10_000)
    facts = {f"fact{number}": "ü" * 5_000 for number in range(50)}
    failure = failure_of(Refused(long, "c" * 10, facts))
    assert failure is not None
    assert status(failure).ByteSize() <= DETAILS_LIMIT


async def test_what_is_no_failure_is_not_taken_for_one():
    assert failure_of(RuntimeError()) is None
