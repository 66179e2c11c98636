"""A pai gow table to try the law on, and hands whose outcome was worked out by hand.

The bank's hand is a 6, a nine, an eight and a five. No two of them pair, and none is Teen or Day.
Of its three settings the one with the better low hand is 6+8 = 14, 4 points with the 6 (Look), over
9+5 = 14, 4 points with the nine: step 9, since a low hand of 4 is more than Harmony 3.

- `WIN`, `WIN2`, `WIN3` are two pairs each: both halves above any points.
- `LOSE` are the same kinds of tiles as the bank's, set alike: two copies, which are the bank's.
- `LOSE2` is 10+11 = 21, 1 point, over 6+4 = 10, no points: both below 4.
- `PUSH` is a pair over 7+6 = 13, 3 points: the high hand wins and the low hand does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime

from services.paigow.domain.profile import (
    BoxNumbers,
    OddChip,
    PaiGowProfile,
    Rounding,
    Rules,
)
from services.paigow.domain.sitting import (
    boxes,
    confirming,
    dealing,
    exposing,
    mixing,
    opening,
    setting,
    settling,
    staff,
    wagers,
)
from services.paigow.domain.sitting.chips import Chips
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, Round
from services.paigow.domain.sitting.settlement import division, payment
from services.paigow.domain.sitting.sitting import SITTINGS, Command, Event
from services.paigow.domain.sitting.state import Authority, By, Limits, Post, State, Table
from tests.kit.law import Given

AT = datetime(2026, 11, 29, 20, tzinfo=UTC)
DAY = date(2026, 11, 29)
DEALER = By("dan", Authority.DEALER, AT)
SUPERVISOR = By("sue", Authority.GAME_SUPERVISOR, AT)
SECOND = By("sam", Authority.DEALER, AT)
CASINO = By("carla", Authority.CASINO_SUPERVISOR, AT)
CASINO2 = By("cyril", Authority.CASINO_SUPERVISOR, AT)
ENTROPY = bytes(range(32))

RULES = Rules(
    commission=500,
    commission_rounding=Rounding.DOWN,
    commission_on_wins=True,
    odd_chip=OddChip.CO_BANKER,
    box_numbers=BoxNumbers.COUNTER_CLOCKWISE,
    off_boxes_counted=True,
    house_way_confirmed=True,
    house_way="nz",
    house_way_ties="nz-assumed",
    lone_gee_jun="six_beside_nine_to_seven",
    gee_jun_tiles="equal",
    exposures_add_up=True,
    co_bank_hand_voidable=True,
    chung_box_stays=True,
)
LIMITS = Limits(5_00, 500_00)
# 100 x 0.50 + 100 x 1 + 100 x 5 + 100 x 25 + 100 x 100 = 50 + 100 + 500 + 2,500 + 10,000
FLOAT = tuple(Chips(each, 100) for each in (50, 1_00, 5_00, 25_00, 100_00))
FLOAT_TOTAL = 13_150_00

BANK = Laid((20, 24), (22, 28))
WIN = Laid((0, 1), (2, 3))
WIN2 = Laid((4, 5), (6, 7))
WIN3 = Laid((30, 31), (26, 27))
LOSE = Laid((21, 25), (23, 29))
LOSE2 = Laid((14, 17), (10, 12))
PUSH = Laid((8, 9), (11, 18))
OUTCOMES = {
    WIN: Outcome.WIN,
    WIN2: Outcome.WIN,
    WIN3: Outcome.WIN,
    LOSE: Outcome.LOSE,
    LOSE2: Outcome.LOSE,
    PUSH: Outcome.PUSH,
}


def tiles(laid: Laid) -> tuple[int, ...]:
    """The four tiles of a hand."""
    return (*laid.high, *laid.low)


class Play:
    """A table, told one command after another; every one of them must go through."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.state: State = SITTINGS.initial

    def do(self, *commands: Command) -> Play:
        """Tell the table; fails when anything is refused."""
        for command in commands:
            decision = SITTINGS.decide(command, self.state)
            assert decision.refusal is None, f"{command}: {decision.refusal!r}"
            self._take(decision.events)
        return self

    def tried(self, command: Command) -> Play:
        """Tell the table something that is refused on record."""
        decision = SITTINGS.decide(command, self.state)
        assert decision.refusal is not None
        self._take(decision.events)
        return self

    def when(self, command: Command):
        """What comes of a command, as `tests.kit.law` asks it."""
        return Given(SITTINGS, *self.events).when(command)

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events.append(event)
            self.state = SITTINGS.evolve(self.state, event)

    @property
    def table(self) -> Table:
        assert isinstance(self.state, Table)
        return self.state

    @property
    def round(self) -> Round:
        assert self.table.round is not None
        return self.table.round

    @property
    def last(self) -> Round:
        """The round that is over."""
        return self.table.rounds[-1]


def open_sitting(rules: Rules = RULES, **changes: object) -> opening.OpenSitting:
    command = opening.OpenSitting(
        SUPERVISOR,
        profile=PaiGowProfile("nz-pai-gow", rules),
        table="Pai gow 1",
        currency="NZD",
        practice=False,
        limits=LIMITS,
        chips=FLOAT,
        day=DAY,
        today=DAY,
    )
    return replace(command, **changes)  # type: ignore[arg-type]


