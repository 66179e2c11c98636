"""A draw service as the client sees one: a real gRPC server whose answers a test writes down."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.message import Message

from eyesdown.common.v1 import (
    access_service_pb2,
    access_service_pb2_grpc,
    player_list_service_pb2,
    player_list_service_pb2_grpc,
    profile_service_pb2,
    profile_service_pb2_grpc,
    venue_service_pb2,
    venue_service_pb2_grpc,
)
from eyesdown.draw.v1 import (
    display_service_pb2,
    display_service_pb2_grpc,
    dispute_service_pb2,
    dispute_service_pb2_grpc,
    draw_service_pb2,
    draw_service_pb2_grpc,
    equipment_service_pb2,
    equipment_service_pb2_grpc,
    session_service_pb2,
    session_service_pb2_grpc,
)
from eyesdown.journal.v1 import journal_service_pb2, journal_service_pb2_grpc
from eyesdown.paigow.v1 import paigow_service_pb2, paigow_service_pb2_grpc
from eyesdown.tournament.v1 import (
    table_service_pb2,
    table_service_pb2_grpc,
    tournament_service_pb2,
    tournament_service_pb2_grpc,
)
from eyesdown.verify.v1 import (
    card_service_pb2,
    card_service_pb2_grpc,
    claim_service_pb2,
    claim_service_pb2_grpc,
    eye_service_pb2,
    eye_service_pb2_grpc,
    jackpot_service_pb2,
    jackpot_service_pb2_grpc,
    prize_service_pb2,
    prize_service_pb2_grpc,
    sales_service_pb2,
    sales_service_pb2_grpc,
)
from eyesdown_client import Eyesdown
from services.kernel.errors import DETAILS_KEY, Failure, status
from tests.kit.ports import lasting_port

DEADLINE = 60.0
"""Seconds in which a test gets there or fails."""

NAME = "venues/akl/games/2026-11-29-07"

CONTRACTS: tuple[Any, ...] = (
    draw_service_pb2,
    session_service_pb2,
    equipment_service_pb2,
    dispute_service_pb2,
    display_service_pb2,
    venue_service_pb2,
    access_service_pb2,
    journal_service_pb2,
    tournament_service_pb2,
    table_service_pb2,
    paigow_service_pb2,
    card_service_pb2,
    sales_service_pb2,
    claim_service_pb2,
    jackpot_service_pb2,
    prize_service_pb2,
    player_list_service_pb2,
    profile_service_pb2,
    eye_service_pb2,
)

Step = Message | Failure | grpc.StatusCode | Callable[..., Awaitable[Any]]


async def fail(context: Any, failure: Failure) -> None:
    """End a call as the kernel does."""
    told = status(failure)
    await context.abort(failure.code, told.message, ((DETAILS_KEY, told.SerializeToString()),))


class Call:
    """A call as it arrived."""

    def __init__(self, method: str, request: Any, context: Any) -> None:
        self.method = method
        self.request = request
        self.remaining: float | None = context.time_remaining()
        self.metadata: dict[str, str] = dict(context.invocation_metadata())


class House:
    """Answers each call with the next step that was written down for its method, and notes it.

    A step is an answer, a failure as the kernel tells it, a bare code, or a coroutine function
    (an async generator function for streams) that is given request and context. The last step of
    a method stays.
    """

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.steps: defaultdict[str, deque[Step]] = defaultdict(deque)
        self.port = 0
        self._server: grpc.aio.Server | None = None
        self._arrived = asyncio.Condition()

    def answers(self, method: str, *steps: Step) -> None:
        self.steps[method].extend(steps)

    async def start(self, credentials: grpc.ServerCredentials | None = None) -> None:
        """Serve, on the port that it had before if it was served before."""
        server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
        answering: Any = self
        draw_service_pb2_grpc.add_DrawServiceServicer_to_server(answering, server)
        session_service_pb2_grpc.add_SessionServiceServicer_to_server(answering, server)
        equipment_service_pb2_grpc.add_EquipmentServiceServicer_to_server(answering, server)
        display_service_pb2_grpc.add_DisplayServiceServicer_to_server(answering, server)
        dispute_service_pb2_grpc.add_DisputeServiceServicer_to_server(answering, server)
        venue_service_pb2_grpc.add_VenueServiceServicer_to_server(answering, server)
        journal_service_pb2_grpc.add_JournalServiceServicer_to_server(answering, server)
        tournament_service_pb2_grpc.add_TournamentServiceServicer_to_server(answering, server)
        table_service_pb2_grpc.add_SessionTableServiceServicer_to_server(answering, server)
        paigow_service_pb2_grpc.add_PaiGowServiceServicer_to_server(answering, server)
        card_service_pb2_grpc.add_CardServiceServicer_to_server(answering, server)
        sales_service_pb2_grpc.add_SalesServiceServicer_to_server(answering, server)
        claim_service_pb2_grpc.add_ClaimServiceServicer_to_server(answering, server)
        jackpot_service_pb2_grpc.add_JackpotServiceServicer_to_server(answering, server)
        prize_service_pb2_grpc.add_PrizeServiceServicer_to_server(answering, server)
        player_list_service_pb2_grpc.add_PlayerListServiceServicer_to_server(answering, server)
        profile_service_pb2_grpc.add_ProfileServiceServicer_to_server(answering, server)
        eye_service_pb2_grpc.add_EyeServiceServicer_to_server(answering, server)
        access_service_pb2_grpc.add_AccessServiceServicer_to_server(answering, server)
        self.port = self.port or lasting_port()
        address = f"127.0.0.1:{self.port}"
        if credentials is None:
            server.add_insecure_port(address)
        else:
            server.add_secure_port(address, credentials)
        await server.start()
        self._server = server

    async def stop(self) -> None:
        """Cut every call off and give up the port."""
        if self._server is not None:
            server, self._server = self._server, None
            await server.stop(None)

    async def arrived(self, count: int) -> None:
        """Wait until so many calls have come."""
        async with asyncio.timeout(DEADLINE), self._arrived:
            await self._arrived.wait_for(lambda: len(self.calls) >= count)

    async def _next(self, method: str, request: Any, context: Any) -> Any:
        self.calls.append(Call(method, request, context))
        async with self._arrived:
            self._arrived.notify_all()
        steps = self.steps[method]
        step = steps.popleft() if len(steps) > 1 else steps[0]
        if isinstance(step, Failure):
            await fail(context, step)
        if isinstance(step, grpc.StatusCode):
            await context.abort(step, "no such luck")
        return step


def _stream(method: str) -> Any:
    async def answers(self: House, request: Any, context: Any) -> AsyncIterator[Any]:
        step = await self._next(method, request, context)
        async for answer in step(request, context):
            yield answer

    return answers


def _unary(method: str) -> Any:
    async def answer(self: House, request: Any, context: Any) -> Any:
        step = await self._next(method, request, context)
        return step if isinstance(step, Message) else await step(request, context)

    return answer


for contract in CONTRACTS:
    for service in contract.DESCRIPTOR.services_by_name.values():
        for each in service.methods:
            answering = _stream if each.server_streaming else _unary
            setattr(House, each.name, answering(each.name))


Connect = Callable[..., Eyesdown]
"""Makes a client of the house."""
