"""Reasons of opening, of what is looked at before a number, and of calling with letters."""

from __future__ import annotations

from dataclasses import replace

from services.draw.domain.game.belonging import EquipmentSeen, RestartSeen, SessionSeen
from services.draw.domain.game.checks import CheckHearing, RecordAttendance
from services.draw.domain.game.game import Event
from services.draw.domain.game.parts import SalesClosed, StagePrize
from services.draw.domain.game.sales import RecordSalesClosed, SalesWereClosed
from services.draw.domain.game.showing import ConfirmInRoom, GoOnWithoutRooms
from services.draw.domain.game.staff import AssignStaff, ReleaseStaff
from services.draw.domain.game.words import Post, Sales, Selector
from tests.draw.domain import games, memphis
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BOTH,
    LINE,
    announce,
    at,
    but,
    confirm,
    keyed,
    nzd,
    open_game,
    select,
    selected,
)
from tests.draw.domain.memphis import MEZZ, call, counted, cut_off, in_play, inspected
from tests.draw.domain.refusals import Row

SESSION = "venues/akl/sessions/2026-11-29-evening"
VOID, OTHER = "venues/akl/games/2026-11-29-01", "venues/akl/games/2026-11-29-02"
CAGE = "venues/akl/equipment/2026-cage-2"
SEEN = SessionSeen(SESSION, 3, 9, True, True, "nz-casino-bingo", 3, BOTH, False, "")
RESTART = RestartSeen(VOID, 40, True, ())
OUT = EquipmentSeen(CAGE, 4, False, False, Selector.RECEPTACLE, 90)
SHARE = (StagePrize(LINE, None, "any_row", 3000), BOTH[1])
DRAWN = (*in_play(7), keyed(2, 61))
CLOSED = SalesClosed(600, b"c" * 32, (b"s" * 32,), at())
OTHERS = replace(CLOSED, cards_sold=601)


def session(**changes: object) -> SessionSeen:
    return but(SEEN, **changes)  # type: ignore[no-any-return]


def on_sale(stages: tuple[StagePrize, ...] = BOTH) -> tuple[Event, ...]:
    first, *rest = games.waiting(3, stages)
    return (but(first, sales=Sales.VERIFY), *rest)


def without(*checks: Event) -> tuple[Event, ...]:
    return in_play(checks=tuple(each for each in memphis.CHECKS if each not in checks))


