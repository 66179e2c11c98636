"""Dashboards and alerts: whole, legible, and about metrics that a service tells."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

from deploy.dashboards.__main__ import FOLDER, files
from deploy.dashboards.alert_cases import CASES
from deploy.dashboards.alerts import ALERTS
from deploy.dashboards.boards import BOARDS
from deploy.dashboards.objectives import OBJECTIVES
from services.cli.docs.metrics import all_metrics
from services.kernel.measuring import names
from services.kernel.measuring.metric import HISTOGRAM, JOURNAL

ROOT = FOLDER.parent
JSONS = sorted((FOLDER / "grafana").glob("*.json"))
TOLD = {metric.name: metric for _, metrics in all_metrics() for metric in metrics}
OTHERS = re.compile(r"up|process_(cpu_seconds_total|resident_memory_bytes)")
NAME = re.compile(r"\b(?:eyesdown|rpc_server|process)_[a-z_]+\b(?=[{\[ )]|$)|\bup\b")
every_board = pytest.mark.parametrize("file", JSONS, ids=lambda file: file.stem)


def panels(file: Path) -> list[dict[str, Any]]:
    """The panels of a dashboard as it is provisioned."""
    found: list[dict[str, Any]] = json.loads(file.read_text())["panels"]
    return found


def known(name: str) -> bool:
    """Whether a service tells of this series."""
    base = re.sub(r"_(bucket|count|sum)$", "", name)
    if base != name and base in TOLD and TOLD[base].kind == HISTOGRAM:
        return True
    return name in TOLD or OTHERS.fullmatch(name) is not None


def test_what_lies_in_deploy_is_what_the_code_makes():
    assert {file for file in files() if file.suffix == ".json"} == set(JSONS)
    for file, text in files().items():
        assert file.read_text() == text, f"{file.name}: run `make dashboards`"


def test_the_dashboards_are_those_that_ops_have():
    told = {board.uid: len(board.panels) for board in BOARDS}
    assert set(told) == {
        *("eyesdown-floor", "eyesdown-game", "eyesdown-prizes", "eyesdown-tables"),
        *("eyesdown-services", "eyesdown-journal"),
    }
    assert told["eyesdown-floor"] == 15


@every_board
def test_no_panel_lies_on_another_or_beside_the_wall(file: Path):
    places = [panel["gridPos"] for panel in panels(file)]
    for place in places:
        assert place["x"] + place["w"] <= 24
    for one, other in itertools.combinations(places, 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        below = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or below


@every_board
def test_every_panel_has_a_unit_a_description_and_the_provisioned_source(file: Path):
    for panel in panels(file):
        assert panel["title"]
        assert panel["description"].endswith(".")
        assert panel["fieldConfig"]["defaults"]["unit"]
        for asked in (panel, *panel["targets"]):
            assert asked["datasource"] == {"type": "prometheus", "uid": "prometheus"}
    ids = [panel["id"] for panel in panels(file)]
    assert len(set(ids)) == len(ids)


@every_board
def test_every_metric_of_a_panel_is_told_by_a_service(file: Path):
    for panel in panels(file):
        for target in panel["targets"]:
            names = NAME.findall(target["expr"])
            assert names, target["expr"]
            assert [name for name in names if not known(name)] == []


def test_a_metric_that_nobody_tells_is_noticed():
    assert NAME.findall("sum(rate(eyesdown_action_total[5m]))") == ["eyesdown_action_total"]
    assert not known("eyesdown_action_total")
    assert not known("eyesdown_actions_total_bucket")
    assert known("eyesdown_actions_total")
    assert known("eyesdown_journal_append_seconds_bucket")


OF_RECOUNT = {names.POSITION.name, names.COUNTED_FROM.name}
"""Between these sequences a recount counts; nobody on call looks at them."""


def test_whatever_a_service_measures_of_its_games_is_on_a_dashboard():
    shown = {
        name
        for file in JSONS
        for panel in panels(file)
        for target in panel["targets"]
        for name in NAME.findall(target["expr"])
    }
    bases = {re.sub(r"_(bucket|count|sum)$", "", name) for name in shown} | shown
    ours = [name for name, metric in TOLD.items() if metric.of == JOURNAL]
    rooms = [metric.name for metric in (names.SCREENS, names.GLASS, names.NOTICED)]
    rights = [names.AUTHORIZATIONS.name, names.SELF_APPROVALS.name, names.CERTIFICATE_ENDS.name]
    assert {*ours, *rooms, *rights} - bases == OF_RECOUNT


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert.name)
def test_an_alert_says_what_it_means_and_what_to_do(alert):
    names = NAME.findall(alert.expr)
    assert names
    assert [name for name in names if not known(name)] == []
    assert alert.severity in ("page", "ticket")
    assert alert.means.endswith(".")
    page = (ROOT / alert.runbook).read_text()
    assert re.match(r"# .+\n\n.+\n\n## Look\n\n- .+", page)
    assert "\n## Do\n\n1. " in page


def test_no_runbook_is_for_nothing():
    pages = {f"docs/runbooks/{file.name}" for file in (ROOT / "docs/runbooks").glob("*.md")}
    assert pages == {alert.runbook for alert in ALERTS}


def test_every_alert_is_tried_firing_and_silent():
    assert [case.alert for case in CASES] == [alert.name for alert in ALERTS]
    told = json.loads((FOLDER / "prometheus/eyesdown.test.yml").read_text().partition("\n")[2])
    tried = [test["name"] for test in told["tests"]]
    for alert in ALERTS:
        assert f"{alert.name} fires" in tried
        assert f"{alert.name} is silent" in tried


GROWS = re.compile(r"increase\((\w+)(\{[^}]*\})?\[\w+\]\)")
"""A counter that is asked how much it grew."""


def test_what_happens_once_is_noticed_the_first_time():
    """A counter that was never counted has no series, and so its first count no increase."""
    asked = set()
    for alert in ALERTS:
        for name, labels in GROWS.findall(alert.expr):
            asked.add(name)
            at_all = re.escape(f"{name}{labels}")
            assert re.search(rf"\({at_all} unless {at_all} offset \w+\)", alert.expr), alert.name
    assert len(asked) >= 12
    assert {case.alert for case in CASES if case.first} == {
        *("BoardsStale", "SettlementDifference", "AuditFailure", "DrawSelectorFailed"),
        *("RefusalsUnusual", "SelfApprovalTried", "AuditOverdue"),
    }


def test_what_a_rate_is_asked_of_is_told_from_the_start_on():
    """A rate has no first count to lose where the series is there before."""
    for alert in ALERTS:
        for name in re.findall(r"rate\((\w+?)(?:_bucket)?[{\[]", alert.expr):
            assert TOLD[name].at_start, f"{alert.name}: {name}"


def test_objectives_are_those_of_the_house():
    assert {each.id: each.objective for each in OBJECTIVES.values()} == {
        "commands": 0.999,
        "claims": 0.99,
        "glass": 0.99,
    }
    for each in OBJECTIVES.values():
        for name in NAME.findall(f"{each.good_of} {each.all}"):
            assert known(name)
