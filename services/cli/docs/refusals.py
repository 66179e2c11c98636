"""`eyesdown docs refusals`: every refusal that the services know, as the page for operators."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType

import click

import services
from services.cli.common.modules import BadModule, walk
from services.kernel.law import Reason

_CODE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")

_HEAD = """\
# Refusals

Every refusal that the services give. The reason is stable: programs may rely on it, and it is the
`reason` of the gRPC `ErrorInfo` and of the metric `eyesdown_refusals_total`. A clause is an id of
`rules/index.tsv`; it can differ from the one shown here where a reason serves several clauses.
`{names}` in a sentence are filled from the facts of the refusal.

Written by `eyesdown docs refusals`.
"""


class BadReason(ValueError):
    """A reason that cannot be kept stable; the message names it and its modules."""


@dataclass(frozen=True, slots=True)
class Found:
    """A reason and the module that makes it."""

    module: str
    reason: Reason

    @property
    def service(self) -> str:
        """The service that the module belongs to: "draw" of "services.draw.domain.game"."""
        return self.module.split(".")[1]


def collect(modules: Iterable[ModuleType]) -> Sequence[Found]:
    """All module-level reasons by service and code; raises `BadReason`.

    A reason belongs to the module whose source assigns it first, not to those that import it.
    """
    found = []
    for module in modules:
        made = [name for name, value in vars(module).items() if isinstance(value, Reason)]
        own = _assigned(module) if made else set()
        found += [Found(module.__name__, vars(module)[name]) for name in made if name in own]
    seen: dict[str, Found] = {}
    for each in found:
        code = each.reason.code
        if not _CODE.fullmatch(code):
            raise BadReason(f"{each.module}: the reason {code!r} is not UPPER_SNAKE")
        first = seen.setdefault(code, each)
        if first.reason is not each.reason:
            raise BadReason(f"the reason {code} is in {first.module} and in {each.module}")
    return sorted(seen.values(), key=lambda each: (each.service, each.reason.code))


def _assigned(module: ModuleType) -> set[str]:
    tree = ast.parse(inspect.getsource(module))
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def render(found: Sequence[Found]) -> str:
    """The Markdown page, a table for each service."""
    lines = [_HEAD]
    for service in sorted({each.service for each in found}):
        lines += [
            f"## {service}\n",
            "| reason | what people are told | clause | what to do | module |",
            "| --- | --- | --- | --- | --- |",
        ]
        for each in found:
            if each.service == service:
                reason = each.reason
                cells = (f"`{reason.code}`", reason.says, reason.clause, reason.do, each.module)
                lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        lines.append("")
    return "\n".join(lines)


@click.command()
def refusals() -> None:
    """Print docs/refusals.md: every reason for a refusal, its sentence, clause and remedy."""
    try:
        click.echo(render(collect(walk(services))), nl=False)
    except (BadModule, BadReason) as wrong:
        raise click.ClickException(str(wrong)) from wrong
