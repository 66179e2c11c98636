"""The configuration of a NATS server of our own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

BINARY = "nats-server"
HOST = "127.0.0.1"
USER = "service"
SYSTEM = "system"
"""The user of the servers' system account: sees who is connected, and ends connections."""

# What a client may have waiting for it before it is cut off: a display that stalls must not
# slow the house.
MAX_PENDING = "4MB"
# Seconds in which whoever connects has to be let in: many screens may come at once, and a service
# answers for them.
LET_IN = 5


@dataclass(frozen=True, slots=True)
class Secrets:
    """The services' password, the system user's, and the public key of who lets displays in."""

    service: str
    system: str
    door: str


def config(folder: Path, listen: str, secrets: Secrets, websocket: str | None) -> str:
    """The text of the configuration. `listen` and `websocket` are "host:port", port -1 for any
    free one."""
    lines = [
        'server_name: "eyesdown"',
        f"listen: {_q(listen)}",
        f"ports_file_dir: {_q(folder)}",
        f"log_file: {_q(folder / 'nats.log')}",
        "logfile_size_limit: 10MB",
        "logfile_max_num: 3",
        # Without `always` an acknowledged write is lost with the power up to two minutes later.
        f"jetstream {{ store_dir: {_q(folder)}, sync_interval: always }}",
        # nats-py cannot read the new form of acknowledgements.
        "feature_flags { js_ack_fc_v2: false }",
        f"max_pending: {MAX_PENDING}",
        "no_fast_producer_stall: true",
        "authorization {",
        f"  timeout: {LET_IN}",
        f"  users: [ {{ user: {USER}, password: {_q(secrets.service)},"
        " allowed_connection_types: [STANDARD] } ]",
        f"  auth_callout {{ issuer: {secrets.door}, auth_users: [{USER}, {SYSTEM}] }}",
        "}",
        f"accounts {{ $SYS {{ users: [ {{ user: {SYSTEM}, password: {_q(secrets.system)},"
        " allowed_connection_types: [STANDARD] } ] } }",
    ]
    if websocket is not None:
        lines.append(f"websocket {{ listen: {_q(websocket)}, no_tls: true }}")
    return "\n".join(lines) + "\n"


def _q(value: str | Path | Sequence[str]) -> str:
    """Quoted: JSON's strings and lists are valid here."""
    text = str(value) if isinstance(value, Path) else value
    return json.dumps(text, ensure_ascii=False)
