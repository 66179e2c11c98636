"""The house as a drawing: services, NATS, displays and who looks on, as the code has them.

What each service writes and shows is in its `rights.py`, what it reacts to in its `__main__.py`,
the users in `services.cli.house.nats_users`. The drawing is legible on light and on dark.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from html import escape

from services.cli.common.where import SERVICES
from services.cli.house.house import PLACES
from services.cli.house.nats_users import USERS
from services.kernel.rights.grants import DISPLAYS, HOUSE
from services.kernel.rights.table import AUDITORS, EVERYONES, PUBLIC, Writes

WIDE, TALL = 1220, 790
_COLUMN = 275
_PORT, _METRICS = 7400, 9464
"""The first ports of `eyesdown run`; the services take them in their order."""
STREAMS = (
    ("JOURNAL_<venue>_<year>", "every commit; nothing is deleted"),
    ("BOARDS", "last frame of every board, pointer of every room"),
    ("SHOWN", "what each display says that it shows"),
    ("KV_PEOPLE_<venue>", "names, sealed; they can be erased"),
    ("OBJ_BLOBS", "cards and profile texts, by their hash"),
)
_STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #1b1f24; }
  .title { font-weight: 700; font-size: 17px; }
  .mono { font: 12.5px ui-monospace, monospace; }
  .box { fill: #f4f6f8; stroke: #57606a; stroke-width: 1.5; }
  .nats { fill: #fff8dc; stroke: #9a6700; stroke-width: 1.5; }
  .wire { fill: none; stroke: #57606a; stroke-width: 1.5; marker-end: url(#tip); }
  .tip { fill: #57606a; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .box { fill: #161b22; stroke: #9198a1; }
    .nats { fill: #272115; stroke: #d29922; }
    .wire { stroke: #9198a1; }
    .tip { fill: #9198a1; }
  }
"""


def house() -> str:
    """The drawing, as SVG."""
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {TALL}" role="img">',
            "<title>The services of Eyesdown, NATS between them, displays and who looks on</title>",
            f"<style>{_STYLE}</style>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto-start-reverse">'
            '<path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>',
            *_people(),
            *_services(),
            *_nats(),
            *_around(),
            "</svg>\n",
        )
    )


def writes_of(service: str) -> Writes:
    """What a service writes on NATS."""
    found: Writes = importlib.import_module(f"services.{service}.rights").WRITES
    return found


def follows(service: str) -> tuple[str, ...]:
    """The kinds of other services whose commits a service reacts to."""
    module = importlib.import_module(f"services.{service}.__main__")
    own = writes_of(service).kinds
    kinds: dict[str, None] = {}
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reaction":
            source = eval(ast.unparse(node.args[0]), vars(module))
            kinds[getattr(source, "kind", source)] = None
    return tuple(kind for kind in kinds if kind not in own)


def _people() -> Iterator[str]:
    yield _box(20, 20, 1160, 56, "box")
    yield _text(36, 54, "Consoles, tills, back offices, the caller's screen", "title")
    yield _text(540, 54, "gRPC: a token, a role, a request_id; a refusal names its clause")


def _services() -> Iterator[str]:
    for place, service in enumerate(SERVICES):
        left = _left(place)
        writes = writes_of(service)
        yield _wire(f"M{left + _COLUMN // 2} 78V118")
        yield _box(left, 120, _COLUMN, 236, "box")
        yield _text(left + 16, 148, service, "title")
        ports = f"gRPC :{_PORT + PLACES[service]}  /metrics :{_METRICS + PLACES[service]}"
        lines = [ports]
        lines += [f"writes  {kind}" for kind in writes.kinds]
        lines += [f"shows   {kind}" for kind in writes.boards]
        lines += [f"follows {kind}" for kind in follows(service)]
        lines += ["points rooms at games"] if writes.rooms else []
        lines += ["lets displays in"] if writes.screens else []
        for number, line in enumerate(lines):
            yield _text(left + 16, 170 + 18 * number, line, "mono")
        yield _wire(f"M{left + 90} 358V398")
        yield _wire(f"M{left + 180} 398V360")


def _nats() -> Iterator[str]:
    yield _box(20, 400, 1160, 164, "nats")
    yield _text(36, 428, "NATS JetStream", "title")
    yield _text(214, 428, "every write is on disk before it is answered; no service calls another")
    for number, (stream, holds) in enumerate(STREAMS):
        yield _text(36, 456 + 22 * number, stream, "mono")
        yield _text(250, 456 + 22 * number, holds)
    yield _text(640, 456, "one command, one commit, one message:", "")
    yield _text(640, 478, "eyesdown.journal.<venue>.<year>.<kind>.<id>", "mono")
    yield _text(640, 500, "every service also writes", "")
    yield _text(640, 522, ", ".join(EVERYONES), "mono")


def _around() -> Iterator[str]:
    named = [each.name for each in USERS if each.account == HOUSE and each.name not in SERVICES]
    auditors = [each.name for each in USERS if each.account == AUDITORS]
    boxes = (
        (
            "Room displays",
            f"a page on NATS, account {DISPLAYS}",
            *(f"{'says' if 'shown' in subject else 'sees'} {subject}" for subject in PUBLIC),
        ),
        (
            "Auditors, regulators",
            f"account {AUDITORS}, user {', '.join(auditors)}",
            "read all, change nothing",
            "eyesdown audit verify",
            "decides every commit again",
        ),
        (
            "People at a terminal",
            f"users {', '.join(named)}",
            "eyesdown watch, trace, feed",
            "eyesdown provision",
        ),
        (
            "Operations",
            "Prometheus, Grafana, traces, logs",
            "eyesdown status, floor",
            "eyesdown report",
        ),
    )
    for place, (title, *lines) in enumerate(boxes):
        left = _left(place)
        yield _box(left, 620, _COLUMN, 150, "box")
        yield _text(left + 16, 648, title, "title")
        for number, line in enumerate(lines):
            yield _text(left + 16, 674 + 20 * number, line, "mono")
        if title != "Operations":
            yield _wire(f"M{left + 90} 566V618")
    yield _wire(f"M{_left(0) + 180} 618V566")
    yield _wire(f"M{_left(3) + _COLUMN} 238H1202V695H1182")


def _left(place: int) -> int:
    """Where a column begins."""
    return 20 + place * (_COLUMN + 20)


def _box(left: int, top: int, width: int, height: int, kind: str) -> str:
    return f'<rect class="{kind}" x="{left}" y="{top}" width="{width}" height="{height}" rx="8"/>'


def _text(left: int, base: int, said: str, kind: str = "") -> str:
    of = f' class="{kind}"' if kind else ""
    return f'<text{of} x="{left}" y="{base}" xml:space="preserve">{escape(said)}</text>'


def _wire(path: str) -> str:
    return f'<path class="wire" d="{path}"/>'
