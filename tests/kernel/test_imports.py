"""No module needs itself by way of others: each can be loaded first, in whatever order."""

from __future__ import annotations

import grimp


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph(
        "services", "eyesdown_client", exclude_type_checking_imports=True, cache_dir=None
    )
    needed = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(needed) > 500
    while ready := {module for module, needs in needed.items() if not needs}:
        needed = {module: needs - ready for module, needs in needed.items() if module not in ready}
    assert needed == {}, "these need each other"
