"""What an operator can set: environment variables `EYESDOWN_*`, each with its type and default.

The table is the dataclass itself: `described()` gives name, type, default and description of every
variable, and the documentation is made from it.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from services.kernel import parsing
from services.kernel.parsing import Address, Wrong

T = TypeVar("T")

PREFIX = "EYESDOWN_"
DEVELOPMENT, PRODUCTION = "development", "production"


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


def _set(
    variable: str,
    kind: tuple[str, Callable[[str], T]],
    default: T | Callable[[], T],
    description: str,
    *,
    shown: str | None = None,
    secret: bool = False,
) -> T:
    """A field that is read from `variable`; `shown` is its default in words."""
    text = shown if shown is not None else parsing.shown(default)
    about = {
        "variable": Variable(PREFIX + variable, kind[0], text, description),
        "parse": kind[1],
    }
    made: Any
    if callable(default):
        made = field(default_factory=default, metadata=about, repr=not secret)
    else:
        made = field(default=default, metadata=about, repr=not secret)
    value: T = made
    return value


def _data(folder: str) -> Path:
    """Where the project's own data lies: beside `services` in the tree, inside it once installed."""
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

    mode: str = _set(
        "MODE",
        parsing.choice(DEVELOPMENT, PRODUCTION),
        DEVELOPMENT,
        "In production tokens must come from your own issuer and reflection is off.",
    )
    nats_url: str = _set(
        "NATS_URL",
        parsing.NATS_URL,
        "",
        "The NATS servers, comma separated. Empty: `eyesdown run` starts one of its own.",
        secret=True,
    )
    data_folder: Path = _set(
        "DATA",
        parsing.FOLDER,
        Path(".eyesdown"),
        "Where a NATS server of our own and development keys keep their files.",
    )
    keys_folder: Path | None = _set(
        "KEYS",
        parsing.MAYBE_PATH,
        None,
        "The keys that close sealed values, one file each. Shared by the replicas of a venue, "
        "backed up apart from the journal.",
        shown="`keys` in the data folder",
    )
    venues_folder: Path = _set(
        "VENUES",
        parsing.EXISTING_FOLDER,
        lambda: _data("venues"),
        "One file for each venue, `<id>.toml`.",
        shown="the examples that come with Eyesdown",
    )
    rules_folder: Path = _set(
        "RULES",
        parsing.EXISTING_FOLDER,
        lambda: _data("rules"),
        "The index of clauses and the rule profiles.",
        shown="the rules that come with Eyesdown",
    )
    grpc_address: Address = _set(
        "GRPC_ADDRESS",
        parsing.ADDRESS,
        Address("127.0.0.1", 7400),
        "Where the service answers gRPC. Port 0 takes any free one.",
    )
    metrics_port: int = _set(
        "METRICS_PORT",
        parsing.PORT,
        9464,
        "The port of `/metrics` for Prometheus, on the host of the gRPC address. 0 takes any "
        "free one.",
    )
    tls_certificate: Path | None = _set(
        "TLS_CERTIFICATE",
        parsing.MAYBE_FILE,
        None,
        "PEM file of the server's certificate and its chain. Without it gRPC is in the clear.",
    )
    tls_key: Path | None = _set(
        "TLS_KEY", parsing.MAYBE_FILE, None, "PEM file of the certificate's private key."
    )
    issuer_keys: Path | None = _set(
        "ISSUER_KEYS",
        parsing.MAYBE_FILE,
        None,
        "JWKS file with the public keys that sign tokens (Ed25519 or P-256); read again when it "
        "changes. Needed in production; in development we sign our own tokens without it.",
    )
    token_issuer: str = _set("TOKEN_ISSUER", parsing.TEXT, "eyesdown", "The `iss` of every token.")
    token_audience: str = _set(
        "TOKEN_AUDIENCE", parsing.TEXT, "eyesdown", "One `aud` of every token."
    )
    log_level: str = _set(
        "LOG_LEVEL",
        parsing.choice("debug", "info", "warning", "error"),
        "info",
        "The least severe entries that are written.",
    )
    log_format: str = _set(
        "LOG_FORMAT",
        parsing.choice("auto", "json", "console"),
        "auto",
        "`auto` is console in development and JSON in production.",
    )
    replica: str = _set(
        "REPLICA",
        parsing.REPLICA,
        _replica,
        "The name of this process among its replicas.",
        shown="host name and process id",
    )
    deadline_default: float = _set(
        "DEADLINE_DEFAULT",
        parsing.SECONDS,
        10.0,
        "Seconds that a call may take whose client set no deadline.",
    )
    deadline_max: float = _set(
        "DEADLINE_MAX",
        parsing.SECONDS,
        30.0,
        "Seconds that a call may take whatever its client asked. Streams go on.",
    )
    stop_grace: float = _set(
        "STOP_GRACE", parsing.SECONDS, 5.0, "Seconds that calls have to finish when we stop."
    )

    @property
    def production(self) -> bool:
        """Whether this is the real thing."""
        return self.mode == PRODUCTION

    @property
    def keys(self) -> Path:
        """The folder of the sealing keys."""
        return self.keys_folder or self.data_folder / "keys"

    @property
    def log_as(self) -> str:
        """The format of log entries: json or console."""
        if self.log_format == "auto":
            return "json" if self.production else "console"
        return self.log_format


def read(environment: Mapping[str, str]) -> Settings:
    """The settings of an environment such as `os.environ`.

    Raises `SettingsError` that lists every wrong variable with what is expected.
    """
    problems = list(_misspelt(environment))
    values: dict[str, Any] = {}
    for each in fields(Settings):
        variable: Variable = each.metadata["variable"]
        try:
            if environment.get(variable.name, ""):
                values[each.name] = each.metadata["parse"](environment[variable.name])
            elif each.default_factory is not MISSING:  # a default can be missing from the disk
                values[each.name] = each.metadata["parse"](str(each.default_factory()))
        except Wrong as wrong:
            problems.append(f"{variable.name}: expected {variable.type}, {wrong}")
    if not problems:
        settings = Settings(**values)
        problems.extend(_together(settings))
    if problems:
        raise SettingsError(problems)
    return settings


def described() -> tuple[Variable, ...]:
    """Every variable, in the order in which they are read about best."""
    return tuple(each.metadata["variable"] for each in fields(Settings))


def _together(settings: Settings) -> Iterable[str]:
    """What is wrong between variables that are right alone."""
    if settings.production and settings.issuer_keys is None:
        yield f"{PREFIX}ISSUER_KEYS: needed in production, expected a file of public keys (JWKS)"
    if (settings.tls_certificate is None) != (settings.tls_key is None):
        yield f"{PREFIX}TLS_CERTIFICATE and {PREFIX}TLS_KEY: set both or none"
    if settings.deadline_default > settings.deadline_max:
        yield f"{PREFIX}DEADLINE_DEFAULT: expected at most {PREFIX}DEADLINE_MAX"


def _misspelt(environment: Mapping[str, str]) -> Iterable[str]:
    """Variables that are nearly one of ours. Others are left alone: Kubernetes sets some for its
    services under the same prefix."""
    known = [variable.name.removeprefix(PREFIX) for variable in described()]
    for name in sorted(environment):
        ours = name.removeprefix(PREFIX)
        if ours == name or ours in known:
            continue
        for near in get_close_matches(ours, known, n=1, cutoff=0.85):
            yield f"{name}: no such variable, did you mean {PREFIX}{near}?"
