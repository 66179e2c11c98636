"""`eyesdown docs metrics`: every metric there is, as the page for whoever builds on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from services.cli.common.contracts import measured_by
from services.cli.common.where import SERVICES
from services.kernel.measuring import names
from services.kernel.measuring.metric import JOURNAL, LABELS, Metric

_HEAD = """\
# Metrics

What `/metrics` of each service has, in Prometheus' text format or as OpenMetrics, with exemplars
that lead from a bucket of `rpc_server_call_duration_seconds` to a trace. Names of calls follow
OpenTelemetry's conventions. Written by `eyesdown docs metrics`.

Most are of the process, so replicas are added up. Those of the *journal* count the commits that a
replica follows, whoever made them: every replica of a service has the same, so take the `max` over
`instance`, never the sum. `eyesdown audit recount` counts those that only grow again from the
journal. Those of *audit* are told by `eyesdown audit watch`.
"""


def all_metrics() -> Iterator[tuple[str, tuple[Metric, ...]]]:
    """Every metric, under a heading."""
    yield "Every service", names.METRICS
    for service in SERVICES:
        measured = measured_by(service)
        yield service, (*measured.metrics, *measured.standing)
    yield "audit", names.AUDIT


def render(groups: Iterable[tuple[str, tuple[Metric, ...]]]) -> str:
    """The page."""
    parts = [_HEAD]
    for title, metrics in groups:
        rows = "\n".join(map(_row, metrics))
        parts.append(f"\n## {title}\n\n| metric | type | labels | of | what |\n{_RULE}\n{rows}\n")
    labels = "\n".join(f"| `{label}` | {what} |" for label, what in LABELS.items())
    parts.append(f"\n## Labels\n\n| label | holds |\n| --- | --- |\n{labels}\n")
    return "".join(parts)


_RULE = "| --- | --- | --- | --- | --- |"


def _row(metric: Metric) -> str:
    labels = ", ".join(f"`{label}`" for label in metric.labels)
    of = "journal" if metric.of == JOURNAL else ""
    return f"| `{metric.name}` | {metric.kind} | {labels} | {of} | {metric.what} |"


@click.command()
def metrics() -> None:
    """Print docs/metrics.md: every metric, its type, labels and meaning."""
    click.echo(render(all_metrics()), nl=False)
