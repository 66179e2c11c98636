"""The screen of `eyesdown status`, from what services tell."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from deploy.dashboards.floor import FLOOR
from services.cli.common.scraping import Scraped
from services.cli.ops.status_page import page, wrong
from tests.cli.command import DEADLINE, start
from tests.cli.running import line_with

NAME = re.compile(r"\b(?:eyesdown|rpc_server)_[a-z_]+\b(?=[{\[ )]|$)")
WELL = """\
eyesdown_ready{service="draw",check="nats"} 1
eyesdown_actions_total{service="draw",action="call_number",venue="akl",outcome="ok"} 1500
eyesdown_actions_total{service="draw",action="call_number",venue="akl",outcome="stale"} 2
eyesdown_actions_total{service="draw",action="open_game",venue="akl",outcome="refused"} 3
eyesdown_actions_total{service="draw",action="open_game",venue="akl",outcome="denied"} 3
eyesdown_denials_total{service="draw",action="open_game",reason="ROLE_NOT_PERMITTED"} 3
eyesdown_denials_total{service="draw",action="list_games",reason="VENUE_NOT_PERMITTED"} 1
eyesdown_actions_total{service="draw",action="open_game",venue="akl",outcome="unknown"} 5
eyesdown_refusals_total{service="draw",action="call_number",reason="PAUSED",clause="NZB-5.7(c)"} 2
eyesdown_refusals_total{service="draw",action="open_game",reason="ROOM_IN_PLAY",clause=""} 1
eyesdown_standing{service="draw",venue="akl",kind="games",phase="in_play"} 3
eyesdown_standing{service="draw",venue="akl",kind="games",phase="held"} 0
eyesdown_journal_append_seconds_bucket{service="draw",le="0.001"} 90
eyesdown_journal_append_seconds_bucket{service="draw",le="0.0025"} 99
eyesdown_journal_append_seconds_bucket{service="draw",le="+Inf"} 100
rpc_server_call_duration_seconds_bucket{rpc_method="a",le="1.0"} 1
rpc_server_call_duration_seconds_bucket{rpc_method="a",le="+Inf"} 2
rpc_server_call_duration_seconds_count{rpc_method="a"} 2
eyesdown_journal_lost_commits{service="draw",venue="akl"} 0
eyesdown_uncounted_commits{service="draw",venue="akl"} 0
eyesdown_clock_skew_seconds{service="draw"} 0.2
eyesdown_build_info{service="draw",version="0.1.0",build="aa"} 1
"""


def scraped(text: str, place: str = "127.0.0.1:9464") -> Scraped:
    families = text_string_to_metric_families(text)
    return Scraped(place, [each for family in families for each in family.samples])


def test_a_house_that_is_well_says_so_and_what_is_played():
    lines = list(page([scraped(WELL)]))
    assert lines[0] == "All is well."
    assert lines[3].split() == [
        *("draw", "1,500", "5", "4", "5", "-"),
        *("≤", "2.5", "ms", "more"),
    ]
    assert "akl  games  3 in play" in lines
    assert lines[-2].split() == ["2", "times", "call_number", "PAUSED", "NZB-5.7(c)"]
    assert lines[-1].split() == ["once", "open_game", "ROOM_IN_PLAY", "-"]


def test_replicas_of_a_service_tell_the_same_of_the_floor():
    lines = list(page([scraped(WELL), scraped(WELL, "127.0.0.1:9465")]))
    assert "akl  games  3 in play" in lines
    assert lines[-2].split()[:2] == ["4", "times"], "but each has refused its own"


def test_the_summary_says_which_screens_are_dark():
    def first(dark: int) -> str:
        more = (
            f'eyesdown_room_screens{{service="draw",venue="akl",room="main",state="dark"}} {dark}'
        )
        return next(page([scraped(f"{WELL}{more}\n")]))

    assert first(0) == "All is well."
    assert first(1) == "All is well with the services; 1 screen is dark: eyesdown rooms"
    assert first(14) == "All is well with the services; 14 screens are dark: eyesdown rooms"


def test_kinds_are_told_in_words():
    desk = 'eyesdown_standing{service="verify",venue="akl",kind="claimDesks",phase="not_open"} 2\n'
    lines = list(page([scraped(WELL + desk)]))
    assert "akl  claim desks  2 with sales not open" in lines


def test_what_waits_for_a_second_person_is_told():
    waits = (
        'eyesdown_waiting{service="draw",venue="akl",what="void_winners"} 2\n'
        'eyesdown_waiting{service="draw",venue="akl",what="room"} 0\n'
        'eyesdown_waiting{service="verify",venue="wlg",what="payment"} 1\n'
    )
    lines = list(page([scraped(WELL + waits), scraped(WELL + waits, "127.0.0.1:9465")]))
    assert "Waiting for a second person: akl 2 void winners; wlg 1 payment" in lines
    assert not any("second person" in line for line in page([scraped(WELL)]))


def test_every_question_of_the_wall_has_its_answer_here(monkeypatch: pytest.MonkeyPatch):
    """Whatever a panel of the Floor asks of the services is read for this screen too."""
    asked, named = set(), Scraped.named

    def noted(self: Scraped, name: str, **labels: str) -> Iterator[Sample]:
        asked.add(re.sub(r"_(bucket|count)$", "", name))
        return named(self, name, **labels)

    monkeypatch.setattr(Scraped, "named", noted)
    list(page([scraped(WELL)]))
    for panel in FLOOR.panels:
        queries = " ".join(expr for expr, _ in panel.queries)
        told = {re.sub(r"_(bucket|count)$", "", name) for name in NAME.findall(queries)}
        assert told, panel.title
        assert told <= asked, panel.title


def test_what_the_wall_asks_is_answered_in_a_line_each():
    more = """\
