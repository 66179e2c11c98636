"""Who may do what on the NATS of this house: the table, for every service that there is."""

from __future__ import annotations

from services.draw.rights import WRITES as DRAW
from services.kernel.rights.table import User, users
from services.paigow.rights import WRITES as PAIGOW
from services.tournament.rights import WRITES as TOURNAMENT
from services.verify.rights import WRITES as VERIFY

USERS: tuple[User, ...] = users((DRAW, VERIFY, TOURNAMENT, PAIGOW))
LETS_IN = DRAW.service
"""The service that lets displays in, and ends connections."""
