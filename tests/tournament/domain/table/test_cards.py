"""Rounds recorded as cards: settled by the blackjack of the profile (2.1)."""

from __future__ import annotations

from dataclasses import replace

from services.tournament.domain.blackjack.rules import BlackjackRules
from services.tournament.domain.table.cards import blackjack
from services.tournament.domain.table.rounds import Hand, RoundRecorded
from services.tournament.domain.table.terms import CardRules
from tests.tournament.domain.table.play import (
    BLACKJACK,
    CARDS,
    LOST,
    STOOD_OFF,
    WON,
    dealt,
    record_cards,
    rounds,
    terms,
)

FOUR = ((1, "AS KD"), (3, "5H 6H 10C", 100), (4, "10D 7C"), (7, "10S 4C 9C"))


def test_the_settlement_goes_by_the_terms_as_they_are() -> None:
    terms_ = CardRules(6, 18, True, False, False, 4, True, 3, 5)
    assert blackjack(terms_) == BlackjackRules(6, 18, True, False, False, 4, True, 3, 5)


def test_the_cards_of_a_round_move_the_chips() -> None:
    play = dealt()
    (event,) = play.do(record_cards("10H 7D", *FOUR))
    assert isinstance(event, RoundRecorded)
    assert event.dealer == ("10H", "7D")
    assert event.hands == (
        Hand(1, 100, BLACKJACK, 250, ("AS", "KD")),
        Hand(3, 200, WON, 400, ("5H", "6H", "10C")),
        Hand(4, 100, STOOD_OFF, 100, ("10D", "7C")),
        Hand(7, 100, LOST, 0, ("10S", "4C", "9C")),
    )
    assert play.chips == {1: 1150, 3: 1200, 4: 1000, 7: 900}


def test_a_dealers_blackjack_gives_the_double_back() -> None:
    play = dealt()
    play.do(record_cards("10H AD", *FOUR))
    assert play.chips == {1: 1000, 3: 900, 4: 900, 7: 900}


def test_insurance_pays_two_to_one_where_the_profile_offers_it() -> None:
    offered = terms(rounds(9), cards=replace(CARDS, insurance=True))
    plain = ((1, "10C 8C"), (3, "10C 9C"), (4, "10D 7C"), (7, "10S 8C"))
    play = dealt(offered)
    (event,) = play.do(record_cards("AH KD", *plain, insured=((1, 50),)))
    assert isinstance(event, RoundRecorded)
    assert event.hands[-1] == Hand(1, 50, WON, 150, ())
    assert play.chips == {1: 1000, 3: 900, 4: 900, 7: 900}
    play = dealt(offered)
    (event,) = play.do(record_cards("AH 6D", *plain, insured=((1, 50),)))
    assert isinstance(event, RoundRecorded)
    assert event.hands[-1] == Hand(1, 50, LOST, 0, ())
    assert play.chips == {1: 1050, 3: 1100, 4: 1000, 7: 1100}
    play = dealt(offered, amount=500)
    play.refused(
        record_cards("AH 6D", (1, "5C 6C 9C", 500), *plain[1:], insured=((1, 50),)),
        "HANDS_DIFFER",
        "TBJ-4.4",
    )


def test_cards_fit_the_wagers() -> None:
    play = dealt()
    refused = play.refused(record_cards("10H 7D", *FOUR, (2, "10C 8C")), "HANDS_DIFFER")
    assert refused.sentence == "No wager that counts lies on box 2."
    refused = play.refused(record_cards("10H 7D", *FOUR[1:]), "HANDS_DIFFER")
    assert refused.sentence == "Each hand of box 1 has a stake of at least 100."
    refused = play.refused(record_cards("10H 7X", *FOUR), "CARDS_IMPOSSIBLE")
    assert refused.sentence == "'7X' is no card."
    play.refused(record_cards("10H 6D", *FOUR), "PLAY_NOT_ALLOWED")
