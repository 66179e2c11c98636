"""Who tries a step of a claim that is another's is refused, and on record once."""

from __future__ import annotations

from typing import Any

import pytest

from services.verify.domain.desk import collecting
from services.verify.domain.desk.attempts import ON_RECORD, AttemptRefused
from services.verify.domain.desk.claims import TakeRighting
from services.verify.domain.game.posts import Post
from tests.verify.domain.claims import ROOM, TOP, Desk, Told, found, on_record
from tests.verify.domain.sales import at


def waiting() -> tuple[Desk, int]:
    """A desk whose claim waits for its card."""
    desk = Desk(Told().call(*TOP))
    return desk, desk.cry()


def tries(desk: Desk, line: int, step: str, by: str) -> Any:
    """Somebody takes a step."""
    steps = {
        "collect": lambda: desk.collect(line, by=by),
        "read": lambda: desk.read(line, by),
        "verify": lambda: desk.verify(line, by),
        "decide": lambda: desk.decide(line, by=by),
        "rule": lambda: desk.rule(line, True, by),
    }
    return steps[step]()


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("collect", collecting.NOT_IN_CHARGE),
        ("read", collecting.NOT_IN_CHARGE),
        ("verify", collecting.NOT_CALLER_NOW),
        ("decide", collecting.NOT_IN_CHARGE),
        ("rule", collecting.NOT_IN_CHARGE),
    ],
)
def test_who_tried_is_on_record_once_and_nothing_else_comes_of_it(step: str, reason: Any) -> None:
    desk, line = waiting()
    before = desk.claim(line)
    first = tries(desk, line, step, "Mallory")
    assert [(each.call_out, each.person, each.reason) for each in first.events] == [
        (line, "Mallory", reason.code)
    ]
    on_record(first, reason)
    tries(desk, line, step, " mallory").refused(reason)
    on_record(tries(desk, line, step, "mal"), reason)
    after = desk.claim(line)
    assert (after.collected, after.read_by, after.verified, after.decided, after.ruling) == (
        *(before.collected, before.read_by, before.verified, before.decided, before.ruling),
    )


def test_the_seller_who_verifies_and_the_caller_who_read_are_on_record() -> None:
    desk, line = waiting()
    desk.collect(line, found=found(seller="Cal"))
    desk.read(line)
    on_record(desk.verify(line), collecting.SELLER_NOT_VERIFIER)
    desk.told.post(Post.SUPERVISOR, "sia").post(Post.CALLER, "sup")
    on_record(desk.verify(line, by="sup"), collecting.TWO_PERSONS)


def test_what_is_only_too_early_is_not_held_against_anybody() -> None:
    desk, line = waiting()
    desk.verify(line).refused(collecting.CARD_NOT_COLLECTED)
    desk.collect(line, room="terrace").refused(collecting.OTHER_HALL)
    assert set(ON_RECORD).isdisjoint({collecting.CARD_NOT_COLLECTED, collecting.OTHER_HALL})


def test_a_claim_that_is_judged_again_has_attempts_of_its_own() -> None:
    desk, line = waiting()
    desk.decide(line, None)
    desk.when(TakeRighting((line,), (), at(70)))
    on_record(desk.read(line, "mallory", ROOM), collecting.NOT_IN_CHARGE)
    desk.read(line, "mallory", ROOM).refused(collecting.NOT_IN_CHARGE)
    desk.decide(line, None)
    desk.when(TakeRighting((line,), (), at(71)))
    outcome = desk.read(line, "mallory", ROOM)
    assert isinstance(outcome.events[0], AttemptRefused)
