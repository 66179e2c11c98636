"""Cards, prizes and jackpots: what was taken, what is owed, what is played for."""

from __future__ import annotations

from deploy.dashboards.panels import ORANGE, RED, Board, Panel
from deploy.dashboards.queries import grown, matching, now, or_zero
from deploy.dashboards.units import SHORT
from services.kernel.measuring import names
from services.verify import metrics as verify

_SETTLED = grown(verify.PRIZES, "currency, kind", matching(outcome="settled"))
_PAID = grown(verify.PRIZES, "currency, kind", matching(outcome="paid"))
_NOT_PAID = grown(verify.PRIZES, "currency, outcome", matching(outcome="repaid|written_off|lapsed"))
_CYCLES = matching(kind="jackpots", event="JackpotOpened|JackpotWon|JackpotNotWon|CarriedOver")

PRIZES = Board(
    "eyesdown-prizes",
    "Prizes and jackpots",
    "What was taken for cards, what was won and paid, and what is played for. Amounts are whole "
    "minor units (cents) of their currency.",
    (
        Panel(
            "Cards sold, 24 h",
            "Cards that were sold, by venue.",
            SHORT,
            [(or_zero(grown(verify.CARDS, "venue")), "{{venue}}")],
            wide=8,
        ),
        Panel(
            "Taken for cards, 24 h",
            "Minor units by currency; what was given back later is not subtracted.",
            SHORT,
            [(or_zero(grown(verify.RECEIPTS, "currency")), "{{currency}}")],
            wide=8,
        ),
        Panel(
            "Played for in jackpots",
            "Minor units in the pools of all jackpots that are not over, by venue.",
            SHORT,
            [(or_zero(now(verify.POOL, "venue, currency")), "{{venue}} {{currency}}")],
            wide=8,
        ),
        Panel(
            "Owed to winners",
            "Minor units that were won and that nobody has collected yet.",
            SHORT,
            [(or_zero(now(verify.OWED, "venue, currency")), "{{venue}} {{currency}}")],
            wide=8,
        ),
        Panel(
            "To be recovered",
            "Minor units that were paid too much and have not come back yet.",
            SHORT,
            [(or_zero(now(verify.RECOVERY_DUE, "venue, currency")), "{{venue}} {{currency}}")],
            wide=8,
            steps=((1, ORANGE),),
        ),
        Panel(
            "Settlement differences, 24 h",
            "Claims that the draw decided otherwise than the desk, and payments above what is due.",
            SHORT,
            [(or_zero(grown(verify.DIFFERENCES, "kind")), "{{kind}}")],
            "bars",
            wide=8,
            steps=((1, RED),),
        ),
        Panel(
            "Settled and paid, 24 h",
            "Minor units of prizes and of jackpots; what was settled anew counts again.",
            SHORT,
            [
                (or_zero(_SETTLED), "settled {{kind}} {{currency}}"),
                (or_zero(_PAID), "paid {{kind}} {{currency}}"),
            ],
            "bars",
            wide=12,
            high=7,
        ),
        Panel(
            "Not paid in the end, 24 h",
            "Minor units that came back, were written off, or that nobody collected in time.",
            SHORT,
            [(or_zero(_NOT_PAID), "{{outcome}} {{currency}}")],
            "bars",
            wide=12,
            high=7,
        ),
        Panel(
            "Booked in jackpots, 24 h",
            "Minor units by why: seeded, held of receipts, won, shared, paid, carried over.",
            SHORT,
            [(or_zero(grown(verify.JACKPOT_ENTRIES, "currency, kind")), "{{kind}} {{currency}}")],
            "bars",
            wide=12,
            high=8,
        ),
        Panel(
            "Jackpots, 24 h",
            "How often one was opened, won, missed, and how often something was carried over.",
            SHORT,
            [(or_zero(grown(names.EVENTS, "event", _CYCLES)), "{{event}}")],
            "bars",
            wide=12,
            high=8,
        ),
    ),
)
