"""A venue of a test's own where charities play with 75 numbers under Tennessee's rules.

PYTEST_DONT_REWRITE: see `tests.kit.draw`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from eyesdown.common.v1 import money_pb2
from eyesdown.draw.v1 import draw_service_pb2 as pb
from eyesdown.draw.v1 import game_pb2
from tests.kit.draw_hall import RULES, Hall
from tests.kit.draw_play import BINGO, LINE, Draw, request_id

PROFILE = "tn-charity-bingo"
SERIAL = "T 75"
ANNOUNCER = game_pb2.POST_ANNOUNCER


class Memphis(Hall):
    """As `Hall`, under `tn-charity-bingo`, with an announcer."""

    def __init__(self, folder: Path, url: str) -> None:
        """Write the venue files and rules into `folder`; `url` is the NATS that is stood on."""
        super().__init__(folder, url)
        self.announcer = self.person("ann", "announcer")

    def _write_venues(self) -> None:
        super()._write_venues()
        for file in (self.folder / "venues").glob("*.toml"):
            text = file.read_text().replace("nz-casino-bingo", PROFILE).replace("NZD", "USD")
            file.write_text(text.replace("Pacific/Auckland", "America/Chicago"))

    def _write_rules(self) -> None:
        profiles = self.folder / "rules" / "profiles"
        profiles.mkdir(parents=True)
        shutil.copy(RULES / "index.tsv", profiles.parent)
        text = (RULES / "profiles" / f"{PROFILE}.toml").read_text()
        ours = f'venues = ["{self.venue}", "{self.elsewhere}"]'
        text, changed = re.subn(r"^venues = .*$", ours, text, flags=re.MULTILINE)
        assert changed == 1
        (profiles / f"{PROFILE}.toml").write_text(text)


def stages() -> list[game_pb2.StagePrize]:
    """Version 3: 50 dollars for a line, 500 for the bingo."""
    return [
        game_pb2.StagePrize(stage=stage, prize=money_pb2.Money(currency="USD", minor_units=cents))
        for stage, cents in ((LINE, 5_000), (BINGO, 50_000))
    ]


async def ready(hall: Memphis, draw: Draw, *, announced: bool = True) -> game_pb2.Game:
    """A game in one room with its three people, looked at in all that Tennessee asks for."""
    room = hall.room()
    opening = pb.OpenGameRequest(
        request_id=request_id(),
        parent=f"venues/{hall.venue}",
        game_id=hall.game_id(),
        profile=PROFILE,
        game_version=3,
        stages=stages(),
        serial_number=SERIAL,
        selector=game_pb2.SELECTOR_RECEPTACLE,
        rooms=[room],
    )
    game = (await draw.OpenGame(opening, metadata=hall.manager.at)).game
    for post, person in _posts(hall):
        assigning = pb.AssignStaffRequest(
            request_id=request_id(), name=game.name, post=post, person=person, room=room
        )
        game = (await draw.AssignStaff(assigning, metadata=hall.manager.at)).game
    heard = pb.CheckHearingRequest(request_id=request_id(), name=game.name, room=room, heard=True)
    await draw.CheckHearing(heard, metadata=hall.steward.at)
    found = pb.InspectEquipmentRequest(
        request_id=request_id(), name=game.name, objects=75, equal=True, room=room
    )
    game = (await draw.InspectEquipment(found, metadata=hall.supervisor.at)).game
    if not announced:
        return game
    announcing = pb.AnnounceGameRequest(
        request_id=request_id(),
        name=game.name,
        version=game.version,
        game_version=3,
        stages=stages(),
        serial_number=SERIAL,
    )
    return (await draw.AnnounceGame(announcing, metadata=hall.caller.at)).game


def _posts(hall: Memphis) -> Sequence[tuple[game_pb2.Post.ValueType, str]]:
    return (
        (game_pb2.POST_CALLER, hall.caller.id),
        (game_pb2.POST_SUPERVISOR, hall.supervisor.id),
        (ANNOUNCER, hall.announcer.id),
    )
