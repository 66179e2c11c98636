"""`eyesdown claim`, typed by a supervisor who has seconds; and the client's claims."""

from __future__ import annotations

import json

import pytest

from eyesdown_client import ClaimOutcome, ClaimPhase, Eyesdown
from tests.cli.command import Done, eyesdown
from tests.kit.draw_hall import Person
from tests.kit.verify import Hallway

pytest_plugins = ["tests.kit.claims"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def typed(cards_of: Hallway, person: Person, *arguments: str) -> Done:
    """What a person who types this gets."""
    token = dict(person.at)["authorization"].removeprefix("Bearer ")
    more = {
        "EYESDOWN_VERIFY": f"127.0.0.1:{cards_of.verify.server.port}",
        "EYESDOWN_TOKEN": token,
    }
    return await eyesdown("claim", *arguments, data=cards_of.hall.folder, more=more)


async def test_a_card_is_checked_now_and_at_a_past_call(table_of, cards_of: Hallway):
    table = await table_of()
    row = await table.row(1)
    await table.call([*row, await table.other(1)])
    game, supervisor = f"{table.hall.venue}/{table.play.id.id}", table.hall.supervisor
    then = await typed(cards_of, supervisor, "check", game, "1", "--call", "5")
    assert (then.code, then.err) == (0, "")
    lines = then.out.splitlines()
    assert lines[0] == "CARD 1 WINS the line, on call 5."
    numbers = " ".join(map(str, sorted(row)))
    assert lines[1] == f"  line: complete on call 5: {numbers}"
    assert lines[2].startswith("  bingo: The bingo is not complete. Not called yet: ")
    assert lines[2].endswith(". [NZB-5.7(c)(ii)]")
    assert all(f"[{number}]" in lines[4] for number in row)
    assert lines[-1] == f"serial number {table.serial}, sold by sue"
    assert f"{row[0]} (1)" in lines[-2]
    now = await typed(cards_of, supervisor, "check", game, "1")
    lines = now.out.splitlines()
    assert lines[0] == "CARD 1 WINS NOTHING on call 6."
    assert lines[1] == (
        "  line: The line was complete on call 5; the last number before the call out was call 6. "
        "[NZB-5.7(c)(iii)]"
    )


async def test_a_card_that_is_not_of_the_game_says_so_at_once(table_of, cards_of: Hallway):
    table = await table_of()
    game, supervisor = f"{table.hall.venue}/{table.play.id.id}", table.hall.supervisor
    unsold = await typed(cards_of, supervisor, "check", game, "13")
    assert unsold.out == (
        "CARD 13 DOES NOT WIN: Card 13 was not sold for this game. [NZB-5.7(c)(i)]\n"
    )
    other = await typed(cards_of, supervisor, "check", game, "1", "--serial", "B 9")
    assert "bears the serial number B 9; the cards of this game bear" in other.out
    found = await typed(cards_of, supervisor, "check", game, "900", "--json")
    assert json.loads(found.out)["reason"] == "CARD_NOT_SOLD"
    early = await typed(cards_of, supervisor, "check", game, "1")
    assert early.out.startswith("CARD 1 WINS NOTHING before the first call.\n")
    late = await typed(cards_of, supervisor, "check", game, "1", "--call", "3")
    assert (late.code, "the last call of this game is 0" in late.err) == (1, True)


async def test_claims_are_listed_with_what_they_wait_for(table_of, cards_of: Hallway):
    table = await table_of()
    game, supervisor = f"{table.hall.venue}/{table.play.id.id}", table.hall.supervisor
    assert (await typed(cards_of, supervisor, "list", game)).out == "No claims.\n"
    await table.call(await table.row(1))
    wrong, right = await table.play.call_out(), await table.play.call_out()
    await table.collect(wrong, 2)
    await table.decide(wrong)
    await table.collect(right, 1)
    lines = (await typed(cards_of, supervisor, "list", game)).out.splitlines()
    assert lines[0].split() == [
        "claim",
        "after",
        "call",
        "room",
        "card",
        "decision",
        "waits",
        "for",
    ]
    assert "refused: NUMBER_NOT_CALLED [NZB-5.7(c)(ii)]" in lines[1]
    assert lines[2].endswith("its numbers to be read")
    listed = await typed(cards_of, supervisor, "list", game, "--json")
    assert [each["callOut"] for each in json.loads(listed.out)["claims"]] == [1, 2]


async def test_a_claim_is_decided_through_the_client(table_of, cards_of: Hallway):
    table = await table_of()
    await table.call(await table.row(1))
    line, room = await table.play.call_out(), table.play.game.rooms[0]
    address = f"127.0.0.1:{cards_of.verify.server.port}"

    def person(who: Person) -> Eyesdown:
        return Eyesdown(address, token=dict(who.at)["authorization"].removeprefix("Bearer "))

    async with person(table.hall.supervisor) as supervisor, person(table.hall.caller) as caller:
        looked = await supervisor.claims.check_card(table.desk, card=1, position=5)
        assert looked.findings[0].wins
        claim = await supervisor.claims.collect_card(
            table.desk, call_out=line, card=1, serial_number=table.serial, room=room
        )
        assert ClaimPhase(claim.phase) is ClaimPhase.TO_READ
        numbers = await supervisor.claims.read_card(table.desk, call_out=line, room=room)
        assert numbers == sorted(await table.row(1))
        desk = await caller.claims.verify_numbers(table.desk, call_out=line, unconfirmed=[9])
        assert list(desk.claims[0].unconfirmed) == [9]
        await caller.claims.verify_numbers(table.desk, call_out=line)
        claim = await supervisor.claims.decide_claim(table.desk, call_out=line, room=room)
        assert ClaimOutcome(claim.decision.outcome) is ClaimOutcome.ALLOWED
        assert len((await supervisor.claims.get_desk(table.desk)).claims) == 1
        watch = supervisor.claims.watch_desk(table.desk)
        assert (await anext(watch)).desk.version == 1
        await watch.aclose()
        await table.settled(line)
        await table.call([await table.other(1)])
        late = await table.play.call_out(after_position=5)
        ruled = await supervisor.claims.rule_late_claim(
            table.desk, call_out=late, in_time=False, room=room
        )
        assert ClaimOutcome(ruled.claims[1].decision.outcome) is ClaimOutcome.FORFEITED
