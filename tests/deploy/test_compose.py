"""A house on one machine, as deploy/compose.yaml says: its form, and how its parts fit."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose

from services.cli.house.house import PLACES
from services.cli.house.nats_users import USERS
from services.cli.house.secrets import MOUNTED
from services.cli.screens.page_server import HEADERS
from services.kernel.journal.connection import connect
from services.kernel.journal.embedded import binary
from services.kernel.journal.tls import tls_of
from services.kernel.settings import read, unknown

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}")
USERS_OF = {
    "provision": "provision",
    "office": "auditor",
    "auditor": "auditor",
    **{name: name for name in PLACES},
}
"""As whom each process of ours speaks to NATS."""
MADE = ("./reports",)
"""Folders that an operator makes."""
SECRETS = "/run/secrets/"
READY = "Server is ready"
SOON = 60.0


def filled(values: Mapping[str, str]) -> dict[str, Any]:
    """The file as compose has it once variables are put in."""
    text = (DEPLOY / "compose.yaml").read_text()
    put = VARIABLE.sub(lambda found: values.get(found[1], found[2] or ""), text)
    made: dict[str, Any] = yaml.safe_load(put)
    return made


HOUSE = filled({"EYESDOWN_HOST": "bingo.example"})
SERVICES: dict[str, dict[str, Any]] = HOUSE["services"]
every_service = pytest.mark.parametrize("name", SERVICES)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The secrets that an operator makes."""
    folder = tmp_path_factory.mktemp("house") / "secrets"
    _secrets(folder)
    return folder


