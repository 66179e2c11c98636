"""Somebody who may not play is turned away at the till, and nobody else learns who or why."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import grpc
import pytest
import pytest_asyncio

from eyesdown.common.v1 import player_list_service_pb2 as pb
from eyesdown.common.v1 import players_pb2
from eyesdown.verify.v1 import sales_service_pb2 as sales
from services.kernel.journal.archive import NatsArchive
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from services.kernel.record.people import People
from services.kernel.record.seal import Keys
from services.kernel.record.sweeping import sweep
from services.kernel.serving.tokens import ROLES
from tests.kernel.serving.kit import told
from tests.kit.door import Door
from tests.kit.draw import Hall, Replica
from tests.kit.draw_hall import Person
from tests.kit.draw_play import Play, stored_of
from tests.kit.restarts import find, replacing, started_over
from tests.kit.verify import Hallway, Verify, desk, nzd, request_id, span

pytest_plugins = ["tests.kit.verify"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

Status = grpc.StatusCode
WHO = {"player": "Wiremu Tāmihana", "member_number": "M 47110042", "date_of_birth": "1961-02-03"}
NOTE = "Asked for it himself in March"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def door(hall: Hall, verify: Verify) -> Door:
    """The door of the module's hall."""
    keeper, other = hall.person("gina", "game_manager"), hall.person("carl", "casino_supervisor")
    return Door(verify.channel, hall.venue, keeper, other)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def game(hall: Hall, one: Replica, cards_of: Hallway) -> str:
    """A game whose cards are on sale; its name."""
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.open_sales(play.game.name, series.name)
    return play.game.name


def shown(number: str = "", name: str = "", born: str = "") -> players_pb2.PlayerShown:
    return players_pb2.PlayerShown(member_number=number, name=name, date_of_birth=born)


def buying(cards_of: Hallway, game: str, card: int, who: players_pb2.PlayerShown | None):
    request = cards_of.selling(game, card, card, 200)
    if who is not None:
        request.shown.CopyFrom(who)
    return request


async def buy(cards_of: Hallway, game: str, card: int, who: players_pb2.PlayerShown | None):
    request = buying(cards_of, game, card, who)
    return await cards_of.verify.sales.SellCards(request, metadata=cards_of.staff.seller.at)


async def test_who_is_on_the_list_is_sold_nothing_until_it_is_lifted(
    door: Door, cards_of: Hallway, game: str, nats: Connection
):
    await buy(cards_of, game, 1, shown("m47110042"))
    made = await door.bar(**WHO, note=NOTE)
    assert made.updated_at == made.bars[-1].at
    for who in (
        shown("m-47110042"),
        shown(name="TAMIHANA, wiremu", born="1961-02-03"),
        shown(name="Wiremu Tamihana"),
        shown("M 9", "Wiremu Tāmihana"),
    ):
        refused = await told(buy(cards_of, game, 2, who))
        assert (refused.code, refused.reason) == (Status.FAILED_PRECONDITION, "MAY_NOT_PLAY")
        told_all = f"{refused.message}{refused.info}{refused.localized}"
        for word in ("self", "excluded", "barred", "list", "tamihana", "47110042", NOTE):
            assert word.lower() not in told_all.lower()
    for other in (shown("M 47120042"), shown(name="Wiremu Tamihana", born="1961-02-04"), None):
        request = buying(cards_of, game, 3, other)
        sold = await cards_of.verify.sales.SellCards(request, metadata=cards_of.staff.seller.at)
        await cards_of.verify.sales.VoidSale(
            sales.VoidSaleRequest(
                request_id=request_id(), name=sold.block, sale=sold.sale.sale, reason="a test"
            ),
            metadata=cards_of.staff.second_seller.at,
        )
    await door.lift(made)
    sold = await buy(cards_of, game, 2, shown("m47110042"))
    for commit in await stored_of(nats, Name.parse(sold.block)):
        for word in ("47110042", "47120042", "Tamihana", "TAMIHANA", "1961"):
            assert word.encode() not in commit.body


