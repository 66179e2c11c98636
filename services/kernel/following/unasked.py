"""What is counted and timed of work that nobody asked for: reactions, timers, frames, the clock,
and what displays say of their glass.

Labels hold venues that are known here, and rooms of their files.
"""

from __future__ import annotations

from collections.abc import Collection

from prometheus_client import CollectorRegistry

from services.kernel.measuring import names


class Unasked:
    """The metrics of one service's own doing. `venues` are the ids that may stand in a label."""

    def __init__(
        self, service: str, registry: CollectorRegistry, venues: Collection[str] = ()
    ) -> None:
        self._service = service
        self._venues = frozenset(venues)
        self._reactions = names.REACTIONS.registered(registry, service, venues)
        self._lag = names.FEED_LAG.register(registry)
        self._waiting = names.FEED_WAITING.register(registry)
        self._redeliveries = names.REDELIVERIES.register(registry)
        self._failures = names.FEED_FAILURES.register(registry)
        self._parked = names.FEED_PARKED.register(registry)
        self._timers = names.TIMERS.register(registry)
        self._delay = names.TIMER_DELAY.register(registry)
        self._lost = names.LOST.register(registry)
        self._oversized = names.OVERSIZED.registered(registry, service, venues)
        self._standing = names.STANDING.register(registry)
        self._view_delay = names.VIEW_DELAY.registered(registry, service, venues)
        self._bytes = names.STREAM_BYTES.register(registry)
        self._replicas = names.STREAM_REPLICAS.register(registry)
        self._screens = names.SCREENS.register(registry)
        self._glass = names.GLASS.register(registry)
        self._ignored = names.SHOWN_IGNORED.register(registry)
        self._noticed = names.NOTICED.register(registry)
        self._skew = names.SKEW.register(registry)

    def reacted(self, venue: str, outcome: str) -> None:
        """A command followed from a commit: "done", "refused", "unchanged" or "repeated"."""
        self._reactions(*self._at(venue), outcome).inc()

    def lag(self, venue: str, seconds: float) -> None:
        """A reaction is on record so long after the commit it answers."""
        self._lag(*self._at(venue)).observe(max(seconds, 0))

    def waiting(self, venue: str, signals: int) -> None:
        """So many signals of a venue's commits are not handled yet."""
        self._waiting(*self._at(venue)).set(signals)

    def redelivered(self, venue: str) -> None:
        """A signal was delivered again."""
        self._redeliveries(*self._at(venue)).inc()

    def failed(self, venue: str) -> None:
        """An attempt to react failed."""
        self._failures(*self._at(venue)).inc()

    def parked(self, venue: str, sources: int) -> None:
        """So many of a venue's aggregates are parked."""
        self._parked(*self._at(venue)).set(sources)

    def fired(self, venue: str, outcome: str) -> None:
        """A timer fell due: "done", "unchanged", "repeated", "refused" or "failed"."""
        self._timers(*self._at(venue), outcome).inc()

    def delay(self, venue: str, seconds: float) -> None:
        """What fell due is on record so long after its instant."""
        self._delay(*self._at(venue)).observe(max(seconds, 0))

    def seen(self, venue: str, seconds: float) -> None:
        """What is shown here knows of a commit so long after it."""
        self._view_delay(*self._at(venue)).observe(max(seconds, 0))

    def standing(self, venue: str, kind: str, phase: str, count: int) -> None:
        """So many aggregates of a kind are in a phase and not over."""
        self._standing(*self._at(venue), kind, phase).set(count)

    def lost(self, venue: str, commits: int) -> None:
        """So many commits are missing from a venue's journals."""
        self._lost(*self._at(venue)).set(commits)

    def stored(self, stream: str, size: int) -> None:
        """A journal's stream takes so many bytes on a disk."""
        self._bytes(self._service, stream).set(size)

    def replicas(self, stream: str, missing: int) -> None:
        """So many replicas of a journal's stream could not take over; -1: nobody leads it."""
        self._replicas(self._service, stream).set(missing)

    def oversized(self, venue: str) -> None:
        """A frame was too large to be published."""
        self._oversized(*self._at(venue)).inc()

    def screens(self, venue: str, room: str, state: str, number: int) -> None:
        """So many displays of a room of a venue's file are in a state."""
        self._screens(*self._at(venue), room, state).set(number)

    def on_glass(self, venue: str, room: str, seconds: float) -> None:
        """A number was on a display's glass so long after its announcement."""
        self._glass(*self._at(venue), room).observe(max(seconds, 0))

    def shown_ignored(self, venue: str, why: str) -> None:
        """A display's word was not taken: "ill_formed", "foreign" or "forged"."""
        self._ignored(*self._at(venue), why).inc()

    def noticed(self, venue: str, what: str, many: int) -> None:
        """So many things of a kind are to be looked at now in a venue."""
        self._noticed(*self._at(venue), what).set(many)

    def skew(self, seconds: float) -> None:
        """Our clock is so far ahead of the server's."""
        self._skew(self._service).set(seconds)

    def _at(self, venue: str) -> tuple[str, str]:
        return self._service, venue if venue in self._venues else ""
