"""No RPC of a service is left out of the matrices, and no matrix is left untried."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from pathlib import Path

from google.protobuf.descriptor import ServiceDescriptor

from services.cli.common.where import SERVICES
from tests.kit.matrix.checks import EveryRpc
from tests.kit.matrix.every import MATRICES
from tests.kit.matrix.rpc import rpcs

NEVER_REFUSED = {"CallOut", "LoadSeries", "UseSeries"}
"""Commands that nothing stands in the way of: a player is heard whatever the state of the game, and
to load cards or to put them to use waits for nothing."""
ONE_WAY = {
    *("CloseSales", "CarryJackpotOver", "UseSeries", "WithdrawSeries"),
    *("ShuffleTiles", "CutTiles", "CloseWagers", "PlaceBankersTiles", "ExposeBankersHand"),
}
"""Commands whose request says nothing but on what, the year being that of the catalogue; and what a
dealer has just done, for which whatever a screen showed is no matter."""


def declared() -> list[ServiceDescriptor]:
    """Every service that the contracts of ours declare."""
    found = []
    for service in SERVICES:
        package = importlib.import_module(f"eyesdown.{service}.v1")
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if module.name.endswith("_service_pb2"):
                contract = importlib.import_module(module.name).DESCRIPTOR
                found += contract.services_by_name.values()
    return found


def test_every_rpc_has_one_row() -> None:
    rows = Counter(matrix.rpcs[name].full_name for matrix in MATRICES for name in matrix.rows)
    assert set(rows.values()) == {1}
    assert set(rows) == {rpc.full_name for each in declared() for rpc in rpcs(each).values()}
    assert len(rows) > 250


def test_every_matrix_is_tried() -> None:
    for module in Path(__file__).parent.glob("test_*_matrix.py"):
        importlib.import_module(f"tests.system.{module.stem}")
    tried = [tests.matrix.services for tests in EveryRpc.__subclasses__()]
    assert all(matrix.services in tried for matrix in MATRICES)


def test_every_command_can_go_wrong_and_can_be_another() -> None:
    commands = [
        (name, row, matrix.rpcs[name])
        for matrix in MATRICES
        for name, row in matrix.rows.items()
        if matrix.rpcs[name].commands
    ]
    assert {name for name, row, _ in commands if not row.refused} == NEVER_REFUSED
    assert {name for name, row, rpc in commands if not row.other and not rpc.seen} == ONE_WAY
