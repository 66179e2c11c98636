"""Every command in every state: what comes of it, as one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args

import pytest

from services.draw.domain.game.calling import CutOffCall
from services.draw.domain.game.checks import CheckHearing, InspectEquipment, RecordAttendance
from services.draw.domain.game.game import GAMES, Command, Event
from services.draw.domain.game.parts import SalesClosed
from services.draw.domain.game.restarting import FollowRestart, RestartStep
from services.draw.domain.game.sales import RecordSalesClosed
from services.draw.domain.game.showing import ConfirmInRoom, GoOnWithoutRooms
from services.draw.domain.game.staff import ReleaseStaff
from services.draw.domain.game.state import Ended, Game, InPlay, Unopened, Waiting
from services.draw.domain.game.words import Ending, Post
from services.kernel.law import Refused, Standing
from tests.draw.domain import standing
from tests.draw.domain.games import (
    ANA,
    BEN,
    BINGO,
    CALLER,
    CLEO,
    LINE,
    NOT_VALID,
    SAM,
    VALID,
    announce,
    assign,
    at,
    call,
    call_out,
    called,
    called_out,
    confirm,
    decide,
    decided,
    end,
    ended,
    game,
    in_play,
    open_game,
    opened,
    select,
    selected,
    waiting,
)
from tests.draw.domain.righting import (
    SHOWN,
    approve,
    correct,
    reject,
    settle,
    take_back,
    void_winners,
)

# In each state: one call out, number 1, where there can be one.
STATES: Mapping[str, tuple[Event, ...]] = {
    "unopened": (),
    "opened": (opened(), called_out(1, 0, outside_play=True)),
    "staffed": (*waiting(), called_out(1, 0, outside_play=True)),
    "announced": in_play(),
    "selected": (*in_play(42), selected(2, 17)),
    "called": (*in_play(42), selected(2, 17), called(2, 17)),
    "paused": (*in_play(42), selected(2, 17), called_out(1, 1)),
    "won": (
        *in_play(42),
        called_out(1, 1),
        called_out(2, 1),
        decided(1, VALID, LINE),
        decided(2, VALID, BINGO),
    ),
    "exhausted": in_play(*range(1, 91)),
    "ended": (
        *in_play(42),
        ended(Ending.ABANDONED, "power cut"),
        called_out(1, 1, outside_play=True),
    ),
}

SOLD = SalesClosed(600, b"c" * 32, (b"s" * 32,), at())

# What a command comes to, state by state in the order above. NONE: such a command cannot come
# there, since the kernel answers first (NOT_FOUND, ALREADY_EXISTS).
NONE, NOTHING = "cannot come", "nothing"
TABLE: Mapping[str, tuple[str, ...]] = {
    "open": ("GameOpened", *[NONE] * 8, "GAME_ENDED"),
    "assign": (NONE, *["StaffAssigned"] * 9),
    "release": (NONE, *["NOT_AT_THE_POST"] * 8, "GAME_ENDED"),
    "announce": (
        *(NONE, "POST_EMPTY", "GameAnnounced", NOTHING),
        *["ALREADY_ANNOUNCED"] * 5,
        "GAME_ENDED",
    ),
    "select": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED"),
        *("NumberSelected", NOTHING, "NOT_CONFIRMED", NOTHING),
        *("NO_MORE_NUMBERS", "NO_MORE_NUMBERS", "GAME_ENDED"),
    ),
    "call": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED"),
        *("NOTHING_SELECTED", "NumberCalled", "NOTHING_SELECTED", "PAUSED"),
        *("NO_MORE_NUMBERS", "NO_MORE_NUMBERS", "GAME_ENDED"),
    ),
    "confirm": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED"),
        *("NOTHING_CALLED", NOTHING, "CallConfirmed", NOTHING),
        *(NOTHING, NOTHING, "GAME_ENDED"),
    ),
    "call out": (NONE, *["CallOutRecorded"] * 9),
    "decide": (
        *(NONE, "CallOutDecided", "CallOutDecided"),
        *("NO_SUCH_CALL_OUT", "NO_SUCH_CALL_OUT", "NO_SUCH_CALL_OUT", "CallOutDecided"),
        *("CALL_OUT_DECIDED", "NO_SUCH_CALL_OUT", "CallOutDecided"),
    ),
    "settle": (
        *(NONE, "CallOutDecided", "CallOutDecided"),
        *("NO_SUCH_CALL_OUT", "NO_SUCH_CALL_OUT", "NO_SUCH_CALL_OUT", "CallOutDecided"),
        *("VerdictExamined", "NO_SUCH_CALL_OUT", "CallOutDecided"),
    ),
    "take back": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED"),
        *("NOTHING_TO_TAKE_BACK", "STALE", "SELECTION_KEPT", "STALE"),
        *("SELECTION_KEPT", "SELECTION_KEPT", "GAME_ENDED"),
    ),
    "correct": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED", "CALL_DOES_NOT_COUNT"),
        *["CallCorrected"] * 6,
    ),
    "void winners": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED"),
        *["STAGE_NOT_WON"] * 4,
        *("Proposed", "STAGE_NOT_WON", "STAGE_NOT_WON"),
    ),
    "approve": (NONE, *["NO_SUCH_PROPOSAL"] * 9),
    "reject": (NONE, *["NO_SUCH_PROPOSAL"] * 9),
    "attendance": (NONE, *["AttendanceRecorded"] * 8, "GAME_ENDED"),
    "hearing": (NONE, *["HearingChecked"] * 8, "GAME_ENDED"),
    "inspection": (NONE, *["EquipmentInspected"] * 8, "GAME_ENDED"),
    "cut off": (NONE, *["NOT_ANNOUNCED"] * 2, *["NO_LETTERS"] * 6, "GAME_ENDED"),
    "sales closed": (NONE, *["SALES_KEPT_OUTSIDE"] * 8, NOTHING),
    "hold": (NONE, *["GameHeld"] * 8, "GAME_ENDED"),
    "resume": (NONE, *["NOT_HELD"] * 8, "GAME_ENDED"),
    "report": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED"),
        *["IrregularityFound"] * 4,
        *("NO_MORE_NUMBERS", "NO_MORE_NUMBERS", "GAME_ENDED"),
    ),
    "remedy": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED"),
        *["NO_SUCH_IRREGULARITY"] * 6,
        "GAME_ENDED",
    ),
    "by hand": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED"),
        *["Proposed"] * 4,
        *("NO_MORE_NUMBERS", "NO_MORE_NUMBERS", "GAME_ENDED"),
    ),
    "void": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED"),
        *("GameVoided", "GameVoided", "GameVoided", "PAUSED"),
        *("NOTHING_TO_VOID", "GameVoided", "GAME_ENDED"),
    ),
    "in a room": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED", "NOTHING_CALLED"),
        *["ConfirmedInRoom"] * 5,
        "GAME_ENDED",
    ),
    "without a room": (
        *(NONE, "NOT_ANNOUNCED", "NOT_ANNOUNCED"),
        *["NO_ROOM_AWAITED"] * 6,
        "GAME_ENDED",
    ),
    "restart": (NONE, *[NOTHING] * 8, "RestartFollowed"),
    "end": (
        *(NONE, "REASON_NEEDED", "REASON_NEEDED"),
        *("REASON_NEEDED", "REASON_NEEDED", "REASON_NEEDED", "PAUSED"),
        *("GameEnded", "GameEnded", "GAME_ENDED"),
    ),
    "end for a reason": (NONE, *["GameEnded"] * 5, "PAUSED", *["GameEnded"] * 2, "GAME_ENDED"),
}

# The command, made for a game with so many calls, by the right person and as good as it can be.
COMMANDS: Mapping[str, Callable[[int], Command]] = {
    "open": lambda calls: open_game(),
    "assign": lambda calls: assign(CALLER, CLEO),
    "release": lambda calls: ReleaseStaff(Post.ASSISTANT, "eve", at()),
    "announce": lambda calls: announce(),
    "select": lambda calls: select(calls + 1),
    "call": lambda calls: call(calls + 1),
    "confirm": lambda calls: confirm(calls),
    "call out": lambda calls: call_out(calls),
    "decide": lambda calls: decide(1, NOT_VALID),
    "settle": lambda calls: settle(1, NOT_VALID),
    "take back": lambda calls: take_back(calls),
    "correct": lambda calls: correct(1, SHOWN, 71, 1 if calls == 90 else 42),
    "void winners": lambda calls: void_winners(LINE),
    "approve": lambda calls: approve(1),
    "reject": lambda calls: reject(1),
    "hold": lambda calls: standing.hold(by=standing.MIA),
    "resume": lambda calls: standing.resume(by=standing.MIA),
    "report": lambda calls: standing.report(standing.SELECTOR),
    "remedy": lambda calls: standing.decide(standing.PUT_RIGHT),
    "by hand": lambda calls: standing.by_hand(standing.heard(8), position=calls + 1),
    "void": lambda calls: standing.void(why="nobody knows what was called"),
    "attendance": lambda calls: RecordAttendance("main", 180, SAM, at()),
    "hearing": lambda calls: CheckHearing("main", True, SAM, at()),
    "inspection": lambda calls: InspectEquipment(0, True, "main", BEN, at()),
    "in a room": lambda calls: ConfirmInRoom(calls or 1, "mezz", True, True, SAM, at()),
    "without a room": lambda calls: GoOnWithoutRooms(calls, ("mezz",), "dark", BEN, at()),
    "cut off": lambda calls: CutOffCall(calls + 1, ANA, at()),
    "sales closed": lambda calls: RecordSalesClosed(SOLD, ()),
    "restart": lambda calls: FollowRestart("venues/akl/games/2026-11-29-08", RestartStep.OPENED),
    "end": lambda calls: end(),
    "end for a reason": lambda calls: end("power cut"),
}


def outcome(command: Command, so_far: tuple[Event, ...]) -> str:
    """The names of the events, the code of the refusal, `NOTHING` or `NONE`."""
    state = game(*so_far).state
    try:
        decision = GAMES.decide(command, state)
    except Refused as refused:
        return refused.reason.code
    except TypeError:
        return NONE
    assert decision.refusal is None
    return " ".join(type(event).__name__ for event in decision.events) or NOTHING


@pytest.mark.parametrize("command", TABLE)
def test_what_every_command_comes_to_in_every_state(command: str) -> None:
    found = {}
    for name, so_far in STATES.items():
        state = game(*so_far).state
        calls = len(state.calls) if isinstance(state, Game) else 0
        found[name] = outcome(COMMANDS[command](calls), so_far)
    assert found == dict(zip(STATES, TABLE[command], strict=True))


def test_the_table_has_every_command_and_every_state() -> None:
    assert set(TABLE) == set(COMMANDS)
    assert {type(make(0)) for make in COMMANDS.values()} == set(get_args(Command))
    reached = {type(game(*so_far).state) for so_far in STATES.values()}
    assert reached == {Unopened, Waiting, InPlay, Ended}


@pytest.mark.parametrize(
    ("name", "standing"),
    [
        *((name, Standing.WAITING) for name in ("opened", "staffed")),
        *((name, Standing.IN_PLAY) for name in ("announced", "selected", "called", "paused")),
        *((name, Standing.IN_PLAY) for name in ("won", "exhausted")),
        ("ended", Standing.ENDED),
    ],
)
def test_how_a_game_stands_in_lists(name: str, standing: Standing) -> None:
    assert GAMES.standing(game(*STATES[name]).state) is standing


def test_only_opening_makes_a_game() -> None:
    assert (GAMES.kind, GAMES.creates, GAMES.anytime) == ("games", (type(open_game()),), ())
    assert GAMES.initial == Unopened()
