"""What a game's record says of a dispute about it: the call in question, who called and judged."""

from __future__ import annotations

from collections.abc import Sequence

from eyesdown.draw.v1 import dispute_events_pb2, dispute_pb2
from services.draw.domain.game import game
from services.draw.domain.game.deciding import CallOutDecided
from services.draw.domain.game.state import Game, State
from services.draw.domain.game.words import Post
from services.draw.views.board import frame
from services.kernel.errors import NotFound
from services.kernel.names import Name
from services.kernel.record.aggregates import Aggregates
from services.kernel.record.histories import Snapshot

GameVersion = Snapshot[game.Event, State]


class Disputed:
    """Reads every version of a game from the journal's leader. Each raises `NotFound`."""

    def __init__(self, games: Aggregates[game.Command, game.Event, State]) -> None:
        self._games = games

    async def frozen(self, about: Name, position: int) -> dispute_events_pb2.DisputeFacts:
        """What is kept of a game when a dispute about its call at `position` is opened."""
        return frozen(await self._played(about), position)

    async def judged(self, about: Name) -> dispute_events_pb2.DisputeFacts:
        """Everybody who has called or judged in a game until now."""
        played = await self._played(about)
        return dispute_events_pb2.DisputeFacts(callers=callers(played), judges=judges(played))

    async def _played(self, about: Name) -> Sequence[GameVersion]:
        played = await self._games.versions(about)
        if not played:
            raise NotFound(str(about))
        return played


def frozen(played: Sequence[GameVersion], position: int) -> dispute_events_pb2.DisputeFacts:
    """What the record of a game says of its call at `position`: the commit that announced it, the
    calls and the board then, and who has called the game.

    Without record and board where there is no such call.
    """
    facts = dispute_events_pb2.DisputeFacts(callers=callers(played))
    for each in played:
        numbers = _called(each)
        if len(numbers) >= position:
            record = dispute_pb2.FrozenRecord(
                game=str(each.name),
                position=position,
                version=each.version,
                hash=each.place.hash,
                numbers=numbers,
                last_version=played[-1].version,
                last_hash=played[-1].place.hash,
            )
            facts.record.CopyFrom(record)
            facts.board.CopyFrom(frame(each))
            break
    return facts


def callers(played: Sequence[GameVersion]) -> list[str]:
    """Everybody who has been the caller of a game, in the order in which they came."""
    return _holders(played, Post.CALLER)


def judges(played: Sequence[GameVersion]) -> list[str]:
    """Everybody who has supervised a game, and who decided a call out of it."""
    decisions = (event for each in played for event in each.events)
    decided = [each.by for each in decisions if isinstance(each, CallOutDecided)]
    return list(dict.fromkeys((*_holders(played, Post.SUPERVISOR), *decided)))


def _holders(played: Sequence[GameVersion], post: Post) -> list[str]:
    states = (each.state for each in played)
    held = (state.holder(post) for state in states if isinstance(state, Game))
    return list(dict.fromkeys(person for person in held if person is not None))


def _called(played: GameVersion) -> list[int]:
    """The number of every call, in order of their positions; one taken back keeps its position."""
    return [call.number for call in played.state.calls] if isinstance(played.state, Game) else []
