"""Whatever is tried, in whatever order: the pool to the cent, one box a player, replay equals live.

A director and a desk that try anything at any moment; what is refused leaves no trace.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from services.kernel.law import Refused
from services.tournament.domain.terms import TableEnd
from services.tournament.domain.tournament import (
    books,
    conditions,
    entries,
    extraordinary,
    goods,
    leaving,
    playoffs,
    prizes,
    results,
    rulings,
    seating,
    sessions,
    staff,
    starting,
)
from services.tournament.domain.tournament.conditions_state import Admission, OddCents, Prize
from services.tournament.domain.tournament.parts import (
    Award,
    Cancelling,
    EntryStatus,
    Kind,
    SessionState,
)
from services.tournament.domain.tournament.pool import pool_of
from services.tournament.domain.tournament.state import Closed, InPlay, Open, Tournament
from services.tournament.domain.tournament.tournament import TOURNAMENTS, Command
from services.tournament.views.next_steps import next_steps
from tests.tournament.domain.tournaments import (
    CASS,
    DORA,
    EARLY,
    FINAL,
    HEAT,
    OLGA,
    START,
    nzd,
    plan,
    readings,
    tallied,
)
from tests.tournament.domain.tournaments import conditions as usual

PLAYER = st.integers(1, 14)
SESSION = st.integers(1, 6)
TABLE = st.integers(1, 2)
CHANCE = st.binary(min_size=32, max_size=32)
PRIZES = (
    Prize(1, 0, 5000, "a cup"),
    Prize(2, 0, 2500, ""),
    Prize(3, 33_33, 0, ""),
    Prize(4, 0, 1000, "a pen"),
)


class AnyTournament(RuleBasedStateMachine):
    """One tournament; `events` are what it holds, `live` what they were folded to as they came."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Any] = []
        self.live: Any = TOURNAMENTS.initial
        self.at = EARLY
        self.paid_out = 0

    def try_(self, command: Command) -> bool:
        """Whether it was carried out."""
        before = self.live
        try:
            decision = TOURNAMENTS.decide(command, before)
        except Refused:
            assert self.live is before
            return False
        for event in decision.events:
            self.live = TOURNAMENTS.evolve(self.live, event)
        self.events += decision.events
        return bool(decision.events)

    @initialize(
        admission=st.sampled_from(Admission), odd=st.sampled_from(OddCents), heats=st.booleans()
    )
    def plans(self, admission: Admission, odd: OddCents, heats: bool) -> None:
        """It is published, with a heat or only a final."""
        stages = (replace(HEAT, advance=2), FINAL) if heats else (FINAL,)
        made = usual(
            admission=admission,
            prizes=PRIZES,
            stages=stages,
            most=8 if heats else 7,
            readings=readings(odd_cents=odd),
        )
        assert self.try_(plan(made))
        assert self.try_(conditions.PublishConditions(OLGA, EARLY))
        assert self.try_(staff.DesignateDirector(DORA, EARLY))

    @rule(days=st.integers(0, 30))
    def time_passes(self, days: int) -> None:
        self.at += timedelta(days=days)

    @rule(count=st.integers(1, 5), box=st.integers(0, 7))
    def apply(self, count: int, box: int) -> None:
        for _ in range(count):
            self.try_(entries.Apply(f"r{len(self.events)}", nzd(50), box, True, self.at))

    @rule(player=PLAYER)
    def accept(self, player: int) -> None:
        self.try_(entries.AcceptApplicant(player, self.at))

    @rule()
    def accept_all(self) -> None:
        if isinstance(self.live, Tournament):
            for player in self.live.with_status(EntryStatus.APPLIED):
                self.try_(entries.AcceptApplicant(player, self.at))

    @rule(player=PLAYER)
    def refuse(self, player: int) -> None:
        self.try_(entries.RefuseApplicant(player, "", OLGA, self.at))

    @rule(player=PLAYER)
    def withdraw(self, player: int) -> None:
        self.try_(leaving.WithdrawEntry(player, self.at))

    @rule(player=PLAYER)
    def disqualify(self, player: int) -> None:
        failing = leaving.Failing.RULES
        self.try_(leaving.DisqualifyPlayer(player, failing, "rude", OLGA, self.at))

    @rule(player=PLAYER)
    def refund(self, player: int) -> None:
        due = self.live.entry(player).refund_due if self.live.entry(player) else 0
        if self.try_(leaving.PayRefund(player, CASS, self.at)):
            self.paid_out += due

    @rule(cents=st.integers(1, 10_000))
    def add(self, cents: int) -> None:
        self.try_(prizes.AddValue(Kind.CASH, nzd(0, cents), "", OLGA, self.at))
        if cents % 4 == 0:
            self.try_(prizes.AddValue(Kind.GOODS, None, "a pen", OLGA, self.at))

    @rule(why=st.sampled_from(Cancelling), really=st.integers(0, 9))
    def cancel(self, why: Cancelling, really: int) -> None:
        if really == 0:
            self.try_(leaving.CancelTournament(why, "", OLGA, self.at))

    @rule(stage=st.integers(1, 2), chance=CHANCE)
    def plan_and_seat(self, stage: int, chance: bytes) -> None:
        self.try_(sessions.PlanSession(stage, max(START, self.at), self.at))
        number = len(self.live.sessions)
        self.try_(seating.SeatSession(number, (), 0, (), chance, OLGA, self.at))

    @rule(session=SESSION, player=PLAYER, table=TABLE, box=st.integers(1, 7))
    def change_seat(self, session: int, player: int, table: int, box: int) -> None:
        self.try_(seating.ChangeSeat(session, player, table, box, "", OLGA, self.at))
        self.try_(seating.SeatReserve(session, player, table, box, "", OLGA, self.at))

    @rule(session=SESSION)
    def drop(self, session: int) -> None:
        self.try_(seating.DropSession(session, "", OLGA, self.at))

    @rule(session=SESSION)
    def start(self, session: int) -> None:
        at = max(START, self.at)
        self.try_(staff.RecordPresence(session, True, DORA, at))
        if self.try_(starting.StartSession(session, (), DORA, at)):
            self.at = at

    @rule(
        session=SESSION,
        table=TABLE,
        chips=st.lists(st.sampled_from((0, 0, 500, 900, 1400)), min_size=7, max_size=7),
        broke=st.booleans(),
    )
    def tally(self, session: int, table: int, chips: list[int], broke: bool) -> None:
        found = self.live.session(session)
        at = found.table(table) if found else None
        if at is None:
            return
        held = dict(zip(at.players, chips, strict=False))
        result = tallied(held)
        if broke and held:
            players = tuple(held)
            result = tallied(dict.fromkeys(held, 0), TableEnd.ALL_BROKE, players[:2])
        if not self.try_(results.RecordTableResult(session, table, result, self.at)):
            tallies = result.tallies
            of = (session, table, tallies, result.end, result.remaining)
            correct = results.CorrectTableResult(*of, "", "gus", self.at)
            self.try_(correct)

    @rule(session=SESSION, table=TABLE, chance=CHANCE)
    def play_off(self, session: int, table: int, chance: bytes) -> None:
        self.try_(playoffs.CallPlayoff(session, table, self.at, chance, DORA, self.at))

    @rule(session=SESSION, table=TABLE, player=PLAYER, chips=st.integers(0, 2000))
    def rule_on_result(self, session: int, table: int, player: int, chips: int) -> None:
        self.try_(rulings.RuleOnResult(session, table, player, chips, "", DORA, self.at))

    @rule(chance=CHANCE, chips=st.lists(st.sampled_from((0, 500, 900)), min_size=7, max_size=7))
    def carry_on(self, chance: bytes, chips: list[int]) -> None:
        """What a director would do next, so that tournaments come to an end as well."""
        it = self.live
        if not isinstance(it, Tournament):
            return
        if isinstance(it, Open) and len(it.with_status(EntryStatus.ACCEPTED)) < 4:
            self.apply(5, 0)
            self.accept_all()
        for session in it.sessions:
            self.start(session.session)
            for table in session.tables:
                self.tally(session.session, table.table, chips, broke=False)
                self.play_off(session.session, table.table, chance)
        if isinstance(it, InPlay):
            self.plan_and_seat(it.final_stage, chance)
            self.confirm()
        elif not it.sessions:
            self.plan_and_seat(1, chance)

    @rule()
    def pay_all(self) -> None:
        for number in range(1, 15):
            self.refund(number)
            self.pay(number)
            self.refuse(number)

    @rule()
    def confirm(self) -> None:
        self.try_(prizes.ConfirmPlacings(DORA, self.at))

    @rule(place=st.integers(1, 4), player=PLAYER)
    def decide_goods(self, place: int, player: int) -> None:
        self.try_(goods.DecideGoods(place, 0, player, "", DORA, self.at))

    @rule(player=PLAYER, cents=st.integers(0, 60_000))
    def rule_on_held(self, player: int, cents: int) -> None:
        self.try_(rulings.RuleOnHeld(player, nzd(0, cents), "", DORA, self.at))

    @rule(added=st.integers(1, 4), player=PLAYER)
    def decide_added(self, added: int, player: int) -> None:
        self.try_(goods.DecideGoods(0, added, player, "", DORA, self.at))

    @rule(stage=st.integers(1, 2))
    def allow_fewer(self, stage: int) -> None:
        self.try_(extraordinary.AllowFewer(stage, "", DORA, self.at))

    @rule(really=st.integers(0, 4))
    def end_without_final(self, really: int) -> None:
        if really == 0:
            self.try_(extraordinary.EndWithoutFinal("", DORA, self.at))

    @rule()
    def return_held(self) -> None:
        self.try_(extraordinary.ReturnHeld("", OLGA, self.at))

    @rule(award=st.integers(1, 12))
    def pay(self, award: int) -> None:
        if self.try_(prizes.PayPrize(award, CASS, self.at)):
            self.paid_out += next(e.cash for e in self.live.awards if e.award == award)

    @rule()
    def close(self) -> None:
        self.try_(books.CloseTournament(OLGA, self.at))

    def placings_can_be_confirmed(self) -> None:
        """Where only money is missing, the amount that people are told suffices."""
        if not isinstance(self.live, InPlay):
            return
        try:
            TOURNAMENTS.decide(prizes.ConfirmPlacings(DORA, self.at), self.live)
        except Refused as refused:
            if refused.reason is not prizes.POOL_TOO_SMALL:
                return
            missing = refused.sentence.split("NZD ")[-1].removesuffix(" is missing.")
            dollars, _, cents = missing.replace(",", "").partition(".")
            more = nzd(int(dollars), int(cents))
            assert self.try_(prizes.AddValue(Kind.CASH, more, "", OLGA, self.at))
            assert self.try_(prizes.ConfirmPlacings(DORA, self.at))

    # -- what always holds -----------------------------------------------------------------------

    @invariant()
    def the_pool_is_whole_to_the_cent(self) -> None:
        if not isinstance(self.live, Tournament):
            return
        pool = pool_of(self.live)
        fees = sum(50_00 for _ in self.live.entries)
        assert pool.fees == fees
        assert pool.fees + pool.added == pool.paid + pool.refunded + pool.returned + pool.held
        assert pool.paid + pool.refunded == self.paid_out
        assert pool.held == pool.refunds_due + pool.applicants + pool.awarded + pool.free
        assert pool.held >= 0
        assert pool.free >= 0
        if isinstance(self.live, Closed):
            assert pool.held == 0

    @invariant()
    def no_player_is_in_two_boxes(self) -> None:
        if not isinstance(self.live, Tournament):
            return
        for stage in (1, 2):
            seated = [
                player
                for session in self.live.of_stage(stage)
                if session.state is not SessionState.VOID
                for player in session.players
            ]
            assert len(seated) == len(set(seated))
        for session in self.live.sessions:
            for table in session.tables:
                boxes = [seat.box for seat in table.seats]
                assert len(boxes) == len(set(boxes))
                assert len(boxes) <= 7

    @invariant()
    def no_more_play_than_there_are_places(self) -> None:
        if isinstance(self.live, Tournament):
            assert len(self.live.with_status(EntryStatus.ACCEPTED)) <= 8

    @invariant()
    def nobody_who_is_out_wins(self) -> None:
        if isinstance(self.live, Tournament) and self.live.placings:
            placed = [p for each in self.live.placings for p in each.players]
            assert len(placed) == len(set(placed))
            assert all(isinstance(award, Award) for award in self.live.awards)
            due = {each.player for each in self.live.awards if each.due}
            assert due <= set(self.live.with_status(EntryStatus.ACCEPTED))

    @invariant()
    def there_is_always_something_to_say_or_it_is_closed(self) -> None:
        if isinstance(self.live, Tournament):
            next_steps(self.live)

    def teardown(self) -> None:
        """What is read again is what stood there, and placings that are known can be confirmed."""
        self.placings_can_be_confirmed()
        state: Any = TOURNAMENTS.initial
        for event in self.events:
            state = TOURNAMENTS.evolve(state, event)
        assert state == self.live


TestAnyTournament = AnyTournament.TestCase
TestAnyTournament.settings = settings(max_examples=80, stateful_step_count=50, deadline=None)
