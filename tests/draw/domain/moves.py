"""What is done in a hall, sorted as the law is: moves to choose from."""

from __future__ import annotations

from collections.abc import Callable

from services.draw.domain.game.game import Command
from tests.draw.domain.games import BALLS, ELECTRONIC, PROFILE, TENNESSEE
from tests.draw.domain.hall import Hall

Move = Callable[[Hall, int], Command]

PLAY: tuple[Move, ...] = (
    *[Hall.play] * 4,
    *(Hall.select, Hall.call, Hall.cut_off, Hall.display, Hall.cut_off, Hall.announce, Hall.end),
)
CALL_OUTS: tuple[Move, ...] = (Hall.call_out, Hall.rule_on, Hall.rule_on, Hall.settle)
RIGHTING: tuple[Move, ...] = (
    *(Hall.correct, Hall.correct, Hall.void_winners, Hall.take_back),
    *(Hall.by_hand, Hall.sign, Hall.sign),
)
STANDING: tuple[Move, ...] = (
    *(Hall.hold, Hall.resume, Hall.report, Hall.remedy, Hall.remedy, Hall.inspect),
    *(Hall.void, Hall.played_again),
)
BESIDE: tuple[Move, ...] = (
    Hall.hear,
    Hall.go_without,
    Hall.inspect,
    Hall.count,
    Hall.listen,
    Hall.close_sales,
    Hall.relieve,
    Hall.release,
)
MOVES: tuple[Move, ...] = (*PLAY * 2, *CALL_OUTS * 2, *RIGHTING, *STANDING, *BESIDE)
"""Everything that is done in a game, what is done often more than once."""
HALLS = {
    "Auckland, electronic": (PROFILE, ELECTRONIC),
    "Auckland, balls": (PROFILE, BALLS),
    "Memphis": (TENNESSEE, BALLS),
}
