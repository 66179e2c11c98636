"""What a session table leaves in journals, written and read again, and what people see of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.board.v1 import session_table_pb2
from eyesdown.tournament.v1 import table_pb2
from services.kernel.boards.frame_json import frame_json
from services.kernel.names import Name
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from services.tournament.codec.table import CODEC as TABLE_CODEC
from services.tournament.domain.table.state import State
from services.tournament.domain.table.table import Event
from services.tournament.views.table import frame, resource, row
from tests.tournament.domain.table.play import (
    LOST,
    MINUTES_20,
    STOOD_OFF,
    Play,
    at,
    close,
    correct_chips,
    count,
    deal,
    dealt,
    hand,
    hold,
    limit_time,
    open_table,
    record,
    rounds,
    seated,
    shoes,
    started,
    terms,
    time,
    wager,
)

NAME = Name("akl", "tables", "2026-cup-s1-t2")

st.register_type_strategy(
    datetime, st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
)
st.register_type_strategy(int, st.integers(0, 2**31))
st.register_type_strategy(str, st.text(max_size=12))


def test_every_event_has_one_message_of_its_name() -> None:
    classes = [each.cls for each in TABLE_CODEC.shapes]
    assert set(classes) == set(get_args(Event))
    assert len(classes) == len(set(classes))
    for shape in TABLE_CODEC.shapes:
        name = f"eyesdown.tournament.v1.{shape.cls.__name__}"
        assert shape.message.DESCRIPTOR.full_name == name


@pytest.mark.parametrize("cls", get_args(Event), ids=lambda cls: cls.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_any_event_is_read_as_it_was_written(cls: type[Event], data: st.DataObject) -> None:
    event = data.draw(st.from_type(cls))
    message = TABLE_CODEC.message(event)
    packed = AnyMessage()
    packed.Pack(message)
    read: Any = type(message)()
    assert AnyMessage.FromString(packed.SerializeToString()).Unpack(read)
    assert TABLE_CODEC.event(read, None) == event


# -- what people see -------------------------------------------------------------------------------


def seen(play: Play) -> Snapshot[Any, State]:
    return Snapshot(NAME, Place(9, 20260000000009, b"h" * 32), play.state, at(50))


def test_a_table_in_play_as_people_see_it() -> None:
    play = dealt(terms(MINUTES_20))
    made = resource(seen(play))
    assert (made.name, made.version, made.tournament) == (str(NAME), 9, "2026-cup")
    assert (made.session, made.table, made.marker, made.shoe) == (1, 2, 1, 1)
    assert (made.sign.minimum, made.sign.maximum, made.sign.increment) == (10, 500, 5)
    assert [(box.box, box.player, box.chips) for box in made.boxes] == [
        (1, 11, 1000),
        (3, 13, 1000),
        (4, 14, 1000),
        (7, 17, 1000),
    ]
    assert [(each.box, each.amount, each.counts) for each in made.round.wagers] == [
        (box, 100, 100) for box in (1, 3, 4, 7)
    ]
    assert made.ends_at.ToDatetime(UTC) == at(1200)
    assert made.round.dealt_at.ToDatetime(UTC) == at(5)
    assert (made.issued, made.held, made.house, made.director) == (4000, 4000, 0, "tom")


@pytest.mark.parametrize(
    ("phase", "play"),
    [
        ("SEATED", seated),
        ("WAGERING", started),
        ("DEALT", dealt),
        ("HELD", lambda: held()),
        ("TALLYING", lambda: ended()),
        ("FINISHED", lambda: finished()),
        ("CLOSED", lambda: closed()),
    ],
)
def test_where_a_table_stands(phase: str, play: Any) -> None:
    made = play()
    shown, listed, wall = resource(seen(made)), row(made.state), frame(seen(made))
    assert shown.phase == listed.phase == table_pb2.TablePhase.Value(f"TABLE_PHASE_{phase}")
    assert wall.phase == session_table_pb2.SessionTablePhase.Value(f"SESSION_TABLE_PHASE_{phase}")
    assert b'"name":"venues/akl/tables/2026-cup-s1-t2"' in frame_json(wall)


def held() -> Play:
    play = started()
    play.do(hold())
    return play


def ended() -> Play:
    play = started(terms(rounds(1)))
    play.round(b1=LOST)
    return play


def finished() -> Play:
    play = ended()
    play.do(count((1, 900), (3, 1000), (4, 1000), (7, 1000)))
    return play


def closed() -> Play:
    play = finished()
    play.do(close())
    return play


def test_a_table_without_players_has_its_name_alone() -> None:
    play = Play()
    assert resource(seen(play)).name == str(NAME)
    assert frame(seen(play)).name == str(NAME)
    assert row(play.state).phase == 0


def test_the_sign_the_indicator_and_the_clock_are_on_the_wall() -> None:
    play = started(terms(shoes(2)))
    play.do(limit_time())
    wall = frame(seen(play))
    assert (wall.minimum, wall.maximum, wall.increment, wall.multiples) == (10, 500, 5, False)
    assert (wall.shoe, wall.shoes, wall.rounds, wall.last_round) == (1, 2, 0, False)
    assert (wall.round, wall.marker, wall.turn) == (1, 1, 1)
    assert not wall.HasField("ends_at")
    play.do(wager(1, 50))
    wall = frame(seen(play))
    assert (wall.boxes[0].wager, wall.turn) == (50, 3)
    assert wall.boxes[0].status == "playing"
    assert resource(seen(play)).wager_time.seconds == 30


def test_the_clock_on_the_wall_is_an_instant_or_what_is_left() -> None:
    play = started(terms(MINUTES_20))
    assert frame(seen(play)).ends_at.ToDatetime(UTC) == at(1200)
    play.do(hold(100.5))
    wall = frame(seen(play))
    assert not wall.HasField("ends_at")
    assert wall.seconds_left == 1100  # 1,099.5, a begun second counted
    assert resource(seen(play)).left_ms == 1_099_500


def test_the_last_round_is_shown_as_such() -> None:
    assert frame(seen(started(terms(rounds(1))))).last_round
    assert not frame(seen(started(terms(rounds(2))))).last_round
    play = dealt(terms(MINUTES_20))
    play.do(time(1200))
    assert frame(seen(play)).last_round
    play = dealt(terms(shoes(1)))
    play.do(record(*(hand(box, STOOD_OFF) for box in (1, 3, 4, 7)), cutting_card=True))
    assert frame(seen(play)).last_round
    play.do(*(wager(box, round_=2) for box in (3, 4, 7, 1)), deal(2))
    assert frame(seen(play)).turn == 0


def test_why_a_session_ended_and_who_has_what() -> None:
    wall = frame(seen(ended()))
    assert wall.ended_because == "rounds"
    assert [box.chips for box in wall.boxes] == [900, 1000, 1000, 1000]
    shown = resource(seen(finished()))
    assert (shown.rounds, shown.ending) == (1, 3)
    assert row(ended().state).rounds == 1


def test_an_end_that_corrected_chips_make_another_is_shown_as_such() -> None:
    play = dealt(terms(rounds(9)), 500)
    play.do(record(*(hand(box, LOST, 1000) for box in (1, 3, 4, 7))))
    assert frame(seen(play)).ended_because == "all broke"
    play.do(count((1, 0), (3, 0), (4, 0), (7, 0)), correct_chips(1, 500))
    assert resource(seen(play)).ending == table_pb2.SESSION_ENDING_ONE_LEFT
    play.do(correct_chips(3, 400))
    assert resource(seen(play)).ending == table_pb2.SESSION_ENDING_CORRECTED
    assert row(play.state).ending == table_pb2.SESSION_ENDING_CORRECTED
    assert frame(seen(play)).ended_because == "corrected"


def test_what_a_table_lacks_for_its_start() -> None:
    assert resource(seen(seated())).lacks == ""
    assert resource(seen(Play(open_table()))).lacks == "Box 1 has no chips yet."
    assert resource(seen(started())).lacks == ""
    assert row(seated().state).players == 4