CHECKS = (
    Row(
        "PATTERN_NOT_ALLOWED",
        (),
        open_game(3, (StagePrize(LINE, nzd(5), "frame"), BOTH[1])),
        "nz-casino-bingo has no arrangement frame for a line.",
    ),
    Row(
        "SHARE_OF_UNKNOWN",
        (),
        open_game(3, SHARE),
        "The prize for the line is a share of the receipts, which nobody here keeps account of.",
    ),
    Row(
        "SESSION_NOT_OPEN",
        (),
        replace(open_game(), session=session(open=False)),
        f"The session {SESSION} is not open.",
    ),
    Row(
        "NOT_IN_THE_PROGRAMME",
        (),
        replace(open_game(), session=session(listed=False)),
        f"Number 3 is not in the programme of {SESSION}.",
    ),
    Row(
        "PLAYED_BEFORE",
        (),
        replace(open_game(), session=session(played_as=VOID)),
        f"Number 3 of the programme was opened before, as {VOID}.",
    ),
    Row(
        "PROGRAMME_DIFFERS",
        (),
        replace(open_game(), session=session(practice=True)),
        f"The programme of {SESSION} says otherwise of number 3: practice.",
    ),
    Row(
        "EQUIPMENT_UNFIT",
        (),
        replace(open_game(selector=BALLS), equipment=OUT),
        f"{CAGE} cannot be played with: it is out of service.",
    ),
    Row(
        "NOT_TO_START_OVER",
        (),
        replace(open_game(), restart=replace(RESTART, voided=False)),
        f"{VOID} is not void with the decision to start it over.",
    ),
    Row(
        "STARTED_OVER_BEFORE",
        (),
        replace(open_game(), restart=replace(RESTART, restarted_as=OTHER)),
        f"{VOID} is started over already, as {OTHER}.",
    ),
    Row(
        "STAGE_COMPLETED_BEFORE",
        (),
        replace(open_game(), restart=replace(RESTART, completed=(LINE,))),
        f"The line was completed in {VOID} before it became void.",
    ),
    Row(
        "SALES_OPEN",
        on_sale(SHARE),
        announce(),
        "The prize for the line is a share of the receipts, and cards are still being sold.",
    ),
    Row(
        "PATTERN_DIFFERS",
        games.waiting(),
        announce(3, (replace(BOTH[0], pattern="corners"), BOTH[1])),
        "The arrangement corners was announced for the line, but this game was opened for any row.",
    ),
    Row(
        "POST_NOT_HERE",
        games.waiting(),
        AssignStaff(Post.ANNOUNCER, "dot", at()),
        "Nobody is announcer in a game under these rules: the supervisor displays the numbers.",
    ),
    Row(
        "NO_SWAP",
        games.waiting(),
        AssignStaff(Post.CALLER, "cleo", at(), swap=True),
        "cleo and the caller cannot change places: one of the posts is empty, or they do not hold "
        "one each.",
    ),
    Row(
        "NOT_AT_THE_POST",
        games.waiting(),
        ReleaseStaff(Post.ASSISTANT, "eve", at()),
        "eve is not assistant of this game and so cannot be released.",
    ),
    Row(
        "POST_NEEDED",
        games.waiting(),
        ReleaseStaff(Post.CALLER, ANA, at()),
        "The game is not left without its caller.",
    ),
    Row(
        "ROOM_NEEDED",
        games.waiting(),
        AssignStaff(Post.ASSISTANT, "eve", at()),
        "It was not said in which of the game's rooms the assistant stands.",
    ),
    Row(
        "DEPUTY_MISSING",
        (but(games.waiting()[0], rooms=("main", "venues/wlg/rooms/main")), *games.waiting()[1:]),
        announce(),
        "Nobody supervises the hall that plays along in venues/wlg/rooms/main.",
    ),
    Row(
        "NOT_THE_ANNOUNCER",
        (*DRAWN, memphis.called(2, 61)),
        confirm(2, 61, by=BEN),
        "Only the game's announcer does this, who is not its caller; the announcer is dot.",
    ),
    Row(
        "NO_SUCH_ROOM",
        games.waiting(),
        RecordAttendance("bar", 7, BEN, at()),
        "This game is not played in the room bar.",
    ),
    Row(
        "NOT_A_LISTENER",
        games.waiting(),
        CheckHearing("main", True, ANA, at()),
        "ana cannot say whether all hear in main, being the caller.",
    ),
    Row(
        "NOT_INSPECTED",
        without(inspected()),
        select(1, 7),
        "The equipment has not been inspected for this game.",
    ),
    Row(
        "SET_NOT_COMPLETE",
        (*in_play(), inspected(74)),
        select(1, 7),
        "74 objects were counted into the receptacle; of 75 in this game 75 belong there.",
    ),
    Row(
        "OBJECTS_UNEQUAL",
        (*in_play(), inspected(equal=False)),
        select(1, 7),
        "The objects were found not to be equal in size, shape, weight, balance and all else.",
    ),
    Row(
        "NOT_HEARD",
        (*in_play(), memphis.heard(MEZZ, "tom", is_heard=False)),
        select(1, 7),
        "The announcements are not heard in mezz, or nobody there has said that they are.",
    ),
    Row(
        "PLAYERS_NOT_COUNTED",
        without(counted(MEZZ, 40)),
        select(1, 7),
        "Nobody has counted the players in mezz.",
    ),
    Row(
        "NOT_IN_THE_FULLEST_ROOM",
        (*in_play(), counted(MEZZ, 181)),
        select(1, 7),
        "Most players are in mezz, and the caller is in main.",
    ),
    Row(
        "SALES_NOT_CLOSED",
        (but(games.in_play()[0], sales=Sales.VERIFY), *games.in_play()[1:]),
        select(1),
        "Cards for this game are still being sold.",
    ),
    Row(
        "LETTER_NOT_CALLED",
        DRAWN,
        call(2, ""),
        "A number of this game is called with its letter, and no letter was.",
    ),
    Row(
        "LETTER_DIFFERS",
        DRAWN,
        call(2, "B"),
        "The letter B does not go with the number that was drawn.",
    ),
    Row(
        "NO_LETTERS",
        (*games.in_play(), selected(1, 7)),
        cut_off(1),
        "The numbers of this game are called without letters.",
    ),
    Row(
        "NOTHING_CUT_IT_OFF",
        DRAWN,
        cut_off(2),
        "No player has called out, so nothing has cut this call off.",
    ),
    Row(
        "TOO_SOON",
        (
            but(DRAWN[0], rules=replace(games.TENNESSEE.rules, least_between_calls=5000)),
            *DRAWN[1:],
        ),
        call(2, "O", second=2),
        "The last number was announced a moment ago; between two there are at least 5 seconds.",
    ),
    Row(
        "NOT_CALLED_YET",
        DRAWN,
        confirm(2, 61, by="dot"),
        "Call 2 has not been called yet, so it is not displayed either.",
    ),
    Row(
        "SALES_KEPT_OUTSIDE",
        games.waiting(),
        RecordSalesClosed(CLOSED, ()),
        "Cards of this game are sold outside the system; their close was told all the same.",
    ),
    Row(
        "SALES_CLOSED_BEFORE",
        (*on_sale(), SalesWereClosed(CLOSED, ())),
        RecordSalesClosed(OTHERS, ()),
        "The sales of this game were closed before, with other cards.",
    ),
    Row(
        "NOT_IN_EVERY_ROOM",
        (*in_play(), keyed(1, 7), memphis.called(1, 7), memphis.shown(1, 7), keyed(2, 61)),
        call(2, "O"),
        "Call 1 (7) is not known to have come to mezz.",
    ),
    Row(
        "NOTHING_SAID",
        DRAWN,
        ConfirmInRoom(1, MEZZ, False, False, memphis.TOM, at()),
        "It was not said whether call 1 was heard or seen in mezz.",
    ),
    Row(
        "NO_ROOM_AWAITED",
        games.in_play(42),
        GoOnWithoutRooms(1, ("mezz",), "dark", BEN, at()),
        "In this game the next number waits for no room.",
    ),
    Row(
        "BREACH_REASON_NEEDED",
        (*in_play(), keyed(1, 7), memphis.called(1, 7)),
        GoOnWithoutRooms(1, (MEZZ,), " ", BEN, at()),
        "It was not said why the next number is not to wait for mezz.",
    ),
)
