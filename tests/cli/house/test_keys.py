"""`eyesdown keys`: the sealing keys of a folder, and a new one."""

from pathlib import Path

from services.kernel.record.seal import Keys
from tests.cli.command import Done, eyesdown


async def test_keys_are_listed_and_a_new_one_is_the_last(tmp_path: Path):
    folder = tmp_path / "keys"
    first, _ = Keys.prepare(folder).newest()
    assert await eyesdown("keys", "list", data=tmp_path) == Done(0, f"{first}\n", "")
    rotated = await eyesdown("keys", "rotate", data=tmp_path)
    newest, _ = Keys(folder).newest()
    assert rotated == Done(0, f"{newest}\n", "")
    assert newest != first
    assert await eyesdown("keys", "list", data=tmp_path) == Done(0, f"{first}\n{newest}\n", "")


async def test_a_key_that_others_can_read_is_told_in_a_sentence(tmp_path: Path):
    folder = tmp_path / "keys"
    Keys.prepare(folder)
    (folder / "0001.key").chmod(0o644)
    done = await eyesdown("keys", "list", data=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert "readable by its owner alone" in done.err
    assert "Traceback" not in done.err
