"""The wall."""

from __future__ import annotations

from deploy.dashboards.objectives import OBJECTIVES
from deploy.dashboards.panels import ORANGE, RED, Board, Panel
from deploy.dashboards.queries import (
    grown,
    matching,
    most,
    now,
    or_zero,
    quantile,
    rate,
)
from deploy.dashboards.units import PER_MINUTE, SECONDS, SHARE, SHORT
from services.draw import metrics as draw
from services.kernel.measuring import names
from services.paigow import metrics as paigow
from services.verify import metrics as verify

IN_PLAY = matching(kind="games", phase="in_play")
STOPPED = matching(kind="games", phase="paused|held")
CALLED = matching(event="NumberCalled")
LATE = matching(state="late|dark")

FLOOR = Board(
    "eyesdown-floor",
    "Floor",
    "Is every room playing, and is anything wrong? Legible from five metres.",
    (
        Panel(
            "Games in play",
            "Games that are announced and not paused, held or over, by venue.",
            SHORT,
            [(or_zero(now(names.STANDING, "venue", IN_PLAY)), "{{venue}}")],
        ),
        Panel(
            "Paused or held",
            "Games that wait for a claim, or are held; orange from the first on.",
            SHORT,
            [(or_zero(now(names.STANDING, "venue", STOPPED)), "{{venue}}")],
            steps=((1, ORANGE),),
        ),
        Panel(
            "Calls a minute",
            "Numbers that were announced, by venue.",
            PER_MINUTE,
            [(or_zero(f"60 * {rate(names.EVENTS, 'venue', CALLED, '2m')}"), "{{venue}}")],
        ),
        Panel(
            "Services that are not ready",
            "Checks of readiness that fail, in all replicas.",
            SHORT,
            [(f"count({names.READY.name} == 0) or vector(0)", "checks")],
            steps=((1, RED),),
        ),
        Panel(
            "Claims decided, 1 h",
            "Claims by what became of them in the last hour.",
            SHORT,
            [(or_zero(grown(verify.CLAIMS, "outcome", over="1h")), "{{outcome}}")],
            "bars",
        ),
        Panel(
            "Claim takes",
            "From the opening of a claim until it is decided, 95 of 100, in the last half hour.",
            SECONDS,
            [(or_zero(quantile(verify.CLAIM_DURATION, 0.95, over="30m")), "95 % within")],
            steps=((120, ORANGE), (300, RED)),
        ),
        Panel(
            "Waiting for a second person",
            "What one person has signed, or somebody is to decide, by what it is; practice is left "
            "out.",
            SHORT,
            [(or_zero(f"{now(names.WAITING, 'what')} > 0"), "{{what}}")],
            steps=((1, ORANGE),),
        ),
        Panel(
            "Irregularities, 24 h",
            "Of the draw, by what was found, and what was entered at a table and is not so.",
            SHORT,
            [
                (or_zero(grown(draw.IRREGULARITIES, "kind")), "{{kind}}"),
                (or_zero(grown(paigow.DIFFERENCES)), "table entries"),
            ],
            "bars",
            steps=((1, ORANGE),),
        ),
        Panel(
            "Tournaments",
            "Tournaments that are not over, by phase.",
            SHORT,
            [(or_zero(now(names.STANDING, "phase", matching(kind="tournaments"))), "{{phase}}")],
        ),
        Panel(
            "Tables in play",
            "Session tables of tournaments and pai gow tables that are not closed.",
            SHORT,
            [
                (
                    or_zero(now(names.STANDING, "kind", matching(kind="tables|sittings"))),
                    "{{kind}}",
                )
            ],
        ),
        Panel(
            "Found by the eye",
            "In what is in play: cards that complete something and nobody called out for, those "
            "that play has gone past, and claims that the record contradicts.",
            SHORT,
            [(or_zero(most(names.NOTICED, "what")), "{{what}}")],
            "bars",
            steps=((1, ORANGE),),
        ),
        Panel(
            "Displays late or dark",
            "Displays that do not show what their room should, by room.",
            SHORT,
            [(or_zero(f"{most(names.SCREENS, 'venue, room', LATE)} > 0"), "{{venue}} {{room}}")],
            steps=((1, RED),),
        ),
        Panel(
            "Refusals a minute",
            "The five refusals that are given most often, by their reasons.",
            PER_MINUTE,
            [
                (
                    or_zero(f"topk(5, 60 * {rate(names.REFUSALS, 'reason', over='10m')})"),
                    "{{reason}}",
                )
            ],
            "bars",
            wide=12,
        ),
        Panel(
            "Not failed by us",
            "Commands of the last hour that were answered as they should: done, or refused by a "
            "rule.",
            SHARE,
            [(OBJECTIVES["commands"].good("1h"), "objective 99.9 %")],
            steps=((0.999, "green"),),
        ),
        Panel(
            "On every glass within 1 s",
            "Calls of the last hour that were on a connected display's glass within a second.",
            SHARE,
            [(OBJECTIVES["glass"].good("1h"), "objective 99 %")],
            steps=((0.99, "green"),),
        ),
    ),
)
