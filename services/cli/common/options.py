"""Arguments and options that commands share, each with one name and one meaning."""

from __future__ import annotations

import enum
from collections.abc import AsyncIterable, Callable
from datetime import date, datetime
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
E = TypeVar("E", bound=enum.IntEnum)
R = TypeVar("R")

PAGE = 500
"""The most rows that a service answers at once."""

AS_JSON = click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
ROWS_AS_JSON = click.option("--json", "as_json", is_flag=True, help="As a line of JSON for each.")
VENUES = click.option("--venue", default="-", help="A venue's id; - is every one you may see.")
AT_VENUE = click.option("--venue", required=True, help="The venue's id.")
LIMIT = click.option(
    "--limit",
    default=50,
    show_default=True,
    type=click.IntRange(min=1),
    help="So many rows at most.",
)
AFTER = click.option(
    "--after", default=0, type=click.IntRange(min=0), help="Begin after this version."
)
DATE = click.DateTime(["%Y-%m-%d"])


def as_date(ctx: click.Context, parameter: click.Parameter, given: datetime | None) -> date | None:
    """A callback for an option of the type `DATE`: without the time that click gives it."""
    return given.date() if given else None


DAY = click.option("--day", type=DATE, callback=as_date, help="A gaming day.")
REASON = click.option("--reason", required=True, help="Why, for the record.")


def as_room(_: click.Context, __: click.Parameter, text: str) -> str:
    """A callback for a room as services take it: an id, or of "wlg/main" the full name; empty where
    none is given."""
    match text.split("/"):
        case [its_id] if its_id or not text:
            return its_id
        case [venue, its_id] | ["venues", venue, "rooms", its_id] if venue and its_id:
            return f"venues/{venue}/rooms/{its_id}"
    raise click.BadParameter(f"{text!r} is not of the form main, wlg/main or venues/wlg/rooms/main")


ROOM = click.option(
    "--room", required=True, callback=as_room, help="The room: main, or wlg/main of another venue."
)


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one; `--help` shows them in this order."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


class EitherSpelling(click.Choice[str]):
    """Choices of several words: "deputy-supervisor" is "deputy_supervisor"."""

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """The choice as it is compared, words joined by hyphens."""
        return spelt(super().normalize_choice(choice, ctx))


def spelt(word: str) -> str:
    """A word of the API as people type it: "deputy-supervisor"."""
    return word.lower().replace("_", "-").replace(" ", "-")


def phases_of(phases: type[E]) -> Callable[[F], F]:
    """`--phase`, which may be given again: the command takes `phases`."""
    words = {spelt(each.name): each for each in phases}
    return click.option(
        "--phase",
        "phases",
        multiple=True,
        type=EitherSpelling(list(words)),
        callback=lambda ctx, parameter, given: [words[each] for each in given],
        help="May be given again.",
    )


def full_name(kind: str, example: str) -> Callable[[click.Context, click.Parameter, str], str]:
    """A callback that gives the full name of "akl/<id>" of a kind; `example` is one for people."""

    def named(_: click.Context, __: click.Parameter, text: str) -> str:
        match text.split("/"):
            case [venue, its_id] | ["venues", venue, _, its_id] if venue and its_id:
                full = f"venues/{venue}/{kind}/{its_id}"
                if text in (full, f"{venue}/{its_id}"):
                    return full
        raise click.BadParameter(
            f"{text!r} is not of the form akl/{example} or venues/akl/{kind}/{example}"
        )

    return named


def named(kind: str, example: str, word: str = "NAME") -> Callable[[F], F]:
    """The argument that says which one of a kind; the command takes its full name as `name`."""
    return click.argument("name", metavar=word, callback=full_name(kind, example))


def in_venue(word: str, example: str) -> Callable[[F], F]:
    """The argument, called `word`, that says which one of a venue's where no service has it as a
    resource; the command takes the venue's id and its own as `given`."""

    def parted(_: click.Context, __: click.Parameter, text: str) -> tuple[str, str]:
        match text.split("/"):
            case [venue, its_id] if venue and its_id:
                return venue, its_id
        raise click.BadParameter(f"{text!r} is not of the form akl/{example}")

    return click.argument("given", metavar=word, callback=parted)


def day_of(name: str, word: str = "DAY") -> date:
    """The gaming day that the id in a name is, or the id itself; `word` is the argument's. Raises
    `click.BadParameter`."""
    day = name.rpartition("/")[2]
    try:
        return date.fromisoformat(day)
    except ValueError:
        told = f"{day!r} is no day, as 2026-11-29 is"
        raise click.BadParameter(told, param_hint=word) from None


async def first(limit: int, rows: AsyncIterable[R]) -> list[R]:
    """The first rows of a list, so many at most."""
    taken: list[R] = []
    async for row in rows:
        taken.append(row)
        if len(taken) == limit:
            break
    return taken
