"""Tokens taken back: whose, from when on, by whom and why; by venue and gaming day.

A token that was taken back counts for nothing in the venue, for every service, within seconds of
the commit. Taken back are the tokens that a person has now, or one token by its id; a person may
get new ones from the issuer, unless they were shut out there too.

Who is audited locks nobody out who audits: what a game manager takes back goes on as an auditor's,
if it was one. An operator takes that back too.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eyesdown.common.v1 import access_service_pb2 as pb
from eyesdown.journal.v1 import revocations_pb2
from services.kernel.law import Decider, Decision, Reason, Standing, happened
from services.kernel.record.codec import Codec
from services.kernel.record.commit import Given
from services.kernel.record.shapes import Shape

KIND = "revocations"
MOST = 10_000
"""Revocations of a venue and day: an aggregate ends under 20,000 commits."""

DAY_IS_FULL = Reason(
    "REVOCATIONS_FULL",
    "{most} revocations were made in this venue today already.",
    "Shut the person out at the issuer, and call operations.",
)


@dataclass(frozen=True, slots=True)
class RevokeTokens:
    """Take back all tokens of `person`, or the one with `token_id`."""

    person: str
    token_id: str
    reason: str
    by: str
    at: datetime
    sparing_auditors: bool = False


@dataclass(frozen=True, slots=True)
class TokensRevoked:
    """Tokens were taken back: those of `person` issued until `at`, or the one with `token_id`."""

    person: str
    token_id: str
    reason: str
    by: str
    at: datetime
    sparing_auditors: bool = False


Revoked = tuple[TokensRevoked, ...]


def make(given: Given) -> RevokeTokens:
    """The command of a request."""
    request = given.request
    if not isinstance(request, pb.RevokeTokensRequest):
        raise TypeError(f"{request.DESCRIPTOR.full_name} is no revocation")
    facts = given.facts  # what was decided before there were any reached everybody
    return RevokeTokens(
        request.person,
        request.token_id,
        request.reason,
        given.actor.person,
        given.at,
        isinstance(facts, revocations_pb2.RevokeTokensFacts) and facts.sparing_auditors,
    )


def decide(command: RevokeTokens, revoked: Revoked) -> Decision[TokensRevoked]:
    """A token is taken back once, and once more where an auditor was spared. Of a person they are
    taken back again and again: there may be new ones."""
    before = [each for each in revoked if command.token_id and each.token_id == command.token_id]
    if any(command.sparing_auditors or not each.sparing_auditors for each in before):
        return Decision()
    if len(revoked) >= MOST:
        raise DAY_IS_FULL(most=MOST)
    return happened(
        TokensRevoked(
            command.person,
            command.token_id,
            command.reason,
            command.by,
            command.at,
            command.sparing_auditors,
        )
    )


def evolve(revoked: Revoked, event: TokensRevoked) -> Revoked:
    """One more."""
    return (*revoked, event)


REVOCATIONS: Decider[RevokeTokens, TokensRevoked, Revoked] = Decider(
    kind=KIND,
    initial=(),
    decide=decide,
    evolve=evolve,
    standing=lambda _: Standing.WAITING,
    anytime=(RevokeTokens,),
)

CODEC: Codec[TokensRevoked, Revoked] = Codec(
    shapes=(Shape(TokensRevoked, revocations_pb2.TokensRevoked),),
    row=lambda revoked: revocations_pb2.RevocationsRow(count=len(revoked)),
)
