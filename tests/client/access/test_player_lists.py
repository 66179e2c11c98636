"""People who may not play, by the client: what it sends to whom."""

from __future__ import annotations

from datetime import UTC, date, datetime

from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.common.v1 import player_list_service_pb2 as rpc
from eyesdown.common.v1 import players_pb2
from eyesdown_client import BarCategory, Eyesdown, PlayerAnswer, player_shown
from tests.client.house import House

RID = "6d7c1c2e-8f0b-4a57-9f1e-0d5a0c1f2b3a"
NAME = "venues/akl/playerLists/2026"
LIST = players_pb2.PlayerList(name=NAME, version=1, bars=[players_pb2.Bar(bar=1, by="mere")])


async def test_somebody_is_barred(house: House, eyesdown: Eyesdown):
    house.answers("BarPlayer", rpc.BarPlayerResponse(list=LIST))
    made = await eyesdown.player_lists.bar_player(
        venue="akl",
        category=BarCategory.SELF_EXCLUDED,
        until=datetime(2027, 1, 2, 3, tzinfo=UTC),
        player="Mere",
        member_number="M 4711",
        born=date(1961, 2, 3),
        note="a note",
        request_id=RID,
    )
    assert made == LIST
    until = Timestamp()
    until.FromDatetime(datetime(2027, 1, 2, 3))
    (call,) = house.calls
    assert call.request == rpc.BarPlayerRequest(
        request_id=RID,
        parent="venues/akl",
        player="Mere",
        member_number="M 4711",
        date_of_birth="1961-02-03",
        category="self-excluded",
        note="a note",
        until=until,
    )


async def test_a_bar_is_lifted(house: House, eyesdown: Eyesdown):
    house.answers("LiftBar", rpc.LiftBarResponse(list=LIST))
    assert await eyesdown.player_lists.lift_bar(NAME, bar=1, request_id=RID) == LIST
    (call,) = house.calls
    assert call.request == rpc.LiftBarRequest(request_id=RID, name=NAME, bar=1)


async def test_lists_and_players_are_looked_at(house: House, eyesdown: Eyesdown):
    house.answers("GetPlayerList", rpc.GetPlayerListResponse(list=LIST))
    known = rpc.CheckPlayerResponse(answer=players_pb2.PLAYER_ANSWER_MAY_PLAY)
    house.answers("CheckPlayer", known)
    assert await eyesdown.player_lists.get_player_list(NAME) == LIST
    player = player_shown(name="Mere", born=date(1961, 2, 3))
    found = await eyesdown.player_lists.check_player(venue="akl", shown=player)
    assert PlayerAnswer(found.answer) is PlayerAnswer.MAY_PLAY
    assert [call.request for call in house.calls] == [
        rpc.GetPlayerListRequest(name=NAME),
        rpc.CheckPlayerRequest(parent="venues/akl", shown=player),
    ]
