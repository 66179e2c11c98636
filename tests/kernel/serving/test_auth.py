"""Whose token is it? Every fault a token can have is UNAUTHENTICATED, with the reason."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import time
from datetime import datetime, tzinfo
from typing import Any, Self

import grpc
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
)

from eyesdown.common.v1 import venue_service_pb2 as venues_pb
from eyesdown.draw.v1 import draw_service_pb2 as pb
from services.kernel.serving.tokens import Identity
from tests.kernel.serving.kit import GAME, House, call_number, open_house, told

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Forger:
    """Makes tokens like the development issuer's, with one thing changed."""

    def __init__(self, house: House, folder: Any) -> None:
        jwk = json.loads(house.issuer.jwks)["keys"][0]
        self.kid = jwk["kid"]
        pem = next(folder.glob("*.pem")).read_bytes()
        self.key: Any = load_pem_private_key(pem, None)
        now = int(time.time())
        self.claims = {
            "iss": "eyesdown",
            "aud": "eyesdown",
            "sub": "mia",
            "nbf": now,
            "exp": now + 300,
            "grants": {"akl": ["caller"]},
            "device": "desk-1",
        }

    def make(
        self, key: Any = None, algorithm: str = "EdDSA", kid: str | None = None, **changed: Any
    ) -> str:
        claims = {**self.claims, **changed}
        claims = {name: value for name, value in claims.items() if value is not None}
        headers = {} if kid == "" else {"kid": kid or self.kid}
        return jwt.encode(claims, key or self.key, algorithm=algorithm, headers=headers)

    def by_hand(self, header: dict, secret: bytes | None) -> str:
        """A token that a well-meaning library would not make."""

        def part(value: bytes) -> bytes:
            return base64.urlsafe_b64encode(value).rstrip(b"=")

        signed = part(json.dumps(header).encode()) + b"." + part(json.dumps(self.claims).encode())
        tag = b"" if secret is None else hmac.new(secret, signed, hashlib.sha256).digest()
        return (signed + b"." + part(tag)).decode()


@pytest.fixture
def forger(house: House, data) -> Forger:
    return Forger(house, data)


async def refused(house: House, token: str | None = None, *metadata: tuple[str, str]) -> str:
    """Call with this token, or this metadata, and give back the reason why not."""
    sent = metadata if token is None else (("authorization", f"Bearer {token}"), *metadata)
    failed = await told(house.play.CallNumber(call_number(), metadata=sent))
    assert failed.code is grpc.StatusCode.UNAUTHENTICATED
    assert failed.info.domain == "eyesdown"
    assert failed.localized.message.startswith(failed.message)
    return failed.reason


async def test_a_good_token_passes(house: House, forger: Forger):
    """The forger's own work is good, so that the faults below are the only ones."""
    metadata = (("authorization", f"Bearer {forger.make()}"),)
    await house.play.CallNumber(call_number(), metadata=metadata)
    await house.play.CallNumber(call_number(), metadata=metadata)  # and from memory


async def test_no_token(house: House):
    assert await refused(house) == "TOKEN_MISSING"


@pytest.mark.parametrize("value", ["", "Bearer", "Bearer ", "Basic bWlhOm1pYQ==", "Bearer a.b.c"])
async def test_a_malformed_token(house: House, value: str):
    assert await refused(house, None, ("authorization", value)) == "TOKEN_MALFORMED"


async def test_a_token_that_is_cut_or_too_long(house: House, forger: Forger):
    good = forger.make()
    # 64 bytes of signature are 86 letters; 85 are no base64 of anything.
    assert await refused(house, good[:-1]) == "TOKEN_MALFORMED"
    assert await refused(house, good.rpartition(".")[0]) == "TOKEN_MALFORMED"
    assert await refused(house, forger.make(pad="x" * 5000)) == "TOKEN_MALFORMED"


async def test_two_tokens_at_once(house: House, forger: Forger):
    good = ("authorization", f"Bearer {forger.make()}")
    assert await refused(house, None, good, good) == "TOKEN_MALFORMED"


async def test_an_expired_token(house: House, forger: Forger):
    now = int(time.time())
    assert await refused(house, forger.make(nbf=now - 60, exp=now - 30)) == "TOKEN_EXPIRED"


