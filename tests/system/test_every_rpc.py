"""Every RPC of every running service, every role, in its own venue and in another one.

The matrices of each service hold what is permitted against the design, written by hand. This holds
the running processes against their contracts: none is left out, and no other way leads in.
"""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from services.kernel.serving.tokens import ROLES, role_name
from tests.kit.evening import Evening, Metadata, Served, reason_of
from tests.kit.well_formed import well_formed

pytest_plugins = ["tests.kit.evening"]
pytestmark = pytest.mark.timeout(600)

OURS, THEIRS = "akl", "wlg"
LOOK, WITHIN = 0.2, 10.0
"""Seconds for a stream that is let in, and may have nothing to tell; and for any other answer."""

Status = grpc.StatusCode


def answered(
    evening: Evening, served: Served, request: Message, by: Metadata, expected: str = ""
) -> tuple[str, str]:
    """Code and reason of the answer. Where a stream is expected to be let in, it is not waited for
    until it has something to tell; `expected` is why it should not be."""
    try:
        body = request.SerializeToString()
        evening.ask(served, body, by, WITHIN if expected or not served.streams else LOOK)
    except grpc.RpcError as error:
        call: Any = error  # so it is, of whatever came from a server
        if served.streams and call.code() is Status.DEADLINE_EXCEEDED:
            return "OK", ""
        return call.code().name, reason_of(call)
    return "OK", ""


def denied(code: str, reason: str) -> str:
    """Why access was denied; empty where it was not, whatever came of the call then."""
    return reason if code in ("PERMISSION_DENIED", "UNAUTHENTICATED") else ""


def tries(evening: Evening) -> list[tuple[Served, Message]]:
    """Each RPC with a request that is well formed and changes nothing."""
    return [(served, well_formed(served.request, OURS)) for served in evening.served]


def test_every_role_may_do_what_the_contract_says_and_nothing_else(evening: Evening) -> None:
    wrong = []
    people = {role: evening.person(f"some-{role}", role, venue=OURS) for role in ROLES}
    for served, request in tries(evening):
        permitted = {role_name(role) for role in served.rule.roles}
        for role, by in people.items():
            expected = "" if served.rule.anyone or role in permitted else "ROLE_NOT_PERMITTED"
            found = denied(*answered(evening, served, request, by, expected))
            if found != expected:
                wrong.append(f"{served} as {role}: {found or 'let in'}")
    assert wrong == []
    assert len(evening.served) > 240  # every service's own, and what all of them answer


def test_case_B16_nobody_reaches_into_a_venue_without_a_role_there(evening: Evening) -> None:
    wrong = []
    strangers = {
        "all roles elsewhere": evening.person("sly", venue=THEIRS),
        "no role at all": (("authorization", f"Bearer {evening.issuer.issue('nob', {})}"),),
    }
    for served, request in tries(evening):
        if not served.rule.place:
            continue  # it is about no venue: what it tells is looked at below
        for who, by in strangers.items():
            found = denied(*answered(evening, served, request, by, "VENUE_NOT_PERMITTED"))
            if found != "VENUE_NOT_PERMITTED":
                wrong.append(f"{served} with {who}: {found or 'let in'}")
    assert wrong == []


def test_nobody_gets_in_without_a_token(evening: Evening) -> None:
    for served, request in tries(evening):
        found = answered(evening, served, request, (), "TOKEN_MISSING")
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
        elif answered(evening, served, _everywhere(request), by)[0] == "INVALID_ARGUMENT":
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
