"""What a card is found to be when somebody looks at it: now, at a past call, stage by stage."""

from __future__ import annotations

from dataclasses import replace

from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.desk import examining
from services.verify.domain.desk.examining import at_call, examine_card, unbarred
from services.verify.domain.desk.rules import ClaimRules
from services.verify.domain.game import game
from tests.verify.domain.claims import (
    BINGO,
    FACES,
    LINE,
    STAGES,
    TOP,
    Desk,
    Told,
    found,
    refused,
)
from tests.verify.domain.sales import SERIAL


def looked(told: Told, card: int = 1, position: int = 0, rules: ClaimRules | None = None):
    """A card, looked at now or at a past call."""
    seen = told.seen()
    said = at_call(seen, position) if position else seen.said
    readings = (rules or ClaimRules()).readings(seen.window_ends)
    return examine_card(found(card), SERIAL, said, seen, readings, unbarred)


def test_a_card_is_looked_at_at_any_past_call() -> None:
    told = Told().call(*TOP, 90)
    then, now = looked(told, position=5), looked(told)
    assert then.wins == (LINE,)
    won = then.finding(LINE)
    assert (won.reason, won.clause, won.says) == ("", "", "")
    assert (now.wins, now.position) == ((), 6)
    line = now.finding(LINE)
    assert (line.reason, line.complete_on, line.wins_on) == ("NOT_ON_LAST_NUMBER", 5, 0)
    assert looked(told, position=4).finding(LINE).missing == (41,)


def test_it_shows_which_numbers_are_called_and_when_and_which_are_missing() -> None:
    told = Told().call(90, 41, 2, 1)
    card = looked(told)
    assert [(mark.number, mark.position) for mark in card.called] == [(41, 2), (1, 4)]
    assert card.finding(LINE).missing == (11, 21, 31)
    assert card.finding(LINE).arrangement == TOP
    assert len(card.finding(BINGO).missing) == 13
    assert (card.face, card.width, card.seller) == (FACES[1], 9, "sue")


def test_a_pattern_that_the_cards_do_not_have_is_told_and_nothing_fails() -> None:
    told = Told().call(*TOP)
    frame = replace(STAGES[0], pattern=Pattern("frame"))
    told.game = replace(told.game, stages=(frame, STAGES[1]))
    finding = looked(told).finding(LINE)
    assert (finding.wins, finding.reason) == (False, "NOT_ON_THESE_CARDS")


def test_a_mask_that_is_blank_on_a_card_fails_nothing_and_is_no_fault_of_the_player() -> None:
    """Cells 6 to 9 of the top row have no number on the first card."""
    desk = Desk(Told().call(*TOP))
    blank = replace(STAGES[0], pattern=Pattern("mask", (0b111100000,)))
    desk.told.game = replace(desk.told.game, stages=(blank, STAGES[1]))
    line = desk.cry()
    assert desk.collect(line).events[0].examination.finding(LINE).reason == "NOT_ON_THESE_CARDS"
    desk.decide(line).refused(examining.NOT_ON_THESE_CARDS)
    assert desk.claim(line).decided is None


def test_what_was_won_before_says_so_whatever_the_cards_are() -> None:
    told = Told().call(*TOP)
    told.game = replace(
        told.game,
        stages=(replace(STAGES[0], pattern=Pattern("frame")), STAGES[1]),
        won=(game.Won(1, 4, (9,)),),
    )
    desk = Desk(told)
    line = desk.cry()
    desk.collect(line)
    assert refused(desk.decide(line))[0] in ("NUMBER_NOT_CALLED", "STAGE_WON_BEFORE")


def test_a_clause_is_cited_as_the_games_own_law_has_it() -> None:
    assert looked(Told(law="TNB").call(1)).finding(LINE).clause == "TNB-13-undrawn"
    assert looked(Told(law="NZB").call(1)).finding(LINE).clause == "NZB-5.7(c)(ii)"
    assert examining.cited("NZB-5.10", "TNB") == ""
    assert examining.cited("TNB-13-undrawn", "NZB") == "NZB-5.9"
    assert examining.cited("NZB-5.10", "") == "NZB-5.10", "a game of an earlier release"


def test_stages_are_told_in_the_order_of_play() -> None:
    assert [each.stage for each in looked(Told().call(1)).findings] == [LINE, BINGO]
