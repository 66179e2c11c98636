"""A value that no field of a request can hold is told as every other wrong value is."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing
from typing import Any, TypeVar

from eyesdown_client.common.errors import Invalid

C = TypeVar("C", bound=type)

# What protobuf says of a number that a field cannot hold; it does not say which field.
_OUT_OF_RANGE = re.compile(r"out of range: (-?\d+)$")


def fitting(calls: C) -> C:
    """Let the calls of a class raise `Invalid`, naming the argument, for a value that does not fit
    the field of its request: a number below zero or too large, text that is no Unicode."""
    for name, method in inspect.getmembers(calls, inspect.isfunction):
        if not name.startswith("_"):
            setattr(calls, name, _told(method))
    return calls


def _told(method: Callable[..., Any]) -> Callable[..., Any]:
    arguments = inspect.signature(method)

    def given(*args: Any, **named: Any) -> Mapping[str, Any]:
        return arguments.bind(*args, **named).arguments

    @functools.wraps(method)
    async def called(*args: Any, **named: Any) -> Any:
        try:
            return await method(*args, **named)
        except ValueError as error:
            raise _invalid(error, given(*args, **named)) from error

    @functools.wraps(method)
    async def followed(*args: Any, **named: Any) -> AsyncGenerator[Any, None]:
        try:
            async with aclosing(method(*args, **named)) as answers:
                async for answer in answers:
                    yield answer
        except ValueError as error:
            raise _invalid(error, given(*args, **named)) from error

    return called if inspect.iscoroutinefunction(method) else followed


def _invalid(error: ValueError, arguments: Mapping[str, Any]) -> Exception:
    """The error to raise for one that was raised while a request was made; of any other, itself."""
    value: object
    number = _OUT_OF_RANGE.search(str(error))
    if number is not None:
        value, wrong = int(number[1]), f"{number[1]} is out of range"
    elif isinstance(error, UnicodeEncodeError):
        value, wrong = error.object, "it is not Unicode text"
    else:
        return error
    field = next((name for name, each in arguments.items() if _holds(each, value)), "")
    return Invalid(
        "REQUEST_NOT_VALID",
        f"The request is not well formed: {field}{': ' if field else ''}{wrong}.",
        "Put it right and send again.",
        fields=[(field, wrong)],
    )


def _holds(argument: object, value: object) -> bool:
    """Whether a value is the argument, or is anywhere in it."""
    if isinstance(argument, Mapping):
        argument = [*argument, *argument.values()]
    if isinstance(argument, Iterable) and not isinstance(argument, str | bytes):
        return any(_holds(each, value) for each in argument)
    return bool(argument == value)
