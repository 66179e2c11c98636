"""How a game is written in the journal: every event, there and back, and what is closed in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given
from hypothesis import strategies as st

from eyesdown.common.v1.money_pb2 import Money as MoneyMessage
from eyesdown.draw.v1 import draw_service_pb2, events_pb2, game_pb2
from eyesdown.journal.v1 import commit_pb2
from services.draw.codec import CODEC, SHAPES
from services.draw.domain.game.calling import (
    BALL_DIFFERS,
    BallRekeyed,
    CallConfirmed,
    NumberCalled,
    NumberSelected,
)
from services.draw.domain.game.callouts import CallOutDecided, CallOutRecorded
from services.draw.domain.game.ending import GameEnded
from services.draw.domain.game.game import Event
from services.draw.domain.game.opening import GameAnnounced, GameOpened
from services.draw.domain.game.staff import (
    NOT_THE_CALLER,
    NOT_THE_SUPERVISOR,
    AttemptRefused,
    StaffAssigned,
)
from services.draw.domain.game.state import (
    Cry,
    Ending,
    Post,
    Rules,
    Selection,
    Selector,
    Stage,
    StagePrize,
    Verdict,
)
from services.kernel.law import Opening, Secret
from services.kernel.money import Money
from services.kernel.record.commit import parse
from services.kernel.record.seal import take_sealed
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

# Each event and, by hand, its message.
WRITTEN: tuple[tuple[Event, Message], ...] = (
    (
        GameOpened(
            "nz-casino-bingo",
            Rules(90, True),
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
            rules=events_pb2.GameRules(numbers=90, confirm_before_next=True),
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
        ),
    ),
    (
        StaffAssigned(Post.SUPERVISOR, "ben", AT),
        events_pb2.StaffAssigned(post=game_pb2.POST_SUPERVISOR, person="ben", at=STAMP),
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
        BallRekeyed(4, Secret(Selection(54, b""), OPENING), OPENING),
        events_pb2.BallRekeyed(
            position=4, selection=events_pb2.Selection(number=54), opening=OPENED
        ),
    ),
    (
        NumberCalled(4, 42, OPENING, AT),
        events_pb2.NumberCalled(position=4, number=42, opening=OPENED, at=STAMP),
    ),
    (NumberCalled(4, 42, None, AT), events_pb2.NumberCalled(position=4, number=42, at=STAMP)),
    (CallConfirmed(4, 42), events_pb2.CallConfirmed(position=4, ball=42)),
    (CallConfirmed(4, None), events_pb2.CallConfirmed(position=4)),
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
        GameEnded(Ending.COMPLETED, "", None, AT),
        events_pb2.GameEnded(ending=game_pb2.ENDING_COMPLETED, at=STAMP),
    ),
)


@pytest.mark.parametrize(("event", "message"), WRITTEN, ids=lambda each: type(each).__name__)
def test_an_event_is_written_and_read(event: Event, message: Message) -> None:
    assert CODEC.message(event) == message
    assert CODEC.event(message, OPENING) == event


def test_there_is_one_message_for_every_event() -> None:
    classes, messages = [each.cls for each in SHAPES], [each.message for each in SHAPES]
    assert set(classes) == set(get_args(Event)) == {type(event) for event, _ in WRITTEN}
    assert len(classes) == len(set(classes)) == len(set(messages))
    for shape in SHAPES:
        assert shape.message.DESCRIPTOR.full_name == f"eyesdown.draw.v1.{shape.cls.__name__}"


# -- any event at all ------------------------------------------------------------------------------

number, position = st.integers(1, 90), st.integers(0, 90)
text = st.text(max_size=12)
instant = st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
salt = st.binary(min_size=32, max_size=32)
an_opening = st.builds(Opening, st.integers(1, 2**20), salt, st.binary(max_size=40))
maybe_opening = st.none() | an_opening
money = st.builds(Money, st.sampled_from(["NZD", "USD"]), st.integers(0, 10**15))
stages = st.lists(st.builds(StagePrize, st.sampled_from(Stage), st.none() | money)).map(tuple)

ANY: Mapping[type, st.SearchStrategy[Event]] = {
    GameOpened: st.builds(
        GameOpened,
        text,
        st.builds(Rules, number, st.booleans()),
        st.integers(1, 99),
        stages,
        text,
        st.sampled_from(Selector),
        st.lists(text).map(tuple),
        instant,
    ),
    StaffAssigned: st.builds(StaffAssigned, st.sampled_from(Post), text, instant),
    AttemptRefused: st.builds(AttemptRefused, st.sampled_from(Post), text),
    GameAnnounced: st.builds(GameAnnounced, st.integers(1, 99), stages, text, instant),
    NumberSelected: st.builds(
        NumberSelected,
        number,
        st.builds(Secret, st.builds(Selection, number, salt | st.just(b"")), an_opening),
    ),
    BallRekeyed: st.builds(
        BallRekeyed,
        number,
        st.builds(Secret, st.builds(Selection, number, salt | st.just(b"")), an_opening),
        maybe_opening,
    ),
    NumberCalled: st.builds(NumberCalled, number, number, maybe_opening, instant),
    CallConfirmed: st.builds(CallConfirmed, number, st.none() | number),
    CallOutRecorded: st.builds(
        CallOutRecorded,
        *(number, text, position, st.sampled_from(Cry), st.booleans(), text),
        *(instant, instant, text, st.booleans(), st.booleans()),
    ),
    CallOutDecided: st.builds(
        CallOutDecided,
        *(number, st.sampled_from(Verdict), st.lists(st.sampled_from(Stage)).map(tuple)),
        *(st.booleans(), text, instant, st.booleans()),
    ),
    GameEnded: st.builds(GameEnded, st.sampled_from(Ending), text, maybe_opening, instant),
}


@pytest.mark.parametrize("cls", get_args(Event), ids=lambda cls: cls.__name__)
@given(data=st.data())
def test_any_event_is_read_as_it_was_written(cls: type[Event], data: st.DataObject) -> None:
    """Through bytes, its sealed part cut out and merged back in, as a commit does it."""
    event = data.draw(ANY[cls])
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
    assert set(CODEC.recorded) == {NOT_THE_CALLER, NOT_THE_SUPERVISOR, BALL_DIFFERS}
    shell = Shell()
    shell.send(open_game())
    for command in (assign(CALLER, ANA), assign(SUPERVISOR, BEN), announce()):
        shell.send(command)
    refusal = shell.send(replace(select(1), by="mallory")).refusal
    assert refusal is not None
    assert (refusal.reason, refusal.clause) == (NOT_THE_CALLER, "NZB-5.6(b)")
    assert refusal.sentence == "Only the game's caller does this; the caller is ana."
    assert parse(shell.stored[-1]).refusal.reason == "NOT_THE_CALLER"
