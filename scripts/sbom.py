"""`make sbom`: what eyesdown is made of, as CycloneDX.

    python -m scripts.sbom dist/sbom.json

What the wheel needs at run time comes from requirements/runtime.txt, what is built into the page of
the displays from displays/package-lock.json, each with its hashes. The same locks give the same
bytes.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]

Component = dict[str, Any]


def write(tree: Path, out: Path) -> None:
    """Write the bill of materials of a tree. Raises `CalledProcessError`."""
    out.parent.mkdir(parents=True, exist_ok=True)
    tool = Path(sysconfig.get_path("scripts")) / "cyclonedx-py"
    how = ("--mc-type", "application", "--output-reproducible", "--of", "JSON", "-o", str(out))
    subprocess.run(
        [tool, "requirements", "--pyproject", "pyproject.toml", *how, "requirements/runtime.txt"],
        cwd=tree,
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
    )
    bill = json.loads(out.read_text())
    ours = [_client(tree), *_of_the_page(tree)]
    bill["components"] = sorted((*bill["components"], *ours), key=lambda each: each["bom-ref"])
    bill["dependencies"] += [{"ref": each["bom-ref"]} for each in ours]
    bill["dependencies"].sort(key=lambda each: each["ref"])
    out.write_text(json.dumps(bill, indent=2, sort_keys=True) + "\n")


def _client(tree: Path) -> Component:
    """The other wheel of the release, which this one needs."""
    project = tomllib.loads((tree / "client/pyproject.toml").read_text())["project"]
    name, version = project["name"], project["version"]
    return {
        "bom-ref": f"{name}@{version}",
        "type": "library",
        "name": name,
        "version": version,
        "licenses": [{"expression": project["license"]}],
    }


def _of_the_page(tree: Path) -> Iterator[Component]:
    """What npm's lock says is not for development alone."""
    lock = json.loads((tree / "displays/package-lock.json").read_text())
    for place, package in lock["packages"].items():
        name = place.rpartition("node_modules/")[2]
        if not name or package.get("dev"):
            continue
        algorithm, _, digest = package["integrity"].partition("-")
        content = base64.b64decode(digest).hex()
        purl = f"pkg:npm/{quote(name)}@{package['version']}"
        yield {
            "bom-ref": purl,
            "type": "library",
            "name": name,
            "version": package["version"],
            "purl": purl,
            "licenses": [{"expression": package["license"]}],
            "hashes": [{"alg": algorithm.upper().replace("SHA", "SHA-"), "content": content}],
        }


if __name__ == "__main__":
    write(ROOT, Path(sys.argv[1]).resolve())
