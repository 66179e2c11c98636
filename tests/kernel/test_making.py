"""How what was given becomes a command."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from services.kernel.record.commit import Actor, Given, ProfileRef
from services.kernel.record.making import by_request, facts_of, under_profile

PROFILE = ProfileRef("house", b"\x01" * 32)


def given(
    request: Message, facts: Message | None = None, profile: ProfileRef | None = None
) -> Given:
    """Something given."""
    return Given(
        at=datetime(2026, 11, 29, tzinfo=UTC),
        actor=Actor("ann", 1, "desk"),
        request_id="11111111-1111-4111-8111-111111111111",
        method="toy.Toys/Play",
        request=request,
        facts=facts,
        profile=profile,
    )


command = by_request({Duration: lambda given, request: f"wait {request.seconds}"}, "a toy")


def test_a_command_is_made_by_its_request() -> None:
    assert command(given(Duration(seconds=3))) == "wait 3"
    with pytest.raises(TypeError, match=r"^toy\.Toys/Play is nothing that a toy is told$"):
        command(given(Timestamp()))


def test_facts_are_those_that_the_shell_fetched_for_it() -> None:
    known = Timestamp(seconds=1)
    assert facts_of(given(Duration(), known), Timestamp) is known
    for other in (None, Duration()):
        with pytest.raises(TypeError, match=r"^toy\.Toys/Play was decided without its facts$"):
            facts_of(given(Duration(), other), Timestamp)


def test_what_opens_something_is_made_with_the_text_of_its_profile() -> None:
    texts = {PROFILE: "the rules"}
    make = under_profile(
        Timestamp,
        texts.__getitem__,
        lambda given, request, rules: f"open at {request.seconds} by {rules}",
        command,
    )
    assert make(given(Timestamp(seconds=5), profile=PROFILE)) == "open at 5 by the rules"
    assert make(given(Duration(seconds=3))) == "wait 3"
    with pytest.raises(TypeError, match=r"^toy\.Toys/Play was decided without its profile$"):
        make(given(Timestamp(seconds=5)))
