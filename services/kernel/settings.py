"""What an operator can set: environment variables `EYESDOWN_*`, each with its type and default.

The table is the dataclass itself: `described()` gives name, type, default and description of every
variable, and the documentation is made from it.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, get_type_hints
from urllib.parse import urlsplit

from services.kernel import parsing
from services.kernel.parsing import Address, Kind, Wrong
from services.kernel.spelling import misspelt, strange

PREFIX = "EYESDOWN_"
LOOPBACK = ("127.0.0.1", "::1", "localhost")
DEVELOPMENT, PRODUCTION = "development", "production"
OTHERS = (
    *("CA", "CERTIFICATE", "CERTIFICATE_KEY", "DEBUG", "DRAW", "NATS_OWN", "PAIGOW", "TOKEN"),
    *("TOURNAMENT", "VERIFY"),
)
"""Variables that the command line reads, or sets for services that it starts."""

_HERE = Address("127.0.0.1", 7400)


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


@dataclass(frozen=True, slots=True)
class _By:
    """How a field is set: by which variable (without the prefix), of which kind, and what for.

    `default` tells in words what a computed default is.
    """

    variable: str
    kind: Kind[Any]
    description: str
    default: str = ""


def _data(folder: str) -> Path:
    """Where the project's own data lies: beside `services` in the tree, inside when installed."""
    services = Path(__file__).resolve().parents[1]
    beside = services.parent / folder
    return beside if beside.is_dir() else services / "_data" / folder


def _replica() -> str:
    """This process, in letters that a NATS subject can hold."""
    host = re.sub(r"[^A-Za-z0-9-]", "-", socket.gethostname()) or "host"
    return f"{host[:40]}-{os.getpid()}"


