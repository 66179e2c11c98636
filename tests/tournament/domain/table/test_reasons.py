"""What people are told: every reason of the session table, reached and read with its facts."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import replace

import pytest

from services.kernel.errors import failure_of
from services.kernel.law import Reason, Refused
from services.tournament.codec.table import CODEC as TABLE_CODEC
from services.tournament.domain import blackjack
from services.tournament.domain import table as table_package
from services.tournament.domain.table.table import TABLES, Command
from tests.tournament.domain.table import refusals_rounds, refusals_wagering
from tests.tournament.domain.table.play import (
    MINUTES_20,
    Play,
    call_session,
    change_seats,
    close,
    dealt,
    director,
    hold,
    open_table,
    resume,
    seated,
    seats,
    started,
    terms,
    time,
)
from tests.tournament.domain.table.refusals import Row, after, called, finished, over

ROWS = (*refusals_wagering.ROWS, *refusals_rounds.ROWS)


def reasons() -> Iterator[Reason]:
    """All reasons that the modules of table and blackjack hold."""
    for package in (table_package, blackjack):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, Reason):
                    yield value


def refusal_of(row: Row) -> Refused:
    try:
        decision = TABLES.decide(row.command, row.play().state)
    except Refused as refused:
        return refused
    assert decision.refusal is not None, f"{row.code} was not refused"
    return decision.refusal


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_what_people_are_told(row: Row) -> None:
    refusal = refusal_of(row)
    assert refusal.reason.code == row.code
    assert refusal.sentence == row.says
    failure = failure_of(refusal)
    assert failure is not None
    assert failure.advice.endswith(".")
    for gap in ("{", "}", "(box)", "(shoe)", "(due)"):
        assert gap not in failure.advice


def test_every_reason_of_the_table_is_reached() -> None:
    assert {row.code for row in ROWS} == {reason.code for reason in reasons()}


def test_a_code_is_one_reason() -> None:
    found = {id(reason): reason.code for reason in reasons()}
    assert len(set(found.values())) == len(found)


def test_whatever_the_tournament_can_be_refused_stands_on_record() -> None:
    """Its words are reactions: a refusal that can't be recorded would park the tournament."""
    recorded = {reason.code for reason in TABLE_CODEC.recorded}
    words = (
        *(open_table(), change_seats(*seats(1, 1)), call_session(), hold(session=True)),
        *(resume(session=True), director(), director(present=False), close()),
        replace(hold(session=True), reason=""),
        replace(open_table(), seats=seats(3, 3)),
    )
    plays = (
        *(Play, seated, started, dealt, over, finished, lambda: called(seated())),
        lambda: after(started(), hold(session=True)),
        lambda: after(started(), hold()),
        lambda: after(finished(), close()),
        lambda: after(called(seated(terms(MINUTES_20))), time(1)),
    )
    told = {refused_for(word, make()) for make in plays for word in words} - {""}
    assert len(told) > 5
    assert told <= recorded


def refused_for(command: Command, play: Play) -> str:
    """The code that a command is refused for; empty if it is carried out."""
    try:
        TABLES.decide(command, play.state)
    except Refused as refused:
        return refused.reason.code
    return ""
