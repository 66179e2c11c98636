"""The server's certificate, and who may connect at all; read again when their files change.

A connection that is there goes on with what it was made with; each new one gets what the files
hold by then, without a restart.
"""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path

import grpc
import structlog
from cryptography import x509

from services.kernel.parsing import loopback
from services.kernel.settings import Settings, SettingsError

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class _Read:
    configuration: grpc.ServerCertificateConfiguration
    ends: float


class Certificates:
    """A certificate with its chain, its key, and if `clients` is given who has to have signed those
    of clients: PEM files.

    Raises `SettingsError` when they do not go together at start; later that is logged, and what
    was read before stays in use.
    """

    def __init__(self, certificate: Path, key: Path, clients: Path | None) -> None:
        self._certificate, self._key, self._clients = certificate, key, clients
        self._mark = self._marks()
        try:
            self._now = self._read()
        except (OSError, ValueError) as error:
            named = ", ".join(f"EYESDOWN_{each}" for each in _VARIABLES[: 3 if clients else 2])
            raise SettingsError([f"{named}: {error}"]) from error

    @property
    def ends(self) -> float:
        """When the certificate ends, in seconds since 1970."""
        return self._now.ends

    def credentials(self) -> grpc.ServerCredentials:
        """For a port that takes no connection without TLS."""
        made: grpc.ServerCredentials = grpc.dynamic_ssl_server_credentials(
            self._now.configuration, self._fresh, self._clients is not None
        )
        return made

    def _fresh(self) -> grpc.ServerCertificateConfiguration:
        """What a new connection is made with. gRPC asks in a thread of its own."""
        mark = self._marks()
        if mark != self._mark:
            self._mark = mark  # what is wrong now is told once, and looked at when it changes
            try:
                self._now = self._read()
                log.info("certificate_read", file=str(self._certificate), ends=self._now.ends)
            except (OSError, ValueError) as error:
                log.error("certificate_not_read", why=str(error), what="the one before stays")
        return self._now.configuration

    def _marks(self) -> list[tuple[int, int, int]]:
        files = [each for each in (self._certificate, self._key, self._clients) if each]
        try:
            stats = [file.stat() for file in files]
        except OSError:
            return []  # reading will tell which is not there
        return [(stat.st_mtime_ns, stat.st_size, stat.st_ino) for stat in stats]

    def _read(self) -> _Read:
        """Read the files, and see that they go together. Raises `OSError` or `ValueError`."""
        self._check()
        pem = self._certificate.read_bytes()
        roots = self._clients.read_bytes() if self._clients else None
        (first, *_) = x509.load_pem_x509_certificates(pem)
        return _Read(
            grpc.ssl_server_certificate_configuration([(self._key.read_bytes(), pem)], roots),
            first.not_valid_after_utc.timestamp(),
        )

    def _check(self) -> None:
        """gRPC would find out only when somebody connects, and tell nobody why."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(self._certificate, self._key, password="")
        except (ssl.SSLError, ValueError) as error:
            raise ValueError(
                f"{self._certificate} and {self._key} are no certificate with its key ({error})"
            ) from error
        if self._clients is not None:
            try:
                context.load_verify_locations(self._clients)
            except ssl.SSLError as error:
                raise ValueError(f"{self._clients} holds no certificate ({error})") from error


_VARIABLES = ("TLS_CERTIFICATE", "TLS_KEY", "TLS_CLIENT_CA")


def certificates_of(settings: Settings) -> Certificates | None:
    """Those of the settings; None for a server in the clear, which is for development on one
    machine alone. Raises `SettingsError`."""
    certificate, key = settings.tls_certificate, settings.tls_key
    if certificate is None or key is None:
        _in_the_clear(settings)
        return None
    return Certificates(certificate, key, settings.tls_client_ca)


def _in_the_clear(settings: Settings) -> None:
    """Raise `SettingsError` where tokens would cross a network that others can listen on."""
    host = settings.grpc_address.host
    if settings.production:
        raise SettingsError(["EYESDOWN_TLS_CERTIFICATE: needed in production"])
    if not loopback(host):
        raise SettingsError(
            [
                f"EYESDOWN_TLS_CERTIFICATE: needed, since others can reach {host}; without one "
                "EYESDOWN_GRPC_ADDRESS has to be of this machine alone, such as 127.0.0.1"
            ]
        )
