"""Access tokens: JWTs that say who somebody is and which roles they hold in which venues.

Claims: `iss`, `aud`, `exp`, `iat` or `nbf`, `sub` (the person), `grants` (venue id or "*" to a list
of roles, lower case: {"akl": ["caller"]}); `device` and `jti` (may be absent). Signed with Ed25519
(EdDSA) or P-256 (ES256), nothing else: an algorithm belongs to a key, never to what a token says of
itself.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import math
import os
import tempfile
import time
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import jwt
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from eyesdown.common.v1 import options_pb2
from services.kernel import reasons
from services.kernel.errors import Unauthenticated
from services.kernel.latest import Latest
from services.kernel.law import Reason
from services.kernel.serving.keysets import KeyFile, KeySet, public_keys
from services.kernel.settings import Settings, SettingsError
from services.kernel.variables.places import DEVELOPMENT

EVERYWHERE = "*"
LONGEST = 6_000
"""Characters of a token that are looked at; gRPC's own limit of metadata is 8 KiB."""
KEY_FILE = "development-issuer.pem"
"""Where the key of our own issuer lies in its folder."""

LEEWAY = 5.0
"""Seconds that an issuer's clock may be off."""

_NONE = frozenset[int]()
_REQUIRED = ["exp", "iss", "aud", "sub"]
_CACHED = 4_096
_CACHED_FOR = 60.0  # seconds: a key that was taken out of the file counts no longer than this

log = structlog.get_logger(__name__)


def _role_names() -> dict[str, int]:
    prefix = "ROLE_"
    named = options_pb2.Role.items()
    return {name.removeprefix(prefix).lower(): number for name, number in named if number}


ROLES: Mapping[str, int] = _role_names()
"""Number of each role by the name that tokens and metadata use, such as "caller"."""


AUDITOR = frozenset((int(options_pb2.ROLE_AUDITOR),))
"""The role of who audits, alone."""


def role_name(role: int) -> str:
    """The name that tokens use for a role; empty for none."""
    return next((name for name, number in ROLES.items() if number == role), "")


@dataclass(frozen=True, slots=True)
class Identity:
    """A person that a token speaks for, with their roles by venue, at a device.

    `token_id` is the token's own id, or empty; it was `issued` and it `ends` at these seconds since
    1970, leeway and all. In `revoked_in` (venue ids) it was taken back and counts for nothing, in
    `auditing_in` for nothing but an auditor's.
    """

    person: str
    grants: Mapping[str, frozenset[int]]
    device: str = ""
    token_id: str = ""
    issued: float = 0.0
    ends: float = math.inf
    revoked_in: frozenset[str] = frozenset()
    auditing_in: frozenset[str] = frozenset()

    def roles_in(self, venue: str) -> frozenset[int]:
        """The roles held in a venue, those held everywhere too."""
        if venue in self.revoked_in:
            return _NONE
        here, everywhere = self.grants.get(venue, _NONE), self.grants.get(EVERYWHERE, _NONE)
        held = here | everywhere if here and everywhere else here or everywhere
        return held & AUDITOR if venue in self.auditing_in else held

    def without(self, revoked: Iterable[str], sparing: Iterable[str]) -> Identity:
        """What is left where it was taken back in venues, `sparing` an auditor in some more."""
        gone = frozenset(revoked)
        spared = frozenset(sparing) - gone
        auditing = {venue for venue in spared if AUDITOR & self.roles_in(venue)}
        return replace(self, revoked_in=gone | (spared - auditing), auditing_in=frozenset(auditing))

    def venues(self, known: Iterable[str]) -> tuple[str, ...]:
        """Those of the `known` venues in which the person holds any role."""
        return tuple(venue for venue in known if self.roles_in(venue))


class KeyUnknown(Unauthenticated):
    """The token names a key that is not known, or not yet."""

    def __init__(self) -> None:
        super().__init__(reasons.TOKEN_NOT_TRUSTED)


