"""`eyesdown paigow`: what a pai gow table's rules come to, worked out exactly."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import click

from services.cli.common.output import columns, say
from services.kernel.profiles import Profile, Profiles, UnknownProfile
from services.kernel.settings import StartError, read
from services.paigow.domain.profile import PaiGowProfile, Rules
from services.paigow.domain.tiles.houseway import HouseWay
from services.paigow.odds.deals import Deals, best_against, way_against_itself

SORT = "pai-gow"


@click.group()
def paigow() -> None:
    """Look at what the rules of a pai gow table come to."""


@paigow.command()
@click.option("--profile", "id_", default="nz-pai-gow", show_default=True, help="A rule profile.")
@click.option(
    "--commission",
    metavar="PERCENT",
    help='Taken of wins: "5", "2.5", "1/3"; as the profile has it if not given.',
)
@click.option(
    "--house-way",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Another house way than the profile's.",
)
def odds(id_: str, commission: str | None, file: Path | None) -> None:
    """Count every deal to a bank and one player, and tell the house edge exactly.

    The bank sets its hand the house way of the profile, and copies are the bank's. The player
    sets the house way too, or else as is best against it. Another house way, to be weighed before
    a house takes it, is a TOML file with a name, a version and steps in the form that
    services/paigow/domain/tiles/ways.py tells.
    """
    profile = _profile(id_)
    rules = _rules(profile)
    rate = Fraction(rules.commission, 10_000) if commission is None else _rate(commission)
    way = rules.way if file is None else _way(profile.values, file)
    played = {"house way": way_against_itself(way), "best play": best_against(way, rate)}
    say(render(way, rate, played))


def render(way: HouseWay, commission: Fraction, played: dict[str, Deals]) -> Iterator[str]:
    """The counts and the edges, for people; `played` by how the player sets the hands."""
    deals = next(iter(played.values())).all
    yield f"{deals:,} deals of four tiles to a bank and one player, each counted."
    yield (
        f"The bank sets the house way {way.name}, version {way.version}, with {way.ties.value} "
        f"for ties; a lone Gee Jun tile in its lists: {_words(way.lone_gee_jun.value)}."
    )
    yield f"Commission is {_percent(commission)} of wins, without rounding."
    yield ""
    yield from columns(
        [
            ("the player's hand", "wins", "loses", "pushes"),
            *((name, *map(_share(each.all), _counts(each))) for name, each in played.items()),
        ]
    )
    yield ""
    for name, each in played.items():
        yield f"{name}, house edge on the player: {_edge(each.edge_on_player(commission))}"
    same = played["house way"].edge_on_banker(commission)
    yield f"house way, edge on a player who banks: {_edge(same)}"


def _counts(deals: Deals) -> tuple[int, int, int]:
    return deals.win, deals.lose, deals.push


def _share(deals: int) -> Callable[[int], str]:
    return lambda count: f"{count:,} ({count / deals:.4%})"


def _edge(edge: Fraction) -> str:
    return f"{float(edge):.4%}, exactly {edge.numerator}/{edge.denominator} of the wager"


def _percent(rate: Fraction) -> str:
    percent = rate * 100
    return f"{float(percent):g} %" if float(percent) == percent else f"{percent} %"


def _words(value: str) -> str:
    return value.replace("_", " ")


def _rate(text: str) -> Fraction:
    try:
        rate = Fraction(text.strip().removesuffix("%").strip()) / 100
    except (ValueError, ZeroDivisionError) as error:
        raise StartError(
            [f'--commission {text!r} is no percentage: "5", "2.5" or "1/3"']
        ) from error
    if not 0 <= rate <= 1:
        raise StartError([f"--commission {text!r} is not between 0 and 100"])
    return rate


def _way(options: Mapping[str, object], file: Path) -> HouseWay:
    try:
        table = tomllib.loads(file.read_text())
        return HouseWay.of({**options, "house_way": {"name": file.stem, **_tuples(table)}})
    except ValueError as wrong:
        raise StartError([f"{file}: {wrong}"]) from wrong


def _tuples(table: Mapping[str, object]) -> dict[str, object]:
    """A TOML table with its lists as tuples, as the options of a profile are read."""
    return {name: _plain(value) for name, value in table.items()}


def _plain(value: object) -> object:
    match value:
        case list():
            return tuple(map(_plain, value))
        case dict():
            return _tuples(value)
    return value


def _profile(id_: str) -> Profile:
    try:
        profile = Profiles.load(read(os.environ).rules_folder).get(id_)
    except UnknownProfile as unknown:
        raise StartError([str(unknown)]) from unknown
    if profile.sort != SORT:
        raise StartError([f"{id_} is a profile for {profile.sort}, not for {SORT}"])
    return profile


def _rules(profile: Profile) -> Rules:
    try:
        return PaiGowProfile.of(profile.id, profile.values).rules
    except ValueError as wrong:
        raise StartError([f"profile {profile.id}, {wrong}"]) from wrong
