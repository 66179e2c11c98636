"""`eyesdown trace` and `eyesdown status`, on a game with a claim and on the services that played
it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC

import pytest
import pytest_asyncio
from google.protobuf.message import Message

from eyesdown.journal.v1 import commit_pb2
from eyesdown.paigow.v1 import events_pb2
from eyesdown.tournament.v1 import table_events_pb2
from eyesdown.verify.v1 import desk_events_pb2
from services.cli.journal.trace import Step, chosen_of, table
from services.kernel.names import Name
from tests.cli.command import Done, eyesdown
from tests.kernel.serving.kit import told
from tests.kit.claims import Table
from tests.kit.draw import Hall, Replica, replica
from tests.kit.listing import once
from tests.kit.verify import Hallway, Verify, verifying

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

MOMENT = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d"
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


@dataclass
class Played:
    """A game with a claim that was allowed, one that was not, and a call that was made in a trace
    of ours."""

    hall: Hall
    draw: Replica
    verify: Verify
    table: Table

    @property
    def short(self) -> str:
        """Its name as people write it."""
        return f"{self.hall.venue}/{self.table.play.game.name.rpartition('/')[2]}"

    async def trace(self, *arguments: str) -> Done:
        """Trace it."""
        more = self.hall.environment("trace")
        return await eyesdown("trace", *arguments, data=self.hall.folder, more=more)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(hall: Hall) -> AsyncIterator[Played]:
    async with replica(hall, "seen") as draw, verifying(hall, "seen-v") as verify:
        table = await Table.laid(Hallway(hall, verify), draw)
        play = table.play
        await table.call(await table.row(1))
        line = await play.call_out()
        await told(draw.draw.SelectNumber(play.selecting(), metadata=play.caller.at))
        await table.examined(line, 1)
        await table.settled(line)
        wrong = await play.call_out()
        await table.examined(wrong, 2)
        await table.settled(wrong)
        await play.select(ball=await table.other(1))
        ours = ("traceparent", f"00-{TRACE}-00f067aa0ba902b7-00")
        await draw.draw.CallNumber(play.calling(6), metadata=(*play.caller.at, ours))
        yield Played(hall, draw, verify, table)


def rows(done: Done) -> list[list[str]]:
    """The cells of each line."""
    assert (done.code, done.err) == (0, "")
    return [re.split(r"  +", line) for line in done.out.splitlines()]


async def test_a_game_and_its_desk_are_shown_in_the_order_of_the_journal(played: Played):
    told_ = rows(await played.trace(played.short, "--all"))
    assert all(re.fullmatch(MOMENT, row[0]) for row in told_)
    kinds = {row[1].split()[0] for row in told_}
    assert kinds == {"games", "claimDesks"}
    for kind in kinds:
        ours = [row[1].split()[1] for row in told_ if row[1].startswith(kind)]
        assert ours == [f"v{version}" for version in range(1, len(ours) + 1)]
    # Its desk hears of it a moment later.
    last = next(row for row in reversed(told_) if row[1].startswith("games"))
    assert last[2:4] == ["call_number", "cal (caller)"]
    assert last[4] == "NumberCalled"
    assert "NZB-5.6(c)" in last[5]
    assert "TNB" not in last[5], "the law of another profile"
    assert last[6] == TRACE


async def test_a_claim_is_followed_through_draw_and_verify(played: Played):
    told_ = rows(await played.trace(played.short, "--claim", "1"))
    # The desk hears of the draw's verdict a moment later.
    assert [(row[1].split()[0], row[2]) for row in told_[:7]] == [
        ("games", "call_out"),
        ("claimDesks", "open_claim"),
        ("claimDesks", "collect_card"),
        ("claimDesks", "read_card"),
        ("claimDesks", "verify_numbers"),
        ("claimDesks", "decide_claim"),
        ("games", "settle_call_out"),
    ]
    assert {row[2] for row in told_[7:]} <= {"take_verdict"}
    version = told_[5][1].split()[1]
    assert told_[6][3] == f"service:draw on claimDesks {version}", "what it answers"


async def test_a_claim_that_is_not_valid_is_shown_with_what_it_was_judged_by(played: Played):
    told_ = rows(await played.trace(played.short, "--claim", "2"))
    (decided,) = (row for row in told_ if row[2] == "decide_claim")
    (followed,) = (row for row in told_ if row[2] == "settle_call_out")
    assert "ClaimDecided" in decided[4]
    assert decided[5].split()[0] == followed[5].split()[0] == "NZB-5.7(c)(ii)"


def step(kind: str, version: int, *messages: Message) -> Step:
    name = Name("akl", kind, "2026-11-29-07")
    return Step(name, version, commit_pb2.Commit(version=version), messages=messages)


@pytest.mark.parametrize(("left", "said"), [(1, "1 commit"), (40, "40 commits")])
async def test_what_is_left_out_is_counted(left: int, said: str):
    shown = [step("games", 41)]
    lines = list(table(shown, left, UTC))
    assert lines[0] == f"… and {said} before these: --all"
    assert lines[1].startswith("1970-01-01 00:00:00.000+00:00  games v41")
    assert len(list(table(shown, 0, UTC))) == 1


async def test_one_commit_is_shown_whole_but_for_what_is_sealed(played: Played):
    name = played.table.play.game.name
    told_ = rows(await played.trace(name, "--all"))
    version = next(row[1].split()[1][1:] for row in told_ if row[2] == "select_number")
    done = await played.trace(name, version)
    lines = {row[0]: row[1] for row in rows(done) if len(row) == 2}
    assert lines["what"] == "eyesdown.draw.v1.DrawService/SelectNumber"
    assert lines["sealed"] == "a part of it"
    assert re.fullmatch(MOMENT, lines["at"])
    assert lines["who"].startswith("cal (caller)")
    assert "NumberSelected" in done.out
    assert "number:" not in done.out
    assert "ball:" not in done.out


async def test_a_round_is_of_a_table_and_lasts_until_the_next_one_begins():
    steps = [
        step("sittings", 7, events_pb2.TilesCut(round=1)),
        step("sittings", 8, events_pb2.LajaPerformed(exposed=1)),
        step("claimDesks", 3, desk_events_pb2.StageSettled(round=2)),
        step("sittings", 9, events_pb2.TilesCut(round=2)),
        step("tables", 5, table_events_pb2.TimeElapsed(round=1)),
    ]

    def of(number: int) -> list[tuple[str, int]]:
        return [(each.name.kind, each.commit.version) for each in chosen_of(steps, None, number)]

    assert of(1) == [("sittings", 7), ("sittings", 8), ("tables", 5)]
    assert of(2) == [("sittings", 9)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("{venue}/2026-11-29-none",), "There is no"),
        (("nonsense",), "is neither like"),
        (("{short}", "--claim", "7"), "{short} has no such claim: it has 1, 2"),
        (("{short}", "--round", "3"), "{short} has no such round: it has none"),
    ],
)
async def test_what_is_not_there_is_told(played: Played, arguments: tuple[str, ...], said: str):
    fill = {"venue": played.hall.venue, "short": played.short}
    done = await played.trace(*(each.format(**fill) for each in arguments))
    assert done.code == 1
    assert said.format(**fill) in done.err


async def test_the_status_says_what_is_played(played: Played):
    places = [played.draw.metrics_at, f"127.0.0.1:{played.verify.server.metrics_port}"]
    chosen = [part for place in places for part in ("--metrics", place)]
    more = played.hall.environment("status")

    async def status() -> Done:
        return await eyesdown("status", *chosen, data=played.hall.folder, more=more)

    dark = r"All is well with the services; \d+ screens are dark: eyesdown rooms\n"
    # Nobody hung any; a room that has just begun to be watched is given a while for its screens.
    done = await once(status, lambda done: re.match(dark, done.out) is not None)
    assert (done.code, done.err) == (0, ""), done.out
    assert re.search(rf"^{played.hall.venue} +games +1 in play$", done.out, re.M)
    assert re.search(r"^once +select_number +PAUSED +NZB-5.7\(c\)$", done.out, re.M)
    silent = await eyesdown(
        "status", *chosen, "--metrics", "127.0.0.1:1", data=played.hall.folder, more=more
    )
    assert silent.code == 1
    assert silent.out.startswith("WRONG  127.0.0.1:1 does not answer")
