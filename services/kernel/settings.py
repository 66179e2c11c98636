"""What an operator can set: environment variables `EYESDOWN_*`, each with its type and default.

The table is the dataclass itself, whose parts are in `services.kernel.variables`: `described()`
gives name, type, default and description of every variable, and the documentation is made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import urlsplit

from services.kernel import parsing
from services.kernel.parsing import Wrong
from services.kernel.spelling import misspelt, strange
from services.kernel.variables.by import By
from services.kernel.variables.entrance import Entrance
from services.kernel.variables.places import PRODUCTION, Places
from services.kernel.variables.running import Running

PREFIX = "EYESDOWN_"
LOOPBACK = ("127.0.0.1", "::1", "localhost")
OTHERS = (
    *("CA", "CERTIFICATE", "CERTIFICATE_KEY", "DEBUG", "DRAW", "NATS_OWN", "PAIGOW", "TOKEN"),
    *("TOURNAMENT", "VERIFY"),
)
"""Variables that the command line reads, or sets for services that it starts."""


class StartError(Exception):
    """The service cannot start as it is set up.

    `problems` are sentences for the operator, one for each thing to put right; they are shown
    without a traceback.
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class SettingsError(StartError):
    """Variables are set wrongly; every wrong one is listed."""


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable, as the documentation shows it."""

    name: str
    type: str
    default: str
    description: str


@dataclass(frozen=True)
class Settings(Running, Entrance, Places):
    """How one service runs. Make it with `read`."""

    @property
    def production(self) -> bool:
        """Whether this is the real thing."""
        return self.mode == PRODUCTION

    @property
    def approval_demanded(self) -> bool:
        """Whether nothing is opened under a profile that two persons have not stood for."""
        return self.production or self.profile_approval == "demanded"

    @property
    def keys(self) -> Path:
        """The folder of the sealing keys."""
        return self.keys_folder or self.data_folder / "keys"

    @property
    def display_key(self) -> Path:
        """The file of the key that lets displays in."""
        return self.display_key_file or self.data_folder / "nats" / "display.key"

    @property
    def log_as(self) -> str:
        """The format of log entries: json or console."""
        if self.log_format == "auto":
            return "json" if self.production else "console"
        return self.log_format


def read(environment: Mapping[str, str]) -> Settings:
    """The settings of an environment such as `os.environ`; an empty variable counts as not set.

    Raises `SettingsError` that lists every wrong variable with what is expected.
    """
    problems = list(misspelt(environment, PREFIX, _known()))
    values: dict[str, Any] = {}
    for each, by in _table():
        text = environment.get(PREFIX + by.variable, "")
        if not text and each.default_factory is not MISSING:
            text = str(each.default_factory())  # what is computed is checked too
        if text:
            try:
                values[each.name] = by.kind.parse(text)
            except Wrong as wrong:
                problems.append(f"{PREFIX}{by.variable}: expected {by.kind.expected}, {wrong}")
    if not problems:
        settings = Settings(**values)
        problems.extend(_together(settings))
    if problems:
        raise SettingsError(problems)
    return settings


def unknown(environment: Mapping[str, str]) -> tuple[str, ...]:
    """The variables of our prefix that nothing reads, for a warning."""
    return tuple(strange(environment, PREFIX, _known()))


def described() -> tuple[Variable, ...]:
    """Every variable, in the order in which they are best read about."""
    return tuple(
        Variable(
            PREFIX + by.variable,
            by.kind.expected,
            by.default or parsing.shown(each.default),
            by.description,
        )
        for each, by in _table()
    )


def _table() -> Iterator[tuple[Field[Any], By]]:
    hints = get_type_hints(Settings, include_extras=True)
    for each in fields(Settings):
        (by,) = hints[each.name].__metadata__
        yield each, by


def _together(settings: Settings) -> Iterator[str]:
    """What is wrong between variables that are right alone."""
    if settings.production and settings.issuer_keys is None and not settings.issuer_url:
        yield (
            f"{PREFIX}ISSUER_KEYS: needed in production, expected a file of public keys (JWKS); "
            f"or {PREFIX}ISSUER_URL"
        )
    if settings.issuer_keys is not None and settings.issuer_url:
        yield f"{PREFIX}ISSUER_KEYS and {PREFIX}ISSUER_URL: set one of them"
    if settings.issuer_url and not parsing.fetchable(settings.issuer_url, not settings.production):
        yield f"{PREFIX}ISSUER_URL: has to be https"
    if (settings.tls_certificate is None) != (settings.tls_key is None):
        yield f"{PREFIX}TLS_CERTIFICATE and {PREFIX}TLS_KEY: set both or none"
    if (settings.nats_certificate is None) != (settings.nats_key is None):
        yield f"{PREFIX}NATS_CERTIFICATE and {PREFIX}NATS_KEY: set both or none"
    if settings.nats_url and settings.nats_ca is None and _in_the_clear(settings):
        yield f"{PREFIX}NATS_CA: NATS in the clear is for development, and on this machine alone"
    if settings.tls_client_ca is not None and settings.tls_certificate is None:
        yield f"{PREFIX}TLS_CLIENT_CA: needs {PREFIX}TLS_CERTIFICATE"
    if settings.deadline_default > settings.deadline_max:
        yield f"{PREFIX}DEADLINE_DEFAULT: expected at most {PREFIX}DEADLINE_MAX"
    yield from _registry(settings)


def _registry(settings: Settings) -> Iterator[str]:
    """Who somebody is crosses no network in the clear."""
    there, ca = settings.player_registry, settings.player_registry_ca
    if ca is not None and there is None:
        yield f"{PREFIX}PLAYER_REGISTRY_CA: needs {PREFIX}PLAYER_REGISTRY"
    if there is not None and ca is None and there.host not in LOOPBACK:
        yield f"{PREFIX}PLAYER_REGISTRY: on another machine it needs {PREFIX}PLAYER_REGISTRY_CA"


def _in_the_clear(settings: Settings) -> bool:
    """Whether what is said to NATS could be overheard, or is the real thing."""
    hosts = (urlsplit(each.strip()).hostname or "" for each in settings.nats_url.split(","))
    return settings.production or not all(host in LOOPBACK for host in hosts)


def _known() -> tuple[str, ...]:
    return (*(by.variable for _, by in _table()), *OTHERS)
