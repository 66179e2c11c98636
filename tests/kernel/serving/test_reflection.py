"""What a developer's tool learns from a running service, with gRPC's own client for it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import grpc
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from services.kernel.serving.authority import Authority
from tests.kernel.serving.kit import House, call_number, credentials, open_house

DRAW = "eyesdown.draw.v1.DrawService"


def learn(house: House, authority: Authority | None = None) -> tuple[set[str], set[str], str]:
    """The services that are told of, the draw's methods, and the request of a call."""
    address = f"127.0.0.1:{house.server.port}"
    with (
        grpc.secure_channel(address, credentials(authority))
        if authority
        else grpc.insecure_channel(address)
    ) as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        services = set(database.get_services())
        draw = DescriptorPool(database).FindServiceByName(DRAW)
        method = draw.methods_by_name["CallNumber"]
        fields = [field.name for field in method.input_type.fields]
        return services, set(draw.methods_by_name), ",".join(fields)


async def test_a_tool_learns_the_contract_from_the_service_itself(tmp_path: Path):
    async with open_house(tmp_path) as house:
        services, methods, fields = await asyncio.to_thread(learn, house)
        assert {DRAW, "eyesdown.common.v1.VenueService", "grpc.health.v1.Health"} <= services
        assert {"OpenGame", "CallNumber", "CallOut", "WatchGame"} <= methods
        assert fields.startswith("request_id,name,position")


async def test_in_production_a_tool_learns_nothing(tmp_path: Path):
    async with open_house(tmp_path / "development") as house:
        keys = tmp_path / "jwks.json"
        keys.write_text(house.issuer.jwks)
        signer = house.issuer
    authority = Authority(tmp_path / "certs")
    async with open_house(
        tmp_path / "production",
        mode="production",
        issuer_keys=keys,
        issuer=signer,
        authority=authority,
    ) as house:
        with pytest.raises(grpc.RpcError) as raised:
            await asyncio.to_thread(learn, house, authority)
        assert isinstance(raised.value, grpc.Call)
        assert raised.value.code() is grpc.StatusCode.UNAUTHENTICATED
        await house.play.CallNumber(call_number(), metadata=house.as_("caller"))
