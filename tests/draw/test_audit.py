"""The draw's record, audited: every number proven, and whatever is altered found."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import events_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.audit.findings import Proven
from services.kernel.build import Build
from services.kernel.names import BadName, Name
from services.kernel.profiles import Profiles
from tests.draw.record import BALLS, CAL, ELECTRONIC, PLACE, SUE, Draws, played
from tests.kit.tamper import WAYS, change_a_fact, rewritten

SEED = 20261129
EACH = 63
"""How often each way is tried: with the 80 on the toy's record, 1,001 in all."""
TIMES = 100


@pytest.fixture
async def draws(tmp_path) -> Draws:
    """Three games on record."""
    return await played(tmp_path)


async def found(draws: Draws, raws: Any, **how: Any) -> list[tuple[str, int, str]]:
    """Name, version and reason of what an audit finds."""
    report = (await draws.audit(raws, **how)).report
    return [(finding.name, finding.version, finding.why) for finding in report.findings]


def at(draws: Draws, name: Name, version: int) -> int:
    """Where the version of a game lies in the stream."""
    return [i for i, raw in enumerate(draws.raws) if raw.subject == name.subject][version - 1]


def changed(draws: Draws, name: Name, version: int, change: Callable[[Any], None]) -> Any:
    """The stream with this commit changed and the chain made whole again."""
    return rewritten(draws.raws, at(draws, name, version), change)


# -- as it was written -----------------------------------------------------------------------


async def test_every_number_is_proven_without_a_key(draws):
    report = (await draws.audit(keys=False)).report
    assert report.findings == []
    # Sealed are eight selections and the entropy of the one that was refused; five were called,
    # one was opened by the end, and one when it was put right. The ball that waits and the refused
    # entropy stay closed.
    assert report.proven == Proven(
        streams=1,
        commits=34,
        aggregates=3,
        decided=32,
        undecided=2,
        sealed=9,
        by_later=7,
        closed=2,
        refusals=1,
        builds=Counter({Build("0.0.test"): 34}),
        undemanded=3,  # opened without anybody's word, as before it was asked
    )


async def test_with_the_keys_everything_is(draws):
    proven = (await draws.audit()).report.proven
    assert (proven.decided, proven.undecided, proven.by_key, proven.closed) == (34, 0, 9, 0)


# -- tampered with ---------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
async def test_random_tampering_is_found(draws, way):
    chance = random.Random(f"{SEED} draw {way.__name__}")
    mark = (await draws.audit()).marks[PLACE]
    raws = draws.raws
    for number in range(EACH):
        tampered = way(chance, raws)
        since = None if tampered.shows else mark
        report = (await draws.audit(tampered.raws, keys=number % 2 == 0, since=since)).report
        assert report.findings, f"{number}: {tampered.how} was not found"
        if not (tampered.moved and since):
            named = {finding.name for finding in report.findings if finding.name}
            assert named <= {_name(subject) for subject in tampered.subjects}, number


def _name(subject: str) -> str:
    try:
        return str(Name.of_subject(subject))
    except BadName:
        return ""


async def test_any_changed_fact_is_found_by_deciding_again(draws):
    chance = random.Random(SEED)
    raws, seen = draws.raws, set()
    for number in range(TIMES):
        where, told = chance.randrange(len(raws)), [""]

        def change(commit: commit_pb2.Commit, told: list[str] = told) -> None:
            told[0] = change_a_fact(chance, commit)

        altered = rewritten(raws, where, change)
        if told[0]:
            stored = commit_pb2.Commit.FromString(raws[where].body)
            findings = await found(draws, altered)
            expected = [(stored.name, stored.version)]
            assert [each[:2] for each in findings] == expected, f"{number}: {told[0]}: {findings}"
            seen.add(told[0].partition(".")[0])
    assert seen >= {"GameOpened", "StaffAssigned", "GameAnnounced", "NumberCalled", "GameRow"}


