"""By which rules a house plays. Any service answers, and it holds for all of them."""

from __future__ import annotations

import enum

from eyesdown.common.v1 import profile_service_pb2 as rpc
from eyesdown.common.v1 import profile_service_pb2_grpc, profiles_pb2
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import parent_of


class ProfileStanding(enum.IntEnum):
    """How the text of a profile stands in a venue. NOT_DEMANDED: nothing was looked up, since the
    service asks for no approval."""

    NOT_DEMANDED = profiles_pb2.PROFILE_STANDING_NOT_DEMANDED
    NOT_PUT_FORWARD = profiles_pb2.PROFILE_STANDING_NOT_PUT_FORWARD
    PUT_FORWARD = profiles_pb2.PROFILE_STANDING_PUT_FORWARD
    APPROVED = profiles_pb2.PROFILE_STANDING_APPROVED
    WITHDRAWN = profiles_pb2.PROFILE_STANDING_WITHDRAWN


@fitting
class Profiles:
    """Puts texts of rule profiles forward, approves and withdraws them, tells how they stand."""

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = profile_service_pb2_grpc.ProfileServiceStub(connection.channel)

    async def put_forward(
        self,
        profile: str,
        *,
        venue: str,
        sha256: bytes,
        note: str = "",
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> rpc.PutProfileForwardResponse:
        """Put the text of a profile forward by its SHA-256; it has to be the one that the service
        has loaded. Gives the book, and the number of the change in it. Raises an
        `EyesdownError`."""
        request = rpc.PutProfileForwardRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            profile=profile,
            sha256=sha256,
            note=note,
            validate_only=validate_only,
        )
        return await self._connection.call(self._stub.PutProfileForward, request, deadline)

    async def approve(
        self,
        book: str,
        *,
        change: int,
        sha256: bytes,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> profiles_pb2.ProfileBook:
        """Approve a change of a book, "venues/akl/profileBooks/2026", by the SHA-256 of the text
        that you have read. Another person than who put it forward does. Raises an
        `EyesdownError`."""
        request = rpc.ApproveProfileRequest(
            request_id=id_of(request_id),
            name=book,
            change=change,
            sha256=sha256,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ApproveProfile, request, deadline)).book

    async def withdraw(
        self,
        book: str,
        *,
        change: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> profiles_pb2.ProfileBook:
        """Take a change of a book back, approved or not: nothing new is opened under its text.
        Raises an `EyesdownError`."""
        request = rpc.WithdrawProfileRequest(
            request_id=id_of(request_id),
            name=book,
            change=change,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.WithdrawProfile, request, deadline)).book

    async def get_profile_book(
        self, book: str, *, deadline: float | None = None
    ) -> profiles_pb2.ProfileBook:
        """What was put forward in a venue and year. Raises an `EyesdownError`."""
        request = rpc.GetProfileBookRequest(name=book)
        return (await self._connection.call(self._stub.GetProfileBook, request, deadline)).book

    async def list_profiles(
        self, *, venue: str = "-", deadline: float | None = None
    ) -> rpc.ListProfilesResponse:
        """The profiles that the service has loaded for a venue, or for every venue in which the
        person may ask, how each stands there, and whether an approval is demanded. Raises an
        `EyesdownError`."""
        request = rpc.ListProfilesRequest(parent=parent_of(venue))
        return await self._connection.call(self._stub.ListProfiles, request, deadline)
