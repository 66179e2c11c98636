"""What people see of a game: resource, row and frame; never a number before it is announced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.timestamp_pb2 import Timestamp

from eyesdown.board.v1 import board_pb2
from eyesdown.draw.v1 import game_pb2
from services.draw.domain.game.game import Event
from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.selecting import NumberSelected
from services.draw.domain.game.state import Unopened
from services.draw.domain.game.words import Cry, Ending, Stage
from services.draw.views.board import frame
from services.draw.views.game import lacks_key, phase, resource, row
from services.kernel.boards.frame_json import frame_json
from services.kernel.law import Secret
from services.kernel.money import Money
from services.kernel.names import Name
from services.kernel.record.commit import Place
from services.kernel.record.histories import Snapshot
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    BOTH,
    ENTROPY,
    LINE,
    NOT_VALID,
    ONLY_BINGO,
    OUT_OF_TIME,
    VALID,
    at,
    ball_called,
    but,
    called,
    called_out,
    decided,
    ended,
    game,
    in_play,
    keyed,
    opened,
    selected,
    waiting,
)
from tests.draw.domain.righting import SPOKEN, corrected, taken_back

NAME = Name("akl", "games", "2026-11-29-07")
STAMP = Timestamp(seconds=1_795_939_200)  # 2026-11-29 08:00 UTC


def snapshot(*events: Event, version: int = 9) -> Snapshot[Event, Any]:
    """A game after these events, as of commit `version`."""
    return Snapshot(NAME, Place(version, 0, b""), game(*events).state, at())


WON = (
    *in_play(42, 17),
    called_out(1, 2, Cry.LINE, player="people/9f", room="mezz"),
    called_out(2, 2),
    called_out(3, 1, late=True),
    called_out(4, 2),
    decided(1, VALID, LINE),
    decided(2, NOT_VALID),
    decided(3, OUT_OF_TIME),
)


# -- where a game stands ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "stands"),
    [
        ((opened(),), "WAITING"),
        (waiting(), "WAITING"),
        ((*waiting(), called_out(1, 0, outside_play=True)), "WAITING"),
        (in_play(), "IN_PLAY"),
        ((*in_play(), selected(1, 42)), "IN_PLAY"),
        ((*in_play(42), called_out(1, 1)), "PAUSED"),
        ((*in_play(42), called_out(1, 1), decided(1, NOT_VALID)), "IN_PLAY"),
        ((*in_play(42), ended(Ending.ABANDONED, "rain")), "ENDED"),
        (
            (*in_play(42), ended(Ending.ABANDONED, "r"), called_out(1, 1, outside_play=True)),
            "ENDED",
        ),
    ],
)
def test_where_a_game_stands(events: tuple[Event, ...], stands: str) -> None:
    seen = snapshot(*events)
    assert game_pb2.Phase.Name(phase(seen.state)) == f"PHASE_{stands}"
    assert resource(seen).phase == row(seen.state).phase == phase(seen.state)
    assert board_pb2.GamePhase.Name(frame(seen).phase) == f"GAME_PHASE_{stands}"


def test_of_a_game_that_was_never_opened_there_is_only_the_name() -> None:
    nothing: Snapshot[Event, Any] = Snapshot(NAME, Place.start(NAME), Unopened())
    assert resource(nothing) == game_pb2.Game(name="venues/akl/games/2026-11-29-07")
    with pytest.raises(TypeError, match="never opened"):
        frame(nothing)
    with pytest.raises(TypeError, match="never opened"):
        row(Unopened())
    assert phase(Unopened()) == game_pb2.PHASE_UNSPECIFIED


# -- the resource and the row ----------------------------------------------------------------------


def test_the_resource_holds_the_whole_game() -> None:
    seen = resource(snapshot(*WON, called_out(5, 2), version=31))
    assert (seen.name, seen.version) == ("venues/akl/games/2026-11-29-07", 31)
    assert (seen.profile, seen.game_version, seen.serial_number) == (
        "nz-casino-bingo",
        3,
        "A-1042",
    )
    assert (seen.numbers, seen.selector) == (90, game_pb2.SELECTOR_ELECTRONIC)
    assert list(seen.rooms) == ["main", "mezz"]
    assert [(each.stage, each.prize.minor_units) for each in seen.stages] == [
        (game_pb2.STAGE_PART_SERIES, 10_000),
        (game_pb2.STAGE_SERIES, 125_000),
    ]
    assert [(each.post, each.person, each.since) for each in seen.staff] == [
        (game_pb2.POST_CALLER, ANA, STAMP),
        (game_pb2.POST_SUPERVISOR, BEN, STAMP),
    ]
    assert [(each.position, each.number, each.confirmed) for each in seen.calls] == [
        (1, 42, True),
        (2, 17, True),
    ]
    assert seen.calls[0].called_at == STAMP
    assert (seen.next_position, seen.selected) == (3, False)
    assert [each.call_out for each in seen.call_outs] == [1, 2, 3, 4, 5]
    assert seen.call_outs[0] == game_pb2.CallOut(
        call_out=1,
        room="mezz",
        after_position=2,
        cry=game_pb2.CRY_LINE,
        player="people/9f",
        heard_at=STAMP,
        entered_at=STAMP,
        entered_by="sam",
        decided=game_pb2.CallOut.Decided(
            verdict=game_pb2.VERDICT_VALID,
            stages=[game_pb2.STAGE_PART_SERIES],
            unverified=True,
            by=BEN,
            at=STAMP,
        ),
        judged_on=2,
        entered_after=2,
        asked=2,
    )
    assert not seen.call_outs[4].HasField("decided")
    assert list(seen.won) == [
        game_pb2.StageWon(stage=game_pb2.STAGE_PART_SERIES, position=2, call_outs=[1], shares=1)
    ]
    assert (seen.ending, seen.ending_reason) == (game_pb2.ENDING_UNSPECIFIED, "")
    assert seen.updated_at == STAMP


def test_the_resource_of_a_game_that_ended_says_why() -> None:
    seen = resource(snapshot(*in_play(42), ended(Ending.ABANDONED, "power cut")))
    assert (seen.ending, seen.ending_reason) == (game_pb2.ENDING_ABANDONED, "power cut")
    assert (seen.next_position, seen.selected) == (0, False)


def test_no_position_can_be_cited_when_no_number_can_come() -> None:
    won = (*in_play(42, version=1, stages=ONLY_BINGO), called_out(1, 1), decided(1, VALID, BINGO))
    assert resource(snapshot(*won)).next_position == 0
    assert resource(snapshot(*in_play(*range(1, 91)))).next_position == 0
    assert resource(snapshot(*in_play(*range(1, 90)))).next_position == 90
    assert resource(snapshot(*waiting())).next_position == 0


def test_the_row_is_what_lists_show() -> None:
    assert row(game(*WON).state) == game_pb2.GameRow(
        phase=game_pb2.PHASE_PAUSED,
        profile="nz-casino-bingo",
        game_version=3,
        serial_number="A-1042",
        rooms=["main", "mezz"],
        called=2,
        numbers=90,
    )
    over = row(game(*in_play(42), ended(Ending.EXHAUSTED)).state)
    assert (over.phase, over.ending) == (game_pb2.PHASE_ENDED, game_pb2.ENDING_EXHAUSTED)


# -- the frame -------------------------------------------------------------------------------------


@pytest.mark.case("B24")
def test_case_B24_the_frame_shows_the_stage_in_play_and_every_call_out() -> None:
    assert frame(snapshot(*WON, selected(3, 8), called(3, 8), version=31)) == board_pb2.GameFrame(
        name="venues/akl/games/2026-11-29-07",
        version=31,
        at=STAMP,
        phase=board_pb2.GAME_PHASE_PAUSED,
        profile="nz-casino-bingo",
        game_version=3,
        serial_number="A-1042",
        numbers=90,
        rooms=["main", "mezz"],
        calls=[
            board_pb2.FrameCall(position=1, number=42, confirmed=True),
            board_pb2.FrameCall(position=2, number=17, confirmed=True),
            board_pb2.FrameCall(position=3, number=8, confirmed=False),
        ],
        stages=[
            board_pb2.FrameStage(title="line", prize="NZD 100.00", won_on=2, pattern="any_row"),
            board_pb2.FrameStage(
                title="bingo", prize="NZD 1,250.00", won_on=0, pattern="full_card"
            ),
        ],
        call_outs=[
            board_pb2.FrameCallOut(call_out=1, room="mezz", after_position=2, status="valid"),
            board_pb2.FrameCallOut(call_out=2, room="main", after_position=2, status="not valid"),
            board_pb2.FrameCallOut(call_out=3, room="main", after_position=1, status="out of time"),
            board_pb2.FrameCallOut(call_out=4, room="main", after_position=2, status="undecided"),
        ],
        stage_in_play="bingo",
        count=3,
        least_shown=1500,
    )


@pytest.mark.parametrize(
    ("cents", "shown"),
    [
        (0, "NZD 0.00"),
        (5, "NZD 0.05"),
        (99, "NZD 0.99"),
        (100, "NZD 1.00"),
        (125_000, "NZD 1,250.00"),
        (123_456_789, "NZD 1,234,567.89"),
        (10**15, "NZD 10,000,000,000,000.00"),
    ],
)
def test_a_prize_is_shown_as_an_amount(cents: int, shown: str) -> None:
    stages = (StagePrize(Stage.SERIES, Money("NZD", cents)),)
    assert frame(snapshot(*in_play(version=1, stages=stages))).stages[0].prize == shown


def test_a_prize_that_is_not_fixed_is_not_shown() -> None:
    open_prizes = (StagePrize(LINE, None), StagePrize(BINGO, None))
    assert [each.prize for each in frame(snapshot(*waiting(3, open_prizes))).stages] == ["", ""]


@pytest.mark.parametrize(
    ("over", "because"),
    [
        (ended(Ending.COMPLETED), "completed"),
        (ended(Ending.EXHAUSTED), "exhausted"),
        (ended(Ending.ABANDONED, "power cut"), "power cut"),
    ],
)
def test_a_frame_of_a_game_that_ended_says_why(over: Event, because: str) -> None:
    assert frame(snapshot(*in_play(42), over)).ended_because == because
    assert frame(snapshot(*in_play(42))).ended_because == ""


def fields(descriptor: Descriptor) -> Iterator[FieldDescriptor]:
    """All fields of a message, and of those in it."""
    for field in descriptor.fields:
        yield field
        if field.message_type is not None and field.message_type != Timestamp.DESCRIPTOR:
            yield from fields(field.message_type)


def test_a_frame_has_no_64_bit_integers() -> None:
    # In JSON they would be text, and JavaScript would round them.
    wide = {
        FieldDescriptor.TYPE_INT64,
        FieldDescriptor.TYPE_UINT64,
        FieldDescriptor.TYPE_SINT64,
        FieldDescriptor.TYPE_FIXED64,
        FieldDescriptor.TYPE_SFIXED64,
    }
    assert [f.full_name for f in fields(board_pb2.GameFrame.DESCRIPTOR) if f.type in wide] == []


# -- nothing is given away -------------------------------------------------------------------------

BEFORE_A_SELECTION = (
    pytest.param(in_play(), id="announced"),
    pytest.param(in_play(42, 17), id="called"),
    pytest.param(in_play(selector=BALLS), id="balls"),
    pytest.param(in_play(*range(1, 90)), id="one number left"),
)


@pytest.mark.case("B18")
@pytest.mark.parametrize("before", BEFORE_A_SELECTION)
@pytest.mark.parametrize("more", [(), (called_out(1, 0),)], ids=["playing", "paused"])
def test_case_B18_a_selected_number_is_in_no_view(
    before: tuple[Event, ...], more: tuple[Event, ...]
) -> None:
    """Whatever is selected, people see the same; and but for "selected", the same as before."""
    position = sum(type(event).__name__ == "NumberCalled" for event in before) + 1
    unseen, ninety, eight = (
        snapshot(*before, *middle, *more)
        for middle in ((), (selected(position, 90),), (selected(position, 8),))
    )
    expected = resource(unseen)
    expected.selected = True
    assert resource(ninety) == resource(eight) == expected
    assert frame(ninety) == frame(eight) == frame(unseen)
    assert row(ninety.state) == row(eight.state) == row(unseen.state)
    everything = b"".join(
        (
            resource(ninety).SerializeToString(),
            row(ninety.state).SerializeToString(),
            frame_json(frame(ninety)),
        )
    )
    assert ENTROPY not in everything
    assert b"salt" not in everything


def test_a_number_that_was_never_announced_is_in_no_view_of_the_ended_game() -> None:
    over = ended(Ending.ABANDONED, "power cut")
    without, with_one = snapshot(*in_play(42), over), snapshot(*in_play(42), selected(2, 17), over)
    assert resource(with_one) == resource(without)
    assert frame(with_one) == frame(without)
    assert row(with_one.state) == row(without.state)


def test_the_key_is_lacking_only_where_a_number_waits_to_be_announced() -> None:
    closed = NumberSelected(2, Secret(None))
    assert lacks_key(game(*in_play(42), closed).state)
    assert not lacks_key(game(*in_play(42), selected(2, 17)).state)
    assert not lacks_key(game(*in_play(42), closed, called(2, 17)).state)
    assert not lacks_key(game(*waiting()).state)
    assert not lacks_key(game(*in_play(42), closed, ended(Ending.ABANDONED, "rain")).state)


def test_there_is_a_frame_before_the_game_is_announced() -> None:
    seen = frame(snapshot(opened(3, BOTH)))
    assert [each.title for each in seen.stages] == ["line", "bingo"]
    assert (list(seen.calls), list(seen.call_outs)) == ([], [])


def test_the_board_names_a_call_that_was_taken_back_as_its_last_correction() -> None:
    """Case B3: the count goes down, and the glass says which number counts for nothing."""
    gone = but(taken_back(2, 8), at=at(5))
    keyed_wrong = (*in_play(7, selector=BALLS), keyed(2, 8), ball_called(2, 8), gone)
    shown = frame(snapshot(*keyed_wrong))
    assert shown.correction == board_pb2.FrameCorrection(
        position=2, wrong=8, right=0, kind="taken back", at=Timestamp(seconds=STAMP.seconds + 5)
    )
    assert [(call.number, call.taken_back) for call in shown.calls] == [(7, False), (8, True)]
    later = frame(snapshot(*keyed_wrong, corrected(1, SPOKEN, 70, 7, second=6)))
    assert (later.correction.kind, later.correction.position) == ("spoken", 1)
    earlier = frame(snapshot(*in_play(7), corrected(1, SPOKEN, 70, 7, second=4)))
    assert earlier.correction.kind == "spoken"
