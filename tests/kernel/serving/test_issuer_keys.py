"""Keys that are fetched from the issuer: over HTTPS, again and again, and kept through a cut."""

from __future__ import annotations

import asyncio
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key as rsa_key
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

from services.kernel.serving import keysets
from services.kernel.serving.authority import Authority
from services.kernel.serving.keysets import LARGEST, Fetch, FetchedKeys, fetched_keys
from services.kernel.serving.tokens import verifier_of
from services.kernel.settings import Settings, SettingsError
from services.kernel.tasks import end
from tests.kernel.serving.kit import House, call_number, open_house, told

ISSUER = "https://id.example"


@dataclass
class Issuer:
    """An issuer with a web server of its own, and keys that it signs tokens by."""

    authority: Path
    url: str = ""
    pages: dict[str, tuple[int, str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    signing: dict[str, Any] = field(default_factory=dict)

    @property
    def keys_url(self) -> str:
        return f"{self.url}/keys"

    @property
    def configuration_url(self) -> str:
        return f"{self.url}/.well-known/openid-configuration"

    def publish(self, *more: dict[str, Any]) -> None:
        """Have its pages tell of the keys that it signs by now, and of `more` keys."""
        listed = [*more]
        for kid, key in self.signing.items():
            algorithm = OKPAlgorithm if isinstance(key, Ed25519PrivateKey) else ECAlgorithm
            listed.append({**json.loads(algorithm.to_jwk(key.public_key())), "kid": kid})
        self.pages["/keys"] = (200, json.dumps({"keys": listed}))
        told = {"issuer": ISSUER, "jwks_uri": self.keys_url}
        self.pages["/.well-known/openid-configuration"] = (200, json.dumps(told))

    def token(self, kid: str = "k0", **changed: Any) -> str:
        """A token for a caller of akl, as an identity provider gives it."""
        now = int(time.time())
        claims = {"iss": ISSUER, "aud": "floor", "sub": "mia", "iat": now, "exp": now + 300}
        claims |= {"grants": {"akl": ["caller"]}, "jti": "t-1"}
        key = self.signing[kid]
        algorithm = "EdDSA" if isinstance(key, Ed25519PrivateKey) else "ES256"
        return jwt.encode({**claims, **changed}, key, algorithm, {"kid": kid})


@contextmanager
def serving(authority: Authority) -> Iterator[Issuer]:
    """An issuer that answers over HTTPS."""
    issuer = Issuer(authority.certificate)

    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            issuer.asked.append(self.path)
            code, text = issuer.pages.get(self.path, (404, ""))
            self.send_response(code)
            if code == 302:
                self.send_header("Location", text)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Nothing on stderr."""

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*authority.sign("issuer"))
    with ThreadingHTTPServer(("127.0.0.1", 0), Pages) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        issuer.url = f"https://127.0.0.1:{server.server_address[1]}"
        issuer.signing["k0"] = Ed25519PrivateKey.generate()
        issuer.publish()
        try:
            yield issuer
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def issuer(tmp_path: Path) -> Iterator[Issuer]:
    with serving(Authority(tmp_path / "issuer")) as made:
        yield made


def settings(folder: Path, url: str, issuer: Issuer, **more: Any) -> Settings:
    chosen: dict[str, Any] = {
        "data_folder": folder,
        "issuer_url": url,
        "issuer_ca": issuer.authority,
        "token_issuer": ISSUER,
        "token_audience": "floor",
        **more,
    }
    return Settings(**chosen)


def keys_of(chosen: Settings) -> FetchedKeys:
    made = fetched_keys(chosen)
    assert made is not None
    return made


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


# -- fetching ----------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["keys_url", "configuration_url"])
async def test_keys_are_fetched_from_where_the_issuer_publishes_them(
    which: str, issuer: Issuer, tmp_path: Path
):
    chosen = settings(tmp_path / "data", getattr(issuer, which), issuer)
    keys = keys_of(chosen)
    verify = verifier_of(chosen, keys)
    assert await keys.sought()
    assert verify(issuer.token()).person == "mia"
    assert verify(issuer.token()).token_id == "t-1"


async def test_an_issuer_s_keys_for_other_systems_are_left_aside(issuer: Issuer, tmp_path: Path):
    rsa = json.loads(RSAAlgorithm.to_jwk(rsa_key(65537, 2048).public_key()))
    issuer.signing["p256"] = generate_private_key(SECP256R1())
    issuer.publish({**rsa, "kid": "r0"}, {"kty": "oct", "k": "c2VjcmV0", "kid": "s0"})
    chosen = settings(tmp_path / "data", issuer.keys_url, issuer)
    keys = keys_of(chosen)
    assert await keys.sought()
    assert set(keys()) == {"k0", "p256"}
    assert verifier_of(chosen, keys)(issuer.token("p256")).person == "mia"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda issuer: issuer.pages.clear(),
        lambda issuer: issuer.pages.update({"/keys": (500, "")}),
        lambda issuer: issuer.pages.update({"/keys": (200, "{")}),
        lambda issuer: issuer.pages.update({"/keys": (200, '{"keys": [{"kid": "a"}]}')}),
        lambda issuer: issuer.pages.update({"/keys": (200, " " * (LARGEST + 1))}),
        lambda issuer: issuer.pages.update({"/keys": (302, f"{issuer.url}/elsewhere")}),
        lambda issuer: issuer.pages.update(
            {"/keys": (200, json.dumps({"issuer": "https://evil", "jwks_uri": issuer.keys_url}))}
        ),
        lambda issuer: issuer.pages.update(
            {"/keys": (200, json.dumps({"issuer": ISSUER, "jwks_uri": "file:///etc/passwd"}))}
        ),
        lambda issuer: issuer.pages.update(
            {"/keys": (200, json.dumps({"issuer": ISSUER, "jwks_uri": "http://10.0.0.1/keys"}))}
        ),
    ],
)
async def test_what_cannot_be_fetched_leaves_the_keys_before(
    spoil: Callable[[Issuer], None], issuer: Issuer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(keysets, "AGAIN", 0.0)
    issuer.pages["/elsewhere"] = issuer.pages["/keys"]
    keys = keys_of(settings(tmp_path / "data", issuer.keys_url, issuer))
    assert await keys.sought()
    before = keys()
    spoil(issuer)
    assert not await keys.sought()
    assert keys() == before


async def test_a_server_that_another_authority_signed_for_is_not_believed(
    issuer: Issuer, tmp_path: Path
):
    other = Authority(tmp_path / "other")
    keys = keys_of(
        settings(tmp_path / "data", issuer.keys_url, issuer, issuer_ca=other.certificate)
    )
    assert not await keys.sought()
    assert keys() == {}


def test_in_production_keys_never_come_in_the_clear():
    with pytest.raises(OSError, match="is not https"):
        Fetch(None, plain=False)("http://127.0.0.1:1/keys")
    with pytest.raises(OSError, match="is not https"):
        Fetch(None, plain=True)("http://10.0.0.1/keys")


def test_an_authority_that_is_none_is_told_at_start(issuer: Issuer, tmp_path: Path):
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("nothing")
    with pytest.raises(SettingsError, match="EYESDOWN_ISSUER_CA"):
        keys_of(settings(tmp_path, issuer.keys_url, issuer, issuer_ca=nothing))


# -- a line that is cut ------------------------------------------------------------------------


async def test_a_cut_line_changes_nothing_even_over_a_restart(tmp_path: Path):
    with serving(Authority(tmp_path / "issuer")) as issuer:
        chosen = settings(tmp_path / "data", issuer.keys_url, issuer)
        keys = keys_of(chosen)
        assert await keys.sought()
        token = issuer.token()
    # The issuer is away, and the service is started again.
    again = keys_of(chosen)
    assert verifier_of(chosen, again)(token).person == "mia"
    assert not await again.sought()
    assert verifier_of(chosen, again)(token).person == "mia"
    assert 0 < again.age < 60


def test_keys_that_were_kept_of_another_issuer_are_not_taken(issuer: Issuer, tmp_path: Path):
    keys = keys_of(settings(tmp_path / "data", issuer.keys_url, issuer))
    asyncio.run(sought(keys))
    assert keys_of(settings(tmp_path / "data", f"{issuer.url}/others", issuer))() == {}
    kept = tmp_path / "data" / keysets.KEPT
    for damaged in ("{", "[]", "{}", kept.read_text()[:-9]):
        kept.write_text(damaged)
        assert keys_of(settings(tmp_path / "data", issuer.keys_url, issuer))() == {}


async def sought(keys: FetchedKeys) -> bool:
    return await keys.sought()


# -- again and again ---------------------------------------------------------------------------


async def test_it_is_fetched_again_every_so_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    fetched = asyncio.Event()
    there: list[bool] = []
    loop = asyncio.get_running_loop()
    key = {**json.loads(OKPAlgorithm.to_jwk(Ed25519PrivateKey.generate().public_key())), "kid": "a"}
    told: list[OSError | str] = [OSError("away"), json.dumps({"keys": [key]}), OSError("away")]
    answers = iter(told)

    def fetch(url: str) -> str:
        answer = next(answers, None)
        if answer is None:
            loop.call_soon_threadsafe(fetched.set)
            raise OSError("away")
        if isinstance(answer, OSError):
            raise answer
        return answer

    monkeypatch.setattr(keysets, "AGAIN", 0.0)
    monkeypatch.setattr(keysets, "EVERY", 0.0)
    keys = FetchedKeys("https://id.example/keys", ISSUER, tmp_path / "kept.json", fetch)
    keys.changed = there.append
    running = asyncio.create_task(keys.run())
    async with asyncio.timeout(10):
        await fetched.wait()
    await end([running])
    assert there[:2] == [False, False]
    assert there[-1]  # away again, and what was fetched stays
    assert set(keys()) == {"a"}


async def test_those_who_ask_together_wait_for_one_fetch(tmp_path: Path):
    clock, asked = Clock(), []

    def fetch(url: str) -> str:
        asked.append(url)
        raise OSError("away")

    keys = FetchedKeys("https://id.example/keys", ISSUER, tmp_path / "kept.json", fetch, clock)
    assert await asyncio.gather(*(keys.sought() for _ in range(10))) == [False] * 10
    assert len(asked) == 1
    # Tokens of unknown keys cost the issuer a question now and then, however many there are.
    assert not await keys.sought()
    assert len(asked) == 1
    clock.now += keysets.AGAIN
    assert not await keys.sought()
    assert len(asked) == 2


async def test_no_more_than_so_many_wait_for_keys(tmp_path: Path):
    go_on = threading.Event()

    def fetch(url: str) -> str:
        go_on.wait(10)
        raise OSError("away")

    keys = FetchedKeys("https://id.example/keys", ISSUER, tmp_path / "kept.json", fetch)
    waiting = [asyncio.create_task(keys.sought()) for _ in range(keysets.WAITING + 50)]
    done, left = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert (len(done), len(left)) == (50, keysets.WAITING)
    go_on.set()
    assert set(await asyncio.gather(*waiting)) == {False}


# -- at a server -------------------------------------------------------------------------------


async def test_a_token_of_a_new_key_is_taken_at_once(
    issuer: Issuer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    chosen = settings(tmp_path / "data", issuer.configuration_url, issuer)
    keys = keys_of(chosen)
    verify = verifier_of(chosen, keys)
    async with open_house(tmp_path, verify=verify, sought=keys.sought) as house:
        await called(house, issuer.token())
        issuer.signing["k1"] = generate_private_key(SECP256R1())
        issuer.publish()
        failed = await told(called(house, issuer.token("k1")))
        assert failed.reason == "TOKEN_NOT_TRUSTED"  # it was looked a moment ago
        monkeypatch.setattr(keysets, "AGAIN", 0.0)
        await called(house, issuer.token("k1"))
        forged = jwt.encode({"sub": "eve"}, Ed25519PrivateKey.generate(), "EdDSA", {"kid": "k9"})
        failed = await told(called(house, forged))
        assert failed.reason == "TOKEN_NOT_TRUSTED"


async def called(house: House, token: str) -> None:
    """Call a number with this token."""
    await house.play.CallNumber(call_number(), metadata=(("authorization", f"Bearer {token}"),))
