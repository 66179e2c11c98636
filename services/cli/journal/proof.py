"""Proof of drawn numbers from the journal alone: no key, no service."""

from __future__ import annotations

from eyesdown.draw.v1 import events_pb2
from eyesdown.journal.v1 import commit_pb2
from services.kernel.journal.connection import WAITED_FOR, connect
from services.kernel.journal.nats_store import NatsJournal
from services.kernel.journal.tls import Tls
from services.kernel.law import Opening, pick
from services.kernel.names import Name
from services.kernel.record.seal import opens

NUMBERS = range(1, 91)


async def prove(nats: str, game: str, tls: Tls | None = None) -> int:
    """How many calls of a game with 90 numbers are the ones that were committed to before, and
    are what their entropy chooses from the numbers left at that time."""
    connection = await connect(nats, name="proof", tls=tls, patience=WAITED_FOR)
    try:
        name = Name.parse(game)
        journal = NatsJournal(connection)
        stored = await journal.load(name, leader=True)
        await journal.close()
    finally:
        await connection.close()
    sealed: dict[int, bytes] = {}
    called: list[int] = []
    proven = 0
    for one in stored:
        commit = commit_pb2.Commit.FromString(one.body)
        if commit.HasField("sealed"):
            sealed[commit.version] = commit.sealed.commitment
        for packed in commit.events:
            call = events_pb2.NumberCalled()
            if not packed.Unpack(call):
                continue
            opening = Opening(call.opening.version, call.opening.salt, call.opening.content)
            content = commit_pb2.Closed.FromString(opening.content)
            selection = events_pb2.NumberSelected.FromString(content.events[0]).selection
            left = tuple(number for number in NUMBERS if number not in called)
            chosen = pick(selection.entropy, left)
            committed = opens(name, opening, sealed.get(opening.version, b""))
            proven += committed and chosen == selection.number == call.number
            called.append(call.number)
    return proven
