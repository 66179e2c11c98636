"""`eyesdown profile` on a running house: two persons stand for its rules."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from services.kernel.journal.embedded import DISPLAY_KEY
from services.kernel.venues import Venues
from services.kernel.walk import now
from tests.cli.command import DEADLINE, Done, environment, eyesdown
from tests.kit.draw import Hall, Replica, replica
from tests.kit.draw_hall import PROFILE
from tests.kit.nats import Nats
from tests.kit.rulebook import DEMANDED, RuleBook

pytest_plugins = ["tests.kit.nats"]

GUIDE = (Path(__file__).resolve().parents[3] / "docs" / "operating.md").read_text()
ROLES = {"aud": "auditor", "cal": "caller"}
As = Callable[..., Awaitable[Done]]


@pytest.fixture
def hall(tmp_path: Path, nats_server: Nats) -> Hall:
    """A hall in which nothing is opened without two persons' word."""
    hall = Hall(tmp_path / "hall", nats_server.url)
    hall.more = {"DISPLAY_KEY": str(nats_server.folder / DISPLAY_KEY), **DEMANDED}
    return hall


@pytest_asyncio.fixture
async def one(hall: Hall) -> AsyncIterator[Replica]:
    """Its draw."""
    await hall.provision()
    async with replica(hall) as one:
        yield one


@pytest.fixture
def address(one: Replica) -> str:
    """Where that is served."""
    assert one.server is not None
    return f"127.0.0.1:{one.server.port}"


@pytest.fixture
def book(hall: Hall, one: Replica, address: str, tmp_path: Path) -> tuple[RuleBook, As]:
    """The book of the hall, and `eyesdown profile` as somebody there runs it."""

    async def run(who: str, command: str, *arguments: str) -> Done:
        role = ROLES.get(who, "game_manager")
        token = hall.issuer.issue(who, {hall.venue: [role]})
        venue = () if command in ("book", "withdraw") else ("--venue", hall.venue)
        reaching = (*venue, "--draw", address, "--token", token)
        return await eyesdown("profile", command, *arguments, *reaching, data=tmp_path)

    return RuleBook(one.channel, hall), run


def gaming_year(hall: Hall) -> str:
    """The year of the hall's gaming day."""
    venue = Venues.load(hall.folder / "venues").get(hall.venue)
    return str(venue.gaming_day(now()).year)


def row(done: Done, profile: str) -> str:
    """What is said of a profile."""
    (line,) = (each for each in done.out.splitlines() if each.split()[1:2] == [profile])
    return " ".join(line.split()[2:])


async def test_a_text_is_put_forward_for_another_person(book: tuple[RuleBook, As]):
    rules, run = book
    digits = rules.text.hex()[:12]
    before = await run("aud", "standing")
    assert row(before, PROFILE) == f"{digits} nobody has put it forward"
    assert before.out.endswith("Nothing is opened under a text that is not approved.\n")
    made = await run("mere", "put-forward", PROFILE, "--text", digits, "--note", "Fridays")
    said = rf"Change 1 of venues/\w+/profileBooks/(\d+): {PROFILE}, text {digits}"
    found = re.match(said, made.out)
    assert found, made
    approving = f"eyesdown profile approve {PROFILE} --venue {rules.venue} --text {digits}\n"
    assert made.out.endswith(approving)
    waits = row(await run("aud", "standing"), PROFILE)
    assert waits == f"{digits} {found[1]}/1 put forward by mere; another person has to approve it"


async def test_another_person_approves_it_by_its_hash(book: tuple[RuleBook, As]):
    rules, run = book
    made, digits = await rules.put_forward(), rules.text.hex()[:12]
    alone = await run("mere", "approve", PROFILE, "--text", digits)
    assert (alone.code, "cannot sign it as well" in alone.err) == (1, True)
    short = await run("carl", "approve", PROFILE, "--text", digits[:4])
    assert (short.code, "12 digits of the hash at least" in short.err) == (2, True)
    stands = await run("carl", "approve", PROFILE, "--text", rules.text.hex())
    assert stands.out == f"{PROFILE}, text {digits}, is approved in {rules.venue} by carl.\n"
    told = row(await run("aud", "standing"), PROFILE)
    assert re.fullmatch(
        rf"{digits} {made.book.name[-4:]}/1 approved by carl on [\d-]+ [\d:]+ UTC, "
        "put forward by mere",
        told,
    )