async def test_the_attempt_is_on_record_and_a_retry_is_answered_as_before(
    door: Door, cards_of: Hallway, game: str, nats: Connection
):
    made = await door.bar(member_number="M 5")
    request = buying(cards_of, game, 20, shown("M5"))
    stub, seller = cards_of.verify.sales, cards_of.staff.seller
    assert (await told(stub.SellCards(request, metadata=seller.at))).reason == "MAY_NOT_PLAY"
    await door.lift(made)
    assert (await told(stub.SellCards(request, metadata=seller.at))).reason == "MAY_NOT_PLAY"
    sold = await buy(cards_of, game, 20, shown("M5"))
    bodies = [each.body for each in await stored_of(nats, Name.parse(sold.block))]
    assert any(b"MAY_NOT_PLAY" in body for body in bodies)


async def test_a_late_sale_is_entered_for_nobody_who_may_not_play(
    door: Door, hall: Hall, one: Replica, cards_of: Hallway, nats: Connection
):
    series = await cards_of.series()
    play = await Play.opened(hall, one.draw, serial_number=series.serial_number)
    await cards_of.open_sales(play.game.name, series.name)
    await cards_of.close_sales(play.game.name)
    stub, manager = cards_of.verify.sales, cards_of.staff.manager
    made = await door.bar(**WHO, note=NOTE)

    def late(who: players_pb2.PlayerShown | None) -> sales.EnterLateSaleRequest:
        return sales.EnterLateSaleRequest(
            request_id=request_id(),
            name=desk(play.game.name),
            cards=span(7),
            receipts=nzd(200),
            seller="sue",
            evidence="the stub in her till",
            shown=who,
        )

    turned_away = late(shown("M47110042"))
    for _ in ("the first time", "and a retry"):
        refused = await told(stub.EnterLateSale(turned_away, metadata=manager.at))
        assert (refused.code, refused.reason) == (Status.FAILED_PRECONDITION, "MAY_NOT_PLAY")
    sold = await stub.EnterLateSale(late(shown("M47120042")), metadata=manager.at)
    bodies = [each.body for each in await stored_of(nats, Name.parse(sold.block))]
    assert sum(b"MAY_NOT_PLAY" in body for body in bodies) == 1
    assert not any(b"47110042" in body or b"47120042" in body for body in bodies)
    await door.lift(made)


async def test_who_may_not_play_is_given_no_card_for_one_of_a_game_that_is_started_over(
    door: Door, hall: Hall, one: Replica, cards_of: Hallway, nats: Connection
):
    old, new = await started_over(hall, one, cards_of)
    stub, seller = cards_of.verify.sales, cards_of.staff.seller
    made = await door.bar(**WHO, note=NOTE)
    request = replacing(new, (1, 2), (31, 32))
    request.shown.CopyFrom(shown("M47110042"))
    for _ in ("the first time", "and a retry"):
        refused = await told(stub.ReplaceCards(request, metadata=seller.at))
        assert (refused.code, refused.reason) == (Status.FAILED_PRECONDITION, "MAY_NOT_PLAY")
    other = replacing(new, (1, 2), (31, 32))
    other.shown.CopyFrom(shown("M47120042"))
    given = await stub.ReplaceCards(other, metadata=seller.at)
    assert given.sale.cards == span(31, 32)
    for block in (given.block, (await find(cards_of, old, 1)).block):
        bodies = [each.body for each in await stored_of(nats, Name.parse(block))]
        assert not any(b"47110042" in body or b"47120042" in body for body in bodies)
    assert sum(b"MAY_NOT_PLAY" in body for body in bodies) == 1
    await door.lift(made)


