"""Where every call comes in: who calls is known before there is a handler for it.

gRPC asks for the handler of each call in the task of that call. So the gate looks at the token
there and then, every time, and gives a handler around which everything else was put once.
Interceptors of gRPC's would be a coroutine more each, at every call. Neither are methods
registered with the server one by one: it would wait for the calls of each method apart, and start
all these waits again at every call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import grpc

from services.kernel.serving.auth import Authentication
from services.kernel.serving.handlers import Handler
from services.kernel.serving.policy import Rule, Rules

Wrap: TypeAlias = Callable[[Rule | None, Handler], Handler]
"""What puts something around a handler; the rule is None for a method that has no policy."""


class Gate(grpc.GenericRpcHandler):
    """Finds the handler of every call, and lets nobody get to one without `known`.

    It takes registrations as a server does; `wraps` go around each handler, the first outermost.
    What is `open_to_all` (prefixes of paths) is given as it is, to anybody.
    """

    def __init__(
        self,
        known: Authentication,
        rules: Rules,
        wraps: Sequence[Wrap],
        open_to_all: tuple[str, ...] = (),
    ) -> None:
        self._known = known
        self._rules = rules
        self._wraps = wraps
        self._open = open_to_all
        self._services: list[grpc.GenericRpcHandler] = []
        self._wrapped: dict[str, Handler] = {}

    def add_generic_rpc_handlers(self, handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        """Serve the methods of services."""
        self._services += handlers

    def add_registered_method_handlers(self, name: str, handlers: Mapping[str, Handler]) -> None:
        """Nothing more: every registration comes both ways."""

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler | None:
        """The handler of a call, or one that refuses it; None for a method that there is not."""
        path: Any = handler_call_details.method
        handler = self._wrapped.get(path) or self._found(handler_call_details)
        if path.startswith(self._open):
            return handler
        metadata: Any = handler_call_details.invocation_metadata
        return self._known.by(metadata or (), self._rules.get(path), handler)

    def _found(self, details: grpc.HandlerCallDetails) -> Handler | None:
        """A handler that was not asked for before, with everything around it."""
        path: Any = details.method
        for service in self._services:
            handler: Handler | None = service.service(details)
            if handler is not None:
                if not path.startswith(self._open):
                    for wrap in reversed(self._wraps):
                        handler = wrap(self._rules.get(path), handler)
                self._wrapped[path] = handler
                return handler
        return None
