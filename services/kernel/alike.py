"""What every service answers alike, beside its own calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eyesdown.common.v1 import (
    access_service_pb2_grpc,
    player_list_service_pb2_grpc,
    profile_service_pb2_grpc,
)
from eyesdown.journal.v1 import journal_service_pb2_grpc
from services.kernel.following.heads import Heads
from services.kernel.serving.access_rpc import AccessRpc
from services.kernel.serving.journal_rpc import JournalRpc
from services.kernel.serving.player_list_rpc import PlayerListRpc
from services.kernel.serving.profile_rpc import ProfileRpc

if TYPE_CHECKING:
    from services.kernel.base import Base


def answer_alike(base: Base, heads: Heads) -> None:
    """Answer what is asked of every service: the journal, who is shut out, who may not play, and
    by which rules the houses play. `heads` are the service's own."""
    people, venues = base.people, base.venues
    base.server.add(
        journal_service_pb2_grpc.add_JournalServiceServicer_to_server,
        JournalRpc(heads, base.journal, base.archive, lambda: base.connection.link.up),
    )
    base.server.add(
        access_service_pb2_grpc.add_AccessServiceServicer_to_server,
        AccessRpc(base.days, people, venues),
    )
    base.server.add(
        player_list_service_pb2_grpc.add_PlayerListServiceServicer_to_server,
        PlayerListRpc(base.players, people, venues),
    )
    base.server.add(
        profile_service_pb2_grpc.add_ProfileServiceServicer_to_server,
        ProfileRpc(base.approvals, base.profiles, people, venues),
    )
