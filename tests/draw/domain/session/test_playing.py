"""A session follows its games, and knows of them what their records say."""

from __future__ import annotations

from services.draw.domain.game.parts import Ending, Stage, StagePrize, Verdict
from services.draw.domain.session.playing import FollowGame
from services.draw.domain.session.session import SESSIONS
from services.draw.domain.session.state import Closed, Closing, Judged, Open, Session, SessionGame
from services.kernel.money import Money
from tests.draw.domain.session.sessions import (
    BINGO,
    LINE,
    OPEN,
    PLANNED,
    begun,
    cancelled,
    closed,
    counted,
    figures,
    follow,
    followed,
    game,
    nzd,
    session,
)


def games(*events) -> tuple[SessionGame, ...]:
    """The games of an open session after these events."""
    state = session(*OPEN, *events).state
    assert isinstance(state, Session)
    return state.games


def test_a_game_stands_in_the_session_from_its_opening_on() -> None:
    after = session(*OPEN).when(follow(2, opened_as=2)).then(followed(2, opened_as=2))
    assert isinstance(after.state, Open)
    assert after.state.games == (SessionGame(game(2), 2, practice=False),)
    assert after.state.under_way == after.state.games


def test_what_the_programme_lists_for_practice_is_practice() -> None:
    assert [each.practice for each in games(*begun(1), *begun(2, practice=True), *begun(3))] == [
        True,
        True,
        False,
    ]


def test_a_game_is_told_of_its_prizes_call_outs_winners_and_end() -> None:
    (played,) = games(
        followed(2, opened_as=2),
        followed(2, announced=True, prizes=(StagePrize(BINGO, None), StagePrize(LINE, nzd(50)))),
        followed(2, prizes=(StagePrize(BINGO, nzd(431)),)),
        followed(2, called=12, call_outs=(Judged(1, None),)),
        followed(2, called=12, call_outs=(Judged(1, Verdict.VALID),), won=(LINE,)),
        followed(2, called=30, corrections=1),
        followed(2, called=30, irregularities=1),
        followed(2, called=45, call_outs=(Judged(2, None),)),
        followed(2, called=45, call_outs=(Judged(2, Verdict.VALID),), won=(BINGO,)),
        followed(2, called=46, ending=Ending.COMPLETED),
    )
    assert played == SessionGame(
        game(2),
        2,
        practice=False,
        announced=True,
        ending=Ending.COMPLETED,
        called=46,
        prizes=(StagePrize(LINE, nzd(50)), StagePrize(BINGO, Money("NZD", 43_100))),
        call_outs=(Judged(1, Verdict.VALID), Judged(2, Verdict.VALID)),
        won=(LINE, BINGO),
        corrections=1,
        irregularities=1,
    )
    assert played.played


def test_a_stage_whose_winners_are_voided_is_open_again() -> None:
    (voided,) = games(
        *begun(2),
        followed(2, call_outs=(Judged(1, Verdict.VALID),), won=(LINE, BINGO)),
        followed(2, call_outs=(Judged(1, Verdict.VOIDED),), voided=(BINGO,), corrections=1),
    )
    assert voided.won == (LINE,)
    assert voided.call_outs == (Judged(1, Verdict.VOIDED),)


def test_one_commit_can_void_a_winner_and_give_the_stage_to_another() -> None:
    (after,) = games(
        *begun(2),
        followed(2, call_outs=(Judged(1, Verdict.VALID),), won=(BINGO,)),
        followed(2, voided=(BINGO,), won=(BINGO,), call_outs=(Judged(2, Verdict.VALID),)),
    )
    assert after.won == (Stage.SERIES,)


def test_a_void_game_and_the_one_that_is_started_over_both_stand() -> None:
    void, again = games(
        *begun(2),
        followed(2, ending=Ending.VOID),
        followed(20, opened_as=2),
    )
    assert (void.game, void.number, void.void, void.played) == (game(2), 2, True, False)
    assert (again.game, again.number, again.ending) == (game(20), 2, None)
    state = session(*OPEN, *begun(2), followed(2, ending=Ending.VOID)).state
    assert isinstance(state, Session)
    last = state.opened_as(2)
    assert last is not None
    assert last.game == game(2)
    assert state.opened_as(3) is None


def test_a_game_that_was_never_announced_was_not_played() -> None:
    (ended,) = games(followed(2, opened_as=2), followed(2, ending=Ending.ABANDONED))
    assert not ended.played


def test_what_comes_while_it_is_being_closed_undoes_the_first_signature() -> None:
    given = session(*OPEN, *begun(2), counted(figures()))
    assert isinstance(given.state, Closing)
    after = given.when(follow(2, corrections=1)).then(followed(2, corrections=1))
    assert isinstance(after.state, Open)
    assert after.state.games[0].corrections == 1


def test_figures_that_two_persons_signed_stay_and_the_game_is_followed() -> None:
    signed = figures(numbers_called=40)
    given = session(*OPEN, *begun(2), counted(signed), closed())
    after = given.when(follow(2, called=41, corrections=1)).then(
        followed(2, called=41, corrections=1)
    )
    assert isinstance(after.state, Closed)
    assert after.state.figures == signed
    assert after.state.games[0].called == 41


def test_a_game_is_followed_whatever_has_become_of_its_session() -> None:
    for so_far in (PLANNED, (*PLANNED, cancelled()), OPEN):
        session(*so_far).when(follow(2, opened_as=2)).then(followed(2, opened_as=2))


def test_a_game_of_a_session_that_there_is_not_changes_nothing() -> None:
    """As refused it could not go on record, and the game would be followed no further."""
    session().when(follow(2, opened_as=2)).nothing()
    assert SESSIONS.anytime == (FollowGame,)
