"""A certificate authority for development: one folder with its own key and what it has signed.

In production certificates come from the operator's own authority: a key that lies beside the
services can sign for anybody.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from services.kernel.settings import StartError

HERE = ("localhost", "127.0.0.1", "::1")
"""What this machine is called by itself."""
AUTHORITY, LEAF = timedelta(days=5 * 365), timedelta(days=90)
"""How long the authority's own certificate is good for, and those that it signs."""

_EARLIER = timedelta(minutes=5)  # for clocks that are behind


class Authority:
    """Signs certificates in `folder`: `ca.pem` and `ca.key` are its own, made once.

    Raises `StartError` when the folder cannot be used.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.certificate = folder / "ca.pem"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            key = folder / "ca.key"
            if not key.exists():
                self._make(key)
            loaded = load_pem_private_key(key.read_bytes(), None)
            (self._own, *_) = x509.load_pem_x509_certificates(self.certificate.read_bytes())
        except (OSError, ValueError) as error:
            raise StartError([f"no authority can be kept in {folder}: {error}"]) from error
        if not isinstance(loaded, EllipticCurvePrivateKey):
            raise StartError([f"{key}: expected a P-256 key"])
        self._key = loaded

    def sign(
        self, name: str, hosts: Sequence[str] = HERE, life: timedelta = LEAF
    ) -> tuple[Path, Path]:
        """Make `<name>.pem` and `<name>.key` anew, and give back both files.

        The certificate is good for a server at `hosts` and for a client alike: services are both.
        """
        key = generate_private_key(SECP256R1())
        usage = (ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH)
        made = (
            _begun(name, life)
            .issuer_name(self._own.subject)
            .public_key(key.public_key())
            .add_extension(x509.SubjectAlternativeName([_host(each) for each in hosts]), False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
            .add_extension(x509.ExtendedKeyUsage(usage), False)
            .sign(self._key, SHA256())
        )
        certificate, private = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        _write(private, _pem(key))
        _write(certificate, made.public_bytes(Encoding.PEM))
        return certificate, private

    def _make(self, file: Path) -> None:
        key = generate_private_key(SECP256R1())
        made = (
            _begun("Eyesdown development", AUTHORITY)
            .issuer_name(_named("Eyesdown development"))
            .public_key(key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
            .sign(key, SHA256())
        )
        _write(self.certificate, made.public_bytes(Encoding.PEM))
        _write(file, _pem(key))


def _begun(name: str, life: timedelta) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_named(name))
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(now + life)
    )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _host(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def _pem(key: EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(file: Path, content: bytes) -> None:
    """Write a file whole, readable by its owner alone: a server may read it at any moment."""
    draft = file.with_name(f".{file.name}.new")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(content)
    os.replace(draft, file)