async def test_who_is_barred_and_why_is_nowhere_but_in_people(
    door: Door, hall: Hall, nats: Connection
):
    made = await door.bar(**WHO, note=NOTE)
    (bar,) = made.bars[-1:]
    assert not any(text in str(made) for text in (*WHO.values(), NOTE, "self-excluded"))
    for commit in await stored_of(nats, Name.parse(made.name)):
        for text in (*WHO.values(), NOTE, "self-excluded"):
            assert text.encode() not in commit.body
    stream = f"KV_PEOPLE_{hall.venue}"

    async def entries(reference: str) -> list[str]:
        subjects = await nats.jetstream().stream_info(
            stream, subjects_filter=f"$KV.*.*.{reference}"
        )
        return sorted(subjects.state.subjects or {})

    look = pb.CheckPlayerRequest(parent=f"venues/{hall.venue}", shown=shown("M47110042"))
    seen = await door.lists.CheckPlayer(look, metadata=door.other.at)
    (found,) = seen.found
    assert seen.answer == players_pb2.PLAYER_ANSWER_MAY_NOT_PLAY
    assert (found.player, found.member_number, found.date_of_birth) == tuple(WHO.values())
    assert (found.category, found.note, found.bar) == ("self-excluded", NOTE, bar.bar)
    assert len(await entries(bar.player)) == 2
    await door.lift(made)
    seen = await door.lists.CheckPlayer(look, metadata=door.other.at)
    assert (seen.answer, len(seen.found)) == (players_pb2.PLAYER_ANSWER_MAY_PLAY, 0)
    for reference in (bar.player, bar.member_number, bar.date_of_birth, bar.category, bar.note):
        for subject in await entries(reference):
            kept = await nats.jetstream().get_last_msg(stream, subject)
            assert not kept.data


async def test_nobody_lifts_their_own_bar(door: Door, hall: Hall):
    made = await door.bar(**WHO, note=NOTE)
    failed = await told(door.lists.LiftBar(door.lifting(made), metadata=door.keeper.at))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, "OWN_BAR")
    for spelled in ("Gina", "gin\u3164a"):
        gina = hall.person(spelled, "casino_supervisor")
        failed = await told(door.lists.LiftBar(door.lifting(made), metadata=gina.at))
        assert failed.reason == "OWN_BAR"
    request = door.lifting(made)
    lifted = await door.lists.LiftBar(request, metadata=door.other.at)
    assert lifted.list.bars[-1].lifted_by == "carl"
    assert await door.lists.LiftBar(request, metadata=door.other.at) == lifted
    again = await door.lists.LiftBar(door.lifting(made), metadata=door.other.at)
    assert again.list.version == lifted.list.version


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"player": "", "member_number": ""}, "NOBODY_NAMED"),
        ({"until": datetime(2020, 1, 1, tzinfo=UTC)}, "BAR_OVER"),
        ({"until": datetime.now(UTC) + timedelta(days=731)}, "BARRED_TOO_LONG"),
    ],
)
async def test_a_bar_that_cannot_be_is_refused(
    door: Door, more: Mapping[str, object], reason: str, hall: Hall, nats: Connection
):
    stream = f"KV_PEOPLE_{hall.venue}"
    before = (await nats.jetstream().stream_info(stream)).state.last_seq
    failed = await told(door.bar(**{**WHO, **more}))
    assert (failed.code, failed.reason) == (Status.FAILED_PRECONDITION, reason)
    assert (await nats.jetstream().stream_info(stream)).state.last_seq == before


async def test_what_is_no_bar_is_malformed(door: Door, hall: Hall):
    for more in (
        {"category": "nuisance"},
        {"date_of_birth": "1961-02-30"},
        {"date_of_birth": "3 February"},
        {"until": None},
    ):
        failed = await told(door.bar(**{**WHO, **more}))
        assert (failed.code, failed.reason) == (Status.INVALID_ARGUMENT, "REQUEST_NOT_VALID")
    made = await door.bar(**WHO, note=NOTE)
    missing = pb.LiftBarRequest(request_id=request_id(), name=made.name, bar=made.bars[-1].bar + 1)
    failed = await told(door.lists.LiftBar(missing, metadata=door.other.at))
    assert failed.reason == "NO_SUCH_BAR"
    missing.name = f"venues/{hall.venue}/playerLists/1999"
    failed = await told(door.lists.LiftBar(missing, metadata=door.other.at))
    assert failed.reason in ("NO_JOURNAL", "NOT_FOUND")
    await door.lift(made)


async def test_a_bar_is_entered_once_whatever_is_retried(door: Door):
    request = door.barring(member_number="M 77", note=NOTE)
    made = await door.lists.BarPlayer(request, metadata=door.keeper.at)
    assert await door.lists.BarPlayer(request, metadata=door.keeper.at) == made
    request.note = "something else"
    assert await door.lists.BarPlayer(request, metadata=door.keeper.at) == made
    request.until.seconds += 60
    failed = await told(door.lists.BarPlayer(request, metadata=door.keeper.at))
    assert failed.reason == "REQUEST_ID_REUSED"
    await door.lift(made.list)


