"""The calls of sessions: programmes of games, opened and closed under two signatures."""

from __future__ import annotations

import enum
from collections.abc import AsyncGenerator, Iterable, Sequence
from datetime import date

from eyesdown.draw.v1 import game_pb2, session_pb2, session_service_pb2_grpc
from eyesdown.draw.v1 import session_service_pb2 as rpc
from eyesdown_client.common.connection import Connection
from eyesdown_client.common.fitting import fitting
from eyesdown_client.common.paging import rows, versions
from eyesdown_client.common.requests import id_of
from eyesdown_client.common.words import parent_of


class SessionPhase(enum.IntEnum):
    """Where a session stands. CLOSING: one person has signed its figures."""

    PLANNED = session_pb2.SESSION_PHASE_PLANNED
    OPEN = session_pb2.SESSION_PHASE_OPEN
    CLOSING = session_pb2.SESSION_PHASE_CLOSING
    CLOSED = session_pb2.SESSION_PHASE_CLOSED
    CANCELLED = session_pb2.SESSION_PHASE_CANCELLED


def programmed(
    number: int,
    title: str,
    *,
    profile: str,
    game_version: int,
    stages: Iterable[game_pb2.StagePrize],
    practice: bool = False,
) -> session_pb2.ProgrammeEntry:
    """A game on a programme; a `practice` game stays out of every total."""
    return session_pb2.ProgrammeEntry(
        number=number,
        title=title,
        profile=profile,
        game_version=game_version,
        stages=stages,
        practice=practice,
    )


@fitting
class Sessions:
    """The calls of `SessionService`. A session's `name` is "venues/akl/sessions/2026-11-29-eve".

    `version` is the `Session.version` that the person saw.
    """

    def __init__(self, connection: Connection) -> None:
        """Make the calls over an open connection."""
        self._connection = connection
        self._stub = session_service_pb2_grpc.SessionServiceStub(connection.channel)

    async def prepare_session(
        self,
        *,
        venue: str,
        session_id: str,
        title: str,
        programme: Sequence[session_pb2.ProgrammeEntry],
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> session_pb2.Session:
        """Prepare a session and its programme (`programmed(…)`); `session_id` begins with its
        gaming day. Another person opens it."""
        request = rpc.PrepareSessionRequest(
            request_id=id_of(request_id),
            parent=parent_of(venue),
            session_id=session_id,
            title=title,
            programme=programme,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.PrepareSession, request, deadline)).session

    async def change_programme(
        self,
        name: str,
        *,
        version: int,
        title: str,
        programme: Sequence[session_pb2.ProgrammeEntry],
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> session_pb2.Session:
        """Prepare the programme anew, as long as nobody has signed it."""
        request = rpc.ChangeProgrammeRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            title=title,
            programme=programme,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ChangeProgramme, request, deadline)).session

    async def open_session(
        self,
        name: str,
        *,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> session_pb2.Session:
        """Sign the programme, as another person than who prepared it: the session is open."""
        request = rpc.OpenSessionRequest(
            request_id=id_of(request_id), name=name, version=version, validate_only=validate_only
        )
        return (await self._connection.call(self._stub.OpenSession, request, deadline)).session

    async def amend_programme(
        self,
        name: str,
        *,
        version: int,
        reason: str,
        entries: Sequence[session_pb2.ProgrammeEntry] = (),
        withdrawn: Sequence[int] = (),
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> session_pb2.Session:
        """Propose a change of the programme of an open session: `entries` come new or in place of
        those of the same number, `withdrawn` numbers are taken out. Not of games that were opened.
        It counts when another person has signed it, `sign_amendment`."""
        request = rpc.AmendProgrammeRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            entries=entries,
            withdrawn=withdrawn,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.AmendProgramme, request, deadline)).session

    async def sign_amendment(
        self,
        name: str,
        *,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> session_pb2.Session:
        """Sign the change that waits (`Session.amending`), as another person than who proposed it:
        the programme is changed."""
        request = rpc.SignAmendmentRequest(
            request_id=id_of(request_id), name=name, version=version, validate_only=validate_only
        )
        return (await self._connection.call(self._stub.SignAmendment, request, deadline)).session

    async def cancel_session(
        self,
        name: str,
        *,
        version: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> session_pb2.Session:
        """Give up a session that was not opened."""
        request = rpc.CancelSessionRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.CancelSession, request, deadline)).session

    async def close_session(
        self,
        name: str,
        *,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> session_pb2.Session:
        """Close the session with its figures as they are; another person signs them."""
        request = rpc.CloseSessionRequest(
            request_id=id_of(request_id), name=name, version=version, validate_only=validate_only
        )
        return (await self._connection.call(self._stub.CloseSession, request, deadline)).session

    async def resume_session(
        self,
        name: str,
        *,
        version: int,
        reason: str,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> session_pb2.Session:
        """Take back a closing that nobody else has signed."""
        request = rpc.ResumeSessionRequest(
            request_id=id_of(request_id),
            name=name,
            version=version,
            reason=reason,
            validate_only=validate_only,
        )
        return (await self._connection.call(self._stub.ResumeSession, request, deadline)).session

    async def sign_session(
        self,
        name: str,
        *,
        version: int,
        validate_only: bool = False,
        request_id: str | None = None,
        deadline: float | None = None,
    ) -> session_pb2.Session:
        """Sign the figures, as another person than who closed it: the session is closed."""
        request = rpc.SignSessionRequest(
            request_id=id_of(request_id), name=name, version=version, validate_only=validate_only
        )
        return (await self._connection.call(self._stub.SignSession, request, deadline)).session

    async def get_session(
        self, name: str, *, at_least_version: int = 0, deadline: float | None = None
    ) -> session_pb2.Session:
        """The session as it is now, with its figures, at `at_least_version` or later."""
        request = rpc.GetSessionRequest(name=name, at_least_version=at_least_version)
        return (await self._connection.call(self._stub.GetSession, request, deadline)).session

    def list_sessions(
        self,
        *,
        venue: str = "-",
        phases: Iterable[SessionPhase] = (),
        day: date | str = "",
        page_size: int = 0,
        deadline: float | None = None,
    ) -> AsyncGenerator[session_pb2.SessionRow, None]:
        """The sessions of a venue, or of every venue the person may see, by id, the latest first.

        Restricted to any of `phases` and to a gaming `day` (without one: the running year).
        """
        request = rpc.ListSessionsRequest(
            parent=parent_of(venue),
            page_size=page_size,
            filter=rpc.ListSessionsRequest.Filter(
                phases=[session_pb2.SessionPhase.ValueType(phase) for phase in phases],
                day=day.isoformat() if isinstance(day, date) else day,
            ),
        )
        return rows(self._connection, self._stub.ListSessions, request, "sessions", deadline)

    def watch_session(
        self, name: str, *, after_version: int = 0
    ) -> AsyncGenerator[rpc.WatchSessionResponse, None]:
        """The session at every version after `after_version` and then as it changes, until it is
        closed: `.session`, and the names of the `.events` that made this version of it."""

        def asked(seen: int) -> rpc.WatchSessionRequest:
            return rpc.WatchSessionRequest(name=name, after_version=seen)

        stub = self._stub.WatchSession
        return versions(self._connection, stub, asked, "session", after_version)
