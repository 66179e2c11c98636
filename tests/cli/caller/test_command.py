"""`eyesdown call`, before its screen opens."""

from __future__ import annotations

from pathlib import Path

from services.kernel.serving.tokens import DevIssuer
from tests.cli.command import eyesdown


async def test_without_a_terminal_there_is_no_screen(tmp_path: Path):
    token = DevIssuer(tmp_path).issue("cal", {"akl": ["caller"]})
    words = ("call", "akl/2026-11-29-07", "--role", "caller", "--token", token)
    done = await eyesdown(*words, data=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "Error: The caller's screen needs a terminal: nothing can be keyed or shown here\n"
    )
