"""Every name under which something is measured: attributes of spans, and the kernel's metrics.

Attributes follow OpenTelemetry's conventions for RPC and messaging; what is ours begins with
`eyesdown`. Metrics are written as Prometheus shows them, with underscores and the unit last. What
a service measures of its own games is in its `metrics.py`, made of the same `Metric`.
"""

from __future__ import annotations

from services.kernel.measuring.metric import COUNTER, GAUGE, HISTOGRAM, JOURNAL, Metric

# -- attributes of spans -----------------------------------------------------------------------

RPC_SYSTEM = "rpc.system.name"
RPC_METHOD = "rpc.method"
RPC_STATUS = "rpc.response.status_code"
ERROR_TYPE = "error.type"

MESSAGING_SYSTEM = "messaging.system"
MESSAGING_OPERATION = "messaging.operation.name"
MESSAGING_OPERATION_TYPE = "messaging.operation.type"
MESSAGING_DESTINATION = "messaging.destination.name"
MESSAGING_TEMPLATE = "messaging.destination.template"
MESSAGING_MESSAGE = "messaging.message.id"
MESSAGING_GROUP = "messaging.consumer.group.name"

SERVICE_NAMESPACE = "service.namespace"
SERVICE_NAME = "service.name"
SERVICE_INSTANCE = "service.instance.id"
SERVICE_VERSION = "service.version"

BUILD = "eyesdown.build"
VENUE = "eyesdown.venue"
AGGREGATE = "eyesdown.aggregate"
GAME = "eyesdown.game"
"""What is played and all that belongs to it has in common: the id of the game, tournament or
sitting."""
VERSION = "eyesdown.version"
CLAUSE = "eyesdown.clause"
OUTCOME = "eyesdown.outcome"
REASON = "eyesdown.reason"

GRPC, NATS = "grpc", "nats"
SUBJECTS = "eyesdown.journal.{venue}.{year}.{kind}.{id}"
"""The template of the journal's subjects."""

# -- calls -------------------------------------------------------------------------------------

