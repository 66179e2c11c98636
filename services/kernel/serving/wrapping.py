"""Interceptors that put something around the handlers of a server."""

from __future__ import annotations

from abc import abstractmethod

import grpc

from services.kernel.serving.handlers import Continuation, Handler
from services.kernel.serving.policy import Rule, Rules


class Wrapping(grpc.aio.ServerInterceptor):
    """Wraps each handler once, those of `open_to_all` (prefixes of paths) never."""

    def __init__(self, rules: Rules, open_to_all: tuple[str, ...] = ()) -> None:
        self._rules = rules
        self._open = open_to_all
        # By method: two methods may well have equal handlers.
        self._wrapped: dict[str, tuple[Handler, Handler]] = {}

    @abstractmethod
    def wrap(self, rule: Rule | None, handler: Handler) -> Handler:
        """What goes around a handler; `rule` is None for a method that has no policy."""

    async def intercept_service(
        self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails
    ) -> Handler | None:
        """Wrap the handler that comes further in, or the service's own."""
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        if handler is None or method.startswith(self._open):
            return handler
        known = self._wrapped.get(method)
        if known is None or known[0] is not handler:
            known = self._wrapped[method] = handler, self.wrap(self._rules.get(method), handler)
        return known[1]
