"""Two persons where the law wants two: whoever tries to be both is counted, wherever it is."""

from __future__ import annotations

import re

import services
from services.cli.common.modules import walk
from services.cli.docs.refusals import collect

ALONE = {
    "kernel": {
        "OWN_BAR",  # who may play again
        "OWN_PROFILE_CHANGE",  # the rules of the house
    },
    "draw": {
        "AMENDED_BY_SIGNER",  # a change of the programme
        "CLOSED_BY_SIGNER",  # a session's figures
        "INSPECTED_BY_REPAIRER",  # equipment
        "IN_THE_DISPUTE",  # a dispute, by one of its parties
        "PREPARED_BY_SIGNER",  # a programme
        "REVIEWED_BY_RULER",  # a ruling
        "SAME_PERSON",  # caller and supervisor
        "SIGNED_BY_ONE",  # winners voided, decisions made again, numbers called by hand
        "WITNESS_IS_INSPECTOR",
    },
    "paigow": {
        "ONE_PERSON_TWO_POSTS",  # dealer and game supervisor
        "SECOND_PERSON",  # floats, counts, fills, results that differ, hands, disputes
    },
    "verify": {
        "OWN_LATE_SALE",
        "OWN_LOSS",  # a payment written off
        "OWN_PAYMENT",  # a prize above the limit
        "SECOND_PERSON_NEEDED",  # a sale voided
        "SELLER_NOT_VERIFIER",
        "TWO_PERSONS",  # numbers read and verified
    },
}
_SAYS_SO = re.compile(
    r"cannot (sign|review) (it|them) as well|cannot be its \S+ as well|and cannot be the one who|"
    r"(voided|entered) by another person|is another person's|are those of two persons|"
    r"and another person (verifies|writes it off)|does not examine it as well"
)


def test_every_refusal_to_be_the_second_person_too_is_counted_as_one():
    found = collect(walk(services))
    marked: dict[str, set[str]] = {}
    for each in found:
        if each.reason.alone:
            marked.setdefault(each.service, set()).add(each.reason.code)
    assert {service: marked[service] & codes for service, codes in ALONE.items()} == ALONE
    said = {each.reason.code for each in found if _SAYS_SO.search(each.reason.says)}
    assert said >= {"SIGNED_BY_ONE", "SELLER_NOT_VERIFIER", "SECOND_PERSON"}
    not_marked = [
        each.reason.code
        for each in found
        if _SAYS_SO.search(each.reason.says) and not each.reason.alone
    ]
    assert not_marked == []
