"""What people see of a claim desk, and what the rooms' displays show of it."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.board.v1 import desk_pb2
from eyesdown.verify.v1 import claim_service_pb2 as pb
from services.kernel.names import Name
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from services.verify.domain.desk.claim import Verdict
from services.verify.domain.desk.claims import OpenClaim, TakeRighting, TakeVerdict, VoidedStage
from services.verify.domain.game.answering import Cry
from services.verify.views.claims import claim, frame, to_read
from tests.verify.domain.claims import FACES, LINE, ROOM, TOP, Desk, Told
from tests.verify.domain.sales import GAME, at

NAME = Name.parse(GAME.replace("/games/", "/claimDesks/"))


def shown(desk: Desk) -> desk_pb2.DeskFrame:
    """The frame of a desk."""
    return frame(_snapshot(desk))


def _snapshot(desk: Desk) -> Snapshot[Any, Any]:
    return Snapshot(NAME, Place(7, 1, b""), desk.state, at=at(90))


def test_the_board_shows_the_card_that_is_checked_and_then_what_it_wins() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    board = shown(desk)
    assert (board.name, board.version, board.game) == (str(NAME), 7, GAME)
    assert board.claims[0].check == desk_pb2.FRAME_CHECK_WAITING
    assert (board.claims[0].call_out, board.claims[0].room, board.claims[0].card) == (1, ROOM, 0)
    desk.collect(line)
    checking = shown(desk).claims[0]
    assert checking.check == desk_pb2.FRAME_CHECK_CHECKING
    assert (checking.card, checking.position, checking.width) == (1, 5, 9)
    assert (tuple(checking.face), tuple(checking.called)) == (FACES[1], TOP)
    assert (list(checking.stages), list(checking.winning)) == ([], []), "nothing is given away"
    desk.read(line)
    desk.verify(line)
    desk.decide(line)
    valid = shown(desk).claims[0]
    assert valid.check == desk_pb2.FRAME_CHECK_VALID
    assert (list(valid.stages), tuple(valid.winning), valid.says) == (["line"], TOP, "")
    desk.when(TakeRighting((), (VoidedStage(LINE, (line,)),), at(70)))
    assert shown(desk).claims[0].check == desk_pb2.FRAME_CHECK_VOIDED


def test_it_says_why_a_card_is_not_valid() -> None:
    desk = Desk(Told().call(*TOP))
    first, again, wrong = desk.cry(), desk.cry(), desk.cry()
    desk.examined(first)
    for number, card in ((again, 1), (wrong, 2)):
        desk.collect(number, card)
        desk.decide(number, card)
    _, already, not_valid = shown(desk).claims
    assert already.check == desk_pb2.FRAME_CHECK_ALREADY_CHECKED
    assert already.says.startswith("Card 1 was checked for the line at call 5 with claim 1")
    assert not_valid.check == desk_pb2.FRAME_CHECK_NOT_VALID
    assert not_valid.says.startswith("The line is not complete. Not called yet: 2, 12, 22")
    bingo = desk.cry(cry=Cry.BINGO)
    desk.collect(bingo, 3)
    desk.decide(bingo, 3)
    assert shown(desk).claims[3].says.startswith("The bingo is not complete. ")


def test_a_card_of_another_game_is_not_shown() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.collect(line, serial_number="B 77")
    desk.decide(line)
    board = shown(desk).claims[0]
    assert (list(board.face), list(board.called)) == ([], [])
    assert board.says.startswith("The card bears the serial number B 77")


def test_a_player_without_a_card_is_told_nothing_more() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.decide(line, None)
    board = shown(desk).claims[0]
    assert (board.check, board.says) == (desk_pb2.FRAME_CHECK_NOT_VALID, "")


@pytest.mark.parametrize(
    ("steps", "phase"),
    [
        ((), pb.CLAIM_PHASE_TO_COLLECT),
        (("collect",), pb.CLAIM_PHASE_TO_READ),
        (("collect", "read"), pb.CLAIM_PHASE_TO_VERIFY),
        (("collect", "read", "verify"), pb.CLAIM_PHASE_TO_DECIDE),
        (("collect", "read", "verify", "decide"), pb.CLAIM_PHASE_DECIDED),
    ],
)
def test_a_claim_says_what_it_waits_for(steps: tuple[str, ...], phase: int) -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    for step in steps:
        getattr(desk, step)(line)
    assert claim(desk.state, line).phase == phase


def test_a_late_one_waits_for_a_ruling_first() -> None:
    desk = Desk(Told().call(*TOP, 90))
    desk.told.cry(5)
    desk.when(OpenClaim(1, ROOM, 5, Cry.LINE, False, "", True, at(60)))
    assert claim(desk.state, 1).phase == pb.CLAIM_PHASE_TO_RULE
    desk.rule(1, True)
    seen = claim(desk.state, 1)
    assert (seen.phase, seen.ruling) == (pb.CLAIM_PHASE_TO_COLLECT, pb.RULING_IN_TIME)


def test_who_did_what_stands_in_the_claim() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.when(TakeVerdict(line, Verdict.NOT_VALID, (), True, False, "sia", at(61)))
    desk.examined(line)
    seen = claim(desk.state, line)
    assert (seen.collected_by, seen.read_by, seen.verified_by, seen.decision.by) == (
        *("sup", "sup", "cal", "sup"),
    )
    assert seen.elsewhere.by == "sia"
    assert to_read(desk.state, line) == TOP
    assert to_read(desk.state, 9) == ()
