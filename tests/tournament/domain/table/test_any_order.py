"""Any commands in any order, by anybody: what holds of a table whatever comes."""

from __future__ import annotations

import contextlib
from datetime import timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from services.kernel.law import Refused, Standing
from services.tournament.codec.table import CODEC as TABLE_CODEC
from services.tournament.domain.table.leaving import DisqualifiedFor, LeaveGround
from services.tournament.domain.table.state import (
    Disposal,
    HandOutcome,
    InSession,
    Over,
    Seated,
    Status,
    Table,
    Wagering,
)
from services.tournament.domain.table.table import TABLES, Command, Event
from services.tournament.domain.table.tally import SessionFinished
from services.tournament.domain.table.terms import Sign, TableReadings
from services.tournament.domain.terms import Length, LengthUnit
from tests.tournament.domain.table import play as make

BOX = st.sampled_from([1, 3, 4, 7, 7, 2])
AMOUNT = st.sampled_from([5, 10, 100, 250, 500, 505, 1000])
CHIPS = st.sampled_from([0, 5, 10, 100, 1000, 2000])
YES = st.booleans()
LENGTHS = st.sampled_from(
    [
        Length(LengthUnit.ROUNDS, 2),
        Length(LengthUnit.ROUNDS, 9),
        Length(LengthUnit.SHOES, 1),
        Length(LengthUnit.SHOES, 2),
        Length(LengthUnit.MINUTES, 20),
    ]
)


