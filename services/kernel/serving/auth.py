"""Who calls: the bearer token becomes an identity, or ends the call."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

import grpc
import structlog

from services.kernel import reasons
from services.kernel.errors import Failure, Internal, Unauthenticated, answer
from services.kernel.serving.handlers import Context, Handler, behaviour, like
from services.kernel.serving.keysets import Sought, nothing_sought
from services.kernel.serving.policy import Rule
from services.kernel.serving.telemetry import Metadata, Telemetry, trace_id
from services.kernel.serving.tokens import Identity, KeyUnknown

log = structlog.get_logger(__name__)


_identity: ContextVar[Identity] = ContextVar("eyesdown_identity")
_came: ContextVar[Metadata] = ContextVar("eyesdown_metadata", default=())


def identity() -> Identity:
    """Who calls. Raises `Unauthenticated` where no token was verified."""
    known = _identity.get(None)
    if known is None:
        raise Unauthenticated(reasons.TOKEN_MISSING)
    return known


def came_with() -> Metadata:
    """The metadata of the call; gRPC makes it anew for everybody who asks its context."""
    return _came.get()


class Authentication:
    """Verifies the token of a call.

    `verify` gives the identity of a token or raises `Unauthenticated`. Where that is a
    `KeyUnknown`, keys are `sought` once and it is asked again.
    """

    def __init__(
        self,
        verify: Callable[[str], Identity],
        telemetry: Telemetry,
        sought: Sought = nothing_sought,
    ) -> None:
        self._verify = verify
        self._telemetry = telemetry
        self._sought = sought

    def by(self, metadata: Metadata, rule: Rule | None, handler: Handler | None) -> Handler | None:
        """Have the running call be somebody's: its handler, or one that tells UNAUTHENTICATED.

        `handler` is None for a method that there is not, which only somebody known is told.
        """
        try:
            token = bearer(metadata)
            _identity.set(self._verify(token))
        except KeyUnknown as unknown:
            return self._seeking(token, unknown, metadata, rule, handler)
        except Exception as error:
            return self._refusing(rule, metadata, error)
        _came.set(metadata)
        return handler

    def _seeking(
        self,
        token: str,
        unknown: KeyUnknown,
        metadata: Metadata,
        rule: Rule | None,
        handler: Handler | None,
    ) -> Handler:
        async def seek(request: bytes, context: Context) -> object:
            try:
                if not await self._sought():
                    raise unknown
                _identity.set(self._verify(token))
            except Exception as error:
                await self._refuse(rule, metadata, error, context)
                return None
            _came.set(metadata)
            if handler is None:
                await context.abort(grpc.StatusCode.UNIMPLEMENTED, "Method not found!")
            return await behaviour(handler)(request, context)

        return like(handler, seek)

    def _refusing(self, rule: Rule | None, metadata: Metadata, error: Exception) -> Handler:
        async def refuse(request: bytes, context: Context) -> None:
            await self._refuse(rule, metadata, error, context)

        return like(None, refuse)

    async def _refuse(
        self, rule: Rule | None, metadata: Metadata, error: Exception, context: Context
    ) -> None:
        with self._telemetry.rpc(rule, metadata) as seen:
            failure: Failure
            if isinstance(error, Unauthenticated):
                failure = error
                log.info("token refused", reason=error.reason.code, peer=context.peer())
            else:
                failure = Internal(trace_id())
                log.error("a token could not be verified", exc_info=error)
            seen.failed(failure)
        await answer(context, failure)


def bearer(metadata: Metadata) -> str:
    """The token that came with a call. Raises `Unauthenticated`."""
    values = [value for key, value in metadata if key == "authorization"]
    if not values:
        raise Unauthenticated(reasons.TOKEN_MISSING)
    scheme, _, token = str(values[0]).partition(" ")
    if len(values) > 1 or scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated(reasons.TOKEN_MALFORMED)
    return token.strip()
