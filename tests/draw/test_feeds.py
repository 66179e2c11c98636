"""What a commit of a game says to its session and to its equipment, event by event."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from google.protobuf.message import Message

from eyesdown.common.v1.money_pb2 import Money
from eyesdown.draw.v1 import equipment_events_pb2, events_pb2, game_pb2
from eyesdown.draw.v1.session_events_pb2 import FollowGame, GameNews
from eyesdown.draw.v1.session_pb2 import Judged
from services.draw.codec.game import CODEC
from services.draw.domain.game.game import Event
from services.draw.feeds.equipment import equipment_following_games
from services.draw.feeds.game import games_following_games
from services.draw.feeds.session import sessions_following_games
from services.kernel.following.happenings import Happening
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.record.commit import Actor

GAME = Name("akl", "games", "2026-11-29-07")
SESSION = "venues/akl/sessions/2026-11-29-evening"
CAGE = "venues/akl/equipment/2026-cage-2"
VOID = "venues/akl/games/2026-11-29-06"
BINGO = game_pb2.StagePrize(
    stage=game_pb2.STAGE_SERIES, prize=Money(currency="NZD", minor_units=500)
)
ROW = game_pb2.GameRow(session=SESSION, called=45)


def happening(*events: Message, row: Message = ROW) -> Happening:
    """A commit of the game with these events."""
    at = datetime(2026, 11, 29, 8, tzinfo=UTC)
    actor = Actor("sue", 3)
    return Happening(GAME, 9, 20260000000042, at, actor, events, "", Standing.IN_PLAY, row)


def told(*events: Message) -> GameNews:
    """The one piece of news that a session gets."""
    (order,) = sessions_following_games(happening(*events))
    assert order.target == Name.parse(SESSION)
    assert isinstance(order.request, FollowGame)
    assert (order.request.news.game, order.request.news.called) == (str(GAME), 45)
    order.request.news.ClearField("game")
    order.request.news.ClearField("called")
    return order.request.news


TOLD = (
    (
        events_pb2.GameOpened(programme_number=3, practice=True, session=SESSION),
        GameNews(opened_as=3, practice=True),
    ),
    (
        events_pb2.GameOpened(programme_number=3, session=SESSION, restart_of=VOID),
        GameNews(opened_as=3, restart_of=VOID),
    ),
    (events_pb2.GameAnnounced(stages=[BINGO]), GameNews(announced=True, prizes=[BINGO])),
    (events_pb2.SalesWereClosed(prizes=[BINGO]), GameNews(prizes=[BINGO])),
    (events_pb2.CallOutRecorded(call_out=2), GameNews(call_outs=[Judged(call_out=2)])),
    (
        events_pb2.CallOutDecided(
            call_out=2, verdict=game_pb2.VERDICT_VALID, stages=[game_pb2.STAGE_SERIES]
        ),
        GameNews(
            call_outs=[Judged(call_out=2, verdict=game_pb2.VERDICT_VALID)],
            won=[game_pb2.STAGE_SERIES],
        ),
    ),
    (
        events_pb2.WinnersVoided(stage=game_pb2.STAGE_SERIES, call_outs=[2], reopened=[3]),
        GameNews(
            call_outs=[
                Judged(call_out=2, verdict=game_pb2.VERDICT_VOIDED),
                Judged(call_out=3),
            ],
            voided=[game_pb2.STAGE_SERIES],
        ),
    ),
    (
        events_pb2.WinnersVoided(stage=game_pb2.STAGE_SERIES, call_outs=[2], still=True),
        GameNews(call_outs=[Judged(call_out=2, verdict=game_pb2.VERDICT_VOIDED)]),
    ),
    (
        events_pb2.CutOffTakenBack(position=3, reopened=[1]),
        GameNews(call_outs=[Judged(call_out=1)]),
    ),
    (
        events_pb2.CalledByHand(position=3, reopened=[1]),
        GameNews(call_outs=[Judged(call_out=1)]),
    ),
    (
        events_pb2.CallCorrected(position=3, reopened=[1]),
        GameNews(corrections=1, call_outs=[Judged(call_out=1)]),
    ),
    (
        events_pb2.CallTakenBack(position=3, reopened=[1]),
        GameNews(corrections=1, call_outs=[Judged(call_out=1)]),
    ),
    (events_pb2.IrregularityFound(irregularity=1), GameNews(irregularities=1)),
    (events_pb2.GameVoided(reason="stuck"), GameNews(ending=game_pb2.ENDING_VOID)),
    (
        events_pb2.GameEnded(ending=game_pb2.ENDING_COMPLETED),
        GameNews(ending=game_pb2.ENDING_COMPLETED),
    ),
)


@pytest.mark.parametrize(("event", "wanted"), TOLD, ids=lambda each: type(each).__name__)
def test_what_a_session_is_told(event: Message, wanted: GameNews) -> None:
    assert told(event) == wanted


def test_a_session_is_told_once_of_what_one_commit_did() -> None:
    assert told(
        events_pb2.WinnersVoided(stage=game_pb2.STAGE_SERIES, call_outs=[1]),
        events_pb2.CallCorrected(position=3, reopened=[2]),
    ) == GameNews(
        call_outs=[Judged(call_out=1, verdict=game_pb2.VERDICT_VOIDED), Judged(call_out=2)],
        voided=[game_pb2.STAGE_SERIES],
        corrections=1,
    )


def test_every_event_of_a_game_is_told_or_changes_nothing_that_a_session_counts() -> None:
    """Whoever adds an event decides here whether sessions count it."""
    says_nothing = {
        "AttemptRefused",
        "AttendanceRecorded",
        "BallRekeyed",
        "CallAcknowledged",
        "CallConfirmed",
        "CallCutOff",
        "ConfirmedInRoom",
        "EquipmentInspected",
        "GameHeld",
        "GameResumed",
        "HearingChecked",
        "IrregularityDecided",
        "NumberCalled",
        "NumberSelected",
        "ProposalApproved",
        "ProposalRejected",
        "Proposed",
        "RestartFollowed",
        "SelectionTakenBack",
        "StaffAssigned",
        "StaffReleased",
        "VerdictExamined",
        "WentOnWithoutRooms",
    }
    every = {cls.__name__ for cls in get_args(Event)}
    assert every <= says_nothing | {type(event).__name__ for event, _ in TOLD}
    for shape in CODEC.shapes:
        if shape.cls.__name__ in says_nothing:
            assert list(sessions_following_games(happening(shape.message()))) == []


def test_a_game_of_no_session_tells_nobody() -> None:
    alone = game_pb2.GameRow(called=45)
    ended = events_pb2.GameEnded(ending=game_pb2.ENDING_COMPLETED)
    assert list(sessions_following_games(happening(ended, row=alone))) == []


@pytest.mark.parametrize(
    ("kind", "ball", "what"),
    [
        (game_pb2.IRREGULARITY_KIND_DEFECT, 17, "defective: cracked"),
        (game_pb2.IRREGULARITY_KIND_SELECTOR, 0, "the selector does not work: cracked"),
    ],
    ids=["defect", "selector"],
)
def test_what_fails_in_a_game_takes_its_equipment_out_of_service(
    kind: game_pb2.IrregularityKind.ValueType, ball: int, what: str
) -> None:
    found = events_pb2.IrregularityFound(
        irregularity=1, kind=kind, ball=ball, reason="cracked", equipment=CAGE
    )
    (order,) = equipment_following_games(happening(found))
    assert order.target == Name.parse(CAGE)
    assert order.request == equipment_events_pb2.FailInGame(game=str(GAME), ball=ball, what=what)


def test_what_is_no_fault_of_the_equipment_leaves_it_in_service() -> None:
    for kind in (game_pb2.IRREGULARITY_KIND_RETURNED, game_pb2.IRREGULARITY_KIND_STUCK):
        found = events_pb2.IrregularityFound(irregularity=1, kind=kind, equipment=CAGE)
        assert list(equipment_following_games(happening(found))) == []
    nowhere = events_pb2.IrregularityFound(kind=game_pb2.IRREGULARITY_KIND_DEFECT, ball=17)
    assert list(equipment_following_games(happening(nowhere))) == []


def test_a_set_that_a_games_inspection_finds_unequal_is_out_of_service() -> None:
    def inspected(**found: Any) -> events_pb2.EquipmentInspected:
        return events_pb2.EquipmentInspected(
            inspection=game_pb2.Inspection(**{"equipment": CAGE, "objects": 75, **found})
        )

    (order,) = equipment_following_games(happening(inspected(equal=False)))
    assert order.target == Name.parse(CAGE)
    assert order.request == equipment_events_pb2.FailInGame(
        game=str(GAME), what="its objects are not equal"
    )
    assert list(equipment_following_games(happening(inspected(equal=True)))) == []
    assert list(equipment_following_games(happening(inspected(equal=True, objects=74)))) == [], (
        "it is filled"
    )
    assert list(equipment_following_games(happening(inspected(equal=False, objects=0)))) == [], (
        "a selector"
    )
    assert list(equipment_following_games(happening(inspected(equal=False, equipment="")))) == []


@pytest.mark.parametrize(
    ("event", "step"),
    [
        (events_pb2.GameOpened(restart_of=VOID), events_pb2.RESTART_STEP_OPENED),
        (events_pb2.GameAnnounced(), events_pb2.RESTART_STEP_ANNOUNCED),
        (events_pb2.GameEnded(), events_pb2.RESTART_STEP_ENDED),
        (events_pb2.GameVoided(), events_pb2.RESTART_STEP_ENDED),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_void_game_is_told_of_the_one_in_its_place(
    event: Message, step: events_pb2.RestartStep.ValueType
) -> None:
    (order,) = games_following_games(happening(event, row=game_pb2.GameRow(restart_of=VOID)))
    assert order.target == Name.parse(VOID)
    assert order.request == events_pb2.FollowRestart(game=str(GAME), step=step)


def test_a_void_game_is_told_of_nothing_else() -> None:
    called = events_pb2.NumberCalled(position=1, number=42)
    assert (
        list(games_following_games(happening(called, row=game_pb2.GameRow(restart_of=VOID)))) == []
    )
    assert list(games_following_games(happening(events_pb2.GameOpened()))) == []
