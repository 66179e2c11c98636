"""The configuration of NATS servers: of one of our own, and for those of production.

The users come from the one table (`rights.table`). Services, and people who change something, are
in the account HOUSE, where the streams are; auditors and displays in accounts of their own, which
import what they may see and ask.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from services.kernel.rights.grants import DISPLAYS, HOUSE, SAID, SEEN, Rights
from services.kernel.rights.table import AUDITORS, PUBLIC, READ, SYSTEM, User

BINARY = "nats-server"
HOST = "127.0.0.1"
VARIABLE = "EYESDOWN_NATS"
"""Variables of production's configuration begin so: of each user the hash of the password, and
`…_DISPLAYS`, the public key of who lets displays in."""

# What a client may have waiting for it before it is cut off: a display that stalls must not
# slow the house.
MAX_PENDING = "4MB"
# Seconds in which whoever connects has to be let in: many screens may come at once, and a service
# answers for them.
LET_IN = 5
ANSWER = '{ max: 1, expires: "10s" }'


@dataclass(frozen=True, slots=True)
class Most:
    """What an account may have: connections; and each of them subscriptions, and bytes in a
    message."""

    connections: int
    subscriptions: int
    payload: str


MOST = {
    # Replicas and people's commands are tens; a thousand walls of one's own may follow rooms here.
    HOUSE: Most(2_000, 4_000, "1MB"),
    # Four halls' worth of a thousand screens. One follows its room, what is played there, and who
    # is in charge of it; it says what it shows, in some hundred bytes.
    DISPLAYS: Most(4_000, 64, "8KB"),
    AUDITORS: Most(200, 1_000, "64KB"),  # it asks, and what it asks is short
}
"""So that no flood in one account leaves the others without room."""
CONNECTIONS = 8_000
"""Of all accounts together, and of who is not let in yet."""

GUESTS = (
    (DISPLAYS, SEEN, SAID, ""),
    # A question about a journal may have many messages as its answer.
    (AUDITORS, PUBLIC, READ, ", response_type: stream"),
)
"""Accounts beside that of the house: what of the house is heard in each, what may be asked or said,
and how that is answered."""

# Without `always` an acknowledged write is lost with the power up to two minutes later; nats-py
# cannot read the new form of acknowledgements.
COMMON = (
    "feature_flags { js_ack_fc_v2: false }",
    f"max_pending: {MAX_PENDING}",
    f"max_connections: {CONNECTIONS}",
    f"max_subscriptions: {MOST[HOUSE].subscriptions}",
    f"max_payload: {MOST[HOUSE].payload}",
    "no_fast_producer_stall: true",
)


def config(
    folder: Path,
    listen: str,
    users: Iterable[User],
    password: Callable[[str], str],
    door: str,
    websocket: str | None,
) -> str:
    """The configuration of a server of our own with its data in `folder`.

    `listen` and `websocket` are "host:port", port -1 for any free one; `password` gives a user's,
    `door` is the public key of who lets displays in.
    """
    lines = [
        'server_name: "eyesdown"',
        f"listen: {_q(listen)}",
        f"ports_file_dir: {_q(str(folder))}",
        f"log_file: {_q(str(folder / 'nats.log'))}",
        "logfile_size_limit: 10MB",
        "logfile_max_num: 3",
        f"jetstream {{ store_dir: {_q(str(folder))}, sync_interval: always }}",
        *COMMON,
        *access(users, lambda user: _q(password(user)), door),
    ]
    if websocket is not None:
        lines.append(f"websocket {{ listen: {_q(websocket)}, no_tls: true }}")
    return "\n".join(lines) + "\n"


def production(users: Iterable[User]) -> str:
    """Who may do what, for servers whose other settings, and passwords, are somebody else's."""
    lines = access(users, lambda user: f"${VARIABLE}_{user.upper()}", f"${VARIABLE}_DISPLAYS")
    return "\n".join(["# Made by `eyesdown provision --print-config`.", *lines]) + "\n"


def access(users: Iterable[User], password: Callable[[str], str], door: str) -> Iterator[str]:
    """Who may do what: accounts and users, line by line; `password` gives a user's as the
    configuration has it, `door` is the public key of who lets displays in."""
    known = [*users]
    names = ", ".join(user.name for user in (*known, SYSTEM))
    yield "authorization {"
    yield f"  timeout: {LET_IN}"
    yield f"  auth_callout {{ issuer: {door}, account: {HOUSE}, auth_users: [{names}] }}"
    yield "}"
    yield "accounts {"
    yield f"  {HOUSE} {{"
    yield "    jetstream: enabled"
    yield _limits(HOUSE)
    yield from _users((user for user in known if user.account == HOUSE), password)
    yield "    exports: ["
    for guest, heard, asked, answered in GUESTS:
        for subject in heard:
            yield f"      {{ stream: {_q(subject)}, accounts: [{guest}] }}"
        for subject in asked:
            yield f"      {{ service: {_q(subject)}, accounts: [{guest}]{answered} }}"
    yield "    ]"
    yield "  }"
    for guest, heard, asked, _ in GUESTS:
        yield f"  {guest} {{"
        yield _limits(guest)
        yield from _users((user for user in known if user.account == guest), password)
        yield "    imports: ["
        for kind, subjects in (("stream", heard), ("service", asked)):
            for subject in subjects:
                yield f"      {{ {kind}: {{ account: {HOUSE}, subject: {_q(subject)} }} }}"
        yield "    ]"
        yield "  }"
    yield "  $SYS {"
    yield from _users((SYSTEM,), password)
    yield "  }"
    yield "}"


def _limits(account: str) -> str:
    most = MOST[account]
    return (
        f"    limits {{ max_connections: {most.connections}, "
        f"max_subscriptions: {most.subscriptions}, max_payload: {most.payload} }}"
    )


def _users(users: Iterable[User], password: Callable[[str], str]) -> Iterator[str]:
    yield "    users: ["
    for user in users:
        yield from _user(user, password)
    yield "    ]"


def _user(user: User, password: Callable[[str], str]) -> Iterator[str]:
    yield f"      {{ user: {user.name}, password: {password(user.name)}"
    yield "        allowed_connection_types: [STANDARD]"
    yield from _permissions(user.rights)
    yield "      }"


def _permissions(rights: Rights) -> Iterator[str]:
    yield "        permissions: {"
    yield "          publish: {"
    yield from _list("allow", rights.publish)
    if rights.deny:
        yield from _list("deny", rights.deny)
    yield "          }"
    yield "          subscribe: {"
    yield from _list("allow", rights.subscribe)
    yield "          }"
    if rights.answers:
        yield f"          allow_responses: {ANSWER}"
    yield "        }"


def _list(word: str, subjects: Sequence[str]) -> Iterator[str]:
    yield f"            {word}: ["
    for subject in subjects:
        yield f"              {_q(subject)}"
    yield "            ]"


def _q(text: str) -> str:
    """Quoted: JSON's strings are valid here."""
    return json.dumps(text, ensure_ascii=False)
