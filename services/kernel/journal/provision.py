"""The one table of what Eyesdown keeps in JetStream; `provision` makes it so.

| stream | holds |
| --- | --- |
| `JOURNAL_<venue>_<year>` | the commits of a venue's year; nothing is ever deleted from it |
| `BOARDS` | the last frame of every board and the last pointer of every room, republished |
| `SHOWN` | what each display last said it shows; in memory, and said again every two seconds |
| `PAIRING` | the screens without a room that wait under a code, for minutes |
| `KV_PEOPLE_<venue>` | names of people, sealed, apart from the journal so that they can be erased |
| `KV_FEEDS` | which aggregates' commits are not reacted to for now, and why; republished |
| `OBJ_BLOBS` | big things that commits name by their hash |

And on each journal one durable consumer `feed_<service>` for every service that reacts to it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any
from zoneinfo import ZoneInfo

import nats.errors
import structlog
from nats.aio.client import Client
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DeliverPolicy,
    DiscardPolicy,
    RePublish,
    RetentionPolicy,
    StorageType,
    StreamConfig,
)
from nats.js.client import JetStreamContext
from nats.js.errors import APIError, NotFoundError

from services.kernel.journal.codes import NO_PEERS
from services.kernel.journal.jetstream import stream_names
from services.kernel.journal.store import MAX_BYTES
from services.kernel.names import first_sequence, journal_of, stream
from services.kernel.rights.table import SHARED
from services.kernel.settings import StartError

# What a stream is, once made, for ever; the rest of the table may be changed on it.
FIXED = (
    "subjects",
    "first_seq",
    "storage",
    "retention",
    "deny_delete",
    "deny_purge",
    "allow_rollup_hdrs",
    "max_msgs_per_subject",
)
CHANGEABLE = (
    "max_msgs",
    "num_replicas",
    "max_msg_size",
    "allow_direct",
    "discard",
    "max_age",
    "republish",
)
# The month from which next year's journal is made ready.
DECEMBER = 12
SHOWN_FOR = 600.0
CODE_GOOD_FOR = 600.0
"""Seconds for which a screen without a room waits under its code."""
SCREENS_WAITING = 256
# Seconds after which a signal that nobody says is in hand is delivered to another replica, and how
# many may be in the hands of all replicas together.
SIGNAL_HELD = 6.0
SIGNALS_HELD = 4096

log = structlog.get_logger(__name__)


class ProvisionError(StartError):
    """JetStream could not be brought to what the table says; each problem names its stream."""


@dataclass(frozen=True, slots=True)
class Provisioned:
    """What was done for one stream: "created", "updated" or "unchanged", and which settings were
    changed, as "num_replicas is 1, should be 3"."""

    stream: str
    outcome: str
    changes: tuple[str, ...] = ()


# -- the table -------------------------------------------------------------------------------


def journal(venue: str, year: int, replicas: int) -> StreamConfig:
    """The journal of a venue's year."""
    return StreamConfig(
        name=stream(venue, year),
        description=f"The commits of {venue} in {year}",
        subjects=[f"eyesdown.journal.{venue}.{year}.>"],
        first_seq=first_sequence(year),
        deny_delete=True,
        deny_purge=True,
        discard=DiscardPolicy.NEW,
        max_msg_size=MAX_BYTES,
        **_kept(replicas),
    )


