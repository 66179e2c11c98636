"""Cards of a hall that plays along: what its own venue sold is not known at this desk."""

from __future__ import annotations

from services.kernel.law import Reason, clause
from services.verify.domain.desk.claim import Claim
from services.verify.domain.desk.examining import Found

SOLD_ELSEWHERE = Reason(
    "SOLD_ELSEWHERE",
    "Card {card} is not on sale here; this player called out in {room}, where {venue} sells cards "
    "of its own.",
    "Have that venue look the card up in its own sales. Then decide the call out in the draw by "
    "what they find; if the number was mistyped, collect the card again.",
    clause="NZB-5.7(c)(i)",
)


@clause("NZB-5.7(c)(i)")
def sold_here_or_unknown(claim: Claim, found: Found) -> None:
    """That a card is not on sale here does not show that it was not sold, where the player sits in
    another venue: then the claim is not refused for it."""
    if claim.linked and not found.series:
        venue = claim.room.split("/")[1]
        raise SOLD_ELSEWHERE(card=found.card, room=claim.room, venue=venue)