def _secrets(folder: Path) -> str:
    command = [sys.executable, "-m", "services.cli.main", "secrets", str(folder)]
    done = subprocess.run(
        [*command, "--host", "localhost"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def variables(file: Path) -> dict[str, str]:
    """A file of variables."""
    return dict(line.split("=", 1) for line in file.read_text().splitlines())


# -- the form --------------------------------------------------------------------------------


def test_it_is_as_the_compose_specification_has_it():
    text = json.dumps(HOUSE)
    assert PyCompose.from_json(text).service_names()
    with pytest.raises(Exception, match="read_onyl"):
        PyCompose.from_json(text.replace('"read_only"', '"read_onyl"'))


def test_every_variable_is_in_the_example_or_has_a_default():
    text = (DEPLOY / "compose.yaml").read_text()
    needed = {found[1] for found in VARIABLE.finditer(text) if found[2] is None}
    assert needed == {"EYESDOWN_HOST"}
    assert "EYESDOWN_HOST=" in (DEPLOY / "example.env").read_text()


@every_service
def test_a_process_has_no_rights_that_it_does_not_need(name: str):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service
    assert ":latest" not in service["image"]
    assert re.search(r":[\w.-]*\d", service["image"]), "a version"


@pytest.mark.parametrize(
    "name", [name for name, service in SERVICES.items() if "depends_on" in service]
)
def test_whoever_is_waited_for_says_when_it_is_ready(name: str):
    for other, how in SERVICES[name]["depends_on"].items():
        if how["condition"] == "service_healthy":
            assert "test" in SERVICES[other]["healthcheck"]
        else:
            assert how["condition"] == "service_completed_successfully"
            assert SERVICES[other].get("restart") is None, "it ends"


def test_what_ops_alone_may_see_is_open_on_this_machine_alone():
    ports = {name: service.get("ports", []) for name, service in SERVICES.items()}
    assert [ports[name] for name in ("prometheus", "grafana")] == [
        ["127.0.0.1:9090:9090"],
        ["127.0.0.1:3000:3000"],
    ]
    assert {name: ports[name] for name in PLACES} == {
        name: [f"{7400 + place}:7400"] for name, place in PLACES.items()
    }
    assert ports["nats"] == ["7480:4480"], "displays alone come from outside"


# -- its parts -------------------------------------------------------------------------------


@every_service
def test_what_is_mounted_is_there(name: str):
    for volume in SERVICES[name].get("volumes", []):
        source = volume.split(":")[0]
        if source.startswith(".") and source not in MADE:
            assert (DEPLOY / source).exists(), source
        elif source not in MADE:
            assert source in HOUSE["volumes"]
    for secret in SERVICES[name].get("secrets", []):
        assert secret in HOUSE["secrets"]


def test_every_secret_is_made_but_for_the_issuers_keys(made: Path):
    assert set(HOUSE["secrets"]) - {"issuer.json"} == set(MOUNTED)
    assert all((made / name).exists() for name in MOUNTED)
    for service in SERVICES.values():
        for file in service.get("env_file", []):
            assert (made / Path(file["path"]).name).exists()


def test_secrets_are_their_owners_alone_and_passwords_stay_when_certificates_are_renewed(
    tmp_path: Path,
):
    folder = tmp_path / "secrets"
    _secrets(folder)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert "Keep ca.key apart" in _secrets(folder)
    after = {file.name: file.read_bytes() for file in folder.iterdir()}
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"nats.pem", "nats.key", "services.pem", "services.key"}
    assert {file.stat().st_mode & 0o077 for file in folder.iterdir()} == {0}
    passwords = [name for name in after if name.endswith(".env")]
    assert len(passwords) == len(USERS) + 2, "NATS's, and Grafana's"


@pytest.mark.parametrize("name", USERS_OF)
def test_a_service_is_set_up_rightly_and_by_no_variable_that_nothing_reads(made: Path, name: str):
    environment = environment_of(made, name)
    settings = read(environment)
    assert settings.production
    assert unknown(environment) == ()
    assert settings.nats_url.startswith(f"nats://{USERS_OF[name]}:")
    assert (settings.nats_system_url != "") == (name == "draw")


def environment_of(made: Path, name: str) -> dict[str, str]:
    """A process's environment, its files where they lie here."""
    (made / "issuer.json").write_text('{"keys": []}')
    image = re.findall(r"(EYESDOWN_\w+)=(\S+)", (DEPLOY / "Dockerfile").read_text())
    service = SERVICES[name]
    (file,) = service["env_file"]
    found = {**dict(image), **service["environment"], **variables(made / Path(file["path"]).name)}
    venues = str(DEPLOY.parent / "venues")
    return {
        key: str(value).replace(SECRETS, f"{made}/").replace("/venues", venues)
        for key, value in found.items()
        if value
    }


def test_the_web_server_sends_the_headers_of_the_page():
    text = (DEPLOY / "web" / "nginx.conf").read_text()
    sent = dict(re.findall(r'add_header (\S+) "(.*)" always;', text))
    assert sent == {name: value.replace("{nats}", "wss:") for name, value in HEADERS.items()}


# -- NATS, as it is started there --------------------------------------------------------------


async def test_the_streams_are_made_on_the_server_as_it_is_set_up_and_by_its_own_user_alone(
    made: Path, tmp_path: Path
):
    here = {
        "EYESDOWN_NATS_LISTEN": "127.0.0.1:-1",
        "EYESDOWN_NATS_WEBSOCKET": "127.0.0.1:-1",
        "EYESDOWN_NATS_DATA": str(tmp_path / "nats"),
    }
    told = {
        name: value.replace(SECRETS, f"{made}/")
        for name, value in variables(made / "nats.env").items()
    }
    environment = {**os.environ, **told, **here}
    command = [str(binary()), "--config", str(DEPLOY / "nats" / "nats.conf")]
    checked = await asyncio.create_subprocess_exec(*command, "-t", env=environment)
    assert await checked.wait() == 0
    server = await asyncio.create_subprocess_exec(
        *command,
        env=environment,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        port = await _listening(server)
        ours = {
            **environment_of(made, "provision"),
            "EYESDOWN_DATA": str(tmp_path / "data"),
            "PATH": os.environ["PATH"],
        }
        ours["EYESDOWN_NATS_URL"] = ours["EYESDOWN_NATS_URL"].replace(
            "@nats:4222", f"@localhost:{port}"
        )
        done = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "services.cli.main", "provision"),
            env=ours,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        async with asyncio.timeout(SOON):
            out, _ = await done.communicate()
        assert done.returncode == 0, out.decode()
        settings = read(environment_of(made, "draw"))
        url = settings.nats_url.replace("@nats:4222", f"@localhost:{port}")
        draw = await connect(url, name="draw", tls=tls_of(settings))
        with pytest.raises(TimeoutError):
            await draw.request("$JS.API.STREAM.CREATE.X", b"{}", timeout=0.5)
        await draw.close()
    finally:
        server.terminate()
        async with asyncio.timeout(SOON):
            await server.communicate()


async def _listening(server: asyncio.subprocess.Process) -> int:
    """The port that the server listens on, once it is ready."""
    assert server.stderr is not None
    said = ""
    async with asyncio.timeout(SOON):
        while READY not in said:
            line = (await server.stderr.readline()).decode()
            assert line, said
            said += line
    found = re.search(r"client connections on 127\.0\.0\.1:(\d+)", said)
    assert found, said
    return int(found[1])
