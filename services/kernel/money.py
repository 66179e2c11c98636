"""Money, exact: whole minor units of a currency. Pure, and a domain may import it."""

from __future__ import annotations

from dataclasses import dataclass, replace

_WHOLE = (
    *("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG"),
    *("RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF", "XPF"),
)
_THOUSANDTHS = ("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND")
_DIGITS = {**dict.fromkeys(_WHOLE, 0), **dict.fromkeys(_THOUSANDTHS, 3)}
"""Digits of the minor unit where it is not two (ISO 4217)."""


class OtherCurrency(ValueError):
    """Amounts of two currencies were put together."""


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in whole minor units of a currency (ISO 4217). Compare and add one currency only:
    `OtherCurrency` otherwise."""

    currency: str
    minor_units: int

    @property
    def shown(self) -> str:
        """The amount as people read it: "NZD 1,250.00", "JPY 1,250"."""
        sign = "-" if self.minor_units < 0 else ""
        digits = _DIGITS.get(self.currency, 2)
        whole, part = divmod(abs(self.minor_units), 10**digits)
        decimals = f".{part:0{digits}}" if digits else ""
        return f"{self.currency} {sign}{whole:,}{decimals}"

    def of(self, minor_units: int) -> Money:
        """Another amount of the same currency."""
        return replace(self, minor_units=minor_units)

    def __add__(self, other: Money) -> Money:
        return self.of(self.minor_units + self._same(other))

    def __sub__(self, other: Money) -> Money:
        return self.of(self.minor_units - self._same(other))

    def __lt__(self, other: Money) -> bool:
        return self.minor_units < self._same(other)

    def __le__(self, other: Money) -> bool:
        return self.minor_units <= self._same(other)

    def _same(self, other: Money) -> int:
        if other.currency != self.currency:
            raise OtherCurrency(f"{self.currency} and {other.currency}")
        return other.minor_units