async def test_a_token_from_the_future(house: House, forger: Forger):
    now = int(time.time())
    assert await refused(house, forger.make(nbf=now + 60)) == "TOKEN_NOT_YET_VALID"


@pytest.mark.parametrize("claim", ["exp", "nbf", "sub", "iss", "aud"])
async def test_a_token_that_lacks_a_claim(house: House, forger: Forger, claim: str):
    without: dict[str, Any] = {claim: None}
    assert await refused(house, forger.make(**without)) == "TOKEN_MALFORMED"


async def test_when_it_was_issued_says_from_when_on_as_well(house: House, forger: Forger):
    """Identity providers give `iat`, and seldom `nbf`."""
    without: dict[str, Any] = {"nbf": None}
    await called(house, forger.make(**without, iat=int(time.time())))
    later = int(time.time()) + 60
    assert await refused(house, forger.make(**without, iat=later)) == "TOKEN_NOT_YET_VALID"
    assert await refused(house, forger.make(**without, iat="today")) == "TOKEN_MALFORMED"


async def test_clocks_may_be_five_seconds_apart(
    house: House, forger: Forger, monkeypatch: pytest.MonkeyPatch
):
    now = int(time.time())

    class Held(datetime):
        """The verifier's clock, which stands still."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromtimestamp(now, tz)

    monkeypatch.setattr("jwt.api_jwt.datetime", Held)
    await called(house, forger.make(nbf=now - 60, exp=now - 4))
    await called(house, forger.make(nbf=now + 4))
    assert await refused(house, forger.make(nbf=now - 60, exp=now - 6)) == "TOKEN_EXPIRED"
    assert await refused(house, forger.make(nbf=now + 6)) == "TOKEN_NOT_YET_VALID"


async def test_a_token_that_lasts_longer_than_a_shift(house: House, forger: Forger):
    now = int(time.time())
    await called(house, forger.make(nbf=now, exp=now + 12 * 3600))
    long = forger.make(nbf=now, exp=now + 12 * 3600 + 1)
    assert await refused(house, long) == "TOKEN_LASTS_TOO_LONG"


async def called(house: House, token: str) -> None:
    """Call with a token that has to be good."""
    await house.play.CallNumber(call_number(), metadata=(("authorization", f"Bearer {token}"),))


async def test_a_stream_ends_with_its_token(house: House, forger: Forger):
    async def answer(request, context):
        yield pb.WatchGameResponse()
        await asyncio.Event().wait()

    house.draw.answers["WatchGame"] = answer
    now = time.time()
    await called(house, forger.make(nbf=now - 60))  # so that nothing is left to be connected
    token = forger.make(nbf=now - 60, exp=int(now) - 2)  # good for two seconds yet, at least
    metadata = (("authorization", f"Bearer {token}"),)
    stream = house.play.WatchGame(pb.WatchGameRequest(name=GAME), metadata=metadata)
    await stream.read()
    failed = await told(stream.read())
    assert (failed.code, failed.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED")


async def test_a_stream_that_never_waits_ends_with_its_token_too(house: House, forger: Forger):
    async def answer(request, context):
        while True:
            yield pb.WatchGameResponse()

    house.draw.answers["WatchGame"] = answer
    now = time.time()
    token = forger.make(nbf=now - 60, exp=now - 4.5)
    metadata = (("authorization", f"Bearer {token}"),)
    stream = house.play.WatchGame(pb.WatchGameRequest(name=GAME), metadata=metadata)
    assert (await told(to_its_end(stream))).reason == "TOKEN_EXPIRED"


async def to_its_end(stream: Any) -> None:
    while await stream.read() is not grpc.aio.EOF:
        pass


async def test_a_token_for_another_system(house: House, forger: Forger):
    assert await refused(house, forger.make(aud="slots")) == "TOKEN_WRONG_AUDIENCE"


async def test_a_token_of_another_issuer(house: House, forger: Forger):
    assert await refused(house, forger.make(iss="somebody")) == "TOKEN_WRONG_ISSUER"


async def test_a_token_of_another_key(house: House, forger: Forger):
    other = Ed25519PrivateKey.generate()
    assert await refused(house, forger.make(other)) == "TOKEN_NOT_TRUSTED"
    assert await refused(house, forger.make(other, kid="other")) == "TOKEN_NOT_TRUSTED"
    assert await refused(house, forger.make(kid="")) == "TOKEN_NOT_TRUSTED"


async def test_a_changed_payload(house: House, forger: Forger):
    head, _, signature = forger.make().split(".")
    payload = forger.make(grants={"*": ["operator"]}).split(".")[1]
    assert await refused(house, f"{head}.{payload}.{signature}") == "TOKEN_NOT_TRUSTED"


async def test_another_algorithm_with_the_same_key_id(house: House, forger: Forger):
    """ES256 is allowed, but not for a key that is Ed25519."""
    other = generate_private_key(SECP256R1())
    assert await refused(house, forger.make(other, "ES256")) == "TOKEN_NOT_TRUSTED"


@pytest.mark.parametrize("none", ["none", "None", "NONE", ""])
async def test_no_signature_at_all(house: House, forger: Forger, none: str):
    header = {"alg": none, "typ": "JWT", "kid": forger.kid}
    assert await refused(house, forger.by_hand(header, None)) == "TOKEN_NOT_TRUSTED"


async def test_the_public_key_used_as_a_shared_secret(house: House, forger: Forger):
    """HS256 with whatever form of the public key a verifier might take as its secret."""
    public = forger.key.public_key()
    header = {"alg": "HS256", "typ": "JWT", "kid": forger.kid}
    for secret in (
        public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
        public.public_bytes_raw(),
    ):
        assert await refused(house, forger.by_hand(header, secret)) == "TOKEN_NOT_TRUSTED"


@pytest.mark.parametrize(
    "changed",
    [
        {"grants": ["caller"]},
        {"grants": {"akl": "caller"}},
        {"grants": {"akl": [1]}},
        {"sub": ""},
        {"sub": "x" * 129},
        {"sub": "two\nlines"},
        {"device": 7},
        {"jti": 7},
        {"jti": "two\nlines"},
    ],
)
async def test_claims_of_another_shape(house: House, forger: Forger, changed: dict):
    assert await refused(house, forger.make(**changed)) == "TOKEN_MALFORMED"


async def test_a_role_that_there_is_not_grants_nothing(house: House, forger: Forger):
    token = forger.make(grants={"akl": ["king", "ROLE_CALLER", "CALLER"]})
    metadata = (("authorization", f"Bearer {token}"),)
    failed = await told(house.play.CallNumber(call_number(), metadata=metadata))
    assert failed.reason == "VENUE_NOT_PERMITTED"


async def test_a_method_that_there_is_not_tells_strangers_nothing(house: House):
    call = house.raw("/eyesdown.draw.v1.DrawService/Rig")
    failed = await told(call(b""))
    assert failed.code is grpc.StatusCode.UNAUTHENTICATED
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call(b"", metadata=house.as_("caller"))
    assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def test_a_stream_without_a_token(house: House):
    stream = house.play.WatchGame(pb.WatchGameRequest(name=GAME))
    failed = await told(stream.read())
    assert failed.reason == "TOKEN_MISSING"


async def test_every_call_is_checked_not_only_the_first(house: House):
    """An interceptor that kept handlers before this one would let the second call pass."""
    good = house.as_("caller")
    await house.play.CallNumber(call_number(), metadata=good)
    assert await refused(house) == "TOKEN_MISSING"
    await house.venues.ListVenues(venues_pb.ListVenuesRequest(), metadata=good)
    failed = await told(house.venues.ListVenues(venues_pb.ListVenuesRequest()))
    assert failed.reason == "TOKEN_MISSING"


async def test_strangers_are_counted(house: House):
    series = 'eyesdown_denials_total{action="call_number",reason="TOKEN_MISSING",service="draw"}'
    before = (await house.metrics()).get(series, 0)
    await refused(house)
    assert (await house.metrics())[series] == before + 1


async def test_a_verifier_that_breaks_tells_nothing(tmp_path):
    def broken(token: str) -> Identity:
        raise RuntimeError("the secret text")

    async with open_house(tmp_path, verify=broken) as house:
        failed = await told(house.play.CallNumber(call_number(), metadata=house.as_("caller")))
    assert failed.code is grpc.StatusCode.INTERNAL
    assert "secret" not in str(failed)
