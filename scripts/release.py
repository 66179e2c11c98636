"""What is given away: two wheels, what they are made of, the lock, and the SHA-256 of each.

    python -m scripts.release              a release: `make release`
    python -m scripts.release --rehearse   the same of a commit that is none: `make rehearse`
    python -m scripts.release --as-it-lies the tree as it lies here, once: `make wheels`

A release is built twice, from what is committed and nothing else, in two places that have nothing
in common but the tools. Only when every file is the same byte for byte is it left in dist.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scripts import sbom, unready

ROOT = Path(__file__).resolve().parents[1]
BINARIES = ROOT / ".venv/bin"
DIST = ROOT / "dist"
SUMS = "SHA256SUMS"

Command = list[str | Path]


@dataclass(frozen=True)
class Place:
    """Where a build is made, and what is otherwise there than elsewhere."""

    folder: str
    umask: int
    environment: Mapping[str, str]


PLACES = (
    Place("one", 0o022, {"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"}),
    Place(
        "two/deeper in a folder with spaces",
        0o077,
        {"TZ": "Pacific/Chatham", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2"},
    ),
)
"""Path, rights, time zone, language, order of hashes and the files' dates are not the same."""


def main() -> None:
    """Build, compare, and leave in dist what is the same."""
    match sys.argv[1:]:
        case ["--as-it-lies"]:
            with tempfile.TemporaryDirectory(prefix="eyesdown-wheels-") as folder:
                _leave(_built(ROOT, Path(folder), {**os.environ, "SOURCE_DATE_EPOCH": _when()}))
        case []:
            if reasons := list(unready.reasons(ROOT, BINARIES)):
                sys.exit("\n".join(["this is no release:", *reasons]))
            _leave_the_same()
        case ["--rehearse"]:
            _leave_the_same()
        case other:
            sys.exit(f"--rehearse or --as-it-lies, not {' '.join(other)}")
    print((DIST / SUMS).read_text(), end="")


def _leave_the_same() -> None:
    with tempfile.TemporaryDirectory(prefix="eyesdown-release-") as name:
        made = [_made(place, Path(name) / place.folder) for place in PLACES]
        if found := list(different(*made)):
            sys.exit("\n  ".join(["two builds of one commit differ:", *found]))
        _leave(made[0])
    print(f"two builds of {_git('rev-parse', '--short=12', 'HEAD').decode().strip()} are the same")


def _made(place: Place, folder: Path) -> Path:
    """Build what is committed in a place of its own; where it lies."""
    tree, home, out = folder / "tree", folder / "home", folder / "out"
    for each in (tree, home, out):
        each.mkdir(parents=True)
    archive = io.BytesIO(_git("archive", "--format=zip", "HEAD"))
    umask = os.umask(place.umask)
    try:
        with zipfile.ZipFile(archive) as committed:
            committed.extractall(tree)
        _linked(ROOT / "displays/node_modules", tree / "displays/node_modules")
        environment = {
            "PATH": f"{BINARIES}:/usr/bin:/bin",
            "HOME": str(home),
            "SOURCE_DATE_EPOCH": _when(),
            **place.environment,
        }
        for step in ("contract", "build"):
            npm: Command = [BINARIES / "npm", "--prefix", "displays", "run", "--silent", step]
            _run(npm, tree, environment)
        return _built(tree, out, environment)
    finally:
        os.umask(umask)


def _built(tree: Path, out: Path, environment: Mapping[str, str]) -> Path:
    """Build the wheels of a tree whose page is built, and write what goes with them."""
    for project in (tree, tree / "client"):
        wheel: Command = [BINARIES / "python", "-m", "hatchling", "build", "-t", "wheel", "-d", out]
        _run(wheel, project, environment)
    sbom.write(tree, out / "sbom.json")
    shutil.copyfile(tree / "requirements/runtime.txt", out / "requirements.txt")
    sums = "".join(f"{_sha(each.read_bytes())}  {each.name}\n" for each in sorted(out.iterdir()))
    (out / SUMS).write_text(sums)
    return out


def different(one: Path, two: Path) -> Iterator[str]:
    """What is not the same, in a wheel by the file within."""
    names = sorted({each.name for made in (one, two) for each in made.iterdir()} - {SUMS})
    for name in names:
        if not all((made / name).is_file() for made in (one, two)):
            yield f"{name} was made once"
        elif (one / name).read_bytes() != (two / name).read_bytes():
            yield name
            if name.endswith(".whl"):
                yield from (f"  {each}" for each in _different_within(one / name, two / name))


def _different_within(one: Path, two: Path) -> Iterator[str]:
    told = []
    for wheel in (one, two):
        with zipfile.ZipFile(wheel) as opened:
            told.append({i.filename: (_sha(opened.read(i)), str(i)) for i in opened.infolist()})
    for name in sorted(told[0].keys() | told[1].keys()):
        if told[0].get(name) != told[1].get(name):
            yield name
    if list(told[0]) != list(told[1]):
        yield "the order of its files"


def _linked(source: Path, target: Path) -> None:
    """Another copy of a folder that nobody writes to; links where they can be made."""

    def link(one: str, other: str) -> None:
        try:
            os.link(one, other, follow_symlinks=False)
        except OSError:  # another file system
            shutil.copy2(one, other)

    shutil.copytree(source, target, symlinks=True, copy_function=link)


def _leave(made: Path) -> None:
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    for each in made.iterdir():
        shutil.copyfile(each, DIST / each.name)


def _run(command: Command, folder: Path, environment: Mapping[str, str]) -> None:
    done = subprocess.run(command, cwd=folder, env=dict(environment), capture_output=True)
    if done.returncode:
        sys.exit((done.stdout + done.stderr).decode(errors="replace"))


def _when() -> str:
    """The time of the commit: that of every file in a wheel."""
    return _git("log", "-1", "--format=%ct").decode().strip()


def _git(*command: str) -> bytes:
    return subprocess.run(["git", *command], cwd=ROOT, check=True, capture_output=True).stdout


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    main()