def seat(box: int, player: str = "", apart: tuple[boxes.Apart, ...] = ()) -> boxes.SeatPlayer:
    return boxes.SeatPlayer(DEALER, box, player or f"p{box}", apart)


def opened(rules: Rules = RULES, **changes: object) -> Play:
    """A table in play with its staff, nobody seated."""
    return Play().do(
        open_sitting(rules, **changes),
        staff.AssignStaff(SUPERVISOR, Post.DEALER, "dan"),
        staff.AssignStaff(SUPERVISOR, Post.GAME_SUPERVISOR, "sue"),
        opening.SignOpening(SECOND),
    )


def cut(apart: tuple[boxes.Apart, ...] = (), today: str = DAY.isoformat()) -> mixing.CutTiles:
    return mixing.CutTiles(DEALER, today, apart)


def bank(mode: Mode, box: int = 0) -> boxes.GiveBank:
    return boxes.GiveBank(DEALER, mode, box, 1 if mode is Mode.HOUSE else box)


def prepared(*seats: int, mode: Mode = Mode.HOUSE, box: int = 0, rules: Rules = RULES) -> Play:
    """A table whose tiles are stacked, players seated, the bank given."""
    play = opened(rules)
    for each in seats:
        play.do(seat(each))
    if mode is not Mode.HOUSE:
        play.do(bank(mode, box))
    return stacked(play)


def stacked(play: Play) -> Play:
    return play.do(mixing.ShuffleTiles(DEALER, ENTROPY), mixing.StackTiles(DEALER, 0))


def wagered(
    amounts: dict[int, int],
    mode: Mode = Mode.HOUSE,
    box: int = 0,
    bankers: int = 0,
    rules: Rules = RULES,
    seats: tuple[int, ...] = (),
) -> Play:
    """A round whose wagers lie; the dice are due."""
    who = {*amounts, *seats, *([box] if box else [])}
    play = prepared(*sorted(who), mode=mode, box=box, rules=rules).do(cut())
    for each, amount in amounts.items():
        play.do(wagers.PlaceWager(DEALER, each, amount))
    if mode is Mode.HOUSE:
        return play.do(wagers.CloseWagers(DEALER))
    play.do(wagers.PlaceBankersWager(DEALER, bankers or sum(amounts.values())))
    if mode is Mode.CO:
        play.do(wagers.MatchBankersWager(DEALER, play.round.bankers_wager))
    return play


def deal(play: Play, hands: dict[int, Laid], dice: tuple[int, ...] = (1, 2, 6)) -> Play:
    """Deal these hands, and the bank's to the bank's box. A total of 9 ends on the chung's box."""
    play.do(dealing.ShakeDice(DEALER, dice))
    for box in play.round.order:
        play.do(dealing.DealHand(DEALER, box, tiles(hands.get(box, BANK))))
    return play


def set_all(play: Play, hands: dict[int, Laid]) -> Play:
    """Every player sets, then the bank is set and confirmed."""
    for box, laid in hands.items():
        play.do(setting.SetHand(DEALER, box, laid))
    current = play.round
    if current.bank.mode is Mode.PLAYER:
        return play.do(setting.SetHand(DEALER, current.bank.box, BANK))
    if current.bank.mode is Mode.CO:
        play.do(dealing.PlaceBankersTiles(DEALER))
    return play.do(setting.SetBankersHand(DEALER, BANK), confirming.ConfirmHouseWay(SUPERVISOR))


def expose(play: Play, hands: dict[int, Laid]) -> Play:
    """Expose every hand in its turn, and deal with losers and pushes at once."""
    play.do(exposing.ExposeBankersHand(DEALER))
    for box in play.table.after(play.round.bank.box, tuple(hands)):
        outcome = OUTCOMES[hands[box]]
        play.do(exposing.ExposeHand(DEALER, box, outcome))
        if outcome is Outcome.LOSE:
            wager = play.round.wager(box)
            play.do(exposing.CollectWager(DEALER, box, wager.amount if wager else 0))
        elif outcome is Outcome.PUSH:
            play.do(exposing.ClearPush(DEALER, box))
    return play


def pay(play: Play, box: int) -> settling.PayWinner:
    """What a dealer who reckons rightly enters for a winner."""
    wager = play.round.wager(box)
    assert wager is not None
    owed = payment(play.round, wager.amount, play.table.rules, play.table.smallest)
    return settling.PayWinner(DEALER, box, owed.from_losing_area, owed.from_bank, owed.commission)


def rest(play: Play) -> settling.HandOverRest:
    """What a dealer who reckons rightly hands over."""
    owed = division(play.round, play.table.rules, play.table.smallest)
    return settling.HandOverRest(DEALER, owed.to_banker, owed.to_float, owed.commission)


def played(
    amounts: dict[int, int],
    hands: dict[int, Laid],
    mode: Mode = Mode.HOUSE,
    box: int = 0,
    bankers: int = 0,
    rules: Rules = RULES,
) -> Play:
    """A round up to its payments: all hands exposed, losers picked up."""
    play = wagered(amounts, mode, box, bankers, rules)
    return expose(set_all(deal(play, hands), hands), hands)


def settled(play: Play) -> Play:
    """Pay the winners in turn and hand over the rest."""
    for box in play.table.after(play.round.bank.box):
        hand = play.round.hand(box)
        if hand and hand.outcome is Outcome.WIN:
            play.do(pay(play, box))
    return play.do(rest(play))
