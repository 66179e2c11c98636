"""`python -m deploy.dashboards`: write dashboards, alerts and their cases; with --check say which
are not as the code has them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from deploy.dashboards import alert_cases, alerts
from deploy.dashboards.boards import BOARDS

FOLDER = Path(__file__).resolve().parents[1]


def files() -> Mapping[Path, str]:
    """Every file that the code writes, and what is to be in it."""
    boards = {f"grafana/{board.uid.removeprefix('eyesdown-')}.json": board for board in BOARDS}
    return {
        **{FOLDER / name: board.json() for name, board in boards.items()},
        FOLDER / "prometheus/eyesdown.rules.yml": alerts.text(),
        FOLDER / "prometheus/eyesdown.test.yml": alert_cases.text(),
    }


def main() -> None:
    """Write or check."""
    if "--check" not in sys.argv:
        for file, text in files().items():
            file.write_text(text)
        return
    differ = [f.name for f, text in files().items() if not f.exists() or f.read_text() != text]
    if differ:
        sys.exit(f"{', '.join(differ)}: not as the code has them; run `make dashboards`")


if __name__ == "__main__":
    main()
