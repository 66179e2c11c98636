"""Who is there in the evening, the walls that they see, and how its figures are checked."""

from __future__ import annotations

import enum
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import click

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import Eyesdown, EyesdownError
from services.cli.house.house import House, open_house
from services.cli.screens.walls import Walls
from services.kernel.journal.tls import tls_of
from services.kernel.money import Money
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import Settings, StartError
from services.kernel.venues import Venues
from services.kernel.walk import now

VENUE = "akl"
ROOMS = ("main", "mezzanine", "terrace")

Grants = Mapping[str, Sequence[str]]
_PEOPLE: Mapping[str, Grants] = {
    # Auckland. Mere and Dee have their posts in Wellington too, for the game that links both.
    "mere": {VENUE: ["game_manager"], "wlg": ["game_manager"]},
    "max": {VENUE: ["game_manager"]},
    "cal": {VENUE: ["caller"]},
    "sue": {VENUE: ["supervisor"]},
    "stu": {VENUE: ["steward"]},
    "sal": {VENUE: ["seller"]},
    "cora": {VENUE: ["cashier"]},
    "dee": {VENUE: ["deputy_supervisor"], "wlg": ["deputy_supervisor"]},
    # Wellington.
    "wil": {"wlg": ["steward"]},
    # The head office.
    "olga": {"*": ["operator"]},
    # Memphis.
    "mel": {"mem": ["game_manager"]},
    "cy": {"mem": ["caller"]},
    "sid": {"mem": ["supervisor"]},
    "ann": {"mem": ["announcer"]},
    "sam": {"mem": ["steward"]},
}


class Differs(StartError):
    """A figure is not the one that was worked out by hand."""


@dataclass
class Evening:
    """The people by their names, each with a client of their own; the walls by venue; `desk`, those
    who have to do with cards, as the verify service knows them; and what is handed on from part to
    part: the session's name, and games by a name of the part's choice."""

    people: Mapping[str, Eyesdown]
    walls: Mapping[str, Walls]
    house: House
    venues: Venues
    settings: Settings
    desk: Mapping[str, Eyesdown] = field(default_factory=dict)
    session: str = ""
    games: dict[str, game_pb2.Game] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)

    @property
    def day(self) -> str:
        """The gaming day in Auckland."""
        return self.day_of(VENUE)

    def day_of(self, venue: str) -> str:
        """The gaming day in a venue."""
        return self.venues.get(venue).gaming_day(now()).isoformat()

    def __getitem__(self, person: str) -> Eyesdown:
        """What a person calls through."""
        return self.people[person]

    def begin(self, what: str) -> None:
        """Say what is played now."""
        click.echo(f"\n{what}")

    def say(self, what: str) -> None:
        """Say what happens now."""
        click.echo(f"  {what}")

    def figures(self, of: str) -> None:
        """Say of what the figures are that follow."""
        click.echo(f"\nFigures of {of}")

    def check(self, what: str, found: object, expected: object) -> None:
        """Compare a figure with the one worked out by hand, and say so."""
        same = found == expected
        click.echo(f"  {'ok     ' if same else 'DIFFERS'} {what}: {_brief(found)}")
        if not same:
            self.differences.append(
                f"{what} is {_brief(found)}, and by hand it is {_brief(expected)}"
            )

    async def refused(self, what: str, reason: str, calling: object) -> None:
        """Something that must not be done is tried; say how it is answered, for this `reason`."""
        try:
            await calling  # type: ignore[misc]  # any of the client's calls
        except EyesdownError as refused:
            clause = f" [{refused.clause}]" if refused.clause else ""
            click.echo(f"  {what}: {refused.reason}{clause}: {refused.sentence} {refused.advice}")
            if refused.reason != reason:
                self.differences.append(f"{what}: {refused.reason}, and by hand it is {reason}")
            return
        raise Differs([f"{what}: and nothing refused it"])


@asynccontextmanager
async def evening_of(settings: Settings, environment: Mapping[str, str]) -> AsyncIterator[Evening]:
    """Open the house and let everybody in."""
    venues = Venues.load(settings.venues_folder)
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(open_house(settings, environment))
        await house.until_ready("draw")
        await house.until_ready("verify")
        issuer = DevIssuer.of(settings)
        people = {
            person: await stack.enter_async_context(
                Eyesdown(house.running.services["draw"], token=issuer.issue(person, grants))
            )
            for person, grants in _PEOPLE.items()
        }
        desk = {
            person: await stack.enter_async_context(
                Eyesdown(
                    house.running.services["verify"],
                    token=issuer.issue(person, _PEOPLE[person]),
                )
            )
            for person in ("mere", "sal", "cal", "sue", "cora")
        }
        walls = {}
        for venue in venues:
            rooms = [room.id for room in venue.rooms]
            walls[venue.id] = await stack.enter_async_context(
                Walls.hung(house.running.nats, venue.id, rooms, click.echo, tls_of(settings))
            )
            titles = ", ".join(room.title for room in venue.rooms)
            click.echo(f"{venue.title}: rooms {titles}")
        yield Evening(people, walls, house, venues, settings, desk)


def _brief(figure: object) -> str:
    """A figure as it is printed: of a long list its ends."""
    match figure:
        case bool():
            return "yes" if figure else "no"
        case enum.Enum():
            return figure.name.lower().replace("_", " ")
        case Money():
            return figure.shown
        case [] | ():
            return "none"
        case list() if len(figure) > 6:
            return f"{len(figure)} of them, {_brief(figure[:3])} … {_brief(figure[-3:])}"
        case dict():
            return ", ".join(f"{key} {_brief(value)}" for key, value in figure.items())
        case list() | tuple():
            nested = any(isinstance(each, list | tuple) for each in figure)
            return ("; " if nested else ", ").join(map(_brief, figure))
    return str(figure)