_MS = 0.001
CALL_DURATION = Metric(
    "rpc_server_call_duration_seconds",
    HISTOGRAM,
    "How long calls took, by method and gRPC status.",
    ("rpc_system_name", "rpc_method", "rpc_response_status_code"),
    buckets=(_MS, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
STREAMS = ".*/(Watch.*|ReadCommits|LoadSeries|GenerateSeries|ExportCards)"
"""The methods that answer with a stream, as a regular expression of `rpc_method`: how long one is
open says nothing of how fast calls are answered."""
ACTIONS = Metric(
    "eyesdown_actions_total",
    COUNTER,
    "Regulated actions that were asked for, by what became of them.",
    ("service", "action", "venue", "outcome"),
)
REFUSALS = Metric(
    "eyesdown_refusals_total",
    COUNTER,
    "Actions that the law or the state of things refused.",
    ("service", "action", "reason", "clause"),
)
DENIALS = Metric(
    "eyesdown_denials_total",
    COUNTER,
    "Calls by somebody unknown, or by somebody known who may not make them.",
    ("service", "action", "reason"),
)
IN_FLIGHT = Metric(
    "eyesdown_calls_in_flight",
    GAUGE,
    "Calls under way: ordinary ones, urgent ones, streams.",
    ("service", "kind"),
)
AUTHORIZATIONS = Metric(
    "eyesdown_authorizations_total",
    COUNTER,
    "Calls by whether somebody known might make them.",
    ("service", "action", "decision"),
)
SELF_APPROVALS = Metric(
    "eyesdown_self_approvals_total",
    COUNTER,
    "Times that one person tried to be the second one as well, by why it was refused.",
    ("service", "action", "reason"),
)
CERTIFICATE_ENDS = Metric(
    "eyesdown_certificate_ends_timestamp_seconds",
    GAUGE,
    "When the server's certificate ends.",
    ("service",),
)
ISSUER_KEYS_AGE = Metric(
    "eyesdown_issuer_keys_age_seconds",
    GAUGE,
    "How long ago the keys of the tokens' issuer were fetched; 0 while there are none.",
    ("service",),
)
READY = Metric(
    "eyesdown_ready",
    GAUGE,
    "1 while a check of readiness passes, 0 while it fails.",
    ("service", "check"),
)

# -- the journal -------------------------------------------------------------------------------

APPEND = Metric(
    "eyesdown_journal_append_seconds",
    HISTOGRAM,
    "How long the journal took to acknowledge a commit.",
    ("service",),
    buckets=(0.0005, _MS, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
UNREADABLE = Metric(
    "eyesdown_records_unreadable_total",
    COUNTER,
    "Times that an aggregate's record could not be read, by why.",
    ("service", "reason"),
    at_start=(("RECORD_DAMAGED",), ("RECORD_TOO_NEW",)),
)
LOST = Metric(
    "eyesdown_journal_lost_commits",
    GAUGE,
    "Commits that a venue's journals lack; anything but 0 is damage, and writes stop.",
    ("service", "venue"),
)
STREAM_BYTES = Metric(
    "eyesdown_stream_bytes",
    GAUGE,
    "What a stream of NATS takes on the disk of one server, as its leader says.",
    ("service", "stream"),
)
STREAM_REPLICAS = Metric(
    "eyesdown_stream_replicas_missing",
    GAUGE,
    "Replicas of a stream that are away or behind; -1 where nobody leads it.",
    ("service", "stream"),
)
STORAGE_USED = Metric(
    "eyesdown_storage_used_bytes",
    GAUGE,
    "What all streams of the account take on disks.",
    ("service",),
)
STORAGE_LIMIT = Metric(
    "eyesdown_storage_limit_bytes",
    GAUGE,
    "What they may take; absent where NATS sets the account no limit.",
    ("service",),
)

# -- what the commits themselves tell ----------------------------------------------------------
# Every replica reads every commit of its service's aggregates, and so counts the same.

POSITION = Metric(
    "eyesdown_journal_position",
    GAUGE,
    "The last sequence of a year's journal that is counted here.",
    ("service", "venue", "year"),
    of=JOURNAL,
)
COUNTED_FROM = Metric(
    "eyesdown_journal_counted_from",
    GAUGE,
    "The sequence after which is counted here, that at which this process began.",
    ("service", "venue", "year"),
    of=JOURNAL,
)
COMMITS = Metric(
    "eyesdown_commits_total",
    COUNTER,
    "Commits, by what was asked for: done, or refused on record.",
    ("service", "venue", "kind", "action", "outcome"),
    of=JOURNAL,
)
EVENTS = Metric(
    "eyesdown_events_total",
    COUNTER,
    "What happened, by its name in the contracts; what is for practice left out.",
    ("service", "venue", "kind", "event"),
    of=JOURNAL,
)
STANDING = Metric(
    "eyesdown_standing",
    GAUGE,
    "Games, tables and whatever else is not over, by phase.",
    ("service", "venue", "kind", "phase"),
    of=JOURNAL,
)
WAITING = Metric(
    "eyesdown_waiting",
    GAUGE,
    "What waits for a second person, or for somebody's decision; what is for practice left out.",
    ("service", "venue", "what"),
    of=JOURNAL,
)
VIEW_DELAY = Metric(
    "eyesdown_view_delay_seconds",
    HISTOGRAM,
    "From a commit until lists, boards and counts here know of it.",
    ("service", "venue"),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60),
    at_start=((),),
)
UNCOUNTED = Metric(
    "eyesdown_uncounted_commits",
    GAUGE,
    "By how many commits the count here differs from what the journal holds; anything but 0 is "
    "a fault.",
    ("service", "venue"),
)

# -- what nobody asks for ----------------------------------------------------------------------

_DELAYS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_BY_VENUE = ("service", "venue")
_BY_OUTCOME = ("service", "venue", "outcome")

REACTIONS = Metric(
    "eyesdown_feed_reactions_total",
    COUNTER,
    "Commands that followed from other aggregates' commits, by what became of them.",
    _BY_OUTCOME,
    at_start=(("done",), ("refused",), ("unchanged",), ("repeated",)),
)
FEED_LAG = Metric(
    "eyesdown_feed_lag_seconds",
    HISTOGRAM,
    "From a commit until a reaction to it was on record.",
    _BY_VENUE,
    buckets=_DELAYS,
)
FEED_WAITING = Metric(
    "eyesdown_feed_waiting",
    GAUGE,
    "Signals of commits that no replica has handled yet.",
    _BY_VENUE,
)
REDELIVERIES = Metric(
    "eyesdown_feed_redeliveries_total",
    COUNTER,
    "Signals that were delivered again.",
    _BY_VENUE,
)
FEED_FAILURES = Metric(
    "eyesdown_feed_failures_total",
    COUNTER,
    "Attempts to react that failed, those left out in which the journal was away.",
    _BY_VENUE,
)
FEED_PARKED = Metric(
    "eyesdown_feed_parked",
    GAUGE,
    "Aggregates whose commits are not reacted to until somebody looks and retries.",
    _BY_VENUE,
)
TIMERS = Metric(
    "eyesdown_timers_total",
    COUNTER,
    "Timers that fell due, by what became of them.",
    _BY_OUTCOME,
)
TIMER_DELAY = Metric(
    "eyesdown_timer_delay_seconds",
    HISTOGRAM,
    "From the instant at which a timer fell due until that was on record.",
    _BY_VENUE,
    buckets=_DELAYS,
)
OVERSIZED = Metric(
    "eyesdown_frames_too_large_total",
    COUNTER,
    "Frames too large to be published: their boards stay at the frame before.",
    _BY_VENUE,
    at_start=((),),
)

# -- what displays say, and what a service finds by itself --------------------------------------

SCREENS = Metric(
    "eyesdown_room_screens",
    GAUGE,
    "Displays of a room: showing what they should, late with it, dark, or not known yet.",
    ("service", "venue", "room", "state"),
)
GLASS = Metric(
    "eyesdown_announcement_to_glass_seconds",
    HISTOGRAM,
    "From the announcement of a number until it was on a display's glass.",
    ("service", "venue", "room"),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60),
)
SHOWN_IGNORED = Metric(
    "eyesdown_shown_ignored_total",
    COUNTER,
    "What came as a display's word and was not taken: ill-formed, of none that hangs "
    "there, or in another's name.",
    ("service", "venue", "why"),
)
NOTICED = Metric(
    "eyesdown_noticed",
    GAUGE,
    "What a service has found by itself in what is in play, for a person to look at.",
    ("service", "venue", "what"),
)

# -- the process -------------------------------------------------------------------------------

SKEW = Metric(
    "eyesdown_clock_skew_seconds",
    GAUGE,
    "How far this clock is ahead of the NATS server's; negative: behind.",
    ("service",),
)
LOOP_LAG = Metric(
    "eyesdown_event_loop_lag_seconds",
    HISTOGRAM,
    "How much later than asked the event loop came back, looked at twice a second.",
    ("service",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
NATS_UP = Metric(
    "eyesdown_nats_connected",
    GAUGE,
    "1 while the connection to NATS stands.",
    ("service",),
)
NATS_LOST = Metric(
    "eyesdown_nats_disconnects_total",
    COUNTER,
    "Times that the connection to NATS was lost.",
    ("service",),
)
ABOUT = Metric(
    "eyesdown_build_info",
    GAUGE,
    "1, with the release that runs and the beginning of its code's SHA-256.",
    ("service", "version", "build"),
)

METRICS = tuple(each for each in list(globals().values()) if isinstance(each, Metric))
"""All that every service has, in the order of reading."""

# -- an audit that is kept up ------------------------------------------------------------------

AUDIT_ENDED = Metric(
    "eyesdown_audit_ended_timestamp_seconds",
    GAUGE,
    "When the last audit of a venue's journals came to its end, whatever it found.",
    ("service", "venue"),
)
AUDIT_FINDINGS = Metric(
    "eyesdown_audit_findings",
    GAUGE,
    "What that audit found not to be as it must be; anything but 0 is a fault.",
    ("service", "venue"),
)
AUDIT_COMMITS = Metric(
    "eyesdown_audit_commits",
    GAUGE,
    "Commits that it examined.",
    ("service", "venue"),
)
AUDIT_TOOK = Metric(
    "eyesdown_audit_took_seconds",
    GAUGE,
    "How long it took.",
    ("service", "venue"),
)
AUDIT = (AUDIT_ENDED, AUDIT_FINDINGS, AUDIT_COMMITS, AUDIT_TOOK)
"""What `eyesdown audit watch` tells."""
