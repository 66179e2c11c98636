"""How the draw's record is decided again, for the audit."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import session_events_pb2
from services.draw.codec import display as display_codec
from services.draw.codec import dispute as dispute_codec
from services.draw.codec import equipment as equipment_codec
from services.draw.codec import game as game_codec
from services.draw.codec import session as session_codec
from services.draw.commands import display as display_commands
from services.draw.commands import dispute as dispute_commands
from services.draw.commands import equipment as equipment_commands
from services.draw.commands import game as game_commands
from services.draw.commands import session as session_commands
from services.draw.domain.display import DISPLAYS
from services.draw.domain.dispute.dispute import DISPUTES
from services.draw.domain.equipment.equipment import EQUIPMENT
from services.draw.domain.game.game import GAMES
from services.draw.domain.session.session import SESSIONS
from services.draw.profiles import BingoProfiles
from services.kernel.audit.again import Audited
from services.kernel.profiles import Profiles


def audited(profiles: Profiles) -> tuple[Audited[Any, Any, Any], ...]:
    """What the draw leaves in journals; `profiles` have the texts that games are played under."""
    return (
        Audited(GAMES, game_codec.CODEC, game_commands.maker(BingoProfiles(profiles))),
        Audited(
            SESSIONS,
            session_codec.CODEC,
            session_commands.command,
            session_events_pb2.SessionOpened,
        ),
        Audited(EQUIPMENT, equipment_codec.CODEC, equipment_commands.command),
        Audited(DISPUTES, dispute_codec.CODEC, dispute_commands.command),
        Audited(DISPLAYS, display_codec.CODEC, display_commands.command),
    )
