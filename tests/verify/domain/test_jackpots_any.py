"""Money conserved over whatever happens: every ledger balances after every commit, and no cent is
in two cycles at once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from services.kernel.law import Refused
from services.verify.domain.desk.prizes import PrizeShare, Stage
from services.verify.domain.desk.settlement import Account
from services.verify.domain.jackpot.ending import CarryOver
from services.verify.domain.jackpot.ledger import PLAYERS, POOL, Entry, carried
from services.verify.domain.jackpot.news import Shared, Step
from services.verify.domain.jackpot.state import Won
from services.verify.domain.jackpot.winning import JackpotWon
from tests.verify.domain.jackpots import (
    EIGHT,
    ENDED,
    FIRST,
    LINE,
    NINE,
    SEVEN,
    UNSHARED,
    VOID,
    Chain,
    back,
    owed,
    shared,
    taken,
    won,
)
from tests.verify.domain.sales import at, nzd

CENTS = st.integers(0, 300_000)
WHATEVER = st.one_of(
    st.tuples(st.just("taken"), CENTS),
    st.tuples(st.just("back"), st.integers(0, 5_000)),
    st.tuples(st.just("won"), st.integers(1, 90)),
    st.tuples(st.just("line"), st.integers(0, 3)),
    st.tuples(st.just("reopened"), st.just(0)),
    st.tuples(st.just("shared"), st.integers(1, 7)),
    st.tuples(st.just("rounded up"), st.integers(1, 7)),
    st.tuples(st.just("unshared"), st.just(0)),
    st.tuples(st.just("paid"), st.integers(1, 7)),
    st.tuples(st.just("repaid"), st.integers(1, 7)),
    st.tuples(st.just("written off"), st.integers(1, 7)),
    st.tuples(st.just("lapsed"), st.integers(1, 7)),
    st.tuples(st.just("ended"), st.just(0)),
    st.tuples(st.just("void"), st.just(0)),
    st.tuples(st.just("carry over"), st.just(0)),
)
HAPPENING = st.tuples(st.sampled_from([SEVEN, EIGHT, NINE]), WHATEVER)


@settings(max_examples=300)
@given(st.lists(HAPPENING, max_size=40), st.sampled_from([None, 550_00, 500_00]))
def test_every_cent_is_somewhere_once(
    happenings: list[tuple[str, tuple[str, int]]], most: int | None
) -> None:
    chain = Chain(most=nzd(most) if most is not None else None)
    for what, number in (("taken", 123_457), ("won", 40), ("shared", 3), ("paid", 1)):
        _happen(chain, SEVEN, what, number)
    for game, (what, number) in happenings:
        _happen(chain, game, what, number)
        _balances(chain)


def _happen(chain: Chain, game: str, what: str, number: int) -> None:
    """As a desk would tell it: what it shares is what its game has won, a payment what is owed."""
    step: Step | None = None
    match what:
        case "taken":
            step = taken(number)
        case "back":
            step = back(number)
        case "won":
            step = won(number)
        case "line":
            step = won(20, LINE, odd=number)
        case "reopened":
            step = Step(reopened=Stage.PART_SERIES)
        case "ended":
            step = ENDED
        case "void":
            step = VOID
        case "unshared":
            step = UNSHARED
        case "carry over":
            for name in list(chain.cycles):
                try:
                    chain.tell(name, CarryOver("mere", at(9)))
                except Refused:
                    continue
            return
        case "shared" | "rounded up":
            cycle = _won_by(chain, game)
            if cycle is not None and not cycle.given_up:
                each, odd = divmod(cycle.amount.minor_units, number)
                step = shared(*[each + (what == "rounded up" and odd > 0)] * number)
        case _:
            step = _moved(chain, game, what, number)
    if step is not None:
        chain.news(step, game=game)


def _moved(chain: Chain, game: str, what: str, share: int) -> Step | None:
    cycle = _won_by(chain, game)
    account = f"payable:{game.rpartition('/')[2]}/{share}"
    cents = cycle.shares().get(account, 0) if cycle is not None else 0
    if cents > 0 and what in ("paid", "lapsed"):
        moved = owed(share, cents)
        return Step(paid=moved) if what == "paid" else Step(lapsed=moved)
    if cents < 0 and what in ("repaid", "written off"):
        moved = owed(share, -cents)
        return Step(repaid=moved) if what == "repaid" else Step(written_off=moved)
    return None


def _won_by(chain: Chain, game: str) -> Won | None:
    found = (each for each in chain.cycles.values() if isinstance(each, Won) and each.by == game)
    return next(found, None)


def _of_players(cycle: Won, side: str) -> list[Entry]:
    return [entry for entry in cycle.ledger.entries if getattr(entry, side) == PLAYERS]


def _balances(chain: Chain) -> None:
    names = list(chain.cycles)
    for name in names:
        cycle, balances = chain.cycle(name), chain.cycle(name).ledger.balances()
        assert sum(balances.values()) == 0
        assert balances.get(POOL, 0) >= 0
        assert all(entry.amount.minor_units > 0 for entry in cycle.ledger.entries)
        if isinstance(cycle, Won):
            assert balances.get(POOL, 0) == 0, "it is the next cycle's"
            assert cycle.left >= 0
            there = balances.get(carried(cycle.next), 0)
            assert chain.cycle(cycle.next).ledger.balance(carried(name)) == -there
            received = sum(e.amount.minor_units for e in _of_players(cycle, "target"))
            returned = sum(e.amount.minor_units for e in _of_players(cycle, "source"))
            assert balances.get(PLAYERS, 0) == received - returned
    wins = Counter(event.game for event in chain.events if isinstance(event, JackpotWon))
    assert all(count == 1 for count in wins.values())
    assert len(names) == len(wins) + 1


SHARERS = st.sets(st.integers(1, 3))
MOVED = st.tuples(
    st.sampled_from(["paid", "lapsed", "repaid", "written_off"]),
    st.integers(1, 3),
    st.sampled_from([1, 2, 3]),
)


@settings(max_examples=300)
@given(st.lists(st.one_of(SHARERS, MOVED), max_size=25))
def test_a_share_stands_in_the_ledger_as_at_the_desk(
    happenings: list[set[int] | tuple[str, int, int]],
) -> None:
    chain, accounts = Chain(), dict[int, Account]()
    chain.news(taken(1_000_00))
    chain.news(won(40))
    for happening in happenings:
        if isinstance(happening, set):
            step = _divided(accounts, happening)
        else:
            step = _handed(accounts, *happening)
        chain.news(step)
        ledger = chain.cycle(FIRST).ledger
        for share, account in accounts.items():
            stands = ledger.balance(f"payable:2026-11-29-07/{share}")
            assert stands == account.owed - account.due


def _divided(accounts: dict[int, Account], sharers: set[int]) -> Step:
    """600 dollars are divided among these shares; nobody's are left where there are none."""
    for share, account in accounts.items():
        accounts[share] = replace(account, wins=False)
    if not sharers:
        return UNSHARED
    cents = 600_00 // len(sharers)
    for share in sharers:
        made = PrizeShare(share, (share,), (share,), "", nzd(cents), "akl")
        known = accounts.get(share, Account(made, wins=True))
        accounts[share] = replace(known, share=made, wins=True)
    return Step(shared=Shared(tuple(owed(share, cents) for share in sorted(sharers))))


def _handed(accounts: dict[int, Account], what: str, share: int, parts: int) -> Step:
    """All that a share is owed is paid or lapses; of what is due one part comes back or is given
    up."""
    account = accounts.get(share)
    if account is None:
        return Step()
    cents = account.owed if what in ("paid", "lapsed") else account.due // parts
    if not cents:
        return Step()
    accounts[share] = replace(account, **{what: getattr(account, what) + cents})
    moved: dict[str, Any] = {what: owed(share, cents)}
    return Step(**moved)