def shared(replicas: int) -> Sequence[StreamConfig]:
    """What the venues share."""
    return (
        StreamConfig(
            name="BOARDS",
            description="The last frame of every board and pointer of every room",
            subjects=["eyesdown.in.board.>", "eyesdown.in.room.>"],
            max_msgs_per_subject=1,
            # Displays subscribe to what was stored, never to the input: that also shows what the
            # stream refused.
            republish=RePublish(src="eyesdown.in.*.>", dest="eyesdown.{{wildcard(1)}}.>"),
            **_kept(replicas),
        ),
        StreamConfig(
            name="SHOWN",
            description="What each display last said it shows",
            subjects=["eyesdown.shown.>"],
            max_msgs_per_subject=1,
            max_age=SHOWN_FOR,
            **{**_kept(replicas), "storage": StorageType.MEMORY},
        ),
        StreamConfig(
            name="PAIRING",
            description="Screens without a room that wait under a code",
            subjects=["eyesdown.pairing.waiting.*"],
            max_msgs_per_subject=1,
            max_age=CODE_GOOD_FOR,
            # A flood of screens fills it, and nothing else.
            max_msgs=SCREENS_WAITING,
            discard=DiscardPolicy.NEW,
            # On disk: a server that stands alone forgets a stream in memory itself, not only what
            # is in it, and no screen could be bound until somebody makes it again.
            **_kept(replicas),
        ),
        StreamConfig(
            name="KV_FEEDS",
            description="What is not reacted to for now, and up to where was looked",
            subjects=["$KV.FEEDS.>"],
            max_msgs_per_subject=1,
            # Whoever is told of the input looks before it is stored, and finds what was.
            republish=RePublish(src="$KV.FEEDS.>", dest="eyesdown.feeds.>"),
            discard=DiscardPolicy.NEW,
            deny_delete=True,
            allow_rollup_hdrs=True,
            **_kept(replicas),
        ),
        StreamConfig(
            name="OBJ_BLOBS",
            description="Big things that commits name by their SHA-256",
            subjects=["$O.BLOBS.C.>", "$O.BLOBS.M.>"],
            discard=DiscardPolicy.NEW,
            allow_rollup_hdrs=True,
            **_kept(replicas),
        ),
    )


def people(venue: str, replicas: int) -> StreamConfig:
    """The key-value bucket of a venue's names of people."""
    return StreamConfig(
        name=f"KV_PEOPLE_{venue}",
        description=f"Names of people in {venue}, sealed",
        subjects=[f"$KV.PEOPLE_{venue}.>"],
        max_msgs_per_subject=1,
        discard=DiscardPolicy.NEW,
        deny_delete=True,
        allow_rollup_hdrs=True,
        **_kept(replicas),
    )


def feed(service: str, venue: str, year: int, kinds: Iterable[str]) -> ConsumerConfig:
    """The consumer that the replicas of a service share: signals that an aggregate of `kinds` has
    reached a sequence. It begins with the last commit of each, and holds no bodies."""
    return ConsumerConfig(
        durable_name=f"feed_{service}",
        description=f"What {service} reacts to",
        deliver_policy=DeliverPolicy.LAST_PER_SUBJECT,
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=SIGNAL_HELD,
        max_ack_pending=SIGNALS_HELD,
        headers_only=True,
        filter_subjects=sorted(f"eyesdown.journal.{venue}.{year}.{kind}.*" for kind in set(kinds)),
    )


def _kept(replicas: int) -> dict[str, Any]:
    return {
        "retention": RetentionPolicy.LIMITS,
        "storage": StorageType.FILE,
        "num_replicas": replicas,
        "allow_direct": True,
    }


# -- making it so ----------------------------------------------------------------------------


async def provision(
    client: Client,
    venues: Iterable[tuple[str, ZoneInfo]],
    now: datetime,
    replicas: int = 1,
    feeds: Mapping[str, Iterable[str]] | None = None,
) -> list[Provisioned]:
    """Bring JetStream to what the table says for these venues (id and time zone) at `now`.

    Makes what is missing: each venue's journal of the year, by its own date, and from December of
    the next. Changes what may be changed on what exists, older journals too. `replicas` is 1 on
    one server, 3 in a cluster; `feeds` gives the kinds that each service reacts to. Can be
    repeated, by several at once. Raises `ProvisionError` that lists every difference that cannot
    be changed; the rest has been done then.
    """
    jetstream = client.jetstream()
    done: list[Provisioned] = []
    problems: list[str] = []
    try:
        wanted = [*shared(replicas)]
        followed: list[tuple[str, int]] = []
        for venue, zone in venues:
            years = {*await journal_years(client, venue), *years_at(now, zone)}
            wanted += [journal(venue, year, replicas) for year in sorted(years)]
            followed += [(venue, year) for year in sorted(years)]
            wanted.append(people(venue, replicas))
        for config in wanted:
            try:
                done.append(await _bring(jetstream, config))
            except (ProvisionError, APIError) as error:
                problems.append(_told(config, error))
        for service, kinds in (feeds or {}).items() if not problems else ():
            done += [await bring_feed(client, service, *each, kinds) for each in followed]
    except (TimeoutError, nats.errors.Error) as error:
        reason = str(error) or type(error).__name__
        raise ProvisionError([f"JetStream does not answer: {reason}"]) from error
    if problems:
        raise ProvisionError(problems)
    return done


