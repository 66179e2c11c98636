"""How every reason of sessions, equipment and disputes is reached, and what people are told."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from services.draw.domain.display import DISPLAYS
from services.draw.domain.dispute.dispute import DISPUTES
from services.draw.domain.equipment.equipment import EQUIPMENT
from services.draw.domain.equipment.state import Defect, Respect
from services.draw.domain.game.parts import StagePrize
from services.draw.domain.session.session import SESSIONS
from services.kernel.law import Decider
from services.kernel.money import Money
from tests.draw.domain import displays as w
from tests.draw.domain.dispute import disputes as d
from tests.draw.domain.equipment import pieces as e
from tests.draw.domain.session import sessions as s


@dataclass(frozen=True)
class Row:
    """A command after these events is refused for `code`, and people are told `says`."""

    decider: Decider[Any, Any, Any]
    code: str
    so_far: tuple[Any, ...]
    command: Any
    says: str


AUSTRALIAN = s.entry(4, stages=(StagePrize(s.BINGO, Money("AUD", 100)),))
COUNTED = s.counted(s.figures())

_SESSIONS = (
    (
        "SESSION_DAY",
        (),
        s.prepare(day=date(2026, 11, 28)),
        "A session of 2026-11-28 cannot be prepared on the gaming day 2026-11-29.",
    ),
    (
        "SESSION_DAY",
        s.PLANNED,
        s.open_(today=date(2026, 11, 30)),
        "A session of 2026-11-29 cannot be opened on the gaming day 2026-11-30.",
    ),
    (
        "NUMBER_TWICE",
        (),
        s.prepare((s.entry(2), s.entry(2))),
        "The programme names game 2 twice.",
    ),
    (
        "PROGRAMME_CURRENCY",
        (),
        s.prepare((AUSTRALIAN,)),
        "Prizes here are paid in NZD, but game 4 has one in AUD.",
    ),
    (
        "NO_AMENDMENT",
        s.OPEN,
        s.sign_amendment(),
        "No change of the programme waits for a signature.",
    ),
    (
        "AMENDED_BY_SIGNER",
        (*s.OPEN, s.amendment(s.entry(9))),
        s.sign_amendment(by=s.SUE),
        "sue proposed this change of the programme and cannot sign it as well.",
    ),
    (
        "PROGRAMME_EMPTY",
        s.OPEN,
        s.amend(withdrawn=(1, 2, 3)),
        "Without these games nothing is left on the programme.",
    ),
    (
        "PROGRAMME_SIGNED",
        s.OPEN,
        s.change(),
        "The programme was signed and the session opened; it is not prepared again.",
    ),
    (
        "PREPARED_BY_SIGNER",
        s.PLANNED,
        s.open_(by="Mere"),
        "mere prepared this programme and cannot sign it as well.",
    ),
    ("SESSION_OPENED_BEFORE", s.OPEN, s.open_(), "The session was opened before."),
    (
        "GAME_OPENED_BEFORE",
        (*s.OPEN, *s.begun(2)),
        s.amend(withdrawn=(2,)),
        "Game 2 of the programme was opened before and stays as it was opened.",
    ),
    (
        "NOTHING_TO_AMEND",
        s.OPEN,
        s.amend(withdrawn=(8,)),
        "The amendment leaves the programme as it is: game 8 cannot be taken out.",
    ),
    (
        "NOTHING_TO_AMEND",
        s.OPEN,
        s.amend(s.entry(2)),
        "The amendment leaves the programme as it is: every game that it names is on it just so.",
    ),
    ("NOT_OPENED_YET", s.PLANNED, s.close(), "The session has not been opened."),
    (
        "SESSION_ENDED",
        (*s.OPEN, COUNTED, s.closed()),
        s.close(),
        "The session is closed under two signatures.",
    ),
    (
        "SESSION_ENDED",
        (*s.PLANNED, s.cancelled()),
        s.open_(),
        "The session is cancelled: storm.",
    ),
    (
        "GAMES_UNDER_WAY",
        (*s.OPEN, *s.begun(2)),
        s.close(),
        "2026-11-29-02 of the session has not ended.",
    ),
    (
        "CLOSED_BY_SIGNER",
        (*s.OPEN, COUNTED),
        s.sign(by=s.SUE),
        "sue closed the session with these figures and cannot sign them as well.",
    ),
    (
        "NOT_CLOSED_YET",
        s.OPEN,
        s.sign(),
        "Nobody has closed the session, so there are no figures to sign or take back.",
    ),
    (
        "CLOSING_ALREADY",
        (*s.OPEN, COUNTED),
        s.close(),
        "sue has closed the session; it waits for another person's signature.",
    ),
)

_EQUIPMENT = (
    (
        "YEAR_NOT_OPEN",
        (),
        e.register(year=2025),
        "Equipment of 2025 cannot be registered in 2026.",
    ),
    (
        "NOT_COMPARED",
        (e.registered(),),
        e.examine((Respect.SIZE, Respect.SHAPE)),
        "The objects were not found equal in weight and balance, and no defect says why.",
    ),
    (
        "NO_SUCH_OBJECT",
        e.IN_SERVICE,
        e.take_out(Defect(76, "red")),
        "There is no object 76 in this set of 75.",
    ),
    (
        "SELECTOR_HAS_NO_OBJECTS",
        e.SELECTOR,
        e.examine(),
        "This is an electronic selector: it has no objects to count or compare.",
    ),
    (
        "WITNESS_IS_INSPECTOR",
        (e.registered(),),
        e.examine(witness="Ines"),
        "ines made this inspection and cannot be its witness as well.",
    ),
    (
        "INSPECTED_BY_REPAIRER",
        e.REPAIRED,
        e.examine(by=e.ROB),
        "rob repaired this equipment and cannot be the one who inspects it now.",
    ),
    (
        "NOT_OUT_OF_SERVICE",
        e.IN_SERVICE,
        e.repair(),
        "The equipment is not out of service, so there is nothing to repair or to return.",
    ),
    (
        "DEFECT_NOT_REPAIRED",
        e.OUT,
        e.return_(),
        "This was found wrong and nothing has been done about it: ball 17: cracked.",
    ),
    (
        "NOT_INSPECTED_SINCE",
        e.REPAIRED,
        e.return_(),
        "The equipment was not inspected and found fit since it was taken out of service.",
    ),
    (
        "EQUIPMENT_RETIRED",
        (e.registered(), e.retired()),
        e.examine(),
        "This equipment was given up: sold.",
    ),
)

_DISPUTES = (
    (
        "NO_SUCH_CALL",
        (),
        replace(d.open_(record=None), position=80),
        "The game has no call 80 that could be disputed.",
    ),
    (
        "IN_THE_DISPUTE",
        d.OPEN,
        d.rule(by=d.CAL),
        "cal has been the caller of this game and cannot be the one who decides it.",
    ),
    (
        "REVIEWED_BY_RULER",
        d.RULED,
        d.review(by=d.SUE),
        "sue made this ruling and cannot review it as well.",
    ),
    ("DISPUTE_NOT_RULED", d.OPEN, d.review(), "There is no ruling that waits for a review."),
    (
        "RULED_ALREADY",
        d.RULED,
        d.rule(by=d.MERE),
        "sue has ruled on the dispute; it waits for a second reviewer.",
    ),
    ("DISPUTE_SETTLED", d.SETTLED, d.add(), "The dispute is settled."),
)

_DISPLAYS = (
    ("NO_SUCH_CODE", (), w.bind(waiting=False), "No screen waits under the code 7QK4M."),
    (
        "HANGS_ELSEWHERE",
        (),
        w.bind(hangs_in="terrace"),
        "The display north hangs in the room terrace, as the venue's file has it.",
    ),
    (
        "DISPLAY_REVOKED",
        (w.BOUND, w.REVOKED),
        w.revoke(),
        "The display was revoked before: stolen.",
    ),
)

BESIDE: tuple[tuple[Decider[Any, Any, Any], tuple[Any, ...]], ...] = (
    (SESSIONS, _SESSIONS),
    (EQUIPMENT, _EQUIPMENT),
    (DISPUTES, _DISPUTES),
    (DISPLAYS, _DISPLAYS),
)
ROWS = tuple(Row(decider, *row) for decider, rows in BESIDE for row in rows)
