"""Tokens taken back by the client, and what it sends to whom."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from eyesdown.common.v1 import access_pb2
from eyesdown.common.v1 import access_service_pb2 as rpc
from eyesdown_client import Eyesdown
from tests.client.house import House

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
TAKEN = [access_pb2.Revocation(person="cal", reason="a lost tablet", by="mere")]


async def test_tokens_are_taken_back(house: House, eyesdown: Eyesdown):
    house.answers("RevokeTokens", rpc.RevokeTokensResponse(revocations=TAKEN))
    given: dict[str, Any] = {"venue": "akl", "reason": "a lost tablet", "request_id": RID}
    assert await eyesdown.access.revoke_tokens(person="cal", **given) == TAKEN
    await eyesdown.access.revoke_tokens(token_id="t-1", validate_only=True, **given)
    of: dict[str, Any] = {"request_id": RID, "parent": "venues/akl", "reason": "a lost tablet"}
    assert [call.request for call in house.calls] == [
        rpc.RevokeTokensRequest(person="cal", **of),
        rpc.RevokeTokensRequest(token_id="t-1", validate_only=True, **of),
    ]


async def test_what_was_taken_back_is_told(house: House, eyesdown: Eyesdown):
    house.answers("GetRevocations", rpc.GetRevocationsResponse(revocations=TAKEN))
    found = await eyesdown.access.get_revocations("akl", date(2026, 11, 29))
    assert found == TAKEN
    (call,) = house.calls
    assert call.request.name == "venues/akl/revocations/2026-11-29"


@pytest.mark.parametrize("address", ["10.0.0.7:7400", "hall.example:7400", "[2001:db8::1]:7400"])
async def test_a_token_crosses_no_network_in_the_clear(address: str):
    with pytest.raises(ValueError, match="is not this machine: give credentials"):
        await Eyesdown(address, token="t").__aenter__()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "localhost:1", "[::1]:1", "127.1.2.3:1"])
async def test_on_this_machine_it_may(address: str):
    async with Eyesdown(address, token="t"):
        pass
