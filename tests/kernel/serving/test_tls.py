"""TLS: who proves what to whom, certificates that change while it runs, none in the clear."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest

from eyesdown.common.v1 import venue_service_pb2, venue_service_pb2_grpc
from services.kernel.parsing import Address
from services.kernel.serving.authority import Authority
from services.kernel.serving.tokens import Identity
from services.kernel.settings import SettingsError, StartError
from tests.kernel.serving.kit import WITHIN, House, channel_to, credentials, open_house, request_id

UNAVAILABLE = grpc.StatusCode.UNAVAILABLE


async def venues(house: House, channel: grpc.aio.Channel) -> list[str]:
    """What a call over this channel brings."""
    stub = venue_service_pb2_grpc.VenueServiceStub(channel)
    request = venue_service_pb2.ListVenuesRequest()
    reply = await stub.ListVenues(request, metadata=house.as_("caller"), timeout=WITHIN)
    return [venue.name for venue in reply.venues]


async def let_in(house: House, channel: grpc.aio.Channel) -> bool:
    """Whether a call over a channel of its own gets through; it is closed afterwards."""
    async with channel:
        try:
            return await venues(house, channel) == ["venues/akl"]
        except grpc.aio.AioRpcError as error:
            if error.code() is not UNAVAILABLE:
                raise
            return False


def trusting(house: House, authority: Authority) -> grpc.aio.Channel:
    """A channel of a client without a certificate, which trusts an authority."""
    trusted = grpc.ssl_channel_credentials(authority.certificate.read_bytes())
    return grpc.aio.secure_channel(f"127.0.0.1:{house.server.port}", trusted)


async def test_with_a_certificate_calls_are_encrypted(tmp_path: Path):
    authority = Authority(tmp_path / "certs")
    certificate, key = authority.sign("server")
    async with open_house(tmp_path, tls_certificate=certificate, tls_key=key) as house:
        assert await let_in(house, trusting(house, authority))
        assert not await let_in(house, channel_to(house.server.port))


async def test_where_clients_are_asked_nobody_gets_in_without_a_certificate(tmp_path: Path):
    authority = Authority(tmp_path / "certs")
    async with open_house(tmp_path, authority=authority) as house:
        assert await venues(house, house.channel) == ["venues/akl"]
        assert not await let_in(house, trusting(house, authority))
        assert not await let_in(house, channel_to(house.server.port))


async def test_a_certificate_of_another_authority_lets_nobody_in(tmp_path: Path):
    authority, other = Authority(tmp_path / "ours"), Authority(tmp_path / "theirs")
    certificate, key = other.sign("client")
    shown = grpc.ssl_channel_credentials(
        authority.certificate.read_bytes(), key.read_bytes(), certificate.read_bytes()
    )
    async with open_house(tmp_path, authority=authority) as house:
        stranger = grpc.aio.secure_channel(f"127.0.0.1:{house.server.port}", shown)
        assert not await let_in(house, stranger)
        # Nor does a client believe a server that its own authority has not signed for.
        assert not await let_in(house, trusting(house, other))


async def test_a_client_s_certificate_that_has_ended_lets_nobody_in(tmp_path: Path):
    authority = Authority(tmp_path / "certs")
    certificate, key = authority.sign("old", life=timedelta(seconds=-1))
    ended = grpc.ssl_channel_credentials(
        authority.certificate.read_bytes(), key.read_bytes(), certificate.read_bytes()
    )
    async with open_house(tmp_path, authority=authority) as house:
        late = grpc.aio.secure_channel(f"127.0.0.1:{house.server.port}", ended)
        assert not await let_in(house, late)


# -- without a restart -------------------------------------------------------------------------


async def test_a_new_certificate_is_shown_without_a_restart(tmp_path: Path):
    first, second = Authority(tmp_path / "first"), Authority(tmp_path / "second")
    certificate, key = first.sign("server")
    async with open_house(tmp_path, tls_certificate=certificate, tls_key=key) as house:
        series = 'eyesdown_certificate_ends_timestamp_seconds{service="draw"}'
        assert (await house.metrics())[series] == pytest.approx(time.time() + 90 * 86_400, abs=60)
        async with trusting(house, first) as old:
            assert await venues(house, old) == ["venues/akl"]
            for mine, theirs in zip(
                (key, certificate),
                reversed(second.sign("server", life=timedelta(days=1))),
                strict=True,
            ):
                os.replace(theirs, mine)
            assert await let_in(house, trusting(house, second))
            assert not await let_in(house, trusting(house, first))
            assert await venues(house, old) == ["venues/akl"]  # a connection that is there stays
        assert (await house.metrics())[series] == pytest.approx(time.time() + 86_400, abs=60)


async def test_another_authority_of_clients_counts_without_a_restart(tmp_path: Path):
    authority, next_ = Authority(tmp_path / "first"), Authority(tmp_path / "next")
    certificate, key = authority.sign("server")
    clients = tmp_path / "clients.pem"
    clients.write_bytes(authority.certificate.read_bytes())
    shown: dict[str, Any] = {"tls_certificate": certificate, "tls_key": key}
    shown["tls_client_ca"] = clients
    async with open_house(tmp_path, **shown) as house:

        def of(signer: Authority) -> grpc.aio.Channel:
            mine, its_key = signer.sign("client")
            made = grpc.ssl_channel_credentials(
                authority.certificate.read_bytes(), its_key.read_bytes(), mine.read_bytes()
            )
            return grpc.aio.secure_channel(f"127.0.0.1:{house.server.port}", made)

        assert await let_in(house, of(authority))
        assert not await let_in(house, of(next_))
        clients.write_bytes(next_.certificate.read_bytes())
        assert await let_in(house, of(next_))
        assert not await let_in(house, of(authority))


async def test_what_is_no_certificate_leaves_the_one_before_in_use(tmp_path: Path):
    authority = Authority(tmp_path / "certs")
    certificate, key = authority.sign("server")
    async with open_house(tmp_path, tls_certificate=certificate, tls_key=key) as house:
        for damage in ("nothing", "", None):
            if damage is None:
                key.unlink()
            else:
                certificate.write_text(damage)
            assert await let_in(house, trusting(house, authority))
        authority.sign("server")
        assert await let_in(house, trusting(house, authority))


# -- the start ---------------------------------------------------------------------------------


async def test_what_does_not_go_together_is_told_at_start(tmp_path: Path):
    authority, other = Authority(tmp_path / "certs"), Authority(tmp_path / "other")
    certificate, key = authority.sign("server")
    _, not_its_key = other.sign("server")
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("nothing")
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"tls_certificate": nothing, "tls_key": key}, "nothing.pem"),
        ({"tls_certificate": certificate, "tls_key": not_its_key}, "no certificate with its key"),
        (
            {"tls_certificate": certificate, "tls_key": key, "tls_client_ca": nothing},
            "EYESDOWN_TLS_CLIENT_CA: .*nothing.pem holds no certificate",
        ),
    )
    for wrong, named in cases:
        with pytest.raises(StartError, match=f"EYESDOWN_TLS_CERTIFICATE.*{named}"):
            async with open_house(tmp_path, **wrong):
                raise AssertionError("it started")


async def test_in_the_clear_is_for_development_on_one_machine(tmp_path: Path):
    with pytest.raises(SettingsError, match="EYESDOWN_TLS_CERTIFICATE: needed in production"):
        async with open_house(tmp_path, verify=lambda _: Identity("mia", {}), mode="production"):
            raise AssertionError("it started")
    for host in ("0.0.0.0", "::", "hall.example"):
        with pytest.raises(SettingsError, match=f"others can reach {host}"):
            async with open_house(tmp_path, grpc_address=Address(host, 0)):
                raise AssertionError("it started")
    for host in ("localhost", "127.0.0.2"):
        async with open_house(tmp_path, grpc_address=Address(host, 0)) as house:
            assert house.server.port


def test_an_authority_is_made_once_and_is_its_owner_s_alone(tmp_path: Path):
    authority = Authority(tmp_path / "certs")
    made = authority.certificate.read_bytes()
    authority.sign("server")
    credentials(Authority(tmp_path / "certs"))
    assert authority.certificate.read_bytes() == made
    names = {file.name: file.stat().st_mode & 0o777 for file in (tmp_path / "certs").iterdir()}
    assert names == dict.fromkeys(
        ("ca.pem", "ca.key", "server.pem", "server.key", "client.pem", "client.key"), 0o600
    )
    (tmp_path / "certs" / "ca.key").write_text(request_id())
    with pytest.raises(StartError, match="no authority can be kept in"):
        Authority(tmp_path / "certs")
