"""Who may call what, where: over a real channel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc
import pytest

from eyesdown.common.v1 import options_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import draw_service_pb2_grpc, game_pb2
from services.kernel.serving.auth import Authentication
from services.kernel.serving.calls import Call, call
from services.kernel.serving.gate import Gate
from services.kernel.serving.guard import Guard, observing
from services.kernel.serving.policy import Access, Rules
from services.kernel.serving.tokens import Identity
from services.kernel.serving.validation import Validation
from services.kernel.settings import Settings
from services.kernel.venues import Venues
from tests.kernel.serving.kit import (
    GAME,
    VENUES,
    Denial,
    House,
    call_number,
    open_house,
    request_id,
    served,
    told,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

DRAW = "eyesdown.draw.v1.DrawService"
EVERYBODY = Identity("mia", {"*": frozenset(options_pb2.Role.values())})


async def called(house: House, request: object = None, method: str = "CallNumber", **how) -> Call:
    """Make a call that succeeds, and give back what its handler saw."""
    seen: list[Call] = []

    async def answer(request, context):
        seen.append(call())
        return getattr(pb, f"{method}Response")()

    house.draw.answers[method] = answer
    await getattr(house.play, method)(request or call_number(), **how)
    return seen[0]


async def test_who_holds_the_role_in_the_venue_may_call(house: House):
    seen = await called(house, metadata=house.as_("caller"))
    assert seen.actor.person == "mia"
    assert seen.actor.role == options_pb2.ROLE_CALLER
    assert seen.actor.device == "desk-1"
    assert (seen.venue, seen.scope) == ("akl", ("akl",))
    assert seen.method == f"{DRAW}/CallNumber"
    assert house.denials == []


async def test_a_role_held_everywhere_counts_in_each_venue(house: House):
    seen = await called(house, metadata=house.as_({"*": ["caller"]}))
    assert seen.venue == "akl"


async def test_a_wrong_role_is_denied_and_reported(house: House):
    failed = await told(house.play.CallNumber(call_number(), metadata=house.as_("seller")))
    assert failed.code is grpc.StatusCode.PERMISSION_DENIED
    assert failed.reason == "ROLE_NOT_PERMITTED"
    assert failed.message == "None of the roles used for this call may do it in venues/akl."
    assert failed.localized.message.endswith("Ask somebody whose role it is: caller.")
    assert house.denials == [Denial("mia", f"{DRAW}/CallNumber", GAME, "akl", "ROLE_NOT_PERMITTED")]


async def test_a_role_in_another_venue_is_denied_here(house: House):
    metadata = house.as_({"wlg": ["caller", "supervisor", "game_manager", "operator"]})
    failed = await told(house.play.CallNumber(call_number(), metadata=metadata))
    assert failed.code is grpc.StatusCode.PERMISSION_DENIED
    assert failed.reason == "VENUE_NOT_PERMITTED"
    assert house.denials[0].venue == "akl"


async def test_a_venue_cannot_be_probed(house: House):
    """Somebody without a role there is told the same of venues that are and that are not."""
    metadata = house.as_({"wlg": ["caller"]})
    there = await told(house.play.CallNumber(call_number(), metadata=metadata))
    nowhere = call_number("venues/xyz/games/2026-11-29-07")
    not_there = await told(house.play.CallNumber(nowhere, metadata=metadata))
    assert there.code is not_there.code is grpc.StatusCode.PERMISSION_DENIED
    assert there.reason == not_there.reason
    assert there.message.replace("akl", "xyz") == not_there.message
    assert house.denials[1].venue == ""  # no venue of ours, so nothing to keep a record in


async def test_an_unknown_venue_is_not_found_for_who_may_see_all(house: House):
    nowhere = call_number("venues/xyz/games/2026-11-29-07")
    failed = await told(house.play.CallNumber(nowhere, metadata=house.as_({"*": ["caller"]})))
    assert failed.code is grpc.StatusCode.NOT_FOUND
    assert failed.info.metadata["resource"] == "venues/xyz"


async def test_without_a_choice_the_first_role_of_the_policy_counts(house: House):
    """OpenGame's policy names game manager, supervisor, operator, in this order."""
    request = open_game()
    metadata = house.as_({"akl": ["operator", "supervisor", "caller"]})
    seen = await called(house, request, "OpenGame", metadata=metadata)
    assert seen.actor.role == options_pb2.ROLE_SUPERVISOR


