"""The calls of disputes: opened on a call of a game, ruled on and reviewed."""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Iterable
from datetime import date

from eyesdown.draw.v1 import dispute_pb2, dispute_service_pb2_grpc
from eyesdown.draw.v1 import dispute_service_pb2 as rpc
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows, versions
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import parent_of


class DisputePhase(enum.IntEnum):
    """Where a dispute stands. RULED: a second reviewer is awaited."""

    OPEN = dispute_pb2.DISPUTE_PHASE_OPEN
    RULED = dispute_pb2.DISPUTE_PHASE_RULED
    SETTLED = dispute_pb2.DISPUTE_PHASE_SETTLED


class Finding(enum.IntEnum):
    """Whether the complaint is right."""

    UPHELD = dispute_pb2.FINDING_UPHELD
    UPHELD_IN_PART = dispute_pb2.FINDING_UPHELD_IN_PART
    NOT_UPHELD = dispute_pb2.FINDING_NOT_UPHELD


class EvidenceKind(enum.IntEnum):
    """What there is to see, hear or read."""

    RECORDING = dispute_pb2.EVIDENCE_KIND_RECORDING
    STATEMENT = dispute_pb2.EVIDENCE_KIND_STATEMENT
    OBJECT = dispute_pb2.EVIDENCE_KIND_OBJECT
    DOCUMENT = dispute_pb2.EVIDENCE_KIND_DOCUMENT


def evidence(kind: EvidenceKind, text: str, sha256: str = "") -> dispute_pb2.EvidenceGiven:
    """Evidence: where it is kept or what was said; `sha256` of a file, in hexadecimal."""
    return dispute_pb2.EvidenceGiven(
        kind=dispute_pb2.EvidenceKind.ValueType(kind), text=text, sha256=sha256
    )


@fitting
class Disputes:
    """The calls of `DisputeService`. A dispute's `name` is "venues/akl/disputes/2026-11-29-03".

    `version` is the `Dispute.version` that the person saw.
    """

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = dispute_service_pb2_grpc.DisputeServiceStub(connection.channel)

    async def open_dispute(
        self,
        *,
        venue: str,
        dispute_id: str,
        game: str,
        position: int,
        about: str,
        complainant: str = "",
        evidence: Iterable[dispute_pb2.EvidenceGiven] = (),
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> dispute_pb2.Dispute:
        """Open a dispute about the call at `position` of a game; its record is frozen with it.

        `dispute_id` begins with the gaming day; `complainant` is the player's name, or empty.
        """
        request = rpc.OpenDisputeRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            dispute_id=dispute_id,
            game=game,
            position=position,
            about=about,
            complainant=complainant,
            evidence=evidence,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.OpenDispute, request, deadline)).dispute

    async def add_evidence(
        self,
        name: str,
        *,
        evidence: dispute_pb2.EvidenceGiven,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> dispute_pb2.Dispute:
        """Add a piece of evidence (`evidence(…)`); it stays."""
        request = rpc.AddEvidenceRequest(
            request_id=id_of(request_id),
            name=name,
            evidence=evidence,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.AddEvidence, request, deadline)).dispute

    async def rule_dispute(
        self,
        name: str,
        *,
        version: int,
        finding: Finding,
        reason: str,
        clause: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> dispute_pb2.Dispute:
        """Rule on the dispute by a clause of the rule index ("NZB-5.10"); another person reviews
        it. Neither has called that game or opened the dispute."""
        request = rpc.RuleDisputeRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            finding=dispute_pb2.Finding.ValueType(finding),
            reason=reason,
            clause=clause,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RuleDispute, request, deadline)).dispute

    async def review_dispute(
        self,
        name: str,
        *,
        version: int,
        agrees: bool,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> dispute_pb2.Dispute:
        """Agree with the ruling, and the dispute is settled; or not, and it is ruled on again."""
        request = rpc.ReviewDisputeRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            agrees=agrees,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ReviewDispute, request, deadline)).dispute

    async def get_dispute(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> dispute_pb2.Dispute:
        """The dispute as it is now, at `at_least_version` or later."""
        request = rpc.GetDisputeRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetDispute, request, deadline)).dispute

    def list_disputes(
        self,
        *,
        venue: str = "-",
        phases: Iterable[DisputePhase] = (),
        day: date | str = "",
        game: str = "",
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[dispute_pb2.DisputeRow, None]:
        """The disputes of a venue, or of every venue the person may see, by id, the latest first.

        Restricted to any of `phases`, to a gaming `day` (without one: the running year) and to
        those about one `game`.
        """
        request = rpc.ListDisputesRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListDisputesRequest.Filter(
                phases=[dispute_pb2.DisputePhase.ValueType(phase) for phase in phases],
                day=day.isoformat() if isinstance(day, date) else day,
                game=game,
            ),
        )
        return rows(self._connection, self._stub.ListDisputes, request, "disputes", deadline)

    def watch_dispute(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchDisputeResponse, None]:
        """The dispute at every version after `after_version` and then as it changes, until it is
        settled: `.dispute`, and the names of the `.events` that made this version of it."""

        def asked(seen: int) -> rpc.WatchDisputeRequest:
            return rpc.WatchDisputeRequest(name=name, after_version=seen)

        stub = self._stub.WatchDispute
        return versions(self._connection, stub, asked, "dispute", after_version)
