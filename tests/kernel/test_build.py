"""Which build this is: as `sha256sum` would reckon it, the same wherever the same code lies."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from services.kernel.build import PACKAGES, Build, digest_of, here, unlike_a_release

ROOT = Path(__file__).resolve().parents[2]
LIES = {"buf": "protos", "eyesdown": "protos", "eyesdown_client": "client", "services": "."}


def by_hand(*folders: tuple[str, Path]) -> bytes:
    """What `sha256sum` prints for every Python file, sorted by name, and that digested."""
    found = {
        f"{top}/{file.relative_to(folder).as_posix()}": hashlib.sha256(file.read_bytes())
        for top, folder in folders
        for file in folder.rglob("*.py")
        if "_data" not in file.parts
    }
    lines = "".join(f"{found[name].hexdigest()}  {name}\n" for name in sorted(found))
    return hashlib.sha256(lines.encode()).digest()


@pytest.fixture
def code(tmp_path: Path) -> Path:
    """A package with a file, a folder, and what Python and the wheel put beside them."""
    for name in ("a.py", "inner/b.py", "inner-b.py", "__pycache__/a.py", "_data/c.py"):
        file = tmp_path / "code" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {name}\n")
    return tmp_path / "code"


def test_what_runs_here_is_the_code_as_it_lies_here():
    assert LIES.keys() == set(PACKAGES)
    hand = by_hand(*((top, ROOT / folder / top) for top, folder in LIES.items()))
    assert here() == Build(metadata.version("eyesdown"), hand)
    assert here().mark == hand.hex()[:12]


def test_it_is_reckoned_from_names_and_contents_and_nothing_else(code: Path):
    def sha(text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()

    listing = "".join(
        f"{sha(f'# {name}{chr(10)}')}  top/{name}\n"
        for name in ("a.py", "inner-b.py", "inner/b.py")
    )
    before = digest_of({"top": code})
    assert before.hex() == sha(listing)
    (code / "__pycache__" / "more.py").write_text("")
    (code / "notes.txt").write_text("no code")
    (code / "a.py").chmod(0o600)
    assert digest_of({"top": code}) == before


@pytest.mark.parametrize("change", ["content", "name", "more", "less"])
def test_other_code_is_another_build(code: Path, change: str):
    before = digest_of({"top": code})
    match change:
        case "content":
            (code / "a.py").write_text("# a.py \n")
        case "name":
            (code / "a.py").rename(code / "z.py")
        case "more":
            (code / "more.py").write_text("")
        case "less":
            (code / "inner/b.py").unlink()
    assert digest_of({"top": code}) != before


def test_it_is_shown_with_the_beginning_of_its_digest():
    assert str(Build("0.1.0", b"\xab\xcd" * 16)) == "0.1.0+abcdabcdabcd"
    assert str(Build("0.1.0")) == "0.1.0"


def test_it_is_said_when_it_is_no_release(tmp_path: Path):
    built, record = Build("0.1.0", b"\x01" * 32), tmp_path / "build.json"
    assert unlike_a_release(built, record) == "run from a checkout"
    record.write_text(json.dumps({"version": "0.1.0", "digest": "01" * 32}))
    assert unlike_a_release(built, record) == ""
    other = Build("0.1.0", b"\x02" * 32)
    assert unlike_a_release(other, record) == "changed since it was installed"


def test_the_contracts_are_found_beside_a_folder_that_happens_to_have_their_name(tmp_path: Path):
    (tmp_path / "eyesdown").mkdir()
    asks = "from services.kernel.build import here; print(here())"
    done = subprocess.run(
        [sys.executable, "-c", asks], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(here())
