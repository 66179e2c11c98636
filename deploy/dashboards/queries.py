"""PromQL that several panels and alerts share.

Metrics of the journal are the same in every replica of a service, so the `max` over instances is
taken first; metrics of a process are added up. What has not happened yet has no series: `or_zero`
shows that as 0. A series that is not there from the start on appears with its first count and has
not grown then: `growth` takes the whole of it.
"""

from __future__ import annotations

from services.kernel.measuring.metric import HISTOGRAM, JOURNAL, Metric

HERE = 'venue=~"$venue"'
ONCE = "max without (instance, job)"


def series(metric: Metric, labels: str = "", suffix: str = "") -> str:
    """A metric's series with these matchers, those of the chosen venues if it has any."""
    chosen = ",".join(filter(None, (HERE if "venue" in metric.labels else "", labels)))
    return f"{metric.name}{suffix}{{{chosen}}}"


def now(metric: Metric, by: str = "", labels: str = "") -> str:
    """A gauge, added up by labels."""
    inner = series(metric, labels)
    return _sum(by, f"{ONCE} ({inner})" if metric.of == JOURNAL else inner)


def most(metric: Metric, by: str, labels: str = "") -> str:
    """A gauge that every replica of a service tells of the same, added up by labels."""
    return _sum(by, f"{ONCE} ({series(metric, labels)})")


def rate(metric: Metric, by: str = "", labels: str = "", over: str = "5m") -> str:
    """How much a counter grows in a second, added up by labels."""
    return _sum(by, _over("rate", metric, labels, over))


def grown(metric: Metric, by: str = "", labels: str = "", over: str = "24h") -> str:
    """By how much a counter grew, its first counts included, added up by labels."""
    inner = growth(series(metric, labels), over, metric.at_start)
    return _sum(by, f"{ONCE} ({inner})" if metric.of == JOURNAL else inner)


def growth(chosen: str, over: str, at_start: object = ()) -> str:
    """By how much each chosen series of a counter grew. Of those that were not there before, unless
    the counter is told from the start on, it is all that they have come to."""
    grown_ = f"increase({chosen}[{over}])"
    if at_start:
        return grown_
    before = f"{chosen} offset {over}"
    return f"({grown_} and {before}) or ({chosen} unless {before})"


def quantile(metric: Metric, part: float, by: str = "", labels: str = "", over: str = "5m") -> str:
    """The value within which a part of a histogram's values lie; nothing where there were none."""
    assert metric.kind == HISTOGRAM
    buckets = _sum(f"le, {by}" if by else "le", _over("rate", metric, labels, over, "_bucket"))
    return f"histogram_quantile({part}, {buckets}) >= 0"


def or_zero(expr: str) -> str:
    """0 where there is nothing."""
    return f"({expr}) or vector(0)"


def _over(function: str, metric: Metric, labels: str, over: str, suffix: str = "") -> str:
    inner = f"{function}({series(metric, labels, suffix)}[{over}])"
    return f"{ONCE} ({inner})" if metric.of == JOURNAL else inner


def _sum(by: str, inner: str) -> str:
    return f"sum by ({by}) ({inner})" if by else f"sum ({inner})"


def matching(**labels: str) -> str:
    """Matchers of labels by regular expressions."""
    return ",".join(f'{label}=~"{text}"' for label, text in labels.items())


def spread(metric: Metric, over: str = "5m", by: str = "") -> list[tuple[str, str]]:
    """The middle, the slow and the slowest of a duration."""
    legend = " {{" + by + "}}" if by else ""
    return [
        (or_zero(quantile(metric, part, by, over=over)), f"{title}{legend}")
        for part, title in ((0.5, "half within"), (0.95, "95 % within"), (0.99, "99 % within"))
    ]
