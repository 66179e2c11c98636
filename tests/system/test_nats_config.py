"""What is in `deploy/nats`, on a real server: TLS on both sides, hashed passwords, certificates
that are renewed without a restart."""

from __future__ import annotations

import asyncio
import re
import signal
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.kernel.journal import natsconfig
from services.kernel.journal.connection import CannotConnect, connect
from services.kernel.journal.tls import Tls, tls_of
from services.kernel.rights.grants import HOUSE
from services.kernel.rights.table import AUDITORS
from services.kernel.settings import Settings, StartError
from tests.kit.certificates import Authority
from tests.kit.nats import Nats
from tests.kit.production import NATS, SOON, Production, production


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Production]:
    async with production(tmp_path) as made:
        yield made


async def test_a_service_comes_in_with_certificate_and_password(server: Production, tmp_path: Path):
    tls = tls_of(server.settings())
    client = await connect(server.url(), name="draw", tls=tls)
    assert client.is_connected
    await client.close()


async def test_nobody_comes_in_without_a_certificate_or_with_another_password(
    server: Production, tmp_path: Path
):
    bare = tls_of(server.settings(certificate=False))
    with pytest.raises(CannotConnect):
        await connect(server.url(), name="draw", tls=bare, patience=3.0)
    with pytest.raises(CannotConnect, match="refuses us"):
        await connect(server.url(password="wrong"), name="draw", tls=tls_of(server.settings()))


async def test_a_server_of_another_authority_is_not_trusted(server: Production, tmp_path: Path):
    folder = tmp_path / "other"
    folder.mkdir()
    other = Authority(folder)
    with pytest.raises(CannotConnect):
        await connect(server.url(), name="draw", tls=Tls(other.ca, None, None), patience=3.0)


async def test_a_renewed_certificate_is_shown_without_a_restart(server: Production, tmp_path: Path):
    settings = server.settings()
    tls = tls_of(settings)
    before = await asyncio.to_thread(server.shown)
    client = await connect(server.url(), name="draw", tls=tls)
    server.authority.sign("server")
    server.process.send_signal(signal.SIGHUP)
    async with asyncio.timeout(SOON):
        while await asyncio.to_thread(server.shown) == before:
            pass
    assert client.is_connected  # whoever is in stays in
    await client.close()


async def test_our_own_renewed_certificate_is_shown_with_the_next_connection(
    server: Production, tmp_path: Path
):
    settings = server.settings()
    assert settings.nats_certificate is not None
    tls = tls_of(settings)
    assert tls is not None
    first = await ours(tls, server.authority)
    server.authority.sign("client")
    tls.refresh()
    renewed = await ours(tls, server.authority)
    assert renewed != first
    client = await connect(server.url(), name="draw", tls=tls)
    await client.close()
    settings.nats_certificate.write_text("no certificate")
    tls.refresh()  # told in the log, and the one before stays
    assert await ours(tls, server.authority) == renewed


async def ours(tls: Tls, authority: Authority) -> str:
    """The serial number of the certificate that we show to whoever asks for one."""
    asking = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=authority.ca)
    asking.verify_mode = ssl.CERT_REQUIRED
    asking.load_cert_chain(*authority.sign("asking"))
    told: asyncio.Queue[str] = asyncio.Queue()

    async def noted(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        told.put_nowait(writer.get_extra_info("peercert")["serialNumber"])
        writer.close()

    async with (
        asyncio.timeout(SOON),
        await asyncio.start_server(noted, "127.0.0.1", 0, ssl=asking) as listening,
    ):
        host, port = listening.sockets[0].getsockname()
        _, writer = await asyncio.open_connection(host, port, ssl=tls.context)
        serial = await told.get()
        writer.close()
    return serial


async def test_files_that_are_no_certificates_are_told_at_the_start(tmp_path: Path):
    file = tmp_path / "ca.pem"
    file.write_text("no certificate")
    with pytest.raises(StartError, match="TLS to NATS cannot be set up"):
        tls_of(Settings(nats_ca=file))


# -- what an account may have --------------------------------------------------------------------


def test_the_servers_limits_leave_room_for_every_account_and_for_who_is_not_let_in_yet():
    text = (NATS / "nats.conf").read_text()
    most = re.search(r"^max_connections: (\d+)$", text, re.MULTILINE)
    assert most is not None
    assert int(most[1]) == natsconfig.CONNECTIONS
    assert sum(each.connections for each in natsconfig.MOST.values()) < natsconfig.CONNECTIONS
    assert f"\nmax_payload: {natsconfig.MOST[HOUSE].payload}\n" in text
    assert f"\nmax_subscriptions: {natsconfig.MOST[HOUSE].subscriptions}\n" in text


@pytest.fixture
async def narrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Nats]:
    """A server of our own on which auditors may have little."""
    monkeypatch.setitem(natsconfig.MOST, AUDITORS, natsconfig.Most(2, 3, "1KB"))
    async with Nats(tmp_path) as made:
        yield made


async def test_a_flood_in_one_account_leaves_the_others_their_room(narrow: Nats):
    url = narrow.url_of("auditor")
    held = [await connect(url, name=f"auditor {number}") for number in range(2)]
    with pytest.raises(CannotConnect):
        await connect(url, name="one too many", patience=2.0)
    service = await connect(narrow.url_of("draw"), name="draw")
    await held[0].close()
    again = await connect(url, name="auditor again")
    for client in (held[1], again, service):
        await client.close()


@pytest.mark.parametrize("what", ["maximum subscriptions exceeded", "maximum payload violation"])
async def test_whoever_follows_or_sends_more_than_they_may_is_cut_off(narrow: Nats, what: str):
    ended = asyncio.Event()
    client = await connect(narrow.url_of("auditor"), name="auditor", closed=ended.set)
    if "payload" in what:
        await client.publish("$JS.API.INFO", b"x" * 1_025)
    else:
        for number in range(4):
            await client.subscribe(f"eyesdown.board.akl.games.2026-{number}")
    async with asyncio.timeout(SOON):
        await ended.wait()
    assert what in str(client.last_error).lower()
