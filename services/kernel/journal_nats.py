"""The journal on JetStream: appends fenced by the subject's last sequence, reads in one round trip.

Every call ends within the seconds of its `Patience`, whatever the servers do.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from services.kernel.jetstream import (
    NO_MESSAGE,
    NO_STREAM,
    STATUS,
    STORE_FAILED,
    WRONG_LAST,
    ApiError,
    Lost,
    NobodyThere,
    NotSent,
    Requests,
    answer,
    of_api,
    of_direct,
)
from services.kernel.journal import Conflict, JournalDown, NoStream, OutcomeUnknown, Stored
from services.kernel.journal_tail import NatsTail
from services.kernel.names import Name, first_sequence, stream
from services.kernel.nats import Connection, Link
from services.kernel.pull import Pull

T = TypeVar("T")

EXPECTED = "Nats-Expected-Last-Subject-Sequence"
# The most that one message may hold, headers included: the limit of the stream and the server.
MAX_BYTES = 1024 * 1024
# One answer to a direct read, and how many may be under way: together well under the server's
# `max_pending`, above which it would cut us off.
BATCH = 1000
BATCH_BYTES = 256 * 1024
READS = 8
# Refusals that pass: too many requests, JetStream not available at the moment.
PASSING = (429, 503)


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that things may take: one answer, an append or a read with all its repetitions,
    and the heads of a year."""

    answer: float = 1.0
    append: float = 3.0
    read: float = 2.5
    heads: float = 15.0


