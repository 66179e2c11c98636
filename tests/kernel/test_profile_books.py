"""The rules of a house: who puts a text forward, who approves it, and what that is worth."""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from eyesdown.common.v1 import profile_service_pb2 as pb
from eyesdown.common.v1 import profiles_pb2
from services.kernel import build
from services.kernel.approval import PROFILE_NOT_APPROVED, Approval, Standing, stood_for
from services.kernel.errors import Unavailable
from services.kernel.journal.store import JournalDown
from services.kernel.law import Refused
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.approvals import Approvals, Books, approval_of
from services.kernel.record.commit import Actor, ProfileRef
from services.kernel.record.profile_books import APPROVAL, BOOKS, CODEC, make
from services.kernel.record.profile_changes import (
    BOOK_FULL,
    CHANGE_WITHDRAWN,
    MOST,
    NO_SUCH_CHANGE,
    OTHER_PROFILE_TEXT,
    OWN_PROFILE_CHANGE,
    PUT_FORWARD_BEFORE,
    Approve,
    ProfileApproved,
    ProfilePutForward,
    ProfileWithdrawn,
    PutForward,
    Withdraw,
)
from services.kernel.record.seal import Keys, Sealer
from tests.kit.journal_memory import MemoryJournal
from tests.kit.law import Given

AT = datetime(2026, 11, 30, 8, tzinfo=UTC)
ONE, OTHER = b"\x01" * 32, b"\x02" * 32
BINGO = ProfileRef("nz-casino-bingo", ONE)
NONE = Approval(Standing.NOT_PUT_FORWARD, BINGO.id, ONE)
FORWARD = ProfilePutForward(1, BINGO.id, ONE, "a note", "mere", AT)
APPROVED = ProfileApproved(1, "carl", AT)
WITHDRAWN = ProfileWithdrawn(1, "a fault", "carl", AT)


def forward(by: str = "mere", text: bytes = ONE, found: Approval = NONE) -> PutForward:
    return PutForward(BINGO.id, text, "a note", ONE, found, by, AT)


# -- the book ----------------------------------------------------------------------------------


def test_the_text_that_is_loaded_is_put_forward():
    Given(BOOKS).when(forward()).then(FORWARD)


def test_another_text_than_the_one_that_is_loaded_is_not():
    Given(BOOKS).when(forward(text=OTHER)).refused(OTHER_PROFILE_TEXT)


def test_what_waits_or_stands_is_not_put_forward_again():
    Given(BOOKS, FORWARD).when(forward("ana")).refused(PUT_FORWARD_BEFORE)
    Given(BOOKS, FORWARD, APPROVED).when(forward("ana")).refused(PUT_FORWARD_BEFORE)
    # In the book of another year.
    older = Approval(Standing.APPROVED, BINGO.id, ONE, "venues/akl/profileBooks/2025", 3, 9, "ana")
    Given(BOOKS).when(forward(found=older)).refused(PUT_FORWARD_BEFORE)


def test_what_was_withdrawn_is_put_forward_anew():
    found = replace(NONE, standing=Standing.WITHDRAWN)
    again = replace(FORWARD, change=2)
    Given(BOOKS, FORWARD, APPROVED, WITHDRAWN).when(forward(found=found)).then(again)


def test_another_person_approves_it():
    Given(BOOKS, FORWARD).when(Approve(1, ONE, "carl", AT)).then(APPROVED)


@pytest.mark.parametrize(
    "spelling",
    ["mere", "Mere", " MERE ", "me\u200bre", "\uff4dere", "mere\u3164", "me\ufe0fre", "m\u034fere"],
)
def test_who_put_it_forward_does_not_under_whatever_spelling(spelling: str):
    Given(BOOKS, FORWARD).when(Approve(1, ONE, spelling, AT)).refused(OWN_PROFILE_CHANGE)
    assert OWN_PROFILE_CHANGE.alone  # counted, and alerted, as that


