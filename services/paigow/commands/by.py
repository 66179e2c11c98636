"""Who gives a command, as the law sees it."""

from __future__ import annotations

from eyesdown.common.v1 import options_pb2
from services.kernel.record.commit import Given
from services.paigow.domain.sitting.state import Authority, By

_AUTHORITIES = {
    options_pb2.ROLE_DEALER: Authority.DEALER,
    options_pb2.ROLE_GAME_SUPERVISOR: Authority.GAME_SUPERVISOR,
    options_pb2.ROLE_CASINO_SUPERVISOR: Authority.CASINO_SUPERVISOR,
}


def by(given: Given) -> By:
    """The person, the role in which they act, and when."""
    authority = _AUTHORITIES.get(given.actor.role, Authority.OTHER)  # type: ignore[call-overload]
    return By(given.actor.person, authority, given.at)
