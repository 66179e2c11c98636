"""`eyesdown profile` on a running house: who stands for which rules, and two persons who do."""

from __future__ import annotations

from datetime import UTC, datetime

import click
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.common.v1 import profile_service_pb2 as pb
from eyesdown.common.v1 import profiles_pb2
from eyesdown_client import Denied, Eyesdown, ProfileStanding
from services.cli.common.asking import Reach, or_empty, reaching
from services.cli.common.options import AS_JSON, AT_VENUE, REASON, VENUES, named
from services.cli.common.output import columns, plain, say, to_json
from services.kernel.record.shapes import instant
from services.kernel.settings import StartError

Loaded = pb.ListProfilesResponse.LoadedProfile

SERVICE = "draw"
NOBODY = bytes(32)
"""The hash of no text."""
SHORT, WHOLE = 12, 64
"""Digits of a hash by which people tell a text from another, and all of them."""

BOOK = named("profileBooks", "2026", "BOOK")
a_profile = click.argument("id_", metavar="ID")


@click.command()
@VENUES
@AS_JSON
@reaching(SERVICE)
def standing(venue: str, as_json: bool, reach: Reach) -> None:
    """Show how the rules of venues stand: each profile that is loaded, the hash of its text, and
    who put it forward, approved or withdrew it."""

    async def ask(eyesdown: Eyesdown) -> pb.ListProfilesResponse:
        return await eyesdown.profiles.list_profiles(venue=venue)

    found = reach.ask(ask)
    if as_json:
        click.echo(to_json(found))
        return
    say(columns([_row(each) for each in found.profiles]))
    click.echo(
        "Nothing is opened under a text that is not approved."
        if found.demanded
        else "No approval is demanded here (EYESDOWN_PROFILE_APPROVAL)."
    )


@click.command("put-forward")
@AT_VENUE
@a_profile
@click.option("--text", default="", help="What the hash of the text begins with, as you read it.")
@click.option("--note", default="", help="What changes, and why, for who approves it.")
@reaching(SERVICE)
def put_forward(venue: str, id_: str, text: str, note: str, reach: Reach) -> None:
    """Put the text of profile ID forward, as the service has loaded it, for another person to
    approve."""

    async def ask(eyesdown: Eyesdown) -> tuple[Loaded, pb.PutProfileForwardResponse]:
        try:
            loaded = await _loaded(eyesdown, venue, id_)
        except Denied:  # who may not even read it is told of what was asked for
            await eyesdown.profiles.put_forward(id_, venue=venue, sha256=NOBODY, validate_only=True)
            raise
        _is(loaded.approval.sha256, text)
        made = await eyesdown.profiles.put_forward(
            id_, venue=venue, sha256=loaded.approval.sha256, note=note
        )
        return loaded, made

    loaded, made = reach.change(ask)
    digits = loaded.approval.sha256.hex()[:SHORT]
    click.echo(f"Change {made.change} of {made.book.name}: {id_}, text {digits}.")
    click.echo(
        "Another person reads it and approves it: "
        f"eyesdown profile approve {id_} --venue {venue} --text {digits}"
    )


@click.command()
@AT_VENUE
@a_profile
@click.option(
    "--text",
    required=True,
    help=f"The hash of the text that you have read, or its first {SHORT} digits: "
    "`eyesdown profile show` prints it.",
)
@reaching(SERVICE)
def approve(venue: str, id_: str, text: str, reach: Reach) -> None:
    """Approve the text of profile ID that another person put forward."""
    if len(text) < SHORT:
        raise click.BadParameter(f"give {SHORT} digits of the hash at least", param_hint="--text")

    async def ask(eyesdown: Eyesdown) -> profiles_pb2.ProfileChange:
        try:
            found = (await _loaded(eyesdown, venue, id_)).approval
        except Denied:  # the same
            name = _book_of(venue, datetime.now(UTC).year)
            await eyesdown.profiles.approve(name, change=1, sha256=NOBODY, validate_only=True)
            raise
        _is(found.sha256, text)
        if not found.change:
            raise StartError([f"nobody has put the text {found.sha256.hex()[:SHORT]} forward"])
        book = await eyesdown.profiles.approve(found.book, change=found.change, sha256=found.sha256)
        return book.changes[found.change - 1]

    # Where somebody was first, it is theirs.
    made = reach.change(ask)
    by = f"by {plain(made.approved_by)}"
    click.echo(f"{id_}, text {made.sha256.hex()[:SHORT]}, is approved in {venue} {by}.")


