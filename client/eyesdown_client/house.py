"""The client: one connection, and what can be asked over it."""

from __future__ import annotations

from types import TracebackType

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
from eyesdown_client.paigow.tables import PaiGow
from eyesdown_client.rules import Profiles
from eyesdown_client.tournament.session_tables import SessionTables
from eyesdown_client.tournament.tournaments import Tournaments
from eyesdown_client.verify.cards import Cards
from eyesdown_client.verify.claims import Claims
from eyesdown_client.verify.eye import Eye
from eyesdown_client.verify.jackpots import Jackpots
from eyesdown_client.verify.prizes import Prizes
from eyesdown_client.verify.sales import CardSales


class Eyesdown:
    """A service of Eyesdown, spoken to as one person.

    ```python
    async with Eyesdown("127.0.0.1:7400", token=token) as eyesdown:
        game = await eyesdown.draw.get_game("venues/akl/games/2026-11-29-07")
    ```
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
        self._access: Access | None = None
        self._draw: Draw | None = None
        self._sessions: Sessions | None = None
        self._equipment: Equipment | None = None
        self._disputes: Disputes | None = None
        self._displays: Displays | None = None
        self._cards: Cards | None = None
        self._sales: CardSales | None = None
        self._claims: Claims | None = None
        self._prizes: Prizes | None = None
        self._player_lists: PlayerLists | None = None
        self._profiles: Profiles | None = None
        self._jackpots: Jackpots | None = None
        self._eye: Eye | None = None
        self._journal: Journal | None = None
        self._paigow: PaiGow | None = None
        self._tournaments: Tournaments | None = None
        self._tables: SessionTables | None = None

    async def __aenter__(self) -> Eyesdown:
        await self._connection.__aenter__()
        self._access = Access(self._connection)
        self._draw = Draw(self._connection)
        self._sessions = Sessions(self._connection)
        self._equipment = Equipment(self._connection)
        self._disputes = Disputes(self._connection)
        self._displays = Displays(self._connection)
        self._cards = Cards(self._connection)
        self._sales = CardSales(self._connection)
        self._claims = Claims(self._connection)
        self._prizes = Prizes(self._connection)
        self._player_lists = PlayerLists(self._connection)
        self._profiles = Profiles(self._connection)
        self._jackpots = Jackpots(self._connection)
        self._eye = Eye(self._connection)
        self._journal = Journal(self._connection)
        self._paigow = PaiGow(self._connection)
        self._tournaments = Tournaments(self._connection)
        self._tables = SessionTables(self._connection)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._draw = self._journal = self._paigow = self._tournaments = self._tables = None
        self._sessions = self._equipment = self._disputes = self._claims = None
        self._cards = self._sales = self._displays = self._prizes = self._jackpots = None
        self._eye = self._access = self._player_lists = self._profiles = None
        await self._connection.__aexit__(kind, error, trace)

    @property
    def access(self) -> Access:
        """Shuts people out. Raises `RuntimeError` outside of `async with`."""
        if self._access is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._access

    @property
    def draw(self) -> Draw:
        """Opens, calls and ends bingo games. Raises `RuntimeError` outside of `async with`."""
        if self._draw is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._draw

    @property
    def cards(self) -> Cards:
        """Makes and keeps series of cards. Raises `RuntimeError` outside of `async with`."""
        if self._cards is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._cards

    @property
    def sales(self) -> CardSales:
        """Sells cards for games. Raises `RuntimeError` outside of `async with`."""
        if self._sales is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._sales

    @property
    def claims(self) -> Claims:
        """Examines cards and decides claims. Raises `RuntimeError` outside of `async with`."""
        if self._claims is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._claims

    @property
    def prizes(self) -> Prizes:
        """Pays prizes, and has their receipts. Raises `RuntimeError` outside of `async with`."""
        if self._prizes is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._prizes

    @property
    def player_lists(self) -> PlayerLists:
        """Who may not play. Raises `RuntimeError` outside of `async with`."""
        if self._player_lists is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._player_lists

    @property
    def profiles(self) -> Profiles:
        """By which rules a house plays. Raises `RuntimeError` outside of `async with`."""
        if self._profiles is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._profiles

    @property
    def jackpots(self) -> Jackpots:
        """Jackpots, and the figures of sessions. Raises `RuntimeError` outside of `async with`."""
        if self._jackpots is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._jackpots

    @property
    def eye(self) -> Eye:
        """What the house sees of its sold cards. Raises `RuntimeError` outside of `async with`."""
        if self._eye is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._eye

    @property
    def sessions(self) -> Sessions:
        """Prepares, opens, closes sessions. Raises `RuntimeError` outside of `async with`."""
        if self._sessions is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._sessions

    @property
    def equipment(self) -> Equipment:
        """Registers and inspects equipment. Raises `RuntimeError` outside of `async with`."""
        if self._equipment is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._equipment

    @property
    def disputes(self) -> Disputes:
        """Opens and decides disputes about games. Raises `RuntimeError` outside of `async with`."""
        if self._disputes is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._disputes

    @property
    def displays(self) -> Displays:
        """Binds screens to rooms' displays. Raises `RuntimeError` outside of `async with`."""
        if self._displays is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._displays

    @property
    def paigow(self) -> PaiGow:
        """Keeps pai gow tables. Raises `RuntimeError` outside of `async with`."""
        if self._paigow is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._paigow

    @property
    def tournaments(self) -> Tournaments:
        """Runs blackjack tournaments. Raises `RuntimeError` outside of `async with`."""
        if self._tournaments is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._tournaments

    @property
    def tables(self) -> SessionTables:
        """Plays sessions of tournaments. Raises `RuntimeError` outside of `async with`."""
        if self._tables is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._tables

    @property
    def journal(self) -> Journal:
        """Every change, every commit. Raises `RuntimeError` outside of `async with`."""
        if self._journal is None:
            raise RuntimeError("not open: use it as `async with Eyesdown(…) as eyesdown`")
        return self._journal

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
