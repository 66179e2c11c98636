"""What is counted and timed of work that nobody asked for: reactions, timers, frames, the clock,
and what displays say of their glass.

Metrics are named here and in `telemetry`, nowhere else. Labels hold venues that are known here, and
rooms of their files.
"""

from __future__ import annotations

from collections.abc import Collection

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_BY_VENUE = ("service", "venue")
_BY_OUTCOME = ("service", "venue", "outcome")


class Unasked:
    """The metrics of one service's own doing. `venues` are the ids that may stand in a label."""

    def __init__(
        self, service: str, registry: CollectorRegistry, venues: Collection[str] = ()
    ) -> None:
        self._service = service
        self._venues = frozenset(venues)
        self._reactions = Counter(
            "eyesdown_feed_reactions_total",
            "Commands that followed from other aggregates' commits, by what became of them.",
            _BY_OUTCOME,
            registry=registry,
        )
        self._lag = Histogram(
            "eyesdown_feed_lag_seconds",
            "From a commit until a reaction to it was on record.",
            _BY_VENUE,
            buckets=_SECONDS,
            registry=registry,
        )
        self._waiting = Gauge(
            "eyesdown_feed_waiting",
            "Signals of commits that no replica has handled yet.",
            _BY_VENUE,
            registry=registry,
        )
        self._redeliveries = Counter(
            "eyesdown_feed_redeliveries_total",
            "Signals that were delivered again.",
            _BY_VENUE,
            registry=registry,
        )
        self._failures = Counter(
            "eyesdown_feed_failures_total",
            "Attempts to react that failed, those left out in which the journal was away.",
            _BY_VENUE,
            registry=registry,
        )
        self._parked = Gauge(
            "eyesdown_feed_parked",
            "Aggregates whose commits are not reacted to until somebody looks and retries.",
            _BY_VENUE,
            registry=registry,
        )
        self._timers = Counter(
            "eyesdown_timers_total",
            "Timers that fell due, by what became of them.",
            _BY_OUTCOME,
            registry=registry,
        )
        self._delay = Histogram(
            "eyesdown_timer_delay_seconds",
            "From the instant at which a timer fell due until that was on record.",
            _BY_VENUE,
            buckets=_SECONDS,
            registry=registry,
        )
        self._lost = Gauge(
            "eyesdown_journal_lost_commits",
            "Commits that a venue's journals lack; anything but 0 is damage, and writes stop.",
            _BY_VENUE,
            registry=registry,
        )
        self._oversized = Counter(
            "eyesdown_frames_too_large_total",
            "Frames too large to be published: their boards stay at the frame before.",
            _BY_VENUE,
            registry=registry,
        )
        self._screens = Gauge(
            "eyesdown_room_screens",
            "Displays of a room: showing what they should, late with it, dark, or not known yet.",
            ("service", "venue", "room", "state"),
            registry=registry,
        )
        self._glass = Histogram(
            "eyesdown_announcement_to_glass_seconds",
            "From the announcement of a number until it was on a display's glass.",
            ("service", "venue", "room"),
            buckets=_SECONDS,
            registry=registry,
        )
        self._ignored = Counter(
            "eyesdown_shown_ignored_total",
            "What came as a display's word and was not taken: ill-formed, of none that hangs "
            "there, or in another's name.",
            ("service", "venue", "why"),
            registry=registry,
        )
        self._noticed = Gauge(
            "eyesdown_noticed",
            "What a service has found by itself in what is in play, for a person to look at.",
            ("service", "venue", "what"),
            registry=registry,
        )
        self._skew = Gauge(
            "eyesdown_clock_skew_seconds",
            "How far this clock is ahead of the NATS server's; negative: behind.",
            ("service",),
            registry=registry,
        )

    def reacted(self, venue: str, outcome: str) -> None:
        """A command followed from a commit: "done", "refused", "unchanged" or "repeated"."""
        self._reactions.labels(*self._at(venue), outcome).inc()

    def lag(self, venue: str, seconds: float) -> None:
        """A reaction is on record so long after the commit it answers."""
        self._lag.labels(*self._at(venue)).observe(max(seconds, 0))

    def waiting(self, venue: str, signals: int) -> None:
        """So many signals of a venue's commits are not handled yet."""
        self._waiting.labels(*self._at(venue)).set(signals)

    def redelivered(self, venue: str) -> None:
        """A signal was delivered again."""
        self._redeliveries.labels(*self._at(venue)).inc()

    def failed(self, venue: str) -> None:
        """An attempt to react failed."""
        self._failures.labels(*self._at(venue)).inc()

    def parked(self, venue: str, sources: int) -> None:
        """So many of a venue's aggregates are parked."""
        self._parked.labels(*self._at(venue)).set(sources)

    def fired(self, venue: str, outcome: str) -> None:
        """A timer fell due: "done", "unchanged", "repeated", "refused" or "failed"."""
        self._timers.labels(*self._at(venue), outcome).inc()

    def delay(self, venue: str, seconds: float) -> None:
        """What fell due is on record so long after its instant."""
        self._delay.labels(*self._at(venue)).observe(max(seconds, 0))

    def lost(self, venue: str, commits: int) -> None:
        """So many commits are missing from a venue's journals."""
        self._lost.labels(*self._at(venue)).set(commits)

    def oversized(self, venue: str) -> None:
        """A frame was too large to be published."""
        self._oversized.labels(*self._at(venue)).inc()

    def screens(self, venue: str, room: str, state: str, number: int) -> None:
        """So many displays of a room of a venue's file are in a state."""
        self._screens.labels(*self._at(venue), room, state).set(number)

    def on_glass(self, venue: str, room: str, seconds: float) -> None:
        """A number was on a display's glass so long after its announcement."""
        self._glass.labels(*self._at(venue), room).observe(max(seconds, 0))

    def shown_ignored(self, venue: str, why: str) -> None:
        """A display's word was not taken: "ill_formed", "foreign" or "forged"."""
        self._ignored.labels(*self._at(venue), why).inc()

    def noticed(self, venue: str, what: str, many: int) -> None:
        """So many things of a kind are to be looked at now in a venue."""
        self._noticed.labels(*self._at(venue), what).set(many)

    def skew(self, seconds: float) -> None:
        """Our clock is so far ahead of the server's."""
        self._skew.labels(self._service).set(seconds)

    def _at(self, venue: str) -> tuple[str, str]:
        return self._service, venue if venue in self._venues else ""
