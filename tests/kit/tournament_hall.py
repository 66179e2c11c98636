"""Venues in which tournaments are played, and the people in them with their tokens.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from services.kernel.serving.tokens import ROLES
from tests.kit.draw_hall import RULES, Hall, Person

PROFILE = "nz-tournament-blackjack"
BINGO = "nz-casino-bingo"


class TournamentHall(Hall):
    """Two venues of a test's own for tournaments; `venue` is where they are played."""

    approved = (PROFILE,)

    def __init__(self, folder: Path, url: str) -> None:
        """Write the venue files and rules into `folder`; `url` is the NATS that is stood on."""
        super().__init__(folder, url)
        self.operator = self.person("olga", "operator")
        self.director = self.person("dora", "tournament_director")
        self.other_director = self.person("eva", "tournament_director")
        self.cashier = self.person("cass", "cashier")
        self.dealer = self.person("dan", "dealer")
        self.game_supervisor = self.person("gus", "game_supervisor")

    def everybody(self, name: str) -> Person:
        """Somebody with every role in the venue."""
        return self.person(name, *ROLES)

    def tournament_id(self) -> str:
        """An id that no other tournament has."""
        return f"{self.day}-open-{next(self._numbers):04}"

    def _write_rules(self) -> None:
        profiles = self.folder / "rules" / "profiles"
        profiles.mkdir(parents=True)
        shutil.copy(RULES / "index.tsv", profiles.parent)
        ours = f'venues = ["{self.venue}", "{self.elsewhere}"]'
        for profile in (PROFILE, BINGO):
            text = (RULES / "profiles" / f"{profile}.toml").read_text()
            text, changed = re.subn(r"^venues = .*$", ours, text, flags=re.MULTILINE)
            assert changed == 1
            (profiles / f"{profile}.toml").write_text(text)
