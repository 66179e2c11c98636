"""A whole game in Tennessee, through both services: letters and numbers, a wrong call that is put
right, a player whom that gives a line, and a disinterested player at every verification."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as draw
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import claim_service_pb2 as pb
from eyesdown.verify.v1 import desk_events_pb2, sales_pb2
from services.kernel.journal.connection import Connection
from services.kernel.names import Name
from tests.kernel.serving.kit import told
from tests.kit.claims import Table
from tests.kit.draw import Hall, Replica
from tests.kit.draw_lettered import ANNOUNCER, announcer, opening
from tests.kit.draw_play import BINGO, LINE, Play, record, request_id
from tests.kit.matrix.draw.righting import correcting
from tests.kit.verify import SEVENTY_FIVE, Hallway, desk, nzd

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

ALLOWED, REFUSED = desk_events_pb2.OUTCOME_ALLOWED, desk_events_pb2.OUTCOME_REFUSED
SPOKEN = game_pb2.ERROR_KIND_SPOKEN
SECOND_ROW = slice(5, 10)
"""Its number under the O lies on no diagonal of the card."""


def letter(number: int) -> str:
    """B for 1 to 15, I for 16 to 30, …"""
    return "BINGO"[(number - 1) // 15]


class Lettered(Table):
    """A table with cards for 75 balls; an announcer confirms each call."""

    @classmethod
    async def begun(cls, cards_of: Hallway, one: Replica) -> Lettered:
        """Sales are closed, all hear, 75 objects were counted, and the game is announced."""
        hall = cards_of.hall
        series = await cards_of.series(layout=SEVENTY_FIVE)
        play = await Play.opened(hall, one.draw, serial_number=series.serial_number, **opening)
        table = cls(cards_of, play, series.serial_number)
        game, room = play.game.name, play.game.rooms[0]
        assigning = play.assigning(ANNOUNCER, announcer(hall).id)
        await one.draw.AssignStaff(assigning, metadata=hall.manager.at)
        heard = draw.CheckHearingRequest(request_id=request_id(), name=game, room=room, heard=True)
        await one.draw.CheckHearing(heard, metadata=hall.steward.at)
        counted = draw.InspectEquipmentRequest(
            request_id=request_id(), name=game, objects=75, equal=True, room=room
        )
        await one.draw.InspectEquipment(counted, metadata=hall.supervisor.at)
        await cards_of.watch_for(game)
        await cards_of.open_sales(game, series.name, prices=sales_pb2.Prices(card=nzd(200)))
        await cards_of.sell(game, 1, 12, 2_400)
        await cards_of.close_sales(game)
        await play.look()
        announcing = play.announcing(serial_number=table.serial)
        play.game = (await one.draw.AnnounceGame(announcing, metadata=play.caller.at)).game
        return table

    async def line(self, card: int) -> list[int]:
        """The five numbers of a card's second row."""
        return list((await self.face(card))[SECOND_ROW])

    async def say(self, number: int) -> None:
        """An object is drawn, and the caller says its letter and number."""
        await self.play.select(ball=number)
        request = self.play.calling()
        request.letter = letter(number)
        reply = await self.play.draw.CallNumber(request, metadata=self.play.caller.at)
        self.play.game = reply.game

    async def display(self, number: int) -> None:
        """The other individual announces and displays it."""
        confirming = self.play.confirming(ball=number)
        by = announcer(self.hall).at
        self.play.game = (await self.play.draw.ConfirmCall(confirming, metadata=by)).game

    async def call(self, numbers: Iterable[int]) -> None:
        """Drawn, said and displayed."""
        for number in numbers:
            await self.say(number)
            await self.display(number)

    async def verified(self, call_out: int, card: int, **more: Any) -> pb.Claim:
        """All steps, to the decision."""
        await self.collect(call_out, card)
        await self.read(call_out)
        await self.confirm(call_out, **more)
        return await self.decide(call_out)


async def test_a_whole_game_with_a_claim_on_a_corrected_number(
    hall: Hall, one: Replica, cards_of: Hallway, nats: Connection
):
    table = await Lettered.begun(cards_of, one)
    play = table.play
    right = await table.line(1)
    # Another card, which would have a line by the number that is said in error.
    for other in range(2, 13):
        wrongly = await table.line(other)
        apart = wrongly[4] not in await table.face(1) and right[4] not in await table.face(other)
        if apart:
            break
    said, drawn = wrongly[4], right[4]
    await table.call(dict.fromkeys([*right[:4], *wrongly[:4]]))
    await table.say(said)
    position = len(play.game.calls)

    lou = await play.call_out(player="Lou")
    correction = correcting(play, position=position, kind=SPOKEN, wrong=said, right=drawn)
    play.game = (await one.draw.CorrectCall(correction, metadata=play.caller.at)).game
    await table.display(drawn)
    kay = await play.call_out(player="Kay")

    # TNB-13: a number that was not drawn wins nothing.
    await table.collect(lou, other)
    refused = (await table.decide(lou)).decision
    assert (refused.outcome, refused.reason) == (REFUSED, "NUMBER_NOT_DRAWN")
    assert refused.clause == "TNB-13-undrawn"

    # TNB-8: nobody who claims and nobody of the staff is disinterested, and somebody has to be.
    await table.collect(kay, 1)
    await table.read(kay)
    for witnesses, why in (
        ([], "nobody was named"),
        (["Kay"], "a player who claims has an interest"),
        (["sup"], "who is of the staff is no player"),
        (["ann"], "who is of the staff is no player"),
    ):
        request = table.verifying(kay, witnesses=witnesses)
        failed = await told(table.verify.claims.VerifyNumbers(request, metadata=play.caller.at))
        assert (failed.reason, failed.info.metadata["clause"]) == ("WITNESS_NEEDED", "TNB-8")
        assert failed.message.endswith(f"{why}."), witnesses
    waits = await told(
        table.verify.claims.DecideClaim(table.deciding(kay), metadata=hall.supervisor.at)
    )
    assert waits.reason == "NUMBERS_NOT_VERIFIED"

    # TNB-13-award: the player whom the correction gives a line has won it.
    await table.confirm(kay, witnesses=["Nora"])
    won = (await table.decide(kay)).decision
    assert (won.outcome, list(won.stages), won.position) == (ALLOWED, [LINE], position)
    await table.settled(lou)
    await table.settled(kay)

    rest = [number for number in await table.numbers(1) if number not in play.numbers]
    await table.call(rest)
    full = await play.call_out(player="Kay", cry=game_pb2.CRY_BINGO)
    bingo = (await table.verified(full, 1, witnesses=["Nora", "Otto"])).decision
    assert (bingo.outcome, list(bingo.stages)) == (ALLOWED, [BINGO])
    await table.settled(full)
    assert [(each.stage, each.position) for each in play.game.won] == [
        (LINE, position),
        (BINGO, position + len(rest)),
    ]
    await play.end("")
    assert play.game.phase == game_pb2.PHASE_ENDED

    claims = await table.claims()
    assert len(claims[kay - 1].witnesses) == 1
    assert len(claims[full - 1].witnesses) == 2
    bodies = [
        commit.SerializeToString()
        for commit in await record(nats, Name.parse(desk(play.game.name)))
    ]
    assert not any(b"Nora" in body for body in bodies), "names of players stay out of the journal"
