"""The steps of a claim, in the order of rule 5.7(c), and who takes them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.verify.domain.desk import barring, claims, collecting, deciding, examining
from services.verify.domain.desk.claim import Outcome
from services.verify.domain.desk.collecting import Witness
from services.verify.domain.desk.rules import ClaimRules
from services.verify.domain.game import game
from services.verify.domain.game.posts import Post
from tests.kit.law import permits, refuses
from tests.verify.domain.claims import (
    HALL,
    LINE,
    TOP,
    Desk,
    Told,
    allowed,
    decided,
    found,
    on_record,
    refused,
)
from tests.verify.domain.sales import SERIAL


@permits("NZB-5.7(c)", "NZB-5.7(c)(i)", "NZB-5.7(c)(ii)", "NZB-5.7(c)(iii)", "NZB-5.7(c)(iv)")
def test_nzb_5_7_c_a_card_that_was_collected_read_and_verified_wins() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    collected = desk.collect(line).events[0]
    assert collected.examination.wins == (LINE,)
    assert collected.examination.position == 5
    assert desk.read(line).events[0].numbers == TOP
    assert desk.verify(line).events[0].by == "cal"
    assert allowed(desk.decide(line)) == (LINE,)


@refuses("NZB-5.7(c)")
def test_nzb_5_7_c_nobody_but_the_supervisor_collects_or_decides() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    for person in ("cal", "sue", "mere"):
        on_record(desk.collect(line, by=person), collecting.NOT_IN_CHARGE, "NZB-5.7(c)")
    desk.collect(line)
    desk.decide(line, by="cal").refused(collecting.NOT_IN_CHARGE, "NZB-5.7(c)")


def test_the_supervisor_is_whoever_holds_the_post_then() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.told.post(Post.SUPERVISOR, "sia")
    on_record(desk.collect(line, by="sup"), collecting.NOT_IN_CHARGE)
    assert desk.collect(line, by=" SIA ").events


def test_in_a_hall_that_plays_along_its_deputy_collects_and_the_games_caller_verifies() -> None:
    desk = Desk(Told().call(*TOP).post(Post.DEPUTY_SUPERVISOR, "dep", HALL))
    line = desk.cry(room=HALL)
    desk.collect(line, by="sup").refused(collecting.OTHER_HALL)
    on_record(desk.collect(line, by="sup", room=HALL), collecting.NOT_IN_CHARGE)
    assert desk.collect(line, by="dep", room=HALL).events
    assert desk.read(line, "dep", HALL).events
    assert desk.verify(line).events
    assert allowed(desk.decide(line, by="dep", room=HALL)) == (LINE,)


def test_the_deputy_of_another_hall_does_not() -> None:
    desk = Desk(Told().call(*TOP).post(Post.DEPUTY_SUPERVISOR, "dep", "venues/akl/rooms/main"))
    line = desk.cry(room=HALL)
    on_record(desk.collect(line, by="dep", room=HALL), collecting.NOT_IN_CHARGE)


# -- (i) serial number and sale --------------------------------------------------------------------


@refuses("NZB-5.7(c)(i)")
def test_nzb_5_7_c_i_a_card_of_another_game_is_refused_and_not_shown_as_ours() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    looked = desk.collect(line, serial_number="B 77").events[0].examination
    assert looked.reason == "SERIAL_NOT_OF_THIS_GAME"
    assert looked.says == (
        "The card bears the serial number B 77; the cards of this game bear A 1204."
    )
    assert (looked.face, looked.findings) == ((), ())
    assert refused(desk.decide(line)) == ("SERIAL_NOT_OF_THIS_GAME", "NZB-5.7(c)(i)")


@refuses("NZB-5.7(c)(i)")
def test_nzb_5_7_c_i_a_card_that_was_not_sold_is_refused() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    unsold = found(seller="")
    desk.collect(line, found=unsold)
    assert refused(desk.decide(line, found=unsold)) == ("CARD_NOT_SOLD", "NZB-5.7(c)(i)")


@refuses("NZB-5.7(c)(i)")
def test_nzb_5_7_c_i_a_card_that_was_replaced_is_dead() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    dead = found(replaced_by=31)
    looked = desk.collect(line, found=dead).events[0].examination
    assert looked.says == "Card 1 is dead: card 31 was given out in its place."
    assert refused(desk.decide(line, found=dead)) == ("CARD_REPLACED", "NZB-5.7(c)(i)")


def test_a_serial_number_is_the_same_in_any_spelling() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    assert desk.collect(line, serial_number=" a  1204 ").events[0].examination.wins == (LINE,)


@refuses("NZB-5.7(c)(i)")
def test_nzb_5_7_c_i_the_card_bears_the_number_of_the_series_that_is_on_sale() -> None:
    """The draw had fixed no number when cards went on sale, and announced another one since."""
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    other = found(serial_number="B 77")
    looked = desk.collect(line, found=other, serial_number=SERIAL).events[0].examination
    assert looked.says == (
        "The card bears the serial number A 1204; the cards of this game bear B 77."
    )
    looked = desk.collect(line, found=other, serial_number="B 77").events[0].examination
    assert looked.says == (
        "The card bears the serial number B 77; the cards of this game bear A 1204."
    )
    assert refused(desk.decide(line, found=other)) == ("SERIAL_NOT_OF_THIS_GAME", "NZB-5.7(c)(i)")


@refuses("NZB-5.7(c)(i)")
def test_nzb_5_7_c_i_without_a_number_of_the_draw_that_of_the_series_counts() -> None:
    told = Told().call(*TOP)
    told.game = replace(told.game, serial_number="")
    desk = Desk(told)
    line = desk.cry()
    assert desk.collect(line, serial_number="B 77").events[0].examination.says == (
        "The card bears the serial number B 77; the cards of this game bear A 1204."
    )
    assert desk.collect(line, serial_number="a 1204").events[0].examination.wins == (LINE,)


# -- (iv) two recorded steps, two persons ----------------------------------------------------------


@refuses("NZB-5.7(c)(iv)")
def test_nzb_5_7_c_iv_nothing_is_allowed_before_the_numbers_were_read_and_verified() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.collect(line)
    desk.decide(line).refused(collecting.NUMBERS_NOT_READ, "NZB-5.7(c)(iv)")
    desk.verify(line).refused(collecting.NUMBERS_NOT_READ, "NZB-5.7(c)(iv)")
    desk.read(line)
    desk.decide(line).refused(deciding.NUMBERS_NOT_VERIFIED, "NZB-5.7(c)(iv)")


@refuses("NZB-5.7(c)(iv)")
def test_nzb_5_7_c_iv_whoever_is_caller_then_verifies_in_person() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.collect(line)
    desk.read(line)
    desk.told.post(Post.CALLER, "ana")
    on_record(desk.verify(line, by="cal"), collecting.NOT_CALLER_NOW, "NZB-5.7(c)(iv)")
    assert desk.verify(line, by="ana").events


@refuses("NZB-5.7(c)(iv)")
def test_nzb_5_7_c_iv_the_two_steps_are_of_two_persons_even_after_a_relief() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.collect(line)
    desk.read(line)
    desk.told.post(Post.SUPERVISOR, "sia").post(Post.CALLER, "Sup")
    on_record(desk.verify(line, by="Sup"), collecting.TWO_PERSONS, "NZB-5.7(c)(iv)")


@refuses("NZB-5.7(c)(iv)")
def test_nzb_5_7_c_iv_what_wins_is_what_was_read() -> None:
    """The fifth number was keyed wrongly, and is put right after four of the line were read."""
    desk = Desk(Told().call(*TOP[:4], 90))
    line = desk.cry()
    desk.collect(line)
    assert desk.read(line).events[0].numbers == TOP[:4]
    desk.verify(line)
    desk.told.tell(game.KeyedWrongly(5, 41))
    desk.decide(line).refused(deciding.OTHER_NUMBERS_READ, "NZB-5.7(c)(iv)")
    assert desk.claim(line).decided is None
    assert desk.read(line).events[0].numbers == TOP
    desk.decide(line).refused(deciding.NUMBERS_NOT_VERIFIED)
    assert desk.verify(line).events
    assert allowed(desk.decide(line)) == (LINE,)


def test_all_numbers_that_nobody_has_read_are_named() -> None:
    """Two of the line were keyed wrongly, and are put right after the three others were read."""
    desk = Desk(Told().call(*TOP[:3], 89, 90))
    line = desk.cry()
    desk.collect(line)
    desk.read(line)
    desk.told.tell(game.KeyedWrongly(4, 31), game.KeyedWrongly(5, 41))
    told = desk.decide(line).refused(deciding.OTHER_NUMBERS_READ)
    assert told.sentence == (
        "By the record of now the card wins with 31 and 41, which nobody has read aloud."
    )


@refuses("NZB-5.7(c)(iii)")
def test_nzb_5_7_c_iii_a_card_that_was_collected_before_the_call_is_read_after_it() -> None:
    """The winning number was spoken, and the player called out before it was on record."""
    desk = Desk(Told().call(*TOP[:4]))
    line = desk.cry(after=5)
    assert desk.collect(line).events[0].examination.wins == ()
    desk.read(line).refused(collecting.CALL_NOT_ON_RECORD, "NZB-5.7(c)(iii)")
    desk.told.call(41)
    read = desk.read(line).events[0]
    assert (read.numbers, read.examination.wins) == (TOP, (LINE,))
    assert desk.claim(line).collected.examination.position == 5
    assert desk.verify(line).events
    assert allowed(desk.decide(line)) == (LINE,)


def test_another_card_than_the_one_at_the_desk_is_not_read() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.collect(line, 2)
    desk.read(line, found=found(1)).stale()


@refuses("NZB-5.7(c)")
def test_nzb_5_7_c_a_card_that_is_at_the_desk_was_shown() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    for step in (desk.collect(line), desk.read(line), desk.verify(line)):
        assert step.events
    desk.decide(line, None).refused(deciding.CARD_AT_THE_DESK, "NZB-5.7(c)")
    assert desk.claim(line).decided is None
    assert allowed(desk.decide(line)) == (LINE,)


def test_what_the_caller_does_not_confirm_is_not_allowed() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.collect(line)
    desk.read(line)
    desk.verify(line, unconfirmed=(21, 41))
    told = desk.decide(line).refused(deciding.NUMBERS_DISPUTED, "NZB-5.7(c)(iv)")
    assert "did not find 21 and 41 as announced" in told.sentence
    assert desk.verify(line).events
    assert allowed(desk.decide(line)) == (LINE,)


def test_a_card_that_wins_nothing_needs_no_reading() -> None:
    desk = Desk(Told().call(1, 11, 21, 31))
    wrong = desk.cry()
    desk.collect(wrong)
    assert refused(desk.decide(wrong)) == ("NUMBER_NOT_CALLED", "NZB-5.7(c)(ii)")


def test_another_card_that_is_collected_is_read_and_verified_anew() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    for step in (desk.collect(line, 2), desk.read(line), desk.verify(line)):
        assert step.events
    desk.collect(line, 1)
    desk.decide(line).refused(collecting.NUMBERS_NOT_READ)
    assert desk.claim(line).collected.card == 1


def test_a_decision_on_another_card_than_the_one_at_the_desk_is_stale() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.collect(line, 2)
    desk.decide(line, 1).stale()


# -- who may not -----------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["collect", "read", "verify", "decide"])
def test_whoever_sold_the_card_takes_no_step_of_its_claim(step: str) -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    theirs = {"verify": "cal"}.get(step, "sup")
    sold = found(seller=theirs.upper())
    before = ["collect", "read", "verify", "decide"]
    takes = {
        "collect": lambda by: desk.collect(line, found=sold, by=by),
        "read": lambda by: desk.read(line, by),
        "verify": lambda by: desk.verify(line, by),
        "decide": lambda by: desk.decide(line, found=sold, by=by),
    }
    desk.told.post(Post.SUPERVISOR, "sia")
    for other in before[: before.index(step)]:
        assert takes[other]("cal" if other == "verify" else "sia").events
    desk.told.post(Post.SUPERVISOR, "sup")
    on_record(takes[step](theirs), collecting.SELLER_NOT_VERIFIER)


def test_by_profile_the_seller_may() -> None:
    desk = Desk(Told().call(*TOP), ClaimRules(seller_may_verify=True))
    line = desk.cry()
    assert desk.collect(line, found=found(seller="sup")).events


def test_without_a_call_out_what_was_announced_last_is_judged_on() -> None:
    assert examining.judged_on(Told().call(*TOP).seen()) == 5


def test_there_is_no_claim_without_a_call_out() -> None:
    desk = Desk(Told().call(*TOP))
    desk.collect(9).refused(claims.NO_SUCH_CLAIM)


def test_reading_and_deciding_need_a_card() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.read(line).refused(collecting.CARD_NOT_COLLECTED)
    desk.verify(line).refused(collecting.CARD_NOT_COLLECTED)
    desk.decide(line, found=None).refused(collecting.CARD_NOT_COLLECTED)


def test_what_was_decided_says_on_which_call_and_by_whom() -> None:
    desk = Desk(Told().call(*TOP))
    made = decided(desk.examined(desk.cry()))
    assert (made.outcome, made.position, made.by) == (Outcome.ALLOWED, 5, "sup")
    assert (made.reason, made.clause, made.ruled_in_time) == ("", "", False)
    assert barring.ALREADY_CHECKED.clause == "NZB-5.11"


# -- Tennessee 8 -----------------------------------------------------------------------------------

TENNESSEE = ClaimRules(last_number=False, witness_needed=True)


def in_tennessee() -> tuple[Desk, int]:
    """A card that was read, and waits for the caller."""
    desk = Desk(Told(law="TNB").call(*TOP), TENNESSEE)
    line = desk.cry()
    desk.collect(line)
    desk.read(line)
    return desk, line


@permits("TNB-8")
def test_tnb_8_the_numbers_are_verified_in_front_of_a_disinterested_player() -> None:
    desk, line = in_tennessee()
    by = [Witness("ref-1", claimant=True, staff=False), Witness("ref-2", False, False)]
    assert desk.verify(line, witnesses=by).events[0].witnesses == ("ref-1", "ref-2")
    assert allowed(desk.decide(line)) == (LINE,)


@pytest.mark.parametrize(
    ("witnesses", "why"),
    [
        ((), "nobody was named"),
        ((Witness("r", True, False),), "a player who claims has an interest"),
        ((Witness("r", False, True),), "who is of the staff is no player"),
    ],
)
@refuses("TNB-8")
def test_tnb_8_a_claimant_or_one_of_the_staff_is_no_witness(
    witnesses: tuple[Witness, ...], why: str
) -> None:
    desk, line = in_tennessee()
    told = desk.verify(line, witnesses=witnesses).refused(collecting.WITNESS_NEEDED, "TNB-8")
    assert told.sentence.endswith(f"{why}.")


def test_in_new_zealand_nobody_has_to_be_named() -> None:
    desk = Desk(Told().call(*TOP))
    line = desk.cry()
    desk.collect(line)
    desk.read(line)
    assert desk.verify(line).events
