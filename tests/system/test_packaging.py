"""What the two wheels hold, and that the client's stands alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterable
from configparser import ConfigParser
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from scripts import sbom
from services.kernel.build import PACKAGES, RECORD, digest_of, here

ROOT = Path(__file__).resolve().parents[2]


def build(project: Path, out: Path) -> zipfile.ZipFile:
    """Build a project's wheel into a folder, with what is installed here."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = out.glob("*.whl")
    return zipfile.ZipFile(wheel)


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterable[zipfile.ZipFile]:
    """The wheel of `eyesdown`."""
    with build(ROOT, tmp_path_factory.mktemp("services")) as wheel:
        yield wheel


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterable[zipfile.ZipFile]:
    """The wheel of `eyesdown-client`."""
    with build(ROOT / "client", tmp_path_factory.mktemp("client")) as wheel:
        yield wheel


def tree(folder: str, *suffixes: str, inside: str = "") -> set[str]:
    """The files of a folder of the repository, named as in a wheel that has them in `inside`."""
    base = ROOT / folder
    found = {
        inside + path.relative_to(base).as_posix()
        for path in base.rglob("*")
        if path.suffix in suffixes
    }
    assert found, f"{folder} has no {' or '.join(suffixes)} file"
    return found


def tops(wheel: zipfile.ZipFile) -> set[str]:
    """The top-level names of a wheel, its own records left out."""
    return {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" not in name}


def record(wheel: zipfile.ZipFile, name: str) -> str:
    """A file of the wheel's dist-info."""
    (path,) = (entry for entry in wheel.namelist() if entry.endswith(f".dist-info/{name}"))
    return wheel.read(path).decode()


def metadata(wheel: zipfile.ZipFile) -> Message:
    return Parser().parsestr(record(wheel, "METADATA"))


def test_the_services_wheel_holds_the_services_with_rules_and_venues_and_nothing_else(
    services: zipfile.ZipFile,
) -> None:
    names = set(services.namelist())
    assert tops(services) == {"services"}
    assert tree("services", ".py", inside="services/") <= names
    assert tree("rules", ".toml", ".tsv", inside="services/_data/rules/") <= names
    assert tree("venues", ".toml", inside="services/_data/venues/") <= names
    # The displays' page as it was built, and nothing that it was made from.
    page = {name for name in names if name.startswith("services/_data/page/")}
    built = tree("displays/dist", ".html", ".json", ".js", ".css", ".woff2")
    assert page == {f"services/_data/page/{name}" for name in built}


def test_the_services_wheel_says_which_build_it_is(services: zipfile.ZipFile) -> None:
    told = json.loads(services.read(f"services/_data/{RECORD.name}"))
    assert told == {"version": here().version, "digest": here().digest.hex()}


def test_what_is_installed_from_the_wheels_is_the_same_build_as_this_tree(
    services: zipfile.ZipFile, client: zipfile.ZipFile, tmp_path: Path
) -> None:
    services.extractall(tmp_path)
    client.extractall(tmp_path)
    assert digest_of({top: tmp_path / top for top in PACKAGES}) == here().digest
    # And anybody can reckon it.
    page = (ROOT / "docs/auditing.md").read_text()
    (command,) = re.findall(r"^```sh\n(find .*?)^```$", page, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command], cwd=tmp_path, capture_output=True, check=True
    )
    assert done.stdout.split()[0] == here().digest.hex().encode()


def test_the_client_wheel_holds_the_client_and_the_contracts_and_nothing_else(
    client: zipfile.ZipFile,
) -> None:
    names = set(client.namelist())
    assert tops(client) == {"eyesdown_client", "eyesdown", "buf"}
    assert tree("client/eyesdown_client", ".py", inside="eyesdown_client/") <= names
    assert tree("protos/eyesdown", ".proto", ".py", ".pyi", inside="eyesdown/") <= names
    assert tree("protos/buf", ".proto", ".py", ".pyi", inside="buf/") <= names
    assert {f"{top}/py.typed" for top in tops(client)} <= names


@pytest.mark.parametrize("wheel", ["services", "client"])
def test_no_wheel_holds_tests_or_what_python_compiled(
    wheel: str, request: pytest.FixtureRequest
) -> None:
    names = request.getfixturevalue(wheel).namelist()
    assert [n for n in names if re.search(r"(^|/)tests?[_/]|__pycache__|\.pyc$", n)] == []