class TokenRevoked(Unauthenticated):
    """The token was taken back in a venue (its id), or wherever its person held a role."""

    def __init__(self, venue: str = "") -> None:
        where = f"venues/{venue}" if venue else "every venue"
        super().__init__(reasons.TOKEN_REVOKED, venue=where)


class Verifier:
    """Tells whose token it is. `keys` gives the public keys by `kid`; `longest` are the seconds for
    which a token may be good.

    Verified tokens are remembered for a minute at most, never past their end.
    """

    def __init__(
        self,
        keys: Callable[[], KeySet],
        *,
        issuer: str,
        audience: str,
        longest: float = math.inf,
        leeway: float = LEEWAY,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._keys = keys
        self._issuer = issuer
        self._audience = audience
        self._longest = longest
        self._leeway = leeway
        self._now = now
        self._verified: Latest[bytes, tuple[Identity, float]] = Latest(_CACHED)

    def __call__(self, token: str) -> Identity:
        """The identity a token speaks for. Raises `Unauthenticated`, or a `KeyUnknown` of it."""
        if len(token) > LONGEST:
            raise Unauthenticated(reasons.TOKEN_MALFORMED)
        mark = hashlib.sha256(token.encode()).digest()
        known = self._verified.get(mark)
        now = self._now()
        if known is not None:
            identity, looked = known
            if now >= identity.ends:
                del self._verified[mark]
                raise Unauthenticated(reasons.TOKEN_EXPIRED)
            if now - looked < _CACHED_FOR:
                return identity
        identity = self._identity(self._claims(token))
        self._verified[mark] = (identity, now)
        return identity

    def _claims(self, token: str) -> Mapping[str, Any]:
        try:
            kid = jwt.get_unverified_header(token).get("kid")
            key = self._keys().get(kid) if isinstance(kid, str) else None
            if key is None:
                raise KeyUnknown
            claims: Mapping[str, Any] = jwt.decode(
                token,
                key,
                algorithms=[key.algorithm_name],
                issuer=self._issuer,
                audience=self._audience,
                leeway=self._leeway,
                options={"require": _REQUIRED},
            )
        except jwt.PyJWTError as error:
            raise Unauthenticated(_why(error)) from None
        return claims

    def _identity(self, claims: Mapping[str, Any]) -> Identity:
        """What the claims say, in the times that they are good for."""
        issued, ends = claims.get("iat", claims.get("nbf")), float(claims["exp"])
        if issued is None:
            raise Unauthenticated(reasons.TOKEN_MALFORMED)
        if ends - float(issued) > self._longest:
            raise Unauthenticated(reasons.TOKEN_LASTS_TOO_LONG, hours=f"{self._longest / 3600:g}")
        return _identity(claims, float(issued), ends + self._leeway)


_WHY: tuple[tuple[type[jwt.PyJWTError], Reason], ...] = (
    (jwt.ExpiredSignatureError, reasons.TOKEN_EXPIRED),
    (jwt.ImmatureSignatureError, reasons.TOKEN_NOT_YET_VALID),
    (jwt.InvalidIssuerError, reasons.TOKEN_WRONG_ISSUER),
    (jwt.InvalidAudienceError, reasons.TOKEN_WRONG_AUDIENCE),
    (jwt.InvalidSignatureError, reasons.TOKEN_NOT_TRUSTED),
    (jwt.InvalidAlgorithmError, reasons.TOKEN_NOT_TRUSTED),
)


def _why(error: jwt.PyJWTError) -> Reason:
    for kind, reason in _WHY:
        if isinstance(error, kind):
            return reason
    return reasons.TOKEN_MALFORMED


def _identity(claims: Mapping[str, Any], issued: float, ends: float) -> Identity:
    """Read the claims. A role that this release does not know grants nothing."""
    person, grants = claims["sub"], claims.get("grants", {})
    device, token_id = claims.get("device", ""), claims.get("jti", "")
    labels = all(_is_label(label) for label in (person, device, token_id))
    if not (labels and person and isinstance(grants, dict)):
        raise Unauthenticated(reasons.TOKEN_MALFORMED)
    held = {}
    for venue, names in grants.items():
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise Unauthenticated(reasons.TOKEN_MALFORMED)
        held[venue] = frozenset(ROLES[name] for name in names if name in ROLES)
    return Identity(person, held, device, token_id, issued, ends)


def _is_label(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 128 and (value.isprintable() or not value)


class DevIssuer:
    """Signs tokens for development and demonstrations with a key of its own, made once.

    The key lies in `folder`, readable by its owner alone; processes that start together get the
    same one. `jwks` is its public half. Raises `SettingsError` in production.
    """

    def __init__(
        self,
        folder: Path,
        *,
        mode: str = DEVELOPMENT,
        issuer: str = "eyesdown",
        audience: str = "eyesdown",
    ) -> None:
        if mode != DEVELOPMENT:
            raise SettingsError(["EYESDOWN_MODE: tokens of our own are for development only"])
        self._issuer = issuer
        self._audience = audience
        self._key = _own_key(folder / KEY_FILE)
        public = self._key.public_key().public_bytes_raw()
        self._kid = "development-" + hashlib.sha256(public).hexdigest()[:16]
        x = base64.urlsafe_b64encode(public).rstrip(b"=").decode()
        jwk = {"kty": "OKP", "crv": "Ed25519", "use": "sig", "kid": self._kid, "x": x}
        self.jwks = json.dumps({"keys": [jwk]})

    @classmethod
    def of(cls, settings: Settings) -> DevIssuer:
        """The issuer of a service with these settings; its key lies in the data folder."""
        return cls(
            settings.data_folder,
            mode=settings.mode,
            issuer=settings.token_issuer,
            audience=settings.token_audience,
        )

    def issue(
        self,
        person: str,
        grants: Mapping[str, Sequence[str]],
        device: str = "",
        lifetime: timedelta = timedelta(hours=12),
    ) -> str:
        """A token for a person; `grants` gives role names by venue id, or by "*" for all.

        Raises `ValueError` for a role that there is not.
        """
        unknown = sorted({name for names in grants.values() for name in names} - set(ROLES))
        if unknown:
            raise ValueError(f"no such role: {', '.join(unknown)}; roles are {', '.join(ROLES)}")
        now = int(time.time())
        claims = {
            "iss": self._issuer,
            "aud": self._audience,
            "sub": person,
            "iat": now,
            "nbf": now,
            "exp": now + int(lifetime.total_seconds()),
            "grants": {venue: list(names) for venue, names in grants.items()},
            "device": device,
            "jti": str(uuid.uuid4()),
        }
        return jwt.encode(claims, self._key, algorithm="EdDSA", headers={"kid": self._kid})


def verifier_of(settings: Settings, fetched: Callable[[], KeySet] | None = None) -> Verifier:
    """The verifier that the settings ask for: by the keys that were `fetched` from the operator's
    issuer, by those in a file of theirs, or in development by our own."""
    keys: Callable[[], KeySet]
    if fetched is not None:
        keys = fetched
    elif settings.issuer_keys is not None:
        keys = KeyFile(settings.issuer_keys)
    else:
        own = public_keys(DevIssuer.of(settings).jwks)
        keys = lambda: own  # noqa: E731
    return Verifier(
        keys,
        issuer=settings.token_issuer,
        audience=settings.token_audience,
        longest=settings.token_life_max,
    )


def _own_key(path: Path) -> Ed25519PrivateKey:
    """The key in `path`, made when there is none; whoever is first wins."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            pem = Ed25519PrivateKey.generate().private_bytes(
                Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
            )
            with tempfile.NamedTemporaryFile(dir=path.parent) as made:  # of mode 0600
                made.write(pem)
                made.flush()
                with contextlib.suppress(FileExistsError):
                    os.link(made.name, path)
        if path.stat().st_mode & 0o077:
            raise SettingsError([f"{path}: others can read this key; chmod 600 it"])
        key = load_pem_private_key(path.read_bytes(), None)
    except (OSError, ValueError) as error:
        raise SettingsError([f"{path}: cannot be used as a key: {error}"]) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise SettingsError([f"{path}: expected an Ed25519 key"])
    return key