class NatsJournal:
    """A `Journal` on the JetStream of a connection. `close` it before the connection."""

    def __init__(
        self,
        connection: Connection,
        patience: Patience | None = None,
        prefix: str = "$JS.API",
    ) -> None:
        """`prefix` is "$JS.<domain>.API" for the JetStream of another domain."""
        self._requests = Requests(connection, prefix)
        self._patience = patience or Patience()
        self._reads = asyncio.Semaphore(READS)

    @property
    def link(self) -> Link:
        """Whether the journal's connection stands."""
        return self._requests.link

    async def close(self) -> None:
        """Give up whatever is under way."""
        await self._requests.close()

    # -- writing -----------------------------------------------------------------------------

    async def append(
        self, name: Name, expected: int, body: bytes, headers: Mapping[str, str]
    ) -> int:
        """See `Journal`. Raises ValueError for a commit larger than the journal takes."""
        fenced = _fenced(body, headers, expected)
        deadline = _now() + self._patience.append
        maybe = False  # whether something we sent may be stored, now or later
        while True:
            refused = False
            try:
                await self._requests.up(deadline - _now())
                return await self._publish(name, body, fenced, deadline - _now())
            except NotSent as error:
                trouble: Exception = error
            except Lost as error:
                trouble, maybe = error, True
            except ApiError as error:
                trouble, refused = error, error.code in WRONG_LAST
                maybe = maybe or error.code == STORE_FAILED
                if not refused and not maybe and error.status not in PASSING:
                    raise _failure(name, maybe, error) from error
            if maybe or refused or isinstance(trouble, NobodyThere):
                stored = await self._settled(name, expected, body, refused, maybe)
                if stored is not None:
                    return stored
            if not await self._again(deadline):
                raise _failure(name, maybe, trouble) from trouble

    async def _publish(
        self, name: Name, body: bytes, headers: Mapping[str, str], left: float
    ) -> int:
        within = min(self._patience.answer, max(left, 0.1))
        message = await self._requests.ask(name.subject, body, headers, within=within)
        return int(answer(message.data)["seq"])

    async def _settled(
        self, name: Name, expected: int, body: bytes, refused: bool, maybe: bool
    ) -> int | None:
        """What the leader says about our append: its sequence if it is stored; None if the
        aggregate still ends at `expected`, or if the leader cannot be asked.

        One message at most can ever follow `expected` on the subject: if that is another's, ours
        was never stored and never will be. Raises `Conflict`, `NoStream`.
        """
        try:
            found = await self._get(name, _after(name, expected))
            if found is None and refused:
                # Refused with nothing after `expected`: another's append was under way and came
                # to nothing, or the caller expects what was never there.
                last = await self._get(name, _last(name))
                if (last.sequence if last else 0) < expected:
                    raise Conflict(f"{name} does not end at {expected}")
        except NoStream:
            if maybe:
                return None
            raise
        except (NotSent, Lost, ApiError):
            return None
        if found is None:
            return None
        if found.body == body:
            return found.sequence
        raise Conflict(f"{name} goes on at {found.sequence}")

    # -- reading -----------------------------------------------------------------------------

    async def load(self, name: Name, after: int = 0, leader: bool = False) -> Sequence[Stored]:
        """See `Journal`. Nothing new costs one round trip."""

        async def attempt() -> list[Stored]:
            if not leader:
                return await self._direct(name, after)
            last = await self._get(name, _last(name))
            if last is None or last.sequence <= after:
                return []
            commits = await self._direct(name, after)
            # The replica that answered may lag: what it lacks comes from the leader, one by one.
            while (seen := commits[-1].sequence if commits else after) < last.sequence:
                following = await self._get(name, _after(name, seen))
                if following is None:
                    raise Lost(f"the leader of {name.stream} changed")
                commits.append(following)
            return commits

        return await self._persist(name.stream, attempt, self._patience.read)

    async def head(self, name: Name) -> Stored | None:
        """See `Journal`."""

        async def attempt() -> Stored | None:
            return await self._get(name, _last(name))

        return await self._persist(name.stream, attempt, self._patience.read)

    async def heads(
        self, venue: str, year: int, kinds: Sequence[str]
    ) -> tuple[Sequence[Stored], int]:
        """See `Journal`. Exact: the heads as they stood at the position that is returned."""

        async def attempt() -> tuple[Sequence[Stored], int]:
            return await self._heads(venue, year, subjects(venue, year, kinds))

        return await self._persist(stream(venue, year), attempt, self._patience.heads)

    async def tail(self, venue: str, year: int, kinds: Sequence[str], after: int) -> NatsTail:
        """See `Journal`. Raises `JournalDown` if it cannot be opened; once open it outlives
        lost connections and servers."""
        tail = NatsTail(
            self._requests,
            stream(venue, year),
            subjects(venue, year, kinds),
            max(after, first_sequence(year) - 1),
            self._patience.answer,
        )
        await self._persist(stream(venue, year), tail.open, self._patience.read)
        return tail

    async def _get(self, name: Name, request: Mapping[str, object]) -> Stored | None:
        """One message, from the stream's leader. Raises as `Requests.api`, and `NoStream`."""
        try:
            found = await self._requests.api(
                f"STREAM.MSG.GET.{name.stream}", request, within=self._patience.answer
            )
        except ApiError as error:
            if error.code == NO_MESSAGE:
                return None
            if error.code == NO_STREAM:
                raise _no_stream(name.stream) from error
            raise
        return of_api(found["message"])

    async def _direct(self, name: Name, after: int) -> list[Stored]:
        """The commits after `after` as some replica has them, in as few requests as it takes."""
        commits: list[Stored] = []
        while True:
            request = {**_after(name, after), "batch": BATCH, "max_bytes": BATCH_BYTES}
            async with self._reads:
                *messages, end = await self._requests.collect(
                    f"{self._requests.prefix}.DIRECT.GET.{name.stream}",
                    json.dumps(request).encode(),
                    within=self._patience.answer,
                )
            commits.extend(of_direct(message) for message in messages)
            if any(one.sequence >= two.sequence for one, two in pairwise(commits)):
                raise Lost(f"{name} came out of order")
            status = end.headers or {}
            if status.get(STATUS) == "404" or status.get("Nats-Num-Pending") == "0":
                return commits
            if not messages:
                raise Lost(f"{name}: {status.get(STATUS)} {status.get('Description')}")
            after = commits[-1].sequence

    async def _heads(
        self, venue: str, year: int, wanted: Sequence[str]
    ) -> tuple[Sequence[Stored], int]:
        found: dict[Name, Stored] = {}
        ended = False

        def take(stored: Stored, pending: int) -> None:
            nonlocal ended
            found[stored.name] = stored
            ended = pending == 0
            pull.offer(waiting=0, urgent=ended)

        pull = Pull(self._requests, stream(venue, year), take, self._patience.answer)
        try:
            ended = await pull.open(wanted, {"deliver_policy": "last_per_subject"}) == 0
            while not ended:
                if pull.broken:
                    raise Lost(pull.broken)
                await pull.refill(waiting=0)
                await pull.rest()
        finally:
            await pull.close()
        # The consumer took all its heads at one moment and gives them in stream order, then what
        # is newer: up to the newest that it gave, nothing is missing.
        position = max((head.sequence for head in found.values()), default=0)
        heads = sorted(found.values(), key=lambda head: head.sequence)
        return heads, max(position, first_sequence(year) - 1)

    # -- persistence -------------------------------------------------------------------------

    async def _persist(self, stream: str, attempt: Callable[[], Awaitable[T]], seconds: float) -> T:
        """Try a read until it succeeds; raises `JournalDown` when the time is up."""
        deadline = _now() + seconds
        while True:
            try:
                await self._requests.up(deadline - _now())
                async with asyncio.timeout_at(deadline):
                    return await attempt()
            except NobodyThere as error:
                await self._exists(stream)
                trouble: Exception = error
            except (NotSent, Lost) as error:
                trouble = error
            except TimeoutError:
                trouble = Lost(f"no answer within {seconds:g} s")
            except ApiError as error:
                if error.code == NO_STREAM:
                    raise _no_stream(stream) from error
                trouble = error
            if not await self._again(deadline):
                raise JournalDown(f"{stream} cannot be read: {trouble}") from trouble

    async def _exists(self, stream: str) -> None:
        """Raises `NoStream` when the leader knows of no such stream."""
        try:
            await self._requests.api(f"STREAM.INFO.{stream}", within=self._patience.answer)
        except ApiError as error:
            if error.code == NO_STREAM:
                raise _no_stream(stream) from error
        except (NotSent, Lost):
            return

    async def _again(self, deadline: float) -> bool:
        """A jittered moment; False if the time is up."""
        pause = random.uniform(0.02, 0.1)
        if _now() + pause >= deadline:
            return False
        await asyncio.sleep(pause)
        return True