eyesdown_events_total{service="draw",venue="akl",kind="games",event="NumberCalled"} 1200
eyesdown_events_total{service="draw",venue="akl",kind="games",event="CallConfirmed"} 1199
eyesdown_verify_claims_total{service="verify",venue="akl",outcome="allowed"} 12
eyesdown_verify_claims_total{service="verify",venue="wlg",outcome="allowed"} 1
eyesdown_verify_claims_total{service="verify",venue="akl",outcome="refused"} 2
eyesdown_verify_claim_seconds_bucket{service="verify",venue="akl",le="20.0"} 14
eyesdown_verify_claim_seconds_bucket{service="verify",venue="akl",le="+Inf"} 14
eyesdown_draw_irregularities_total{service="draw",venue="akl",kind="stuck"} 1
eyesdown_paigow_differences_total{service="paigow",venue="akl",kind="payment"} 3
eyesdown_noticed{service="verify",venue="akl",what="silent"} 2
eyesdown_self_approvals_total{service="draw",action="sign_session",reason="CLOSED_BY_SIGNER"} 1
eyesdown_self_approvals_total{service="draw",action="approve_profile",reason="OWN_CHANGE"} 2
eyesdown_room_screens{service="draw",venue="akl",room="main",state="dark"} 2
eyesdown_room_screens{service="draw",venue="akl",room="main",state="showing"} 4
eyesdown_announcement_to_glass_seconds_bucket{service="draw",venue="akl",room="main",le="1.0"} 199
eyesdown_announcement_to_glass_seconds_count{service="draw",venue="akl",room="main"} 200
"""
    told = [re.split(r"  +", line) for line in page([scraped(WELL + more)])]
    assert [line for line in told if len(line) == 2] == [
        ["numbers called", "1,200"],
        ["claims decided", "13 allowed, 2 refused; 95 of 100 within 20 s"],
        ["irregularities", "1 stuck"],
        ["wrong table entries", "3"],
        ["found by the eye", "2 silent"],
        ["self-approvals tried", "2 approve profile, 1 sign session"],
        ["displays", "akl main 2 dark"],
        ["on the glass within 1 s", "99.50%"],
        ["not failed by us", "99.67%"],
    ]
    one, other = scraped(WELL + more), scraped(WELL + more, "127.0.0.1:9465")
    both = list(page([one, other]))
    assert "numbers called           1,200" in both, "replicas tell the same"
    assert "self-approvals tried     4 approve profile, 2 sign session" in both, "each its own"


@pytest.mark.parametrize("method", ["WatchGame", "ExportCards"])
def test_how_long_a_stream_was_open_is_not_how_fast_calls_are(method: str):
    stream = f'{{rpc_method="eyesdown.draw.v1.DrawService/{method}",le='
    more = (
        f'rpc_server_call_duration_seconds_bucket{stream}"0.5"}} 0\n'
        f'rpc_server_call_duration_seconds_bucket{stream}"+Inf"}} 9000\n'
        'rpc_server_call_duration_seconds_bucket{rpc_method="b/CallNumber",le="0.5"} 1000\n'
        'rpc_server_call_duration_seconds_bucket{rpc_method="b/CallNumber",le="+Inf"} 1000\n'
    )
    lines = list(page([scraped(WELL.replace('le="1.0"} 1', 'le="1.0"} 2') + more)]))
    assert lines[3].endswith("≤ 500 ms")


def test_how_fast_is_told_where_it_was_asked_before():
    later = WELL.replace('_count{rpc_method="a"} 2', '_count{rpc_method="a"} 32')
    lines = list(page([scraped(later)], [scraped(WELL)], 10))
    assert lines[3].split()[5] == "3.0"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('check="nats"} 1', 'check="nats"} 0', "draw is not ready: nats"),
        (
            'lost_commits{service="draw",venue="akl"} 0',
            'lost_commits{service="draw",venue="akl"} 7',
            "draw in akl: the journal lacks 7 commits",
        ),
        (
            'uncounted_commits{service="draw",venue="akl"} 0',
            'uncounted_commits{service="draw",venue="akl"} -1',
            "draw in akl: -1 commits are not counted",
        ),
        ('skew_seconds{service="draw"} 0.2', 'skew_seconds{service="draw"} -3.26', "-3.3 s off"),
    ],
)
def test_what_is_wrong_is_told_first(old: str, new: str, said: str):
    replica = scraped(WELL.replace(old, new))
    (found,) = wrong([replica])
    assert said in found
    assert next(iter(page([replica]))) == f"WRONG  {found}"


def test_replicas_of_two_builds_are_told():
    same, other = scraped(WELL), scraped(WELL.replace("draw", "verify").replace('"aa"', '"bb"'))
    assert list(wrong([same, same])) == []
    assert list(wrong([other, same])) == [
        "not all run the same build: draw 0.1.0+aa; verify 0.1.0+bb"
    ]


def test_a_service_that_does_not_answer_is_wrong():
    silent = Scraped("127.0.0.1:9465", silent="refused")
    assert list(wrong([scraped(WELL), silent])) == ["127.0.0.1:9465 does not answer: refused"]
    assert list(page([silent]))[3].split() == ["127.0.0.1:9465", *"-" * 7]


async def test_who_has_seen_enough_ends_it_and_nothing_is_wrong(tmp_path: Path):
    process = await start("status", "--every", "1", "--metrics", "127.0.0.1:1", data=tmp_path)
    await line_with(process, "127.0.0.1:1 does not answer")
    process.send_signal(signal.SIGINT)
    async with asyncio.timeout(DEADLINE):
        _, told = await process.communicate()
    assert (process.returncode, told) == (0, b"")


def test_nothing_was_measured_yet():
    assert scraped("").within("eyesdown_journal_append_seconds", 0.99) is None
