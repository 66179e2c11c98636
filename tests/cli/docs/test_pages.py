"""The pages that are written from contracts and code have all of it."""

from __future__ import annotations

import re

from google.protobuf.descriptor import ServiceDescriptor

from eyesdown.common.v1 import options_pb2
from services.cli.common.where import SERVICES
from services.cli.docs import actions, metrics
from services.kernel.measuring.metric import LABELS


def marked(service: ServiceDescriptor) -> list[str]:
    """The methods of a contract that are marked as regulated."""
    options = options_pb2.policy
    methods = service.methods
    return [each.name for each in methods if each.GetOptions().Extensions[options].regulated]


def test_every_regulated_action_stands_on_its_page_once():
    page = actions.render(actions.regulated())
    rows = re.findall(r"^\| `([a-z_]+)` \| `(eyesdown\.([a-z]+)\.v1\.\w+/(\w+))` \|", page, re.M)
    for module in actions.contracts():
        for service in module.DESCRIPTOR.services_by_name.values():
            ours = [
                method for _, full, _, method in rows if full.startswith(service.full_name + "/")
            ]
            assert ours == marked(service)
    assert len({full for _, full, _, _ in rows}) == len(rows) > 180
    assert {package for _, _, package, _ in rows} == {*SERVICES, "common"}


def test_actions_of_a_service_are_told_apart_by_what_they_are_counted_as():
    for rules in actions.regulated().values():
        counted = [rule.action for rule in rules]
        assert sorted(set(counted)) == sorted(counted)


def test_a_regulated_action_has_a_request_id():
    for rules in actions.regulated().values():
        assert all("request_id" in rule.request.fields_by_name for rule in rules)


def test_every_metric_and_label_stands_on_its_page():
    groups = list(metrics.all_metrics())
    page = metrics.render(groups)
    for _, members in groups:
        for metric in members:
            assert page.count(f"| `{metric.name}` |") == 1
            assert metric.what in page
    used = {label for _, members in groups for metric in members for label in metric.labels}
    assert used <= set(LABELS)
    assert all(f"| `{label}` |" in page for label in LABELS)
