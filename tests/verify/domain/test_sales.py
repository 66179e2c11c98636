"""Sales blocks: prices, cards sold, voided and brought back, and replacements."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.kernel.admission import Answer, Check
from services.kernel.law import Refused, Standing
from services.verify.domain.block.block import BLOCKS
from services.verify.domain.block.closing import BlockClosed, CloseBlock
from services.verify.domain.block.replacing import (
    CardsReplaced,
    FreeReplaced,
    ReplacedFreed,
    ReplacementClashed,
    ReplacementSold,
    TakeReplacement,
    replacement,
)
from services.verify.domain.block.selling import (
    CardsSold,
    EnterLateSale,
    LateSaleEntered,
    OpenBlock,
    price_of,
)
from services.verify.domain.block.state import Back, Block, Closed, Fate, Kind, Span, Unopened
from services.verify.domain.block.undoing import CardsReturned, ReturnCards, SaleVoided, VoidSale
from tests.kit.law import Given, permits, refuses
from tests.verify.domain.refusals_of_sales import REPLACE, SOLD
from tests.verify.domain.sales import (
    BLOCK,
    GAME,
    OLD_BLOCK,
    at,
    nzd,
    opened,
    sell,
    terms,
)

# -- prices ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "last", "cents"),
    [(1, 1, 200), (1, 6, 1_000), (1, 7, 1_200), (2, 7, 1_200), (6, 13, 1_400), (1, 60, 10_000)],
)
def test_whole_strips_cost_the_price_of_a_strip(first: int, last: int, cents: int) -> None:
    assert price_of(Span(first, last), terms()) == nzd(cents)


def test_single_cards_cost_what_a_card_costs() -> None:
    assert price_of(Span(1, 12), terms(sheet=1)) == nzd(2_400)


def test_singles_beside_strips_cost_what_a_card_costs() -> None:
    """The price of a strip is for those that hang together."""
    beside = replace(terms(), sheet=1)
    assert beside.prices.sheet == nzd(1_000)
    assert price_of(Span(1, 12), beside) == nzd(2_400)


# -- a block -----------------------------------------------------------------------------------


def test_a_voided_sale_says_by_whom_and_why_and_one_that_was_returned_by_whom() -> None:
    block = Given(BLOCKS, opened(), SOLD, CardsSold(2, Span(7, 7), "sue", nzd(200), at(1)))
    voided = block.when(VoidSale(1, " keyed twice ", "tom", at(2)))
    after = voided.then(SaleVoided(1, "keyed twice", "tom", at(2)))
    returned = after.when(ReturnCards(2, "sia", at(3))).state
    assert not isinstance(returned, Unopened)
    first, second = returned.sales
    assert (first.fate, first.by, first.reason) == (Fate.VOIDED, "tom", "keyed twice")
    assert (second.fate, second.by, second.reason) == (Fate.RETURNED, "sia", "")


def test_cards_are_sold_voided_brought_back_and_sold_again() -> None:
    (
        Given(BLOCKS)
        .when(OpenBlock(terms(), Span(1, 60), False, at()))
        .then(opened())
        .when(sell(1, 6, 1_000))
        .then(SOLD)
        .when(VoidSale(1, " keyed twice ", "tom", at(2)))
        .then(SaleVoided(1, "keyed twice", "tom", at(2)))
        .when(sell(1, 7, 1_200))
        .then(CardsSold(2, Span(1, 7), "sue", nzd(1_200), at(1)))
        .when(ReturnCards(2, "sue", at(3)))
        .then(CardsReturned(2, "sue", at(3)))
        .when(sell(7, 7, 200, by="tom"))
        .then(CardsSold(3, Span(7, 7), "tom", nzd(200), at(1)))
    )


def test_a_block_is_opened_once() -> None:
    Given(BLOCKS, opened()).when(OpenBlock(terms(), Span(1, 60), False, at(9))).nothing()


def test_a_closed_block_says_what_it_sold() -> None:
    later = CardsSold(2, Span(20, 20), "tom", nzd(200), at(1))
    first = CardsSold(3, Span(13, 13), "tom", nzd(200), at(1))
    block = Given(BLOCKS, opened(), SOLD, later, first, SaleVoided(2, "keyed", "sue", at(2)))
    digest = hashlib.sha256(b"1-6\n13-13\n").digest()
    closed = block.when(CloseBlock(at(3))).then(BlockClosed(7, nzd(1_200), digest, at(3)))
    closed.when(CloseBlock(at(4))).nothing()
    assert BLOCKS.standing(closed.state) is Standing.ENDED


def test_a_sale_made_in_time_is_entered_late_by_another_person() -> None:
    late = EnterLateSale(Span(7, 7), nzd(200), "sue", " the stub ", "mere", at(3))
    closed = BlockClosed(0, nzd(0), b"x" * 32, at(2))
    entered = LateSaleEntered(1, Span(7, 7), "sue", nzd(200), "the stub", "mere", at(3))
    after = Given(BLOCKS, opened(), closed).when(late).then(entered)
    assert isinstance(after.state, Block)
    sale = after.state.sale_of(7)
    assert sale is not None
    assert (sale.kind, sale.evidence, sale.by) == (Kind.LATE, "the stub", "mere")


def test_who_may_not_play_is_entered_with_no_late_sale_and_gets_no_replacement() -> None:
    closed = BlockClosed(6, nzd(1_000), b"x" * 32, at(2))
    late = EnterLateSale(Span(7, 7), nzd(200), "sue", "the stub", "mere", at(3))
    for answer, unchecked, code in (
        (Answer.MAY_NOT_PLAY, False, "MAY_NOT_PLAY"),
        (Answer.MAY_NOT_PLAY, True, "MAY_NOT_PLAY"),
        (Answer.NOT_KNOWN, False, "PLAYER_NOT_CHECKED"),
        (Answer.NOT_KNOWN, True, ""),
        (Answer.MAY_PLAY, False, ""),
        (Answer.NOT_SHOWN, False, ""),
    ):
        check = Check(answer, unchecked_allowed=unchecked)
        for so_far, command in (
            ((opened(), SOLD, closed), replace(late, check=check)),
            ((opened(), SOLD), replace(REPLACE, check=check)),
        ):
            came = Given(BLOCKS, *so_far).when(command)
            if code:
                came.recorded_refusal(code)
            else:
                assert came.refusal is None
                assert len(came.events) == 1


def test_where_every_player_is_shown_so_are_these() -> None:
    check = Check(Answer.NOT_SHOWN, must_be_shown=True)
    closed = BlockClosed(0, nzd(0), b"x" * 32, at(2))
    late = EnterLateSale(Span(7, 7), nzd(200), "sue", "the stub", "mere", at(3), check)
    Given(BLOCKS, opened(), closed).when(late).refused("PLAYER_NOT_SHOWN")
    replacing = replace(REPLACE, check=check)
    Given(BLOCKS, opened(), SOLD).when(replacing).refused("PLAYER_NOT_SHOWN")


def test_a_late_sale_that_was_none_is_voided_by_a_third_person() -> None:
    late = EnterLateSale(Span(7, 7), nzd(200), "sue", "the stub", "mere", at(3))
    closed = Given(BLOCKS, opened(), SOLD, BlockClosed(6, nzd(1_000), b"x" * 32, at(2)))
    entered = closed.when(late).then(
        LateSaleEntered(2, Span(7, 7), "sue", nzd(200), "the stub", "mere", at(3))
    )
    back = Back(Span(7, 7), nzd(200))
    voided = entered.when(VoidSale(2, "no stub", "tom", at(4))).then(
        SaleVoided(2, "no stub", "tom", at(4), back=back)
    )
    assert isinstance(voided.state, Closed)
    assert voided.state.sale_of(7) is None


def test_after_the_close_cards_come_back_for_a_void_game_alone() -> None:
    closed = Given(BLOCKS, opened(), SOLD, BlockClosed(6, nzd(1_000), b"x" * 32, at(2)))
    back = ReturnCards(1, "tom", at(3), game_void=True)
    returned = closed.when(back).then(
        CardsReturned(1, "tom", at(3), back=Back(Span(1, 6), nzd(1_000)))
    )
    assert isinstance(returned.state, Closed)
    assert returned.state.receipts == nzd(0)
    told = returned.when(back).refusal
    assert told is not None
    assert told.reason.code == "SALE_OVER"


Action = tuple[str, int, int]
actions = st.lists(
    st.tuples(st.sampled_from(["sell", "void", "return"]), st.integers(1, 60), st.integers(0, 12)),
    max_size=60,
)


@given(actions)
def test_no_card_is_sold_twice_whatever_the_tills_do(done: list[Action]) -> None:
    """Against a plain set of cards, and cents counted one by one."""
    block, sold, cash = BLOCKS.initial, dict[int, int](), 0
    block = BLOCKS.evolve(block, opened())
    sales: dict[int, tuple[range, int]] = {}
    for what, first, more in done:
        last = min(first + more, 60)
        wanted = range(first, last + 1)
        price = price_of(Span(first, last), terms()).minor_units
        commands: dict[str, Any] = {
            "sell": sell(first, last, price),
            "void": VoidSale(more, "keyed", "tom", at(2)),
            "return": ReturnCards(more, "sue", at(2)),
        }
        event: Any
        try:
            (event,) = BLOCKS.decide(commands[what], block).events
        except Refused:
            assert what != "sell" or any(card in sold for card in wanted)
            assert what == "sell" or more not in sales
            continue
        block = BLOCKS.evolve(block, event)
        if what == "sell":
            assert not any(card in sold for card in wanted)
            sales[event.sale] = (wanted, price)
            sold.update(dict.fromkeys(wanted, event.sale))
            cash += price
        else:
            cards_, back = sales.pop(more)
            cash -= back
            for card in cards_:
                assert sold.pop(card) == more
    assert isinstance(block, Block)
    assert (block.sold, block.receipts) == (len(sold), nzd(cash))
    for card in range(1, 61):
        sale = block.sale_of(card)
        assert (sale.sale if sale else None) == sold.get(card)


# -- replacements ------------------------------------------------------------------------------


@permits("TNB-14-cards")
def test_tnb_14_cards_are_replaced_at_no_cost() -> None:
    replaced = CardsReplaced(Span(1, 2), Span(61, 62), BLOCK, "sue", at(3))
    old = Given(BLOCKS, opened(), SOLD).when(REPLACE).then(replaced)
    assert isinstance(old.state, Block)
    assert old.state.replacement_of(2) is not None
    assert old.state.replacement_of(3) is None
    take = TakeReplacement(Span(61, 62), Span(1, 2), OLD_BLOCK, "sue", at(4))
    new = (
        Given(BLOCKS, opened(Span(61, 120)))
        .when(take)
        .then(ReplacementSold(1, Span(61, 62), Span(1, 2), OLD_BLOCK, "sue", at(4)))
    )
    assert isinstance(new.state, Block)
    sale = new.state.sale_of(61)
    assert sale is not None
    assert (sale.kind, sale.receipts, sale.fate) == (Kind.REPLACEMENT, nzd(0), Fate.STANDS)
    assert new.state.receipts == nzd(0)


@refuses("TNB-14-cards")
def test_tnb_14_no_player_gets_fewer_cards_than_were_paid_for() -> None:
    refused = Given(BLOCKS, opened(), SOLD).when(replace(REPLACE, new=Span(61, 61))).refusal
    assert refused is not None
    assert (refused.reason.code, refused.clause) == ("NOT_ALL_REPLACED", "TNB-14-cards")


def test_a_replacement_that_clashes_frees_the_old_cards() -> None:
    taken = CardsSold(1, Span(61, 61), "tom", nzd(200), at(2))
    take = TakeReplacement(Span(61, 62), Span(1, 2), OLD_BLOCK, "sue", at(4))
    clash = ReplacementClashed(Span(61, 62), Span(1, 2), OLD_BLOCK, at(4))
    Given(BLOCKS, opened(Span(61, 120)), taken).when(take).then(clash)
    closed = BlockClosed(0, nzd(0), b"x" * 32, at(2))
    Given(BLOCKS, opened(Span(61, 120)), closed).when(take).then(clash)
    replaced = CardsReplaced(Span(1, 2), Span(61, 62), BLOCK, "sue", at(3))
    old = Given(BLOCKS, opened(), SOLD, replaced)
    freed = old.when(FreeReplaced(Span(1, 2), at(5))).then(ReplacedFreed(Span(1, 2), at(5)))
    freed.when(FreeReplaced(Span(1, 2), at(6))).nothing()
    freed.when(REPLACE).then(replaced)


@permits("TNB-14-cards")
def test_tnb_14_a_replacement_that_comes_back_frees_the_old_card() -> None:
    """It says which, since they are in another block."""
    sold = ReplacementSold(1, Span(61, 62), Span(1, 2), OLD_BLOCK, "sue", at(4))
    new = Given(BLOCKS, opened(Span(61, 120)), sold)
    new.when(VoidSale(1, "wrong cards", "tom", at(5))).then(
        SaleVoided(1, "wrong cards", "tom", at(5), OLD_BLOCK, Span(1, 2))
    )
    new.when(ReturnCards(1, "sue", at(5))).then(
        CardsReturned(1, "sue", at(5), OLD_BLOCK, Span(1, 2))
    )


def test_a_replacement_stays_once_sales_of_its_game_are_closed() -> None:
    """It was counted, and its player plays with it: the old card does not come to life again."""
    sold = ReplacementSold(1, Span(61, 62), Span(1, 2), OLD_BLOCK, "sue", at(4))
    closed = Given(BLOCKS, opened(Span(61, 120)), sold, BlockClosed(2, nzd(0), b"x" * 32, at(5)))
    for undo in (VoidSale(1, "wrong cards", "tom", at(6)), ReturnCards(1, "tom", at(6))):
        told = closed.when(undo).refusal
        assert told is not None
        assert told.reason.code == "SALE_COUNTED"


def test_what_was_entered_late_is_voided_and_does_not_come_back() -> None:
    """It was in no count, and nothing that is said to who brings its cards back says so."""
    entered = LateSaleEntered(1, Span(7, 7), "sue", nzd(200), "the stub", "mere", at(3))
    closed = Given(BLOCKS, opened(), BlockClosed(0, nzd(0), b"x" * 32, at(2)), entered)
    told = closed.when(ReturnCards(1, "tom", at(4))).refusal
    assert told is not None
    said = f"Sales for {GAME} are closed, and the cards of sale 1 take part in the game."
    assert told.sentence == said
    assert "what was entered late and was no sale is voided" in told.advice
    back = Back(Span(7, 7), nzd(200))
    closed.when(VoidSale(1, "no stub", "tom", at(4))).then(
        SaleVoided(1, "no stub", "tom", at(4), back=back)
    )


def test_what_is_replaced_again_by_the_same_cards_is_told_as_it_is_now() -> None:
    first = ReplacementSold(1, Span(61, 62), Span(1, 2), OLD_BLOCK, "sue", at(4))
    voided = SaleVoided(1, "wrong cards", "tom", at(5), OLD_BLOCK, Span(1, 2))
    block = Given(BLOCKS, opened(Span(61, 120)), first, voided, replace(first, sale=2)).state
    assert isinstance(block, Block)
    sale = replacement(block, OLD_BLOCK, Span(1, 2), Span(61, 62))
    assert (sale.sale, sale.fate) == (2, Fate.STANDS)


@refuses("TNB-14-cards")
def test_tnb_14_no_money_goes_back_for_a_card_that_was_replaced() -> None:
    replaced = CardsReplaced(Span(1, 2), Span(61, 62), BLOCK, "sue", at(3))
    old = Given(BLOCKS, opened(), SOLD, replaced)
    for undo in (ReturnCards(1, "tom", at(4)), VoidSale(1, "keyed", "tom", at(4))):
        told = old.when(undo).refusal
        assert told is not None
        assert (told.reason.code, told.clause) == ("SALE_REPLACED", "TNB-14-cards")
    freed = old.when(FreeReplaced(Span(1, 2), at(5))).then(ReplacedFreed(Span(1, 2), at(5)))
    freed.when(ReturnCards(1, "tom", at(6))).then(CardsReturned(1, "tom", at(6)))


def test_new_cards_that_went_to_somebody_else_are_told() -> None:
    sold = ReplacementSold(1, Span(61, 62), Span(1, 2), OLD_BLOCK, "sue", at(4))
    block = Given(BLOCKS, opened(Span(61, 120)), sold).state
    assert isinstance(block, Block)
    assert replacement(block, OLD_BLOCK, Span(1, 2), Span(61, 62)).sale == 1
    with pytest.raises(Refused) as lost:
        replacement(block, OLD_BLOCK, Span(3, 4), Span(61, 62))
    assert lost.value.reason.code == "REPLACEMENT_LOST"
    assert lost.value.sentence.startswith("Cards 61 to 62 were sold, or sales were closed, at the")