@click.command()
@BOOK
@click.argument("change", type=click.IntRange(1))
@REASON
@reaching(SERVICE)
def withdraw(name: str, change: int, reason: str, reach: Reach) -> None:
    """Take CHANGE back, a number of BOOK, "akl/2026", approved or not: nothing new is opened under
    its text, and what is open goes on."""

    async def ask(eyesdown: Eyesdown) -> profiles_pb2.ProfileBook:
        return await eyesdown.profiles.withdraw(name, change=change, reason=reason)

    made = reach.change(ask).changes[change - 1]
    by = plain(f"by {made.withdrawn_by}: {made.reason}")
    venue = name.split("/")[1]
    click.echo(f"{made.profile}, text {made.sha256.hex()[:SHORT]}, is withdrawn in {venue} {by}.")


@click.command()
@BOOK
@AS_JSON
@reaching(SERVICE)
def book(name: str, as_json: bool, reach: Reach) -> None:
    """Show BOOK, "akl/2026": all that was put forward in a year, and what became of it."""

    async def ask(eyesdown: Eyesdown) -> profiles_pb2.ProfileBook:
        kept = eyesdown.profiles.get_profile_book(name)
        return await or_empty(kept, profiles_pb2.ProfileBook(name=name))

    found = reach.ask(ask)
    if as_json:
        click.echo(to_json(found))
        return
    rows = [_change(each) for each in found.changes]
    say(columns(rows) if rows else ["Nothing was put forward."])


COMMANDS = (standing, book, put_forward, approve, withdraw)


async def _loaded(eyesdown: Eyesdown, venue: str, id_: str) -> Loaded:
    """A profile as the service has it. Raises `StartError` where it has none of that id."""
    there = (await eyesdown.profiles.list_profiles(venue=venue)).profiles
    for each in there:
        if each.profile == id_:
            return each
    ids = ", ".join(each.profile for each in there) or "none"
    raise StartError([f"there is no profile {id_!r} for {venue}; there are {ids}"])


def _is(sha256: bytes, text: str) -> None:
    """Raise `StartError` unless the hash begins with what somebody has read."""
    if len(text) > WHOLE or not sha256.hex().startswith(text.lower()):
        told = f"the service has loaded the text {sha256.hex()[:SHORT]}, not {text[:SHORT]}"
        raise StartError([f"{told}: nothing was changed"])


def _book_of(venue: str, year: int) -> str:
    return f"venues/{venue}/profileBooks/{year}"


def _row(loaded: Loaded) -> tuple[str, ...]:
    found = loaded.approval
    where = f"{found.book.rpartition('/')[2]}/{found.change}" if found.change else ""
    venue, text = loaded.name.split("/")[1], found.sha256.hex()[:SHORT]
    return venue, loaded.profile, text, where, plain(_words(found))


def _change(change: profiles_pb2.ProfileChange) -> tuple[str, ...]:
    told = [f"put forward by {change.put_forward_by} on {_at(change.put_forward_at)}"]
    if change.approved_by:
        told.append(f"approved by {change.approved_by} on {_at(change.approved_at)}")
    if change.withdrawn_by:
        at = _at(change.withdrawn_at)
        told.append(f"withdrawn by {change.withdrawn_by} on {at}: {change.reason}")
    if change.note:
        told.append(change.note)
    return (
        f"{change.change}",
        change.profile,
        change.sha256.hex()[:SHORT],
        plain("; ".join(told)),
    )


def _words(found: profiles_pb2.ProfileApproval) -> str:
    """How a text stands, in words."""
    by = f"put forward by {found.put_forward_by}"
    match ProfileStanding(found.standing):
        case ProfileStanding.APPROVED:
            return f"approved by {found.approved_by} on {_at(found.approved_at)}, {by}"
        case ProfileStanding.PUT_FORWARD:
            return f"{by}; another person has to approve it"
        case ProfileStanding.WITHDRAWN:
            return f"withdrawn by {found.withdrawn_by}"
    return "nobody has put it forward"


def _at(stamp: Timestamp) -> str:
    return instant(stamp).strftime("%Y-%m-%d %H:%M UTC")