async def test_a_caller_may_choose_the_role_they_act_in(house: House):
    metadata = house.as_({"akl": ["operator", "supervisor"]}, eyesdown_role="operator")
    seen = await called(house, open_game(), "OpenGame", metadata=metadata)
    assert seen.actor.role == options_pb2.ROLE_OPERATOR


@pytest.mark.parametrize(
    ("chosen", "reason", "message"),
    [
        (
            "game_manager",
            "ROLE_NOT_HELD",
            "Your access token does not hold the role game manager in venues/akl.",
        ),
        (
            "caller",
            "ROLE_NOT_PERMITTED",
            "None of the roles used for this call may do it in venues/akl.",
        ),
    ],
)
async def test_a_chosen_role_must_be_held_and_fit(
    house: House, chosen: str, reason: str, message: str
):
    """game_manager would fit but is not held; caller is held and does not fit."""
    metadata = house.as_({"akl": ["operator", "caller"]}, eyesdown_role=chosen)
    failed = await told(house.play.OpenGame(open_game(), metadata=metadata))
    assert (failed.code, failed.reason) == (grpc.StatusCode.PERMISSION_DENIED, reason)
    assert failed.message == message
    assert [each.reason for each in house.denials] == [reason]


async def test_a_chosen_role_that_there_is_not_is_told(house: House):
    metadata = house.as_("caller", eyesdown_role="king")
    failed = await told(house.play.CallNumber(call_number(), metadata=metadata))
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert list(failed.violations) == ["eyesdown-role"]


async def test_a_list_over_all_venues_is_over_those_where_the_role_holds(house: House):
    every = pb.ListGamesRequest(parent="venues/-")
    both = house.as_({"akl": ["auditor"], "wlg": ["operator"], "xyz": ["auditor"]})
    seen = await called(house, every, "ListGames", metadata=both)
    assert (seen.venue, seen.scope) == ("", ("akl", "wlg"))
    one = house.as_({"akl": ["seller"], "wlg": ["auditor"]})
    seen = await called(house, every, "ListGames", metadata=one)
    assert seen.scope == ("wlg",)
    chosen = house.as_({"akl": ["auditor"], "wlg": ["operator"]}, eyesdown_role="operator")
    seen = await called(house, every, "ListGames", metadata=chosen)
    assert seen.scope == ("wlg",)


@pytest.mark.parametrize(
    ("grants", "reason"),
    [
        ({"akl": ["seller"]}, "ROLE_NOT_PERMITTED"),
        ({"xyz": ["auditor"]}, "VENUE_NOT_PERMITTED"),
        ({}, "VENUE_NOT_PERMITTED"),
    ],
)
async def test_a_list_over_all_venues_needs_the_role_in_one(house: House, grants, reason):
    every = pb.ListGamesRequest(parent="venues/-")
    failed = await told(house.play.ListGames(every, metadata=house.as_(grants)))
    assert failed.code is grpc.StatusCode.PERMISSION_DENIED
    assert failed.reason == reason


@pytest.mark.parametrize(
    ("chosen", "reason"), [("seller", "ROLE_NOT_PERMITTED"), ("auditor", "ROLE_NOT_HELD")]
)
async def test_a_role_chosen_for_all_venues_is_held_in_one_and_fits(
    house: House, chosen: str, reason: str
):
    metadata = house.as_({"akl": ["operator"], "wlg": ["seller"]}, eyesdown_role=chosen)
    request = pb.ListGamesRequest(parent="venues/-")
    failed = await told(house.play.ListGames(request, metadata=metadata))
    assert (failed.code, failed.reason) == (grpc.StatusCode.PERMISSION_DENIED, reason)


async def test_a_denial_that_cannot_be_recorded_is_answered_all_the_same(tmp_path: Path):
    async def down(*denial):
        raise ConnectionError("journal down")

    async with open_house(tmp_path, denied=down) as house:
        failed = await told(house.play.CallNumber(call_number(), metadata=house.as_("seller")))
        assert failed.reason == "ROLE_NOT_PERMITTED"


def open_game() -> pb.OpenGameRequest:
    """A well formed request to open a game."""
    request = pb.OpenGameRequest(
        request_id=call_number().request_id,
        parent="venues/akl",
        game_id="2026-11-29-07",
        profile="nz-casino-bingo",
        game_version=1,
        selector=game_pb2.SELECTOR_ELECTRONIC,
        rooms=["main"],
    )
    request.stages.add(stage=game_pb2.STAGE_SERIES).prize.currency = "NZD"
    return request


