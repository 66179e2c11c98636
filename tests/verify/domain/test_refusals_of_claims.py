"""Every reason of claims is reached by a test, and tells people what is wrong and what to do."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from services.kernel.law import Reason, Refused
from services.verify.domain.cards.patterns import Pattern
from services.verify.domain.desk.attempts import AttemptRefused
from services.verify.domain.desk.claims import TakeRighting, VoidedStage
from services.verify.domain.desk.collecting import Witness
from services.verify.domain.desk.desk import DESKS
from services.verify.domain.desk.rules import ClaimRules
from services.verify.domain.desk.selling import SalesOpened
from services.verify.domain.game import game
from services.verify.domain.game.answering import Cry
from services.verify.domain.game.posts import Post
from tests.kit.law import Given
from tests.verify.domain.claims import HALL, LINE, TOP, Desk, Told, found
from tests.verify.domain.sales import GAME, at

MODULES = ("claims", "collecting", "deciding", "barring", "examining", "heeding", "linked")
ONLY_ON_RECORD = {
    *("SERIAL_NOT_OF_THIS_GAME", "CARD_NOT_SOLD", "CARD_REPLACED"),
    *(
        "ALREADY_CHECKED",
        "STAGE_WON_BEFORE",
        "WON_IN_A_VOID_GAME",
        "NO_CARD_SHOWN",
        "NOISE_FOR_ANOTHER",
    ),
    "NOTHING_CLAIMED",
    *("DRAW_REFUSES", "DRAW_DIFFERS"),
}
"""Reasons of decisions, not of refused commands: other tests of this folder reach each of them."""
BY_ANOTHER = ("NOT_IN_CHARGE", "NOT_CALLER_NOW", "SELLER_NOT_VERIFIER", "TWO_PERSONS")
"""A step that is another person's: it is on record who tried."""


def reasons() -> dict[str, Reason]:
    """Every reason of claims."""
    modules = (importlib.import_module(f"services.verify.domain.desk.{name}") for name in MODULES)
    return {
        value.code: value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Reason) and value.code != "FORFEITED"
    }


def claimed(*, collect: bool = True, law: str = "NZB", rules: ClaimRules | None = None) -> Desk:
    """A desk with one claim for a line."""
    desk = Desk(Told(law=law).call(*TOP), rules)
    desk.cry()
    if collect:
        desk.collect(1)
    return desk


def read() -> Desk:
    """And its numbers were read."""
    desk = claimed()
    desk.read(1)
    return desk


def late() -> Desk:
    """A late claim, all steps taken."""
    desk = Desk(Told().call(*TOP, 90))
    desk.cry(after=5)
    for _ in (desk.collect(1), desk.read(1), desk.verify(1)):
        pass
    return desk


def ruled() -> Desk:
    """And ruled to have been in time."""
    desk = late()
    desk.rule(1, True)
    return desk


def before_the_winner() -> Desk:
    """A claim for the fifth call, and a winner on the tenth."""
    desk = Desk(Told().call(2, 12, 22, 32, 42))
    desk.cry()
    desk.told.call(*TOP)
    desk.examined(desk.cry())
    desk.collect(1, 2)
    return desk


def in_tennessee() -> Desk:
    """A card that waits for the caller, and a witness is needed."""
    desk = claimed(law="TNB", rules=ClaimRules(last_number=False, witness_needed=True))
    desk.read(1)
    return desk


def relieved() -> Desk:
    """Whoever had the numbers read is the caller now."""
    desk = read()
    desk.told.post(Post.CALLER, "sup")
    return desk


def read_too_early() -> Desk:
    """Read and verified with four numbers of the line; then the fifth, keyed wrongly, is put right
    on record."""
    desk = Desk(Told().call(*TOP[:4], 90))
    desk.cry()
    for _ in (desk.collect(1), desk.read(1), desk.verify(1)):
        pass
    desk.told.tell(game.KeyedWrongly(5, 41))
    return desk


def on_other_cards() -> Desk:
    """The line is won by a mask that is no task of cards for 90 balls."""
    desk = claimed()
    mask = replace(desk.told.game.stages[0], pattern=Pattern("mask", (0b1010,)))
    desk.told.game = replace(desk.told.game, stages=(mask, *desk.told.game.stages[1:]))
    return desk


def spoken() -> Desk:
    """A call out for a number that is spoken and not on record."""
    desk = Desk(Told().call(*TOP[:4]))
    desk.cry(after=5)
    desk.collect(1)
    return desk