def test_nobody_approves_another_text_than_the_one_that_was_put_forward():
    Given(BOOKS, FORWARD).when(Approve(1, OTHER, "carl", AT)).refused(OTHER_PROFILE_TEXT)


def test_what_stands_is_not_approved_again():
    Given(BOOKS, FORWARD, APPROVED).when(Approve(1, ONE, "olga", AT)).nothing()


def test_what_was_withdrawn_is_not_approved():
    Given(BOOKS, FORWARD, WITHDRAWN).when(Approve(1, ONE, "olga", AT)).refused(CHANGE_WITHDRAWN)


def test_one_person_is_enough_to_take_it_back():
    for by in ("mere", "carl", "olga"):
        taken = ProfileWithdrawn(1, "a fault", by, AT)
        Given(BOOKS, FORWARD, APPROVED).when(Withdraw(1, "a fault", by, AT)).then(taken)
        Given(BOOKS, FORWARD).when(Withdraw(1, "a fault", by, AT)).then(taken)
    Given(BOOKS, FORWARD, WITHDRAWN).when(Withdraw(1, "again", "olga", AT)).nothing()


@pytest.mark.parametrize("command", [Approve(2, ONE, "carl", AT), Withdraw(2, "x", "carl", AT)])
def test_what_is_not_in_the_book_is_neither_approved_nor_withdrawn(command: Approve | Withdraw):
    Given(BOOKS, FORWARD).when(command).refused(NO_SUCH_CHANGE)


def test_a_book_ends():
    full = [replace(FORWARD, change=each, sha256=OTHER) for each in range(1, MOST + 1)]
    Given(BOOKS, *full).when(forward()).refused(BOOK_FULL)


# -- what it is worth --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("approval", "why"),
    [
        (None, ""),  # decided before it was asked
        (Approval(Standing.NOT_DEMANDED, BINGO.id, ONE), ""),
        (NONE, "was never put forward"),
        (
            replace(NONE, standing=Standing.PUT_FORWARD, put_forward_by="mere"),
            "was put forward by mere, and nobody has approved it",
        ),
        (
            replace(NONE, standing=Standing.WITHDRAWN, withdrawn_by="carl"),
            "was withdrawn by carl",
        ),
        (
            replace(NONE, standing=Standing.APPROVED, put_forward_by="mere", approved_by="mere"),
            "has the word of one person alone",
        ),
        (
            replace(NONE, standing=Standing.APPROVED, put_forward_by="mere"),
            "has the word of one person alone",
        ),
        (replace(NONE, standing=Standing.APPROVED, put_forward_by="a", approved_by="b"), ""),
    ],
)
def test_nothing_is_opened_by_the_word_of_one_person(approval: Approval | None, why: str):
    if not why:
        stood_for(approval)
        return
    with pytest.raises(Refused) as refused:
        stood_for(approval, clause="TBJ-notice")
    told = refused.value
    assert (told.reason, told.clause) == (PROFILE_NOT_APPROVED, "TBJ-notice")
    text = f"its text 010101010101 {why}."
    assert told.sentence == f"Nothing can be opened under {BINGO.id} here: {text}"


class Game:
    """What a game's opening is given."""

    def __init__(self, approval: Approval | None, profile: ProfileRef | None = BINGO) -> None:
        facts = profiles_pb2.ProfileBookFacts()  # any message without the field
        self.facts = facts if approval is None else Opened(approval)
        self.profile = profile


class Opened:
    """Facts with an approval."""

    def __init__(self, approval: Approval) -> None:
        self.approval = APPROVAL.to(approval)

    def HasField(self, name: str) -> bool:
        return name == "approval"


def test_an_approval_of_another_text_is_none_of_this_opening():
    assert approval_of(Game(NONE)) == NONE  # type: ignore[arg-type]
    for profile in (None, ProfileRef(BINGO.id, OTHER), ProfileRef("tn-charity-bingo", ONE)):
        with pytest.raises(ValueError, match="the approval is of nz-casino-bingo"):
            approval_of(Game(NONE, profile))  # type: ignore[arg-type]


