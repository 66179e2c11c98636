"""Memphis: 75 numbers with their letters, under Tennessee's rules, in two rooms."""

from __future__ import annotations

from eyesdown.draw.v1 import game_pb2
from eyesdown_client import (
    Cry,
    IrregularityKind,
    Post,
    Remedy,
    Selector,
    Stage,
    Verdict,
    bingo,
    line,
    money,
)
from services.cli.demo.evening import Evening
from services.cli.demo.games import counted, won
from services.cli.draw.game_words import called

_VENUE, _ROOMS = "mem", ("hall", "annex")
_PRIZES = (line(money("USD", 100_00)), bingo(money("USD", 500_00)))


async def played(evening: Evening) -> None:
    """Looked at, called by letter and number, cut off, and rebuilt from players' cards."""
    evening.begin("Memphis: 75 numbers with letters, an announcer, two rooms.")
    game = await _opened(evening)
    game = await _looked_at(evening, game)
    for letter, number in (("B", 7), ("O", 70), ("N", 33)):
        game = await _object(evening, game, letter, number)
    game = await _cut_off(evening, game)
    game = await _object(evening, game, "G", 50)
    game = await _rebuilt(evening, game)
    game = await _object(evening, game, "O", 61)
    made = await evening["sam"].draw.call_out(
        game.name, room="annex", after_position=6, cry=Cry.BINGO, player="Lou"
    )
    game = await _won(evening, made.game, made.call_out, Stage.SERIES)
    game = await evening["sid"].draw.end_game(game.name, version=game.version)
    await _show(evening, game)

    evening.figures("the game")
    said = ["B 7", "O 70", "N 33", "I 18", "G 50", "O 61"]
    evening.check("called", [called(call) for call in game.calls], said)
    # 7 + 70 + 33 + 18 + 50 + 61
    evening.check("their sum", sum(counted(game)), 239)
    evening.check("stages won", won(game), "line on call 3, bingo on call 6")
    # Opened 1, staff 3, announced 1; heard 2, players counted 2, inspected 1; six objects x 4;
    # call out, cut off, decided 3; returned, inspected, rebuilt 3; call out, decision 2; ended 1:
    # 5 + 5 + 24 + 3 + 3 + 2 + 1
    evening.check("commits in the journal", game.version, 43)


async def _opened(evening: Evening) -> game_pb2.Game:
    """Opened, staffed with three people, announced."""
    manager = evening["mel"].draw
    game = await manager.open_game(
        venue=_VENUE,
        game_id=f"{evening.day_of(_VENUE)}-75",
        profile="tn-charity-bingo",
        game_version=3,
        stages=_PRIZES,
        serial_number="T-7501",
        selector=Selector.RECEPTACLE,
        rooms=_ROOMS,
    )
    for post, person in ((Post.CALLER, "cy"), (Post.SUPERVISOR, "sid"), (Post.ANNOUNCER, "ann")):
        game = await manager.assign_staff(game.name, post=post, person=person, room="hall")
    game = await evening["cy"].draw.announce_game(
        game.name,
        version=game.version,
        game_version=3,
        stages=_PRIZES,
        serial_number="T-7501",
    )
    await _show(evening, game)
    return game


async def _looked_at(evening: Evening, game: game_pb2.Game) -> game_pb2.Game:
    """Before the first number: who hears, who is where, what is in the receptacle."""
    name, steward = game.name, evening["sam"].draw
    await evening.refused(
        "the caller draws before anybody said that all hear",
        "NOT_HEARD",
        evening["cy"].draw.select_number(name, position=1, ball=7),
    )
    for room, players in (("hall", 120), ("annex", 40)):
        await steward.check_hearing(name, room=room, heard=True)
        await steward.record_attendance(name, room=room, players=players)
    await evening.refused(
        "the caller draws before the objects were counted",
        "NOT_INSPECTED",
        evening["cy"].draw.select_number(name, position=1, ball=7),
    )
    return await evening["sid"].draw.inspect_equipment(name, objects=75, equal=True, room="hall")


