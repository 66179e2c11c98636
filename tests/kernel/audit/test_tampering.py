"""Whatever is done to a stream is found, where it was done, and nothing else is reported."""

import random
from collections import Counter

import pytest

from services.kernel.names import BadName, Name
from tests.kit.tamper import WAYS, Tampered

SEED = 20261129
EACH = 80
"""How often each way is tried, on this record; as often again on the draw's."""


def touched(tampered: Tampered) -> set[str]:
    """The names of the aggregates that were touched."""
    names = set()
    for subject in tampered.subjects:
        try:
            names.add(str(Name.of_subject(subject)))
        except BadName:
            continue
    return names


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
async def test_random_tampering_is_found(record, way):
    chance = random.Random(f"{SEED} {way.__name__}")
    mark = (await record.audit()).marks["akl", 2026]
    told: Counter[str] = Counter()
    for number in range(EACH):
        tampered = way(chance, record.raws)
        keys = chance.random() < 0.5
        since = None if tampered.shows else mark
        report = (await record.audit(tampered.raws, keys=keys, since=since)).report
        assert report.findings, f"{number}: {tampered.how} was not found"
        if not (tampered.moved and since):  # then the watermark sees others at other places, too
            named = {finding.name for finding in report.findings if finding.name}
            assert named <= touched(tampered), f"{number}: {tampered.how}: {report.findings}"
        told[tampered.how] += 1
    assert sum(told.values()) == EACH
