"""Every call of the draw is there, and says what it was told to say."""

from __future__ import annotations

import functools
import re
import uuid
from datetime import UTC, date, datetime
from typing import Any

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

import eyesdown_client
from eyesdown.common.v1 import money_pb2, venue_service_pb2
from eyesdown.draw.v1 import draw_service_pb2 as rpc
from eyesdown.draw.v1 import game_pb2
from eyesdown_client import (
    Cry,
    Draw,
    Eyesdown,
    Invalid,
    Phase,
    Post,
    Sales,
    Selector,
    Stage,
    Verdict,
    bingo,
    line,
    money,
)
from tests.client.draw.corrections import CALLS as RIGHTING
from tests.client.draw.room_calls import CALLS as ROOMS
from tests.client.draw.standing_calls import CALLS as STANDING
from tests.client.house import NAME, Connect, House

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
GAME = game_pb2.Game(name=NAME, version=3)
SESSION = "venues/akl/sessions/2026-11-29-evening"
VOID = "venues/akl/games/2026-11-29-06"
CAGE = "venues/akl/equipment/2026-cage-2"
FIVE_HUNDRED = money_pb2.Money(currency="NZD", minor_units=50_000)

CALLS = {
    **ROOMS,
    **STANDING,
    "OpenGame": (
        lambda draw: draw.open_game(
            venue="akl",
            game_id="2026-11-29-07",
            profile="nz-casino-bingo",
            game_version=3,
            stages=[line(money("NZD", 500_00)), bingo()],
            selector=Selector.RECEPTACLE,
            rooms=["main", "terrace"],
            serial_number="A 12/7",
            practice=True,
            sales=Sales.VERIFY,
            session=SESSION,
            programme_number=3,
            restart_of=VOID,
            equipment=CAGE,
            request_id=RID,
        ),
        rpc.OpenGameRequest(
            request_id=RID,
            parent="venues/akl",
            game_id="2026-11-29-07",
            profile="nz-casino-bingo",
            game_version=3,
            stages=[
                game_pb2.StagePrize(stage=game_pb2.STAGE_PART_SERIES, prize=FIVE_HUNDRED),
                game_pb2.StagePrize(stage=game_pb2.STAGE_SERIES),
            ],
            serial_number="A 12/7",
            selector=game_pb2.SELECTOR_RECEPTACLE,
            rooms=["main", "terrace"],
            practice=True,
            sales=game_pb2.SALES_VERIFY,
            session=SESSION,
            programme_number=3,
            restart_of=VOID,
            equipment=CAGE,
        ),
        rpc.OpenGameResponse(game=GAME),
    ),
    "AssignStaff": (
        lambda draw: draw.assign_staff(
            NAME, post=Post.CALLER, person="ana", room="main", swap=True, request_id=RID
        ),
        rpc.AssignStaffRequest(
            request_id=RID,
            name=NAME,
            post=game_pb2.POST_CALLER,
            person="ana",
            room="main",
            swap=True,
        ),
        rpc.AssignStaffResponse(game=GAME),
    ),
    "ReleaseStaff": (
        lambda draw: draw.release_staff(NAME, post=Post.ASSISTANT, person="eve", request_id=RID),
        rpc.ReleaseStaffRequest(
            request_id=RID, name=NAME, post=game_pb2.POST_ASSISTANT, person="eve"
        ),
        rpc.ReleaseStaffResponse(game=GAME),
    ),
    "RecordAttendance": (
        lambda draw: draw.record_attendance(NAME, room="main", players=180, request_id=RID),
        rpc.RecordAttendanceRequest(request_id=RID, name=NAME, room="main", players=180),
        rpc.RecordAttendanceResponse(game=GAME),
    ),
    "CheckHearing": (
        lambda draw: draw.check_hearing(NAME, room="main", heard=True, request_id=RID),
        rpc.CheckHearingRequest(request_id=RID, name=NAME, room="main", heard=True),
        rpc.CheckHearingResponse(game=GAME),
    ),
    "InspectEquipment": (
        lambda draw: draw.inspect_equipment(
            NAME, objects=75, equal=True, room="main", request_id=RID
        ),
        rpc.InspectEquipmentRequest(request_id=RID, name=NAME, objects=75, equal=True, room="main"),
        rpc.InspectEquipmentResponse(game=GAME),
    ),
    "CutOffCall": (
        lambda draw: draw.cut_off_call(NAME, position=8, request_id=RID),
        rpc.CutOffCallRequest(request_id=RID, name=NAME, position=8),
        rpc.CutOffCallResponse(game=GAME),
    ),
    "ExplainGame": (
        lambda draw: draw.explain_game(NAME),
        rpc.ExplainGameRequest(name=NAME),
        rpc.ExplainGameResponse(game=GAME),
    ),
    "GetCallSheet": (
        lambda draw: draw.get_call_sheet(NAME, position=7),
        rpc.GetCallSheetRequest(name=NAME, position=7),
        rpc.GetCallSheetResponse(game=GAME),
    ),
    "AnnounceGame": (
        lambda draw: draw.announce_game(
            NAME,
            version=3,
            game_version=2,
            stages=[line(money("NZD", 500_00))],
            serial_number="A 12/7",
            request_id=RID,
        ),
        rpc.AnnounceGameRequest(
            request_id=RID,
            name=NAME,
            version=3,
            game_version=2,
            stages=[game_pb2.StagePrize(stage=game_pb2.STAGE_PART_SERIES, prize=FIVE_HUNDRED)],
            serial_number="A 12/7",
        ),
        rpc.AnnounceGameResponse(game=GAME),
    ),
    "SelectNumber": (
        lambda draw: draw.select_number(NAME, position=4, ball=17, request_id=RID),
        rpc.SelectNumberRequest(request_id=RID, name=NAME, position=4, ball=17),
        rpc.SelectNumberResponse(game=GAME, number=17),
    ),
    "CallNumber": (
        lambda draw: draw.call_number(NAME, position=4, request_id=RID),
        rpc.CallNumberRequest(request_id=RID, name=NAME, position=4),
        rpc.CallNumberResponse(game=GAME),
    ),
    "ConfirmCall": (
        lambda draw: draw.confirm_call(NAME, position=4, ball=17, request_id=RID),
        rpc.ConfirmCallRequest(request_id=RID, name=NAME, position=4, ball=17),
        rpc.ConfirmCallResponse(game=GAME),
    ),
    "CallOut": (
        lambda draw: draw.call_out(
            NAME,
            room="main",
            after_position=4,
            cry=Cry.NOISE,
            player="Rewi",
            on_behalf=True,
            heard_at=datetime(2026, 11, 29, 7, 30, tzinfo=UTC),
            witnesses=["Hana"],
            request_id=RID,
        ),
        rpc.CallOutRequest(
            request_id=RID,
            name=NAME,
            room="main",
            after_position=4,
            cry=game_pb2.CRY_NOISE,
            player="Rewi",
            on_behalf=True,
            heard_at=Timestamp(seconds=1_795_937_400),
            witnesses=["Hana"],
        ),
        rpc.CallOutResponse(game=GAME, call_out=1),
    ),
    "DecideCallOut": (
        lambda draw: draw.decide_call_out(
            NAME,
            call_out=1,
            verdict=Verdict.VALID,
            stages=[Stage.PART_SERIES, Stage.SERIES],
            ruled_in_time=True,
            request_id=RID,
        ),
        rpc.DecideCallOutRequest(
            request_id=RID,
            name=NAME,
            call_out=1,
            verdict=game_pb2.VERDICT_VALID,
            stages=[game_pb2.STAGE_PART_SERIES, game_pb2.STAGE_SERIES],
            ruled_in_time=True,
        ),
        rpc.DecideCallOutResponse(game=GAME),
    ),
    "EndGame": (
        lambda draw: draw.end_game(
            NAME, version=9, reason="fire alarm", key_lost=True, request_id=RID
        ),
        rpc.EndGameRequest(
            request_id=RID, name=NAME, version=9, reason="fire alarm", key_lost=True
        ),
        rpc.EndGameResponse(game=GAME),
    ),
    "GetGame": (
        lambda draw: draw.get_game(NAME, at_least_version=3),
        rpc.GetGameRequest(name=NAME, at_least_version=3),
        rpc.GetGameResponse(game=GAME),
    ),
    **RIGHTING,
}


