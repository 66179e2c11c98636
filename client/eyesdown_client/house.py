"""The client: one connection, and what can be asked over it."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Protocol, TypeVar

import grpc

from eyesdown.common.v1 import venue_service_pb2, venue_service_pb2_grpc
from eyesdown_client.access.player_lists import PlayerLists
from eyesdown_client.access.revoking import Access
from eyesdown_client.common.connection import Backoff, Connection, Token
from eyesdown_client.common.words import parent_of
from eyesdown_client.draw.displays import Displays
from eyesdown_client.draw.disputes import Disputes
from eyesdown_client.draw.equipment import Equipment
from eyesdown_client.draw.games import Draw
from eyesdown_client.draw.sessions import Sessions
from eyesdown_client.journal import Journal
from eyesdown_client.paigow.sittings import PaiGow
from eyesdown_client.rules import Profiles
from eyesdown_client.tournament.session_tables import SessionTables
from eyesdown_client.tournament.tournaments import Tournaments
from eyesdown_client.verify.cards import Cards
from eyesdown_client.verify.claims import Claims
from eyesdown_client.verify.eye import Eye
from eyesdown_client.verify.jackpots import Jackpots
from eyesdown_client.verify.prizes import Prizes
from eyesdown_client.verify.sales import CardSales


class Calls(Protocol):
    """The calls of one service, made over an open connection."""

    def __init__(self, connection: Connection) -> None: ...


C = TypeVar("C", bound=Calls)


class Eyesdown:
    """A service of Eyesdown, spoken to as one person.

    ```python
    async with Eyesdown("127.0.0.1:7400", token=token) as eyesdown:
        game = await eyesdown.draw.get_game("venues/akl/games/2026-11-29-07")
    ```

    The calls of each service are an attribute, which raises `RuntimeError` outside of
    `async with`. A service answers those that are its own, and those of `access`, `player_lists`,
    `profiles` and `journal`.
    """

    def __init__(
        self,
        address: str,
        *,
        token: Token,
        role: str = "",
        credentials: grpc.ChannelCredentials | None = None,
        deadline: float = 10.0,
        keepalive: float = 20.0,
        backoff: Backoff | None = None,
    ) -> None:
        """Speak to the service at `address` ("host:port").

        `token` is the person's access token, or a function, plain or async, that gives one: it is
        called when one is first needed and again when that is refused. `role` is the one they act
        in, where they hold several. `credentials` turn TLS on, and are needed for any other machine
        than this one: `grpc.ssl_channel_credentials(ca, key, certificate)`. `deadline` is the
        seconds that a call may take, all tries together, unless it is given its own. `keepalive` is
        the seconds of silence after which a stream's link is looked at, 0 never. `backoff` says how
        long to wait between tries. Opening it raises `ValueError` where it would send the token in
        the clear.
        """
        self._connection = Connection(
            address,
            token=token,
            role=role,
            credentials=credentials,
            deadline=deadline,
            keepalive=keepalive,
            backoff=backoff,
        )
        self._calls: dict[type, Any] | None = None

    async def __aenter__(self) -> Eyesdown:
        await self._connection.__aenter__()
        self._calls = {}
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._calls = None
        await self._connection.__aexit__(kind, error, trace)

    def _of(self, calls: type[C]) -> C:
        """The calls of a service over this connection."""
        if self._calls is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        if calls not in self._calls:
            self._calls[calls] = calls(self._connection)
        made: C = self._calls[calls]
        return made

    @property
    def draw(self) -> Draw:
        """Opens, calls and ends bingo games."""
        return self._of(Draw)

    @property
    def sessions(self) -> Sessions:
        """Prepares, opens, closes sessions."""
        return self._of(Sessions)

    @property
    def equipment(self) -> Equipment:
        """Registers and inspects equipment."""
        return self._of(Equipment)

    @property
    def disputes(self) -> Disputes:
        """Opens and decides disputes about games."""
        return self._of(Disputes)

    @property
    def displays(self) -> Displays:
        """Binds screens to rooms' displays."""
        return self._of(Displays)

    @property
    def cards(self) -> Cards:
        """Makes and keeps series of cards."""
        return self._of(Cards)

    @property
    def sales(self) -> CardSales:
        """Sells cards for games."""
        return self._of(CardSales)

    @property
    def claims(self) -> Claims:
        """Examines cards and decides claims."""
        return self._of(Claims)

    @property
    def prizes(self) -> Prizes:
        """Pays prizes, and has their receipts."""
        return self._of(Prizes)

    @property
    def jackpots(self) -> Jackpots:
        """Jackpots, and the figures of sessions."""
        return self._of(Jackpots)

    @property
    def eye(self) -> Eye:
        """What the house sees of its sold cards."""
        return self._of(Eye)

    @property
    def tournaments(self) -> Tournaments:
        """Runs blackjack tournaments."""
        return self._of(Tournaments)

    @property
    def tables(self) -> SessionTables:
        """Plays sessions of tournaments."""
        return self._of(SessionTables)

    @property
    def paigow(self) -> PaiGow:
        """Keeps pai gow tables."""
        return self._of(PaiGow)

    @property
    def access(self) -> Access:
        """Shuts people out."""
        return self._of(Access)

    @property
    def player_lists(self) -> PlayerLists:
        """Who may not play."""
        return self._of(PlayerLists)

    @property
    def profiles(self) -> Profiles:
        """By which rules a house plays."""
        return self._of(Profiles)

    @property
    def journal(self) -> Journal:
        """Every change, every commit."""
        return self._of(Journal)

    async def list_venues(self, *, deadline: float | None = None) -> list[venue_service_pb2.Venue]:
        """The venues in which the person holds a role, by id. Raises an `EyesdownError`."""
        stub = venue_service_pb2_grpc.VenueServiceStub(self._connection.channel)
        request = venue_service_pb2.ListVenuesRequest()
        return list((await self._connection.call(stub.ListVenues, request, deadline)).venues)

    async def list_rooms(
        self, venue: str, *, deadline: float | None = None
    ) -> list[venue_service_pb2.Room]:
        """The rooms of a venue, in the order of its file. Raises an `EyesdownError`."""
        stub = venue_service_pb2_grpc.VenueServiceStub(self._connection.channel)
        request = venue_service_pb2.ListRoomsRequest(parent=parent_of(venue))
        return list((await self._connection.call(stub.ListRooms, request, deadline)).rooms)
