"""How it is played: games, tables and tournaments."""

from __future__ import annotations

from deploy.dashboards.panels import RED, Board, Panel
from deploy.dashboards.queries import (
    grown,
    matching,
    most,
    now,
    or_zero,
    quantile,
    rate,
    spread,
)
from deploy.dashboards.units import PER_MINUTE, SECONDS, SHORT
from services.draw import metrics as draw
from services.kernel.measuring import names
from services.paigow import metrics as paigow
from services.tournament import metrics as tournament

GAMES = matching(kind="games")

GAME = Board(
    "eyesdown-game",
    "Game",
    "How games are played in a venue. One game alone, with its commits, clauses and traces, is "
    "shown by `eyesdown trace VENUE/GAME`; its traces have the attribute eyesdown.game.",
    (
        Panel(
            "Seconds between calls",
            "From one call to the next, holds and claims between them included.",
            SECONDS,
            spread(draw.CALL_INTERVAL, "10m"),
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Call outs take",
            "From a call out until it is decided and the game can go on.",
            SECONDS,
            spread(draw.DECISION, "30m"),
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Games by phase",
            "Games that are not over.",
            SHORT,
            [(or_zero(now(names.STANDING, "phase", GAMES)), "{{phase}}")],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "What happens in games",
            "Events of games in a minute, by their names in the contracts.",
            PER_MINUTE,
            [(or_zero(f"60 * {rate(names.EVENTS, 'event', GAMES)}"), "{{event}}")],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Displays by room",
            "Displays that show what they should, are late with it, are dark or not known yet.",
            SHORT,
            [
                (
                    or_zero(most(names.SCREENS, "venue, room, state")),
                    "{{venue}} {{room}} {{state}}",
                )
            ],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "From announcement to glass",
            "Until a number is on a display's glass, 99 of 100, by room.",
            SECONDS,
            [(or_zero(quantile(names.GLASS, 0.99, "venue, room")), "{{venue}} {{room}}")],
            "time",
            wide=12,
            high=8,
            steps=((1, RED),),
        ),
        Panel(
            "Found by the eye",
            "Silent and missed cards and contradicted claims of games in play, by venue.",
            SHORT,
            [(or_zero(most(names.NOTICED, "venue, what")), "{{venue}} {{what}}")],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Words of displays that were not taken",
            "In a minute: ill-formed, of no display that hangs there, or in another's name.",
            PER_MINUTE,
            [(or_zero(f"60 * {rate(names.SHOWN_IGNORED, 'why')}"), "{{why}}")],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Call outs by verdict, 24 h",
            "What was decided of call outs; what was decided anew counts again.",
            SHORT,
            [(or_zero(grown(draw.CALL_OUTS, "outcome")), "{{outcome}}")],
            "bars",
            wide=8,
            high=6,
        ),
        Panel(
            "Games ended, 24 h",
            "How games ended.",
            SHORT,
            [(or_zero(grown(draw.ENDED, "outcome")), "{{outcome}}")],
            "bars",
            wide=8,
            high=6,
        ),
        Panel(
            "Second persons, 24 h",
            "What was proposed, approved and rejected.",
            SHORT,
            [(or_zero(grown(draw.APPROVALS, "outcome")), "{{outcome}}")],
            "bars",
            wide=8,
            high=6,
        ),
        Panel(
            "Refused in games, by clause",
            "Refusals of the draw in a minute, by reason and clause.",
            PER_MINUTE,
            [
                (
                    or_zero(
                        f"60 * {rate(names.REFUSALS, 'reason, clause', matching(service='draw'))}"
                    ),
                    "{{reason}} {{clause}}",
                )
            ],
            "time",
            wide=24,
            high=8,
        ),
    ),
)

TABLES = Board(
    "eyesdown-tables",
    "Tables and tournaments",
    "Blackjack tournaments and pai gow tables.",
    (
        Panel(
            "Tournaments by phase",
            "Tournaments that are not over.",
            SHORT,
            [(or_zero(now(names.STANDING, "phase", matching(kind="tournaments"))), "{{phase}}")],
            wide=8,
        ),
        Panel(
            "Session tables by phase",
            "Tables of tournaments that are not closed.",
            SHORT,
            [(or_zero(now(names.STANDING, "phase", matching(kind="tables"))), "{{phase}}")],
            wide=8,
        ),
        Panel(
            "Pai gow tables by phase",
            "Tables between opening and closing count.",
            SHORT,
            [(or_zero(now(names.STANDING, "phase", matching(kind="sittings"))), "{{phase}}")],
            wide=8,
        ),
        Panel(
            "Hands an hour",
            "Hands of tournaments that were settled, and of pai gow that were dealt.",
            SHORT,
            [
                (or_zero(f"3600 * {rate(tournament.HANDS, over='15m')}"), "blackjack"),
                (
                    or_zero(f"3600 * {rate(names.EVENTS, '', matching(event='HandDealt'), '15m')}"),
                    "pai gow",
                ),
            ],
            "time",
            wide=24,
            high=6,
        ),
        Panel(
            "Chips wagered in tournaments",
            "Chips in a minute, doubles too.",
            SHORT,
            [(or_zero(f"60 * {rate(tournament.WAGERED, 'venue')}"), "{{venue}}")],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Wagered and paid at pai gow",
            "Minor units in a minute, by currency.",
            SHORT,
            [
                (or_zero(f"60 * {rate(paigow.WAGERED, 'currency')}"), "wagered {{currency}}"),
                (or_zero(f"60 * {rate(paigow.PAID, 'currency')}"), "paid {{currency}}"),
            ],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Prizes, 24 h",
            "Prizes of tournaments that were awarded and paid.",
            SHORT,
            [(or_zero(grown(tournament.PRIZES, "outcome")), "{{outcome}}")],
            "bars",
            wide=8,
        ),
        Panel(
            "Awarded, 24 h",
            "Minor units of the venue's currency that were awarded in tournaments.",
            SHORT,
            [(or_zero(grown(tournament.AWARDED, "venue")), "{{venue}}")],
            wide=8,
        ),
        Panel(
            "Settlement differences, 24 h",
            "Entries that are not what the rules come to, and counts of a float that are off.",
            SHORT,
            [
                (or_zero(grown(paigow.DIFFERENCES, "kind")), "{{kind}}"),
                (or_zero(grown(paigow.COUNTS_OFF)), "counts"),
            ],
            "bars",
            wide=8,
            steps=((1, RED),),
        ),
    ),
)
