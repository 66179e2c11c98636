"""Prizes are paid once, to somebody who is named, and above the limit under two signatures; what
was too much is recovered, what nobody collects lapses, and then the desk ends."""

from __future__ import annotations

from datetime import timedelta

import pytest

from services.kernel.law import Due, Standing
from services.kernel.money import Money
from services.verify.domain.desk.claims import TakeRighting
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.heeding import DRAW_DIFFERS, TakeAnswer
from services.verify.domain.desk.paying import (
    AMOUNT_DIFFERS,
    PAYMENT_WAITS,
    PRIZE_HAS_LAPSED,
    PRIZE_PAID,
    PaymentProposed,
    PrizePaid,
    ReceiptTaken,
)
from services.verify.domain.desk.prizes import Recovery
from services.verify.domain.desk.recovering import (
    NOTHING_DUE,
    TOO_MUCH_RECOVERED,
    LapsePrizes,
    PrizeLapsed,
    RecoveryRecorded,
    lapsing,
)
from services.verify.domain.desk.rules import PrizeRules
from services.verify.domain.desk.selling import CloseSales
from services.verify.domain.desk.signing import PaymentRejected
from services.verify.domain.game import game
from services.verify.domain.game.answering import Cry
from services.verify.domain.game.awaited import Awaited
from tests.verify.domain.claims import BINGO, LINE, REST, TOP, Told
from tests.verify.domain.prizes import DAY, OF_STAGE, TOPS, Till, settled, tied, usd
from tests.verify.domain.sales import at, nzd

SIGNED = PrizeRules(signed_above=9_999)
LAPSING = PrizeRules(lapses_after=30)


def test_what_is_owed_is_paid_and_has_its_receipt() -> None:
    till = settled(2)
    (paid,) = till.pay(1, 5_000).events
    assert isinstance(paid, PrizePaid)
    payment = paid.payment
    assert (payment.payment, payment.share, payment.amount) == (1, 1, nzd(5_000))
    assert (payment.title, payment.cards, payment.payee) == ("line", (1,), "ref")
    assert (payment.venue, payment.day, payment.by, payment.second) == ("akl", DAY, "cora", "")
    (taken,) = till.receipt(1, 17).events
    assert taken == ReceiptTaken(1, f"venues/akl/receiptRolls/{DAY}", 17, at(till.seconds))
    till.receipt(1, 18).nothing()
    till.receipt(2, 19).nothing()


def test_a_share_is_paid_once() -> None:
    till = settled(1)
    till.pay()
    refused = till.pay()
    refused.refused(PRIZE_PAID)
    assert "a receipt that is to come" in refused.refusal.sentence
    till.receipt(1, 17)
    assert "receipt 17 of 2026-11-29" in till.pay().refusal.sentence


@pytest.mark.parametrize("amount", [nzd(0), nzd(4_999), nzd(5_001), nzd(-5_000), usd(5_000)])
def test_the_amount_is_what_is_owed_in_its_currency(amount: Money) -> None:
    till = settled(2)
    till.pay(1, amount=amount).refused(AMOUNT_DIFFERS)
    assert till.state.payments == ()


def test_above_the_limit_it_waits_for_another_person() -> None:
    till = settled(1, prizes=SIGNED)
    (proposed,) = till.pay().events
    assert isinstance(proposed, PaymentProposed)
    assert till.settlement().accounts[0].owed == 10_000
    till.pay().refused(PAYMENT_WAITS)
    (paid,) = till.sign(by="mere").events
    assert (paid.payment.by, paid.payment.second) == ("cora", "mere")
    assert paid.payment.at == at(till.seconds)
    assert till.settlement().accounts[0].owed == 0


def test_one_that_is_rejected_can_be_made_anew() -> None:
    till = settled(1, prizes=SIGNED)
    till.pay()
    (rejected,) = till.reject().events
    assert rejected == PaymentRejected(1, "mere", "no such player", at(till.seconds))
    till.pay()
    (paid,) = till.sign(2).events
    assert paid.payment.payment == 2


def test_what_changed_meanwhile_is_not_signed() -> None:
    till = settled(2, prizes=PrizeRules(signed_above=100))
    till.pay(1, 5_000)
    till.void(2)
    till.sign().refused(AMOUNT_DIFFERS)


def test_a_payment_above_the_limit_alone_counts() -> None:
    till = settled(2, prizes=SIGNED)  # 50 dollars each, of a prize of 100
    assert isinstance(till.pay(1, 5_000).events[0], PrizePaid)


def test_what_is_awaited_in_the_draw_keeps_the_money_back() -> None:
    till = settled(1)
    till.told.tell(game.SignatureAwaited(Awaited(4, "sup", (), (LINE.value,))))
    assert till.pay().refusal.reason.code == "PRIZE_AWAITS_SIGNATURE"
    till.told.tell(game.SignatureGiven(4))
    assert till.pay().refusal is None


def test_where_draw_and_desk_differ_nothing_is_paid() -> None:
    till = tied(1)
    other = till.cry()
    till.decide(other, None)
    till.go_on()
    differs = TakeAnswer(other, "", "", True, till.tick())
    assert till.when(differs).events[0].reason == DRAW_DIFFERS.code
    refused = till.pay().refusal
    assert refused.reason.code == "CLAIM_UNDECIDED"
    assert "differently" in refused.sentence


def test_a_card_that_was_decided_in_the_draw_is_examined_before_it_is_paid() -> None:
    till = tied(0)
    number = till.cry()
    till.follow(number, unverified=True)
    till.go_on()
    assert till.pay().refusal.reason.code == "CARD_NOT_EXAMINED"
    till.examined(number)
    assert till.pay().refusal is None


