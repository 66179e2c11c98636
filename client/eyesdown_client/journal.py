"""The journal as it grows: every change on the floor, and every commit as it is stored.

Both streams go on by themselves after a lost connection, with nothing twice and nothing left out,
for as long as it takes; only a service that cannot be reached at the start within the connection's
deadline raises `Unavailable`. To go on after your own program has ended, give `positions`, a
dictionary that is kept up to date: save it (it is plain JSON) after what it says was dealt with.

```python
positions = json.loads(file.read_text()) if file.exists() else {}
async for commit in eyesdown.journal.read_commits("akl", follow=True, positions=positions):
    deal_with(commit)
    file.write_text(json.dumps(positions))
```
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable, MutableMapping
from contextlib import aclosing

from eyesdown.journal.v1 import journal_service_pb2 as rpc
from eyesdown.journal.v1 import journal_service_pb2_grpc
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.words import parent_of

Positions = MutableMapping[str, int]
"""The last sequence by venue and year: {"akl/2026": 20260000000313}."""


@fitting
class Journal:
    """The calls of `JournalService`."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = journal_service_pb2_grpc.JournalServiceStub(connection.channel)

    async def watch_floor(
        self,
        *,
        venue: str = "-",
        positions: Positions | None = None,
        linked: Callable[[bool], None] = lambda up: None,
    ) -> AsyncGenerator[rpc.Change, None]:
        """The last change of every aggregate of the service, and then each change as it comes.

        `venue` is a venue's id, or "-" for every one in which you may watch. After `positions`
        come only changes that are newer. Whoever is too slow, or was away, is given the last
        change of each aggregate and no older one. Unpack `row` into the service's row. `linked` is
        told False when the service is lost, and True when it answers again.
        """
        seen = {} if positions is None else positions

        def request() -> rpc.WatchFloorRequest:
            return rpc.WatchFloorRequest(parent=parent_of(venue), after=_after(seen))

        answers = self._connection.stream(self._stub.WatchFloor, request, linked)
        async with aclosing(answers):
            async for answer in answers:
                _note(seen, answer.positions)
                if answer.HasField("change"):
                    yield answer.change

    async def read_commits(
        self,
        venue: str,
        *,
        year: int = 0,
        follow: bool = False,
        kinds: Iterable[str] = (),
        positions: Positions | None = None,
    ) -> AsyncGenerator[rpc.StoredCommit, None]:
        """Every commit of a venue as it is stored, the oldest year first; with `follow` each as it
        comes, for ever.

        `year` reads that year's alone, `kinds` those of these collections ("games"), `positions`
        those after them. `commit` is a serialized `eyesdown.journal.v1.Commit`, over which hashes
        are made; what is sealed in it is encrypted.
        """
        seen = {} if positions is None else positions
        wanted = list(kinds)

        def request() -> rpc.ReadCommitsRequest:
            return rpc.ReadCommitsRequest(
                parent=parent_of(venue),
                year=year,
                after=_after(seen),
                follow=follow,
                kinds=wanted,
            )

        answers = self._connection.stream(self._stub.ReadCommits, request)
        async with aclosing(answers):
            async for answer in answers:
                _note(seen, answer.positions)
                if answer.HasField("commit"):
                    yield answer.commit


def _after(seen: Positions) -> list[rpc.Position]:
    return [
        rpc.Position(venue=place.partition("/")[0], sequence=sequence)
        for place, sequence in seen.items()
    ]


def _note(seen: Positions, positions: Iterable[rpc.Position]) -> None:
    for position in positions:
        place = f"{position.venue}/{position.sequence // 10**10}"
        seen[place] = max(seen.get(place, 0), position.sequence)
