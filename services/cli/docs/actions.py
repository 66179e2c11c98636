"""`eyesdown docs actions`: every regulated action by what it leaves, from the contracts alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType

import click

import eyesdown
from services.cli.common.modules import walk
from services.cli.common.where import SERVICES
from services.kernel.serving.policy import Rule, read
from services.kernel.serving.tokens import role_name

EVERY = "every service"

_HEAD = """\
# Actions

Every regulated action, as the contracts mark it. Each that is done leaves, of its own:

- one commit in the journal, whose `command.method` is the RPC,
- one count in `eyesdown_actions_total`, under its `service` and `action`,
- one span of the RPC's name within the caller's trace, which the commit's headers carry.

One that is refused or fails leaves the count, with another `outcome`, and its span, whatever part
of the traces is sampled. What is refused under a clause for which somebody will ask who tried
stands on record as well. A repeated request is counted again and leaves nothing else.

Written by `eyesdown docs actions`. A test calls each of them and looks for all three.
"""


def contracts() -> Iterator[ModuleType]:
    """The modules of all contracts that have services, imported."""
    for module in walk(eyesdown):
        if getattr(getattr(module, "DESCRIPTOR", None), "services_by_name", None):
            yield module


def regulated() -> dict[str, list[Rule]]:
    """The regulated actions of each service, in the order of its contracts; under `EVERY` those
    that every service has."""
    found: dict[str, list[Rule]] = {each: [] for each in (*SERVICES, EVERY)}
    for module in contracts():
        package = module.DESCRIPTOR.package.split(".")[1]
        names = [each.full_name for each in module.DESCRIPTOR.services_by_name.values()]
        for rule in read(names).values():
            if rule.regulated:
                found[EVERY if package == "common" else package].append(rule)
    return found


def render(actions: dict[str, list[Rule]]) -> str:
    """The page."""
    parts = [_HEAD]
    for service, rules in actions.items():
        parts.append(f"\n## {service}\n\n{_table(rules)}")
    return "".join(parts)


def _table(rules: Sequence[Rule]) -> str:
    lines = ["| action | commit and span | who may |", "| --- | --- | --- |"]
    for rule in rules:
        roles = ", ".join(role_name(role).replace("_", " ") for role in rule.roles)
        lines.append(f"| `{rule.action}` | `{rule.method}` | {roles or 'anybody known'} |")
    return "\n".join(lines) + "\n"


@click.command()
def actions() -> None:
    """Print docs/actions.md: every regulated action, and who may take it."""
    click.echo(render(regulated()), nl=False)
