"""Who may call what: the policies that stand in the contracts, read once, applied to each call.

What has no policy is refused to everyone, and a service that serves such a method does not start.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor, MethodDescriptor
from google.protobuf.message import Message

from eyesdown.common.v1 import options_pb2
from services.kernel import reasons
from services.kernel.errors import InvalidArgument, NotFound, PermissionDenied
from services.kernel.measuring.metric import action_of
from services.kernel.names import BadName, room_of, venue_of
from services.kernel.record.commit import Actor
from services.kernel.serving.tokens import ROLES, Identity, TokenRevoked, role_name
from services.kernel.settings import StartError
from services.kernel.venues import Venues

ROLE_KEY = "eyesdown-role"
"""Metadata in which a caller says in which of their roles they act."""

EVERY_VENUE = "-"
"""The venue of a list over every venue that the person may see."""


class PolicyError(StartError):
    """Methods are served that have no policy, or one that cannot be applied."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One RPC and its policy.

    `path` is "/eyesdown.draw.v1.DrawService/CallNumber", `method` the same without the slash and
    `action` is "call_number". `urgent` is what there is always room for. `place` is the request's
    field that names the venue, or empty; `lists` says that it may name every venue. `for_room`
    is its field with a room in whose venue the role is needed instead, `in_rooms` that with rooms
    in whose venues it is needed as well. `rooms` are all its fields that name rooms.
    """

    path: str
    method: str
    action: str
    roles: tuple[int, ...]
    anyone: bool
    regulated: bool
    urgent: bool
    place: str
    lists: bool
    request: Descriptor
    for_room: str = ""
    in_rooms: str = ""
    rooms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Granted:
    """Leave to go on: as whom, in which known venue (or empty), over which venues a list goes."""

    actor: Actor
    venue: str = ""
    scope: tuple[str, ...] = ()


def read(services: Iterable[str]) -> dict[str, Rule]:
    """The rules of these services' methods by path. Raises `PolicyError` that lists what is wrong.

    `services` are full names whose contracts are imported.
    """
    rules: dict[str, Rule] = {}
    problems: list[str] = []
    for service in services:
        try:
            methods = descriptor_pool.Default().FindServiceByName(service).methods
        except KeyError:
            problems.append(f"{service}: has no contract, so nobody may call it")
            continue
        for method in methods:
            rule, problem = _rule(method)
            rules[rule.path] = rule
            if problem:
                problems.append(f"{rule.method}: {problem}")
    if problems:
        raise PolicyError(problems)
    return rules


def _rule(method: MethodDescriptor) -> tuple[Rule, str]:
    """The rule of a method, and what is wrong with it."""
    service = method.containing_service.full_name
    policy = method.GetOptions().Extensions[options_pb2.policy]
    request = method.input_type
    place = next((name for name in ("name", "parent") if name in request.fields_by_name), "")
    rule = Rule(
        path=f"/{service}/{method.name}",
        method=f"{service}/{method.name}",
        action=action_of(method.name),
        roles=tuple(policy.roles),
        anyone=policy.anyone,
        regulated=policy.regulated,
        urgent=policy.urgent,
        place=place,
        lists=policy.every_venue or method.name.startswith("List"),
        request=request,
        for_room=policy.for_room,
        in_rooms=policy.in_rooms,
        rooms=_rooms(request) if place else (),
    )
    for field in filter(None, (rule.for_room, rule.in_rooms)):
        if field not in request.fields_by_name or not place:
            return rule, f"is for rooms by {field}, which its request does not have"
    if not rule.roles and not rule.anyone:
        return rule, "has no policy, so nobody may call it"
    if rule.roles and not place:
        return rule, "has roles, but its request has no name or parent that says in which venue"
    if policy.every_venue and (place != "parent" or rule.regulated):
        return rule, "is for every venue, but is regulated or has no parent"
    if rule.regulated and "request_id" not in request.fields_by_name:
        return rule, "is regulated, but its request has no request_id"
    if rule.urgent and method.server_streaming:
        return rule, "is urgent, but answers with a stream, which may go on for ever"
    if method.client_streaming:
        return rule, "takes a stream of requests, which cannot be admitted one by one"
    return rule, ""


def _rooms(request: Descriptor) -> tuple[str, ...]:
    fields = map(request.fields_by_name.get, ("room", "rooms"))
    return tuple(each.name for each in fields if each and each.type == each.TYPE_STRING)


class Access:
    """Decides whether a person may make a call. `venues` are those that are known here."""

    def __init__(self, venues: Venues) -> None:
        self._venues = venues
        self._known = frozenset(venues.ids)

    def authorize(
        self, identity: Identity, rule: Rule, request: Message, role: str = ""
    ) -> Granted:
        """Leave for `identity` to call; `role` is the one they chose to act in, or empty.

        Raises `PermissionDenied`, `TokenRevoked`, `InvalidArgument`, or `NotFound` for a venue that
        is not known (told only to somebody who holds a role there or everywhere).
        """
        if role and role not in ROLES:
            raise InvalidArgument(ROLE_KEY, f"expected one of {', '.join(ROLES)}")
        chosen = ROLES[role] if role else 0
        if not rule.place:
            self._not_revoked(identity)
            everywhere = frozenset[int]().union(*identity.grants.values())
            return Granted(_actor(identity, rule, everywhere, chosen, "any venue"))
        venue = self._venue(rule, request)
        if venue == EVERY_VENUE:
            return self._everywhere(identity, rule, chosen)
        spoken_for = _spoken_for(rule, request, venue) if rule.for_room else venue
        actor = self._in(spoken_for, identity, rule, chosen)
        if venue not in self._known:
            raise NotFound(f"venues/{venue}")
        for other in _also(rule, request, venue) if rule.in_rooms else ():
            self._in(other, identity, rule, chosen)
        return Granted(actor, venue, (venue,))

    def _in(self, venue: str, identity: Identity, rule: Rule, chosen: int) -> Actor:
        """The person as somebody who may call in a venue that is known."""
        if venue in identity.revoked_in:
            raise TokenRevoked(venue)
        held = identity.roles_in(venue)
        if not held:
            raise PermissionDenied(reasons.VENUE_NOT_PERMITTED, venue=f"venues/{venue}")
        if venue not in self._known:
            raise NotFound(f"venues/{venue}")
        return _actor(identity, rule, held, chosen, f"venues/{venue}")

    def _everywhere(self, identity: Identity, rule: Rule, chosen: int) -> Granted:
        """A list goes over the venues in which the person may call it."""
        if not rule.lists:
            raise InvalidArgument(rule.place, "expected one venue")
        self._not_revoked(identity)
        scope = []
        roles: frozenset[int] = frozenset()
        everywhere: frozenset[int] = frozenset()
        for venue in identity.venues(self._venues.ids):
            held = identity.roles_in(venue)
            everywhere |= held
            if _suits(rule, held, chosen):
                scope.append(venue)
                roles |= held
        if not scope and not rule.anyone and not identity.venues(self._venues.ids):
            raise PermissionDenied(reasons.VENUE_NOT_PERMITTED, venue="any venue")
        suiting = roles if scope else everywhere  # of none that suits it is told why
        return Granted(_actor(identity, rule, suiting, chosen, "any venue"), "", tuple(scope))

    def _venue(self, rule: Rule, request: Message) -> str:
        """The venue that a request names. One that is known needs no look at how it is written."""
        text = getattr(request, rule.place)
        first, _, rest = text.partition("/")
        venue: str = rest.partition("/")[0]
        if first == "venues" and venue in self._known:
            return venue
        try:
            return venue_of(text)
        except BadName as bad:
            raise InvalidArgument(rule.place, str(bad)) from None

    def _not_revoked(self, identity: Identity) -> None:
        """Raise `TokenRevoked` where the token counts for nothing in any venue."""
        if identity.revoked_in and not identity.venues(self._venues.ids):
            raise TokenRevoked


def _suits(rule: Rule, held: frozenset[int], chosen: int) -> bool:
    """Whether somebody who holds these roles may call, in the chosen role if any."""
    if chosen:
        return chosen in held and (rule.anyone or chosen in rule.roles)
    return rule.anyone or not held.isdisjoint(rule.roles)


def _actor(identity: Identity, rule: Rule, held: frozenset[int], chosen: int, where: str) -> Actor:
    """The person in the role they act in: the chosen one, or the first of the policy's that they
    hold."""
    if chosen and chosen not in held:
        role = role_name(chosen).replace("_", " ")
        raise PermissionDenied(reasons.ROLE_NOT_HELD, role=role, venue=where)
    if not _suits(rule, held, chosen):
        permitted = ", ".join(role_name(role).replace("_", " ") for role in rule.roles)
        raise PermissionDenied(
            reasons.ROLE_NOT_PERMITTED, venue=where, permitted=permitted or "a role they hold"
        )
    return Actor(identity.person, chosen or _first(rule.roles, held), identity.device)


def _first(roles: tuple[int, ...], held: frozenset[int]) -> int:
    for role in roles:
        if role in held:
            return role
    return min(held, default=0)


def _spoken_for(rule: Rule, request: Message, venue: str) -> str:
    """The venue in which the role is needed: that of the room, if it is of another."""
    return _room_s_venue(rule.for_room, venue, getattr(request, rule.for_room))


def _also(rule: Rule, request: Message, venue: str) -> list[str]:
    """The other venues in which the role is needed as well."""
    rooms = getattr(request, rule.in_rooms)
    venues = {_room_s_venue(rule.in_rooms, venue, room) for room in rooms}
    return sorted(venues - {venue})


def _room_s_venue(field: str, venue: str, room: str) -> str:
    try:
        return room_of(venue, room)[0]
    except BadName as bad:
        raise InvalidArgument(field, str(bad)) from None


def resource_of(rule: Rule, request: Message) -> str:
    """The resource that a request names, or empty."""
    return str(getattr(request, rule.place)) if rule.place else ""


Rules = Mapping[str, Rule]
