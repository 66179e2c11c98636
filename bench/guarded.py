"""Two servers of one method: one that lets in anybody, and one that asks who it is.

`python -m bench.guarded` is the bare one, in the clear. With `--certs FOLDER` and `--data FOLDER`
it is behind mutual TLS, and every call passes the token's verifier (which remembers tokens), what
was taken back, the limits and the policy. The handler is the same.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import sys
from pathlib import Path
from typing import Any

import grpc
import uvloop

from eyesdown.common.v1 import venue_service_pb2 as pb
from services.kernel.serving import policy, telemetry
from services.kernel.serving.auth import Authentication, came_with, identity
from services.kernel.serving.certificates import Certificates
from services.kernel.serving.gate import Gate
from services.kernel.serving.handlers import Context, Handler, behaviour
from services.kernel.serving.limits import CALL, Limits
from services.kernel.serving.policy import ROLE_KEY, Access, Rule
from services.kernel.serving.revoked import RevokedTokens
from services.kernel.serving.telemetry import Telemetry
from services.kernel.serving.tokens import DevIssuer, verifier_of
from services.kernel.serving.tracing import Tracing
from services.kernel.settings import Settings
from services.kernel.venues import Venues

SERVICE = "eyesdown.common.v1.VenueService"
METHOD = "ListRooms"
REPLY = pb.ListRoomsResponse(rooms=[pb.Room(name="venues/akl/rooms/main", title="Main")])


async def list_rooms(request: pb.ListRoomsRequest, _: object) -> pb.ListRoomsResponse:
    """What both answer."""
    return REPLY


class Policy:
    """The limits and the policy, as the guard of a service has them, and nothing else of it."""

    def __init__(self, venues: Venues) -> None:
        self._access = Access(venues)
        self._limits = Limits(1_000, 100, 100, 100, rate=999_999)

    def wrap(self, rule: Rule | None, handler: Handler) -> Handler:
        """See `gate.Wrap`."""
        assert rule is not None
        inner = behaviour(handler)

        async def guarded(request: pb.ListRoomsRequest, context: Context) -> Any:
            over = self._limits.begin(CALL, identity().person, rule.method)
            try:
                role = next((str(value) for key, value in came_with() if key == ROLE_KEY), "")
                self._access.authorize(identity(), rule, request, role)
                return await inner(request, context)
            finally:
                over()

        made: Handler = grpc.unary_unary_rpc_method_handler(
            guarded, handler.request_deserializer, handler.response_serializer
        )
        return made


def _gate(settings: Settings) -> Gate:
    venues = Venues.load(settings.venues_folder)
    rules = policy.read([SERVICE])
    counted = Telemetry("bench", telemetry.registry(), Tracing(), venues.ids)

    async def nothing(_: object) -> Any:
        raise AssertionError("nothing was taken back")

    revoked = RevokedTokens(nothing, settings.token_life_max)
    verify = verifier_of(settings)
    known = Authentication(lambda token: revoked.left(verify(token)), counted)
    return Gate(known, rules, (Policy(venues).wrap,))


async def serve(certs: Path | None, data: Path | None) -> None:
    """Serve until standard input ends; says on a line of JSON where."""
    server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
    handler = grpc.unary_unary_rpc_method_handler(
        list_rooms,
        pb.ListRoomsRequest.FromString,
        pb.ListRoomsResponse.SerializeToString,
    )
    handlers: Any = {METHOD: handler}
    served: Any = grpc.method_handlers_generic_handler(SERVICE, handlers)
    if data is not None:
        settings = Settings(data_folder=data)
        DevIssuer.of(settings)
        gate = _gate(settings)
        gate.add_generic_rpc_handlers((served,))
        served = gate
    server.add_generic_rpc_handlers((served,))
    if certs is None:
        port = server.add_insecure_port("127.0.0.1:0")
    else:
        shown = Certificates(certs / "server.pem", certs / "server.key", certs / "ca.pem")
        port = server.add_secure_port("127.0.0.1:0", shown.credentials())
    await server.start()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    print(json.dumps({"grpc": f"127.0.0.1:{port}"}), flush=True)
    await asyncio.to_thread(sys.stdin.buffer.read)
    await server.stop(1)


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(description="One method, for the bench of who may call.")
    parser.add_argument("--certs", type=Path)
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(given.certs, given.data))


if __name__ == "__main__":
    main()
