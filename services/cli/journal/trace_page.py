"""Commits as `eyesdown trace` shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import tzinfo
from typing import TYPE_CHECKING, Any

from google.protobuf.json_format import MessageToDict

from services.cli.common.output import columns, plain
from services.kernel.build import Build
from services.kernel.measuring.metric import action_of
from services.kernel.record.shapes import instant
from services.kernel.serving.tokens import role_name

if TYPE_CHECKING:
    from services.cli.journal.trace import Step


def row(step: Step, zone: tzinfo, others: Mapping[tuple[str, int], Step]) -> list[str]:
    """A commit in a line: when, which, what, who, what came of it, by which clauses, its trace."""
    commit = step.commit
    came = f"refused: {commit.refusal.reason}" if commit.HasField("refusal") else happened(step)
    return [
        moment(step, zone),
        f"{step.name.kind} v{commit.version}",
        action_of(commit.command.method),
        who(step) + cause(step, others),
        came,
        " ".join(step.clauses) or "-",
        step.trace or "-",
    ]


def who(step: Step) -> str:
    """The person in their role, or the service."""
    actor = step.commit.actor
    role = role_name(actor.role).replace("_", " ")
    return f"{plain(actor.person)} ({role})" if role else plain(actor.person)


def cause(step: Step, others: Mapping[tuple[str, int], Step]) -> str:
    """What a reaction answers."""
    commit = step.commit
    if not commit.HasField("cause"):
        return ""
    source = others.get((commit.cause.stream, commit.cause.sequence))
    if source is not None:
        return f" on {source.name.kind} v{source.commit.version}"
    return f" on {commit.cause.name or commit.cause.stream}:{commit.cause.sequence}"


def happened(step: Step) -> str:
    """The names of its events."""
    return " ".join(each.type_url.rpartition(".")[2] for each in step.commit.events)


def moment(step: Step, zone: tzinfo) -> str:
    """ "2026-11-29 19:30:05.123+13:00"."""
    return instant(step.commit.at).astimezone(zone).isoformat(" ", "milliseconds")


def detail(step: Step, zone: tzinfo) -> Iterator[str]:
    """A commit whole, but for what is sealed."""
    commit = step.commit
    rows = [
        ("name", str(step.name)),
        ("version", f"{commit.version}, sequence {step.sequence} of {step.name.stream}"),
        ("at", moment(step, zone)),
        ("who", who(step) + (f" at {plain(commit.actor.device)}" if commit.actor.device else "")),
        ("what", commit.command.method),
        ("request", commit.request_id),
        ("cause", cause(step, {}).removeprefix(" on ") or "-"),
        ("clauses", " ".join(step.clauses) or "-"),
        ("refused", _refusal(step) or "-"),
        ("trace", step.trace or "-"),
        ("span", step.span or "-"),
        ("profile", f"{commit.profile.id} {commit.profile.sha256.hex()[:12]}".strip() or "-"),
        ("software", str(Build(commit.software, commit.build))),
        ("sealed", "a part of it" if commit.HasField("sealed") else "nothing"),
    ]
    yield from columns(rows)
    request, *events = step.messages
    for message in (request, *events):
        yield ""
        yield message.DESCRIPTOR.name
        yield from _fields(MessageToDict(message, preserving_proto_field_name=True))


def _refusal(step: Step) -> str:
    refusal = step.commit.refusal
    return f"{refusal.reason} {refusal.clause}".strip()


def _fields(told: Mapping[str, Any], indent: str = "  ") -> Iterator[str]:
    for key, value in told.items():
        if isinstance(value, dict):
            yield f"{indent}{key}:"
            yield from _fields(value, indent + "  ")
        else:
            yield f"{indent}{key}: {plain(str(value))}"
