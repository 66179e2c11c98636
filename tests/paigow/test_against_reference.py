"""Whole rounds, played by the service as the slow reference says: it must agree at every step.

The reference (`reference`) settles the money, the table of ranks that is typed by hand says who
wins. Whatever the service works out otherwise, it answers as a difference or a refusal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

from hypothesis import event, given, settings
from hypothesis import strategies as st

from services.paigow.domain.profile import BoxNumbers, OddChip, PaiGowProfile, Rounding, Rules
from services.paigow.domain.sitting.accidents import DeclareMisdeal, RecordMixedHands
from services.paigow.domain.sitting.boxes import GiveBank, SeatPlayer
from services.paigow.domain.sitting.chips import Chips, Move, Place
from services.paigow.domain.sitting.confirming import ConfirmHouseWay
from services.paigow.domain.sitting.dealing import DealHand, PlaceBankersTiles, ShakeDice
from services.paigow.domain.sitting.exposing import (
    ClearPush,
    CollectWager,
    ExposeBankersHand,
    ExposeHand,
)
from services.paigow.domain.sitting.exposures import OrderReshuffle
from services.paigow.domain.sitting.mixing import CutTiles, ShuffleTiles, StackTiles
from services.paigow.domain.sitting.opening import OpenSitting, SignOpening
from services.paigow.domain.sitting.rounds import Laid, Mode, Outcome, Step
from services.paigow.domain.sitting.setting import SetBankersHand, SetHand
from services.paigow.domain.sitting.settling import HandOverRest, PayWinner
from services.paigow.domain.sitting.sitting import SITTINGS
from services.paigow.domain.sitting.staff import AssignStaff
from services.paigow.domain.sitting.state import Authority, By, InPlay, Limits, Post, State
from services.paigow.domain.sitting.wagers import (
    CloseWagers,
    MatchBankersWager,
    PlaceBankersWager,
    PlaceWager,
)
from tests.paigow.domain.tiles.typed import row_of
from tests.paigow.reference import BankedBy, Result, Settled, Terms, settle

AT = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)
DAY = date(2026, 3, 14)
DEALER = By("dora", Authority.DEALER, AT)
SUPERVISOR = By("sam", Authority.GAME_SUPERVISOR, AT)
MODES: dict[BankedBy, Mode] = {"house": Mode.HOUSE, "player": Mode.PLAYER, "co": Mode.CO}
OUTCOMES: dict[Result, Outcome] = {
    "win": Outcome.WIN,
    "lose": Outcome.LOSE,
    "push": Outcome.PUSH,
}
SPLITS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


@dataclass(frozen=True)
class Plan:
    """A round to be played: amounts in smallest chips, tiles by box, which way each hand is set."""

    banked_by: BankedBy
    bank_box: int
    terms: Terms
    wagers: dict[int, int]
    bankers_wager: int
    dice: tuple[int, ...]
    tiles: dict[int, tuple[int, ...]]
    ways: dict[int, int]
    void: tuple[int, ...]


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Rounds with every kind of bank, up to seven players, odd amounts and void hands."""
    banked_by = draw(st.sampled_from(tuple(MODES)))
    bank_box = 1 if banked_by == "house" else draw(st.integers(1, 8))
    boxes = draw(
        st.lists(
            st.sampled_from([box for box in range(1, 9) if box != bank_box]),
            min_size=1,
            max_size=7,
            unique=True,
        )
    )
    wagers = {box: draw(st.integers(1, 60)) for box in sorted(boxes)}
    least = sum(wagers.values()) if banked_by == "player" else -(-sum(wagers.values()) // 2)
    order = draw(st.permutations(range(32)))
    hands = {box: tuple(order[4 * n : 4 * n + 4]) for n, box in enumerate((bank_box, *boxes))}
    void = draw(st.one_of(st.just([]), st.lists(st.sampled_from(boxes), max_size=3, unique=True)))
    return Plan(
        banked_by=banked_by,
        bank_box=bank_box,
        terms=Terms(
            chip=draw(st.sampled_from([50, 100, 250, 500])),
            rate=draw(st.sampled_from([0, 300, 500, 333])),
            rounded_up=draw(st.booleans()),
            on_wins=draw(st.booleans()),
            odd_chip=draw(st.sampled_from(["co_banker", "house"])),
            clockwise=draw(st.booleans()),
        ),
        wagers=wagers,
        bankers_wager=0 if banked_by == "house" else least + draw(st.integers(0, 3)),
        dice=tuple(draw(st.lists(st.integers(1, 6), min_size=3, max_size=3))),
        tiles=hands,
        ways={box: draw(st.integers(0, 2)) for box in hands},
        void=tuple(void) if len(void) > 1 else (),
    )


class Enough(Exception):
    """As many commands as wanted were played."""


class Playing:
    """Plays a sitting command by command, `most` of them; what is not let through fails."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.sitting: State = SITTINGS.initial
        self.gained: Counter[int] = Counter()
        self.most = -1

    @property
    def table(self) -> InPlay:
        """The table in play."""
        assert isinstance(self.sitting, InPlay)
        return self.sitting

    def __call__(self, command: object) -> None:
        """Decide a command and fold what it leads to; raises `Enough`."""
        if self.most == 0:
            raise Enough
        self.most -= 1
        decision = SITTINGS.decide(command, self.sitting)  # type: ignore[arg-type]  # any of them
        assert decision.refusal is None, f"{command!r}: {decision.refusal!r} {decision.events!r}"
        for each in decision.events:
            self._count(getattr(each, "moves", ()))
            self.sitting = SITTINGS.evolve(self.sitting, each)

    def _count(self, moves: Sequence[Move]) -> None:
        for each in moves:
            for spot, sign in ((each.source, -1), (each.target, 1)):
                if spot.place is Place.PLAYER:
                    self.gained[spot.box] += sign * each.amount


def rules(terms: Terms) -> Rules:
    """The terms as a profile has them."""
    return Rules(
        commission=terms.rate,
        commission_rounding=Rounding.UP if terms.rounded_up else Rounding.DOWN,
        commission_on_wins=terms.on_wins,
        odd_chip=OddChip.HOUSE if terms.odd_chip == "house" else OddChip.CO_BANKER,
        box_numbers=BoxNumbers.CLOCKWISE if terms.clockwise else BoxNumbers.COUNTER_CLOCKWISE,
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


def opened(plan: Plan) -> Playing:
    """A table with its players, the bank given, the tiles cut."""
    play, chip = Playing(plan), plan.terms.chip
    chips = (Chips(chip, 10_000), Chips(100 * chip, 100))
    play(
        OpenSitting(
            by=SUPERVISOR,
            profile=PaiGowProfile("x", rules(plan.terms)),
            table="PG1",
            currency="NZD",
            practice=False,
            limits=Limits(chip, 60 * chip),
            chips=chips,
            day=DAY,
            today=DAY,
        )
    )
    play(SignOpening(by=DEALER))
    play(AssignStaff(by=SUPERVISOR, post=Post.DEALER, person=DEALER.person))
    play(AssignStaff(by=SUPERVISOR, post=Post.GAME_SUPERVISOR, person=SUPERVISOR.person))
    for box in {*plan.tiles} - ({1} if plan.banked_by == "house" else set()):
        play(SeatPlayer(by=DEALER, box=box, player=f"p{box}", apart=()))
    play(GiveBank(by=DEALER, mode=MODES[plan.banked_by], box=plan.bank_box, chung=plan.bank_box))
    play(ShuffleTiles(by=DEALER, entropy=bytes(32)))
    play(StackTiles(by=DEALER, exposed=0))
    play(CutTiles(by=DEALER, today=DAY.isoformat(), apart=()))
    return play


def wagered(play: Playing) -> None:
    """The players' wagers, then the banker's, then what the house puts beside it."""
    plan, chip = play.plan, play.plan.terms.chip
    for box, amount in plan.wagers.items():
        play(PlaceWager(by=DEALER, box=box, amount=amount * chip))
    if plan.banked_by == "house":
        play(CloseWagers(by=DEALER))
        return
    play(PlaceBankersWager(by=DEALER, amount=plan.bankers_wager * chip))
    if plan.banked_by == "co":
        play(MatchBankersWager(by=DEALER, amount=plan.bankers_wager * chip))


def way_of(tiles: tuple[int, ...], number: int) -> Laid:
    """One of the three ways to set a hand, the higher two by the typed table as the high hand."""
    halves = [(tiles[a], tiles[b]) for a, b in SPLITS[number]]
    high, low = sorted(halves, key=row_of)
    return Laid(high, low)


def dealt_and_set(play: Playing) -> dict[int, Laid]:
    """All tiles dealt and all hands set; returns how each lies."""
    plan = play.plan
    play(ShakeDice(by=DEALER, dice=plan.dice))
    assert play.table.round is not None
    for box in play.table.round.order:
        play(DealHand(by=DEALER, box=box, tiles=plan.tiles[box]))
    if plan.void:
        play(RecordMixedHands(by=SUPERVISOR, boxes=plan.void, reconstructed=False))
    laid = {box: way_of(plan.tiles[box], way) for box, way in plan.ways.items()}
    for box in plan.wagers:
        if box not in plan.void:
            play(SetHand(by=DEALER, box=box, laid=laid[box]))
    if plan.banked_by == "player":
        play(SetHand(by=DEALER, box=plan.bank_box, laid=laid[plan.bank_box]))
        return laid
    if plan.banked_by == "co":
        play(PlaceBankersTiles(by=DEALER))
    bank = play.table.round.bankers_hand
    assert bank is not None
    laid[plan.bank_box] = bank.house_way
    play(SetBankersHand(by=DEALER, laid=bank.house_way))
    play(ConfirmHouseWay(by=SUPERVISOR))
    return laid


def results_of(plan: Plan, laid: dict[int, Laid]) -> dict[int, Result]:
    """Who wins, by the typed table: a hand beats the bank's from a row above it."""
    bank = laid[plan.bank_box]
    results: dict[int, Result] = {}
    for box in plan.wagers:
        beats = (row_of(laid[box].high) < row_of(bank.high)) + (
            row_of(laid[box].low) < row_of(bank.low)
        )
        results[box] = "void" if box in plan.void else ("lose", "push", "win")[beats]
    return results


def shown_down(play: Playing, results: dict[int, Result]) -> None:
    """The bank's hand first, then box by box from the bank's; losers and pushes at once."""
    plan = play.plan
    play(ExposeBankersHand(by=DEALER))
    step = -1 if plan.terms.clockwise else 1
    for k in range(1, 8):
        box = (plan.bank_box - 1 + step * k) % 8 + 1
        if box not in results or results[box] == "void":
            continue
        play(ExposeHand(by=DEALER, box=box, outcome=OUTCOMES[results[box]]))
        if results[box] == "lose":
            play(CollectWager(by=DEALER, box=box, amount=plan.wagers[box] * plan.terms.chip))
        elif results[box] == "push":
            play(ClearPush(by=DEALER, box=box))


def settled_by_reference(plan: Plan, results: dict[int, Result]) -> Settled:
    """What the reference says of a round."""
    chip = plan.terms.chip
    return settle(
        plan.banked_by,
        plan.bank_box,
        {box: amount * chip for box, amount in plan.wagers.items()},
        results,
        plan.bankers_wager * chip,
        plan.terms,
    )


def paid_out(play: Playing, known: Settled) -> None:
    """The winners paid and the rest handed over as the reference says."""
    for paid in known.payments:
        play(PayWinner(DEALER, paid.box, paid.from_losing_area, paid.from_bank, paid.commission))
    play(HandOverRest(DEALER, known.to_banker, known.to_float, known.commission))


@settings(max_examples=400)
@given(plans())
def test_a_round_comes_to_what_the_reference_says(plan: Plan) -> None:
    play = opened(plan)
    before = play.table.float_total
    wagered(play)
    results = results_of(plan, dealt_and_set(play))
    known = settled_by_reference(plan, results)
    shown_down(play, results)
    paid_out(play, known)
    short = any(paid.from_bank for paid in known.payments)
    event(f"{plan.banked_by}, {'a shortfall' if short else 'none'}")
    assert play.table.round is None
    assert play.table.rounds[-1].step is Step.SETTLED
    assert play.table.rounds[-1].piles == ()
    assert play.table.float_total - before == known.float_gained
    assert {box: play.gained[box] for box in known.gained} == dict(known.gained)
    assert sum(play.gained.values()) + known.float_gained == 0


@settings(max_examples=200)
@given(plans(), st.integers(0, 60))
def test_a_round_that_is_void_at_any_moment_gives_everything_back(plan: Plan, most: int) -> None:
    play = opened(plan)
    before = play.table.float_total
    play.most = most
    try:
        wagered(play)
        results = results_of(plan, dealt_and_set(play))
        shown_down(play, results)
    except Enough:
        pass
    play.most = -1
    current = play.table.round
    assert current is not None
    if current.step.value < Step.DEALING.value:
        play(OrderReshuffle(by=SUPERVISOR, reason="tiles were seen"))
    elif current.step.value <= Step.EXPOSING.value:
        play(DeclareMisdeal(by=SUPERVISOR, reason="a hand got five tiles"))
    else:
        # Every hand is exposed: the round goes to its end.
        paid_out(play, settled_by_reference(plan, results))
        return
    event(current.step.name)
    assert play.table.round is None
    assert play.table.rounds[-1].piles == ()
    assert play.table.float_total == before
    assert not any(play.gained.values())
