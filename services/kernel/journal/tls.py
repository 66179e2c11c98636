"""TLS to NATS: whom we trust, and the certificate that we show.

The files are read again whenever a connection is lost, so that a renewed certificate is shown with
the next one, without a restart.
"""

from __future__ import annotations

import ssl
from pathlib import Path

import structlog

from services.kernel.settings import Settings, StartError

log = structlog.get_logger(__name__)


class Tls:
    """What a connection goes by: `context`, kept up to date by `refresh`."""

    def __init__(self, ca: Path, certificate: Path | None, key: Path | None) -> None:
        """Raises a `StartError` when a file cannot be used."""
        self._files = ca, certificate, key
        try:
            self.context = ssl.create_default_context(cafile=ca)
            self._read()
        except OSError as error:  # SSLError is one
            names = ", ".join(str(each) for each in self._files if each is not None)
            raise StartError([f"TLS to NATS cannot be set up with {names}: {error}"]) from error

    def refresh(self) -> None:
        """Read the files again; what cannot be read stays as it was."""
        try:
            self._read()
        except OSError as error:
            log.warning("nats_certificate_not_read", why=str(error))

    def _read(self) -> None:
        ca, certificate, key = self._files
        self.context.load_verify_locations(ca)
        if certificate is not None:
            self.context.load_cert_chain(certificate, key)


def tls_of(settings: Settings) -> Tls | None:
    """TLS as it is set; None for NATS in the clear. Raises a `StartError`."""
    if settings.nats_ca is None:
        return None
    return Tls(settings.nats_ca, settings.nats_certificate, settings.nats_key)
