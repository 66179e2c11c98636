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
# Folders that every machine has: a path below one of these is nobody's own.
COMMON = (
    "bin",
    "dev",
    "etc",
    "lib",
    "mnt",
    "opt",
    "proc",
    "run",
    "srv",
    "sys",
    "tmp",
    "usr",
    "var",
)


def patterns() -> dict[str, re.Pattern[str]]:
    """What must not be named, by what to call it in the report."""
    own = {str(ROOT), str(Path.home())}
    if ROOT.parts[1] not in COMMON:
        own.add(f"/{ROOT.parts[1]}")
    paths = "|".join(sorted(re.escape(path) for path in own if path != "/"))
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
