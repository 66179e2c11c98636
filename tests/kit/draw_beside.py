"""What stands beside games in a hall: requests, and how each comes to where it stands.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import (
    display_pb2,
    display_service_pb2,
    display_service_pb2_grpc,
    dispute_pb2,
    dispute_service_pb2,
    dispute_service_pb2_grpc,
    equipment_pb2,
    equipment_service_pb2,
    equipment_service_pb2_grpc,
    game_pb2,
    session_pb2,
    session_service_pb2,
    session_service_pb2_grpc,
)
from tests.kit.draw import SOON, Hall, Replica
from tests.kit.draw_hall import PROFILE, Person
from tests.kit.draw_play import Play, request_id
from tests.kit.draw_screen import Screen

Thing: TypeAlias = (
    "session_pb2.Session | equipment_pb2.Equipment | dispute_pb2.Dispute | display_pb2.Display"
)
SERVICES: Mapping[str, tuple[Any, Any]] = {
    "SessionService": (session_service_pb2, session_service_pb2_grpc.SessionServiceStub),
    "EquipmentService": (equipment_service_pb2, equipment_service_pb2_grpc.EquipmentServiceStub),
    "DisplayService": (display_service_pb2, display_service_pb2_grpc.DisplayServiceStub),
    "DisputeService": (dispute_service_pb2, dispute_service_pb2_grpc.DisputeServiceStub),
}
SERVICE_OF: Mapping[str, str] = {
    method: service
    for service, (messages, _) in SERVICES.items()
    for method in messages.DESCRIPTOR.services_by_name[service].methods_by_name
}
METHODS = tuple(SERVICE_OF)
ALL_RESPECTS = (
    equipment_pb2.RESPECT_SIZE,
    equipment_pb2.RESPECT_SHAPE,
    equipment_pb2.RESPECT_WEIGHT,
    equipment_pb2.RESPECT_BALANCE,
)
CAMERA = dispute_pb2.EvidenceGiven(
    kind=dispute_pb2.EVIDENCE_KIND_RECORDING, text="camera 4, 19:31:00 to 19:33:30"
)


def messages_of(method: str) -> Any:
    """The module with the messages of an RPC."""
    return SERVICES[SERVICE_OF[method]][0]


def ask_for(method: str, **fields: Any) -> Any:
    """The request of an RPC, under a new request id where it has one."""
    made = getattr(messages_of(method), f"{method}Request")
    if "request_id" in made.DESCRIPTOR.fields_by_name:
        fields.setdefault("request_id", request_id())
    return made(**fields)


def entry(number: int, **more: Any) -> session_pb2.ProgrammeEntry:
    """A game for a line of 50 and a bingo of 500 dollars."""
    stages = [
        game_pb2.StagePrize(
            stage=stage, prize=money_pb2.Money(currency="NZD", minor_units=dollars * 100)
        )
        for stage, dollars in ((game_pb2.STAGE_PART_SERIES, 50), (game_pb2.STAGE_SERIES, 500))
    ]
    chosen: dict[str, Any] = {
        "title": f"Game {number}",
        "profile": PROFILE,
        "game_version": 3,
        "stages": stages,
        **more,
    }
    return session_pb2.ProgrammeEntry(number=number, **chosen)


class World:
    """A hall at one of its replicas, and what its people do there beside the games."""

    def __init__(self, hall: Hall, replica: Replica) -> None:
        self.hall = hall
        self.replica = replica
        self.parent = f"venues/{hall.venue}"
        self._stubs: dict[str, Any] = {
            service: stub(replica.channel) for service, (_, stub) in SERVICES.items()
        }
        self._game: Play | None = None

    def stub(self, method: str) -> Any:
        """The stub's method of an RPC."""
        return getattr(self._stubs[SERVICE_OF[method]], method)

    async def ask(self, method: str, request: Any, person: Person) -> Any:
        """The reply to a request; of a stream, its first."""
        called = self.stub(method)
        if not method.startswith("Watch"):
            return await called(request, metadata=person.at, timeout=SOON)
        stream = called(request, metadata=person.at, timeout=SOON)
        try:
            async for first in stream:
                return first
            raise AssertionError("the stream ended without a word")
        finally:
            stream.cancel()

    async def do(self, method: str, person: Person, thing: Thing | None = None, **more: Any) -> Any:
        """What becomes of a session, a piece of equipment or a dispute by an RPC."""
        if thing is not None:
            more.setdefault("name", thing.name)
            fields = getattr(messages_of(method), f"{method}Request").DESCRIPTOR.fields_by_name
            if "version" in fields:
                more.setdefault("version", thing.version)
        reply = await self.ask(method, ask_for(method, **more), person)
        kind = reply.DESCRIPTOR.fields[0].name
        return getattr(reply, kind)

    async def until(self, thing: Any, holds: Callable[[Any], bool]) -> Any:
        """A session, piece of equipment or dispute, as soon as this holds of it."""
        kind = type(thing).__name__
        stub = self.stub(f"Watch{kind}")
        request = ask_for(f"Watch{kind}", name=thing.name)
        stream = stub(request, metadata=self.hall.auditor.at, timeout=SOON)
        try:
            async for reply in stream:
                shown = getattr(reply, kind.lower())
                if holds(shown):
                    return shown
        finally:
            stream.cancel()
        raise AssertionError(f"{thing.name} ended and never came to it")

    async def watched(self, thing: Any) -> list[Any]:
        """Every version of a thing that has ended, as a watcher is told of it."""
        kind = type(thing).__name__
        request = ask_for(f"Watch{kind}", name=thing.name)
        stream = self.stub(f"Watch{kind}")(request, metadata=self.hall.auditor.at, timeout=SOON)
        return [reply async for reply in stream]

    async def rows(self, method: str, **wanted: Any) -> list[Any]:
        """All rows of a list, two a page."""
        rows: list[Any] = []
        token = ""
        while True:
            request = ask_for(method, parent=self.parent, page_size=2, page_token=token, **wanted)
            page = await self.ask(method, request, self.hall.auditor)
            found = getattr(page, page.DESCRIPTOR.fields[0].name)
            assert len(found) <= 2
            rows += found
            token = page.next_page_token
            if not token:
                return rows

    # -- sessions --------------------------------------------------------------------------

    def preparing(self, **more: Any) -> Any:
        """Prepare a session of a practice game and two others."""
        chosen: dict[str, Any] = {
            "parent": self.parent,
            "title": "Sunday evening",
            "programme": [entry(1, practice=True), entry(2), entry(3)],
            **more,
        }
        chosen.setdefault("session_id", self.hall.game_id())
        return ask_for("PrepareSession", **chosen)

    async def planned(self, **more: Any) -> Any:
        """A session that the manager has prepared."""
        request = self.preparing(**more)
        return (await self.ask("PrepareSession", request, self.hall.manager)).session

    async def open_session(self, **more: Any) -> Any:
        """A session that the supervisor has signed."""
        return await self.do("OpenSession", self.hall.supervisor, await self.planned(**more))

    async def amending(self) -> Any:
        """A session for which the supervisor has proposed one more game."""
        session, more = await self.open_session(), {"entries": [entry(9)], "reason": "one more"}
        return await self.do("AmendProgramme", self.hall.supervisor, session, **more)

    async def closing(self) -> Any:
        """A session that the supervisor has closed."""
        return await self.do("CloseSession", self.hall.supervisor, await self.open_session())

    async def closed(self) -> Any:
        """A session whose figures the manager has signed."""
        return await self.do("SignSession", self.hall.manager, await self.closing())

    async def cancelled(self) -> Any:
        """A session that was given up."""
        planned = await self.planned()
        return await self.do("CancelSession", self.hall.manager, planned, reason="storm")

    # -- equipment -------------------------------------------------------------------------

    def registering(self, **more: Any) -> Any:
        """Register a cage of 90 balls."""
        chosen: dict[str, Any] = {
            "parent": self.parent,
            "title": "Cage 2",
            "selector": game_pb2.SELECTOR_RECEPTACLE,
            "numbers": 90,
            **more,
        }
        day = self.hall.game_id()
        chosen.setdefault("equipment_id", f"{day[:4]}-cage-{day.rpartition('-')[2]}")
        return ask_for("RegisterEquipment", **chosen)

    async def registered(self, **more: Any) -> Any:
        """A cage that was never inspected."""
        request = self.registering(**more)
        return (await self.ask("RegisterEquipment", request, self.hall.manager)).equipment

    async def in_service(self, **more: Any) -> Any:
        """A cage that the supervisor has inspected."""
        return await self.examined(await self.registered(**more), self.hall.supervisor)

    async def examined(self, thing: Any, person: Person, **more: Any) -> Any:
        """The equipment, inspected and found fit."""
        balls = thing.selector == game_pb2.SELECTOR_RECEPTACLE
        chosen: dict[str, Any] = {
            "equal_in": ALL_RESPECTS if balls else (),
            "counted": thing.numbers if balls else 0,
            **more,
        }
        return await self.do("ExamineEquipment", person, thing, **chosen)

    async def out(self) -> Any:
        """A cage with a cracked ball."""
        cracked = equipment_pb2.Defect(ball=17, what="cracked")
        return await self.do(
            "TakeOutOfService",
            self.hall.supervisor,
            await self.in_service(),
            reason="it fell",
            defects=[cracked],
        )

    async def repaired(self) -> Any:
        """A cage whose cracked ball the manager has replaced."""
        out = await self.out()
        return await self.do("RepairEquipment", self.hall.manager, out, done="ball 17 replaced")

    async def inspected_again(self) -> Any:
        """A repaired cage that the supervisor has inspected."""
        return await self.examined(await self.repaired(), self.hall.supervisor)

    async def retired(self) -> Any:
        """A cage that was given up."""
        thing = await self.registered()
        return await self.do("RetireEquipment", self.hall.manager, thing, reason="sold")

    # -- disputes --------------------------------------------------------------------------

    async def game(self) -> Play:
        """The world's game, of two calls."""
        if self._game is None:
            play = await Play.announced(self.hall, self.replica.draw)
            await play.round()
            await play.round()
            self._game = play
        return self._game

    async def disputing(self, **more: Any) -> Any:
        """Open a dispute about the second call of the world's game."""
        chosen: dict[str, Any] = {
            "parent": self.parent,
            "game": (await self.game()).game.name,
            "position": 2,
            "about": "the player called out in time",
            "complainant": "Aroha Ngata",
            "evidence": [CAMERA],
            **more,
        }
        chosen.setdefault("dispute_id", self.hall.game_id())
        return ask_for("OpenDispute", **chosen)

    async def disputed(self, **more: Any) -> Any:
        """A dispute that the steward has opened."""
        request = await self.disputing(**more)
        return (await self.ask("OpenDispute", request, self.hall.steward)).dispute

    async def ruled(self) -> Any:
        """A dispute on which another supervisor than the game's has ruled."""
        return await self.do(
            "RuleDispute",
            self.hall.second_supervisor,
            await self.disputed(),
            finding=dispute_pb2.FINDING_UPHELD,
            reason="the camera shows it",
            clause="NZB-5.10",
        )

    async def settled(self) -> Any:
        """A dispute that the manager has reviewed."""
        ruled = await self.ruled()
        return await self.do(
            "ReviewDispute", self.hall.manager, ruled, agrees=True, reason="seen as well"
        )

    # -- displays --------------------------------------------------------------------------

    async def binding(self, **more: Any) -> Any:
        """Bind a screen that waits to a display that there is not yet."""
        chosen: dict[str, Any] = {"parent": self.parent, "room": "room-1", **more}
        chosen.setdefault("display", f"wall-{self.hall.game_id().rpartition('-')[2]}")
        if "code" not in chosen:
            async with Screen(self.hall.url) as screen:
                chosen["code"] = (await screen.told()).code
        return ask_for("BindDisplay", **chosen)

    async def bound(self) -> Any:
        """A display that a screen is bound to."""
        return (await self.ask("BindDisplay", await self.binding(), self.hall.steward)).display

    async def revoked(self) -> Any:
        """A display whose screen was cut off."""
        bound = await self.bound()
        return await self.do("RevokeDisplay", self.hall.steward, bound, reason="stolen")


STATES: Mapping[str, Callable[[World], Awaitable[Any]]] = {
    "planned": World.planned,
    "open": World.open_session,
    "amending": World.amending,
    "closing": World.closing,
    "closed": World.closed,
    "cancelled": World.cancelled,
    "registered": World.registered,
    "in service": World.in_service,
    "out": World.out,
    "repaired": World.repaired,
    "inspected again": World.inspected_again,
    "retired": World.retired,
    "disputed": World.disputed,
    "ruled": World.ruled,
    "settled": World.settled,
    "bound": World.bound,
    "revoked": World.revoked,
}
