"""Certificates of a test's own authority.

PYTEST_DONT_REWRITE: it asserts nothing.
"""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID


class Authority:
    """Signs certificates for this machine; its own is `ca`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = generate_private_key(SECP256R1())
        self._name = _named("test authority")
        self.ca = folder / "ca.pem"
        made = _builder(self._name, self._name, self._key.public_key()).add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True
        )
        self.ca.write_bytes(made.sign(self._key, SHA256()).public_bytes(Encoding.PEM))

    def sign(self, name: str) -> tuple[Path, Path]:
        """A certificate and its key, in `<name>.pem` and `<name>.key`: new ones each time."""
        key = generate_private_key(SECP256R1())
        hosts = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
        made = _builder(_named(name), self._name, key.public_key()).add_extension(
            x509.SubjectAlternativeName(hosts), critical=False
        )
        paths = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        paths[0].write_bytes(made.sign(self._key, SHA256()).public_bytes(Encoding.PEM))
        paths[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return paths


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _builder(subject: x509.Name, issuer: x509.Name, key: object) -> x509.CertificateBuilder:
    start = datetime.now(UTC) - timedelta(hours=1)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)  # type: ignore[arg-type]  # of any of its kinds
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=1))
    )
