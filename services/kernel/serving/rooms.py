"""A room of one's own venue may be named in full, and is the same room: made so where a request
comes in, so that the law, the record and whoever repeats the request see one form."""

from __future__ import annotations

from google.protobuf.message import Message

from services.kernel.names import BadName, room_in, venue_of
from services.kernel.serving.policy import Rule


def in_one_form(rule: Rule, request: Message) -> None:
    """Write the rooms in a request as they go on record, see `names.room_in`. What names no room,
    or no venue, stays as it is: the contract has something to say of that."""
    for field in rule.rooms:
        given = getattr(request, field)
        try:
            venue = venue_of(getattr(request, rule.place))
            if not isinstance(given, str):
                given[:] = [room_in(venue, each) for each in given]
            elif given:
                setattr(request, field, room_in(venue, given))
        except BadName:
            continue
