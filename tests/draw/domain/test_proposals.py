"""Two signatures are those of two persons, and what was signed first still fits the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from services.draw.domain.game.game import Command
from services.draw.domain.game.parts import Post
from tests.draw.domain.games import (
    ANA,
    BALLS,
    BEN,
    BINGO,
    CLEO,
    LINE,
    VALID,
    assign,
    assigned,
    call_out,
    called,
    called_out,
    decide,
    decided,
    end,
    game,
    in_play,
    select,
)
from tests.draw.domain.righting import (
    KEYED,
    MIA,
    SPOKEN,
    approve,
    approved,
    correct,
    corrected,
    entered,
    playing,
    proposed_correction,
    proposed_voiding,
    reject,
    rejected,
    void_winners,
    voided,
)

WON = (
    *in_play(42, selector=BALLS),
    *(entered(2, 71), called(2, 71), called_out(1, 2), decided(1, VALID, LINE)),
)
WAITS = (*WON, proposed_correction(1, 2, SPOKEN, 71, 17, LINE))
VOIDING = (*in_play(42), called_out(1, 1), decided(1, VALID, LINE), proposed_voiding(1, LINE))
DONE = (approved(1), voided(LINE, 1), corrected(2, SPOKEN, 71, 17))


def test_it_waits_with_its_number_who_proposed_it_and_why() -> None:
    state = playing(game(*WON).when(correct(2, SPOKEN, 71, 17)).then(WAITS[-1]).state)
    (waiting,) = state.proposals
    assert (waiting.proposal, waiting.by, waiting.reason) == (1, ANA, "misread")
    assert state.stands_still


@pytest.mark.parametrize("command", [select(3, 8), end(""), end("rain")], ids=repr)
def test_while_it_waits_no_number_comes_and_the_game_does_not_end(command: Command) -> None:
    game(*WAITS).when(command).refused("SIGNATURE_AWAITED")


def test_while_it_waits_players_call_out_and_are_decided() -> None:
    heard = game(*WAITS).when(call_out(2)).then(called_out(2, 2))
    assert heard.when(decide(2, VALID, BINGO)).events


# -- who signs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", ["ana", "Ana", " ANA ", "a\u200bna", "\uff41na"])
@pytest.mark.parametrize("manager", [True, False])
def test_one_person_in_another_spelling_or_role_does_not_sign_twice(
    spelling: str, manager: bool
) -> None:
    own = game(*WAITS).when(approve(1, by=spelling, manager=manager))
    assert own.refused("SIGNED_BY_ONE").facts["by"] == ANA


def test_a_person_who_has_taken_another_post_since_is_the_same_person() -> None:
    moved = (*WAITS, assigned(Post.CALLER, CLEO), assigned(Post.SUPERVISOR, ANA))
    game(*moved).when(approve(1, by=ANA)).refused("SIGNED_BY_ONE")
    game(*moved).when(approve(1, by=CLEO)).then(
        approved(1, by=CLEO), voided(LINE, 1, second=CLEO), DONE[2]
    )


def test_the_other_post_the_deputy_or_the_game_manager_signs() -> None:
    game(*WAITS).when(approve(1)).then(*DONE)
    managed = game(*WAITS).when(approve(1, by=MIA, manager=True))
    managed.then(approved(1, by=MIA), voided(LINE, 1, second=MIA), DONE[2])
    deputy = assigned(Post.DEPUTY_SUPERVISOR, CLEO)
    assert game(*WAITS, deputy).when(approve(1, by=CLEO)).events


@pytest.mark.parametrize("decides", [approve, reject])
def test_nobody_else_signs_or_says_no(decides: Callable[..., Command]) -> None:
    game(*WAITS).when(decides(1, by=CLEO)).refused("MAY_NOT_SIGN")
    helper = assigned(Post.ASSISTANT, CLEO)
    game(*WAITS, helper).when(decides(1, by=CLEO)).refused("MAY_NOT_SIGN")


# -- signed, refused, withdrawn --------------------------------------------------------------------


@pytest.mark.parametrize("decides", [approve, reject])
@pytest.mark.parametrize(
    ("number", "code"), [(0, "NO_SUCH_PROPOSAL"), (2, "NO_SUCH_PROPOSAL"), (1, "PROPOSAL_DECIDED")]
)
def test_what_does_not_wait_is_not_decided(
    decides: Callable[..., Command], number: int, code: str
) -> None:
    for over in (rejected(1), approved(1)):
        game(*WAITS, over).when(decides(number)).refused(code)


@pytest.mark.parametrize("by", [ANA, BEN])
def test_the_second_person_says_no_or_the_first_withdraws_it(by: str) -> None:
    after = game(*WAITS).when(reject(1, by=by)).then(rejected(1, by=by))
    state = playing(after.state)
    assert (state.proposals, state.won[0].call_outs) == ((), (1,))
    again = after.when(correct(2, SPOKEN, 71, 17, by=by))
    again.then(proposed_correction(2, 2, SPOKEN, 71, 17, LINE, by=by))


def test_who_proposed_it_withdraws_it_without_a_post_too() -> None:
    relieved = (*WAITS, assigned(Post.CALLER, CLEO))
    game(*relieved).when(reject(1, by=ANA)).then(rejected(1, by=ANA))


def test_said_again_by_the_same_person_it_waits_already() -> None:
    game(*WAITS).when(correct(2, SPOKEN, 71, 17)).nothing()
    game(*WAITS).when(correct(2, SPOKEN, 71, 17, reason="in other words")).nothing()
    refused = game(*WAITS).when(correct(2, SPOKEN, 71, 17, by=BEN)).refused("PROPOSED_ALREADY")
    assert (refused.facts["proposal"], refused.facts["by"]) == ("1", ANA)
    game(*VOIDING).when(void_winners(LINE)).nothing()


def test_another_content_is_another_proposal() -> None:
    other = game(*WAITS).when(correct(2, SPOKEN, 71, 18, by=BEN))
    both = other.then(proposed_correction(2, 2, SPOKEN, 71, 18, LINE, by=BEN))
    done = both.when(approve(1)).then(*DONE)
    overtaken = done.when(approve(2, by=ANA)).refused("OVERTAKEN")
    assert overtaken.facts["proposal"] == "2"
    done.when(reject(2, by=ANA)).then(rejected(2, by=ANA))


# -- overtaken -------------------------------------------------------------------------------------


def test_winners_who_came_after_the_first_signature_are_not_voided_by_it() -> None:
    more = (*WAITS, called_out(2, 2), decided(2, VALID, BINGO))
    refused = game(*more).when(approve(1)).refused("OVERTAKEN")
    assert refused.facts["why"] == (
        "it would void the winners of the line and the bingo, and was signed for the line."
    )


def test_winners_who_were_voided_meanwhile_are_not_voided_again() -> None:
    game(*VOIDING, voided(LINE, 1)).when(approve(1, by=ANA)).refused("OVERTAKEN")


def test_a_correction_that_was_made_meanwhile_another_way_is_not_made_again() -> None:
    keyed = (*WON, proposed_correction(1, 2, KEYED, 71, 17))
    game(*keyed, corrected(2, KEYED, 71, 18)).when(approve(1)).refused("OVERTAKEN")


def test_a_relief_changes_nothing_for_what_waits() -> None:
    relieved = game(*WAITS).when(assign(Post.CALLER, CLEO)).then(assigned(Post.CALLER, CLEO))
    relieved.when(approve(1)).then(*DONE)
