"""The screen of `eyesdown status`, from what services tell."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from services.cli.scraping import Scraped
from services.cli.status_page import page, wrong

WELL = """\
eyesdown_ready{service="draw",check="nats"} 1
eyesdown_actions_total{service="draw",action="call_number",venue="akl",outcome="ok"} 1500
eyesdown_actions_total{service="draw",action="call_number",venue="akl",outcome="stale"} 2
eyesdown_actions_total{service="draw",action="open_game",venue="akl",outcome="refused"} 3
eyesdown_actions_total{service="draw",action="open_game",venue="akl",outcome="denied"} 4
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
    assert lines[-1].split() == ["1", "times", "open_game", "ROOM_IN_PLAY", "-"]


def test_replicas_of_a_service_tell_the_same_of_the_floor():
    lines = list(page([scraped(WELL), scraped(WELL, "127.0.0.1:9465")]))
    assert "akl  games  3 in play" in lines
    assert lines[-2].split()[:2] == ["4", "times"], "but each has refused its own"


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


def test_nothing_was_measured_yet():
    assert scraped("").within("eyesdown_journal_append_seconds", 0.99) is None
