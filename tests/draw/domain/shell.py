"""A game on record without a journal: what is decided is written and read as the kernel does.

Selections are sealed and opened with a real key, so that events have their openings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from google.protobuf.message import Message

from eyesdown.draw.v1 import draw_service_pb2, events_pb2
from eyesdown.journal.v1 import commit_pb2
from services.draw.codec.game import CODEC
from services.draw.domain.game.game import GAMES, Command, Event
from services.draw.domain.game.selecting import BallRekeyed, NumberSelected, SelectNumber
from services.draw.domain.game.state import Game, State
from services.kernel.build import Build
from services.kernel.journal.store import Stored
from services.kernel.law import Decision, Refused, Secret
from services.kernel.names import Name
from services.kernel.record import commit as commits
from services.kernel.record.commit import Actor, Commit, Given, Place
from services.kernel.record.histories import Snapshot
from services.kernel.record.seal import Keys, Sealer
from tests.draw.domain.games import at

NAME = Name("akl", "games", "2026-11-29-07")


class Pocket(Keys):
    """One key, in no folder; None is none at all."""

    def __init__(self, key: bytes | None) -> None:
        super().__init__(Path())
        self._key = key

    def newest(self) -> tuple[str, bytes]:
        assert self._key is not None, "nothing can be sealed without a key"
        return "0001", self._key

    def get(self, name: str) -> bytes | None:
        return self._key


KEY, NO_KEY = Sealer(Pocket(b"k" * 32)), Sealer(Pocket(None))


@dataclass(frozen=True)
class Answer:
    """What came of a command, and the states before and after it.

    `decided` are the events as they were decided, `events` as they were read back.
    """

    before: State
    after: State
    decided: tuple[Event, ...] = ()
    events: tuple[Event, ...] = ()
    refusal: Refused | None = None


class Shell:
    """One game: sends commands to it and keeps its commits.

    `twins` are the commits with a selection, each beside all that would be open of it if another
    number had been selected.
    """

    def __init__(self) -> None:
        self.state: State = GAMES.initial
        self.place = Place.start(NAME)
        self.stored: list[Stored] = []
        self.twins: list[tuple[bytes, commit_pb2.Commit]] = []
        self.events: list[Event] = []
        self.seconds = 0

    def now(self) -> datetime:
        """The next instant, a second after the one before."""
        self.seconds += 1
        return at(self.seconds)

    def send(self, command: Command) -> Answer:
        """Decide a command and put on record what has to be."""
        before = self.state
        try:
            decision = GAMES.decide(command, before)
        except Refused as refused:
            return Answer(before, before, refusal=refused)
        if not decision.events and decision.refusal is None:
            return Answer(before, before)
        commit = self._record(command, decision)
        for event in commit.events:
            self.state = GAMES.evolve(self.state, event)
        self.events += commit.events
        return Answer(before, self.state, decision.events, commit.events, commit.refusal)

    def _record(self, command: Command, decision: Decision[Event]) -> Commit[Event]:
        made, closed = self._composed(command, decision)
        if closed.ByteSize():
            sealed, _ = KEY.close(NAME, made.version, closed)
            made.sealed.CopyFrom(sealed)
        body = made.SerializeToString(deterministic=True)
        for event in decision.events:
            if isinstance(event, NumberSelected | BallRekeyed):
                numbers = self.state.rules.numbers if isinstance(self.state, Game) else 0
                twin, _ = self._composed(*_with_another_number(command, decision, event, numbers))
                self.twins.append((body, twin))
        stored = Stored(NAME, self.place.sequence + 1, body, {})
        commit = commits.read(stored, self.place, CODEC, KEY)
        self.stored.append(stored)
        self.place = Place(commit.version, commit.sequence, commit.hash)
        return commit

    def _composed(
        self, command: Command, decision: Decision[Event]
    ) -> tuple[commit_pb2.Commit, commit_pb2.Closed]:
        """The next commit without its seal, and what is to be sealed of it."""
        after = self.state
        for event in decision.events:
            after = GAMES.evolve(after, event)
        given, standing = _given(command, at(self.seconds)), GAMES.standing(after)
        return commits.compose(
            NAME, self.place, given, decision, CODEC, after, standing, Build("test")
        )

    def snapshots(self, sealer: Sealer) -> list[Snapshot[Event, State]]:
        """The game after each commit, read anew from the bytes by the holder of these keys."""
        place, state, found = Place.start(NAME), GAMES.initial, []
        for stored in self.stored:
            commit = commits.read(stored, place, CODEC, sealer)
            place = Place(commit.version, commit.sequence, commit.hash)
            for event in commit.events:
                state = GAMES.evolve(state, event)
            found.append(Snapshot(NAME, place, state, commit.given.at, events=commit.events))
        return found


def _with_another_number(
    command: Command, decision: Decision[Event], event: NumberSelected | BallRekeyed, numbers: int
) -> tuple[Command, Decision[Event]]:
    """The same selection, of the number after it; of 1 after the last."""
    selection = event.selection.reveal()
    other = selection.number % numbers + 1
    if isinstance(command, SelectNumber) and command.ball is not None:
        command = replace(command, ball=other)
    changed = replace(event, selection=Secret(replace(selection, number=other)))
    return command, replace(decision, events=(changed,))


def _given(command: Command, instant: datetime) -> Given:
    """Request and facts as they come for a selection; any request for another command."""
    request: Message = draw_service_pb2.GetGameRequest(name=str(NAME))
    facts = None
    if isinstance(command, SelectNumber):
        request = draw_service_pb2.SelectNumberRequest(
            name=str(NAME), position=command.position, ball=command.ball or 0
        )
        facts = events_pb2.GameFacts(entropy=command.entropy)
    method = type(command).__name__
    return Given(instant, Actor("somebody", 0), "00000000", method, request, facts)
