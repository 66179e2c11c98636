"""Reading commits from JetStream: one, an aggregate's, every aggregate's last.

What the stream's leader says is new; any replica is quick. A read is tried again until its time
is up.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from services.kernel.journal.codes import NO_MESSAGE, NO_STREAM
from services.kernel.journal.jetstream import (
    STATUS,
    ApiError,
    Lost,
    NobodyThere,
    NotSent,
    Requests,
    of_api,
    of_direct,
)
from services.kernel.journal.pull import Pull
from services.kernel.journal.store import JournalDown, NoStream, Stored
from services.kernel.names import Name, first_sequence, stream

T = TypeVar("T")

# One answer to a direct read, and how many may be under way: together well under the server's
# `max_pending`, above which it would cut us off.
BATCH = 1000
BATCH_BYTES = 256 * 1024
READS = 8


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that things may take: one answer, an append or a read with all its repetitions,
    and the heads of a year."""

    answer: float = 1.0
    append: float = 3.0
    read: float = 2.5
    heads: float = 15.0


class Reads:
    """The reads of a journal. All raise `JournalDown` when their time is up, `NoStream` when the
    year has no stream."""

    def __init__(self, requests: Requests, patience: Patience) -> None:
        self._requests = requests
        self._patience = patience
        self._under_way = asyncio.Semaphore(READS)

    async def load(self, name: Name, after: int, leader: bool) -> Sequence[Stored]:
        """See `Journal`. Nothing new costs one round trip."""
        attempt = self._newest if leader else self._direct
        return await self.persist(name.stream, lambda: attempt(name, after), self._patience.read)

    async def head(self, name: Name) -> Stored | None:
        """See `Journal`."""
        return await self.persist(
            name.stream, lambda: self.one(name, last(name)), self._patience.read
        )

    async def heads(
        self, venue: str, year: int, wanted: Sequence[str]
    ) -> tuple[Sequence[Stored], int]:
        """See `Journal`, of `wanted` subjects. Exact: the heads as they stood at the position."""
        return await self.persist(
            stream(venue, year),
            lambda: self._heads(venue, year, wanted),
            self._patience.heads,
        )

    async def one(self, name: Name, request: Mapping[str, object]) -> Stored | None:
        """One message, from the stream's leader, tried once. Raises as `Requests.api`, and
        `NoStream`."""
        found = await self._one(name, request)
        return found[0] if found is not None else None

    async def _one(
        self, name: Name, request: Mapping[str, object]
    ) -> tuple[Stored, str | None] | None:
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

    async def _newest(self, name: Name, after: int) -> list[Stored]:
        """The commits after `after` up to the leader's last, or later ones too."""
        found = await self._one(name, last(name))
        if found is None or found[0].sequence <= after:
            return []
        end, before = found
        if end.sequence == after + 1 or before == str(after):
            return [end]  # there is no other between
        commits = await self._direct(name, after)
        # The replica that answered may lag: what it lacks comes from the leader, one by one.
        while (seen := commits[-1].sequence if commits else after) < end.sequence:
            following = await self.one(name, next_after(name, seen))
            if following is None:
                raise Lost(f"the leader of {name.stream} changed")
            commits.append(following)
        return commits

    async def _direct(self, name: Name, after: int) -> list[Stored]:
        """The commits after `after` as some replica has them, in as few requests as it takes."""
        commits: list[Stored] = []
        while True:
            seen = commits[-1].sequence if commits else after
            request = {**next_after(name, seen), "batch": BATCH, "max_bytes": BATCH_BYTES}
            async with self._under_way:
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

    async def _heads(
        self, venue: str, year: int, wanted: Sequence[str]
    ) -> tuple[Sequence[Stored], int]:
        found: dict[Name, Stored] = {}
        ended = False

        def take(stored: Stored, pending: int) -> None:
            nonlocal ended
            found[stored.name] = stored
            ended = ended or pending == 0
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
        heads = sorted(found.values(), key=lambda head: head.sequence)
        return heads, heads[-1].sequence if heads else first_sequence(year) - 1

    async def persist(self, stream: str, attempt: Callable[[], Awaitable[T]], seconds: float) -> T:
        """Try a read until it succeeds; raises `JournalDown` after `seconds`."""
        deadline = loop_time() + seconds
        while True:
            try:
                await self._requests.up(deadline - loop_time())
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
            if not await again(deadline):
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


def next_after(name: Name, sequence: int) -> dict[str, object]:
    """The request for an aggregate's first commit after a sequence."""
    return {"seq": sequence + 1, "next_by_subj": name.subject}


def last(name: Name) -> dict[str, object]:
    """The request for an aggregate's last commit."""
    return {"last_by_subj": name.subject}


async def again(deadline: float) -> bool:
    """A jittered moment before the next try; False if the time is up."""
    pause = random.uniform(0.02, 0.1)
    if loop_time() + pause >= deadline:
        return False
    await asyncio.sleep(pause)
    return True


def loop_time() -> float:
    """Seconds on the event loop's clock, which no one can set."""
    return asyncio.get_running_loop().time()


def _no_stream(stream: str) -> NoStream:
    return NoStream(f"there is no stream {stream}: is the venue's year provisioned?")
