"""What the wall asks beside what is in play, answered in a line each. Pure; counts are since each
service was started."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from services.cli.common.scraping import Scraped
from services.draw import metrics as draw
from services.kernel.measuring import names
from services.kernel.measuring.metric import Metric
from services.paigow import metrics as paigow
from services.verify import metrics as verify

FAILED = ("error", "unknown", "unavailable", "contended", "deadline")
WITHIN = 1.0
"""Seconds in which a number is to be on every glass."""


def wall(replicas: Sequence[Scraped]) -> Iterator[tuple[str, str]]:
    """What is asked, and the answer; nothing where nothing happened."""
    answers = (
        ("numbers called", _many(replicas, names.EVENTS, "event", event="NumberCalled")),
        ("claims decided", _claims(replicas)),
        ("irregularities", _listed(replicas, draw.IRREGULARITIES, "kind")),
        ("wrong table entries", _many(replicas, paigow.DIFFERENCES, "kind")),
        ("found by the eye", _listed(replicas, names.NOTICED, "what")),
        ("self-approvals tried", _tried(replicas)),
        ("displays", _displays(replicas)),
        ("on the glass within 1 s", _glass(replicas)),
        ("not failed by us", _answered(replicas)),
    )
    return ((asked, answer) for asked, answer in answers if answer)


def most(replicas: Sequence[Scraped], metric: Metric, *by: str, **labels: str) -> dict[str, float]:
    """The values of a metric that every replica of a service tells alike, added up by labels."""
    told: dict[tuple[tuple[str, str], ...], float] = {}
    for each in replicas:
        for sample in each.named(metric.name, **labels):
            key = tuple(sorted(sample.labels.items()))
            told[key] = max(told.get(key, 0), sample.value)
    sums: dict[str, float] = {}
    for series, value in told.items():
        where = " ".join(dict(series)[label] for label in by)
        sums[where] = sums.get(where, 0) + value
    return {where: value for where, value in sorted(sums.items()) if value}


def _many(replicas: Sequence[Scraped], metric: Metric, label: str, **labels: str) -> str:
    number = sum(most(replicas, metric, label, **labels).values())
    return f"{number:,.0f}" if number else ""


def _listed(replicas: Sequence[Scraped], metric: Metric, label: str) -> str:
    """ "2 stuck, 1 selector"."""
    found = most(replicas, metric, label)
    return ", ".join(f"{value:,.0f} {what.replace('_', ' ')}" for what, value in found.items())


def _tried(replicas: Sequence[Scraped]) -> str:
    """ "2 sign session, 1 approve": what somebody wanted to be the second person for as well."""
    told: dict[str, float] = defaultdict(float)
    for each in replicas:  # each has refused its own
        for action, tried in each.by(names.SELF_APPROVALS.name, "action").items():
            told[action.replace("_", " ")] += tried
    return ", ".join(f"{tried:.0f} {what}" for what, tried in sorted(told.items()) if tried)


def _claims(replicas: Sequence[Scraped]) -> str:
    decided = _listed(replicas, verify.CLAIMS, "outcome")
    bounds = [each.within(verify.CLAIM_DURATION.name, 0.95) for each in replicas]
    slowest = max((bound for bound in bounds if bound is not None), default=None)
    return decided + (f"; 95 of 100 within {slowest:g} s" if decided and slowest else "")


def _displays(replicas: Sequence[Scraped]) -> str:
    """ "akl main 2 dark"; those that show what they should are not told."""
    states = (most(replicas, names.SCREENS, "venue", "room", "state", state=each) for each in _OFF)
    found = (
        f"{venue} {room} {value:.0f} {state}"
        for told in states
        for (venue, room, state), value in ((key.split(), value) for key, value in told.items())
    )
    return ", ".join(found)


_OFF = ("late", "dark")


def _glass(replicas: Sequence[Scraped]) -> str:
    shown = sum(each.sum(f"{names.GLASS.name}_count") for each in replicas)
    quick = sum(each.sum(f"{names.GLASS.name}_bucket", le=str(WITHIN)) for each in replicas)
    return f"{quick / shown:.2%}" if shown else ""


def _answered(replicas: Sequence[Scraped]) -> str:
    asked = sum(each.sum(names.ACTIONS.name) for each in replicas)
    failed = sum(each.sum(names.ACTIONS.name, outcome=why) for each in replicas for why in FAILED)
    return f"{1 - failed / asked:.2%}" if asked else ""
