"""Every RPC of session tables, against everything that may be wrong with a call."""

from __future__ import annotations

import pytest

from tests.kit.matrix.checks import EveryRpc
from tests.kit.matrix.tables import TABLES

pytest_plugins = ["tests.kit.telling"]
pytestmark = pytest.mark.asyncio(loop_scope="module")


class TestTables(EveryRpc):
    matrix = TABLES
