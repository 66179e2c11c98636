"""What a session took, paid and held, for its close; and the ledgers, decided again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cli.command import Done, eyesdown
from tests.kit.draw import Hall, Replica
from tests.kit.draw_beside import World
from tests.kit.draw_hall import Person
from tests.kit.draw_play import BINGO, LINE
from tests.kit.jackpots import Jackpots, full_card
from tests.kit.listing import once
from tests.kit.prizes import Counter
from tests.kit.verify import Hallway, nzd, request_id

pytest_plugins = ["tests.kit.jackpots"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


async def typed(cards_of: Hallway, person: Person, *arguments: str) -> Done:
    """What a person who types this gets."""
    token = dict(person.at)["authorization"].removeprefix("Bearer ")
    more = {
        "EYESDOWN_VERIFY": f"127.0.0.1:{cards_of.verify.server.port}",
        "EYESDOWN_TOKEN": token,
    }
    return await eyesdown(*arguments, data=cards_of.hall.folder, more=more)


@pytest.mark.case("B23")
async def test_case_B23_a_session_is_added_up_without_its_practice_game(
    hall: Hall, one: Replica, jackpots: Jackpots, counter_of: Any, cards_of: Hallway
):
    session = (await World(hall, one).open_session()).name
    name = (await jackpots.open()).name
    practice: Counter = await counter_of(session=session, programme_number=1, practice=True)
    refused = await typed(
        *(cards_of, hall.manager, "jackpot", "declare", _short(name), _short(practice.desk)),
    )
    assert refused.code == 1
    assert "practice" in refused.err
    await practice.play.end()
    played: Counter = await counter_of(
        session=session,
        programme_number=2,
        declare=jackpots.for_game(name, share=2_500, stage=LINE, within=5),
    )
    await played.call(await played.row(1))
    await played.win(1)
    await played.go_on(1)
    await played.line()
    await played.pay()
    figures = await jackpots.figures(session)
    (game,) = figures.games
    assert (game.game, game.cards, game.receipts) == (played.play.game.name, 12, nzd(20_00))
    assert (game.held, game.prizes, game.paid) == (nzd(5_00), nzd(50_00), nzd(50_00))
    assert game.open, "the bingo is still to be won, and the jackpot to be paid"
    # Fifty dollars and the five that are held, of twenty
    assert game.payout == 27_500
    await played.until(lambda each: any(s.kind == 2 for s in each.settlements))
    # 500 of the house, and a quarter of twenty dollars
    await played.pay(1, 505_00, kind=2)
    await played.play.end()
    await played.until(lambda each: each.ended)
    figures = await jackpots.figures(session)
    assert (figures.total.jackpots, figures.total.paid) == (nzd(505_00), nzd(555_00))
    assert not figures.total.open
    shown = await typed(cards_of, hall.auditor, "session", "figures", _short(session))
    assert shown.code == 0, shown.err
    assert shown.out.splitlines()[-1].split() == [
        *("together", "12", "NZD", "20.00", "NZD", "50.00", "NZD", "5.00", "275", "%"),
        *("NZD", "505.00", "NZD", "555.00"),
    ]


async def test_jackpots_are_opened_declared_and_looked_at_from_the_command_line(
    hall: Hall, jackpots: Jackpots, counter_of: Any, cards_of: Hallway
):
    id_ = jackpots.opening().jackpot_id
    jackpot = f"{hall.venue}/{id_}"
    made = await typed(
        *(cards_of, hall.manager, "jackpot", "open", jackpot, "--title", "Sunday jackpot"),
        *("--share", "12.5%", "--seed", "250", "--most", "1000"),
    )
    assert (made.code, made.err) == (0, "")
    assert made.out.splitlines() == [
        f"venues/{jackpot.replace('/', '/jackpots/')}   Sunday jackpot   played for",
        "  seed NZD 250.00, 12.5 % of the receipts where a game says nothing else, "
        "at most NZD 1,000.00 at once",
        "  played for: NZD 250.00",
    ]
    name = f"venues/{hall.venue}/jackpots/{id_}"

    async def declare(game: str) -> None:
        done = await typed(
            *(cards_of, hall.manager, "jackpot", "declare", jackpot),
            *(_short(game), "--stage", "bingo", "--calls", "50"),
        )
        assert done.out == f"{game}: {name}, 12.5 % of its receipts; bingo in 50 calls\n", done.err

    table: Counter = await counter_of(declare=declare)
    await jackpots.once(name, lambda found: found.pool == nzd(252_50))
    late = await typed(
        *(cards_of, hall.manager, "jackpot", "declare", jackpot, _short(table.desk)),
        *("--share", "0%"),
    )
    assert late.code == 1
    assert "what players were told of its jackpot stands" in late.err
    await full_card(table, 1)
    await table.play.end()
    await table.until(lambda each: any(s.kind == 2 for s in each.settlements))
    await table.pay(1, 252_50, kind=2, stage=BINGO)
    await jackpots.once(name, lambda found: found.paid == nzd(252_50))
    ledger = await typed(cards_of, hall.auditor, "jackpot", "ledger", jackpot)
    assert ledger.code == 0, ledger.err
    lines = ledger.out.splitlines()
    assert [line.split()[-1] for line in lines[1:6]] == [
        "seed",
        "receipts",
        "won",
        "shared",
        "paid",
    ]
    assert lines[-1] == "together NZD 0.00"
    shown = await typed(cards_of, hall.auditor, "jackpot", "show", jackpot)
    assert f"NZD 252.50 won by {table.play.game.name} on call 15" in shown.out
    assert f"paid NZD 252.50; played for next: {name}-2" in shown.out
    await once(
        lambda: typed(cards_of, hall.auditor, "jackpot", "list", "--venue", hall.venue),
        lambda listed: f"{jackpot}-2" in listed.out,
    )
    into = _short((await jackpots.open()).name)
    closed = await typed(cards_of, hall.manager, "jackpot", "close", f"{jackpot}-2", into)
    assert closed.code == 0, closed.err
    assert f"closed; played for: venues/{into.replace('/', '/jackpots/')}" in closed.out
    carried = await typed(cards_of, hall.manager, "jackpot", "carry-over", jackpot)
    assert carried.code == 1
    assert "is divided among the winners" in carried.err
    for wrong in ("10", "101%", "0.001%", "-5%"):
        bad = await typed(
            *(cards_of, hall.manager, "jackpot", "declare", jackpot, _short(table.desk)),
            *("--share", wrong),
        )
        assert bad.code == 1
        assert "is no share" in bad.err


async def test_a_whole_session_is_declared_at_once(
    hall: Hall, one: Replica, jackpots: Jackpots, counter_of: Any, cards_of: Hallway
):
    session = (await World(hall, one).open_session()).name
    jackpot = _short((await jackpots.open()).name)
    arguments = ("jackpot", "declare", jackpot, "--session", _short(session), "--share", "5%")

    async def declare(game: str) -> None:
        done = await typed(cards_of, hall.manager, *arguments)
        assert done.code == 0, done.err
        assert [line.split(": ")[0] for line in done.out.splitlines()] == [game]
        assert "5 % of its receipts; it is only fed" in done.out

    await counter_of(session=session, programme_number=2, declare=declare)
    nothing = await typed(cards_of, hall.manager, "jackpot", "declare", jackpot)
    assert (nothing.code, "name a game, or a session" in nothing.err) == (1, True)


async def test_every_commit_of_a_jackpot_is_decided_again_and_comes_to_the_same(
    hall: Hall, jackpots: Jackpots, counter_of: Any
):
    name = (await jackpots.open()).name
    table: Counter = await counter_of(declare=jackpots.for_game(name, stage=LINE))
    cards = await table.tie()
    lines = await table.win(*cards)
    await table.go_on(*cards)
    await table.until(lambda each: any(s.kind == 2 for s in each.settlements))
    await table.pay(2, 251_00, kind=2)
    await table.void(lines[1])
    await jackpots.when(name, _account(table, 1), 502_00)
    request = await table.recovering(2, 251_00, kind=2, request_id=request_id())
    await table.verify.prizes.RecordRecovery(request, metadata=hall.manager.at)
    await jackpots.when(name, _account(table, 2), 0)
    later: Counter = await counter_of(declare=jackpots.for_game(name))
    await jackpots.once(f"{name}-2", lambda found: found.pool == nzd(502_00))
    await later.play.end()
    await jackpots.once(f"{name}-2", lambda found: any(each.ended for each in found.games))
    done = await eyesdown(
        *("audit", "verify", "--venue", hall.venue),
        data=hall.folder,
        more=hall.environment("audit"),
    )
    assert (done.code, done.err) == (0, ""), done.out
    assert "jackpots" not in done.out, "nothing is found wrong with a jackpot"


def _short(name: str) -> str:
    """ "akl/2026-friday"."""
    _, venue, _, id_ = name.split("/")
    return f"{venue}/{id_}"


def _account(table: Counter, share: int) -> str:
    return f"payable:{table.play.id.id}/{share}"
