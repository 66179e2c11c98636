"""How a call with `validate_only` is counted: as a rehearsal, whatever it was decided to be."""

from __future__ import annotations

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.errors import AlreadyExists, NotFound, RequestIdReused, Unavailable
from services.kernel.law import STALE, Reason, Stale
from services.kernel.reasons import JOURNAL_DOWN
from tests.kernel.serving.kit import GAME, House, request_id, told

pytestmark = pytest.mark.asyncio(loop_scope="module")

PAUSED = Reason("PAUSED", "A player has called out.", "Decide the call out first.", "NZB-5.7(c)")


def confirm(validate_only: bool) -> pb.ConfirmCallRequest:
    return pb.ConfirmCallRequest(
        request_id=request_id(), name=GAME, position=1, validate_only=validate_only
    )


def failing(error: Exception):
    async def answer(request, context):
        raise error

    return answer


async def counted(house: House, call) -> dict[str, float]:
    """What a call adds to the counts of actions, refusals and denials."""
    before = await house.metrics()
    await call()
    after = await house.metrics()
    ours = ("eyesdown_actions_total", "eyesdown_refusals_total", "eyesdown_denials_total")
    added = {each: after[each] - before.get(each, 0) for each in after if each.startswith(ours)}
    return {each: count for each, count in added.items() if count}


def outcome(word: str) -> dict[str, float]:
    return {
        'eyesdown_actions_total{action="confirm_call",outcome="'
        + word
        + '",service="draw",venue="akl"}': 1
    }


async def test_what_would_be_done_is_a_rehearsal(house: House):
    supervisor = house.as_("supervisor")
    for validate_only, word in ((True, "rehearsed"), (False, "ok")):
        added = await counted(
            house,
            lambda only=validate_only: house.play.ConfirmCall(confirm(only), metadata=supervisor),
        )
        assert added == outcome(word)


@pytest.mark.parametrize(
    "error",
    [
        PAUSED(),
        Stale(STALE, "", {}),
        NotFound(GAME),
        AlreadyExists(GAME),
        RequestIdReused("7"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_what_would_be_refused_is_a_rehearsal_and_no_refusal(house: House, error: Exception):
    house.draw.answers["ConfirmCall"] = failing(error)

    async def call() -> None:
        await told(house.play.ConfirmCall(confirm(True), metadata=house.as_("supervisor")))

    assert await counted(house, call) == outcome("rehearsed")
    (span,) = house.spans()
    assert span.attributes["eyesdown.outcome"] == "rehearsed"


async def test_what_fails_or_is_denied_is_counted_as_that(house: House):
    house.draw.answers["ConfirmCall"] = failing(Unavailable(JOURNAL_DOWN))

    async def fails() -> None:
        await told(house.play.ConfirmCall(confirm(True), metadata=house.as_("supervisor")))

    assert await counted(house, fails) == outcome("unavailable")

    async def is_denied() -> None:
        await told(house.play.ConfirmCall(confirm(True), metadata=house.as_("seller")))

    assert outcome("denied").items() <= (await counted(house, is_denied)).items()
