"""When each alert fires and when it does not: `make dashboards` writes this as promtool reads it,
to `deploy/prometheus/eyesdown.test.yml`. Series are by minute, in promtool's notation."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from deploy.dashboards.alerts import ALERTS, Alert

Series = Mapping[str, str]
REPLICA = 'service="draw",instance="a",job="draw"'
AKL = 'service="draw",venue="akl",instance="a",job="draw"'
AUDIT = 'service="audit",venue="akl",instance="c",job="audit"'
YOUNG = 'service="verify",instance="b",job="verify"'
DESK = 'service="verify",venue="akl",instance="b",job="verify"'


@dataclass(frozen=True)
class Case:
    """At `at` the alert fires on `fires`, with these labels and this value, and not on `silent`.
    It fires on `first` as well, where something was counted that never was before."""

    alert: str
    fires: Series
    silent: Series
    labels: Mapping[str, str] = field(default_factory=dict)
    at: str = "30m"
    value: str = "1"
    first: Series = field(default_factory=dict)


def _called(values: str) -> Series:
    """Beside a practice game that is called all the time: on record, and no event that counts."""
    commits = f'{AKL},kind="games",action="call_number",outcome="done"'
    return {
        f'eyesdown_standing{{{AKL},kind="games",phase="practice"}}': "1x400",
        f"eyesdown_commits_total{{{commits}}}": "0+5x400",
        f'eyesdown_standing{{{AKL},kind="games",phase="in_play"}}': "1x400",
        f'eyesdown_events_total{{{AKL},kind="games",event="NumberCalled"}}': values,
    }


def _actions(ok: str, failed: str) -> Series:
    name = f'eyesdown_actions_total{{{REPLICA},action="call_number",venue="akl",outcome='
    return {f'{name}"ok"}}': ok, f'{name}"unavailable"}}': failed}


def _claims(quick: str, every: str) -> Series:
    method = 'rpc_method="eyesdown.verify.v1.ClaimService/CollectCard",job="verify"'
    name = "rpc_server_call_duration_seconds"
    return {f'{name}_bucket{{{method},le="1.0"}}': quick, f"{name}_count{{{method}}}": every}


def _glass(quick: str, every: str) -> Series:
    name = "eyesdown_announcement_to_glass_seconds"
    return {
        f'{name}_bucket{{{AKL},room="main",le="1.0"}}': quick,
        f'{name}_count{{{AKL},room="main"}}': every,
    }


def _room(showing: str, dark: str) -> Series:
    screens = f'eyesdown_room_screens{{{AKL},room="main",state='
    return {
        f'{screens}"showing"}}': showing,
        f'{screens}"dark"}}': dark,
        f'eyesdown_standing{{{AKL},kind="games",phase="in_play"}}': "1x400",
    }


def _refused(ways: int, values: str, of: str = REPLICA, up: str = "1x400") -> Series:
    """Refusals in so many ways, each a series of its own, and since when its service is there."""
    name = f'eyesdown_refusals_total{{{of},reason="PAUSED",clause="",action='
    there = {f'eyesdown_build_info{{{of},version="0.1.0",build="aa"}}': up}
    return there | {f'{name}"a{number}"}}': values for number in range(ways)}


def _one(name: str, labels: str, fires: str, silent: str) -> tuple[Series, Series]:
    return {f"{name}{{{labels}}}": fires}, {f"{name}{{{labels}}}": silent}


def _risen(alert: str, name: str, labels: str, told: Mapping[str, str]) -> Case:
    """An alert on a counter that grows: from what it was, and from nothing."""
    series = f"{name}{{{labels}}}"
    return Case(
        alert,
        {series: "0x20 0+1x60"},
        {series: "3x400"},
        told,
        first={series: "_x24 1x60"},
    )


VENUE, ROOM = {"venue": "akl"}, {"room": "main"}
DAY = 86_400
CASES = (
    Case("GameStalled", _called("5x400"), _called("_x26 1x400"), VENUE),
    Case(
        "ClaimWaiting",
        *_one("eyesdown_standing", f'{AKL},kind="games",phase="paused"', "1x400", "1x5 0x400"),
        VENUE,
    ),
    _risen("BoardsStale", "eyesdown_frames_too_large_total", AKL, {**VENUE, "service": "draw"}),
    Case("RoomDark", _room("2x5 0x400", "0x5 2x400"), _room("1x400", "1x400"), VENUE | ROOM),
    _risen(
        "SettlementDifference",
        "eyesdown_verify_differences_total",
        f'{DESK},kind="paid_too_much"',
        VENUE,
    ),
    _risen(
        "AuditFailure",
        "eyesdown_records_unreadable_total",
        f'{REPLICA},reason="RECORD_DAMAGED"',
        {"service": "draw", "reason": "RECORD_DAMAGED"},
    ),
    Case(
        "AuditFindings",
        *_one("eyesdown_audit_findings", AUDIT, "0x20 2x400", "0x400"),
        VENUE,
        value="2",
    ),
    Case(
        "AuditOverdue",
        *_one("eyesdown_audit_ended_timestamp_seconds", AUDIT, "3600x1600", "90000x1600"),
        at="1520m",
        first={"up": "1x1600"},
    ),
    Case(
        "JournalDamaged",
        *_one("eyesdown_journal_lost_commits", AKL, "7x400", "0x400"),
        VENUE,
        value="7",
    ),
    Case(
        "CountsDiffer",
        *_one("eyesdown_uncounted_commits", AKL, "2x400", "0x400"),
        {**VENUE, "service": "draw", "instance": "a", "job": "draw"},
        value="2",
    ),
    _risen(
        "DrawSelectorFailed",
        "eyesdown_draw_irregularities_total",
        f'{AKL},kind="selector"',
        {**VENUE, "kind": "selector"},
    ),
    Case(
        "ApprovalWaiting",
        *_one("eyesdown_waiting", f'{AKL},what="payment"', "1x400", "0x20 1x5 0x400"),
        {**VENUE, "what": "payment"},
    ),
    Case(
        "FeedStuck",
        {f"eyesdown_feed_waiting{{{AKL}}}": "4x400"},
        {
            f"eyesdown_feed_waiting{{{AKL}}}": "4x400",
            f'eyesdown_feed_reactions_total{{{AKL},outcome="done"}}': "0+5x400",
        },
        {**VENUE, "service": "draw"},
    ),
    Case(
        "StorageFilling",
        {
            f"eyesdown_storage_used_bytes{{{REPLICA}}}": "90x400",
            f"eyesdown_storage_limit_bytes{{{REPLICA}}}": "100x400",
        },
        {
            f"eyesdown_storage_used_bytes{{{REPLICA}}}": "50x400",
            f"eyesdown_storage_limit_bytes{{{REPLICA}}}": "100x400",
        },
    ),
    Case(
        "QuorumLost",
        *_one(
            "eyesdown_stream_replicas_missing", f'{REPLICA},stream="JOURNAL_akl"', "-1x400", "1x400"
        ),
        {"stream": "JOURNAL_akl"},
    ),
    Case(
        "ReplicaMissing",
        *_one(
            "eyesdown_stream_replicas_missing", f'{REPLICA},stream="JOURNAL_akl"', "1x400", "0x400"
        ),
        {"stream": "JOURNAL_akl"},
    ),
    Case(
        "VenueSilent",
        {
            f'eyesdown_standing{{{AKL},kind="tables",phase="wagering"}}': "2x400",
            f'eyesdown_commits_total{{{AKL},kind="tables",action="a",outcome="done"}}': "9x400",
        },
        {
            f'eyesdown_standing{{{AKL},kind="tables",phase="wagering"}}': "2x400",
            f'eyesdown_commits_total{{{AKL},kind="tables",action="a",outcome="done"}}': "0+1x400",
        },
        VENUE,
    ),
    Case(
        "ServiceDown",
        *_one("up", 'job="draw",instance="a"', "1x20 0x400", "1x400"),
        {"job": "draw", "instance": "a"},
    ),
    Case(
        "NotReady",
        *_one("eyesdown_ready", f'{REPLICA},check="nats"', "0x400", "0x10 1x400"),
        {"service": "draw", "check": "nats"},
    ),
    Case("ErrorBudgetFastCommands", _actions("0+95x400", "0+5x400"), _actions("0+99x400", "0x400")),
    Case(
        "ErrorBudgetSlowCommands",
        _actions("0+990x400", "0+10x400"),
        _actions("0+9999x400", "0+1x400"),
        at="390m",
    ),
    Case("ErrorBudgetFastClaims", _claims("0+80x400", "0+100x400"), _claims("0+9x400", "0+9x400")),
    Case(
        "ErrorBudgetSlowClaims",
        _claims("0+90x400", "0+100x400"),
        _claims("0+995x400", "0+1000x400"),
        at="390m",
    ),
    Case("ErrorBudgetFastGlass", _glass("0+80x400", "0+100x400"), _glass("0+9x400", "0+9x400")),
    Case(
        "ErrorBudgetSlowGlass",
        _glass("0+90x400", "0+100x400"),
        _glass("0+995x400", "0+1000x400"),
        at="390m",
    ),
    Case(
        "RefusalsUnusual",
        _refused(1, "0x360 0+30x40"),
        # As many as ever; and in a house that began three hours ago.
        {**_refused(1, "0+30x400"), **_refused(1, "_x200 0x160 0+30x40", YOUNG, "_x200 1x200")},
        {"service": "draw"},
        at="375m",
        first=_refused(30, "_x367 1x40"),
    ),
    _risen(
        "SelfApprovalTried",
        "eyesdown_self_approvals_total",
        f'{REPLICA},action="sign_session",reason="CLOSED_BY_SIGNER"',
        {"service": "draw", "action": "sign_session"},
    ),
    Case(
        "CertificateEnds",
        *_one(
            "eyesdown_certificate_ends_timestamp_seconds",
            REPLICA,
            f"{DAY * 9}x400",
            f"{DAY * 20}x400",
        ),
        {"service": "draw"},
        value="8",
    ),
    Case(
        "ClockSkew",
        *_one("eyesdown_clock_skew_seconds", REPLICA, "-2x400", "0.5x400"),
        {"service": "draw", "instance": "a", "job": "draw"},
        value="2",
    ),
)


def text() -> str:
    """The cases as promtool reads them: two or three of each alert."""
    alerts = {alert.name: alert for alert in ALERTS}
    tests = [each for case in CASES for each in _tests(case, alerts[case.alert])]
    head = "# Written by `make dashboards` from deploy/dashboards/alert_cases.py.\n"
    told = {
        "rule_files": ["eyesdown.rules.yml"],
        "evaluation_interval": "1m",
        "tests": tests,
    }
    return head + json.dumps(told, indent=1) + "\n"  # JSON is YAML


def _tests(case: Case, alert: Alert) -> list[object]:
    annotations = {
        "summary": _filled(alert.summary, case),
        "means": alert.means,
        "runbook": alert.runbook,
    }
    labels = {"severity": alert.severity, **case.labels}
    expected = [{"exp_labels": labels, "exp_annotations": annotations}]
    tried = [
        _test(f"{case.alert} fires", case.fires, case, expected),
        _test(f"{case.alert} is silent", case.silent, case, []),
    ]
    if case.first:
        tried.append(_test(f"{case.alert} fires the first time", case.first, case, expected))
    return tried


def _test(name: str, series: Series, case: Case, expected: Sequence[object]) -> object:
    asked = {"eval_time": case.at, "alertname": case.alert, "exp_alerts": expected}
    return {
        "name": name,
        "interval": "1m",
        "input_series": [{"series": each, "values": values} for each, values in series.items()],
        "alert_rule_test": [asked],
    }


def _filled(summary: str, case: Case) -> str:
    for label, value in case.labels.items():
        summary = summary.replace(f"{{{{ $labels.{label} }}}}", value)
    return summary.replace("{{ $value }}", case.value)
