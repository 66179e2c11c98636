"""Say which tracked files name what only one machine has: a package registry or a path of its own.

A lock or a script that does would work here and nowhere else. Exits 1 on a finding.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def patterns() -> dict[str, re.Pattern[str]]:
    """What must not be named, by what to call it in the report."""
    never = "(?!)"
    paths = "|".join(sorted(re.escape(str(path)) for path in own_folders())) or never
    return {
        "a package registry": re.compile(
            r"\b(?:(?:test\.)?pypi|(?:files\.)?pythonhosted|registry\.(?:npmjs|yarnpkg)|"
            r"(?:deb|security)\.debian|proxy\.golang|static\.crates)\.(?:org|com|io)\b"
        ),
        "where to find packages": re.compile(
            r"(?:(?<!no-emit-)\bindex-url|find-links|trusted-host)\b", re.IGNORECASE
        ),
        "a path of this machine": re.compile(rf"(?<![\w.:$}}~-])(?:{paths})/"),
        "a home folder": re.compile(r"(?<![\w.:$}~/-])/(?:home|Users)/\w+|(?<![\w.:$}~/-])/root/"),
    }


def own_folders() -> set[Path]:
    """The folders that only this machine is sure to have: this one, its neighbours, the home.

    A folder at the top (`/app`) is left out: images and other machines have those too.
    """
    beside = (path for path in ROOT.parent.iterdir() if path.is_dir())
    return {path for path in (ROOT, Path.home(), *beside) if len(path.parts) > 2}


def tracked() -> Iterator[Path]:
    """The files that git tracks or would, as they lie in the tree; this one left out."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in sorted(filter(None, listing.stdout.split("\0"))):
        path = ROOT / name
        if path.is_file() and path != Path(__file__).resolve():
            yield path


def main() -> int:
    """Print each finding; the exit code."""
    wanted = patterns()
    found = 0
    for path in tracked():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture, an image of the contracts
        for number, line in enumerate(lines, 1):
            for what, pattern in wanted.items():
                if match := pattern.search(line):
                    found += 1
                    place = f"{path.relative_to(ROOT)}:{number}"
                    print(f"{place}: names {what}: {match.group()!r}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