def test_a_claim_that_is_judged_again_keeps_the_money_back() -> None:
    till = settled(2)
    till.when(TakeRighting((1,), (), till.tick()))
    till.pay(2, 5_000).refused("CLAIM_UNDECIDED", "NZB-5.4")


def test_where_the_law_speaks_of_corrections_alone_another_claim_is_of_no_clause() -> None:
    till = settled(2, told=Told(law="TNB").call(*TOPS, 41, 42, 43))
    other = till.cry(after=15)
    till.pay(1, 5_000).refused("CLAIM_UNDECIDED", "")
    till.decide(other, None)
    till.refuse(other)
    till.when(TakeRighting((1,), (), till.tick()))
    till.pay(2, 5_000).refused("CLAIM_UNDECIDED", "TNB-13-award")


# -- recovering ------------------------------------------------------------------------------------


def due() -> Till:
    """A hundred dollars were paid to somebody who has not won."""
    till = settled(1)
    till.pay()
    till.void(1)
    return till


def test_money_comes_back_in_parts_and_the_rest_is_given_up() -> None:
    till = due()
    (back,) = till.recover(1, 4_000).events
    assert isinstance(back, RecoveryRecorded)
    assert till.settlement().accounts[0].due == 6_000
    till.recover(1, 6_001).refused(TOO_MUCH_RECOVERED)
    till.recover(1, 6_000, Recovery.WRITTEN_OFF)
    assert till.settlement().accounts[0].due == 0
    till.recover(1, 1).refused(NOTHING_DUE)


@pytest.mark.parametrize("amount", [nzd(0), nzd(-1), usd(10_000), nzd(10**14)])
def test_no_other_amount_comes_back(amount: Money) -> None:
    due().recover(amount=amount).refused(TOO_MUCH_RECOVERED)


def test_who_wins_again_after_all_owes_nothing_and_is_owed_what_came_back() -> None:
    till = due()
    till.recover(1, 4_000)
    till.follow(1, unverified=True)
    (account,) = till.settlement().accounts
    assert (account.wins, account.owed, account.due) == (True, 4_000, 0)
    assert till.pay(1, 4_000).refusal is None


def test_what_was_given_up_is_not_paid_a_second_time() -> None:
    till = due()
    till.recover(1, 10_000, Recovery.WRITTEN_OFF)
    till.follow(1, unverified=True)
    (account,) = till.settlement().accounts
    assert (account.owed, account.due) == (0, 0)


# -- lapsing ---------------------------------------------------------------------------------------


def test_what_nobody_collects_lapses_when_its_time_is_over() -> None:
    till = settled(2, prizes=LAPSING)
    till.pay(1, 5_000)
    until = till.settlement().lapses_at
    assert until is not None
    assert until == till.settlement().at + timedelta(days=30)
    assert list(lapsing(till.state)) == [Due("lapse-1-1-1", until)]
    till.when(LapsePrizes(until - timedelta(seconds=1))).nothing()
    (lapsed,) = till.when(LapsePrizes(until)).events
    assert lapsed == PrizeLapsed(OF_STAGE, LINE, 2, nzd(5_000), until)
    till.when(LapsePrizes(until)).nothing()
    till.pay(2, 5_000, at=until).refused(PRIZE_HAS_LAPSED)
    assert list(lapsing(till.state)) == []


def test_a_prize_lapses_though_one_before_it_is_settled_no_more() -> None:
    till = Till(Told().call(*TOP, *REST), prizes=LAPSING)
    both = till.cry(cry=Cry.BINGO)
    till.examined(both)
    till.follow(both, LINE, BINGO)
    till.end()
    till.void(both)
    assert not till.settlement(LINE).stands
    until = till.settlement(BINGO).lapses_at
    assert until is not None
    (lapsed,) = till.when(LapsePrizes(until)).events
    assert lapsed == PrizeLapsed(OF_STAGE, BINGO, 1, nzd(50_000), until)


def test_a_payment_that_waits_for_its_signature_does_not_lapse() -> None:
    till = settled(1, prizes=PrizeRules(lapses_after=30, signed_above=1))
    till.pay()
    until = till.settlement().lapses_at
    assert until is not None
    till.when(LapsePrizes(until)).nothing()


# -- where a desk ends -----------------------------------------------------------------------------


def closed(players: int = 1) -> Till:
    """A game that is over and whose sales are counted, its line won."""
    till = tied(players)
    till.when(CloseSales(till.tick()))
    till.end()
    return till


def standing(till: Till) -> Standing:
    """How the desk stands."""
    return DESKS.standing(till.state)


def test_a_desk_ends_when_all_is_paid_and_has_its_receipt() -> None:
    till = closed()
    assert standing(till) is Standing.IN_PLAY
    till.pay()
    assert standing(till) is Standing.IN_PLAY, "the receipt is to come"
    till.receipt()
    assert standing(till) is Standing.ENDED


def test_a_desk_of_practice_waits_for_no_payment() -> None:
    till = settled(1, practice=True)
    till.end()
    assert DESKS.standing(till.state) is Standing.ENDED
    assert not till.settlement().accounts[0].paid


def test_a_desk_at_which_nobody_won_ends_with_its_game() -> None:
    assert standing(closed(0)) is Standing.ENDED


def test_a_desk_waits_for_a_claim_and_for_what_is_to_be_recovered() -> None:
    till = closed()
    till.pay()
    till.receipt()
    late = till.cry(after=15)
    assert standing(till) is Standing.IN_PLAY
    till.refuse(late)
    assert standing(till) is Standing.ENDED
    till.void(1)
    assert standing(till) is Standing.IN_PLAY
    till.recover()
    assert standing(till) is Standing.ENDED


def test_a_desk_waits_for_the_count_of_its_sales() -> None:
    till = tied(0)
    assert standing(till) is Standing.IN_PLAY
