"""`eyesdown profile`: what a rule profile sets, from which clause, and what of it is assumed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

import click

from services.cli.common.output import columns, plain, say
from services.cli.rules.profile_book import COMMANDS
from services.kernel.profiles import Option, Profile, Profiles, UnknownProfile
from services.kernel.settings import StartError, read

HEAD = ("option", "value", "clause", "text of", "", "what the text leaves open")


@click.group()
def profile() -> None:
    """The rule profiles: show one, list them; on a running house, see who stands for them, put a
    text forward, approve or withdraw it.

    `show` and `list` read the files here. The others ask a service, any of them: where there is no
    draw, give another one's address with --draw.
    """


for each in COMMANDS:
    profile.add_command(each)


@profile.command("list")
def list_() -> None:
    """List the profiles that lie here: id, what is played under it, the venues that its text names.

    Whether two persons stand for the text in a venue is told by `standing`.
    """
    found = _profiles()
    say(columns([_row(found.get(each)) for each in found.ids]))


@profile.command()
@click.argument("id_", metavar="ID")
def show(id_: str) -> None:
    """Show the options of profile ID: value, clause, year of its text, and whether it is assumed.

    An option that is assumed is not settled by the text, in the part that is told beside it.
    """
    try:
        found = _profiles().get(id_)
    except UnknownProfile as unknown:
        raise StartError([str(unknown)]) from unknown
    say(render(found))


def render(profile: Profile) -> Iterator[str]:
    """A profile for people: what it is, then its options."""
    since = profile.commencement.isoformat(" ") if profile.commencement else "unknown"
    yield plain(profile.title)
    yield from columns(
        [
            ("profile", profile.id),
            ("for", profile.sort),
            ("text of", f"{profile.year}{' (assumed)' if profile.year_assumed else ''}"),
            ("in force since", since),
            ("names", ", ".join(profile.venues) or "no venue"),
            ("sha256", profile.sha256.hex()),
        ],
        indent="  ",
    )
    yield ""
    rows = [_option(name, option) for name, option in profile.options.items()]
    yield from columns([HEAD, *rows])


def value_words(value: object) -> str:
    """A value as people read it: "1: series; 3: part_series, series"."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(map(value_words, value)) or "none"
        case Mapping():
            return "; ".join(f"{key}: {value_words(each)}" for key, each in value.items()) or "none"
    return plain(str(value))


def _option(name: str, option: Option) -> tuple[str, ...]:
    assumed = "assumed" if option.assumed else ""
    value = value_words(option.value)
    return name, value, option.clause, str(option.year), assumed, plain(option.note)


def _row(profile: Profile) -> tuple[str, ...]:
    return profile.id, profile.sort, ", ".join(profile.venues) or "no venue", plain(profile.title)


def _profiles() -> Profiles:
    return Profiles.load(read(os.environ).rules_folder)
