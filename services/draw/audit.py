"""How the draw's record is decided again, for the audit."""

from __future__ import annotations

from typing import Any

from services.draw.codec import CODEC
from services.draw.commands import maker
from services.draw.domain.game.game import GAMES
from services.draw.profiles import BingoProfiles
from services.kernel.audit.again import Audited
from services.kernel.profiles import Profiles


def audited(profiles: Profiles) -> tuple[Audited[Any, Any, Any], ...]:
    """What the draw leaves in journals; `profiles` have the texts that games are played under."""
    return (Audited(GAMES, CODEC, maker(BingoProfiles(profiles))),)
