"""Which methods may name every venue: lists, and those whose contract says so."""

from __future__ import annotations

import pytest

from eyesdown.common.v1 import options_pb2
from services.kernel.serving import policy
from services.kernel.serving.policy import PolicyError
from tests.kernel.serving.kit import served

JOURNAL = "eyesdown.journal.v1.JournalService"
LIST = ".eyesdown.draw.v1.ListGamesRequest"
ROLES = [options_pb2.ROLE_OPERATOR]


def test_the_floor_may_be_watched_over_every_venue_and_commits_are_read_of_one():
    rules = policy.read([JOURNAL])
    floor, commits = (rules[f"/{JOURNAL}/{method}"] for method in ("WatchFloor", "ReadCommits"))
    assert (floor.lists, floor.place, floor.regulated) == (True, "parent", False)
    assert (commits.lists, commits.place, commits.regulated) == (False, "parent", False)
    assert set(commits.roles) == {options_pb2.ROLE_OPERATOR, options_pb2.ROLE_AUDITOR}


def test_without_a_word_of_its_contract_a_method_that_is_no_list_names_one_venue():
    service = served(
        "names_one_venue",
        ("Watch", LIST, options_pb2.Policy(roles=ROLES), False),
        ("WatchAll", LIST, options_pb2.Policy(roles=ROLES, every_venue=True), False),
        ("ListAll", LIST, options_pb2.Policy(roles=ROLES), False),
    )
    rules = policy.read([service])
    lists = {rule.action: rule.lists for rule in rules.values()}
    assert lists == {"watch": False, "watch_all": True, "list_all": True}


def test_what_changes_something_or_names_an_aggregate_is_never_for_every_venue():
    service = served(
        "never_for_every_venue",
        (
            "Open",
            ".eyesdown.draw.v1.OpenGameRequest",
            options_pb2.Policy(roles=ROLES, regulated=True, every_venue=True),
            False,
        ),
        (
            "Get",
            ".eyesdown.draw.v1.GetGameRequest",
            options_pb2.Policy(roles=ROLES, every_venue=True),
            False,
        ),
    )
    with pytest.raises(PolicyError) as raised:
        policy.read([service])
    assert raised.value.problems == tuple(
        f"{service}/{method}: is for every venue, but is regulated or has no parent"
        for method in ("Open", "Get")
    )
