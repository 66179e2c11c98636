"""The prize pool at every moment: fees + cash added = paid + refunded + returned + held (3.4)."""

from __future__ import annotations

from dataclasses import dataclass

from services.kernel.law import clause
from services.tournament.domain.tournament.parts import APPLICANTS
from services.tournament.domain.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class Pool:
    """Where the money is, in cents. What is held is due back, an applicant's, awarded, or free.

    `returned` went back to the operator, by a decision on record.
    """

    fees: int
    added: int
    paid: int
    refunded: int
    held: int
    refunds_due: int
    applicants: int
    awarded: int
    free: int
    returned: int


@clause("TBJ-3.4")
def pool_of(tournament: Tournament) -> Pool:
    """Every fee goes into the pool, and so does the cash that the operator adds."""
    fees = sum(each.fee for each in tournament.entries)
    added = sum(each.cash for each in tournament.added)
    paid = sum(each.cash for each in tournament.awards if each.paid)
    refunded = sum(each.refunded for each in tournament.entries)
    refunds_due = sum(each.refund_due for each in tournament.entries)
    applicants = sum(
        each.fee - each.refund_due - each.refunded
        for each in tournament.entries
        if each.status in APPLICANTS
    )
    awarded = sum(each.cash for each in tournament.awards if each.due)
    held = fees + added - paid - refunded - tournament.returned
    return Pool(
        fees,
        added,
        paid,
        refunded,
        held,
        refunds_due,
        applicants,
        awarded,
        held - refunds_due - applicants - awarded,
        tournament.returned,
    )


def distributable(tournament: Tournament) -> int:
    """What places are paid from: fees that stay, of players, and cash added.

    What was given away by a ruling, or went back to the operator, is not there any more.
    """
    pool = pool_of(tournament)
    ruled = sum(a.cash for a in tournament.awards if not a.places and not a.voided)
    there = pool.fees + pool.added - pool.refunded - pool.refunds_due - pool.applicants
    return there - ruled - pool.returned
