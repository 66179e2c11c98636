"""Keys and tokens in the form that NATS servers read: nkeys, and JWTs signed with them.

An nkey is an Ed25519 key written as base32 of a prefix that says what it is for, the key, and a
CRC-16. NATS's JWTs are JWTs but for the name of their algorithm.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_ACCOUNT = 0 << 3
_SEED = 18 << 3
_HEADER = {"typ": "JWT", "alg": "ed25519-nkey"}


class NotAKey(ValueError):
    """A text is no seed of an account's nkey."""


class AccountKey:
    """The private key of an account, which signs for its users."""

    def __init__(self, raw: bytes) -> None:
        """Of 32 random bytes."""
        self.raw = raw
        self._key = Ed25519PrivateKey.from_private_bytes(raw)
        self.public = _text(bytes([_ACCOUNT]) + self._key.public_key().public_bytes_raw())

    @classmethod
    def read(cls, seed: str) -> Self:
        """Of its seed as `seed` gives it ("SA…"). Raises `NotAKey`."""
        try:
            raw = base64.b32decode(seed + "=" * (-len(seed) % 8))
        except (binascii.Error, ValueError) as error:
            raise NotAKey("it is not written in base32") from error
        body, crc = raw[:-2], raw[-2:]
        if len(body) != 34 or body[:2] != _seed_prefix() or crc != _crc(body):
            raise NotAKey("it is no seed of an account, which begins with SA and has 58 letters")
        return cls(body[2:])

    @property
    def seed(self) -> str:
        """The key itself as text, to be kept secret."""
        return _text(_seed_prefix() + self.raw)

    def sign(self, claims: Mapping[str, Any]) -> str:
        """A token with these claims and this key as the issuer."""
        body = {**claims, "iss": self.public}
        signed = f"{_part(_HEADER)}.{_part(body)}"
        return f"{signed}.{_base64(self._key.sign(signed.encode()))}"


def claims(token: str) -> dict[str, Any]:
    """What a token says; whether it is signed by anyone is not looked at. Raises `ValueError`."""
    parts = token.split(".")
    if len(parts) != 3:
        raise ValueError("a token has three parts")
    told = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    if not isinstance(told, dict):
        raise ValueError("a token holds claims")
    return told


def _seed_prefix() -> bytes:
    # Two prefixes of five bits each: that of a seed, that of what it is the seed of.
    return bytes([_SEED | _ACCOUNT >> 5, (_ACCOUNT & 31) << 3])


def _text(body: bytes) -> str:
    return base64.b32encode(body + _crc(body)).decode().rstrip("=")


def _crc(body: bytes) -> bytes:
    return binascii.crc_hqx(body, 0).to_bytes(2, "little")


def _part(value: Mapping[str, Any]) -> str:
    return _base64(json.dumps(value, separators=(",", ":")).encode())


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