class AnyOrder(RuleBasedStateMachine):
    """A table and the people around it. Time goes on by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.play = make.Play()
        self.second = 2.0

    @initialize(
        length=LENGTHS,
        free=YES,
        steps=st.sampled_from([0, 1, 2, 2, 2, 2]),
        played=st.lists(st.sampled_from(HandOutcome), max_size=3),
        readings=st.builds(TableReadings, YES, YES, YES, YES),
    )
    def open(
        self,
        length: Length,
        free: bool,
        steps: int,
        played: list[HandOutcome],
        readings: TableReadings,
    ) -> None:
        terms = make.terms(length, free=free, readings=readings)
        if steps == 0:
            self.play = make.Play(make.open_table(terms))
        else:
            self.play = make.seated(terms) if steps == 1 else make.started(terms)
        for outcome in played:
            self.whole_round(outcome, False, outcome is HandOutcome.VOID, True)

    def send(self, command: Command) -> None:
        self.second += 3
        with contextlib.suppress(Refused):
            self.play.do(command)

    @property
    def round(self) -> int:
        state = self.play.state
        return state.play.number if isinstance(state, InSession) else 1

    def outcomes(self, outcome: HandOutcome, all_in: bool) -> list:
        state = self.play.state
        if not isinstance(state, InSession):
            return []
        return [
            make.hand(
                lies.box,
                outcome,
                min(self.play.chips[lies.box], 2 * lies.counts) if all_in else lies.counts,
            )
            for lies in state.wagers
            if lies.counts
        ]

    # -- good play -------------------------------------------------------------------------

    @rule(amount=st.sampled_from([10, 100, 500]), oversight=YES)
    def all_wager(self, amount: int, oversight: bool) -> None:
        state = self.play.state
        if isinstance(state, InSession) and isinstance(state.play, Wagering):
            for box in state.play.order:
                most = min(amount, self.play.chips[box] // 5 * 5)
                self.send(make.wager(box, most, self.round, second=self.second))

    @rule(
        outcome=st.sampled_from(HandOutcome),
        all_in=YES,
        cut=YES,
        shuffle=YES,
    )
    def whole_round(self, outcome: HandOutcome, all_in: bool, cut: bool, shuffle: bool) -> None:
        self.all_wager(100, False)
        if shuffle:
            self.shuffle()
        self.deal()
        self.record(outcome, all_in, cut)

    @rule(outcomes=st.lists(st.sampled_from(HandOutcome), min_size=2, max_size=4))
    def some_rounds(self, outcomes: list[HandOutcome]) -> None:
        for outcome in outcomes:
            self.whole_round(outcome, False, False, True)

    @rule(outcome=st.sampled_from(HandOutcome))
    def time_runs_out_in_a_round(self, outcome: HandOutcome) -> None:
        self.all_wager(100, False)
        self.deal()
        self.wait(1200)
        self.record(outcome, False, False)

    @rule(disposal=st.sampled_from(Disposal), closed=YES)
    def finish(self, disposal: Disposal, closed: bool) -> None:
        if isinstance(self.play.state, Over):
            self.count(0)
            self.hand_in(1, disposal)
            self.close(0 if closed else 1)

    @rule(box=BOX, failed=YES)
    def two_low_wagers(self, box: int, failed: bool) -> None:
        for _ in range(2):
            state = self.play.state
            if isinstance(state, InSession) and isinstance(state.play, Wagering):
                for each in state.play.order:
                    low = each == box
                    amount = 5 if low else 10
                    self.send(
                        make.wager(each, amount, self.round, oversight=low, second=self.second)
                    )
                self.deal()
                self.send(make.rule_on_wager(box, failed))
                self.record(HandOutcome.STOOD_OFF, False, False)

    @rule(seconds=st.sampled_from([0, 30]), later=st.integers(0, 60))
    def hurry_up(self, seconds: int, later: int) -> None:
        self.send(make.limit_time(seconds, second=self.second))
        self.second += later
        state = self.play.state
        if isinstance(state, InSession) and isinstance(state.play, Wagering):
            self.send(make.restrict(state.play.turn or 1, self.round, second=self.second))

    @rule(number=st.integers(11, 18), seats=YES)
    def the_tournament_says(self, number: int, seats: bool) -> None:
        self.send(make.follow(make.expel(number)) if number > 16 else make.name(number - 10))
        if seats:
            self.send(make.change_seats(*make.seats(1, 3, 4, 5)))

    # -- single acts -----------------------------------------------------------------------

    @rule(box=BOX)
    def issue(self, box: int) -> None:
        self.send(make.issue(box))

    @rule()
    def start(self) -> None:
        self.send(make.director(second=self.second))
        self.shuffle()
        self.send(make.call_session(make.at(self.second + 600)))
        self.send(make.start(1, 1))

    @rule()
    def shuffle(self) -> None:
        state = self.play.state
        shown = state.shoe.number + 1 if isinstance(state, InSession) else 1
        self.send(make.shuffle(shown, second=self.second))
        self.send(make.shuffle(max(shown - 1, 1), second=self.second))

    @rule(box=BOX, amount=AMOUNT, oversight=YES)
    def wager(self, box: int, amount: int, oversight: bool) -> None:
        self.send(make.wager(box, amount, self.round, oversight=oversight, second=self.second))

    @rule(box=BOX, amount=AMOUNT, oversight=YES, back=YES)
    def put_right(self, box: int, amount: int, oversight: bool, back: bool) -> None:
        if back:
            self.send(make.take_back(box, self.round))
        self.send(make.correct_wager(box, amount, self.round, oversight=oversight))

    @rule(box=BOX, failed=YES)
    def rule_on(self, box: int, failed: bool) -> None:
        self.send(make.rule_on_wager(box, failed))

    @rule(box=BOX)
    def miss(self, box: int) -> None:
        self.send(make.missed(box, self.round))

    @rule()
    def deal(self) -> None:
        self.send(make.deal(self.round, second=self.second))

    @rule(outcome=st.sampled_from(HandOutcome), all_in=YES, cut=YES)
    def record(self, outcome: HandOutcome, all_in: bool, cut: bool) -> None:
        hands = self.outcomes(outcome, all_in)
        self.send(make.record(*hands, round_=self.round, cutting_card=cut, second=self.second))

    @rule(outcome=st.sampled_from(HandOutcome))
    def correct_round(self, outcome: HandOutcome) -> None:
        state = self.play.state
        last = state.last if isinstance(state, Over) else state
        before = last.before if isinstance(last, InSession) else None
        if before is not None:
            hands = [make.hand(lies.box, outcome, lies.counts) for lies in before.wagers]
            self.send(make.correct_round(*hands, round_=before.play.number))

    @rule()
    def void(self) -> None:
        self.send(make.void_round(self.round))

    @rule()
    def begun(self) -> None:
        self.send(make.rule_begun())

    @rule(box=BOX, ground=st.sampled_from(LeaveGround), for_good=YES, back=YES)
    def leave(self, box: int, ground: LeaveGround, for_good: bool, back: bool) -> None:
        self.send(make.leave(box, ground, for_good=for_good and back, second=self.second))
        if back:
            self.send(make.back(box, second=self.second))

    @rule(box=BOX, ground=st.sampled_from(DisqualifiedFor), rarely=st.integers(0, 5))
    def disqualify(self, box: int, ground: DisqualifiedFor, rarely: int) -> None:
        if not rarely:
            self.send(make.disqualify(box, ground))

    @rule(vacated=YES, session=YES, seconds=st.integers(1, 400))
    def hold(self, vacated: bool, session: bool, seconds: int) -> None:
        self.send(make.hold(self.second, vacated=vacated, session=session))
        self.second += seconds
        self.send(make.resume(self.second, session=session))

    @rule(seconds=st.integers(1, 700))
    def wait(self, seconds: int) -> None:
        self.second += seconds
        self.send(make.time(self.second))

    @rule(minimum=st.sampled_from([5, 10]), maximum=st.sampled_from([500, 1000]))
    def sign(self, minimum: int, maximum: int) -> None:
        self.send(make.change_sign(Sign(minimum, maximum, 5, False)))

    @rule(wrong=st.sampled_from([0, 0, 0, 5]))
    def count(self, wrong: int) -> None:
        if isinstance(self.play.state, Table):
            counts = [(box, chips + wrong) for box, chips in self.play.chips.items()]
            self.send(make.count(*counts, second=self.second))

    @rule(box=BOX, chips=CHIPS)
    def correct(self, box: int, chips: int) -> None:
        self.send(make.correct_chips(box, chips, second=self.second))

    @rule(box=BOX, disposal=st.sampled_from(Disposal))
    def hand_in(self, box: int, disposal: Disposal) -> None:
        self.send(make.hand_in(box, disposal))

    @rule(rarely=st.integers(0, 9))
    def close(self, rarely: int) -> None:
        if not rarely:
            self.send(make.close())

    # -- what holds ------------------------------------------------------------------------

    @invariant()
    def chips_are_conserved(self) -> None:
        if isinstance(self.play.state, Table):
            table = self.play.table
            assert table.issued == table.held + table.house
            assert all(box.chips >= 0 and box.low_wagers >= 0 for box in table.boxes)

    @invariant()
    def wagers_are_covered(self) -> None:
        state = self.play.state
        if isinstance(state, InSession):
            for lies in state.wagers:
                box = state.box(lies.box)
                assert box is not None
                assert 0 <= lies.counts <= lies.amount <= box.chips
                assert box.remains
            assert len({lies.box for lies in state.wagers}) == len(state.wagers)

    @invariant()
    def who_is_out_has_nothing_to_play_with(self) -> None:
        if isinstance(self.play.state, InSession):
            for box in self.play.table.boxes:
                if box.status is Status.ELIMINATED:
                    assert box.chips < (10 if self.play.state.terms.readings.short_out else 1)
                    assert box.box not in self.play.state.play.order

    @invariant()
    def a_session_in_play_has_something_to_play_for(self) -> None:
        state = self.play.state
        if isinstance(state, InSession) and isinstance(state.play, Wagering):
            able = [b for b in state.boxes if b.at_table and b.chips >= state.sign.minimum]
            assert len(able) >= 2

    @invariant()
    def one_result(self) -> None:
        results = [event for event in self.play.events if isinstance(event, SessionFinished)]
        assert len(results) <= 1

    def teardown(self) -> None:
        """Finish it, and read it all again from what would be stored."""
        for _ in range(3):
            state = self.play.state
            if isinstance(state, Table) and state.holds:
                self.second += 1
                self.send(make.resume(self.second))
                self.send(make.resume(self.second, session=True))
        state = TABLES.initial
        for event in self.play.events:
            message = TABLE_CODEC.message(event)
            again: Event = TABLE_CODEC.event(
                type(message).FromString(message.SerializeToString()), None
            )
            assert again == event
            state = TABLES.evolve(state, again)
        assert state == self.play.state
        assert TABLES.standing(state) in Standing
        if isinstance(state, Seated | InSession) and not state.holds and state.ends_at:
            self.play.do(make.time((state.ends_at - make.at()) / timedelta(seconds=1)))
            after = self.play.state
            assert isinstance(after, Table)
            last = isinstance(after, InSession) and after.time_up
            assert last or not isinstance(after, Seated | InSession)


AnyOrder.TestCase.settings = settings(max_examples=80, stateful_step_count=40)
TestAnyOrder = AnyOrder.TestCase
