"""What people hand in as files and words, read by the fuzzer: `python -m tests.fuzz.parsers csv`.

A parser says what is wrong in its own way and never in another; libFuzzer reports any other error,
and whatever takes longer than ten seconds. Its options follow the name: `-runs=5000 -seed=1`.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import atheris

with atheris.instrument_imports(include=["services.kernel", "services.verify.cards"]):
    from services.kernel.audit import watermark
    from services.kernel.clauses import read_index
    from services.kernel.errors import Unauthenticated
    from services.kernel.names import BadName, Name, journal_of, room_of, venue_of
    from services.kernel.profiles import BadProfile, read_profile
    from services.kernel.serving.keysets import public_keys, usable_keys
    from services.kernel.serving.tokens import DevIssuer, Verifier
    from services.kernel.venues import Venues, VenuesError
    from services.verify.cards import csv_form, reading
    from services.verify.cards.reading import BadCards
    from services.verify.domain.cards.layout import NINETY, SEVENTY_FIVE, Layout

ROOT = Path(__file__).resolve().parents[2]
SCRATCH = Path(tempfile.mkdtemp(prefix="eyesdown-fuzz-"))


@dataclass(frozen=True)
class Target:
    """A parser: what it is given, how it may say no, and what it reads well, to begin with."""

    read: Callable[[bytes], object]
    no: tuple[type[Exception], ...]
    seeds: Callable[[], Iterable[bytes]]


def _cards(layout: Layout) -> Target:
    def read(data: bytes) -> None:
        cut = data[0] if data else 1  # a file comes in pieces, cut anywhere
        pieces = [data[1 : 1 + cut], data[1 + cut :]] if cut else [data[1:]]
        reading.read(pieces, layout, sheet=1 + 5 * (cut % 2))

    def seeds() -> Iterable[bytes]:
        top = ",".join(csv_form.header(layout.format)).encode()
        row = b"1,5,12,37,59,70,18,24,46,61,83,8,29,41,55,90"
        yield b"\x00" + top + b"\n" + row + b"\n"
        yield b"\x40" + top + b"\r\n" + row + b"\r\n" + row.replace(b"1,5", b"2,6") + b"\r\n"
        yield b"\x07" + top + b"\n" + b"\n".join(b"%d" % n + row[1:] for n in range(1, 7))

    return Target(read, (BadCards,), seeds)


def _venue(data: bytes) -> None:
    folder = SCRATCH / "venues"
    folder.mkdir(exist_ok=True)
    (folder / "akl.toml").write_bytes(data)
    Venues.load(folder)


_INDEX = read_index(ROOT / "rules" / "index.tsv")
_SERVICES = {clause.service for clause in _INDEX.values()}


def _watermark(data: bytes) -> None:
    file = SCRATCH / "watermark"
    file.write_bytes(data)
    watermark.read(file)


def _name(data: bytes) -> None:
    text = data.decode(errors="replace")
    for read in (Name.parse, Name.of_subject, venue_of, lambda each: room_of("akl", each)):
        with suppress(BadName):
            found = read(text)
            if isinstance(found, Name):
                # One spelling each: what was read is written the same, wherever it goes.
                assert Name.parse(str(found)) == Name.of_subject(found.subject) == found
                assert text in (str(found), found.subject)
    journal_of(text)


def _keys(data: bytes) -> None:
    text = data.decode(errors="replace")
    with suppress(ValueError):
        public_keys(text)
    usable_keys(text)


_ISSUER = DevIssuer(SCRATCH / "issuer")
_VERIFY = Verifier(
    lambda: public_keys(_ISSUER.jwks), issuer="eyesdown", audience="eyesdown", longest=1e9
)


# What no mutation comes to soon: deeper and longer than any parser likes.
_DEEP_JSON = (b"[" * 5_000, b'{"keys":' * 5_000, b'{"format": ' + b"1" * 5_000 + b"}")
_DEEP_TOKENS = (
    base64.urlsafe_b64encode(b"[" * 4_000).rstrip(b"=") + b".e30.",
    base64.urlsafe_b64encode(b'{"alg":' * 600).rstrip(b"=") + b".e30.",
)
# Python's TOML takes the square of the dots of a key: these are few enough that others get a turn.
_DEEP_TOML = (b"x = " + b"[" * 5_000, b"year = " + b"1" * 5_000, b"a." * 500 + b"b = 1")
_STREAM = '{"venue": "akl", "year": %s, "last": %s, "digest": "00", "heads": %s}'


def _marks(year: str = "2026", last: str = "20260000000001", heads: str = "") -> bytes:
    heads = heads or '{"games/2026-1": [20260000000001, "00"]}'
    return f'{{"format": 1, "streams": [{_STREAM % (year, last, heads)}]}}'.encode()


def _profile(**options: str) -> bytes:
    text = next(iter(_files("rules/profiles/*.toml")())).decode()
    return (
        text + "".join(f"\n[options.{key}]\n{value}\n" for key, value in options.items())
    ).encode()


def _files(*patterns: str) -> Callable[[], Iterable[bytes]]:
    return lambda: (file.read_bytes() for each in patterns for file in sorted(ROOT.glob(each)))


TARGETS: Mapping[str, Target] = {
    "csv-90": _cards(NINETY),
    "csv-75": _cards(SEVENTY_FIVE),
    "toml-venue": Target(
        _venue, (VenuesError,), lambda: (*_files("venues/akl.toml")(), *_DEEP_TOML)
    ),
    "toml-profile": Target(
        lambda data: read_profile(data, _INDEX, "profile", _SERVICES),
        (BadProfile,),
        lambda: (
            *_files("rules/profiles/*.toml")(),
            _profile(odd='value = 1\nclause = "NZB-5.5"\nyear = 2001\nread_by = [["draw"]]'),
            *_DEEP_TOML,
        ),
    ),
    "names": Target(
        _name,
        (BadName,),
        lambda: (
            *(b"venues/akl/games/2026-11-29-07", b"venues/-", b"venues/wlg/rooms/main"),
            *(b"eyesdown.journal.akl.2026.games.2026-11-29-07", b"JOURNAL_akl_2026"),
        ),
    ),
    "keys": Target(_keys, (ValueError,), lambda: (_ISSUER.jwks.encode(), *_DEEP_JSON)),
    "token": Target(
        lambda data: _VERIFY(data.decode(errors="replace")),
        (Unauthenticated,),
        lambda: (_ISSUER.issue("mia", {"akl": ["caller"]}).encode(), b"a.b.c", *_DEEP_TOKENS),
    ),
    "watermark": Target(
        _watermark,
        (watermark.BadWatermark,),
        lambda: (
            *(_marks(), _marks(heads="[]"), _marks(last="1e999"), _marks(year="1" * 5_000)),
            *_DEEP_JSON,
        ),
    ),
}


def main(arguments: list[str]) -> None:
    """Read what libFuzzer makes up, until it has had enough; then the process ends."""
    name, *options = arguments
    target = TARGETS[name]
    corpus = SCRATCH / "corpus"
    corpus.mkdir()
    for number, seed in enumerate(target.seeds()):
        (corpus / str(number)).write_bytes(seed)

    def once(data: bytes) -> None:
        with suppress(*target.no):
            target.read(data)

    own: list[Any] = [sys.argv[0], "-timeout=60", "-rss_limit_mb=2048", *options, str(corpus)]
    atheris.Setup(own, once)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
