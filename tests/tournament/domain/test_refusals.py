"""What people are told: every reason of the tournament's law, reached and read with its facts."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

from services.kernel.errors import failure_of
from services.kernel.law import Reason, Refused
from services.tournament.domain import tournament
from services.tournament.domain.tournament.state import State, Unplanned
from services.tournament.domain.tournament.tournament import TOURNAMENTS, Command
from tests.tournament.domain import refusals_entries, refusals_results, refusals_sessions
from tests.tournament.domain.refusals import Row

ROWS = (*refusals_entries.ROWS, *refusals_sessions.ROWS, *refusals_results.ROWS)


def reasons() -> Iterator[Reason]:
    """All reasons that the modules of the domain hold."""
    for module in pkgutil.walk_packages(tournament.__path__, f"{tournament.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, Reason):
                yield value


def refusal(command: Command, state: State) -> Refused:
    """Why a command is refused, raised or put on record."""
    try:
        decided = TOURNAMENTS.decide(command, state)
    except Refused as raised:
        return raised
    assert decided.refusal is not None
    return decided.refusal


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_what_people_are_told(row: Row) -> None:
    story, command = row.tell()
    state = story.given.state if hasattr(story, "events") else Unplanned()
    refused = refusal(command, state)
    assert refused.reason.code == row.code
    # Whose seats were drawn is chance: {0}, {1} stand for any player.
    pattern = re.escape(row.says).replace(r"\{0\}", "[0-9]+").replace(r"\{1\}", "[0-9]+")
    assert re.fullmatch(pattern, refused.sentence), refused.sentence
    failure = failure_of(refused)
    assert failure is not None
    assert failure.advice.endswith(".")
    assert "{" not in failure.advice
    assert "(" not in refused.sentence


def test_every_reason_of_the_domain_is_reached() -> None:
    assert {row.code for row in ROWS} == {reason.code for reason in reasons()}


def test_a_code_is_one_reason() -> None:
    found = {id(reason): reason.code for reason in reasons()}
    assert len(set(found.values())) == len(found)