@pytest.mark.parametrize("method", CALLS)
async def test_a_call_says_what_it_was_told(house: House, eyesdown: Eyesdown, method: str):
    make, expected, answer = CALLS[method]
    house.answers(method, answer)
    given = await make(eyesdown.draw)
    assert [(each.method, each.request) for each in house.calls] == [(method, expected)]
    whole = {"GetRooms": lambda: answer.rooms}
    whole |= dict.fromkeys(("SelectNumber", "CallOut", "ExplainGame"), lambda: answer)
    assert given == whole.get(method, lambda: GAME)()


@pytest.mark.parametrize("method", CALLS)
async def test_a_call_is_only_decided_where_that_is_asked_for(
    house: House, eyesdown: Eyesdown, method: str
):
    make, expected, answer = CALLS[method]
    house.answers(method, answer)
    rehearsed = Rehearsing(eyesdown.draw)
    if "validate_only" not in expected.DESCRIPTOR.fields_by_name:
        with pytest.raises(TypeError, match="validate_only"):
            await make(rehearsed)
        return
    await make(rehearsed)
    said = type(expected)(validate_only=True)
    said.MergeFrom(expected)
    assert [each.request for each in house.calls] == [said]


class Rehearsing:
    """The draw, each of its calls made with `validate_only`."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def __getattr__(self, name: str) -> Any:
        return functools.partial(getattr(self._draw, name), validate_only=True)


def test_the_draw_has_a_method_for_each_rpc():
    methods = rpc.DESCRIPTOR.services_by_name["DrawService"].methods
    snake = {re.sub(r"(?<!^)(?=[A-Z])", "_", each.name).lower() for each in methods}
    ours = {name for name in dir(Draw) if not name.startswith("_")}
    assert ours == snake


async def test_a_request_id_is_made_for_each_call(house: House, eyesdown: Eyesdown):
    house.answers("CallNumber", rpc.CallNumberResponse(game=GAME))
    for _ in range(2):
        await eyesdown.draw.call_number(NAME, position=1)
    first, second = (each.request.request_id for each in house.calls)
    assert first != second
    assert {uuid.UUID(each).version for each in (first, second)} == {4}


async def test_an_instant_without_a_zone_is_refused(eyesdown: Eyesdown):
    with pytest.raises(ValueError, match="heard_at"):
        await eyesdown.draw.call_out(
            NAME, room="main", after_position=1, cry=Cry.LINE, heard_at=datetime(2026, 11, 29)
        )


@pytest.mark.parametrize(
    ("ask", "field", "wrong"),
    [
        (lambda draw: draw.select_number(NAME, position=-1), "position", "-1 is out of range"),
        (
            lambda draw: draw.call_number(NAME, position=2**40),
            "position",
            "1099511627776 is out of range",
        ),
        (
            lambda draw: draw.enter_hand_calls(
                NAME, position=1, calls=[(-5, datetime(2026, 11, 29, tzinfo=UTC))], reason="cut"
            ),
            "calls",
            "-5 is out of range",
        ),
        (
            lambda draw: draw.void_game(NAME, version=1, reason="\ud800", start_over=False),
            "reason",
            "it is not Unicode text",
        ),
    ],
)
async def test_a_value_that_does_not_fit_is_told_by_its_name_and_never_sent(
    house: House, eyesdown: Eyesdown, ask: Any, field: str, wrong: str
):
    with pytest.raises(Invalid) as caught:
        await ask(eyesdown.draw)
    assert caught.value.fields == ((field, wrong),)
    assert caught.value.sentence == f"The request is not well formed: {field}: {wrong}."
    assert house.calls == []


async def test_a_value_that_does_not_fit_a_list_or_a_watch_is_told_too(
    house: House, eyesdown: Eyesdown
):
    with pytest.raises(Invalid, match="page_size: -1"):
        [row async for row in eyesdown.draw.list_games(page_size=-1)]
    with pytest.raises(Invalid, match="after_version: -2"):
        [seen async for seen in eyesdown.claims.watch_desk(NAME, after_version=-2)]
    assert house.calls == []


async def test_a_list_asks_for_pages_until_there_is_none(house: House, eyesdown: Eyesdown):
    rows = [game_pb2.GameRow(name=f"venues/akl/games/2026-11-29-0{n}") for n in range(5)]
    house.answers(
        "ListGames",
        rpc.ListGamesResponse(games=rows[:2], next_page_token="p2"),
        rpc.ListGamesResponse(games=rows[2:4], next_page_token="p3"),
        rpc.ListGamesResponse(games=rows[4:]),
    )
    listing = eyesdown.draw.list_games(
        venue="akl",
        phases=[Phase.IN_PLAY, Phase.PAUSED],
        day=date(2026, 11, 29),
        room="main",
        no_practice=True,
        page_size=2,
    )
    assert [row async for row in listing] == rows
    asked = rpc.ListGamesRequest(
        parent="venues/akl",
        page_size=2,
        filter=rpc.ListGamesRequest.Filter(
            phases=[game_pb2.PHASE_IN_PLAY, game_pb2.PHASE_PAUSED],
            day="2026-11-29",
            room="main",
            no_practice=True,
        ),
    )
    assert [each.request.page_token for each in house.calls] == ["", "p2", "p3"]
    for each in house.calls:
        each.request.page_token = ""
        assert each.request == asked


async def test_a_page_is_asked_for_when_it_is_needed(house: House, eyesdown: Eyesdown):
    row = game_pb2.GameRow(name=NAME)
    house.answers("ListGames", rpc.ListGamesResponse(games=[row, row], next_page_token="p2"))
    listing = eyesdown.draw.list_games()
    assert await anext(listing) == row
    assert await anext(listing) == row
    assert [each.request for each in house.calls] == [
        rpc.ListGamesRequest(parent="venues/-", filter=rpc.ListGamesRequest.Filter())
    ]
    await listing.aclose()


async def test_venues_and_rooms(house: House, eyesdown: Eyesdown):
    venue = venue_service_pb2.Venue(name="venues/akl", time_zone="Pacific/Auckland")
    room = venue_service_pb2.Room(name="venues/akl/rooms/main")
    house.answers("ListVenues", venue_service_pb2.ListVenuesResponse(venues=[venue]))
    house.answers("ListRooms", venue_service_pb2.ListRoomsResponse(rooms=[room]))
    assert await eyesdown.list_venues() == [venue]
    assert await eyesdown.list_rooms("akl") == [room]
    assert await eyesdown.list_rooms("venues/akl") == [room]
    assert {each.request.parent for each in house.calls[1:]} == {"venues/akl"}


async def test_a_client_that_is_not_open_says_so(house: House, connect: Connect):
    closed = connect()
    with pytest.raises(RuntimeError, match="async with"):
        _ = closed.draw
    with pytest.raises(RuntimeError, match="async with"):
        await closed.list_venues()
    async with closed:
        house.answers("GetGame", rpc.GetGameResponse(game=GAME))
        assert await closed.draw.get_game(NAME) == GAME
    with pytest.raises(RuntimeError, match="async with"):
        _ = closed.draw


@pytest.mark.parametrize(
    "word",
    [
        *("Stage", "Selector", "Post", "Phase", "Cry", "Verdict", "Ending"),
        *("HoldCause", "IrregularityKind", "Remedy"),
    ],
)
def test_the_words_are_those_of_the_contract(word: str):
    prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", word).upper() + "_"
    contract = {
        name.removeprefix(prefix): number
        for name, number in getattr(game_pb2, word).items()
        if number
    }
    assert {each.name: each.value for each in getattr(eyesdown_client, word)} == contract
