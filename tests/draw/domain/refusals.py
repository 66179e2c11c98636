"""How every reason of the draw's law is reached, and what people are told then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from services.draw.domain.game.game import Command, Event
from services.draw.domain.game.parts import Cry, Ending, StagePrize
from services.kernel.money import Money
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    BOTH,
    CALLER,
    LINE,
    NOT_VALID,
    ONLY_BINGO,
    ONLY_LINE,
    OUT_OF_TIME,
    PROFILE,
    SUPERVISOR,
    VALID,
    announce,
    assign,
    assigned,
    call,
    call_out,
    called,
    called_out,
    confirm,
    decide,
    decided,
    end,
    ended,
    in_play,
    nzd,
    open_game,
    opened,
    select,
    selected,
    waiting,
)


@dataclass(frozen=True)
class Row:
    """A command after these events is refused for `code`, and people are told `says`."""

    code: str
    so_far: tuple[Event, ...]
    command: Command
    says: str


UNFIXED = (StagePrize(LINE, None, "any_row"), StagePrize(BINGO, None, "full_card"))
US_DOLLARS = (StagePrize(BINGO, Money("USD", 100)),)
BINGO_ONLY = in_play(42, version=1, stages=ONLY_BINGO)
CALLED = (*in_play(42), selected(2, 17), called(2, 17))
CALLED_BALL = (*in_play(42, selector=BALLS), selected(2, 17), called(2, 17))
LATE = (*CALLED, called_out(1, 1, late=True))
RAIN = ended(Ending.ABANDONED, "rain")

ROWS = (
    # opening
    Row(
        "STAGES_DIFFER",
        (),
        open_game(1, BOTH),
        "A game for a line and a bingo is not version 1 under nz-casino-bingo.",
    ),
    Row(
        "STAGES_DIFFER",
        (),
        open_game(7, ()),
        "A game for nothing is not version 7 under nz-casino-bingo.",
    ),
    Row(
        "SELECTOR_NOT_ALLOWED",
        (),
        open_game(profile=replace(PROFILE, selectors=frozenset({BALLS}))),
        "nz-casino-bingo does not allow numbers to be selected with the electronic selector.",
    ),
    Row(
        "OTHER_CURRENCY",
        (),
        open_game(1, US_DOLLARS),
        "Prizes here are paid in NZD, not in USD.",
    ),
    Row(
        "PRIZE_ZERO",
        (),
        open_game(1, (StagePrize(BINGO, nzd(0)),)),
        "The prize given for the bingo is nothing.",
    ),
    Row(
        "DAY_NOT_OPEN",
        (),
        open_game(day=date(2026, 11, 28), today=date(2026, 11, 29)),
        "A game of 2026-11-28 cannot be opened on the gaming day 2026-11-29.",
    ),
    # staff
    Row(
        "SAME_PERSON",
        (opened(), assigned(CALLER, ANA)),
        assign(SUPERVISOR, ANA),
        "ana is the caller of this game and cannot be its supervisor as well.",
    ),
    Row("POST_EMPTY", (opened(),), announce(), "The game has no caller yet."),
    Row(
        "NOT_THE_CALLER",
        in_play(),
        select(1, by=BEN),
        "Only the game's caller does this; the caller is ana.",
    ),
    Row(
        "NOT_THE_SUPERVISOR",
        CALLED,
        confirm(2, by=ANA),
        "Only the game's supervisor does this; the supervisor is ben.",
    ),
    Row(
        "NOT_THE_SUPERVISOR",
        (opened(), assigned(CALLER, ANA)),
        end("rain", by=ANA),
        "Only the game's supervisor does this; the supervisor is not assigned yet.",
    ),
    # announcing the game
    Row(
        "ANNOUNCED_OTHER_VERSION",
        waiting(),
        announce(2),
        "Version 2 was announced, but this game is played as version 3.",
    ),
    Row(
        "ANNOUNCED_OTHER_VERSION",
        waiting(),
        announce(0),
        "No version was announced, but this game is played as version 3.",
    ),
    Row(
        "ANNOUNCED_OTHER_VERSION",
        waiting(1, ONLY_BINGO),
        announce(1, BOTH),
        "A line was announced, but this game is played as version 1.",
    ),
    Row(
        "PRIZE_NOT_ANNOUNCED",
        waiting(),
        announce(3, ONLY_LINE),
        "The prize money for the bingo has not been announced.",
    ),
    Row(
        "PRIZE_SAID_TWICE",
        waiting(3, UNFIXED),
        announce(3, (*BOTH, StagePrize(LINE, nzd(5)))),
        "Two different prizes were announced for the line.",
    ),
    Row(
        "PRIZE_DIFFERS",
        waiting(),
        announce(3, (StagePrize(LINE, nzd(5)), BOTH[1])),
        "NZD 5.00 was announced for the line, but this game was opened with NZD 100.00.",
    ),
    Row(
        "SERIAL_NOT_ANNOUNCED",
        waiting(),
        announce(serial=" "),
        "The serial number of the cards has not been announced.",
    ),
    Row(
        "SERIAL_DIFFERS",
        waiting(),
        announce(serial="A-1043"),
        "The serial number announced (A-1043) is not the one of this game's cards (A-1042).",
    ),
    Row(
        "NOT_ANNOUNCED",
        waiting(),
        select(1),
        "The game has not been announced to the players.",
    ),
    Row(
        "ALREADY_ANNOUNCED",
        in_play(),
        announce(),
        "The game was announced before and is in play.",
    ),
    # calling
    Row(
        "NUMBER_CHOSEN_BY_HAND",
        in_play(),
        select(1, 42),
        "Numbers of this game come from the electronic selector; a number cannot be given to it.",
    ),
    Row(
        "BALL_NOT_NAMED",
        in_play(selector=BALLS),
        select(1),
        "This game is drawn from a receptacle and no ball was named.",
    ),
    Row(
        "NO_SUCH_BALL",
        in_play(selector=BALLS),
        select(1, 91),
        "There is no ball 91: this game is played with 1 to 90.",
    ),
    Row(
        "BALL_DRAWN_BEFORE",
        in_play(42, selector=BALLS),
        select(2, 42),
        "Ball 42 was drawn before; it is call 1.",
    ),
    Row("NOTHING_SELECTED", in_play(), call(1), "No number has been selected to announce."),
    Row(
        "NOT_CONFIRMED",
        CALLED,
        select(3),
        "Call 2 (17) has not been confirmed by the supervisor.",
    ),
    Row(
        "NOTHING_CALLED",
        in_play(),
        confirm(1),
        "No number has been announced, so there is none to confirm.",
    ),
    Row(
        "BALL_NOT_HANDED",
        CALLED_BALL,
        confirm(2),
        "The ball of call 2 has not been handed to the supervisor.",
    ),
    Row(
        "BALL_DIFFERS",
        CALLED_BALL,
        confirm(2, 71),
        "The ball in your hand is 71, but 17 was announced as call 2.",
    ),
    Row(
        "NO_BALLS_IN_USE",
        CALLED,
        confirm(2, 17),
        "This game has no balls: its numbers come from the electronic selector.",
    ),
    Row(
        "PAUSED",
        (*in_play(42), called_out(1, 1)),
        select(2),
        "A player has called out (call out 1) and it is not decided yet.",
    ),
    Row(
        "NO_MORE_NUMBERS",
        in_play(*range(1, 91)),
        select(91),
        "No more numbers come in this game: every number was called.",
    ),
    Row(
        "NO_MORE_NUMBERS",
        (*BINGO_ONLY, called_out(1, 1), decided(1, VALID, BINGO)),
        select(2),
        "No more numbers come in this game: every stage has a winner.",
    ),
    # call outs
    Row(
        "ROOM_NOT_IN_GAME",
        in_play(42),
        call_out(1, room="bar"),
        "This game is not played in the room bar, so this call out belongs to another game.",
    ),
    Row(
        "NO_SUCH_CALL_OUT",
        in_play(42),
        decide(1, NOT_VALID),
        "There is no call out 1 in this game.",
    ),
    Row(
        "CALL_OUT_DECIDED",
        (*LATE, decided(1, OUT_OF_TIME)),
        decide(1, NOT_VALID),
        "Call out 1 was decided before: out of time.",
    ),
    Row(
        "STAGE_NEEDED",
        (*in_play(42), called_out(1, 1)),
        decide(1, VALID),
        "Decision and stages do not fit: a valid call out wins one stage or more, any other none.",
    ),
    Row(
        "STAGE_NOT_PLAYED",
        (*BINGO_ONLY, called_out(1, 1)),
        decide(1, VALID, LINE),
        "This game is not played for a line.",
    ),
    Row(
        "NOT_A_CALL_OUT",
        (*in_play(42), called_out(1, 1, Cry.NOISE, on_behalf=True)),
        decide(1, VALID, LINE),
        "Another person made a noise for the player; on a player's behalf only the word "
        '"line" or "bingo" is a call out.',
    ),
    Row(
        "NOTHING_TO_WIN_ON",
        (*in_play(), called_out(1, 0)),
        decide(1, VALID, LINE),
        "The call out answers no announcement of this game, so nothing can have been won on it.",
    ),
    Row(
        "CALL_NOT_FINISHED",
        (*in_play(42), selected(2, 17), called_out(1, 2)),
        decide(1, VALID, LINE),
        "The call out answers call 2, which is drawn and not on record as announced.",
    ),
    Row(
        "STAGE_ALREADY_WON",
        (*in_play(42), called_out(1, 1), decided(1, VALID, LINE), *CALLED[-2:], called_out(2, 2)),
        decide(2, VALID, LINE),
        "The line was won on call 1; this call out answers call 2.",
    ),
    Row(
        "EARLIER_THAN_THE_WINNER",
        (*in_play(42, 17), called_out(1, 2), decided(1, VALID, LINE), called_out(2, 1, late=True)),
        decide(2, VALID, LINE, in_time=True),
        "This call out answers call 1, before the line was won on call 2.",
    ),
    Row(
        "RULING_NEEDED",
        LATE,
        decide(1, VALID, LINE),
        "The next number had been announced when this call out was entered.",
    ),
    Row(
        "NOT_LATE",
        (*in_play(42), called_out(1, 1)),
        decide(1, OUT_OF_TIME),
        "The call out was entered before the next number was announced, so it is in time.",
    ),
    Row(
        "RULED_BOTH_WAYS",
        LATE,
        decide(1, OUT_OF_TIME, in_time=True),
        "Call out 1 was ruled to be in time and decided as out of time.",
    ),
    Row(
        "GAME_OVER",
        (*in_play(42, 17), RAIN, called_out(1, 1, late=True, outside_play=True)),
        decide(1, VALID, LINE),
        "The game has ended, and this call out is for call 1, not for the last, 2.",
    ),
    # ending
    Row(
        "REASON_NEEDED",
        in_play(42),
        end(),
        "The game cannot end without a reason: "
        "numbers are left and nobody has won the line or the bingo yet.",
    ),
    Row(
        "REASON_NEEDED",
        waiting(),
        end(" "),
        "The game cannot end without a reason: it was never announced to the players.",
    ),
    Row(
        "NUMBER_NOT_ANNOUNCED",
        (*BINGO_ONLY, selected(2, 17), called_out(1, 1), decided(1, VALID, BINGO)),
        end(),
        "The number for call 2 is selected and has not been announced.",
    ),
    Row(
        "LAST_NOT_CONFIRMED",
        (*BINGO_ONLY, selected(2, 17), called(2, 17), called_out(1, 2), decided(1, VALID, BINGO)),
        end(),
        "Call 2 (17) has not been confirmed by the supervisor.",
    ),
    Row("GAME_ENDED", (*in_play(42), RAIN), select(2), "The game has ended."),
)
