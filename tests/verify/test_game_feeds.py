"""What each commit of a game leads to at its desk: one thing, or nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from google.protobuf.message import Message

from eyesdown.draw.v1 import events_pb2 as draw
from eyesdown.draw.v1 import game_pb2
from eyesdown.journal.v1 import commit_pb2
from eyesdown.verify.v1 import claims_pb2, prizes_pb2, sales_pb2
from services.kernel.following.happenings import Happening
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.record.commit import Actor, ProfileRef
from services.verify.commands.desk import command as make
from services.verify.feeds.desk import desks_following_games

NAME = Name.parse("venues/akl/games/2026-11-29-07")
PROFILE = ProfileRef("nz-casino-bingo", b"p" * 32)
NONE, NO_COMMAND = commit_pb2.Refusal(), commit_pb2.Command()
LINE, BINGO = game_pb2.STAGE_PART_SERIES, game_pb2.STAGE_SERIES


def orders(
    *events: Message,
    refusal: commit_pb2.Refusal = NONE,
    command: commit_pb2.Command = NO_COMMAND,
) -> list[Any]:
    """What a commit with these events leads to."""
    happening = Happening(
        NAME,
        7,
        20260000000007,
        datetime(2026, 11, 29, 8, tzinfo=UTC),
        Actor("cal", 1, "desk-1"),
        events,
        refusal.reason,
        Standing.IN_PLAY,
        game_pb2.GameRow(),
        PROFILE,
        command=command,
        refused=refusal,
    )
    return list(desks_following_games(make)(happening))


def told(*events: Message) -> Message:
    """The one thing that a commit leads to."""
    (order,) = orders(*events)
    assert str(order.target) == "venues/akl/claimDesks/2026-11-29-07"
    request: Message = order.request
    return request


def test_a_game_opens_its_desk_under_its_profile() -> None:
    opened = draw.GameOpened(profile="nz-casino-bingo", rules=draw.GameRules(numbers=90))
    (order,) = orders(opened)
    assert order.request == sales_pb2.OpenDesk(
        game=str(NAME), profile="nz-casino-bingo", numbers=90
    )
    assert order.profile == PROFILE


@pytest.mark.parametrize(
    "event",
    [
        draw.NumberCalled(position=1, number=42),
        draw.CalledByHand(position=1),
        draw.GameEnded(),
        draw.GameVoided(),
    ],
)
def test_the_first_number_or_the_end_closes_the_sales(event: Message) -> None:
    (order,) = orders(event)
    assert order.request.sales_over
    assert order.profile is None


def test_the_desk_hears_how_far_the_game_is() -> None:
    by_hand = draw.CalledByHand(position=7, calls=[game_pb2.HandCall(), game_pb2.HandCall()])
    assert told(draw.NumberCalled(position=2)) == claims_pb2.TakePlay(position=2)
    assert told(by_hand) == claims_pb2.TakePlay(position=8)
    assert told(draw.GameEnded()) == claims_pb2.TakePlay(sales_over=True, over=True)
    assert told(draw.GameVoided(start_over=True)) == claims_pb2.TakePlay(
        sales_over=True, over=True, void=True, start_over=True
    )


def test_what_is_announced_is_what_is_paid() -> None:
    stage = game_pb2.StagePrize(stage=LINE, pattern="any_row")
    assert told(draw.GameAnnounced(stages=[stage])) == prizes_pb2.TakePrizes(prizes=[stage])


def test_a_call_out_opens_a_claim() -> None:
    event = draw.CallOutRecorded(
        call_out=2,
        room="main",
        after_position=5,
        cry=game_pb2.CRY_BINGO,
        on_behalf=True,
        player="ref",
        late=True,
        judged_on=4,
    )
    assert told(event) == claims_pb2.OpenClaim(
        call_out=2,
        room="main",
        after_position=5,
        cry=game_pb2.CRY_BINGO,
        on_behalf=True,
        player="ref",
        late=True,
    )


def test_its_decision_is_taken_over() -> None:
    event = draw.CallOutDecided(
        call_out=2,
        verdict=game_pb2.VERDICT_VALID,
        stages=[LINE, BINGO],
        unverified=True,
        ruled_in_time=True,
        by="sup",
    )
    assert told(event) == claims_pb2.TakeVerdict(
        call_out=2,
        verdict=game_pb2.VERDICT_VALID,
        stages=[LINE, BINGO],
        unverified=True,
        ruled_in_time=True,
        by="sup",
    )


def test_a_correction_with_voided_winners_is_one_thing() -> None:
    request = told(
        draw.ProposalApproved(proposal=1, by="sup"),
        draw.WinnersVoided(stage=LINE, call_outs=[1, 2], reopened=[3]),
        draw.CallCorrected(position=5, reopened=[4]),
    )
    assert request == claims_pb2.TakeRighting(
        reopened=[3, 4], voided=[claims_pb2.VoidedStage(stage=LINE, call_outs=[1, 2])]
    )


def test_a_void_game_whose_winners_are_none_is_one_thing() -> None:
    request = told(draw.WinnersVoided(stage=LINE, call_outs=[1]), draw.GameVoided(start_over=True))
    assert request == claims_pb2.TakeRighting(
        voided=[claims_pb2.VoidedStage(stage=LINE, call_outs=[1])],
        sales_over=True,
        play=claims_pb2.TakePlay(sales_over=True, over=True, void=True, start_over=True),
    )


@pytest.mark.parametrize("position", [1, 4])
def test_calls_by_hand_have_claims_judged_again_that_were_entered_for_them(position: int) -> None:
    request = told(
        draw.ProposalApproved(proposal=1, by="sup"),
        draw.CalledByHand(position=position, reopened=[2]),
    )
    first = position == 1
    play = claims_pb2.TakePlay(sales_over=first, position=position)
    assert request == claims_pb2.TakeRighting(reopened=[2], sales_over=first, play=play)


def test_a_call_that_was_not_cut_off_has_claims_judged_again() -> None:
    request = told(draw.CutOffTakenBack(position=5, reopened=[2]))
    assert request == claims_pb2.TakeRighting(reopened=[2])


def test_a_call_that_was_taken_back_has_claims_judged_again() -> None:
    assert told(draw.CallTakenBack(position=5, reopened=[2])) == claims_pb2.TakeRighting(
        reopened=[2]
    )


@pytest.mark.parametrize("agrees", [True, False])
def test_the_desk_hears_whether_the_draw_agrees(agrees: bool) -> None:
    assert told(draw.VerdictExamined(call_out=2, agrees=agrees)) == claims_pb2.TakeAnswer(
        call_out=2, differs=not agrees
    )


def test_the_desk_hears_that_the_draw_refused_its_decision() -> None:
    asked = commit_pb2.Command(method="eyesdown.draw.v1.SettleCallOut")
    asked.request.Pack(draw.SettleCallOut(call_out=2))
    refused = commit_pb2.Refusal(reason="STAGE_ALREADY_WON", clause="NZB-5.7(c)")
    (order,) = orders(refusal=refused, command=asked)
    assert order.request == claims_pb2.TakeAnswer(
        call_out=2, reason="STAGE_ALREADY_WON", clause="NZB-5.7(c)"
    )
    asked.request.Pack(draw.RecordSalesClosed())
    assert orders(refusal=refused, command=asked) == [], "that is no decision"


@pytest.mark.parametrize(
    "event",
    [
        draw.CallConfirmed(position=1),
        draw.CallCorrected(position=1),
    ],
)
def test_anything_else_leads_to_nothing(event: Message) -> None:
    assert orders(event) == []
