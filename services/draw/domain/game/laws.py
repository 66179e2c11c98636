"""The same thing under another law: which clause a refusal cites in a game that is played by it.

A rule is stated once, under the clause in which it was first written down. Where the game's own law
says the same, that clause is cited; where it says nothing of it, the rule is the house's.
"""

from __future__ import annotations

from services.draw.domain.game.rules import Rules
from services.kernel.law import Refused

_SAME = {
    ("TNB", "NZB-5.6(b)"): "TNB-3",
    ("TNB", "NZB-5.6(c)"): "TNB-11",
    ("TNB", "NZB-5.7(a)"): "TNB-7",
    ("TNB", "NZB-5.7(b)"): "TNB-7",
    ("TNB", "NZB-5.8"): "TNB-13",
    ("TNB", "NZB-5.9"): "TNB-13",
    ("NZB", "TNB-2"): "NZB-5.6(b)",
    ("NZB", "TNB-6"): "NZB-5.6(b)",
    ("NZB", "TNB-11"): "NZB-5.6(c)",
    ("NZB", "TNB-13"): "NZB-5.8",
}


def under(rules: Rules, refused: Refused) -> Refused:
    """The refusal as it is given in a game that is played by `rules`."""
    cited = refused.clause
    if not cited or cited.startswith(rules.law):
        return refused
    return Refused(refused.reason, _SAME.get((rules.law, cited), ""), refused.facts)