@dataclass(frozen=True)
class Row:
    """A reason: how a desk comes to it, and what people are told."""

    code: str
    clause: str
    says: str
    tried: Callable[[], Any]


ROWS = (
    Row("NO_SUCH_CLAIM", "", "There is no claim 9 at this desk.", lambda: claimed().collect(9)),
    Row(
        "CLAIM_DECIDED",
        "NZB-5.7(c)",
        "Claim 1 was decided before: refused.",
        lambda: _decided().collect(1),
    ),
    Row(
        "CARDS_NOT_HERE",
        "NZB-5.7(c)(i)",
        f"No cards of {GAME} are sold here, so none can be examined.",
        lambda: _elsewhere().collect(1),
    ),
    Row(
        "NOT_IN_CHARGE",
        "NZB-5.7(c)",
        "Only the supervisor of this game does this; that is sup.",
        lambda: claimed().collect(1, by="cal"),
    ),
    Row(
        "NOT_CALLER_NOW",
        "NZB-5.7(c)(iv)",
        "Only whoever is the caller now verifies the numbers; the caller is cal.",
        lambda: read().verify(1, by="sup"),
    ),
    Row(
        "OTHER_HALL",
        "NZB-5.7(c)",
        "This player called out in main; the card is examined there.",
        lambda: claimed().collect(1, room="terrace"),
    ),
    Row(
        "SELLER_NOT_VERIFIER",
        "NZB-5.7(c)",
        "sup sold this card, and does not examine it as well.",
        lambda: claimed(collect=False).collect(1, found=found(seller="sup")),
    ),
    Row(
        "SOLD_ELSEWHERE",
        "NZB-5.7(c)(i)",
        "Card 1 is not on sale here; this player called out in venues/wlg/rooms/main, where wlg "
        "sells cards of its own.",
        lambda: _in_wellington().decide(
            1, found=found(series="", seller="", layout=None, face=()), room=HALL, by="dep"
        ),
    ),
    Row(
        "CARD_NOT_COLLECTED",
        "NZB-5.7(c)",
        "No card has been collected for claim 1.",
        lambda: claimed(collect=False).read(1),
    ),
    Row(
        "NUMBERS_NOT_READ",
        "NZB-5.7(c)(iv)",
        "The numbers of the card have not been read aloud.",
        lambda: claimed().verify(1),
    ),
    Row(
        "TWO_PERSONS",
        "NZB-5.7(c)(iv)",
        "sup had the numbers read, and another person verifies them.",
        lambda: relieved().verify(1, by="sup"),
    ),
    Row(
        "WITNESS_NEEDED",
        "TNB-8",
        "No disinterested player was named who stands by: who is of the staff is no player.",
        lambda: in_tennessee().verify(1, witnesses=[Witness("r", False, True)]),
    ),
    Row(
        "CLAIM_TO_BE_RULED",
        "NZB-5.10",
        "The next number had been announced when this call out was entered.",
        lambda: late().decide(1),
    ),
    Row(
        "NUMBERS_NOT_VERIFIED",
        "NZB-5.7(c)(iv)",
        "The caller has not verified the numbers of the card.",
        lambda: read().decide(1),
    ),
    Row(
        "NUMBERS_DISPUTED",
        "NZB-5.7(c)(iv)",
        "The caller did not find 11 as announced; the record says otherwise.",
        lambda: _disputed().decide(1),
    ),
    Row(
        "CALL_NOT_ON_RECORD",
        "NZB-5.7(c)(iii)",
        "The call out answers call 5, which is drawn and not on record as announced.",
        lambda: spoken().decide(1),
    ),
    Row(
        "CALL_NOT_ON_RECORD",
        "NZB-5.7(c)(iii)",
        "The call out answers call 5, which is drawn and not on record as announced.",
        lambda: spoken().read(1),
    ),
    Row(
        "OTHER_NUMBERS_READ",
        "NZB-5.7(c)(iv)",
        "By the record of now the card wins with 41, which nobody has read aloud.",
        lambda: read_too_early().decide(1),
    ),
    Row(
        "CARD_AT_THE_DESK",
        "NZB-5.7(c)",
        "Card 1 was collected for claim 1, so the player had one to show.",
        lambda: claimed().decide(1, None),
    ),
    Row(
        "NOT_ON_THESE_CARDS",
        "",
        "The cards of this game have no arrangement mask, by which the line is won.",
        lambda: on_other_cards().decide(1),
    ),
    Row(
        "CLAIM_IN_TIME",
        "NZB-5.10",
        "Call out 1 was entered before the next number was announced, so it is in time.",
        lambda: claimed().rule(1, True),
    ),
    Row(
        "CLAIM_RULED_BEFORE",
        "NZB-5.10",
        "It was ruled before that call out 1 was made in time.",
        lambda: ruled().rule(1, False),
    ),
    Row(
        "CLAIM_BEFORE_THE_WINNER",
        "NZB-5.10",
        "This claim is for call 5, before the line was won on call 10.",
        lambda: before_the_winner().decide(1, 2),
    ),
)


