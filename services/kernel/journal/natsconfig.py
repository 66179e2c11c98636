"""The configuration of a NATS server of our own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

BINARY = "nats-server"
HOST = "127.0.0.1"
USER = "service"

# What a client may have waiting for it before it is cut off: a display that stalls must not
# slow the house.
MAX_PENDING = "4MB"
# Seconds in which whoever connects has to be let in: many screens may come at once, and a service
# answers for them.
LET_IN = 5


def config(folder: Path, listen: str, password: str, door: str, websocket: str | None) -> str:
    """The text of the configuration. `listen` and `websocket` are "host:port", port -1 for any
    free one; `password` is the services', `door` the public key of who lets displays in."""
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
        f"  users: [ {{ user: {USER}, password: {_q(password)},"
        " allowed_connection_types: [STANDARD] } ]",
        f"  auth_callout {{ issuer: {door}, auth_users: [{USER}] }}",
        "}",
    ]
    if websocket is not None:
        lines.append(f"websocket {{ listen: {_q(websocket)}, no_tls: true }}")
    return "\n".join(lines) + "\n"


def _q(value: str | Path | Sequence[str]) -> str:
    """Quoted: JSON's strings and lists are valid here."""
    text = str(value) if isinstance(value, Path) else value
    return json.dumps(text, ensure_ascii=False)
