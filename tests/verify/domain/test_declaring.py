"""A game is declared to a jackpot before it is announced, and the jackpot that it wins is divided
with its stage (rules 5.4 and 6.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from services.kernel.money import Money
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.jackpots import (
    CONDITION_NOT_ALLOWED,
    JACKPOT_IN_PRACTICE,
    JACKPOT_STAGE_NOT_PLAYED,
    JACKPOT_TOO_LATE,
    MORE_CALLS_THAN_NUMBERS,
    DeclareJackpot,
    JackpotAwarded,
    JackpotDeclared,
    JackpotReleased,
    TakeJackpot,
)
from services.verify.domain.desk.prizes import OddCents, PrizeKind
from services.verify.domain.desk.rules import PrizeRules
from services.verify.domain.desk.selling import CloseSales
from services.verify.domain.desk.settlement import Settlement, settlement_of
from services.verify.domain.desk.settling import SettlementReopened, StageSettled
from services.verify.domain.jackpot.terms import (
    SHARE_TOO_HIGH,
    Condition,
    Declaration,
    same_jackpot,
)
from tests.kit.law import Given, permits, refuses
from tests.verify.domain.claims import BINGO, LINE
from tests.verify.domain.jackpots import FIRST, IN_FIFTY, RULES, SECOND, terms
from tests.verify.domain.prizes import PRIZES, Till, tied
from tests.verify.domain.sales import at, desk_opened, nzd, sales_opened

IN_TEN = Declaration(1_000, LINE, 10)
OPENED = replace(desk_opened(), stages=PRIZES)
OTHER = "venues/akl/jackpots/2026-sunday"


def declaring(declared: Declaration = IN_FIFTY, **more: Any) -> DeclareJackpot:
    """Declare a game to the jackpot."""
    chosen: dict[str, Any] = {"jackpot": FIRST, "terms": terms(), "begun": False, **more}
    return DeclareJackpot(declared=declared, law="NZB", by="mere", at=at(2), **chosen)


def declared(declared: Declaration = IN_FIFTY, jackpot: str = FIRST, former: str = "") -> Any:
    """It was declared."""
    return JackpotDeclared(jackpot, declared, former, "mere", at(2))


# -- declared ----------------------------------------------------------------------------------


@permits("NZB-6.1")
def test_nzb_6_1_a_jackpot_is_declared_while_cards_are_on_sale() -> None:
    for so_far in ((OPENED,), (OPENED, sales_opened())):
        Given(DESKS, *so_far).when(declaring()).then(declared())


@refuses("NZB-6.1")
def test_nzb_6_1_none_is_declared_once_the_game_is_announced() -> None:
    Given(DESKS, OPENED).when(declaring(begun=True)).refused(JACKPOT_TOO_LATE, "NZB-6.1")


@refuses("NZB-6.1")
def test_nzb_6_1_none_is_declared_once_sales_are_over() -> None:
    closed = Given(DESKS, OPENED, sales_opened()).when(CloseSales(at(1)))
    over = Given(DESKS, OPENED, sales_opened(), *closed.events)
    over.when(declaring()).refused(JACKPOT_TOO_LATE, "NZB-6.1")


@refuses("NZB-6.1")
def test_nzb_6_1_no_larger_share_is_declared_than_the_profile_allows() -> None:
    Given(DESKS, OPENED).when(declaring(Declaration(5_001, BINGO, 50))).refused(SHARE_TOO_HIGH)


@refuses("NZB-6.1")
def test_nzb_6_1_only_conditions_of_the_profile_are_announced() -> None:
    rules = replace(RULES, conditions=(Condition.WITHIN_CALLS,))
    any_call = declaring(Declaration(0, BINGO, 0), terms=terms(rules=rules))
    refused = Given(DESKS, OPENED).when(any_call).refused(CONDITION_NOT_ALLOWED, "NZB-6.1")
    assert refused.sentence == "Under this profile a jackpot is not won on any call."


def test_a_game_of_practice_has_no_jackpot() -> None:
    practice = replace(OPENED, practice=True)
    Given(DESKS, practice).when(declaring()).refused(JACKPOT_IN_PRACTICE)


def test_it_can_be_won() -> None:
    only_line = replace(OPENED, stages=PRIZES[:1])
    Given(DESKS, only_line).when(declaring()).refused(JACKPOT_STAGE_NOT_PLAYED)
    Given(DESKS, OPENED).when(declaring(Declaration(0, BINGO, 91))).refused(MORE_CALLS_THAN_NUMBERS)


def test_a_game_may_only_feed_it() -> None:
    fed = Declaration(500, None, 0)
    Given(DESKS, OPENED).when(declaring(fed)).then(declared(fed))


def test_it_is_declared_anew_until_then_and_taken_off() -> None:
    given = Given(DESKS, OPENED, declared())
    given.when(declaring()).nothing()
    given.when(declaring(IN_TEN)).then(declared(IN_TEN))
    given.when(declaring(jackpot=OTHER)).then(declared(jackpot=OTHER, former=FIRST))
    given.when(declaring(jackpot=SECOND)).then(declared(jackpot=SECOND))
    none = Declaration(0, None, 0)
    off = given.when(declaring(none)).then(declared(none, "", FIRST))
    off.when(declaring(none)).nothing()


def test_cycles_of_one_jackpot_are_known_by_their_names() -> None:
    assert same_jackpot(FIRST, SECOND)
    assert same_jackpot(SECOND, "venues/akl/jackpots/2027-friday-3")
    assert not same_jackpot(FIRST, OTHER)
    assert not same_jackpot("", "")


# -- won and divided ---------------------------------------------------------------------------


WITHIN = Declaration(1_000, LINE, 15)


def won(players: int = 3, of: Declaration = WITHIN, odd_cents: OddCents = OddCents.JACKPOT) -> Till:
    """So many players share the line on call 15, and it was declared that the line wins it."""
    made = tied(players, prizes=PrizeRules(odd_cents=odd_cents, lapses_after=90))
    opened, *others = made.given.events
    made.given = Given(DESKS, opened, declared(of), *others)
    made.go_on()
    return made


def award(made: Till, cents: int = 100_01) -> Any:
    """The cycle sets so much apart."""
    return made.when(TakeJackpot(FIRST, nzd(cents), at(200)))


def jackpot(made: Till) -> Settlement:
    """The settlement of the jackpot."""
    found = settlement_of(made.state.settlements, PrizeKind.JACKPOT, LINE)
    assert found is not None
    return found


def shares(made: Till) -> list[int]:
    """What each share of it comes to."""
    return [each.amount.minor_units for each in jackpot(made).shares if each.amount is not None]


@permits("NZB-5.4", "NZB-6.1")
def test_nzb_6_1_what_is_won_is_divided_among_the_winners_of_its_stage() -> None:
    made = won()
    awarded, settled = award(made).events
    assert awarded == JackpotAwarded(FIRST, nzd(100_01), at(200))
    assert isinstance(settled, StageSettled)
    assert (settled.kind, settled.stage, settled.title) == (PrizeKind.JACKPOT, LINE, "jackpot")
    assert (settled.position, settled.prize, settled.round) == (15, nzd(100_01), 1)
    assert [each.amount for each in settled.shares] == [nzd(33_33)] * 3
    # Three times 33.33 leave two cents for the next cycle
    assert (settled.odd_cents, settled.odd_cents_to) == (nzd(2), OddCents.JACKPOT)
    assert settled.jackpot == FIRST
    assert settled.lapses_at is not None


def test_the_policy_of_the_profile_says_what_becomes_of_odd_cents() -> None:
    up, down = won(odd_cents=OddCents.ROUND_UP), won(odd_cents=OddCents.HOUSE_KEEPS)
    award(up)
    award(down)
    assert (shares(up), jackpot(up).odd_cents) == ([33_34] * 3, nzd(1))
    assert (shares(down), jackpot(down).odd_cents) == ([33_33] * 3, nzd(2))


def test_a_jackpot_follows_the_winners_of_its_stage() -> None:
    made = won()
    award(made)
    reopened = made.void(2).events
    again = [event for event in reopened if isinstance(event, StageSettled)]
    assert [each.kind for each in again] == [PrizeKind.STAGE, PrizeKind.JACKPOT]
    assert [each.round for each in again] == [2, 2]
    assert shares(made) == [50_00] * 2
    none = made.void(1, 3).events
    assert not [event for event in none if isinstance(event, StageSettled)]
    assert not jackpot(made).stands


def test_nothing_is_divided_of_what_was_carried_over() -> None:
    made = won()
    award(made)
    released, reopened = made.when(TakeJackpot(FIRST, None, at(201))).events
    assert released == JackpotReleased(FIRST, at(201))
    assert isinstance(reopened, SettlementReopened)
    assert (reopened.kind, reopened.reason) == (PrizeKind.JACKPOT, "it was carried over")


def test_what_was_paid_of_it_meanwhile_is_to_be_recovered() -> None:
    made = won(2)
    award(made, 100_00)
    made.pay(1, 50_00, kind=PrizeKind.JACKPOT)
    made.when(TakeJackpot(FIRST, None, at(201)))
    one, two = jackpot(made).accounts
    assert (one.owed, one.due) == (0, 50_00)
    assert (two.owed, two.due) == (0, 0), "nobody is owed what is played for again"


def test_a_line_too_late_for_it_shares_no_jackpot() -> None:
    made = won(of=Declaration(1_000, LINE, 14))
    (awarded,) = award(made).events
    assert isinstance(awarded, JackpotAwarded)


def test_a_share_of_a_jackpot_is_paid_like_a_prize() -> None:
    made = won(players=1)
    award(made)
    paid = made.pay(1, 100_01, kind=PrizeKind.JACKPOT).events
    assert paid[0].payment.kind is PrizeKind.JACKPOT
    assert made.pay(1, 100_01, kind=PrizeKind.JACKPOT).refusal.reason.code == "PRIZE_PAID_BEFORE"
    wrong = made.pay(1, 100_00)
    assert wrong.events[0].payment.kind is PrizeKind.STAGE, "the line has a prize of its own"


def test_no_cent_of_another_currency_is_divided() -> None:
    refused = won(players=1)
    award(refused)
    code = refused.pay(1, kind=PrizeKind.JACKPOT, amount=Money("AUD", 100_01)).refusal.reason.code
    assert code == "AMOUNT_DIFFERS"
