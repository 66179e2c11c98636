"""`eyesdown docs policy`: who may call what, as the contracts say and the services go by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click
from google.protobuf.descriptor import ServiceDescriptor

import eyesdown
from services.cli.common.modules import walk
from services.kernel.serving import policy
from services.kernel.serving.policy import Rule
from services.kernel.serving.tokens import ROLES, role_name

HEAD = """# Who may call what

Each RPC, and the roles that may call it in the venue that its request names. Written by
`eyesdown docs policy` from the contracts, by which the services go; what is not here is refused to
everybody. Whether somebody with the role is *this game's* caller is decided by the law of the game
and refused with a clause.

- **regulated**: it leaves a commit, a count and a span, whatever comes of it.
- **any venue**: `venues/-` stands for every venue in which the person may call it.
- **urgent**: there is always room for it (`docs/operating.md`, Limits).
- **for a room**: where the request names a room of another venue, the role is needed there instead.
- **in rooms**: where it names rooms of other venues, the role is needed there as well.

Every service answers `AccessService`, `JournalService`, `PlayerListService` and `VenueService`
alike; `PlayerRegistryService` is the operator's to answer, and is asked by us. Everybody, without a
token, may ask for health, and in development for the contracts (reflection).
"""


@click.command()
def policy_() -> None:
    """Print docs/policy.md."""
    click.echo(HEAD)
    for service in _services():
        click.echo("\n".join(_table(service)))


def _services() -> list[ServiceDescriptor]:
    found = {
        service.full_name: service
        for module in walk(eyesdown)
        if (file := getattr(module, "DESCRIPTOR", None)) is not None
        for service in file.services_by_name.values()
    }
    return [found[name] for name in sorted(found)]


def _table(service: ServiceDescriptor) -> Iterator[str]:
    rules = list(policy.read([service.full_name]).values())
    held = [role for role in ROLES.values() if any(role in rule.roles for rule in rules)]
    yield f"## {service.name}\n"
    yield f"`{service.full_name}`\n"
    yield _row(("RPC", *(role_name(role).replace("_", " ") for role in held), ""))
    yield _row(("---", *(":-:" for _ in held), "---"))
    for rule in rules:
        marks = ("●" if rule.anyone or role in rule.roles else "" for role in held)
        yield _row((rule.method.rpartition("/")[2], *marks, ", ".join(_notes(rule))))
    yield ""


def _notes(rule: Rule) -> Iterator[str]:
    if rule.anyone:
        yield "anybody who holds a role"
    for said, note in (
        (rule.regulated, "regulated"),
        (rule.lists, "any venue"),
        (rule.urgent, "urgent"),
        (rule.for_room, "for a room"),
        (rule.in_rooms, "in rooms"),
    ):
        if said:
            yield note


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
