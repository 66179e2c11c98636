"""Nothing is opened under rules that one person alone has changed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from eyesdown.common.v1 import profile_service_pb2 as pb
from eyesdown.common.v1 import profiles_pb2
from eyesdown.draw.v1 import events_pb2
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import told
from tests.kit.draw import SOON, Hall
from tests.kit.draw_beside import World, entry
from tests.kit.draw_hall import PROFILE, RULES, TENNESSEE, Person
from tests.kit.draw_play import Play, open_game, record
from tests.kit.paigow import PROFILE as PAI_GOW
from tests.kit.ruled import House, serving

pytest_plugins = ["tests.kit.ruled"]

Status = grpc.StatusCode
APPROVED = profiles_pb2.PROFILE_STANDING_APPROVED
NOBODY = b"\x00" * 32


async def approval_of(nats_connection: Connection, game: str) -> profiles_pb2.ProfileApproval:
    """What the opening of a game says that it rests on."""
    opened = (await record(nats_connection, Name.parse(game)))[0]
    facts = events_pb2.GameFacts()
    assert opened.command.facts.Unpack(facts)
    assert (facts.approval.profile, facts.approval.sha256) == (
        opened.profile.id,
        opened.profile.sha256,
    )
    return facts.approval


async def test_nothing_is_opened_until_two_persons_stand_for_the_rules(
    house: House, nats_connection: Connection
):
    book, digits = house.book, house.book.text.hex()[:12]
    failed = await house.refused()
    assert failed.message == (
        f"Nothing can be opened under {PROFILE} here: its text {digits} was never put forward."
    )
    assert "another person in one of these roles approves it" in failed.localized.message
    made = await book.put_forward(note="the prizes of Fridays")
    failed = await house.refused()
    assert failed.message.endswith(
        f"its text {digits} was put forward by mere, and nobody has approved it."
    )
    await book.approve(made)
    found = await approval_of(nats_connection, await house.open())
    assert (found.standing, found.put_forward_by, found.approved_by) == (APPROVED, "mere", "carl")
    assert (found.book, found.change, found.book_version) == (made.book.name, made.change, 2)


async def test_who_put_it_forward_approves_it_in_no_role_and_with_no_token(house: House):
    book, hall = house.book, house.hall
    made = await book.put_forward()
    for again in (
        book.mere,
        hall.person("mere", "casino_supervisor"),
        hall.person("mere", *ROLES, device="console-2"),
    ):
        failed = await told(book.stub.ApproveProfile(book.approving(made), metadata=again.at))
        assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "OWN_PROFILE_CHANGE")
    await house.refused()
    counted = await house.one.counted(
        "eyesdown_self_approvals_total", reason="OWN_PROFILE_CHANGE", action="approve_profile"
    )
    assert counted == 3


async def test_a_text_that_waits_for_its_second_person_is_counted_as_waiting(house: House):
    def waiting() -> Awaitable[float]:
        return house.one.counted("eyesdown_waiting", venue=house.hall.venue, what="profile")

    made = await house.book.put_forward()
    async with asyncio.timeout(SOON):
        while await waiting() != 1:
            pass
    await house.book.approve(made)
    async with asyncio.timeout(SOON):
        while await waiting():
            pass


async def test_a_file_that_changed_after_its_approval_is_another_text(
    house: House, nats_connection: Connection
):
    """The service that has the old text goes on with it, and one with the new text may not yet."""
    old = await house.book.stand()
    before = house.book.text
    house.book.change_the_file()
    async with serving(house.hall, "two") as other:
        await other.refused()
        stale = await told(other.book.put_forward(sha256=before))
        assert (stale.code, stale.reason) == (Status.FAILED_PRECONDITION, "OTHER_PROFILE_TEXT")
        assert (await approval_of(nats_connection, await house.open())).sha256 == before
        new = await other.book.put_forward()
        assert (new.book.name, new.change) == (old.book.name, 2)
        await other.refused()
        # Approving the change by the hash of the old text is approving what was not read.
        blind = other.book.approving(new, sha256=before)
        failed = await told(other.book.stub.ApproveProfile(blind, metadata=other.book.other.at))
        assert failed.reason == "OTHER_PROFILE_TEXT"
        await other.book.approve(new)
        found = await approval_of(nats_connection, await other.open())
        assert (found.change, found.sha256) == (2, other.book.text)
        assert found.sha256 != before


async def test_what_was_withdrawn_opens_nothing_more_and_what_is_open_goes_on(house: House):
    made = await house.book.stand()
    request = open_game(house.hall)
    draw, manager = house.one.draw, house.hall.manager
    opened = await draw.OpenGame(request, metadata=manager.at)
    play = await Play.opened(house.hall, draw)
    await house.book.withdraw(made)
    failed = await house.refused()
    assert failed.message.endswith("was withdrawn by carl.")
    await play.announce()
    assert await draw.OpenGame(request, metadata=manager.at) == opened
    late = await told(
        house.book.stub.ApproveProfile(house.book.approving(made), metadata=house.book.other.at)
    )
    assert (late.code, late.reason) == (Status.FAILED_PRECONDITION, "PROFILE_CHANGE_WITHDRAWN")
    again = await house.book.stand()
    assert again.change == 2
    await house.open()


async def test_an_approval_holds_for_whichever_service_is_started_later(house: House):
    made = await house.book.stand()
    async with serving(house.hall, "two") as other:
        await other.open()
        await other.book.withdraw(made)
        await house.refused()


async def test_each_venue_has_its_own_book(house: House):
    await house.book.stand()
    hall, there = house.hall, f"venues/{house.hall.elsewhere}"
    ella = hall.person("ella", "game_manager", venue=hall.elsewhere)
    request = open_game(hall, parent=there)
    failed = await told(house.one.draw.OpenGame(request, metadata=ella.at))
    assert failed.reason == "PROFILE_NOT_APPROVED"
    listed = await house.book.stub.ListProfiles(
        pb.ListProfilesRequest(parent=there), metadata=ella.at
    )
    assert {each.approval.standing for each in listed.profiles} == {
        profiles_pb2.PROFILE_STANDING_NOT_PUT_FORWARD
    }


async def test_a_session_is_opened_with_rules_that_stand(house: House):
    """Nobody wants to learn it at the second game of the evening."""
    world, hall = World(house.hall, house.one), house.hall
    planned = await world.do(
        "PrepareSession",
        hall.manager,
        parent=world.parent,
        session_id=f"{hall.day}-night",
        title="Sunday night",
        programme=[entry(1)],
    )
    failed = await told(world.do("OpenSession", hall.supervisor, planned))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "PROFILE_NOT_APPROVED")
    made = await house.book.stand()
    opened = await world.do("OpenSession", hall.supervisor, planned)
    assert opened.version == planned.version + 1
    await house.open(session=opened.name, programme_number=1)
    await house.book.withdraw(made)
    failed = await told(house.open(session=opened.name, programme_number=1))
    assert failed.reason == "PROFILE_NOT_APPROVED"


async def test_how_the_rules_stand_is_listed(house: House):
    made = await house.book.stand()
    ask = pb.ListProfilesRequest(parent=house.book.parent)
    listed = await house.book.stub.ListProfiles(ask, metadata=house.hall.auditor.at)
    assert listed.demanded
    by_id = {each.profile: each for each in listed.profiles}
    assert list(by_id) == [PROFILE, TENNESSEE]
    found = by_id[PROFILE].approval
    assert (found.standing, found.sha256, found.change) == (APPROVED, house.book.text, made.change)
    assert by_id[PROFILE].sort == "bingo"
    assert by_id[TENNESSEE].approval.standing == profiles_pb2.PROFILE_STANDING_NOT_PUT_FORWARD
    look = pb.GetProfileBookRequest(name=made.book.name)
    kept = await house.book.stub.GetProfileBook(look, metadata=house.hall.auditor.at)
    everywhere = pb.ListProfilesRequest(parent="venues/-")
    mine = await house.book.stub.ListProfiles(everywhere, metadata=house.hall.auditor.at)
    assert mine == listed
    assert by_id[PROFILE].name == f"{house.book.parent}/profiles/{PROFILE}"
    assert [each.approved_by for each in kept.book.changes] == ["carl"]
    assert kept.book.updated_at == kept.book.changes[-1].approved_at


async def test_where_it_is_not_demanded_the_opening_says_so(
    ruled_hall: Hall, nats_connection: Connection
):
    ruled_hall.more["PROFILE_APPROVAL"] = "auto"
    await ruled_hall.provision()
    async with serving(ruled_hall) as house:
        found = await approval_of(nats_connection, await house.open())
        assert found.standing == profiles_pb2.PROFILE_STANDING_NOT_DEMANDED
        assert not found.put_forward_by
        ask = pb.ListProfilesRequest(parent=house.book.parent)
        listed = await house.book.stub.ListProfiles(ask, metadata=ruled_hall.auditor.at)
        assert not listed.demanded


async def test_a_service_says_at_its_start_which_texts_do_not_stand(
    house: House, capfd: pytest.CaptureFixture[str]
):
    """Those that it plays by: who deals pai gow says so of the tables' rules."""
    await house.book.stand()
    folder = house.hall.folder
    for_us = f'venues = ["{house.hall.venue}", "{house.hall.elsewhere}"]'
    text = (RULES / f"profiles/{PAI_GOW}.toml").read_text()
    text = re.sub(r"^venues = .*$", for_us, text, flags=re.MULTILINE)
    (folder / f"rules/profiles/{PAI_GOW}.toml").write_text(text)
    for venue in (folder / "venues").glob("*.toml"):
        venue.write_text(venue.read_text().replace("profiles = [", f'profiles = ["{PAI_GOW}", '))
    capfd.readouterr()
    async with serving(house.hall, "two") as other:
        ask = pb.ListProfilesRequest(parent=house.book.parent)
        listed = await other.book.stub.ListProfiles(ask, metadata=house.hall.auditor.at)
        assert len(listed.profiles) == 3
        lines = capfd.readouterr().err.splitlines()
    told = [line for line in lines if "profile_not_approved" in line and "replica=two" in line]
    ours = [line for line in told if f"venue={house.hall.venue}" in line]
    assert len(told) == 3  # of two bingo profiles in each of two venues
    assert [f"profile={TENNESSEE}" in line for line in ours] == [True]
    assert "stands=not_put_forward" in ours[0]


