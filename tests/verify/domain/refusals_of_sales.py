"""How each reason of cards and sales is reached, and what people are told then.

PYTEST_DONT_REWRITE: tests import from here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from services.kernel.law import Decider
from services.kernel.money import Money
from services.verify.domain.block.block import BLOCKS
from services.verify.domain.block.closing import BlockClosed
from services.verify.domain.block.replacing import CardsReplaced, ReplaceCards
from services.verify.domain.block.selling import (
    CardsSold,
    EnterLateSale,
    LateSaleEntered,
)
from services.verify.domain.block.state import Prices, Span
from services.verify.domain.block.undoing import ReturnCards, SaleVoided, VoidSale
from services.verify.domain.cards.layout import SEVENTY_FIVE
from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.catalogue import CATALOGUES, SeriesEntered, UseSeries, WithdrawSeries
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.offering import Asked
from services.verify.domain.desk.selling import (
    BlockRegistered,
    CloseSales,
    RegisterBlock,
    SalesClosing,
)
from services.verify.domain.game.game import Stage
from services.verify.domain.series import (
    SERIES,
    ChangeSeries,
    SameCard,
    SeriesSoldFrom,
)
from tests.verify.domain.sales import (
    BLOCK,
    BLUE,
    GAME,
    OLD_GAME,
    RED,
    SERIAL,
    at,
    cards,
    desk_opened,
    in_use,
    made,
    make,
    nzd,
    offer,
    open_sales,
    opened,
    sales_opened,
    sell,
    terms,
)

SAME = SameCard(7, RED, 12)
SOLD = CardsSold(1, Span(1, 6), "sue", nzd(1_000), at(1))
CLOSED = BlockClosed(6, nzd(1_000), b"x" * 32, at(2))
LATE = EnterLateSale(Span(7, 7), nzd(200), "sue", "the stub", "mere", at(3))
ENTERED = LateSaleEntered(1, Span(7, 7), "sue", nzd(200), "the stub", "mere", at(3))
DEAD = CardsReplaced(Span(2, 3), Span(62, 63), BLOCK, "sue", at(2))
REPLACE = ReplaceCards(
    Span(1, 2), Span(61, 62), RED, BLOCK, "venues/akl/games/2026-11-29-08", GAME, "sue", at(3)
)
USE = UseSeries(BLUE, SERIAL, cards(), (), None, at(1))
CLOSING = SalesClosing((1,), at(2))
REGISTERED = BlockRegistered(terms(), Span(1, 60), False, at(1))


@dataclass(frozen=True)
class Row:
    """A command after these events is refused for `code`, and people are told `says`."""

    code: str
    decider: Decider[Any, Any, Any]
    so_far: tuple[Any, ...]
    command: Any
    says: str
    clause: str = ""


ROWS = (
    # series
    Row(
        "STRIPS_NOT_WHOLE",
        SERIES,
        (),
        make(cards(count=61)),
        "61 cards are no whole number of strips.",
    ),
    Row(
        "NO_STRIPS",
        SERIES,
        (),
        make(replace(cards(layout=SEVENTY_FIVE), sheet=6)),
        "Cards for 75 balls hang together in no strips of six.",
    ),
    Row(
        "CARD_NUMBERS_TOO_HIGH",
        SERIES,
        (),
        make(cards(first=9_999_995)),
        "The last card would have the number 10,000,054; card numbers end at 9,999,999.",
    ),
    Row(
        "SAME_CARD",
        SERIES,
        (),
        make(same=SAME),
        f"Card 7 has the same face as card 12 of {RED}, which is in use.",
    ),
    Row(
        "SERIES_SOLD_FROM",
        SERIES,
        (made(), SeriesSoldFrom(GAME, at(1))),
        ChangeSeries("Azure", SERIAL, at(2)),
        f"Cards of Blue have been sold for {GAME}, so nothing about it changes any more.",
    ),
    # catalogue
    Row(
        "CARD_NUMBERS_CLASH",
        CATALOGUES,
        (SeriesEntered(in_use(RED, cards(31, digest=b"r" * 32))),),
        replace(USE, compared=(b"r" * 32,)),
        f"Card 31 with the serial number {SERIAL} is in {RED} as well, which is in use.",
    ),
    Row(
        "CATALOGUE_CHANGED",
        CATALOGUES,
        (SeriesEntered(in_use(RED, cards(61, digest=b"r" * 32))),),
        USE,
        f"{RED} came into use while this series was compared with those in use.",
    ),
    Row(
        "SAME_CARD",
        CATALOGUES,
        (),
        replace(USE, same=SAME),
        f"Card 7 has the same face as card 12 of {RED}, which is in use.",
    ),
    Row(
        "SERIES_NOT_IN_USE",
        CATALOGUES,
        (),
        WithdrawSeries(BLUE, "2026", at(1)),
        f"{BLUE} is not in use in 2026.",
    ),
    # a desk's sales
    Row(
        "SALES_OPENED_BEFORE",
        DESKS,
        (desk_opened(), sales_opened()),
        open_sales(),
        f"Sales for {GAME} were opened before.",
    ),
    Row(
        "PLAY_BEGUN",
        DESKS,
        (desk_opened(),),
        open_sales(begun=True),
        f"The first number of {GAME} has been called, or the game is over.",
    ),
    Row(
        "PRICE_IN_OTHER_CURRENCY",
        DESKS,
        (desk_opened(),),
        open_sales(prices=Prices(nzd(200), Money("USD", 100))),
        "Cards are sold for NZD here, not for USD.",
    ),
    Row(
        "PRICE_IS_NOTHING",
        DESKS,
        (desk_opened(),),
        open_sales(prices=Prices(nzd(200), nzd(0))),
        "A price of NZD 0.00 was given.",
    ),
    Row(
        "SERIES_NOT_IN_USE",
        DESKS,
        (desk_opened(),),
        open_sales(Asked(RED, None, None)),
        f"{RED} is not in use in 2026.",
    ),
    Row(
        "OTHER_BALLS",
        DESKS,
        (desk_opened(75),),
        open_sales(),
        f"{BLUE} is for 90 balls, and {GAME} is played with 75.",
    ),
    Row(
        "SERIES_OF_ANOTHER_GAME",
        DESKS,
        (desk_opened(),),
        open_sales(serial_number="B 7"),
        f"{BLUE} bears the serial number {SERIAL}; the cards of {GAME} bear B 7.",
        "NZB-5.7(c)(i)",
    ),
    Row(
        "SERIES_OF_ANOTHER_GAME",
        DESKS,
        (desk_opened(),),
        open_sales(
            Asked(BLUE, in_use(), None),
            Asked(RED, in_use(RED, cards(61, digest=b"r" * 32), "B 7"), None),
            serial_number="",
        ),
        f"{RED} bears the serial number B 7; the cards of {GAME} bear {SERIAL}.",
        "NZB-5.7(c)(i)",
    ),
    Row(
        "NOT_ON_THESE_CARDS",
        DESKS,
        (desk_opened(),),
        open_sales(stages=(Stage(1, "line", Pattern("mask", (0b1010,))),)),
        "The cards of this game have no arrangement mask, by which the line is won.",
    ),
    Row(
        "CARDS_NOT_OF_SERIES",
        DESKS,
        (desk_opened(),),
        open_sales(Asked(BLUE, in_use(), Span(55, 61))),
        f"Cards 55 to 61 are not all in {BLUE}, which has the cards 1 to 60.",
    ),
    Row(
        "OFFERED_TWICE",
        DESKS,
        (desk_opened(),),
        open_sales(Asked(BLUE, in_use(), Span(1, 30)), Asked(BLUE, in_use(), Span(30, 60))),
        f"Card 30 would be on sale twice for {GAME}.",
    ),
    Row(
        "SALES_NOT_OPEN",
        DESKS,
        (desk_opened(),),
        CloseSales(at(1)),
        f"Sales for {GAME} are not open.",
    ),
    Row(
        "SALES_NOT_OPEN",
        DESKS,
        (desk_opened(),),
        RegisterBlock(7, False, at(1)),
        f"Sales for {GAME} are not open.",
    ),
    Row(
        "CARD_NOT_OFFERED",
        DESKS,
        (desk_opened(), sales_opened(offer(Span(1, 30)))),
        RegisterBlock(31, False, at(1)),
        f"Card 31 is not among the cards that are on sale for {GAME}.",
        "NZB-5.7(c)(i)",
    ),
    Row(
        "SALES_CLOSED",
        DESKS,
        (
            desk_opened(),
            sales_opened(offer(of=cards(count=3_000), span=Span(1, 3_000))),
            REGISTERED,
            CLOSING,
        ),
        RegisterBlock(2_000, False, at(3)),
        f"Sales for {GAME} are closed.",
    ),
    Row(
        "SALES_STILL_OPEN",
        DESKS,
        (desk_opened(), sales_opened()),
        RegisterBlock(7, True, at(3)),
        f"Sales for {GAME} are still open.",
    ),
    # blocks
    Row(
        "SALES_CLOSED", BLOCKS, (opened(), CLOSED), sell(7, 7, 200), f"Sales for {GAME} are closed."
    ),
    Row(
        "SALE_COUNTED",
        BLOCKS,
        (opened(), SOLD, CLOSED),
        VoidSale(1, "keyed", "tom", at(3)),
        f"Sales for {GAME} are closed, and the cards of sale 1 take part in the game.",
    ),
    Row("SALES_STILL_OPEN", BLOCKS, (opened(),), LATE, f"Sales for {GAME} are still open."),
    Row(
        "OTHER_CARDS",
        BLOCKS,
        (opened(),),
        sell(55, 66, 2_000),
        "Cards 55 to 66 are not all among the cards 1 to 60 that are kept together here.",
    ),
    Row(
        "CARD_SOLD",
        BLOCKS,
        (opened(), SOLD),
        sell(6, 12, 1_200),
        "Card 6 is sold: sale 1, to be found in the block of card 1.",
    ),
    Row(
        "RECEIPTS_DIFFER",
        BLOCKS,
        (opened(),),
        sell(1, 7, 1_000),
        "Cards 1 to 7 cost NZD 12.00, not NZD 10.00.",
    ),
    Row(
        "PRICE_IN_OTHER_CURRENCY",
        BLOCKS,
        (opened(),),
        replace(sell(1, 1, 200), receipts=Money("USD", 200)),
        "Cards are sold for NZD here, not for USD.",
    ),
    Row(
        "NO_SUCH_SALE",
        BLOCKS,
        (opened(), SOLD),
        ReturnCards(2, "tom", at(2)),
        "There is no sale 2 in this block.",
    ),
    Row(
        "SALE_OVER",
        BLOCKS,
        (opened(), SOLD, SaleVoided(1, "keyed", "tom", at(2))),
        ReturnCards(1, "tom", at(3)),
        "Sale 1 was voided before.",
    ),
    Row(
        "SECOND_PERSON_NEEDED",
        BLOCKS,
        (opened(), SOLD),
        VoidSale(1, "keyed", " SUE ", at(2)),
        "sue made or entered sale 1, and a sale is voided by another person.",
    ),
    Row(
        "EVIDENCE_NEEDED",
        BLOCKS,
        (opened(), CLOSED),
        replace(LATE, evidence=" "),
        "A sale that is entered late needs its evidence.",
    ),
    Row(
        "OWN_LATE_SALE",
        BLOCKS,
        (opened(), CLOSED),
        replace(LATE, by="Sue"),
        "sue sold these cards, and a late sale is entered by another person.",
    ),
    Row(
        "SECOND_PERSON_NEEDED",
        BLOCKS,
        (opened(), CLOSED, ENTERED),
        VoidSale(1, "no stub", "MERE", at(4)),
        "mere made or entered sale 1, and a sale is voided by another person.",
    ),
    Row(
        "SALE_COUNTED",
        BLOCKS,
        (opened(), SOLD, CLOSED),
        ReturnCards(1, "tom", at(3)),
        f"Sales for {GAME} are closed, and the cards of sale 1 take part in the game.",
    ),
    Row(
        "GAME_STARTED_OVER",
        BLOCKS,
        (opened(), SOLD, CLOSED),
        ReturnCards(1, "tom", at(3), game_void=True, start_over=True, restarted_as=OLD_GAME),
        f"{GAME} is void and is played again as another game, for which its cards are replaced.",
        "TNB-14-cards",
    ),
    Row(
        "NOT_OPENED_AGAIN",
        BLOCKS,
        (opened(), SOLD, CLOSED),
        ReturnCards(1, "tom", at(3), game_void=True, start_over=True),
        f"{GAME} is void and was to be played again, and no game has been opened in its place.",
        "TNB-14-cards",
    ),
    Row(
        "WON_BEFORE_VOID",
        BLOCKS,
        (opened(), SOLD, CLOSED),
        ReturnCards(1, "tom", at(3), game_void=True, won="line"),
        f"{GAME} is void, and the line had been won in it: that prize stands.",
    ),
    Row(
        "SALE_REPLACED",
        BLOCKS,
        (opened(), SOLD, DEAD),
        ReturnCards(1, "tom", at(3)),
        "Card 2 of sale 1 has been replaced by card 62, which was given out for it.",
        "TNB-14-cards",
    ),
    Row(
        "SALE_REPLACED",
        BLOCKS,
        (opened(), SOLD, DEAD),
        VoidSale(1, "keyed", "tom", at(3)),
        "Card 2 of sale 1 has been replaced by card 62, which was given out for it.",
        "TNB-14-cards",
    ),
    # replacements
    Row(
        "NOT_STARTED_OVER",
        BLOCKS,
        (opened(), SOLD),
        replace(REPLACE, restart_of=OLD_GAME),
        f"venues/akl/games/2026-11-29-08 is not the game that {GAME} was started over as.",
        "TNB-14-cards",
    ),
    Row(
        "SAME_PAPER",
        BLOCKS,
        (opened(), SOLD),
        replace(REPLACE, new_series=BLUE),
        f"Cards of {BLUE} were sold for {GAME}, and the old cards are dead.",
        "TNB-14-cards",
    ),
    Row(
        "NOT_ALL_REPLACED",
        BLOCKS,
        (opened(), SOLD),
        replace(REPLACE, new=Span(61, 61)),
        "Cards 1 to 2 are to be replaced by card 61; each card is replaced by one.",
        "TNB-14-cards",
    ),
    Row(
        "OLD_CARD_NOT_SOLD",
        BLOCKS,
        (opened(), SOLD),
        replace(REPLACE, cards=Span(6, 7)),
        f"Card 7 was not sold for {GAME}.",
        "NZB-5.7(c)(i)",
    ),
    Row(
        "REPLACED_BEFORE",
        BLOCKS,
        (opened(), SOLD, CardsReplaced(Span(1, 3), Span(61, 63), BLOCK, "sue", at(2))),
        replace(REPLACE, cards=Span(3, 4)),
        "Card 3 has been replaced and is dead.",
    ),
)
