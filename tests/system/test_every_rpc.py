"""Every RPC of every running service, every role, in its own venue and in another one.

The matrices of each service hold what is permitted against the design, written by hand. This holds
the running processes against their contracts: none is left out, and no other way leads in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from services.kernel.serving.tokens import ROLES, role_name
from tests.kit.evening import SOON, Evening, Metadata, Served, reason_of
from tests.kit.well_formed import well_formed

pytest_plugins = ["tests.kit.evening"]
pytestmark = pytest.mark.timeout(600)

OURS, THEIRS = "akl", "wlg"
LOOK, WITHIN = 0.5, SOON
"""Seconds for a stream that is let in, and may have nothing to tell; and for any other answer."""

Status = grpc.StatusCode


def asked(
    evening: Evening, served: Served, request: Message, by: Metadata, expected: str = ""
) -> Callable[[], tuple[str, str]]:
    """Ask, and give back what waits for code and reason of the answer. Where a stream is expected
    to be let in, it is not waited for until it has something to tell; `expected` is why it should
    not be."""
    seconds = WITHIN if expected or not served.streams else LOOK
    answer = evening.asking(served, request.SerializeToString(), by, seconds)

    def answered() -> tuple[str, str]:
        try:
            answer()
        except grpc.RpcError as error:
            call: Any = error  # so it is, of whatever came from a server
            if served.streams and call.code() is Status.DEADLINE_EXCEEDED:
                return "OK", ""
            return call.code().name, reason_of(call)
        return "OK", ""

    return answered


def denials(
    evening: Evening, served: Served, request: Message, people: Mapping[str, tuple[Metadata, str]]
) -> dict[str, str]:
    """Of people who ask the same together, each with why access should be denied them: why it was,
    of those of whom that is another reason."""
    waiting = {
        who: asked(evening, served, request, by, expected) for who, (by, expected) in people.items()
    }
    found = {who: denied(*answered()) for who, answered in waiting.items()}
    return {who: why for who, why in found.items() if why != people[who][1]}


def denied(code: str, reason: str) -> str:
    """Why access was denied; empty where it was not, whatever came of the call then."""
    return reason if code in ("PERMISSION_DENIED", "UNAUTHENTICATED") else ""


@pytest.fixture(scope="module")
def tries(evening: Evening) -> list[tuple[Served, Message]]:
    """Each RPC with a request that is well formed and changes nothing."""
    return [(served, well_formed(served.request, OURS)) for served in evening.served]


def test_every_role_may_do_what_the_contract_says_and_nothing_else(
    evening: Evening, tries: list[tuple[Served, Message]]
) -> None:
    wrong = []
    people = {role: evening.person(f"some-{role}", role, venue=OURS) for role in ROLES}
    for served, request in tries:
        permitted = {role_name(role) for role in served.rule.roles}
        expected = {
            role: "" if served.rule.anyone or role in permitted else "ROLE_NOT_PERMITTED"
            for role in people
        }
        asking = {role: (by, expected[role]) for role, by in people.items()}
        for role, found in denials(evening, served, request, asking).items():
            wrong.append(f"{served} as {role}: {found or 'let in'}")
    assert wrong == []
    assert len(evening.served) > 240  # every service's own, and what all of them answer


def test_case_B16_nobody_reaches_into_a_venue_without_a_role_there(
    evening: Evening, tries: list[tuple[Served, Message]]
) -> None:
    wrong = []
    nowhere = (("authorization", f"Bearer {evening.issuer.issue('nob', {})}"),)
    strangers = {
        "all roles elsewhere": (evening.person("sly", venue=THEIRS), "VENUE_NOT_PERMITTED"),
        "no role at all": (nowhere, "VENUE_NOT_PERMITTED"),
    }
    for served, request in tries:
        if not served.rule.place:
            continue  # it is about no venue: what it tells is looked at below
        for who, found in denials(evening, served, request, strangers).items():
            wrong.append(f"{served} with {who}: {found or 'let in'}")
    assert wrong == []


def test_nobody_gets_in_without_a_token(
    evening: Evening, tries: list[tuple[Served, Message]]
) -> None:
    for served, request in tries:
        found = asked(evening, served, request, (), "TOKEN_MISSING")()
        assert found == ("UNAUTHENTICATED", "TOKEN_MISSING")


def test_case_B16_lists_and_streams_over_every_venue_show_one_s_own(evening: Evening) -> None:
    """There is plenty in Auckland; whoever is of Wellington sees nothing of it."""
    by = evening.person("wil", venue=THEIRS)
    # What is listed of one thing is asked for by its name, and so in one venue.
    every = [each for each in evening.served if each.rule.lists and each.rule.place != "name"]
    for served in every:
        request = well_formed(served.request, OURS)
        if not served.rule.place:
            pass
        elif asked(evening, served, _everywhere(request), by)()[0] == "INVALID_ARGUMENT":
            continue  # its own rules ask for one venue
        else:
            request = _everywhere(request)
        reply = evening.ask(served, request.SerializeToString(), by, WITHIN)
        assert reply is not None, served
        assert not [name for name in _names(reply) if not name.startswith(f"venues/{THEIRS}")]
    shown = evening.person("aud", "auditor", venue=OURS)
    seen = 0
    for served in every:
        if served.rule.place and "auditor" in map(role_name, served.rule.roles):
            request = _everywhere(well_formed(served.request, OURS))
            reply = evening.ask(served, request.SerializeToString(), shown, WITHIN)
            seen += len(_names(reply))
    assert seen > 20  # the same lists are not empty to whoever is of Auckland


def _everywhere(request: Message) -> Message:
    made = type(request)()
    made.CopyFrom(request)
    made.parent = "venues/-"  # type: ignore[attr-defined]
    return made


def _names(reply: Message | None) -> list[str]:
    """What a reply shows, by name: its rows, or its change."""
    found = []
    for field, value in reply.ListFields() if reply is not None else ():
        for each in value if field.is_repeated else [value]:
            if getattr(each, "name", ""):
                found.append(each.name)
    return found
