"""Prizes in any order of events: no cent is made or lost, whatever is won, voided, paid, retried,
recovered and settled anew."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from services.verify.domain.desk.paying import PrizePaid
from services.verify.domain.desk.prizes import OddCents, Recovery
from services.verify.domain.desk.recovering import LapsePrizes, PrizeLapsed, RecoveryRecorded
from services.verify.domain.desk.rules import PrizeRules
from services.verify.domain.desk.settlement import Settlement, settlement_of
from tests.verify.domain.claims import HALL, LINE
from tests.verify.domain.prizes import OF_STAGE, PRIZES, Till, tied

PRIZE = 10_000
CALL_OUTS = st.integers(1, 5)


class Money(RuleBasedStateMachine):
    """A desk, and beside it a purse that is counted by hand: what went out and what came back."""

    @initialize(policy=st.sampled_from(OddCents), limit=st.sampled_from([0, 4_000, 10**9]))
    def open(self, policy: OddCents, limit: int) -> None:
        """Three players have won the line; two more, in a hall that plays along, may be found to
        have."""
        rules = PrizeRules(odd_cents=policy, signed_above=limit, lapses_after=30)
        self.till: Till = tied(3, prizes=rules, stages=PRIZES)
        for _ in range(2):
            number = self.till.cry(after=15, room=HALL)
            self.till.refuse(number)
        self.out = self.back = self.given_up = self.lapsed = 0
        self.settled_before: Settlement | None = None

    # -- what happens ----------------------------------------------------------------------

    @rule()
    def go_on(self) -> None:
        """The next number."""
        self.till.go_on()

    @rule()
    def end(self) -> None:
        """The game is over."""
        self.till.end()

    @rule(number=CALL_OUTS)
    def void(self, number: int) -> None:
        """A winner is voided."""
        self.till.void(number)

    @rule(number=CALL_OUTS)
    def win(self, number: int) -> None:
        """A supervisor decides that somebody has won."""
        self.till.follow(number, unverified=True)

    @rule(numbers=st.sets(CALL_OUTS, min_size=2, max_size=3), same=st.booleans())
    def players(self, numbers: set[int], same: bool) -> None:
        """Who is one player."""
        self.till.tell(*numbers, same=same)

    @rule(share=CALL_OUTS, times=st.integers(1, 2))
    def pay(self, share: int, times: int) -> None:
        """The cashier pays what is owed on a share, perhaps twice."""
        account = known.account(share) if (known := self.known) is not None else None
        cents = account.owed if account is not None else PRIZE
        venue = account.share.venue if account is not None else "akl"
        for _ in range(times):
            self._count(self.till.pay(share, cents, venue=venue))

    @rule(payment=st.integers(1, 6), reject=st.booleans())
    def sign(self, payment: int, reject: bool) -> None:
        """A second person signs, or does not."""
        payments = self.till.state.payments
        venue = payments[payment - 1].payment.venue if payment <= len(payments) else "akl"
        sign = self.till.reject if reject else self.till.sign
        self._count(sign(payment, venue=venue))

    @rule(share=CALL_OUTS, cents=st.integers(1, PRIZE), recovery=st.sampled_from(Recovery))
    def recover(self, share: int, cents: int, recovery: Recovery) -> None:
        """Money comes back, or is given up."""
        account = known.account(share) if (known := self.known) is not None else None
        venue = account.share.venue if account is not None else "akl"
        self._count(self.till.recover(share, cents, recovery, venue=venue))

    @rule()
    def lapse(self) -> None:
        """The time to collect is over."""
        if self.known is not None and self.known.lapses_at is not None:
            self._count(self.till.when(LapsePrizes(self.known.lapses_at)))

    # -- what always holds -----------------------------------------------------------------

    @property
    def known(self) -> Settlement | None:
        """The settlement of the line."""
        return settlement_of(self.till.state.settlements, OF_STAGE, LINE)

    @invariant()
    def the_purse_agrees(self) -> None:
        """What the accounts say went out and came back is what went out and came back."""
        accounts = self.known.accounts if self.known is not None else ()
        assert sum(each.paid for each in accounts) == self.out
        assert sum(each.repaid for each in accounts) == self.back
        assert sum(each.written_off for each in accounts) == self.given_up
        assert sum(each.lapsed for each in accounts) == self.lapsed

    @invariant()
    def the_shares_are_the_prize(self) -> None:
        """Shares are equal, and with the odd cents they are the prize to the cent."""
        known = self.known
        if known is None or not known.stands:
            return
        amounts = [each.amount.minor_units for each in known.shares if each.amount is not None]
        odd = known.odd_cents.minor_units if known.odd_cents is not None else 0
        assert len(set(amounts)) == 1
        added = odd if known.to is OddCents.ROUND_UP else -odd
        assert sum(amounts) == PRIZE + added
        assert 0 <= odd < len(amounts)

    @invariant()
    def every_account_balances(self) -> None:
        """What a player has and is owed, less what is to be recovered or given up, is what the
        share comes to."""
        for each in self.known.accounts if self.known is not None else ():
            borne = min(each.written_off, max(0, each.received - each.comes_to))
            left = min(each.lapsed, max(0, each.comes_to - each.received))
            assert each.owed == max(0, each.comes_to - each.received) - left
            assert each.due == max(0, each.received - each.comes_to) - borne
            assert each.received + each.owed + left - each.due - borne == each.comes_to
            assert each.comes_to == 0 or each.wins

    @invariant()
    def nobody_else_is_among_the_winners(self) -> None:
        """While it stands, those share who have won by the draw's record."""
        known = self.known
        if known is not None and known.stands:
            assert known.call_outs <= {each.call_out for each in self.till.state.winners(LINE)}

    @invariant()
    def rounds_only_rise(self) -> None:
        """A settlement is made anew when something changed, and never otherwise."""
        known, before = self.known, self.settled_before
        if known is not None and before is not None and known.stands:
            assert (known.round > before.round) == (
                known.shares != before.shares or not before.stands
            )
        self.settled_before = known

    def _count(self, outcome: Any) -> None:
        for event in outcome.events:
            match event:
                case PrizePaid():
                    self.out += event.payment.amount.minor_units
                case RecoveryRecorded(recovery=Recovery.REPAID):
                    self.back += event.amount.minor_units
                case RecoveryRecorded():
                    self.given_up += event.amount.minor_units
                case PrizeLapsed():
                    self.lapsed += event.amount.minor_units


Money.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
test_no_cent_is_made_or_lost = Money.TestCase
