"""`make observe`: a real Prometheus on the demonstration while it is played, our rules loaded, and
the query of every panel asked. What gives no data, or is no PromQL, is named.

Needs `prometheus` and `promtool` on the PATH (Debian's package `prometheus` has both).
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
GRAFANA, RULES = ROOT / "deploy/grafana", ROOT / "deploy/prometheus"
WITHIN = 300.0
EVERY = 1
"""Seconds between two scrapes."""
SILENT = frozenset(("NaN", "+Inf", "-Inf"))


def main() -> None:
    """Play, scrape, ask, and tell."""
    for tool in ("prometheus", "promtool"):
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is not installed: apt-get install prometheus")
    with tempfile.TemporaryDirectory(prefix="eyesdown-observe-") as name, ExitStack() as stack:
        folder = Path(name)
        demo = stack.enter_context(_demo(folder))
        _until(lambda: (folder / "data/run.json").exists(), "the house to open", demo)
        stack.enter_context(_audit(folder))
        address = stack.enter_context(_prometheus(folder, demo))
        _until(lambda: "runs on" in (folder / "demo.log").read_text(), "the evening's end", demo)
        time.sleep(3 * EVERY)  # what was counted last is scraped, and scraped again
        wrong = [*_rules(address), *_panels(address)]
    for each in wrong:
        print(each)
    if wrong:
        sys.exit(f"{len(wrong)} things are not as they should be")
    print("every rule is healthy, and every panel has data")


@contextmanager
def _demo(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "services.cli.main", "demo", "--stay"]
    with (folder / "demo.log").open("wb") as log:
        child = subprocess.Popen(
            [*command, "--data", str(folder / "data")], stdout=log, stderr=log, cwd=ROOT
        )
        with _ended(child):
            yield child


@contextmanager
def _audit(folder: Path) -> Iterator[None]:
    """An audit that is kept up of what is played, and where Prometheus finds it."""
    child = subprocess.Popen(
        [sys.executable, "-m", "services.cli.main", "audit", "watch", "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "EYESDOWN_DATA": str(folder / "data")},
    )
    with _ended(child):
        assert child.stdout is not None
        place = child.stdout.readline().removeprefix("metrics http://").partition("/")[0]
        (folder / "audit.json").write_text(json.dumps([{"targets": [place]}]))
        yield


@contextmanager
def _prometheus(folder: Path, demo: subprocess.Popen[bytes]) -> Iterator[str]:
    """Prometheus on what runs, told of it anew whenever more of it does; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    config = {
        "global": {"scrape_interval": f"{EVERY}s", "evaluation_interval": f"{EVERY}s"},
        "rule_files": [str(file) for file in sorted(RULES.glob("*.rules.yml"))],
        "scrape_configs": [_job(job, folder) for job in (*_services(folder, demo), "audit")],
    }
    (folder / "prometheus.yml").write_text(json.dumps(config))  # JSON is YAML
    with (folder / "prometheus.log").open("wb") as log:
        child = subprocess.Popen(
            [
                "prometheus",
                f"--config.file={folder / 'prometheus.yml'}",
                f"--storage.tsdb.path={folder / 'tsdb'}",
                f"--web.listen-address={address}",
                "--enable-feature=exemplar-storage",
            ],
            stdout=log,
            stderr=log,
        )
        with _ended(child):
            yield address


def _services(folder: Path, demo: subprocess.Popen[bytes]) -> Mapping[str, str]:
    """Where each service tells its metrics, once all of them run."""

    def told() -> dict[str, str]:
        found: dict[str, str] = json.loads((folder / "data/run.json").read_text())["metrics"]
        return found

    from services.cli.common.where import SERVICES

    _until(lambda: set(told()) == set(SERVICES), "all services", demo)
    services = told()
    for job, place in services.items():
        (folder / f"{job}.json").write_text(json.dumps([{"targets": [place]}]))
    return services


def _job(job: str, folder: Path) -> dict[str, Any]:
    return {"job_name": job, "file_sd_configs": [{"files": [str(folder / f"{job}.json")]}]}


def _rules(address: str) -> Iterator[str]:
    """Rules that could not be evaluated."""
    for group in _asked(address, "rules")["groups"]:
        for rule in group["rules"]:
            if rule["health"] != "ok":
                yield f"rule {rule['name']}: {rule.get('lastError', rule['health'])}"


def _panels(address: str) -> Iterator[str]:
    """Panels without data."""
    for file in sorted(GRAFANA.glob("*.json")):
        board = json.loads(file.read_text())
        for panel in board["panels"]:
            for target in panel["targets"]:
                found = _values(address, target["expr"].replace("$venue", ".*"))
                if not set(found) - SILENT:
                    what = "no data" if not found else f"only {', '.join(sorted(set(found)))}"
                    yield f"{file.name}, {panel['title']}: {what}: {target['expr']}"


def _values(address: str, expr: str) -> Sequence[str]:
    found = _asked(address, "query", query=expr)["result"]
    return [each["value"][1] for each in found]


def _asked(address: str, what: str, **query: str) -> Any:
    url = f"http://{address}/api/v1/{what}?{urllib.parse.urlencode(query)}"
    try:
        with urllib.request.urlopen(url, timeout=30) as reply:
            return json.load(reply)["data"]
    except urllib.error.HTTPError as error:
        sys.exit(f"{query}: {error.read().decode()}")


def _until(done: Any, what: str, child: subprocess.Popen[bytes]) -> None:
    ends = time.monotonic() + WITHIN
    while not done():
        if child.poll() is not None or time.monotonic() > ends:
            sys.exit(f"waited in vain for {what}")
        time.sleep(0.2)


@contextmanager
def _ended(child: subprocess.Popen[Any]) -> Iterator[None]:
    """End a process with the block."""
    try:
        yield
    finally:
        child.terminate()
        try:
            child.wait(30)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
