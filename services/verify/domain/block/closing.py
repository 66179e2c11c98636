"""Sales close: what was sold is counted, once and for all."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from services.kernel.law import Decision, happened
from services.kernel.money import Money
from services.verify.domain.block.state import Block, Closed, OnSale


@dataclass(frozen=True, slots=True)
class CloseBlock:
    """No more cards are sold."""

    at: datetime


@dataclass(frozen=True, slots=True)
class BlockClosed:
    """Sales of a block are over: how many cards were sold, for how much, and the digest of which
    they were."""

    cards_sold: int
    receipts: Money
    digest: bytes
    at: datetime


def close_block(command: CloseBlock, block: OnSale | Closed) -> Decision[BlockClosed]:
    """A block is closed once."""
    if isinstance(block, Closed):
        return Decision()
    return happened(BlockClosed(block.sold, block.receipts, digest(block), command.at))


def block_closed(block: OnSale, _: BlockClosed) -> Closed:
    """What was sold stays."""
    return Closed(block.terms, block.cards, block.sales, block.replaced)


def digest(block: Block) -> bytes:
    """SHA-256 of the sold cards, a line of text for each sale in the order of the cards:
    "first-last" and a line feed."""
    lines = "".join(f"{sale.cards.first}-{sale.cards.last}\n" for sale in block.standing)
    return hashlib.sha256(lines.encode()).digest()
