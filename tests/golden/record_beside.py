"""Record histories of sessions, equipment and disputes: `python -m tests.golden.record_beside`.

As with games, a history that is recorded stays for ever: a file that is there is never written
again, and a release whose commits look different records another.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf import json_format
from google.protobuf.empty_pb2 import Empty

from eyesdown.draw.v1 import dispute_pb2, equipment_pb2, session_pb2
from services.draw.codec.dispute import CODEC as DISPUTE_CODEC
from services.draw.codec.equipment import CODEC as EQUIPMENT_CODEC
from services.draw.codec.session import CODEC as SESSION_CODEC
from services.draw.domain.dispute import dispute
from services.draw.domain.dispute.dispute import DISPUTES
from services.draw.domain.equipment import equipment
from services.draw.domain.equipment.equipment import EQUIPMENT
from services.draw.domain.game.parts import StagePrize
from services.draw.domain.game.words import Ending, Verdict
from services.draw.domain.session import session
from services.draw.domain.session.session import SESSIONS
from services.draw.domain.session.state import Judged
from services.draw.views import dispute as dispute_view
from services.draw.views import equipment as equipment_view
from services.draw.views import session as session_view
from services.kernel.build import Build
from services.kernel.journal.store import Stored
from services.kernel.law import Decider
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.codec import Codec
from services.kernel.record.commit import Actor, Given, Place
from services.kernel.record.histories import Snapshot
from services.kernel.record.seal import Sealer
from tests.draw.domain.dispute import disputes as d
from tests.draw.domain.equipment import pieces as e
from tests.draw.domain.session import sessions as s
from tests.draw.domain.shell import KEY

FOLDER = Path(__file__).parent / "beside"

# Every kind of event that a session has: the programme is changed and amended, a practice game and
# one with everything are played, a closing is taken back and another signed.
SESSION = (
    s.prepare(s.PROGRAMME),
    s.change(s.PROGRAMME),
    s.open_(),
    s.amend(s.entry(9), withdrawn=(3,)),
    s.sign_amendment(),
    s.follow(1, opened_as=1),
    s.follow(1, ending=Ending.ABANDONED),
    s.follow(2, opened_as=2),
    s.follow(2, announced=True, prizes=(StagePrize(s.BINGO, s.nzd(500)),)),
    s.follow(2, called=7, corrections=1, call_outs=(Judged(1, None),)),
    s.follow(2, called=7, call_outs=(Judged(1, Verdict.VALID),), won=(s.BINGO,)),
    s.follow(2, called=7, irregularities=1, ending=Ending.COMPLETED),
    s.close(),
    s.resume(),
    s.close(),
    s.sign(),
)
CANCELLED = (s.prepare(), s.cancel())
CAGE = (
    e.register(),
    e.examine(witness=e.ROB),
    e.take_out(e.CRACKED),
    e.repair(),
    e.examine(),
    e.return_(),
    e.fail(),
    e.retire(),
)
DISPUTE = (
    d.open_(),
    d.add(),
    d.rule(),
    d.review(agrees=False),
    d.rule(by=d.MERE),
    d.review(by=d.SUE),
)


@dataclass(frozen=True)
class Sort:
    """One kind of aggregate: how it is decided, written and shown, and every event that it has."""

    decider: Decider[Any, Any, Any]
    codec: Codec[Any, Any]
    resource: Callable[[Snapshot[Any, Any]], Any]
    message: type[Any]
    events: Any


SORTS: Mapping[str, Sort] = {
    "sessions": Sort(
        SESSIONS, SESSION_CODEC, session_view.resource, session_pb2.Session, session.Event
    ),
    "equipment": Sort(
        EQUIPMENT,
        EQUIPMENT_CODEC,
        equipment_view.resource,
        equipment_pb2.Equipment,
        equipment.Event,
    ),
    "disputes": Sort(
        DISPUTES, DISPUTE_CODEC, dispute_view.resource, dispute_pb2.Dispute, dispute.Event
    ),
}
HISTORIES: Mapping[str, tuple[Name, tuple[Any, ...]]] = {
    "session-0.1": (Name("akl", "sessions", "2026-11-29-evening"), SESSION),
    "session-cancelled-0.1": (Name("akl", "sessions", "2026-11-29-late"), CANCELLED),
    "equipment-0.1": (Name("akl", "equipment", "2026-cage-2"), CAGE),
    "dispute-0.1": (Name("akl", "disputes", "2026-11-29-03"), DISPUTE),
}


def written(name: Name, commands: tuple[Any, ...]) -> list[Stored]:
    """The commits that these commands leave."""
    sort = SORTS[name.kind]
    state, place = sort.decider.initial, Place.start(name)
    stored: list[Stored] = []
    for command in commands:
        decision = sort.decider.decide(command, state)
        for event in decision.events:
            state = sort.decider.evolve(state, event)
        at = getattr(command, "at", s.at(len(stored)))
        given = Given(at, Actor("somebody", 0), "00000000", type(command).__name__, Empty())
        body = commits.build(
            *(name, place, given, decision, sort.codec, state),
            *(sort.decider.standing(state), KEY, Build("test")),
        )
        one = Stored(name, len(stored) + 1, body, {})
        stored.append(one)
        commit = commits.read(one, place, sort.codec, KEY)
        place = Place(commit.version, commit.sequence, commit.hash)
    return stored


def folded(name: Name, bodies: list[bytes], sealer: Sealer = KEY) -> list[Snapshot[Any, Any]]:
    """The aggregate after each of these commits."""
    sort = SORTS[name.kind]
    last: Snapshot[Any, Any] = Snapshot(name, Place.start(name), sort.decider.initial)
    snapshots = []
    for sequence, body in enumerate(bodies, start=1):
        commit = commits.read(Stored(name, sequence, body, {}), last.place, sort.codec, sealer)
        state = last.state
        for event in commit.events:
            state = sort.decider.evolve(state, event)
        last = last.after(commit, state)
        snapshots.append(last)
    return snapshots


def main() -> None:
    """Write every history that is not there yet."""
    FOLDER.mkdir(exist_ok=True)
    for title, (name, commands) in HISTORIES.items():
        file = FOLDER / f"{title}.json"
        if file.exists():
            continue
        bodies = [each.body for each in written(name, commands)]
        shown = SORTS[name.kind].resource(folded(name, bodies)[-1])
        history = {
            "name": str(name),
            "commits": [base64.b64encode(body).decode() for body in bodies],
            "shown": json_format.MessageToDict(shown),
        }
        file.write_text(json.dumps(history, indent=1) + "\n")


if __name__ == "__main__":
    main()
