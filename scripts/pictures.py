"""`make pictures`: what `docs/pictures` holds, made anew from what runs.

The displays are as the browser tests leave them in `build/screens`, half as wide; the terminal's
screens come from a game that is played for them; the house is drawn from the code. With `check`
only what is the same each time, the house, is compared.
"""

from __future__ import annotations

import ast
import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from scripts.house_picture import house
from scripts.terminal_pictures import terminals
from services.kernel.serving import logs

ROOT = Path(__file__).resolve().parent.parent
PICTURES, SCREENS = ROOT / "docs" / "pictures", ROOT / "build" / "screens"
GLASS = {
    "next": "next",
    "flashboard": "flashboard-1080p",
    "portrait": "flashboard-portrait",
    "far": "far",
    "maori": "flashboard-mi",
    "letters": "lettered-1080p",
    "held": "held",
    "correction": "correction",
    "claim-checking": "claim-checking",
    "claim-valid": "claim-valid",
    "claim-not-valid": "claim-not-valid",
    "finished": "finished",
    "offline": "offline",
    "new-screen": "pairing",
    "tournament": "tournament",
    "session-table": "session-table",
    "pai-gow": "pai-gow",
}
"""Which picture of the tests is which of ours."""
HALF = 2
MOST = 1_500_000
"""Bytes of all pictures together."""


def main(arguments: list[str]) -> int:
    """Write every picture, or check the house; the exit code."""
    drawn = PICTURES / "house.svg"
    if arguments == ["check"]:
        if drawn.read_text() == house():
            return 0
        print("docs/pictures/house.svg is not what the code says: make pictures", file=sys.stderr)
        return 1
    for taken in GLASS.values():
        (SCREENS / f"{taken}.png").unlink(missing_ok=True)
    subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "2", *photographers()], check=True)
    drawn.write_text(house())
    logs.configure("error", "console", "pictures", "")
    for name, picture in asyncio.run(terminals()).items():
        (PICTURES / f"{name}.svg").write_text(picture)
    for name, taken in GLASS.items():
        with Image.open(SCREENS / f"{taken}.png") as whole:
            small = whole.convert("RGB").resize((whole.width // HALF, whole.height // HALF))
            small.save(PICTURES / f"{name}.webp", quality=80, method=6)
    size = sum(file.stat().st_size for file in PICTURES.iterdir())
    print(f"{len(list(PICTURES.iterdir()))} pictures, {size:,} bytes")
    return 0 if size <= MOST else 1


def photographers() -> Iterator[str]:
    """The browser tests that leave a picture, by their ids."""
    for file in sorted((ROOT / "tests" / "system").glob("test_display_*.py")):
        text = file.read_text()
        for node in ast.parse(text).body:
            pictures = ".picture(" in (ast.get_source_segment(text, node) or "")
            if isinstance(node, ast.AsyncFunctionDef) and pictures:
                yield f"{file.relative_to(ROOT)}::{node.name}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
