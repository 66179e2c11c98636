"""What nobody asks for: blocks and series follow desks, and these the blocks.

A desk whose sales close closes its blocks; each reports to the desk, and
with the last report it is known what was sold. Half-way the desk is *counting*, and no card is
sold. Cards that are replaced are dead at once; their replacements follow, or they are freed again.

A payment gets its number in the receipt roll of the day, and the desk takes it over. Half-way it is
paid, and its receipt is to come.
"""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.verify.v1 import cards_pb2, desk_events_pb2, prizes_pb2, sales_pb2
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.law import Due
from services.kernel.names import Name
from services.verify import names
from services.verify.commands import block as block_commands
from services.verify.commands import desk as desk_commands
from services.verify.commands import receipts as receipt_commands
from services.verify.commands import series as series_commands
from services.verify.domain import series
from services.verify.domain.desk import desk
from services.verify.domain.receipts import IssueReceipt
from services.verify.domain.sales import block


def blocks_following_desks(happening: Happening) -> Iterator[Order[block.Command]]:
    """What a commit of a desk leads to in its blocks."""
    for event in happening.events:
        match event:
            case desk_events_pb2.BlockRegistered():
                target = names.block_of(happening.name, event.cards.first)
                opened = sales_pb2.OpenBlock(
                    terms=event.terms, cards=event.cards, closed=event.late
                )
                yield Order(target, opened, block_commands.command)
            case desk_events_pb2.SalesClosing():
                for first in event.blocks:
                    target = names.block_of(happening.name, first)
                    yield Order(target, sales_pb2.CloseBlock(), block_commands.command)


def series_following_desks(happening: Happening) -> Iterator[Order[series.Command]]:
    """A series that is put on sale is what it is from then on."""
    for event in happening.events:
        if isinstance(event, desk_events_pb2.SalesOpened):
            game = str(names.game_of(happening.name))
            for name in dict.fromkeys(offer.series for offer in event.offers):
                request = cards_pb2.SellFrom(game=game)
                yield Order(Name.parse(name), request, series_commands.command)


def rolls_following_desks(happening: Happening) -> Iterator[Order[IssueReceipt]]:
    """A payment that was made at a desk gets its receipt."""
    for event in happening.events:
        if isinstance(event, desk_events_pb2.PrizePaid):
            payment = event.payment
            target = names.roll_of(payment.venue, payment.day)
            issue = prizes_pb2.IssueReceipt(desk=str(happening.name), payment=payment)
            yield Order(target, issue, receipt_commands.command)


def desks_following_rolls(happening: Happening) -> Iterator[Order[desk.Command]]:
    """A desk takes over the number of a receipt."""
    for event in happening.events:
        if isinstance(event, prizes_pb2.ReceiptIssued):
            receipt = event.receipt
            taken = prizes_pb2.TakeReceipt(
                payment=receipt.payment.payment, roll=str(happening.name), receipt=receipt.receipt
            )
            yield Order(Name.parse(receipt.desk), taken, desk_commands.command)


def lapse(name: Name, _: Due) -> Order[desk.Command]:
    """What a desk is told when the time to collect a prize is over."""
    return Order(name, prizes_pb2.LapsePrizes(), desk_commands.command)


def desks_following_blocks(happening: Happening) -> Iterator[Order[desk.Command]]:
    """A block that is closed reports, and tells of what is entered late."""
    target = names.desk_of_block(happening.name)
    for event in happening.events:
        match event:
            case sales_pb2.BlockClosed():
                report = sales_pb2.Report(
                    first=int(happening.name.id.rpartition("-")[2]),
                    cards_sold=event.cards_sold,
                    receipts=event.receipts,
                    digest=event.digest,
                )
                taken = sales_pb2.TakeReport(report=report)
                yield Order(target, taken, desk_commands.command)
            case sales_pb2.LateSaleEntered():
                cards = event.cards.last - event.cards.first + 1
                late = sales_pb2.TakeLateSale(
                    cards_sold=cards, receipts=event.receipts, cards=event.cards
                )
                yield Order(target, late, desk_commands.command)
            case sales_pb2.SaleVoided() | sales_pb2.CardsReturned():
                if event.HasField("back"):
                    yield Order(target, _back(event), desk_commands.command)


def _back(event: sales_pb2.SaleVoided | sales_pb2.CardsReturned) -> sales_pb2.TakeBack:
    """What a desk is told of a sale that is undone after the close."""
    back = event.back
    cards = back.cards.last - back.cards.first + 1
    taken = sales_pb2.TakeBack(cards_sold=cards, receipts=back.receipts)
    if isinstance(event, sales_pb2.SaleVoided):
        taken.cards.CopyFrom(back.cards)
    return taken


def blocks_following_blocks(happening: Happening) -> Iterator[Order[block.Command]]:
    """Cards that are replaced lead to new ones in another block, and it says if that went wrong, or
    if the new ones came back: then the old ones are free again."""
    for event in happening.events:
        match event:
            case sales_pb2.CardsReplaced():
                take = sales_pb2.TakeReplacement(
                    cards=event.new, old=event.cards, old_block=str(happening.name), by=event.by
                )
                yield Order(Name.parse(event.new_block), take, block_commands.command)
            case sales_pb2.ReplacementClashed():
                free = sales_pb2.FreeReplaced(cards=event.old)
                yield Order(Name.parse(event.old_block), free, block_commands.command)
            case sales_pb2.SaleVoided() | sales_pb2.CardsReturned():
                if event.old_block:
                    freed = sales_pb2.FreeReplaced(cards=event.old)
                    yield Order(Name.parse(event.old_block), freed, block_commands.command)