# -- who, and what cannot be -------------------------------------------------------------------

KEEPERS = {"operator", "game_manager", "casino_supervisor"}
READERS = {*KEEPERS, "auditor", "supervisor", "tournament_director", "game_supervisor"}
METHODS = {
    "PutProfileForward": KEEPERS,
    "ApproveProfile": KEEPERS,
    "WithdrawProfile": KEEPERS,
    "GetProfileBook": READERS,
    "ListProfiles": READERS,
}


async def test_only_who_answers_for_the_games_may_change_their_rules(house: House):
    book, hall = house.book, house.hall
    made = await book.put_forward()
    requests = {
        "PutProfileForward": book.forwarding(
            profile=TENNESSEE, sha256=await _text_of(house, TENNESSEE), validate_only=True
        ),
        "ApproveProfile": book.approving(made, validate_only=True),
        "WithdrawProfile": book.withdrawing(made, validate_only=True),
        "GetProfileBook": pb.GetProfileBookRequest(name=made.book.name),
        "ListProfiles": pb.ListProfilesRequest(parent=book.parent),
    }

    async def ask(method: str, person: Person):
        return await getattr(book.stub, method)(requests[method], metadata=person.at)

    for method, permitted in METHODS.items():
        let_in = set()
        for role in ROLES:
            try:
                await ask(method, hall.person(f"some-{role}", role))
                let_in.add(role)
            except grpc.aio.AioRpcError as error:
                if error.code() is not Status.PERMISSION_DENIED:
                    raise
        assert let_in == permitted, method
        failed = await told(ask(method, hall.person("far", *ROLES, venue=hall.elsewhere)))
        assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
    look = pb.GetProfileBookRequest(name=made.book.name)
    kept = await book.stub.GetProfileBook(look, metadata=hall.auditor.at)
    assert kept.book == made.book  # nothing came of all that was only decided


