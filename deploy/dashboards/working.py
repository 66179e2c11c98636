"""How the house works: services, and the journal."""

from __future__ import annotations

from deploy.dashboards.panels import ORANGE, RED, Board, Panel
from deploy.dashboards.queries import (
    ONCE,
    grown,
    now,
    or_zero,
    quantile,
    rate,
    series,
    spread,
)
from deploy.dashboards.units import BYTES, PER_MINUTE, SECONDS, SHARE, SHORT
from services.kernel.measuring import names

SERVICES = Board(
    "eyesdown-services",
    "Services",
    "Rate, errors and duration by RPC; what processes use.",
    (
        Panel(
            "Calls a second",
            "By method.",
            "reqps",
            [
                (
                    f"sum by (rpc_method) (rate({names.CALL_DURATION.name}_count[5m]))",
                    "{{rpc_method}}",
                )
            ],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Errors of ours a second",
            "Calls that ended with a status that is the server's fault, by method and status.",
            "reqps",
            [
                (
                    or_zero(
                        "sum by (rpc_method, rpc_response_status_code) (rate("
                        f'{names.CALL_DURATION.name}_count{{rpc_response_status_code=~"UNKNOWN|'
                        'DEADLINE_EXCEEDED|UNIMPLEMENTED|INTERNAL|UNAVAILABLE|DATA_LOSS"}[5m]))'
                    ),
                    "{{rpc_method}} {{rpc_response_status_code}}",
                )
            ],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Calls take, 99 of 100",
            "By method, without streams; a bucket's exemplar leads to its trace.",
            SECONDS,
            [
                (
                    quantile(
                        names.CALL_DURATION, 0.99, "rpc_method", f'rpc_method!~"{names.STREAMS}"'
                    ),
                    "{{rpc_method}}",
                )
            ],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Actions by outcome",
            "Regulated actions in a second.",
            "reqps",
            [(rate(names.ACTIONS, "outcome"), "{{outcome}}")],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Under way",
            "Calls and streams that are being answered.",
            SHORT,
            [(now(names.IN_FLIGHT, "service, kind"), "{{service}} {{kind}}")],
            "time",
            wide=8,
            high=7,
        ),
        Panel(
            "Denied a minute",
            "Calls by somebody unknown, or who may not make them, by reason.",
            PER_MINUTE,
            [(or_zero(f"60 * {rate(names.DENIALS, 'reason')}"), "{{reason}}")],
            "time",
            wide=8,
            high=7,
        ),
        Panel(
            "Let in or not, a minute",
            "Calls by whether somebody known might make them.",
            PER_MINUTE,
            [(or_zero(f"60 * {rate(names.AUTHORIZATIONS, 'decision')}"), "{{decision}}")],
            "time",
            wide=8,
            high=7,
        ),
        Panel(
            "Self-approvals tried, 24 h",
            "Times that one person tried to be the second one as well; each was refused.",
            SHORT,
            [(or_zero(grown(names.SELF_APPROVALS, "action, reason")), "{{action}} {{reason}}")],
            "bars",
            wide=8,
            high=7,
            steps=((1, ORANGE),),
        ),
        Panel(
            "Certificates that end within two weeks",
            "Of servers; those that serve in the clear have none.",
            SHORT,
            [(f"count({names.CERTIFICATE_ENDS.name} - time() < 14 * 86400) or vector(0)", "soon")],
            wide=4,
            high=7,
            steps=((1, RED),),
        ),
        Panel(
            "Age of the issuer's keys",
            "How long ago the keys of the tokens' issuer were fetched, by service; 0 without one.",
            SECONDS,
            [(or_zero(f"max by (service) ({names.ISSUER_KEYS_AGE.name})"), "{{service}}")],
            wide=4,
            high=7,
            steps=((3600, ORANGE),),
        ),
        Panel(
            "CPU",
            "Seconds of CPU in a second, by service.",
            SHARE,
            [("sum by (job) (rate(process_cpu_seconds_total[5m]))", "{{job}}")],
            "time",
            wide=8,
            high=7,
        ),
        Panel(
            "Memory",
            "Resident memory of each process.",
            BYTES,
            [("process_resident_memory_bytes", "{{job}} {{instance}}")],
            "time",
            wide=8,
            high=7,
        ),
        Panel(
            "Event loop lag",
            "How late the event loop comes back, 99 of 100.",
            SECONDS,
            [(quantile(names.LOOP_LAG, 0.99, "service"), "{{service}}")],
            "time",
            wide=8,
            high=7,
        ),
        Panel(
            "Releases",
            "Processes by the release that they run.",
            SHORT,
            [
                (
                    f"sum by (service, version, build) ({names.ABOUT.name})",
                    "{{service}} {{version}}+{{build}}",
                )
            ],
            "bars",
            wide=8,
            high=7,
        ),
    ),
)

