"""How the pai gow service's record is decided again, for the audit."""

from __future__ import annotations

from typing import Any

from services.kernel.audit.again import Audited
from services.kernel.profiles import Profiles
from services.paigow.codec import restriction, sitting
from services.paigow.commands.restriction import restriction_command
from services.paigow.commands.sitting import maker
from services.paigow.domain.restrictions import RESTRICTIONS
from services.paigow.domain.sitting.sitting import SITTINGS
from services.paigow.profiles import PaiGowProfiles


def audited(profiles: Profiles) -> tuple[Audited[Any, Any, Any], ...]:
    """What the service leaves in journals; `profiles` have the texts that tables are kept under."""
    return (
        Audited(SITTINGS, sitting.CODEC, maker(PaiGowProfiles(profiles))),
        Audited(RESTRICTIONS, restriction.CODEC, restriction_command),
    )
