"""The verifier's memory and keys, and the issuer for development."""

from __future__ import annotations

import json
import os
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from jwt.algorithms import ECAlgorithm, OKPAlgorithm

from eyesdown.common.v1 import options_pb2
from services.kernel.errors import Unauthenticated
from services.kernel.serving.keysets import KeyFile, public_keys
from services.kernel.serving.tokens import (
    DevIssuer,
    Identity,
    Verifier,
    verifier_of,
)
from services.kernel.settings import Settings, SettingsError


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


def verifier(jwks: str, clock: Clock | None = None) -> Verifier:
    keys = public_keys(jwks)
    return Verifier(
        lambda: keys, issuer="eyesdown", audience="eyesdown", leeway=5, now=clock or Clock()
    )


def test_a_token_says_who_where_as_what_and_from_which_device(tmp_path: Path):
    issuer = DevIssuer(tmp_path)
    token = issuer.issue("mia", {"akl": ["caller", "seller"], "*": ["auditor"]}, device="desk-1")
    identity = verifier(issuer.jwks)(token)
    caller, seller, auditor = (
        options_pb2.ROLE_CALLER,
        options_pb2.ROLE_SELLER,
        options_pb2.ROLE_AUDITOR,
    )
    assert (identity.person, identity.device) == ("mia", "desk-1")
    assert identity.roles_in("akl") == {caller, seller, auditor}
    assert identity.roles_in("wlg") == {auditor}
    assert identity.venues(["akl", "wlg"]) == ("akl", "wlg")


def test_venues_are_those_where_any_role_is_held():
    identity = Identity("mia", {"akl": frozenset({1}), "wlg": frozenset()})
    assert identity.venues(["akl", "wlg", "xyz"]) == ("akl",)


def test_a_remembered_token_ends_when_it_ends(tmp_path: Path):
    issuer, clock = DevIssuer(tmp_path), Clock()
    verify = verifier(issuer.jwks, clock)
    token = issuer.issue("mia", {"akl": ["caller"]}, lifetime=timedelta(seconds=30))
    start = clock.now = jwt.decode(token, options={"verify_signature": False})["iat"]
    assert verify(token) is verify(token)
    clock.now = start + 34.9  # within the leeway of 5 seconds
    assert verify(token).person == "mia"
    clock.now = start + 35.1
    with pytest.raises(Unauthenticated) as raised:
        verify(token)
    assert raised.value.reason.code == "TOKEN_EXPIRED"


def test_a_remembered_token_does_not_outlive_its_key_by_more_than_a_minute(tmp_path: Path):
    issuer, clock = DevIssuer(tmp_path), Clock()
    keys = dict(public_keys(issuer.jwks))
    verify = Verifier(lambda: keys, issuer="eyesdown", audience="eyesdown", now=clock)
    token = issuer.issue("mia", {"akl": ["caller"]})
    verify(token)
    keys.clear()
    clock.now += 59
    verify(token)
    clock.now += 2
    with pytest.raises(Unauthenticated) as raised:
        verify(token)
    assert raised.value.reason.code == "TOKEN_NOT_TRUSTED"


def test_only_so_many_tokens_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("services.kernel.serving.tokens._CACHED", 3)
    issuer = DevIssuer(tmp_path)
    verify = verifier(issuer.jwks)
    tokens = [issuer.issue(f"person-{number}", {}) for number in range(5)]
    first = [verify(token) for token in tokens]
    again = [verify(token) for token in reversed(tokens)]
    again.reverse()
    assert [one is other for one, other in zip(first, again, strict=True)] == [
        False,
        False,
        True,
        True,
        True,
    ]


def jwks(folder: Path, *keys: Ed25519PrivateKey | EllipticCurvePrivateKey) -> Path:
    """A JWKS file of these private keys' public halves, named k0, k1, …"""
    made = []
    for number, key in enumerate(keys):
        if isinstance(key, Ed25519PrivateKey):
            jwk = OKPAlgorithm.to_jwk(key.public_key())
        else:
            jwk = ECAlgorithm.to_jwk(key.public_key())
        made.append({**json.loads(jwk), "kid": f"k{number}"})
    path = folder / "jwks.json"
    path.write_text(json.dumps({"keys": made}))
    return path


def token(key: Ed25519PrivateKey | EllipticCurvePrivateKey, kid: str, algorithm: str) -> str:
    claims = {"iss": "eyesdown", "aud": "eyesdown", "sub": "mia", "iat": 0, "exp": 4_000_000_000}
    return jwt.encode(claims, key, algorithm=algorithm, headers={"kid": kid})


