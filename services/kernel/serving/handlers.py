"""The handlers of gRPC's server, and what is put around them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import DecodeError, Message

from services.kernel.errors import InvalidArgument

# In quotes, since these classes are generic only for the type checker.
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


def like(handler: Handler | None, answer: Callable[[Any, Context], Awaitable[Any]]) -> Handler:
    """A handler of the same kind that takes and gives bytes: reading and writing messages is up to
    `answer`, so that their faults are told like any other. Without a handler to be like, a unary
    one."""
    make: Any = (
        grpc.unary_stream_rpc_method_handler
        if handler is not None and handler.response_streaming
        else grpc.unary_unary_rpc_method_handler
    )
    made: Handler = make(answer)
    return made


def behaviour(handler: Handler) -> Callable[[Any, Context], Any]:
    """What a handler does: a coroutine of the request and its context, or a generator."""
    does: Any = handler.unary_unary or handler.unary_stream
    return does  # type: ignore[no-any-return]  # the stubs say nothing about it


def parsed(handler: Handler, raw: bytes) -> Message:
    """The request of a handler. Raises `InvalidArgument`."""
    parse: Any = handler.request_deserializer
    try:
        request: Message = parse(raw)
    except DecodeError:
        raise InvalidArgument("request", "cannot be read as the message of this method") from None
    return request


def serializer(handler: Handler) -> Callable[[Message], bytes]:
    """What makes bytes of a handler's reply."""
    serialize: Any = handler.response_serializer
    return serialize  # type: ignore[no-any-return]  # the stubs say nothing about serializers
