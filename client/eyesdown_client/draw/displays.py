"""The calls of displays: a screen is bound to one, and cut off."""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Iterable

from eyesdown.draw.v1 import display_pb2, display_service_pb2_grpc
from eyesdown.draw.v1 import display_service_pb2 as rpc
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows, versions
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import parent_of


class DisplayPhase(enum.IntEnum):
    """Where a display stands."""

    BOUND = display_pb2.DISPLAY_PHASE_BOUND
    REVOKED = display_pb2.DISPLAY_PHASE_REVOKED


@fitting
class Displays:
    """The calls of `DisplayService`. A `name` is "venues/akl/displays/2026-north"."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = display_service_pb2_grpc.DisplayServiceStub(connection.channel)

    async def bind_display(
        self,
        *,
        venue: str,
        room: str,
        display: str,
        code: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> display_pb2.Display:
        """Bind the screen that shows `code` to the display of this id ("north") in a room.

        A screen that was bound to the display before is cut off.
        """
        request = rpc.BindDisplayRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            room=room,
            display=display,
            code=code,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.BindDisplay, request, deadline)).display

    async def revoke_display(
        self,
        name: str,
        *,
        version: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> display_pb2.Display:
        """Cut the display's screen off; `version` is the `Display.version` that the person saw."""
        request = rpc.RevokeDisplayRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.RevokeDisplay, request, deadline)).display

    async def get_display(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> display_pb2.Display:
        """The display as it is now, at `at_least_version` or later."""
        request = rpc.GetDisplayRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetDisplay, request, deadline)).display

    def list_displays(
        self,
        *,
        venue: str = "-",
        room: str = "",
        phases: Iterable[DisplayPhase] = (),
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[display_pb2.DisplayRow, None]:
        """The displays that screens were bound to, in a venue, or in every one the person may see;
        of one room or of all; by id, the latest first."""
        request = rpc.ListDisplaysRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListDisplaysRequest.Filter(
                phases=[display_pb2.DisplayPhase.ValueType(phase) for phase in phases], room=room
            ),
        )
        return rows(self._connection, self._stub.ListDisplays, request, "displays", deadline)

    def watch_display(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchDisplayResponse, None]:
        """The display at every version after `after_version` and then as it changes: `.display`,
        and the names of the `.events` that made this version of it."""

        def asked(seen: int) -> rpc.WatchDisplayRequest:
            return rpc.WatchDisplayRequest(name=name, after_version=seen)

        return versions(self._connection, self._stub.WatchDisplay, asked, "display", after_version)