def test_the_command_is_there(services: zipfile.ZipFile) -> None:
    scripts = ConfigParser()
    scripts.read_string(record(services, "entry_points.txt"))
    assert dict(scripts["console_scripts"]) == {"eyesdown": "services.cli.main:main"}
    assert "services/cli/main.py" in services.namelist()


def test_the_services_need_the_client_of_the_same_release(
    services: zipfile.ZipFile, client: zipfile.ZipFile
) -> None:
    version = metadata(client)["Version"]
    assert metadata(services)["Version"] == version
    assert f"eyesdown-client=={version}" in metadata(services).get_all("Requires-Dist", [])


def test_the_locks_hold_all_that_the_wheels_need_and_the_same_versions() -> None:
    runtime, dev = (lock(name) for name in ("runtime.txt", "dev.txt"))
    needed = {
        name(requirement)
        for project in (ROOT, ROOT / "client")
        for requirement in tomllib.loads((project / "pyproject.toml").read_text())["project"][
            "dependencies"
        ]
    }
    assert needed - {"eyesdown-client"} <= runtime.keys()
    assert runtime.items() <= dev.items()


def lock(file: str) -> dict[str, str]:
    """The versions of a lock by name."""
    lines = (ROOT / "requirements" / file).read_text().splitlines()
    pins = [line.split()[0].split("==") for line in lines if line and not line.startswith(" ")]
    return {pin: version for pin, version in pins}


def name(requirement: str) -> str:
    """`nats-py` of `nats-py[nkeys]>=2.16`."""
    match = re.match(r"[\w.-]+", requirement)
    assert match, requirement
    return match.group()


# Runs without the editable install (-S reads no .pth file): the unpacked wheel and what the
# package index gave are all there is.
ALONE = """
import importlib, sys
from importlib.metadata import packages_distributions
from pathlib import Path

unpacked, installed, *allowed = sys.argv[1:]
sys.path[:0] = [unpacked, installed]
import grpc  # takes its own companions along where they are installed

before = set(sys.modules)
for file in sorted(Path(unpacked).rglob("*.py")):
    module = ".".join(file.relative_to(unpacked).with_suffix("").parts)
    importlib.import_module(module.removesuffix(".__init__"))
try:
    import services
except ModuleNotFoundError:
    pass
else:
    sys.exit(f"the services were found at {services.__file__}")
owners = packages_distributions()
for top in sorted({name.partition(".")[0] for name in set(sys.modules) - before}):
    if top in owners and not {o.lower() for o in owners[top]} & set(allowed):
        sys.exit(f"{top} of {owners[top]} was imported, which eyesdown-client does not ask for")
"""


def test_client_and_contracts_import_without_the_services(
    client: zipfile.ZipFile, tmp_path: Path
) -> None:
    client.extractall(tmp_path)
    needs = [name(need) for need in metadata(client).get_all("Requires-Dist", [])]
    done = subprocess.run(
        [
            *(sys.executable, "-I", "-S", "-c", ALONE),
            *(str(tmp_path), sysconfig.get_path("purelib")),
            *(*needs, "eyesdown-client", "typing-extensions"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


# -- what it is made of ----------------------------------------------------------------------


def test_the_bill_of_materials_holds_every_package_that_is_locked_with_its_hashes(tmp_path: Path):
    out = tmp_path / "sbom.json"
    sbom.write(ROOT, out)
    told = out.read_text()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(told) is None
    made = json.loads(told)
    assert made["metadata"]["component"]["name"] == "eyesdown"
    locked = lock("runtime.txt")
    modules = json.loads((ROOT / "displays/package-lock.json").read_text())["packages"]
    page = {
        place.removeprefix("node_modules/"): module["version"]
        for place, module in modules.items()
        if place and not module.get("dev")
    }
    assert "lit-html" in page
    assert "vite" not in page
    client = {"eyesdown-client": here().version}
    held = {each["name"]: each["version"] for each in made["components"]}
    assert held == {**locked, **page, **client}
    for each in made["components"]:
        files = each.get("externalReferences", [])
        hashed = any(file.get("hashes") for file in files) or each.get("hashes")
        assert hashed or each["name"] in client, each["name"]
