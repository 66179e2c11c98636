"""Log entries: one JSON object a line in production, readable lines in development.

Entries name the trace they belong to. Tokens, keys and passwords are blotted out wherever they
turn up; tracebacks are written without the values of variables.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog
from opentelemetry import trace

_BLOT = "***"
_SECRET_KEYS = re.compile(
    r"(^|[_-])(token|authorization|password|passwd|secret|credential|private_?key|pem|seed|salt)s?$",
    re.IGNORECASE,
)
_SECRET_TEXTS = (
    # A JWT: three parts, of which the first is base64 of a JSON object.
    (re.compile(r"eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*\.?[A-Za-z0-9_-]*"), _BLOT),
    # The user information of a URL, which may be a password or a token.
    (re.compile(r"(?<=://)[^/@\s\"']+@"), f"{_BLOT}@"),
    (re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(-----END [A-Z ]*KEY-----|$)", re.S), _BLOT),
)

Entry = MutableMapping[str, Any]


def configure(
    level: str, style: str, service: str, replica: str, out: TextIO | None = None
) -> None:
    """Write entries of `level` and above to `out` (stderr), as "json" or "console".

    Entries of libraries that use the standard `logging` come out the same way.
    """
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
        structlog.stdlib.PositionalArgumentsFormatter(),
        _add_trace,
        structlog.processors.format_exc_info,
        _Always(service, replica),
        blot,
    ]
    last: structlog.types.Processor
    if style == "json":
        last = structlog.processors.JSONRenderer(sort_keys=False)
    else:
        last = structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        )
    handler = logging.StreamHandler(out or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def blot(logger: Any, method: str, entry: Entry) -> Entry:
    """Put `***` in place of whatever looks like a token, a key or a password."""
    for key, value in entry.items():
        entry[key] = _BLOT if _SECRET_KEYS.search(key) and value else _blotted(value)
    return entry


def _blotted(value: Any) -> Any:
    match value:
        case str():
            for pattern, instead in _SECRET_TEXTS:
                value = pattern.sub(instead, value)
            return value
        case dict():
            return blot(None, "", dict(value))
        case list() | tuple():
            return [_blotted(each) for each in value]
        case int() | float() | None:
            return value
    return _blotted(str(value))


def _add_trace(logger: Any, method: str, entry: Entry) -> Entry:
    context = trace.get_current_span().get_span_context()
    if context.is_valid:
        entry["trace_id"] = trace.format_trace_id(context.trace_id)
        entry["span_id"] = trace.format_span_id(context.span_id)
    return entry


class _Always:
    """Adds what every entry of this process says."""

    def __init__(self, service: str, replica: str) -> None:
        self._about = {"service": service, "replica": replica}

    def __call__(self, logger: Any, method: str, entry: Entry) -> Entry:
        entry.update(self._about)
        return entry
