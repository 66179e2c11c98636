"""Money as people read it, and that no two currencies are mixed."""

from __future__ import annotations

import pytest

from services.kernel.money import Money, OtherCurrency


@pytest.mark.parametrize(
    ("currency", "units", "shown"),
    [
        ("NZD", 125000, "NZD 1,250.00"),
        ("NZD", 5, "NZD 0.05"),
        ("NZD", -150, "NZD -1.50"),
        ("JPY", 1250, "JPY 1,250"),
        ("KWD", 1250, "KWD 1.250"),
    ],
)
def test_an_amount_is_shown_with_its_currency_s_digits(
    currency: str, units: int, shown: str
) -> None:
    assert Money(currency, units).shown == shown


def test_amounts_of_one_currency_are_added_and_compared() -> None:
    ten, three = Money("NZD", 1000), Money("NZD", 300)
    assert ten + three == Money("NZD", 1300)
    assert three - ten == Money("NZD", -700)
    assert three < ten
    assert ten <= ten.of(1000)


def test_two_currencies_are_never_put_together() -> None:
    one, other = Money("NZD", 1), Money("USD", 1)
    for put_together in (one.__add__, one.__sub__, one.__lt__, one.__le__):
        with pytest.raises(OtherCurrency, match="NZD and USD"):
            put_together(other)
