"""How verify's record is decided again, for the audit."""

from __future__ import annotations

from typing import Any

from services.kernel.audit.again import Audited
from services.kernel.profiles import Profiles
from services.verify.codec import block as block_codec
from services.verify.codec import catalogue as catalogue_codec
from services.verify.codec import desk as desk_codec
from services.verify.codec import jackpot as jackpot_codec
from services.verify.codec import roll as roll_codec
from services.verify.codec import series as series_codec
from services.verify.commands import block as block_commands
from services.verify.commands import catalogue as catalogue_commands
from services.verify.commands import desk as desk_commands
from services.verify.commands import jackpot as jackpot_commands
from services.verify.commands import roll as roll_commands
from services.verify.commands import series as series_commands
from services.verify.domain.block.block import BLOCKS
from services.verify.domain.catalogue import CATALOGUES
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.jackpot.jackpot import JACKPOTS
from services.verify.domain.roll import ROLLS
from services.verify.domain.series import SERIES
from services.verify.profiles import DeskProfiles, JackpotProfiles


def audited(profiles: Profiles) -> tuple[Audited[Any, Any, Any], ...]:
    """What verify leaves in journals; `profiles` have the texts that games are played under."""
    return (
        Audited(SERIES, series_codec.CODEC, series_commands.command),
        Audited(CATALOGUES, catalogue_codec.CODEC, catalogue_commands.command),
        Audited(DESKS, desk_codec.CODEC, desk_commands.maker(DeskProfiles(profiles))),
        Audited(BLOCKS, block_codec.CODEC, block_commands.command),
        Audited(ROLLS, roll_codec.CODEC, roll_commands.command),
        Audited(JACKPOTS, jackpot_codec.CODEC, jackpot_commands.maker(JackpotProfiles(profiles))),
    )
