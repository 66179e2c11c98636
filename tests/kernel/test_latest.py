"""A mapping that forgets what was set longest ago."""

from __future__ import annotations

from services.kernel.latest import Latest


def test_of_more_than_it_keeps_the_one_that_was_set_longest_ago_is_forgotten() -> None:
    kept: Latest[str, int] = Latest(2)
    kept["a"], kept["b"] = 1, 2
    kept["a"] = 3
    kept["c"] = 4
    assert list(kept.items()) == [("a", 3), ("c", 4)]


def test_what_was_taken_out_makes_room() -> None:
    kept: Latest[str, int] = Latest(2)
    kept["a"], kept["b"] = 1, 2
    del kept["a"]
    assert kept.pop("x", None) is None
    kept["c"] = 3
    assert list(kept) == ["b", "c"]
