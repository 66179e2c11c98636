"""`eyesdown sitting` as a person runs it, in a house that runs."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from eyesdown_client import Eyesdown, SittingPost, chips, limits
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import read
from services.kernel.venues import Venues
from tests.cli.command import Done, eyesdown
from tests.cli.running import running

ROLES = ["game_supervisor", "casino_supervisor", "dealer"]


async def test_a_table_is_looked_at_from_its_opening_to_its_end(tmp_path: Path) -> None:
    today = Venues.load(read({}).venues_folder).get("akl").gaming_day(datetime.now(UTC))
    name = f"akl/{today}-pg1"

    async def asked(*arguments: str) -> Done:
        done = await eyesdown("sitting", *arguments, data=tmp_path)
        assert done.code == 0, done.err
        return done

    async with running(tmp_path) as house:
        assert (await asked("list")).out == "No sittings.\n"
        issuer = DevIssuer(tmp_path)
        gus, dan = (issuer.issue(person, {"akl": ROLES}) for person in ("gus", "dan"))
        address = house.services["paigow"]
        async with Eyesdown(address, token=gus) as gus_, Eyesdown(address, token=dan) as dan_:
            opened = await gus_.paigow.open_sitting(
                venue="akl",
                sitting_id=f"{today}-pg1",
                profile="nz-pai-gow",
                table="Pai gow 1",
                limits=limits(5_00, 500_00),
                chips=chips({50: 100, 5_00: 100}),
            )
            post = SittingPost.DEALER
            staffed = await gus_.paigow.assign_staff(opened.name, post=post, person="dan")
            await dan_.paigow.sign_opening(opened.name, version=staffed.version)
            await dan_.paigow.shuffle_tiles(opened.name)
            await dan_.paigow.stack_tiles(opened.name, exposed=1)
            assert "PG-10.1    A tile showed: perform a laja." in (await asked("explain", name)).out
            steps = (await asked("explain", name, "--json")).out.splitlines()
            assert "PG-10.1" in {json.loads(each)["clause"] for each in steps}
            await dan_.paigow.perform_laja(opened.name, exposed=0)
            assert (await asked("rounds", name)).out == "No rounds yet.\n"
            await dan_.paigow.cut_tiles(opened.name)
            assert (await asked("rounds", name)).out.startswith("Round 1: the house")
            shown = (await asked("show", name)).out
            assert "commission   5 %, rounded down to NZD 0.50 (assumed)" in shown
            assert '"table": "Pai gow 1"' in (await asked("show", name, "--json")).out
            assert f"\n{name} " in (await asked("list", "--phase", "in-play")).out
        missing = await eyesdown("sitting", "show", "akl/2026-01-01-pg9", data=tmp_path)
        assert (missing.code, missing.out) == (1, "")
        assert "akl/sittings/2026-01-01-pg9" in missing.err
