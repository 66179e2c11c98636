"""What can be released, and what is refused; how two builds are compared."""

from __future__ import annotations

import subprocess
import sysconfig
import zipfile
from pathlib import Path

import pytest

from scripts import release, unready

ROOT = Path(__file__).resolve().parents[2]
BINARIES = Path(sysconfig.get_path("scripts"))
WHO = ("-c", "user.name=somebody", "-c", "user.email=somebody@hall.example")
OTHER = "says 0.3.0, pyproject.toml 0.2.0"


def test_every_file_that_says_the_version_says_the_same():
    assert list(unready.versions(ROOT)) == []


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree that can be released."""
    files = {
        "pyproject.toml": '[project]\nversion = "0.2.0"\n'
        'dependencies = ["click", "eyesdown-client==0.2.0"]\n',
        "client/pyproject.toml": '[project]\nversion = "0.2.0"\n',
        "displays/package.json": '{"version": "0.2.0"}\n',
        "CHANGELOG.md": "# Changelog\n\n## [0.2.0] - 2026-12-24\n\n## [0.1.0] - 2026-11-30\n",
        "buf.yaml": "version: v2\nmodules:\n  - path: protos\n",
        "protos/toy.proto": 'syntax = "proto3";\npackage toy;\nmessage Toy {}\n',
    }
    tree = tmp_path / "small"
    for name, text in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    baseline = ("--exclude-source-info", "-o", "protos/baseline.binpb")
    subprocess.run([BINARIES / "buf", "build", *baseline], cwd=tree, check=True)
    for command in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "All of it.")):
        subprocess.run(["git", *WHO, *command], cwd=tree, check=True)
    return tree


def test_what_is_committed_whole_under_one_version_can_be_released(tree: Path):
    assert list(unready.reasons(tree, BINARIES)) == []


def test_the_changelog_may_name_a_version_without_a_link():
    assert [
        found[1] for found in unready.HEADING.finditer("## 0.2.0 - 2026\n\n## [0.1.0] - 2025")
    ] == [
        "0.2.0",
        "0.1.0",
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("client/pyproject.toml", "0.2.0", "0.3.0", f"client/pyproject.toml {OTHER}"),
        ("displays/package.json", "0.2.0", "0.3.0", f"displays/package.json {OTHER}"),
        ("CHANGELOG.md", "[0.2.0]", "[0.3.0]", "the top of CHANGELOG.md is 0.3.0, not 0.2.0"),
        (
            "CHANGELOG.md",
            "## [0.2.0]",
            "## [Unreleased]\n\n## [0.2.0]",
            "the top of CHANGELOG.md is Unreleased, not 0.2.0",
        ),
        (
            "pyproject.toml",
            "client==0.2.0",
            "client>=0.2.0",
            "pyproject.toml does not ask for eyesdown-client==0.2.0",
        ),
        (
            "protos/toy.proto",
            "Toy {}",
            "Toy {}\nmessage More {}",
            "the contracts are not those of the baseline: make baseline",
        ),
    ],
)
def test_what_is_not_ready_is_refused(tree: Path, file: str, old: str, new: str, why: str):
    text = (tree / file).read_text()
    assert old in text
    (tree / file).write_text(text.replace(old, new))
    found = list(unready.reasons(tree, BINARIES))
    assert sorted(found) == sorted([why, "not everything is committed:", f" M {file}"])
    subprocess.run(["git", *WHO, "commit", "-q", "-a", "-m", "Changed."], cwd=tree, check=True)
    assert list(unready.reasons(tree, BINARIES)) == [why]


def test_a_file_that_nobody_committed_is_refused(tree: Path):
    (tree / "more.py").write_text("")
    assert list(unready.reasons(tree, BINARIES)) == ["not everything is committed:", "?? more.py"]


def test_two_builds_that_are_not_the_same_are_told_file_by_file(tmp_path: Path):
    one, two = tmp_path / "one", tmp_path / "two"
    for made, body, names in ((one, "1", ("a.py", "b.py")), (two, "2", ("b.py", "a.py"))):
        made.mkdir()
        (made / "sbom.json").write_text("{}")
        (made / release.SUMS).write_text(body)
        with zipfile.ZipFile(made / "code.whl", "w") as wheel:
            for each in names:
                wheel.writestr(zipfile.ZipInfo(each), body if each == "a.py" else "same")
    assert list(release.different(one, one)) == []
    (two / "more.txt").write_text("")
    assert list(release.different(one, two)) == [
        "code.whl",
        "  a.py",
        "  the order of its files",
        "more.txt was made once",
    ]
