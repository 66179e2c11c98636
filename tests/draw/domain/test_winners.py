"""Winners are voided, by two persons; and the verify service says what it thinks of a decision."""

from __future__ import annotations

from services.draw.domain.game.parts import StageWon
from services.draw.domain.game.words import Verdict
from tests.draw.domain.games import (
    ANA,
    BEN,
    BINGO,
    CLEO,
    LINE,
    NOT_VALID,
    ONLY_BINGO,
    OUT_OF_TIME,
    SUPERVISOR,
    VALID,
    at,
    attempted,
    called,
    called_out,
    decide,
    decided,
    game,
    in_play,
    select,
    selected,
)
from tests.draw.domain.righting import (
    MIA,
    VERA,
    approve,
    approved,
    examined,
    playing,
    proposed_again,
    proposed_voiding,
    settle,
    standing_out,
    void_winners,
    voided,
)

WON = (*in_play(42, 17), called_out(1, 2), decided(1, VALID, LINE))
BOTH_WON = (*in_play(42, 17), called_out(1, 2), decided(1, VALID, LINE, BINGO))


# -- voiding ---------------------------------------------------------------------------------------


def test_the_supervisor_or_the_game_manager_proposes_it_and_nobody_else() -> None:
    game(*WON).when(void_winners(LINE)).then(proposed_voiding(1, LINE))
    game(*WON).when(void_winners(LINE, by=MIA, manager=True)).then(
        proposed_voiding(1, LINE, by=MIA)
    )
    tried = game(*WON).when(void_winners(LINE, by=ANA))
    tried.recorded_refusal("NOT_THE_SUPERVISOR", "NZB-5.7(c)", events=(attempted(SUPERVISOR, ANA),))


def test_a_stage_that_nobody_has_won_has_no_winners_to_void() -> None:
    game(*WON).when(void_winners(BINGO)).refused("STAGE_NOT_WON")
    only = in_play(42, version=1, stages=ONLY_BINGO)
    game(*only).when(void_winners(LINE)).refused("STAGE_NOT_WON")


def test_once_a_second_person_has_signed_the_stage_is_open_again() -> None:
    waits = game(*WON).when(void_winners(LINE)).then(proposed_voiding(1, LINE))
    after = waits.when(approve(1, by=ANA)).then(
        approved(1, by=ANA), voided(LINE, 1, by=BEN, second=ANA)
    )
    state = playing(after.state)
    assert state.open_stages == (LINE, BINGO)
    voided_call_out = state.call_outs[0]
    assert voided_call_out.decided is not None
    assert voided_call_out.decided.verdict is Verdict.VOIDED
    assert voided_call_out.decided.stages == ()
    after.when(decide(1, NOT_VALID)).then(proposed_again(2, 1, NOT_VALID, before=Verdict.VOIDED))
    assert after.when(select(3)).events


def test_nzb_5_4_who_shares_with_somebody_who_is_voided_stays_a_winner() -> None:
    """X and Y share; X's card is bad."""
    shared = (called_out(2, 2), decided(2, VALID, LINE))
    waits = game(*WON, *shared).when(void_winners(LINE, 1)).then(proposed_voiding(1, LINE))
    after = waits.when(approve(1, by=ANA)).then(
        approved(1, by=ANA), voided(LINE, 1, by=BEN, second=ANA, still=True)
    )
    state = playing(after.state)
    assert state.won == (StageWon(LINE, 2, (2,), shares=1),)
    verdicts = [each.decided.verdict for each in state.call_outs if each.decided]
    assert verdicts == [Verdict.VOIDED, VALID]
    all_of_them = game(*WON, *shared).when(void_winners(LINE))
    all_of_them.then(proposed_voiding(1, LINE, winners=(1, 2)))
    late = (called_out(3, 2), decided(3, VALID, LINE))
    more = game(*WON, *shared, proposed_voiding(1, LINE, winners=(1, 2)), *late)
    left = more.when(approve(1, by=ANA)).then(
        approved(1, by=ANA), voided(LINE, 1, 2, by=BEN, second=ANA, still=True)
    )
    assert playing(left.state).won == (StageWon(LINE, 2, (3,), shares=1),)


