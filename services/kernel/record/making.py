"""How what was given becomes a command. Pure: the audit makes it again from the commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from google.protobuf.message import Message

from services.kernel.record.commit import Given, ProfileRef

C = TypeVar("C")
M = TypeVar("M", bound=Message)
P = TypeVar("P")


def facts_of(given: Given, of: type[M]) -> M:
    """What the shell fetched for a command. Raises TypeError where it was decided without."""
    if not isinstance(given.facts, of):
        raise TypeError(f"{given.method} was decided without its facts")
    return given.facts


def by_request(
    makers: Mapping[type[Message], Callable[[Given, Any], C]], who: str
) -> Callable[[Given], C]:
    """How each command is made by the class of its request.

    What is made raises TypeError for a request that `who` ("a game") is not told.
    """

    def make(given: Given) -> C:
        maker = makers.get(type(given.request))
        if maker is None:
            raise TypeError(f"{given.method} is nothing that {who} is told")
        return maker(given, given.request)

    return make


def under_profile(
    opens: type[Message],
    profile_of: Callable[[ProfileRef], P],
    opening: Callable[[Given, Any, P], C],
    other: Callable[[Given], C],
) -> Callable[[Given], C]:
    """How commands are made where the request `opens` is decided by a profile's text, which
    `profile_of` finds by id and hash; `other` makes all others."""

    def make(given: Given) -> C:
        if not isinstance(given.request, opens):
            return other(given)
        if given.profile is None:
            raise TypeError(f"{given.method} was decided without its profile")
        return opening(given, given.request, profile_of(given.profile))

    return make
