"""Who calls: the outermost interceptor turns the bearer token into an identity, or ends the call.

It runs for every call before anything that may keep handlers, so that nothing gets past it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

import grpc
import structlog

from services.kernel import reasons
from services.kernel.errors import Failure, Internal, Unauthenticated, answer
from services.kernel.serving.handlers import Context, Continuation, Handler
from services.kernel.serving.keysets import Sought, nothing_sought
from services.kernel.serving.policy import Rule, Rules
from services.kernel.serving.telemetry import Metadata, Telemetry, trace_id
from services.kernel.serving.tokens import Identity, KeyUnknown

log = structlog.get_logger(__name__)


_identity: ContextVar[Identity] = ContextVar("eyesdown_identity")


def identity() -> Identity:
    """Who calls. Raises `Unauthenticated` where no token was verified."""
    known = _identity.get(None)
    if known is None:
        raise Unauthenticated(reasons.TOKEN_MISSING)
    return known


class AuthInterceptor(grpc.aio.ServerInterceptor):
    """Verifies the token of every call but those to `open_to_all` (prefixes of paths).

    `verify` gives the identity of a token or raises `Unauthenticated`. Where that is a
    `KeyUnknown`, keys are `sought` once and it is asked again.
    """

    def __init__(
        self,
        verify: Callable[[str], Identity],
        telemetry: Telemetry,
        rules: Rules,
        open_to_all: tuple[str, ...] = (),
        sought: Sought = nothing_sought,
    ) -> None:
        self._verify = verify
        self._telemetry = telemetry
        self._rules = rules
        self._open = open_to_all
        self._sought = sought

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Handler | None:
        """Let the call go on as somebody, or answer UNAUTHENTICATED."""
        method = handler_call_details.method
        if method.startswith(self._open):
            return await continuation(handler_call_details)
        metadata = tuple(handler_call_details.invocation_metadata or ())
        try:
            _identity.set(await self._known(bearer(metadata)))
        except Exception as error:
            return self._refuse(self._rules.get(method), metadata, error)
        return await continuation(handler_call_details)

    async def _known(self, token: str) -> Identity:
        try:
            return self._verify(token)
        except KeyUnknown:
            if not await self._sought():
                raise
        return self._verify(token)

    def _refuse(self, rule: Rule | None, metadata: Metadata, error: Exception) -> Handler:
        async def refuse(request: object, context: Context) -> None:
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

        handler: Handler = grpc.unary_unary_rpc_method_handler(refuse)
        return handler


def bearer(metadata: Metadata) -> str:
    """The token that came with a call. Raises `Unauthenticated`."""
    values = [value for key, value in metadata if key == "authorization"]
    if not values:
        raise Unauthenticated(reasons.TOKEN_MISSING)
    scheme, _, token = str(values[0]).partition(" ")
    if len(values) > 1 or scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated(reasons.TOKEN_MALFORMED)
    return token.strip()