def _in_wellington() -> Desk:
    """A card that is not on sale here was collected in a hall that plays along."""
    desk = Desk(Told().call(*TOP).post(Post.DEPUTY_SUPERVISOR, "dep", HALL))
    desk.cry(room=HALL)
    theirs = found(series="", seller="", layout=None, face=())
    desk.collect(1, found=theirs, room=HALL, by="dep")
    return desk


def _elsewhere() -> Desk:
    desk = claimed(collect=False)
    desk.given = Given(DESKS, *(e for e in desk.given.events if not isinstance(e, SalesOpened)))
    return desk


def _decided() -> Desk:
    desk = claimed(collect=False)
    desk.decide(1, None)
    return desk


def _disputed() -> Desk:
    desk = read()
    desk.verify(1, unconfirmed=(11,))
    return desk


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_it_is_refused_and_people_are_told(row: Row) -> None:
    outcome = row.tried()
    refused = outcome.refusal
    assert isinstance(refused, Refused)
    assert (refused.reason.code, refused.clause) == (row.code, row.clause)
    assert refused.sentence == row.says
    tried = [event.reason for event in outcome.events if isinstance(event, AttemptRefused)]
    assert len(tried) == len(outcome.events)
    assert tried == ([row.code] if row.code in BY_ANOTHER else [])
    assert "(" not in refused.reason.do


def recorded() -> Iterator[tuple[str, str]]:
    """Reasons that decisions were given, with the clause, each by its own course of things."""
    for card in (found(seller=""), found(replaced_by=31)):
        desk = claimed(collect=False)
        desk.collect(1, found=card)
        made = desk.decide(1, found=card).events[-1]
        yield made.reason, made.clause
    desk = claimed(collect=False)
    desk.collect(1, serial_number="B 77")
    made = desk.decide(1).events[-1]
    yield made.reason, made.clause
    desk = Desk(Told().call(*TOP))
    first, same, later, none, noise = (
        *(desk.cry(), desk.cry()),
        *(desk.cry(), desk.cry(), desk.cry(cry=Cry.NOISE, on_behalf=True)),
    )
    desk.examined(first)
    desk.collect(same)
    made = desk.decide(same).events[-1]
    yield made.reason, made.clause
    assert later
    for number, card_ in ((none, None), (noise, 1)):
        if card_ is not None:
            desk.collect(number)
        made = desk.decide(number, card_).events[-1]
        yield made.reason, made.clause
    desk.told.call(2, 12, 22, 32, 42)
    after = desk.cry()
    desk.collect(after, 2)
    made = desk.decide(after, 2).events[-1]
    yield made.reason, made.clause
    desk.when(TakeRighting((after,), (VoidedStage(LINE, (first,)),), at(70)))
    desk.told.tell(game.Ended(void=True))
    last = desk.cry()
    desk.collect(last, 2)
    made = desk.decide(last, 2).events[-1]
    yield made.reason, made.clause


def test_the_reasons_of_decisions_are_given_with_their_clauses() -> None:
    assert dict(recorded()) == {
        "CARD_NOT_SOLD": "NZB-5.7(c)(i)",
        "CARD_REPLACED": "NZB-5.7(c)(i)",
        "SERIAL_NOT_OF_THIS_GAME": "NZB-5.7(c)(i)",
        "ALREADY_CHECKED": "NZB-5.11",
        "NO_CARD_SHOWN": "NZB-5.7(c)",
        "NOISE_FOR_ANOTHER": "NZB-5.3",
        "STAGE_WON_BEFORE": "NZB-5.4",
        "WON_IN_A_VOID_GAME": "",
    }


def test_every_reason_of_claims_is_reached() -> None:
    assert {row.code for row in ROWS} | ONLY_ON_RECORD == set(reasons())


@pytest.mark.parametrize("reason", reasons().values(), ids=lambda each: each.code)
def test_every_reason_says_what_to_do(reason: Reason) -> None:
    assert reason.says.endswith((".", "}."))
    assert reason.do.endswith(".")
