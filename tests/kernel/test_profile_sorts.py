"""Which rule profile something new is played under, and which text later on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from services.kernel.errors import Failure, InvalidArgument, NotFound
from services.kernel.names import Name
from services.kernel.profile_sorts import ProfilesOf
from services.kernel.profiles import BadProfile, Profile, Profiles, UnknownProfile, read_profile
from services.kernel.record.commit import ProfileRef
from services.kernel.record.profile_changes import Change
from services.kernel.venues import Venue, Venues

ROOT = Path(__file__).resolve().parents[2]
BINGO = "nz-casino-bingo"
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


def numbers(_: str, options: Mapping[str, object]) -> int:
    """What a game's law wants of a profile."""
    value = options["numbers"]
    assert isinstance(value, int)
    return value


def decks(_: str, options: Mapping[str, object]) -> int:
    """What another law wants, and no other option."""
    if list(options) != ["decks"]:
        raise ValueError(f"option decks: it is not all of {', '.join(sorted(options))}")
    return numbers(_, {"numbers": options["decks"]})


def cards(id_: str, *options: str, sort: str = "cards") -> Profile:
    """A profile of a card game with these options, each of them 6."""
    text = (
        f'id = "{id_}"\ntitle = "{id_}"\nsort = "{sort}"\nyear = 1996\n'
        'commencement = "unknown"\nvenues = ["akl"]\n[options]\n'
    )
    each = "".join(f'{name} = {{ value = 6, clause = "XX-1", year = 1996 }}\n' for name in options)
    return read_profile((text + each).encode(), ["XX-1"], id_)


@pytest.fixture(scope="module")
def profiles() -> Profiles:
    """Those that come with Eyesdown."""
    return Profiles.load(ROOT / "rules")


@pytest.fixture(scope="module")
def venue() -> Venue:
    """A venue in which bingo is approved."""
    return Venues.load(ROOT / "venues").get("akl")


def test_a_text_waits_for_another_person_where_it_is_loaded_and_of_the_sort(profiles):
    bingo = ProfilesOf(profiles, "bingo", numbers)
    loaded = profiles.get(BINGO).sha256
    put_forward = Change(1, BINGO, loaded, "mere", NOON, "")
    approved = replace(put_forward, approved_by="carl")
    pai_gow = replace(put_forward, profile="nz-pai-gow", sha256=profiles.get("nz-pai-gow").sha256)
    before = replace(put_forward, sha256=bytes(32))
    unknown = replace(put_forward, profile="fr-bingo")
    book = Name("akl", "profileBooks", "2026")
    assert list(bingo.waits(book, (put_forward,))) == ["profile"]
    assert list(bingo.waits(book, (approved, pai_gow, before, unknown))) == []
    assert list(bingo.waits(book, (replace(put_forward, withdrawn_by="mere"),))) == []


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
        ("cards", BINGO, InvalidArgument, f"{BINGO} is a profile for bingo, not for cards"),
    ],
)
def test_what_cannot_be_played_is_told(
    profiles, venue, sort: str, profile: str, failure: type[Failure], says: str
):
    read = numbers if sort == "bingo" else decks
    with pytest.raises(failure) as told:
        ProfilesOf(profiles, sort, read).chosen(venue, profile)
    assert says in told.value.sentence


def test_every_profile_of_the_sort_that_the_law_cannot_read_stops_the_start():
    with pytest.raises(BadProfile) as wrong:
        ProfilesOf(
            Profiles([cards("a", "decks", "deks"), cards("b"), cards("c", "decks")], ["XX-1"]),
            "cards",
            decks,
        )
    assert wrong.value.problems == (
        "profile a, option decks: it is not all of decks, deks",
        "profile b, option decks: it is not all of ",
    )


def test_profiles_of_other_sorts_are_no_business_of_it():
    both = Profiles([cards("a", "decks"), cards("b", "balls", sort="bingo")], ["XX-1"])
    ref = ProfileRef("a", both.get("a").sha256)
    assert ProfilesOf(both, "cards", decks)(ref) == 6


def shared(readers: str) -> Profiles:
    """A profile whose option decks says who reads it, and whose option boxes does not."""
    text = cards("a", "decks", "boxes").text.decode()
    named = text.replace("decks = { ", f"decks = {{ read_by = {readers}, ")
    profile = read_profile(named.encode(), ["XX-1"], "a", ("draw", "verify"))
    return Profiles([profile], ["XX-1"], ("draw", "verify"))


def test_two_services_read_one_sort_each_its_own_options():
    profiles, got = shared('["draw", "verify"]'), {}

    def take(service: str):
        def read(_: str, options: Mapping[str, object]) -> int:
            got[service] = sorted(options)
            return 1

        return read

    ProfilesOf(profiles, "cards", take("draw"), service="draw")
    ProfilesOf(profiles, "cards", take("verify"), service="verify", own=False)
    assert got == {"draw": ["boxes", "decks"], "verify": ["decks"]}
    alone = shared('["verify"]')
    ref = ProfileRef("a", alone.get("a").sha256)
    assert ProfilesOf(alone, "cards", decks, service="verify", own=False)(ref) == 6


def test_an_option_that_names_a_service_which_does_not_know_it_stops_the_start():
    profiles = shared('["verify"]')
    ProfilesOf(profiles, "cards", lambda id_, options: len(options), service="draw")

    def nothing(_: str, options: Mapping[str, object]) -> int:
        for name in options:
            raise ValueError(f"option {name}: there is none")
        return 0

    with pytest.raises(BadProfile, match="profile a, option decks: there is none"):
        ProfilesOf(profiles, "cards", nothing, service="verify", own=False)


def test_a_profile_is_approved_by_the_venue_and_for_it(profiles):
    akl = Venues.load(ROOT / "venues").get("akl")
    spare = replace(akl, profiles=())
    stranger = replace(akl, id="elsewhere", title="Elsewhere")
    for venue in (spare, stranger):
        with pytest.raises(InvalidArgument) as told:
            ProfilesOf(profiles, "bingo", numbers).chosen(venue, BINGO)
        assert told.value.violations == (("profile", f"{BINGO} is not approved in {venue.title}"),)