JOURNAL = Board(
    "eyesdown-journal",
    "Journal and audit",
    "What is written, how fast, whether all of it is there, and who follows it.",
    (
        Panel(
            "Commits a second",
            "By kind of aggregate.",
            "wps",
            [(rate(names.COMMITS, "kind"), "{{kind}}")],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Acknowledged within",
            "Until a commit is on the disk.",
            SECONDS,
            spread(names.APPEND),
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Commits lost",
            "What the journals lack; anything but 0 is damage, and writes stop.",
            SHORT,
            [(f"max by (venue) ({series(names.LOST)})", "{{venue}}")],
            steps=((1, RED),),
        ),
        Panel(
            "Found by audits",
            "What the last audit of each venue found not to be as it must be.",
            SHORT,
            [(f"max by (venue) ({series(names.AUDIT_FINDINGS)})", "{{venue}}")],
            steps=((1, RED),),
        ),
        Panel(
            "Audited",
            "How long ago the last audit of each venue came to its end, and what it examined.",
            SECONDS,
            [(f"time() - max by (venue) ({series(names.AUDIT_ENDED)})", "{{venue}}")],
            steps=((86_400, RED),),
        ),
        Panel(
            "Commits not counted",
            "By how many the counts differ from the versions of what was followed.",
            SHORT,
            [(f"max by (venue) (abs({series(names.UNCOUNTED)}))", "{{venue}}")],
            steps=((1, RED),),
        ),
        Panel(
            "Sources parked",
            "Aggregates that nobody reacts to until somebody looks.",
            SHORT,
            [(or_zero(f"max by (service) ({series(names.FEED_PARKED)})"), "{{service}}")],
            steps=((1, RED),),
        ),
        Panel(
            "Records unreadable, 24 h",
            "Times that a record could not be read, by why.",
            SHORT,
            [(or_zero(grown(names.UNREADABLE, "reason")), "{{reason}}")],
            steps=((1, RED),),
        ),
        Panel(
            "Reactions are late by",
            "From a commit until a reaction to it is on record, 99 of 100, by service.",
            SECONDS,
            [(or_zero(quantile(names.FEED_LAG, 0.99, "service")), "{{service}}")],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Shown is late by",
            "From a commit until lists, boards and counts know of it, 99 of 100, by service.",
            SECONDS,
            [(or_zero(quantile(names.VIEW_DELAY, 0.99, "service")), "{{service}}")],
            "time",
            wide=12,
            high=8,
        ),
        Panel(
            "Signals waiting",
            "Commits that no replica has reacted to yet, by service.",
            SHORT,
            [(or_zero(f"sum by (service) ({ONCE} ({series(names.FEED_WAITING)}))"), "{{service}}")],
            "time",
            wide=8,
            high=7,
        ),
        Panel(
            "Room on disks",
            "What each journal takes on the disk of a server.",
            BYTES,
            [(f"max by (stream) ({names.STREAM_BYTES.name})", "{{stream}}")],
            "time",
            wide=8,
            high=7,
        ),
        Panel(
            "Clocks",
            "How far each service's clock is from that of NATS.",
            SECONDS,
            [(f"max by (service) (abs({names.SKEW.name}))", "{{service}}")],
            "time",
            wide=8,
            high=7,
            steps=((1, RED),),
        ),
    ),
)
