"""Rule profiles: which options of the law are in force, each with its clause and its year.

A profile is a TOML file, `<rules>/profiles/<id>.toml`:

    id = "nz-casino-bingo"          # the file's name
    title = "New Zealand casino bingo"
    sort = "bingo"                  # what is played under it
    year = 1996                     # of its text; year_assumed = true where that is not certain
    commencement = "unknown"        # or a date and time with its offset
    venues = ["akl", "wlg"]         # ids of the venues it is approved for

    [options.numbers]
    value = 90                      # any TOML value but a date
    clause = "NZB-5.6(d)"           # an id of <rules>/index.tsv
    year = 1996                     # of the clause's text
    assumed = true                  # the text does not settle it; default false
    note = "why"                    # optional
    read_by = ["draw", "verify"]    # services of <rules>/index.tsv; absent: the sort's own alone

The kernel knows no option and no sort: a service reads of the profiles it plays by the options that
are its own, and refuses one of them that it does not know (`profile_sorts`).
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from services.kernel.clauses import BadIndex, read_index
from services.kernel.settings import StartError

T = TypeVar("T")

_ID = re.compile(r"[a-z][a-z0-9-]{0,62}")
_VENUE = re.compile(r"[a-z][a-z0-9-]{0,30}")
_OPTION = re.compile(r"[a-z][a-z0-9_]*")
_PROFILE_KEYS = {
    *("id", "title", "sort", "year", "year_assumed", "commencement", "venues", "options"),
}
_OPTION_KEYS = {"value", "clause", "year", "assumed", "note", "read_by"}


class BadProfile(StartError):
    """Profiles that cannot be used; each problem says which one, which key and why."""

    def __init__(self, *problems: str) -> None:
        super().__init__(problems)


class UnknownProfile(LookupError):
    """There is no profile with this id, or none with this text."""


@dataclass(frozen=True, slots=True)
class Option:
    """What one option is set to: bool, int, float, str, a tuple or a dict of these.

    `year` is that of the clause's text; `assumed` says that the text does not settle the value,
    and then people are shown that it is assumed. `read_by` are the services that decide by it;
    empty where it is the sort's own alone.
    """

    value: Any
    clause: str
    year: int
    assumed: bool = False
    note: str = ""
    read_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """A rule profile. `sha256` is that of `text`, the file as it is."""

    id: str
    title: str
    sort: str
    """The word for what is played under it: "bingo"."""
    sha256: bytes
    text: bytes
    year: int
    year_assumed: bool
    commencement: datetime | None
    """When it came into force; None is unknown."""
    venues: tuple[str, ...]
    options: Mapping[str, Option]

    @property
    def values(self) -> dict[str, Any]:
        """What each option is set to, by its name."""
        return {name: option.value for name, option in self.options.items()}

    def values_for(self, service: str, own: bool) -> dict[str, Any]:
        """What the options are set to that `service` reads; `own` says that the sort is its own,
        and so is every option that names nobody."""
        return {
            name: option.value
            for name, option in self.options.items()
            if service in option.read_by or (own and not option.read_by)
        }

    def approved_for(self, venue: str) -> bool:
        """Whether games may be played under it in the venue with this id."""
        return venue in self.venues


class Profiles:
    """The profiles at hand: the current one of each id, and older texts that were added."""

    def __init__(
        self,
        profiles: Iterable[Profile],
        clauses: Collection[str],
        services: Collection[str] = (),
    ) -> None:
        self._current = {profile.id: profile for profile in profiles}
        self._texts = {(each.id, each.sha256): each for each in self._current.values()}
        self._clauses = clauses
        self._services = services

    @classmethod
    def load(cls, rules: Path) -> Profiles:
        """Read `rules/profiles/*.toml`; raises `BadProfile` with the first fault of each file.

        `rules` is the folder with the rule index, `index.tsv`, from which clauses are cited.
        """
        try:
            index = read_index(rules / "index.tsv")
        except BadIndex as wrong:
            raise BadProfile(str(wrong)) from wrong
        services = {clause.service for clause in index.values()}
        files = sorted((rules / "profiles").glob("*.toml"))
        if not files:
            raise BadProfile(f"{rules / 'profiles'} holds no profile")
        found: list[Profile] = []
        problems: list[str] = []
        for file in files:
            try:
                found.append(_read_file(file, index, services))
            except BadProfile as wrong:
                problems += wrong.problems
        if problems:
            raise BadProfile(*problems)
        return cls(found, index.keys(), services)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the current profiles, sorted."""
        return tuple(sorted(self._current))

    def cites(self, clause: str) -> bool:
        """Whether the rule index has a clause of this id."""
        return clause in self._clauses

    def get(self, id_: str) -> Profile:
        """The current profile with this id; raises `UnknownProfile`."""
        if id_ not in self._current:
            raise UnknownProfile(f"there is no profile {id_!r}; there are {', '.join(self.ids)}")
        return self._current[id_]

    def at(self, id_: str, sha256: bytes) -> Profile:
        """The profile with this id and this very text; raises `UnknownProfile`.

        An older text is found after it was added: it lies in the blobs under its hash.
        """
        found = self._texts.get((id_, sha256))
        if found is None:
            raise UnknownProfile(f"the text {sha256.hex()} of profile {id_!r} is not at hand")
        return found

    def add_text(self, text: bytes) -> Profile:
        """Make an older text known to `at`, without making it current; raises `BadProfile`."""
        where = f"text {hashlib.sha256(text).hexdigest()}"
        profile = read_profile(text, self._clauses, where, self._services)
        return self._texts.setdefault((profile.id, profile.sha256), profile)


