"""What a commit of a desk leads to in its jackpot, and one of a jackpot at desks and in the next
cycle."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from google.protobuf.message import Message

from eyesdown.common.v1.money_pb2 import Money
from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import desk_events_pb2 as desks
from eyesdown.verify.v1 import jackpots_pb2, prizes_pb2, sales_pb2
from services.kernel.following.happenings import Happening
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.record.commit import Actor
from services.verify.feeds.desk import desks_following_jackpots
from services.verify.feeds.jackpot import jackpots_following_desks, jackpots_following_jackpots

DESK = Name.parse("venues/akl/claimDesks/2026-11-29-07")
GAME = "venues/akl/games/2026-11-29-07"
JACKPOT, NEXT = "venues/akl/jackpots/2026-friday", "venues/akl/jackpots/2026-friday-2"
OTHER = "venues/akl/jackpots/2026-sunday"
LINE, BINGO = game_pb2.STAGE_PART_SERIES, game_pb2.STAGE_SERIES
OF_STAGE, OF_JACKPOT = prizes_pb2.PRIZE_KIND_STAGE, prizes_pb2.PRIZE_KIND_JACKPOT
DECLARED = jackpots_pb2.Declaration(share=1_000, stage=BINGO, within=50)
ROW = sales_pb2.ClaimDeskRow(
    session="venues/akl/sessions/2026-11-29-1",
    jackpot=jackpots_pb2.GameJackpot(game=GAME, jackpot=JACKPOT, declared=DECLARED),
)
Step = jackpots_pb2.JackpotStep


def nzd(cents: int) -> Money:
    """New Zealand dollars."""
    return Money(currency="NZD", minor_units=cents)


def owed(share: int, cents: int) -> jackpots_pb2.Owed:
    """A share."""
    return jackpots_pb2.Owed(share=share, amount=nzd(cents))


def commit(name: str | Name, row: Message, *events: Message) -> Happening:
    """A commit with these events."""
    return Happening(
        Name.parse(str(name)),
        7,
        20260000000007,
        datetime(2026, 11, 29, 8, tzinfo=UTC),
        Actor("service:verify", 0, "v-one"),
        events,
        "",
        Standing.IN_PLAY,
        row,
    )


def told(*events: Message, row: Message = ROW) -> list[tuple[str, Any]]:
    """Which jackpots hear of it, and what."""
    orders = jackpots_following_desks(commit(DESK, row, *events))
    return [(str(order.target), order.request.news) for order in orders]  # type: ignore[attr-defined]  # it is TakeNews


PAYMENT = prizes_pb2.Payment(kind=OF_JACKPOT, share=2, amount=nzd(300))
STEPS = [
    (desks.SalesClosed(receipts=nzd(2_000)), Step(taken=nzd(2_000))),
    (desks.SalesAmended(receipts=nzd(200)), Step(taken=nzd(200))),
    (desks.SalesReduced(receipts=nzd(200)), Step(back=nzd(200))),
    (
        desks.StageSettled(kind=OF_STAGE, stage=BINGO, position=48),
        Step(won=jackpots_pb2.StageWon(stage=BINGO, position=48)),
    ),
    (
        desks.StageSettled(
            kind=OF_STAGE, stage=LINE, position=9, odd_cents=nzd(1), jackpot=JACKPOT
        ),
        Step(won=jackpots_pb2.StageWon(stage=LINE, position=9, odd_cents=nzd(1))),
    ),
    (
        desks.StageSettled(kind=OF_STAGE, stage=LINE, position=9, odd_cents=nzd(1)),
        Step(won=jackpots_pb2.StageWon(stage=LINE, position=9)),
    ),
    (
        desks.StageSettled(
            kind=OF_JACKPOT,
            stage=BINGO,
            position=48,
            odd_cents_to=prizes_pb2.ODD_CENTS_HOUSE_KEEPS,
            shares=[prizes_pb2.PrizeShare(share=n, amount=nzd(300)) for n in (1, 2)],
        ),
        Step(shared=jackpots_pb2.Shared(shares=[owed(1, 300), owed(2, 300)], house_keeps=True)),
    ),
    (desks.SettlementReopened(kind=OF_STAGE, stage=LINE), Step(reopened=LINE)),
    (desks.SettlementReopened(kind=OF_JACKPOT, stage=BINGO), Step(unshared=True)),
    (desks.PrizePaid(payment=PAYMENT), Step(paid=owed(2, 300))),
    (desks.PrizeLapsed(kind=OF_JACKPOT, share=2, amount=nzd(300)), Step(lapsed=owed(2, 300))),
    (
        desks.RecoveryRecorded(
            kind=OF_JACKPOT, share=2, amount=nzd(300), recovery=prizes_pb2.RECOVERY_REPAID
        ),
        Step(repaid=owed(2, 300)),
    ),
    (
        desks.RecoveryRecorded(
            kind=OF_JACKPOT, share=2, amount=nzd(300), recovery=prizes_pb2.RECOVERY_WRITTEN_OFF
        ),
        Step(written_off=owed(2, 300)),
    ),
    (desks.PlayEnded(), Step(ended=True)),
    (desks.PlayEnded(void=True), Step(ended=True, void=True)),
    (desks.PlayEnded(void=True, start_over=True), Step(ended=True)),
]
SILENT = [
    desks.SalesOpened(),
    desks.ClaimDecided(),
    desks.PrizePaid(payment=prizes_pb2.Payment(kind=OF_STAGE, share=1, amount=nzd(300))),
    desks.PrizeLapsed(kind=OF_STAGE),
    desks.RecoveryRecorded(kind=OF_STAGE),
    desks.RecoveryDue(kind=OF_JACKPOT),
    desks.JackpotAwarded(jackpot=JACKPOT),
]


@pytest.mark.parametrize(("event", "step"), STEPS, ids=lambda each: type(each).__name__)
def test_the_jackpot_hears_of_it_in_its_own_words(event: Message, step: Message) -> None:
    ((target, news),) = told(event)
    assert target == JACKPOT
    assert (news.game, news.session, news.declared) == (GAME, ROW.session, DECLARED)
    assert list(news.steps) == [step]


@pytest.mark.parametrize("event", SILENT, ids=lambda each: type(each).__name__)
def test_it_hears_nothing_of_what_is_no_concern_of_it(event: Message) -> None:
    assert told(event) == []


def test_a_commit_is_one_piece_of_news() -> None:
    ((_, news),) = told(STEPS[3][0], desks.PlayEnded())
    assert list(news.steps) == [STEPS[3][1], Step(ended=True)]


def test_a_game_without_a_jackpot_tells_none() -> None:
    assert told(desks.SalesClosed(receipts=nzd(2_000)), row=sales_pb2.ClaimDeskRow()) == []


def test_a_game_that_goes_to_another_jackpot_tells_both() -> None:
    moved = desks.JackpotDeclared(jackpot=JACKPOT, declared=DECLARED, former=OTHER)
    (other, gone), (target, news) = told(moved)
    assert (other, gone.declared) == (OTHER, jackpots_pb2.Declaration())
    assert (target, news.declared, list(news.steps)) == (JACKPOT, DECLARED, [])


# -- from jackpots -----------------------------------------------------------------------------

TERMS = jackpots_pb2.JackpotTerms(title="Friday jackpot", share=1_000, seed=nzd(50_000))
WON = jackpots_pb2.JackpotRow(terms=TERMS, word="friday", number=1, won_by=GAME, next=NEXT)


def test_what_is_won_is_divided_at_the_desk_and_the_next_cycle_opens() -> None:
    waiting = jackpots_pb2.DeclaredGame(game="venues/akl/games/2026-11-29-08", declared=DECLARED)
    won = jackpots_pb2.JackpotWon(game=GAME, amount=nzd(60_000), next=NEXT, games=[waiting])
    carried = jackpots_pb2.CarriedOver(to=NEXT, amount=nzd(7))
    happening = commit(JACKPOT, WON, won, carried)
    (at_desk,) = desks_following_jackpots(happening)
    assert at_desk.target == DESK
    assert at_desk.request == jackpots_pb2.TakeJackpot(jackpot=JACKPOT, amount=nzd(60_000))
    (opens,) = jackpots_following_jackpots(happening)
    assert str(opens.target) == NEXT
    assert opens.request == jackpots_pb2.OpenNextCycle(
        terms=TERMS, word="friday", number=2, previous=JACKPOT, left=nzd(7), games=[waiting]
    )
    (opens,) = jackpots_following_jackpots(commit(JACKPOT, WON, won))
    assert opens.request.left == nzd(0)  # type: ignore[attr-defined]  # it is OpenNextCycle


def test_what_is_given_up_is_nobodys_at_the_desk_and_goes_on() -> None:
    happening = commit(
        JACKPOT,
        WON,
        jackpots_pb2.WinGivenUp(by="mere"),
        jackpots_pb2.CarriedOver(to=NEXT, amount=nzd(60_000)),
    )
    (released,) = desks_following_jackpots(happening)
    assert (released.target, released.request) == (DESK, jackpots_pb2.TakeJackpot(jackpot=JACKPOT))
    (carried,) = jackpots_following_jackpots(happening)
    assert str(carried.target) == NEXT
    assert carried.request == jackpots_pb2.TakeCarried(
        previous=JACKPOT, amount=nzd(60_000), through=[JACKPOT]
    )


def test_what_goes_on_says_which_cycles_it_came_through() -> None:
    moved = jackpots_pb2.CarriedOver(to=NEXT, amount=nzd(60_000), through=["a", "b"])
    news = jackpots_pb2.JackpotNews(game=GAME, steps=[Step(ended=True)], through=["c"])
    passed = jackpots_pb2.PassedOn(news=news, to=NEXT)
    carries, tells = jackpots_following_jackpots(commit(JACKPOT, WON, moved, passed))
    assert list(carries.request.through) == ["a", "b", JACKPOT]  # type: ignore[attr-defined]
    assert list(tells.request.news.through) == ["c", JACKPOT]  # type: ignore[attr-defined]


def test_what_a_cycle_hears_of_other_games_it_passes_on() -> None:
    news = jackpots_pb2.JackpotNews(game=GAME, steps=[Step(ended=True)])
    happening = commit(JACKPOT, WON, jackpots_pb2.PassedOn(news=news, to=NEXT))
    (passed,) = jackpots_following_jackpots(happening)
    assert str(passed.target) == NEXT
    told_on = jackpots_pb2.JackpotNews(game=GAME, steps=[Step(ended=True)], through=[JACKPOT])
    assert passed.request == jackpots_pb2.TakeNews(news=told_on)
    assert list(desks_following_jackpots(happening)) == []
