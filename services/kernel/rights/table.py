"""The one table of who may do what on NATS, beside displays (`grants`).

| user | publishes | hears |
| --- | --- | --- |
| a service | commits of its own kinds, their boards, its pulse, names, blobs | its answers |
| `auditor` | questions | all that is public in the hall |
| `operator` | questions; retries, erasures and sweeps | the same |
| `provision` | what makes streams and consumers, and changes `SHARED` streams | its answers |
| `upgrade` | the same, and what changes any stream | its answers |
| `system` | of the servers' own account: who is connected; ends connections | its answers |

The auditor is in an account of its own, as displays are: JetStream sends its answer to whatever
subject it is told, and in the account of the streams that may be one of a journal.

`provision` is for every year, `upgrade` for a release that asks for it, or another size of cluster.

Everybody's answers come on inboxes that begin with their own name: others' are not overheard.
Whoever may read journals may read all of them: what must not be known yet is sealed in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from services.kernel.rights.grants import HOUSE, Rights

API = "$JS.API"
READ = (
    f"{API}.INFO",
    f"{API}.STREAM.NAMES",
    f"{API}.STREAM.INFO.*",
    f"{API}.STREAM.MSG.GET.*",
    f"{API}.DIRECT.GET.*",
    f"{API}.DIRECT.GET.*.>",
)
FOLLOW = (
    f"{API}.CONSUMER.CREATE.*.*",
    f"{API}.CONSUMER.CREATE.*.*.>",
    f"{API}.CONSUMER.INFO.*.*",
    f"{API}.CONSUMER.MSG.NEXT.*.*",
    f"{API}.CONSUMER.DELETE.*.*",
    "$JS.FC.>",
)
"""A consumer of one's own on any stream, and the flow control of one that pushes."""
PEOPLE = ("$KV.*.name.*", "$KV.*.key.*")
BLOBS = ("$O.BLOBS.C.>", "$O.BLOBS.M.>")
PUBLIC = ("eyesdown.board.>", "eyesdown.room.>", "eyesdown.pulse.>", "eyesdown.shown.>")
"""What is public in the halls, and what displays say."""
AUDITORS = "AUDITORS"
"""The account of who only reads: of the house there is in it what is in `READ` and `PUBLIC`."""
SECRET = "PAIRING"
"""The stream that only who pairs screens may read: it holds what screens are known by."""
SHARED = ("BOARDS", "SHOWN", "PAIRING", "KV_FEEDS", "OBJ_BLOBS")
"""The streams that hold no record. Limits of any other may have it drop commits, or names."""
EVERYONES = ("denials", "playerLists", "profileBooks", "revocations")
"""The kinds that every service writes: denied access, bars of people who may not play, who stands
for the rules of the house, and tokens that were taken back."""


@dataclass(frozen=True, slots=True)
class User:
    """A user of the servers' configuration, in an account of it."""

    name: str
    rights: Rights
    account: str = HOUSE


@dataclass(frozen=True, slots=True)
class Writes:
    """What a service writes: aggregates of these `kinds`, boards of those of them that are shown.

    `rooms`: it points rooms at what they show. `screens`: it lets displays in and pairs them.
    """

    service: str
    kinds: tuple[str, ...]
    boards: tuple[str, ...] = ()
    rooms: bool = False
    screens: bool = False


def inbox(user: str) -> str:
    """How the inboxes of a user begin."""
    return f"_INBOX_{user}"


def users(services: Sequence[Writes]) -> tuple[User, ...]:
    """The whole table, for these services."""
    named = [each.service for each in services]
    return (
        *(User(each.service, service_rights(each, named)) for each in services),
        User("auditor", _person("auditor", READ, named), AUDITORS),
        User("operator", _person("operator", _operator(), named)),
        User("provision", _making("provision", SHARED)),
        User("upgrade", _making("upgrade", ("*",))),
    )


