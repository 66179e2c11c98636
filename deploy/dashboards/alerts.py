"""The alerts: `make dashboards` writes them to `deploy/prometheus/eyesdown.rules.yml`.

Each says what it means for the floor and which runbook to open. `page` wakes somebody, `ticket`
waits for the day.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from deploy.dashboards.objectives import OBJECTIVES
from deploy.dashboards.queries import ONCE, growth
from services.draw import metrics as draw
from services.kernel.measuring import names
from services.kernel.measuring.metric import JOURNAL, Metric
from services.paigow import metrics as paigow
from services.verify import metrics as verify

PAGE, TICKET = "page", "ticket"


@dataclass(frozen=True)
class Alert:
    """One alert: it fires when `expr` has had a value for so long."""

    name: str
    expr: str
    lasting: str
    severity: str
    summary: str
    means: str

    @property
    def runbook(self) -> str:
        """Where what to do is told."""
        page = "ErrorBudget" if self.name.startswith("ErrorBudget") else self.name
        return f"docs/runbooks/{page}.md"


def _events(event: str, over: str) -> str:
    grown = growth(f'{names.EVENTS.name}{{event="{event}"}}', over)
    return f"sum by (venue) ({ONCE} ({grown}))"


def _standing(kind: str, phase: str) -> str:
    chosen = f'{names.STANDING.name}{{kind=~"{kind}",phase=~"{phase}"}}'
    return f"sum by (venue) ({ONCE} ({chosen}))"


def _screens(states: str) -> str:
    """Rooms that have a display in one of these states."""
    return f'max by (venue, room) ({names.SCREENS.name}{{state=~"{states}"}}) > 0'


def _grown(metric: Metric, by: str, over: str, labels: str = "") -> str:
    """By how much a counter grew in every venue, its first counts included."""
    grown = growth(f"{metric.name}{labels}", over)
    return (
        f"sum by ({by}) ({ONCE} ({grown}))" if metric.of == JOURNAL else f"sum by ({by}) ({grown})"
    )


def _risen(metric: Metric, by: str, labels: str = "", over: str = "15m") -> str:
    """Whether a counter grew."""
    return f"{_grown(metric, by, over, labels)} > 0"


def _burning(id_: str) -> Iterator[Alert]:
    """The error budget of an objective, in two windows."""
    of = OBJECTIVES[id_]
    for name, fast, slow, times, severity in (
        ("Fast", "5m", "1h", 14.4, PAGE),
        ("Slow", "30m", "6h", 6, TICKET),
    ):
        yield Alert(
            f"ErrorBudget{name}{id_.capitalize()}",
            f"{of.burning(fast)} > {times} and {of.burning(slow)} > {times}",
            "2m",
            severity,
            f"{of.title}: the budget is used up {times:g} times as fast as allowed.",
            "Too many are failed by us, now and over the last hours.",
        )


STOPS_PLAY = (
    *("correction", "void_winners", "hand_calls", "decision", "irregularity", "room", "payment"),
    *("entry_difference", "count_difference", "opening_count", "closing_count", "removal"),
)
"""What waits and has somebody else wait. Programmes, figures and disputes may take their time."""

_CERTIFICATE_DAYS = f"floor((min by (service) ({names.CERTIFICATE_ENDS.name}) - time()) / 86400)"

ALERTS = (
    Alert(
        "GameStalled",
        f"{_standing('games', 'in_play')} > 0 unless {_events('NumberCalled', '5m')} > 0",
        "2m",
        PAGE,
        "In {{ $labels.venue }} a game is in play and no number was called for five minutes.",
        "A full hall waits. The caller may not be able to call, or nobody is told why not.",
    ),
    Alert(
        "ClaimWaiting",
        f"{_standing('games', 'paused')} > 0",
        "10m",
        PAGE,
        "In {{ $labels.venue }} a game has been paused for a claim for ten minutes.",
        "The players wait for a claim that nobody decides.",
    ),
    Alert(
        "BoardsStale",
        f"{_risen(names.OVERSIZED, 'service, venue', over='10m')} or histogram_quantile(0.99, "
        f"sum by (le, service) (rate({names.VIEW_DELAY.name}_bucket[5m]))) > 5",
        "1m",
        PAGE,
        "Boards of {{ $labels.service }} are behind what is on record.",
        "The glass shows an older state than the game has: nobody may play by it.",
    ),
    Alert(
        "RoomDark",
        f"({_screens('dark')} unless {_screens('showing|late')}) "
        f"and on (venue) {_standing('games', 'in_play|paused')} > 0",
        "1m",
        PAGE,
        "Room {{ $labels.room }} of {{ $labels.venue }} is dark while a game is on.",
        "No display there says what was called. Players in it cannot follow the game.",
    ),
    Alert(
        "SettlementDifference",
        " or ".join(
            _risen(each, "venue")
            for each in (verify.DIFFERENCES, paigow.DIFFERENCES, paigow.COUNTS_OFF)
        ),
        "0m",
        TICKET,
        "In {{ $labels.venue }} something was settled, paid or counted otherwise than it comes to.",
        "Desk and draw differ, too much was paid, or a table or a float is off: people decide it.",
    ),
    Alert(
        "AuditFailure",
        _risen(names.UNREADABLE, "service, reason", over="10m"),
        "0m",
        PAGE,
        "{{ $labels.service }} cannot read a record: {{ $labels.reason }}.",
        "A record is not as it was written, or a service is older than its data. That game stops.",
    ),
    Alert(
        "AuditFindings",
        f"max by (venue) ({names.AUDIT_FINDINGS.name}) > 0",
        "0m",
        PAGE,
        "An audit of {{ $labels.venue }} found {{ $value }} things that are not as they must be.",
        "What is on record there may not be what was decided. Nobody may rely on it until it is "
        "known why.",
    ),
    Alert(
        "AuditOverdue",
        f"time() - min(max by (venue) ({names.AUDIT_ENDED.name})) > 86400 "
        f"or absent({names.AUDIT_ENDED.name})",
        "15m",
        TICKET,
        "For a day no audit of a venue has come to its end.",
        "Whether the record is whole is not known for as long.",
    ),
    Alert(
        "JournalDamaged",
        f"max by (venue) ({names.LOST.name}) > 0",
        "0m",
        PAGE,
        "The journal of {{ $labels.venue }} lacks {{ $value }} commits.",
        "A server of NATS lost what was on record. Writes have stopped in that venue.",
    ),
    Alert(
        "CountsDiffer",
        f"{names.UNCOUNTED.name} != 0",
        "5m",
        TICKET,
        "{{ $labels.service }} counts {{ $value }} commits of {{ $labels.venue }} too few.",
        "Figures on the wall are not what the journal holds. Play is not touched.",
    ),
    Alert(
        "DrawSelectorFailed",
        _risen(draw.IRREGULARITIES, "venue, kind", '{kind=~"selector|defect"}'),
        "0m",
        PAGE,
        "In {{ $labels.venue }} the equipment of the draw failed: {{ $labels.kind }}.",
        "A game is held until it is decided how it goes on.",
    ),
    Alert(
        "ApprovalWaiting",
        f'sum by (venue, what) ({ONCE} ({names.WAITING.name}{{what=~"{"|".join(STOPS_PLAY)}"}}))'
        " > 0",
        "10m",
        TICKET,
        "In {{ $labels.venue }} a second person is waited for: {{ $labels.what }}.",
        "A game or a table stands still, or a winner waits for money, until somebody signs.",
    ),
    Alert(
        "FeedStuck",
        f"max by (service, venue) ({names.FEED_PARKED.name}) > 0 or "
        f"(max by (service, venue) ({names.FEED_WAITING.name}) > 0 unless "
        f"{_risen(names.REACTIONS, 'service, venue', over='5m')})",
        "5m",
        PAGE,
        "{{ $labels.service }} does not react to commits of {{ $labels.venue }}.",
        "What one service decided does not reach the other: claims are not opened or not settled.",
    ),
    Alert(
        "StorageFilling",
        f"max({names.STORAGE_USED.name}) > 0.8 * max({names.STORAGE_LIMIT.name}) or "
        f"predict_linear({names.STORAGE_USED.name}[6h], 4 * 86400) > "
        f"on () group_left max({names.STORAGE_LIMIT.name})",
        "10m",
        TICKET,
        "The disks of NATS fill: four days are left, or less than a fifth.",
        "When they are full nothing can be put on record, so nothing can be played.",
    ),
    Alert(
        "QuorumLost",
        f"min by (stream) ({names.STREAM_REPLICAS.name}) < 0",
        "1m",
        PAGE,
        "Nobody leads {{ $labels.stream }}.",
        "Nothing can be put on record there until a majority of its servers is back.",
    ),
    Alert(
        "ReplicaMissing",
        f"max by (stream) ({names.STREAM_REPLICAS.name}) > 0",
        "15m",
        TICKET,
        "{{ $value }} replicas of {{ $labels.stream }} are away or behind.",
        "Play goes on. With one more server lost it would not.",
    ),
    Alert(
        "VenueSilent",
        f"({_standing('games|tables|sittings', 'in_play|wagering|dealt')} > 0) unless "
        f"({_grown(names.COMMITS, 'venue', '10m')} > 0)",
        "5m",
        PAGE,
        "Nothing was put on record in {{ $labels.venue }} for ten minutes, with play under way.",
        "The venue's line, its NATS or its consoles are away.",
    ),
    Alert(
        "ServiceDown",
        "up == 0 or absent(up)",
        "1m",
        PAGE,
        "{{ $labels.job }} at {{ $labels.instance }} does not answer.",
        "What it serves stands still, unless another replica serves it.",
    ),
    Alert(
        "NotReady",
        f"min by (service, check) ({names.READY.name}) == 0",
        "2m",
        PAGE,
        "{{ $labels.service }} is not ready: {{ $labels.check }}.",
        "Calls that need it are answered with UNAVAILABLE.",
    ),
    *_burning("commands"),
    *_burning("claims"),
    *_burning("glass"),
    Alert(
        "RefusalsUnusual",
        f"36 * {_grown(names.REFUSALS, 'service', '10m')} > "
        f"4 * {_grown(names.REFUSALS, 'service', '6h')} and "
        f"{_grown(names.REFUSALS, 'service', '10m')} > 20 and "
        f"count by (service) ({names.ABOUT.name} offset 6h)",  # younger, it has no hours before
        "5m",
        TICKET,
        "{{ $labels.service }} refuses four times as much as it did in the last hours.",
        "People at tables try what the rules refuse: a console, a setting or somebody new.",
    ),
    Alert(
        "SelfApprovalTried",
        _risen(names.SELF_APPROVALS, "service, action"),
        "0m",
        TICKET,
        "Somebody tried to be the second person as well: {{ $labels.action }}.",
        "It was refused and stands on record. Somebody will want to know who and why.",
    ),
    Alert(
        "CertificateEnds",
        f"{_CERTIFICATE_DAYS} < 14",
        "5m",
        TICKET,
        "The certificate of {{ $labels.service }} ends in {{ $value }} days.",
        "From then on no console reaches it, and nothing is played.",
    ),
    Alert(
        "ClockSkew",
        f"abs({names.SKEW.name}) > 1",
        "2m",
        TICKET,
        "The clock of {{ $labels.service }} is {{ $value }} s off.",
        "Instants on record and timers are wrong by as much.",
    ),
)


def text() -> str:
    """The rules as Prometheus reads them."""
    lines = [
        "# Written by `make dashboards` from deploy/dashboards/alerts.py.",
        "groups:",
        "  - name: eyesdown",
        "    rules:",
    ]
    for alert in ALERTS:
        lines += [
            f"      - alert: {alert.name}",
            f"        expr: {json.dumps(alert.expr)}",
            f"        for: {alert.lasting}",
            f"        labels: {{ severity: {alert.severity} }}",
            "        annotations:",
            f"          summary: {json.dumps(alert.summary)}",
            f"          means: {json.dumps(alert.means)}",
            f"          runbook: {alert.runbook}",
        ]
    return "\n".join(lines) + "\n"
