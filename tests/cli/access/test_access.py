"""`eyesdown certs` and `eyesdown revoke`, in a house that lets nobody in without a certificate."""

from __future__ import annotations

from pathlib import Path

import jwt

from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import read
from services.kernel.venues import Venues
from services.kernel.walk import now
from tests.cli.command import eyesdown
from tests.cli.running import running


async def test_certificates_are_made_again_by_one_authority(tmp_path: Path):
    done = await eyesdown("certs", data=tmp_path)
    folder = tmp_path / "certs"
    assert (done.code, done.err) == (0, "")
    assert f"EYESDOWN_TLS_CERTIFICATE={folder / 'server.pem'}" in done.out
    assert f"EYESDOWN_TLS_CLIENT_CA={folder / 'ca.pem'}" in done.out
    first = {file.name: file.read_bytes() for file in folder.iterdir()}
    again = await eyesdown("certs", "till-4", "server", "--host", "hall.example", data=tmp_path)
    assert again.code == 0
    second = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert second.keys() - first.keys() == {"till-4.pem", "till-4.key"}
    assert second["ca.pem"] == first["ca.pem"]
    assert second["server.pem"] != first["server.pem"]


async def test_in_production_there_is_no_authority_of_our_own(tmp_path: Path):
    keys = tmp_path / "keys.json"
    keys.write_text(DevIssuer(tmp_path).jwks)
    more = {"EYESDOWN_MODE": "production", "EYESDOWN_ISSUER_KEYS": str(keys)}
    done = await eyesdown("certs", data=tmp_path, more=more)
    assert (done.code, done.out) == (1, "")
    assert "an authority of our own is for development only" in done.err
    assert not (tmp_path / "certs").exists()


async def test_a_name_that_would_overwrite_the_authority_is_none(tmp_path: Path):
    for name in ("ca", "../server", "Till"):
        done = await eyesdown("certs", name, data=tmp_path)
        assert done.code == 2
        assert "expected lower case letters" in done.err


async def test_a_whole_house_behind_certificates_and_somebody_shut_out(tmp_path: Path):
    data, certs = tmp_path / "data", tmp_path / "certs"
    await eyesdown("certs", "--out", str(certs), data=data)
    serving = {
        "EYESDOWN_TLS_CERTIFICATE": str(certs / "server.pem"),
        "EYESDOWN_TLS_KEY": str(certs / "server.key"),
        "EYESDOWN_TLS_CLIENT_CA": str(certs / "ca.pem"),
    }
    asking = {
        "EYESDOWN_CA": str(certs / "ca.pem"),
        "EYESDOWN_CERTIFICATE": str(certs / "client.pem"),
        "EYESDOWN_CERTIFICATE_KEY": str(certs / "client.key"),
    }
    issuer = DevIssuer(data)
    manager = issuer.issue("mere", {"akl": ["game_manager"]})
    caller = issuer.issue("cal", {"akl": ["caller"]})
    other = issuer.issue("ana", {"akl": ["caller"]})
    async with running(data, None, **serving):

        async def listed(token: str, **more: str) -> tuple[int | None, str]:
            done = await eyesdown(
                "game", "list", "--json", data=data, more={"EYESDOWN_TOKEN": token, **more}
            )
            return done.code, done.err

        assert await listed(caller, **asking) == (0, "")
        code, told = await listed(caller, EYESDOWN_CA=asking["EYESDOWN_CA"])
        assert code == 1
        assert "cannot be reached" in told
        alone = {name: text for name, text in asking.items() if not name.endswith("_KEY")}
        code, told = await listed(caller, **alone)
        assert (code, "go together" in told) == (2, True)

        by = {**asking, "EYESDOWN_TOKEN": manager}
        taken = await eyesdown(
            *("revoke", "person", "cal", "--venue", "akl", "--reason", "left on a bus"),
            data=data,
            more=by,
        )
        assert (taken.code, taken.err) == (0, "")
        assert taken.out.endswith("  all of cal (not as an auditor's)  by mere: left on a bus\n")
        code, told = await listed(caller, **asking)
        assert code == 1
        assert "The access token was taken back in every venue" in told

        token_id = jwt.decode(other, options={"verify_signature": False})["jti"]
        taken = await eyesdown(
            *("revoke", "token", token_id, "--venue", "akl", "--reason", "seen on a screen"),
            data=data,
            more=by,
        )
        assert taken.out.endswith(
            f"  token {token_id} (not as an auditor's)  by mere: seen on a screen\n"
        )
        day = Venues.load(read({}).venues_folder).get("akl").gaming_day(now())
        told_of = await eyesdown(
            *("revoke", "list", f"akl/{day.isoformat()}"), data=data, more=asking
        )
        lines = told_of.out.splitlines()
        assert [line.rpartition("  ")[2] for line in lines] == [
            "by mere: left on a bus",
            "by mere: seen on a screen",
        ]
        nobody = await eyesdown(
            *("revoke", "person", "cal", "--venue", "akl", "--reason", "x"), data=data, more=asking
        )
        assert nobody.code == 1
        assert "Say who asks" in nobody.err