def subjects(venue: str, year: int, kinds: Sequence[str]) -> list[str]:
    """The subjects of every aggregate of these kinds in a year; raises ValueError for no kinds."""
    if not kinds:
        raise ValueError("name at least one kind")
    return [f"eyesdown.journal.{venue}.{year}.{kind}.*" for kind in dict.fromkeys(kinds)]


def _after(name: Name, sequence: int) -> dict[str, object]:
    """The request for the first commit after a sequence."""
    return {"seq": sequence + 1, "next_by_subj": name.subject}


def _last(name: Name) -> dict[str, object]:
    """The request for the last commit."""
    return {"last_by_subj": name.subject}


def _fenced(body: bytes, headers: Mapping[str, str], expected: int) -> dict[str, str]:
    """The headers of an append; raises ValueError for what the journal would never take."""
    if any(name.lower().startswith("nats-") for name in headers):
        raise ValueError("headers that begin with Nats- are the server's own")
    fenced = {**headers, EXPECTED: str(expected)}
    size = len(body) + sum(len(f"{name}: {value}\r\n".encode()) for name, value in fenced.items())
    if size + len("NATS/1.0\r\n\r\n") > MAX_BYTES:
        raise ValueError(f"a commit of {size} bytes: the journal takes at most {MAX_BYTES}")
    return fenced


def _failure(name: Name, maybe: bool, trouble: Exception) -> Exception:
    if maybe:
        return OutcomeUnknown(f"whether {name} was stored cannot be said: {trouble}")
    return JournalDown(f"{name} was not stored: {trouble}")


def _no_stream(stream: str) -> NoStream:
    return NoStream(f"there is no stream {stream}: is the venue's year provisioned?")


def _now() -> float:
    return asyncio.get_running_loop().time()
