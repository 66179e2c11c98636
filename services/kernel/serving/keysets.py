"""The public keys that tokens are signed by: in a file, or fetched from the issuer itself.

What was fetched is kept in memory and on the disk for as long as nothing newer comes: a venue
whose line is cut goes on, and may be started again, with the keys that it had.
"""

from __future__ import annotations

import asyncio
import json
import os
import ssl
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import HTTPRedirectHandler, HTTPSHandler, OpenerDirector, build_opener

import jwt
import structlog

from services.kernel.parsing import fetchable
from services.kernel.settings import Settings, SettingsError

ALGORITHMS = ("EdDSA", "ES256")
KEPT = "issuer-keys.json"
"""Where the keys that were fetched last lie in the data folder."""
EVERY = 300.0
"""Seconds between two fetches."""
AGAIN = 15.0
"""The same after one that failed; also how often an unknown key is looked for at the most."""
WITHIN = 3.0
"""Seconds in which the issuer answers."""
WAITING = 100
"""How many calls wait for a fetch that may bring their key."""
LARGEST = 256 << 10
"""Bytes of an answer that are read."""

KeySet = Mapping[str, jwt.PyJWK]
"""Public keys by their `kid`."""

log = structlog.get_logger(__name__)


def public_keys(text: str) -> dict[str, jwt.PyJWK]:
    """The keys of a JWKS by their `kid`. Raises `ValueError` with what is wrong."""
    keys = {}
    for number, each in enumerate(_listed(text)):
        kid = each.get("kid") if isinstance(each, dict) else None
        if not isinstance(kid, str) or not kid or kid in keys:
            raise ValueError(f"key {number}: needs a kid of its own")
        if "d" in each or "k" in each:
            raise ValueError(f"key {kid}: holds a secret; only public keys belong here")
        try:
            key = jwt.PyJWK(each)
        except jwt.PyJWTError:
            raise ValueError(f"key {kid}: cannot be read") from None
        if key.algorithm_name not in ALGORITHMS or each.get("use", "sig") != "sig":
            raise ValueError(f"key {kid}: expected Ed25519 or P-256, for signatures")
        keys[kid] = key
    return keys


def usable_keys(text: str) -> dict[str, jwt.PyJWK]:
    """Those keys of an issuer's own JWKS that we take: it may well hold others beside them, for
    other systems. Raises `ValueError` when there is none."""
    keys: dict[str, jwt.PyJWK] = {}
    for each in _listed(text):
        with suppress(ValueError):
            keys |= public_keys(json.dumps({"keys": [each]}))
    if not keys:
        raise ValueError("holds no Ed25519 or P-256 key for signatures")
    return keys


def _listed(text: str) -> list[Any]:
    table = _json(text)
    if not isinstance(table, dict) or not isinstance(table.get("keys"), list) or not table["keys"]:
        raise ValueError('expected {"keys": [...]} with at least one key')
    return list(table["keys"])


def _json(text: str) -> Any:
    """What a text holds. Raises `ValueError`, also for one that is nested too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


class KeyFile:
    """The public keys of a JWKS file, read again when it changes.

    Raises `SettingsError` when the file is wrong at start; later a wrong file is logged and the
    keys stay as they were.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._mark: object = None
        self._keys: KeySet = {}
        try:
            self._read()
        except (OSError, ValueError) as error:
            raise SettingsError([f"EYESDOWN_ISSUER_KEYS: {path}: {error}"]) from error

    def __call__(self) -> KeySet:
        """The keys as the file has them now."""
        try:
            self._read()
        except (OSError, ValueError) as error:
            log.error("issuer keys cannot be read; the ones before stay in use", error=str(error))
        return self._keys

    def _read(self) -> None:
        stat = self._path.stat()
        mark = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        if mark != self._mark:
            self._mark = mark
            self._keys = public_keys(self._path.read_text())


