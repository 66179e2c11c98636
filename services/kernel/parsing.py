"""How the text of a setting becomes a value."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")


class Wrong(ValueError):
    """A text that is no value of the kind; the message says what it is."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """What is expected, in words, and how a text becomes one; `parse` raises `Wrong`."""

    expected: str
    parse: Callable[[str], T]


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port to listen on; port 0 is any free one."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def loopback(host: str) -> bool:
    """Whether a host is this machine, and nobody else can listen on the way."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def fetchable(url: str, plain: bool) -> bool:
    """Whether keys may be fetched from there: over HTTPS, or if `plain` from this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (plain and loopback(parts.hostname or ""))


def shown(value: object) -> str:
    """A default as people read it."""
    if value is None or value == "":
        return "not set"
    return f"{value:g}" if isinstance(value, float) else str(value)


def choice(*words: str) -> Kind[str]:
    """One of some words."""

    def parse(text: str) -> str:
        if text not in words:
            raise Wrong(f"not {text!r}")
        return text

    return Kind(" or ".join(words), parse)


def _text(text: str) -> str:
    if len(text) > 200 or not text.isprintable():
        raise Wrong("not something longer or unprintable")
    return text


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > 65535:
        raise Wrong(f"not {text!r}")
    return int(text)


def _address(text: str) -> Address:
    match = re.fullmatch(r"(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+)):([0-9]{1,5})", text)
    if not match or int(match[3]) > 65535:
        raise Wrong(f"not {text!r}")
    return Address(match[1] or match[2], int(match[3]))


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or float(text) == 0:
        raise Wrong(f"not {text!r}")
    return float(text)


def _count(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise Wrong(f"not {text!r}")
    return int(text)


def _bytes(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{3,7}", text):
        raise Wrong(f"not {text!r}")
    return int(text)


def _replica(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9-]{1,63}", text):
        raise Wrong(f"not {text!r}")
    return text


def _nats(text: str) -> str:
    for url in text.split(","):
        try:
            parts = urlsplit(url.strip())
            port = parts.port
        except ValueError:
            raise Wrong("and the port of one is none") from None
        if parts.scheme not in ("nats", "tls", "ws", "wss") or not parts.hostname or port == 0:
            raise Wrong("and one is not of that form")  # it may hold a password: not repeated
    return ",".join(url.strip() for url in text.split(","))


def _https(text: str) -> str:
    try:
        parts = urlsplit(text)
        right = parts.scheme in ("https", "http") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        right = False
    if not right or parts.username or parts.fragment:
        raise Wrong("not something else, and without a password in it")
    return text


def _folder(text: str) -> Path:
    if Path(text).exists() and not Path(text).is_dir():
        raise Wrong(f"and {text} is a file")
    return Path(text)


def _existing_folder(text: str) -> Path:
    if not Path(text).is_dir():
        raise Wrong(f"and there is no folder {text}")
    return Path(text)


def _existing_file(text: str) -> Path:
    if not Path(text).is_file():
        raise Wrong(f"and there is no file {text}")
    return Path(text)


TEXT = Kind("a text of at most 200 characters", _text)
PORT = Kind("a port, 0 to 65535", _port)
ADDRESS = Kind("host:port", _address)
SECONDS = Kind("a positive number of seconds", _seconds)
RATE = Kind("a positive number a second", _seconds)
COUNT = Kind("a whole number, 1 to 999999", _count)
BYTES = Kind("a number of bytes, 1000 to 99999999", _bytes)
REPLICA = Kind("1 to 63 letters, digits and hyphens", _replica)
NATS_URL = Kind("URLs such as nats://host:4222", _nats)
HTTPS_URL = Kind("a URL such as https://issuer.example/keys", _https)
FOLDER = Kind("a folder", _folder)
EXISTING_FOLDER = Kind("a folder that exists", _existing_folder)
EXISTING_FILE = Kind("a file that exists", _existing_file)
