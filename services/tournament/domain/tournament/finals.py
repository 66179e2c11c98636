"""The final: one session at one table, of all who came through (6.5)."""

from __future__ import annotations

from services.kernel.law import Reason, clause
from services.tournament.domain.tournament.advancing import going_on
from services.tournament.domain.tournament.parts import Session, SessionState
from services.tournament.domain.tournament.state import Tournament

FINAL_IS_ONE_TABLE = Reason(
    "FINAL_IS_ONE_TABLE",
    "The final would have {tables} tables.",
    "All who came through sit at one table in the final.",
    clause="TBJ-6.5",
)
FINAL_SEATED = Reason(
    "FINAL_SEATED",
    "Session {other} is the final already, and there is one final.",
    "Play that session, or drop it before it starts.",
    clause="TBJ-6.5",
)
FINAL_FOR_ALL = Reason(
    "FINAL_FOR_ALL",
    "Players {players} are in the final by right and would have no seat.",
    "Seat everybody who came through; who does not come is disqualified, on record.",
    clause="TBJ-6.5",
)


@clause("TBJ-6.5")
def one_final(tournament: Tournament, session: Session) -> None:
    """There is one final session; its tally says who wins."""
    if session.stage != tournament.final_stage:
        return
    for each in tournament.of_stage(session.stage):
        if each.state not in (SessionState.PLANNED, SessionState.VOID):
            raise FINAL_SEATED(other=each.session)


@clause("TBJ-6.4", "TBJ-6.5")
def final_has_all(tournament: Tournament, session: Session, players: tuple[int, ...]) -> None:
    """The final is played by all who came through, not by some of them."""
    if session.playoff or session.stage != tournament.final_stage:
        return
    missing = going_on(tournament, session.stage)[0].difference(players)
    if missing:
        raise FINAL_FOR_ALL(players=", ".join(map(str, sorted(missing))))
