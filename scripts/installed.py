"""`make installed`: what is in dist, installed as README.md says where there is no checkout, and
used there by a user without rights. It is also what an image holds, without an engine to build it.

The services start and are ready, the page is there, the demonstration is played, and a program with
nothing but the client plays a game; what is then on record names the build that was installed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
README = "\n## Without a checkout\n"
NOBODY = 65534
WITHIN = 180.0
SERVICES = ("draw", "verify", "tournament", "paigow")
PEOPLE = {"MANAGER": ("mere", "game_manager"), "CALLER": ("cal", "caller")}
PEOPLE |= {"SUPERVISOR": ("sue", "supervisor")}


def main() -> None:
    """Install, start, look, play, and end it."""
    with tempfile.TemporaryDirectory(prefix="eyesdown-installed-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        services, client = _install(folder)
        place = Place(folder, services)
        build = _build()
        said = place.ask("eyesdown", "--version")
        if said != f"eyesdown {build}\n":
            sys.exit(f"it should be {build} and no other, and says: {said}")
        with _running(place) as page:
            urllib.request.urlopen(f"{page}build.json", timeout=10).close()
            _play(place, client)
            record = place.ask("eyesdown", "audit", "verify", "--venue", "akl")
            if not re.search(rf"written by {re.escape(build)} \(\d+\);", record):
                sys.exit(f"the record does not name {build} alone:\n{record}")
        place.ask("eyesdown", "demo")
    print(f"{build} is installed as README.md says, runs and plays; its client plays alone")


@dataclass(frozen=True)
class Place:
    """Where it is installed, and where its data lies."""

    folder: Path
    binaries: Path

    def __post_init__(self) -> None:
        self.data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(self.data, NOBODY, NOBODY)

    @property
    def data(self) -> Path:
        """The data folder, which is the user's own."""
        return self.folder / "data"

    @property
    def environment(self) -> dict[str, str]:
        """All that the user has."""
        return {
            "PATH": f"{self.binaries}:/usr/bin:/bin",
            "HOME": str(self.data),
            "PYTHONDONTWRITEBYTECODE": "1",
            "EYESDOWN_DATA": str(self.data),
            "EYESDOWN_GRPC_ADDRESS": "127.0.0.1:0",
            "EYESDOWN_METRICS_PORT": "0",
        }

    def ask(self, command: str, *arguments: str, **more: str) -> str:
        """What a command prints. Ends this when it fails."""
        line = [str(self.binaries / command), *arguments]
        return _told(line, "/", {**self.environment, **more}, **_nobody())


# -- installing ------------------------------------------------------------------------------


def _install(folder: Path) -> tuple[Path, Path]:
    """Do what README.md says, with the files of a release; where services and client then are."""
    text = (ROOT / "README.md").read_text().partition(README)[2].partition("\n## ")[0]
    services, client = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    files = folder / "files"
    shutil.copytree(ROOT / "dist", files)
    # The Python that it is to be, under the name that it has there.
    (folder / "bin").mkdir()
    python = folder / "bin/python3"
    python.write_text(f'#!/bin/sh\nexec "{_python()}" "$@"\n')
    python.chmod(0o755)
    # The client takes what its program has: here what the lock has of it.
    locked = re.findall(r"^(\S+==[^ \\]+)", (files / "requirements.txt").read_text(), re.MULTILINE)
    (folder / "constraints").write_text("\n".join(locked))
    environment = {
        **{name: each for name, each in os.environ.items() if name != "VIRTUAL_ENV"},
        "PATH": f"{folder / 'bin'}:/usr/bin:/bin",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
    }
    _told(["bash", "-euo", "pipefail", "-c", services], files, environment)
    _told([str(python), "-m", "venv", str(folder / "client")], files, environment)
    alone = {
        **environment,
        "PATH": f"{folder / 'client/bin'}:/usr/bin:/bin",
        "PIP_CONSTRAINT": str(folder / "constraints"),
    }
    _told(["bash", "-euo", "pipefail", "-c", client], files, alone)
    _told([str(folder / "client/bin/pip"), "check"], files, alone)
    (activated,) = files.glob("*/bin/activate")
    return activated.parent, folder / "client/bin"


