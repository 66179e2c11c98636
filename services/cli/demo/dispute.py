"""A player disputes a call: the record is frozen, one person rules, another reviews."""

from __future__ import annotations

from eyesdown_client import DisputePhase, EvidenceKind, Finding, evidence
from services.cli.demo.evening import VENUE, Evening


async def settled(evening: Evening) -> None:
    """Edith, whose line was voided, wants it back; the recording says what was drawn."""
    evening.begin("A dispute about the number that was spoken wrongly.")
    game = evening.games["late"]
    dispute = await evening["stu"].disputes.open_dispute(
        venue=VENUE,
        dispute_id=f"{evening.day}-1",
        game=game.name,
        position=3,
        about="the line that was won on 71 was taken away",
        complainant="Edith",
        evidence=[evidence(EvidenceKind.RECORDING, "camera 4, 19:31:05 to 19:33:40")],
    )
    # What was called until call 3, as it stood when it was announced
    evening.check("the record that is frozen", list(dispute.record.numbers), [5, 29, 71])
    ruling = "17 was drawn; a number that was announced wrongly was never announced"
    await evening.refused(
        "the supervisor of that game rules on it",
        "IN_THE_DISPUTE",
        evening["sue"].disputes.rule_dispute(
            dispute.name,
            version=dispute.version,
            finding=Finding.NOT_UPHELD,
            reason=ruling,
            clause="NZB-5.9",
        ),
    )
    dispute = await evening["mere"].disputes.rule_dispute(
        dispute.name,
        version=dispute.version,
        finding=Finding.NOT_UPHELD,
        reason=ruling,
        clause="NZB-5.9",
    )
    await evening.refused(
        "who ruled reviews it too",
        "REVIEWED_BY_RULER",
        evening["mere"].disputes.review_dispute(
            dispute.name, version=dispute.version, agrees=True, reason="so it is"
        ),
    )
    dispute = await evening["max"].disputes.review_dispute(
        dispute.name, version=dispute.version, agrees=True, reason="the recording shows the 17"
    )
    evening.check("the dispute is settled", DisputePhase(dispute.phase), DisputePhase.SETTLED)
    # Opened, ruled, reviewed
    evening.check("commits in the journal", dispute.version, 3)