# -- an insider's ideas ----------------------------------------------------------------------

LAW = "what is said to have happened is not what the law decides on this request"


async def test_another_number_called_than_the_one_selected_is_found_without_a_key(draws):
    def ninety(commit: commit_pb2.Commit) -> None:
        called = events_pb2.NumberCalled()
        commit.events[0].Unpack(called)
        assert called.number != 90
        called.number = 90
        commit.events[0].Pack(called, deterministic=True)

    assert await found(draws, changed(draws, ELECTRONIC, 6, ninety), keys=False) == [
        (str(ELECTRONIC), 6, LAW)
    ]


async def test_another_ball_than_the_one_that_was_put_right_is_found_without_a_key(draws):
    """The opening of the replaced one is not one of the ball in its place, nor of nothing."""

    def of_another(commit: commit_pb2.Commit) -> None:
        rekeyed = events_pb2.BallRekeyed()
        commit.events[0].Unpack(rekeyed)
        assert rekeyed.opening.version == 12
        rekeyed.opening.content += b"\x00"
        commit.events[0].Pack(rekeyed, deterministic=True)

    findings = await found(draws, changed(draws, BALLS, 13, of_another), keys=False)
    assert findings[0] == (str(BALLS), 13, "what it opens is not what version 12 committed to")


async def test_a_call_by_another_than_the_caller_is_found(draws):
    def sue_calls(commit: commit_pb2.Commit) -> None:
        assert commit.actor.person == CAL
        commit.actor.person = SUE

    assert await found(draws, changed(draws, ELECTRONIC, 6, sue_calls)) == [
        (str(ELECTRONIC), 6, LAW)
    ]


async def test_a_refusal_that_is_hushed_up_is_found(draws):
    def as_if_it_had_been_right(commit: commit_pb2.Commit) -> None:
        commit.ClearField("refusal")
        request = pb.ConfirmCallRequest()
        commit.command.request.Unpack(request)
        request.ball = 90
        commit.command.request.Pack(request, deterministic=True)
        confirmed = events_pb2.CallConfirmed(position=2, ball=90, by=SUE, at=commit.at)
        commit.events.add().Pack(confirmed)

    findings = await found(draws, changed(draws, BALLS, 10, as_if_it_had_been_right))
    # The confirmation that followed is then one that changes nothing.
    assert findings == [(str(BALLS), 11, "its command changes nothing, and yet it is on record")]


async def test_an_ending_decided_on_an_older_version_than_the_last_is_found(draws):
    def older(commit: commit_pb2.Commit) -> None:
        request = pb.EndGameRequest()
        commit.command.request.Unpack(request)
        request.version = 16
        commit.command.request.Pack(request, deterministic=True)

    ((name, version, why),) = await found(draws, changed(draws, ELECTRONIC, 18, older))
    assert (name, version) == (str(ELECTRONIC), 18)
    assert why.startswith("this is refused: STALE")


async def test_a_profile_whose_text_is_not_at_hand_is_said_to_be_missing(draws):
    text = draws.profiles.get("nz-casino-bingo").text
    other = Profiles([], ["NZB-5.2", "NZB-5.6(b)", "NZB-5.6(d)", "NZB-5.7(a)"])
    findings = await found(draws, None, profiles=other)
    assert {name for name, _, _ in findings} == {
        str(Name("akl", "games", f"2026-11-29-0{number}")) for number in (1, 2, 3)
    }
    for _, version, why in findings:
        assert version == 1
        assert why.startswith("the text ")
        assert "is not at hand" in why
    assert text  # it was there all the time


async def test_a_profile_that_changes_in_the_middle_of_a_game_is_found(draws):
    def other(commit: commit_pb2.Commit) -> None:
        commit.profile.sha256 = b"p" * 32

    assert await found(draws, changed(draws, ELECTRONIC, 6, other)) == [
        (str(ELECTRONIC), 6, "it was decided under another profile than the commits before it")
    ]