@dataclass(frozen=True, slots=True)
class Settings:
    """How one service runs. Make it with `read`."""

    mode: Annotated[
        str,
        _By(
            "MODE",
            parsing.choice(DEVELOPMENT, PRODUCTION),
            "In production tokens must come from your own issuer and reflection is off.",
        ),
    ] = DEVELOPMENT
    nats_url: Annotated[
        str,
        _By(
            "NATS_URL",
            parsing.NATS_URL,
            "The NATS servers, comma separated. Without it `eyesdown run` starts its own.",
        ),
    ] = field(default="", repr=False)  # it may hold a password
    nats_system_url: Annotated[
        str,
        _By(
            "NATS_SYSTEM_URL",
            parsing.NATS_URL,
            "The same servers, as the user of their system account. With it the draw cuts off "
            "screens that were revoked, and each service sees at its start whether the servers "
            "sync every write.",
        ),
    ] = field(default="", repr=False)
    nats_ca: Annotated[
        Path | None,
        _By(
            "NATS_CA",
            parsing.EXISTING_FILE,
            "PEM file of who signed the certificates of the NATS servers; turns TLS on. Needed "
            "wherever NATS is not on this machine, and in production.",
        ),
    ] = None
    nats_certificate: Annotated[
        Path | None,
        _By(
            "NATS_CERTIFICATE",
            parsing.EXISTING_FILE,
            "PEM file of the certificate that is shown to NATS servers which ask for one. Read "
            "again with each connection.",
        ),
    ] = None
    nats_key: Annotated[
        Path | None,
        _By("NATS_KEY", parsing.EXISTING_FILE, "PEM file of that certificate's private key."),
    ] = None
    data_folder: Annotated[
        Path,
        _By(
            "DATA",
            parsing.FOLDER,
            "Where a NATS server of our own and development keys keep their files.",
        ),
    ] = Path(".eyesdown")
    keys_folder: Annotated[
        Path | None,
        _By(
            "KEYS",
            parsing.FOLDER,
            "The keys that close sealed values, one file each. Shared by the replicas of a venue, "
            "backed up apart from the journal.",
            default="`keys` in the data folder",
        ),
    ] = None
    display_key_file: Annotated[
        Path | None,
        _By(
            "DISPLAY_KEY",
            parsing.EXISTING_FILE,
            "The key with which the draw lets displays into NATS (the seed of an account's nkey, "
            "whose public part is the `issuer` in the configuration of NATS).",
            default="`nats/display.key` in the data folder, which a NATS of our own makes",
        ),
    ] = None
    venues_folder: Annotated[
        Path,
        _By(
            "VENUES",
            parsing.EXISTING_FOLDER,
            "One file for each venue, `<id>.toml`.",
            default="the examples that come with Eyesdown",
        ),
    ] = field(default_factory=lambda: _data("venues"))
    rules_folder: Annotated[
        Path,
        _By(
            "RULES",
            parsing.EXISTING_FOLDER,
            "The index of clauses and the rule profiles.",
            default="the rules that come with Eyesdown",
        ),
    ] = field(default_factory=lambda: _data("rules"))
    grpc_address: Annotated[
        Address,
        _By(
            "GRPC_ADDRESS",
            parsing.ADDRESS,
            "Where the service answers gRPC. Port 0 takes any free one.",
        ),
    ] = _HERE
    metrics_port: Annotated[
        int,
        _By(
            "METRICS_PORT",
            parsing.PORT,
            "The port of `/metrics` for Prometheus, on the host of the gRPC address. 0 takes any "
            "free one.",
        ),
    ] = 9464
    tls_certificate: Annotated[
        Path | None,
        _By(
            "TLS_CERTIFICATE",
            parsing.EXISTING_FILE,
            "PEM file of the server's certificate and its chain. Read again when it changes, "
            "as the next two. Without it gRPC is in the clear, which is for development on one "
            "machine alone.",
        ),
    ] = None
    tls_key: Annotated[
        Path | None,
        _By("TLS_KEY", parsing.EXISTING_FILE, "PEM file of the certificate's private key."),
    ] = None
    tls_client_ca: Annotated[
        Path | None,
        _By(
            "TLS_CLIENT_CA",
            parsing.EXISTING_FILE,
            "PEM file of who signs the certificates of clients: nobody connects without one. "
            "`eyesdown run` shows the server's own, which has to be good for both then.",
        ),
    ] = None
    issuer_keys: Annotated[
        Path | None,
        _By(
            "ISSUER_KEYS",
            parsing.EXISTING_FILE,
            "JWKS file with the public keys that sign tokens (Ed25519 or P-256); read again when "
            "it changes. It or the next is needed in production; in development we sign tokens of "
            "our own.",
        ),
    ] = None
    issuer_url: Annotated[
        str,
        _By(
            "ISSUER_URL",
            parsing.HTTPS_URL,
            "Where the issuer publishes its keys: its OpenID configuration, or the JWKS itself. "
            "Fetched every five minutes and when a token names a new key; what was fetched stays "
            "in use, and in the data folder, while the line is cut.",
        ),
    ] = ""
    issuer_ca: Annotated[
        Path | None,
        _By(
            "ISSUER_CA",
            parsing.EXISTING_FILE,
            "PEM file of who signed that server's certificate.",
            default="those that the system trusts",
        ),
    ] = None
    token_issuer: Annotated[
        str, _By("TOKEN_ISSUER", parsing.TEXT, "What every token has as its `iss`.")
    ] = "eyesdown"
    token_audience: Annotated[
        str, _By("TOKEN_AUDIENCE", parsing.TEXT, "What every token has among its `aud`.")
    ] = "eyesdown"
    profile_approval: Annotated[
        str,
        _By(
            "PROFILE_APPROVAL",
            parsing.choice("auto", "demanded"),
            "Where it is demanded nothing is opened under a rule profile whose text one person "
            "has not put forward and another approved, in that venue. `auto` demands it in "
            "production.",
        ),
    ] = "auto"
    player_registry: Annotated[
        Address | None,
        _By(
            "PLAYER_REGISTRY",
            parsing.ADDRESS,
            "Host and port of the operator's own registry of who may not play "
            "(`PlayerRegistryService`), asked beside the venues' lists.",
        ),
    ] = None
    player_registry_ca: Annotated[
        Path | None,
        _By(
            "PLAYER_REGISTRY_CA",
            parsing.EXISTING_FILE,
            "PEM file of who signed its certificate; it is shown ours. Needed unless it is on this "
            "machine.",
        ),
    ] = None
    token_life_max: Annotated[
        float,
        _By(
            "TOKEN_LIFE_MAX",
            parsing.SECONDS,
            "Seconds that a token may be good for; one that lasts longer is not taken.",
        ),
    ] = 43_200.0
    log_level: Annotated[
        str,
        _By(
            "LOG_LEVEL",
            parsing.choice("debug", "info", "warning", "error"),
            "The least severe entries that are written.",
        ),
    ] = "info"
    log_format: Annotated[
        str,
        _By(
            "LOG_FORMAT",
            parsing.choice("auto", "json", "console"),
            "`auto` is console in development and JSON in production.",
        ),
    ] = "auto"
    replica: Annotated[
        str,
        _By(
            "REPLICA",
            parsing.REPLICA,
            "The name of this process among its replicas.",
            default="host name and process id",
        ),
    ] = field(default_factory=_replica)
    deadline_default: Annotated[
        float,
        _By(
            "DEADLINE_DEFAULT",
            parsing.SECONDS,
            "Seconds that a call may take whose client set no deadline.",
        ),
    ] = 10.0
    deadline_max: Annotated[
        float,
        _By(
            "DEADLINE_MAX",
            parsing.SECONDS,
            "Seconds that a call may take whatever its client asked. Streams go on.",
        ),
    ] = 30.0
    stop_grace: Annotated[
        float,
        _By(
            "STOP_GRACE",
            parsing.SECONDS,
            "Seconds in which it ends once it is told to: running calls are answered, what they "
            "began is written, boards are brought up to date. Up to 3 more where NATS or the "
            "collector of traces does not answer.",
        ),
    ] = 10.0
    calls_max: Annotated[
        int,
        _By("CALLS_MAX", parsing.COUNT, "Calls under way at a time; urgent ones do not count."),
    ] = 1000
    calls_per_person: Annotated[
        int,
        _By("CALLS_PER_PERSON", parsing.COUNT, "The same for one person; urgent ones apart."),
    ] = 100
    calls_per_method: Annotated[
        int,
        _By("CALLS_PER_METHOD", parsing.COUNT, "Of these, calls of one method by one person."),
    ] = 50
    rate_per_method: Annotated[
        float,
        _By(
            "RATE_PER_METHOD",
            parsing.RATE,
            "Calls a second of one method by one person; two seconds' worth may come at once. A "
            "till that sells for a full hall needs ten, a script that waits for each answer makes "
            "some 200.",
        ),
    ] = 200.0
    streams_per_person: Annotated[
        int,
        _By("STREAMS_PER_PERSON", parsing.COUNT, "Streams that one person may have open."),
    ] = 100
    stream_patience: Annotated[
        float,
        _By("STREAM_PATIENCE", parsing.SECONDS, "Seconds in which a reply of a stream is read."),
    ] = 30.0
    message_max: Annotated[
        int, _By("MESSAGE_MAX", parsing.BYTES, "Bytes of the largest request that is taken.")
    ] = 1 << 20
    metadata_max: Annotated[
        int, _By("METADATA_MAX", parsing.BYTES, "Bytes of a call's metadata, token and all.")
    ] = 16 << 10

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


def _table() -> Iterator[tuple[Field[Any], _By]]:
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
    if there is not None and ca is None and there.host not in ("127.0.0.1", "::1", "localhost"):
        yield f"{PREFIX}PLAYER_REGISTRY: on another machine it needs {PREFIX}PLAYER_REGISTRY_CA"


def _in_the_clear(settings: Settings) -> bool:
    """Whether what is said to NATS could be overheard, or is the real thing."""
    hosts = (urlsplit(each.strip()).hostname or "" for each in settings.nats_url.split(","))
    return settings.production or not all(host in LOOPBACK for host in hosts)


def _known() -> tuple[str, ...]:
    return (*(by.variable for _, by in _table()), *OTHERS)
