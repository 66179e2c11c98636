"""Every RPC of a service against everything that may be wrong with a call: one kit for them all.

A service brings its rows (`row.py`) and the grounds on which requests are tried (`matrix.py`). What
a contract says by itself is read there (`rpc.py`), and what each RPC is asked is in `checks.py`.
"""

import pytest

pytest.register_assert_rewrite("tests.kit.matrix.checks")
