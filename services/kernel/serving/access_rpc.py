"""Who is shut out, over gRPC: every service answers `AccessService` alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from eyesdown.common.v1 import access_pb2, access_service_pb2_grpc, options_pb2
from eyesdown.common.v1 import access_service_pb2 as pb
from eyesdown.journal.v1 import revocations_pb2
from services.kernel.errors import InvalidArgument, NotFound
from services.kernel.names import Name, venue_of
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.histories import Snapshot
from services.kernel.record.people import People
from services.kernel.record.revocations import KIND, Revoked, RevokeTokens, TokensRevoked, make
from services.kernel.record.shapes import timestamp
from services.kernel.serving.calls import call
from services.kernel.serving.validation import named
from services.kernel.venues import Venues
from services.kernel.walk import Walk, now

Days = Aggregates[RevokeTokens, TokensRevoked, Revoked]


class AccessRpc(access_service_pb2_grpc.AccessServiceServicer):
    """Puts revocations on record, by venue and gaming day, and tells of them."""

    def __init__(self, days: Days, people: People, venues: Venues) -> None:
        self._days = days
        self._venues = venues
        self._walk = Walk(days, make, people, venues, _day)

    async def RevokeTokens(
        self, request: pb.RevokeTokensRequest, _: Any
    ) -> pb.RevokeTokensResponse:
        """Take back the tokens of a person, or one; of an auditor an operator alone."""
        if bool(request.person) == bool(request.token_id):
            raise InvalidArgument("person", "give a person, or the id of one token")
        venue = self._venues.get(venue_of(request.parent))
        name = Name(venue.id, KIND, venue.gaming_day(now()).isoformat())
        spared = call().actor.role != options_pb2.ROLE_OPERATOR
        facts = revocations_pb2.RevokeTokensFacts(sparing_auditors=spared)
        outcome = await self._walk(call(), name, request, facts=facts)
        return pb.RevokeTokensResponse(revocations=_messages(outcome.state))

    async def GetRevocations(
        self, request: pb.GetRevocationsRequest, _: Any
    ) -> pb.GetRevocationsResponse:
        """What was taken back on a gaming day; nothing is no error."""
        try:
            last = await self._days.read(named(request, KIND))
        except NotFound:
            return pb.GetRevocationsResponse()
        return _day(last)


def _day(last: Snapshot[TokensRevoked, Revoked]) -> pb.GetRevocationsResponse:
    return pb.GetRevocationsResponse(revocations=_messages(last.state))


def _messages(revoked: Iterable[TokensRevoked]) -> list[access_pb2.Revocation]:
    return [
        access_pb2.Revocation(
            person=each.person,
            token_id=each.token_id,
            reason=each.reason,
            by=each.by,
            at=timestamp(each.at),
            sparing_auditors=each.sparing_auditors,
        )
        for each in revoked
    ]
