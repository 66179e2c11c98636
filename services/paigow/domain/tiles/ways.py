"""House ways as data: the steps by which a house sets a hand.

A rule profile names the way of its table. A way is a plain table, lists as tuples:

    name = "own"
    version = 1
    steps = [
      { do = "keep_two_pairs" },                     # two pairs: each stays
      { do = "keep", pairs = ["4", "5"] },           # one pair of these: it stays
      { do = "split", pairs = ["9"], beside = […] }, # one pair of these: it is split beside these
      { do = "made", points = 3, tile = "Gor", reached = […], otherwise = […] },
      { do = "low", points = 3, tile = "Gor" },      # the highest low hand, if it reaches this
      { do = "high", points = 8 },                   # the highest high hand, if it reaches this
      { do = "low" },                                # the highest low hand
      { do = "equal", low_at_most = 7 },             # between settings of equal points
    ]

The steps are numbered from 1 as people cite them, and the first that answers decides. Pairs are
named by their dots, or as "Gee Jun", "Teen", "Day". `beside` names the other two tiles by their
dots, or as Teen or Day: "9-11", "Teen-10"; "6-6*" says what is so anyway after the first step, that
the two are no pair.

A name never changes its meaning: a changed way has another name or the next version.
"""

from __future__ import annotations

from collections.abc import Mapping

NZ: Mapping[str, object] = {
    "version": 1,
    "steps": (
        {"do": "keep_two_pairs"},
        {"do": "keep", "pairs": ("4", "5", "6", "10", "11")},
        {"do": "split", "pairs": ("Gee Jun",), "beside": ("6-6*", "6-5", "6-4")},
        {
            "do": "split",
            "pairs": ("Teen", "Day"),
            "beside": (
                *("9-11", "9-8", "9-7", "9-6", "9-5", "9-4"),
                *("8-8*", "8-7", "8-6", "8-5", "8-4"),
                *("7-7*", "7-6", "7-5", "7-4"),
                *("6-6*", "6-5", "6-4"),
            ),
        },
        {"do": "split", "pairs": ("9",), "beside": ("Teen-Day", "Teen-10", "Day-10", "10-10*")},
        {
            "do": "split",
            "pairs": ("8",),
            "beside": (
                *("Teen-Day", "Teen-11", "Teen-10", "Day-11", "Day-10"),
                *("11-10", "11-9", "10-10*"),
            ),
        },
        {
            "do": "split",
            "pairs": ("7",),
            "beside": (
                *("Teen-Day", "Teen-11", "Teen-10", "Day-11", "Day-10"),
                *("11-10", "10-10*"),
            ),
        },
        {
            "do": "made",
            "points": 3,
            "tile": "Gor",
            "reached": ("High Nine", "Gong", "Wong"),
            "otherwise": ("Wong", "Gong", "High Nine"),
        },
        {"do": "low", "points": 3, "tile": "Gor"},
        {"do": "high", "points": 8},
        {"do": "low"},
        {"do": "equal", "low_at_most": 7},
    ),
}
"""The house way of New Zealand (supplement 2). How its last step ends is not known: what is done
there instead is an option of its own, `house_way_ties`."""

WAYS: Mapping[str, Mapping[str, object]] = {"nz": NZ}
"""The ways that a profile can name, by name."""
