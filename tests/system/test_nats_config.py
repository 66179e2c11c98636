"""What is in `deploy/nats`, on a real server: TLS on both sides, hashed passwords, certificates
that are renewed without a restart."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from services.kernel.journal.connection import CannotConnect, connect
from services.kernel.journal.embedded import binary
from services.kernel.journal.tls import Tls, tls_of
from services.kernel.rights.displaykey import DisplayKey
from services.kernel.settings import Settings, StartError
from tests.kit.certificates import Authority

NATS = Path(__file__).parents[2] / "deploy" / "nats"
PASSWORD = "opensesame"
HASH = "$2b$04$abcdefghijklmnopqrstuuFuhxWRTXIsURoluSTZ1N4tYaWGn9oOi"
SOON = 20.0


def variables() -> list[str]:
    """What `example.env` names."""
    text = (NATS / "example.env").read_text()
    return re.findall(r"^(EYESDOWN_NATS_\w+)=", text, re.MULTILINE)


@dataclass
class Production:
    """A server as it is deployed."""

    process: asyncio.subprocess.Process
    authority: Authority
    port: int

    def settings(self, folder: Path, *, certificate: bool = True) -> Settings:
        pem, key = self.authority.sign("client") if certificate else (None, None)
        return Settings(nats_ca=self.authority.ca, nats_certificate=pem, nats_key=key)

    def url(self, user: str = "draw", password: str = PASSWORD) -> str:
        return f"nats://{user}:{password}@localhost:{self.port}"

    def shown(self) -> int:
        """The serial number of the certificate that the server shows now."""
        context = ssl.create_default_context(cafile=self.authority.ca)
        context.load_cert_chain(*self.authority.sign("looking"))
        with socket.create_connection(("127.0.0.1", self.port), timeout=SOON) as plain:
            plain.recv(4096)  # its INFO comes in the clear
            with context.wrap_socket(plain, server_hostname="localhost") as secure:
                told = secure.getpeercert()
        assert told is not None
        return int(str(told["serialNumber"]), 16)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Production]:
    authority = Authority(tmp_path)
    pem, key = authority.sign("server")
    values = {
        "EYESDOWN_NATS_SERVER": "n1",
        "EYESDOWN_NATS_LISTEN": "127.0.0.1:-1",
        "EYESDOWN_NATS_WEBSOCKET": "127.0.0.1:-1",
        "EYESDOWN_NATS_DATA": str(tmp_path / "data"),
        "EYESDOWN_NATS_TLS_CERTIFICATE": str(pem),
        "EYESDOWN_NATS_TLS_KEY": str(key),
        "EYESDOWN_NATS_TLS_CA": str(authority.ca),
        "EYESDOWN_NATS_DISPLAYS": DisplayKey.prepare(tmp_path / "display.key").public,
    }
    environment = {name: values.get(name, f'"{HASH}"') for name in variables()}
    process = await asyncio.create_subprocess_exec(
        *(str(binary()), "-c", str(NATS / "nats.conf")),
        env={**os.environ, **environment},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        port, reading = await ready(process)
        yield Production(process, authority, port)
        process.terminate()
        async with asyncio.timeout(SOON):
            await process.wait()
            await reading
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def ready(process: asyncio.subprocess.Process) -> tuple[int, asyncio.Task[bytes]]:
    """The port that the server listens on, once it does, and what goes on reading its log."""
    assert process.stderr is not None
    said = b""
    async with asyncio.timeout(SOON):
        while b"Server is ready" not in said:
            line = await process.stderr.readline()
            assert line, said.decode()
            said += line
    listens = re.search(r"client connections on 127\.0\.0\.1:(\d+)", said.decode())
    assert listens is not None, said.decode()
    return int(listens[1]), asyncio.create_task(process.stderr.read())


async def test_a_service_comes_in_with_certificate_and_password(server: Production, tmp_path: Path):
    tls = tls_of(server.settings(tmp_path))
    client = await connect(server.url(), name="draw", tls=tls)
    assert client.is_connected
    await client.close()


async def test_nobody_comes_in_without_a_certificate_or_with_another_password(
    server: Production, tmp_path: Path
):
    bare = tls_of(server.settings(tmp_path, certificate=False))
    with pytest.raises(CannotConnect):
        await connect(server.url(), name="draw", tls=bare, patience=3.0)
    with pytest.raises(CannotConnect, match="refuses us"):
        await connect(
            server.url(password="wrong"), name="draw", tls=tls_of(server.settings(tmp_path))
        )


async def test_a_server_of_another_authority_is_not_trusted(server: Production, tmp_path: Path):
    folder = tmp_path / "other"
    folder.mkdir()
    other = Authority(folder)
    with pytest.raises(CannotConnect):
        await connect(server.url(), name="draw", tls=Tls(other.ca, None, None), patience=3.0)


async def test_a_renewed_certificate_is_shown_without_a_restart(server: Production, tmp_path: Path):
    settings = server.settings(tmp_path)
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
    settings = server.settings(tmp_path)
    assert settings.nats_certificate is not None
    tls = tls_of(settings)
    assert tls is not None
    server.authority.sign("client")
    tls.refresh()
    client = await connect(server.url(), name="draw", tls=tls)
    await client.close()
    settings.nats_certificate.write_text("no certificate")
    tls.refresh()  # told in the log, and the one before stays
    client = await connect(server.url(), name="draw", tls=tls)
    await client.close()


async def test_files_that_are_no_certificates_are_told_at_the_start(tmp_path: Path):
    file = tmp_path / "ca.pem"
    file.write_text("no certificate")
    with pytest.raises(StartError, match="TLS to NATS cannot be set up"):
        tls_of(Settings(nats_ca=file))