async def _text_of(house: House, profile: str) -> bytes:
    ask = pb.ListProfilesRequest(parent=house.book.parent)
    listed = await house.book.stub.ListProfiles(ask, metadata=house.hall.auditor.at)
    return next(each.approval.sha256 for each in listed.profiles if each.profile == profile)


async def test_what_is_no_change_of_the_rules_is_refused(house: House):
    book, mere, carl = house.book, house.book.mere, house.book.other
    made = await book.put_forward()
    stub, none = book.stub, made.change + 1
    nowhere = made.book.name.rpartition("/")[0] + "/1999"
    wrong: list[tuple[Any, Message, Person, str]] = [
        (stub.PutProfileForward, book.forwarding(profile="no-such-bingo"), mere, "NOT_FOUND"),
        (stub.PutProfileForward, book.forwarding(profile="spare-bingo"), mere, "NOT_FOUND"),
        (stub.PutProfileForward, book.forwarding(sha256=NOBODY), mere, "OTHER_PROFILE_TEXT"),
        (stub.PutProfileForward, book.forwarding(), carl, "PROFILE_PUT_FORWARD_BEFORE"),
        (stub.ApproveProfile, book.approving(made, sha256=NOBODY), carl, "OTHER_PROFILE_TEXT"),
        (stub.ApproveProfile, book.approving(made, change=none), carl, "NO_SUCH_PROFILE_CHANGE"),
        (stub.WithdrawProfile, book.withdrawing(made, change=none), carl, "NO_SUCH_PROFILE_CHANGE"),
        (stub.ApproveProfile, book.approving(made, name=nowhere), carl, "NOT_FOUND"),
        (stub.WithdrawProfile, book.withdrawing(made, name=nowhere), carl, "NOT_FOUND"),
        (stub.GetProfileBook, pb.GetProfileBookRequest(name=nowhere), carl, "NOT_FOUND"),
    ]
    for call, request, person, reason in wrong:
        failed = await told(call(request, metadata=person.at))
        assert (failed.reason, type(request).__name__) == (reason, type(request).__name__)
    for malformed in (
        book.forwarding(sha256=b"short"),
        book.forwarding(profile="Not an id"),
        book.forwarding(request_id="7"),
        book.forwarding(note="x" * 401),
    ):
        failed = await told(stub.PutProfileForward(malformed, metadata=mere.at))
        assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    await book.approve(made)
    before = await told(stub.PutProfileForward(book.forwarding(), metadata=mere.at))
    assert before.reason == "PROFILE_PUT_FORWARD_BEFORE"


async def test_each_is_done_once_whatever_is_retried(house: House):
    book = house.book
    forward = book.forwarding(note="once")
    made = await book.stub.PutProfileForward(forward, metadata=book.mere.at)
    assert await book.stub.PutProfileForward(forward, metadata=book.mere.at) == made
    forward.note = "twice"
    failed = await told(book.stub.PutProfileForward(forward, metadata=book.mere.at))
    assert failed.reason == "REQUEST_ID_REUSED"
    approve = book.approving(made)
    approved = await book.stub.ApproveProfile(approve, metadata=book.other.at)
    assert await book.stub.ApproveProfile(approve, metadata=book.other.at) == approved
    third = house.hall.person("olga", "operator")
    again = await book.stub.ApproveProfile(book.approving(made), metadata=third.at)
    assert again == approved  # it stands already
    withdraw = book.withdrawing(made)
    withdrawn = await book.stub.WithdrawProfile(withdraw, metadata=book.mere.at)
    assert await book.stub.WithdrawProfile(withdraw, metadata=book.mere.at) == withdrawn
    assert await book.withdraw(made) == withdrawn.book
    assert withdrawn.book.version == 3
