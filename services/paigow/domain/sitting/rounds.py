"""A round of pai gow: from the cut of the tiles to the settlement."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace

from services.paigow.domain.sitting.chips import (
    BANKER_AREA,
    FLOAT,
    LOSING_AREA,
    Piles,
    Place,
    Spot,
    lying,
    wager_of,
)
from services.paigow.domain.tiles.ranking import Setting, Settings, rank


class Mode(enum.Enum):
    """Who banks: the house alone, a player alone, or a player and the house as co-bankers."""

    HOUSE = 1
    PLAYER = 2
    CO = 3

    @property
    def said(self) -> str:
        """What the trade calls it."""
        return {1: "the house", 2: "the player/banker", 3: "the co-bankers"}[self.value]


@dataclass(frozen=True, slots=True)
class Bank:
    """Who banks; `box` has the chung."""

    mode: Mode
    box: int


class Step(enum.Enum):
    """Where a round stands, in the order of play."""

    WAGERS = 1
    MATCHING = 2
    DICE = 3
    DEALING = 4
    SETTING = 5
    EXPOSING = 6
    PAYING = 7
    DIVIDING = 8
    SETTLED = 9
    VOID = 10

    @property
    def said(self) -> str:
        """What happens at this step."""
        return _SAID[self.value - 1]


_SAID = (
    *("wagers are placed", "the house matches the banker's wager"),
    *("the dice are due", "the tiles are dealt", "the hands are set", "the hands are exposed"),
    *("the winners are paid", "what is left is to be handed over", "it is settled", "it is void"),
)


class SetBy(enum.Enum):
    """Who set a hand and why: its player, or the dealer the house way; for the bank the dealer.

    FOULED is a hand that was found at the showdown with its high hand lower than its low hand.
    """

    PLAYER = 1
    REQUEST = 2
    ABSENT = 3
    DISTURBED = 4
    BANK = 5
    FOULED = 6


class Outcome(enum.Enum):
    """What a player's hand comes to against the bank's."""

    WIN = 1
    LOSE = 2
    PUSH = 3


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand as it is laid: two tiles high and two low, by their numbers 0 to 31."""

    high: tuple[int, ...]
    low: tuple[int, ...]

    @property
    def setting(self) -> Setting:
        """As the ranking takes it."""
        return Setting((self.high[0], self.high[1]), (self.low[0], self.low[1]))

    @classmethod
    def of(cls, setting: Setting) -> Laid:
        """A setting as it is kept on record."""
        return cls(tuple(setting.high), tuple(setting.low))


@dataclass(frozen=True, slots=True)
class Hand:
    """Four tiles at a box.

    `house_way` is how the house sets it, by which `steps`; `shown` are the tiles that the dealer
    exposed before the showdown, `shown_by_player` those that its player or the co-banker did;
    `viewed` says that its player has looked at the rest. `outcome` is what stands once it is
    exposed, `cleared` that its tiles are in the designated area, `void` the clause under which it
    is void; `entered_by` is the person who entered how it is set.
    """

    box: int
    tiles: tuple[int, ...]
    house_way: Laid
    steps: tuple[str, ...]
    shown: tuple[int, ...] = ()
    shown_by_player: tuple[int, ...] = ()
    viewed: bool = False
    laid: Laid | None = None
    set_by: SetBy | None = None
    disturbed: bool = False
    exposed: bool = False
    outcome: Outcome | None = None
    cleared: bool = False
    void: str = ""
    entered_by: str = ""

    def is_house_way(self, settings: Settings) -> bool:
        """Whether it is laid as the house way has it: both halves rank so, by whichever of the
        tiles that are alike."""
        laid = self.laid
        return laid is not None and all(
            rank(ours, settings) == rank(theirs, settings)
            for ours, theirs in (
                (laid.high, self.house_way.high),
                (laid.low, self.house_way.low),
            )
        )


@dataclass(frozen=True, slots=True)
class Wager:
    """A player's wager on a box. It stays on record when the chips have moved."""

    box: int
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class Round:
    """A round. `piles` are the chips on the layout; `dice` the three that were shaken and
    `first_box` where they point; `order` the boxes that get tiles, in order; `bankers_wager` what a
    player/banker or co-banker wagered; `confirmed` says that the game supervisor confirmed the
    bank's hand; `void` is the clause under which the round is void."""

    number: int
    bank: Bank
    step: Step = Step.WAGERS
    wagers: tuple[Wager, ...] = ()
    bankers_wager: int = 0
    piles: Piles = ()
    dice: tuple[int, ...] = ()
    first_box: int = 0
    order: tuple[int, ...] = ()
    hands: tuple[Hand, ...] = ()
    bankers_tiles_placed: bool = False
    confirmed: bool = False
    void: str = ""

    def hand(self, box: int) -> Hand | None:
        """The hand at a box."""
        return next((hand for hand in self.hands if hand.box == box), None)

    @property
    def bankers_hand(self) -> Hand | None:
        """The bank's hand."""
        return self.hand(self.bank.box)

    def wager(self, box: int) -> Wager | None:
        """The wager of a box."""
        return next((wager for wager in self.wagers if wager.box == box), None)

    def banks(self, box: int) -> bool:
        """Whether the player of a box has a part in the bank; box 1 has none when the house banks
        alone."""
        return self.bank.mode is not Mode.HOUSE and self.bank.box == box

    @property
    def total(self) -> int:
        """What all players but the bank have wagered."""
        return sum(wager.amount for wager in self.wagers)

    @property
    def players_hands(self) -> tuple[Hand, ...]:
        """All hands but the bank's that are not void, in the order of boxes."""
        return tuple(
            sorted(
                (hand for hand in self.hands if hand.box != self.bank.box and not hand.void),
                key=lambda hand: hand.box,
            )
        )

    @property
    def losing_area(self) -> int:
        """What lies in the losing wager area."""
        return lying(self.piles, LOSING_AREA)

    @property
    def bank_spot(self) -> Spot:
        """Where a shortfall comes from: the float, the banker's wager, the banker wager area."""
        return {
            Mode.HOUSE: FLOAT,
            Mode.PLAYER: wager_of(self.bank.box),
            Mode.CO: BANKER_AREA,
        }[self.bank.mode]

    @property
    def bank_left(self) -> int:
        """What is left of the banker's wager; of the house alone nothing is on the layout."""
        spot = self.bank_spot
        return 0 if spot.place is Place.FLOAT else lying(self.piles, spot)

    def with_hand(self, box: int, **changes: object) -> Round:
        """The round with one hand changed."""
        hands = tuple(
            replace(hand, **changes) if hand.box == box else hand  # type: ignore[arg-type]
            for hand in self.hands
        )
        return replace(self, hands=hands)
