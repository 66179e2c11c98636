"""Who calls: the token goes with every call, and a fresh one is had when it is refused."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Eyesdown, TimedOut, Unauthenticated
from services.kernel import errors, reasons
from tests.client.house import NAME, Connect, House, fail

GAME = game_pb2.Game(name=NAME, version=3)
FOUND = rpc.GetGameResponse(game=GAME)
EXPIRED = errors.Unauthenticated(reasons.TOKEN_EXPIRED)


class Source:
    """Gives tokens t1, t2, …"""

    def __init__(self) -> None:
        self.given = 0

    def __call__(self) -> str:
        self.given += 1
        return f"t{self.given}"


def bearers(house: House) -> list[str]:
    return [each.metadata["authorization"] for each in house.calls]


def only(house: House, token: str):
    """Take this token alone."""

    async def answer(request, context):
        if dict(context.invocation_metadata())["authorization"] != f"Bearer {token}":
            await fail(context, EXPIRED)
        return FOUND

    house.answers("GetGame", answer)


async def test_token_and_role_go_with_every_call(house: House, connect: Connect):
    house.answers("GetGame", FOUND)
    async with connect(token="secret", role="supervisor") as eyesdown:
        await eyesdown.draw.get_game(NAME)
    assert bearers(house) == ["Bearer secret"]
    assert house.calls[0].metadata["eyesdown-role"] == "supervisor"


async def test_no_role_is_named_unless_one_was_chosen(house: House, eyesdown: Eyesdown):
    house.answers("GetGame", FOUND)
    await eyesdown.draw.get_game(NAME)
    assert "eyesdown-role" not in house.calls[0].metadata


async def test_a_token_is_fetched_once_and_used_until_it_is_refused(house, connect):
    house.answers("GetGame", FOUND)
    source = Source()
    async with connect(token=source) as eyesdown:
        for _ in range(3):
            await eyesdown.draw.get_game(NAME)
    assert bearers(house) == ["Bearer t1"] * 3


@pytest.mark.parametrize("waits", [False, True], ids=["plain", "async"])
async def test_a_refused_token_is_renewed_once_with_the_same_request(house, connect, waits):
    source = Source()

    async def waiting() -> str:
        return source()

    house.answers("CallNumber", EXPIRED, rpc.CallNumberResponse(game=GAME))
    async with connect(token=waiting if waits else source) as eyesdown:
        assert await eyesdown.draw.call_number(NAME, position=1) == GAME
    assert bearers(house) == ["Bearer t1", "Bearer t2"]
    assert house.calls[0].request == house.calls[1].request


async def test_a_fresh_token_that_is_refused_is_the_end(house, connect):
    house.answers("GetGame", EXPIRED)
    async with connect(token=Source()) as eyesdown:
        with pytest.raises(Unauthenticated) as caught:
            await eyesdown.draw.get_game(NAME)
        assert caught.value.reason == "TOKEN_EXPIRED"
        assert bearers(house) == ["Bearer t1", "Bearer t2"]


async def test_a_token_that_cannot_be_renewed_is_refused_at_once(house, connect):
    house.answers("GetGame", EXPIRED)
    async with connect(token="old") as eyesdown:
        with pytest.raises(Unauthenticated):
            await eyesdown.draw.get_game(NAME)
    assert bearers(house) == ["Bearer old"]


async def test_calls_that_are_refused_together_fetch_one_token(house, connect):
    only(house, "t2")
    source = Source()
    async with connect(token=source) as eyesdown:
        games = await asyncio.gather(*(eyesdown.draw.get_game(NAME) for _ in range(5)))
    assert games == [GAME] * 5
    assert source.given == 2


async def test_a_token_that_does_not_come_counts_against_the_deadline(house, connect):
    async def never() -> str:
        await asyncio.Event().wait()
        return ""

    async with connect(token=never, deadline=0.05) as eyesdown:
        with pytest.raises(TimedOut) as caught:
            await eyesdown.draw.call_number(NAME, position=1)
    assert caught.value.reason == "TOKEN_NOT_IN_TIME"
    assert house.calls == []


async def test_with_tls_the_service_has_to_prove_itself():
    key, certificate = _certificate()
    house = House()
    await house.start(grpc.ssl_server_credentials([(key, certificate)]))
    try:
        house.answers("GetGame", FOUND)
        trusted = grpc.ssl_channel_credentials(certificate)
        address = f"127.0.0.1:{house.port}"
        async with Eyesdown(address, token="t", credentials=trusted) as eyesdown:
            assert await eyesdown.draw.get_game(NAME) == GAME
    finally:
        await house.stop()


def _certificate() -> tuple[bytes, bytes]:
    """A key and a certificate of 127.0.0.1 that it signs itself, in PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "eyesdown")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    return (
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
        certificate.public_bytes(serialization.Encoding.PEM),
    )
