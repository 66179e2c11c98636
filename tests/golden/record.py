"""Record games' histories as this release writes them: `python -m tests.golden.record RELEASE`.

A history that is recorded stays for ever: every later release must fold it to what it says. So a
file that is there is never written again; a release whose commits look different records others.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from google.protobuf import json_format

from services.draw.domain.game.checks import CheckHearing, InspectEquipment, RecordAttendance
from services.draw.domain.game.game import Command
from services.draw.domain.game.parts import Acknowledgement, SalesClosed
from services.draw.domain.game.restarting import FollowRestart, RestartStep
from services.draw.domain.game.sales import RecordSalesClosed
from services.draw.domain.game.showing import ConfirmInRoom, GoOnWithoutRooms
from services.draw.domain.game.staff import (
    AssignStaff,
    ReleaseStaff,
)
from services.draw.domain.game.words import HoldCause, IrregularityKind, OnGlass, Remedy, Sales
from services.draw.views.game import resource
from tests.draw.domain import memphis, righting, standing
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    CALLER,
    LINE,
    NOT_VALID,
    SAM,
    SUPERVISOR,
    TENNESSEE,
    VALID,
    announce,
    assign,
    at,
    call,
    call_out,
    confirm,
    decide,
    end,
    open_game,
    select,
)
from tests.draw.domain.memphis import (
    ANNOUNCER,
    ASSISTANT,
    DOT,
    EVE,
    MAIN,
    MEZZ,
    TOM,
)
from tests.draw.domain.shell import KEY, NAME, Shell

# Balls: one keyed wrongly and put right; one who is not the supervisor tries to confirm; a ball and
# a call taken back; a call out that is not valid and one that is; a number that was spoken wrongly,
# with the winner on it voided by two persons; the voiding of another that is rejected; a decision
# that the verify service examines; numbers called by hand; an early end.
AUCKLAND: tuple[Command, ...] = (
    open_game(selector=BALLS),
    assign(CALLER, ANA),
    assign(SUPERVISOR, BEN),
    announce(),
    *(select(1, ball=45), select(1, ball=54), call(1)),
    *(confirm(1, 54, by=SAM), confirm(1, 54)),
    *(select(2, ball=7), righting.take_back(2)),
    *(select(2, ball=8), call(2), righting.take_back(2)),
    *(select(3, ball=9), call(3), confirm(3, 9)),
    *(call_out(3), decide(1, NOT_VALID), call_out(3), decide(2, VALID, LINE)),
    *(righting.correct(3, righting.SPOKEN, 19, 9), righting.approve(1), confirm(3, 9)),
    decide(1, NOT_VALID),
    *(call_out(3), decide(3, VALID, LINE), righting.settle(3, VALID, LINE)),
    *(righting.void_winners(LINE), righting.reject(2, by=ANA)),
    *(standing.hold(HoldCause.SYSTEM), standing.by_hand(standing.heard(20), position=4)),
    *(standing.approve(3), standing.resume()),
    end("closing time"),
)


def _mezz(position: int, number: int, glass: OnGlass, after: int) -> tuple[Acknowledgement, ...]:
    """What the mezzanine's one screen has of a call."""
    shown = int(after > 0)
    return (Acknowledgement(position, number, MEZZ, glass, after, shown, 1),)


