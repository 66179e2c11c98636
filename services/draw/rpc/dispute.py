"""gRPC in, for disputes: parse, put on record, render.

What the record of the game says is fetched here and handed to the decision as facts.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from google.protobuf.message import Message

from eyesdown.draw.v1 import dispute_events_pb2, dispute_pb2, dispute_service_pb2_grpc
from eyesdown.draw.v1 import dispute_service_pb2 as pb
from services.draw.domain.dispute.dispute import DISPUTES, Command, Event
from services.draw.domain.dispute.state import Dispute, State
from services.draw.domain.game import game
from services.draw.domain.game.deciding import CallOutDecided
from services.draw.domain.game.game import GAMES
from services.draw.domain.game.state import Game
from services.draw.domain.game.state import State as GameState
from services.draw.domain.game.words import Post
from services.draw.rpc.putting import Games
from services.draw.views.board import frame
from services.draw.views.dispute import resource
from services.kernel.errors import InvalidArgument, NotFound
from services.kernel.following.heads import Heads
from services.kernel.following.lists import Lists
from services.kernel.following.watching import watched
from services.kernel.names import Name
from services.kernel.profiles import Profiles
from services.kernel.record.aggregates import Aggregates, Outcome
from services.kernel.record.histories import Snapshot
from services.kernel.serving.calls import call
from services.kernel.serving.validation import child_of_day, named, named_beside
from services.kernel.walk import Walk

Disputes = Aggregates[Command, Event, State]
GameVersion = Snapshot[game.Event, GameState]


class DisputeRpc(dispute_service_pb2_grpc.DisputeServiceServicer):
    """The RPCs of disputes. `games` are what they are about, `profiles` know the clauses."""

    def __init__(
        self,
        disputes: Disputes,
        games: Games,
        walk: Walk[Command, Event, State],
        profiles: Profiles,
        heads: Heads,
        lists: Lists[dispute_pb2.DisputeRow],
    ) -> None:
        self._disputes = disputes
        self._games = games
        self._walk = walk
        self._profiles = profiles
        self._heads = heads
        self._lists = lists

    # -- commands --------------------------------------------------------------------------

    async def OpenDispute(self, request: pb.OpenDisputeRequest, _: Any) -> pb.OpenDisputeResponse:
        name = child_of_day(request, DISPUTES.kind, "dispute_id")
        about = named_beside(request, GAMES.kind, "game", name.venue)
        facts = frozen(await self._played(about), request.position)
        outcome = await self._walk(call(), name, request, facts=facts)
        return pb.OpenDisputeResponse(dispute=resource(outcome.snapshot))

    async def AddEvidence(self, request: pb.AddEvidenceRequest, _: Any) -> pb.AddEvidenceResponse:
        outcome = await self._walk(call(), named(request, DISPUTES.kind), request)
        return pb.AddEvidenceResponse(dispute=resource(outcome.snapshot))

    async def RuleDispute(self, request: pb.RuleDisputeRequest, _: Any) -> pb.RuleDisputeResponse:
        name = named(request, DISPUTES.kind)
        if not self._profiles.cites(request.clause):
            raise InvalidArgument("clause", f"the rule index has no {request.clause}")
        outcome = await self._judge(name, request)
        return pb.RuleDisputeResponse(dispute=resource(outcome.snapshot))

    async def ReviewDispute(
        self, request: pb.ReviewDisputeRequest, _: Any
    ) -> pb.ReviewDisputeResponse:
        outcome = await self._judge(named(request, DISPUTES.kind), request)
        return pb.ReviewDisputeResponse(dispute=resource(outcome.snapshot))

    # -- reading ---------------------------------------------------------------------------

    async def GetDispute(self, request: pb.GetDisputeRequest, _: Any) -> pb.GetDisputeResponse:
        name = named(request, DISPUTES.kind)
        snapshot = await self._disputes.read(name, request.at_least_version)
        return pb.GetDisputeResponse(dispute=resource(snapshot))

    async def ListDisputes(
        self, request: pb.ListDisputesRequest, _: Any
    ) -> pb.ListDisputesResponse:
        only = request.filter
        page = self._lists.page(
            request,
            call().scope,
            wanted=lambda row: (
                (not only.phases or row.phase in only.phases) and only.game in ("", row.game)
            ),
            day=only.day,
        )
        return pb.ListDisputesResponse(disputes=page.rows, next_page_token=page.next_token)

    def WatchDispute(
        self, request: pb.WatchDisputeRequest, _: Any
    ) -> AsyncIterator[pb.WatchDisputeResponse]:
        name = named(request, DISPUTES.kind)
        return watched(
            self._disputes,
            self._heads,
            name,
            request.after_version,
            lambda last: pb.WatchDisputeResponse(dispute=resource(last), events=last.happened),
        )

    # -- how -------------------------------------------------------------------------------

    async def _judge(self, name: Name, request: Message) -> Outcome[Event, State]:
        """A ruling or a review, with everybody who has called or judged in the game until now."""
        dispute = (await self._disputes.read(name)).state
        if not isinstance(dispute, Dispute):
            raise TypeError(f"{name} is on record and is no dispute")
        about = Name.parse(dispute.record.game)
        played = await self._played(about)
        facts = dispute_events_pb2.DisputeFacts(callers=callers(played), judges=judges(played))
        return await self._walk(call(), name, request, facts=facts)

    async def _played(self, about: Name) -> Sequence[GameVersion]:
        """Every version of a game, from the journal's leader. Raises `NotFound`."""
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
