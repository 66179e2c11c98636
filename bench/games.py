"""Games in play, and the requests that carry them from one call to the next."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bench.house import Serving
from bench.load import Method, Queue, burst
from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from services.kernel.names import Name
from tests.kit.draw_hall import PROFILE, Hall

SERVICE = "/eyesdown.draw.v1.DrawService/"


def request_id() -> str:
    """A new one."""
    return str(uuid.uuid4())


@dataclass(frozen=True)
class Floor:
    """Games in play, the same number for each worker."""

    hall: Hall
    serving: Serving
    games: tuple[tuple[str, ...], ...]

    @classmethod
    async def announced(cls, hall: Hall, serving: Serving, workers: int, each: int) -> Floor:
        """Open and announce `each` games for each worker, in rooms of their own."""
        ids = tuple(tuple(hall.game_id() for _ in range(each)) for _ in range(workers))
        parent = f"venues/{hall.venue}"
        names = tuple(tuple(f"{parent}/games/{one}" for one in queue) for queue in ids)
        floor = cls(hall, serving, names)

        def opened(name: str) -> pb.OpenGameRequest:
            return pb.OpenGameRequest(
                request_id=request_id(),
                parent=parent,
                game_id=name.rpartition("/")[2],
                profile=PROFILE,
                game_version=3,
                stages=_stages(),
                serial_number="A 1204",
                selector=game_pb2.SELECTOR_ELECTRONIC,
                rooms=[hall.room()],
            )

        await floor.all("OpenGame", hall.manager.at, opened)
        for post, person in (("CALLER", hall.caller), ("SUPERVISOR", hall.supervisor)):
            number = game_pb2.Post.Value(f"POST_{post}")
            await floor.all("AssignStaff", hall.manager.at, _assigned(number, person.id))
        await floor.all("AnnounceGame", hall.caller.at, _announced)
        return floor

    @property
    def first(self) -> Name:
        """One of the games."""
        return Name.parse(self.games[0][0])

    def method(self, rpc: str, metadata: tuple[tuple[str, str], ...]) -> Method:
        """A method of the draw, called by somebody."""
        return Method(self.serving.channel, SERVICE + rpc, metadata)

    @property
    def calling(self) -> Method:
        """CallNumber, by the caller."""
        return self.method("CallNumber", self.hall.caller.at)

    def calls(self, position: int) -> list[Queue]:
        """The requests that announce the number of `position` in every game."""
        return self.requests(
            lambda name: pb.CallNumberRequest(request_id=request_id(), name=name, position=position)
        )

    def requests(self, make: Callable[[str], object]) -> list[Queue]:
        """A request for every game, in the workers' queues."""
        return [
            [make(name).SerializeToString() for name in queue]  # type: ignore[attr-defined]  # messages
            for queue in self.games
        ]

    async def all(
        self, rpc: str, metadata: tuple[tuple[str, str], ...], make: Callable[[str], object]
    ) -> None:
        """Call a method for every game."""
        await burst(self.method(rpc, metadata), self.requests(make))

    async def select(self, position: int) -> None:
        """Select the number of `position` in every game."""
        await self.all(
            "SelectNumber",
            self.hall.caller.at,
            lambda name: pb.SelectNumberRequest(
                request_id=request_id(), name=name, position=position
            ),
        )

    async def confirm(self, position: int) -> None:
        """Confirm the call of `position` in every game."""
        await self.all(
            "ConfirmCall",
            self.hall.supervisor.at,
            lambda name: pb.ConfirmCallRequest(
                request_id=request_id(), name=name, position=position
            ),
        )

    async def versions(self) -> dict[str, int]:
        """Every game's version, as the journal has it."""
        get = self.method("GetGame", self.hall.auditor.at)
        replies = [await get(request) for queue in self.reads() for request in queue]
        games = [pb.GetGameResponse.FromString(reply).game for reply in replies]
        return {game.name: game.version for game in games}

    def reads(self) -> list[Queue]:
        """The requests that read every game."""
        return self.requests(lambda name: pb.GetGameRequest(name=name))


def _assigned(post: game_pb2.Post.ValueType, person: str) -> Callable[[str], object]:
    return lambda name: pb.AssignStaffRequest(
        request_id=request_id(), name=name, post=post, person=person
    )


def _announced(name: str) -> pb.AnnounceGameRequest:
    return pb.AnnounceGameRequest(
        request_id=request_id(),
        name=name,
        version=3,
        game_version=3,
        stages=_stages(),
        serial_number="A 1204",
    )


def _stages() -> Sequence[game_pb2.StagePrize]:
    prizes = {game_pb2.STAGE_PART_SERIES: 5_000, game_pb2.STAGE_SERIES: 50_000}
    return [
        game_pb2.StagePrize(stage=stage, prize=money_pb2.Money(currency="NZD", minor_units=cents))
        for stage, cents in prizes.items()
    ]
