"""Tables on which something is refused, and what a row of the list of refusals is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from services.kernel.law import Refused
from services.paigow.domain.sitting import (
    disputes,
    exposing,
    setting,
    wagers,
)
from services.paigow.domain.sitting.chips import Chips
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome
from services.paigow.domain.sitting.sitting import SITTINGS
from services.paigow.domain.sitting.state import InPlay
from tests.kit.law import Given
from tests.paigow.domain.sitting.play import (
    DEALER,
    FLOAT,
    LOSE,
    PUSH,
    SUPERVISOR,
    WIN,
    Play,
    cut,
    deal,
    pay,
    played,
    prepared,
    set_all,
    settled,
    wagered,
)
from tests.paigow.domain.sitting.test_house_way import AMISS

HANDS = {2: WIN, 4: LOSE}
AMOUNTS = {2: 50_00, 4: 20_00}
MISSING = (*FLOAT[:-1], Chips(100_00, 99))
TEN = (Chips(25_00, 10),)


@dataclass(frozen=True)
class Row:
    """On what `given` makes, a command is refused for `code`, and people are told `says`."""

    code: str
    given: Callable[[], Any]
    command: Any
    says: str

    @property
    def refusal(self) -> Refused:
        """What comes of it."""
        refused = self.given().when(self.command).refusal
        assert isinstance(refused, Refused), f"{self.code} was not refused"
        return refused


def dealt(mode: Mode = Mode.HOUSE) -> Play:
    return deal(wagered(AMOUNTS, mode, 0 if mode is Mode.HOUSE else 3), HANDS)


def all_set(mode: Mode = Mode.HOUSE) -> Play:
    return set_all(dealt(mode), HANDS)


def showdown(mode: Mode = Mode.HOUSE) -> Play:
    return all_set(mode).do(exposing.ExposeBankersHand(DEALER))


def won() -> Play:
    return showdown().do(exposing.ExposeHand(DEALER, 2, Outcome.WIN))


def lost() -> Play:
    return won().do(exposing.ExposeHand(DEALER, 4, Outcome.LOSE))


def pushed() -> Play:
    play = deal(wagered({2: 5_00, 4: 5_00}), {2: PUSH, 4: WIN})
    set_all(play, {2: PUSH, 4: WIN}).do(exposing.ExposeBankersHand(DEALER))
    return play.do(exposing.ExposeHand(DEALER, 2, Outcome.PUSH))


def amiss() -> Play:
    play = deal(wagered(AMOUNTS), HANDS)
    for box, laid in HANDS.items():
        play.do(setting.SetHand(DEALER, box, laid))
    return play.do(setting.SetBankersHand(DEALER, AMISS))


def at_table(**changes: Any) -> Given[Any, Any, Any]:
    given = Given(SITTINGS)
    state = prepared(2).state
    assert isinstance(state, InPlay)
    given.state = replace(state, **changes)
    return given


def disputed() -> Play:
    play = settled(played(AMOUNTS, HANDS))
    return play.do(disputes.OpenDispute(SUPERVISOR, 1, 4, "a push", ""))


def wagering(mode: Mode) -> Play:
    return prepared(2, 3, mode=mode, box=3).do(cut(), wagers.PlaceWager(DEALER, 2, 50_00))


def paid() -> Play:
    play = played(AMOUNTS, HANDS)
    return play.do(pay(play, 2))


def set_hand(box: int, laid: Laid) -> setting.SetHand:
    return setting.SetHand(DEALER, box, laid)


WAGER = wagers.PlaceWager(DEALER, 2, 5_00)