def test_both_kinds_of_key_verify(tmp_path: Path):
    ed25519, p256 = Ed25519PrivateKey.generate(), generate_private_key(SECP256R1())
    verify = verifier(jwks(tmp_path, ed25519, p256).read_text())
    assert verify(token(ed25519, "k0", "EdDSA")).person == "mia"
    assert verify(token(p256, "k1", "ES256")).person == "mia"


def test_a_key_file_is_read_again_when_it_changes(tmp_path: Path):
    old, new = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    path = jwks(tmp_path, old)
    verify = Verifier(KeyFile(path), issuer="eyesdown", audience="eyesdown")
    with pytest.raises(Unauthenticated):
        verify(token(new, "k1", "EdDSA"))
    jwks(tmp_path, old, new)
    assert verify(token(new, "k1", "EdDSA")).person == "mia"


def test_a_key_file_that_breaks_leaves_the_keys_as_they_were(tmp_path: Path):
    key = Ed25519PrivateKey.generate()
    path = jwks(tmp_path, key)
    verify = Verifier(KeyFile(path), issuer="eyesdown", audience="eyesdown")
    path.write_text("{")
    assert verify(token(key, "k0", "EdDSA")).person == "mia"
    path.unlink()
    assert verify(token(key, "k0", "EdDSA") + "").person == "mia"


@pytest.mark.parametrize(
    ("key", "problem"),
    [
        ("[]", 'expected {"keys": [...]} with at least one key'),
        ('{"keys": []}', "with at least one key"),
        ('{"keys": [{"kty": "OKP"}]}', "key 0: needs a kid of its own"),
        ('{"keys": [{"kid": "a", "kty": "oct", "k": "c2VjcmV0"}]}', "key a: holds a secret"),
        ('{"keys": [{"kid": "a", "kty": "OKP", "crv": "Ed25519", "d": "x"}]}', "holds a secret"),
        ('{"keys": [{"kid": "a", "kty": "RSA", "n": "sXch", "e": "AQAB"}]}', "expected Ed25519"),
        ('{"keys": [{"kid": "a", "kty": "OKP", "crv": "Ed25519", "x": "!"}]}', "cannot be read"),
        ("{", "Expecting property name"),
    ],
)
def test_a_wrong_key_file_is_told_at_start(tmp_path: Path, key: str, problem: str):
    path = tmp_path / "jwks.json"
    path.write_text(key)
    with pytest.raises(SettingsError) as raised:
        KeyFile(path)
    assert raised.value.problems[0].startswith(f"EYESDOWN_ISSUER_KEYS: {path}: ")
    assert problem in raised.value.problems[0]


def test_the_development_key_is_its_owners_alone_and_stays(tmp_path: Path):
    folder = tmp_path / "data"
    issuer = DevIssuer(folder)
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert DevIssuer(folder).jwks == issuer.jwks


def test_issuers_that_start_together_have_one_key(tmp_path: Path):
    with ThreadPoolExecutor(8) as pool:
        issuers = list(pool.map(lambda _: DevIssuer(tmp_path), range(8)))
    assert len({issuer.jwks for issuer in issuers}) == 1
    assert len(os.listdir(tmp_path)) == 1


def test_a_key_that_others_can_read_is_not_used(tmp_path: Path):
    DevIssuer(tmp_path)
    (path,) = tmp_path.iterdir()
    path.chmod(0o640)
    with pytest.raises(SettingsError, match="others can read this key; chmod 600 it"):
        DevIssuer(tmp_path)


def test_a_file_that_is_no_key_is_told(tmp_path: Path):
    path = tmp_path / "development-issuer.pem"
    path.touch(0o600)
    with pytest.raises(SettingsError, match="cannot be used as a key"):
        DevIssuer(tmp_path)


def test_in_production_nobody_signs_tokens_here(tmp_path: Path):
    with pytest.raises(SettingsError, match="for development only"):
        DevIssuer(tmp_path, mode="production")
    with pytest.raises(SettingsError, match="for development only"):
        verifier_of(Settings(mode="production", data_folder=tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_role_that_there_is_not_is_not_issued(tmp_path: Path):
    with pytest.raises(ValueError, match="no such role: king; roles are caller, announcer"):
        DevIssuer(tmp_path).issue("mia", {"akl": ["king"]})


def test_the_operators_keys_take_the_place_of_our_own(tmp_path: Path):
    key = Ed25519PrivateKey.generate()
    settings = Settings(
        data_folder=tmp_path / "data", issuer_keys=jwks(tmp_path, key), token_life_max=5e9
    )
    verify = verifier_of(settings)
    assert verify(token(key, "k0", "EdDSA")).person == "mia"
    with pytest.raises(Unauthenticated):
        verify(DevIssuer.of(settings).issue("mia", {"*": ["operator"]}))
