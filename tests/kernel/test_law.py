"""The words of the law: clauses, reasons, stale commands, secrets and chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from services.kernel import law
from services.kernel.law import (
    Decision,
    KeyMissing,
    Opening,
    Reason,
    Refused,
    Secret,
    Stale,
    Witnessed,
    clause,
    expect,
    happened,
    pick,
    tried,
    witness,
)

TOO_LATE = Reason("TOO_LATE", "Call {position} came after {last}.", "Wait for the next.", "XX-1")


# -- chance ----------------------------------------------------------------------------------------


def draw_from(numbers: Sequence[int], options: int, patch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Pick among 0, 1, … with these numbers for digests: what was picked, and how many it took."""
    asked: list[bytes] = []

    def sha256(content: bytes) -> SimpleNamespace:
        number = numbers[len(asked)]
        asked.append(content)
        return SimpleNamespace(digest=lambda: number.to_bytes(8, "big") + bytes(24))

    patch.setattr(law, "hashlib", SimpleNamespace(sha256=sha256))
    picked = pick(b"e" * 32, tuple(range(options)))
    assert asked == [b"e" * 32 + bytes([0, 0, 0, n]) for n in range(len(asked))]
    return picked, len(asked)


@pytest.mark.parametrize(
    ("options", "over"),
    # What 2**64 leaves when divided by the count of options, worked out by hand.
    [(1, 0), (2, 0), (3, 1), (5, 1), (6, 4), (7, 2), (75, 16), (90, 16)],
)
def test_numbers_beyond_the_last_whole_round_of_options_are_thrown_away(
    options: int, over: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    first_thrown = 2**64 - over
    assert draw_from([first_thrown - 1], options, monkeypatch) == (options - 1, 1)
    for thrown in range(first_thrown, 2**64):
        assert draw_from([thrown, 0], options, monkeypatch) == (0, 2)
    assert draw_from([0], options, monkeypatch) == (0, 1)


def test_below_that_limit_every_option_has_as_many_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = [draw_from([number], 90, monkeypatch)[0] for number in range(270)]
    assert Counter(rounds) == {option: 3 for option in range(90)}


def test_a_pick_can_be_made_again_from_its_entropy() -> None:
    # SHA-256 of 36 zero bytes begins with 6db65fd59fd356f6, by sha256sum.
    assert pick(bytes(32), tuple(range(1, 91))) == 1 + 0x6DB65FD59FD356F6 % 90
    assert pick(bytes(32), ("heads", "tails")) == "heads"
    assert pick(b"\x01" * 32, ("the only one",)) == "the only one"


@pytest.mark.parametrize("entropy", [b"", bytes(31), bytes(33)])
def test_a_pick_takes_32_bytes_of_entropy(entropy: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        pick(entropy, (1, 2))


def test_nothing_can_be_picked_from_nothing() -> None:
    with pytest.raises(ValueError, match="at least one option"):
        pick(bytes(32), ())


# -- clauses ---------------------------------------------------------------------------------------


@clause("XX-1", "XX-2(a)")
def halve(number: int) -> int:
    """Half of an even number."""
    if number % 2:
        raise TOO_LATE(position=number)
    return number // 2


def test_a_function_bears_the_clauses_it_carries() -> None:
    assert halve.__clauses__ == ("XX-1", "XX-2(a)")  # type: ignore[attr-defined]  # by clause
    assert halve.__doc__ == "Half of an even number."
    assert halve(4) == 2


def test_a_witness_is_told_of_every_call_while_it_watches() -> None:
    calls: list[Witnessed] = []
    halve(2)
    with witness(calls.append):
        halve(8)
        with pytest.raises(Refused):
            halve(3)
    halve(6)
    assert [(call.clauses, call.result) for call in calls] == [
        (("XX-1", "XX-2(a)"), 4),
        (("XX-1", "XX-2(a)"), None),
    ]
    assert {call.function for call in calls} == {f"{__name__}.halve"}
    assert calls[0].raised is None
    assert isinstance(calls[1].raised, Refused)


def test_a_witness_goes_when_its_block_fails() -> None:
    calls: list[Witnessed] = []
    with pytest.raises(ZeroDivisionError), witness(calls.append):
        _ = 1 / 0
    halve(2)
    assert calls == []


# -- refusals --------------------------------------------------------------------------------------


def test_a_reason_makes_the_refusal_and_its_sentence() -> None:
    refused = TOO_LATE(position=4, last=7)
    assert (refused.reason, refused.clause) == (TOO_LATE, "XX-1")
    assert refused.facts == {"position": "4", "last": "7"}
    assert refused.sentence == "Call 4 came after 7."


def test_a_refusal_may_be_by_another_clause_or_by_none() -> None:
    assert TOO_LATE(clause="XX-9").clause == "XX-9"
    assert TOO_LATE(clause="").clause == ""


def test_a_fact_that_is_not_given_leaves_its_name_in_the_sentence() -> None:
    assert TOO_LATE(position=4).sentence == "Call 4 came after (last)."


def test_what_a_person_saw_is_compared_with_what_is() -> None:
    expect("game", 3, 3)
    with pytest.raises(Stale) as stale:
        expect("game", 3, 5)
    assert stale.value.reason.code == "STALE"
    assert stale.value.clause == ""
    assert stale.value.sentence == "The game is 5; you have 3."


# -- decisions and secrets -------------------------------------------------------------------------


def test_a_decision_holds_what_happened_in_order() -> None:
    assert happened("first", "second") == Decision(("first", "second"), None)
    assert Decision() == Decision((), None)


def test_who_tried_is_on_record_once() -> None:
    refused = TOO_LATE()
    assert tried("ann", refused, known=False) == Decision(("ann",), refused)
    with pytest.raises(Refused) as again:
        tried("ann", refused, known=True)
    assert again.value is refused


def test_a_secret_gives_its_value_only_with_the_key() -> None:
    assert Secret(42).reveal() == 42
    assert Secret(0, Opening(3, b"s" * 32, b"c")).reveal() == 0
    closed: Secret[int] = Secret(None)
    with pytest.raises(KeyMissing):
        closed.reveal()
