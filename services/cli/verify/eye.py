"""`eyesdown claim eye`: what the house itself sees of its sold cards, for supervisors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from eyesdown.draw.v1 import game_pb2
from eyesdown.verify.v1 import eye_pb2
from eyesdown_client import Eyesdown
from services.cli.common.asking import asked, full_name, reaching, to_json

STAGES = {
    game_pb2.STAGE_PART_SERIES: "line",
    game_pb2.STAGE_SECOND_PART_SERIES: "second line",
    game_pb2.STAGE_THIRD_PART_SERIES: "third line",
    game_pb2.STAGE_FOURTH_PART_SERIES: "fourth line",
    game_pb2.STAGE_SERIES: "bingo",
}
_CONTRADICTED = {
    eye_pb2.CONTRADICTION_KIND_WON_NOT_COMPLETE: "was found or decided won, and is not complete",
    eye_pb2.CONTRADICTION_KIND_COMPLETE_NOT_WON: "is complete, and was found or decided not won",
    eye_pb2.CONTRADICTION_KIND_NO_CARD_COMPLETE: "was decided won, and no sold card completed it",
}


@click.command()
@click.argument("name", metavar="GAME", callback=full_name("claimDesks", "2026-11-29-07"))
@click.option("--follow", is_flag=True, help="Go on as it changes, until Ctrl-C.")
@click.option("--json", "as_json", is_flag=True, help="As the JSON of its message.")
@reaching("verify")
def eye(
    name: str,
    follow: bool,
    as_json: bool,
    address: str | None,
    token: str | None,
    ca: Path | None,
) -> None:
    """Which sold cards of GAME completed a stage and were not called out; which claims disagree.

    For supervisors. A check, and never a substitute for a call out.
    """

    def tell(sight: eye_pb2.Sight) -> None:
        for line in [to_json(sight, None if follow else 2)] if as_json else told(sight):
            click.echo(line)

    async def ask(verify: Eyesdown) -> None:
        if not follow:
            tell(await verify.eye.get_sight(name))
            return
        async for reply in verify.eye.watch_sight(name):
            tell(reply.sight)

    try:
        asked("verify", ask, address, token, ca)
    except KeyboardInterrupt:
        return


def told(sight: eye_pb2.Sight) -> Iterator[str]:
    """What is seen, the newest announcement first, then what a person has to look at."""
    if not sight.cards:
        yield "No cards to look at: none is sold here, or sales are not closed yet."
        return
    yield from _newest(sight)
    for each in sight.completed:
        yield _completed(each)
    for wrong in sight.contradictions:
        card = f"card {wrong.card}: " if wrong.card else ""
        stage = STAGES.get(wrong.stage, "stage")
        yield (
            f"CLAIM {wrong.call_out} DOES NOT AGREE: {card}the {stage} "
            f"{_CONTRADICTED.get(wrong.kind, 'is contradicted')} by the house's own count"
        )


def _newest(sight: eye_pb2.Sight) -> Iterator[str]:
    cards = f"{sight.cards:,} cards"
    if not sight.announcements:
        yield f"{cards}, before the first call."
        return
    last = sight.announcements[-1]
    what = "wrong, counts for nothing" if last.taken_back else f"{last.number}"
    yield f"{cards} after call {last.position} ({what}):"
    for stage in last.stages:
        name = STAGES.get(stage.stage, "stage")
        yield f"  {name}: {stage.completed:,} just completed, {stage.one_away:,} one away"


def _completed(card: eye_pb2.CompletedCard) -> str:
    on = f"card {card.card} completed the {STAGES.get(card.stage, 'stage')} on call "
    on += f"{card.position} ({card.number})"
    if card.call_out:
        return f"claim {card.call_out}: {on}"
    if card.missed:
        return f"MISSED: {on}, and the next number came"
    return f"NOT CALLED OUT: {on}"
