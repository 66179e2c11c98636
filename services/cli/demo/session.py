"""The session of the evening: opened and closed under two signatures each, with its figures."""

from __future__ import annotations

from contextlib import aclosing

from eyesdown.draw.v1 import session_pb2
from services.cli.common.output import amount
from services.cli.demo.evening import VENUE, Differs, Evening
from services.cli.demo.programme import PROGRAMME


async def opened(evening: Evening) -> None:
    """The manager prepares the programme, the supervisor signs it."""
    evening.begin("A session of six games, prepared by one person and opened by another.")
    session = await evening["mere"].sessions.prepare_session(
        venue=VENUE,
        session_id=f"{evening.day}-evening",
        title="The evening session",
        programme=PROGRAMME,
    )
    await evening.refused(
        "who prepared it signs it too",
        "PREPARED_BY_SIGNER",
        evening["mere"].sessions.open_session(session.name, version=session.version),
    )
    session = await evening["sue"].sessions.open_session(session.name, version=session.version)
    evening.session = session.name
    evening.check("games on the programme", len(session.programme), 6)


async def closed(evening: Evening) -> None:
    """The supervisor closes it with its figures, the manager signs them."""
    evening.begin("The session is closed by one person, and its figures are signed by another.")
    supervisor, manager = evening["sue"].sessions, evening["mere"].sessions
    session = await _all_ended(evening)
    session = await supervisor.close_session(session.name, version=session.version)
    await evening.refused(
        "who closed it signs it too",
        "CLOSED_BY_SIGNER",
        supervisor.sign_session(session.name, version=session.version),
    )
    session = await manager.sign_session(session.name, version=session.version)
    figures = session.signed_figures
    evening.figures("the session")
    # Games 1 to 5; the fifth once void and once played over. The sixth is practice, and in no
    # other figure.
    evening.check("games played", figures.played, 5)
    evening.check("void", figures.void, 1)
    evening.check("practice", figures.practice, 1)
    evening.check("of the programme not played", figures.not_played, 0)
    # 90 + 8 + 5 + 6, and of the fifth 3 before it was void and 2 after
    evening.check("numbers called", figures.numbers_called, 114)
    # Valid 2, 1, 1, 1, 1 in the void game (what is won stays won) and 1 after it; not valid 1 in
    # the first game; voided 1 in the third, where a number was spoken wrongly.
    verdicts = (figures.valid, figures.not_valid, figures.out_of_time, figures.voided)
    evening.check("call outs valid, not valid, out of time, voided", verdicts, (7, 1, 0, 1))
    evening.check("call outs undecided", figures.undecided, 0)
    # Entered wrongly and taken back in the second game, spoken and shown wrongly in the third
    evening.check("corrections", figures.corrections, 4)
    evening.check("irregularities", figures.irregularities, 1)
    # The line and the bingo of the first game, a line in each of 2, 3 and 4, and the bingo of the
    # game that was played over; what was won before a game was void is in the void game.
    evening.check("stages won", figures.stages_won, 6)
    # 100 + 1,000 + 50 + 80 + 60, and 700 for the bingo that was played over
    prizes = ", ".join(amount(each) for each in figures.prizes_announced)
    evening.check("prizes announced", prizes, "NZD 1,990.00")


async def _all_ended(evening: Evening) -> session_pb2.Session:
    """The session once it knows the end of its games, which it follows a moment behind: six of the
    programme, and the one that was played over."""
    watching = evening["sue"].sessions.watch_session(evening.session)
    async with aclosing(watching) as versions:
        async for seen in versions:
            ended = [game for game in seen.session.games if game.ending]
            if len(ended) == len(PROGRAMME) + 1:
                return seen.session
    raise Differs(["the session was closed before its games had ended"])
