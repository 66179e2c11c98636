"""`make installed`: the wheels with what is locked in a clean environment, and every service
started there as a user without rights. What an image holds, without an engine to build it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOBODY = 65534
WITHIN = 180.0


def main() -> None:
    """Install, start, look, and end it."""
    with tempfile.TemporaryDirectory(prefix="eyesdown-installed-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        _install(folder / "venv")
        data = folder / "data"
        data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            os.chown(data, NOBODY, NOBODY)
        _run(folder / "venv/bin", data)
    print("every service starts and is ready, as a user without rights")


def _install(venv: Path) -> None:
    subprocess.run([_python(), "-m", "venv", "--clear", str(venv)], check=True)
    pip = [str(venv / "bin/python"), "-m", "pip", "--disable-pip-version-check", "-qq", "install"]
    locked = ["--require-hashes", "--only-binary", ":all:", "-r", "requirements/runtime.txt"]
    subprocess.run([*pip, *locked], cwd=ROOT, check=True)
    wheels = [str(wheel) for wheel in sorted((ROOT / "dist").glob("*.whl"))]
    if len(wheels) != 2:
        sys.exit("dist does not hold the two wheels: make wheels")
    subprocess.run([*pip, "--no-deps", "--no-index", *wheels], cwd=ROOT, check=True)


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


def _run(binaries: Path, data: Path) -> None:
    environment = {
        "PATH": f"{binaries}:/usr/bin:/bin",
        "HOME": str(data),
        "PYTHONDONTWRITEBYTECODE": "1",
        "EYESDOWN_DATA": str(data),
        "EYESDOWN_GRPC_ADDRESS": "127.0.0.1:0",
        "EYESDOWN_METRICS_PORT": "0",
    }
    ports = ("--nats-port", "--websocket-port", "--display-port")
    command = ["eyesdown", "run", *(each for port in ports for each in (port, "0"))]
    child = subprocess.Popen(
        [str(binaries / command[0]), *command[1:]], cwd="/", env=environment, **_nobody()
    )
    try:
        ends = time.monotonic() + WITHIN
        while waiting := _waiting(binaries, data, environment):
            if child.poll() is not None or time.monotonic() > ends:
                sys.exit(f"not ready: {waiting}")
            time.sleep(1)
    finally:
        child.terminate()
        code = child.wait(60)
    if code != 0:
        sys.exit(f"it ended with {code}")


def _waiting(binaries: Path, data: Path, environment: Mapping[str, str]) -> list[str]:
    """Which services are not there or not ready, by the health check of the image."""
    try:
        metrics: dict[str, str] = json.loads((data / "run.json").read_text())["metrics"]
    except (OSError, ValueError):
        return ["all of them"]
    services = ("draw", "verify", "tournament", "paigow")
    waiting = [service for service in services if service not in metrics]
    for service, place in metrics.items():
        asked = {**environment, "EYESDOWN_METRICS_PORT": place.rpartition(":")[2]}
        healthy = [str(binaries / "python"), "-m", "services.cli.healthy"]
        done = subprocess.run(healthy, cwd="/", env=asked, capture_output=True, **_nobody())
        waiting += [service] if done.returncode else []
    return waiting


def _nobody() -> dict[str, Any]:
    """As whom: nobody, where we may choose."""
    if os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


if __name__ == "__main__":
    main()
