"""People who may not play. Any service answers, and it holds for all of them."""

from __future__ import annotations

import enum
from datetime import date, datetime

from eyesdown.common.v1 import player_list_service_pb2 as rpc
from eyesdown.common.v1 import player_list_service_pb2_grpc, players_pb2
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.requests import id_of, timestamp
from eyesdown_client.common.words import parent_of


class PlayerAnswer(enum.IntEnum):
    """What is answered about a player. NOT_SHOWN: there was nothing to know them by; NOT_KNOWN: a
    list or the operator's registry could not be asked."""

    NOT_SHOWN = players_pb2.PLAYER_ANSWER_NOT_SHOWN
    MAY_PLAY = players_pb2.PLAYER_ANSWER_MAY_PLAY
    MAY_NOT_PLAY = players_pb2.PLAYER_ANSWER_MAY_NOT_PLAY
    NOT_KNOWN = players_pb2.PLAYER_ANSWER_NOT_KNOWN


class BarCategory(enum.Enum):
    """Why somebody may not play, for who has to speak with them."""

    STAFF = "staff"
    BARRED = "barred"
    SELF_EXCLUDED = "self-excluded"
    UNDER_AGE = "under-age"


def player_shown(
    *, member_number: str = "", name: str = "", born: date | None = None
) -> players_pb2.PlayerShown:
    """What a player shows at a till or a table: it is looked up and forgotten."""
    return players_pb2.PlayerShown(
        member_number=member_number, name=name, date_of_birth=born.isoformat() if born else ""
    )


@fitting
class PlayerLists:
    """Enters and lifts bars, and looks players up."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = player_list_service_pb2_grpc.PlayerListServiceStub(connection.channel)

    async def bar_player(
        self,
        *,
        venue: str,
        category: BarCategory,
        until: datetime,
        player: str = "",
        member_number: str = "",
        born: date | None = None,
        note: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> players_pb2.PlayerList:
        """Put somebody on the venue's list until an instant, two years from now at the latest.
        Raises an `EyesdownError`."""
        request = rpc.BarPlayerRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            player=player,
            member_number=member_number,
            date_of_birth=born.isoformat() if born else "",
            category=category.value,
            note=note,
            until=timestamp("until", until),
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.BarPlayer, request, deadline)).list

    async def lift_bar(
        self,
        name: str,
        *,
        bar: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> players_pb2.PlayerList:
        """Take a bar off a list, "venues/akl/playerLists/2026", before its end; whom it was for is
        erased. Another person than who entered it does. Raises an `EyesdownError`."""
        request = rpc.LiftBarRequest(
            request_id=id_of(request_id), name=name, bar=bar, validate_only=validate_only
        )
        return (await self._connection.call(self._stub.LiftBar, request, deadline)).list

    async def get_player_list(
        self, name: str, *, deadline: float | None = None
    ) -> players_pb2.PlayerList:
        """The bars that were entered in a venue and year, without whom they are for. Raises an
        `EyesdownError`."""
        request = rpc.GetPlayerListRequest(name=name)
        return (await self._connection.call(self._stub.GetPlayerList, request, deadline)).list

    async def check_player(
        self,
        *,
        venue: str,
        shown: players_pb2.PlayerShown,
        deadline: float | None = None,
    ) -> rpc.CheckPlayerResponse:
        """What is known of a player who was turned away: the answer, and the bars that it rests
        on. Raises an `EyesdownError`."""
        request = rpc.CheckPlayerRequest(parent=parent_of(venue), shown=shown)
        return await self._connection.call(self._stub.CheckPlayer, request, deadline)
