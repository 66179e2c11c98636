"""Puts denied access on record, apart from what was tried."""

from __future__ import annotations

import time
import uuid
from collections import Counter

from eyesdown.journal.v1 import denials_pb2
from services.kernel.build import Build
from services.kernel.journal.store import Journal
from services.kernel.law import Reason
from services.kernel.names import Name
from services.kernel.record import denials
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.commit import Actor, Given
from services.kernel.record.seal import Sealer
from services.kernel.serving.interceptors import Denied
from services.kernel.serving.tokens import Identity
from services.kernel.venues import Venues
from services.kernel.walk import now

DENIED_WITHIN = 5.0
"""Seconds in which denied access is put on record, or logged alone."""
EACH = 1_000
"""Denials of one person, in a venue and day, that this process puts on record: the day's record has
an end (`denials.MOST`), and nobody fills it alone before trying what should stand there."""


def recorder(journal: Journal, sealer: Sealer, venues: Venues, software: Build) -> Denied:
    """Puts denied access on record, under the venue and its gaming day."""
    days = Aggregates(denials.DENIALS, denials.CODEC, journal, sealer, software=software)
    told = Counter[tuple[Name, str]]()

    async def record(
        identity: Identity, method: str, resource: str, venue: str, reason: Reason
    ) -> None:
        if not venue:
            return
        at, of = now(), venues.get(venue)
        name = Name(venue, denials.KIND, of.gaming_day(at).isoformat())
        if told[name, identity.person] >= EACH:
            return
        for past in [each for each in told if each[0].venue == venue and each[0] != name]:
            del told[past]
        told[name, identity.person] += 1
        given = Given(
            at=at,
            actor=Actor(identity.person, 0, identity.device),
            request_id=str(uuid.uuid4()),
            method=method,
            request=denials_pb2.AccessDenied(method=method, resource=resource, reason=reason.code),
            venue_sha256=of.sha256,
        )
        await days.transact(name, given, denials.make, time.monotonic() + DENIED_WITHIN)

    return record
