"""Tokens taken back: what goes on record, and what is left of an identity by it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from eyesdown.common.v1 import options_pb2
from eyesdown.journal.v1 import revocations_pb2
from services.kernel.following.heads import Head
from services.kernel.law import Refused, Standing
from services.kernel.names import Name
from services.kernel.record import revocations
from services.kernel.record.revocations import (
    MOST,
    Revoked,
    RevokeTokens,
    TokensRevoked,
    decide,
    evolve,
)
from services.kernel.serving.revoked import RevokedTokens
from services.kernel.serving.tokens import LEEWAY, Identity

AT = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
DAY = Name("akl", revocations.KIND, "2026-11-29")
LONGEST = 3_600.0


def taken(
    person: str = "", token_id: str = "", at: datetime = AT, sparing: bool = False
) -> TokensRevoked:
    return TokensRevoked(person, token_id, "left behind on a bus", "mere", at, sparing)


def told(
    person: str = "", token_id: str = "", at: datetime = AT, sparing: bool = False
) -> RevokeTokens:
    return RevokeTokens(person, token_id, "left behind on a bus", "mere", at, sparing)


# -- what is decided ---------------------------------------------------------------------------


def test_the_tokens_of_a_person_are_taken_back_again_and_again():
    later = AT + timedelta(minutes=1)
    before = (taken("cal"),)
    assert decide(told("cal", at=later), before).events == (taken("cal", at=later),)


def test_a_token_is_taken_back_once():
    assert decide(told(token_id="t-1"), ()).events == (taken(token_id="t-1"),)
    decision = decide(told(token_id="t-1"), (taken(token_id="t-1"),))
    assert (decision.events, decision.refusal) == ((), None)
    assert decide(told(token_id="t-2"), (taken(token_id="t-1"),)).events


def test_an_operator_takes_back_what_was_left_to_an_auditor():
    for command, before, done in (
        (told(token_id="t-1"), taken(token_id="t-1", sparing=True), True),
        (told(token_id="t-1", sparing=True), taken(token_id="t-1", sparing=True), False),
        (told(token_id="t-1", sparing=True), taken(token_id="t-1"), False),
    ):
        assert bool(decide(command, (before,)).events) is done


def test_a_day_s_record_ends_before_it_is_too_long():
    full = tuple(taken(f"p-{number}") for number in range(MOST))
    with pytest.raises(Refused) as refused:
        decide(told("cal"), full)
    assert refused.value.reason.code == "REVOCATIONS_FULL"
    assert evolve((), taken("cal")) == (taken("cal"),)


# -- what is left ------------------------------------------------------------------------------


class Days:
    """The days as the journal has them."""

    def __init__(self) -> None:
        self.states: dict[Name, Revoked] = {}
        self.now = AT.timestamp()
        self.table = RevokedTokens(self.read, LONGEST, lambda: self.now)

    async def read(self, name: Name) -> Any:
        snapshot: Any = type("Read", (), {"state": self.states[name]})
        return snapshot

    async def have(self, *revoked: TokensRevoked, day: Name = DAY) -> None:
        self.states[day] = revoked
        row = revocations_pb2.RevocationsRow(count=len(revoked))
        at = revoked[-1].at
        self.table.seen(Head(day, len(revoked), 1, at, Standing.WAITING, row))
        await self.table.begin()


@pytest.fixture
def days() -> Days:
    return Days()


def holder(person: str = "cal", issued: float = 0.0, token_id: str = "t-1") -> Identity:
    grants = {"akl": frozenset({1}), "wlg": frozenset({1})}
    return Identity(person, grants, "desk-1", token_id, AT.timestamp() + issued)


async def test_a_person_s_tokens_count_for_nothing_in_that_venue_alone(days: Days):
    await days.have(taken("cal"))
    left = days.table.left(holder(issued=-60))
    assert left.revoked_in == {"akl"}
    assert left.roles_in("akl") == frozenset()
    assert left.venues(["akl", "wlg"]) == ("wlg",)
    assert days.table.left(holder("ana")) == holder("ana")


@pytest.mark.parametrize("typed", ["Cal", " cal", "CAL", "c\u200bal", "cal\u3164"])
async def test_a_person_is_taken_back_in_every_spelling(typed: str, days: Days):
    await days.have(taken(typed))
    assert days.table.left(holder()).revoked_in == {"akl"}
    assert days.table.left(holder("CAL")).revoked_in == {"akl"}
    assert days.table.left(holder("carl")).revoked_in == frozenset()


async def test_an_auditor_is_spared_and_nothing_else_that_they_are(days: Days):
    auditor, caller = int(options_pb2.ROLE_AUDITOR), 1
    both = Identity("cal", {"akl": frozenset({caller}), "*": frozenset({auditor})}, issued=0.0)
    await days.have(taken("cal", sparing=True))
    left = days.table.left(both)
    assert left.roles_in("akl") == {auditor}
    assert left.revoked_in == frozenset()
    assert days.table.left(holder()).revoked_in == {"akl"}  # no auditor
    for order in ((True, False), (False, True)):
        await days.have(*(taken("cal", sparing=sparing) for sparing in order))
        assert days.table.left(both).revoked_in == {"akl"}


async def test_a_token_that_is_issued_later_is_good(days: Days):
    await days.have(taken("cal"))
    for issued, good in ((-1, False), (0, False), (LEEWAY, False), (LEEWAY + 1, True)):
        assert (not days.table.left(holder(issued=issued)).revoked_in) == good, issued


async def test_one_token_is_taken_back_and_no_other_of_its_person(days: Days):
    await days.have(taken(token_id="t-1"))
    assert days.table.left(holder()).revoked_in == {"akl"}
    # Whenever that one is said to be issued.
    assert days.table.left(holder(issued=9_999)).revoked_in == {"akl"}
    assert days.table.left(holder(token_id="t-2")).revoked_in == frozenset()
    # Tokens without an id are not one and the same.
    assert days.table.left(holder(token_id="")).revoked_in == frozenset()


async def test_a_later_revocation_takes_back_what_came_between(days: Days):
    await days.have(taken("cal"), taken("cal", at=AT + timedelta(minutes=10)))
    assert days.table.left(holder(issued=300)).revoked_in == {"akl"}
    await days.have(taken("cal"))  # told of again, out of order
    assert days.table.left(holder(issued=300)).revoked_in == {"akl"}


async def test_venues_do_not_stand_in_for_each_other(days: Days):
    await days.have(taken("cal"))
    await days.have(taken("cal"), day=Name("wlg", revocations.KIND, "2026-11-29"))
    assert days.table.left(holder()).revoked_in == {"akl", "wlg"}


async def test_what_has_nothing_left_to_take_back_is_forgotten(days: Days):
    await days.have(taken("cal"), taken(token_id="t-1"))
    assert days.table._people
    assert days.table._tokens
    days.now += LONGEST + 2 * LEEWAY + 1
    await days.have(taken("ana", at=AT + timedelta(seconds=days.now - AT.timestamp())))
    assert list(days.table._people) == ["ana"]
    assert days.table._tokens == {}
    # A day of long ago is not even read.
    days.table.seen(Head(DAY, 1, 1, AT, Standing.WAITING, revocations_pb2.RevocationsRow()))
    del days.states[DAY]
    await days.table.begin()


async def test_whoever_has_streams_to_end_is_told(days: Days):
    told_of = []
    days.table.changed = lambda: told_of.append(days.table.left(holder()).revoked_in)
    await days.have(taken("cal"))
    assert told_of == [{"akl"}]
