"""What dashboards are made of: panels that say what they show, laid out without gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grafana_foundation_sdk.builders import bargauge, dashboard, prometheus, stat, timeseries
from grafana_foundation_sdk.builders import common as common_builders
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.common import (
    BigValueColorMode,
    BigValueGraphMode,
    BigValueTextMode,
    VizOrientation,
)
from grafana_foundation_sdk.models.dashboard import (
    DataSourceRef,
    GridPos,
    Threshold,
    ThresholdsMode,
    VariableRefresh,
)

SOURCE = DataSourceRef(type_val="prometheus", uid="prometheus")
"""The data source as `deploy/grafana/provisioning` has it."""
WIDTH = 24
GREEN, ORANGE, RED = "green", "orange", "red"

Step = tuple[float, str]


@dataclass(frozen=True)
class Panel:
    """One panel. `queries` are PromQL with the legend of what it gives; `steps` colour a value
    from a bound on; `kind` is "stat", "time" or "bars"."""

    title: str
    what: str
    unit: str
    queries: Sequence[tuple[str, str]]
    kind: str = "stat"
    wide: int = 6
    high: int = 5
    steps: Sequence[Step] = ()

    def build(self, place: GridPos, number: int) -> Any:
        """The panel as Grafana's SDK has it, at its place."""
        made: Any = _MADE[self.kind]()
        made = (
            made.title(self.title)
            .description(self.what)
            .unit(self.unit)
            .datasource(SOURCE)
            .grid_pos(place)
            .id(number)
            .no_value("0")
            .thresholds(_thresholds(self.steps))
        )
        for index, (expr, legend) in enumerate(self.queries):
            query = prometheus.Dataquery().expr(expr).legend_format(legend).datasource(SOURCE)
            query = query.ref_id(chr(ord("A") + index))
            made = made.with_target(query.range() if self.kind == "time" else query.instant())
        return made


@dataclass(frozen=True)
class Board:
    """A dashboard: its panels from left to right and from top to bottom."""

    uid: str
    title: str
    what: str
    panels: Sequence[Panel]
    back: str = "now-1h"
    refresh: str = "5s"

    def json(self) -> str:
        """The dashboard as it is provisioned."""
        made = (
            dashboard.Dashboard(self.title)
            .uid(self.uid)
            .description(self.what)
            .tags(["eyesdown"])
            .time(self.back, "now")
            .refresh(self.refresh)
            .timezone("browser")
            .readonly()
            .with_variable(
                dashboard.QueryVariable("venue")
                .label("Venue")
                .datasource(SOURCE)
                .query("label_values(eyesdown_journal_position, venue)")
                .refresh(VariableRefresh.ON_TIME_RANGE_CHANGED)
                .multi(True)
                .include_all(True)
                .all_value(".*")
            )
        )
        for number, (panel, place) in enumerate(self.laid_out(), 1):
            made = made.with_panel(panel.build(place, number))
        return JSONEncoder(sort_keys=True, indent=2).encode(made.build()) + "\n"

    def laid_out(self) -> Iterator[tuple[Panel, GridPos]]:
        """Each panel and its place: a new row begins where the next one does not fit."""
        x, y, tallest = 0, 0, 0
        for panel in self.panels:
            if x + panel.wide > WIDTH:
                x, y, tallest = 0, y + tallest, 0
            yield panel, GridPos(h=panel.high, w=panel.wide, x=x, y=y)
            x, tallest = x + panel.wide, max(tallest, panel.high)


def _stat() -> Any:
    """A figure that is read from five metres."""
    return (
        stat.Panel()
        .color_mode(BigValueColorMode.BACKGROUND)
        .graph_mode(BigValueGraphMode.NONE)
        .text_mode(BigValueTextMode.VALUE_AND_NAME)
        .reduce_options(common_builders.ReduceDataOptions().calcs(["lastNotNull"]).values(False))
    )


def _bars() -> Any:
    return (
        bargauge.Panel()
        .orientation(VizOrientation.HORIZONTAL)
        .reduce_options(common_builders.ReduceDataOptions().calcs(["lastNotNull"]).values(False))
    )


def _thresholds(steps: Sequence[Step]) -> Any:
    levels = [Threshold(value=None, color=GREEN)]
    levels += [Threshold(value=value, color=color) for value, color in steps]
    return dashboard.ThresholdsConfig().mode(ThresholdsMode.ABSOLUTE).steps(levels)


_MADE = {"stat": _stat, "time": timeseries.Panel, "bars": _bars}
