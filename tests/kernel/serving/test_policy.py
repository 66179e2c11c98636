"""The table of who may call what, as it is read from the contracts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc
import pytest

from eyesdown.common.v1 import options_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.serving import policy
from services.kernel.serving.policy import PolicyError
from tests.kernel.serving.kit import open_house, served

DRAW = "eyesdown.draw.v1.DrawService"


def test_the_table_is_what_the_contracts_say():
    rules = policy.read([DRAW])
    rule = rules[f"/{DRAW}/CallNumber"]
    assert rule.action == "call_number"
    assert rule.roles == (options_pb2.ROLE_CALLER,)
    assert (rule.regulated, rule.anyone, rule.place, rule.lists) == (True, False, "name", False)
    assert [path for path, rule in rules.items() if rule.urgent] == [f"/{DRAW}/CallOut"]
    lists = rules[f"/{DRAW}/ListGames"]
    assert (lists.regulated, lists.place, lists.lists) == (False, "parent", True)
    assert len(rules) == len(pb.DESCRIPTOR.services_by_name["DrawService"].methods)


def test_what_cannot_be_decided_is_not_served():
    caller = [options_pb2.ROLE_CALLER]
    get = ".eyesdown.draw.v1.GetGameRequest"
    service = served(
        "cannot_be_decided",
        ("Bare", get, None, False),
        ("Empty", get, options_pb2.Policy(regulated=True), False),
        ("Placeless", ".eyesdown.draw.v1.GetGameResponse", options_pb2.Policy(roles=caller), False),
        ("Untraced", get, options_pb2.Policy(roles=caller, regulated=True), False),
        ("Streamed", get, options_pb2.Policy(roles=caller), True),
        ("Good", get, options_pb2.Policy(roles=caller), False),
    )
    with pytest.raises(PolicyError) as raised:
        policy.read([service, "test.NotThere"])
    assert raised.value.problems == (
        f"{service}/Bare: has no policy, so nobody may call it",
        f"{service}/Empty: has no policy, so nobody may call it",
        f"{service}/Placeless: has roles, but its request has no name or parent that says in "
        "which venue",
        f"{service}/Untraced: is regulated, but its request has no request_id",
        f"{service}/Streamed: takes a stream of requests, which cannot be admitted one by one",
        "test.NotThere: has no contract, so nobody may call it",
    )


async def test_a_server_with_a_method_without_a_policy_does_not_start(tmp_path: Path):
    service = served("does_not_start", ("Bare", ".eyesdown.draw.v1.GetGameRequest", None, False))

    def register(servicer, server):
        handler: Any = grpc.unary_unary_rpc_method_handler(servicer)
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(service, {"Bare": handler}),)
        )

    with pytest.raises(PolicyError, match="Bare: has no policy"):
        async with open_house(tmp_path, also=register):
            raise AssertionError("it started")


def test_a_stream_that_is_urgent_is_not_served():
    """There would be no end to the room that has to be kept for it."""
    service = served(
        "urgent_stream",
        (
            "Watched",
            ".eyesdown.draw.v1.GetGameRequest",
            options_pb2.Policy(roles=[options_pb2.ROLE_CALLER], urgent=True),
            False,
        ),
        streams=True,
    )
    with pytest.raises(PolicyError, match="Watched: is urgent, but answers with a stream"):
        policy.read([service])
