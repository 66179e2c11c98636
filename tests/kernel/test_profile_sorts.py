"""Which rule profile something new is played under, and which text later on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from services.kernel.errors import Failure, InvalidArgument, NotFound
from services.kernel.profile_sorts import ProfilesOf
from services.kernel.profiles import Profiles, UnknownProfile
from services.kernel.record.commit import ProfileRef
from services.kernel.venues import Venue, Venues

ROOT = Path(__file__).resolve().parents[2]
BINGO = "nz-casino-bingo"


def numbers(_: str, options: Mapping[str, object]) -> int:
    """What a game's law wants of a profile."""
    value = options["numbers"]
    assert isinstance(value, int)
    return value


def decks(_: str, options: Mapping[str, object]) -> int:
    """What another law wants, and bingo has not."""
    raise ValueError(f"option decks is not among {', '.join(sorted(options))}")


@pytest.fixture(scope="module")
def profiles() -> Profiles:
    """Those that come with Eyesdown."""
    return Profiles.load(ROOT / "rules")


@pytest.fixture(scope="module")
def venue() -> Venue:
    """A venue in which bingo is approved."""
    return Venues.load(ROOT / "venues").get("akl")


def test_a_profile_is_chosen_as_it_is_now_and_read_by_its_text(profiles, venue):
    bingo = ProfilesOf(profiles, "bingo", numbers)
    ref = bingo.chosen(venue, BINGO)
    assert ref == ProfileRef(BINGO, profiles.get(BINGO).sha256)
    assert bingo(ref) == 90
    with pytest.raises(UnknownProfile):
        bingo(ProfileRef(BINGO, b"\x00" * 32))


@pytest.mark.parametrize(
    ("sort", "profile", "failure", "says"),
    [
        ("bingo", "no-such-bingo", NotFound, "profile no-such-bingo"),
        ("card game", BINGO, InvalidArgument, f"{BINGO} is no card game profile: option decks"),
    ],
)
def test_what_cannot_be_played_is_told(
    profiles, venue, sort: str, profile: str, failure: type[Failure], says: str
):
    read = numbers if sort == "bingo" else decks
    with pytest.raises(failure) as told:
        ProfilesOf(profiles, sort, read).chosen(venue, profile)
    assert says in told.value.sentence


def test_a_profile_is_approved_by_the_venue_and_for_it(profiles):
    akl = Venues.load(ROOT / "venues").get("akl")
    spare = replace(akl, profiles=())
    stranger = replace(akl, id="elsewhere", title="Elsewhere")
    for venue in (spare, stranger):
        with pytest.raises(InvalidArgument) as told:
            ProfilesOf(profiles, "bingo", numbers).chosen(venue, BINGO)
        assert told.value.violations == (("profile", f"{BINGO} is not approved in {venue.title}"),)
