"""How the RPCs of sessions, equipment and disputes are written down for their tests.

Roles, reasons and clauses are written down here by hand, from the design and the law.
PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.kit.draw_beside import World, ask_for, messages_of

READERS = frozenset(
    (
        *("caller", "announcer", "supervisor", "deputy_supervisor", "game_manager"),
        *("steward", "cashier", "operator", "auditor"),
    )
)
PLANNERS = frozenset(("game_manager", "supervisor", "operator"))
SIGNERS = frozenset(("game_manager", "supervisor"))
WITNESSES = frozenset(
    (
        *("steward", "caller", "supervisor", "announcer", "deputy_supervisor"),
        *("game_manager", "operator"),
    )
)
LONG = "x" * 2001
UNKNOWN: Any = 9
"""A number that no enum here has."""

Make = Callable[[World, Any], Awaitable[Any]]


@dataclass(frozen=True)
class Refusal:
    """What is refused: on a thing at `state`, the request with `changes`, asked by `by`."""

    state: str
    reason: str
    clause: str = ""
    by: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One RPC. `make` gives a request that goes through on a thing at `state`, asked by `by`.

    `other` makes another request of it; `malformed` gives values that a field must not have.
    """

    state: str
    by: str
    make: Make
    roles: frozenset[str]
    other: Mapping[str, Any] = field(default_factory=dict)
    refused: tuple[Refusal, ...] = ()
    malformed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)


def on(method: str, **more: Any) -> Make:
    """The request of an RPC on a thing, at the version that was seen."""

    async def make(world: World, thing: Any) -> Any:
        fields = getattr(messages_of(method), f"{method}Request").DESCRIPTOR.fields_by_name
        seen = {"version": thing.version} if "version" in fields else {}
        return ask_for(method, name=thing.name, **seen, **more)

    return make


def listing(method: str) -> Make:
    """The request of a list over the hall's venue."""

    async def make(world: World, _: Any) -> Any:
        return ask_for(method, parent=world.parent)

    return make


def named(kind: str) -> dict[str, tuple[Any, ...]]:
    names = (
        *("", f"{kind}/2026-11-29-01", "venues/akl", f"venues/akl/{kind}/mine"),
        *(f"venues/akl/{kind}/2026-11-29-A", f"venues/AKL/{kind}/2026-11-29-01"),
        "venues/akl/tables/2026-11-29-01",
    )
    return {"name": names}


def command(kind: str, **more: tuple[Any, ...]) -> dict[str, tuple[Any, ...]]:
    return {"request_id": ("", "7"), **named(kind), **more}


PARENT = ("", "akl", "venues/-", "venues/AKL")
LISTED = {
    "parent": ("", "akl", "venues/AKL", "venues/*"),
    "page_size": (501,),
    "page_token": (LONG, "!", "AAAA", "YS9i", "2026-11-29-01"),
}
DAYS = ("today", "2026-02-30")
DAY_IDS = ("", "7", "2026-11-29", "2026-11-29-A", "2026-13-40-01", "2026-11-29-a--b")
VERSION = (0,)
TEXT = ("", " x", "x ", "a\nb", LONG)