class FetchedKeys:
    """The public keys that an issuer publishes at `url`: its JWKS, or its OpenID configuration,
    which says where that is.

    `fetch` gives the text at a URL or raises `OSError`; it runs in a thread. Keys that the issuer
    takes back count until the next fetch that succeeds. `changed` is told whether there are any.
    """

    def __init__(
        self,
        url: str,
        issuer: str,
        kept: Path,
        fetch: Callable[[str], str],
        now: Callable[[], float] = time.time,
    ) -> None:
        self._url = url
        self._issuer = issuer
        self._kept = kept
        self._fetch = fetch
        self._now = now
        self._keys: KeySet = {}
        self._fetched = 0.0
        self._tried = 0.0
        self._running: asyncio.Task[bool] | None = None
        self._waiting = 0
        self.changed: Callable[[bool], None] = lambda there: None
        self._restore()

    def __call__(self) -> KeySet:
        """The keys as they were fetched last; empty before the first time."""
        return self._keys

    @property
    def age(self) -> float:
        """Seconds since they were fetched; 0 while there are none."""
        return max(self._now() - self._fetched, 0.0) if self._fetched else 0.0

    async def run(self) -> None:
        """Fetch again and again, for ever."""
        while True:
            self.changed(bool(self._keys))
            fetched = await self._once()
            self.changed(bool(self._keys))
            await asyncio.sleep(EVERY if fetched else AGAIN)

    async def sought(self) -> bool:
        """Look for a key that is not known, if that was not done just now; whether it may be worth
        another look. Those who ask together wait for one fetch, but no more than `WAITING`:
        nobody knows yet who they are."""
        late = self._running is None and self._now() - self._tried < AGAIN
        if late or self._waiting >= WAITING:
            return False
        self._waiting += 1
        try:
            return await asyncio.shield(self._once())
        finally:
            self._waiting -= 1

    def _once(self) -> asyncio.Task[bool]:
        if self._running is None:
            self._tried = self._now()
            self._running = asyncio.create_task(self._renew())
            self._running.add_done_callback(self._over)
        return self._running

    def _over(self, _: object) -> None:
        self._running = None

    async def _renew(self) -> bool:
        try:
            text = await asyncio.to_thread(self._fetched_text)
            self._keys = usable_keys(text)
        except (OSError, ValueError) as error:
            log.warning("issuer_keys_not_fetched", why=str(error), age=round(self.age))
            return False
        self._fetched = self._now()
        await asyncio.to_thread(self._keep, text)
        return True

    def _fetched_text(self) -> str:
        text = self._fetch(self._url)
        told = _json(text)
        if isinstance(told, dict) and "jwks_uri" in told:
            if told.get("issuer") != self._issuer:
                raise ValueError("that is the configuration of another issuer")
            return self._fetch(str(told["jwks_uri"]))
        return text

    def _keep(self, text: str) -> None:
        """Keep the keys for the next start. Without a disk for it they are kept in memory alone."""
        told = json.dumps({"url": self._url, "at": self._fetched, "jwks": text})
        try:
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", dir=self._kept.parent, delete=False) as draft:
                draft.write(told)
            os.replace(draft.name, self._kept)
        except OSError as error:
            log.warning("issuer_keys_not_kept", why=str(error))

    def _restore(self) -> None:
        try:
            told = _json(self._kept.read_text())
            if told["url"] == self._url:
                self._keys, self._fetched = usable_keys(told["jwks"]), float(told["at"])
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("issuer_keys_not_restored", why=str(error))


class _NoRedirect(HTTPRedirectHandler):
    """Keys are fetched where the operator said, and nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Fetch:
    """Reads a text over HTTPS. `authority` is a PEM file of who signs the issuer's certificate,
    where that is none of those the system trusts; `plain` lets plain HTTP be used on loopback."""

    def __init__(self, authority: Path | None, plain: bool) -> None:
        self._plain = plain
        trusted = ssl.create_default_context(cafile=str(authority) if authority else None)
        self._opener: OpenerDirector = build_opener(HTTPSHandler(context=trusted), _NoRedirect)

    def __call__(self, url: str) -> str:
        """The text at `url`. Raises `OSError`."""
        if not fetchable(url, self._plain):
            raise URLError(f"{url} is not https")
        with self._opener.open(url, timeout=WITHIN) as reply:
            body: bytes = reply.read(LARGEST + 1)
        if len(body) > LARGEST:
            raise URLError(f"{url} answers with more than {LARGEST} bytes")
        return body.decode(errors="replace")


def fetched_keys(settings: Settings) -> FetchedKeys | None:
    """The keys that the settings say are fetched; None where they say nothing of it.

    Raises `SettingsError` for an authority that is none.
    """
    if not settings.issuer_url:
        return None
    try:
        fetch = Fetch(settings.issuer_ca, not settings.production)
    except OSError as error:
        raise SettingsError([f"EYESDOWN_ISSUER_CA: {settings.issuer_ca}: {error}"]) from error
    return FetchedKeys(
        settings.issuer_url, settings.token_issuer, settings.data_folder / KEPT, fetch
    )


Sought = Callable[[], Awaitable[bool]]
"""Looks for keys that are not known; whether there may be more than before."""


async def nothing_sought() -> bool:
    """A `Sought` for keys that are all there are."""
    return False