KEEPERS = {"operator", "game_manager", "casino_supervisor"}
METHODS = {
    "BarPlayer": KEEPERS,
    "LiftBar": KEEPERS,
    "GetPlayerList": {*KEEPERS, "auditor"},
    "CheckPlayer": KEEPERS,
}


@pytest.mark.parametrize("method", METHODS)
async def test_only_who_has_to_know_may_ask(method: str, door: Door, hall: Hall):
    made = await door.bar(member_number="M 6")
    requests = {
        "BarPlayer": door.barring(**WHO, validate_only=True),
        "LiftBar": door.lifting(made, validate_only=True),
        "GetPlayerList": pb.GetPlayerListRequest(name=made.name),
        "CheckPlayer": pb.CheckPlayerRequest(parent=f"venues/{hall.venue}", shown=shown("M 6")),
    }

    async def ask(person: Person):
        return await getattr(door.lists, method)(requests[method], metadata=person.at)

    let_in = set()
    for role in ROLES:
        try:
            await ask(hall.person(f"some-{role}", role))
            let_in.add(role)
        except grpc.aio.AioRpcError as error:
            if error.code() is not Status.PERMISSION_DENIED:
                raise
    assert let_in == METHODS[method]
    failed = await told(ask(hall.person("far", *ROLES, venue=hall.elsewhere)))
    assert (failed.code, failed.reason) == (Status.PERMISSION_DENIED, "VENUE_NOT_PERMITTED")
    await door.lift(made)


async def test_another_venue_s_list_bars_nobody_here(door: Door, hall: Hall):
    at = hall.person("ella", "operator", venue=hall.elsewhere).at
    await door.lists.BarPlayer(
        door.barring(parent=f"venues/{hall.elsewhere}", member_number="M 8"), metadata=at
    )
    look = pb.CheckPlayerRequest(parent=f"venues/{hall.venue}", shown=shown("M 8"))
    seen = await door.lists.CheckPlayer(look, metadata=door.other.at)
    assert seen.answer == players_pb2.PLAYER_ANSWER_MAY_PLAY


async def test_what_is_kept_for_nothing_is_swept(door: Door, hall: Hall, nats: Connection):
    """A name kept for a command that failed after all, and what is left of a bar that is over."""
    people, archive = People(nats, Keys(hall.folder / "keys")), NatsArchive(nats)
    made = await door.bar(**WHO, until=datetime.now(UTC) + timedelta(days=2))
    orphan = door.barring(player="Nobody at all")
    kept = await people.keep(hall.venue, orphan.request_id, orphan)
    refers = {made.bars[-1].player, made.bars[-1].member_number, kept.player, kept.category}

    async def swept(later: timedelta) -> set[str]:
        return refers & set(await sweep(archive, people, hall.venue, datetime.now(UTC) + later))

    try:
        assert await swept(timedelta(minutes=30)) == set()
        assert await swept(timedelta(minutes=61)) == {kept.player, kept.category}
        assert await people.name(hall.venue, made.bars[-1].player) == WHO["player"]
        assert await people.name(hall.venue, kept.player) is None
        assert await swept(timedelta(days=3)) == refers - {kept.player, kept.category}
        assert await swept(timedelta(days=3)) == set()
    finally:
        await archive.close()


async def test_who_was_erased_by_hand_is_nobody_at_once(door: Door, hall: Hall, nats: Connection):
    made = await door.bar(member_number="M 91")
    look = pb.CheckPlayerRequest(parent=f"venues/{hall.venue}", shown=shown("M 91"))
    seen = await door.lists.CheckPlayer(look, metadata=door.other.at)
    assert seen.answer == players_pb2.PLAYER_ANSWER_MAY_NOT_PLAY
    people = People(nats, Keys(hall.folder / "keys"))
    assert await people.erase(hall.venue, made.bars[-1].member_number)
    seen = await door.lists.CheckPlayer(look, metadata=door.other.at)
    assert seen.answer == players_pb2.PLAYER_ANSWER_MAY_PLAY