def read_profile(
    text: bytes,
    clauses: Collection[str],
    where: str = "profile",
    services: Collection[str] = (),
) -> Profile:
    """Read a profile's text; `clauses` are the ids that may be cited, `where` names it in errors,
    `services` are those that may read an option.

    Raises `BadProfile`.
    """
    try:
        table = tomllib.loads(text.decode())
    # Of a number too long, or of too many brackets, tomllib says so in other ways.
    except (ValueError, RecursionError) as wrong:
        raise BadProfile(f"{where} is no TOML: {wrong}") from wrong
    _only(table, _PROFILE_KEYS, where)
    options = _need(table, "options", dict, where)
    return Profile(
        id=_matching(_need(table, "id", str, where), _ID, f"{where}, id"),
        title=_need(table, "title", str, where),
        sort=_matching(_need(table, "sort", str, where), _ID, f"{where}, sort"),
        sha256=hashlib.sha256(text).digest(),
        text=text,
        year=_need(table, "year", int, where),
        year_assumed=_need(table, "year_assumed", bool, where, default=False),
        commencement=_commencement(table, where),
        venues=_venues(_need(table, "venues", list, where), where),
        options=MappingProxyType(
            {
                _matching(name, _OPTION, f"{where}, options"): _option(
                    each, clauses, services, f"{where}, option {name}"
                )
                for name, each in options.items()
            }
        ),
    )


def _read_file(file: Path, clauses: Collection[str], services: Collection[str]) -> Profile:
    profile = read_profile(file.read_bytes(), clauses, str(file), services)
    if profile.id != file.stem:
        raise BadProfile(f"{file}, id: {profile.id!r} is not the file's name")
    return profile


def _option(
    table: object, clauses: Collection[str], services: Collection[str], where: str
) -> Option:
    if not isinstance(table, dict):
        raise BadProfile(f"{where}: a table with value, clause and year is needed")
    _only(table, _OPTION_KEYS, where)
    if "value" not in table:
        raise BadProfile(f"{where}: value is missing")
    clause = _need(table, "clause", str, where)
    if clause not in clauses:
        raise BadProfile(f"{where}, clause: {clause!r} is not in the rule index")
    return Option(
        value=_plain(table["value"], where),
        clause=clause,
        year=_need(table, "year", int, where),
        assumed=_need(table, "assumed", bool, where, default=False),
        note=_need(table, "note", str, where, default=""),
        read_by=_readers(table, services, where) if "read_by" in table else (),
    )


def _readers(table: Mapping[str, object], services: Collection[str], where: str) -> tuple[str, ...]:
    """The services that an option names; it names one at least, each once, all of them known."""
    named = _need(table, "read_by", list, where)
    for each in named:
        if not isinstance(each, str) or each not in services:
            known = ", ".join(sorted(services)) or "none"
            raise BadProfile(f"{where}, read_by: {each!r} is no service; there are {known}")
    if not named or len(set(named)) < len(named):
        raise BadProfile(f"{where}, read_by: expected one service or more, each once")
    return tuple(named)


def _commencement(table: Mapping[str, object], where: str) -> datetime | None:
    value = table.get("commencement")
    if value == "unknown":
        return None
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value
    raise BadProfile(
        f'{where}, commencement: a date and time with its offset is needed, or "unknown"'
    )


def _venues(values: list[object], where: str) -> tuple[str, ...]:
    venues = []
    for value in values:
        if not isinstance(value, str):
            raise BadProfile(f"{where}, venues: {value!r} is no venue's id")
        venues.append(_matching(value, _VENUE, f"{where}, venues"))
    if len(set(venues)) < len(venues):
        raise BadProfile(f"{where}, venues: one of them is there twice")
    return tuple(venues)


def _plain(value: object, where: str) -> object:
    if isinstance(value, list):
        return tuple(_plain(each, where) for each in value)
    if isinstance(value, dict):
        return {name: _plain(each, where) for name, each in value.items()}
    if isinstance(value, (bool, int, float, str)):
        return value
    raise BadProfile(f"{where}, value: {value!r} is a date or time, which no option takes")


def _only(table: Mapping[str, object], known: set[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise BadProfile(f"{where}: unknown key {key!r}; known are {', '.join(sorted(known))}")


def _need(
    table: Mapping[str, object], key: str, kind: type[T], where: str, default: T | None = None
) -> T:
    value = table.get(key, default)
    if value is None:
        raise BadProfile(f"{where}: {key} is missing")
    # A bool is an int to Python, not to people.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise BadProfile(f"{where}, {key}: {value!r} is no {kind.__name__}")
    return value


def _matching(text: str, pattern: re.Pattern[str], where: str) -> str:
    if not pattern.fullmatch(text):
        raise BadProfile(f"{where}: {text!r} does not match {pattern.pattern}")
    return text
