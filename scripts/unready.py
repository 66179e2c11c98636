"""Why a tree cannot be released as it is."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HEADING = re.compile(r"^## \[?([^\]\s]+)", re.MULTILINE)


def reasons(tree: Path, binaries: Path) -> Iterator[str]:
    """Every reason, in words; none for what can be released."""
    yield from versions(tree)
    version = _project(tree / "pyproject.toml")["version"]
    top = HEADING.search((tree / "CHANGELOG.md").read_text())
    if top is None or top[1] != version:
        yield f"the top of CHANGELOG.md is {top[1] if top else 'nothing'}, not {version}"
    if changed := _output(tree, "git", "status", "--porcelain"):
        yield "not everything is committed:"
        yield changed.decode(errors="replace").rstrip()
    with tempfile.TemporaryDirectory(prefix="eyesdown-contracts-") as folder:
        now = Path(folder) / "now.binpb"
        _output(tree, str(binaries / "buf"), "build", "--exclude-source-info", "-o", str(now))
        if now.read_bytes() != (tree / "protos/baseline.binpb").read_bytes():
            yield "the contracts are not those of the baseline: make baseline"


def versions(tree: Path) -> Iterator[str]:
    """Where another version stands than that of pyproject.toml."""
    services = _project(tree / "pyproject.toml")
    version = services["version"]
    client = _project(tree / "client/pyproject.toml")["version"]
    page = json.loads((tree / "displays/package.json").read_text())["version"]
    for where, other in (("client/pyproject.toml", client), ("displays/package.json", page)):
        if other != version:
            yield f"{where} says {other}, pyproject.toml {version}"
    if f"eyesdown-client=={version}" not in services["dependencies"]:
        yield f"pyproject.toml does not ask for eyesdown-client=={version}"


def _project(file: Path) -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads(file.read_text())["project"]
    return project


def _output(tree: Path, *command: str) -> bytes:
    return subprocess.run(command, cwd=tree, check=True, capture_output=True).stdout
