"""Blocks follow desks, and each other.

A desk whose sales close closes its blocks; each reports to the desk, and with the last report it is
known what was sold. Half-way the desk is *counting*, and no card is sold. Cards that are replaced
are dead at once; their replacements follow, or they are freed again.
"""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.verify.v1 import desk_events_pb2, sales_pb2
from services.kernel.following.happenings import Happening
from services.kernel.following.orders import Order
from services.kernel.names import Name
from services.verify import names
from services.verify.commands import block as block_commands
from services.verify.domain.block import block


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
