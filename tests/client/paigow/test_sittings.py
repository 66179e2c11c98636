"""Every call of the pai gow service is in the client, and says what it was told to say."""

from __future__ import annotations

import inspect
import re
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.paigow.v1 import paigow_service_pb2 as rpc
from eyesdown.paigow.v1 import sitting_pb2
from eyesdown_client import (
    Gone,
    Mode,
    Outcome,
    PaiGow,
    SetBy,
    SittingFinding,
    SittingPhase,
    SittingPost,
    chips,
    laid,
    limits,
    player_shown,
)

NAME = "venues/akl/sittings/2026-11-29-pg1"
YEAR = "venues/akl/restrictions/2026"
RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
METHODS = tuple(rpc.DESCRIPTOR.services_by_name["PaiGowService"].methods_by_name)
COMMANDS = tuple(
    method
    for method in METHODS
    if "request_id" in rpc.DESCRIPTOR.message_types_by_name[f"{method}Request"].fields_by_name
)
UNTIL = datetime(2026, 12, 24, 12, tzinfo=UTC)
FIELDS: dict[str, Any] = {
    "amount": 50_00,
    "box": 3,
    "boxes": [2, 4],
    "chips": chips({50: 7}),
    "chung": 3,
    "commission": 2_50,
    "dice": [1, 2, 6],
    "from_bank": 30_00,
    "from_losing_area": 20_00,
    "laid": laid((0, 1), (2, 3)),
    "limits": limits(5_00, 500_00),
    "off_box": 4,
    "players": ["ann", "bob"],
    "shown": player_shown(member_number="M 4711", born=date(1961, 2, 3)),
    "tiles": [0, 1, 2, 3],
    "to_banker": 1_00,
    "to_float": 2_00,
    "mode": Mode.CO,
    "outcome": Outcome.PUSH,
    "cause": SetBy.ABSENT,
    "gone": Gone.PLAYER,
    "finding": SittingFinding.FOR_PLAYER,
    "post": SittingPost.DEALER,
}
"""A value for each field; flags are true, numbers 1, texts their own name."""
HOW = {"request_id", "validate_only", "version", "name", "parent"}


def snake(method: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", method).lower()


class Recorded:
    """The client with nothing behind it: `asked` is what it would have sent."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any, float | None]] = []
        self.client = PaiGow.__new__(PaiGow)
        connection: Any = SimpleNamespace(call=self._call)
        stub: Any = SimpleNamespace(**{method: method for method in METHODS})
        self.client._connection = connection
        self.client._stub = stub

    async def _call(self, method: str, request: Any, deadline: float | None) -> Any:
        self.asked.append((method, request, deadline))
        return getattr(rpc, f"{method}Response")()


def value(field: Any) -> Any:
    if field.name in FIELDS:
        return FIELDS[field.name]
    if field.type == field.TYPE_BOOL:
        return True
    return field.name if field.type == field.TYPE_STRING else 1


def test_every_call_is_there() -> None:
    for method in METHODS:
        assert inspect.getdoc(getattr(PaiGow, snake(method)))


@pytest.mark.parametrize("method", [m for m in COMMANDS if m not in ("RestrictPlayers",)])
async def test_a_command_says_what_it_was_told(method: str) -> None:
    recorded = Recorded()
    message: Any = getattr(rpc, f"{method}Request")
    told = {f.name: value(f) for f in message.DESCRIPTOR.fields if f.name not in HOW}
    call = getattr(recorded.client, snake(method))
    if method == "OpenSitting":
        await call(venue="akl", **told, request_id=RID, validate_only=True, deadline=3)
        placed: dict[str, Any] = {"parent": "venues/akl"}
    elif method == "LiftRestriction":
        await call(YEAR, **told, request_id=RID, validate_only=True, deadline=3)
        placed = {"name": YEAR}
    else:
        seen = {"version": 7} if "version" in message.DESCRIPTOR.fields_by_name else {}
        await call(NAME, **seen, **told, request_id=RID, validate_only=True, deadline=3)
        placed = {"name": NAME, **seen}
    expected = message(request_id=RID, validate_only=True, **placed, **told)
    assert recorded.asked == [(method, expected, 3)]


async def test_a_request_id_is_made_where_none_is_given() -> None:
    recorded = Recorded()
    await recorded.client.close_wagers(NAME)
    await recorded.client.close_wagers(NAME)
    ids = [request.request_id for _, request, _ in recorded.asked]
    assert len(set(ids)) == 2
    assert all(re.fullmatch(r"[0-9a-f-]{36}", each) for each in ids)


async def test_players_are_restricted_until_an_instant_with_a_zone() -> None:
    recorded = Recorded()
    given: dict[str, Any] = {"venue": "akl", "players": ["ann", "bob"], "reason": "collusion"}
    await recorded.client.restrict_players(**given, until=UNTIL, request_id=RID)
    stamp = Timestamp()
    stamp.FromDatetime(UNTIL)
    expected = rpc.RestrictPlayersRequest(
        request_id=RID,
        parent="venues/akl",
        players=["ann", "bob"],
        until=stamp,
        reason="collusion",
    )
    assert recorded.asked == [("RestrictPlayers", expected, None)]
    with pytest.raises(ValueError, match="zone"):
        await recorded.client.restrict_players(**given, until=UNTIL.replace(tzinfo=None))


async def test_what_is_read() -> None:
    recorded = Recorded()
    client = recorded.client
    await client.get_sitting(NAME, at_least_version=4)
    await client.get_round(NAME, 3)
    await client.get_restrictions(YEAR)
    listing = client.list_sittings(venue="akl", phases=[SittingPhase.IN_PLAY], day="2026-11-29")
    assert [each async for each in listing] == []
    assert [request for _, request, _ in recorded.asked] == [
        rpc.GetSittingRequest(name=NAME, at_least_version=4),
        rpc.GetRoundRequest(name=NAME, round=3),
        rpc.GetRestrictionsRequest(name=YEAR),
        rpc.ListSittingsRequest(
            parent="venues/akl",
            filter=rpc.ListSittingsRequest.Filter(
                phases=[sitting_pb2.PHASE_IN_PLAY], day="2026-11-29"
            ),
        ),
    ]
