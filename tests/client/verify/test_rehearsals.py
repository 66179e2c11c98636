"""Every call of verify that puts something on record can be rehearsed, and says so."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from eyesdown.verify.v1 import jackpot_service_pb2, prize_service_pb2
from eyesdown_client import Eyesdown
from tests.client.house import House
from tests.client.verify import test_cards_sales_claims as others
from tests.client.verify import test_jackpots, test_prizes


class Rehearsing:
    """Makes every call of a part of the client with `validate_only`."""

    def __init__(self, part: Any) -> None:
        self._part = part

    def __getattr__(self, name: str) -> Any:
        return partial(getattr(self._part, name), validate_only=True)


def cases() -> dict[str, tuple[str, Any, Any]]:
    """Of each call that has a request id: the part it is in, how it is made, and the messages."""
    found = {
        method: (part, make, others.SERVICES[part][0])
        for method, (part, make, asked, _) in others.CALLS.items()
        if "request_id" in asked and not asked.get("validate_only")
    }
    beside = (
        ("jackpots", test_jackpots.CALLS, jackpot_service_pb2),
        ("prizes", test_prizes.CALLS, prize_service_pb2),
    )
    for part, calls, messages in beside:
        for method, (make, asked, _) in calls.items():
            if "request_id" in asked:
                found[method] = (part, make, messages)
    return found


@pytest.mark.parametrize("method", cases())
async def test_a_call_is_rehearsed(house: House, eyesdown: Eyesdown, method: str):
    part, make, messages = cases()[method]
    house.answers(method, getattr(messages, f"{method}Response")())
    await make(Rehearsing(getattr(eyesdown, part)))
    (call,) = house.calls
    assert (call.method, call.request.validate_only) == (method, True)