# -- the books of a venue ----------------------------------------------------------------------


@pytest.fixture
def books(tmp_path: Path) -> Books:
    """Books over a journal in memory."""
    sealer = Sealer(Keys.prepare(tmp_path))
    return Aggregates(BOOKS, CODEC, MemoryJournal(), sealer, software=build.here())


def approvals(books: Books, *years: int, demanded: bool = True) -> Approvals:
    """The approvals in a journal of these years."""

    async def streams(venue: str) -> list[tuple[str, int]]:
        return [(venue, year) for year in years]

    return Approvals(books, streams, demanded)


async def asked(books: Books, year: int, by: str, request, facts=None) -> None:
    """Something is put on record in the book of a year."""
    request.request_id = str(uuid.uuid4())
    given = commits.Given(AT, Actor(by, 5), request.request_id, "a/b", request, facts)
    await books.transact(Name("akl", "profileBooks", str(year)), given, make, float("inf"))


async def put(books: Books, year: int, text: bytes = ONE) -> None:
    """A text is put forward."""
    request = pb.PutProfileForwardRequest(profile=BINGO.id, sha256=text)
    found = APPROVAL.to(replace(NONE, sha256=text))
    facts = profiles_pb2.ProfileBookFacts(loaded_sha256=text, found=found)
    await asked(books, year, "mere", request, facts)


async def approve(books: Books, year: int, text: bytes = ONE) -> None:
    """And approved."""
    await asked(books, year, "carl", pb.ApproveProfileRequest(change=1, sha256=text))


async def test_an_approval_of_an_earlier_year_holds_until_it_is_withdrawn(books: Books):
    await put(books, 2024)
    await approve(books, 2024)
    of = approvals(books, 2024, 2025, 2026)
    found = APPROVAL.of(await of.fact("akl", BINGO))
    assert (found.standing, found.book, found.change, found.book_version) == (
        Standing.APPROVED,
        "venues/akl/profileBooks/2024",
        1,
        2,
    )
    assert (found.put_forward_by, found.approved_by, found.approved_at) == ("mere", "carl", AT)
    await asked(books, 2024, "ana", pb.WithdrawProfileRequest(change=1, reason="x"))
    (withdrawn,) = await of.found("akl", [BINGO])
    assert (withdrawn.standing, withdrawn.withdrawn_by) == (Standing.WITHDRAWN, "ana")
    await put(books, 2026)
    (again,) = await of.found("akl", [BINGO])
    assert (again.standing, again.book) == (Standing.PUT_FORWARD, "venues/akl/profileBooks/2026")


async def test_every_text_stands_for_itself(books: Books):
    await put(books, 2026)
    await approve(books, 2026)
    others = [ProfileRef(BINGO.id, OTHER), ProfileRef("tn-charity-bingo", ONE)]
    one, *rest = await approvals(books, 2026).found("akl", [BINGO, *others])
    assert one.standing is Standing.APPROVED
    assert [each.standing for each in rest] == [Standing.NOT_PUT_FORWARD] * 2
    assert [(each.profile, each.sha256) for each in rest] == [
        (each.id, each.sha256) for each in others
    ]


async def test_where_it_is_not_demanded_nothing_is_looked_up():
    async def broken(venue: str) -> list[tuple[str, int]]:
        raise JournalDown("it is away")

    off = Approvals(None, broken, demanded=False)  # type: ignore[arg-type]
    found = APPROVAL.of(await off.fact("akl", BINGO))
    assert found == Approval(Standing.NOT_DEMANDED, BINGO.id, ONE)
    with pytest.raises(Unavailable):
        await Approvals(None, broken, demanded=True).fact("akl", BINGO)  # type: ignore[arg-type]
