"""How the draw's record is decided again, for the audit."""

from __future__ import annotations

from typing import Any

from eyesdown.draw.v1 import session_events_pb2
from services.draw.codec import display as display_codec
from services.draw.codec import dispute as dispute_codec
from services.draw.codec import equipment as equipment_codec
from services.draw.codec import session as session_codec
from services.draw.codec.game import CODEC
from services.draw.commands.display import display_command
from services.draw.commands.dispute import dispute_command
from services.draw.commands.equipment import equipment_command
from services.draw.commands.game import maker
from services.draw.commands.session import session_command
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
        Audited(GAMES, CODEC, maker(BingoProfiles(profiles))),
        Audited(SESSIONS, session_codec.CODEC, session_command, session_events_pb2.SessionOpened),
        Audited(EQUIPMENT, equipment_codec.CODEC, equipment_command),
        Audited(DISPUTES, dispute_codec.CODEC, dispute_command),
        Audited(DISPLAYS, display_codec.CODEC, display_command),
    )
