"""Every RPC of sessions, equipment, disputes and displays: where it goes through, who may call it,
how it goes wrong."""

from __future__ import annotations

from operator import attrgetter

from tests.kit.draw_beside import SERVICES, STATES, World
from tests.kit.matrix.beside import displays, disputes, equipment, sessions
from tests.kit.matrix.beside.common import Ground
from tests.kit.matrix.matrix import Matrix

BESIDE = Matrix(
    services=tuple(
        messages.DESCRIPTOR.services_by_name[service] for service, (messages, _) in SERVICES.items()
    ),
    rows={**sessions.ROWS, **equipment.ROWS, **disputes.ROWS, **displays.ROWS},
    shown=attrgetter("thing"),
)


async def standing(at: str, world: World) -> Ground:
    """A new thing that stands so."""
    return Ground(world, await STATES[at](world))
