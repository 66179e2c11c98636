"""How a game is written in the journal: every event, there and back, and what is closed in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.common.v1.money_pb2 import Money as MoneyMessage
from eyesdown.draw.v1 import draw_service_pb2, events_pb2, game_pb2
from eyesdown.journal.v1 import commit_pb2
from services.draw.codec.game import CODEC
from services.draw.domain.game.announcing import GameAnnounced
from services.draw.domain.game.calling import NumberCalled
from services.draw.domain.game.callouts import CallOutRecorded
from services.draw.domain.game.deciding import CallOutDecided
from services.draw.domain.game.displaying import BALL_DIFFERS, CallConfirmed
from services.draw.domain.game.ending import GameEnded
from services.draw.domain.game.game import Event
from services.draw.domain.game.opening import GameOpened
from services.draw.domain.game.parts import Selection, StagePrize
from services.draw.domain.game.rules import (
    Authority,
    Interrupted,
    LetterRange,
    Place,
    Rules,
    Window,
)
from services.draw.domain.game.selecting import BallRekeyed, NumberSelected
from services.draw.domain.game.staff import (
    NOT_THE_ANNOUNCER,
    NOT_THE_CALLER,
    NOT_THE_SUPERVISOR,
    AttemptRefused,
    StaffAssigned,
    StaffReleased,
)
from services.draw.domain.game.words import (
    Cry,
    Ending,
    IrregularityKind,
    Post,
    Selector,
    Stage,
    Verdict,
)
from services.kernel.law import Opening, Secret
from services.kernel.money import Money
from services.kernel.record.commit import parse
from services.kernel.record.seal import take_sealed
from tests.draw.any_event import any_of
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    CALLER,
    SUPERVISOR,
    announce,
    assign,
    call,
    end,
    open_game,
    select,
)
from tests.draw.domain.shell import KEY, NO_KEY, Shell

AT = datetime(2026, 11, 29, 8, 0, 1, 250_000, tzinfo=UTC)
STAMP = Timestamp(seconds=1_795_939_201, nanos=250_000_000)
OPENING = Opening(7, b"salt" * 8, b"content")
OPENED = commit_pb2.Opening(version=7, salt=b"salt" * 8, content=b"content")

RULES = Rules(
    numbers=75,
    confirm_before_next=True,
    letters=(LetterRange("B", 1, 15), LetterRange("I", 16, 75)),
    confirmed_by=Post.ANNOUNCER,
    least_between_calls=2000,
    least_shown=1500,
    inspection_needed=True,
    hearing_needed=False,
    in_fullest_room=True,
    corrected_by=(Post.CALLER, Post.SUPERVISOR),
    late_errors=Authority.GAME_MANAGER,
    voids=Authority.SUPERVISOR,
    corrected_place=Place.LAST,
    window=Window.CORRECTED,
    interrupted=Interrupted.WAITS,
    law="TNB",
    selectors=(Selector.RECEPTACLE,),
    started_over=(IrregularityKind.STUCK, IrregularityKind.RETURNED),
    completed_stays=True,
    rooms_before_next=True,
)
WRITTEN_RULES = events_pb2.GameRules(
    numbers=75,
    confirm_before_next=True,
    letters=[
        events_pb2.LetterRange(letter="B", first=1, last=15),
        events_pb2.LetterRange(letter="I", first=16, last=75),
    ],
    confirmed_by=game_pb2.POST_ANNOUNCER,
    least_between_calls=2000,
    least_shown=1500,
    inspection_needed=True,
    in_fullest_room=True,
    corrected_by=[game_pb2.POST_CALLER, game_pb2.POST_SUPERVISOR],
    late_errors=events_pb2.AUTHORITY_GAME_MANAGER,
    voids=events_pb2.AUTHORITY_SUPERVISOR,
    corrected_place=events_pb2.PLACE_LAST,
    window=events_pb2.WINDOW_CORRECTED,
    interrupted=events_pb2.INTERRUPTED_WAITS,
    law="TNB",
    selectors=[game_pb2.SELECTOR_RECEPTACLE],
    started_over=[
        game_pb2.IRREGULARITY_KIND_STUCK,
        game_pb2.IRREGULARITY_KIND_RETURNED,
    ],
    completed_stays=True,
    rooms_before_next=True,
)

# Each event and, by hand, its message.
WRITTEN: tuple[tuple[Event, Message], ...] = (
    (
        GameOpened(
            "nz-casino-bingo",
            RULES,
            3,
            (
                StagePrize(Stage.PART_SERIES, None),
                StagePrize(Stage.SERIES, Money("NZD", 125_000)),
            ),
            "A-1042",
            Selector.RECEPTACLE,
            ("main", "mezz"),
            AT,
        ),
        events_pb2.GameOpened(
            profile="nz-casino-bingo",
            rules=WRITTEN_RULES,
            game_version=3,
            stages=[
                game_pb2.StagePrize(stage=game_pb2.STAGE_PART_SERIES),
                game_pb2.StagePrize(
                    stage=game_pb2.STAGE_SERIES,
                    prize=MoneyMessage(currency="NZD", minor_units=125_000),
                ),
            ],
            serial_number="A-1042",
            selector=game_pb2.SELECTOR_RECEPTACLE,
            rooms=["main", "mezz"],
            at=STAMP,
            sales=game_pb2.SALES_OUTSIDE,
        ),
    ),
    (
        StaffAssigned(Post.SUPERVISOR, "ben", AT),
        events_pb2.StaffAssigned(post=game_pb2.POST_SUPERVISOR, person="ben", at=STAMP),
    ),
    (
        StaffReleased(Post.ASSISTANT, "eve", AT),
        events_pb2.StaffReleased(post=game_pb2.POST_ASSISTANT, person="eve", at=STAMP),
    ),
    (
        AttemptRefused(Post.CALLER, "mallory"),
        events_pb2.AttemptRefused(post=game_pb2.POST_CALLER, person="mallory"),
    ),
    (
        GameAnnounced(1, (StagePrize(Stage.SERIES, Money("NZD", 0)),), "A-1042", AT),
        events_pb2.GameAnnounced(
            game_version=1,
            stages=[
                game_pb2.StagePrize(stage=game_pb2.STAGE_SERIES, prize=MoneyMessage(currency="NZD"))
            ],
            serial_number="A-1042",
            at=STAMP,
        ),
    ),
    (
        NumberSelected(4, Secret(Selection(42, b"e" * 32), OPENING)),
        events_pb2.NumberSelected(
            position=4, selection=events_pb2.Selection(number=42, entropy=b"e" * 32)
        ),
    ),
    (
        BallRekeyed(4, Secret(Selection(54, b""), OPENING), OPENING, "G"),
        events_pb2.BallRekeyed(
            position=4, selection=events_pb2.Selection(number=54), opening=OPENED, cut_off="G"
        ),
    ),
    (
        NumberCalled(4, 42, OPENING, AT),
        events_pb2.NumberCalled(position=4, number=42, opening=OPENED, at=STAMP),
    ),
    (NumberCalled(4, 42, None, AT), events_pb2.NumberCalled(position=4, number=42, at=STAMP)),
    (
        NumberCalled(4, 42, None, AT, "N", after_the_end=True),
        events_pb2.NumberCalled(position=4, number=42, at=STAMP, letter="N", after_the_end=True),
    ),
    (
        CallConfirmed(4, 42, "ben", AT),
        events_pb2.CallConfirmed(position=4, ball=42, by="ben", at=STAMP),
    ),
    (
        CallConfirmed(4, None, "ben", AT),
        events_pb2.CallConfirmed(position=4, by="ben", at=STAMP),
    ),
    (
        CallOutRecorded(
            2, "mezz", 0, Cry.NOISE, True, "people/9f", AT, AT, "sam", late=True, outside_play=False
        ),
        events_pb2.CallOutRecorded(
            call_out=2,
            room="mezz",
            after_position=0,
            cry=game_pb2.CRY_NOISE,
            on_behalf=True,
            player="people/9f",
            heard_at=STAMP,
            entered_at=STAMP,
            entered_by="sam",
            late=True,
            judged_on=0,
        ),
    ),
    (
        CallOutDecided(
            2, Verdict.VALID, (Stage.PART_SERIES, Stage.SERIES), True, "ben", AT, ruled_in_time=True
        ),
        events_pb2.CallOutDecided(
            call_out=2,
            verdict=game_pb2.VERDICT_VALID,
            stages=[game_pb2.STAGE_PART_SERIES, game_pb2.STAGE_SERIES],
            unverified=True,
            by="ben",
            at=STAMP,
            ruled_in_time=True,
        ),
    ),
    (
        CallOutDecided(2, Verdict.OUT_OF_TIME, (), False, "ben", AT, ruled_in_time=False),
        events_pb2.CallOutDecided(
            call_out=2, verdict=game_pb2.VERDICT_OUT_OF_TIME, by="ben", at=STAMP
        ),
    ),
    (
        GameEnded(Ending.ABANDONED, "power cut", OPENING, AT),
        events_pb2.GameEnded(
            ending=game_pb2.ENDING_ABANDONED, reason="power cut", opening=OPENED, at=STAMP
        ),
    ),
    (
        GameEnded(Ending.ABANDONED, "the key is lost", None, AT, unopened=True),
        events_pb2.GameEnded(
            ending=game_pb2.ENDING_ABANDONED, reason="the key is lost", at=STAMP, unopened=True
        ),
    ),
    (
        GameEnded(Ending.COMPLETED, "", None, AT),
        events_pb2.GameEnded(ending=game_pb2.ENDING_COMPLETED, at=STAMP),
    ),
)


@pytest.mark.parametrize(("event", "message"), WRITTEN, ids=lambda each: type(each).__name__)
def test_an_event_is_written_and_read(event: Event, message: Message) -> None:
    assert CODEC.message(event) == message
    assert CODEC.event(message, OPENING) == event


def test_there_is_one_message_for_every_event() -> None:
    classes, messages = [each.cls for each in CODEC.shapes], [each.message for each in CODEC.shapes]
    assert set(classes) == set(get_args(Event)) >= {type(event) for event, _ in WRITTEN}
    assert len(classes) == len(set(classes)) == len(set(messages))
    for shape in CODEC.shapes:
        assert shape.message.DESCRIPTOR.full_name == f"eyesdown.draw.v1.{shape.cls.__name__}"


# -- any event at all ------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", get_args(Event), ids=lambda cls: cls.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_any_event_is_read_as_it_was_written(cls: Any, data: st.DataObject) -> None:
    """Through bytes, its sealed part cut out and merged back in, as a commit does it."""
    event = data.draw(any_of(cls))
    opening = None
    if isinstance(event, NumberSelected | BallRekeyed):
        opening = event.selection.opening
    message = CODEC.message(event)
    taken, packed = take_sealed(message), AnyMessage()
    packed.Pack(message)
    read: Any = type(message)()
    assert AnyMessage.FromString(packed.SerializeToString()).Unpack(read)
    read.MergeFromString(taken)
    assert CODEC.event(read, opening) == event


# -- what is closed --------------------------------------------------------------------------------


def test_of_a_selection_only_its_position_is_open() -> None:
    event = NumberSelected(4, Secret(Selection(42, b"e" * 32)))
    message = CODEC.message(event)
    assert take_sealed(message)
    assert message == events_pb2.NumberSelected(position=4)
    assert CODEC.event(message, None) == NumberSelected(4, Secret(None))


@pytest.mark.parametrize("ball", [None, 42], ids=["electronic", "receptacle"])
def test_until_it_is_announced_a_number_is_nowhere_in_the_record(ball: int | None) -> None:
    shell, entropy = Shell(), bytes.fromhex("c0ffee" * 10 + "beef")
    shell.send(open_game(selector=BALLS) if ball else open_game())
    for command in (assign(CALLER, ANA), assign(SUPERVISOR, BEN), announce()):
        shell.send(command)
    (event,) = shell.send(select(1, ball, entropy=entropy)).events
    stored = shell.stored[-1]
    commit = parse(stored)
    assert b"\xc0\xff\xee" not in stored.body
    assert commit.sealed.ciphertext
    request, facts, open_event = (
        draw_service_pb2.SelectNumberRequest(),
        events_pb2.GameFacts(),
        events_pb2.NumberSelected(),
    )
    assert commit.command.request.Unpack(request)
    assert commit.command.facts.Unpack(facts)
    assert commit.events[0].Unpack(open_event)
    assert (request.position, request.ball) == (1, 0)
    assert facts == events_pb2.GameFacts()
    assert open_event == events_pb2.NumberSelected(position=1)

    assert shell.snapshots(NO_KEY)[-1].events == (NumberSelected(1, Secret(None)),)
    assert shell.snapshots(KEY)[-1].events == (event,)
    shell.send(call(1))
    called = events_pb2.NumberCalled()
    assert parse(shell.stored[-1]).events[0].Unpack(called)
    assert isinstance(event, NumberSelected)
    assert called.number == event.selection.reveal().number == (ball or called.number)
    assert commit_pb2.Closed.FromString(called.opening.content).events[0]


def test_a_number_that_was_never_announced_is_opened_in_the_last_commit() -> None:
    shell = Shell()
    shell.send(open_game(selector=BALLS))
    for command in (assign(CALLER, ANA), assign(SUPERVISOR, BEN), announce(), select(1, 42)):
        shell.send(command)
    (event,) = shell.send(end("power cut")).events
    assert isinstance(event, GameEnded)
    assert event.opening is not None
    assert event.opening.version == 5
    closed = commit_pb2.Closed.FromString(event.opening.content)
    assert events_pb2.NumberSelected.FromString(closed.events[0]).selection.number == 42


def test_the_refusals_that_a_regulator_would_ask_about_can_stand_on_record() -> None:
    assert {NOT_THE_CALLER, NOT_THE_SUPERVISOR, NOT_THE_ANNOUNCER, BALL_DIFFERS} <= set(
        CODEC.recorded
    )
    shell = Shell()
    shell.send(open_game())
    for command in (assign(CALLER, ANA), assign(SUPERVISOR, BEN), announce()):
        shell.send(command)
    refusal = shell.send(replace(select(1), by="mallory")).refusal
    assert refusal is not None
    assert (refusal.reason, refusal.clause) == (NOT_THE_CALLER, "NZB-5.6(b)")
    assert refusal.sentence == "Only the game's caller does this; the caller is ana."
    assert parse(shell.stored[-1]).refusal.reason == "NOT_THE_CALLER"
