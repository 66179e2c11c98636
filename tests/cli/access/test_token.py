"""`eyesdown token`: for somebody, in venues that there are, by a key that is trusted."""

from __future__ import annotations

from pathlib import Path

import pytest

from services.kernel.serving.keysets import public_keys
from services.kernel.serving.tokens import ROLES, DevIssuer, Verifier
from tests.cli.command import Done, eyesdown


async def token(*arguments: str, data: Path, **settings: str) -> Done:
    """Ask for a token of a caller's."""
    more = {f"EYESDOWN_{name}": value for name, value in settings.items()}
    return await eyesdown("token", *arguments, "--role", "caller", data=data, more=more)


async def test_the_key_of_what_runs_here_signs_what_was_asked_for(tmp_path: Path):
    issuer = DevIssuer(tmp_path, issuer="house", audience="floor")
    done = await token(
        *("cal", "--venue", "akl", "--device", "console-1"),
        data=tmp_path,
        TOKEN_ISSUER="house",
        TOKEN_AUDIENCE="floor",
    )
    assert (done.code, done.err) == (0, "")
    keys = public_keys(issuer.jwks)
    who = Verifier(lambda: keys, issuer="house", audience="floor")(done.out.strip())
    assert (who.person, who.device) == ("cal", "console-1")
    assert who.grants == {"akl": frozenset({ROLES["caller"]})}


async def test_without_a_venue_it_holds_everywhere(tmp_path: Path):
    keys = public_keys(DevIssuer(tmp_path).jwks)
    done = await token("cal", data=tmp_path)
    who = Verifier(lambda: keys, issuer="eyesdown", audience="eyesdown")(done.out.strip())
    assert who.grants == {"*": frozenset({ROLES["caller"]})}


async def test_no_key_is_made_where_nothing_ever_ran(tmp_path: Path):
    done = await token("cal", "--venue", "akl", data=tmp_path / "nowhere")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("Error: There is no key in ")
    assert "`make run` makes it, or without a checkout `eyesdown run`. Call this" in done.err
    assert not (tmp_path / "nowhere").exists()


async def test_where_another_issuer_is_trusted_ours_signs_nothing(tmp_path: Path):
    file = tmp_path / "keys.json"
    file.write_text(DevIssuer(tmp_path).jwks)
    done = await token("cal", data=tmp_path, ISSUER_KEYS=str(file))
    assert (done.code, done.out) == (1, "")
    assert "only tokens of your own issuer are trusted" in done.err


async def test_in_production_there_is_none(tmp_path: Path):
    file = tmp_path / "keys.json"
    file.write_text(DevIssuer(tmp_path).jwks)
    done = await token("cal", data=tmp_path, MODE="production", ISSUER_KEYS=str(file))
    assert (done.code, done.out) == (1, "")
    assert "tokens of our own are for development only" in done.err


@pytest.mark.parametrize("person", ["", " ", " cal", "cal ", "c\x07l", "x" * 129])
async def test_who_is_nobody_gets_none(tmp_path: Path, person: str):
    DevIssuer(tmp_path)
    done = await token(person, data=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "Invalid value for 'PERSON'" in done.err


@pytest.mark.parametrize(
    ("venue", "said"),
    [
        ("AKL", "'AKL' is no venue id: lower case letters, digits and hyphens"),
        ("", "'' is no venue id"),
        ("venues/akl", "'venues/akl' is no venue id"),
        ("zzz", "there is no venue zzz; there are akl, chc, mem, wlg"),
    ],
)
async def test_a_venue_that_there_is_not_is_told(tmp_path: Path, venue: str, said: str):
    DevIssuer(tmp_path)
    done = await token("cal", "--venue", "akl", "--venue", venue, data=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert said in " ".join(done.err.split())


@pytest.mark.parametrize("role", ["deputy_supervisor", "deputy-supervisor"])
async def test_a_role_is_taken_as_the_api_and_as_the_command_line_spells_it(
    tmp_path: Path, role: str
):
    keys = public_keys(DevIssuer(tmp_path).jwks)
    done = await eyesdown("token", "dee", "--role", role, data=tmp_path)
    who = Verifier(lambda: keys, issuer="eyesdown", audience="eyesdown")(done.out.strip())
    assert who.grants == {"*": frozenset({ROLES["deputy_supervisor"]})}
