"""A session table for tests: its commands with usual values, and a table that is played with them.

Four players sit on boxes 1, 3, 4 and 7 (players 11, 13, 14 and 17) with 1,000 chips each; wagers
go from 10 to 500 in steps of 5. Dee deals, Sue supervises, Tom is the director.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from services.kernel.law import Reason, Refused
from services.tournament.domain.table.cards import CardHand, Insurance, RecordCards
from services.tournament.domain.table.clock import CallTime, HoldTable, ResumeTable
from services.tournament.domain.table.closing import CloseTable, HandInChips
from services.tournament.domain.table.conduct import ChangeSign, ReportDirector
from services.tournament.domain.table.leaving import (
    DisqualifiedFor,
    DisqualifyBox,
    ExpelPlayer,
    LeaveGround,
    LeaveTable,
    ReturnToTable,
    WithdrawPlayer,
)
from services.tournament.domain.table.missing import (
    LimitWagerTime,
    RecordMissedWager,
    RestrictWager,
    RuleOnWager,
)
from services.tournament.domain.table.opening import IssueChips, RecordName, StartTable
from services.tournament.domain.table.rounds import DealRound, Played, RecordRound
from services.tournament.domain.table.rulings import CorrectRound, RuleRoundBegun, VoidRound
from services.tournament.domain.table.seating import (
    CallSession,
    ChangeSeats,
    OpenTable,
    VoidSeating,
)
from services.tournament.domain.table.shuffling import ShuffleCards
from services.tournament.domain.table.state import (
    Box,
    Disposal,
    HandOutcome,
    HoldCause,
    InSession,
    Over,
    SessionEnding,
    State,
    Table,
)
from services.tournament.domain.table.table import (
    TABLES,
    Command,
    Event,
    FollowTournament,
)
from services.tournament.domain.table.tally import CorrectChips, Count, CountChips
from services.tournament.domain.table.terms import CardRules, Payout, Sign, Terms
from services.tournament.domain.table.wagering import CorrectWager, PlaceWager, TakeBackWager
from services.tournament.domain.terms import Length, LengthUnit, Seat

DEE, SUE, TOM = "dee", "sue", "tom"
LOST, STOOD_OFF, WON = HandOutcome.LOST, HandOutcome.STOOD_OFF, HandOutcome.WON
BLACKJACK, VOID = HandOutcome.BLACKJACK, HandOutcome.VOID

SIGN = Sign(minimum=10, maximum=500, increment=5, multiples=False)
CARDS = CardRules(
    decks=8,
    dealer_stands_on=17,
    double_with_ace=False,
    double_after_split=True,
    split_by_value=True,
    most_hands=3,
    insurance=False,
)


def at(second: float = 0) -> datetime:
    """An instant of the session, by its second."""
    return datetime(2026, 11, 29, 8, 0, tzinfo=UTC) + timedelta(seconds=second)


def rounds(count: int) -> Length:
    return Length(LengthUnit.ROUNDS, count)


def shoes(count: int) -> Length:
    return Length(LengthUnit.SHOES, count)


MINUTES_20 = Length(LengthUnit.MINUTES, 20)


def terms(length: Length | None = None, **other: Any) -> Terms:
    """What the table is played on."""
    chosen: dict[str, Any] = {
        "free": True,
        "length": length or rounds(30),
        "play_off": False,
        "chip_design": "gold",
        "approved_designs": ("gold", "silver"),
        "fewest": 4,
        "most": 7,
        "away_excused": True,
        "payout": Payout(3, 2, half_to_player=True),
        "cards": CARDS,
    }
    return Terms(**{**chosen, **other})


def seats(*boxes: int, chips: int = 1000) -> tuple[Seat, ...]:
    """Players 11 to 17 on boxes 1 to 7."""
    return tuple(Seat(10 + box, box, f"ref-{box}", chips) for box in boxes or (1, 3, 4, 7))


# -- commands ------------------------------------------------------------------------------------


def open_table(
    given: Terms | None = None, places: tuple[Seat, ...] = seats(), sign: Sign = SIGN
) -> OpenTable:
    return OpenTable(
        "2026-cup", 1, 2, "nz-tournament-blackjack", given or terms(), sign, places, at(), at(-600)
    )


def change_seats(*places: Seat) -> ChangeSeats:
    return ChangeSeats(places, "a no-show", at(-300))


def void_seating() -> VoidSeating:
    return VoidSeating("too few came", at(-300))


def call_session(ends_at: datetime | None = None) -> CallSession:
    return CallSession(ends_at, at())


def director(present: bool = True, second: float = -60) -> ReportDirector:
    return ReportDirector(present, TOM, at(second))


def issue(box: int, amount: int = 1000, design: str = "") -> IssueChips:
    return IssueChips(box, amount, design, SUE, at(-100))


def name(box: int, reference: str = "name-1") -> RecordName:
    return RecordName(box, reference, SUE, at(-90))


def shuffle(shown: int = 0, reason: str = "", second: float = -10) -> ShuffleCards:
    return ShuffleCards(shown, reason, DEE, at(second))


def start(marker: int = 1, shown: int = 0) -> StartTable:
    return StartTable(marker, shown, DEE, at(1))


def wager(
    box: int,
    amount: int = 100,
    round_: int = 1,
    *,
    design: str = "",
    player: int = 0,
    oversight: bool = False,
    second: float = 2,
) -> PlaceWager:
    return PlaceWager(round_, box, amount, design, player, oversight, DEE, at(second))


def take_back(box: int, round_: int = 1) -> TakeBackWager:
    return TakeBackWager(round_, box, DEE, at(3))


def correct_wager(
    box: int,
    amount: int,
    round_: int = 1,
    *,
    oversight: bool = False,
    reason: str = "misread",
) -> CorrectWager:
    return CorrectWager(round_, box, amount, oversight, reason, SUE, at(3))


def limit_time(
    seconds: int = 30, notice: str = "announced aloud", second: float = 2
) -> LimitWagerTime:
    return LimitWagerTime(seconds, notice, TOM, at(second))


def restrict(box: int, round_: int = 1, second: float = 60) -> RestrictWager:
    return RestrictWager(round_, box, TOM, at(second))


def missed(box: int, round_: int = 1) -> RecordMissedWager:
    return RecordMissedWager(round_, box, SUE, at(4))


def rule_on_wager(box: int, failed: bool, reason: str = "it was the second") -> RuleOnWager:
    return RuleOnWager(box, failed, reason, TOM, at(5))


def deal(round_: int = 1, second: float = 5) -> DealRound:
    return DealRound(round_, DEE, at(second))


def hand(box: int, outcome: HandOutcome, stake: int = 100) -> Played:
    return Played(box, stake, outcome)


OTHERS = (hand(3, LOST), hand(4, LOST), hand(7, LOST))
"""The hands of all boxes but the first, which lose."""


def record(
    *hands: Played, round_: int = 1, cutting_card: bool = False, second: float = 10
) -> RecordRound:
    return RecordRound(round_, hands, cutting_card, DEE, at(second))


def record_cards(
    dealer: str,
    *hands: tuple[int, str] | tuple[int, str, int],
    insured: tuple[tuple[int, int], ...] = (),
    round_: int = 1,
) -> RecordCards:
    """Cards in words: `record_cards("10H 7D", (1, "AS KD"), (3, "5H 6H 10C", 100))`."""
    return RecordCards(
        round_,
        tuple(dealer.split()),
        tuple(CardHand(h[0], tuple(h[1].split()), h[2] if len(h) == 3 else 0) for h in hands),
        tuple(Insurance(box, amount) for box, amount in insured),
        False,
        DEE,
        at(10),
    )


def correct_round(
    *hands: Played, round_: int = 1, cutting_card: bool = False, reason: str = "misread"
) -> CorrectRound:
    return CorrectRound(round_, hands, cutting_card, reason, SUE, at(12))


def void_round(
    round_: int = 1, reason: str = "a card was exposed", cutting_card: bool = False
) -> VoidRound:
    return VoidRound(round_, cutting_card, reason, TOM, at(9))


def rule_begun(reason: str = "the dealer keyed it late") -> RuleRoundBegun:
    return RuleRoundBegun(reason, TOM, at(1300))


def leave(
    box: int,
    ground: LeaveGround = LeaveGround.APPROVED,
    *,
    for_good: bool = False,
    reason: str = "a phone call",
    second: float = 4,
) -> LeaveTable:
    return LeaveTable(box, ground, for_good, reason, SUE, at(second))


def back(box: int, second: float = 5) -> ReturnToTable:
    return ReturnToTable(box, DEE, at(second))


def disqualify(
    box: int,
    ground: DisqualifiedFor = DisqualifiedFor.HIDDEN_CHIPS,
    reason: str = "chips in a sleeve",
) -> DisqualifyBox:
    return DisqualifyBox(box, ground, reason, SUE, at(6))


def expel(player: int) -> ExpelPlayer:
    return ExpelPlayer(player, "did not attend", TOM, at(6))


def withdraw(player: int) -> WithdrawPlayer:
    return WithdrawPlayer(player, at(6))


def change_sign(sign: Sign, reason: str = "announced") -> ChangeSign:
    return ChangeSign(sign, reason, TOM, at(3))


def hold(
    second: float = 100,
    *,
    cause: HoldCause = HoldCause.ALARM,
    reason: str = "fire alarm",
    vacated: bool = False,
    session: bool = False,
    by: str = DEE,
) -> HoldTable:
    return HoldTable(cause, reason, vacated, session, by, at(second))


def resume(second: float = 160, *, session: bool = False, by: str = SUE) -> ResumeTable:
    return ResumeTable("all clear", session, by, at(second))


def time(second: float) -> CallTime:
    return CallTime(at(second))


def count(*counts: tuple[int, int], second: float = 20) -> CountChips:
    return CountChips(tuple(Count(*each) for each in counts), DEE, at(second))


def correct_chips(
    box: int, chips: int, reason: str = "counted twice", second: float = 21
) -> CorrectChips:
    return CorrectChips(box, chips, reason, TOM, at(second))


def hand_in(box: int, disposal: Disposal = Disposal.RETURNED) -> HandInChips:
    return HandInChips(box, disposal, DEE, at(30))


def close() -> CloseTable:
    return CloseTable(at(40))


# -- a table that is played ----------------------------------------------------------------------


class Play:
    """One table: every command goes through the decider, and chips are conserved after each."""

    def __init__(self, *commands: Command) -> None:
        self.state: State = TABLES.initial
        self.events: list[Event] = []
        self.refusal: Refused | None = None
        self.do(*commands)

    @property
    def table(self) -> Table:
        assert isinstance(self.state, Table)
        return self.state

    @property
    def live(self) -> InSession:
        assert isinstance(self.state, InSession)
        return self.state

    def box(self, number: int) -> Box:
        found = self.table.box(number)
        assert found is not None
        return found

    @property
    def chips(self) -> dict[int, int]:
        """What each box has."""
        return {box.box: box.chips for box in self.table.boxes}

    def do(self, *commands: Command) -> tuple[Event, ...]:
        """Carry the commands out; the events of the last."""
        events: tuple[Event, ...] = ()
        for command in commands:
            decision = TABLES.decide(command, self.state)
            events, self.refusal = decision.events, decision.refusal
            for event in events:
                self.state = TABLES.evolve(self.state, event)
                TABLES.standing(self.state)
                if isinstance(self.state, Table):
                    assert self.state.issued == self.state.held + self.state.house
            self.events += events
        return events

    def refused(self, command: Command, reason: Reason | str, clause: str | None = None) -> Refused:
        """The command is refused, and nothing is changed."""
        with pytest.raises(Refused) as raised:
            TABLES.decide(command, self.state)
        refused = raised.value
        code = reason if isinstance(reason, str) else reason.code
        assert refused.reason.code == code, refused.sentence
        assert clause is None or refused.clause == clause
        return refused

    def round(self, **outcomes: HandOutcome) -> tuple[Event, ...]:
        """Play a round: 100 from everybody in turn; `b3=WON` and so on, the others stand off."""
        number = self.live.play.number
        for box in self.live.play.order:
            self.do(wager(box, 100, number))
        order = self.live.play.order
        self.do(deal(number))
        return self.do(
            record(*(hand(box, outcomes.get(f"b{box}", STOOD_OFF)) for box in order), round_=number)
        )


def seated(
    given: Terms | None = None, *, sign: Sign = SIGN, places: tuple[Seat, ...] = seats()
) -> Play:
    """Opened, the director present, chips out, shuffled."""
    play = Play(open_table(given, places, sign), director())
    for place in places:
        play.do(issue(place.box, place.chips))
    first_shoe = int(play.table.terms.length.unit is LengthUnit.SHOES)
    play.do(shuffle(first_shoe))
    return play


def started(
    given: Terms | None = None, *, sign: Sign = SIGN, places: tuple[Seat, ...] = seats()
) -> Play:
    """Called and started; a timed session ends 20 minutes after the call."""
    play = seated(given, sign=sign, places=places)
    unit = play.table.terms.length.unit
    ends = at(1200) if unit is LengthUnit.MINUTES else None
    play.do(call_session(ends), start(min(p.box for p in places), int(unit is LengthUnit.SHOES)))
    return play


def wagered(given: Terms | None = None, amount: int = 100) -> Play:
    """Started, and all have wagered."""
    play = started(given)
    play.do(*(wager(box, amount) for box in (1, 3, 4, 7)))
    return play


def dealt(given: Terms | None = None, amount: int = 100) -> Play:
    """The first round's cards are out."""
    play = wagered(given, amount)
    play.do(deal())
    return play


def follow(*words: Any) -> FollowTournament:
    """What a commit of the tournament says."""
    return FollowTournament(words)


def all_broke() -> Play:
    """A table at which everybody lost all in the first round."""
    play = wagered(amount=500)
    play.do(deal(), record(*(hand(box, LOST, 1000) for box in (1, 3, 4, 7))))
    return play


def ended(play: Play) -> SessionEnding:
    """Why its session is over."""
    assert isinstance(play.state, Over)
    return play.state.ending
