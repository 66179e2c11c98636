"""The journal on JetStream: appends fenced by the aggregate's last sequence, and settled with the
stream's leader when it is not clear what became of them.

Every call ends within the seconds of its `Patience`, whatever the servers do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from services.kernel.journal.codes import STORE_FAILED, WRONG_LAST
from services.kernel.journal.connection import Connection, Link
from services.kernel.journal.jetstream import (
    EXPECTED,
    ApiError,
    Lost,
    NobodyThere,
    NotSent,
    Requests,
    answer,
)
from services.kernel.journal.reads import Patience, Reads, again, last, loop_time, next_after
from services.kernel.journal.store import (
    MAX_BYTES,
    Conflict,
    JournalDown,
    NoStream,
    OutcomeUnknown,
    Stored,
)
from services.kernel.journal.tails import NatsTail
from services.kernel.names import Name, first_sequence

# HTTP-like statuses of refusals that pass: too many requests, not available at the moment.
PASSING = (429, 503)


class NatsJournal:
    """A `Journal` on the JetStream of a connection. `close` it before the connection."""

    def __init__(
        self,
        connection: Connection,
        patience: Patience | None = None,
        prefix: str = "$JS.API",
    ) -> None:
        """`prefix` is "$JS.<domain>.API" for the JetStream of another domain."""
        self._patience = patience or Patience()
        self._requests = Requests(connection, prefix)
        self._reads = Reads(self._requests, self._patience)

    @property
    def link(self) -> Link:
        """Whether the journal's connection stands."""
        return self._requests.link

    async def close(self) -> None:
        """Give up whatever is under way."""
        await self._requests.close()

    async def append(
        self, name: Name, expected: int, body: bytes, headers: Mapping[str, str]
    ) -> int:
        """See `Journal`. Raises ValueError for a commit larger than the journal takes."""
        sending = _Append(name, expected, body, _fenced(body, headers, expected))
        deadline = loop_time() + self._patience.append
        while True:
            try:
                await self._requests.up(deadline - loop_time())
                return await self._send(sending, deadline - loop_time())
            except (NotSent, Lost, ApiError) as trouble:
                if sending.met(trouble):
                    raise sending.failure(trouble) from trouble
                if not isinstance(trouble, NotSent) or isinstance(trouble, NobodyThere):
                    stored = await self._settled(sending)
                    if stored is not None:
                        return stored
                if not await again(deadline):
                    raise sending.failure(trouble) from trouble

    async def _send(self, sending: _Append, left: float) -> int:
        within = min(self._patience.answer, max(left, 0.1))
        message = await self._requests.ask(
            sending.name.subject, sending.body, sending.headers, within=within
        )
        return int(answer(message.data)["seq"])

    async def _settled(self, sending: _Append) -> int | None:
        """What the leader says about an append: its sequence if it is stored; None if the
        aggregate still ends where it expects, or if the leader cannot be asked.

        One message at most can ever follow the expected one on the subject: if that is another's,
        ours was never stored and never will be. Raises `Conflict`, `NoStream`.
        """
        name, expected = sending.name, sending.expected
        try:
            found = await self._reads.one(name, next_after(name, expected))
            if found is None and sending.refused:
                # Another's append was under way and came to nothing, or the caller expects what
                # was never there.
                end = await self._reads.one(name, last(name))
                if (end.sequence if end else 0) < expected:
                    raise Conflict(f"{name} does not end at {expected}")
        except NoStream:
            if sending.maybe:
                return None
            raise
        except (NotSent, Lost, ApiError):
            return None
        if found is not None and found.body != sending.body:
            raise Conflict(f"{name} goes on at {found.sequence}")
        return found.sequence if found is not None else None

    async def load(self, name: Name, after: int = 0, leader: bool = False) -> Sequence[Stored]:
        """See `Journal`. Nothing new costs one round trip."""
        return await self._reads.load(name, after, leader)

    async def head(self, name: Name) -> Stored | None:
        """See `Journal`."""
        return await self._reads.head(name)

    async def heads(
        self, venue: str, year: int, kinds: Sequence[str]
    ) -> tuple[Sequence[Stored], int]:
        """See `Journal`. Exact: the heads as they stood at the position that is returned. Raises
        ValueError for no kinds."""
        wanted = [f"eyesdown.journal.{venue}.{year}.{kind}.*" for kind in _some(kinds)]
        return await self._reads.heads(venue, year, wanted)

    async def tail(self, venue: str, year: int, kinds: Sequence[str], after: int) -> NatsTail:
        """See `Journal`. Raises `JournalDown` if it cannot be opened, ValueError for no kinds;
        once open it outlives lost connections and servers."""
        after = max(after, first_sequence(year) - 1)
        tail = NatsTail(self._requests, venue, year, _some(kinds), after, self._patience.answer)
        await self._reads.persist(tail.stream, tail.open, self._patience.read)
        return tail


class _Append:
    """One append, and what has become of it so far."""

    def __init__(self, name: Name, expected: int, body: bytes, headers: Mapping[str, str]) -> None:
        self.name = name
        self.expected = expected
        self.body = body
        self.headers = headers
        self.maybe = False  # something we sent may be stored, now or later
        self.refused = False  # the last sending was refused for its expectation

    def met(self, trouble: Exception) -> bool:
        """Note what became of a sending; True if it is hopeless to send again."""
        code = trouble.code if isinstance(trouble, ApiError) else 0
        self.refused = code in WRONG_LAST
        self.maybe = self.maybe or isinstance(trouble, Lost) or code == STORE_FAILED
        if not isinstance(trouble, ApiError) or self.refused or self.maybe:
            return False
        return trouble.status not in PASSING

    def failure(self, trouble: Exception) -> Exception:
        """What to tell the caller when we give up."""
        if self.maybe:
            return OutcomeUnknown(f"whether {self.name} was stored cannot be said: {trouble}")
        return JournalDown(f"{self.name} was not stored: {trouble}")


def _some(kinds: Sequence[str]) -> Sequence[str]:
    if not kinds:
        raise ValueError("name at least one kind")
    return tuple(dict.fromkeys(kinds))


def _fenced(body: bytes, headers: Mapping[str, str], expected: int) -> dict[str, str]:
    """The headers of an append; raises ValueError for what the journal would never take."""
    if any(name.lower().startswith("nats-") for name in headers):
        raise ValueError("headers that begin with Nats- are the server's own")
    fenced = {**headers, EXPECTED: str(expected)}
    size = len(body) + sum(len(f"{name}: {value}\r\n".encode()) for name, value in fenced.items())
    if size + len("NATS/1.0\r\n\r\n") > MAX_BYTES:
        raise ValueError(f"a commit of {size} bytes: the journal takes at most {MAX_BYTES}")
    return fenced
