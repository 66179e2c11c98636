"""`eyesdown demo`, as an operator meets it who has a house already: it leaves that alone."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from tests.cli.command import DEADLINE, start
from tests.cli.running import line_with
from tests.kit.evening import Evening, operators_own

pytest_plugins = ["tests.kit.evening"]


def test_the_demonstration_leaves_the_operator_s_house_alone(evening: Evening):
    assert "ok      stages won: line on call 45, bingo on call 90\n" in evening.told
    assert "ok      ended because: every stage is won\n" in evening.told
    assert evening.told.endswith("and every figure is as worked out by hand.\n")
    assert os.listdir(evening.operator) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
async def test_what_is_kept_nowhere_is_gone_when_it_is_interrupted(
    tmp_path: Path, number: signal.Signals
):
    theirs, temporary = tmp_path / "theirs", tmp_path / "temporary"
    theirs.mkdir()
    temporary.mkdir()
    more = {**operators_own(theirs), "TMPDIR": str(temporary)}
    process = await start("demo", data=theirs / "data", more=more)
    await line_with(process, "\n")  # it plays
    assert os.listdir(temporary)
    process.send_signal(number)
    async with asyncio.timeout(DEADLINE):
        _, told = await process.communicate()
    assert (process.returncode, told.decode()) == (2, "the demo was interrupted\n")
    assert os.listdir(theirs) == os.listdir(temporary) == []
