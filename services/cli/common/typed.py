"""Cards, amounts, shares and stages as people type them."""

from __future__ import annotations

import re

from eyesdown.common.v1 import money_pb2
from eyesdown.verify.v1 import sales_pb2
from eyesdown_client import Eyesdown, money, span
from services.cli.common import words
from services.cli.common.options import spelt
from services.kernel.errors import InvalidArgument, NotFound
from services.kernel.money import Money

STAGES = {spelt(word): stage for stage, word in words.STAGES.items()}


def span_of(text: str) -> sales_pb2.Span:
    """Cards as people write them: "13" or "13-18". Raises `InvalidArgument`."""
    match = re.fullmatch(r"([0-9]{1,7})(?:-([0-9]{1,7}))?", text)
    if match is None:
        raise InvalidArgument("cards", f"{text!r} is no card number, and no range such as 13-18")
    return span(int(match[1]), int(match[2] or match[1]))


def amount_of(text: str, currency: str) -> money_pb2.Money:
    """An amount as people write it: "2", "2.50". Raises `InvalidArgument` for parts of a cent,
    negative amounts and what is no number."""
    digits = len(Money(currency, 1).shown.partition(".")[2])
    match = re.fullmatch(r"([0-9]{1,13})(?:\.([0-9]+))?", text)
    if match is None or len(match[2] or "") > digits:
        what = f"with at most {digits} decimals" if digits else "without decimals"
        raise InvalidArgument("amount", f"{text!r} is no amount of {currency} {what}")
    return money(currency, int(match[1] + (match[2] or "").ljust(digits, "0")))


async def amount_in(eyesdown: Eyesdown, venue: str, text: str) -> money_pb2.Money:
    """An amount such as "2.50" in the venue's currency. Raises `InvalidArgument`, or `NotFound`
    for a venue that is not known."""
    for each in await eyesdown.list_venues():
        if each.name == f"venues/{venue}":
            return amount_of(text, each.currency)
    raise NotFound(f"venues/{venue}")


def basis_points(text: str) -> int:
    """A share as people write it: "10%", "2.5%". Raises `InvalidArgument` for less than a
    hundredth of a percent, for more than all, and for what is no share."""
    match = re.fullmatch(r"([0-9]{1,3})(?:\.([0-9]{1,2}))?\s?%", text)
    points = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0")) if match else -1
    if not 0 <= points <= 10_000:
        raise InvalidArgument("share", f'{text!r} is no share such as "10%" or "2.5%"')
    return points
