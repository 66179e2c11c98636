"""Which displays hang where: of the venue's file, bound since, from whatever year."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from eyesdown.draw.v1 import display_pb2
from services.draw.screens.hanging import Hanging
from services.draw.views.display import BOUND, REVOKED
from services.kernel.boards.screens import hung
from services.kernel.following.heads import Head
from services.kernel.law import Standing
from services.kernel.names import Name
from services.kernel.venues import Venues

VENUES = Venues.load(Path(__file__).parents[2] / "venues")
AT = datetime(2026, 11, 29, tzinfo=UTC)


def head(
    display: str, room: str, sequence: int, year: int = 2026, phase: int = BOUND, venue: str = "akl"
) -> Head:
    name = Name(venue, "displays", f"{year}-{display}")
    row = display_pb2.DisplayRow(display=display, room=room)
    row.phase = display_pb2.DisplayPhase.ValueType(phase)
    return Head(name, 1, sequence, AT, Standing.IN_PLAY, row)


@pytest.fixture
def hanging() -> Hanging:
    return Hanging(VENUES)


def test_a_room_has_the_displays_of_the_file_and_those_that_were_bound(hanging: Hanging):
    displays_of = hung(VENUES, hanging.bound_in)
    assert set(displays_of("akl", "main")) == {"north", "south"}
    for each in (
        head("door", "main", 1),
        head("north", "main", 2),
        head("lift", "terrace", 3),
        head("spare", "main", 4, phase=REVOKED),
        head("other", "main", 5, venue="wlg"),
    ):
        hanging.seen(each)
    assert set(displays_of("akl", "main")) == {"door", "north", "south"}
    assert set(displays_of("akl", "terrace")) == {"bar", "lift"}


def test_in_an_unknown_room_hangs_nothing(hanging: Hanging):
    assert hung(VENUES, hanging.bound_in)("akl", "cellar") == ()


def test_a_display_keeps_its_name_over_the_years(hanging: Hanging):
    assert hanging.named("akl", "north", 2027) == Name("akl", "displays", "2027-north")
    hanging.seen(head("north", "main", 7))
    assert hanging.named("akl", "north", 2027) == Name("akl", "displays", "2026-north")
    hanging.seen(head("north", "terrace", 9, year=2027))
    hanging.seen(head("north", "main", 8))
    assert hanging.named("akl", "north", 2028) == Name("akl", "displays", "2027-north")
    assert (hanging.changed("akl", "north"), hanging.changed("akl", "south")) == (9, 0)


def test_where_the_file_has_a_display(hanging: Hanging):
    assert (hanging.listed_in("akl", "bar"), hanging.listed_in("akl", "lift")) == ("terrace", "")