def test_who_has_not_won_a_stage_is_not_voided_in_it() -> None:
    game(*WON, called_out(2, 2)).when(void_winners(LINE, 2)).refused("NOT_ITS_WINNER")


def test_once_nobody_has_won_what_was_called_meanwhile_was_not_called_after_the_end() -> None:
    drawn = (*in_play(42), selected(2, 17), called_out(1, 1), decided(1, VALID, LINE, BINGO))
    over = (*drawn, called(2, 17, after_the_end=True))
    assert playing(game(*over).state).calls[1].after_the_end
    assert not playing(game(*over, voided(BINGO, 1)).state).calls[1].after_the_end


def test_a_call_out_that_won_another_stage_as_well_keeps_that_one() -> None:
    after = game(*BOTH_WON, voided(LINE, 1))
    state = playing(after.state)
    assert [(won.stage, won.call_outs) for won in state.won] == [(BINGO, (1,))]
    kept = state.call_outs[0].decided
    assert kept is not None
    assert (kept.verdict, kept.stages) == (VALID, (BINGO,))


def test_who_was_turned_away_because_the_stage_was_gone_is_judged_again() -> None:
    """Not who was turned away on the same number or an earlier one: nothing stood in their way."""
    heard = (
        *in_play(42, 17, 8),
        *(called_out(1, 1, late=True), decided(1, NOT_VALID)),
        *(called_out(2, 2, late=True), decided(2, VALID, LINE, in_time=True)),
        *(called_out(3, 2, late=True), decided(3, NOT_VALID)),
        *(called_out(4, 3), decided(4, NOT_VALID), called_out(5, 3), decided(5, VALID, BINGO)),
    )
    waits = game(*heard).when(void_winners(LINE)).then(proposed_voiding(1, LINE, winners=(2,)))
    after = waits.when(approve(1, by=ANA)).then(
        approved(1, by=ANA), voided(LINE, 2, by=BEN, second=ANA, reopened=(4,))
    )
    assert standing_out(after.state) == ((4, 3, False),)
    after.when(decide(4, VALID, LINE)).then(decided(4, VALID, LINE))


def test_an_earlier_call_out_wins_once_the_later_winner_is_voided() -> None:
    """Called out on 42 in time, entered late, when the line had been won on 17."""
    late = game(*WON, called_out(2, 1, late=True))
    late.when(decide(2, VALID, LINE, in_time=True)).refused("EARLIER_THAN_THE_WINNER", "NZB-5.10")
    waits = late.when(void_winners(LINE)).then(proposed_voiding(1, LINE))
    after = waits.when(approve(1, by=ANA)).then(
        approved(1, by=ANA), voided(LINE, 1, by=BEN, second=ANA)
    )
    won = after.when(decide(2, VALID, LINE, in_time=True)).then(
        decided(2, VALID, LINE, in_time=True)
    )
    assert [(w.position, w.call_outs) for w in playing(won.state).won] == [(1, (2,))]


def test_nobody_decides_a_call_out_as_voided() -> None:
    heard = game(*in_play(42), called_out(1, 1))
    heard.when(decide(1, Verdict.VOIDED)).refused("VOIDED_OTHERWISE")
    heard.when(settle(1, Verdict.VOIDED)).refused("VOIDED_OTHERWISE")


# -- what the verify service says ------------------------------------------------------------------


def verified(number: int, verdict: Verdict, *stages: object, **more: str) -> object:
    """The event of a decision by the verify service."""
    event = decided(number, verdict, *stages, by=VERA)  # type: ignore[arg-type]  # are stages
    return type(event)(
        event.call_out, event.verdict, event.stages, False, VERA, at(), False, **more
    )


def test_the_verify_service_decides_what_nobody_has_decided() -> None:
    heard = game(*in_play(42), called_out(1, 1), called_out(2, 1))
    after = heard.when(settle(1, VALID, LINE))
    assert after.events == (verified(1, VALID, LINE),)
    clause, why = "NZB-5.7(c)(i)", "the card was not sold for this game"
    turned_away = heard.when(settle(2, NOT_VALID, clause=clause, reason=why))
    assert turned_away.events == (verified(2, NOT_VALID, clause=clause, reason=why),)
    said = playing(turned_away.state).call_outs[1].decided
    assert said is not None
    assert (said.unverified, said.clause, said.reason) == (False, clause, why)


