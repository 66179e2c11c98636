"""The health check of an image: ready is healthy, and nothing else is."""

from __future__ import annotations

import ast
import asyncio
import sys
from pathlib import Path

import pytest

from services.cli.house import healthy
from tests.cli.command import environment
from tests.kit.draw import Hall, Replica

pytest_plugins = ["tests.kit.draw"]

READY = 'eyesdown_ready{service="draw",check="nats"} 1.0\n'


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (READY, []),
        (READY + 'eyesdown_ready{service="draw",check="keys"} 0.0\n', ["keys"]),
        ("# nothing\n", ["it tells of no readiness"]),
    ],
)
def test_every_check_of_readiness_has_to_pass(text: str, wrong: list[str]):
    found = healthy.failing(text)
    assert len(found) == len(wrong)
    assert all(what in line for what, line in zip(wrong, found, strict=True))


def test_it_imports_nothing_that_takes_a_while():
    tree = ast.parse(Path(healthy.__file__).read_text())
    names = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names]
    assert {(name or "").split(".")[0] for name in names} <= {*sys.stdlib_module_names}


@pytest.mark.asyncio(loop_scope="module")
async def test_a_running_service_is_healthy_and_one_that_is_not_there_is_not(
    one: Replica, hall: Hall
):
    async def check(port: str) -> int | None:
        more = {"EYESDOWN_METRICS_PORT": port, "EYESDOWN_GRPC_ADDRESS": "0.0.0.0:7400"}
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "services.cli.house.healthy"),
            env=environment(hall.folder, more),
            stdout=asyncio.subprocess.DEVNULL,
        )
        return await child.wait()

    assert await check(one.metrics_at.rpartition(":")[2]) == 0
    assert await check("1") == 1
