"""By whose word each game was opened, an audit proves, and finds what was forged of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio
from google.protobuf.message import Message

from eyesdown.common.v1 import profiles_pb2
from eyesdown.draw.v1 import events_pb2, session_events_pb2
from eyesdown.journal.v1 import commit_pb2
from services.draw.audit import audited
from services.kernel.audit.auditor import Audit
from services.kernel.journal.archive import EVERYTHING, NatsArchive, Raw
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from services.kernel.profiles import Profiles
from services.kernel.record.seal import Keys
from tests.kit.draw import Hall
from tests.kit.draw_beside import World, entry
from tests.kit.draw_play import Play
from tests.kit.nats import Nats
from tests.kit.ruled import House, hall_in, serving

pytest_plugins = ["tests.kit.ruled"]

NOBODY = b"\x00" * 32
Facts = events_pb2.GameFacts
Change = Callable[[commit_pb2.Commit, Any], None]


class Forged(NatsArchive):
    """Shows the opening of a game, or another commit with facts, as somebody left it who could
    write past the service."""

    def __init__(
        self,
        nats_connection: Connection,
        game: str,
        change: Change,
        version: int = 1,
        facts: type[Message] = Facts,
    ) -> None:
        super().__init__(nats_connection)
        self._subject, self._change = Name.parse(game).subject, change
        self._version, self._facts = version, facts

    async def page(
        self, venue: str, year: int, after: int, subject: str = EVERYTHING
    ) -> Sequence[Raw]:
        page = await super().page(venue, year, after, subject)
        return [self._forged(raw) if raw.subject == self._subject else raw for raw in page]

    def _forged(self, raw: Raw) -> Raw:
        commit, facts = commit_pb2.Commit.FromString(raw.body), self._facts()
        if commit.version != self._version:
            return raw
        assert commit.command.facts.Unpack(facts)
        self._change(commit, facts)
        commit.command.facts.Pack(facts, deterministic=True)
        return replace(raw, body=commit.SerializeToString(deterministic=True))


async def audit_of(hall: Hall, archive: NatsArchive) -> Audit:
    """Everything of the hall examined."""
    audit = Audit(
        archive, audited(Profiles.load(hall.folder / "rules")), Keys(hall.folder / "keys")
    )
    try:
        assert await audit.everything(hall.venue)
    finally:
        await archive.close()
    return audit


async def test_an_audit_proves_by_whose_word_each_game_was_played(
    house: House, nats_connection: Connection
):
    made = await house.book.stand()
    await Play.announced(house.hall, house.one.draw)
    await house.open()
    await house.book.withdraw(made)
    audit = await audit_of(house.hall, NatsArchive(nats_connection))
    assert audit.report.findings == []
    proven = audit.report.proven
    assert (proven.approved, proven.undemanded) == (2, 0)
    assert (proven.decided, proven.undecided) == (proven.commits, 0)


@pytest.mark.parametrize("kept", [True, False], ids=["not demanded", "not said"])
async def test_an_opening_that_rests_on_nobodys_word_is_counted(
    kept: bool, forged_house: tuple[Hall, str], nats_connection: Connection
):
    """The law lets it pass, as it does what was opened before anybody asked; the sum shows it."""
    hall, game = forged_house

    def nobodys(_: commit_pb2.Commit, facts: Facts) -> None:
        told = facts.approval
        made = profiles_pb2.ProfileApproval(
            standing=profiles_pb2.PROFILE_STANDING_NOT_DEMANDED,
            profile=told.profile,
            sha256=told.sha256,
        )
        facts.ClearField("approval")
        if kept:
            facts.approval.CopyFrom(made)

    proven = (await audit_of(hall, Forged(nats_connection, game, nobodys))).report.proven
    assert (proven.approved, proven.undemanded) == (0, 1)


def one_person(_: commit_pb2.Commit, facts: Facts) -> None:
    facts.approval.approved_by = facts.approval.put_forward_by


def other_person(_: commit_pb2.Commit, facts: Facts) -> None:
    facts.approval.approved_by = "somebody"


def other_change(_: commit_pb2.Commit, facts: Facts) -> None:
    facts.approval.change = 2


def other_version(_: commit_pb2.Commit, facts: Facts) -> None:
    facts.approval.book_version = 1


def later_version(_: commit_pb2.Commit, facts: Facts) -> None:
    facts.approval.book_version = 9


def other_venue(_: commit_pb2.Commit, facts: Facts) -> None:
    facts.approval.book = "venues/akl/profileBooks/2026"


def other_year(_: commit_pb2.Commit, facts: Facts) -> None:
    facts.approval.book = f"{facts.approval.book[:-4]}1999"


def no_book(_: commit_pb2.Commit, facts: Facts) -> None:
    facts.approval.book = "my own"


def other_text(_: commit_pb2.Commit, facts: Facts) -> None:
    facts.approval.sha256 = NOBODY


def not_approved(_: commit_pb2.Commit, facts: Facts) -> None:
    facts.approval.standing = profiles_pb2.PROFILE_STANDING_PUT_FORWARD


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (one_person, "this is refused: PROFILE_NOT_APPROVED"),
        (other_person, "says otherwise of change 1 in version 2"),
        (other_change, "has no change 2 in version 2"),
        (other_version, "says otherwise of change 1 in version 1"),
        (later_version, "has no change 1 in version 9"),
        (other_venue, "is another venue's"),
        (other_year, "has no change 1 in version 2"),
        (no_book, "it names no book"),
        (other_text, "the approval is of nz-casino-bingo, text 000000000000"),
        (not_approved, "this is refused: PROFILE_NOT_APPROVED"),
    ],
)
async def test_an_opening_whose_approval_was_forged_is_found(
    change: Change, why: str, forged_house: tuple[Hall, str], nats_connection: Connection
):
    hall, game = forged_house
    found = (await audit_of(hall, Forged(nats_connection, game, change))).report.findings
    assert {each.name for each in found} == {game}
    assert any(why in each.why for each in found), found


async def test_an_opening_long_after_the_text_was_withdrawn_is_found(
    house: House, nats_connection: Connection
):
    made = await house.book.stand()
    game = await house.open()
    await house.book.withdraw(made)

    def later(commit: commit_pb2.Commit, _: Facts) -> None:
        commit.at.seconds += 120

    found = (await audit_of(house.hall, Forged(nats_connection, game, later))).report.findings
    assert f"change 1 of {made.book.name} was withdrawn by then" in [each.why for each in found]


async def test_what_a_session_was_opened_by_is_held_against_the_book_too(
    house: House, nats_connection: Connection
):
    await house.book.stand()
    world, hall = World(house.hall, house.one), house.hall
    planned = await world.do(
        "PrepareSession",
        hall.manager,
        parent=world.parent,
        session_id=f"{hall.day}-night",
        title="Sunday night",
        programme=[entry(1)],
    )
    opened = await world.do("OpenSession", hall.supervisor, planned)
    honest = (await audit_of(hall, NatsArchive(nats_connection))).report
    assert (honest.findings, honest.proven.approved, honest.proven.undemanded) == ([], 1, 0)

    def somebody(_: commit_pb2.Commit, facts: session_events_pb2.SessionFacts) -> None:
        facts.approvals[0].approved_by = "somebody"

    facts = session_events_pb2.SessionFacts
    forged = Forged(nats_connection, opened.name, somebody, opened.version, facts)
    found = (await audit_of(hall, forged)).report.findings
    assert {each.name for each in found} == {opened.name}
    assert any("says otherwise of change 1 in version 2" in each.why for each in found), found

    def nothing(_: commit_pb2.Commit, facts: session_events_pb2.SessionFacts) -> None:
        del facts.approvals[:]

    before = await audit_of(
        hall, Forged(nats_connection, opened.name, nothing, opened.version, facts)
    )
    assert (before.report.proven.approved, before.report.proven.undemanded) == (0, 1)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def forged_house(
    tmp_path_factory: pytest.TempPathFactory, nats_server: Nats
) -> tuple[Hall, str]:
    """A hall in which a game was opened by two persons' word, and its name."""
    hall = hall_in(tmp_path_factory.mktemp("forged"), nats_server)
    await hall.provision()
    async with serving(hall) as house:
        await house.book.stand()
        return hall, await house.open()