async def _object(evening: Evening, game: game_pb2.Game, letter: str, number: int) -> game_pb2.Game:
    """Drawn and called by the caller, announced and displayed by another, heard in the annex: four
    commits."""
    position = game.next_position
    await evening["cy"].draw.select_number(game.name, position=position, ball=number)
    await evening["cy"].draw.call_number(game.name, position=position, letter=letter)
    await evening["ann"].draw.confirm_call(game.name, position=position, ball=number)
    return await _heard(evening, game, position)


async def _heard(evening: Evening, game: game_pb2.Game, position: int) -> game_pb2.Game:
    """The steward in the annex, whose screen proves no hearing, says that all there heard it."""
    game = await evening["sam"].draw.confirm_in_room(
        game.name, room="annex", position=position, heard=True
    )
    await _show(evening, game)
    return game


async def _cut_off(evening: Evening, game: game_pb2.Game) -> game_pb2.Game:
    """The fourth: the caller has said "I" of I 18 when Kay calls out. That was no call: she is
    judged on the third, and the caller finishes it."""
    caller, name = evening["cy"].draw, game.name
    await caller.select_number(name, position=4, ball=18)
    made = await evening["sam"].draw.call_out(
        name, room="hall", after_position=4, cry=Cry.BINGO, player="Kay"
    )
    game = await caller.cut_off_call(name, position=4)
    await _show(evening, game)
    judged = game.call_outs[-1].judged_on
    evening.check("the call out is judged on call", judged, 3)
    game = await caller.call_number(name, position=4, letter="I")
    evening.check("calls, with the one that was finished", len(game.calls), 4)
    await evening["ann"].draw.confirm_call(name, position=4, ball=18)
    game = await _won(evening, game, made.call_out, Stage.PART_SERIES)
    await caller.select_number(name, position=5, ball=50)
    await evening.refused(
        "the next number is called before the annex has the last",
        "NOT_IN_EVERY_ROOM",
        caller.call_number(name, position=5, letter="G"),
    )
    return await _heard(evening, game, 4)


async def _rebuilt(evening: Evening, game: game_pb2.Game) -> game_pb2.Game:
    """The caller tips the rack back into the cage: the manager has the cards of two players read,
    who want nothing of it, and those five objects taken out; a count of the other 70 proves it."""
    manager, name = evening["mel"].draw, game.name
    await evening["cy"].draw.report_irregularity(
        name, kind=IrregularityKind.RETURNED, reason="the rack was tipped into the cage"
    )
    cards = [("Nora", "C-201"), ("Otto", "C-305")]
    await evening.refused(
        "the cards that were read lack the G 50",
        "NUMBERS_DIFFER",
        manager.decide_irregularity(
            name,
            irregularity=1,
            remedy=Remedy.REBUILT,
            decision="told from two cards",
            cards=cards,
            numbers=[7, 70, 33, 18],
        ),
    )
    # Five of the 75 are out again
    await evening["sid"].draw.inspect_equipment(name, objects=70, equal=True, room="hall")
    game = await manager.decide_irregularity(
        name,
        irregularity=1,
        remedy=Remedy.REBUILT,
        decision="told from two cards, and taken out again",
        cards=cards,
        numbers=[7, 70, 33, 18, 50],
    )
    await _show(evening, game)
    return game


async def _won(evening: Evening, game: game_pb2.Game, call_out: int, stage: Stage) -> game_pb2.Game:
    """The supervisor finds a call out valid."""
    game = await evening["sid"].draw.decide_call_out(
        game.name, call_out=call_out, verdict=Verdict.VALID, stages=[stage]
    )
    await _show(evening, game)
    return game


async def _show(evening: Evening, game: game_pb2.Game) -> None:
    await evening.walls[_VENUE].show(game.name, game.version)
