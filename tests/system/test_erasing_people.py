"""A person who is erased is gone from everywhere, and every chain stays whole."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

from nats.js.errors import NotFoundError

from eyesdown_client import Eyesdown
from services.kernel.journal.connection import Connection, connect
from services.kernel.record.people import People
from services.kernel.record.seal import Keys
from services.kernel.rights.table import SECRET
from services.kernel.serving.tokens import DevIssuer
from services.kernel.settings import read
from services.kernel.venues import Venues
from services.kernel.walk import now
from tests.cli.command import Done, eyesdown
from tests.cli.running import running
from tests.kit.tournament_play import FEE, conditions

SOON = 60.0
NAME = "Wiremu Tamihana Te Waharoa"
NUMBER = "M-471147"
BORN = "1961-02-03"
NOTE = "asked for it himself"
TEXTS = ("Wiremu", "Tamihana", "Waharoa", NUMBER, BORN, NOTE)


def holds(text: str) -> list[str]:
    """Which of the person's marks stand in a text."""
    return [each for each in TEXTS if each in text]


async def everything_stored(nats: Connection) -> str:
    """Every message of every stream, deleted ones left out, as text."""
    stream = nats.jetstream()
    told = await nats.request("$JS.API.STREAM.NAMES", b"{}", timeout=SOON)
    found = []
    for name in json.loads(told.data)["streams"]:
        if name == SECRET:
            continue  # what screens are known by: nobody but the draw may read it
        state = (await stream.stream_info(name)).state
        for sequence in range(max(state.first_seq, 1), state.last_seq + 1):
            try:
                message = await stream.get_msg(name, sequence)
            except NotFoundError:  # it was purged: what is not there holds nothing
                continue
            found.append(f"{message.subject} {message.headers} {message.data!r}")
    return "\n".join(found)


def unpacked(pdf: Path) -> str:
    """The text of a PDF's streams, which are packed."""
    found = []
    for part in pdf.read_bytes().split(b"stream\n")[1:]:
        try:
            found.append(zlib.decompressobj().decompress(part).decode("latin-1"))
        except zlib.error:  # it is not packed
            found.append(part.decode("latin-1"))
    assert "Spring" in "".join(found)
    return "\n".join(found)


async def run(data: Path, *arguments: str, token: str = "") -> Done:
    done = await eyesdown(*arguments, data=data, more={"EYESDOWN_TOKEN": token} if token else None)
    assert (done.code, done.err) == (0, ""), done
    return done


async def test_who_is_erased_is_nowhere_and_every_chain_is_whole(tmp_path: Path):
    data = tmp_path / "data"
    issuer = DevIssuer(data)
    roles = ["operator", "tournament_director", "game_manager", "cashier"]
    tokens = {who: issuer.issue(who, {"akl": roles}) for who in ("mere", "ana")}
    said: list[str] = []
    async with running(data, said, EYESDOWN_LOG_LEVEL="debug") as house:
        nats = await connect(house.nats, name="a test")
        day = Venues.load(read({}).venues_folder).get("akl").gaming_day(now()).isoformat()
        async with Eyesdown(house.services["tournament"], token=tokens["mere"]) as at:
            cup = await at.tournaments.plan_tournament(
                venue="akl",
                tournament_id=f"{day}-cup",
                profile="nz-tournament-blackjack",
                conditions=conditions(),
            )
            cup = await at.tournaments.publish_conditions(cup.name, version=cup.version)
            applied = await at.tournaments.apply(
                cup.name,
                applicant=NAME,
                fee=FEE,
                member_number=NUMBER,
                date_of_birth=BORN,
            )
            (entry,) = applied.tournament.entries
            barred = await run(
                data,
                *("players", "bar", "--venue", "akl", "--name", NAME, "--member", NUMBER),
                *("--born", BORN, "--as", "self-excluded", "--days", "100", "--note", NOTE),
                token=tokens["mere"],
            )
            assert barred.out.startswith(f"Bar 1 of venues/akl/playerLists/{day[:4]} holds until")
            made = await at.player_lists.get_player_list(f"venues/akl/playerLists/{day[:4]}")
        (bar,) = made.bars
        references = [entry.reference, entry.member_number, entry.date_of_birth]
        references += [bar.player, bar.member_number, bar.date_of_birth, bar.category, bar.note]
        assert len(set(references)) == 8
        told = await run(data, "people", "show", f"akl/{entry.reference}")
        assert told.out.strip() == NAME
        asked = ("players", "check", "--venue", "akl", "--member", NUMBER)
        known = await run(data, *asked, token=tokens["ana"])
        assert known.out.startswith("may not play\nbar 1 of ")
        assert all(text in known.out for text in (NAME, NUMBER, BORN, NOTE, "self-excluded"))

        # The entry by hand, as somebody asks for it; the bar when it is lifted, by another person.
        for reference in references[:3]:
            erased = await run(data, "people", "erase", f"akl/{reference}", "--yes")
            assert erased.out == "Erased.\n"
        year = made.name.rpartition("/")[2]
        lifted = await run(data, "players", "lift", f"akl/{year}", "1", token=tokens["ana"])
        assert lifted.out == "Bar 1 is lifted.\n"

        people = People(nats, Keys(data / "keys"))
        for reference in references:
            assert await people.name("akl", reference) is None
        assert await people.kept("akl") == {}
        assert (await run(data, "people", "sweep")).out == ""
        assert holds(await everything_stored(nats)) == []

        # Every query, page and export that shows tournaments, bars or the floor.
        cup_id = f"akl/{day}-cup"
        asked = (*asked[:-1], "M-1")
        pages = [
            await run(data, "tournament", "show", cup_id),
            await run(data, "tournament", "show", cup_id, "--json"),
            await run(data, "tournament", "list"),
            await run(data, "tournament", "pdf", cup_id, "--out", str(tmp_path / "cup.pdf")),
            await run(data, "players", "list", f"akl/{year}"),
            await run(data, *asked, token=tokens["ana"]),
        ]
        assert all(holds(page.out) == [] for page in pages)
        audit = await run(data, "audit", "verify")
        assert holds(audit.out) == []
        await nats.close()
    assert "stopped" in "".join(said)
    assert holds("".join(said)) == []
    assert holds(unpacked(tmp_path / "cup.pdf")) == []
    for file in data.rglob("*"):
        if file.is_file() and "nats" not in file.parts:
            assert holds(file.read_bytes().decode("utf-8", "replace")) == [], file