async def test_one_person_takes_it_back_and_the_book_keeps_it_all(book: tuple[RuleBook, As]):
    rules, run = book
    made, digits = await rules.put_forward(note="Fridays"), rules.text.hex()[:12]
    await rules.approve(made)
    year = made.book.name[-4:]
    kept_in = f"{rules.venue}/{year}"
    taken = await run("carl", "withdraw", kept_in, "1", "--reason", "a fault")
    what = f"{PROFILE}, text {digits}, is withdrawn in {rules.venue} by carl: a fault.\n"
    assert taken.out == what
    again = await run("mere", "withdraw", kept_in, "1", "--reason", "another one")
    assert again.out == what, "whose word it was, and not who asked again"
    assert row(await run("aud", "standing"), PROFILE) == f"{digits} {year}/1 withdrawn by carl"
    kept = (await run("aud", "book", kept_in)).out
    for words in ("put forward by mere on", "approved by carl on", "UTC: a fault", "Fridays"):
        assert words in kept
    book_ = json.loads((await run("aud", "book", kept_in, "--json")).out)
    assert [each["reason"] for each in book_["changes"]] == ["a fault"]
    stands = json.loads((await run("aud", "standing", "--json")).out)
    assert PROFILE in {each["profile"] for each in stands["profiles"]}


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (("put-forward", "no-such"), "here is no profile 'no-such' for"),
        (("put-forward", PROFILE, "--text", "0000"), "not 0000: nothing was changed"),
        (("approve", PROFILE, "--text", "0" * 64), "nothing was changed"),
        (("withdraw", "{venue}/2026", "7", "--reason", "x"), "here is no"),
    ],
)
async def test_what_cannot_be_is_told_in_a_sentence(
    command: tuple[str, ...], says: str, book: tuple[RuleBook, As]
):
    rules, run = book
    done = await run("mere", *(each.format(venue=rules.venue) for each in command))
    assert (done.code, done.out) == (1, "")
    assert says in done.err


async def test_who_may_not_is_told_who_may_do_what_they_asked_for(book: tuple[RuleBook, As]):
    rules, run = book
    await rules.put_forward()
    for command in (
        ("put-forward", PROFILE),
        ("approve", PROFILE, "--text", rules.text.hex()),
        ("withdraw", f"{rules.venue}/2026", "1", "--reason", "x"),
    ):
        for who in ("cal", "aud"):
            done = await run(who, *command)
            assert (done.code, done.out) == (1, "")
            keepers = "Ask somebody whose role it is: operator, game manager, casino supervisor. ["
            assert keepers in done.err, (who, command)


async def test_the_commands_of_the_guide_are_run_as_they_stand_there(
    book: tuple[RuleBook, As], hall: Hall, address: str
):
    rules, _ = book
    section = GUIDE.partition("\n## The rules of a house\n")[2].partition("\n## ")[0]
    (block,) = re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    script = block.replace(" akl", f" {rules.venue}").replace("2026", gaming_year(hall))
    ours = Path(sys.executable).parent
    more = {
        **hall.environment("guide"),
        "EYESDOWN_DRAW": address,
        "EYESDOWN_TOKEN": hall.issuer.issue("aud", {hall.venue: ["auditor"]}),
        "PATH": f"{ours}{os.pathsep}{os.environ['PATH']}",
    }
    process = await asyncio.create_subprocess_exec(
        *("bash", "-euo", "pipefail", "-c", script),
        env=environment(hall.folder, more),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(DEADLINE):
        out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    told = out.decode()
    assert f"is approved in {rules.venue} by carl" in told
    assert f"is withdrawn in {rules.venue} by carl: a fault in the prizes" in told
    assert "as gazetted in June" in told.splitlines()[-1]


async def test_what_nobody_put_forward_is_not_approved(book: tuple[RuleBook, As]):
    rules, run = book
    done = await run("carl", "approve", PROFILE, "--text", rules.text.hex())
    assert (done.code, done.out) == (1, "")
    assert f"obody has put the text {rules.text.hex()[:12]} forward" in done.err