# Two rooms: the screen of the other shows the first number; it is dark at the second, which someone
# there has heard; at the third nobody knows, and the supervisor goes on without that room. A pause
# before the screen could tell, and the end.
TWO_ROOMS: tuple[Command, ...] = (
    open_game(3, memphis.PRIZES, profile=TENNESSEE, selector=BALLS, currency="USD"),
    *(AssignStaff(CALLER, ANA, at(), MAIN), AssignStaff(SUPERVISOR, BEN, at(), MAIN)),
    AssignStaff(ANNOUNCER, DOT, at(), MAIN),
    *(RecordAttendance(MAIN, 180, BEN, at()), RecordAttendance(MEZZ, 40, BEN, at())),
    *(CheckHearing(MAIN, True, SAM, at()), CheckHearing(MEZZ, True, TOM, at())),
    InspectEquipment(75, True, MAIN, BEN, at()),
    announce(3, memphis.PRIZES, currency="USD"),
    *(select(1, ball=61), memphis.call(1, "O"), confirm(1, 61, by=DOT)),
    select(2, ball=7),
    replace(memphis.call(2, "B"), acknowledged=_mezz(1, 61, OnGlass.SHOWN, 180)),
    *(confirm(2, 7, by=DOT), ConfirmInRoom(2, MEZZ, True, False, TOM, at())),
    select(3, ball=8),
    replace(memphis.call(3, "B"), acknowledged=_mezz(2, 7, OnGlass.DARK, 0)),
    *(confirm(3, 8, by=DOT), select(4, ball=9)),
    GoOnWithoutRooms(3, (MEZZ,), "its screen is broken", BEN, at()),
    replace(memphis.call(4, "B"), acknowledged=_mezz(3, 8, OnGlass.LATE, 0)),
    replace(call_out(4), acknowledged=_mezz(4, 9, OnGlass.AWAITED, 0)),
    *(confirm(4, 9, by=DOT), decide(1, NOT_VALID)),
    replace(end("closing time"), acknowledged=_mezz(4, 9, OnGlass.LATE, 3_600)),
)
PLAYED_AGAIN = "venues/akl/games/2026-11-29-08"
_CLOSED = SalesClosed(600, b"c" * 32, (b"s" * 32,), at())
# Sales, rooms, hearing and inspection before the first ball; a call cut off after its letter, taken
# back and said again; an object that was defective and was replaced; one that is stuck, and so the
# game is void.
MEMPHIS: tuple[Command, ...] = (
    replace(
        open_game(3, memphis.PRIZES, profile=TENNESSEE, selector=BALLS, currency="USD"),
        sales=Sales.VERIFY,
    ),
    *(AssignStaff(CALLER, ANA, at(), MAIN), AssignStaff(SUPERVISOR, BEN, at(), MAIN)),
    AssignStaff(ANNOUNCER, DOT, at(), MAIN),
    *(AssignStaff(ASSISTANT, EVE, at(), MEZZ), ReleaseStaff(ASSISTANT, EVE, at())),
    *(RecordAttendance(MAIN, 180, BEN, at()), RecordAttendance(MEZZ, 40, BEN, at())),
    *(CheckHearing(MAIN, True, SAM, at()), CheckHearing(MEZZ, True, TOM, at())),
    InspectEquipment(75, True, MAIN, BEN, at()),
    RecordSalesClosed(_CLOSED, ()),
    announce(3, memphis.PRIZES, currency="USD"),
    *(select(1, ball=61), call_out(0), memphis.cut_off(1), righting.take_back(1)),
    *(memphis.cut_off(1), memphis.call(1, "O")),
    *(confirm(1, 61, by=DOT), decide(1, NOT_VALID)),
    standing.report(IrregularityKind.DEFECT, 7),
    InspectEquipment(74, True, MAIN, BEN, at(1)),
    standing.decide(Remedy.PUT_RIGHT, second=2),
    *(select(2, ball=3), standing.report(IrregularityKind.STUCK, 9), standing.void()),
)
# A game that is void, and the one that is opened and announced in its place.
STARTED_OVER: tuple[Command, ...] = (
    open_game(),
    *(assign(CALLER, ANA), assign(SUPERVISOR, BEN), announce()),
    *(select(1), call(1), standing.void(why="nobody knows what was called")),
    *(FollowRestart(PLAYED_AGAIN, step) for step in (RestartStep.OPENED, RestartStep.ANNOUNCED)),
)
GAMES: Mapping[str, tuple[Command, ...]] = {
    "auckland": AUCKLAND,
    "memphis": MEMPHIS,
    "started-over": STARTED_OVER,
    "two-rooms": TWO_ROOMS,
}


def record(release: str, folder: Path) -> None:
    """Play the games and keep their commits, and what they come to."""
    for title, commands in GAMES.items():
        shell = Shell()
        for command in commands:
            answer = shell.send(command)
            assert answer.events or answer.refusal, f"{command} came to nothing"
        history = {
            "name": str(NAME),
            "commits": [base64.b64encode(stored.body).decode() for stored in shell.stored],
            "game": json_format.MessageToDict(resource(shell.snapshots(KEY)[-1])),
        }
        with (folder / f"game-{release}-{title}.json").open("x") as out:
            json.dump(history, out, indent=1, sort_keys=True)


if __name__ == "__main__":
    record(sys.argv[1], Path(__file__).parent)
