"""Options whose words may be spelt as the API or as the command line spells them."""

from __future__ import annotations

import click


class EitherSpelling(click.Choice[str]):
    """Choices of several words: "deputy-supervisor" is "deputy_supervisor"."""

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """The choice as it is compared, words joined by hyphens."""
        return super().normalize_choice(choice, ctx).replace("_", "-")
