"""How the pai gow service's record is decided again, for the audit."""

from __future__ import annotations

from typing import Any

from services.kernel.audit.again import Audited
from services.kernel.profiles import Profiles
from services.paigow.codec import restrictions as restrictions_codec
from services.paigow.codec import sitting as sitting_codec
from services.paigow.commands import restrictions as restrictions_commands
from services.paigow.commands import sitting as sitting_commands
from services.paigow.domain.restrictions import RESTRICTIONS
from services.paigow.domain.sitting.sitting import SITTINGS
from services.paigow.profiles import PaiGowProfiles


def audited(profiles: Profiles) -> tuple[Audited[Any, Any, Any], ...]:
    """What the service leaves in journals; `profiles` have the texts that tables are kept under."""
    return (
        Audited(SITTINGS, sitting_codec.CODEC, sitting_commands.maker(PaiGowProfiles(profiles))),
        Audited(RESTRICTIONS, restrictions_codec.CODEC, restrictions_commands.command),
    )