async def bring_feed(
    client: Client, service: str, venue: str, year: int, kinds: Iterable[str]
) -> Provisioned:
    """Make a service's consumer on a journal, or have it signal these kinds too.

    Kinds that it has stay: a replica of an older release may still react to them. Raises nats-py's
    errors.
    """
    jetstream, of = client.jetstream(), stream(venue, year)
    wanted = feed(service, venue, year, kinds)
    name = f"{of} {wanted.durable_name}"
    try:
        has = (await jetstream.consumer_info(of, str(wanted.durable_name))).config
    except NotFoundError:
        await jetstream.add_consumer(of, wanted)
        return Provisioned(name, "created")
    found = {*(has.filter_subjects or ()), *filter(None, (has.filter_subject,))}
    missing = {*(wanted.filter_subjects or ())} - found
    if not missing:
        return Provisioned(name, "unchanged")
    await jetstream.add_consumer(of, wanted.evolve(filter_subjects=sorted(found | missing)))
    return Provisioned(name, "updated", tuple(f"also signals {each}" for each in sorted(missing)))


def years_at(now: datetime, zone: ZoneInfo) -> tuple[int, ...]:
    """The years whose journals a venue needs at an instant."""
    today = now.astimezone(zone).date()
    return (today.year, today.year + 1) if today.month == DECEMBER else (today.year,)


async def journal_years(client: Client, venue: str) -> tuple[int, ...]:
    """The years for which the venue has a journal, the oldest first. Raises nats-py's errors."""

    async def ask(request: dict[str, Any]) -> dict[str, Any]:
        told = await client.request("$JS.API.STREAM.NAMES", json.dumps(request).encode(), timeout=5)
        page: dict[str, Any] = json.loads(told.data)
        if "error" in page:
            APIError.from_error(page["error"])
        return page

    names = await stream_names(ask, f"eyesdown.journal.{venue}.>")
    found = (journal_of(name) for name in names)
    return tuple(sorted(year for of, year in filter(None, found) if of == venue))


async def _bring(jetstream: JetStreamContext, wanted: StreamConfig) -> Provisioned:
    name = str(wanted.name)
    try:
        found = (await jetstream.stream_info(name)).config
    except NotFoundError:
        await jetstream.add_stream(wanted)
        log.info("stream_created", stream=name)
        return Provisioned(name, "created")
    fixed = tuple(_differences(wanted, found, FIXED))
    if fixed:
        raise ProvisionError([f"{name}: {'; '.join(fixed)}; this cannot be changed on a stream"])
    changes = tuple(_differences(wanted, found, CHANGEABLE))
    if not changes:
        return Provisioned(name, "unchanged")
    try:
        await jetstream.update_stream(found.evolve(**{f: getattr(wanted, f) for f in CHANGEABLE}))
    except nats.errors.TimeoutError as error:
        told = f"{name}: {'; '.join(changes)}; JetStream does not answer"
        if name not in SHARED:  # nor does it say so to whoever may not ask
            told += ", or this user may not change it: the user `upgrade` may"
        raise ProvisionError([told]) from error
    log.info("stream_updated", stream=name, changes=changes)
    return Provisioned(name, "updated", changes)


def _differences(
    wanted: StreamConfig, found: StreamConfig, settings: Sequence[str]
) -> Iterator[str]:
    for setting in settings:
        want, have = (_plain(getattr(config, setting)) for config in (wanted, found))
        if want != have:
            yield f"{setting} is {have}, should be {want}"


def _plain(value: Any) -> Any:
    """A setting in a form that can be compared: the server writes nothing for what is not set,
    or says -1."""
    if isinstance(value, list):
        return sorted(value)
    if isinstance(value, RePublish):
        return f"{value.src} as {value.dest}"
    if isinstance(value, Enum):
        return value.value
    return 0 if value in (None, -1) else value


def _told(config: StreamConfig, error: ProvisionError | APIError) -> str:
    if isinstance(error, ProvisionError):
        return str(error)
    if error.err_code in NO_PEERS:
        return f"{config.name}: {config.num_replicas} replicas need as many servers in a cluster"
    return f"{config.name}: {error.description} ({error.err_code})"
