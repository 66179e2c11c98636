"""Where a house runs: its services, and the file that says where each of them answers.

Apart from `house`, which keeps them running and for that knows all of them: who only asks one need
not wait until every service is loaded.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TypeVar

from services.kernel.settings import Settings, StartError

T = TypeVar("T")

HOW = "make run, or without a checkout eyesdown run"
"""What starts a house."""

SERVICES = ("draw", "verify", "tournament", "paigow")
"""Every service that there is, in the order of reading; the first starts before the others."""


@dataclass
class Running:
    """Where things are: what `run.json` in the data folder holds.

    `services` and `metrics` give host and port by service, `pids` their processes; `pid` is the
    process that keeps them, 0 when that is not told. `nats` holds the operator's password, so the
    file is readable by its owner alone.
    """

    nats: str
    websocket: str
    services: dict[str, str] = field(default_factory=dict)
    metrics: dict[str, str] = field(default_factory=dict)
    pids: dict[str, int] = field(default_factory=dict)
    pid: int = 0

    def put(self, service: str, grpc: str, metrics: str, pid: int) -> None:
        """Say where a service is. They stay in their order, whichever comes first."""
        self.services = _in_order({**self.services, service: grpc})
        self.metrics = _in_order({**self.metrics, service: metrics})
        self.pids = _in_order({**self.pids, service: pid})

    def write(self, file: Path) -> None:
        """Write it whole or not at all. Raises `StartError` when it cannot be written."""
        draft = file.with_suffix(".new")
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
                json.dump(asdict(self), out, indent=2)
            draft.replace(file)
        except OSError as error:
            raise unusable(file.parent, error) from error

    @classmethod
    def read(cls, file: Path) -> Running:
        """What is running; raises `StartError` when nothing is, or when it cannot be told."""
        try:
            running = cls(**json.loads(file.read_text()))
        except (FileNotFoundError, NotADirectoryError) as error:
            raise StartError(
                [f"nothing runs here ({file.resolve()} is not there): {HOW}"]
            ) from error
        except OSError as error:
            raise StartError([f"{file} cannot be read: {error.strerror}"]) from error
        except (ValueError, TypeError) as error:
            raise StartError(
                [f"{file} does not say what runs here, it is damaged: it is written anew by {HOW}"]
            ) from error
        if running.pid and not _alive(running.pid):
            raise StartError([f"nothing runs here (process {running.pid} has ended): {HOW}"])
        return running


def run_file(settings: Settings) -> Path:
    """Where the running house says where it is."""
    return settings.data_folder / "run.json"


def unusable(folder: Path, error: OSError) -> StartError:
    """What to tell of a data folder that cannot be used."""
    return StartError(
        [f"EYESDOWN_DATA: the data folder {folder} cannot be used: {error.strerror or error}"]
    )


def _in_order(told: dict[str, T]) -> dict[str, T]:
    return {service: told[service] for service in SERVICES if service in told}


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        return True
    return True
