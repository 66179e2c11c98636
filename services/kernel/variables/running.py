"""What a service writes of itself, and how much it takes: deadlines, calls, streams, bytes."""

from __future__ import annotations

import os
import re
import socket
from dataclasses import dataclass, field
from typing import Annotated

from services.kernel import parsing
from services.kernel.variables.by import By


def _replica() -> str:
    """This process, in letters that a NATS subject can hold."""
    host = re.sub(r"[^A-Za-z0-9-]", "-", socket.gethostname()) or "host"
    return f"{host[:40]}-{os.getpid()}"


@dataclass(frozen=True)
class Running:
    """How a service runs, within which limits."""

    log_level: Annotated[
        str,
        By(
            "LOG_LEVEL",
            parsing.choice("debug", "info", "warning", "error"),
            "The least severe entries that are written.",
        ),
    ] = "info"
    log_format: Annotated[
        str,
        By(
            "LOG_FORMAT",
            parsing.choice("auto", "json", "console"),
            "`auto` is console in development and JSON in production.",
        ),
    ] = "auto"
    replica: Annotated[
        str,
        By(
            "REPLICA",
            parsing.REPLICA,
            "The name of this process among its replicas.",
            default="host name and process id",
        ),
    ] = field(default_factory=_replica)
    deadline_default: Annotated[
        float,
        By(
            "DEADLINE_DEFAULT",
            parsing.SECONDS,
            "Seconds that a call may take whose client set no deadline.",
        ),
    ] = 10.0
    deadline_max: Annotated[
        float,
        By(
            "DEADLINE_MAX",
            parsing.SECONDS,
            "Seconds that a call may take whatever its client asked. Streams go on.",
        ),
    ] = 30.0
    stop_grace: Annotated[
        float,
        By(
            "STOP_GRACE",
            parsing.SECONDS,
            "Seconds in which it ends once it is told to: running calls are answered, what they "
            "began is written, boards are brought up to date. Up to 3 more where NATS or the "
            "collector of traces does not answer.",
        ),
    ] = 10.0
    calls_max: Annotated[
        int,
        By("CALLS_MAX", parsing.COUNT, "Calls under way at a time; urgent ones do not count."),
    ] = 1000
    calls_per_person: Annotated[
        int,
        By("CALLS_PER_PERSON", parsing.COUNT, "The same for one person; urgent ones apart."),
    ] = 100
    calls_per_method: Annotated[
        int,
        By("CALLS_PER_METHOD", parsing.COUNT, "Of these, calls of one method by one person."),
    ] = 50
    rate_per_method: Annotated[
        float,
        By(
            "RATE_PER_METHOD",
            parsing.RATE,
            "Calls a second of one method by one person; two seconds' worth may come at once. A "
            "till that sells for a full hall needs ten, a script that waits for each answer makes "
            "some 200.",
        ),
    ] = 200.0
    streams_per_person: Annotated[
        int,
        By("STREAMS_PER_PERSON", parsing.COUNT, "Streams that one person may have open."),
    ] = 100
    stream_patience: Annotated[
        float,
        By("STREAM_PATIENCE", parsing.SECONDS, "Seconds in which a reply of a stream is read."),
    ] = 30.0
    message_max: Annotated[
        int, By("MESSAGE_MAX", parsing.BYTES, "Bytes of the largest request that is taken.")
    ] = 1 << 20
    metadata_max: Annotated[
        int, By("METADATA_MAX", parsing.BYTES, "Bytes of a call's metadata, token and all.")
    ] = 16 << 10