async def test_what_has_no_policy_is_refused_to_everyone(house: House):
    """Without the check at start: each call by itself."""
    rules: Rules = {}
    venues = Venues.load(VENUES)
    guard = Guard(Access(venues), Validation(()), Settings(), venues)
    gate: Any = Gate(
        Authentication(lambda token: EVERYBODY, house.telemetry),
        rules,
        (observing(house.telemetry), guard.wrap),
    )
    draw_service_pb2_grpc.add_DrawServiceServicer_to_server(house.draw, gate)  # type: ignore[arg-type]  # a fake
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((gate,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        play: Any = draw_service_pb2_grpc.DrawServiceStub(channel)
        sent = (("authorization", "Bearer x"),)
        for call in (
            play.CallNumber(call_number(), metadata=sent),
            play.GetGame(pb.GetGameRequest(name=GAME), metadata=sent),
            play.WatchGame(pb.WatchGameRequest(name=GAME), metadata=sent).read(),
        ):
            failed = await told(call)
            assert failed.code is grpc.StatusCode.PERMISSION_DENIED
            assert failed.reason == "METHOD_NOT_PERMITTED"
    await server.stop(None)


async def test_methods_with_equal_handlers_keep_their_own_policies(tmp_path: Path):
    """Both are answered by the same function; only the caller may call the first."""
    empty = ".eyesdown.draw.v1.GetGameRequest"
    service = served(
        "equal_handlers",
        ("Call", empty, options_pb2.Policy(roles=[options_pb2.ROLE_CALLER]), False),
        ("Sell", empty, options_pb2.Policy(roles=[options_pb2.ROLE_SELLER]), False),
    )

    async def answer(request, context):
        return pb.GetGameResponse()

    def register(servicer, server):
        handler: Any = grpc.unary_unary_rpc_method_handler(
            answer, pb.GetGameRequest.FromString, pb.GetGameResponse.SerializeToString
        )
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(service, {"Call": handler, "Sell": handler}),)
        )

    async with open_house(tmp_path, also=register) as house:
        body = pb.GetGameRequest(name=GAME).SerializeToString()
        for _ in range(2):
            await house.raw(f"/{service}/Sell")(body, metadata=house.as_("seller"))
            failed = await told(house.raw(f"/{service}/Call")(body, metadata=house.as_("seller")))
            assert failed.reason == "ROLE_NOT_PERMITTED"


def call_out(room: str) -> pb.CallOutRequest:
    return pb.CallOutRequest(request_id=request_id(), name=GAME, room=room, cry=game_pb2.CRY_BINGO)


async def test_a_steward_of_a_hall_that_plays_along_calls_out_for_that_hall(house: House):
    metadata = house.as_({"wlg": ["steward"]})
    seen = await called(house, call_out("venues/wlg/rooms/main"), "CallOut", metadata=metadata)
    assert (seen.actor.role, seen.venue) == (options_pb2.ROLE_STEWARD, "akl")


@pytest.mark.parametrize(
    ("grants", "room"),
    [
        ({"wlg": ["steward"]}, "main"),
        ({"akl": ["steward"]}, "venues/wlg/rooms/main"),
    ],
)
@pytest.mark.case("B16")
async def test_nobody_speaks_for_the_hall_of_another_venue(
    house: House, grants: dict[str, list[str]], room: str
):
    failed = await told(house.play.CallOut(call_out(room), metadata=house.as_(grants)))
    assert failed.code is grpc.StatusCode.PERMISSION_DENIED
    assert failed.reason == "VENUE_NOT_PERMITTED"


@pytest.mark.parametrize(
    ("grants", "refused"),
    [
        ({"akl": ["operator"], "wlg": ["operator"]}, False),
        ({"akl": ["operator"]}, True),
        ({"akl": ["operator"], "wlg": ["steward"]}, True),
    ],
)
async def test_rooms_of_another_venue_are_only_for_who_may_do_it_there_too(
    house: House, grants: dict[str, list[str]], refused: bool
):
    request = open_game()
    request.rooms.append("venues/wlg/rooms/main")
    if refused:
        failed = await told(house.play.OpenGame(request, metadata=house.as_(grants)))
        assert failed.code is grpc.StatusCode.PERMISSION_DENIED
    else:
        assert (await called(house, request, "OpenGame", metadata=house.as_(grants))).venue == "akl"


async def test_a_room_that_is_none_is_an_invalid_argument(house: House):
    request = call_out("venues/wlg/halls/main")
    failed = await told(house.play.CallOut(request, metadata=house.as_("steward")))
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(failed.violations) == {"room"}