def _build() -> str:
    """What the wheel says it is, "0.1.0+3f9a2b1c4d5e"."""
    (wheel,) = (ROOT / "dist").glob("eyesdown-*.whl")
    with zipfile.ZipFile(wheel) as opened:
        built = json.loads(opened.read("services/_data/build.json"))
    return f"{built['version']}+{built['digest'][:12]}"


def _python() -> str:
    """A Python that a user without rights may run: one in a home folder is its owner's alone."""
    # A bare name is another Python to a user who may not look into all of PATH.
    named = shutil.which(os.environ.get("PYTHON", "")) or ""
    for python in (named, sys.executable, "/usr/bin/python3"):
        try:
            done = subprocess.run([python, "-c", "import ensurepip"], cwd="/", **_nobody())
        except OSError:
            continue
        if done.returncode == 0:
            return python
    sys.exit("no Python here can be run by a user without rights")


# -- running ---------------------------------------------------------------------------------


@contextmanager
def _running(place: Place) -> Iterator[str]:
    """A house, once every service is ready; gives where its page is."""
    ports = ("--nats-port", "--websocket-port", "--display-port")
    command = ["eyesdown", "run", *(each for port in ports for each in (port, "0"))]
    told = place.folder / "run.log"
    with told.open("wb") as log:
        child = subprocess.Popen(
            [str(place.binaries / command[0]), *command[1:]],
            **{"cwd": "/", "env": place.environment, "stdout": log, **_nobody()},
        )
        try:
            ends = time.monotonic() + WITHIN
            while waiting := _waiting(place):
                if child.poll() is not None or time.monotonic() > ends:
                    sys.exit(f"not ready: {waiting}")
                time.sleep(0.5)
            found = re.search(r"^ *page +(\S+)$", told.read_text(), re.MULTILINE)
            if found is None:
                sys.exit(f"no page is served:\n{told.read_text()}")
            yield found.group(1)
        finally:
            child.terminate()
            code = child.wait(60)
    if code != 0:
        sys.exit(f"it ended with {code}")


def _waiting(place: Place) -> list[str]:
    """Which services are not there or not ready, by the health check of the image."""
    try:
        metrics: dict[str, str] = json.loads((place.data / "run.json").read_text())["metrics"]
    except (OSError, ValueError):
        return ["all of them"]
    waiting = [service for service in SERVICES if service not in metrics]
    for service, where in metrics.items():
        asked = {**place.environment, "EYESDOWN_METRICS_PORT": where.rpartition(":")[2]}
        healthy = [str(place.binaries / "python"), "-m", "services.cli.house.healthy"]
        done = subprocess.run(healthy, cwd="/", env=asked, capture_output=True, **_nobody())
        waiting += [service] if done.returncode else []
    return waiting


def _play(place: Place, client: Path) -> None:
    """The first game of README.md, by a program in whose environment no service is."""
    draw: str = json.loads((place.data / "run.json").read_text())["services"]["draw"]
    tokens = {
        name: place.ask("eyesdown", "token", person, "--role", role, "--venue", "akl").strip()
        for name, (person, role) in PEOPLE.items()
    }
    told = {"PATH": "/usr/bin:/bin", "EYESDOWN_DRAW": draw, **tokens}
    alone = "import importlib.util as u, sys; sys.exit(u.find_spec('services') is not None)"
    _told([str(client / "python"), "-c", alone], "/", told)
    _told([str(client / "python"), str(ROOT / "examples/first_game.py")], "/", told)


def _told(
    command: list[str], folder: Path | str, environment: Mapping[str, str], **who: Any
) -> str:
    done: subprocess.CompletedProcess[str] = subprocess.run(
        command, cwd=folder, env=dict(environment), capture_output=True, text=True, **who
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def _nobody() -> dict[str, Any]:
    """As whom: nobody, where we may choose."""
    if os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


if __name__ == "__main__":
    main()