def test_the_verify_service_is_held_to_the_same_rules() -> None:
    late = game(*in_play(42, 17), called_out(1, 1, late=True))
    late.when(settle(1, VALID, LINE)).refused("RULING_NEEDED", "NZB-5.10")
    assert late.when(settle(1, VALID, LINE, in_time=True)).events
    late.when(settle(2, NOT_VALID)).refused("NO_SUCH_CALL_OUT")
    late.when(settle(1, VALID)).refused("STAGE_NEEDED")


def test_a_decision_that_it_agrees_with_is_verified() -> None:
    after = game(*WON).when(settle(1, VALID, LINE)).then(examined(1, True, VALID, LINE))
    said = playing(after.state).call_outs[0].decided
    assert said is not None
    assert (said.unverified, said.by) == (False, BEN)
    after.when(settle(1, VALID, LINE)).nothing()


def test_a_decision_that_it_differs_from_stands_and_is_flagged() -> None:
    clause, why = "NZB-5.7(c)(ii)", "17 is not on the card"
    differs = examined(1, False, NOT_VALID, clause=clause, reason=why)
    said = settle(1, NOT_VALID, clause=clause, reason=why)
    after = game(*WON).when(said).then(differs)
    state = playing(after.state)
    assert state.call_outs[0].differs
    assert state.won[0].call_outs == (1,), "nothing is changed without people"
    after.when(said).nothing()
    after.when(decide(1, NOT_VALID)).refused("CALL_OUT_DECIDED")
    waits = after.when(void_winners(LINE)).then(proposed_voiding(1, LINE))
    done = waits.when(approve(1, by=ANA)).then(
        approved(1, by=ANA), voided(LINE, 1, by=BEN, second=ANA)
    )
    assert not playing(done.state).call_outs[0].in_doubt
    assert done.when(settle(1, NOT_VALID)).events == (examined(1, True, NOT_VALID),)


def test_who_has_won_another_stage_too_is_in_no_doubt_for_one_that_was_voided() -> None:
    both = (*in_play(42, 17), called_out(1, 2), decided(1, VALID, LINE, BINGO))
    state = playing(game(*both, voided(LINE, 1, by=BEN, second=ANA)).state)
    made = state.call_outs[0]
    assert made.decided is not None
    assert (made.decided.verdict, made.decided.stages) == (VALID, (BINGO,))
    assert not made.in_doubt


def test_a_player_whom_it_finds_to_have_won_after_all_is_decided_again() -> None:
    heard = (*in_play(42, 17), called_out(1, 2), decided(1, NOT_VALID))
    found = game(*heard, examined(1, False, VALID, LINE))
    found.when(decide(1, VALID, LINE, by=CLEO)).recorded_refusal(
        "NOT_THE_SUPERVISOR", events=(attempted(SUPERVISOR, CLEO),)
    )
    after = found.when(decide(1, VALID, LINE)).then(decided(1, VALID, LINE))
    assert not playing(after.state).call_outs[0].differs
    assert after.when(settle(1, VALID, LINE)).events == (examined(1, True, VALID, LINE),)


def test_stages_are_compared_too() -> None:
    after = (
        game(*WON).when(settle(1, VALID, BINGO, LINE)).then(examined(1, False, VALID, LINE, BINGO))
    )
    after.when(settle(1, VALID, LINE)).then(examined(1, True, VALID, LINE))


def test_out_of_time_is_another_verdict_than_not_valid() -> None:
    late = game(*in_play(42, 17), called_out(1, 1, late=True), decided(1, OUT_OF_TIME))
    assert late.when(settle(1, OUT_OF_TIME)).events == (examined(1, True, OUT_OF_TIME),)
    assert late.when(settle(1, NOT_VALID)).events == (examined(1, False, NOT_VALID),)