def service_rights(writes: Writes, services: Iterable[str] = ()) -> Rights:
    """What one of these services may: the feeds of the others are not its own."""
    name = writes.service
    publish = [
        *(f"eyesdown.journal.*.*.{kind}.*" for kind in (*writes.kinds, *EVERYONES)),
        *(f"eyesdown.in.board.*.{kind}.*" for kind in writes.boards),
        f"eyesdown.pulse.*.{name}",
        *PEOPLE,
        *BLOBS,
        f"$KV.FEEDS.parked.{name}.>",
        f"$KV.FEEDS.scanned.{name}.>",
        f"$JS.ACK.*.feed_{name}.>",
        f"{API}.CONSUMER.DURABLE.CREATE.*.feed_{name}",
        *READ,
        *FOLLOW,
    ]
    subscribe = [f"{inbox(name)}.>", f"eyesdown.feeds.parked.{name}.>"]
    deny = _feeds(each for each in services if each != name)
    if writes.rooms:
        publish.append("eyesdown.in.room.*.*")
    if writes.screens:
        publish += ["eyesdown.pairing.told.*", "eyesdown.pairing.waiting.*"]
        subscribe += ["eyesdown.shown.>", "eyesdown.pairing.ask.*", "$SYS.REQ.USER.AUTH"]
    else:
        deny += _reading(SECRET)
    return Rights(tuple(publish), tuple(subscribe), tuple(deny), answers=writes.screens)


SYSTEM = User(
    "system",
    Rights(
        publish=(
            "$SYS.REQ.SERVER.PING.CONNZ",
            "$SYS.REQ.SERVER.PING.JSZ",
            "$SYS.REQ.SERVER.*.KICK",
        ),
        subscribe=(f"{inbox('system')}.>",),
    ),
)


def _operator() -> tuple[str, ...]:
    return (
        *READ,
        *FOLLOW,
        *PEOPLE,
        *BLOBS,
        "$KV.FEEDS.parked.>",
        # Blobs are looked through and swept in nats-py's way, with a consumer that has no name.
        f"{API}.CONSUMER.CREATE.OBJ_BLOBS",
        f"{API}.STREAM.PURGE.OBJ_BLOBS",
    )


def _making(user: str, changed: Iterable[str]) -> Rights:
    """What makes streams and consumers, and changes some. Making one that there is changes nothing
    of it."""
    publish = (
        f"{API}.INFO",
        f"{API}.STREAM.NAMES",
        f"{API}.STREAM.INFO.*",
        f"{API}.STREAM.CREATE.*",
        *(f"{API}.STREAM.UPDATE.{stream}" for stream in changed),
        f"{API}.CONSUMER.INFO.*.*",
        f"{API}.CONSUMER.CREATE.*.>",
        f"{API}.CONSUMER.DURABLE.CREATE.*.*",
    )
    return Rights(publish, (f"{inbox(user)}.>",), _reading(SECRET))


def _person(name: str, publish: tuple[str, ...], services: Iterable[str]) -> Rights:
    """Somebody at a command line, who sees what is public in the halls."""
    return Rights(publish, (f"{inbox(name)}.>", *PUBLIC), (*_reading(SECRET), *_feeds(services)))


def _feeds(services: Iterable[str]) -> tuple[str, ...]:
    """All that can be done with the consumers of these services' feeds."""
    feeds = [f"feed_{service}" for service in services]
    return tuple(
        f"{API}.CONSUMER.{subject}"
        for feed in feeds
        for subject in (f"*.*.{feed}", f"*.*.{feed}.>", f"MSG.NEXT.*.{feed}")
    )


def _reading(stream: str) -> tuple[str, ...]:
    return (
        f"{API}.STREAM.MSG.GET.{stream}",
        f"{API}.DIRECT.GET.{stream}",
        f"{API}.DIRECT.GET.{stream}.>",
        f"{API}.CONSUMER.*.{stream}.>",
        f"{API}.CONSUMER.*.*.{stream}.>",
    )
