"""The operator's own registry of players, asked over gRPC."""

from __future__ import annotations

import grpc

from eyesdown.common.v1 import player_registry_service_pb2 as pb
from eyesdown.common.v1 import player_registry_service_pb2_grpc, players_pb2
from services.kernel.record.players import RegistryDown
from services.kernel.settings import Settings, StartError

PATIENCE = 1.0
"""Seconds that an answer may take: somebody waits at a till."""


class PlayerRegistry:
    """Asks the registry at an address; `credentials` None is in the clear."""

    def __init__(self, address: str, credentials: grpc.ChannelCredentials | None) -> None:
        self._channel = (
            grpc.aio.secure_channel(address, credentials)
            if credentials
            else grpc.aio.insecure_channel(address)
        )
        self._stub = player_registry_service_pb2_grpc.PlayerRegistryServiceStub(self._channel)

    async def may_play(self, venue: str, shown: players_pb2.PlayerShown) -> bool:
        """Whether it lets this player play in the venue. Raises `RegistryDown`."""
        request = pb.MayPlayRequest(parent=f"venues/{venue}", shown=shown)
        try:
            answer = await self._stub.MayPlay(request, timeout=PATIENCE)
        except grpc.aio.AioRpcError as failed:
            # Its words are not told on: they may say who was asked about.
            raise RegistryDown(f"the registry of players: {failed.code().name}") from None
        return answer.may_play

    async def close(self) -> None:
        """End the connection."""
        await self._channel.close()


def registry_of(settings: Settings) -> PlayerRegistry | None:
    """The registry of the settings, shown our own certificate; None where there is none.

    Raises `StartError`.
    """
    if settings.player_registry is None:
        return None
    ca = settings.player_registry_ca
    if ca is None:
        return PlayerRegistry(str(settings.player_registry), None)
    try:
        shown = [
            file.read_bytes() if file else None
            for file in (ca, settings.tls_key, settings.tls_certificate)
        ]
    except OSError as error:
        raise StartError([f"{error.filename}: {error.strerror}"]) from error
    return PlayerRegistry(str(settings.player_registry), grpc.ssl_channel_credentials(*shown))
