"""Names are OpenTelemetry's where it has one, stand in one place, and have bounded labels."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
from opentelemetry.semconv._incubating.attributes import messaging_attributes, rpc_attributes
from opentelemetry.semconv._incubating.metrics import rpc_metrics
from opentelemetry.semconv.attributes import error_attributes, service_attributes

import eyesdown
from services.cli.common.modules import walk
from services.cli.common.where import SERVICES
from services.kernel.measuring import names
from services.kernel.measuring.metric import COUNTER, GAUGE, HISTOGRAM, LABELS, Metric, action_of
from services.kernel.record.histories import RECORD_DAMAGED, RECORD_TOO_NEW

SERVICES_FOLDER = Path(__file__).resolve().parents[3] / "services"
OWN = {
    service: importlib.import_module(f"services.{service}.metrics").MEASURED.metrics
    for service in SERVICES
}
ALL = (*names.METRICS, *(each for metrics in OWN.values() for each in metrics))
every_metric = pytest.mark.parametrize("metric", ALL, ids=lambda metric: metric.name)
UNITS = ("seconds", "bytes", "minor_units", "chips", "commits", "info")


def test_attributes_are_those_of_the_conventions():
    known = {
        value
        for module in (messaging_attributes, rpc_attributes, error_attributes, service_attributes)
        for name, value in vars(module).items()
        if name.isupper()
    }
    texts = {text for name, text in vars(names).items() if name.isupper() and type(text) is str}
    theirs = {text for text in texts if text.startswith(("rpc.", "messaging.", "error.", "serv"))}
    assert len(theirs) == 15
    assert theirs <= known
    assert {text for text in texts - theirs if "." in text} == {
        *(names.SUBJECTS, names.BUILD, names.STREAMS),
        *(names.VENUE, names.AGGREGATE, names.GAME, names.VERSION),
        *(names.CLAUSE, names.OUTCOME, names.REASON),
    }


def test_the_duration_of_calls_is_the_metric_of_the_conventions():
    theirs = rpc_metrics.RPC_SERVER_CALL_DURATION
    assert names.CALL_DURATION.name == f"{theirs.replace('.', '_')}_seconds"
    attributes = (names.RPC_SYSTEM, names.RPC_METHOD, names.RPC_STATUS)
    assert names.CALL_DURATION.labels == tuple(each.replace(".", "_") for each in attributes)


def test_every_method_that_answers_with_a_stream_is_known_as_one():
    modules = list(walk(eyesdown))
    services = [
        service
        for module in modules
        if hasattr(module, "DESCRIPTOR")
        for service in module.DESCRIPTOR.services_by_name.values()
    ]
    streams = {
        f"{service.full_name}/{method.name}": method.server_streaming
        for service in services
        for method in service.methods
    }
    assert any(streams.values())
    known = {name: bool(re.fullmatch(names.STREAMS, name)) for name in streams}
    assert known == streams


@every_metric
def test_a_metric_has_a_name_and_a_unit_as_prometheus_wants_them(metric: Metric):
    assert re.fullmatch(r"(eyesdown|rpc)(_[a-z]+)+", metric.name)
    assert metric.what.endswith(".")
    if metric.kind == HISTOGRAM:
        assert metric.name.endswith("_seconds")
        assert list(metric.buckets) == sorted(set(metric.buckets))
    for unit in UNITS:
        if unit in metric.name:
            assert metric.name.removesuffix("_total").endswith(unit)


@every_metric
def test_no_label_holds_what_there_is_one_more_of_with_each_game(metric: Metric):
    assert set(metric.labels) <= set(LABELS)
    ids = ("game", "card", "person", "player", "request", "name", "aggregate", "table", "id")
    assert not set(ids) & set(metric.labels)


def test_names_are_given_once():
    told = [metric.name for metric in ALL]
    assert sorted(told) == sorted(set(told))


@pytest.mark.parametrize(("service", "metric"), [(s, m) for s, ms in OWN.items() for m in ms])
def test_what_a_service_measures_bears_its_name(service: str, metric: Metric):
    assert metric.name.startswith(f"eyesdown_{service}_")
    assert metric.labels[:2] == ("service", "venue"), "which the meter puts there"


def test_no_other_module_names_a_metric():
    strange = re.compile(r"[\"']eyesdown_[a-z_]+(_total|_seconds|_bytes)[\"']")
    places = {SERVICES_FOLDER / "kernel/measuring/names.py"}
    places |= {SERVICES_FOLDER / f"{service}/metrics.py" for service in SERVICES}
    found = [
        file
        for file in SERVICES_FOLDER.rglob("*.py")
        if file not in places and strange.search(file.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    ("name", "kind", "labels", "buckets", "wrong"),
    [
        ("eyesdown_a_total", COUNTER, ("card",), (), "nothing bounds"),
        ("eyesdown_a", COUNTER, (), (), "end in _total"),
        ("eyesdown_a_total", GAUGE, (), (), "end in _total"),
        ("eyesdown_a_seconds", HISTOGRAM, (), (), "have buckets"),
        ("eyesdown_a", GAUGE, (), (1.0,), "have buckets"),
    ],
)
def test_a_metric_that_is_declared_wrongly_is_none(name, kind, labels, buckets, wrong):
    with pytest.raises(ValueError, match=wrong):
        Metric(name, kind, "Something.", labels, buckets)


def test_a_series_from_the_start_has_a_value_for_each_label_of_its_own():
    with pytest.raises(ValueError, match="for each label of its own"):
        Metric("eyesdown_a_total", COUNTER, "Something.", ("venue", "kind"), at_start=((),))


def test_records_that_cannot_be_read_are_told_of_by_every_reason_there_is():
    whys = tuple((reason.code,) for reason in (RECORD_DAMAGED, RECORD_TOO_NEW))
    assert names.UNREADABLE.at_start == whys


@pytest.mark.parametrize(
    ("method", "action"),
    [
        ("eyesdown.draw.v1.DrawService/CallNumber", "call_number"),
        ("eyesdown.verify.v1.FollowGame", "follow_game"),
        ("CallNumber", "call_number"),
    ],
)
def test_an_action_is_told_in_words(method: str, action: str):
    assert action_of(method) == action
